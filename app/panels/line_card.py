"""The selected line beside the script: who says it and how, its takes, and the source it rests on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.client.episode_drafts import DeskState, Draft, DraftLine, Finding, Take
from app.client.requests import Passage
from app.language import short, tr
from app.language.formats import MINUS
from app.models import phrases
from app.models.draft_sounds import take_of
from app.models.said_words import said_of, with_said, words_of
from app.theme import look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, WrappedLabel, card, label, row, rule, scrolled
from app.widgets.forms import Choice, Field, Line

WIDTH = 332
MAX_CHAPTER = 255
HEIGHT = 34
"""Of a figure's field, as of a choice's."""
WORD = 122
OWN = -1
"""The choice that leaves a line to its speaker's voice."""


class Number(QDoubleSpinBox):
    """A figure with its unit; the wheel scrolls the page."""

    def __init__(self, name: str, low: float, high: float, step: float, *, unit: str = "", decimals: int = 1) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setDecimals(decimals)
        self.setSuffix(unit)
        self.setKeyboardTracking(False)
        self.setMinimumWidth(70)
        self.setFixedHeight(HEIGHT)
        self.lineEdit().setTextMargins(8, 0, 8, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def put(self, value: float) -> None:
        """Show a value without telling anybody."""
        self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(False)

    def textFromValue(self, value: float) -> str:
        """With a minus sign as long as a plus sign."""
        return super().textFromValue(value).replace("-", MINUS)

    def valueFromText(self, text: str) -> float:
        """Either sign is read."""
        return super().valueFromText(text.replace(MINUS, "-"))

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Either sign is taken."""
        state, _text, at = super().validate(text.replace(MINUS, "-"), place)
        return state, text, at

    def wheelEvent(self, event: object) -> None:
        """Leave the wheel to the page."""
        event.ignore()  # type: ignore[attr-defined]


class LineCard(QWidget):
    """The inspector. Signals carry what somebody chose for the selected line."""

    speaker_chosen = Signal(int)
    voice_chosen = Signal(object)
    pause_chosen = Signal(object)
    pace_chosen = Signal(float)
    take_chosen = Signal(object)
    take_dropped = Signal(object)
    heard = Signal(object)
    """A take to be played; None for the line as it stands."""
    another = Signal()
    worded = Signal(str)
    chapter_named = Signal(str)
    """The title of the chapter that the line begins; empty for none."""
    went_to = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(WIDTH)
        self.speaker, self.voice = Choice(), Choice()
        self.pause = Number(tr("Pause after the line"), -0.1, 10, 0.1, unit=" s")
        self.pause.setSpecialValueText(tr("Usual"))
        self.pace = Number(tr("Pace"), 0.5, 2.0, 0.05, unit=" ×", decimals=2)
        self.play = button(tr("Play the line"), lambda: self.heard.emit(None), icon="play", keys="Ctrl+Space")
        self.more = button(
            tr("Another take"), self.another.emit, icon="plus", tip=tr("Say the same a little differently")
        )
        self.chapter = Line(tr("No new chapter"))
        self.chapter.setMaxLength(MAX_CHAPTER)
        self.word = Choice()
        self.said = Line(tr("/phonemes/"))
        self.set_button = icon_button("check", tr("Say it like this"), self._set_said)
        self.set_button.setFixedSize(HEIGHT, HEIGHT)
        self._text = self._line = ""
        self.takes = _Column()
        self.passages = _Column()
        self.findings = _Column()
        self._looked = QWidget()
        self._told = WrappedLabel("", "muted")
        self._build()
        self.speaker.picked.connect(lambda: self.speaker_chosen.emit(int(self.speaker.currentData())))
        self.voice.picked.connect(self._voice_picked)
        self.pause.valueChanged.connect(
            lambda value: self.pause_chosen.emit(None if value < 0 else round(value * 1000))
        )
        self.chapter.editingFinished.connect(lambda: self.chapter_named.emit(self.chapter.text()))
        self.word.picked.connect(self._show_said)
        self.said.returnPressed.connect(self._set_said)
        self.pace.valueChanged.connect(lambda value: self.pace_chosen.emit(round(value, 2)))

    def show_line(
        self,
        desk: DeskState,
        draft: Draft,
        line: DraftLine | None,
        *,
        voices: Sequence[tuple[int, str]],
        name_of: Callable[[int], str],
    ) -> None:
        """Show a line; None for none."""
        self.setEnabled(line is not None)
        if line is None:
            return
        self.speaker.offer(
            [
                (m.speaker, tr("Speaker {number} · {name}", number=m.speaker + 1, name=name_of(m.voice)))
                for m in draft.cast
            ],
            keep=False,
        )
        self.speaker.choose(line.speaker)
        self.voice.offer([(OWN, tr("The speaker's own")), *voices], keep=False)
        self.voice.choose(OWN if line.voice is None else line.voice)
        self.pause.put(-0.1 if line.pause_ms is None else line.pause_ms / 1000)
        self.pace.put(line.pace)
        if line.id != self._line or not self.chapter.hasFocus():
            self.chapter.setText(next((title for title, own in draft.chapters if own == line.id), ""))
        self._line = line.id
        self._text = line.text
        self.word.offer([(word, word) for word in words_of(line.text)])
        self._show_said()
        playing = take_of(desk, line, draft.voice_of(line))
        self._show_takes(desk.takes.get(line.id, ()), playing, name_of)
        self._show_passages(desk.passages.get(line.id, ()))

    def show_findings(self, findings: Sequence[Finding] | None) -> None:
        """What the checks found, above all else; None before they were run."""
        self.findings.clear()
        self._looked.setVisible(findings is not None)
        self._area.verticalScrollBar().setValue(0)
        if findings is not None and not findings:
            self.findings.add(WrappedLabel(tr("Nothing to mend was found."), "muted"))
        for finding in findings or ():
            go = icon_button("arrow-right", tr("Go to the line"), partial(self.went_to.emit, finding.line))
            go.setFixedSize(34, 30)
            go.setAccessibleDescription(finding.message)
            holder = QWidget()
            found = row(go, WrappedLabel(finding.message), spacing=8, stretch_at=1)
            found.setAlignment(go, Qt.AlignmentFlag.AlignTop)
            holder.setLayout(found)
            self.findings.add(holder)

    def _build(self) -> None:
        frame, outer = card(padding=18, spacing=0)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        looked = QVBoxLayout(self._looked)
        looked.setContentsMargins(0, 0, 0, 0)
        looked.setSpacing(12)
        for part in (label(tr("To look at"), "heading"), self.findings, rule()):
            looked.addWidget(part)
        self._looked.hide()
        column.addWidget(self._looked)
        column.addWidget(label(tr("This line"), "heading"))
        column.addWidget(Field(tr("Speaker"), self.speaker))
        column.addWidget(Field(tr("Voice"), self.voice))
        figures = QHBoxLayout()
        figures.setSpacing(12)
        figures.addWidget(Field(tr("Pause after it"), self.pause), 1)
        figures.addWidget(Field(tr("Pace"), self.pace), 1)
        column.addLayout(figures)
        column.addWidget(Field(tr("Chapter that begins here"), self.chapter))
        column.addLayout(row(self.play, self.more, None))
        self.word.setAccessibleName(tr("Word"))
        self.said.setAccessibleName(tr("How the word is said"))
        self.said.setToolTip(tr("Phonemes between slashes, for this line only; empty for the voice's own way"))
        column.addWidget(label(tr("Say a word differently"), "muted"))
        self.word.setFixedWidth(WORD)
        column.addLayout(row(self.word, self.said, self.set_button, stretch_at=1))
        column.addWidget(rule())
        column.addWidget(label(tr("Takes"), "heading"))
        column.addWidget(self.takes)
        column.addWidget(rule())
        column.addWidget(label(tr("It rests on"), "heading"))
        column.addWidget(self.passages)
        column.addStretch(1)
        self._area = scrolled(content)
        outer.addWidget(self._area)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(frame)

    def _show_takes(self, takes: Sequence[Take], playing: Take | None, name_of: Callable[[int], str]) -> None:
        self.takes.clear()
        if not takes:
            self.takes.add(WrappedLabel(tr("Not spoken yet. It is spoken when it is played or rebuilt."), "muted"))
        for take in reversed(takes):
            self.takes.add(self._take_row(take, chosen=take is playing, name=name_of(take.voice)))

    def _take_row(self, take: Take, *, chosen: bool, name: str) -> QWidget:
        holder = QFrame()
        look(holder, "told" if chosen else "")
        hear = icon_button("play", tr("Play this take"), lambda: self.heard.emit(take))
        hear.setFixedSize(34, 30)
        words = QVBoxLayout()
        words.setSpacing(0)
        facts = [name.partition(" (")[0], phrases.clock(take.seconds)]
        if take.pace != 1.0:
            facts.append(tr("{pace}×", pace=short(take.pace)))
        if take.take:
            facts.append(tr("take {number}", number=take.take + 1))
        words.addWidget(ElidedLabel(" · ".join(facts)))
        if take.text != self._text:
            words.addWidget(ElidedLabel(take.text, "small"))
        line = QHBoxLayout(holder)
        line.setContentsMargins(6, 6, 6, 6)
        line.setSpacing(8)
        line.addWidget(hear)
        line.addLayout(words, 1)
        if chosen:
            line.addWidget(label(tr("In use"), "good"))
            line.addSpacing(6)
            return holder
        line.addWidget(button(tr("Use"), lambda: self.take_chosen.emit(take), kind="link"))
        drop = icon_button("close", tr("Let go of this take"), lambda: self.take_dropped.emit(take))
        drop.setFixedSize(30, 30)
        line.addWidget(drop)
        return holder

    def _show_passages(self, passages: Sequence[Passage]) -> None:
        self.passages.clear()
        if not passages:
            self.passages.add(WrappedLabel(tr("No passage: it asks, leads over, or was written here."), "muted"))
        for passage in passages:
            frame, inner = card(padding=12, spacing=4)
            look(frame, "quote")
            inner.addWidget(WrappedLabel(passage.text))
            where = [passage.source]
            if passage.page is not None:
                where.append(tr("page {number}", number=passage.page))
            if passage.time_ms is not None:
                where.append(phrases.clock(passage.time_ms / 1000))
            inner.addWidget(ElidedLabel(" · ".join(filter(None, where)), "small", middle=True))
            self.passages.add(frame)

    def _show_said(self) -> None:
        self.said.setText(said_of(self._text, str(self.word.currentData() or "")))

    def _set_said(self) -> None:
        word = str(self.word.currentData() or "")
        if word:
            self.worded.emit(with_said(self._text, word, self.said.text()))

    def _voice_picked(self) -> None:
        chosen = int(self.voice.currentData())
        self.voice_chosen.emit(None if chosen == OWN else chosen)


class _Column(QWidget):
    """A few widgets below each other."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def add(self, widget: QWidget) -> None:
        """One more."""
        self._column.addWidget(widget)

    def clear(self) -> None:
        """None of them."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

"""A question and its answer, as a conversation shows them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.client.notebooks import Answer, AnswerCitation
from app.language import tr
from app.models.notebook_answers import MARKERS, Told, Verdict, cited, pieces_of, told
from app.theme import look
from app.widgets.answers import AnswerText, tip_of
from app.widgets.buttons import button
from app.widgets.cards import Glyph, WrappedLabel, label, row
from app.widgets.chips import Flow

CHIP_WIDTH = 232
SIDE = 56
"""Room left of a question, so that it is seen whose words they are."""
LINE = 26
"""The height of the line below an answer."""


class CitationChip(QPushButton):
    """A citation below an answer: its number, its source, the place in it."""

    def __init__(self, marker: str, citation: AnswerCitation) -> None:
        super().__init__()
        look(self, "cite")
        self.marker = marker
        self._whole = f"{marker}   {cited(citation)}"
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setAccessibleName(tr("Citation {marker}: {cited}", marker=marker, cited=cited(citation)))
        self.setAccessibleDescription(citation.text[:400])
        self.setToolTip(tip_of(citation))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setText(self._whole)

    def sizeHint(self) -> QSize:
        """As wide as its words, within limits."""
        wide = self.fontMetrics().horizontalAdvance(self._whole) + 22
        return QSize(min(wide, CHIP_WIDTH), 27)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the words to the width."""
        super().resizeEvent(event)
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideMiddle, self.width() - 18)
        if shown != self.text():
            self.setText(shown)


class TurnView(QWidget):
    """One turn. `cited` carries the marker that was opened, `kept` asks to keep the answer, `again` to ask anew."""

    cited = Signal(object, str)
    kept = Signal(object)
    copied = Signal(object)
    again = Signal(str)

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question
        self.answer: Answer | None = None
        self.texts: list[AnswerText] = []
        self.chips: list[CitationChip] = []
        self._heard = ""
        self.is_open = True
        """Whether the answer is still awaited."""
        bubble = QFrame()
        look(bubble, "bubble")
        inside = QVBoxLayout(bubble)
        inside.setContentsMargins(14, 9, 14, 9)
        self._asked = WrappedLabel(question)
        self._asked.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        inside.addWidget(self._asked)
        self.setAccessibleName(tr("Question: {question}", question=question))
        asked = QHBoxLayout()
        asked.addSpacing(SIDE)
        asked.addWidget(bubble, 1)
        self.waiting = label(tr("Reading the sources…"), "muted")
        self._body = QVBoxLayout()
        self._body.setSpacing(10)
        self._body.addWidget(self.waiting)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(12)
        column.addLayout(asked)
        column.addLayout(self._body)

    def hear(self, sentence: str) -> None:
        """Show a sentence while the others are still written."""
        self._heard = " ".join(filter(None, (self._heard, sentence.strip())))
        if not self.texts:
            made = AnswerText(name=tr("Answer to: {question}", question=self.question), tone="muted")
            self._body.insertWidget(0, made)
            self.texts.append(made)
            self.waiting.setText(tr("Still writing…"))
        self.texts[0].show_answer(pieces_of(MARKERS.sub("", self._heard), {}))

    def show_answer(self, answer: Answer) -> None:
        """Show what the sources say."""
        self.answer, self.is_open = answer, False
        self._clear()
        shown = told(answer)
        if shown.verdict is Verdict.NOT_SAID:
            self._add_refusal(shown, answer)
        else:
            if shown.verdict is Verdict.DIFFER:
                self._body.addWidget(_notice(tr("The sources differ: each says what is marked with it.")))
            self._add_text(shown.paragraphs, answer, name=tr("Answer to: {question}", question=self.question))
        if answer.citations:
            holder = QWidget()
            flow = Flow(holder, spacing=6)
            for marker, citation in answer.citations.items():
                chip = CitationChip(marker, citation)
                chip.clicked.connect(lambda _on=False, marker=marker: self._open(marker))
                flow.addWidget(chip)
                self.chips.append(chip)
            self._body.addWidget(holder)
        for words in answer.notes:
            self._body.addWidget(WrappedLabel(words, "small"))
        self._body.addWidget(self._actions(answer))

    def show_fault(self, sentence: str) -> None:
        """Show why there is no answer."""
        self.is_open = False
        self._clear()
        self._body.addWidget(WrappedLabel(sentence, "fault"))
        ask = button(tr("Ask again"), lambda: self.again.emit(self.question), icon="refresh")
        self._body.addLayout(row(ask, None))

    def light(self, marker: str) -> None:
        """Show which citation is open; empty for none."""
        for text in self.texts:
            text.light(marker)
        for chip in self.chips:
            chip.setChecked(chip.marker == marker)

    def _add_text(self, paragraphs: object, answer: Answer, *, name: str, tone: str = "text") -> AnswerText:
        made = AnswerText(name=name, tone=tone)
        made.show_answer(paragraphs, answer.citations)  # type: ignore[arg-type]
        made.opened.connect(self._open)
        self.texts.append(made)
        self._body.addWidget(made)
        return made

    def _add_refusal(self, shown: Told, answer: Answer) -> None:
        frame = QFrame()
        look(frame, "told")
        column = QVBoxLayout(frame)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        said = "".join(piece.text for pieces in shown.paragraphs for piece in pieces)
        column.addLayout(row(Glyph("text-search", size=18), label(said, "strong"), None))
        if shown.near:
            made = self._add_text(shown.near, answer, name=tr("What they do say nearby"), tone="muted")
            column.addWidget(made)
        else:
            column.addWidget(WrappedLabel(tr("Ask in other words, or add a source that says it."), "muted"))
        self._body.addWidget(frame)

    def _actions(self, answer: Answer) -> QWidget:
        self.keep_button = button(
            tr("Save as note"), lambda: self.kept.emit(answer), icon="bookmark-outline", kind="link"
        )
        self.copy_button = button(tr("Copy"), lambda: self.copied.emit(answer), icon="content-copy", kind="link")
        holder = QWidget()
        line = Flow(holder, spacing=6)
        line.addWidget(self.keep_button)
        line.addWidget(self.copy_button)
        if answer.written_by:
            by = label(tr("Written by {writer}", writer=tr(answer.written_by)), "small")
            by.setMinimumHeight(LINE)
            line.addWidget(by)
        return holder

    def _open(self, marker: str) -> None:
        if self.answer is not None and marker in self.answer.citations:
            self.cited.emit(self, marker)

    def _clear(self) -> None:
        self.texts, self.chips = [], []
        _emptied(self._body)


def _notice(words: str) -> QFrame:
    frame = QFrame()
    look(frame, "notice")
    line = QHBoxLayout(frame)
    line.setContentsMargins(12, 8, 12, 8)
    line.setSpacing(10)
    line.addWidget(Glyph("not-equal-variant", size=18, tone="warning"), 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(WrappedLabel(words), 1)
    return frame


def _emptied(layout: QVBoxLayout | QHBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        inner, widget = item.layout(), item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif isinstance(inner, QVBoxLayout | QHBoxLayout):
            _emptied(inner)

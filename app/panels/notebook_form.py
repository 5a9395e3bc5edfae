"""What one thing made from a notebook is to be like: the choices of its type, language, and instructions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.client.faults import Fault
from app.client.languages import Language, automatic
from app.client.voices import Voice
from app.language import mark, told, tr
from app.models import orders
from app.models.notebook_results import Wish
from app.models.outputs import (
    DECKS,
    DETAILS,
    DIFFICULTIES,
    FORMATS,
    LENGTHS,
    LOOKS,
    ORIENTATIONS,
    VIDEO_FORMATS,
    Output,
)
from app.models.voices import offered
from app.theme import look
from app.widgets.buttons import Switch, button, icon_button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, row, scrolled
from app.widgets.forms import Choice, Faults, Field, Paragraph

ORDER = (
    *("videoFormat", "infographicOrientation", "infographicDetail", "slideDeckFormat", "style", "duration", "format"),
    "look",
    *("quizDifficulty", "quality", "voice1", "voice2", "approveScript"),
)
CHOICES = {
    "videoFormat": (mark("Kind"), VIDEO_FORMATS),
    "infographicOrientation": (mark("Shape"), ORIENTATIONS),
    "infographicDetail": (mark("Detail"), DETAILS),
    "slideDeckFormat": (mark("Kind"), DECKS),
    "look": (mark("Style"), LOOKS),
    "style": (mark("Style"), orders.STYLES),
    "duration": (mark("Length"), LENGTHS),
    "format": (mark("Format"), FORMATS),
    "quizDifficulty": (mark("Difficulty"), DIFFICULTIES),
    "quality": (mark("Quality"), orders.QUALITIES),
}
FIRST = {"look": "classic", "duration": "default", "quizDifficulty": "medium", "infographicDetail": "standard"}


class NotebookForm(QFrame):
    """The form of one type. `left` goes back; `wished` carries what is to be made."""

    left = Signal()
    wished = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self.output: Output | None = None
        self._languages: tuple[Language, ...] = ()
        self._voices: tuple[Voice, ...] = ()
        self.title = ElidedLabel("", "heading")
        self._glyph = Glyph("creation", size=20, tone="accent")
        self._words = WrappedLabel("", "muted")
        self.choices: dict[str, Choice] = {}
        for name, (_caption, values) in CHOICES.items():
            self.choices[name] = Choice()
            self.choices[name].offer(told(values))
            self.choices[name].choose(FIRST.get(name))
        for name in ("voice1", "voice2"):
            self.choices[name] = Choice()
        self.choices["voice1"].picked.connect(self._voice_picked)
        self.approve = Switch(tr("Approve the script first"))
        self.language = Choice()
        self.language.picked.connect(self._offer_voices)
        self.text = Paragraph(tr("What to stress, what to leave out, who it is for"), lines=4)
        captions = {name: tr(caption) for name, (caption, _offered) in CHOICES.items()}
        captions |= {"voice1": tr("First voice"), "voice2": tr("Second voice")}
        self.fields = {name: Field(captions[name], choice) for name, choice in self.choices.items()}
        self.fields |= {"language": Field(tr("Language"), self.language), "text": Field(tr("Instructions"), self.text)}
        self.faults = Faults(self.fields)
        self.back_button = icon_button("arrow-left", tr("Back (Esc)"), self.left.emit)
        self.make_button = button(tr("Make"), self._wish, icon="creation", kind="main", tip=tr("Make (Ctrl+Enter)"))
        self.note = WrappedLabel("", "small")
        self._build()

    def offer(self, languages: Sequence[Language], voices: Sequence[Voice]) -> None:
        """Offer these languages and voices."""
        self._languages, self._voices = tuple(languages), tuple(voices)
        self.language.offer([("", tr("Of the sources")), *((each.name, each.name) for each in languages)])
        self._offer_voices()

    def show_output(self, output: Output, *, sources: str, left: str) -> None:
        """Show the choices of a type; `sources` says what it is made from, `left` how many are left."""
        self.output = output
        self.title.setText(tr(output.title))
        self._glyph.set(output.icon, "accent")
        self._words.setText(tr("Made from {sources}; it names its passages.", sources=sources))
        for name in self.choices:
            self.fields[name].setVisible(name in output.options)
        self.approve.setVisible("approveScript" in output.options)
        self.note.setText(tr("{left} in 24 hours. A failed one gives its place back.", left=left) if left else "")
        self.note.setVisible(bool(left))
        self.faults.clear()
        self.make_button.setEnabled(True)

    @property
    def wish(self) -> Wish:
        """What the form says."""
        assert self.output is not None
        chosen = {name: choice.currentData() for name, choice in self.choices.items()}
        if chosen["voice1"] is None:
            chosen["voice2"] = None
        chosen["approveScript"] = self.approve.isChecked() or None
        return Wish(self.output, str(self.language.currentData() or ""), self.text.toPlainText().strip(), chosen)

    def show_faults(self, faults: Sequence[Fault]) -> list[str]:
        """Show what is wrong at its field; hands back the sentences that have none here."""
        self.make_button.setEnabled(True)
        return self.faults.show((fault.field, fault.message) for fault in faults)

    def _build(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(12)
        column.addWidget(self._words)
        for name in ORDER:
            column.addWidget(self.approve if name == "approveScript" else self.fields[name])
        column.addWidget(self.fields["language"])
        column.addWidget(self.fields["text"])
        column.addStretch(1)
        self.back_button.setFixedSize(34, 32)
        self.make_button.setMinimumHeight(38)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(12, 12, 10, 12)
        outer.setSpacing(12)
        outer.addLayout(row(self.back_button, self._glyph, self.title, stretch_at=2))
        outer.addWidget(scrolled(inside), 1)
        outer.addWidget(self.note)
        outer.addWidget(self.make_button)
        for keys, does in (("Escape", self.left.emit), ("Ctrl+Return", self._wish)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(does)

    def _offer_voices(self) -> None:
        asked = next((each for each in self._languages if each.name == self.language.currentData()), None)
        for name in ("voice1", "voice2"):
            self.choices[name].offer([(None, automatic(asked)), *offered(self._voices)])
        self._voice_picked()

    def _voice_picked(self) -> None:
        self.choices["voice2"].setEnabled(self.choices["voice1"].currentData() is not None)

    def _wish(self) -> None:
        if self.output is not None and self.make_button.isEnabled():
            self.make_button.setEnabled(False)
            self.wished.emit(self.wish)

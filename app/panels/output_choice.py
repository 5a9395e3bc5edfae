"""What to make: a card for each type the server makes, and the choices that belong to the type."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from app.models import outputs
from app.models.orders import Order
from app.models.outputs import Output
from app.theme import look
from app.widgets.buttons import Segments, Switch
from app.widgets.cards import ElidedLabel, Glyph, label, row
from app.widgets.forms import Field

A_ROW = 4
PLACES = (
    "style",
    "duration",
    "format",
    "quizDifficulty",
    "quality",
    "language",
    "title",
    "includeCitations",
    "voice1",
    "voice2",
    "podcastId",
    "introMusicUrl",
)
"""The form's fields in the order in which they stand, two beside each other."""
ALWAYS = frozenset({"language", "title"})


class OutputCard(QPushButton):
    """One type: its icon, its name, and what it is in a few words."""

    def __init__(self, output: Output) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setAccessibleName(f"{output.title}: {output.words}")
        self.setToolTip(output.words)
        look(self, "choice")
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(output.title, "strong"))
        words.addWidget(ElidedLabel(output.words, "small"))
        line = row(spacing=10)
        line.addWidget(Glyph(output.icon, size=22, tone="accent"))
        line.addLayout(words, 1)
        line.setContentsMargins(12, 10, 10, 10)
        self.setLayout(line)
        self.setMinimumHeight(60)
        for shown in self.findChildren(QWidget):
            shown.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


class OutputCards(QFrame):
    """The types as cards, one of them taken; the arrow keys go from one to the next."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("What to make")
        self._cards: dict[str, OutputCard] = {}
        self._wanted = "audio"
        self._group = QButtonGroup(self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(10)
        for column in range(A_ROW):
            self._grid.setColumnStretch(column, 1)
        self.offer(("audio", "text"))

    def offer(self, makes: Collection[str]) -> None:
        """Show a card for each of these; the one that is taken stays where it can be made."""
        kinds = outputs.offered(makes)
        if not kinds or [each.kind for each in kinds] == list(self._cards):
            return
        wanted = self._wanted
        for old in self._cards.values():
            self._group.removeButton(old)
            old.hide()
            old.deleteLater()
        self._cards = {}
        for place, each in enumerate(kinds):
            made = OutputCard(each)
            made.clicked.connect(lambda _on=False, kind=each.kind: self._clicked(kind))
            made.installEventFilter(self)
            self._group.addButton(made)
            self._cards[each.kind] = made
            self._grid.addWidget(made, place // A_ROW, place % A_ROW)
        self.setFocusProxy(next(iter(self._cards.values())))
        self.choose(next(iter(self._cards)))
        self.choose(wanted)

    def choose(self, kind: str) -> None:
        """Take a type without telling anybody; one that isn't there is taken once it is offered."""
        self._wanted = kind
        if kind in self._cards:
            self._cards[kind].setChecked(True)

    def value(self) -> str:
        """The type that is taken."""
        return next(kind for kind, made in self._cards.items() if made.isChecked())

    def card(self, kind: str) -> OutputCard:
        """The card of a type that is offered."""
        return self._cards[kind]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys take the next card, round and round."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -A_ROW, Qt.Key.Key_Down: A_ROW}
            step = steps.get(Qt.Key(event.key()))
            if step is not None:
                kinds = list(self._cards)
                made = self._cards[kinds[(kinds.index(self.value()) + step) % len(kinds)]]
                made.setFocus()
                made.click()
                return True
        return super().eventFilter(watched, event)

    def _clicked(self, kind: str) -> None:
        self._wanted = kind
        self.chosen.emit(kind)


class TypeOptions:
    """The editors of what only some types have: a briefing's format, a quiz's difficulty, citations."""

    def __init__(self) -> None:
        self.format = Segments(outputs.FORMATS, name="Format")
        self.difficulty = Segments(outputs.DIFFICULTIES, name="Difficulty")
        self.difficulty.choose("medium")
        self.citations = Switch("Name the passages")
        self.fields = {
            "format": Field("Format", self.format),
            "quizDifficulty": Field("Difficulty", self.difficulty),
            "includeCitations": Field(
                "Citations", self.citations, help_text="The text names the passage behind each statement."
            ),
        }

    def fill(self, order: Order) -> None:
        """Show an order's choices."""
        self.format.choose(order.format)
        self.difficulty.choose(order.quiz_difficulty)
        self.citations.setChecked(order.include_citations)


def lay_out(grid: QGridLayout, fields: Mapping[str, Field], chosen: Collection[str]) -> None:
    """Put the fields of a type into two columns, without gaps, and hide the others."""
    place = 0
    for name in PLACES:
        field = fields[name]
        grid.removeWidget(field)
        shown = name in chosen or name in ALWAYS
        if shown:
            grid.addWidget(field, place // 2, place % 2, Qt.AlignmentFlag.AlignTop)
            place += 1
        field.setVisible(shown)

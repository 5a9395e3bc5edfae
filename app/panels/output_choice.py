"""What to make: a card for each type the server makes, and the choices that belong to the type."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from app.language import mark, told, tr
from app.models import outputs
from app.models.orders import Order
from app.models.outputs import Output
from app.theme import look
from app.widgets.buttons import Segments, Switch
from app.widgets.cards import ElidedLabel, Glyph, label, row
from app.widgets.forms import Field, Line
from app.widgets.looks import LookChoice
from app.widgets.presenters import PresenterChoice
from app.widgets.sight import set_seen
from app.widgets.targets import TargetChoice

A_ROW, NARROW_ROW = 4, 3
ROOMY = 640
"""From this width on, the cards of a long row fit."""
PLACES = (
    "videoFormat",
    "infographicOrientation",
    "infographicDetail",
    "slideDeckFormat",
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
    "musicBed",
    "stems",
    "titlePrompt",
    "descriptionPrompt",
    "thumbnailImagePrompt",
    "introImagePrompt",
    "backgroundImageUrl",
    "publishTargets",
)
"""The form's fields in the order in which they stand, two beside each other."""
ALWAYS = frozenset({"language", "title"})


class OutputCard(QPushButton):
    """One type: its icon, its name, and what it is in a few words. A small one is pressed, not taken."""

    def __init__(self, output: Output, *, small: bool = False) -> None:
        super().__init__()
        self.setCheckable(not small)
        self.setAutoDefault(False)
        self.setAccessibleName(f"{tr(output.title)}: {tr(output.words)}")
        self.setToolTip(tr(output.words))
        look(self, "choice")
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(label(tr(output.title), "strong"))
        self.words = ElidedLabel(tr(output.words), "small")
        words.addWidget(self.words)
        line = row(spacing=6 if small else 10)
        line.addWidget(Glyph(output.icon, size=18 if small else 22, tone="accent"))
        line.addLayout(words, 1)
        line.setContentsMargins(*((7, 6, 3, 6) if small else (12, 10, 10, 10)))
        self.setLayout(line)
        self.setMinimumHeight(46 if small else 60)
        for shown in self.findChildren(QWidget):
            shown.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


class OutputCards(QFrame):
    """The types as cards, one of them taken; the arrow keys go from one to the next."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("What to make"))
        self._cards: dict[str, OutputCard] = {}
        self._wanted = "audio"
        self._group = QButtonGroup(self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(10)
        self._a_row = A_ROW
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
        for each in kinds:
            made = OutputCard(each)
            made.clicked.connect(lambda _on=False, kind=each.kind: self._clicked(kind))
            made.installEventFilter(self)
            self._group.addButton(made)
            self._cards[each.kind] = made
        self._lay_out()
        self.setFocusProxy(next(iter(self._cards.values())))
        self.choose(next(iter(self._cards)))
        self.choose(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fewer in a row where the window is small: what they say has to fit."""
        super().resizeEvent(event)
        wanted = A_ROW if self.width() >= ROOMY else NARROW_ROW
        if wanted != self._a_row:
            self._a_row = wanted
            self._lay_out()

    def _lay_out(self) -> None:
        for column in range(A_ROW):
            self._grid.setColumnStretch(column, 1 if column < self._a_row else 0)
        for place, made in enumerate(self._cards.values()):
            self._grid.addWidget(made, place // self._a_row, place % self._a_row)

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
            on = -1 if self.isRightToLeft() else 1
            steps = {Qt.Key.Key_Left: -on, Qt.Key.Key_Right: on}
            steps |= {Qt.Key.Key_Up: -self._a_row, Qt.Key.Key_Down: self._a_row}
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


PROMPTS = {
    "titlePrompt": (mark("Title, in your words"), mark("How the title should sound")),
    "descriptionPrompt": (mark("Description"), mark("What the description should say")),
    "thumbnailImagePrompt": (mark("Thumbnail"), mark("What its picture should show")),
    "introImagePrompt": (mark("Opening picture"), mark("What the film should open with")),
}
"""What can be asked of a video's words and pictures: caption and hint of each."""


class TypeOptions(QObject):
    """The editors of what only some types have: a video's look and prompts, a quiz's difficulty, citations …"""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.video_format = Segments(told(outputs.VIDEO_FORMATS), name=tr("Kind of video"))
        self.orientation = Segments(told(outputs.ORIENTATIONS), name=tr("Shape"))
        self.detail = Segments(told(outputs.DETAILS), name=tr("Detail"))
        self.deck_format = Segments(told(outputs.DECKS), name=tr("Kind of slides"))
        self.look = LookChoice()
        self.targets = TargetChoice()
        self.presenter = PresenterChoice()
        self.background = Line(tr("https://example.com/picture.jpg"))
        self.prompts = {name: Line(tr(hint)) for name, (_caption, hint) in PROMPTS.items()}
        self.format = Segments(told(outputs.FORMATS), name=tr("Format"))
        self.difficulty = Segments(told(outputs.DIFFICULTIES), name=tr("Difficulty"))
        self.difficulty.choose("medium")
        self.citations = Switch(tr("Name the passages"))
        self.bed = Switch(tr("Under the whole episode"))
        self.stems = Switch(tr("A file for each speaker"))
        self.fields = {
            "format": Field(tr("Format"), self.format),
            "quizDifficulty": Field(tr("Difficulty"), self.difficulty),
            "includeCitations": Field(
                tr("Citations"), self.citations, help_text=tr("The text names the passage behind each statement.")
            ),
            "musicBed": Field(tr("Music bed"), self.bed, help_text=tr("Softer while somebody speaks.")),
            "stems": Field(tr("Stems"), self.stems, help_text=tr("WAV, before mastering, to mix elsewhere.")),
            "videoFormat": Field(tr("Kind"), self.video_format),
            "infographicOrientation": Field(tr("Shape"), self.orientation),
            "infographicDetail": Field(tr("Detail"), self.detail),
            "slideDeckFormat": Field(tr("Kind"), self.deck_format),
            "backgroundImageUrl": Field(
                tr("Background picture"),
                self.background,
                help_text=tr("Address of a PNG or JPG, up to 5 MB, not see-through."),
            ),
            "publishTargets": Field(
                tr("Publish to"), self.targets, help_text=tr("Set up by the owner of this server.")
            ),
            **{name: Field(tr(caption), self.prompts[name]) for name, (caption, _hint) in PROMPTS.items()},
        }
        self.look_field = Field(tr("Style"), self.look)
        self.presenter_field = Field(
            tr("Presenter"), self.presenter, help_text=tr("Speaks beside the scenes. A cinematic film shows nobody.")
        )
        for segments in (
            *(self.format, self.difficulty, self.video_format),
            *(self.orientation, self.detail, self.deck_format),
        ):
            segments.chosen.connect(lambda _value: self.changed.emit())
        for switch in (self.citations, self.bed, self.stems):
            switch.toggled.connect(lambda _on: self.changed.emit())
        self.look.changed.connect(self.changed)
        self.targets.changed.connect(self.changed)
        self.presenter.changed.connect(self.changed)
        self.background.textChanged.connect(lambda _text: self.changed.emit())
        for line in self.prompts.values():
            line.textChanged.connect(lambda _text: self.changed.emit())

    def fill(self, order: Order) -> None:
        """Show an order's choices."""
        self.format.choose(order.format)
        self.difficulty.choose(order.quiz_difficulty)
        self.citations.setChecked(order.include_citations)
        self.bed.setChecked(order.music_bed)
        self.stems.setChecked(order.stems)
        self.video_format.choose(order.video_format)
        self.look.choose(order.look)
        self.targets.choose(order.targets)
        self.presenter.choose(order.avatar)
        self.background.setText(order.background)
        self.orientation.choose(order.orientation)
        self.detail.choose(order.detail)
        self.deck_format.choose(order.deck_format)
        for name, line in self.prompts.items():
            line.setText(order.prompts.get(name, ""))

    def taken(self, order: Order) -> Order:
        """An order with what is chosen here."""
        return replace(
            order,
            format=self.format.value(),
            quiz_difficulty=self.difficulty.value(),
            include_citations=self.citations.isChecked(),
            music_bed=self.bed.isChecked(),
            stems=self.stems.isChecked(),
            video_format=self.video_format.value(),
            look=self.look.value(),
            targets=self.targets.value(),
            avatar=self.presenter.value(),
            background=self.background.text().strip(),
            orientation=self.orientation.value(),
            detail=self.detail.value(),
            deck_format=self.deck_format.value(),
            prompts={name: line.text().strip() for name, line in self.prompts.items() if line.text().strip()},
        )


def lay_out(grid: QGridLayout, fields: Mapping[str, Field], chosen: Collection[str]) -> None:
    """Put the fields of a type into two columns, without gaps, and hide the others.

    One that is disabled has nothing to choose from.
    """
    place = 0
    for name in PLACES:
        field = fields[name]
        grid.removeWidget(field)
        shown = (name in chosen and field.isEnabled()) or name in ALWAYS
        if shown:
            grid.addWidget(field, place // 2, place % 2, Qt.AlignmentFlag.AlignTop)
            place += 1
        set_seen(field, shown)

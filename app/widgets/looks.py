"""The style of a video, chosen by a picture of it, left to the topic, or said in own words."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QImage, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QVBoxLayout, QWidget

from app.language import mark, told, tr
from app.models.outputs import AUTO_LOOK, LOOKS
from app.theme import colour, faded, icons
from app.widgets.forms import Line

PICTURES = Path(__file__).resolve().parents[2] / "resources" / "looks"
"""A small frame of every look, made by `packaging/look_pictures.py`."""
OWN = "own"
A_ROW = 5
SHAPE = 16 / 9
SMALLEST = QSize(92, 78)
CAPTION = 22
_ICONS = {AUTO_LOOK: "auto-fix", OWN: "pencil-outline"}
_SHORT = {AUTO_LOOK: mark("Auto")}


class LookCard(QAbstractButton):
    """One look: its picture, or a sign where there is none, and its name."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__()
        self.name = name
        self.setText(tr(_SHORT[name]) if name in _SHORT else words)
        self.setAccessibleName(tr("Style: {words}", words=words))
        self.setToolTip(words)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumSize(SMALLEST)

    @cached_property
    def picture(self) -> QImage:
        """Its picture, read when it is first painted; none where there is a sign."""
        return QImage() if self.name in _ICONS else QImage(str(PICTURES / f"{self.name.replace(' ', '-')}.jpg"))

    def hasHeightForWidth(self) -> bool:
        """The picture keeps its shape."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The picture and its name."""
        return round((width - 6) / SHAPE) + CAPTION + 6

    def sizeHint(self) -> QSize:
        """As wide as fits five beside each other in a narrow window."""
        return QSize(120, self.heightForWidth(120))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture with round corners and its name; a ring where it is taken."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isChecked() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faded("accent", 0.16) if self.isChecked() else colour("raised"))
            painter.drawRoundedRect(whole, 9, 9)
        area = whole.adjusted(3, 3, -3, -CAPTION - 2)
        shape = QPainterPath()
        shape.addRoundedRect(area, 6, 6)
        painter.save()
        painter.setClipPath(shape)
        if self.picture.isNull():
            painter.fillRect(area, colour("raised"))
            side = min(30.0, area.height() * 0.55)
            sign = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
            icons.draw(painter, sign, _ICONS.get(self.name, "image-outline"), colour("accent"))
        else:
            painter.drawImage(area, self.picture)
        painter.restore()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour("edge"), 1))
        painter.drawPath(shape)
        if self.isChecked() or self.hasFocus():
            # The taken one has the keys most of the time: they show in another colour than the choice.
            painter.setPen(QPen(colour("text" if self.hasFocus() else "accent"), 2))
            painter.drawRoundedRect(whole, 9, 9)
        painter.setPen(colour("text"))
        line = QRectF(whole.left() + 4, area.bottom() + 1, whole.width() - 8, CAPTION)
        shown = QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, int(line.width()))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignCenter), shown)
        painter.end()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that it can be taken."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """As before."""
        super().leaveEvent(event)
        self.update()


class LookChoice(QWidget):
    """The looks as pictures, one of them taken; a line for own words where those are."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.cards: dict[str, LookCard] = {}
        self.words = Line(tr("A dark night sky in violet, drawn with a marker"))
        self.words.setAccessibleName(tr("The style in own words"))
        self.words.setMaxLength(5000)
        self._group = QButtonGroup(self)
        grid = QGridLayout()
        grid.setSpacing(6)
        for place, (name, words) in enumerate((*told(LOOKS), (OWN, tr("In own words")))):
            made = LookCard(name, words)
            made.clicked.connect(self._clicked)
            made.installEventFilter(self)
            self._group.addButton(made)
            self.cards[name] = made
            grid.addWidget(made, place // A_ROW, place % A_ROW)
        for column in range(A_ROW):
            grid.setColumnStretch(column, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addLayout(grid)
        whole.addWidget(self.words)
        self.words.textChanged.connect(lambda _text: self.changed.emit())
        self.choose("classic")

    def choose(self, style: str) -> None:
        """Take a look by its name, or own words."""
        taken = style if style in self.cards and style != OWN else OWN
        self.words.setText(style if taken == OWN else "")
        self.cards[taken].setChecked(True)
        self.setFocusProxy(self.cards[taken])
        self.words.setVisible(taken == OWN)

    def value(self) -> str:
        """The name of the look, or the own words; empty words leave it to the server."""
        taken = next(name for name, made in self.cards.items() if made.isChecked())
        return self.words.text().strip() if taken == OWN else taken

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys take the next look, round and round."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -A_ROW, Qt.Key.Key_Down: A_ROW}
            step = steps.get(Qt.Key(event.key()))
            if step is not None and isinstance(watched, LookCard):
                names = list(self.cards)
                made = self.cards[names[(names.index(watched.name) + step) % len(names)]]
                made.setFocus()
                made.click()
                return True
        return super().eventFilter(watched, event)

    def _clicked(self) -> None:
        own = self.cards[OWN].isChecked()
        self.words.setVisible(own)
        if own:
            self.words.setFocus()
        self.changed.emit()

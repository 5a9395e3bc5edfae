"""A scene of a video as a card: its picture, what it is, when it is seen and what is said over it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QImage, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QHBoxLayout, QWidget

from app.language import isolated, tr
from app.theme import colour, faded, icons
from app.widgets.buttons import icon_button

HIGH = 104
PICTURE = 148
"""Pixels of a wide scene's picture; an upright one is as high as the card."""
PAD = 8
SINGLE = int(Qt.TextFlag.TextSingleLine)


class ScenePicture(QWidget):
    """The picture of a scene in its own proportions, with round corners."""

    def __init__(self, *, is_upright: bool = False) -> None:
        super().__init__()
        self.image = QImage()
        self._shape = 9 / 16 if is_upright else 16 / 9
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_shape(self, shape: float) -> None:
        """Show pictures of other proportions (width by height)."""
        self._shape = shape

    def show_picture(self, content: bytes) -> None:
        """Show a JPEG."""
        self.image = QImage.fromData(content)
        self.update()

    def hasHeightForWidth(self) -> bool:
        """The picture keeps its shape."""
        return True

    def heightForWidth(self, width: int) -> int:
        """As high as its shape says."""
        return round(width / self._shape)

    def sizeHint(self) -> QSize:
        """As wide as a card's picture."""
        return QSize(PICTURE, self.heightForWidth(PICTURE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture, or a sign while there is none."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        whole = QRectF(self.rect())
        width = min(whole.width(), whole.height() * self._shape)
        area = QRectF(0, 0, width, width / self._shape)
        area.moveCenter(whole.center())
        shape = QPainterPath()
        shape.addRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setClipPath(shape)
        if self.image.isNull():
            painter.fillRect(area, colour("raised"))
            side = min(28.0, area.height() * 0.4)
            sign = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
            icons.draw(painter, sign, "image-outline", colour("muted"))
        else:
            painter.drawImage(area, self.image)
        painter.setClipping(False)
        painter.setPen(QPen(colour("edge"), 1))
        painter.drawPath(shape)
        painter.end()


class SceneCard(QAbstractButton):
    """One scene of a storyboard. `moved` carries -1 or 1; `removed` asks to take it out, `added` for one after it."""

    moved = Signal(int)
    removed = Signal()
    added = Signal()

    def __init__(self, *, is_upright: bool, can_change: bool) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setFixedHeight(HIGH)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._head = self._said = self._time = ""
        self._is_changed = False
        self.picture = ScenePicture(is_upright=is_upright)
        tall = HIGH - 2 * PAD
        self.picture.setFixedSize(round(tall * 9 / 16) if is_upright else PICTURE, tall)
        self.up = icon_button("chevron-up", tr("Move up (Alt+Up)"), lambda: self.moved.emit(-1))
        self.down = icon_button("chevron-down", tr("Move down (Alt+Down)"), lambda: self.moved.emit(1))
        self.out = icon_button("close", tr("Take this scene out (Delete)"), self.removed.emit)
        self.more = icon_button("plus", tr("Add a scene after this (Insert)"), self.added.emit)
        buttons = QGridLayout()
        buttons.setSpacing(2)
        for place, made in enumerate((self.up, self.out, self.down, self.more)):
            made.setFixedSize(28, 28)
            made.setVisible(can_change)
            buttons.addWidget(made, place // 2, place % 2)
        line = QHBoxLayout(self)
        line.setContentsMargins(PAD, PAD, PAD, PAD)
        line.addWidget(self.picture)
        line.addStretch(1)
        line.addLayout(buttons)
        self._can_change = can_change

    def show_scene(self, place: int, *, kind: str, head: str, said: str, time: str, is_changed: bool) -> None:
        """Show a scene; `place` counts from 1."""
        self._head, self._said, self._is_changed = head, said, is_changed
        self._time = " · ".join(filter(None, (f"{place}", kind, time)))
        name = tr("Scene {place}, {kind}: {said}", place=place, kind=kind, said=said)
        changed = tr("changed")
        self.setAccessibleName(f"{name} ({changed})" if is_changed else name)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt with an arrow moves it, Delete takes it out, Insert adds one after it."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if self._can_change and event.key() in steps and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.moved.emit(steps[Qt.Key(event.key())])
        elif self._can_change and event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        elif self._can_change and event.key() == Qt.Key.Key_Insert:
            self.added.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground and the words beside the picture."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        ring = "text" if self.hasFocus() else "accent" if self.isChecked() else "line"
        painter.setPen(QPen(colour(ring), 1 if ring == "line" else 1.5))
        painter.setBrush(
            faded("accent", 0.1) if self.isChecked() else colour("raised" if self.underMouse() else "card")
        )
        painter.drawRoundedRect(whole, 9, 9)
        self._words(painter, QRectF(self._room()))
        painter.end()

    def _room(self) -> QRect:
        """Where the words stand: between the picture and the buttons, whichever way the window runs."""
        picture, buttons = self.picture.geometry(), self.up.geometry().united(self.out.geometry())
        if self.isRightToLeft():
            left = buttons.right() + 8 if self._can_change else PAD
            right = picture.left() - 14
        else:
            left = picture.right() + 14
            right = buttons.left() - 8 if self._can_change else self.width() - PAD
        return QRect(left, PAD + 2, max(20, right - left), HIGH - 2 * PAD - 4)

    def _words(self, painter: QPainter, area: QRectF) -> None:
        font = self.font()
        small = QFontMetrics(font)
        step = small.lineSpacing()
        painter.setPen(colour("muted"))
        changed = tr("changed")
        top = f"{self._time} · {changed}" if self._is_changed else self._time
        if self._is_changed:
            painter.setPen(colour("accent"))
        elide = Qt.TextElideMode.ElideRight
        _line(painter, area, 0, step, small.elidedText(top, elide, int(area.width())))
        bold = self.font()
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(colour("text"))
        shown = QFontMetrics(bold).elidedText(self._head, elide, int(area.width()))
        y = area.top()
        if self._head:
            y += step + 3
            _line(painter, area, step + 3, step, shown)
        painter.setFont(font)
        painter.setPen(colour("muted"))
        rest = QRectF(area.left(), y + step + 3, area.width(), area.bottom() - y - step - 3)
        lines = max(1, int(rest.height() // step))
        for number, words in enumerate(_wrapped(small, self._said, int(rest.width()), lines)):
            _line(painter, rest, number * step, step, words)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that it can be taken."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """As before."""
        super().leaveEvent(event)
        self.update()


def _wrapped(metrics: QFontMetrics, text: str, width: int, most: int) -> list[str]:
    """A text in lines of at most `width`, the last one cut where there is more."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        taken = 1
        while taken < len(words) and metrics.horizontalAdvance(" ".join(words[: taken + 1])) <= width:
            taken += 1
        is_last = len(lines) == most - 1
        line = " ".join(words if is_last else words[:taken])
        lines.append(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width))
        words = [] if is_last else words[taken:]
    return lines


def _line(painter: QPainter, area: QRectF, down: int, high: int, words: str) -> None:
    """Words in a line of an area, at the side where reading begins."""
    painter.drawText(QRectF(area.left(), area.top() + down, area.width(), high), SINGLE, isolated(words))

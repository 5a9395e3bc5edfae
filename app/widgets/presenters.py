"""Who presents a video, chosen by a picture, or nobody."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QImage, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QWidget

from app.client.avatars import Avatar
from app.language import tr
from app.theme import colour, faded, icons

NOBODY = 0
SIZE = QSize(66, 86)
CAPTION = 22


class PresenterCard(QAbstractButton):
    """One presenter: the picture and the name."""

    def __init__(self, avatar: Avatar) -> None:
        super().__init__()
        self.avatar = avatar
        self.setText(avatar.name)
        self.setAccessibleName(tr("Presenter: {name}", name=avatar.name))
        self.setToolTip(avatar.name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumSize(SIZE)
        self.picture = QImage.fromData(avatar.picture) if avatar.picture else QImage()

    def sizeHint(self) -> QSize:
        """A picture with a name below it."""
        return SIZE

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture and the name; a ring where it is taken."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        ring = "text" if self.hasFocus() else "accent"
        painter.setPen(QPen(colour(ring), 2) if self.isChecked() or self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(
            faded("accent", 0.16)
            if self.isChecked()
            else colour("raised")
            if self.underMouse()
            else Qt.BrushStyle.NoBrush
        )
        painter.drawRoundedRect(whole, 9, 9)
        side = min(whole.width() - 8, whole.height() - CAPTION - 6)
        area = QRectF(whole.center().x() - side / 2, whole.top() + 4, side, side)
        if self.picture.isNull():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("raised"))
            painter.drawEllipse(area)
            sign = "cancel" if self.avatar.id == NOBODY else "account"
            icons.draw(painter, area.adjusted(side / 4, side / 4, -side / 4, -side / 4), sign, colour("muted"))
        else:
            painter.drawImage(area, self.picture)
        painter.setPen(colour("text"))
        line = QRectF(whole.left() + 2, area.bottom() + 1, whole.width() - 4, CAPTION)
        shown = QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, int(line.width()))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignCenter), shown)
        painter.end()


class PresenterChoice(QWidget):
    """The presenters beside each other, one of them or nobody taken; the arrow keys go from one to the next."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[PresenterCard] = []
        self._wanted = NOBODY
        self._group = QButtonGroup(self)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(4)
        self._line.addStretch(1)

    def offer(self, avatars: Sequence[Avatar]) -> None:
        """Offer these and nobody; what was chosen stays so."""
        if [card.avatar for card in self.cards[1:]] == list(avatars):
            return
        for old in self.cards:
            self._group.removeButton(old)
            self._line.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.cards = []
        for place, avatar in enumerate((Avatar(NOBODY, tr("Nobody")), *avatars)):
            made = PresenterCard(avatar)
            made.clicked.connect(self._clicked)
            made.installEventFilter(self)
            self._group.addButton(made)
            self._line.insertWidget(place, made)
            self.cards.append(made)
        self.choose(self._wanted)

    def choose(self, number: int) -> None:
        """Take a presenter; one that isn't offered is taken once it is."""
        self._wanted = number
        taken = next((card for card in self.cards if card.avatar.id == number), None)
        if taken is not None:
            taken.setChecked(True)
            self.setFocusProxy(taken)

    def value(self) -> int:
        """Who is taken; 0 for nobody."""
        return self._wanted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys take the next one, round and round."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
            if step is not None and watched in self.cards:
                place = next(n for n, card in enumerate(self.cards) if card is watched)
                made = self.cards[(place + step) % len(self.cards)]
                made.setFocus()
                made.click()
                return True
        return super().eventFilter(watched, event)

    def _clicked(self) -> None:
        self._wanted = next(card.avatar.id for card in self.cards if card.isChecked())
        self.changed.emit()

"""Buttons and switches: each has words for screen readers and a shortcut where one helps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import Property, QEasingCurve, QPropertyAnimation, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from app.theme import calm, colour, current, icons, look

ICON = QSize(18, 18)


def button(
    text: str,
    clicked: Callable[[], None] | None = None,
    *,
    icon: str = "",
    kind: str = "",
    keys: str = "",
    tip: str = "",
) -> QPushButton:
    """A push button. `kind` is ``main`` for the one thing a page is for, ``link`` for one that looks like text."""
    # The space keeps the words off the icon: style sheets know no gap between them.
    made = QPushButton(f" {text}" if icon and text else text)
    made.setAccessibleName(text)
    if icon:
        made.setIcon(icons.icon(icon, tone="on_accent" if kind == "main" else "text"))
        made.setIconSize(ICON)
    return _dressed(made, clicked, kind=kind, keys=keys, tip=tip)


def icon_button(
    icon: str, name: str, clicked: Callable[[], None] | None = None, *, keys: str = "", kind: str = "icon"
) -> QPushButton:
    """A button with an icon only; `name` is its tip and what a screen reader says."""
    made = QPushButton()
    made.setIcon(icons.icon(icon, tone="on_accent" if kind == "main" else "text"))
    made.setIconSize(ICON)
    made.setAccessibleName(name)
    return _dressed(made, clicked, kind=kind, keys=keys, tip=name)


def flat_button(icon: str, name: str, clicked: Callable[[], None] | None = None) -> QToolButton:
    """A small button without a frame, for chips and bars."""
    made = QToolButton()
    made.setIcon(icons.icon(icon))
    made.setIconSize(QSize(16, 16))
    made.setAccessibleName(name)
    made.setToolTip(name)
    made.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    look(made, "flat")
    if clicked is not None:
        made.clicked.connect(lambda _on=False: clicked())
    return made


def _dressed(made: QPushButton, clicked: Callable[[], None] | None, *, kind: str, keys: str, tip: str) -> QPushButton:
    made.setAutoDefault(False)
    if kind:
        look(made, kind)
    if keys:
        made.setShortcut(QKeySequence(keys))
        spoken = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        tip = f"{tip or made.text().strip()} ({spoken})".strip()
    if tip:
        made.setToolTip(tip)
    if clicked is not None:
        made.clicked.connect(lambda _on=False: clicked())
    return made


class Segment(QPushButton):
    """One of several choices. `stepped` carries 1 for the key towards the next one, -1 for the other.

    Not by a filter in what holds it: that sees every event of every choice while a page is built.
    """

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys to the sides; the rest is a button's."""
        on = -1 if self.isRightToLeft() else 1
        step = {Qt.Key.Key_Left: -on, Qt.Key.Key_Right: on}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)


class Segments(QFrame):
    """A few choices side by side, one of them taken; the arrow keys go from one to the next."""

    chosen = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str]], *, name: str) -> None:
        super().__init__()
        look(self, "well")
        self.setAccessibleName(name)
        self._buttons: dict[str, Segment] = {}
        self._group = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(3, 3, 3, 3)
        layout.setSpacing(2)
        for value, text in choices:
            made = Segment(text)
            made.setCheckable(True)
            made.setAutoDefault(False)
            made.setAccessibleName(f"{name}: {text}")
            look(made, "segment")
            self._group.addButton(made)
            self._buttons[value] = made
            layout.addWidget(made, 1)
            made.clicked.connect(lambda _checked=False, value=value: self.chosen.emit(value))
            made.stepped.connect(self._step)
        self.setFocusProxy(next(iter(self._buttons.values())))
        self.choose(choices[0][0])

    def choose(self, value: str) -> None:
        """Take a choice without telling anybody; one that isn't there changes nothing."""
        if value in self._buttons:
            self._buttons[value].setChecked(True)

    def offer(self, values: Collection[str]) -> None:
        """Show only these choices; the first of them is taken where the taken one is not among them."""
        for value, made in self._buttons.items():
            made.setVisible(value in values)
        if self.value() not in values:
            self.choose(next((value for value in self._buttons if value in values), self.value()))

    def value(self) -> str:
        """The choice that is taken."""
        return next(value for value, made in self._buttons.items() if made.isChecked())

    def _step(self, step: int) -> None:
        """Left and right take the next choice, round and round; Qt's own way stops at the ends."""
        values = [value for value, made in self._buttons.items() if not made.isHidden()]
        made = self._buttons[values[(values.index(self.value()) + step) % len(values)]]
        made.setFocus()
        made.click()

    def caption(self, value: str, text: str) -> None:
        """Show a choice under another text (a count beside it)."""
        self._buttons[value].setText(text)


class Switch(QAbstractButton):
    """On or off, with its words beside it. Without words it stands where other editors end."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._at = 0.0
        self._slide = QPropertyAnimation(self, b"at", self)
        self._slide.setDuration(120)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.toggled.connect(self._go)

    def sizeHint(self) -> QSize:
        """The track, a gap and the words."""
        return QSize(46 + self.fontMetrics().horizontalAdvance(self.text()) + 4, 28)

    def _go(self, on: bool) -> None:
        self._slide.stop()
        self._slide.setEndValue(1.0 if on else 0.0)
        if self.isVisible() and not calm():
            self._slide.start()
        else:
            self._set_at(1.0 if on else 0.0)

    def _get_at(self) -> float:
        return self._at

    def _set_at(self, value: float) -> None:
        self._at = value
        self.update()

    at = Property(float, _get_at, _set_at)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Track, knob, words; a ring while it has the focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        at_end = mirrored == bool(self.text())
        track = QRectF(self.width() - 37.5 if at_end else 1.5, self.height() / 2 - 10, 36, 20)
        off, on = colour("edge"), colour("accent")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_between(off, on, self._at))
        painter.drawRoundedRect(track, 10, 10)
        painter.setBrush(_between(colour("text" if current().dark else "card"), colour("on_accent"), self._at))
        moved = 16 * (1 - self._at if mirrored else self._at)
        painter.drawEllipse(QRectF(track.left() + 3 + moved, track.top() + 3, 14, 14))
        if self.hasFocus():
            painter.setPen(colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(track.adjusted(-1, -1, 1, 1), 11, 11)
        painter.setPen(colour("text"))
        words = self.rect().adjusted(0, 0, -46, 0) if mirrored else self.rect().adjusted(46, 0, 0, 0)
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, int(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter), self.text())
        painter.end()


def _between(first: QColor, second: QColor, share: float) -> QColor:
    return QColor.fromRgbF(
        first.redF() + (second.redF() - first.redF()) * share,
        first.greenF() + (second.greenF() - first.greenF()) * share,
        first.blueF() + (second.blueF() - first.blueF()) * share,
    )

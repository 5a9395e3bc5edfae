"""A calendar that is painted whole: a month or a week, worked with keys or pointer; what can move is dragged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from app.language import dated, mark, tr
from app.models.occasions import Occasion, by_day, moved_to
from app.widgets import calendar_painting
from app.widgets.calendar_layout import STEP_MIN, Block, Layout, Span, days_of, laid_out
from app.widgets.calendar_painting import View

HELP = mark(
    "Arrow keys go from day to day, Enter to the next entry of a day, Page up and down "
    "to another period, Home to today. Alt with an arrow moves an entry, Delete removes "
    "it."
)


class Calendar(QWidget):
    """Days with what starts on them.

    `day_changed` carries the chosen day, `picked` the chosen occasion or None, `moved` an occasion and its new moment,
    `removed` the occasion to be taken away, `period_changed` tells that other days are shown.
    """

    day_changed = Signal(object)
    picked = Signal(object)
    moved = Signal(object, object)
    removed = Signal(object)
    period_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._span = Span.MONTH
        self._day = today()
        self._occasions: tuple[Occasion, ...] = ()
        self._chosen: tuple[str, datetime] | None = None
        self._hovered: Block | None = None
        self._grip: tuple[Block, QPointF] | None = None
        self._carried: QPointF | None = None
        self._layout: Layout | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(420, 360)
        self.setAccessibleName(tr("Calendar"))
        self._tell()

    @property
    def span(self) -> Span:
        """How much is shown."""
        return self._span

    @property
    def day(self) -> date:
        """The chosen day."""
        return self._day

    @property
    def days(self) -> tuple[date, ...]:
        """The days that are shown, whole weeks."""
        return days_of(self._day, self._span, first_weekday=first_weekday())

    @property
    def current(self) -> Occasion | None:
        """The chosen occasion."""
        return next((each for each in self._occasions if each.key == self._chosen), None)

    def of_day(self, day: date) -> tuple[Occasion, ...]:
        """What starts on a day."""
        return by_day(self._occasions).get(day, ())

    def show_span(self, span: Span) -> None:
        """Show a month or a week around the chosen day."""
        if span is not self._span:
            self._span = span
            self._renew()
            self.period_changed.emit()

    def show_occasions(self, found: Sequence[Occasion]) -> None:
        """Show these; the chosen one stays chosen while it is there, also when it was moved."""
        self._occasions = tuple(found)
        if self._chosen is not None and self.current is None:
            again = next((each for each in found if each.id == self._chosen[0] and each.can_move), None)
            self._chosen = again.key if again else None
        self._renew()
        self.picked.emit(self.current)

    def go_to(self, day: date) -> None:
        """Choose a day, and show its month or week."""
        before, self._day = self.days, day
        if self.current is not None and self.current.day != day:
            self._chosen = None
        self._renew()
        if self.days != before:
            self.period_changed.emit()
        self.day_changed.emit(day)
        self.picked.emit(self.current)

    def choose(self, occasion: Occasion) -> None:
        """Choose an occasion and its day."""
        self._chosen = occasion.key
        self.go_to(occasion.day)

    def page(self, by: int) -> None:
        """Go so many months or weeks on."""
        if self._span is Span.WEEK:
            self.go_to(self._day + timedelta(days=7 * by))
            return
        month = self._day.year * 12 + self._day.month - 1 + by
        first = date(month // 12, month % 12 + 1, 1)
        length = ((first.replace(day=28) + timedelta(days=4)).replace(day=1) - first).days
        self.go_to(first.replace(day=min(self._day.day, length)))

    def layout_now(self) -> Layout:
        """Where everything is painted."""
        if self._layout is None:
            size = QSizeF(self.size())
            self._layout = laid_out(self.days, by_day(self._occasions), span=self._span, size=size)
        return self._layout

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Days, entries, periods; Alt moves, Delete removes, Escape lets go."""
        key = Qt.Key(event.key())
        moving = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -7, Qt.Key.Key_Down: 7}
        if key in steps and moving:
            self._nudge(steps[key])
        elif key in steps:
            self._step(steps[key])
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.page(1 if key == Qt.Key.Key_PageDown else -1)
        elif key == Qt.Key.Key_Home:
            self.go_to(today())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose_next(1)
        elif key == Qt.Key.Key_Delete and self.current is not None:
            self.removed.emit(self.current)
        elif key == Qt.Key.Key_Escape and self._grip is not None:
            self._let_go()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose what is under the pointer; what can move may be dragged from now on."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        block = self.layout_now().block_at(event.position())
        if block is not None:
            self.choose(block.occasion)
            if block.occasion.can_move:
                self._grip = (block, event.position())
            return
        day = self.layout_now().day_at(event.position())
        if day is not None:
            self._chosen = None
            self.go_to(day)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry what was taken hold of; else mark what is under the pointer."""
        if self._grip is not None:
            far = (event.position() - self._grip[1]).manhattanLength() >= QApplication.startDragDistance()
            if far or self._carried is not None:
                self._carried = event.position()
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self.update()
            return
        block = self.layout_now().block_at(event.position())
        if block != self._hovered:
            self._hovered = block
            movable = block is not None and block.occasion.can_move
            self.setCursor(Qt.CursorShape.OpenHandCursor if movable else Qt.CursorShape.ArrowCursor)
            self.update()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Put down what was carried."""
        grip, target = self._grip, self._target()
        self._let_go()
        if grip is not None and target is not None and target != grip[0].occasion.moment:
            self.moved.emit(grip[0].occasion, target)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Go to the next or the last period."""
        if event.angleDelta().y():
            self.page(-1 if event.angleDelta().y() > 0 else 1)
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Tell all of an occasion in a tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            block = self.layout_now().block_at(QPointF(event.pos()))
            if block is not None:
                QToolTip.showText(event.globalPos(), block.occasion.spoken, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew."""
        super().resizeEvent(event)
        self._layout = None

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark the chosen day."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Mark it more quietly."""
        super().focusOutEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        super().leaveEvent(event)
        self._hovered = None
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint days, occasions, and what is carried."""
        painter = QPainter(self)
        carried = None
        target = self._target()
        if self._grip is not None and target is not None:
            carried = (self._grip[0].occasion, target)
        view = View(
            layout=self.layout_now(),
            day=self._day,
            today=today(),
            chosen=self._chosen,
            hovered=self._hovered.occasion.key if self._hovered else None,
            has_focus=self.hasFocus(),
            carried=carried,
        )
        calendar_painting.paint(painter, QRectF(self.rect()), view)
        painter.end()

    def _target(self) -> datetime | None:
        if self._grip is None or self._carried is None:
            return None
        layout, (block, grip) = self.layout_now(), self._grip
        day = layout.day_at(self._carried)
        top = block.area.top() + self._carried.y() - grip.y()
        return moved_to(block.occasion, day, minute=layout.minute_at(top)) if day is not None else None

    def _let_go(self) -> None:
        self._grip = self._carried = None
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.update()

    def _step(self, days: int) -> None:
        if self._span is Span.WEEK and abs(days) == 7:
            self._choose_next(1 if days > 0 else -1)
        else:
            self.go_to(self._day + timedelta(days=days))

    def _choose_next(self, by: int) -> None:
        found = self.of_day(self._day)
        if not found:
            return
        places = [each.key for each in found]
        at = places.index(self._chosen) + by if self._chosen in places else (0 if by > 0 else -1)
        self.choose(found[at % len(found)])

    def _nudge(self, days: int) -> None:
        chosen = self.current
        if chosen is None or not chosen.can_move:
            return
        if self._span is Span.WEEK and abs(days) == 7:
            self.moved.emit(chosen, chosen.moment + timedelta(minutes=STEP_MIN if days > 0 else -STEP_MIN))
        else:
            self.moved.emit(chosen, moved_to(chosen, chosen.day + timedelta(days=days)))

    def _renew(self) -> None:
        self._layout = None
        self._hovered = None
        self._tell()
        self.update()

    def _tell(self) -> None:
        """Keep what a screen reader says in step with what is chosen."""
        found = self.of_day(self._day)
        day = dated(self._day, "dddd, d MMMM yyyy")
        said = f"{day}: " + ("; ".join(each.spoken for each in found) or tr("nothing"))
        if self.current is not None:
            said = tr("{spoken}, chosen. {said}", spoken=self.current.spoken, said=said)
        self.setAccessibleDescription(f"{said}. {tr(HELP)}")
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))


def today() -> date:
    """The day it is here."""
    return datetime.now().astimezone().date()


def first_weekday() -> int:
    """The day that weeks begin with here, from Monday, 0."""
    return int(QLocale().firstDayOfWeek().value) - 1

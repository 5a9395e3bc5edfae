"""How a calendar looks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from app.language import dated, isolated, tr, trn
from app.models import phrases
from app.models.occasions import Occasion, OccasionKind
from app.theme import colour, even_figures, faded, icons
from app.widgets.calendar_layout import BLOCK, GUTTER, HEADER, NUMBER, Layout, Span
from app.widgets.tables import pill_colours

Key = tuple[str, datetime]
CENTRED = Qt.AlignmentFlag.AlignCenter
ROOMY = 130.0
"""A block of this width has room for a sign; a narrower one has a bar of its colour."""
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class View:
    """What is to be seen: the layout, and what is chosen, under the pointer and carried (with its new moment)."""

    layout: Layout
    day: date
    today: date
    chosen: Key | None = None
    hovered: Key | None = None
    has_focus: bool = False
    carried: tuple[Occasion, datetime] | None = None


def paint(painter: QPainter, area: QRectF, view: View) -> None:
    """Paint a calendar over `area`."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_head(painter, area, view)
    if view.layout.span is Span.WEEK:
        _paint_hours(painter, area, view.layout)
    for day, place in view.layout.days.items():
        _paint_day(painter, day, place, view)
    for block in view.layout.blocks:
        being_carried = view.carried is not None and view.carried[0].key == block.occasion.key
        painter.setOpacity(0.35 if being_carried else 1.0)
        _paint_block(painter, block.area, block.occasion, view)
    painter.setOpacity(1.0)
    for day, (place, count) in view.layout.more.items():
        painter.setPen(colour("muted"))
        painter.setFont(_small(painter.font()))
        shown = any(view.layout.days[day].contains(block.area.center()) for block in view.layout.blocks)
        words = tr("{count} more", count=count) if shown else trn("{count} run", "{count} runs", count)
        painter.drawText(place.adjusted(6, 0, 0, 0), LEFT, words)
    if view.layout.span is Span.WEEK:
        _paint_now(painter, view)
    if view.carried is not None:
        _paint_carried(painter, view, *view.carried)


def _paint_head(painter: QPainter, area: QRectF, view: View) -> None:
    plain = painter.font()
    painter.setFont(_small(plain))
    for day, held in list(view.layout.days.items())[:7]:
        head = QRectF(held.left(), 0, held.width(), HEADER)
        is_today = view.layout.span is Span.WEEK and day == view.today
        words = dated(day, "ddd") if view.layout.span is Span.MONTH else dated(day, "ddd d")
        painter.setPen(colour("accent" if is_today else "muted"))
        painter.drawText(head, CENTRED, words)
    painter.setFont(plain)
    painter.fillRect(QRectF(area.left(), HEADER - 1, area.width(), 1), colour("line"))


def _paint_hours(painter: QPainter, area: QRectF, layout: Layout) -> None:
    plain = painter.font()
    painter.setFont(even_figures(_small(plain)))
    for hour in range(24):
        top = layout.height_of(hour * 60)
        if hour:
            painter.fillRect(QRectF(GUTTER, top, area.width() - GUTTER, 1), faded("line", 0.55))
        if hour and hour % 2 == 0:
            painter.setPen(colour("muted"))
            painter.drawText(QRectF(0, top - 9, GUTTER - 10, 18), int(Qt.AlignmentFlag.AlignRight), f"{hour:02d}:00")
    painter.setFont(plain)


def _paint_day(painter: QPainter, day: date, area: QRectF, view: View) -> None:
    month = view.layout.span is Span.MONTH
    inside = not month or day.month == view.day.month
    if month:
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), colour("line"))
    painter.fillRect(QRectF(area.right() - 1, area.top(), 1, area.height()), colour("line"))
    if day == view.day:
        painter.setPen(QPen(colour("accent"), 1.6) if view.has_focus else QPen(colour("edge"), 1))
        painter.setBrush(faded("accent", 0.07))
        painter.drawRoundedRect(area.adjusted(2, 2, -3, -3), 7, 7)
    if not month:
        return
    circle = QRectF(area.left() + 6, area.top() + 4, 22, 22)
    painter.setPen(Qt.PenStyle.NoPen)
    if day == view.today:
        painter.setBrush(colour("accent"))
        painter.drawEllipse(circle)
    ink = colour("on_accent") if day == view.today else colour("text") if inside else faded("muted", 0.65)
    painter.setPen(ink)
    painter.drawText(circle, CENTRED, str(day.day))


def _paint_block(painter: QPainter, area: QRectF, occasion: Occasion, view: View) -> None:
    tone = "accent" if occasion.can_move else "good"
    ink, base, strong = pill_colours("muted" if occasion.is_paused else tone)
    ink_of_sign = colour("muted" if occasion.is_paused else tone)
    chosen, hovered = occasion.key == view.chosen, occasion.key == view.hovered
    painter.setBrush(Qt.BrushStyle.NoBrush if occasion.is_paused else QColor(strong if chosen or hovered else base))
    outline = QPen(colour("text" if chosen else "edge"), 1.4 if chosen else 1)
    if occasion.is_paused and not chosen:
        outline.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(outline if chosen or occasion.is_paused else Qt.PenStyle.NoPen)
    painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    words = area.adjusted(9, 0, -3, 0)
    if area.width() >= ROOMY:
        sign = "pause" if occasion.is_paused else "repeat" if occasion.kind is OccasionKind.RUN else "clock-outline"
        side = min(area.height() - 7, 13)
        icons.draw(painter, QRectF(area.left() + 7, area.center().y() - side / 2, side, side), sign, ink_of_sign)
        words.setLeft(area.left() + 12 + side)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink_of_sign)
        painter.drawRoundedRect(QRectF(area.left() + 3, area.top() + 4, 3, area.height() - 8), 1.5, 1.5)
    plain = painter.font()
    font = even_figures(_small(plain))
    painter.setFont(font)
    painter.setPen(QColor(ink) if occasion.is_paused else colour("text"))
    # In a narrow week the place tells the time already.
    at = "" if view.layout.span is Span.WEEK and area.width() < ROOMY else f"{phrases.time(occasion.moment)} "
    text = f"{at}{occasion.title}"
    text = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, words.width())
    painter.drawText(words, LEFT, isolated(text))
    painter.setFont(plain)


def _paint_now(painter: QPainter, view: View) -> None:
    area = view.layout.days.get(view.today)
    if area is None:
        return
    now = datetime.now().astimezone()
    y = view.layout.height_of(now.hour * 60 + now.minute)
    painter.setPen(QPen(colour("bad"), 1.4))
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
    painter.setBrush(colour("bad"))
    painter.drawEllipse(QPointF(area.left(), y), 3, 3)


def _paint_carried(painter: QPainter, view: View, occasion: Occasion, moment: datetime) -> None:
    here = moment.astimezone()
    area = view.layout.days.get(here.date())
    if area is None:
        return
    past = moment <= datetime.now().astimezone()
    painter.setBrush(faded("bad" if past else "accent", 0.12))
    painter.setPen(QPen(colour("bad" if past else "accent"), 1.6))
    painter.drawRoundedRect(area.adjusted(2, 2, -3, -3), 7, 7)
    top = area.top() + NUMBER
    if view.layout.span is Span.WEEK:
        top = min(view.layout.height_of(here.hour * 60 + here.minute), area.bottom() - BLOCK)
    block = QRectF(area.left() + 5, top, area.width() - 10, BLOCK)
    painter.setBrush(colour("raised"))
    painter.drawRoundedRect(block, 5, 5)
    font = even_figures(_small(painter.font()))
    painter.setFont(font)
    painter.setPen(colour("text"))
    told = tr("Already past") if past else occasion.title
    words = f"{phrases.time(here)}  {told}"
    fitted = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, block.width() - 14)
    painter.drawText(block.adjusted(8, 0, -4, 0), LEFT, isolated(fitted))


def _small(font: QFont) -> QFont:
    made = QFont(font)
    made.setPixelSize(12)
    return made

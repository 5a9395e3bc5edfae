"""Where days and occasions lie on a calendar, for a month and for a week. Nothing here paints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSizeF

from app.models.occasions import Occasion

HEADER = 34.0
GUTTER = 50.0
"""Width of the hours beside a week."""
NUMBER = 28.0
"""Height of a day's number."""
BLOCK, GAP = 20.0, 2.0
STEP_MIN = 15
"""In a week occasions are moved by these many minutes."""
DAY_MIN = 24 * 60


class Span(StrEnum):
    """How much a calendar shows."""

    MONTH = "month"
    WEEK = "week"


@dataclass(frozen=True, slots=True)
class Block:
    """One occasion and where it is painted."""

    occasion: Occasion
    area: QRectF


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything of one calendar, in pixels. `more` counts what has no room on a day."""

    span: Span
    days: Mapping[date, QRectF]
    blocks: tuple[Block, ...] = ()
    more: Mapping[date, tuple[QRectF, int]] = field(default_factory=dict)

    def day_at(self, place: QPointF) -> date | None:
        """The day at a place."""
        return next((day for day, area in self.days.items() if area.contains(place)), None)

    def block_at(self, place: QPointF) -> Block | None:
        """The block at a place; the one painted last where they overlap."""
        return next((block for block in reversed(self.blocks) if block.area.contains(place)), None)

    def minute_at(self, y: float) -> int | None:
        """The minute of the day at a height, to the nearest quarter of an hour; None in a month."""
        if self.span is Span.MONTH:
            return None
        area = next(iter(self.days.values()))
        share = (y - area.top()) / area.height()
        return min(max(round(share * DAY_MIN / STEP_MIN) * STEP_MIN, 0), DAY_MIN - STEP_MIN)

    def height_of(self, minute: int) -> float:
        """The height of a minute of the day, in a week."""
        area = next(iter(self.days.values()))
        return area.top() + area.height() * minute / DAY_MIN


def days_of(anchor: date, span: Span, *, first_weekday: int) -> tuple[date, ...]:
    """The days that are shown around `anchor`, whole weeks; `first_weekday` counts from Monday, 0."""
    start = anchor.replace(day=1) if span is Span.MONTH else anchor
    start -= timedelta(days=(start.weekday() - first_weekday) % 7)
    if span is Span.WEEK:
        return tuple(start + timedelta(days=n) for n in range(7))
    following = (anchor.replace(day=28) + timedelta(days=4)).replace(day=1)
    weeks = -(-(following - start).days // 7)
    return tuple(start + timedelta(days=n) for n in range(weeks * 7))


def laid_out(days: Sequence[date], held: Mapping[date, Sequence[Occasion]], *, span: Span, size: QSizeF) -> Layout:
    """The calendar of these days in a space of `size`."""
    return _month(days, held, size) if span is Span.MONTH else _week(days, held, size)


def _month(days: Sequence[date], held: Mapping[date, Sequence[Occasion]], size: QSizeF) -> Layout:
    width, height = size.width() / 7, (size.height() - HEADER) / (len(days) // 7)
    areas, blocks = {}, []
    more: dict[date, tuple[QRectF, int]] = {}
    for number, day in enumerate(days):
        area = QRectF(number % 7 * width, HEADER + number // 7 * height, width, height)
        areas[day] = area
        found = held.get(day, ())
        room = max(int((height - NUMBER - 2) // (BLOCK + GAP)), 0)
        shown = found if len(found) <= room else _worth_showing(found, max(room - 1, 0))
        for line, occasion in enumerate(shown):
            top = area.top() + NUMBER + line * (BLOCK + GAP)
            blocks.append(Block(occasion, QRectF(area.left() + 5, top, width - 10, BLOCK)))
        if len(found) > len(shown):
            top = area.top() + NUMBER + len(shown) * (BLOCK + GAP)
            more[day] = (QRectF(area.left() + 5, top, width - 10, BLOCK), len(found) - len(shown))
    return Layout(Span.MONTH, areas, tuple(blocks), more)


def _worth_showing(found: Sequence[Occasion], room: int) -> list[Occasion]:
    """What is shown of a full day: what can be moved first, for only what is seen can be taken hold of."""
    kept = sorted(found, key=lambda each: not each.can_move)[:room]
    return [each for each in found if each in kept]


def _week(days: Sequence[date], held: Mapping[date, Sequence[Occasion]], size: QSizeF) -> Layout:
    width, height = (size.width() - GUTTER) / 7, size.height() - HEADER
    tall = min(height / 24 - 1, BLOCK)
    areas = {day: QRectF(GUTTER + n * width, HEADER, width, height) for n, day in enumerate(days)}
    blocks = []
    for day, area in areas.items():
        for row in _clashing(held.get(day, ()), within_min=tall / height * DAY_MIN):
            wide = (width - 8) / len(row)
            for place, occasion in enumerate(row):
                minute = occasion.here.hour * 60 + occasion.here.minute
                top = min(area.top() + height * minute / DAY_MIN + 0.5, area.bottom() - tall)
                blocks.append(Block(occasion, QRectF(area.left() + 4 + place * wide, top, wide - 2, tall)))
    return Layout(Span.WEEK, areas, tuple(blocks))


def _clashing(found: Sequence[Occasion], *, within_min: float) -> Iterator[list[Occasion]]:
    """Occasions in rows of those that would be painted over each other."""
    row: list[Occasion] = []
    for occasion in found:
        if row and (occasion.moment - row[-1].moment).total_seconds() / 60 >= within_min:
            yield row
            row = []
        row.append(occasion)
    if row:
        yield row

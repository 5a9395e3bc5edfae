"""Charts as places on paper: what each mark says and where it stands, from 0 to 1, before anything is drawn."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from server.domain.documents import Chart, ChartKind
from server.engine.papers.markdown import plain_number
from server.engine.papers.references import clean, clipped

MOST_SHARES = 8
"""Parts of a whole beyond this many are drawn as bars."""
LABEL_CHARACTERS = 90
AXIS_CHARACTERS = 16
_CLOSEST = 0.3
"""Of the middle distance of labels, the least that two of them may have."""
_PLAIN = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Bar:
    """One value; the bar runs from `start` to `end` of the width. `text` is empty where there is no value."""

    text: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Bars:
    """Rows of bars, one bar for each series."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Bar, ...]], ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A value of a line: the number of its label, and its height from 0 to 1."""

    x: int
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over the same labels."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    ticks: tuple[tuple[str, float], ...]
    points: tuple[tuple[Point, ...], ...]
    places: tuple[float, ...]
    """Where each label stands along the axis, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Parts of a whole: label, value as shown, share from 0 to 1; together 1."""

    parts: tuple[tuple[str, str, float], ...]


def plotted(chart: Chart) -> Bars | Lines | Shares | None:
    """Where a chart's marks stand; nothing when it holds no number.

    A chart that can't be what it says (a line of one point, parts with a negative one) is drawn as bars.
    """
    series = [
        (clean(name), [value if math.isfinite(value) else math.nan for value in values[: len(chart.labels)]])
        for name, values in chart.series
    ]
    series = [(name, values + [math.nan] * (len(chart.labels) - len(values))) for name, values in series]
    numbers = [value for _, values in series for value in values if not math.isnan(value)]
    if not numbers:
        return None
    names = tuple(name for name, _ in series)
    single = next(values for _, values in series)
    if chart.kind is ChartKind.LINE and len(chart.labels) > 1 and places_of(chart.labels):
        return _lines(chart, names, [values for _, values in series], numbers)
    if (
        chart.kind is ChartKind.SHARES
        and len(series) == 1
        and len(numbers) == len(chart.labels) <= MOST_SHARES
        and min(numbers) >= 0 < sum(numbers)
    ):
        total = sum(single)
        return Shares(
            tuple(
                (_label(label), shown(value, chart.unit), value / total)
                for label, value in zip(chart.labels, single, strict=True)
            )
        )
    return _bars(chart, names, [values for _, values in series], numbers)


def places_of(labels: Sequence[str]) -> tuple[float, ...]:
    """Where labels stand along an axis, from 0 to 1: numbers and years as far apart as they are, words evenly.

    Empty where numbers can't be a line's labels: they don't rise, or some stand so close that they could not be read.
    """
    count = len(labels)
    even = tuple(n / max(1, count - 1) for n in range(count))
    numbers = [float(label) for label in labels if _PLAIN.fullmatch(label.strip())]
    if count < 3 or len(numbers) < count:
        return even
    span = numbers[-1] - numbers[0]
    steps = [b - a for a, b in pairwise(numbers)]
    if span <= 0 or min(steps) < _CLOSEST * span / (count - 1):
        return ()
    return tuple((number - numbers[0]) / span for number in numbers)


def is_even(labels: Sequence[str]) -> bool:
    """Whether labels of a line stand evenly along their axis."""
    places = places_of(labels)
    return all(abs(place - n / max(1, len(labels) - 1)) < 0.02 for n, place in enumerate(places))


def shown(value: float, unit: str) -> str:
    """A value with a unit that is read with it; a long unit stands beside the title instead."""
    number = grouped(value)
    if unit in {"%", "per cent", "percent"}:
        return f"{number} %"
    return number


def grouped(value: float) -> str:
    """A number with thin spaces between thousands, which every language reads alike."""
    plain = plain_number(abs(value))
    whole, point, rest = plain.partition(".")
    if "e" in plain:
        return plain_number(value)
    if len(whole) > 4:
        whole = "\u2009".join(_threes(whole))
    return f"{'−' if value < 0 else ''}{whole}{point}{rest}"


def _threes(digits: str) -> list[str]:
    first = len(digits) % 3
    return ([digits[:first]] if first else []) + [digits[i : i + 3] for i in range(first, len(digits), 3)]


def _bars(chart: Chart, names: tuple[str, ...], series: list[list[float]], numbers: list[float]) -> Bars:
    low, high = min(0.0, *numbers), max(0.0, *numbers)
    span = (high - low) or 1.0

    def bar(value: float) -> Bar:
        if math.isnan(value):
            return Bar("", 0.0, 0.0)
        ends = sorted(((value - low) / span, -low / span))
        return Bar(shown(value, chart.unit), ends[0], ends[1])

    rows = tuple(
        (_label(label), tuple(bar(values[index]) for values in series)) for index, label in enumerate(chart.labels)
    )
    return Bars(names, rows)


def _lines(chart: Chart, names: tuple[str, ...], series: list[list[float]], numbers: list[float]) -> Lines:
    ticks = nice_ticks(min(numbers), max(numbers))
    low, span = ticks[0], (ticks[-1] - ticks[0]) or 1.0
    points = tuple(
        tuple(
            Point(index, (value - low) / span, shown(value, chart.unit))
            for index, value in enumerate(values)
            if not math.isnan(value)
        )
        for values in series
    )
    return Lines(
        names,
        tuple(clipped(clean(label), AXIS_CHARACTERS) for label in chart.labels),
        tuple((shown(tick, chart.unit), (tick - low) / span) for tick in ticks),
        points,
        places_of(chart.labels),
    )


def nice_ticks(low: float, high: float, *, about: int = 4) -> tuple[float, ...]:
    """Round numbers that span the values, from zero where that wastes no more than half of the height.

    After Heckbert, "Nice Numbers for Graph Labels" (Graphics Gems, 1990).
    """
    if low > 0 and low < 0.5 * high:
        low = 0.0
    elif high < 0 and high > 0.5 * low:
        high = 0.0
    if low == high:
        low, high = (low - abs(low) * 0.5 or -1.0, high + abs(high) * 0.5 or 1.0)
    raw = (high - low) / about
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(nice * power for nice in (1, 2, 2.5, 5, 10) if nice * power >= raw * 0.999)
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return tuple(round(index * step, 12) for index in range(first, last + 1))


def _label(label: str) -> str:
    return clipped(clean(label), LABEL_CHARACTERS)

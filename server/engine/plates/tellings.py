"""Figures, dates and charts as they stand on a page."""

from __future__ import annotations

from dataclasses import replace

from server.domain.documents import Chart, ChartKind, Figure
from server.engine.papers.labels import Labels
from server.engine.papers.plotting import MOST_SHARES, places_of
from server.engine.papers.references import clean, clipped
from server.engine.plates.setting import line_width


def value_of(figure: Figure) -> str:
    """A figure with its unit, as it stands on a card."""
    value, unit = clipped(clean(figure.value), 40), clipped(clean(figure.unit), 24)
    if not unit or unit.lower() in value.lower().split():
        return value
    return f"{value}\u00a0{unit}" if line_width(unit, size=1) < 3.2 else f"{value} {unit}"


def when(label: str, date: str, *, is_about: bool, labels: Labels) -> str:
    """An event's date as it is shown."""
    shown = clipped(clean(label) or date, 60)
    return f"{labels.approximate} {shown}" if is_about and labels.approximate not in shown.lower() else shown


def as_drawn(chart: Chart) -> Chart:
    """The chart as both the slides and their PDF can draw it: shares and uneven lines as bars."""
    is_uneven = chart.kind is ChartKind.LINE and not places_of(chart.labels)
    if is_uneven or (chart.kind is ChartKind.SHARES and len(chart.labels) <= MOST_SHARES):
        return replace(chart, kind=ChartKind.BARS)
    return chart


_MARKS = {
    "de": "„{}“",
    "fr": "«\u00a0{}\u00a0»",
    "es": "«{}»",
    "it": "«{}»",
    "pl": "„{}”",
    "ru": "«{}»",
    "uk": "«{}»",
    "sv": "”{}”",
    "ja": "「{}」",
}


def quoted(text: str, language: str) -> str:
    """What somebody said, between the marks of its language; what has marks of its own gets none."""
    if any(mark in text for mark in '"“”„«»「'):
        return clean(text)
    return _MARKS.get(language.split("-", maxsplit=1)[0].lower(), "“{}”").format(clean(text))


def described(chart: Chart) -> str:
    """A chart in words, for who can't see it."""
    rows = []
    for name, values in chart.series:
        told = ", ".join(f"{clean(label)} {value:g}" for label, value in zip(chart.labels, values, strict=False))
        rows.append(f"{clean(name)}: {told}" if name else told)
    unit = f" ({clean(chart.unit)})" if chart.unit else ""
    return clipped(f"{clean(chart.title)}{unit}. {'; '.join(rows)}", 900)

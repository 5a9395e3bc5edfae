"""Headings that say what is shown: of a chart, of dates and of figures, out of their own numbers.

Everything said is arithmetic on what is drawn below it. Languages without phrases of their own keep the plain heading.
"""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.decks import Shown, Slide, SlideKind
from server.domain.documents import Chart, ChartKind
from server.engine.papers.plotting import shown
from server.engine.papers.references import clean, clipped

_MOST = 84
"""Characters of a headline; a longer one is no headline."""


@dataclass(frozen=True, slots=True)
class _Phrases:
    top: str
    """Which bar is the longest: {label}, {value}."""
    moved: str
    """From the first to the last of a line: {a} at {x}, {b} at {y}."""
    span: str
    """From the first date {a} to the last {b}."""
    figures: str
    """How many figures {n} there are to know."""
    recap: str
    """How many points {n} there are to remember."""
    counts: tuple[str, str, str, str, str]
    """Two to six, as a sentence begins with them."""


_PHRASES = {
    "en": _Phrases(
        "At the top: {label}, {value}",
        "From {a} ({x}) to {b} ({y})",
        "From {a} to {b}",
        "{n} numbers that matter",
        "{n} things to remember",
        ("Two", "Three", "Four", "Five", "Six"),
    ),
    "de": _Phrases(
        "An der Spitze: {label}, {value}",
        "Von {a} ({x}) auf {b} ({y})",
        "Von {a} bis {b}",
        "{n} Zahlen, auf die es ankommt",
        "{n} Punkte zum Mitnehmen",
        ("Zwei", "Drei", "Vier", "Fünf", "Sechs"),
    ),
    "fr": _Phrases(
        "En tête : {label}, {value}",
        "De {a} ({x}) à {b} ({y})",
        "De {a} à {b}",
        "{n} chiffres qui comptent",
        "{n} points à retenir",
        ("Deux", "Trois", "Quatre", "Cinq", "Six"),
    ),
    "es": _Phrases(
        "En cabeza: {label}, {value}",
        "De {a} ({x}) a {b} ({y})",
        "De {a} a {b}",
        "{n} cifras que importan",
        "{n} ideas para recordar",
        ("Dos", "Tres", "Cuatro", "Cinco", "Seis"),
    ),
    "it": _Phrases(
        "In testa: {label}, {value}",
        "Da {a} ({x}) a {b} ({y})",
        "Da {a} a {b}",
        "{n} cifre che contano",
        "{n} cose da ricordare",
        ("Due", "Tre", "Quattro", "Cinque", "Sei"),
    ),
    "pt": _Phrases(
        "À frente: {label}, {value}",
        "De {a} ({x}) para {b} ({y})",
        "De {a} a {b}",
        "{n} números que importam",
        "{n} ideias para recordar",
        ("Dois", "Três", "Quatro", "Cinco", "Seis"),
    ),
}
_FEMININE = {"es": {"Dos": "Dos"}, "pt": {"Dois": "Duas"}}
"""Where what is counted in the recap is feminine."""


def headline(piece: Shown, language: str) -> str:
    """What a slide or a panel shows, said in one line; empty where the plain heading stands."""
    code = language.split("-", maxsplit=1)[0].lower()
    phrases = _PHRASES.get(code)
    if phrases is None:
        return ""
    said = ""
    if piece.chart is not None:
        said = _of_chart(piece.chart, phrases)
    elif len(piece.events) > 1:
        first, last = (clean(event.date)[:4] for event in (piece.events[0], piece.events[-1]))
        said = phrases.span.format(a=first, b=last) if first.isdigit() and last.isdigit() and first < last else ""
    elif isinstance(piece, Slide) and piece.kind is SlideKind.RECAP and 2 <= len(piece.points) <= 6:
        count = phrases.counts[len(piece.points) - 2]
        said = phrases.recap.format(n=_FEMININE.get(code, {}).get(count, count))
    elif isinstance(piece, Slide) and 2 <= len(piece.figures) <= 6:
        said = phrases.figures.format(n=phrases.counts[len(piece.figures) - 2])
    return said if len(said) <= _MOST else ""


def _of_chart(chart: Chart, phrases: _Phrases) -> str:
    if len(chart.labels) < 2 or not chart.series:
        return ""
    if chart.kind is ChartKind.LINE:
        name, values = max(chart.series, key=lambda series: series[1][-1])
        first, last = (_value(chart, value) for value in (values[0], values[-1]))
        said = phrases.moved.format(a=first, x=clean(chart.labels[0]), b=last, y=clean(chart.labels[-1]))
        return f"{clean(name)}: {said[:1].lower()}{said[1:]}" if name and len(chart.series) > 1 else said
    name, values = chart.series[-1]
    largest = max(values)
    if list(values).count(largest) > 1 or largest <= 0:
        return ""
    label = clipped(clean(chart.labels[values.index(largest)]), 48)
    said = phrases.top.format(label=label, value=_value(chart, largest))
    return f"{said} ({clean(name)})" if name and len(chart.series) > 1 else said


def _value(chart: Chart, value: float) -> str:
    unit = clean(chart.unit)
    return shown(value, chart.unit) if not unit or unit == "%" or len(unit) > 12 else f"{shown(value, '')} {unit}"

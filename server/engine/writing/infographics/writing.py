"""The infographic of a set of sources: its panels follow what the sources have."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from server.domain.decks import Point, Theme
from server.domain.documents import Briefing, ChartKind
from server.domain.errors import NothingUsable
from server.domain.infographics import Detail, Infographic, Panel, PanelKind
from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Role
from server.engine.writing.briefings.writing import briefing
from server.engine.writing.datatables.writing import gathered
from server.engine.writing.decks.exhibits import cut, places, quotations, steps, united
from server.engine.writing.selection import worths
from server.engine.writing.shortening import point, shortened, shortened_event, without_ends
from server.engine.writing.standalone import statement
from server.engine.writing.tasks import InfographicTask, briefing_for

_NOTHING = "The sources hold no sentences that can be told: add a text with running sentences."
PANELS = {Detail.CONCISE: 3, Detail.STANDARD: 5, Detail.DETAILED: 7}
_FIGURES = {Detail.CONCISE: 3, Detail.STANDARD: 4, Detail.DETAILED: 6}
_EVENTS = {Detail.CONCISE: 4, Detail.STANDARD: 5, Detail.DETAILED: 7}
_POINTS = {Detail.CONCISE: 3, Detail.STANDARD: 4, Detail.DETAILED: 6}
_ROWS, _COLUMNS = 7, 5
_PULL = 1.5
_WORDS = 15
_LONGEST = 40
_STEPS, _STEP_WORDS = 9, 36
_PANEL = tuple[float, Panel]


def infographic(analysis: Analysis, task: InfographicTask) -> Infographic:
    """The infographic of a set of sources.

    Raises:
        NothingUsable: the sources hold no running sentences.
    """
    told = briefing(
        analysis,
        briefing_for(task),
    )
    worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
    lead = _lead(analysis, told)
    used = {told.title, f"{told.title}."} | ({lead.statement.text} if lead else set())
    found = [
        *_figures(told, task),
        *_charts(told),
        *_table(analysis, told),
        *_timeline(analysis, told, task),
        *_steps(analysis),
        *_places(analysis, worth),
        *_quotation(analysis, worth),
    ]
    used |= {s.text for _, panel in found for s in panel.statements}
    found += _points(analysis, worth, told, task, used=used)
    if not found:
        # A text of one or two sentences: they are the panel, and nothing leads to it.
        found, lead = _points(analysis, worth, told, task, used=set(), fewest=1), None
    wanted = analysis.rules.terms(task.instructions)
    ranked = sorted(found, key=lambda pair: -pair[0] - _PULL * _pull(analysis, pair[1], wanted))
    panels = tuple(panel for _, panel in ranked[: PANELS[task.detail]])
    if not panels:
        raise NothingUsable(_NOTHING)
    return Infographic(
        title=told.title,
        language=task.language,
        notes=told.notes,
        orientation=task.orientation,
        detail=task.detail,
        lead=lead,
        panels=panels,
        sources=told.sources,
    )


def _pull(analysis: Analysis, panel: Panel, wanted: frozenset[str]) -> float:
    if not wanted:
        return 0.0
    words = [panel.heading, *(s.text for s in panel.statements)]
    words += [panel.chart.title, *panel.chart.labels] if panel.chart else []
    words += [panel.table.title, *(c.name for c in panel.table.columns)] if panel.table else []
    return min(2.0, len(wanted & analysis.rules.terms(" ".join(words))))


def _lead(analysis: Analysis, told: Briefing) -> Point | None:
    made = (point(analysis, s, most=26) for s in told.summary)
    return next((p for p in made if p is not None and len(p.text.split()) >= 6), None)


def _figures(told: Briefing, task: InfographicTask) -> list[_PANEL]:
    figures = united(told.figures)[: _FIGURES[task.detail]]
    if len(figures) < 2:
        return []
    return [(3.5, Panel(kind=PanelKind.FIGURES, theme=Theme.FIGURES, figures=figures))]


def _charts(told: Briefing) -> list[_PANEL]:
    out: list[_PANEL] = []
    ranked = sorted(told.charts, key=lambda c: (c.kind is not ChartKind.SHARES, len(c.labels) * len(c.series) > 12))
    for number, chart in enumerate(ranked[:3]):
        panel = Panel(kind=PanelKind.CHART, theme=Theme.NUMBERS, heading=chart.title, chart=chart)
        out.append((3.3 - 0.8 * number, panel))
    return out


def _table(analysis: Analysis, told: Briefing) -> list[_PANEL]:
    charted = {chart.title for chart in told.charts}
    named = {t.title: t for t in told.tables}
    for found in gathered(analysis):
        table = named.get(found.table.title, found.table)
        if len(table.rows) < 2 or len(table.columns) < 2:
            continue
        shown = cut(table, rows=_ROWS, columns=_COLUMNS)
        weight = 1.2 if table.title in charted else 2.9
        return [(weight, Panel(kind=PanelKind.TABLE, theme=Theme.COMPARISON, heading=table.title, table=shown))]
    return []


def _timeline(analysis: Analysis, told: Briefing, task: InfographicTask) -> list[_PANEL]:
    events = [
        dataclasses.replace(event, text=Statement(text, event.text.passages))
        for event in told.events
        if (text := shortened_event(analysis, event, most=_WORDS + 3))
    ]
    if len(events) < 3:
        return []
    count = min(_EVENTS[task.detail], len(events))
    chosen = tuple(events[int(n * len(events) / count)] for n in range(count))
    return [(2.7, Panel(kind=PanelKind.TIMELINE, theme=Theme.DATES, events=chosen))]


def _steps(analysis: Analysis) -> list[_PANEL]:
    for heading, _, points in steps(analysis):
        texts = [shortened(analysis, p.statement, most=_WORDS) or p.text for p in points]
        shown = [Point(t, p.statement) for t, p in zip(texts, points, strict=True)]
        if len(shown) <= _STEPS and max(len(t.split()) for t in texts) <= _STEP_WORDS:
            kept = tuple(_plain(shown))
            return [(3.2, Panel(kind=PanelKind.STEPS, theme=Theme.STEPS, heading=heading, points=kept))]
    return []


def _places(analysis: Analysis, worth: Sequence[float]) -> list[_PANEL]:
    found = places(analysis, worth, most=4)
    if len(found) < 3:
        return []
    points = tuple(p for _, p in found)
    return [(1.9, Panel(kind=PanelKind.PLACES, theme=Theme.PLACES, points=points))]


def _quotation(analysis: Analysis, worth: Sequence[float]) -> list[_PANEL]:
    found = [p for _, p in quotations(analysis, worth) if len(p.text.split()) <= 28]
    return [(2.3, Panel(kind=PanelKind.QUOTATION, theme=Theme.QUOTATION, points=(found[0],)))] if found else []


def _points(
    analysis: Analysis,
    worth: Sequence[float],
    told: Briefing,
    task: InfographicTask,
    *,
    used: set[str],
    fewest: int = 2,
) -> list[_PANEL]:
    """Short statements, of each paragraph the weightiest; a text of one or two paragraphs gives several of each."""
    wanted = {
        (p.source_id, p.start) for section in told.findings for r in section.paragraphs for s in r for p in s.passages
    }
    if fewest < 2:
        wanted |= {(p.source_id, p.start) for s in told.summary for p in s.passages}
    points: list[tuple[int, Point]] = []
    for most, several in ((_WORDS, False), (2 * _WORDS, False), (2 * _WORDS, True), (_LONGEST, True)):
        points = _weightiest(analysis, worth, wanted, used, words=most, several=several)[: _POINTS[task.detail]]
        if len(points) >= 3:
            break
    if len(points) < fewest:
        return []
    ordered = [p for _, p in sorted(points, key=lambda pair: pair[0])]
    return [(2.5, Panel(kind=PanelKind.POINTS, theme=Theme.FINDINGS, points=tuple(_plain(ordered))))]


def _weightiest(
    analysis: Analysis,
    worth: Sequence[float],
    wanted: set[tuple[str, int]],
    used: set[str],
    *,
    words: int,
    several: bool,
) -> list[tuple[int, Point]]:
    """Of each paragraph the statement that is worth most and short enough (or `several`), with its sentence's id."""
    best: dict[int, tuple[float, int, Point]] = {}
    for s in analysis.sentences:
        if (
            worth[s.id] <= 0
            or (analysis.sources[s.source].id, s.start) not in wanted
            or s.words > _LONGEST
            or s.words < 5
        ):
            continue
        if s.roles & {Role.TABLE, Role.QUESTION, Role.STEP, Role.QUOTATION}:
            continue
        alone = statement(analysis, s.id, most=_LONGEST)
        if alone is None or alone.text in used:
            continue
        shown = point(analysis, alone, most=words)
        place = s.id if several else s.paragraph
        if shown is not None and (place not in best or worth[s.id] > best[place][0]):
            best[place] = (worth[s.id], s.id, shown)
    return [(i, p) for _, i, p in sorted(best.values(), key=lambda b: -b[0])]


def _plain(points: Sequence[Point]) -> list[Point]:
    texts = without_ends([p.text for p in points])
    return [dataclasses.replace(p, text=text) for p, text in zip(points, texts, strict=True)]

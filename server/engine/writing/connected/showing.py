"""From a model's answer to slides, panels and scenes: what is shown is what the gate lets in, and nothing beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.domain.decks import Deck, DeckFormat, Point, Shown, Slide, SlideKind, Theme
from server.domain.documents import Figure
from server.domain.infographics import Infographic, Panel, PanelKind
from server.domain.scripts import Line, Statement
from server.domain.sources import Passage
from server.domain.storyboards import Scene, SceneItem, SceneKind, Storyboard
from server.engine.writing.briefings.charts import of_table
from server.engine.writing.connected.admission import Gate, clean
from server.engine.writing.connected.answers import (
    DeckAnswer,
    InfographicAnswer,
    Said,
    SceneAnswer,
    SceneItemAnswer,
    ShownAnswer,
    StoryboardAnswer,
)
from server.engine.writing.connected.building import events_of, figures_of, notes_of, table_of, title_of
from server.engine.writing.decks.writing import AROUND, SLIDES
from server.engine.writing.films.writing import MEASURES, spoken_by
from server.engine.writing.infographics.writing import PANELS
from server.engine.writing.tasks import DeckTask, InfographicTask, StoryboardTask

_POINT_WORDS = {DeckFormat.PRESENTER: 18, DeckFormat.DETAILED: 40}
_PANEL_WORDS = 24
_POINTS, _STEPS, _FIGURES, _EVENTS = 5, 9, 6, 6
_SHOWN_WORDS = 26
"""Words that a scene shows at once."""
_ITEM_WORDS = 14
_MOST_ITEMS = {
    SceneKind.LIST: (2, 6),
    SceneKind.STEPS: (2, 6),
    SceneKind.TIMELINE: (2, 5),
    SceneKind.COMPARISON: (2, 2),
    SceneKind.TERMS: (3, 4),
}
_FIGURE = re.compile(r"[0-9][0-9.,]*[0-9]|[0-9]")


def deck(gate: Gate, answer: DeckAnswer, task: DeckTask) -> Deck:
    """Slides: a cover, what they hold, what to take away, the sources."""
    title = title_of(gate, answer.title, task)
    most = _POINT_WORDS[task.format]
    shown = [made for each in answer.slides if (made := _shown(gate, each, task.language, most=most)) is not None]
    content = [_slide(gate, each, made) for each, made in shown][: SLIDES[task.duration] - AROUND[task.duration] + 1]
    lead = _points(gate, [answer.lead], most=24)
    recap = _points(gate, answer.recap, most=most)[:4]
    agenda = [Slide(kind=SlideKind.AGENDA, theme=Theme.AGENDA)] if len(content) >= _POINTS else []
    closing = [Slide(kind=SlideKind.RECAP, theme=Theme.RECAP, points=recap)] if len(recap) > 1 else []
    sources = notes_of(gate)
    authors = tuple(dict.fromkeys(note.author for note in sources if note.author))
    cover = Slide(kind=SlideKind.TITLE, heading=title, names=authors[:3], points=lead)
    last = Slide(kind=SlideKind.SOURCES, theme=Theme.SOURCES)
    return Deck(
        title=title,
        language=task.language,
        format=task.format,
        slides=(cover, *agenda, *content, *closing, last) if content else (),
        sources=sources,
    )


def infographic(gate: Gate, answer: InfographicAnswer, task: InfographicTask) -> Infographic:
    """Panels in the order of the answer."""
    shown = [_shown(gate, each, task.language, most=_PANEL_WORDS) for each in answer.panels]
    panels = [
        Panel(
            kind=PanelKind(kind),
            theme=what.theme,
            heading=what.heading,
            points=what.points,
            figures=what.figures,
            chart=what.chart,
            table=what.table,
            events=what.events,
        )
        for _, (kind, what) in (made for made in shown if made is not None)
    ]
    lead = _points(gate, [answer.lead], most=30)
    return Infographic(
        title=title_of(gate, answer.title, task),
        language=task.language,
        orientation=task.orientation,
        detail=task.detail,
        lead=lead[0] if lead and panels else None,
        panels=tuple(panels[: PANELS[task.detail]]),
        sources=notes_of(gate),
    )


_Made = tuple[str, Shown]
"""A kind that slides and panels share, and what it shows."""


def _slide(gate: Gate, answer: ShownAnswer, made: _Made) -> Slide:
    kind, shown = made
    of_slides = SlideKind.STATEMENT if kind == "points" and len(shown.points) == 1 else SlideKind(kind)
    seen = {point.statement.text for point in shown.points}
    talk = tuple(said for said in gate.statements(answer.talk) if said.text not in seen)
    return Slide(
        kind=of_slides,
        theme=shown.theme,
        heading="" if of_slides is SlideKind.QUOTATION else shown.heading,
        points=shown.points,
        figures=shown.figures,
        chart=shown.chart,
        table=shown.table,
        events=shown.events,
        talk=talk,
    )


def _shown(gate: Gate, answer: ShownAnswer, language: str, *, most: int) -> tuple[ShownAnswer, _Made] | None:
    """What an answer shows, by what of it was let in; nothing where nothing was."""
    heading = gate.heading(answer.heading)
    kind = answer.kind.lower().strip()
    made: _Made | None = None
    if kind == "figures" and len(figures := figures_of(gate, answer.figures)) > 1:
        made = ("figures", Shown(theme=Theme.FIGURES, heading=heading, figures=figures[:_FIGURES]))
    elif kind == "timeline" and len(events := events_of(gate, answer.events)) > 1:
        made = ("timeline", Shown(theme=Theme.DATES, heading=heading, events=events[:_EVENTS]))
    elif kind == "table" and (table := table_of(gate, answer.table, language)) is not None:
        chart = next(iter(of_table(table, most=1)), None)
        name = heading or table.title
        if chart is not None:
            made = ("chart", Shown(theme=Theme.NUMBERS, heading=clean(chart.title) or name, chart=chart))
        else:
            made = ("table", Shown(theme=Theme.COMPARISON, heading=name, table=table))
    if made is None:
        points = _points(gate, answer.points, most=most)
        if kind == "quotation" and points and (quoted := _quotation(gate, points[0], answer.speaker)) is not None:
            made = ("quotation", Shown(theme=Theme.QUOTATION, points=(quoted,)))
        elif kind == "steps" and len(points) > 1:
            made = ("steps", Shown(theme=Theme.STEPS, heading=heading, points=points[:_STEPS]))
        elif points:
            made = ("points", Shown(theme=Theme.FINDINGS, heading=heading, points=points[:_POINTS]))
    return (answer, made) if made is not None else None


def _points(gate: Gate, said: Sequence[Said], *, most: int) -> tuple[Point, ...]:
    admitted = gate.statements([each for each in said if each.text.strip()])
    return tuple(Point(s.text, s) for s in admitted if len(s.text.split()) <= most)


def _quotation(gate: Gate, point: Point, speaker: str) -> Point | None:
    """The words as a quotation, where a passage has them so; who says them where the passages name them."""
    words = point.text.strip(' "“”„«»')
    if not any(words.rstrip(".") in " ".join(passage.text.split()) for passage in point.statement.passages):
        return None
    name = clean(speaker)
    named = name if name and not gate.faults(name, point.statement.passages) else ""
    return Point(words, Statement(words, point.statement.passages), named)


def storyboard(gate: Gate, answer: StoryboardAnswer, task: StoryboardTask) -> Storyboard:
    """Scenes up to the length of the format: a title over the hook, what is told, the last word."""
    measure = MEASURES[task.format]
    title = title_of(gate, answer.title, task)
    hook, recap = (gate.statement(each.text, each.passages) for each in (answer.hook, answer.recap))
    scenes: list[Scene] = []
    words = sum(len(said.text.split()) for said in (hook, recap) if said is not None)
    for each in answer.scenes[: measure.scenes]:
        scene = _scene(gate, each)
        if scene is None:
            continue
        words += sum(len(line.text.split()) for line in scene.lines)
        if scenes and words > measure.words:
            break
        begins = scene.heading and all(scene.heading != before.heading for before in scenes)
        scenes.append(replace(scene, chapter=scene.heading) if begins else scene)
    if hook is None and scenes:
        hook = Statement(scenes[0].lines[0].text, scenes[0].lines[0].passages)
        scenes = scenes[1:]
    opening = [_said(SceneKind.TITLE, hook, text=title, heading=hook.text, chapter=title)] if hook else []
    closing = [_said(SceneKind.RECAP, recap, text=recap.text)] if recap is not None and len(scenes) > 1 else []
    return Storyboard(
        title=title,
        language=task.language,
        format=task.format,
        scenes=spoken_by([*opening, *scenes, *closing], task.speakers),
        description=" ".join(said.text for said in gate.statements(answer.description)[:3]),
    )


def _said(kind: SceneKind, said: Statement, **shown: str) -> Scene:
    return Scene(kind=kind, lines=(Line(0, said.text, passages=said.passages),), **shown)  # type: ignore[arg-type]


def _scene(gate: Gate, answer: SceneAnswer) -> Scene | None:
    """A scene of its kind where what was let in carries that kind, else of its sentence alone."""
    admitted = [(n, gate.statement(said.text, said.passages)) for n, said in enumerate(answer.lines)]
    told = [(n, said) for n, said in admitted if said is not None]
    if not told:
        return None
    lines = tuple(Line(0, said.text, passages=said.passages) for _, said in told)
    passages = tuple(dict.fromkeys(passage for line in lines for passage in line.passages))
    places = {n: place for place, (n, _) in enumerate(told)}
    base = Scene(kind=SceneKind.STATEMENT, lines=lines, heading=gate.heading(answer.heading))
    kind = next((k for k in SceneKind if k == answer.kind.lower().strip()), SceneKind.STATEMENT)
    shown = clean(answer.text)
    shown = shown if 0 < len(shown.split()) <= _SHOWN_WORDS and not gate.faults(shown, passages) else ""
    items = _items(gate, answer.items, passages, places)
    if kind in _MOST_ITEMS:
        least, most = _MOST_ITEMS[kind]
        middle = kind is not SceneKind.TERMS or 0 < len(shown) <= 48
        labelled = kind is not SceneKind.TIMELINE or all(item.label for item in items)
        if least <= len(items) and middle and labelled:
            text = shown if kind in {SceneKind.TERMS, SceneKind.LIST} else ""
            return replace(base, kind=kind, items=items[:most], text=text)
    value, unit = clean(answer.value), clean(answer.unit)
    if kind is SceneKind.NUMBER and any(c.isdigit() for c in value) and not gate.faults(f"{value} {unit}", passages):
        said = Statement(lines[0].text, lines[0].passages)
        return replace(base, kind=kind, figure=Figure(value, unit, shown or said.text.rstrip("."), said))
    text = shown or next((line.text for line in lines if len(line.text.split()) <= _SHOWN_WORDS), "")
    if kind is SceneKind.QUOTATION and text:
        quoted = _quotation(gate, Point(text, Statement(text, passages)), answer.items[0].text if answer.items else "")
        if quoted is not None:
            who = (SceneItem(quoted.name),) if quoted.name else ()
            return replace(base, kind=kind, text=quoted.text, items=who)
    if not text:
        return None
    return replace(base, text=text, emphasis=tuple(dict.fromkeys(_FIGURE.findall(text)))[:3])


def _items(
    gate: Gate, answers: Sequence[SceneItemAnswer], passages: tuple[Passage, ...], places: dict[int, int]
) -> tuple[SceneItem, ...]:
    """The items that the scene's own passages carry, each with the line that brings it, in the order they are told."""
    out = []
    for each in answers:
        text, label = clean(each.text), clean(each.label)
        fits = 0 < len(text.split()) <= _ITEM_WORDS and each.line in places
        if fits and not gate.faults(text, passages):
            label = label if label and not gate.faults(label, passages) else ""
            out.append(SceneItem(text, label=label, line=places[each.line]))
    return tuple(sorted(out, key=lambda item: item.line))

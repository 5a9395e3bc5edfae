"""Slides, panels and scenes by a connected model: only what the gate lets in is shown, and nothing beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from misbehaving_model import Fault, Model, Play

from server.domain.decks import DeckFormat, SlideKind
from server.domain.errors import CannotProduce
from server.domain.infographics import Detail, PanelKind
from server.domain.sources import Source
from server.domain.storyboards import SceneKind, VideoFormat
from server.engine.writing.connected.writer import ConnectedWriter
from server.engine.writing.tasks import DeckTask, InfographicTask, StoryboardTask, Task

Start = Callable[..., tuple[ConnectedWriter, Model]]
Sourced = Callable[..., Source]

COST = {"text": "Copper cost 2.3 million euros, forty percent more than new glass.", "passages": [2]}
STORM = {"text": "The market of Alder Quay lost its glass roof in January 1994.", "passages": [1]}
OPENED = {"text": "The market reopened in May 2005.", "passages": [3]}
ROSE = {"text": "Footfall rose from 9,000 visitors a week to 21,000 within three years.", "passages": [3]}
INVENTED = {"text": "Konrad Adler praised the 77 new windows.", "passages": [2]}
WORDS = {"text": "the dark ceiling had taken away the light", "passages": [3]}
NEVER_SAID = {"text": "The roof is copper and the hall is dark for a century.", "passages": [2]}
FIGURE = {"value": "2.3 million", "unit": "euros", "label": "cost of the copper", **COST}
FALSE_FIGURE = {"value": "9.9 million", "unit": "euros", "label": "cost of the copper", **COST}
GAIN = {"value": "21,000", "unit": "visitors", "label": "a week within three years", **ROSE}


def answers(**by_shape: Any) -> Play:
    """Answer each shape with its value; statements that are sent back stay as they are."""
    return lambda body: json.dumps(
        by_shape.get(str(body["response_format"]["json_schema"]["name"]), {"statements": []})
    )


def told(kind: type[Task[Any]], source: Source, **facts: Any) -> Any:
    return kind(**{"sources": (source,), "language": "en", **facts})


def cells(*rows: tuple[str, ...]) -> list[dict[str, Any]]:
    return [{"cells": [{"text": text, "passages": [3]} for text in row]} for row in rows]


SLIDES = [
    {"kind": "points", "heading": "Copper costs more", "points": [COST, INVENTED, STORM]},
    {"kind": "figures", "figures": [FIGURE, FALSE_FIGURE, GAIN]},
    {"kind": "quotation", "points": [WORDS], "speaker": "Konrad Adler"},
    {"kind": "quotation", "points": [NEVER_SAID]},
    {"kind": "timeline", "events": [{"date": "1994-01", **STORM}, {"date": "2005-05", **OPENED}]},
    {"kind": "steps", "points": [STORM]},
    {"kind": "points", "points": [INVENTED]},
]


def test_slides_show_what_was_let_in_and_nothing_else(writer: Start, source: Sourced) -> None:
    answer = {"title": "Copper over the market", "lead": STORM, "slides": SLIDES, "recap": [COST, OPENED, INVENTED]}
    deck = writer(answers(DeckAnswer=answer))[0].write(told(DeckTask, source(), format=DeckFormat.DETAILED))
    kinds = [slide.kind for slide in deck.slides]
    assert kinds[0] is SlideKind.TITLE
    assert kinds[-2:] == [SlideKind.RECAP, SlideKind.SOURCES]
    by_kind = {slide.kind: slide for slide in deck.slides}
    assert [p.text for p in by_kind[SlideKind.POINTS].points] == [COST["text"], STORM["text"]]
    assert [f.value for f in by_kind[SlideKind.FIGURES].figures] == ["2.3 million", "21,000"]
    quoted = by_kind[SlideKind.QUOTATION].points[0]
    assert quoted.text == WORDS["text"]
    assert quoted.name == ""
    assert kinds.count(SlideKind.QUOTATION) == 1
    assert [e.date for e in by_kind[SlideKind.TIMELINE].events] == ["1994-01", "2005-05"]
    assert SlideKind.STEPS not in kinds
    assert [p.text for p in by_kind[SlideKind.RECAP].points] == [COST["text"], OPENED["text"]]
    assert all(p.text in source().text for p in deck.passages)
    assert not any("Adler" in s.text or "9.9" in s.text for s in deck.statements)
    assert deck.written_by.startswith("parrot-1")


def test_points_too_long_for_a_talk_are_not_on_its_slides(writer: Start, source: Sourced) -> None:
    long = {**COST, "text": f"{COST['text'][:-1]}, but it needs no cleaning and is expected to last a century."}
    answer = {"slides": [{"kind": "points", "points": [long, OPENED, STORM], "talk": [long]}]}
    deck = writer(answers(DeckAnswer=answer))[0].write(told(DeckTask, source(), format=DeckFormat.PRESENTER))
    slide = next(s for s in deck.slides if s.kind is SlideKind.POINTS)
    assert [p.text for p in slide.points] == [OPENED["text"], STORM["text"]]
    assert [s.text for s in slide.talk] == [long["text"]]


def test_panels_follow_the_answer_and_a_table_of_numbers_is_drawn(writer: Start, source: Sourced) -> None:
    columns = [{"name": "Visitors"}, {"name": "A week", "type": "number"}]
    rows = cells(("before", "9,000"), ("three years", "21,000"), ("in May", "2005"))
    answer = {
        "lead": STORM,
        "panels": [
            {"kind": "table", "heading": "Footfall", "table": {"columns": columns, "rows": rows}},
            {"kind": "points", "points": [COST]},
            {"kind": "figures", "figures": [FALSE_FIGURE]},
            {"kind": "nonsense", "points": [INVENTED]},
            *[{"kind": "points", "points": [OPENED]}] * 9,
        ],
    }
    task = told(InfographicTask, source(), detail=Detail.CONCISE)
    piece = writer(answers(InfographicAnswer=answer))[0].write(task)
    assert piece.lead is not None
    assert piece.lead.text == STORM["text"]
    assert [panel.kind for panel in piece.panels][:2] == [PanelKind.CHART, PanelKind.POINTS]
    chart = piece.panels[0].chart
    assert chart is not None
    assert dict(zip(chart.labels, chart.series[0][1], strict=True)) == {
        "before": 9000.0,
        "three years": 21000.0,
        "in May": 2005.0,
    }
    assert len(piece.panels) == 3


SCENES = [
    {"kind": "number", "heading": "The price", "lines": [COST], "value": "2.3 million", "unit": "euros"},
    {"kind": "number", "lines": [ROSE], "value": "90,000", "text": "Footfall rose."},
    {
        "kind": "timeline",
        "lines": [STORM, OPENED],
        "items": [
            {"text": "The market reopened", "label": "May 2005", "line": 1},
            {"text": "It lost its glass roof", "label": "January 1994", "line": 0},
        ],
    },
    {"kind": "comparison", "lines": [COST], "items": [{"text": "Copper"}, {"text": "Konrad Adler"}]},
    {"kind": "quotation", "lines": [WORDS], "text": WORDS["text"]},
    {"kind": "statement", "lines": [INVENTED], "text": "All is well."},
]


def test_scenes_show_only_what_their_lines_carry(writer: Start, source: Sourced) -> None:
    answer = {"title": "The roof", "hook": STORM, "scenes": SCENES, "recap": OPENED, "description": [COST]}
    board = writer(answers(StoryboardAnswer=answer))[0].write(told(StoryboardTask, source()))
    kinds = [scene.kind for scene in board.scenes]
    assert kinds == [
        SceneKind.TITLE,
        SceneKind.NUMBER,
        SceneKind.STATEMENT,
        SceneKind.TIMELINE,
        SceneKind.STATEMENT,
        SceneKind.QUOTATION,
        SceneKind.RECAP,
    ]
    assert board.scenes[1].figure is not None
    assert board.scenes[1].figure.value == "2.3 million"
    assert [(i.label, i.line) for i in board.scenes[3].items] == [("January 1994", 0), ("May 2005", 1)]
    assert not any("Adler" in item.text for scene in board.scenes for item in scene.items)
    assert board.scenes[0].chapter
    assert all(p.text in source().text for s in board.statements for p in s.passages)


def test_a_short_ends_before_its_minute(writer: Start, source: Sourced) -> None:
    answer = {"hook": STORM, "scenes": [{"lines": [COST, ROSE, OPENED]}] * 9, "recap": OPENED}
    task = told(StoryboardTask, source(), format=VideoFormat.SHORT, speakers=2)
    board = writer(answers(StoryboardAnswer=answer))[0].write(task)
    assert sum(len(s.text.split()) for s in board.statements) <= 104
    assert {line.speaker for scene in board.scenes for line in scene.lines} == {0, 1}


@pytest.mark.parametrize("kind", [DeckTask, InfographicTask, StoryboardTask])
@pytest.mark.parametrize("play", [lambda _: "{}", lambda _: "not JSON", lambda _: Fault(status=500)])
def test_an_answer_without_anything_makes_no_piece(
    kind: type[Task[Any]], play: Play, writer: Start, source: Sourced
) -> None:
    with pytest.raises(CannotProduce):
        writer(play)[0].write(told(kind, source()))

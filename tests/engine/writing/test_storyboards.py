"""Storyboards: every scene shows what the sources say, in the length of the format."""

from __future__ import annotations

from functools import cache

import pytest
from document_measures import text_source

from server.domain.storyboards import SceneKind, Storyboard, VideoFormat
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.rules import rules_for
from server.engine.writing.tasks import StoryboardTask

TEXTS = ["annual_report_reuse.md", "stadtbaeume_de.md"]
WORDS = {VideoFormat.EXPLAINER: (150, 400), VideoFormat.SHORT: (40, 125), VideoFormat.CINEMATIC: (90, 270)}


@cache
def writer() -> BuiltInWriter:
    return BuiltInWriter()


@cache
def board_of(name: str, film: VideoFormat, title_prompt: str = "", speakers: int = 1) -> Storyboard:
    source = text_source(name)
    return writer().write(
        StoryboardTask(
            sources=(source,), language=source.language, format=film, title_prompt=title_prompt, speakers=speakers
        )
    )


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("film", list(VideoFormat))
def test_every_line_rests_on_its_passages(name: str, film: VideoFormat) -> None:
    board, source = board_of(name, film), text_source(name)
    rules = rules_for(source.language)
    for scene in board.scenes:
        assert scene.lines
        for line in scene.lines:
            assert line.passages
            for passage in line.passages:
                assert source.text[passage.start : passage.end] == passage.text
            if scene.chart is None:
                assert not rules.unsupported(line.text, passages=[p.text for p in line.passages])
        for item in scene.items:
            assert 0 <= item.line < len(scene.lines)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("film", list(VideoFormat))
def test_a_film_opens_with_its_title_and_ends_with_the_gist_in_its_length(name: str, film: VideoFormat) -> None:
    board = board_of(name, film)
    low, high = WORDS[film]
    assert low <= sum(len(line.text.split()) for scene in board.scenes for line in scene.lines) <= high
    assert board.scenes[0].kind is SceneKind.TITLE
    assert board.scenes[-1].kind is SceneKind.RECAP
    assert len({scene.kind for scene in board.scenes}) >= 4
    said = [line.text for scene in board.scenes for line in scene.lines]
    assert len(said) == len(set(said))


@pytest.mark.parametrize("name", TEXTS)
def test_figures_and_charts_are_the_source_s(name: str) -> None:
    board, text = board_of(name, VideoFormat.EXPLAINER), text_source(name).text
    figures = [scene.figure for scene in board.scenes if scene.figure]
    for figure in figures:
        assert figure.value in text
    for chart in (scene.chart for scene in board.scenes if scene.chart):
        for _, values in chart.series:
            assert len(values) == len(chart.labels)
        for label in chart.labels:
            assert label in text


def test_a_title_prompt_steers_which_title_is_taken() -> None:
    plain = board_of("annual_report_reuse.md", VideoFormat.EXPLAINER)
    repaired = board_of("annual_report_reuse.md", VideoFormat.EXPLAINER, "short, about the repair work")
    assert "Repair" in repaired.title != plain.title
    lost = board_of("annual_report_reuse.md", VideoFormat.EXPLAINER, "dragons")
    assert lost.title == plain.title
    assert any("title prompt" in note for note in lost.notes)


def test_two_voices_take_turns_from_scene_to_scene() -> None:
    board = board_of("annual_report_reuse.md", VideoFormat.EXPLAINER, speakers=2)
    assert {line.speaker for scene in board.scenes for line in scene.lines} == {0, 1}
    assert all(len({line.speaker for line in scene.lines}) == 1 for scene in board.scenes)

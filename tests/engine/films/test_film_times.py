"""Plans and captions: scenes without a gap, captions that are what is said."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sample_storyboards import SAID, small_board

from server.domain.storyboards import VideoFormat
from server.engine.films.captions import READ_MOST, captions, moving
from server.engine.films.plans import FPS, LEAD_MS, pauses, timed, without_weakest


@pytest.mark.parametrize("film", list(VideoFormat))
def test_scenes_follow_each_other_without_a_gap(film: VideoFormat) -> None:
    board = small_board(film)
    times, at = [], 1500
    for line, pause in zip(board.script().lines, pauses(board), strict=True):
        times.append((at, at + 40 * len(line.text)))
        at = times[-1][1] + (pause or 0)
    plan = timed(board, times, duration_ms=at + 900)
    assert plan[0].first_frame == 0
    for before, after in pairwise(plan):
        assert before.first_frame + before.frames == after.first_frame
    assert sum(scene.frames for scene in plan) == -(-(at + 900) * FPS // 1000)
    for scene, (start, _) in zip(plan, times, strict=True):
        assert abs(scene.first_frame * 1000 / FPS + scene.lines[0][0] - start) <= 1
    for scene in plan[1:]:
        assert abs(scene.lines[0][0] - LEAD_MS[film]) <= 20


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("cut", [captions, moving])
def test_captions_are_what_is_said(text: str, cut: object) -> None:
    made = cut([text, "And so on."], [(100, 9000), (9500, 9900)])  # type: ignore[operator]
    assert " ".join(c.text for c in made) == f"{text} And so on."
    assert made[0].start_ms == 100
    assert made[-1].end_ms == 9900
    for before, after in pairwise(made):
        assert before.end_ms <= after.start_ms
        assert before.start_ms < before.end_ms


def test_a_caption_is_no_longer_than_two_lines() -> None:
    made = captions([SAID[-1]], [(0, 20_000)])
    assert all(len(c.text) <= READ_MOST for c in made)


def test_a_film_that_is_too_long_loses_its_longest_scene_from_the_middle() -> None:
    from dataclasses import replace

    board = small_board()
    longer = replace(board, scenes=(*board.scenes[:2], board.scenes[0], board.scenes[2]))
    shorter = without_weakest(longer)
    assert shorter is not None
    assert shorter.scenes == (board.scenes[0], board.scenes[0], board.scenes[2])
    assert without_weakest(board) is None

"""A film that is changed: only the scene that changed is spoken and painted again, and the rest is the same film."""

from __future__ import annotations

import functools
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from film_rooms import film_room
from sample_storyboards import small_board

from server.domain.storyboard_edits import ItemEdit, SceneEdit, edited
from server.domain.storyboards import SceneItem, SceneKind, VideoFormat
from server.engine.films.plans import TimedScene, timed
from server.engine.jobs import RenderResult
from server.engine.making.approving import ScriptWaits
from server.engine.specs import KeptPiece

pytestmark = pytest.mark.usefixtures("qapp")
"""The process has one application, made and ended as the window's tests do it."""

Frames = list[np.ndarray[Any, np.dtype[np.uint8]]]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    return film_room(tmp_path, monkeypatch)


def kept(result: RenderResult, folder: Path) -> tuple[KeptPiece, ...]:
    """The pieces as a storage keeps them: elsewhere, under other names."""
    folder.mkdir()
    out = []
    for number, path in enumerate(result.pieces):
        out.append(KeptPiece(path.name, folder / str(number)))
        shutil.copy(path, folder / str(number))
    return tuple(out)


@functools.cache
def decoded(path: Path) -> Frames:
    with av.open(str(path)) as film:
        return [frame.to_ndarray(format="gray") for frame in film.decode(video=0)]


def plan(result: RenderResult) -> tuple[TimedScene, ...]:
    assert result.film is not None
    assert result.recording is not None
    times, length = result.recording.line_times_ms, round(result.recording.duration_s * 1000)
    return timed(result.film.storyboard, times, duration_ms=length)


def same(one: RenderResult, other: RenderResult, place: int, now: int) -> bool:
    """Whether a scene is the same in both films, picture for picture."""
    (before, after), (then, later) = (
        (decoded(one.artefacts[0].path), decoded(other.artefacts[0].path)),
        (plan(one)[place], plan(other)[now]),
    )
    shown = zip(
        before[then.first_frame : then.first_frame + then.frames],
        after[later.first_frame : later.first_frame + later.frames],
        strict=True,
    )
    return then.frames == later.frames and all(np.array_equal(a, b) for a, b in shown)


@pytest.mark.parametrize("film", [VideoFormat.EXPLAINER, pytest.param(VideoFormat.CINEMATIC, marks=pytest.mark.slow)])
def test_only_the_changed_scene_is_made_again(room: Any, tmp_path: Path, film: VideoFormat) -> None:
    first, kinds = room(format=film, avatar_id=3)
    assert (kinds.count("voicing"), kinds.count("filming")) == (3, 4)  # three scenes and the thumbnail
    said = "A hive needs water and shade, and somebody who looks after it in every single week of the whole long year."
    board = edited(first.film.storyboard, [SceneEdit(scene=0), SceneEdit(scene=1, lines=(said,)), SceneEdit(scene=2)])
    pieces = kept(first, tmp_path / "kept")
    second, kinds = room(
        work="second", avatar_id=3, film=replace(first.film, storyboard=board, stills=()), pieces=pieces
    )
    assert (kinds.count("voicing"), kinds.count("filming"), kinds.count("writing")) == (1, 1, 0)
    assert plan(second)[2].first_frame != plan(first)[2].first_frame
    assert same(first, second, 0, 0)
    assert same(first, second, 2, 2)
    assert said in second.response_text
    assert second.film.stills[0] == first.film.stills[0] != second.film.stills[1] != first.film.stills[1]


@pytest.mark.slow
def test_a_changed_kind_speaks_nothing_again_and_another_order_paints_only_ends(room: Any, tmp_path: Path) -> None:
    board = small_board()
    steps = replace(
        board.scenes[1], kind=SceneKind.STEPS, items=(SceneItem("Water"), SceneItem("Shade"), SceneItem("Quiet"))
    )
    board = replace(board, scenes=(*board.scenes[:2], steps, board.scenes[2]))
    first, _ = room(board)
    pieces = kept(first, tmp_path / "kept")
    change = [SceneEdit(scene=0), SceneEdit(scene=1), SceneEdit(scene=2, kind=SceneKind.LIST), SceneEdit(scene=3)]
    listed, kinds = room(work="listed", film=replace(first.film, storyboard=edited(board, change)), pieces=pieces)
    assert (kinds.count("voicing"), kinds.count("filming")) == (0, 1)
    assert [same(first, listed, n, n) for n in range(4)] == [True, True, False, True]
    order = [SceneEdit(scene=n) for n in (0, 2, 1, 3)]
    moved, kinds = room(work="moved", film=replace(first.film, storyboard=edited(board, order)), pieces=pieces)
    assert (kinds.count("voicing"), kinds.count("filming")) == (0, 0)
    assert same(first, moved, 1, 2)
    assert same(first, moved, 2, 1)
    fewer = edited(board, [SceneEdit(scene=0), SceneEdit(scene=2, items=(ItemEdit(text=""), ItemEdit(), ItemEdit()))])
    _, kinds = room(work="fewer", film=replace(first.film, storyboard=fewer), pieces=pieces)
    assert kinds.count("filming") == 1


def test_a_storyboard_waits_to_be_approved_and_the_film_is_made_from_what_it_became(room: Any) -> None:
    with pytest.raises(ScriptWaits) as waits:
        room(approve_script=True)
    film = waits.value.film
    assert film is not None
    assert film.storyboard == small_board()
    assert waits.value.script == small_board().script()
    shorter = edited(film.storyboard, [SceneEdit(scene=0), SceneEdit(scene=2)])
    result, _ = room(film=replace(film, storyboard=shorter))
    assert len(result.film.stills) == 2
    assert result.response_text == shorter.script().as_text()

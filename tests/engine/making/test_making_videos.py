"""Films from sources to files, with a small storyboard and a voice of tones."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from film_rooms import SMALL, film_room
from PIL import Image
from sample_storyboards import small_board

from server.domain.errors import CannotProduce, RenderingFailed
from server.domain.requests import OutputType, Stage
from server.domain.sources import SourceKind
from server.domain.storyboards import VideoFormat
from server.engine.films.muxing import check_film
from server.engine.films.plans import FPS, timed
from server.engine.generating import MAKERS
from server.engine.painting.company import logo_box, presenter_box
from server.engine.specs import Brand, SourceSpec

pytestmark = pytest.mark.usefixtures("qapp")
"""The process has one application, made and ended as the window's tests do it."""


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    return film_room(tmp_path, monkeypatch)


def sound(path: Path) -> np.ndarray[Any, np.dtype[np.float32]]:
    with av.open(str(path)) as film:
        return np.concatenate([frame.to_ndarray()[0] for frame in film.decode(audio=0)])


def test_a_film_is_what_players_want_and_says_what_is_said(make: Any) -> None:
    result, _ = make(include_citations=True)
    video, image = result.artefacts
    assert (video.name, video.media_type) == ("video", "video/mp4")
    assert (image.name, image.media_type) == ("image", "image/png")
    assert image.path.read_bytes().startswith(b"\x89PNG")
    board = small_board()
    assert result.response_text.splitlines()[0] == f"SPEAKER_00: {board.scenes[0].lines[0].text}"
    assert result.citations
    with av.open(str(video.path)) as film:
        pictures, heard = film.streams.video[0], film.streams.audio[0]
        assert (pictures.codec_context.name, heard.codec_context.name) == ("h264", "aac")
        assert float(pictures.average_rate) == FPS
        assert abs(float(pictures.duration * pictures.time_base) - float(heard.duration * heard.time_base)) < 0.08
        assert abs(video.duration_s - float(film.duration / av.time_base)) < 0.05
        assert film.metadata["title"] == board.title
        assert [chapter["metadata"]["title"] for chapter in film.chapters()] == ["Bees in the city", "In numbers"]
    with av.open(str(video.path)) as film:
        words = [bytes(packet)[2:].decode() for packet in film.demux(subtitles=0) if packet.size > 2]
    assert " ".join(words) == " ".join(line.text for line in board.script().lines)


def test_sound_is_in_step_with_pictures(make: Any) -> None:
    result, _ = make()
    path, recording = result.artefacts[0].path, result.recording
    heard = np.abs(sound(path))
    for start, _ in recording.line_times_ms:
        at = int(start * 44.1)
        near = np.flatnonzero(heard[max(0, at - 8000) : at + 8000] > 0.05)
        assert abs((max(0, at - 8000) + near[0]) / 44.1 - start) < 80
    plan = timed(small_board(), recording.line_times_ms, duration_ms=round(recording.duration_s * 1000))
    with av.open(str(path)) as film:
        grey = [frame.to_ndarray(format="bgr24").astype(float) for frame in film.decode(video=0)]
    shade = np.array([0x54, 0xB4, 0xFF])
    covered = {n for n, frame in enumerate(grey) if np.abs(frame[4:-10] - shade).mean() < 14}
    for scene in plan[1:]:
        assert {scene.first_frame - 1, scene.first_frame} & covered
        assert not {scene.first_frame - 12, scene.first_frame + 12} & covered
    changes = [np.abs(a - b).mean() for a, b in pairwise(grey)]
    assert np.mean(np.array(changes) > 0) > 0.8


def test_what_is_finished_is_kept_and_a_changed_scene_is_painted_alone(make: Any) -> None:
    first, kinds = make()
    assert kinds.count("filming") == 4  # three scenes and the thumbnail
    again, kinds = make()
    assert kinds == []
    assert again.artefacts == first.artefacts
    board = small_board()
    changed = replace(
        board, scenes=(board.scenes[0], replace(board.scenes[1], text="Something else."), board.scenes[2])
    )
    for stored in Path(first.artefacts[0].path).parent.glob("storyboard-*"):
        stored.unlink()
    _, kinds = make(changed)
    assert kinds.count("filming") == 1
    assert kinds.count("voicing") == 0


@pytest.mark.slow
def test_progress_only_grows(make: Any) -> None:
    make()
    shares = [share for stage, share in make.stages if stage in {Stage.VOICING, Stage.DRAWING}]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert make.stages[-1][0] is Stage.MIXING


def test_an_upright_film_is_upright_and_a_cinematic_one_has_music(make: Any) -> None:
    short, _ = make(format="short")
    with av.open(str(short.artefacts[0].path)) as film:
        assert (film.streams.video[0].width, film.streams.video[0].height) == SMALL[VideoFormat.SHORT]
    assert short.recording.line_times_ms[0][0] < 2000
    cinematic, _ = make(format="cinematic")
    opening = sound(cinematic.artefacts[0].path)[44_100 : 2 * 44_100]
    assert np.abs(opening).max() > 0.01
    explainer, _ = make()
    assert np.abs(sound(explainer.artefacts[0].path)[: 44_100 // 2]).max() < 0.01


@pytest.mark.slow
def test_an_upright_film_that_would_be_too_long_loses_scenes(make: Any) -> None:
    board = small_board(VideoFormat.SHORT)
    long = replace(board.scenes[1].lines[0], text="Word " * 280)
    scenes = (board.scenes[0], replace(board.scenes[1], lines=(long,)), board.scenes[1], board.scenes[2])
    result, _ = make(replace(board, scenes=scenes), format="short")
    assert result.recording.duration_s < 60
    assert "Word Word" not in result.response_text


def test_what_a_drawing_program_cannot_do_is_told(make: Any) -> None:
    result, _ = make(thumbnail_image_prompt="a bee with a crown")
    assert any("thumbnailImagePrompt" in note for note in result.notes)
    with pytest.raises(CannotProduce, match="explainer, short, cinematic"):
        make(format="pdf")
    assert OutputType.VIDEO in MAKERS


@pytest.mark.slow
def test_a_film_that_is_not_what_it_should_be_is_refused(make: Any, tmp_path: Path) -> None:
    result, _ = make()
    path, seconds = result.artefacts[0].path, result.recording.duration_s
    size = SMALL[VideoFormat.EXPLAINER]
    check_film(path, size=size, expected_s=seconds, captions=3)
    with pytest.raises(RenderingFailed, match="another size"):
        check_film(path, size=(640, 360), expected_s=seconds, captions=3)
    with pytest.raises(RenderingFailed, match="seconds instead of"):
        check_film(path, size=size, expected_s=seconds + 3, captions=3)
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(RenderingFailed, match="played back"):
        check_film(broken, size=size, expected_s=seconds, captions=3)


def test_a_presenter_speaks_before_the_askers_picture_and_logo(make: Any, tmp_path: Path) -> None:
    Image.new("RGB", (64, 36), "#20ff20").save(tmp_path / "back.png")
    Image.new("RGB", (400, 100), "#0000ff").save(tmp_path / "logo.png")
    result, _ = make(
        avatar_id=2,
        background=SourceSpec(SourceKind.FILE, path=tmp_path / "back.png", name="back.png"),
        brand=Brand(logo=SourceSpec(SourceKind.FILE, path=tmp_path / "logo.png", name="logo.png")),
    )
    with av.open(str(result.artefacts[0].path)) as film:
        seen = [frame.to_ndarray(format="rgb24").astype(int) for frame in film.decode(video=0)]
    size = SMALL[VideoFormat.EXPLAINER]
    logo, face = (box_of(VideoFormat.EXPLAINER, size) for box_of in (logo_box, presenter_box))
    red, _, blue = seen[15][round(logo.center().y()), round(logo.center().x())]
    assert blue > 200 > 60 > red
    assert seen[15][20:160, 1:8, 1].mean() > seen[15][20:160, 1:8, 0].mean() + 30
    side = face.width()
    top, left = round(face.top() + side * 0.53), round(face.left() + side * 0.4)
    mouths = [frame[top : top + round(side * 0.17), left : left + round(side * 0.2)] for frame in seen]
    start, end = result.recording.line_times_ms[0]
    quiet = list(range(5, start * FPS // 1000 - 3))
    heard = list(range(start * FPS // 1000 + 4, min(end * FPS // 1000 - 4, len(seen))))
    still, spoken = (np.mean([mouths[n] for n in part], axis=0) for part in (quiet, heard))
    assert np.abs(still - spoken).max() > 60

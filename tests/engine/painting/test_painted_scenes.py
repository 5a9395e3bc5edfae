"""Paintings: nothing leaves its place, pictures move, looks differ at a glance."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from sample_storyboards import SAID, scenes, timed_scene

from server.domain.storyboards import Scene, SceneKind, VideoFormat
from server.engine.films.looks import LOOKS, Look
from server.engine.films.plans import SIZES
from server.engine.painting.canvas import application
from server.engine.painting.layouts import composed
from server.engine.painting.pieces import ScenePainter, still
from server.engine.painting.specs import PieceSpec

pytestmark = pytest.mark.usefixtures("qapp")
"""The process has one application, made and ended as the window's tests do it."""

SMALL = {film: (width // 5, height // 5) for film, (width, height) in SIZES.items()}


def spec_of(scene: Scene, look: Look, film: VideoFormat = VideoFormat.EXPLAINER, *, seconds: float = 6.0) -> PieceSpec:
    return PieceSpec(timed_scene(scene, seconds=seconds), look, film, SMALL[film], "en", seed=3)


def pixels(image: object) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)[..., :3].copy()  # type: ignore[attr-defined]


LEAST_OF_THE_FRAME = 0.02
"""Letters are at least this share of the shorter side high: 22 pixels of 1080."""
NAMES = ["short", "endless words", "rightward", "devanagari", "long"]


@pytest.mark.parametrize("film", list(VideoFormat))
@pytest.mark.parametrize("text", SAID, ids=NAMES)
def test_nothing_overflows_whatever_is_said(film: VideoFormat, text: str) -> None:
    keeps_its_place(film, text, (LOOKS["classic"],))


@pytest.mark.slow
@pytest.mark.parametrize("film", list(VideoFormat))
@pytest.mark.parametrize("text", SAID, ids=NAMES)
def test_nothing_overflows_in_any_look(film: VideoFormat, text: str) -> None:
    keeps_its_place(film, text, tuple(LOOKS.values()))


def keeps_its_place(film: VideoFormat, text: str, looks: tuple[Look, ...]) -> None:
    application()
    width, height = SIZES[film]
    for scene in scenes(text):
        for look in looks:
            board = composed(timed_scene(scene), look, size=(width, height), film=film, language="en", seed=3)
            assert board.marks
            for letters, box, _ in board.texts:
                assert letters.natural <= box.width() + 1, (scene.kind, look.name, letters.text)
                assert letters.height <= box.height() + 1, (scene.kind, look.name, letters.text)
                assert box.left() >= 0
                assert box.top() >= 0
                assert box.right() <= width
                assert box.bottom() <= height * 0.9
            for mark in board.marks:
                assert mark.box.left() >= -1, (scene.kind, look.name)
                assert mark.box.right() <= width + 1, (scene.kind, look.name)
                assert mark.box.bottom() <= height + 1, (scene.kind, look.name)


@pytest.mark.parametrize("film", list(VideoFormat))
def test_ordinary_sentences_are_large_enough_to_be_read(film: VideoFormat) -> None:
    application()
    said = "On the west side of the sound, four families grow sugar kelp on long ropes."
    for scene in scenes(said):
        board = composed(timed_scene(scene), LOOKS["classic"], size=SIZES[film], film=film, language="en", seed=3)
        smallest = min(letters.font.pixelSize() for letters, _, _ in board.texts)
        assert smallest >= LEAST_OF_THE_FRAME * board.unit, scene.kind


def test_texts_of_a_scene_do_not_lie_on_each_other() -> None:
    application()
    size = SIZES[VideoFormat.EXPLAINER]
    for scene in scenes():
        board = composed(
            timed_scene(scene), LOOKS["classic"], size=size, film=VideoFormat.EXPLAINER, language="en", seed=3
        )
        sizes = {(letters.width, letters.height) for letters, _, _ in board.texts}
        texts = [mark.box for mark in board.marks if (mark.box.width(), mark.box.height()) in sizes]
        for one, other in combinations(texts, 2):
            shared = one.intersected(other)
            assert shared.width() * shared.height() < 0.1 * min(
                one.width() * one.height(), other.width() * other.height()
            ), scene.kind


def test_pictures_move_and_everything_is_there_at_the_end() -> None:
    for scene in scenes():
        painter = ScenePainter(spec_of(scene, LOOKS["classic"]))
        seen = [pixels(painter.frame(number)) for number in (10, 40, 70, 120)]
        for before, after in combinations(seen, 2):
            assert np.abs(before.astype(int) - after.astype(int)).mean() > 0.05, scene.kind


def test_looks_differ_in_colour_and_texture_at_any_frame() -> None:
    statement = next(scene for scene in scenes() if scene.kind is SceneKind.STATEMENT)
    told: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = {}
    for name, look in LOOKS.items():
        image = pixels(still(spec_of(statement, look))).astype(float)
        grey = image.mean(axis=2)
        texture = [np.abs(np.diff(grey, axis=0)).mean() * 4, np.abs(np.diff(grey, axis=1)).mean() * 4]
        told[name] = np.array([*image.mean(axis=(0, 1)), *image.std(axis=(0, 1)), *texture])
    for (one, first), (other, second) in combinations(told.items(), 2):
        assert np.linalg.norm(first - second) > 14, (one, other)


def test_an_upright_film_shows_its_hook_and_a_caption_at_once() -> None:
    title = scenes()[0]
    spec = spec_of(title, LOOKS["classic"], VideoFormat.SHORT)
    painter = ScenePainter(spec)
    empty = pixels(painter.frame(0)).astype(int)
    caught = pixels(painter.frame(24)).astype(int)
    height = spec.size[1]
    upper, lower = slice(0, int(height * 0.6)), slice(int(height * 0.64), int(height * 0.82))
    assert np.abs(caught[upper] - empty[upper]).max() > 100
    assert np.abs(caught[lower] - empty[lower]).max() > 100
    assert " ".join(c.text for c in painter.captions) == " ".join(line.text for line in title.lines)


def test_a_cinematic_film_is_letterboxed_and_its_camera_moves() -> None:
    statement = scenes()[1]
    painter = ScenePainter(spec_of(statement, LOOKS["watercolour"], VideoFormat.CINEMATIC))
    width, height = painter.spec.size
    frames = [pixels(painter.frame(number)).astype(int) for number in (60, 110)]
    bar = int((height - width / 2.39) / 2) - 1
    for frame in frames:
        assert frame[:bar].max() == 0
        assert frame[-bar:].max() == 0
    middle = slice(bar + 4, height - bar - 4)
    assert (np.abs(frames[0][middle] - frames[1][middle]).max(axis=2) > 8).mean() > 0.03


@pytest.mark.parametrize("name", list(LOOKS))
def test_scenes_meet_under_a_cover(name: str) -> None:
    spec = spec_of(scenes()[0], LOOKS[name], seconds=1.6)
    painter = ScenePainter(spec)
    first, last = (pixels(painter.frame(number)) for number in (0, spec.timed.frames - 1))
    shade = LOOKS[name].shade
    wanted = np.array([int(shade[n : n + 2], 16) for n in (5, 3, 1)])
    for frame in (first, last):
        assert np.abs(frame[2:-8].astype(int) - wanted).mean() < 2

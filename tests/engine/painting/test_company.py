"""Presenters, backdrops and logos: each presenter is another person whose mouth moves, and nothing lies on anything."""

from __future__ import annotations

import io
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from sample_storyboards import SAID, scenes, timed_scene

from server.domain.errors import SourceNotImported
from server.domain.presenters import PRESENTERS
from server.domain.storyboards import Scene, VideoFormat
from server.engine.films.looks import BUSY, LOOKS, grounded, veil_of
from server.engine.films.plans import SIZES
from server.engine.painting.canvas import application
from server.engine.painting.company import logo_box, presenter_box
from server.engine.painting.layouts import composed
from server.engine.painting.pieces import ScenePainter, still
from server.engine.painting.presenters import portrait
from server.engine.painting.specs import PieceSpec
from server.engine.papers.palettes import contrast, mixed
from server.engine.stages.backdrops import filling

pytestmark = pytest.mark.usefixtures("qapp")

SMALL = {film: (width // 5, height // 5) for film, (width, height) in SIZES.items()}
SHOWN = (VideoFormat.EXPLAINER, VideoFormat.SHORT)
ROOT = Path(__file__).resolve().parents[3]


def spec_of(scene: Scene, film: VideoFormat = VideoFormat.EXPLAINER, **more: object) -> PieceSpec:
    return PieceSpec(timed_scene(scene, seconds=2.0), LOOKS["classic"], film, SMALL[film], "en", seed=3, **more)  # type: ignore[arg-type]


def pixels(image: object) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    seen = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)  # type: ignore[attr-defined]
    return seen[..., :3].astype(int)


def decoded(png: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def test_eight_presenters_are_eight_people_and_look_as_they_are_offered() -> None:
    application()
    painted = [decoded(portrait(number)) for number in range(1, 9)]
    assert len(PRESENTERS) == len(painted) == 8
    for one, other in combinations(painted, 2):
        assert (np.abs(one - other).max(axis=2) > 40).mean() > 0.2
    for number, picture in enumerate(painted, 1):
        offered = decoded((ROOT / "resources" / "presenters" / f"{number}.png").read_bytes())
        assert np.abs(offered - picture).mean() < 1, "run packaging/presenters.py"


@pytest.mark.parametrize("film", SHOWN)
def test_a_presenters_mouth_follows_the_track(film: VideoFormat) -> None:
    scene = scenes()[1]
    frames = timed_scene(scene, seconds=2.0).frames
    shut, opened = ((n,) * frames for n in (0, 95))
    box = presenter_box(film, SMALL[film])
    seen = [pixels(still(spec_of(scene, film, presenter=5, mouth=mouth), seconds=1)) for mouth in (shut, opened)]
    changed = np.abs(seen[0] - seen[1]).max(axis=2) > 40
    side, left, top = box.width(), box.left(), box.top()
    mouth = changed[
        round(top + side * 0.53) : round(top + side * 0.7), round(left + side * 0.4) : round(left + side * 0.6)
    ]
    window = changed[round(top) : round(top + side) + 1, round(left) : round(left + side) + 1]
    assert mouth.mean() > 0.15
    assert mouth.mean() > 3 * window.mean()
    assert changed.sum() == window.sum()


@pytest.mark.parametrize("film", SHOWN)
@pytest.mark.parametrize("text", SAID[:3])
def test_nothing_of_a_scene_lies_under_the_presenter_or_the_logo(film: VideoFormat, text: str) -> None:
    application()
    size = SIZES[film]
    kept = (presenter_box(film, size), logo_box(film, size))
    assert not kept[0].intersects(kept[1])
    for scene in scenes(text):
        board = composed(
            timed_scene(scene), LOOKS["classic"], size=size, film=film, language="en", seed=3, has_presenter=True
        )
        for mark in board.marks:
            for place in kept:
                assert not mark.box.intersects(place), scene.kind


@pytest.mark.parametrize("name", LOOKS)
def test_text_is_readable_on_any_backdrop(name: str) -> None:
    look = LOOKS[name]
    share = veil_of(look)
    if look.ground in BUSY:
        assert all(contrast(ink, look.panel) >= 4.5 for ink in (look.ink, *look.accents))
        return
    for pixel in ("#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#808080"):
        for ground in look.background:
            seen = mixed(pixel, ground, share)
            assert min(contrast(ink, seen) for ink in (look.ink, *look.accents)) >= 4.4


@pytest.mark.parametrize("ground", ["#102030", "#fff4d0", "#808080", "#707070", "#c00020"])
def test_text_is_readable_on_a_ground_of_ones_own(ground: str) -> None:
    look = grounded(LOOKS["classic"], ground, "#777777")
    assert look.background[0] == ground
    for end in (*look.background, look.panel):
        assert min(contrast(ink, end) for ink in (look.ink, *look.accents)) >= 4.4


@pytest.mark.parametrize("film", list(VideoFormat))
def test_backdrop_and_logo_are_seen(film: VideoFormat, tmp_path: Path) -> None:
    red, blue = io.BytesIO(), tmp_path / "logo.png"
    Image.new("RGB", (300, 500), "#ff0000").save(red, "JPEG")
    Image.new("RGB", (200, 50), "#0000ff").save(blue, "PNG")
    backdrop = tmp_path / "backdrop.png"
    backdrop.write_bytes(filling(red.getvalue(), SMALL[film], name="red.jpg"))
    scene = scenes()[1]
    plain = pixels(still(spec_of(scene, film)))
    seen = pixels(still(spec_of(scene, film, backdrop=backdrop, logo=blue)))
    middle = slice(SMALL[film][1] // 4, SMALL[film][1] // 2)
    redder = (seen[middle, :8, 2] - plain[middle, :8, 2]).mean()
    assert redder > 8
    box = logo_box(film, SMALL[film])
    inside = seen[round(box.center().y()), round(box.center().x())]
    assert inside[0] > 240
    assert inside[2] < 15


def test_a_background_that_is_no_picture_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceNotImported, match="neither a PNG nor a JPG"):
        filling(b"GIF89a", (100, 100), name="moving.gif")
    clear = io.BytesIO()
    Image.new("RGBA", (30, 30), (0, 0, 0, 0)).save(clear, "PNG")
    with pytest.raises(SourceNotImported, match="see-through"):
        filling(clear.getvalue(), (100, 100), name="clear.png")


def test_a_presenter_blinks_and_moves_while_silent() -> None:
    scene = scenes()[1]
    spec = spec_of(scene, presenter=2, mouth=(0,) * timed_scene(scene, seconds=2.0).frames)
    painter = ScenePainter(spec)
    box = presenter_box(spec.film, spec.size).toRect()
    faces = [pixels(painter.frame(n))[box.top() : box.bottom(), box.left() : box.right()] for n in (10, 30, 48)]
    for one, other in combinations(faces, 2):
        assert np.abs(one - other).max() > 20

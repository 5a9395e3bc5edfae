"""The first scene of a film to come, painted from a person's own words."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from server.domain.errors import NothingUsable
from server.domain.storyboards import SceneKind, VideoFormat
from server.engine.previews import WIDTH, FrameSpec, first_scene, painted

pytestmark = pytest.mark.usefixtures("qapp")  # painting makes an application, and the window's tests need a whole one

LAKE = (
    "The lake of Vell fell by forty centimetres between May and September 2024. By February 2025 it had come back, "
    "five months later. Comparable lakes with a single inflow needed nine to eleven months for such a deficit. "
    "The northern wetland was restored in 2021 and held back 1.2 million cubic metres of water in the January flood. "
    "The restoration cost less than one year of pumping had cost before, and the town no longer pumps at all."
)


def picture_of(frame: FrameSpec) -> Image.Image:
    return Image.open(io.BytesIO(painted(frame)))


def test_a_text_begins_as_its_film_would() -> None:
    storyboard = first_scene(FrameSpec("classic", text=LAKE))

    (scene,) = storyboard.scenes
    assert scene.kind is SceneKind.TITLE
    assert scene.heading and scene.heading.strip(".") in LAKE
    assert storyboard.language == "en"


def test_a_title_alone_is_a_card_in_the_look_that_is_asked_for() -> None:
    classic = picture_of(FrameSpec("classic", title="Lake Vell"))
    board = picture_of(FrameSpec("whiteboard", title="Lake Vell"))
    upright = picture_of(FrameSpec("classic", VideoFormat.SHORT, title="Lake Vell"))

    assert classic.format == "JPEG"
    assert classic.size == (WIDTH, WIDTH * 9 // 16)
    assert upright.size == (WIDTH * 9 // 16, WIDTH)
    assert board.convert("L").resize((1, 1)).getpixel((0, 0)) > 180
    assert classic.convert("L").resize((1, 1)).getpixel((0, 0)) < 90


def test_nothing_shows_nothing() -> None:
    with pytest.raises(NothingUsable, match="add a text or a title"):
        painted(FrameSpec("classic", text="   "))

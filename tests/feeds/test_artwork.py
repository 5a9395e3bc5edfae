"""Pictures that directories take."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from PIL import Image

from server.domain.artwork import Crop
from server.domain.errors import InvalidField
from server.feeds import artwork, covers


def saved(image: Image.Image, form: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def checked(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    assert (image.format, image.mode) == ("JPEG", "RGB")
    assert image.width == image.height
    assert 1400 <= image.width <= 3000
    assert len(data) <= 512 * 1024
    return image


@pytest.mark.parametrize(
    ("mode", "form"),
    [
        ("RGB", "JPEG"),
        ("CMYK", "JPEG"),
        ("L", "PNG"),
        ("P", "PNG"),
        ("RGBA", "PNG"),
        ("LA", "PNG"),
        ("1", "PNG"),
        ("I;16", "PNG"),
        ("RGBA", "WEBP"),
        ("P", "GIF"),
    ],
)
def test_every_kind_of_picture_becomes_an_rgb_jpeg(mode: str, form: str) -> None:
    checked(artwork.conform(saved(Image.new(mode, (1500, 1500)), form)).data)


def test_transparency_becomes_white() -> None:
    picture = checked(artwork.conform(saved(Image.new("RGBA", (1400, 1400), (0, 0, 0, 0)))).data)

    assert picture.getpixel((700, 700)) == (255, 255, 255)


def test_a_large_picture_is_made_smaller() -> None:
    assert checked(artwork.conform(saved(Image.new("RGB", (4000, 4000), "red"))).data).width == 3000


def test_a_noisy_picture_stays_under_the_limit() -> None:
    noise = Image.effect_noise((1800, 1800), 90).convert("RGB")

    checked(artwork.conform(saved(noise, "JPEG", quality=90)).data)


def test_a_picture_that_is_not_square_is_refused_unless_its_middle_will_do() -> None:
    wide = Image.new("RGB", (2000, 1400), "white")
    wide.paste("red", (300, 0, 1700, 1400))

    with pytest.raises(InvalidField, match="2000 by 1400 pixels; artwork must be square"):
        artwork.conform(saved(wide))
    picture = artwork.conform(saved(wide), centre=True)
    red, _, blue = checked(picture.data).getpixel((5, 5))  # type: ignore[misc]
    assert red > 240 > 20 > blue
    assert picture.warnings


def test_a_chosen_part_is_kept() -> None:
    image = Image.new("RGB", (3000, 1600), "white")
    image.paste("blue", (1400, 100, 3000, 1600))

    chosen = checked(artwork.conform(saved(image), crop=Crop(1500, 150, 1400)).data)
    assert chosen.getpixel((700, 700))[2] > 240  # type: ignore[index]
    with pytest.raises(InvalidField, match="outside the picture"):
        artwork.conform(saved(image), crop=Crop(2000, 0, 1400))


def test_a_small_picture_is_refused_and_an_import_enlarges_it() -> None:
    small = saved(Image.new("RGB", (600, 500)))

    with pytest.raises(InvalidField, match="500 pixels wide after cropping"):
        artwork.conform(small, centre=True)
    picture = artwork.conform(small, lenient=True)
    assert checked(picture.data).width == 1400
    assert len(picture.warnings) == 2


@pytest.mark.parametrize("data", [b"", b"not a picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"GIF89a"])
def test_what_is_no_picture_is_said_so(data: bytes) -> None:
    with pytest.raises(InvalidField, match=r"imageFile: is (not a picture|a damaged picture)"):
        artwork.conform(data)


def test_half_a_picture_is_damaged() -> None:
    whole = saved(Image.effect_noise((1400, 1400), 90), "JPEG")

    with pytest.raises(InvalidField, match="damaged picture"):
        artwork.conform(whole[: len(whole) // 2])


def test_a_bomb_is_refused_before_it_is_decoded() -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 2, 0, 0, 0)
    bomb = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 10_000))
        + chunk(b"IEND", b"")
    )

    with pytest.raises(InvalidField, match=r"million pixels are the most|damaged"):
        artwork.conform(bomb)


@pytest.mark.parametrize(
    "name", ["The Daily Ferry", "हिन्दी शो", "", "x" * 400, "A long name of a show about the annual report & more"]
)
def test_a_drawn_cover_conforms_and_is_always_the_same(name: str) -> None:
    cover = covers.draw(name, "Marit Lisk", seed="0199")

    assert checked(cover).width == 1400
    assert covers.draw(name, "Marit Lisk", seed="0199") == cover

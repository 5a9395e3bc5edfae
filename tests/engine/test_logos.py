"""A logo becomes an opaque PNG of 200 by 50 pixels, or the request fails with 1001 and a sentence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from server.domain.errors import ErrorCode, SourceNotImported
from server.domain.requests import OutputType
from server.domain.sources import SourceKind
from server.engine.specs import Brand, RenderSpec, SourceSpec
from server.engine.stages.context import Context
from server.engine.stages.logos import MAX_BYTES, brand_logo, default_logo, normalised
from server.engine.workers import Supervision, Workers
from server.engine.workfolders import WorkFolder


def picture(
    mode: str = "RGB", size: tuple[int, int] = (40, 40), colour: object = (200, 0, 0), kind: str = "PNG"
) -> bytes:
    written = io.BytesIO()
    Image.new(mode, size, colour).save(written, kind)
    return written.getvalue()


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


@pytest.mark.parametrize("size", [(1, 1), (40, 40), (3000, 20), (20, 3000), (200, 50)])
@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_any_dimensions_become_200_by_50_and_opaque(size, kind) -> None:
    made = opened(normalised(picture(size=size, kind=kind), name="logo"))

    assert (made.format, made.size, made.mode) == ("PNG", (200, 50), "RGB")
    assert abs(made.getpixel((100, 25))[0] - 200) < 12


def test_an_alpha_channel_that_hides_nothing_is_opaque() -> None:
    assert opened(normalised(picture("RGBA", colour=(1, 2, 3, 255)), name="logo")).size == (200, 50)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (picture("RGBA", colour=(1, 2, 3, 254)), "see-through"),
        (picture("LA", colour=(1, 0)), "see-through"),
        (picture(kind="GIF"), "neither a PNG nor a JPG"),
        (b"<svg/>", "neither a PNG nor a JPG"),
        (picture()[:60], "damaged"),
        (picture() + bytes(MAX_BYTES), "larger than 5 MB"),
    ],
)
def test_a_bad_one_fails_with_1001_and_a_sentence(given, said) -> None:
    with pytest.raises(SourceNotImported, match=said) as refusal:
        normalised(given, name="https://example.org/logo.png")
    assert refusal.value.error_code is ErrorCode.SOURCE_NOT_IMPORTED
    assert "https://example.org/logo.png" in refusal.value.message


def test_a_palette_with_a_transparent_colour_is_see_through() -> None:
    written = io.BytesIO()
    Image.new("P", (4, 4), 0).save(written, "PNG", transparency=0)
    with pytest.raises(SourceNotImported, match="see-through"):
        normalised(written.getvalue(), name="logo")


def test_the_default_logo_has_the_same_form() -> None:
    made = opened(default_logo())
    assert (made.format, made.size, made.mode) == ("PNG", (200, 50), "RGB")
    assert len(made.getcolors(10_000)) > 2


def test_a_jobs_logo_is_made_once_in_a_worker(tmp_path: Path) -> None:
    files = {"red.png": picture(), "glass.png": picture("RGBA", colour=(1, 2, 3, 9))}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    workers = Workers(cores=1, idle_s=60)

    def logo(name: str) -> Path:
        given = SourceSpec(SourceKind.FILE, path=tmp_path / name, name=name) if name else None
        spec = RenderSpec(OutputType.INFOGRAPHIC, (), brand=Brand(logo=given))
        return brand_logo(
            Context(spec, WorkFolder(tmp_path), tmp_path, workers, Supervision(), report=lambda *told: None)
        )

    try:
        made = logo("red.png")
        written = made.stat().st_mtime_ns
        assert opened(made.read_bytes()).size == (200, 50)
        assert logo("red.png").stat().st_mtime_ns == written
        assert logo("").read_bytes() == default_logo()
        with pytest.raises(SourceNotImported, match=r"glass\.png is see-through"):
            logo("glass.png")
    finally:
        workers.stop()

"""The logo of drawn things: fetched or taken from a file, judged, and made an opaque PNG of 200 by 50 pixels."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from server.domain.errors import RenderingFailed, SourceNotImported
from server.engine.specs import SourceSpec
from server.engine.stages.context import Context
from server.engine.workers import IMPORTING
from server.engine.workfolders import WorkFolder, key_of

if TYPE_CHECKING:
    from server.engine.logos import UnfitLogo

FORMAT = 1
"""Counts up when the same picture comes out differently."""
WIDTH, HEIGHT = 200, 50
MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 50_000_000
DEFAULT_WORDS = "Quillcast"
DEFAULT_GROUND = (20, 24, 38)


def brand_logo(context: Context) -> Path:
    """The logo to draw with: an opaque PNG of 200 by 50 pixels, a checkpoint of the job.

    The spec's logo is the request's own, else its project's; without either it is the default one.

    Raises:
        SourceNotImported: the picture can't be had, is no PNG or JPG, is over 5 MB or see-through.
    """
    spec = context.spec.brand.logo
    path = context.work.file("logo", key_of(FORMAT, spec), ".png")
    if not path.exists():
        context.workers.run(
            IMPORTING, context.supervision, _logo_piece, spec, path, allow_private=context.spec.allow_private_urls
        )
    if not path.exists():
        raise RenderingFailed("The logo could not be read back; run it again.")
    return path


def normalised(picture: bytes, *, name: str) -> bytes:
    """A picture as an opaque PNG of 200 by 50 pixels: whole, in its proportions, on the colour of its own corners.

    Args:
        picture: the bytes of a PNG or JPG.
        name: what people call it.

    Raises:
        SourceNotImported: it is too large, damaged, of another kind, or not fully opaque.
    """
    from server.engine.logos import UnfitLogo, opaque_picture

    try:
        image = opaque_picture(picture, max_pixels=MAX_PIXELS)
    except UnfitLogo as fault:
        raise SourceNotImported(f"The logo {name} {sentence_of(fault)}", source=name) from fault
    return _as_png(_fitted(image))


def sentence_of(fault: UnfitLogo) -> str:
    """What is wrong with a picture, to be said after its name."""
    from server.engine.logos import Unfit

    return fault.asked(
        {
            Unfit.TOO_LARGE: "is larger than {megabytes} MB; use a smaller picture.",
            Unfit.TOO_MANY_PIXELS: "has more than {megapixels} million pixels; use a smaller picture.",
            Unfit.OF_ANOTHER_KIND: "is neither a PNG nor a JPG; use one of them.",
            Unfit.DAMAGED: "is a damaged picture; save it again.",
            Unfit.SEE_THROUGH: "is see-through in places; put it on a ground and use that picture.",
        }
    )


def default_logo() -> bytes:
    """The product's name on a dark ground, as `normalised` would have it."""
    from PIL import Image, ImageDraw

    from server.engine.audio.typesetting import font

    image = Image.new("RGB", (WIDTH, HEIGHT), DEFAULT_GROUND)
    ImageDraw.Draw(image).text(
        (WIDTH / 2, HEIGHT / 2), DEFAULT_WORDS, font=font("700Bold", 30), fill=(255, 255, 255), anchor="mm"
    )
    return _as_png(image)


def _logo_piece(spec: SourceSpec | None, path: Path, *, allow_private: bool) -> None:
    folder = WorkFolder(path.parent)
    with folder.in_use():
        if spec is None:
            folder.write(path, default_logo())
            return
        name = spec.name or "of the project"
        try:
            folder.write(path, normalised(_picture(spec, allow_private=allow_private), name=name))
        except MemoryError as error:
            raise SourceNotImported(f"The logo {name} needs too much memory; use a smaller picture.") from error


def _picture(spec: SourceSpec, *, allow_private: bool) -> bytes:
    from server.fetch.downloads import Limits, fetch_now

    if spec.path is not None:
        return spec.path.read_bytes()
    limits = Limits(max_bytes=MAX_BYTES)
    return fetch_now(spec.content, limits=limits, allow_private=allow_private).body


def _fitted(image: Any) -> Any:
    from PIL import Image, ImageOps

    corners = [image.getpixel((x, y)) for x in (0, image.width - 1) for y in (0, image.height - 1)]
    ground = tuple(sum(corner[band] for corner in corners) // 4 for band in range(3))
    return ImageOps.pad(image, (WIDTH, HEIGHT), Image.Resampling.LANCZOS, color=ground)


def _as_png(image: Any) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()

"""Logos: any opaque PNG or JPG becomes an opaque PNG of 200 by 50 pixels."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping
from enum import Enum, auto

from PIL import Image, ImageOps, UnidentifiedImageError

from server.domain.errors import InvalidField

WIDTH, HEIGHT = 200, 50
MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000
"""Decoding more than this would need over 120 MB of memory."""


class Unfit(Enum):
    """Why a picture is no logo."""

    TOO_LARGE = auto()
    TOO_MANY_PIXELS = auto()
    OF_ANOTHER_KIND = auto()
    DAMAGED = auto()
    SEE_THROUGH = auto()


class UnfitLogo(Exception):
    """A picture can't be a logo; whoever asked says so in its own words."""

    def __init__(self, why: Unfit, **facts: object) -> None:
        super().__init__(why.name)
        self.why = why
        self.facts = facts

    def asked(self, sentences: Mapping[Unfit, str]) -> str:
        """The sentence for this fault; it may name `width`, `height`, `megapixels` and `megabytes`."""
        return sentences[self.why].format(**self.facts, megabytes=MAX_BYTES // 2**20)


WISHES: Mapping[Unfit, str] = {
    Unfit.TOO_LARGE: "is larger than {megabytes} MB; send a smaller picture",
    Unfit.TOO_MANY_PIXELS: "is {width} by {height} pixels; {megapixels} million pixels are the most",
    Unfit.OF_ANOTHER_KIND: "is not a PNG or JPG picture",
    Unfit.DAMAGED: "is a damaged picture; save it again and send that file",
    Unfit.SEE_THROUGH: "is partly transparent; send a picture that is fully opaque",
}


def opaque_picture(data: bytes, *, max_pixels: int) -> Image.Image:
    """The picture in `data` as RGB, upright.

    Raises:
        UnfitLogo: it is larger than 5 MB or `max_pixels`, no PNG or JPG, damaged, or not fully opaque.
    """
    if len(data) > MAX_BYTES:
        raise UnfitLogo(Unfit.TOO_LARGE)
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as opened:
            if opened.width * opened.height > max_pixels:
                raise UnfitLogo(
                    Unfit.TOO_MANY_PIXELS, width=opened.width, height=opened.height, megapixels=max_pixels // 10**6
                )
            opened.load()
            upright = ImageOps.exif_transpose(opened)
            if not _is_opaque(upright):
                raise UnfitLogo(Unfit.SEE_THROUGH)
            return upright.convert("RGB")
    except UnidentifiedImageError as error:
        raise UnfitLogo(Unfit.OF_ANOTHER_KIND) from error
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, EOFError) as error:
        raise UnfitLogo(Unfit.DAMAGED) from error


def normalised(data: bytes, *, field: str) -> bytes:
    """The logo in `data`, whole, in the middle of 200 by 50 pixels; what is left over takes the colour of its edge.

    Args:
        data: a PNG or JPG of any dimensions.
        field: the wire's name of it, for the error.

    Raises:
        InvalidField: it is larger than 5 MB, no PNG or JPG, damaged, or not fully opaque.
    """
    try:
        image = opaque_picture(data, max_pixels=MAX_PIXELS)
    except UnfitLogo as fault:
        raise InvalidField(field, fault.asked(WISHES)) from fault
    canvas = Image.new("RGB", (WIDTH, HEIGHT), _edge_colour(image))
    fitted = ImageOps.contain(image, (WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    canvas.paste(fitted, ((WIDTH - fitted.width) // 2, (HEIGHT - fitted.height) // 2))
    out = io.BytesIO()
    canvas.save(out, "PNG", optimize=True)
    return out.getvalue()


def _is_opaque(image: Image.Image) -> bool:
    if "A" not in image.getbands() and "transparency" not in image.info:
        return True
    lowest = image.convert("RGBA").getchannel("A").getextrema()[0]
    return lowest == 255


def _edge_colour(image: Image.Image) -> tuple[int, int, int]:
    """The commonest colour of the picture's outermost pixels."""
    small = image.resize((min(image.width, 64), min(image.height, 64)), Image.Resampling.NEAREST)
    last_x, last_y = small.width - 1, small.height - 1
    edge = [small.getpixel((x, y)) for x in range(small.width) for y in (0, last_y)]
    edge += [small.getpixel((x, y)) for y in range(small.height) for x in (0, last_x)]
    red, green, blue = Counter(edge).most_common(1)[0][0]  # type: ignore[misc]
    return int(red), int(green), int(blue)

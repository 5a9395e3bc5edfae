"""Logos: any opaque PNG or JPG becomes an opaque PNG of 200 by 50 pixels."""

from __future__ import annotations

import io
from collections import Counter

from PIL import Image, ImageOps, UnidentifiedImageError

from server.domain.errors import InvalidField

WIDTH, HEIGHT = 200, 50
MAX_BYTES = 5 * 1024 * 1024
MAX_PIXELS = 40_000_000
"""Decoding more than this would need over 120 MB of memory."""


def normalised(data: bytes, *, field: str) -> bytes:
    """The logo in `data`, whole, in the middle of 200 by 50 pixels; what is left over takes the colour of its edge.

    Args:
        data: a PNG or JPG of any dimensions.
        field: the wire's name of it, for the error.

    Raises:
        InvalidField: it is larger than 5 MB, no PNG or JPG, damaged, or not fully opaque.
    """
    if len(data) > MAX_BYTES:
        raise InvalidField(field, f"is larger than {MAX_BYTES // 2**20} MB; send a smaller picture")
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as opened:
            if opened.width * opened.height > MAX_PIXELS:
                raise InvalidField(
                    field,
                    f"is {opened.width} by {opened.height} pixels; {MAX_PIXELS // 10**6} million pixels are the most",
                )
            opened.load()
            upright = ImageOps.exif_transpose(opened)
            if not _is_opaque(upright):
                raise InvalidField(field, "is partly transparent; send a picture that is fully opaque")
            image = upright.convert("RGB")
    except UnidentifiedImageError as error:
        raise InvalidField(field, "is not a PNG or JPG picture") from error
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, EOFError) as error:
        raise InvalidField(field, "is a damaged picture; save it again and send that file") from error
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

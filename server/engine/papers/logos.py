"""A brand's logo, made to fit the place that documents have for it."""

from __future__ import annotations

import io
import warnings

from server.domain.errors import RenderingFailed

WIDTH, HEIGHT = 200, 50
MARGIN = 2
MOST_PIXELS = 50_000_000


def normalised_logo(content: bytes, *, name: str) -> bytes:
    """The picture as an opaque PNG of 200×50, whole, on white.

    Raises:
        RenderingFailed: it is no PNG or JPG that can be read; the sentence names it.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=("PNG", "JPEG")) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise RenderingFailed(f"The logo {name} has too many pixels; take a smaller picture.")
                picture = ImageOps.exif_transpose(opened).convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombWarning) as error:
        raise RenderingFailed(
            f"The logo {name} is no PNG or JPG picture that can be read; take another one."
        ) from error
    seen = picture.getchannel("A").getbbox()
    picture = ImageOps.contain(picture.crop(seen) if seen else picture, (WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN))
    opaque = Image.new("RGB", (WIDTH, HEIGHT), "#ffffff")
    opaque.paste(picture, ((WIDTH - picture.width) // 2, (HEIGHT - picture.height) // 2), picture)
    out = io.BytesIO()
    opaque.save(out, "PNG", optimize=True)
    return out.getvalue()

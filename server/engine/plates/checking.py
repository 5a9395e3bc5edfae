"""A last look at slides and pictures: what can't be opened, or lacks a slide, is no result."""

from __future__ import annotations

import io

from server.domain.errors import RenderingFailed

LEAST_PIXELS = 1600
"""The long side of an infographic."""


def check_pptx(content: bytes, *, slides: int) -> None:
    """Open a presentation and count its slides.

    Raises:
        RenderingFailed: it can't be opened, or lacks a slide.
    """
    import zipfile

    from pptx import Presentation
    from pptx.exc import PythonPptxError

    try:
        found = len(Presentation(io.BytesIO(content)).slides)
    except (PythonPptxError, KeyError, ValueError, OSError, zipfile.BadZipFile) as error:
        raise RenderingFailed("The slides came out damaged; run it again.") from error
    if found != slides or not found:
        raise RenderingFailed("The slides came out incomplete; run it again.")


def check_png(content: bytes) -> tuple[int, int]:
    """Open a picture and measure it.

    Returns:
        Its width and height in pixels.

    Raises:
        RenderingFailed: it can't be opened, or is too small.
    """
    from PIL import Image

    try:
        with Image.open(io.BytesIO(content), formats=("PNG",)) as picture:
            picture.load()
            size = picture.size
    except (OSError, SyntaxError, ValueError) as error:
        raise RenderingFailed("The picture came out damaged; run it again.") from error
    if max(size) < LEAST_PIXELS:
        raise RenderingFailed("The picture came out too small; run it again.")
    return size

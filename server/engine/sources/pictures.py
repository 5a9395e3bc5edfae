"""Pictures of text (.png, .jpg, .webp): words by text recognition, put together as those of a page are."""

from __future__ import annotations

import io
import statistics
import warnings
from dataclasses import replace
from typing import Any

import numpy as np

from server.domain.errors import NothingUsable, SourceNotImported
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document
from server.engine.sources.equipment import Equipment
from server.engine.sources.pages import TextLine, parts_of
from server.engine.sources.reading_order import read_lines
from server.engine.sources.text_recognition import Box, Pixels, recognised

MAX_SIDE = 20_000
MAX_PIXELS = 100_000_000
_LARGEST = 6000
"""Pixels of a side beyond which a picture is made smaller as soon as it is opened."""
_LETTERS = 0.8
"""Height of a font over that of the box that recognition draws around a line of it."""


def read(content: Content, equipment: Equipment) -> Document:
    """The document of a picture.

    Raises:
        SourceNotImported: it is damaged or has too many pixels.
        NothingUsable: there are no words in it.
        CannotProduce: the models are missing.
    """
    pixels = _pixels(content)
    models = equipment.model_cache(content.name)
    equipment.tell(0.1, f"Reading the words in {content.name}")
    lines = lines_of(recognised(pixels, models=models), page=1, height=pixels.shape[0])
    if not lines:
        raise NothingUsable(
            f"there is no text in {content.name}: 0 words were found in the picture; give one that shows text"
        )
    return Document(parts=[replace(part, page=None) for part in parts_of(lines)])


def lines_of(boxes: list[Box], *, page: int, height: float, scale: float = 1.0) -> list[TextLine]:
    """Recognised words as lines of a page; `scale` is points a pixel."""
    if not boxes:
        return []
    usual = statistics.median(box.height for box in boxes)
    lines = []
    for row in read_lines(boxes):
        tall = statistics.median(box.height for box in row)
        # Capitals and descenders change a box by a fifth; a heading is larger than that.
        tall = usual if 0.72 * usual < tall < 1.3 * usual else tall
        middle = statistics.mean(box.middle for box in row)
        half = _LETTERS * tall / 2
        cells: list[str] = []
        edge = row[0].left
        for box in row:
            if cells and box.left - edge < tall:
                cells[-1] += " " + box.text
            else:
                cells.append(box.text)
            edge = box.right
        lines.append(
            TextLine(
                text=" ".join(cells),
                page=page,
                left=row[0].left * scale,
                right=row[-1].right * scale,
                top=(middle - half) * scale,
                bottom=(middle + half) * scale,
                size=_LETTERS * tall * scale,
                is_bold=False,
                page_height=height * scale,
                cells=tuple(cells) if len(cells) > 1 else (),
            )
        )
    return lines


def _pixels(content: Content) -> Pixels:
    from PIL import Image, ImageOps

    name = content.name
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            Image.MAX_IMAGE_PIXELS = None  # the size is judged here, with a sentence of our own
            picture: Any = Image.open(io.BytesIO(content.data), formats=("PNG", "JPEG", "WEBP"))
            width, height = picture.size
            if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
                raise SourceNotImported(
                    f"{name} has {width:,} × {height:,} pixels and at most {MAX_PIXELS // 1_000_000} million can be "
                    "read; save it smaller",
                    source=name,
                )
            picture.draft("RGB", (_LARGEST, _LARGEST))
            picture = ImageOps.exif_transpose(picture)
            if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
                layer = picture.convert("RGBA")
                picture = Image.new("RGBA", layer.size, "white")
                picture.alpha_composite(layer)
            picture = picture.convert("RGB")
            if max(picture.size) > _LARGEST and min(picture.size) > _LARGEST / 3:
                picture.thumbnail((_LARGEST, _LARGEST))
            return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])
    except (SourceNotImported, MemoryError):
        raise
    except Exception as error:  # a decoder of strangers' files fails in many ways
        raise SourceNotImported(
            f"{name} is damaged: it can't be opened as a picture; save it again as PNG or JPEG and add that",
            source=name,
        ) from error

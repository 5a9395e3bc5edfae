"""Pictures of text to words and their places, by PP-OCRv6 (small) through rapidocr, without any network.

Measured on one core: 6 to 9 CPU seconds and up to 1 GiB for a page of 30 lines. Latin letters with all accents, Greek,
Chinese and Japanese are in its alphabet; Cyrillic, Arabic and Devanagari are not. The models are the pinned ones and
are handed to the library by path, so that it has nothing to fetch.
"""

from __future__ import annotations

import functools
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from server.engine.models import Model, model_folder

MAX_SIDE = 2000
"""Pixels; a larger picture is made smaller before it is read."""
_TALL = 1.8
"""A picture higher than so many times its width is read piece by piece, so that its letters stay large enough."""
_LEAST_SCORE = 0.6
_MAX_BOXES = 1500

Pixels = NDArray[np.uint8]
"""Height, width, and blue, green and red."""


@dataclass(frozen=True, slots=True)
class Box:
    """A run of words and its place in pixels."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """From the top of the letters to their foot, with a little air."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Half way down."""
        return (self.top + self.bottom) / 2


def recognised(picture: Pixels, *, models: Path) -> list[Box]:
    """The runs of words in a picture, in no particular order.

    Raises:
        CannotProduce: the models are missing or not the pinned ones.
    """
    engine = _engine(models)
    boxes: list[Box] = []
    for top, tile in _tiles(picture):
        found = engine(tile)
        if found.boxes is None or found.txts is None:
            continue
        for corners, text, score in zip(found.boxes, found.txts, found.scores, strict=True):
            if score < _LEAST_SCORE or not any(char.isalnum() for char in text):
                continue
            (left, upper), (right, lower) = corners.min(axis=0), corners.max(axis=0)
            boxes.append(Box(text.strip(), float(left), float(upper) + top, float(right), float(lower) + top))
        if len(boxes) >= _MAX_BOXES:
            break
    return boxes[:_MAX_BOXES]


def is_blank(picture: Pixels) -> bool:
    """Whether a page is of one colour but for specks."""
    thin = picture[::4, ::4].astype(np.int16).mean(axis=2)
    return bool((np.abs(thin - np.median(thin)) > 40).mean() < 0.0004)


def _tiles(picture: Pixels) -> list[tuple[int, Pixels]]:
    """A tall picture in pieces, each cut where the fewest letters are hurt, with the place of its top."""
    height, width = picture.shape[:2]
    longest = round(_TALL * max(width, 600))
    tiles: list[tuple[int, Pixels]] = []
    top = 0
    while height - top > longest:
        window = picture[top + round(0.75 * longest) : top + longest].astype(np.int16).mean(axis=2)
        quietest = int(np.argmin(window.std(axis=1)))
        bottom = top + round(0.75 * longest) + quietest + 1
        tiles.append((top, picture[top:bottom]))
        top = bottom
    tiles.append((top, picture[top:]))
    return tiles


@functools.cache
def _engine(models: Path) -> Any:
    """The process's one reader."""
    folder = model_folder(Model.TEXT_RECOGNITION, models)
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    import cv2
    from rapidocr import RapidOCR

    cv2.setNumThreads(1)
    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,
            "Global.max_side_len": MAX_SIDE,
            "Det.model_path": str(folder / "detection.onnx"),
            "Rec.model_path": str(folder / "recognition.onnx"),
            "Rec.rec_batch_num": 1,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )

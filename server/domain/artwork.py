"""What directories take as a show's picture (Apple, Spotify): square, within these bounds."""

from __future__ import annotations

from dataclasses import dataclass

MIN_SIDE = 1400
MAX_SIDE = 3000
"""Pixels."""
MAX_BYTES = 512 * 1024
MAX_PIXELS = 40_000_000
"""Decoding more than this would need over 120 MB of memory."""

MAX_UPLOAD_BYTES = 20 * 1024 * 1024
"""Of a picture that somebody hands in; what is published is made from it."""


@dataclass(frozen=True, slots=True)
class Crop:
    """The square to keep: its left and top corner and its side, in pixels of the picture as people see it."""

    left: int
    top: int
    side: int

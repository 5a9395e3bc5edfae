"""Marks: the things a scene puts up, each with its moment, and the pace at which they come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

Paint = Callable[[QPainter, float], None]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that comes in at `enter` seconds within `seconds`; `paint` is told the share that is done (0 to 1).

    `box` is where it stands once it is there.
    """

    enter: float
    seconds: float
    paint: Paint
    box: QRectF

    @property
    def done(self) -> float:
        """When it has settled."""
        return self.enter + self.seconds


def eased(share: float) -> float:
    """Fast, then slow."""
    return 1 - (1 - max(0.0, min(1.0, share))) ** 3


def sprung(share: float) -> float:
    """Over the goal and back."""
    s = max(0.0, min(1.0, share)) - 1
    return 1 + 2.7 * s**3 + 1.7 * s**2

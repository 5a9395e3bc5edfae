"""What the parts of an office presentation share: its font, its unit, its colours, words for who can't see."""

from __future__ import annotations

from typing import Any

FONT = "Arial"
EMU = 12_700
"""To a point."""


def emu(points: float) -> int:
    """Points in the unit of office programs."""
    return round(points * EMU)


def rgb(color: str) -> Any:
    """``#rrggbb`` as python-pptx has it."""
    from pptx.dml.color import RGBColor

    return RGBColor(*(int(color[at : at + 2], 16) for at in (1, 3, 5)))


def describe(shape: Any, text: str) -> None:
    """The words for who can't see it; decoration has none."""
    shape._element._nvXxPr.cNvPr.set("descr", text)

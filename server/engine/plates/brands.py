"""What drawn pages wear."""

from __future__ import annotations

from dataclasses import dataclass

from server.engine.papers.palettes import Palette


@dataclass(frozen=True, slots=True)
class Brand:
    """What a deck wears: colours, and a logo of 200×50 (PNG; empty for none)."""

    palette: Palette
    logo: bytes = b""
    logo_name: str = "Logo"
    is_own: bool = False
    """Whether the logo was chosen: then it stands on every slide, else on the title alone."""

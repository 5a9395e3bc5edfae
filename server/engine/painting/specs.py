"""What a painter is given, as values that travel to a worker process. This module knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from server.domain.storyboards import VideoFormat
from server.engine.films.looks import Look
from server.engine.films.plans import TimedScene


@dataclass(frozen=True, slots=True)
class PieceSpec:
    """One scene to be painted."""

    timed: TimedScene
    look: Look
    film: VideoFormat
    size: tuple[int, int]
    language: str
    seed: int
    is_first: bool = False
    is_last: bool = False
    presenter: int = 0
    """Who is shown speaking, from 1; 0 for nobody."""
    mouth: tuple[int, ...] = ()
    """Of the presenter, for each picture of the scene, as `engine.films.mouths` has it."""
    backdrop: Path | None = None
    """A picture behind the scene instead of the look's ground: opaque and of the frame's proportions."""
    logo: Path | None = None
    """200 by 50 pixels."""

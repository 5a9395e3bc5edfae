"""What a painter is given, as values that travel to a worker process. This module knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass

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

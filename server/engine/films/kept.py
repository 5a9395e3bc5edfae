"""What is kept of a film beside the film itself, so that it can be changed and only the change is made anew."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.storyboards import Storyboard
from server.engine.films.looks import Look


@dataclass(frozen=True, slots=True)
class KeptFilm:
    """A storyboard with what was decided about its pictures. The file names are those of kept pieces."""

    storyboard: Storyboard
    look: Look
    """As it was worn: a later version looks the same, whatever the style would be read as then."""
    avatar_id: int = 0
    stills: tuple[str, ...] = ()
    """A small picture of each scene, in the scenes' order; empty while nothing is painted."""
    backdrop: str = ""
    intro: str = ""
    """Behind the first scene instead of `backdrop`."""
    logo: str = ""

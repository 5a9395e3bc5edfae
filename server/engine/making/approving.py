"""The end of a job for now: what was written waits for somebody to approve it."""

from __future__ import annotations

from server.domain.scripts import Script
from server.engine.films.kept import KeptFilm


class ScriptWaits(Exception):
    """The script is written and the spec asks for approval before it is voiced. `film` is a video's storyboard."""

    def __init__(self, script: Script, film: KeptFilm | None = None) -> None:
        super().__init__("the script waits to be approved")
        self.script = script
        self.film = film

"""A script that the asker wrote, read into lines."""

from __future__ import annotations

from server.domain.script_texts import SPEAKERS, parsed_script
from server.domain.scripts import Script
from server.engine.specs import RenderSpec


def given_script(spec: RenderSpec) -> Script:
    """The script of the spec. Raises `InvalidField` for a line that nobody says; the sentence names its number."""
    lines = parsed_script(spec.script, voices=SPEAKERS)
    return Script(title=spec.title or "Podcast", language=spec.language or "en", lines=lines)

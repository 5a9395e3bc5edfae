"""A script that the asker wrote, read into lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.domain.script_texts import SPEAKERS, parsed_script
from server.domain.scripts import Line, Script
from server.engine.specs import RenderSpec

SPOKEN_AT_ONCE = 1_500
"""Characters of a line at most: a minute and a half of speech, a piece of work that no worker runs out of time for."""
_SENTENCE = re.compile(r"(?<=[.!?…。！？])\s+")


def given_script(spec: RenderSpec) -> Script:
    """The script of the spec, its longest turns in several lines of the same speaker.

    Raises:
        InvalidField: a line that nobody says; the sentence names its number.
    """
    turns = parsed_script(spec.script, voices=SPEAKERS)
    lines = tuple(Line(turn.speaker, part) for turn in turns for part in _parts(turn.text))
    return Script(title=spec.title or "Podcast", language=spec.language or "en", lines=lines)


def _parts(text: str) -> Iterator[str]:
    """A turn in runs of whole sentences, of at most `SPOKEN_AT_ONCE` characters where words allow it."""
    if len(text) <= SPOKEN_AT_ONCE:
        yield text
        return
    run = ""
    for piece in (piece for sentence in _SENTENCE.split(text) for piece in _pieces(sentence)):
        if run and len(run) + len(piece) >= SPOKEN_AT_ONCE:
            yield run
            run = piece
        else:
            run = f"{run} {piece}" if run else piece
    yield run


def _pieces(sentence: str) -> Iterator[str]:
    """A sentence, or where it is too long its words in runs."""
    while len(sentence) > SPOKEN_AT_ONCE:
        end = sentence.rfind(" ", 1, SPOKEN_AT_ONCE) if " " in sentence[1:SPOKEN_AT_ONCE] else SPOKEN_AT_ONCE
        yield sentence[:end]
        sentence = sentence[end:].lstrip()
    if sentence:
        yield sentence

"""Scripts made ready for the voices: given ones are read into lines, and every line's marks set apart."""

from __future__ import annotations

from dataclasses import replace

from server.domain.errors import NothingUsable
from server.domain.script_marks import is_marked, plain
from server.domain.script_texts import SPEAKERS, SPOKEN_AT_ONCE, parsed_script
from server.domain.scripts import Line, Script
from server.engine.specs import RenderSpec
from server.engine.speech.markup import taken_apart
from server.engine.speech.portions import portions


def given_script(spec: RenderSpec) -> Script:
    """The script of the spec, its longest turns in several lines of the same speaker.

    Raises:
        InvalidField: a line that nobody says; the sentence names its number.
    """
    turns = parsed_script(spec.script, voices=SPEAKERS)
    lines = tuple(Line(turn.speaker, part) for turn in turns for part in portions(turn.text, longest=SPOKEN_AT_ONCE))
    return Script(title=spec.title or "Podcast", language=spec.language or "en", lines=lines)


def with_marks_apart(script: Script) -> Script:
    """The script with shown texts free of marks; a line that is only a pause belongs to the line before it.

    Raises:
        NothingUsable: nothing is left to be said.
    """
    if not any(is_marked(line.markup or line.text) for line in script.lines):
        return script
    lines: list[Line] = []
    places: list[int] = []
    waiting = ""
    for line in script.lines:
        text = line.markup or line.text
        places.append(len(lines))
        if not is_marked(text) and not waiting:
            lines.append(line)
        elif taken_apart(text).stretches:
            said = f"{waiting} {text}".strip()
            lines.append(replace(line, text=plain(text), markup=said))
            waiting = ""
        elif lines:
            lines[-1] = replace(lines[-1], markup=f"{lines[-1].markup or lines[-1].text} {text}")
        else:
            waiting = f"{waiting} {text}".strip()
    if not lines:
        raise NothingUsable("The script holds pauses and nothing to be spoken; write at least one line of words.")
    chapters = tuple(
        replace(chapter, first_line=min(places[chapter.first_line], len(lines) - 1))
        for chapter in script.chapters
        if chapter.first_line < len(places)
    )
    return replace(script, lines=tuple(lines), chapters=chapters)

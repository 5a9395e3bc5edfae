"""Scripts made ready for the voices: given ones are read into lines, and every line's marks set apart."""

from __future__ import annotations

import re
from dataclasses import replace

from server.domain.errors import Invalid, NothingUsable
from server.domain.scripts import Line, Script
from server.engine.specs import RenderSpec
from server.engine.speech.markup import is_marked, plain, taken_apart

MOST_SPEAKERS = 4
LONG_LINE = 2_000
"""Characters from which on a person is told that a line is long."""

_LABEL = re.compile(r"\s*SPEAKER_(\d\d)\s*:\s*(.*)", re.DOTALL)
_LIKE_A_LABEL = re.compile(r"\s*(?P<label>SPEAKER[ _-]?\w*|[A-Z][A-Z0-9_ ]{2,30})\s*:\s+\S")


def given_script(spec: RenderSpec) -> Script:
    """The lines of ``SPEAKER_00: …`` text; a line without a label goes on with the speaker before it.

    Raises:
        Invalid: a line that no speaker says, a label that is none, a fifth speaker; the sentence names the line.
    """
    lines: list[Line] = []
    notes: list[str] = []
    for number, row in enumerate(spec.script.splitlines(), 1):
        if not row.strip():
            continue
        labelled = _LABEL.fullmatch(row)
        if labelled:
            if int(labelled[1]) >= MOST_SPEAKERS:
                raise Invalid(f"Line {number} of the script is said by SPEAKER_{labelled[1]}; use 00 to 03.")
            if labelled[2].strip():
                lines.append(Line(int(labelled[1]), labelled[2].strip()))
        elif unknown := _LIKE_A_LABEL.match(row):
            raise Invalid(
                f"Line {number} of the script has the label {unknown['label'].strip()[:40]!r}; "
                "label lines SPEAKER_00: to SPEAKER_03:."
            )
        elif lines:
            last = lines[-1]
            lines[-1] = Line(last.speaker, f"{last.text} {row.strip()}")
        else:
            raise Invalid(
                f"Line {number} of the script starts with no speaker; begin it with SPEAKER_00: or SPEAKER_01:."
            )
        if len(row) > LONG_LINE:
            notes.append(
                f"Line {number} of the script is {len(row):,} characters long; shorter lines are easier to edit."
            )
    if not lines:
        raise Invalid("The script holds no line to be spoken.")
    return Script(title=spec.title or "Podcast", language=spec.language or "en", lines=tuple(lines), notes=tuple(notes))


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

"""A script that the asker wrote, read into lines."""

from __future__ import annotations

import re

from server.domain.errors import Invalid
from server.domain.scripts import Line, Script
from server.engine.specs import RenderSpec

_LABEL = re.compile(r"\s*SPEAKER_(\d\d)\s*:\s*(.*)", re.DOTALL)


def given_script(spec: RenderSpec) -> Script:
    """The lines of ``SPEAKER_00: …`` text; a line without a label goes on with the speaker before it.

    Raises:
        Invalid: a line that no speaker says; the sentence names its number.
    """
    lines: list[Line] = []
    for number, row in enumerate(spec.script.splitlines(), 1):
        if not row.strip():
            continue
        labelled = _LABEL.fullmatch(row)
        if labelled:
            if labelled[2].strip():
                lines.append(Line(int(labelled[1]), labelled[2].strip()))
        elif lines:
            last = lines[-1]
            lines[-1] = Line(last.speaker, f"{last.text} {row.strip()}")
        else:
            raise Invalid(
                f"Line {number} of the script starts with no speaker; begin it with SPEAKER_00: or SPEAKER_01:."
            )
    if not lines:
        raise Invalid("The script holds no line to be spoken.")
    return Script(title=spec.title or "Podcast", language=spec.language or "en", lines=tuple(lines))

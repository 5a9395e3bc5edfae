"""Scripts as people write them: ``SPEAKER_00: …`` lines, read into turns or refused by line number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from server.domain.errors import InvalidField
from server.domain.scripts import Line

MAX_LINE = 10_000
"""Characters of one line, without its label."""
SPEAKERS = 4
SPOKEN_AT_ONCE = 1_500
"""Characters of a line as it is kept: a minute and a half of speech, which no worker runs out of time for."""
_SENTENCE = re.compile(r"(?<=[.!?…。！？])\s+")
_LABEL = re.compile(r"\s*SPEAKER_(\d\d)(?:\s*:|(?=\s|$))\s*(.*)", re.DOTALL)
"""A line's prefix, with its colon or without."""
_MEANT_AS_LABEL = re.compile(r"\s*(?:SPEAKER[ _-]?\w*|[A-Z]+_\d+)\s*:", re.IGNORECASE)


def parsed_script(text: str, *, voices: int, field: str = "script") -> tuple[Line, ...]:
    """The turns of a script; a line without a label goes on with the speaker of the line before it.

    Args:
        text: the script.
        voices: how many voices there are, for SPEAKER_00 and those after it.
        field: the wire's name of what holds the script.

    Raises:
        InvalidField: a label is unknown or has no voice, a line comes before the first label or is too long, or
            nothing is to be spoken; the sentence names the line by its number, counted from 1.
    """
    turns: list[tuple[int, list[str]]] = []
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip():
            continue
        labelled = _LABEL.fullmatch(row)
        length = len(labelled[2] if labelled else row)
        if length > MAX_LINE:
            raise InvalidField(field, f"line {number} has {length:,} characters and at most {MAX_LINE:,} are taken")
        if labelled:
            speaker = int(labelled[1])
            _check_voice(speaker, number, voices=voices, field=field)
            turns.append((speaker, [labelled[2].strip()]))
        elif _MEANT_AS_LABEL.match(row):
            label = row.strip().partition(":")[0][:40]
            known = ", ".join(f"SPEAKER_{known:02d}" for known in range(voices))
            raise InvalidField(field, f"line {number} has the unknown label {label}; the labels are {known}")
        elif turns:
            turns[-1][1].append(row.strip())
        else:
            raise InvalidField(
                field, f"line {number} comes before the first label: begin it with SPEAKER_00: or SPEAKER_01:"
            )
    lines = tuple(Line(speaker, words) for speaker, rows in turns if (words := " ".join(row for row in rows if row)))
    if not lines:
        raise InvalidField(field, "holds no line to be spoken: write lines that begin with SPEAKER_00: or SPEAKER_01:")
    return lines


def script_text(turns: Sequence[Line]) -> str:
    """The turns as text again, every line with its label; the longest turns in several lines of the same speaker."""
    return "\n".join(f"{turn.label}: {run}" for turn in turns for run in _runs(turn.text))


def _runs(text: str) -> Iterator[str]:
    """A turn in runs of whole sentences, of at most `SPOKEN_AT_ONCE` characters."""
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
    if run:
        yield run


def _pieces(sentence: str) -> Iterator[str]:
    """A sentence, or where it is too long its words in runs."""
    while len(sentence) > SPOKEN_AT_ONCE:
        space = sentence.rfind(" ", 1, SPOKEN_AT_ONCE)
        end = space if space > 0 else SPOKEN_AT_ONCE
        yield sentence[:end]
        sentence = sentence[end:].lstrip()
    if sentence:
        yield sentence


def _check_voice(speaker: int, number: int, *, voices: int, field: str) -> None:
    if speaker >= SPEAKERS:
        raise InvalidField(
            field, f"line {number} has the unknown label SPEAKER_{speaker:02d}; the last one is SPEAKER_03"
        )
    if speaker >= voices:
        raise InvalidField(
            field, f"line {number} is SPEAKER_{speaker:02d}'s, who has no voice: send voice{speaker + 1}"
        )

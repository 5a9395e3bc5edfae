"""How long nobody speaks between two lines.

Talk answers talk after about 200 ms (S. Levinson and F. Torreira, "Timing in turn-taking", 2015); a listener who only
hears needs a little more at the end of a thought, and clearly more where the subject changes. Lines never overlap.
"""

from __future__ import annotations

import zlib
from typing import Protocol

from server.domain.scripts import LineKind

NEW_CHAPTER_MS = 1150
AFTER_QUESTION_MS = 330
AFTER_STATEMENT_MS = 430
AFTER_REACTION_MS = 300
BEFORE_REACTION_MS = 220
SAME_SPEAKER_MS = 380
AFTER_ELLIPSIS_MS = 650
MID_SENTENCE_MS = 170
_VARIATION = 0.15
_CLOSERS = "\"'”’»)]*_ "


class Spoken(Protocol):
    """What a pause depends on."""

    @property
    def speaker(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def kind(self) -> LineKind: ...


def pause_between(line: Spoken, following: Spoken, *, new_chapter: bool) -> int:
    """The pause in milliseconds after `line`, when `following` comes next.

    It varies by up to 15 % from place to place, as people do, and is always the same for the same two lines.
    """
    ending = line.text.rstrip(_CLOSERS)
    if new_chapter:
        pause = NEW_CHAPTER_MS
    elif ending.endswith(("…", "...")):
        pause = AFTER_ELLIPSIS_MS
    elif ending.endswith((",", ";", ":", "-", "–", "—")):
        pause = MID_SENTENCE_MS
    elif following.speaker == line.speaker:
        pause = SAME_SPEAKER_MS
    elif following.kind is LineKind.REACTION:
        pause = BEFORE_REACTION_MS
    elif line.kind is LineKind.REACTION:
        pause = AFTER_REACTION_MS
    elif line.kind is LineKind.QUESTION or ending.endswith(("?", "？", ";", "؟")):
        pause = AFTER_QUESTION_MS
    else:
        pause = AFTER_STATEMENT_MS
    drift = zlib.crc32(f"{line.text}\n{following.text}".encode()) / 0xFFFFFFFF * 2 - 1
    return round(pause * (1 + _VARIATION * drift))

"""What is spoken again in one go, and when: the original's timing kept, with room made only where it is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from server.domain.transcripts import SpokenWord, Turn
from server.engine.listening.transcribe import UNSPACED

LONGEST_MS = 14_000
SLOWEST, FASTEST = 0.85, 1.3
"""A voice changes its own pace within these."""
TIGHTEST = 1.25
"""What would still run over the next one is pressed together by at most this."""
BETWEEN_MS = 80
LONGEST_PAUSE_MS = 3000
"""A longer pause, mostly music in the original, is cut to this where no music plays under it."""

_PAUSE_MS = 350
_ENDS = (".", "?", "!", "…", "。", "？", "！", '."', '?"', "”")


@dataclass(frozen=True, slots=True)
class Utterance:
    """One or more sentences of one speaker; times are the original's."""

    speaker: int
    start_ms: int
    end_ms: int
    text: str


def utterances(turns: Sequence[Turn], *, language: str) -> tuple[Utterance, ...]:
    """The turns, the long ones cut after sentences that a pause follows."""
    glue = "" if language in UNSPACED else " "
    found: list[Utterance] = []
    for turn in turns:
        run: list[SpokenWord] = []
        for word in turn.words:
            if run and _cut(run, word):
                found.append(_said(turn.speaker, run, glue))
                run = []
            run.append(word)
        if run:
            found.append(_said(turn.speaker, run, glue))
        elif not turn.words:
            found.append(Utterance(turn.speaker, turn.start_ms, turn.end_ms, turn.text))
    return tuple(found)


def _cut(run: Sequence[SpokenWord], following: SpokenWord) -> bool:
    last = run[-1]
    if not last.text.endswith(_ENDS):
        # Somebody who never ends a sentence is cut at a breath.
        return following.start_ms - run[0].start_ms > 2 * LONGEST_MS and following.start_ms > last.end_ms
    return following.start_ms - last.end_ms >= _PAUSE_MS or following.end_ms - run[0].start_ms > LONGEST_MS


def _said(speaker: int, run: Sequence[SpokenWord], glue: str) -> Utterance:
    return Utterance(speaker, run[0].start_ms, run[-1].end_ms, glue.join(word.text for word in run))


def speed_for(natural_ms: float, target_ms: float, *, pace: float = 1.0) -> float:
    """How much faster than by itself a voice should speak to take `target_ms`.

    A wish for another `pace` may go beyond what fitting the original may.
    """
    return min(max(natural_ms / max(target_ms, 1.0), SLOWEST * min(1.0, pace)), FASTEST * max(1.0, pace))


def pressed(sound: NDArray[np.float32], *, room_ms: float, rate: int) -> NDArray[np.float32]:
    """`sound` at the same pitch, shorter by as much as it needs to fit, and by no more than `TIGHTEST`."""
    over = len(sound) / rate * 1000 / max(room_ms, 1.0)
    if over <= 1.0:
        return sound
    from pedalboard import time_stretch

    stretched = time_stretch(sound[None], float(rate), stretch_factor=min(over, TIGHTEST))
    return np.asarray(stretched[0], np.float32)


def starts(said: Sequence[Utterance], lengths_ms: Sequence[int], *, keeps_pauses: bool) -> tuple[int, ...]:
    """When each utterance begins: where the original did, unless the one before still speaks."""
    found: list[int] = []
    shift = free = 0
    for before, (utterance, length) in zip([None, *said], zip(said, lengths_ms, strict=True), strict=False):
        pause = utterance.start_ms - (before.end_ms if before else 0)
        if not keeps_pauses and pause > LONGEST_PAUSE_MS:
            shift -= pause - LONGEST_PAUSE_MS
        at = max(utterance.start_ms + shift, free)
        found.append(at)
        free = at + length + BETWEEN_MS
    return tuple(found)

"""Does a finished recording speak the language that was asked for?"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from server.domain.errors import RenderingFailed
from server.domain.languages import language_by_code
from server.engine.audio.decoding import decode, describe
from server.engine.listening.transcribe import SAMPLE_RATE, spoken_language

LISTENED_S = 30.0
LATEST_S = 60.0
"""Where listening begins at the latest: everything before it is decoded for nothing."""
SURE = 0.8
"""Below this the model guesses; formant voices are often taken for another language."""

_ALIKE = (
    {"nb", "nn", "da", "sv"},
    {"hr", "bs", "sr", "sl"},
    {"cs", "sk"},
    {"es", "ca", "gl"},
    {"id", "ms"},
    {"uk", "ru"},
)


def get_ready(*, models: Path) -> None:
    """Load the model into this process. Raises `CannotProduce`."""
    spoken_language(np.zeros(SAMPLE_RATE, np.float32), models=models)


def check_language(path: Path, *, language: str, models: Path) -> None:
    """Listen to half a minute of the recording, from its middle or its second minute.

    Raises:
        RenderingFailed: another language is heard beyond doubt.
    """
    length_s = describe(path).duration_s
    skip = int(min(LATEST_S, max(0.0, (length_s - LISTENED_S) / 2)) * SAMPLE_RATE)
    wanted = int(LISTENED_S * SAMPLE_RATE)
    held: list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = []
    at = taken = 0
    for block in decode(path, rate=SAMPLE_RATE):
        mono = block[0][max(0, skip - at) :]
        at += block.shape[1]
        held.append(mono)
        taken += len(mono)
        if taken >= wanted:
            break
    heard, chance = spoken_language(np.concatenate(held)[:wanted], models=models)
    base = language.partition("-")[0]
    if heard == base or chance < SURE or any({heard, base} <= group for group in _ALIKE):
        return
    names = [found.name if (found := language_by_code(code)) else code for code in (heard, base)]
    raise RenderingFailed(f"The finished recording sounds like {names[0]} instead of {names[1]}; choose other voices.")

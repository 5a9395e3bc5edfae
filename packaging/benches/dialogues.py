"""Conversations with known words, speakers and times: spoken here, or put together from recordings of people."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from people import people

from server.engine.speech.catalogue import find
from server.engine.speech.synthesis import speak

RATE = 16_000
LINES = (
    "Welcome back to the show. Today we talk about container ships and how they changed trade.",
    "Thanks for having me. It really is a story about boxes.",
    "Before that, loading a ship was slow and cost far more than the journey itself.",
    "And afterwards?",
    "Afterwards the price fell by more than nine tenths, and it changed where things are made.",
    "So the box mattered more than the ship itself.",
    "Exactly. Ports that could not handle containers lost their trade within a decade.",
    "Which ports were those?",
    "Mostly the old ones in the middle of large cities. They had no room for cranes.",
    "And the people who had worked there?",
    "Most of them had to look for other work. Some towns have never got over it.",
    "Did anybody see it coming?",
    "The owner of a small trucking company did. He was tired of waiting while his load went on board piece by piece.",
    "And what became of him?",
    "He bought a shipping line, and many years later he sold it for a fortune.",
    "That is a good place to stop. Thank you for coming.",
)
FRAME_S = 0.01
AUDIBLE_DB, BRIDGED_S = 35.0, 0.5
"""What is heard within 35 dB of a recording's loudest moment is speech, and so are pauses of under half a second."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Sound at 16 kHz, and who speaks when: start and end in seconds, and a number."""

    sound: NDArray[np.float32]
    times: tuple[tuple[float, float, int], ...]
    lines: tuple[str, ...]


def spoken(models: Path, *, voices: tuple[str, str] = ("af_heart", "am_michael")) -> Dialogue:
    """A conversation of two packaged voices."""
    import soxr

    cast = [find(name) for name in voices]
    said = [speak(line, cast[number % 2], models=models) for number, line in enumerate(LINES)]
    pieces = [np.asarray(soxr.resample(sound, 24_000, RATE), np.float32) for sound in said]
    return _laid_out([(piece, number % 2) for number, piece in enumerate(pieces)], LINES)


def of_people() -> Dialogue | None:
    """Up to three people whose recordings are here, in turns of some seconds; None where fewer than two are."""
    cast = [person for person in people() if person.language == "en"][:3]
    if len(cast) < 2:
        return None
    turns = [(speaker, piece) for speaker, person in enumerate(cast) for piece in person.pieces(rate=RATE)]
    queues = [[piece for number, piece in turns if number == speaker] for speaker in range(len(cast))]
    taken: list[tuple[NDArray[np.float32], int]] = []
    for place in range(min(len(queue) for queue in queues)):
        taken += [
            (queue[place] / max(float(np.abs(queue[place]).max()), 1e-6) * 0.5, n) for n, queue in enumerate(queues)
        ]
    return _laid_out(taken, ())


def _laid_out(pieces: list[tuple[NDArray[np.float32], int]], lines: tuple[str, ...]) -> Dialogue:
    rng = np.random.default_rng(1)
    parts: list[NDArray[np.float32]] = [np.zeros(RATE // 3, np.float32)]
    times: list[tuple[float, float, int]] = []
    at = len(parts[0])
    for piece, speaker in pieces:
        rest = np.zeros(int(rng.uniform(0.2, 0.6) * RATE), np.float32)
        times += [(at / RATE + start, at / RATE + end, speaker) for start, end in _heard(piece)]
        parts += [piece, rest]
        at += len(piece) + len(rest)
    return Dialogue(np.concatenate(parts), tuple(times), lines)


def _heard(piece: NDArray[np.float32]) -> list[tuple[float, float]]:
    """Where a piece is audible, in seconds from its beginning."""
    size = int(FRAME_S * RATE)
    rows = piece[: len(piece) // size * size].reshape(-1, size)
    level = 10 * np.log10(np.einsum("kn,kn->k", rows, rows) / size + 1e-12)
    found: list[tuple[float, float]] = []
    for frame in np.flatnonzero(level > level.max() - AUDIBLE_DB):
        start = float(frame) * FRAME_S
        if found and start - found[-1][1] < BRIDGED_S:
            found[-1] = (found[-1][0], start + FRAME_S)
        else:
            found.append((start, start + FRAME_S))
    return found

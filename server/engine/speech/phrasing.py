"""Where a long run of phonemes is cut, and how long a voice rests there."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

LONGEST = 150
"""Symbols in one piece. A worker's memory grows with it (970 MB at 505), and the model cuts silently at 508."""

_SHORT = 25
_ATOM = re.compile(r".+?(?:[.!?…;:,—]+[\"”’)]*(?=\s|$)|—|$)\s*", re.DOTALL)
_RESTS = {".": 0.42, "!": 0.42, "?": 0.45, "…": 0.5, ";": 0.3, ":": 0.28, "—": 0.22, ",": 0.16}
_PENALTIES = {".": 0.0, "!": 0.0, "?": 0.0, "…": 0.0, ";": 0.6, ":": 0.8, "—": 1.0, ",": 1.2}
_WORD_PENALTY = 8.0
_WORD_REST = 0.05


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of phonemes that is voiced at once, and the seconds of rest after it."""

    phonemes: str
    rest: float


def phrases(phonemes: str, *, longest: int = LONGEST) -> tuple[Phrase, ...]:
    """Cut phonemes into as few runs of at most `longest` symbols as the sense allows; the last one has no rest.

    The cheapest cutting by dynamic programming: ends of sentences cost nothing, commas more, a cut between words is
    the last resort, and short remainders are avoided.
    """
    atoms = [piece for atom in _ATOM.findall(phonemes.strip()) for piece in _bounded(atom, longest)]
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(atoms) + 1):
        choices = []
        length = 0
        for start in range(end - 1, -1, -1):
            length += len(atoms[start])
            if length > longest and start < end - 1:
                break
            cost = best[start][0] + 1.0 + (_SHORT - length) / _SHORT * (length < _SHORT)
            choices.append((cost + (_penalty(atoms[end - 1]) if end < len(atoms) else 0.0), start))
        best.append(min(choices))
    cuts = [len(atoms)]
    while cuts[-1]:
        cuts.append(best[cuts[-1]][1])
    cuts.reverse()
    runs = ["".join(atoms[start:end]).strip() for start, end in itertools.pairwise(cuts)]
    runs = [run for run in runs if run]
    last = len(runs) - 1
    return tuple(Phrase(run, _rest(run) if index < last else 0.0) for index, run in enumerate(runs))


def _bounded(atom: str, longest: int) -> list[str]:
    """An atom cut between words, and a word without end wherever it must be."""
    pieces: list[str] = []
    current = ""
    for word in re.findall(r"\S+\s*", atom):
        if current and len(current) + len(word) > longest:
            pieces.append(current)
            current = ""
        current += word
        while len(current) > longest:
            pieces.append(current[:longest])
            current = current[longest:]
    return [*pieces, current] if current else pieces


def _closing(run: str) -> str:
    bare = run.rstrip(' "”’)')
    return bare[-1:] if bare else ""


def _penalty(run: str) -> float:
    return _PENALTIES.get(_closing(run), _WORD_PENALTY)


def _rest(run: str) -> float:
    return _RESTS.get(_closing(run), _WORD_REST)

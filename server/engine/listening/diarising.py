"""Who spoke when: voiceprints of the spoken stretches, grouped, and a path through time that changes voice seldom.

Voiceprints of two seconds are grouped: by spectral clustering into a known number (U. von Luxburg, "A tutorial on
spectral clustering", 2007), else by average linkage, cut at a distance of 0.44. Then every tenth of a second gets the
voice that a Viterbi search finds most likely over the whole recording, where a change costs less in a pause.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from server.engine.listening.activity import SAMPLE_RATE, Region
from server.engine.listening.voiceprints import FRAME, STEP_FRAMES, WINDOW_FRAMES, Prints, Voiceprints, normalised

FARTHEST = 0.44
"""Cosine distance between groups above which they are different people: two men met at 0.47 who spoke for six seconds
each, and parts of one person's speech never above 0.38."""
MOST_SPEAKERS = 10
BRIDGED_S = 0.5
"""A shorter pause is none where the same voice goes on."""

_SPAN = 6
"""Windows that make a print of two seconds: the first begins 1.25 s before the last, which lasts 0.8 s."""
_MOST_GROUPED = 1200
_SMALLEST_S = 0.75
_SMALLEST_SHARE = 0.03
_LIKENESS_SCALE = 0.25
_TRIES = 10
"""So often the groups are sought from other beginnings; the tightest count."""
_SHARPNESS = 8.0
_CHANGE = 4.0
_CHANGE_IN_PAUSE = 1.0
_GRID = FRAME * 10
"""Samples of a step of the path: 0.1 s."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Somebody speaks: `speaker` counts from 0 in order of first word; times in seconds."""

    start: float
    end: float
    speaker: int


@dataclass(frozen=True, slots=True)
class Heard:
    """The voiceprints of a spoken stretch: one per quarter of a second from `region.start` on."""

    region: Region
    prints: Prints


def listen(audio: NDArray[np.float32], regions: Sequence[Region], voiceprints: Voiceprints) -> list[Heard]:
    """The voiceprints of each region of `audio` (mono, 16 kHz), whose first sample is the regions' sample 0."""
    return [Heard(region, voiceprints.windows(audio[region.start : region.end])) for region in regions]


def diarise(heard: Sequence[Heard], *, speakers: int | None = None) -> tuple[Stretch, ...]:
    """Who speaks in which stretch; `speakers` is their number where somebody knows it.

    The stretches are in order and do not overlap. They lie within the regions that were heard, but for pauses of under
    half a second in which the same voice goes on: between its words nobody else speaks.
    """
    if not heard:
        return ()
    steps = [_steps(each) for each in heard]
    prints = np.concatenate([windows for windows, _ in steps])
    voices = _voices(prints, speakers=speakers)
    if len(voices) == 1:
        return _in_order([(h.region.start / SAMPLE_RATE, h.region.end / SAMPLE_RATE, 0) for h in heard])
    path = _path(heard, steps, voices)
    found: list[tuple[float, float, int]] = []
    at = 0
    for each in heard:
        count = _count(each.region)
        found += _runs(each.region, path[at : at + count])
        at += count
    return _in_order(found)


def _steps(heard: Heard) -> tuple[Prints, NDArray[np.int64]]:
    """Prints of up to two seconds, and for each the sample in the middle of what it heard."""
    count = len(heard.prints)
    span = min(_SPAN, count)
    summed = np.cumsum(np.concatenate([np.zeros((1, heard.prints.shape[1])), heard.prints]), axis=0)
    prints = normalised((summed[span:] - summed[:-span]).astype(np.float32))
    width = min(
        ((span - 1) * STEP_FRAMES + WINDOW_FRAMES) * FRAME,
        heard.region.end - heard.region.start,
    )
    middles = heard.region.start + np.arange(len(prints)) * STEP_FRAMES * FRAME + width // 2
    return prints, middles.astype(np.int64)


def _voices(prints: Prints, *, speakers: int | None) -> Prints:
    """One print for each voice: ``(voices, 256)``."""
    if speakers == 1 or len(prints) < 2:
        return normalised(prints.mean(axis=0))[None]
    chosen = prints
    if len(prints) > _MOST_GROUPED:
        chosen = prints[np.linspace(0, len(prints) - 1, _MOST_GROUPED).astype(int)]
    labels = _spectral(chosen, min(speakers, len(chosen))) if speakers else _linked(chosen)
    voices = _means(chosen, labels)
    for _ in range(3):
        labels = np.asarray((prints @ voices.T).argmax(axis=1))
        voices = _means(prints, labels)
    return voices


def _means(prints: Prints, labels: NDArray[np.int64]) -> Prints:
    return normalised(np.stack([prints[labels == label].mean(axis=0) for label in np.unique(labels)]))


def _spectral(prints: Prints, count: int) -> NDArray[np.int64]:
    """Groups by the leading eigenvectors of the normalised likeness (A. Ng, M. Jordan, Y. Weiss, 2002)."""
    from scipy.cluster.vq import kmeans2
    from scipy.linalg import eigh

    likeness = np.exp((prints.astype(np.float64) @ prints.T - 1) / _LIKENESS_SCALE)
    scale = 1 / np.sqrt(likeness.sum(axis=1))
    last = len(prints) - 1
    _, leading = eigh(likeness * scale[:, None] * scale, subset_by_index=(last - count + 1, last))
    rows = leading / (np.linalg.norm(leading, axis=1, keepdims=True) + 1e-12)
    best, smallest = np.zeros(len(prints), np.int64), np.inf
    for seed in range(_TRIES):
        means, labels = kmeans2(rows, count, minit="++", rng=seed, missing="warn")
        apart = float(np.square(rows - means[labels]).sum())
        if apart < smallest:
            best, smallest = np.asarray(labels, np.int64), apart
    return best


def _linked(prints: Prints) -> NDArray[np.int64]:
    from scipy.cluster.hierarchy import fcluster, linkage

    labels = np.asarray(fcluster(linkage(prints, "average", metric="cosine"), FARTHEST, "distance"), np.int64)
    names, sizes = np.unique(labels, return_counts=True)
    smallest = max(_SMALLEST_S * SAMPLE_RATE / (STEP_FRAMES * FRAME), _SMALLEST_SHARE * len(prints))
    kept = [name for name, size in zip(names, sizes, strict=True) if size >= smallest] or [names[sizes.argmax()]]
    kept = sorted(kept, key=lambda name: -int((labels == name).sum()))[:MOST_SPEAKERS]
    voices = normalised(np.stack([prints[labels == name].mean(axis=0) for name in kept]))
    return np.asarray((prints @ voices.T).argmax(axis=1), np.int64)


def _count(region: Region) -> int:
    return max(1, -(-(region.end - region.start) // _GRID))


def _path(
    heard: Sequence[Heard], steps: Sequence[tuple[Prints, NDArray[np.int64]]], voices: Prints
) -> NDArray[np.int64]:
    """The most likely voice of every tenth of a second of the spoken stretches, one after the other."""
    scores, costs = [], []
    before = 0
    for each, (prints, middles) in zip(heard, steps, strict=True):
        likeness = prints @ voices.T
        at = each.region.start + (np.arange(_count(each.region)) + 0.5) * _GRID
        scores.append(np.stack([np.interp(at, middles, likeness[:, voice]) for voice in range(len(voices))], axis=1))
        cost = np.full(len(at), _CHANGE)
        pause = (each.region.start - before) / SAMPLE_RATE
        cost[0] = _CHANGE_IN_PAUSE * max(0.0, 1.0 - pause / 2.0)
        costs.append(cost)
        before = each.region.end
    return _viterbi(np.concatenate(scores) * _SHARPNESS, np.concatenate(costs))


def _viterbi(scores: NDArray[np.float64], costs: NDArray[np.float64]) -> NDArray[np.int64]:
    """The path ``(n,)`` through `scores` ``(n, voices)`` of the largest sum, less `costs` where it changes."""
    count, voices = scores.shape
    came_from = np.zeros((count, voices), np.int64)
    best = scores[0].copy()
    for at in range(1, count):
        leader = int(best.argmax())
        changed = best[leader] - costs[at]
        stays = best >= changed
        came_from[at] = np.where(stays, np.arange(voices), leader)
        best = np.where(stays, best, changed) + scores[at]
    path = np.empty(count, np.int64)
    path[-1] = int(best.argmax())
    for at in range(count - 1, 0, -1):
        path[at - 1] = came_from[at, path[at]]
    return path


def _runs(region: Region, path: NDArray[np.int64]) -> list[tuple[float, float, int]]:
    edges = [0, *(np.flatnonzero(np.diff(path)) + 1).tolist(), len(path)]
    return [
        (
            (region.start + a * _GRID) / SAMPLE_RATE,
            min(region.end, region.start + b * _GRID) / SAMPLE_RATE,
            int(path[a]),
        )
        for a, b in itertools.pairwise(edges)
    ]


def _in_order(found: Sequence[tuple[float, float, int]]) -> tuple[Stretch, ...]:
    """Speakers numbered by their first word; what only a short pause parts is one stretch."""
    numbers: dict[int, int] = {}
    joined: list[Stretch] = []
    for start, end, voice in found:
        speaker = numbers.setdefault(voice, len(numbers))
        last = joined[-1] if joined else None
        if last and last.speaker == speaker and start - last.end < BRIDGED_S:
            joined[-1] = Stretch(last.start, round(end, 3), speaker)
        else:
            joined.append(Stretch(round(start, 3), round(end, 3), speaker))
    return tuple(joined)

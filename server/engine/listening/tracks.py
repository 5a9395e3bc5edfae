"""One aligned track per speaker, which add up to the original sample by sample.

Every sample belongs to one speaker; between two of them stands the quietest moment of the pause, where one fades out
while the other fades in. The first of the two gets the rounded share and the second what is left, so that no rounding
is lost: the sum of the tracks is the original, bit for bit.
"""

from __future__ import annotations

import contextlib
import itertools
import wave
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import SourceNotImported
from server.engine.audio.decoding import decode, describe
from server.engine.audio.signals import Samples
from server.engine.listening.diarising import Stretch

FADE_S = 0.01
_LONGEST_S = 3 * 3600.0
_LARGEST_BYTES = 4_000_000_000
"""A WAV file counts its bytes in 32 bits."""
_AT_ONCE = 1 << 16

Pcm = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Share:
    """From `start` seconds on the sound is `speaker`'s, until the next share begins."""

    start: float
    speaker: int


def shares(stretches: Sequence[Stretch], quietest: Callable[[float, float], float]) -> tuple[Share, ...]:
    """Who owns which part of the time; `quietest` names the quietest moment between two times in seconds."""
    found = [Share(0.0, stretches[0].speaker if stretches else 0)]
    for before, after in itertools.pairwise(stretches):
        if before.speaker == after.speaker:
            continue
        cut = quietest(before.end, after.start) if after.start - before.end > FADE_S else (before.end + after.start) / 2
        found.append(Share(max(cut, found[-1].start + FADE_S), after.speaker))
    return tuple(found)


def write_tracks(source: Path, owners: Sequence[Share], tracks: Sequence[Path], *, name: str = "") -> float:
    """Write each speaker's track (16-bit WAV at the source's rate and with its channels, two at most).

    Returns:
        The length of each track in seconds.

    Raises:
        SourceNotImported: the source can't be read.
        OSError: the disk is full.
    """
    head = describe(source, name=name)
    channels = min(max(head.channels, 1), 2)
    if head.duration_s * head.rate * channels * 2 > _LARGEST_BYTES:
        raise SourceNotImported(f"{name or source.name} is too long for WAV tracks; cut it into shorter pieces.")
    gains = _Gains(owners, head.rate)
    done = 0
    with contextlib.ExitStack() as stack:
        writers = [stack.enter_context(_writer(path, channels, head.rate)) for path in tracks]
        for block in _gathered(decode(source, rate=head.rate, channels=channels, name=name, longest_s=_LONGEST_S)):
            pcm = np.rint(np.clip(block, -1.0, 32767 / 32768) * 32768.0).astype(np.int16)
            for writer, part in zip(writers, _split(pcm, gains, done, len(tracks)), strict=True):
                writer.writeframesraw(np.ascontiguousarray(part.T, "<i2").tobytes())
            done += pcm.shape[1]
    return done / head.rate


def _gathered(blocks: Iterator[Samples]) -> Iterator[Samples]:
    held: list[Samples] = []
    for block in blocks:
        held.append(block)
        if sum(part.shape[1] for part in held) >= _AT_ONCE:
            yield np.concatenate(held, axis=1)
            held = []
    if held:
        yield np.concatenate(held, axis=1)


def _split(pcm: Pcm, gains: _Gains, first: int, count: int) -> Iterator[Pcm]:
    left = pcm.copy()
    owners, rising = gains.at(first, pcm.shape[1])
    for speaker in range(count):
        part = np.zeros_like(pcm)
        mine = owners == speaker
        part[:, mine] = pcm[:, mine]
        for start, stop, before, after, rise in rising:
            # While a fade lasts the speaker before gets the rounded share and the one after it the rest.
            fading = np.rint(pcm[:, start:stop] * (1.0 - rise)).astype(np.int16)
            if speaker == before:
                part[:, start:stop] = fading
            elif speaker == after:
                part[:, start:stop] = pcm[:, start:stop] - fading
            else:
                part[:, start:stop] = 0
        left -= part
        yield part
    if left.any():
        raise ArithmeticError("the tracks do not add up to the original")


class _Gains:
    """Who owns each sample, and the fades between owners."""

    def __init__(self, owners: Sequence[Share], rate: int) -> None:
        self._half = max(1, int(FADE_S * rate / 2))
        self._starts = np.array([round(owner.start * rate) for owner in owners], np.int64)
        self._speakers = np.array([owner.speaker for owner in owners], np.int64)

    def at(
        self, first: int, count: int
    ) -> tuple[NDArray[np.int64], list[tuple[int, int, int, int, NDArray[np.float64]]]]:
        """The owner of each of `count` samples, and the fades: place in the block, both speakers, how far it is."""
        positions = np.arange(first, first + count)
        owners = self._speakers[np.searchsorted(self._starts, positions, side="right") - 1]
        fades = []
        lowest = max(1, int(np.searchsorted(self._starts, first - self._half)))
        highest = int(np.searchsorted(self._starts, first + count + self._half, side="right"))
        for index in range(lowest, highest):
            cut = int(self._starts[index])
            start, stop = cut - self._half, cut + self._half
            if stop <= first or start >= first + count:
                continue
            a, b = max(start, first), min(stop, first + count)
            share = (np.arange(a, b) - start + 0.5) / (2 * self._half)
            rise = np.sin(0.5 * np.pi * share) ** 2
            fades.append((a - first, b - first, int(self._speakers[index - 1]), int(self._speakers[index]), rise))
        return owners, fades


@contextlib.contextmanager
def _writer(path: Path, channels: int, rate: int) -> Iterator[wave.Wave_write]:
    with path.open("wb") as stream, wave.open(stream, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        yield writer

"""A music bed under an episode that is made in parts.

Music that simply ran on would be another sound under every word behind a changed line. So the bed is laid along the
lines: each line keeps the place in the music at which it began, and where two lines no longer follow each other in it,
the music is faded over to the later one's place under the end of the earlier line. What lies under a stretch of the
episode then depends on nothing but what is near it, and has a name (`made_of`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from server.engine.audio.beds import CROSSFADE_S, crossing, ducked, fades, looped
from server.engine.audio.joining import FRAME
from server.engine.audio.music import ATTACK_S, HOLD_S, RELEASE_S, ducking
from server.engine.audio.parts import Slot
from server.engine.audio.signals import EPISODE_RATE, Samples

_REACH = round((max(ATTACK_S, RELEASE_S) + HOLD_S) * EPISODE_RATE)
"""Speech further away moves no music."""
_LONGEST_CROSSING = round(CROSSFADE_S * EPISODE_RATE)


@dataclass(frozen=True, slots=True)
class LaidBed:
    """Music as long as an episode; all counts in samples at 44.1 kHz.

    `loop` is a file of one round (float32, without a header); line `n` begins at `begins[n]` of the episode and at
    `places[n]` of the music.
    """

    loop: Path
    samples: int
    begins: tuple[int, ...]
    places: tuple[int, ...]
    spoken: tuple[tuple[int, int], ...]
    ducked_db: float
    fade_in_s: float
    fade_out_s: float

    def __len__(self) -> int:
        return self.samples

    def __getitem__(self, part: slice) -> Samples:
        start, stop, _ = part.indices(self.samples)
        return self.sound(start, max(start, stop))

    def sound(self, start: int, stop: int) -> Samples:
        """What is heard from `start` to `stop`."""
        at = np.arange(start, stop)
        loop = np.memmap(self.loop, np.float32, "r")
        sound = np.zeros(len(at), np.float32)
        for line, begin, end in self._lines(start, stop):
            own = slice(max(begin, start) - start, min(end, stop) - start)
            sound[own] = looped(loop, at[own] + self._shift(line))
            fading = self._fading(line, end)
            if not fading or end - fading >= stop:
                continue
            own = slice(max(end - fading, start) - start, min(end, stop) - start)
            share = (at[own] - (end - fading)) / fading
            coming = looped(loop, at[own] + self._shift(line + 1))
            sound[own] = sound[own] * np.cos(0.5 * np.pi * share) + coming * np.sin(0.5 * np.pi * share)
        near = [(a / EPISODE_RATE, b / EPISODE_RATE) for a, b in self._near(start, stop)]
        control = ducking(near, seconds=len(at) / EPISODE_RATE, ducked_db=self.ducked_db)
        gain = fades(at, samples=self.samples, fade_in_s=self.fade_in_s, fade_out_s=self.fade_out_s)
        return np.asarray(sound * gain * ducked(control, at - start), np.float32)

    def made_of(self, start: int, stop: int) -> tuple[object, ...]:
        """All that the sound from `start` to `stop` depends on; where that is in the episode is no matter."""
        pieces = []
        for line, _, end in self._lines(start, stop):
            fading = self._fading(line, end)
            over = (fading, start + self._shift(line + 1)) if fading and end - fading < stop else None
            pieces.append((min(end, stop) - start, start + self._shift(line), over, end - start if over else None))
        from_head = start if start < self.fade_in_s * EPISODE_RATE else None
        from_end = self.samples - start if self.samples - stop < self.fade_out_s * EPISODE_RATE else None
        near = tuple(self._near(start, stop))
        look = (self.loop.name, self.ducked_db, self.fade_in_s, self.fade_out_s)
        return (look, tuple(pieces), from_head, from_end, near)

    def _lines(self, start: int, stop: int) -> list[tuple[int, int, int]]:
        """The lines under which music is heard from `start` to `stop`: number, where each begins and ends."""
        first = max(0, bisect_right(self.begins, start) - 1)
        found = []
        for line in range(first, max(first + 1, bisect_left(self.begins, stop))):
            end = self.begins[line + 1] if line + 1 < len(self.begins) else self.samples
            found.append((line, self.begins[line] if line else 0, end))
        return found

    def _shift(self, line: int) -> int:
        return self.places[line] - self.begins[line]

    def _fading(self, line: int, end: int) -> int:
        """Over how many samples the music goes over to the next line's place; 0 where it runs on."""
        if line + 1 >= len(self.begins) or self._shift(line) == self._shift(line + 1):
            return 0
        return min(_LONGEST_CROSSING, end - (self.begins[line] if line else 0))

    def _near(self, start: int, stop: int) -> list[tuple[int, int]]:
        """When somebody speaks near a stretch, from its beginning on."""
        first, last = start - _REACH, stop + _REACH
        nearest = max(0, bisect_right(self.begins, first) - 1)
        return [
            (max(begin, first) - start, min(end, last) - start)
            for begin, end in self.spoken[nearest : bisect_left(self.begins, last)]
            if end > first
        ]


def laid(
    loop: Path,
    slots: Sequence[Slot],
    *,
    frames: int,
    names: Sequence[str],
    known: Mapping[str, int],
    ducked_db: float,
    fade_in_s: float,
    fade_out_s: float,
) -> LaidBed:
    """The bed under an episode of so many frames. `names` are the lines' own, `known` where each began in the music."""
    sound = np.memmap(loop, np.float32, "r")
    period = len(sound) - crossing(sound)
    begins = [slot.start * FRAME for slot in slots]
    places: list[int] = []
    for number, (name, begin) in enumerate(zip(names, begins, strict=True)):
        running = places[-1] + begin - begins[number - 1] if places else begin
        place = known.get(name, running)
        if (place - running) % period == 0:
            place = running
        while place != running and place < _LONGEST_CROSSING:
            place += period
        places.append(place)
    return LaidBed(
        loop=loop,
        # Without the last frame: the encoder's own silence ends the episode.
        samples=(frames - 1) * FRAME,
        begins=tuple(begins),
        places=tuple(places),
        spoken=tuple((slot.start * FRAME, slot.start * FRAME + slot.samples) for slot in slots),
        ducked_db=ducked_db,
        fade_in_s=fade_in_s,
        fade_out_s=fade_out_s,
    )

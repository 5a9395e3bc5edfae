"""Is a recording fit for a voice match? What can be told while it is being made; the server judges the rest.

Levels are peaks of short blocks, from 0 to 1. A block counts as speech when it stands well above the softest twentieth.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from app.language import tr

SHORTEST_S, LONGEST_S = 10.0, 600.0
LEAST_SPOKEN_S = 8.0
TOO_LOUD = 0.98
MOST_CLIPPED = 0.02
"""Share of blocks that may touch full scale."""
SOFTEST = 0.05
"""A recording whose loudest block stays below is too soft to work with."""
ABOVE = 2.8
"""Speech is so many times louder than what is heard in the pauses (9 dB)."""


class Verdict(StrEnum):
    """How a check stands."""

    OPEN = "open"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what it is about, how it stands, and what a person can do."""

    name: str
    verdict: Verdict
    text: str


@dataclass(slots=True)
class SpeechChecks:
    """Takes blocks as they come and tells how the recording stands."""

    block_s: float = 0.1
    peaks: list[float] = field(default_factory=list)

    def add(self, peak: float) -> None:
        """Take the peak of the next block."""
        self.peaks.append(peak)

    @property
    def seconds(self) -> float:
        """The length so far."""
        return len(self.peaks) * self.block_s

    @property
    def spoken(self) -> float:
        """Seconds in which somebody speaks."""
        floor = max(self._quiet * ABOVE, SOFTEST / 2)
        return sum(peak > floor for peak in self.peaks) * self.block_s

    @property
    def _quiet(self) -> float:
        ranked = sorted(self.peaks)
        return ranked[len(ranked) // 20] if ranked else 0.0

    def verdicts(self, *, ended: bool) -> tuple[Check, ...]:
        """Every check as it stands; what is not reached yet is open until the recording has ended."""
        return (self._length(ended=ended), self._level(), self._speech(ended=ended), self._background())

    def fits(self) -> bool:
        """Whether nothing that is sure by now speaks against it; of the background the server judges by listening."""
        sure = self.verdicts(ended=True)[:-1]
        return all(check.verdict is Verdict.GOOD for check in sure)

    def _length(self, *, ended: bool) -> Check:
        name, seconds = tr("Length"), self.seconds
        if seconds > LONGEST_S:
            return Check(
                name,
                Verdict.BAD,
                tr("{seconds} minutes; choose at most 10 minutes of speech.", seconds=f"{seconds / 60:.0f}"),
            )
        if seconds >= SHORTEST_S:
            return Check(name, Verdict.GOOD, tr("{seconds} seconds", seconds=f"{seconds:.0f}"))
        verdict = Verdict.BAD if ended else Verdict.OPEN
        return Check(
            name,
            verdict,
            tr("{seconds} of at least {shortest_s} seconds", seconds=f"{seconds:.0f}", shortest_s=f"{SHORTEST_S:.0f}"),
        )

    def _level(self) -> Check:
        name, loudest = tr("Level"), max(self.peaks, default=0.0)
        if self.seconds < 1:
            return Check(name, Verdict.OPEN, tr("Waiting for sound"))
        clipped = sum(peak >= TOO_LOUD for peak in self.peaks)
        if clipped > max(len(self.peaks) * MOST_CLIPPED, 2):
            return Check(name, Verdict.BAD, tr("Too loud: it is distorted. Move back or lower the microphone's level."))
        if loudest < SOFTEST:
            return Check(name, Verdict.BAD, tr("Too soft: come closer or raise the microphone's level."))
        return Check(name, Verdict.GOOD, tr("Neither too soft nor too loud"))

    def _speech(self, *, ended: bool) -> Check:
        name, spoken = tr("Speech"), self.spoken
        if spoken >= LEAST_SPOKEN_S:
            return Check(name, Verdict.GOOD, tr("{spoken} seconds are spoken", spoken=f"{spoken:.0f}"))
        verdict = Verdict.BAD if ended else Verdict.OPEN
        return Check(
            name,
            verdict,
            tr(
                "{spoken} of at least {least_spoken_s} seconds are spoken",
                spoken=f"{spoken:.0f}",
                least_spoken_s=f"{LEAST_SPOKEN_S:.0f}",
            ),
        )

    def _background(self) -> Check:
        name = tr("Background")
        if self.seconds < 3:
            return Check(name, Verdict.OPEN, tr("Speak with short pauses"))
        loud = sorted(self.peaks)[len(self.peaks) * 3 // 4]
        if self._quiet * ABOVE > max(loud, SOFTEST):
            return Check(name, Verdict.BAD, tr("Noise or music is heard in the pauses: record in a quiet place."))
        return Check(name, Verdict.GOOD, tr("The pauses are quiet"))

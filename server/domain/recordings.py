"""What is known of a finished recording beside its file."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.pronunciations import Pronunciation
from server.domain.voices import Voice


@dataclass(frozen=True, slots=True)
class ChapterTime:
    """A titled stretch of a recording, in milliseconds."""

    title: str
    start_ms: int
    end_ms: int


@dataclass(frozen=True, slots=True)
class Recording:
    """Measured on the written file: `loudness_lufs` by BS.1770, `true_peak_dbtp` four times oversampled."""

    duration_s: float
    line_times_ms: tuple[tuple[int, int], ...]
    """Start and end of each line of the script."""
    chapters: tuple[ChapterTime, ...]
    loudness_lufs: float
    true_peak_dbtp: float
    waveform: tuple[int, ...]
    """Mean level of equal stretches of time, 0 to 255, for drawing."""
    voices: tuple[str, ...] = ()
    """Names of the voices, in the order of the speakers."""
    cast: tuple[Voice, ...] = ()
    """The voices themselves, in the order of the speakers: with them and `pronunciations` it can be spoken again."""
    pronunciations: tuple[Pronunciation, ...] = ()
    """The entries of the book that held when it was spoken."""

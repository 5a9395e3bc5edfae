"""What a finished file really holds: decoded once, from its first sample to its last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from server.domain.errors import RenderingFailed, SourceNotImported
from server.engine.audio.ahead import ahead
from server.engine.audio.decoding import SoundFile, decode, describe
from server.engine.audio.loudness import LoudnessMeter
from server.engine.audio.peaks import TruePeakMeter
from server.engine.audio.signals import EPISODE_RATE, Samples, amplitude
from server.engine.audio.waveform import FRAMES_PER_SECOND, Waveform, WaveformMeter

SILENT_DBFS = -55.0
"""10 ms whose mean level is below this are silent."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """Measured on the decoded sound."""

    head: SoundFile
    duration_s: float
    loudness: float
    """LUFS."""
    true_peak: float
    """dBTP."""
    silent_share: float
    longest_silence_s: float
    waveform: Waveform


def inspect(path: Path) -> Inspection:
    """Measure a finished mono recording.

    Raises:
        RenderingFailed: it does not decode from beginning to end.
    """
    loudness, peak, outline = LoudnessMeter(EPISODE_RATE), TruePeakMeter(), WaveformMeter()
    samples = 0
    try:
        head = describe(path)
        for block in ahead(_seconds(path)):
            for meter in (loudness, peak, outline):
                meter.add(block)
            samples += len(block)
    except SourceNotImported as error:
        raise RenderingFailed("The finished recording could not be played back; make the episode again.") from error
    waveform = outline.waveform()
    silent = outline.frame_energies() < amplitude(SILENT_DBFS) ** 2
    return Inspection(
        head=head,
        duration_s=samples / EPISODE_RATE,
        loudness=loudness.integrated(),
        true_peak=peak.level(),
        silent_share=float(silent.mean()) if len(silent) else 1.0,
        longest_silence_s=_longest_run(silent) / FRAMES_PER_SECOND,
        waveform=waveform,
    )


def _seconds(path: Path) -> Iterator[Samples]:
    """The first channel, decoded, in blocks of about a second."""
    held: list[Samples] = []
    size = 0
    for frame in decode(path, rate=EPISODE_RATE):
        held.append(frame[0])
        size += frame.shape[1]
        if size >= EPISODE_RATE:
            yield np.concatenate(held)
            held, size = [], 0
    if held:
        yield np.concatenate(held)


def _longest_run(marked: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], marked, [False]]).astype(np.int8)))
    return int((edges[1::2] - edges[::2]).max()) if len(edges) else 0

"""Sound files of this computer, read and written block by block. Slow: call it off the window's loop."""

from __future__ import annotations

from array import array
from pathlib import Path

from app.language import tr
from app.models.speech_checks import SpeechChecks

MP3_RATE = 44_100
BLOCK_S = 0.1


class NotReadable(Exception):
    """The file is no sound that can be read; the message is a sentence."""


def checked(path: Path) -> SpeechChecks:
    """Listen through a file. Raises `NotReadable`."""
    import soundfile

    checks = SpeechChecks(BLOCK_S)
    try:
        with soundfile.SoundFile(path) as file:
            block = max(int(file.samplerate * BLOCK_S), 1)
            while sound := bytes(file.buffer_read(block, "int16")):
                checks.add(peak_of(sound))
    except (OSError, RuntimeError) as error:
        raise NotReadable(
            tr("{name} can't be read as sound: choose an MP3, WAV or FLAC file.", name=path.name)
        ) from error
    return checks


def write_mp3(sound: bytes, target: Path, *, rate: int) -> None:
    """Write 16-bit mono samples as an MP3 file at their own rate."""
    import soundfile

    with soundfile.SoundFile(target, "w", rate, 1, format="MP3", subtype="MPEG_LAYER_III") as file:
        step = rate * 2
        for start in range(0, len(sound), step):
            file.buffer_write(sound[start : start + step], "int16")


def as_mp3(path: Path, target: Path) -> None:
    """Write a sound file as an MP3 of one channel. Raises `NotReadable`."""
    import soundfile

    try:
        with (
            soundfile.SoundFile(path) as file,
            soundfile.SoundFile(target, "w", file.samplerate, 1, format="MP3", subtype="MPEG_LAYER_III") as made,
        ):
            for block in file.blocks(file.samplerate, dtype="float32", always_2d=True):
                made.write(block.mean(axis=1))
    except (OSError, RuntimeError, ValueError) as error:
        raise NotReadable(
            tr("{name} can't be read as sound: choose an MP3, WAV or FLAC file.", name=path.name)
        ) from error


def peaks_of(path: Path, *, count: int = 1200) -> tuple[tuple[float, ...], float]:
    """The loudest of each of `count` stretches, from 0 to 1, and the length in seconds. Raises `NotReadable`."""
    import soundfile

    try:
        with soundfile.SoundFile(path) as file:
            block = max(-(-file.frames // count), 1)
            peaks = []
            while sound := bytes(file.buffer_read(block, "int16")):
                peaks.append(peak_of(sound))
            return tuple(peaks), file.frames / file.samplerate
    except (OSError, RuntimeError) as error:
        raise NotReadable(tr("{name} can't be read as sound.", name=path.name)) from error


def peak_of(sound: bytes) -> float:
    """The loudest of 16-bit samples, from 0 to 1."""
    samples = array("h", sound[: len(sound) // 2 * 2])
    if not samples:
        return 0.0
    highest, lowest = max(samples), min(samples)
    return max(highest, -lowest) / 32768


class Tracks:
    """Several sounds of one length and rate, mixed as they are read: 16-bit mono samples.

    `gains` tells which are heard. Files are read in small blocks, so that an hour takes no more memory than a minute.
    """

    def __init__(self, paths: list[Path]) -> None:
        import soundfile

        self._files = []
        try:
            for path in paths:
                self._files.append(soundfile.SoundFile(path))
        except (OSError, RuntimeError) as error:
            self.close()
            raise NotReadable(tr("A track can't be read as sound: load it again.")) from error
        self.rate = self._files[0].samplerate if self._files else MP3_RATE
        self.frames = max((file.frames for file in self._files), default=0)
        self.position = 0
        self.gains = [1.0] * len(self._files)

    def seek(self, frame: int) -> None:
        """Go to a frame."""
        self.position = min(max(frame, 0), self.frames)
        for file in self._files:
            file.seek(min(self.position, file.frames))

    def read(self, frames: int) -> bytes:
        """The next frames, mixed; empty at the end."""
        import numpy as np

        wanted = min(frames, self.frames - self.position)
        if wanted <= 0:
            return b""
        mixed = np.zeros(wanted, np.float32)
        for file, gain in zip(self._files, self.gains, strict=True):
            block = file.read(wanted, dtype="float32", always_2d=True)
            if gain and len(block):
                mixed[: len(block)] += block.mean(axis=1) * gain
        self.position += wanted
        return bytes((np.clip(mixed, -1.0, 1.0) * 32767).astype("<i2").tobytes())

    def close(self) -> None:
        """Let go of the files."""
        for file in self._files:
            file.close()

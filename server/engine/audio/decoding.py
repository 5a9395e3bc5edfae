"""Sound files of people: mp3, m4a, wav and their kin, as float32 blocks.

The container is recognised by its content, never by its name, and only formats that hold sound themselves are
opened: a playlist that names other files or addresses is refused.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from server.domain.errors import SourceNotImported
from server.engine.audio.signals import Samples

_READ_ONLY_THE_FILE = {
    "format_whitelist": "mp3,wav,w64,aiff,flac,ogg,aac,matroska,mov,caf",
    "protocol_whitelist": "file",
}
_MOST_CHANNELS = 8
_RATES = (4_000, 400_000)
_CUT_SHARE = 0.95
"""A file whose sound ends before this share of the length that its head promises was cut off."""


@dataclass(frozen=True, slots=True)
class SoundFile:
    """What the head of a file says of its sound. `duration_s` is 0 where it says nothing."""

    codec: str
    rate: int
    channels: int
    duration_s: float


def describe(path: Path, *, name: str = "") -> SoundFile:
    """Read a file's head.

    Raises:
        SourceNotImported: it is missing, or holds no sound that can be read.
    """
    import av

    shown = name or path.name
    try:
        with av.open(str(path), options=_READ_ONLY_THE_FILE) as container:
            if not container.streams.audio:
                raise _no_sound(shown)
            stream = container.streams.audio[0]
            return SoundFile(
                codec=stream.codec_context.name,
                rate=stream.codec_context.sample_rate,
                channels=stream.codec_context.channels,
                duration_s=(container.duration or 0) / 1_000_000,
            )
    except (av.error.FFmpegError, OSError) as error:
        raise _unreadable(shown, error) from error


def decode(
    path: Path,
    *,
    rate: int,
    channels: int = 1,
    name: str = "",
    longest_s: float = 5 * 3600.0,
) -> Iterator[Samples]:
    """The sound of a file in blocks ``(channels, n)`` at `rate` Hz, mixed down to 1 or 2 channels.

    `name` is what people call the file in messages. Memory does not grow with the file.

    Raises:
        SourceNotImported: it is missing, is no sound file, is damaged or cut off, or plays longer than `longest_s`.
    """
    import av

    shown = name or path.name
    decoded = 0
    try:
        with av.open(str(path), options=_READ_ONLY_THE_FILE) as container:
            if not container.streams.audio:
                raise _no_sound(shown)
            promised_s = _promised_s(container, path)
            if promised_s > longest_s:
                raise _too_long(shown, longest_s)
            conversion = _Conversion(rate, channels)
            for frame in _frames(container):
                for block in conversion.of(frame):
                    decoded += block.shape[1]
                    yield block
                if decoded > longest_s * rate:
                    raise _too_long(shown, longest_s)
            for block in conversion.rest():
                decoded += block.shape[1]
                yield block
    except (av.error.FFmpegError, OSError, ValueError) as error:
        if decoded:
            raise _cut(shown, decoded / rate) from error
        raise _unreadable(shown, error) from error
    if not decoded:
        raise _no_sound(shown)
    if decoded / rate < promised_s * _CUT_SHARE - 0.1:
        raise _cut(shown, decoded / rate)


def decode_start(path: Path, *, rate: int, channels: int, seconds: float, name: str = "") -> Samples:
    """At most the first `seconds` of a file's sound, ``(channels, n)``; what follows is not looked at.

    Raises:
        SourceNotImported: as `decode`.
    """
    wanted, held = int(seconds * rate), 0
    blocks: list[Samples] = []
    for block in decode(path, rate=rate, channels=channels, name=name):
        blocks.append(block)
        held += block.shape[1]
        if held >= wanted:
            break
    return np.concatenate(blocks, axis=1)[:, :wanted]


def _promised_s(container: Any, path: Path) -> float:
    """The length that the head of the file promises; 0 where it doesn't."""
    duration_s = float(container.duration or 0) / 1_000_000
    kind = container.format.name
    if kind == "wav":
        # The library answers with what is there; the head of a RIFF file tells what should be.
        with path.open("rb") as stream:
            form, size = struct.unpack("<4sI", stream.read(8))
        present = path.stat().st_size
        if form == b"RIFF" and size not in {0, 0xFFFFFFFF} and present:
            return float(duration_s * max(1.0, (int(size) + 8) / present))
    if kind == "aac" or (kind == "mp3" and not _tells_its_frames(path)):
        # Without a count of frames the length is a guess from the first bit rates.
        return 0.0
    return duration_s


def _tells_its_frames(path: Path) -> bool:
    """Whether the first frame of an MP3 file says how many follow."""
    with path.open("rb") as stream:
        head = stream.read(10)
        if head[:3] == b"ID3" and len(head) == 10:
            size = sum((byte & 0x7F) << shift for byte, shift in zip(head[6:], (21, 14, 7, 0), strict=True))
            stream.seek(10 + size)
            head = b""
        head += stream.read(4096)
    return any(mark in head for mark in (b"Xing", b"Info", b"VBRI"))


class _Conversion:
    """Frames of any form, even one that changes on the way, become blocks of one rate and number of channels."""

    def __init__(self, rate: int, channels: int) -> None:
        self._rate = rate
        self._channels = channels
        self._form: tuple[str, str, int] | None = None
        self._resampler: Any = None

    def of(self, frame: Any) -> Iterator[Samples]:
        """What a frame adds.

        Raises:
            ValueError: no recording has such a rate or so many channels; the file is damaged or hostile.
        """
        import av

        form = (frame.format.name, frame.layout.name, frame.sample_rate)
        if form != self._form:
            yield from self.rest()
            if not 1 <= frame.layout.nb_channels <= _MOST_CHANNELS or not _RATES[0] <= frame.sample_rate <= _RATES[1]:
                raise ValueError(f"implausible sound: {form}")
            # Two channels are averaged here: the library's own sum depends on the sample format.
            layout = "mono" if self._channels == 1 and frame.layout.nb_channels == 1 else "stereo"
            wanted = ("fltp", layout, self._rate)
            self._form = form
            self._resampler = None if form == wanted else av.AudioResampler("fltp", layout, self._rate)
        for part in [frame] if self._resampler is None else self._resampler.resample(frame):
            yield self._block(part)

    def rest(self) -> Iterator[Samples]:
        """What the resampler still holds."""
        if self._resampler is not None:
            for part in self._resampler.resample(None):
                yield self._block(part)
            self._resampler = None

    def _block(self, frame: Any) -> Samples:
        if frame.layout.nb_channels == 1:
            mono = np.frombuffer(frame.planes[0], np.float32, frame.samples).reshape(1, -1).copy()
            return mono if self._channels == 1 else np.repeat(mono, 2, axis=0)
        planes = np.asarray(frame.to_ndarray(), dtype=np.float32)
        return planes if self._channels == len(planes) else planes.mean(axis=0, keepdims=True)


def _frames(container: Any) -> Iterator[Any]:
    import av

    # A few damaged packets inside a long recording are skipped, as every player does.
    damaged = good = 0
    for packet in container.demux(audio=0):
        try:
            for frame in packet.decode():
                good += 1
                yield frame
        except av.error.InvalidDataError:
            damaged += 1
            if damaged > 20 + good // 10:
                raise


def _unreadable(name: str, error: Exception) -> SourceNotImported:
    if isinstance(error, FileNotFoundError):
        return SourceNotImported(f"{name} is not there any more; choose the file again.", source=name)
    return SourceNotImported(
        f"{name} could not be read as sound; use an MP3, M4A or WAV file that plays elsewhere.", source=name
    )


def _no_sound(name: str) -> SourceNotImported:
    return SourceNotImported(f"{name} holds no sound; choose a file with a sound track.", source=name)


def _cut(name: str, after_s: float) -> SourceNotImported:
    return SourceNotImported(
        f"{name} breaks off after {after_s:.0f} seconds, before its end; get the whole file again.", source=name
    )


def _too_long(name: str, longest_s: float) -> SourceNotImported:
    limit = f"{longest_s / 3600:g} hours" if longest_s >= 7200 else f"{longest_s / 60:g} minutes"
    return SourceNotImported(f"{name} plays longer than {limit}; cut it into shorter pieces.", source=name)

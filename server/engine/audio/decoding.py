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
            head = container.streams.audio[0].codec_context
            # Two channels are averaged here: the library's own sum depends on the sample format.
            layout = "mono" if channels == 1 and head.channels == 1 else "stereo"
            resampler = av.AudioResampler(format="fltp", layout=layout, rate=rate)
            as_wanted = (head.format.name, head.layout.name, head.sample_rate) == ("fltp", layout, rate)
            for frame in _frames(container):
                for part in [frame] if as_wanted else resampler.resample(frame):
                    decoded += part.samples
                    yield _planes(part, channels)
                if decoded > longest_s * rate:
                    raise _too_long(shown, longest_s)
            if decoded and not as_wanted:
                for part in resampler.resample(None):
                    decoded += part.samples
                    yield _planes(part, channels)
    except (av.error.FFmpegError, OSError) as error:
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
    if container.format.name != "wav":
        return duration_s
    # The library answers with what is there; the head of a RIFF file tells what should be.
    with path.open("rb") as stream:
        form, size = struct.unpack("<4sI", stream.read(8))
    present = path.stat().st_size
    if form != b"RIFF" or size in {0, 0xFFFFFFFF} or present == 0:
        return duration_s
    return float(duration_s * max(1.0, (int(size) + 8) / present))


def _planes(frame: Any, channels: int) -> Samples:
    if len(frame.planes) == 1:
        return np.frombuffer(frame.planes[0], np.float32, frame.samples).reshape(1, -1).copy()
    planes = np.asarray(frame.to_ndarray(), dtype=np.float32)
    return planes if channels == len(planes) else planes.mean(axis=0, keepdims=True)


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

"""A recording made ready to be listened to: its sound at 16 kHz in a file, what is spoken in it, and where to cut it.

The file is read once from its beginning to its end, in blocks, so that five hours need no more memory than a minute.
"""

from __future__ import annotations

import io
import math
import wave
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import NothingUsable
from server.engine.audio.decoding import decode, describe
from server.engine.listening.activity import SAMPLE_RATE, STEP, ActivityMeter, Region, regions

LONGEST_S = 4.5 * 3600.0
SHORTEST_S = 0.5
SILENCE_DB = -200.0
CHUNK_S = 60.0
"""A chunk is at least this long, unless the recording ends; it ends at the longest pause of the next 30 s."""
_CHUNK_ROOM_S = 30.0
_SILENT_DBFS = -60.0
_FULL_SCALE = 0.985
_FRAME = SAMPLE_RATE // 100


@dataclass(frozen=True, slots=True)
class Survey:
    """What is known of a recording before anybody tries to understand it."""

    samples: int
    """At 16 kHz."""
    rate: int
    """Of the file itself, in Hz."""
    channels: int
    regions: tuple[Region, ...]
    """Where somebody speaks."""
    chunks: tuple[Region, ...]
    """All of it, cut in pauses."""
    level_db: float
    """Mean level in dBFS of the 10 ms that are not silent; `SILENCE_DB` for silence."""
    clipped_share: float
    """Of the loud 10 ms, how many have flat tops."""

    @property
    def seconds(self) -> float:
        """How long it plays."""
        return self.samples / SAMPLE_RATE

    @property
    def spoken_s(self) -> float:
        """For how long somebody speaks."""
        return sum(region.seconds for region in self.regions)


def survey(source: Path, pcm: Path, *, name: str = "", longest_s: float = LONGEST_S) -> Survey:
    """Read `source` and write its sound to `pcm`: little-endian 16-bit samples, mono, 16 kHz, without a header.

    Raises:
        SourceNotImported: the file can't be read, is cut off or plays too long.
        NothingUsable: it is shorter than half a second.
        OSError: the disk is full.
    """
    head = describe(source, name=name)
    meter, samples = ActivityMeter(), 0
    powers: list[NDArray[np.float32]] = []
    loud = flat = 0
    rest = np.zeros(0, np.float32)
    with pcm.open("wb") as out:
        for frame in decode(source, rate=SAMPLE_RATE, name=name, longest_s=longest_s):
            block = np.clip(frame[0], -1.0, 1.0)
            out.write(np.rint(block * 32767.0).astype("<i2").tobytes())
            meter.add(block)
            samples += len(block)
            held = np.concatenate([rest, block])
            whole = len(held) // _FRAME * _FRAME
            rows = held[:whole].reshape(-1, _FRAME)
            rest = held[whole:]
            if len(rows):
                powers.append(np.einsum("kn,kn->k", rows, rows) / np.float32(_FRAME))
                tops = np.abs(rows) >= _FULL_SCALE
                loud += int((np.abs(rows).max(axis=1) > 0.5).sum())
                flat += int((tops[:, 1:] & tops[:, :-1]).any(axis=1).sum())
    if samples < SHORTEST_S * SAMPLE_RATE:
        raise NothingUsable(f"{name or source.name} plays for less than half a second; choose a longer recording.")
    chances = meter.probabilities()
    power = np.concatenate(powers) if powers else np.zeros(1, np.float32)
    heard = power[power > 10 ** (_SILENT_DBFS / 10)]
    return Survey(
        samples=samples,
        rate=head.rate,
        channels=head.channels,
        regions=regions(chances, samples=samples),
        chunks=tuple(_chunks(chances, samples)),
        level_db=10 * math.log10(float(heard.mean())) if len(heard) else SILENCE_DB,
        clipped_share=flat / loud if loud else 0.0,
    )


def read(pcm: Path, region: Region) -> NDArray[np.float32]:
    """A stretch of a surveyed recording: mono float32 at 16 kHz."""
    with pcm.open("rb") as stream:
        stream.seek(region.start * 2)
        found = np.fromfile(stream, dtype="<i2", count=region.end - region.start)
    return found.astype(np.float32) / np.float32(32767.0)


def speech_of(pcm: Path, regions: Sequence[Region], *, seconds: float) -> NDArray[np.float32]:
    """So many seconds of what is spoken, from the middle of the recording on: openings are often music or jingles."""
    taken = [read(pcm, region) for region in regions_of(regions, seconds=seconds)]
    return np.concatenate(taken) if taken else np.zeros(0, np.float32)


def regions_of(regions: Sequence[Region], *, seconds: float) -> list[Region]:
    """The stretches that `speech_of` takes."""
    taken: list[Region] = []
    left = int(seconds * SAMPLE_RATE)
    middle = len(regions) // 3
    for region in [*regions[middle:], *regions[:middle]]:
        if left <= 0:
            break
        taken.append(Region(region.start, min(region.end, region.start + left)))
        left -= taken[-1].end - taken[-1].start
    return taken


def require_speech(found: Survey, *, name: str, at_least_s: float = 0.5) -> None:
    """Refuse a recording in which nobody speaks, and say what it holds instead.

    Raises:
        NothingUsable: it is silent, holds only music or noise, or too little speech.
    """
    if found.level_db <= SILENCE_DB:
        raise NothingUsable(f"{name} is silent; check that the right file was chosen and its sound was recorded.")
    if found.spoken_s < 0.3:
        raise NothingUsable(f"Nobody speaks in {name}: only music or noise was heard; choose a recording of speech.")
    if found.spoken_s < at_least_s:
        raise NothingUsable(
            f"{name} holds {found.spoken_s:.0f} seconds of speech and at least {at_least_s:.0f} are needed; "
            "choose a longer recording."
        )


def _chunks(chances: NDArray[np.float32], samples: int) -> list[Region]:
    """Stretches of 60 to 90 s, each ending in the middle of the longest pause there is to choose from."""
    least, room = int(CHUNK_S * SAMPLE_RATE / STEP), int(_CHUNK_ROOM_S * SAMPLE_RATE / STEP)
    found: list[Region] = []
    start = 0
    while len(chances) - start > least + room:
        window = chances[start + least : start + least + room]
        cut = start + least + _middle_of_pause(window)
        found.append(Region(start * STEP, cut * STEP))
        start = cut
    return [*found, Region(start * STEP, samples)]


def _middle_of_pause(chances: NDArray[np.float32]) -> int:
    quiet = np.flatnonzero(np.diff(np.concatenate([[False], chances < 0.3, [False]]).astype(np.int8)))
    if not len(quiet):
        return int(chances.argmin())
    starts, ends = quiet[::2], quiet[1::2]
    longest = int((ends - starts).argmax())
    return int(starts[longest] + ends[longest]) // 2


def wav_bytes(audio: NDArray[np.float32], rate: int) -> bytes:
    """Mono samples as the bytes of a 16-bit WAV file."""
    out = io.BytesIO()
    with wave.open(out, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(rate)
        writer.writeframes(np.rint(np.clip(audio, -1, 1) * 32767).astype("<i2").tobytes())
    return out.getvalue()

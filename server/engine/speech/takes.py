"""Takes: lines as they were spoken, named by what they were made of and kept without loss."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from server.domain.errors import RenderingFailed
from server.domain.voices import SpeechEngine, Voice
from server.engine.workfolders import key_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 3
"""Counts up when the same words in the same voice come out differently."""

VARIATIONS = (1.0, 0.96, 1.04, 0.93, 1.07, 0.98, 1.02)
"""What each further take of a line adds to its pace: a model says the same words at the same pace always alike."""

RATE = 24_000
_STEPS = 32_768


def take_key(said: str, speaker: Voice, *, pace: float = 1.0, take: int = 0) -> str:
    """The name of a sound: the words with marks and pronunciation, the voice, the pace, and which take it is."""
    usual = pace == 1.0 and take == 0
    further = () if usual else (round(pace, 3), take)
    # Where the key is the digest of the voice's file, where that lies says nothing: takes move between installations.
    place = "" if speaker.engine in (SpeechEngine.MATCHED, SpeechEngine.CLONED) else speaker.source
    return key_of(FORMAT, said, speaker.engine, speaker.key, place, *further)


def speed_of(pace: float, take: int) -> float:
    """The factor on the voice's own pace that a take is spoken with."""
    return min(max(pace * VARIATIONS[take % len(VARIATIONS)], 0.5), 2.0)


def settled(sound: NDArray[np.float32]) -> bytes:
    """A voice's sound as raw float32 that 16 bits hold exactly: spoken now or kept since, it is the same."""
    import numpy as np

    steps = np.rint(sound * np.float32(_STEPS)).clip(-_STEPS, _STEPS - 1) + np.float32(0)  # no minus zero
    return bytes((steps / np.float32(_STEPS)).astype("<f4").tobytes())


def packed(pcm: bytes) -> bytes:
    """Raw little-endian float32 (mono, 24 kHz) as FLAC of 16 bits."""
    import numpy as np
    from pedalboard.io import AudioFile

    steps = np.rint(np.frombuffer(pcm, "<f4") * _STEPS).clip(-_STEPS, _STEPS - 1).astype(np.int16)
    stream = io.BytesIO()
    with AudioFile(stream, "w", samplerate=RATE, num_channels=1, bit_depth=16, format="flac") as file:
        file.write(steps.reshape(1, -1))
    return stream.getvalue()


def unpacked(path: Path) -> bytes:
    """`packed` taken back: raw float32.

    Raises:
        RenderingFailed: the file is gone or damaged.
    """
    import numpy as np
    from pedalboard.io import AudioFile

    try:
        with path.open("rb") as stream, AudioFile(stream) as file:
            return bytes((file.read_raw(file.frames).reshape(-1) / np.float32(_STEPS)).astype("<f4").tobytes())
    except (OSError, ValueError) as error:
        raise RenderingFailed("A kept take can't be read any more; speak the line again.") from error


def pack_all(files: Sequence[tuple[Path, Path]]) -> None:
    """`packed` for each pair of a raw file and its target, those that are there already left alone."""
    from server.engine.workfolders import WorkFolder

    for raw, target in files:
        folder = WorkFolder(target.parent)
        with folder.in_use():
            if not target.exists():
                folder.write(target, packed(raw.read_bytes()))


def unpack_all(files: Sequence[tuple[Path, Path]]) -> None:
    """`unpacked` for each pair of a kept file and its raw target."""
    from server.engine.workfolders import WorkFolder

    for kept, target in files:
        folder = WorkFolder(target.parent)
        with folder.in_use():
            if not target.exists():
                folder.write(target, unpacked(kept))

"""Small pieces of speech at once, beside the queue: a word said, a sample, a look at a voice file, a scan."""

from __future__ import annotations

import io
import wave
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from server.domain.errors import WorkerLost
from server.domain.pronunciations import Doubt, Pronunciation
from server.domain.voices import SpeechEndpoint, Voice
from server.engine.speech.dropped import DroppedVoice, Unusable
from server.engine.workers import Supervision, Workers, WorkKind

SAYING = WorkKind("saying", processes=1, timeout_s=60, memory_mib=2000)
LOOKING = WorkKind("looking at voice files", processes=1, timeout_s=60, memory_mib=3000)
IDLE_S = 180.0
"""The process that speaks stays so long, with its model: the next word is said at once."""


class Desk(Protocol):
    """What says, samples, scans and looks at once. Everything blocks: call it on a thread."""

    def say(self, text: str, voice: Voice, *, endpoint: SpeechEndpoint | None, language: str, speed: float) -> bytes:
        """`text` in a voice: a WAV file, mono, 24 kHz, 16 bits. Raises `GenerationError`."""
        ...

    def take(
        self, said: str, voice: Voice, *, endpoint: SpeechEndpoint | None, language: str, speed: float
    ) -> tuple[bytes, float]:
        """A whole line of an episode: FLAC as `takes.packed` makes it, and its seconds. Raises `GenerationError`."""
        ...

    def sample(self, voice: Voice, *, endpoint: SpeechEndpoint | None) -> bytes:
        """The sample of a voice as MP3. Raises `GenerationError`."""
        ...

    def doubts(self, text: str, language: str, book: Sequence[Pronunciation]) -> tuple[Doubt, ...]:
        """Words of a script that a voice may say wrongly."""
        ...

    def look_at(self, path: Path) -> tuple[DroppedVoice, ...] | Unusable:
        """The voices of a file, or why it has none."""
        ...

    def stop(self) -> None:
        """End whatever runs."""
        ...


class SpeechDesk:
    """`Desk` by worker processes. Everything blocks: call it on a thread. Processes start when they are first needed.

    Args:
        cache: folder of the joined model files.
    """

    def __init__(self, cache: Path, *, idle_s: float = IDLE_S) -> None:
        self._cache = cache
        self._workers = Workers(cores=2, idle_s=idle_s, crash_limit=1)

    def say(self, text: str, voice: Voice, *, endpoint: SpeechEndpoint | None, language: str, speed: float) -> bytes:
        """`text` in a voice: a WAV file, mono, 24 kHz, 16 bits.

        Raises:
            GenerationError: nothing can be said, or the voice fails.
        """
        return self._workers.run(
            SAYING, Supervision(), _say_piece, text, voice, self._cache, endpoint, language=language, speed=speed
        )

    def take(
        self, said: str, voice: Voice, *, endpoint: SpeechEndpoint | None, language: str, speed: float
    ) -> tuple[bytes, float]:
        """See `Desk.take`."""
        return self._workers.run(
            SAYING, Supervision(), _take_piece, said, voice, self._cache, endpoint, language=language, speed=speed
        )

    def sample(self, voice: Voice, *, endpoint: SpeechEndpoint | None) -> bytes:
        """The sample of a voice as MP3. Raises `GenerationError`."""
        return self._workers.run(SAYING, Supervision(), _sample_piece, voice, self._cache, endpoint)

    def doubts(self, text: str, language: str, book: Sequence[Pronunciation]) -> tuple[Doubt, ...]:
        """Words of a script that a voice may say wrongly."""
        return self._workers.run(SAYING, Supervision(), _doubts_piece, text, language, tuple(book))

    def look_at(self, path: Path) -> tuple[DroppedVoice, ...] | Unusable:
        """The voices of a file; one that ends the process that opens it is told as unusable."""
        try:
            return self._workers.run(LOOKING, Supervision(), _look_piece, path)
        except WorkerLost:
            return Unusable(path.name, f"{path.name} gives no voice: opening it ended the process that tried.")

    def stop(self) -> None:
        """End the processes."""
        self._workers.stop()


def _say_piece(
    text: str, voice: Voice, cache: Path, endpoint: SpeechEndpoint | None, *, language: str, speed: float
) -> bytes:
    import numpy as np

    from server.engine.speech.levels import SAMPLE_RATE
    from server.engine.speech.synthesis import speak

    sound = speak(text, voice, models=cache, endpoint=endpoint, language=language, speed=speed)
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes((np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes())
    return written.getvalue()


def _take_piece(
    said: str, voice: Voice, cache: Path, endpoint: SpeechEndpoint | None, *, language: str, speed: float
) -> tuple[bytes, float]:
    from server.engine.speech.portions import PORTION_REST_S, portions
    from server.engine.speech.synthesis import speak
    from server.engine.speech.takes import RATE, packed, settled

    spoken = [
        settled(speak(part, voice, models=cache, endpoint=endpoint, language=language, speed=speed))
        for part in portions(said) or (said,)
    ]
    pcm = bytes(round(PORTION_REST_S * RATE) * 4).join(spoken)
    return packed(pcm), len(pcm) / 4 / RATE


def _sample_piece(voice: Voice, cache: Path, endpoint: SpeechEndpoint | None) -> bytes:
    from server.engine.speech.samples import recorded

    return recorded(voice, models=cache, endpoint=endpoint)


def _doubts_piece(text: str, language: str, book: tuple[Pronunciation, ...]) -> tuple[Doubt, ...]:
    from server.engine.speech.doubts import doubts_about

    return doubts_about(text, language, book=book)


def _look_piece(path: Path) -> tuple[DroppedVoice, ...] | Unusable:
    from server.engine.speech.dropped import looked_at

    return looked_at(path)

"""Recordings to words by the packaged Whisper (base, int8) through faster-whisper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from server.engine.models import Model, model_folder

if TYPE_CHECKING:
    from faster_whisper import WhisperModel

SAMPLE_RATE = 16_000
"""Samples a second that the model listens to."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it was heard, and where it stands in the recording, in seconds."""

    start: float
    end: float
    text: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """What was heard. `words` is empty unless times were asked for."""

    language: str
    """ISO 639-1."""
    text: str
    words: tuple[Word, ...] = ()


def transcribe(
    audio: Path | NDArray[np.float32], *, models: Path, language: str | None = None, word_times: bool = False
) -> Transcript:
    """What is said in a file (anything that PyAV reads) or in mono samples at 16 kHz.

    `models` is the cache of model files; without `language` the model tells it from the first 30 seconds.

    Raises:
        CannotProduce: the packages of the model are missing or damaged.
    """
    source = str(audio) if isinstance(audio, Path) else audio
    segments, heard = _whisper(models).transcribe(
        source,
        language=language,
        beam_size=1,
        word_timestamps=word_times,
        vad_filter=True,
        condition_on_previous_text=False,  # else one loop or invented word runs on through the whole recording
    )
    texts: list[str] = []
    words: list[Word] = []
    for segment in segments:
        texts.append(segment.text.strip())
        words += (Word(word.start, word.end, word.word.strip()) for word in segment.words or ())
    return Transcript(heard.language, " ".join(texts), tuple(words))


UNSPACED = frozenset(("zh", "ja", "th", "yue", "lo", "my", "km", "bo"))
"""Languages that write no space between words."""

_LOOPING = 2.4
"""A text that can be pressed together more than this repeats itself: the model was lost."""


def hear(audio: NDArray[np.float32], *, models: Path, language: str) -> tuple[Word, ...]:
    """The words of a stretch (mono, 16 kHz) in a known language, with times in seconds from its beginning.

    Raises:
        CannotProduce: the packages of the model are missing or damaged.
    """
    segments, _ = _whisper(models).transcribe(
        audio,
        language=language if language != "nb" else "no",
        beam_size=1,
        word_timestamps=True,
        vad_filter=True,
        condition_on_previous_text=False,
    )
    heard: list[Word] = []
    for segment in segments:
        if segment.compression_ratio <= _LOOPING:
            heard += (Word(float(word.start), float(word.end), word.word) for word in segment.words or ())
    return whole_words(heard, language=language)


def whole_words(pieces: Sequence[Word], *, language: str) -> tuple[Word, ...]:
    """Words from what the model calls words: it writes a space before each new one, and none before ``%`` or ``.5``."""
    words: list[Word] = []
    for piece in pieces:
        text = piece.text.strip()
        if not text:
            continue
        goes_on = not piece.text[:1].isspace() and (language not in UNSPACED or not text[0].isalnum())
        if words and goes_on:
            last = words[-1]
            words[-1] = Word(last.start, max(last.end, piece.end), last.text + text)
        else:
            words.append(Word(piece.start, max(piece.end, piece.start), text))
    return tuple(words)


def spoken_language(audio: NDArray[np.float32], *, models: Path) -> tuple[str, float]:
    """The language of up to 30 s of speech (mono, 16 kHz) as ISO 639-1, and how sure the model is (0 to 1)."""
    code, chance, _ = _whisper(models).detect_language(audio)
    return {"nn": "nb", "no": "nb", "jw": "jv"}.get(code, code), float(chance)


@cache
def _whisper(models: Path) -> WhisperModel:
    """The process's one model (320 MB, one thread: pieces are spread over processes)."""
    from faster_whisper import WhisperModel

    folder = model_folder(Model.WHISPER_BASE, models)
    return WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True)

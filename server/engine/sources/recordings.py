"""Recordings (.mp3, .wav, .m4a and the sound of films): what is said, turn by turn, with times and speakers.

`transcribed` is the one place where sound becomes words; the transcription behind it may be replaced without a change
here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from server.domain.errors import NothingUsable, SourceNotImported
from server.domain.sources import BlockKind
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document, Part, canonical
from server.engine.sources.equipment import Equipment, Tell, silent

MAX_HOURS = 3.0
FACTOR = 0.5
"""Seconds that a second of sound takes at most on a machine that has other work too; measured 0.21 to 0.3."""
_PIECE_S = 240.0
"""Sound that is transcribed at once; it is cut where it is quietest in the last fifth."""
_TURN_CHARACTERS = 600
_ENDS = (".", "!", "?", "…", "。", "？", "！")


@dataclass(frozen=True, slots=True)
class Segment:
    """Something said, from `start_ms` to `end_ms` of the recording. `speaker` is empty where nobody told them apart."""

    start_ms: int
    end_ms: int
    text: str
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard in a recording, in order; `language` is its ISO 639-1 code."""

    segments: tuple[Segment, ...]
    language: str = ""


def transcribed(path: Path, *, models: Path, name: str, tell: Tell = silent) -> Heard:
    """What is said in a sound file of any length, in memory that does not grow with it.

    Args:
        path: the file.
        models: the cache of model files.
        name: what people call it.
        tell: takes the progress.

    Raises:
        SourceNotImported: it holds no sound, or is damaged or cut off.
        CannotProduce: the models are missing.
    """
    from server.engine.audio.decoding import decode, describe
    from server.engine.listening.transcribe import SAMPLE_RATE, transcribe

    length = describe(path, name=name).duration_s
    language: str | None = None
    segments: list[Segment] = []
    heard_s = 0.0
    blocks = (block[0] for block in decode(path, rate=SAMPLE_RATE, name=name))
    for sound in _pieces(blocks, SAMPLE_RATE):
        if length:
            tell(min(heard_s / length, 1.0), f"Listening to {name}: {heard_s / 60:.0f} of {length / 60:.0f} minutes")
        if np.abs(sound).max(initial=0.0) > 1e-4:
            found = transcribe(sound, models=models, language=language, word_times=True)
            segments += _sentences(found.words, offset_ms=round(heard_s * 1000))
            language = language or (found.language if found.words else None)
        heard_s += len(sound) / SAMPLE_RATE
    return Heard(tuple(segments), language or "")


def read(content: Content, equipment: Equipment) -> Document:
    """The document of a recording; every part knows when it was said.

    Raises:
        SourceNotImported: it is damaged, holds no sound, or is too long.
        NothingUsable: nobody speaks in it.
    """
    if content.path is not None:
        return read_file(content.path, equipment, name=content.name)
    with tempfile.NamedTemporaryFile(prefix="quillcast-", suffix=content.extension) as file:
        file.write(content.data)
        file.flush()
        return read_file(Path(file.name), equipment, name=content.name)


def read_file(path: Path, equipment: Equipment, *, name: str) -> Document:
    """As `read`, from a file."""
    from server.engine.audio.decoding import describe

    length = describe(path, name=name).duration_s
    longest = min(MAX_HOURS * 3600, equipment.seconds_left / FACTOR)
    if length > longest:
        raise SourceNotImported(
            f"{name} plays for {length / 60:,.0f} minutes and at most {longest / 60:,.0f} can be listened to; cut it "
            "into pieces and add those",
            source=name,
        )
    heard = transcribed(path, models=equipment.model_cache(name), name=name, tell=equipment.tell)
    parts = list(turns(heard.segments))
    if not parts:
        raise NothingUsable(f"no speech was heard in {name}: 0 words were found; give a recording of someone speaking")
    return Document(parts=parts, title=Path(name).stem if Path(name).suffix else name, language=heard.language)


def turns(segments: Iterable[Segment]) -> Iterator[Part]:
    """What each speaker says until another one does, in paragraphs of whole sentences."""
    texts: list[str] = []
    first: Segment | None = None
    for segment in segments:
        text = canonical(segment.text)
        if not any(char.isalnum() for char in text):
            continue
        full = sum(map(len, texts)) >= _TURN_CHARACTERS and texts[-1].endswith(_ENDS)
        too_full = sum(map(len, texts)) >= 3 * _TURN_CHARACTERS
        if first is not None and (segment.speaker != first.speaker or full or too_full):
            yield _turn(first, texts)
            first, texts = None, []
        first = first or segment
        texts.append(text)
    if first is not None:
        yield _turn(first, texts)


def _turn(first: Segment, texts: list[str]) -> Part:
    return Part(BlockKind.SPEECH, " ".join(texts), speaker=first.speaker, time_ms=first.start_ms)


def _sentences(words: Iterable[Any], *, offset_ms: int) -> Iterator[Segment]:
    """Timed words as sentences; a pause of two seconds ends one too."""
    group: list[Any] = []
    for word in words:
        if group and (word.start - group[-1].end > 2.0 or group[-1].text.endswith(_ENDS)):
            yield _segment(group, offset_ms)
            group = []
        group.append(word)
    if group:
        yield _segment(group, offset_ms)


def _segment(words: list[Any], offset_ms: int) -> Segment:
    return Segment(
        offset_ms + round(words[0].start * 1000),
        offset_ms + round(words[-1].end * 1000),
        " ".join(word.text for word in words),
    )


def _pieces(blocks: Iterable[NDArray[np.float32]], rate: int) -> Iterator[NDArray[np.float32]]:
    """Sound in pieces of at most `_PIECE_S` seconds, cut at the quietest half second near their end."""
    size = round(_PIECE_S * rate)
    held = np.zeros(0, dtype=np.float32)
    gathered: list[NDArray[np.float32]] = []
    count = 0
    for block in blocks:
        gathered.append(block)
        count += len(block)
        if len(held) + count >= size:
            held = np.concatenate([held, *gathered])
            gathered, count = [], 0
        while len(held) >= size:
            cut = _quietest(held[:size], rate)
            yield held[:cut]
            held = held[cut:]
    held = np.concatenate([held, *gathered])
    if len(held):
        yield held


def _quietest(sound: NDArray[np.float32], rate: int) -> int:
    """The middle of the quietest half second in the last fifth."""
    step = rate // 20
    start = round(0.8 * len(sound))
    frames = (len(sound) - start) // step
    power = (sound[start : start + frames * step].reshape(frames, step) ** 2).mean(axis=1)
    smooth = np.convolve(power, np.ones(10), mode="valid")
    return start + (int(np.argmin(smooth)) + 5) * step

"""Recordings (.mp3, .wav, .m4a and the sound of films): what is said, turn by turn, with times and speakers.

`transcribed` is the one place where sound becomes words; the transcription behind it may be replaced without a change
here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from server.domain.errors import NothingUsable, SourceNotImported
from server.domain.sources import BlockKind
from server.domain.transcripts import SpokenWord
from server.engine.sources.contents import Content
from server.engine.sources.documents import Document, Part, canonical
from server.engine.sources.equipment import Equipment, Tell, silent

MAX_HOURS = 3.0
FACTOR = 0.5
"""Seconds that a second of sound takes at most on a machine that has other work too; measured 0.21 to 0.3."""
_PAUSE_MS = 2_000
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
    from server.engine.listening.hearing import transcript

    found = transcript(path, models=models, name=name, tell=tell)
    several = len({turn.speaker for turn in found.turns}) > 1
    segments = (
        replace(said, speaker=turn.label if several else "") for turn in found.turns for said in _sentences(turn.words)
    )
    return Heard(tuple(segments), found.language)


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


def _sentences(words: Iterable[SpokenWord]) -> Iterator[Segment]:
    """Timed words as sentences; a pause of two seconds ends one too."""
    group: list[SpokenWord] = []
    for word in words:
        if group and (word.start_ms - group[-1].end_ms > _PAUSE_MS or group[-1].text.endswith(_ENDS)):
            yield _segment(group)
            group = []
        group.append(word)
    if group:
        yield _segment(group)


def _segment(words: list[SpokenWord]) -> Segment:
    return Segment(words[0].start_ms, words[-1].end_ms, " ".join(word.text for word in words))

"""From a recording to who said what: fetch, survey, words and voices, each chunk a piece and a checkpoint."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from server.domain.decoding import from_msgpack
from server.domain.errors import CannotProduce, RenderingFailed, SourceNotImported
from server.domain.requests import Stage
from server.domain.transcripts import ListeningEndpoint, Transcript
from server.engine.listening.activity import Region
from server.engine.listening.diarising import Heard, Stretch, diarise, listen
from server.engine.listening.overlap import AT_ONCE, JUDGED_S, foreign_share
from server.engine.listening.recordings import Survey, read, speech_of, survey
from server.engine.listening.transcribe import Word
from server.engine.specs import SourceSpec
from server.engine.stages.context import Context
from server.engine.workers import IMPORTING, LISTENING, Supervision
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 2
"""Counts up when the same sound is heard differently."""

MAX_BYTES = 200 * 1024 * 1024
_LANGUAGE_S = 30.0
_DIMENSIONS = 256


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recording on this machine, surveyed."""

    path: Path
    name: str
    """What people call it."""
    pcm: Path
    survey: Survey
    key: str
    """What its checkpoints are named after."""


def take_recording(context: Context[Any], spec: SourceSpec, *, allow_private: bool) -> Recorded:
    """Fetch a recording if it lies elsewhere, and survey it.

    Raises:
        SourceNotImported: it can't be had or read.
        NothingUsable: it holds next to nothing.
    """
    path = take_file(context, spec, "recording", allow_private=allow_private)
    if not path.is_file():
        raise SourceNotImported(f"{spec.name or 'The recording'} is not there any more.", source=spec.name)
    stamp = path.stat()
    key = key_of(FORMAT, spec.content, str(path.name), stamp.st_size)
    pcm, facts = context.work.file("sound", key, ".s16"), context.work.file("sound", key, ".json")
    found = context.work.load(facts, Survey) if pcm.exists() else None
    if found is None:
        context.report(Stage.IMPORTING, 0.3, "Reading the recording")
        context.workers.run(LISTENING, context.supervision, _survey_piece, path, pcm, facts, name=spec.name)
        found = context.work.load(facts, Survey)
    if found is None:
        raise RenderingFailed("The recording could not be read back; run it again.")
    context.report(Stage.IMPORTING, 1.0, f"Read {_clock(found.seconds)} of sound")
    return Recorded(path, spec.name or path.name, pcm, found, key)


def take_file(context: Context[Any], spec: SourceSpec, stem: str, *, allow_private: bool) -> Path:
    """The file that a spec names: here, or fetched.

    Raises:
        SourceNotImported: it can't be had.
    """
    if spec.path is not None:
        return spec.path
    path = context.work.file(stem, key_of(spec.content), Path(spec.content.split("?")[0]).suffix.lower()[:6])
    if not path.exists():
        context.report(Stage.IMPORTING, 0.0, f"Fetching the {stem}")
        context.workers.run(
            IMPORTING, context.supervision, _fetch_piece, spec.content, path, allow_private=allow_private
        )
        context.workers.retire(IMPORTING)
    return path


def require_language(context: Context[Any], path: Path, language: str) -> None:
    """The last look at a finished recording: is it in the language that it should be in?

    Raises:
        RenderingFailed: it plainly is in another one, or nothing is spoken in it.
    """
    context.workers.run(LISTENING, context.supervision, _check_piece, path, language, context.cache)


def get_ready(context: Context[Any], supervision: Supervision) -> None:
    """Load what `require_language` needs while something else is being worked on; what it lacks is told there."""
    with suppress(CannotProduce):
        context.workers.run(LISTENING, supervision, _ready_piece, context.cache)


def language_heard(context: Context[Any], recorded: Recorded, asked: str = "") -> str:
    """The language of the recording, ISO 639-1: what was asked for, else what half a minute of its speech is in."""
    if asked:
        return asked.partition("-")[0]
    place = context.work.file("language", recorded.key, ".json")
    known = context.work.load(place, str)
    if known is None:
        context.workers.run(
            LISTENING, context.supervision, _language_piece, recorded.pcm, recorded.survey, place, context.cache
        )
        known = context.work.load(place, str)
    return known or "en"


def overlap_told(context: Context[Any], recorded: Recorded, advice: str) -> tuple[str, ...]:
    """A warning with advice where people seem to speak at once, else nothing."""
    place = context.work.file("overlap", key_of(recorded.key), ".json")
    if not place.exists():
        context.workers.run(LISTENING, context.supervision, _overlap_piece, recorded.pcm, recorded.survey, place)
    if (context.work.load(place, float) or 0.0) <= AT_ONCE:
        return ()
    return (f"Much of {recorded.name} sounds as if people spoke at once; {advice}.",)


def words_heard(
    context: Context[Any], recorded: Recorded, *, language: str, endpoint: ListeningEndpoint | None
) -> tuple[Word, ...]:
    """Every word, with times in seconds."""
    chunks = _spoken(recorded.survey)
    heard_by = (endpoint.url, endpoint.model) if endpoint else ("",)
    places = [
        context.work.file("words", key_of(recorded.key, c.start, c.end, language, heard_by), ".json") for c in chunks
    ]
    progress = _Progress(context, total=sum(chunk.seconds for chunk in chunks))

    def piece(chunk: Region, place: Path) -> Callable[[Supervision], None]:
        def run(supervision: Supervision) -> None:
            if not place.exists():
                context.workers.run(
                    LISTENING,
                    supervision,
                    _words_piece,
                    recorded.pcm,
                    chunk,
                    place,
                    context.cache,
                    language=language,
                    endpoint=endpoint,
                )
                progress.add(chunk.seconds)
            else:
                progress.add(chunk.seconds, heard_now=False)

        return run

    context.each([piece(chunk, place) for chunk, place in zip(chunks, places, strict=True)])
    words: list[Word] = []
    for chunk, place in zip(chunks, places, strict=True):
        offset = chunk.start / 16_000
        found = context.work.load(place, tuple[Word, ...])
        if found is None:
            raise RenderingFailed("What was heard could not be read back; run it again.")
        words += (Word(round(w.start + offset, 3), round(w.end + offset, 3), w.text) for w in found)
    return tuple(words)


def voices_heard(context: Context[Any], recorded: Recorded, *, speakers: int | None) -> tuple[Stretch, ...]:
    """Who speaks when."""
    chunks = [
        (chunk, tuple(r for r in recorded.survey.regions if chunk.start <= r.start < chunk.end))
        for chunk in recorded.survey.chunks
    ]
    chunks = [(chunk, regions) for chunk, regions in chunks if regions]
    places = [context.work.file("voices", key_of(recorded.key, c.start, c.end), ".f16") for c, _ in chunks]

    def piece(regions: tuple[Region, ...], place: Path) -> Callable[[Supervision], None]:
        def run(supervision: Supervision) -> None:
            if not place.exists():
                context.workers.run(LISTENING, supervision, _voices_piece, recorded.pcm, regions, place, context.cache)

        return run

    context.each([piece(regions, place) for (_, regions), place in zip(chunks, places, strict=True)])
    found = context.work.file("speakers", key_of(recorded.key, speakers), ".json")
    stretches = context.work.load(found, tuple[Stretch, ...])
    if stretches is None:
        context.workers.run(
            LISTENING,
            context.supervision,
            _diarise_piece,
            [regions for _, regions in chunks],
            places,
            speakers,
            found,
        )
        stretches = context.work.load(found, tuple[Stretch, ...])
    if stretches is None:
        raise RenderingFailed("Who spoke could not be read back; run it again.")
    return stretches


def transcript_of(
    context: Context[Any],
    recorded: Recorded,
    *,
    language: str = "",
    speakers: int | None = None,
    endpoint: ListeningEndpoint | None = None,
) -> Transcript:
    """Who said what, turn by turn.

    Raises:
        NothingUsable: there is no speech in it, or no word of it could be understood.
    """
    from server.domain.errors import NothingUsable
    from server.engine.listening.recordings import require_speech
    from server.engine.listening.turns import turns

    require_speech(recorded.survey, name=recorded.name)
    spoken = language_heard(context, recorded, language)
    words = words_heard(context, recorded, language=spoken, endpoint=endpoint)
    if not words:
        raise NothingUsable(f"No word could be made out in {recorded.name}; choose a clearer recording of speech.")
    context.report(Stage.WRITING, 0.95, "Telling the speakers apart")
    stretches = voices_heard(context, recorded, speakers=speakers)
    heard_by = f"{endpoint.model} (endpoint)" if endpoint else "Built-in (Whisper base)"
    return Transcript(spoken, round(recorded.survey.seconds * 1000), turns(words, stretches, language=spoken), heard_by)


def _spoken(found: Survey) -> list[Region]:
    """The chunks in which anybody speaks."""
    return [c for c in found.chunks if any(r.start < c.end and r.end > c.start for r in found.regions)]


def _fetch_piece(url: str, path: Path, *, allow_private: bool) -> None:
    from server.fetch import Limits, fetch_now

    with WorkFolder(path.parent).in_use():
        fetch_now(url, limits=Limits(max_bytes=MAX_BYTES, total_s=280.0), allow_private=allow_private, into=path)


def _survey_piece(path: Path, pcm: Path, facts: Path, *, name: str) -> None:
    folder = WorkFolder(pcm.parent)
    part = pcm.with_name(f".part-{pcm.name}")
    with folder.in_use():
        try:
            found = survey(path, part, name=name)
            part.replace(pcm)
        finally:
            part.unlink(missing_ok=True)
        folder.save(facts, found)


def _language_piece(pcm: Path, found: Survey, place: Path, cache: Path) -> None:
    from server.engine.listening.transcribe import spoken_language

    folder = WorkFolder(place.parent)
    with folder.in_use():
        code, _ = spoken_language(speech_of(pcm, found.regions, seconds=_LANGUAGE_S), models=cache)
        folder.save(place, code)


def _overlap_piece(pcm: Path, found: Survey, place: Path) -> None:
    folder = WorkFolder(place.parent)
    with folder.in_use():
        folder.save(place, foreign_share(speech_of(pcm, found.regions, seconds=JUDGED_S)))


def _ready_piece(cache: Path) -> None:
    from server.engine.listening.checking import get_ready

    get_ready(models=cache)


def _check_piece(path: Path, language: str, cache: Path) -> None:
    from server.engine.listening.checking import check_language

    with WorkFolder(path.parent).in_use():
        check_language(path, language=language, models=cache)


def _words_piece(
    pcm: Path, chunk: Region, place: Path, cache: Path, *, language: str, endpoint: ListeningEndpoint | None
) -> None:
    folder = WorkFolder(place.parent)
    with folder.in_use():
        audio = read(pcm, chunk)
        if endpoint is None:
            from server.engine.listening.transcribe import hear

            words = hear(audio, models=cache, language=language)
        else:
            from server.engine.listening.remote import hear_at

            words = hear_at(audio, endpoint=endpoint, language=language)
        folder.save(place, words)


def _voices_piece(pcm: Path, regions: tuple[Region, ...], place: Path, cache: Path) -> None:
    from server.engine.listening.voiceprints import voiceprints

    folder = WorkFolder(place.parent)
    with folder.in_use():
        offset, end = regions[0].start, regions[-1].end
        near = [Region(r.start - offset, r.end - offset) for r in regions]
        heard = listen(read(pcm, Region(offset, end)), near, voiceprints(cache))
        counts = [len(each.prints) for each in heard]
        prints = np.concatenate([each.prints for each in heard]).astype("<f2")
        folder.write(place, msgspec.msgpack.encode((counts, prints.tobytes())))


def _diarise_piece(
    regions: Sequence[tuple[Region, ...]], places: Sequence[Path], speakers: int | None, out: Path
) -> None:
    heard: list[Heard] = []
    for of_chunk, place in zip(regions, places, strict=True):
        counts, raw = from_msgpack(place.read_bytes(), tuple[list[int], bytes])
        prints = np.frombuffer(raw, "<f2").astype(np.float32).reshape(-1, _DIMENSIONS)
        ends = np.cumsum(counts)[:-1]
        heard += (Heard(r, p) for r, p in zip(of_chunk, np.split(prints, ends), strict=True))
    folder = WorkFolder(out.parent)
    with folder.in_use():
        folder.save(out, diarise(heard, speakers=speakers))


class _Progress:
    """Counts seconds of sound."""

    def __init__(self, context: Context[Any], *, total: float) -> None:
        self._context = context
        self._total = max(0.1, total)
        self._lock = threading.Lock()
        self._done = self._now = 0.0
        self._started = time.monotonic()
        context.report(Stage.WRITING, 0.0, f"Listening to {_clock(total)} of speech")

    def add(self, seconds: float, *, heard_now: bool = True) -> None:
        with self._lock:
            self._done += seconds
            self._now += seconds if heard_now else 0.0
            done, now = self._done, self._now
        left = (time.monotonic() - self._started) / now * (self._total - done) if now else None
        self._context.report(
            Stage.WRITING, 0.9 * done / self._total, f"Heard {_clock(done)} of {_clock(self._total)}", left
        )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"

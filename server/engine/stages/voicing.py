"""From lines to sound: each line is a piece of its own and a checkpoint of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from server.domain.errors import CannotProduce, NotFound, RenderingFailed
from server.domain.languages import language_by_code
from server.domain.requests import Quality, Stage
from server.domain.scripts import Line, Script
from server.domain.voices import SpeechEndpoint, Voice
from server.engine.specs import RenderSpec
from server.engine.speech.book import pronounced
from server.engine.speech.catalogue import pair_for, voice, voices
from server.engine.speech.portions import portions
from server.engine.stages.context import Context
from server.engine.workers import VOICING, Supervision
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 2
"""Counts up when the same words in the same voice come out differently."""

PORTION_REST_S = 0.4
"""Silence between two portions of a long line."""


def choose_voices(spec: RenderSpec, language: str, *, speakers: int = 2) -> tuple[Voice, ...]:
    """The voice of each speaker, SPEAKER_00 first: the ones asked for, then the language's own.

    Raises:
        CannotProduce: no voice speaks the language, or one that was asked for does not, or is gone.
    """
    if spec.quality is Quality.DRAFT:
        chosen: list[Voice] = []
    else:
        chosen = [_speaking(_asked(spec, number), language) for number in spec.voices[:speakers]]
    if len(chosen) >= speakers:
        return tuple(chosen)
    pair = pair_for(language, spec.quality)
    spare = [v for v in pair if v not in chosen]
    spare += [v for v in voices() if v.language == pair[0].language and v.available and v not in (*chosen, *spare)]
    told_apart = (chosen + _told_apart(spare, chosen))[:speakers]
    # A language with fewer voices than speakers: they come round again.
    return tuple(told_apart[place % len(told_apart)] for place in range(speakers))


def _told_apart(spare: list[Voice], chosen: list[Voice]) -> list[Voice]:
    """Of voices equally near, first those of the sex that fewer of the chosen have."""
    if not chosen:
        return spare
    heard = [voice.sex for voice in chosen]
    first, rest = spare[:2], spare[2:]
    return [*sorted(first, key=lambda voice: heard.count(voice.sex)), *rest]


def _asked(spec: RenderSpec, number: int) -> Voice:
    own = next((voice for voice in spec.own_voices if voice.id == number), None)
    if own is not None:
        return own
    try:
        return voice(number)
    except NotFound as error:
        raise CannotProduce(
            f"The voice {number} that this was ordered with is gone; choose another voice and order it again."
        ) from error


def _speaking(asked: Voice, language: str) -> Voice:
    if not asked.available:
        raise CannotProduce(f"The voice {asked.name} needs {asked.needs}; choose another voice.")
    if asked.speaks(language):
        return asked
    others = [v.name for v in voices() if v.speaks(language) and v.available][:3]
    raise CannotProduce(
        f"The voice {asked.name} speaks {_language_name(asked.language)}, and this episode is in "
        f"{_language_name(language)}; choose a voice of that language, such as {', '.join(others)}."
    )


def _language_name(code: str) -> str:
    found = language_by_code(code)
    return found.name if found else code


def voice_lines(context: Context, script: Script, chosen: tuple[Voice, ...]) -> tuple[Path, ...]:
    """Speak every line that isn't spoken yet; `chosen` is by the speaker's number, or by rank among the speakers.

    Returns:
        The sound of each line, in order: raw little-endian float32, mono, 24 kHz.
    """
    of_speaker = voice_by_speaker(script, chosen)
    spec = context.spec
    plan = [
        _Spoken.of(context, line, of_speaker[line.speaker], said_by(spec, script, line, of_speaker[line.speaker]))
        for line in script.lines
    ]
    pieces = {path: (text, each.speaker) for each in plan for path, text in each.portions}
    missing = {path: piece for path, piece in pieces.items() if not path.exists()}
    progress = _Progress(context, total=sum(len(text) for text, _ in pieces.values()))
    progress.add(sum(len(text) for path, (text, _) in pieces.items() if path not in missing), spoken_now=False)

    def piece(path: Path, text: str, speaker: Voice) -> Callable[[Supervision], None]:
        def run(supervision: Supervision) -> None:
            context.workers.run(
                VOICING,
                supervision,
                _voice_piece,
                text,
                speaker,
                path,
                context.cache,
                endpoint=spec.speech_endpoint,
                language=script.language,
            )
            progress.add(len(text))

        return run

    context.each([piece(path, text, speaker) for path, (text, speaker) in missing.items()])
    for each in plan:
        each.join(context.work)
    return tuple(each.path for each in plan)


def voice_by_speaker(script: Script, chosen: tuple[Voice, ...]) -> dict[int, Voice]:
    """Who says which speaker's lines."""
    speakers = script.speakers
    if speakers and speakers[-1] < len(chosen):
        return {speaker: chosen[speaker] for speaker in speakers}
    return dict(zip(speakers, chosen, strict=False))


def said_by(spec: RenderSpec, script: Script, line: Line, speaker: Voice) -> str:
    """A line's words with its marks, the pronunciation book applied for its voice."""
    return pronounced(
        line.markup or line.text, spec.pronunciations, language=speaker.language or script.language, voice_id=speaker.id
    )


class _Spoken:
    """A line on its way to sound: one file, put together from portions when it is long."""

    def __init__(self, path: Path, speaker: Voice, parts: tuple[tuple[Path, str], ...]) -> None:
        self.path = path
        self.speaker = speaker
        self._parts = parts

    @classmethod
    def of(cls, context: Context, line: Line, speaker: Voice, said: str) -> _Spoken:
        def path(text: str) -> Path:
            key = key_of(FORMAT, text, speaker.engine, speaker.key, speaker.source)
            return context.work.file("line", key, ".f32")

        texts = portions(said) or (line.text,)
        return cls(path(said), speaker, tuple((path(text), text) for text in texts))

    @property
    def portions(self) -> tuple[tuple[Path, str], ...]:
        """What is still to be voiced for it: nothing once the whole line is there."""
        return () if len(self._parts) > 1 and self.path.exists() else self._parts

    def join(self, work: WorkFolder) -> None:
        """Put the portions together."""
        if len(self._parts) > 1 and not self.path.exists():
            rest = bytes(round(PORTION_REST_S * 24_000) * 4)
            work.write(self.path, rest.join(path.read_bytes() for path, _ in self._parts))


def _voice_piece(
    text: str, speaker: Voice, path: Path, cache: Path, *, endpoint: SpeechEndpoint | None, language: str
) -> None:
    from server.engine.speech.synthesis import speak

    folder = WorkFolder(path.parent)
    with folder.in_use():
        try:
            sound = speak(text, speaker, models=cache, endpoint=endpoint, language=language)
        except MemoryError as error:
            raise RenderingFailed("Speaking needs more memory than a worker may take; shorten the line.") from error
        folder.write(path, sound.astype("<f4").tobytes())


class _Progress:
    """Counts characters, because a line of twice the length takes twice the time."""

    def __init__(self, context: Context, *, total: int) -> None:
        self._context = context
        self._total = max(1, total)
        self._lock = threading.Lock()
        self._done = self._now = 0
        self._started = time.monotonic()

    def add(self, characters: int, *, spoken_now: bool = True) -> None:
        with self._lock:
            self._done += characters
            self._now += characters if spoken_now else 0
            done, now = self._done, self._now
        left = (time.monotonic() - self._started) / now * (self._total - done) if now else None
        share = done / self._total
        self._context.report(Stage.VOICING, share, f"Spoken {share:.0%} of the lines", left)

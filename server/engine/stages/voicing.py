"""From lines to sound: each line is a piece of its own and a checkpoint of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from server.domain.errors import CannotProduce, NotFound, RenderingFailed
from server.domain.languages import language_by_code
from server.domain.requests import Quality, Stage
from server.domain.scripts import Line, Script
from server.domain.voices import SpeechEndpoint, Voice
from server.engine.specs import RenderSpec
from server.engine.speech.book import pronounced
from server.engine.speech.catalogue import pair_for, voice, voices
from server.engine.speech.portions import PORTION_REST_S, portions
from server.engine.speech.takes import settled, speed_of, take_key, unpack_all
from server.engine.stages.context import Context
from server.engine.workers import VOICING, Supervision
from server.engine.workfolders import WorkFolder


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


def speaking_voice(spec: RenderSpec, number: int, language: str) -> Voice:
    """The voice of an id, ready to speak the language.

    Raises:
        CannotProduce: it is gone, lacks a part, or speaks another language.
    """
    return _speaking(_asked(spec, number), language)


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


@dataclass(frozen=True, slots=True)
class Wish:
    """One line to be spoken: words with marks and pronunciation, by whom, and how."""

    said: str
    speaker: Voice
    pace: float = 1.0
    take: int = 0

    @property
    def key(self) -> str:
        """The name of its sound."""
        return take_key(self.said, self.speaker, pace=self.pace, take=self.take)


def voice_lines(context: Context, script: Script, chosen: tuple[Voice, ...]) -> tuple[Path, ...]:
    """Speak every line that isn't spoken yet; `chosen` is by the speaker's number, or by rank among the speakers.

    Returns:
        The sound of each line, in order: raw little-endian float32, mono, 24 kHz.
    """
    return speak_all(context, wishes_for(context.spec, script, chosen), language=script.language)


def speak_all(context: Context, wishes: Sequence[Wish], *, language: str) -> tuple[Path, ...]:
    """The sound of each wish, in order: kept takes of the spec are unpacked, what is not there yet is spoken."""
    spec = context.spec
    plan = [_Spoken.of(context.work, wish) for wish in wishes]
    kept = dict(spec.takes)
    there = {each.path: kept[each.key] for each in plan if each.key in kept and not each.path.exists()}
    if there:
        pairs = [(take, path) for path, take in there.items()]
        context.workers.run(VOICING, context.supervision, unpack_all, pairs)
    pieces = {path: wish for each in plan for path, wish in each.portions}
    missing = {path: wish for path, wish in pieces.items() if not path.exists()}
    progress = _Progress(context, total=sum(len(wish.said) for wish in pieces.values()))
    progress.add(sum(len(wish.said) for path, wish in pieces.items() if path not in missing), spoken_now=False)

    def piece(path: Path, wish: Wish) -> Callable[[Supervision], None]:
        def run(supervision: Supervision) -> None:
            context.workers.run(
                VOICING,
                supervision,
                _voice_piece,
                wish,
                path,
                context.cache,
                endpoint=spec.speech_endpoint,
                language=language,
            )
            progress.add(len(wish.said))

        return run

    context.each([piece(path, wish) for path, wish in missing.items()])
    for each in plan:
        each.join(context.work)
    return tuple(each.path for each in plan)


def voice_by_speaker(script: Script, chosen: tuple[Voice, ...]) -> dict[int, Voice]:
    """Who says which speaker's lines."""
    speakers = script.speakers
    if speakers and speakers[-1] < len(chosen):
        return {speaker: chosen[speaker] for speaker in speakers}
    return dict(zip(speakers, chosen, strict=False))


def wishes_for(spec: RenderSpec, script: Script, chosen: tuple[Voice, ...]) -> tuple[Wish, ...]:
    """What is to be spoken for each line of a script; `chosen` as for `voice_lines`."""
    of_speaker = voice_by_speaker(script, chosen)
    return tuple(
        Wish(said_by(spec, script, line, of_speaker[line.speaker]), of_speaker[line.speaker]) for line in script.lines
    )


def said_by(spec: RenderSpec, script: Script, line: Line, speaker: Voice) -> str:
    """A line's words with its marks, the pronunciation book applied for its voice."""
    return pronounced(
        line.markup or line.text, spec.pronunciations, language=speaker.language or script.language, voice_id=speaker.id
    )


class _Spoken:
    """A line on its way to sound: one file, put together from portions when it is long."""

    def __init__(self, path: Path, wish: Wish, parts: tuple[tuple[Path, Wish], ...]) -> None:
        self.path = path
        self.wish = wish
        self.key = wish.key
        self._parts = parts

    @classmethod
    def of(cls, work: WorkFolder, wish: Wish) -> _Spoken:
        def path(part: Wish) -> Path:
            return work.file("line", part.key, ".f32")

        texts = portions(wish.said) or (wish.said,)
        parts = tuple(replace(wish, said=text) for text in texts)
        return cls(path(wish), wish, tuple((path(part), part) for part in parts))

    @property
    def portions(self) -> tuple[tuple[Path, Wish], ...]:
        """What is still to be voiced for it: nothing once the whole line is there."""
        return () if len(self._parts) > 1 and self.path.exists() else self._parts

    def join(self, work: WorkFolder) -> None:
        """Put the portions together."""
        if len(self._parts) > 1 and not self.path.exists():
            rest = bytes(round(PORTION_REST_S * 24_000) * 4)
            work.write(self.path, rest.join(path.read_bytes() for path, _ in self._parts))


def _voice_piece(wish: Wish, path: Path, cache: Path, *, endpoint: SpeechEndpoint | None, language: str) -> None:
    from server.engine.speech.synthesis import speak

    folder = WorkFolder(path.parent)
    speed = speed_of(wish.pace, wish.take)
    with folder.in_use():
        try:
            sound = speak(wish.said, wish.speaker, models=cache, speed=speed, endpoint=endpoint, language=language)
        except MemoryError as error:
            raise RenderingFailed("Speaking needs more memory than a worker may take; shorten the line.") from error
        folder.write(path, settled(sound))


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

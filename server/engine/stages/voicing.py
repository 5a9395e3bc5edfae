"""From lines to sound: each line is a piece of its own and a checkpoint of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from server.domain.errors import CannotProduce, RenderingFailed
from server.domain.languages import language_by_code
from server.domain.requests import Quality, Stage
from server.domain.scripts import Line, Script
from server.domain.voices import Voice
from server.engine.specs import RenderSpec
from server.engine.speech.catalogue import pair_for, voice, voices
from server.engine.stages.context import Context
from server.engine.workers import VOICING, Supervision
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 1
"""Counts up when the same words in the same voice come out differently."""


def choose_voices(spec: RenderSpec, language: str, *, speakers: int = 2) -> tuple[Voice, ...]:
    """The voice of each speaker: the ones asked for, then the language's own pair.

    Raises:
        CannotProduce: no voice speaks the language, or one that was asked for does not.
    """
    pair = pair_for(language, spec.quality)
    if spec.quality is Quality.DRAFT:
        chosen: list[Voice] = []
    else:
        chosen = [_speaking(voice(number), language) for number in spec.voices[:speakers]]
    spare = [v for v in pair if v not in chosen]
    spare += [v for v in voices() if v.language == pair[0].language and v.available and v not in (*chosen, *spare)]
    return tuple((chosen + spare)[:speakers])


def _speaking(asked: Voice, language: str) -> Voice:
    if not asked.available:
        raise CannotProduce(f"The voice {asked.name} needs {asked.needs}; choose another voice.")
    if _base(asked.language) == _base(language):
        return asked
    others = [v.name for v in voices() if _base(v.language) == _base(language) and v.available][:3]
    raise CannotProduce(
        f"The voice {asked.name} speaks {_language_name(asked.language)}, and this episode is in "
        f"{_language_name(language)}; choose a voice of that language, such as {', '.join(others)}."
    )


def _base(code: str) -> str:
    return code.split("-", maxsplit=1)[0]


def _language_name(code: str) -> str:
    found = language_by_code(code)
    return found.name if found else code


def voice_lines(context: Context, script: Script, chosen: tuple[Voice, ...]) -> tuple[Path, ...]:
    """Speak every line that isn't spoken yet.

    Returns:
        The sound of each line, in order: raw little-endian float32, mono, 24 kHz.
    """
    of_speaker = dict(zip(script.speakers, chosen, strict=False))
    plan = [(line, of_speaker[line.speaker], _path(context, line, of_speaker[line.speaker])) for line in script.lines]
    missing = {path: (line, speaker) for line, speaker, path in plan if not path.exists()}
    progress = _Progress(context, total=sum(len(line.text) for line, _, _ in plan))
    progress.add(sum(len(line.text) for line, _, path in plan if path not in missing), spoken_now=False)

    def piece(path: Path, line: Line, speaker: Voice) -> Callable[[Supervision], None]:
        def run(supervision: Supervision) -> None:
            context.workers.run(VOICING, supervision, _voice_piece, line.text, speaker, path, context.cache)
            progress.add(len(line.text))

        return run

    context.each([piece(path, line, speaker) for path, (line, speaker) in missing.items()])
    return tuple(path for _, _, path in plan)


def _path(context: Context, line: Line, speaker: Voice) -> Path:
    return context.work.file("line", key_of(FORMAT, line.text, speaker.engine, speaker.key), ".f32")


def _voice_piece(text: str, speaker: Voice, path: Path, cache: Path) -> None:
    from server.engine.speech.synthesis import speak

    folder = WorkFolder(path.parent)
    with folder.in_use():
        try:
            sound = speak(text, speaker, models=cache)
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

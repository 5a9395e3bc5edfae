"""Measures re-voicing: a minute of conversation spoken again by other voices, through the engine as it is.

The draft voices speak, both times, in each other's place; `--final` lets Emma and Fenrir speak again.
"""

from __future__ import annotations

import difflib
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]

from dialogues import RATE, spoken  # noqa: E402
from word_errors import word_errors, words  # noqa: E402

from server.domain.sources import SourceKind  # noqa: E402
from server.engine.audio.decoding import decode  # noqa: E402
from server.engine.jobs import Event, Finished, Job, Progressed  # noqa: E402
from server.engine.listening.recordings import wav_bytes  # noqa: E402
from server.engine.listening.transcribe import hear  # noqa: E402
from server.engine.pool import ProcessEngine  # noqa: E402
from server.engine.specs import RevoicingSpec, SourceSpec  # noqa: E402
from server.engine.speech.catalogue import find  # noqa: E402
from server.engine.speech.normalise import spoken as as_said  # noqa: E402

LIMITS = {"turns_share_at_least": 0.95, "word_errors": 0.04, "length_change": 0.05}
ALIKE = 0.8
DRAFT = ("Heart (draft)", "Harlan (draft)")


def main() -> int:
    """Print the figures."""
    cast = ("Emma", "Fenrir") if "--final" in sys.argv else DRAFT[::-1]
    with tempfile.TemporaryDirectory() as folder:
        models = Path(os.environ.get("QUILLCAST_MODELS", f"{folder}/models"))
        talk = spoken(models, voices=DRAFT)
        path = Path(folder) / "talk.wav"
        path.write_bytes(wav_bytes(talk.sound, RATE))
        recording = SourceSpec(SourceKind.FILE, path=path, name=path.name)
        order = RevoicingSpec(recording, voices=tuple(find(name).id for name in cast))
        before = time.monotonic()
        result = finished(order, models, Path(folder) / "work").result
        wall = time.monotonic() - before
        (audio,) = result.artefacts
        sound = np.concatenate([block[0] for block in decode(audio.path, rate=RATE)])
        heard = " ".join(word.text for word in hear(sound, models=models, language="en"))
        wrong, said = word_errors(as_said(" ".join(talk.lines), "en"), as_said(heard, "en"))
        print(heard, file=sys.stderr)
        kept = turns_kept(talk.lines, [(line.speaker, line.text) for line in result.script.lines])
        seconds = len(talk.sound) / RATE
        figures = {
            "seconds": seconds,
            "turns": len(talk.lines),
            "turns_share_at_least": kept / len(talk.lines),
            "word_errors": wrong / said,
            "length_change": abs(result.recording.duration_s / seconds - 1),
            "wall_per_second": wall / seconds,
        }
    holds = {
        name: figures[name] >= limit if name.endswith("_at_least") else figures[name] <= limit
        for name, limit in LIMITS.items()
    }
    told = {name: round(value, 4) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def turns_kept(lines: Sequence[str], said: Sequence[tuple[int, str]]) -> int:
    """How many lines of the original are a turn of their own, in four fifths of their words, by the right speaker."""
    turns: list[tuple[int, list[str]]] = []
    for speaker, text in said:
        if turns and turns[-1][0] == speaker:
            turns[-1][1].extend(words(text))
        else:
            turns.append((speaker, words(text)))
    return sum(
        any(
            speaker == number % 2 and difflib.SequenceMatcher(None, words(line), spoken_words).ratio() >= ALIKE
            for speaker, spoken_words in turns
        )
        for number, line in enumerate(lines)
    )


def finished(order: RevoicingSpec, models: Path, work: Path) -> Finished:
    """The end of a job. Raises `SystemExit` with what went wrong."""
    ended: list[Event] = []
    over = threading.Event()
    engine = ProcessEngine(cache=models, idle_s=0.0)

    def hear_of(event: Event) -> None:
        if not isinstance(event, Progressed):
            ended.append(event)
            over.set()

    listen: Callable[[Event], None] = hear_of
    engine.listen(listen)
    engine.submit(Job("bench", 1, order, work))
    over.wait()
    engine.stop()
    if not isinstance(ended[0], Finished):
        raise SystemExit(str(ended[0]))
    return ended[0]


if __name__ == "__main__":
    raise SystemExit(main())

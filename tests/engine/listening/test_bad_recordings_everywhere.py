"""Every operation on a recording refuses what it can't hear, and warns of what it can't tell apart."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest
from promised_wav import promising

from server.domain.errors import CannotProduce
from server.domain.sources import SourceKind
from server.domain.transcripts import Transcript, Turn
from server.domain.voices import SpeechEngine, Voice
from server.engine.jobs import Event, Failed, Job, Progressed
from server.engine.listening.activity import Region
from server.engine.listening.cloning import MadeVoice
from server.engine.listening.diarising import Stretch
from server.engine.listening.recordings import Survey
from server.engine.listening.transcribe import Word
from server.engine.making import revoicings, separations, transcripts, voice_matches
from server.engine.pool import ProcessEngine
from server.engine.specs import RevoicingSpec, SeparationSpec, SourceSpec, Spec, TranscriptSpec, VoiceMatchSpec
from server.engine.stages.context import Context
from server.engine.stages.listening import Recorded
from server.engine.workfolders import WorkFolder, key_of

VOICES = (1, 2)


def specs(path: Path) -> dict[str, Spec]:
    """An order of every kind about a file."""
    recording = SourceSpec(SourceKind.FILE, path=path, name=path.name)
    return {
        "transcript": TranscriptSpec(recording),
        "separation": SeparationSpec(recording),
        "revoicing": RevoicingSpec(recording, voices=VOICES, instructions=""),
        "match": VoiceMatchSpec(recording, name="Mine"),
    }


OPERATIONS = tuple(specs(Path("x.wav")))


@pytest.fixture(scope="module")
def engine(models: Path) -> Iterator[ProcessEngine]:
    made = ProcessEngine(cache=models, cores=1)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def bad(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A silent file, one with a tone only, one that was cut off, one of five hours, and text called a recording."""
    folder = tmp_path_factory.mktemp("bad")
    rate = np.arange(12 * 8000)
    tone = (128 + 60 * np.sin(rate * 0.34)).astype(np.uint8).tobytes()
    found = {
        "silence": promising(folder / "silence.wav", seconds=12, held=12),
        "tone": promising(folder / "tone.wav", seconds=12, held=12),
        "cut": promising(folder / "cut.wav", seconds=60, held=12),
        "night": promising(folder / "night.wav", seconds=5 * 3600, held=5 * 3600),
        "text": folder / "text.mp3",
    }
    for name, sound in (("silence", b"\x80" * len(tone)), ("tone", tone), ("cut", tone)):
        path = found[name]
        path.write_bytes(path.read_bytes()[:44] + sound)
    found["text"].write_text("No sound at all. " * 400, "utf-8")
    return found


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("silence", "is silent"),
        ("tone", "Nobody speaks"),
        ("cut", "cut"),
        ("night", "longer than"),
        ("text", "text.mp3"),
    ],
)
def test_no_operation_takes_what_it_can_not_hear(
    operation: str, name: str, sentence: str, engine: ProcessEngine, bad: dict[str, Path], tmp_path: Path
) -> None:
    ended = outcome(engine, specs(bad[name])[operation], tmp_path / "work")

    assert isinstance(ended, Failed), ended
    assert sentence in ended.error.message
    assert bad[name].name in ended.error.message


def outcome(engine: ProcessEngine, spec: Spec, work: Path) -> Event:
    """What an order comes to."""
    over, ends = threading.Event(), []

    def hear(event: Event) -> None:
        if event.job_id == str(work) and not isinstance(event, Progressed):
            ends.append(event)
            over.set()

    engine.listen(hear)
    engine.submit(Job(str(work), 1, spec, work))
    assert over.wait(600)
    return ends[0]


@pytest.fixture
def crowded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """An order whose recording was found to hold people at once; what is costly to hear is given, not heard."""
    (tmp_path / "work").mkdir()
    work = WorkFolder(tmp_path / "work")
    survey = Survey(32_000, 8000, 1, (Region(0, 32_000),), (), -20.0, 0.0)
    recorded = Recorded(tmp_path / "talk.wav", "talk.wav", tmp_path / "talk.s16", survey, "key")
    stretches = (Stretch(0.0, 1.0, 0), Stretch(1.0, 2.0, 1))
    words = (Word(0.1, 0.9, "Good"), Word(1.1, 1.9, "day."))
    work.save(work.file("overlap", key_of("key"), ".json"), 0.5)

    def tracks(*_: Any, tracks: Sequence[Path], length: Path, **__: Any) -> None:
        for track in tracks:
            track.write_bytes(b"RIFF")
        work.save(length, survey.seconds)

    def match(_pcm: Path, _survey: Survey, place: Path, *_: Any, **__: Any) -> None:
        work.write(
            place, msgspec.json.encode(MadeVoice(b"{}", SpeechEngine.MATCHED, "en", "", "male", 0.6, "A match."))
        )

    for module in (transcripts, separations, revoicings, voice_matches):
        monkeypatch.setattr(module, "take_recording", lambda *_, **__: recorded)
    told = Transcript("en", 2000, (Turn(0, 100, 1900, "Good day."),))
    monkeypatch.setattr(transcripts, "transcript_of", lambda *_, **__: told)
    monkeypatch.setattr(separations, "voices_heard", lambda *_, **__: stretches)
    monkeypatch.setattr(separations, "_tracks_piece", tracks)
    monkeypatch.setattr(revoicings, "words_heard", lambda *_, **__: words)
    monkeypatch.setattr(revoicings, "voices_heard", lambda *_, **__: stretches)
    monkeypatch.setattr(voice_matches, "language_heard", lambda *_: "en")
    monkeypatch.setattr(voice_matches, "require_suitable", lambda *_, **__: None)
    monkeypatch.setattr(voice_matches, "_match_piece", match)

    def context(operation: str) -> Any:
        def run(_kind: object, _supervision: object, does: Any, *given: Any, **named: Any) -> Any:
            return does(*given, **named)

        workers = SimpleNamespace(run=run, retire=lambda _: None, cores=1)
        spec = specs(recorded.path)[operation]
        return Context(spec, work, tmp_path, workers, SimpleNamespace(), lambda *_: None)  # type: ignore[arg-type]

    def notes(operation: str) -> tuple[str, ...]:
        given = context(operation)
        if operation == "transcript":
            return transcripts.make_transcript(given).notes
        if operation == "separation":
            return separations.make_separation(given).notes
        if operation == "match":
            return voice_matches.make_voice_match(given).notes
        return revoicings._heard(given, recorded, "en")[1]

    return notes


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_tells_of_people_who_speak_at_once(
    operation: str, crowded: Callable[[str], tuple[str, ...]]
) -> None:
    assert any("talk.wav sounds as if people spoke at once" in note for note in crowded(operation))


OWN = Voice(10_001, "Mine", SpeechEngine.PIPER, "mine", "de", source="/mine.onnx")
ABSENT = 42
"""A Japanese voice, for which nothing here makes phonemes."""


@pytest.mark.parametrize(
    ("voices", "language", "sentence"),
    [
        ((1, 99_999), "en", "The voice 99999 .* is no longer there"),
        ((1, 2), "de", "Heart does not speak Deutsch"),
        ((10_001, 1), "en", "Mine does not speak English"),
        ((1, ABSENT), "en", "needs a Japanese phonemiser"),
    ],
)
def test_a_recording_is_not_spoken_again_by_a_voice_that_is_gone_or_can_not(
    voices: tuple[int, int], language: str, sentence: str
) -> None:
    recording = SourceSpec(SourceKind.FILE, path=Path("talk.wav"), name="talk.wav")
    order = RevoicingSpec(recording, voices=voices, instructions="", own_voices=(OWN,))

    with pytest.raises(CannotProduce, match=sentence):
        revoicings._voices(order, language)

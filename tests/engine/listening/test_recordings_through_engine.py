"""Recordings through the real engine: written down, set apart, spoken again, turned into a voice."""

from __future__ import annotations

import itertools
import threading
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import psutil
import pytest
from numpy.typing import NDArray

from server.domain.sources import SourceKind
from server.engine.jobs import Event, Failed, Finished, Job, Progressed, Stopped
from server.engine.pool import ProcessEngine
from server.engine.specs import RevoicingSpec, SeparationSpec, SourceSpec, Spec, TranscriptSpec, VoiceMatchSpec

PATIENCE_S = 3600.0
LINES = (
    "Welcome back, everybody. Today we talk about ships and harbours.",
    "Thank you. I have waited for this talk all summer long.",
    "And what happened when the storm came over the sea that night?",
    "Nobody went out in such a wind, and everybody waited in the house.",
)
LISTENER_MIB = 500
"""What a process that listens may hold."""


@pytest.fixture(scope="module")
def engine(models: Path) -> Iterator[ProcessEngine]:
    made = ProcessEngine(cache=models, cores=2, idle_s=0.0)
    yield made
    made.stop()


class Run:
    """One job and all that is heard of it."""

    def __init__(self, engine: ProcessEngine, spec: Spec, work: Path, *, attempt: int = 1) -> None:
        self.engine = engine
        self.told: list[Progressed] = []
        self.ended: Event | None = None
        self._id = f"{work.parent.name}-{work.name}-{attempt}"
        self._over = threading.Event()
        self._moved = threading.Condition()
        engine.listen(self._hear)
        engine.submit(Job(self._id, attempt, spec, work))

    def _hear(self, event: Event) -> None:
        if event.job_id != self._id:
            return
        with self._moved:
            if isinstance(event, Progressed):
                self.told.append(event)
            else:
                self.ended = event
                self._over.set()
            self._moved.notify_all()

    def outcome(self) -> Event:
        assert self._over.wait(PATIENCE_S)
        assert self.ended is not None
        return self.ended

    def result(self) -> Any:
        ended = self.outcome()
        assert isinstance(ended, Finished), ended
        return ended.result

    def until(self, reached: Callable[[], bool]) -> None:
        with self._moved:
            assert self._moved.wait_for(lambda: reached() or self.ended is not None, PATIENCE_S)

    def stop(self) -> Event:
        self.engine.cancel(self._id)
        return self.outcome()


@pytest.fixture(scope="module")
def talk(said: Callable[..., NDArray[np.float32]]) -> NDArray[np.float32]:
    """Two people in turn, at 16 kHz."""
    quiet = np.zeros(8000, np.float32)
    parts = [quiet]
    for number, line in enumerate(LINES):
        sound = said(line, voice=number % 2) if number % 2 == 0 else lower(said(line))
        parts += [sound, quiet]
    return np.concatenate(parts)


def lower(sound: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same words by somebody with a lower voice."""
    from server.engine.speech.world import world

    signal = sound.astype(np.float64)
    pitch, times = world().dio(signal, 16_000)
    envelope = world().cheaptrick(signal, pitch, times, 16_000)
    noise = world().d4c(signal, pitch, times, 16_000)
    bins = np.arange(envelope.shape[1])
    darker = np.stack([np.interp(bins * 1.22, bins, row) for row in envelope])
    made = world().synthesize(pitch * 0.55, np.ascontiguousarray(darker), noise, 16_000)
    return np.asarray(made[: len(sound)], np.float32)


def source(path: Path) -> SourceSpec:
    return SourceSpec(SourceKind.FILE, path=path, name=path.name)


def words_of(text: str) -> set[str]:
    return {word.strip(".,?!").lower() for word in text.split()}


def test_a_recording_is_written_down_by_speakers(
    engine: ProcessEngine, talk: NDArray[np.float32], write_wav: Any, tmp_path: Path
) -> None:
    result = Run(engine, TranscriptSpec(source(write_wav(talk)), speakers=2), tmp_path / "work").result()

    assert result.language == "en"
    assert {"ships", "storm", "summer", "house"} <= words_of(result.response_text)
    assert {row.partition(":")[0] for row in result.response_text.splitlines() if row} == {"SPEAKER_00", "SPEAKER_01"}


@pytest.mark.parametrize(
    ("name", "sound", "sentence"),
    [
        ("silence.wav", np.zeros(64_000, np.float32), "silent"),
        ("tone.wav", 0.3 * np.sin(np.arange(96_000) * 0.17).astype(np.float32), "Nobody speaks"),
    ],
)
def test_what_holds_no_speech_fails_with_a_sentence(
    name: str, sound: NDArray[np.float32], sentence: str, engine: ProcessEngine, write_wav: Any, tmp_path: Path
) -> None:
    ended = Run(engine, TranscriptSpec(source(write_wav(sound, name=name))), tmp_path / "work").outcome()

    assert isinstance(ended, Failed)
    assert sentence in ended.error.message
    assert name in ended.error.message


@pytest.mark.slow
def test_tracks_add_up_and_a_new_cast_speaks_in_time(
    engine: ProcessEngine, talk: NDArray[np.float32], write_wav: Any, tmp_path: Path
) -> None:
    from server.engine.speech.catalogue import find

    recording = source(write_wav(talk))
    tracks = Run(engine, SeparationSpec(recording, speakers=2), tmp_path / "tracks").result()
    sums = np.zeros(len(talk), np.int64)
    for artefact in tracks.artefacts:
        with wave.open(str(artefact.path)) as file:
            sums += np.frombuffer(file.readframes(10**9), "<i2").astype(np.int64)
    with wave.open(str(recording.path)) as file:
        assert np.array_equal(sums, np.frombuffer(file.readframes(10**9), "<i2"))
    assert len(tracks.artefacts) == len(tracks.details["speakers"]) == 2

    voices = (find("Heart (draft)").id, find("Harlan (draft)").id)
    spoken = Run(engine, RevoicingSpec(recording, voices=voices, instructions=""), tmp_path / "again").result()

    assert [speaker for speaker, _ in itertools.groupby(line.speaker for line in spoken.script.lines)] == [0, 1, 0, 1]
    assert spoken.recording.duration_s == pytest.approx(len(talk) / 16_000, rel=0.05)


@pytest.mark.slow
def test_a_person_s_speech_becomes_a_voice_that_says_what_it_is(
    engine: ProcessEngine, said: Callable[..., NDArray[np.float32]], write_wav: Any, tmp_path: Path
) -> None:
    speech = np.concatenate([lower(said(line)) for line in (*LINES, *LINES[::-1])])
    made = Run(engine, VoiceMatchSpec(source(write_wav(speech)), name="Mine"), tmp_path / "work").result()

    voice = made.details["voice"]
    assert voice["sex"] == "male"
    assert f"{voice['similarity']:.2f}" in made.response_text
    assert "not a clone" in made.response_text


@pytest.mark.slow
def test_two_people_make_no_voice(
    engine: ProcessEngine, talk: NDArray[np.float32], write_wav: Any, tmp_path: Path
) -> None:
    ended = Run(engine, VoiceMatchSpec(source(write_wav(talk)), name="Both"), tmp_path / "work").outcome()

    assert isinstance(ended, Failed)
    assert "More than one person" in ended.error.message


@pytest.mark.slow
def test_an_hour_takes_no_more_memory_than_minutes_and_goes_on_where_it_was_stopped(
    engine: ProcessEngine, talk: NDArray[np.float32], write_wav: Any, tmp_path: Path
) -> None:
    minute = np.pad(talk, (0, 60 * 16_000 - len(talk)))
    spec = TranscriptSpec(source(write_wav(np.tile(minute, 60), name="hour.wav")), language="en", speakers=2)
    work = tmp_path / "work"

    def written() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in work.glob("words-*.json")}

    first = Run(engine, spec, work)
    with Memory() as memory:
        first.until(lambda: len(written()) >= 4)
        ended = first.stop()
        assert isinstance(ended, Stopped)
        before = written()
        second = Run(engine, spec, work, attempt=2)
        result = second.result()

    after = written()
    assert before.items() <= after.items()
    assert memory.largest_mib < LISTENER_MIB
    shares = [event.fraction for event in second.told if event.text.startswith("Heard")]
    assert shares == sorted(shares)
    assert len(shares) == len(after)
    assert any(event.seconds_left for event in second.told)
    assert result.response_text.lower().count("storm") >= 55
    transcript = msgspec.json.decode(result.artefacts[0].path.read_bytes())
    assert transcript["segments"][-1]["endTime"] > 3540


class Memory:
    """Watches the largest private memory of any one worker process."""

    def __init__(self) -> None:
        self.largest_mib = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Memory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.5):
            for process in psutil.Process().children(recursive=True):
                try:
                    held = process.memory_full_info().uss / 2**20
                except psutil.Error:
                    continue
                self.largest_mib = max(self.largest_mib, held)

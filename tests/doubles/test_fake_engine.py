"""The fake keeps the engine's protocol."""

from __future__ import annotations

import queue
from pathlib import Path

import av
import pytest
from fake_engine import Crash, Fail, FakeEngine, Hold

from server.domain.errors import SourceNotImported
from server.domain.requests import OutputType, Stage
from server.domain.sources import SourceKind
from server.engine.jobs import Engine, Event, Failed, Finished, Job, Progressed, Stopped, Waiting
from server.engine.specs import RenderSpec, SourceSpec


def a_job(work: Path, output_type: OutputType = OutputType.AUDIO, *, approve_script: bool = False) -> Job:
    source = SourceSpec(SourceKind.TEXT, "Some words.")
    return Job("j1", 1, RenderSpec(output_type, (source,), approve_script=approve_script), work)


def listened(engine: FakeEngine) -> queue.SimpleQueue[Event]:
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()
    engine.listen(events.put)
    return events


def last_of(events: queue.SimpleQueue[Event]) -> Event:
    while isinstance(event := events.get(timeout=5), Progressed):
        pass
    return event


def test_audio_comes_as_a_real_recording(tmp_path: Path) -> None:
    engine: Engine = FakeEngine()
    assert isinstance(engine, FakeEngine)
    events = listened(engine)

    engine.submit(a_job(tmp_path))

    finished = last_of(events)
    assert isinstance(finished, Finished)
    (artefact,) = finished.result.artefacts
    assert artefact.size == artefact.path.stat().st_size
    with av.open(str(artefact.path)) as recording:
        assert recording.streams.audio[0].rate == 44100


def test_stages_come_in_order(tmp_path: Path) -> None:
    engine = FakeEngine()
    events = listened(engine)

    engine.submit(a_job(tmp_path))

    seen = []
    while isinstance(event := events.get(timeout=5), Progressed):
        seen.append(event.stage)
    assert seen == [Stage.IMPORTING, Stage.WRITING, Stage.VOICING, Stage.MIXING]


def test_a_planned_failure_and_a_crash_are_told_apart(tmp_path: Path) -> None:
    engine = FakeEngine(lambda _job: Fail(SourceNotImported("No page came.")))
    events = listened(engine)

    engine.submit(a_job(tmp_path))
    failed = last_of(events)
    engine.plan = lambda _job: Crash()
    engine.submit(a_job(tmp_path))
    crashed = last_of(events)

    assert isinstance(failed, Failed)
    assert not failed.crashed
    assert isinstance(crashed, Failed)
    assert crashed.crashed


def test_a_script_waits_for_approval_and_goes_on_without_the_wish(tmp_path: Path) -> None:
    engine = FakeEngine()
    events = listened(engine)

    engine.submit(a_job(tmp_path, approve_script=True))
    waiting = last_of(events)
    engine.submit(a_job(tmp_path))

    assert isinstance(waiting, Waiting)
    assert isinstance(last_of(events), Finished)


@pytest.mark.parametrize("interrupted", [False, True])
def test_a_held_job_ends_when_told_to(tmp_path: Path, interrupted: bool) -> None:
    engine = FakeEngine(lambda _job: Hold(Stage.WRITING))
    events = listened(engine)
    engine.submit(a_job(tmp_path))

    if interrupted:
        engine.stop()
    else:
        engine.cancel("j1")

    assert last_of(events) == Stopped("j1", 1, interrupted)
    assert engine.running == ()


def test_a_held_job_goes_on_when_released(tmp_path: Path) -> None:
    engine = FakeEngine(lambda _job: Hold(Stage.IMPORTING))
    events = listened(engine)
    engine.submit(a_job(tmp_path, OutputType.TEXT))

    engine.release("j1")

    finished = last_of(events)
    assert isinstance(finished, Finished)
    assert finished.result.response_text.startswith("# ")


def test_two_attempts_of_one_job_never_run_together(tmp_path: Path) -> None:
    engine = FakeEngine(lambda _job: Hold())
    engine.submit(a_job(tmp_path))

    with pytest.raises(RuntimeError, match="runs already"):
        engine.submit(a_job(tmp_path))

    engine.stop()

"""A changed line of a ten-minute episode, through real processes: seconds, not minutes."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest

from server.domain.episode_drafts import CastMember, DraftLine, EpisodeDraft, Mixing, MusicUse
from server.domain.requests import OutputType, Quality
from server.domain.sources import SourceKind
from server.engine.audio.signals import EPISODE_RATE
from server.engine.audio.stems import write_wav
from server.engine.jobs import Finished, Job, Progressed, RenderResult
from server.engine.pool import ProcessEngine
from server.engine.specs import RenderSpec, SourceSpec
from server.engine.speech.catalogue import pair_for

SENTENCE = "Line {} tells that the water of the canal rises by a hand's breadth on every day of the third week."
MINUTES = 10
LIMIT_S = 5.0
"""Processor seconds of this program and its workers: what else the machine does counts for nothing, and on a machine
at rest it is heard no later than that."""

pytestmark = pytest.mark.slow

Make = Callable[..., RenderResult]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[ProcessEngine]:
    made = ProcessEngine(cache=tmp_path / "models", cores=2)
    yield made
    made.stop()


@pytest.fixture
def make(engine: ProcessEngine, tmp_path: Path) -> Make:
    """Makes a draft in one work folder, as a desk's rebuilds do."""

    def made(draft: EpisodeDraft, **more: object) -> RenderResult:
        ended, heard = threading.Event(), []

        def hear(event: object) -> None:
            if not isinstance(event, Progressed):
                heard.append(event)
                ended.set()

        engine._listeners[:] = [hear]
        spec = RenderSpec(OutputType.AUDIO, (), language="en", draft=draft, keeps_takes=True, **more)  # type: ignore[arg-type]
        engine.submit(Job("job", 1, spec, tmp_path / "work"))
        assert ended.wait(900)
        assert isinstance(heard[0], Finished), heard[0]
        return heard[0].result

    return made


@pytest.fixture
def draft() -> EpisodeDraft:
    """Ten minutes in draft voices: what is spoken already costs nothing, whoever spoke it."""
    first, second = pair_for("en", Quality.DRAFT)
    lines = tuple(DraftLine(f"l{n}", n % 2, SENTENCE.format(n)) for n in range(MINUTES * 8))
    return EpisodeDraft("Canal", "en", lines, (CastMember(0, first.id), CastMember(1, second.id)))


def spent_s() -> float:
    """Processor seconds so far."""
    total = 0.0
    for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total


def with_line(draft: EpisodeDraft, text: str, voice: int | None = None) -> EpisodeDraft:
    """The draft with another line in its middle."""
    line = replace(draft.lines[40], text=text, voice=voice)
    return replace(draft, lines=(*draft.lines[:40], line, *draft.lines[41:]))


def test_one_changed_line_of_ten_minutes_is_heard_in_seconds(make: Make, draft: EpisodeDraft) -> None:
    whole = make(draft)
    assert whole.recording is not None and whole.mix is not None
    assert whole.recording.duration_s > 400
    voice = pair_for("en", Quality.FINAL)[0].id
    # The final voice's model is loaded by the first of its lines; an editor's process has it already.
    for changed, limit in (
        (with_line(draft, "Here the canal runs dry."), LIMIT_S),
        (with_line(draft, "Here the canal ran dry.", voice), 2 * LIMIT_S),
        (with_line(draft, "Here the canal is dry.", voice), LIMIT_S),
    ):
        began = spent_s()
        again = make(changed, levels=whole.mix.levels)
        assert spent_s() - began < limit
        assert again.mix is not None and again.mix.levels.master_db == whole.mix.levels.master_db
        assert set(whole.mix.levels.voices) <= set(again.mix.levels.voices), "gains of voices stay"


def test_over_a_music_bed_too_only_what_is_near_is_made_anew(make: Make, draft: EpisodeDraft, tmp_path: Path) -> None:
    tune = tmp_path / "tune.wav"
    t = np.arange(EPISODE_RATE * 120) / EPISODE_RATE
    chord = 0.1 * sum(np.sin(2 * np.pi * f * t + f) for f in (196.0, 247.0, 311.0, 392.0))
    write_wav([np.asarray(chord, np.float32)], tune, samples=len(t))
    music = SourceSpec(SourceKind.FILE, path=tune, name="tune.wav")
    draft = replace(draft, mixing=Mixing(music=MusicUse.BED, music_file="tune", music_db=-6.0))
    whole = make(draft, intro_music=music)
    assert whole.mix is not None and len(whole.mix.levels.places) == len(draft.lines)
    parts = len(list((tmp_path / "work").glob("part-*.frames")))
    began = spent_s()
    again = make(with_line(draft, "Here the canal runs dry."), levels=whole.mix.levels, intro_music=music)
    assert spent_s() - began < LIMIT_S
    assert len(list((tmp_path / "work").glob("part-*.frames"))) - parts <= 3
    assert again.mix is not None and again.mix.after.integrated == pytest.approx(-16, abs=0.5)

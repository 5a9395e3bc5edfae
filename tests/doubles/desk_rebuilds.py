"""Episodes made from drafts through real processes, and what they cost."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from server.domain.episode_drafts import CastMember, DraftLine, EpisodeDraft
from server.domain.requests import OutputType, Quality
from server.engine.audio.signals import EPISODE_RATE
from server.engine.audio.stems import write_wav
from server.engine.jobs import Event, Finished, Job, Progressed, RenderResult
from server.engine.pool import ProcessEngine
from server.engine.specs import RenderSpec
from server.engine.speech.catalogue import pair_for

SENTENCE = "Line {} tells that the water of the canal rises by a hand's breadth on every day of the third week."
LONGEST_S = 900.0


def long_draft(lines: int) -> EpisodeDraft:
    """So many lines in draft voices: what is spoken already costs nothing, whoever spoke it."""
    first, second = pair_for("en", Quality.DRAFT)
    turns = tuple(DraftLine(f"l{n}", n % 2, SENTENCE.format(n)) for n in range(lines))
    return EpisodeDraft("Canal", "en", turns, (CastMember(0, first.id), CastMember(1, second.id)))


def with_line(draft: EpisodeDraft, text: str, voice: int | None = None) -> EpisodeDraft:
    """The draft with another line in its middle."""
    middle = len(draft.lines) // 2
    line = replace(draft.lines[middle], text=text, voice=voice)
    return replace(draft, lines=(*draft.lines[:middle], line, *draft.lines[middle + 1 :]))


def write_tune(path: Path) -> None:
    """Two minutes of a chord, as music to lie under the lines."""
    t = np.arange(EPISODE_RATE * 120) / EPISODE_RATE
    chord = 0.1 * sum(np.sin(2 * np.pi * f * t + f) for f in (196.0, 247.0, 311.0, 392.0))
    write_wav([np.asarray(chord, np.float32)], path, samples=len(t))


def made_of(engine: ProcessEngine, draft: EpisodeDraft, work: Path, *, job: str = "job", **more: Any) -> RenderResult:
    """What an engine makes of a draft in a work folder, as a desk's rebuilds do; it must hear no other job."""
    ended = threading.Event()
    heard: list[Event] = []

    def hear(event: Event) -> None:
        if not isinstance(event, Progressed):
            heard.append(event)
            ended.set()

    engine._listeners[:] = [hear]
    spec = RenderSpec(OutputType.AUDIO, (), language="en", draft=draft, keeps_takes=True, **more)
    engine.submit(Job(job, 1, spec, work))
    if not ended.wait(LONGEST_S):
        raise TimeoutError(job)
    last = heard[0]
    if not isinstance(last, Finished):
        raise TypeError(last)
    return last.result


def spent_s() -> float:
    """Processor seconds of this program and its workers so far."""
    total = 0.0
    for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total

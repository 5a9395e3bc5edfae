"""Measures rebuilds of a ten-minute episode and prints one JSON object: figures, limits, and whether each holds.

    python packaging/benches/rebuilding.py

Processor seconds of the program and its workers together: what is promised is heard within five seconds, and on two
cores at rest it is heard sooner than that. The lines are spoken in draft voices, which changes nothing of a rebuild.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT)]

from server.domain.episode_drafts import CastMember, DraftLine, EpisodeDraft, Mixing, MusicUse  # noqa: E402
from server.domain.requests import OutputType, Quality  # noqa: E402
from server.domain.sources import SourceKind  # noqa: E402
from server.engine.audio.signals import EPISODE_RATE  # noqa: E402
from server.engine.audio.stems import write_wav  # noqa: E402
from server.engine.jobs import Finished, Job, Progressed, RenderResult  # noqa: E402
from server.engine.pool import ProcessEngine  # noqa: E402
from server.engine.specs import RenderSpec, SourceSpec  # noqa: E402
from server.engine.speech.catalogue import pair_for  # noqa: E402

MODELS = Path(os.environ.get("QUILLCAST_BENCH_MODELS", tempfile.gettempdir())) / "quillcast-bench-models"
LIMITS = {
    "changed_line_cpu_s": 5.0,
    "final_voice_cpu_s": 5.0,
    "over_a_bed_cpu_s": 5.0,
    "first_rebuild_cpu_s": 10.0,
}
SENTENCE = "Line {} tells that the water of the canal rises by a hand's breadth on every day of the third week."
LINES = 92


def main() -> int:
    """Print the figures; 1 when a limit does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        engine = ProcessEngine(cache=MODELS, cores=2)
        try:
            figures = measured(engine, Path(folder))
        finally:
            engine.stop()
    holds = {name: figures[name] <= limit for name, limit in LIMITS.items()}
    told = {name: round(value, 2) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def measured(engine: ProcessEngine, folder: Path) -> dict[str, float]:
    """What each kind of rebuild costs."""
    figures: dict[str, float] = {}
    first, second = pair_for("en", Quality.DRAFT)
    final = pair_for("en", Quality.FINAL)[0].id
    lines = tuple(DraftLine(f"l{n}", n % 2, SENTENCE.format(n)) for n in range(LINES))
    draft = EpisodeDraft("Canal", "en", lines, (CastMember(0, first.id), CastMember(1, second.id)))

    def made(name: str, draft: EpisodeDraft, work: str = "work", **more: Any) -> RenderResult:
        ended, heard = threading.Event(), []

        def hear(event: object) -> None:
            if not isinstance(event, Progressed):
                heard.append(event)
                ended.set()

        engine._listeners[:] = [hear]
        spec = RenderSpec(OutputType.AUDIO, (), language="en", draft=draft, keeps_takes=True, **more)
        cpu, wall = spent_s(), time.monotonic()
        engine.submit(Job(name, 1, spec, folder / work))
        ended.wait()
        if not isinstance(heard[0], Finished):
            raise TypeError(heard[0])
        figures[f"{name}_cpu_s"], figures[f"{name}_wall_s"] = spent_s() - cpu, time.monotonic() - wall
        return heard[0].result

    def with_line(draft: EpisodeDraft, text: str, voice: int | None = None) -> EpisodeDraft:
        middle = LINES // 2
        line = replace(draft.lines[middle], text=text, voice=voice)
        return replace(draft, lines=(*draft.lines[:middle], line, *draft.lines[middle + 1 :]))

    whole = made("whole", draft)
    assert whole.recording is not None and whole.mix is not None
    figures["minutes"] = whole.recording.duration_s / 60
    takes = tuple((take.key, take.path) for take in whole.takes if take.path != Path())
    made("first_rebuild", with_line(draft, "Here the canal runs dry."), "anew", takes=takes)
    levels = whole.mix.levels
    made("changed_line", with_line(draft, "Here the canal ran dry."), levels=levels)
    made("final_voice_cold", with_line(draft, "Here the canal is dry.", final), levels=levels)
    made("final_voice", with_line(draft, "Here the canal was dry.", final), levels=levels)
    t = np.arange(EPISODE_RATE * 120) / EPISODE_RATE
    chord = 0.1 * sum(np.sin(2 * np.pi * f * t + f) for f in (196.0, 247.0, 311.0, 392.0))
    write_wav([np.asarray(chord, np.float32)], folder / "tune.wav", samples=len(t))
    music = SourceSpec(SourceKind.FILE, path=folder / "tune.wav", name="tune.wav")
    under = replace(draft, mixing=Mixing(music=MusicUse.BED, music_file="tune", music_db=-6.0))
    bed = made("whole_over_a_bed", under, intro_music=music)
    assert bed.mix is not None
    made("over_a_bed", with_line(under, "Here the canal has run dry."), levels=bed.mix.levels, intro_music=music)
    return figures


def spent_s() -> float:
    """Processor seconds of this program and its workers so far."""
    total = 0.0
    for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total


if __name__ == "__main__":
    raise SystemExit(main())

"""Measures rebuilds of a ten-minute episode and prints one JSON object: figures, limits, and whether each holds.

    python packaging/benches/rebuilding.py

Processor seconds of the program and its workers together: what is promised is heard within five seconds, and on two
cores at rest it is heard sooner than that. The lines are spoken in draft voices, which changes nothing of a rebuild.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]

from desk_rebuilds import long_draft, made_of, spent_s, with_line, write_tune  # noqa: E402

from server.domain.episode_drafts import EpisodeDraft, Mixing, MusicUse  # noqa: E402
from server.domain.requests import Quality  # noqa: E402
from server.domain.sources import SourceKind  # noqa: E402
from server.engine.jobs import RenderResult  # noqa: E402
from server.engine.pool import ProcessEngine  # noqa: E402
from server.engine.specs import SourceSpec  # noqa: E402
from server.engine.speech.catalogue import pair_for  # noqa: E402

MODELS = Path(os.environ.get("QUILLCAST_BENCH_MODELS", tempfile.gettempdir())) / "quillcast-bench-models"
LIMITS = {
    "changed_line_cpu_s": 5.0,
    "final_voice_cpu_s": 5.0,
    "over_a_bed_cpu_s": 5.0,
    "first_rebuild_cpu_s": 10.0,
}
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
    final = pair_for("en", Quality.FINAL)[0].id
    draft = long_draft(LINES)

    def made(name: str, draft: EpisodeDraft, work: str = "work", **more: Any) -> RenderResult:
        cpu, wall = spent_s(), time.monotonic()
        result = made_of(engine, draft, folder / work, job=name, **more)
        figures[f"{name}_cpu_s"], figures[f"{name}_wall_s"] = spent_s() - cpu, time.monotonic() - wall
        return result

    whole = made("whole", draft)
    assert whole.recording is not None and whole.mix is not None
    figures["minutes"] = whole.recording.duration_s / 60
    takes = tuple((take.key, take.path) for take in whole.takes if take.path != Path())
    made("first_rebuild", with_line(draft, "Here the canal runs dry."), "anew", takes=takes)
    levels = whole.mix.levels
    made("changed_line", with_line(draft, "Here the canal ran dry."), levels=levels)
    made("final_voice_cold", with_line(draft, "Here the canal is dry.", final), levels=levels)
    made("final_voice", with_line(draft, "Here the canal was dry.", final), levels=levels)
    write_tune(folder / "tune.wav")
    music = SourceSpec(SourceKind.FILE, path=folder / "tune.wav", name="tune.wav")
    under = replace(draft, mixing=Mixing(music=MusicUse.BED, music_file="tune", music_db=-6.0))
    bed = made("whole_over_a_bed", under, intro_music=music)
    assert bed.mix is not None
    made("over_a_bed", with_line(under, "Here the canal has run dry."), levels=bed.mix.levels, intro_music=music)
    return figures


if __name__ == "__main__":
    raise SystemExit(main())

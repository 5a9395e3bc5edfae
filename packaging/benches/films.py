"""Measures films: processor time against what is seen, memory of a worker, and what a changed scene costs.

    .venv/bin/python packaging/benches/films.py [NAME ...]      NAME: explainer, presenter, short, cinematic, or a look

Wall times mean something on an idle machine only; processor time is of all processes together.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import pickle
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import psutil
from processes import Run, measured

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
TEXT = ROOT / "tests" / "data" / "texts" / "news_ferry.md"
MODELS = Path(os.environ.get("QUILLCAST_BENCH_MODELS", tempfile.gettempdir())) / "quillcast-bench-models"
COSTLY = ("watercolour", "paper-craft", "anime", "retro print")
CASES: dict[str, tuple[str, str, int]] = {
    "explainer": ("explainer", "classic", 0),
    "presenter": ("explainer", "classic", 3),
    "short": ("short", "classic", 3),
    "cinematic": ("cinematic", "classic", 0),
    **{look: ("explainer", look, 0) for look in COSTLY},
}
"""Format, look and presenter of each film."""
WALL = {name: 1.2 if name in ("explainer", "presenter", "short") else 2.0 for name in CASES}
WORKER_MIB = 1000.0


def main() -> int:
    """Print the figures; `--make` is what the processes that are measured do."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", choices=[[], *CASES])
    parser.add_argument("--make", nargs=2, metavar=("NAME", "FOLDER"))
    parser.add_argument("--change", type=int, default=-1)
    options = parser.parse_args()
    if options.make:
        make(options.make[0], Path(options.make[1]), changed=options.change)
        return 0
    figures: dict[str, float] = {}
    limits: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or CASES:
            _measure(name, Path(folder), figures, limits)
    holds = {name: figures[name] <= limit for name, limit in limits.items()}
    told = {name: round(value, 3) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": limits, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def _measure(name: str, folder: Path, figures: dict[str, float], limits: dict[str, float]) -> None:
    whole, facts = _run(name, folder)
    seconds = facts["seconds"]
    figures[f"{name}_seconds"] = seconds
    figures[f"{name}_cpu_per_second"] = whole.cpu_s / seconds
    figures[f"{name}_wall_per_second"] = whole.wall_s / seconds
    figures[f"{name}_worker_mib"] = facts["worker_mib"]
    limits[f"{name}_wall_per_second"] = WALL[name]
    limits[f"{name}_worker_mib"] = WORKER_MIB
    if name in ("explainer", "presenter"):
        scene, _ = _run(name, folder, "--change", str(int(facts["scenes"]) // 2))
        figures[f"{name}_changed_scene_cpu_s"] = scene.cpu_s
        figures[f"{name}_whole_cpu_s"] = whole.cpu_s
        figures[f"{name}_changed_scene_wall_s"] = scene.wall_s


def _run(name: str, folder: Path, *more: str) -> tuple[Run, dict[str, float]]:
    run = measured([sys.executable, __file__, "--make", name, str(folder), *more], cwd=ROOT)
    if run.code:
        raise SystemExit(run.stderr)
    return run, json.loads(run.stdout)


def make(name: str, folder: Path, *, changed: int) -> None:
    """Make a film, or change one scene of the one that is there; how long it is, and the largest worker's memory."""
    from server.domain.requests import OutputType
    from server.domain.sources import SourceKind
    from server.domain.storyboard_edits import SceneEdit, edited
    from server.engine.generating import generate
    from server.engine.specs import KeptPiece, RenderSpec, SourceSpec
    from server.engine.stages.context import Context
    from server.engine.workers import Supervision, Workers
    from server.engine.workfolders import WorkFolder

    film_format, look, avatar = CASES[name]
    stem = name.replace(" ", "-")
    kept = folder / f"{stem}.pickle"
    spec = RenderSpec(
        OutputType.VIDEO,
        (SourceSpec(SourceKind.TEXT, content=TEXT.read_text("utf-8"), name="text"),),
        language="en",
        style=look,
        format=film_format,
        avatar_id=avatar,
    )
    if changed >= 0:
        film, sources, pieces = pickle.loads(kept.read_bytes())
        edits = [SceneEdit(scene=number) for number in range(len(film.storyboard.scenes))]
        lines = tuple(line.text for line in film.storyboard.scenes[changed].lines)
        edits[changed] = SceneEdit(scene=changed, lines=(f"{lines[0]} So it was said.", *lines[1:]))
        film = replace(film, storyboard=edited(film.storyboard, edits), stills=())
        spec = replace(
            spec, sources=(), imported=sources, film=film, pieces=tuple(KeptPiece(p.name, p) for p in pieces)
        )
    MODELS.mkdir(exist_ok=True)
    work = folder / f"{stem}-{max(changed, 0)}{'-changed' if changed >= 0 else ''}"
    workers, peak = Workers(cores=2, idle_s=0), [0.0]
    threading.Thread(target=_watch, args=(peak,), daemon=True).start()
    context = Context(
        spec=spec,
        work=WorkFolder(work),
        cache=MODELS,
        workers=workers,
        supervision=Supervision(),
        report=lambda *_args, **_more: None,
    )
    result = generate(context)
    workers.stop()
    if changed < 0:
        kept.write_bytes(pickle.dumps((result.film, result.sources, result.pieces)))
    else:
        shutil.rmtree(work)
    assert result.recording is not None
    assert result.film is not None
    seconds, scenes = result.recording.duration_s, len(result.film.storyboard.scenes)
    print(json.dumps({"seconds": seconds, "scenes": scenes, "worker_mib": peak[0]}))


def _watch(peak: list[float]) -> None:
    """Keep the largest private memory of a child at any moment."""
    own = psutil.Process()
    while True:
        for child in own.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                peak[0] = max(peak[0], child.memory_full_info().uss / 1024 / 1024)
        time.sleep(0.2)


if __name__ == "__main__":
    raise SystemExit(main())

"""Episodes from the command line: what processing costs against what is heard."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from figures import Figure
from processes import measured

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = ROOT / "tests" / "data" / "texts"


def measure() -> Iterator[Figure]:
    """A default and a long episode, and a long one with the fast voice."""
    yield from _episode("default episode", "science_anchor_ice.md", [], wall_limit=0.25)
    yield from _episode("short episode", "news_ferry.md", ["--duration", "short"], wall_limit=0.4)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "draft.mp3"
        words = [
            "make",
            str(TEXTS / "canal_history.md"),
            "--type",
            "audio",
            "--duration",
            "long",
            "--draft",
            "-o",
            str(out),
        ]
        run = measured([sys.executable, "-m", "server", *words, "--data-dir", folder], cwd=ROOT)
        minutes = _duration_s(out) / 60
        yield Figure("draft episode, minutes", round(minutes, 2), "min")
        yield Figure("draft, wall for 10 minutes", round(run.wall_s / minutes * 10, 1), "s", 20)


def _episode(name: str, text: str, options: list[str], *, wall_limit: float) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "episode.mp3"
        words = ["make", str(TEXTS / text), "--type", "audio", "-o", str(out), "--data-dir", folder, *options]
        run = measured([sys.executable, "-m", "server", *words], cwd=ROOT)
        if run.code:
            raise SystemExit(run.stderr)
        seconds = _duration_s(out)
        yield Figure(f"{name}, minutes", round(seconds / 60, 2), "min")
        yield Figure(f"{name}, CPU ÷ duration", round(run.cpu_s / seconds, 3), "", 0.4)
        yield Figure(f"{name}, wall ÷ duration", round(run.wall_s / seconds, 3), "", wall_limit)
        yield Figure(f"{name}, memory of all processes", round(run.peak_mib), "MiB", 1300)


def _duration_s(path: Path) -> float:
    import av

    with av.open(str(path)) as container:
        return float(container.duration or 0) / 1e6

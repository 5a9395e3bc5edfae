"""Measures episodes from the command line: what processing costs against what is heard, and the fast voice."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from processes import Run, measured

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = ROOT / "tests" / "data" / "texts"
LIMITS = {
    "default_cpu_per_second": 0.4,
    "default_wall_per_second": 0.25,
    "default_memory_mib": 1300.0,
    "short_cpu_per_second": 0.4,
    "short_wall_per_second": 0.4,
    "short_memory_mib": 1300.0,
    "draft_wall_s_for_10_minutes": 20.0,
}


def main() -> int:
    """Print the figures."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        make(data, "news_ferry.md", "--duration", "short", "--draft")  # joins the models, which is done once
        for name, text, options in (
            ("short", "news_ferry.md", ["--duration", "short"]),
            ("default", "company_scales.md", []),
        ):
            run, seconds = make(data, text, *options)
            figures[f"{name}_minutes"] = seconds / 60
            figures[f"{name}_cpu_per_second"] = run.cpu_s / seconds
            figures[f"{name}_wall_per_second"] = run.wall_s / seconds
            figures[f"{name}_memory_mib"] = run.peak_mib
        run, seconds = make(data, "canal_history.md", "--duration", "long", "--draft")
        figures["draft_minutes"] = seconds / 60
        figures["draft_wall_s_for_10_minutes"] = run.wall_s / seconds * 600
        figures["draft_cpu_s_for_10_minutes"] = run.cpu_s / seconds * 600
    holds = {name: figures[name] <= limit for name, limit in LIMITS.items()}
    told = {name: round(value, 3) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def make(data: Path, text: str, *options: str) -> tuple[Run, float]:
    """Make one episode; how it ran, and its length in seconds."""
    import av

    out = data / "episode.mp3"
    words = ["make", str(TEXTS / text), "--type", "audio", "-o", str(out), "--data-dir", str(data), *options]
    run = measured([sys.executable, "-m", "server", *words], cwd=ROOT)
    if run.code:
        raise SystemExit(run.stderr)
    with av.open(str(out)) as container:
        return run, float(container.duration or 0) / 1e6


if __name__ == "__main__":
    raise SystemExit(main())

"""Measures what scripts keep of the texts in tests/data: marked facts by weight, and gates that are not kept."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from server.domain.requests import Duration  # noqa: E402
from server.domain.sources import SourceKind  # noqa: E402
from server.engine.sources import import_source  # noqa: E402
from server.engine.specs import SourceSpec  # noqa: E402
from server.engine.writing.builtin import BuiltInWriter  # noqa: E402
from server.engine.writing.gates import faults, minutes  # noqa: E402
from server.engine.writing.tasks import DialogueTask  # noqa: E402

TEXTS = ROOT / "tests" / "data" / "texts"
LONG_WORDS = 2_000
LEAST = 0.65


def main() -> int:
    """Print the figures; the coverage that is promised is at default length, for long texts at long."""
    present = runpy.run_path(str(TEXTS / "check.py"), run_name="check")["present"]
    figures: dict[str, float] = {}
    limits: dict[str, float] = {}
    for path in sorted(p for p in TEXTS.iterdir() if p.suffix in {".md", ".txt"} and p.name != "README.md"):
        source = import_source(SourceSpec(SourceKind.FILE, path=path, name=path.name))
        facts = [json.loads(row) for row in path.with_suffix(".facts.jsonl").read_text().splitlines() if row.strip()]
        writer = BuiltInWriter()
        for duration in Duration:
            task = DialogueTask(sources=(source,), language=source.language, duration=duration)
            script = writer.write(task)
            lines = [line.text for line in script.lines]
            near = [" ".join(lines[max(0, i - 1) : i + 2]) for i in range(len(lines))]
            kept = sum(f["weight"] for f in facts if any(present(f["must"], window) for window in near))
            name = f"{path.stem}_{duration}"
            figures[f"{name}_coverage"] = kept / sum(f["weight"] for f in facts)
            figures[f"{name}_minutes"] = minutes(script)
            figures[f"{name}_faults"] = len(faults(script, (source,)))
            promised = Duration.LONG if source.word_count > LONG_WORDS else Duration.DEFAULT
            if duration is promised:
                limits[f"{name}_coverage"] = LEAST
    holds = {name: figures[name] >= limit for name, limit in limits.items()}
    told = {name: round(value, 2) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": limits, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())

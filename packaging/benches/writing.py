"""Measures the built-in writer alone: CPU and memory by the length of the source."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from processes import measured

ROOT = Path(__file__).resolve().parent.parent.parent
LIMITS = {"cpu_s_4000_words": 6.0, "growth_20000_over_4000_words": 5.0}
CODE = """
import sys, time, resource
from pathlib import Path
from server.domain.requests import Duration
from server.domain.sources import SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import DialogueTask
words, texts = int(sys.argv[1]), sys.argv[2:]
text = " ".join(Path(name).read_text() + "\\n\\n" for name in texts)
paragraphs, kept = text.split("\\n\\n"), []
while sum(len(p.split()) for p in kept) < words:
    kept += paragraphs
    while sum(len(p.split()) for p in kept) > words:
        kept.pop()
    if len(kept) < len(paragraphs):
        break
source = import_source(SourceSpec(SourceKind.TEXT, content="\\n\\n".join(kept)))
started = time.process_time()
BuiltInWriter().write(DialogueTask(sources=(source,), language="en", duration=Duration.LONG))
print(time.process_time() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def main() -> int:
    """Print the figures."""
    texts = sorted(
        str(p) for p in (ROOT / "tests" / "data" / "texts").glob("*.md") if "_" in p.stem and p.stem[-3] != "_"
    )
    figures: dict[str, float] = {}
    for words in (4_000, 20_000):
        run = measured([sys.executable, "-c", CODE, str(words), *texts], cwd=ROOT)
        if run.code:
            raise SystemExit(run.stderr)
        cpu, memory = run.stdout.split()
        figures[f"cpu_s_{words}_words"] = float(cpu)
        figures[f"memory_mib_{words}_words"] = float(memory)
    figures["growth_20000_over_4000_words"] = figures["cpu_s_20000_words"] / figures["cpu_s_4000_words"]
    holds = {name: figures[name] <= limit for name, limit in LIMITS.items()}
    told = {name: round(value, 2) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""Measures the drawing of a briefing: CPU of its PDF, its page and its Markdown, in a process of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from processes import measured

ROOT = Path(__file__).resolve().parent.parent.parent
LIMITS = {"cpu_s_briefing_pdf": 2.0, "cpu_s_briefing_html": 0.5, "cpu_s_workbook": 0.5}
CODE = """
import sys, time, resource
sys.path.insert(0, "tests/doubles")
from dataclasses import replace
from datetime import date
from sample_documents import ORIGINS, briefing, data_table
from server.engine.papers.composing import compose
from server.engine.papers.html import as_html
from server.engine.papers.pdf import draw
from server.engine.papers.tables import as_xlsx
one = briefing()
long = replace(one, findings=one.findings * 12, charts=one.charts * 2, tables=one.tables * 4)
def cpu(work):
    started = time.process_time()
    work()
    return time.process_time() - started
sheet = compose(long, origins=ORIGINS, day=date(2026, 1, 1))
print(
    cpu(lambda: draw(sheet)), cpu(lambda: as_html(sheet)), cpu(lambda: as_xlsx(data_table(), origins=ORIGINS)),
    resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
)
"""


def main() -> int:
    """Print the figures."""
    run = measured([sys.executable, "-c", CODE], cwd=ROOT)
    if run.code:
        raise SystemExit(run.stderr)
    names = ("cpu_s_briefing_pdf", "cpu_s_briefing_html", "cpu_s_workbook", "memory_mib")
    figures = dict(zip(names, map(float, run.stdout.split()), strict=True))
    holds = {name: figures[name] <= limit for name, limit in LIMITS.items()}
    told = {name: round(value, 3) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())

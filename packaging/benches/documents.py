"""Measures documents of the built-in writer: marked dates, cells and facts by text, CPU seconds, and memory."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from processes import measured

ROOT = Path(__file__).resolve().parent.parent.parent
LIMITS = {
    "dates_right": 0.85,
    "cells_right": 0.8,
    "facts_least": 0.75,
}
MOST = {
    "dates_wrong": 0.0,
    "cpu_s_first_4000_words": 6.0,
    "cpu_s_second_4000_words": 2.0,
    "memory_mib_200000_words": 1536.0,
    "memory_mib_200000_words_8_sources": 1536.0,
}
QUALITY = """
import json, sys
sys.path.insert(0, "tests/doubles")
from document_measures import ALL, DATED, TABLED, cells, dates, facts, text_source, writer_of
from server.engine.writing.tasks import BriefingTask, DataTableTask, TimelineTask
out, right, marked, wrong = {}, 0, 0, 0
for name in ALL:
    source = text_source(name)
    briefing = writer_of(source).write(BriefingTask(sources=(source,), language=source.language))
    out[f"{name}_facts"] = facts(briefing, name)
    if name in DATED:
        task = TimelineTask(sources=(source,), language=source.language)
        found = dates(writer_of(source).write(task), name)
        right, marked, wrong = right + found.right, marked + found.marked, wrong + len(found.wrong)
        out[f"{name}_dates"] = found.right / found.marked
    if name in TABLED:
        task = DataTableTask(sources=(source,), language=source.language)
        got, asked = cells(writer_of(source).write(task), name)
        out[f"{name}_cells"] = got / asked
out["dates_right"], out["dates_wrong"] = right / marked, wrong
out["cells_right"] = min(v for k, v in out.items() if k.endswith("_cells"))
out["facts_least"] = min(v for k, v in out.items() if k.endswith("_facts"))
print(json.dumps(out))
"""
COST = """
import json, resource, sys, time
sys.path.insert(0, "tests/doubles")
from document_measures import long_sources
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import (
    BriefingTask, DataTableTask, FaqTask, QuizTask, StudyGuideTask, TextTask, TimelineTask,
)
sources, writer, spent = long_sources(int(sys.argv[1]), int(sys.argv[2])), BuiltInWriter(), []
for kind in (FaqTask, StudyGuideTask, BriefingTask, TimelineTask, QuizTask, DataTableTask, TextTask):
    started = time.process_time()
    writer.write(kind(sources=sources, language="en"))
    spent.append(time.process_time() - started)
print(json.dumps([*spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""
SEVERAL = 8
"""Sources that 200,000 words are spread over: every kind of piece is made of them."""


def main() -> int:
    """Print the figures of each text, of a source of 4,000 words, and of 200,000 words in one source and in several."""
    figures: dict[str, float] = json.loads(_run(QUALITY))
    first, *others, _ = json.loads(_run(COST, "4000", "1"))
    figures["cpu_s_first_4000_words"], figures["cpu_s_second_4000_words"] = first, max(others)
    for count, name in ((1, ""), (SEVERAL, f"_{SEVERAL}_sources")):
        *spent, memory = json.loads(_run(COST, "200000", str(count)))
        figures[f"cpu_s_200000_words{name}"] = sum(spent)
        figures[f"memory_mib_200000_words{name}"] = memory
    holds = {name: figures[name] >= limit for name, limit in LIMITS.items()}
    holds |= {name: figures[name] <= limit for name, limit in MOST.items()}
    told = {name: round(value, 2) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": LIMITS | MOST, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


def _run(code: str, *arguments: str) -> str:
    run = measured([sys.executable, "-c", code, *arguments], cwd=ROOT)
    if run.code:
        raise SystemExit(run.stderr)
    return run.stdout


if __name__ == "__main__":
    raise SystemExit(main())

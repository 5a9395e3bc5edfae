"""Measures FAQs, study guides and quizzes: CPU of a first and a second output, memory by length, facts kept."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from processes import measured

ROOT = Path(__file__).resolve().parent.parent.parent
LIMITS = {"first_cpu_s": 6.0, "second_cpu_s": 2.0, "memory_mib_200000_words": 1_536.0}
CODE = """
import json, resource, sys, time
from pathlib import Path
from server.domain.sources import SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import FaqTask, QuizTask, StudyGuideTask
words, texts = int(sys.argv[1]), sys.argv[2:]
paragraphs = "\\n\\n".join(Path(name).read_text() for name in texts).split("\\n\\n")
kept, count, turn = [], 0, 0
while count < words:
    for p in paragraphs:
        said = p if not turn else " ".join(w + ("x" * (turn % 7) if w.istitle() else "") for w in p.split())
        kept.append(said)
        count += len(said.split())
        if count >= words:
            break
    turn += 1
source = import_source(SourceSpec(SourceKind.TEXT, content="\\n\\n".join(kept)))
writer, spent = BuiltInWriter(), {}
for task in (FaqTask, StudyGuideTask, QuizTask):
    started = time.process_time()
    writer.write(task(sources=(source,), language="en"))
    spent[task.__name__] = time.process_time() - started
print(json.dumps({"cpu_s": spent, "memory_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""
COVERAGE = """
import json, sys
sys.path.insert(0, "tests/doubles")
from question_measures import development, facts_kept, language_of
from script_measures import ENGLISH
from server.domain.requests import Duration
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import FaqTask
kept = {}
names = ("stadtbaeume_de.md", "accordeons_fr.md", "trashumancia_es.md", "biblioteca_it.md", "farol_pt.md")
for name in (*ENGLISH, *names):
    source = development(name)
    duration = Duration.LONG if source.word_count > 3000 else Duration.DEFAULT
    faq = BuiltInWriter().write(FaqTask(sources=(source,), language=language_of(name), duration=duration))
    kept[name] = facts_kept(faq, name)
print(json.dumps(kept))
"""


def main() -> int:
    """Print the figures."""
    texts = [
        str(p) for p in sorted((ROOT / "tests" / "data" / "texts").glob("*.md")) if p.stem[-3] != "_" and "_" in p.stem
    ]
    figures: dict[str, object] = {}
    holds = True
    for words in (4_000, 200_000):
        run = measured([sys.executable, "-c", CODE, str(words), *texts], cwd=ROOT)
        if run.code:
            raise SystemExit(run.stderr)
        found = json.loads(run.stdout)
        figures[f"{words}_words"] = found
        if words == 4_000:
            first, *others = found["cpu_s"].values()
            holds &= first <= LIMITS["first_cpu_s"] and max(others) <= LIMITS["second_cpu_s"]
        else:
            holds &= found["memory_mib"] <= LIMITS["memory_mib_200000_words"]
    run = measured([sys.executable, "-c", COVERAGE], cwd=ROOT)
    if run.code:
        raise SystemExit(run.stderr)
    kept = json.loads(run.stdout)
    figures["facts_kept_by_text"] = {name: round(k / a, 2) for name, (k, a) in kept.items()}
    figures["facts_kept"] = round(sum(k for k, _ in kept.values()) / sum(a for _, a in kept.values()), 3)
    print(json.dumps({"figures": figures, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if holds else 1


if __name__ == "__main__":
    raise SystemExit(main())

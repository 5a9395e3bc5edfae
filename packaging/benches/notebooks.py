"""How well and how fast notebooks answer, with the built-in writer; prints one JSON object.

    .venv/bin/python packaging/benches/notebooks.py            scores, the held-out texts apart
    .venv/bin/python packaging/benches/notebooks.py -v         with every question that went wrong (never the held-out)
    .venv/bin/python packaging/benches/notebooks.py --blind    with the texts of other authors, their questions apart
    .venv/bin/python packaging/benches/notebooks.py --speed    100 sources of 100,000 characters: filling and asking
    .venv/bin/python packaging/benches/notebooks.py --large    the same with 500,000 characters
    .venv/bin/python packaging/benches/notebooks.py --pages    a PDF of 500 pages

The questions of tests/data/held_out are never looked at when something is changed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from notebook_questions import BLIND, TEXTS, Part, blank, holds, made, questions

from server.domain.notebooks import Notebook
from server.domain.sources import SourceKind
from server.engine.notebooks.answering import answer, standing_alone
from server.engine.notebooks.files import drop, fill, opened
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.indexing import prepare
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.vectors import hurry

AT_MOST_S = 420.0
"""Seconds after which nothing more is asked: what was asked until then counts."""
ASKED = 41
FEWEST = 10
"""Questions from which a 95th percentile means anything."""
MIB = 2**20
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "ru")
KNOWN = (Part.SEEN, Part.HARDER, Part.DEVELOPED, Part.SEVERAL)
"""Parts whose faults may be read."""
_COUNTED = (Part.SEEN, Part.HELD_OUT, *BLIND)
SCORES = {
    **{f"answers_{part}": 0.85 if part is Part.SEEN else 0.80 for part in _COUNTED},
    **{f"refusals_{part}": 0.85 if part is Part.SEEN else 0.80 for part in _COUNTED},
    **{f"citations_{part}": 0.90 for part in _COUNTED},
}
"""The least that is asked for."""


def scored(*, verbose: bool, blind: bool) -> int:
    """Print the scores: shares from 0 to 1, and of how many."""
    parts = (*KNOWN, Part.HELD_OUT, *(BLIND if blind else ()))
    asked = list(questions(*parts))
    tally: dict[str, list[int]] = {}

    def count(name: str, right: bool) -> None:
        entry = tally.setdefault(name, [0, 0])
        entry[0] += right
        entry[1] += 1

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.db"
        source_of = made(path, sorted({each.document for each in asked}))
        with opened(path) as db:
            for each in asked:
                asked_now = Whole(each.text)
                if each.after:
                    before = blank(replace(each, text=each.after), source_of)
                    turns = [answer(db, path, Whole(each.after), before)]
                    asked_now = standing_alone(db, each.text, turns, blank(each, source_of))
                given = answer(db, path, asked_now, blank(each, source_of))
                if each.answerable:
                    right = given.grounded and holds(given.answer, each.must)
                    count(f"answers_{each.part}", right)
                    if each.other_words:
                        count(f"answers_in_other_words_{each.part}", right)
                    if given.grounded:
                        cited = " ".join(citation.text for citation in given.citations.values())
                        count(f"citations_{each.part}", holds(cited, each.must))
                else:
                    right = not given.grounded
                    count(f"refusals_{each.part}", right)
                if verbose and not right and each.part in KNOWN:
                    said = f"- {each.document}: {each.text}\n    must {each.must}\n    {given.answer[:400]}"
                    print(said, file=sys.stderr)
    figures: dict[str, float] = {}
    for name, (right_ones, all_ones) in sorted(tally.items()):
        figures[name] = round(right_ones / all_ones, 3)
        figures[f"{name}_of"] = all_ones
    return told(figures, {}, SCORES)


def timed(characters: int, limits: Mapping[str, float], sources: int = 100) -> int:
    """Print how long filling, asking and deleting take, and the memory."""
    hurry(min(2, len(os.sched_getaffinity(0))))
    base = [path.read_text("utf-8") for path in sorted(TEXTS.glob("*.md"))]
    figures: dict[str, float] = {"sources": sources, "characters_each": characters}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.db"
        began, began_cpu = time.perf_counter(), time.process_time()
        for first in range(0, sources, 20):
            items: list[tuple[Path | None, str]] = []
            for number in range(first, min(first + 20, sources)):
                copies = (_copy(base[(number + i) % len(base)], number, i) for i in range(characters // 2_500))
                text = "\n\n".join(copies)[:characters]
                target = path.with_name(f"{number}.prepared")
                prepare(import_source(SourceSpec(SourceKind.TEXT, text, name="text")), target)
                items.append((target, ""))
            fill(path, items, notebook=Notebook("n", "Bench", 0, 0), operation_id=str(first), now_ms=0)
        figures["filling_wall_s_on_one_core"] = time.perf_counter() - began
        figures["filling_cpu_s"] = time.process_time() - began_cpu
        figures["file_mib"] = path.stat().st_size / MIB
        took, took_cpu = [], []
        ends = time.monotonic() + AT_MOST_S
        with opened(path) as db:
            for each in [each for each in questions(Part.SEEN) if not each.alone][:ASKED]:
                if time.monotonic() > ends and len(took) > FEWEST:
                    break
                began, began_cpu = time.perf_counter(), time.process_time()
                answer(db, path, Whole(each.text), blank(each, {}))
                took.append(time.perf_counter() - began)
                took_cpu.append(time.process_time() - began_cpu)
        figures["questions"] = len(took) - 1
        # The first one loads the models and the vectors.
        figures["first_question_s"] = took[0]
        for name, values in (("s", sorted(took[1:])), ("cpu_s", sorted(took_cpu[1:]))):
            figures[f"question_median_{name}"] = values[len(values) // 2]
            figures[f"question_p95_{name}"] = values[int(len(values) * 0.95)]
        figures["memory_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        source = _first_source(path)
        began = time.perf_counter()
        drop(path, source, operation_id="drop", now_ms=0)
        figures["taking_one_source_out_s"] = time.perf_counter() - began
        began = time.perf_counter()
        path.unlink()
        figures["deleting_s"] = time.perf_counter() - began
    return told({name: round(value, 3) for name, value in figures.items()}, limits, {})


def _copy(text: str, number: int, part: int) -> str:
    """A text with other names: one that stood there twice would be judged once."""
    if not number:
        return text
    mark = f"{_SYLLABLES[number % 10]}{_SYLLABLES[number // 10 % 10]}{_SYLLABLES[part % 10]}{part // 10 or ''}"
    return re.sub(r"\b[A-Z][a-z]+\b", lambda word: f"{word[0]}{mark}", text)


def _first_source(path: Path) -> str:
    """The id of the first source of a notebook."""
    with opened(path) as db:
        (source,) = db.execute("SELECT id FROM sources ORDER BY seq LIMIT 1").fetchone()
        return str(source)


def paged(pages: int = 500) -> int:
    """Print how long it takes until a PDF of so many pages can be asked about."""
    import typst

    text = (TEXTS / "canal_history.md").read_text("utf-8").replace("#", "")[:2_400]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "book.typ"
        body = json.dumps(text)
        source.write_text("#" + f"let words = {body}\n" + f"#for n in range({pages}) [#words #pagebreak(weak: true)]")
        book = Path(folder) / "book.pdf"
        typst.compile(str(source), output=str(book))
        began, began_cpu = time.perf_counter(), time.process_time()
        read = import_source(SourceSpec(SourceKind.FILE, path=book, name="book.pdf"))
        target = Path(folder) / "prepared"
        prepare(read, target)
        path = Path(folder) / "notebook.db"
        fill(path, [(target, "")], notebook=Notebook("n", "Bench", 0, 0), operation_id="o", now_ms=0)
        figures = {
            "pages": float(max(block.page or 0 for block in read.blocks)),
            "ready_s": round(time.perf_counter() - began, 3),
            "ready_cpu_s": round(time.process_time() - began_cpu, 3),
        }
    return told(figures, {"ready_s": 10.0}, {})


def told(figures: Mapping[str, float], most: Mapping[str, float], least: Mapping[str, float]) -> int:
    """Print figures with their limits, the most or the least that is asked for, and whether they hold."""
    asked = {name: limit for name, limit in (*most.items(), *least.items()) if name in figures}
    kept = {name: figures[name] <= limit for name, limit in most.items() if name in figures}
    kept |= {name: figures[name] >= limit for name, limit in least.items() if name in figures}
    print(json.dumps({"figures": figures, "limits": asked, "holds": kept}, indent=2))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--pages", action="store_true")
    given = parser.parse_args()
    if given.pages:
        return paged()
    if given.large:
        return timed(500_000, {"question_p95_s": 1.2, "memory_mib": 1_024.0, "deleting_s": 1.0})
    if given.speed:
        # Two cores read sources side by side; this bench reads them one after the other.
        limits = {"filling_cpu_s": 100.0, "question_p95_s": 0.7, "memory_mib": 1_024.0, "deleting_s": 1.0}
        return timed(100_000, limits)
    return scored(verbose=given.verbose, blind=given.blind)


if __name__ == "__main__":
    raise SystemExit(main())

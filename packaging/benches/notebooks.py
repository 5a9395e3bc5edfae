"""How well and how fast notebooks answer, with the built-in writer.

    .venv/bin/python packaging/benches/notebooks.py            scores, the held-out texts apart
    .venv/bin/python packaging/benches/notebooks.py -v         with every question that went wrong (never the held-out)
    .venv/bin/python packaging/benches/notebooks.py --speed    100 sources of 100,000 characters: filling and asking
    .venv/bin/python packaging/benches/notebooks.py --large    the same with 500,000 characters
    .venv/bin/python packaging/benches/notebooks.py --pages    a PDF of 500 pages

An answer is right when of each group of `must` one alternative stands in it (whole words and whole numbers); a
citation supports it when the cited words hold them as well. A refusal is right when the notebook can't answer. The
questions of tests/data/held_out are never looked at when something is changed.
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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from server.domain.identifiers import new_id  # noqa: E402
from server.domain.notebooks import Answer, Notebook  # noqa: E402
from server.domain.sources import SourceKind  # noqa: E402
from server.engine.notebooks.answering import answer  # noqa: E402
from server.engine.notebooks.files import fill, opened  # noqa: E402
from server.engine.notebooks.followups import Whole  # noqa: E402
from server.engine.notebooks.indexing import prepare  # noqa: E402
from server.engine.sources import import_source  # noqa: E402
from server.engine.specs import SourceSpec  # noqa: E402
from server.engine.writing.vectors import hurry  # noqa: E402

TEXTS = ROOT / "tests" / "data" / "texts"
QUESTIONS = ROOT / "tests" / "data" / "questions"
SUFFIXES = {".md", ".txt"}
HELD_OUT = ROOT / "tests" / "data" / "held_out"


@dataclass(frozen=True)
class Asked:
    """A question of the set."""

    text: str
    document: str
    must: tuple[tuple[str, ...], ...]
    answerable: bool
    held_out: bool
    other_words: bool
    alone: bool
    """It says too little to tell which text it is about ("her pea"): only that text counts for it."""


def questions() -> Iterator[Asked]:
    """The whole set."""
    for path in sorted([*TEXTS.glob("*.questions.jsonl"), *QUESTIONS.glob("*.jsonl"), *HELD_OUT.glob("*.jsonl")]):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            yield Asked(
                row["question"],
                row.get("document", path.name.partition(".")[0]),
                tuple(tuple(group) for group in row["must"]),
                row["answerable"],
                path.parent == HELD_OUT,
                row.get("other_words", False),
                row.get("alone", False),
            )


def holds(text: str, must: tuple[tuple[str, ...], ...]) -> bool:
    """Whether one alternative of every group stands in a text."""
    return all(any(_stands(text, each) for each in group) for group in must)


def _stands(text: str, wanted: str) -> bool:
    pattern = r"(?<![\w.,])" if wanted[:1].isdigit() else r"(?<!\w)"
    tail = r"(?![\d]|[.,]\d)" if wanted[-1:].isdigit() else ""
    return re.search(pattern + re.escape(wanted) + tail, text, re.IGNORECASE) is not None


def made(path: Path, documents: list[str]) -> dict[str, str]:
    """A notebook of these texts; the id of each one's source."""
    items: list[tuple[Path | None, str]] = []
    for name in documents:
        file = next(
            each for folder in (TEXTS, HELD_OUT) for each in folder.glob(f"{name}.*") if each.suffix in SUFFIXES
        )
        target = path.with_name(f"{name}.prepared")
        prepare(import_source(SourceSpec(SourceKind.FILE, path=file, name=file.name)), target)
        items.append((target, ""))
    filled = fill(path, items, notebook=Notebook(new_id(), "Bench", 0, 0), operation_id=new_id(), now_ms=0)
    return {name: each.source.id for name, each in zip(documents, filled.outcomes, strict=True) if each.source}


def blank(asked: Asked, source_of: Mapping[str, str]) -> Answer:
    """An answer before it is given."""
    counts = (source_of[asked.document],) if asked.alone else ()
    return Answer("q", "n", "c", asked.text, "", False, {}, 0, source_ids=counts)


def scored(*, verbose: bool) -> None:
    """Print the scores."""
    asked = list(questions())
    documents = sorted({each.document for each in asked})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.db"
        source_of = made(path, documents)
        tally: dict[str, list[int]] = {}

        def count(name: str, right: bool) -> None:
            entry = tally.setdefault(name, [0, 0])
            entry[0] += right
            entry[1] += 1

        with opened(path) as db:
            for each in asked:
                given = answer(db, path, Whole(each.text), blank(each, source_of))
                part = "held out" if each.held_out else "seen"
                if each.answerable:
                    right = given.grounded and holds(given.answer, each.must)
                    count(f"answers, {part}", right)
                    if each.other_words:
                        count(f"answers in other words, {part}", right)
                    if given.grounded:
                        cited = " ".join(citation.text for citation in given.citations.values())
                        count(f"citations, {part}", holds(cited, each.must))
                else:
                    right = not given.grounded
                    count(f"refusals, {part}", right)
                if verbose and not right and not each.held_out:
                    print(f"- {each.document}: {each.text}\n    must {each.must}\n    {given.answer[:400]}")
        for name, (right_ones, all_ones) in sorted(tally.items()):
            print(f"{name:40} {right_ones:3} of {all_ones:3}  {right_ones / all_ones:.0%}")


def timed(sources: int = 100, characters: int = 100_000) -> None:
    """Print how long filling, asking and deleting take, and the memory."""
    hurry(min(2, len(os.sched_getaffinity(0))))
    base = [path.read_text("utf-8") for path in sorted(TEXTS.glob("*.md"))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.db"
        began, began_cpu = time.perf_counter(), time.process_time()
        for first in range(0, sources, 20):
            items: list[tuple[Path | None, str]] = []
            for number in range(first, min(first + 20, sources)):
                text = "".join(
                    f"{base[(number + i) % len(base)]}\n\nPart {number}.{i}\n\n" for i in range(characters // 2_500)
                )[:characters]
                target = path.with_name(f"{number}.prepared")
                prepare(import_source(SourceSpec(SourceKind.TEXT, text, name="text")), target)
                items.append((target, ""))
            fill(path, items, notebook=Notebook("n", "Bench", 0, 0), operation_id=str(first), now_ms=0)
        filled, cpu = time.perf_counter() - began, time.process_time() - began_cpu
        print(f"{sources} sources of {characters:,} characters, {path.stat().st_size / 2**20:.0f} MiB")
        print(f"filling: {filled:.1f} s, {cpu:.1f} CPU-s on one core")
        took, took_cpu = [], []
        with opened(path) as db:
            for each in [each for each in questions() if not each.alone][:41]:
                began, began_cpu = time.perf_counter(), time.process_time()
                answer(db, path, Whole(each.text), blank(each, {}))
                took.append(time.perf_counter() - began)
                took_cpu.append(time.process_time() - began_cpu)
        # The first one loads the models and the vectors.
        print(f"first question: {took[0]:.2f} s, {took_cpu[0]:.2f} CPU-s")
        for name, values in (("wall", sorted(took[1:])), ("CPU", sorted(took_cpu[1:]))):
            print(
                f"asking, {name}: median {values[len(values) // 2]:.2f} s, p95 {values[int(len(values) * 0.95)]:.2f} s"
            )
        print(f"memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
        began = time.perf_counter()
        path.unlink()
        print(f"deleting: {time.perf_counter() - began:.3f} s")


def paged(pages: int = 500) -> None:
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
        found = max(block.page or 0 for block in read.blocks)
        print(f"PDF of {found} pages: {time.perf_counter() - began:.1f} s, {time.process_time() - began_cpu:.1f} CPU-s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--pages", action="store_true")
    given = parser.parse_args()
    if given.pages:
        paged()
    elif given.large or given.speed:
        timed(characters=500_000 if given.large else 100_000)
    else:
        scored(verbose=given.verbose)


if __name__ == "__main__":
    main()

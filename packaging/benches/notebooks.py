"""How well and how fast notebooks answer, with the built-in writer.

    .venv/bin/python packaging/benches/notebooks.py            scores, the held-out third apart
    .venv/bin/python packaging/benches/notebooks.py -v         with every question that went wrong (never the held-out)
    .venv/bin/python packaging/benches/notebooks.py --speed    100 sources of 100,000 characters: filling and asking

An answer is right when of each group of `must` one alternative stands in it (whole words and whole numbers); a
citation supports it when the cited words hold them as well. A refusal is right when the notebook can't answer. Every
third question of a file is held out: it is never looked at when something is changed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator
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

TEXTS = ROOT / "tests" / "data" / "texts"
QUESTIONS = ROOT / "tests" / "data" / "questions"


@dataclass(frozen=True)
class Asked:
    """A question of the set."""

    text: str
    document: str
    must: tuple[tuple[str, ...], ...]
    answerable: bool
    held_out: bool
    other_words: bool


def questions() -> Iterator[Asked]:
    """The whole set."""
    for path in sorted([*TEXTS.glob("*.questions.jsonl"), *QUESTIONS.glob("*.jsonl")]):
        for number, line in enumerate(path.read_text("utf-8").splitlines()):
            row = json.loads(line)
            yield Asked(
                row["question"],
                row.get("document", path.name.partition(".")[0]),
                tuple(tuple(group) for group in row["must"]),
                row["answerable"],
                number % 3 == 2,
                row.get("other_words", False),
            )


def holds(text: str, must: tuple[tuple[str, ...], ...]) -> bool:
    """Whether one alternative of every group stands in a text."""
    return all(any(_stands(text, each) for each in group) for group in must)


def _stands(text: str, wanted: str) -> bool:
    pattern = r"(?<![\w.,])" if wanted[:1].isdigit() else r"(?<!\w)"
    tail = r"(?![\d]|[.,]\d)" if wanted[-1:].isdigit() else ""
    return re.search(pattern + re.escape(wanted) + tail, text, re.IGNORECASE) is not None


def made(path: Path, documents: list[str]) -> None:
    """A notebook of these texts."""
    items: list[tuple[Path | None, str]] = []
    for name in documents:
        file = next(TEXTS.glob(f"{name}.md"), None) or next(TEXTS.glob(f"{name}.txt"), None) or QUESTIONS / f"{name}"
        target = path.with_name(f"{name}.prepared")
        prepare(import_source(SourceSpec(SourceKind.FILE, path=file, name=file.name)), target)
        items.append((target, ""))
    fill(path, items, notebook=Notebook(new_id(), "Bench", 0, 0), operation_id=new_id(), now_ms=0)


def blank(question: str) -> Answer:
    """An answer before it is given."""
    return Answer("q", "n", "c", question, "", False, {}, 0)


def scored(*, verbose: bool) -> None:
    """Print the scores."""
    asked = list(questions())
    documents = sorted({each.document for each in asked})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.db"
        made(path, documents)
        tally: dict[str, list[int]] = {}

        def count(name: str, right: bool) -> None:
            entry = tally.setdefault(name, [0, 0])
            entry[0] += right
            entry[1] += 1

        with opened(path) as db:
            for each in asked:
                given = answer(db, path, Whole(each.text), blank(each.text))
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
    """Print how long filling and asking take."""
    base = [path.read_text("utf-8") for path in sorted(TEXTS.glob("*.md"))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.db"
        began, began_cpu = time.perf_counter(), time.process_time()
        for first in range(0, sources, 20):
            items: list[tuple[Path | None, str]] = []
            for number in range(first, first + 20):
                text = "".join(f"{base[(number + i) % len(base)]}\n\nPart {number}.{i}\n\n" for i in range(40))[
                    :characters
                ]
                target = path.with_name(f"{number}.prepared")
                prepare(import_source(SourceSpec(SourceKind.TEXT, text, name="text")), target)
                items.append((target, ""))
            fill(path, items, notebook=Notebook("n", "Bench", 0, 0), operation_id=str(first), now_ms=0)
        print(f"filling: {time.perf_counter() - began:.1f} s, {time.process_time() - began_cpu:.1f} CPU-s on one core")
        took, took_cpu = [], []
        with opened(path) as db:
            for each in list(questions())[:40]:
                began, began_cpu = time.perf_counter(), time.process_time()
                answer(db, path, Whole(each.text), blank(each.text))
                took.append(time.perf_counter() - began)
                took_cpu.append(time.process_time() - began_cpu)
        for name, values in (("wall", sorted(took)), ("CPU", sorted(took_cpu))):
            print(
                f"asking, {name}: median {values[len(values) // 2]:.2f} s, p95 {values[int(len(values) * 0.95)]:.2f} s"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("--speed", action="store_true")
    given = parser.parse_args()
    if given.speed:
        timed()
    else:
        scored(verbose=given.verbose)


if __name__ == "__main__":
    main()

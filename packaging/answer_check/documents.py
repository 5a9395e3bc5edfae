"""Pairs of the training documents: questions with chunks of them, cut and worded as the program reads them.

    python packaging/answer_check/documents.py PAIRS.jsonl      for `train.py --pairs`, in the program's environment

Beside each document of `documents/` lie its questions: `q`, and where the document answers it `a`, the words that do,
and `s`, the sentence, item or row in which they stand. What answers nothing are the chunks of the same document that
come nearest to the question, the answering chunk without its sentence, and now and then a chunk of another document.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pairs import stems_of

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from server.domain.sources import SourceKind  # noqa: E402
from server.engine.notebooks.chunks import chunks_of  # noqa: E402
from server.engine.notebooks.retrieval import spoken  # noqa: E402
from server.engine.notebooks.static_vectors import static_vectors  # noqa: E402
from server.engine.sources import import_source  # noqa: E402
from server.engine.specs import SourceSpec  # noqa: E402

DOCUMENTS = HERE / "documents"
SUFFIXES = {".md", ".txt"}
WITHOUT, SECOND, FOREIGN = 0.6, 0.5, 0.3
"""Parts of the answered questions that are also asked of the answering chunk without its sentence, of the second
nearest chunk, and of another document's."""
AGAIN, ONCE_MORE = 1.0, 0.6
"""Parts of the others that are also asked of the second and the third nearest chunk."""
BY_MEANING = 3.0
"""What the closeness of static vectors counts for, beside the rare words that a question and a chunk share."""
LEAST_LEFT = 80
"""Characters of a chunk that are left when its sentence is taken out, at least."""
_EMPHASIS = re.compile(r"[*_`\\]")
_MARKS = re.compile(r"[|#>]|^\s*(?:[-+]|\d+\.)\s+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Passage:
    document: str
    text: str
    """As the program reads it, behind its title and heading."""
    plain: str
    """Without marks and in single blanks, to look for sentences in."""
    stems: frozenset[str]
    vector: Any


def passages(path: Path) -> list[Passage]:
    """The chunks of a document, as a notebook has them."""
    source = import_source(SourceSpec(SourceKind.FILE, path=path, name=path.name))
    chunks = chunks_of(source)
    vectors = np.asarray(static_vectors([f"{each.context} {each.text}" for each in chunks]), np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    out = []
    for chunk, vector in zip(chunks, vectors, strict=True):
        text = spoken(chunk, source.title)
        out.append(Passage(path.stem, text, plainly(chunk.text), frozenset(stems_of(text)), vector))
    return out


def plainly(text: str) -> str:
    return re.sub(r"\s+", " ", _MARKS.sub(" ", _EMPHASIS.sub("", text))).strip()


class Nearness:
    """Which passages come nearest to a question: by the rare words they share, and by meaning."""

    def __init__(self, every: Sequence[Passage]) -> None:
        counts = Counter(stem for each in every for stem in each.stems)
        self._rarity: Mapping[str, float] = {stem: float(np.log(len(every) / n)) for stem, n in counts.items()}

    def order(self, question: str, some: Sequence[Passage]) -> list[Passage]:
        asked = stems_of(question)
        vector = np.asarray(static_vectors([question]), np.float32)[0]
        vector /= max(float(np.linalg.norm(vector)), 1e-6)
        points = [
            sum(self._rarity.get(stem, 0.0) for stem in asked & each.stems) + BY_MEANING * float(vector @ each.vector)
            for each in some
        ]
        return [some[place] for place in np.argsort(points)[::-1]]


def answered_in(own: Sequence[Passage], row: Mapping[str, str]) -> tuple[Passage, tuple[int, int]] | None:
    """The chunk that has the sentence, and where the answer stands in it as it is read."""
    said, wanted = plainly(row["s"]), plainly(row["a"])
    cells = [plainly(cell) for cell in row["s"].strip().strip("|").split("|")] if row["s"].count("|") > 1 else []
    for each in own:
        if said in each.plain or (cells and all(cell in each.plain for cell in cells)):
            start = each.text.find(said)
            at = each.text.find(wanted, max(start, 0))
            if at >= 0:
                return each, (at, at + len(wanted))
    return None


def pairs(chance: random.Random) -> Iterator[dict[str, Any]]:
    """One pair after the other: `document`, `question`, `passage`, `answer` (where it stands, or null), `kind`."""
    files = sorted(path for path in DOCUMENTS.rglob("*") if path.suffix in SUFFIXES)
    by_file = {path: passages(path) for path in files}
    every = [each for own in by_file.values() for each in own]
    nearness, lost = Nearness(every), 0
    for path, own in by_file.items():
        others = [each for each in chance.sample(every, min(len(every), 400)) if each.document != path.stem]
        for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            found = answered_in(own, row) if "a" in row else None
            if "a" in row and found is None:
                lost += 1
                continue
            for kind, passage, answer in _of(row, found, own, others, nearness, chance):
                yield {"document": path.stem, "question": row["q"], "passage": passage, "answer": answer, "kind": kind}
    print(f"{len(files)} documents; of {lost} answers the chunk was not found", file=sys.stderr)


def _of(
    row: Mapping[str, str],
    found: tuple[Passage, tuple[int, int]] | None,
    own: Sequence[Passage],
    others: Sequence[Passage],
    nearness: Nearness,
    chance: random.Random,
) -> Iterator[tuple[str, str, tuple[int, int] | None]]:
    """The kind, the passage and the answer of each pair of a question."""
    question = row["q"]
    near = nearness.order(question, own)
    if found is None:
        for place, part in enumerate((1.0, AGAIN, ONCE_MORE)):
            if place < len(near) and chance.random() < part:
                yield "chunk miss", near[place].text, None
        return
    holding, answer = found
    yield "chunk answer", holding.text, answer
    wanted = plainly(row["a"]).lower()
    left = holding.text.replace(row["s"], "").replace(plainly(row["s"]), "")
    if chance.random() < WITHOUT and len(left) > LEAST_LEFT and wanted not in left.lower() and left != holding.text:
        yield "chunk cut", re.sub(r"\s+", " ", left).strip(), None
    beside = [each for each in near if each is not holding and wanted not in each.text.lower()]
    for place, part in enumerate((1.0, SECOND)):
        if place < len(beside) and chance.random() < part:
            yield "chunk beside", beside[place].text, None
    if chance.random() < FOREIGN and others:
        yield "chunk strange", nearness.order(question, others)[0].text, None


def main() -> None:
    with Path(sys.argv[1]).open("w", encoding="utf-8") as out:
        out.writelines(json.dumps(pair) + "\n" for pair in pairs(random.Random(5)))


if __name__ == "__main__":
    main()

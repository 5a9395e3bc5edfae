"""Pairs of questions of other authors with the chunks that a notebook reads for them, as it finds and words them.

    python packaging/answer_check/asked.py PAIRS.jsonl PART...     for `train.py --pairs`, in the program's environment

`PART` names sets of `tests/data/held_out` (`third_blind` …) that are no longer measured with. A chunk of the question's
text in which a word of each group of `must` stands answers, the likeliest one if there are several; one of which none
stands does not, nor does any for a question that can't be answered. Where some of them stand, nothing is learned.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "packaging" / "benches")]

from notebook_questions import Asked, Part, blank, made, places_of, questions  # noqa: E402

from server.engine.notebooks import checking, judging  # noqa: E402
from server.engine.notebooks.answering import answer, standing_alone  # noqa: E402
from server.engine.notebooks.files import opened  # noqa: E402
from server.engine.notebooks.followups import Whole  # noqa: E402
from server.engine.notebooks.retrieval import spoken, titles_of  # noqa: E402

READ = 12
"""Chunks that are read of a question, more than the program reads."""
ABOUT = 0.3
"""What the odds of a chunk count for beside those of the words in it, where several chunks hold the answer."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Chunk:
    """A chunk as it was read."""

    text: str
    source: int
    odds: float
    units: tuple[tuple[int, int, float], ...]
    """Its sentences, rows and items in `text`, each with the odds that the answer stands in it."""


def labelled(
    asked: Asked, chunks: Sequence[Chunk], source: int
) -> Iterator[tuple[Chunk, str, Span | None, Span | None]]:
    """Each chunk of which something is known: its kind, the answer in it, and the sentence round it."""
    best: tuple[float, Chunk, Span, Span] | None = None
    for chunk in chunks:
        groups = [[span for word in group for span in places_of(chunk.text, word)] for group in asked.must]
        holding = sum(map(bool, groups))
        if not asked.answerable or not holding:
            yield chunk, "chunk beside" if asked.answerable else "chunk miss", None, None
        if not asked.answerable or holding < len(groups) or chunk.source != source:
            continue
        for first, last, here in chunk.units:
            own = [[(a, b) for a, b in spans if first <= a and b <= last] for spans in groups]
            worth = here + ABOUT * chunk.odds
            if all(own) and (best is None or worth > best[0]):
                answer_span = min(spans[0][0] for spans in own), max(spans[0][1] for spans in own)
                best = worth, chunk, answer_span, (first, last)
    if best is not None:
        yield best[1], "chunk answer", best[2], best[3]


class Listener:
    """Keeps what the program reads."""

    def __init__(self) -> None:
        self.chunks: dict[tuple[str, str], Chunk] = {}
        self._read = checking.read

    def __call__(self, db: Any, question: str, found: Sequence[Any]) -> list[checking.Read]:
        read = self._read(db, question, found)
        titles = titles_of(db, {one.found.source for one in read})
        for one in read:
            chunk = one.found.chunk
            text = spoken(chunk, titles[one.found.source])
            units = tuple(
                (
                    each.start - chunk.start + one.lead,
                    each.end - chunk.start + one.lead,
                    one.within(each.start, each.end),
                )
                for each in chunk.units
            )
            # A row is read in other words than stand in the source.
            units = ((0, len(text), max(here for *_, here in units)),) if chunk.cells else units
            self.chunks[question, text] = Chunk(text, one.found.source, one.odds, units)
        return read


def pairs(part: Part) -> Iterator[dict[str, Any]]:
    asked_ones = list(questions(part))
    listener = Listener()
    vars(judging).update(read=listener, READ=READ)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "asked.db"
        ids = made(path, sorted({each.document for each in asked_ones if each.document}))
        with opened(path) as db:
            numbers = {row[0]: row[1] for row in db.execute("SELECT id, seq FROM sources")}
            for asked in asked_ones:
                own = Whole(asked.text)
                if asked.after:
                    before = answer(db, path, Whole(asked.after), blank(replace(asked, text=asked.after), ids))
                    own = standing_alone(db, asked.text, [before], blank(asked, ids))
                listener.chunks.clear()
                answer(db, path, own, blank(asked, ids))
                chunks = [chunk for (question, _), chunk in listener.chunks.items() if question == own.text]
                source = numbers.get(ids.get(asked.document, ""), -1)
                for chunk, kind, span, around in labelled(asked, chunks, source):
                    yield {
                        "document": f"{part.value} {asked.text}",
                        "question": own.text,
                        "passage": chunk.text,
                        "answer": span,
                        "unsure": around,
                        "kind": kind,
                    }


def main() -> None:
    with Path(sys.argv[1]).open("w", encoding="utf-8") as out:
        for part in sys.argv[2:]:
            out.writelines(json.dumps(pair) + "\n" for pair in pairs(Part(part)))


if __name__ == "__main__":
    main()

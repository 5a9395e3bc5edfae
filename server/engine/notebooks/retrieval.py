"""Finding the chunks that may answer a question: by words, by meaning, fused, and judged by the cross-encoder."""

from __future__ import annotations

import math
import sqlite3
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from server.domain.decoding import from_msgpack
from server.domain.notebooks import NotebookSource
from server.engine.notebooks.chunks import Chunk
from server.engine.notebooks.closeness import focus
from server.engine.notebooks.files import chunk_rows, opened
from server.engine.notebooks.indexing import vector_rows
from server.engine.notebooks.static_vectors import DIMENSIONS, static_vectors
from server.engine.notebooks.terms import SMALL, content, words
from server.engine.writing.vectors import answer_scores, readings

DEEP = 60
"""Chunks that each way of finding proposes."""
FUSED = 12.0
"""The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009); theirs, 60, lets what both ways find
somewhere push out what one of them puts first."""
SURE_OF_WORDS, SURE_OF_MEANING = 3, 2
"""The first ones of each way are judged, whatever the other says."""
LEANING = 1.0
"""By how much a chunk comes nearer to the front, as part of its points, where its source is the one that most of the
question's words point to: what is asked about a river stands where the river is told of, in whatever words."""
JUDGED = 10
"""Chunks that the cross-encoder reads at most; each costs some 20 ms of one core."""
JUDGED_FIRST = 8
"""So many are read first."""
CLEAR = 5.0
"""Points of the best of them from which the others are not read: what both ways put first does answer."""
LONGEST_HEADING = 80
"""Characters from which a heading is none that says in short what stands below it."""
OPENS = 700
"""Characters at the beginning of a source, where it says what it is about."""
COMMON = 400
"""Chunks from which a word counts as one that stands everywhere."""
_KEPT: OrderedDict[tuple[str, int, str], tuple[Any, Any]] = OrderedDict()
_MOST_KEPT = 3


@dataclass(frozen=True, slots=True)
class Found:
    """A chunk, and how well it answers as a whole (above 0 is a yes)."""

    number: int
    source: int
    chunk: Chunk
    score: float
    leaning: float = 0.0
    """How much of what points to any source points to its own, from 0 to 1."""


def find(
    db: sqlite3.Connection,
    path: Path,
    question: str,
    queries: Sequence[str],
    *,
    most: int = JUDGED,
    among: Collection[int] | None = None,
) -> list[Found]:
    """The chunks that fit best, best first.

    Args:
        question: what the cross-encoder is asked.
        queries: what is looked for; the question itself, and what makes it complete.
        among: numbers of the sources that count; None for all.
    """
    spans = None if among is None else _spans(db, among)
    merged: dict[int, float] = {}
    first: list[int] = []
    for query in queries:
        by_words, by_meaning = _by_words(db, query, spans), _by_meaning(db, path, query, spans)
        if query == queries[0]:
            first = [*by_words[:SURE_OF_WORDS], *by_meaning[:SURE_OF_MEANING]]
        for ranked in (by_words, by_meaning):
            for rank, number in enumerate(ranked):
                merged[number] = merged.get(number, 0.0) + 1 / (FUSED + rank)
    leanings, starts = pointed_to(db, question, among), _starts(db)
    for number in merged:
        merged[number] *= 1 + LEANING * leanings.get(_source_at(starts, number), 0.0) ** 2
    fused = sorted(merged, key=lambda number: (-merged[number], number))
    rows = _each_once(db, list(dict.fromkeys([*first, *fused])), most)
    best = list(rows)
    titles = titles_of(db, {source for source, _ in rows.values()})
    found: list[Found] = []
    for portion in (best[:JUDGED_FIRST], best[JUDGED_FIRST:]):
        if max((each.score for each in found), default=-CLEAR) >= CLEAR:
            break
        own = answer_scores([(question, spoken(rows[number][1], titles[rows[number][0]])) for number in portion])
        found += [
            Found(
                number,
                *rows[number],
                score + _opening(db, *rows[number], question),
                leanings.get(rows[number][0], 0.0),
            )
            for number, score in zip(portion, own, strict=True)
        ]
    return sorted(found, key=lambda each: -each.score)


def make_ready(path: Path) -> None:
    """Load what questions to a notebook need, the models and its vectors, so that the first takes no longer."""
    with opened(path) as db:
        _by_meaning(db, path, "ready", None)
    answer_scores([("ready", "ready")])
    readings([("ready", "ready")])


def _each_once(db: sqlite3.Connection, numbers: Sequence[int], most: int) -> dict[int, tuple[int, Chunk]]:
    """The first of these chunks, of words that several sources have only those of the one that came first."""
    kept: dict[str, int] = {}
    rows: dict[int, tuple[int, Chunk]] = {}
    for number in numbers:
        row = chunk_rows(db, [number]).get(number)
        if row is None:
            continue
        words_of = f"{row[1].text} {row[1].header}"
        other = kept.get(words_of)
        if other is None:
            kept[words_of], rows[number] = number, row
        elif row[0] < rows[other][0]:
            # It takes the other's place, so that copies of a text are one source.
            rows = {
                number if each == other else each: row if each == other else kept_row for each, kept_row in rows.items()
            }
            kept[words_of] = number
        if len(rows) == most:
            break
    return rows


def _opening(db: sqlite3.Connection, source: int, chunk: Chunk, question: str) -> float:
    """What a chunk at the beginning of its source gains, the more the question is about what the title names."""
    if chunk.start >= OPENS:
        return 0.0
    (record,) = db.execute("SELECT record FROM sources WHERE seq = ?", (source,)).fetchone()
    known = from_msgpack(record, NotebookSource)
    asked, titled = set(content(question)), set(content(f"{known.title} {chunk.context}"))
    share = len(asked & titled) / len(asked) if asked else 0.0
    return 0.8 + (3.0 * share if share >= 0.5 else 0.0)


def titles_of(db: sqlite3.Connection, sources: Collection[int]) -> dict[int, str]:
    """The titles of these sources by their numbers."""
    marks = ", ".join("?" * len(sources))
    rows = db.execute(f"SELECT seq, record FROM sources WHERE seq IN ({marks})", tuple(sources))  # noqa: S608 - marks only
    return {number: from_msgpack(record, NotebookSource).title for number, record in rows}


def spoken(chunk: Chunk, title: str) -> str:
    """A chunk as the cross-encoder reads it: with its source's title, its last heading and who speaks before it, which
    say whom an "I" or "it" means; a row with its columns' names."""
    if chunk.cells:
        return f"{table_heading(chunk)}: {row_text(chunk)}"
    heading = chunk.context.rpartition(" / ")[2]
    above = dict.fromkeys((title, heading if len(heading) < LONGEST_HEADING else "", chunk.speaker))
    # What is pasted has its first words for a title.
    put = ", ".join(each for each in above if each and each.rstrip(" …") not in chunk.text)
    return f"{put}: {chunk.text}" if put else chunk.text


def table_heading(chunk: Chunk) -> str:
    """What a row's table is about: the section and the line above it, or the source's title."""
    title, *parts = chunk.context.split(" / ")
    # The names of the columns stand last.
    return " / ".join(parts[:-1][-2:])[:160] or title[:80]


def row_text(chunk: Chunk) -> str:
    """A row of a table in words: ``region: Valley, 2024: 496``."""
    if len(chunk.header) != len(chunk.cells):
        return ", ".join(cell for cell in chunk.cells if cell)
    return ", ".join(f"{name}: {cell}" if name else cell for name, cell in zip(chunk.header, chunk.cells, strict=True))


def _spans(db: sqlite3.Connection, among: Collection[int]) -> list[tuple[int, int]]:
    """First and last number of the chunks of these sources, joined where they touch."""
    out: list[tuple[int, int]] = []
    for source, first, size in db.execute("SELECT source, first, length(rows) FROM vectors ORDER BY first"):
        if source not in among or not size:
            continue
        last = first + size // DIMENSIONS - 1
        joined = bool(out) and out[-1][1] + 1 == first
        out.append((out.pop()[0] if joined else first, last))
    return out


def _by_words(db: sqlite3.Connection, query: str, spans: Sequence[tuple[int, int]] | None) -> list[int]:
    terms = list(dict.fromkeys(word.lower() for word in words(query) if word.lower() not in SMALL))[:40]
    if not terms:
        return []
    wanted = " OR ".join('"' + term.replace('"', "") + '"' for term in terms)
    within = "" if spans is None else f" AND ({' OR '.join(['rowid BETWEEN ? AND ?'] * len(spans)) or '0'})"
    bounds = [bound for span in spans or () for bound in span]
    rows = db.execute(
        f"SELECT rowid FROM words WHERE words MATCH ?{within} ORDER BY bm25(words, 1.0, 0.6) LIMIT ?",  # noqa: S608
        (wanted, *bounds, DEEP),
    )
    return [row[0] for row in rows]


def _by_meaning(db: sqlite3.Connection, path: Path, query: str, spans: Sequence[tuple[int, int]] | None) -> list[int]:
    numbers, rows = _vectors(db, path)
    if not len(numbers):
        return []
    near = rows @ (static_vectors([query])[0].astype(np.float32) / 127)
    if spans is not None:
        counts = np.zeros(len(near), dtype=bool)
        for first, last in spans:
            counts[np.searchsorted(numbers, first) : np.searchsorted(numbers, last, side="right")] = True
        numbers, near = numbers[counts], near[counts]
        if not len(numbers):
            return []
    count = min(DEEP, len(near))
    top = np.argpartition(-near, count - 1)[:count]
    return [int(numbers[i]) for i in top[np.argsort(-near[top], kind="stable")]]


def holders(db: sqlite3.Connection, word: str, *, most: int = COMMON) -> frozenset[int] | None:
    """The numbers of the sources that a word stands in, in any form; None when it stands in very many chunks."""
    wanted = '"' + word.replace('"', "") + '"'
    rows = db.execute("SELECT rowid FROM words WHERE words MATCH ? LIMIT ?", (wanted, most)).fetchall()
    if len(rows) == most:
        return None
    starts = _starts(db)
    return frozenset(_source_at(starts, number) for (number,) in rows)


def pointed_to(db: sqlite3.Connection, question: str, among: Collection[int] | None = None) -> Mapping[int, float]:
    """How much the words of a question point to each source, as part of what points to the one that has most of it.

    A word weighs the more, the fewer sources have it (Spärck Jones 1972). Sources without any of them are left out.
    """
    (count,) = db.execute("SELECT count(*) FROM sources").fetchone()
    if among is not None:
        count = len(among)
    weighed: dict[int, float] = {}
    for word in focus(question):
        held = holders(db, word) or frozenset()
        having = [source for source in held if among is None or source in among]
        for source in having:
            weighed[source] = weighed.get(source, 0.0) + math.log((count + 1) / len(having))
    most = max(weighed.values(), default=0.0)
    return {source: weight / most for source, weight in weighed.items()} if most > 0 else {}


def numbers_of(db: sqlite3.Connection, source: int) -> range:
    """The numbers of the chunks of a source."""
    spans = _spans(db, {source})
    return range(spans[0][0], spans[-1][1] + 1) if spans else range(0)


def _starts(db: sqlite3.Connection) -> list[tuple[int, int]]:
    """The number of the first chunk of each source, and the source, in the order of the chunks."""
    return db.execute("SELECT first, source FROM vectors ORDER BY first").fetchall()


def _source_at(starts: Sequence[tuple[int, int]], number: int) -> int:
    """Which source a chunk is of."""
    return starts[bisect_right(starts, number, key=lambda start: start[0]) - 1][1]


def _vectors(db: sqlite3.Connection, path: Path) -> tuple[Any, Any]:
    state = path.stat()
    # Numbers of sources come again after one was taken out; their ids don't.
    (held,) = db.execute("SELECT coalesce(group_concat(id), '') FROM (SELECT id FROM sources ORDER BY seq)").fetchone()
    key = (str(path), state.st_ino, held)
    if key not in _KEPT:
        _KEPT[key] = vector_rows(db)
        while len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    _KEPT.move_to_end(key)
    return _KEPT[key]

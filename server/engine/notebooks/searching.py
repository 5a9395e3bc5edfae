"""Notebooks searched by words: passages of their sources, and their titles.

Their index knows words between spaces only. What is written without spaces is looked for in the passages themselves.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from server.domain.decoding import from_msgpack
from server.domain.notebooks import NotebookSource
from server.engine.notebooks.chunks import Chunk
from server.engine.notebooks.files import chunk_rows, opened

DEADLINE_S = 1.5
"""How long all notebooks together may be looked through."""
PASSAGES = 3
"""The most of one source."""


@dataclass(frozen=True, slots=True)
class FoundSource:
    """A source of a notebook with the chunks that carry what was asked for, the best first; no source and no chunk
    where it is the notebook's title that does."""

    notebook_id: str
    notebook_title: str
    updated_ms: int
    source: NotebookSource | None = None
    chunks: tuple[Chunk, ...] = ()


def search(
    paths: Mapping[str, Path], asked: str, letters: Sequence[str] = (), *, limit: int
) -> tuple[FoundSource, ...]:
    """Sources that carry what is asked for (a query of FTS5, empty for none) and all of `letters` as they stand,
    notebook by notebook, the best of each first."""
    ends = time.monotonic() + DEADLINE_S
    found: list[FoundSource] = []
    for notebook_id, path in paths.items():
        if len(found) >= limit or time.monotonic() > ends:
            break
        try:
            found += _of_notebook(notebook_id, path, asked, letters, limit=limit - len(found))
        except sqlite3.Error:
            continue  # it was deleted meanwhile, or is damaged: the others can still be searched
    return tuple(found)


def _of_notebook(notebook_id: str, path: Path, asked: str, letters: Sequence[str], *, limit: int) -> list[FoundSource]:
    with opened(path) as db:
        title, updated_ms = db.execute("SELECT title, updated_ms FROM notebook").fetchone()
        found = []
        if all(each in title for each in letters) and _is_named(db, title, asked):
            found.append(FoundSource(notebook_id, title, updated_ms))
        numbers = _chunks(db, asked, letters, limit * PASSAGES)
        by_source: dict[int, list[Chunk]] = {}
        for source, chunk in chunk_rows(db, numbers).values():
            chunks = by_source.setdefault(source, [])
            if len(chunks) < PASSAGES:
                chunks.append(chunk)
        for source, chunks in list(by_source.items())[:limit]:
            (record,) = db.execute("SELECT record FROM sources WHERE seq = ?", (source,)).fetchone()
            kept = from_msgpack(record, NotebookSource)
            found.append(FoundSource(notebook_id, title, updated_ms, kept, tuple(chunks)))
    return found


def _is_named(db: sqlite3.Connection, title: str, asked: str) -> bool:
    if not asked:
        return True
    db.execute("CREATE VIRTUAL TABLE temp.named USING fts5(title, tokenize='porter unicode61 remove_diacritics 2')")
    db.execute("INSERT INTO temp.named VALUES (?)", (title,))
    return db.execute("SELECT 1 FROM temp.named WHERE named MATCH ?", (asked,)).fetchone() is not None


def _chunks(db: sqlite3.Connection, asked: str, letters: Sequence[str], most: int) -> list[int]:
    """Numbers of the chunks: the best first, or as they are read where there is nothing to rank them by."""
    if not letters:
        rows = db.execute("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?", (asked, most))
    else:
        # A chunk's body holds its text as UTF-8, so that its bytes can be looked through as they lie there.
        carries = " AND ".join("instr(body, ?)" for _ in letters)
        among = "AND seq IN (SELECT rowid FROM words WHERE words MATCH ?)" if asked else ""
        wanted = (*(each.encode() for each in letters), *((asked,) if asked else ()), most)
        rows = db.execute(f"SELECT seq FROM chunks WHERE {carries} {among} ORDER BY seq LIMIT ?", wanted)  # noqa: S608 - marks only
    return [row[0] for row in rows]

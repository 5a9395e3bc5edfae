"""A notebook's file: an SQLite database with its sources, their index, its answers and notes.

One file a notebook, so that deleting it leaves nothing of its words behind (a full-text index keeps deleted words even
after VACUUM). The rollback journal is used, not a write-ahead log: after a commit there is one file.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec

from server.domain.decoding import from_msgpack
from server.domain.identifiers import new_id
from server.domain.notebooks import (
    Answer,
    Filled,
    Notebook,
    NotebookSource,
    SourceOutcome,
)
from server.domain.sources import Source
from server.engine.notebooks.chunks import Chunk

SCHEMA = """
CREATE TABLE notebook (id TEXT NOT NULL, title TEXT NOT NULL, created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL);
CREATE TABLE sources (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, record BLOB NOT NULL, body BLOB NOT NULL
);
CREATE TABLE chunks (seq INTEGER PRIMARY KEY, source INTEGER NOT NULL, body BLOB NOT NULL);
CREATE INDEX chunks_source ON chunks (source);
CREATE TABLE vectors (source INTEGER PRIMARY KEY, first INTEGER NOT NULL, rows BLOB NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(text, context, content='', tokenize='porter unicode61 remove_diacritics 2');
CREATE TABLE operations (id TEXT PRIMARY KEY, reply BLOB NOT NULL);
CREATE TABLE answers (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, conversation_id TEXT NOT NULL, body BLOB NOT NULL
);
CREATE INDEX answers_conversation ON answers (conversation_id);
CREATE TABLE notes (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body BLOB NOT NULL);
"""
BUSY_S = 30.0
CHANGED_AT_ONCE_KIB = 131_072
"""Pages that one transaction may change before some have to be written and synced in its midst."""


class Prepared(msgspec.Struct, frozen=True):
    """An imported source, ready to be put into a notebook. `rows` are its chunks' vectors."""

    source: Source
    chunks: tuple[Chunk, ...]
    rows: bytes


_encode = msgspec.msgpack.encode


def fill(
    path: Path,
    items: Sequence[tuple[Path | None, str]],
    *,
    notebook: Notebook,
    operation_id: str,
    now_ms: int,
) -> Filled:
    """Put prepared sources into a notebook, and what is answered for it, in one transaction.

    Args:
        path: its file; made when it isn't there.
        items: for each source of the call a prepared file, or a sentence that says why there is none.
        notebook: id and title of a new one.
        operation_id: under which the reply is kept.
    """
    with opened(path, create=True) as db:
        db.execute(f"PRAGMA cache_size = -{CHANGED_AT_ONCE_KIB}")
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'notebook'").fetchone():
            db.executescript(SCHEMA)
        db.execute("BEGIN IMMEDIATE")
        kept = db.execute("SELECT reply FROM operations WHERE id = ?", (operation_id,)).fetchone()
        if kept:
            db.execute("ROLLBACK")
            return from_msgpack(kept[0], Filled)
        if not db.execute("SELECT 1 FROM notebook").fetchone():
            db.execute("INSERT INTO notebook VALUES (?, ?, ?, ?)", (notebook.id, notebook.title, now_ms, now_ms))
        db.execute("UPDATE notebook SET updated_ms = ?", (now_ms,))
        outcomes = tuple(
            SourceOutcome(None, fault) if item is None else SourceOutcome(_put(db, item, now_ms))
            for item, fault in items
        )
        filled = Filled(_notebook(db), outcomes)
        db.execute("INSERT INTO operations VALUES (?, ?)", (operation_id, _encode(filled)))
        db.execute("COMMIT")
    return filled


def _put(db: sqlite3.Connection, item: Path, now_ms: int) -> NotebookSource:
    prepared = from_msgpack(item.read_bytes(), Prepared)
    # The importer names a source by its contents: the same one may come in twice, also into one notebook.
    source = replace(prepared.source, id=new_id())
    pages = [block.page for block in source.blocks if block.page is not None]
    record = NotebookSource(
        id=source.id,
        kind=source.kind,
        title=source.title[:500],
        characters=len(source.text),
        created_ms=now_ms,
        pages=max(pages) if pages else None,
        language=source.language,
        address=source.address,
    )
    number = db.execute(
        "INSERT INTO sources (id, record, body) VALUES (?, ?, ?)", (source.id, _encode(record), _encode(source))
    ).lastrowid
    (first,) = db.execute("SELECT coalesce(max(seq), 0) + 1 FROM chunks").fetchone()
    db.executemany(
        "INSERT INTO chunks VALUES (?, ?, ?)",
        ((seq, number, _encode(chunk)) for seq, chunk in enumerate(prepared.chunks, first)),
    )
    db.executemany(
        "INSERT INTO words (rowid, text, context) VALUES (?, ?, ?)",
        (_indexed(seq, record.title, chunk) for seq, chunk in enumerate(prepared.chunks, first)),
    )
    db.execute("INSERT INTO vectors VALUES (?, ?, ?)", (number, first, prepared.rows))
    return record


def drop(path: Path, source_id: str, *, operation_id: str, now_ms: int) -> Filled | None:
    """Take a source out of a notebook, with everything that was worked out from it; None when there is none such.

    Deleted words stay in the index's segments until these are merged (FTS5 has no other way before SQLite 3.42), so
    all of them are.
    """
    with opened(path) as db:
        db.execute(f"PRAGMA cache_size = -{CHANGED_AT_ONCE_KIB}")
        db.execute("BEGIN IMMEDIATE")
        row = db.execute("SELECT seq FROM sources WHERE id = ?", (source_id,)).fetchone()
        if row is None:
            db.execute("ROLLBACK")
            return None
        (record,) = db.execute("SELECT record FROM sources WHERE seq = ?", row).fetchone()
        title = from_msgpack(record, NotebookSource).title
        own = db.execute("SELECT seq, body FROM chunks WHERE source = ?", row).fetchall()
        db.executemany(
            "INSERT INTO words (words, rowid, text, context) VALUES ('delete', ?, ?, ?)",
            (_indexed(seq, title, from_msgpack(body, Chunk)) for seq, body in own),
        )
        db.execute("INSERT INTO words (words) VALUES ('optimize')")
        for table in ("chunks", "vectors"):
            db.execute(f"DELETE FROM {table} WHERE source = ?", row)  # noqa: S608
        db.execute("DELETE FROM sources WHERE seq = ?", row)
        _untitled(db, source_id)
        db.execute("DROP TABLE IF EXISTS kept")
        db.execute("UPDATE notebook SET updated_ms = ?", (now_ms,))
        left = Filled(_notebook(db), ())
        db.execute("INSERT INTO operations VALUES (?, ?)", (operation_id, _encode(left)))
        db.execute("COMMIT")
    return left


def _untitled(db: sqlite3.Connection, source_id: str) -> None:
    """Take a source's title, which may be its first words, out of the replies that are kept for replays."""

    def bare(source: NotebookSource) -> NotebookSource:
        return replace(source, title="") if source.id == source_id else source

    for operation_id, reply in db.execute("SELECT id, reply FROM operations").fetchall():
        with contextlib.suppress(msgspec.ValidationError):
            filled = from_msgpack(reply, Filled)
            held = replace(filled.notebook, sources=tuple(bare(each) for each in filled.notebook.sources))
            outcomes = tuple(
                each if each.source is None else replace(each, source=bare(each.source)) for each in filled.outcomes
            )
            changed = _encode(Filled(held, outcomes))
            db.execute("UPDATE operations SET reply = ? WHERE id = ?", (changed, operation_id))


def rename(path: Path, title: str, now_ms: int) -> Notebook:
    """Give a notebook another title."""
    with opened(path) as db:
        db.execute("UPDATE notebook SET title = ?, updated_ms = ?", (title, now_ms))
        return _notebook(db)


def _indexed(number: int, title: str, chunk: Chunk) -> tuple[int, str, str]:
    """A chunk as the index of words takes it, and takes it back."""
    return number, chunk.text, f"{title} {chunk.context} {chunk.speaker}"


@contextmanager
def opened(path: Path, *, create: bool = False) -> Iterator[sqlite3.Connection]:
    """A notebook's file. Raises `sqlite3.OperationalError` when it isn't there, unless it may be made."""
    mode = "rwc" if create else "rw"
    with closing(sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=BUSY_S, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = 1")
        yield db


def reply_of(path: Path, operation_id: str) -> bytes | None:
    """What was answered for an operation, as msgpack; None when it did not come so far."""
    if not path.is_file():
        return None
    with opened(path) as db:
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'operations'").fetchone():
            return None
        row = db.execute("SELECT reply FROM operations WHERE id = ?", (operation_id,)).fetchone()
        return bytes(row[0]) if row else None


def filled_of(path: Path, operation_id: str) -> Filled | None:
    """What became of the sources of a call."""
    kept = reply_of(path, operation_id)
    return None if kept is None else from_msgpack(kept, Filled)


def answer_of(path: Path, operation_id: str) -> Answer | None:
    """What was answered to a question."""
    kept = reply_of(path, operation_id)
    return None if kept is None else from_msgpack(kept, Answer)


def notebook_of(path: Path) -> Notebook:
    """What a notebook holds."""
    with opened(path) as db:
        return _notebook(db)


def notebooks_of(paths: Mapping[str, Path]) -> dict[str, Notebook]:
    """What several notebooks hold; those whose file can't be read are left out."""
    found = {}
    for notebook_id, path in paths.items():
        try:
            found[notebook_id] = notebook_of(path)
        except sqlite3.Error:
            continue
    return found


def _notebook(db: sqlite3.Connection) -> Notebook:
    notebook_id, title, created, updated = db.execute(
        "SELECT id, title, created_ms, updated_ms FROM notebook"
    ).fetchone()
    rows = db.execute("SELECT record FROM sources ORDER BY seq")
    return Notebook(
        notebook_id,
        title,
        created,
        updated,
        tuple(from_msgpack(row[0], NotebookSource) for row in rows),
    )


def sources_of(path: Path) -> tuple[Source, ...]:
    """Every source, whole."""
    with opened(path) as db:
        rows = db.execute("SELECT body FROM sources ORDER BY seq")
        return tuple(from_msgpack(row[0], Source) for row in rows)


def source_of(path: Path, source_id: str) -> Source | None:
    """One source, whole."""
    with opened(path) as db:
        row = db.execute("SELECT body FROM sources WHERE id = ?", (source_id,)).fetchone()
        return from_msgpack(row[0], Source) if row else None


def holder_of(paths: Mapping[str, Path], source_id: str) -> str:
    """The id of the notebook that holds a source; empty when none does."""
    for notebook_id, path in paths.items():
        with contextlib.suppress(sqlite3.Error), opened(path) as db:
            if db.execute("SELECT 1 FROM sources WHERE id = ?", (source_id,)).fetchone():
                return notebook_id
    return ""


def keep_answer(path: Path, answer: Answer, *, operation_id: str) -> None:
    """Keep an answer in its conversation and as the reply of its operation, together."""
    with opened(path) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute(
            "INSERT INTO answers (id, conversation_id, body) VALUES (?, ?, ?)",
            (answer.id, answer.conversation_id, _encode(answer)),
        )
        db.execute("INSERT INTO operations VALUES (?, ?)", (operation_id, _encode(answer)))
        db.execute("COMMIT")


def conversation(path: Path, conversation_id: str, *, most: int = 1_000) -> tuple[Answer, ...]:
    """The turns of a conversation, oldest first; the last `most` of them."""
    with opened(path) as db:
        rows = db.execute(
            "SELECT body FROM answers WHERE conversation_id = ? ORDER BY seq DESC LIMIT ?", (conversation_id, most)
        ).fetchall()
    return tuple(from_msgpack(row[0], Answer) for row in reversed(rows))


def chunk_rows(db: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, tuple[int, Chunk]]:
    """Chunks by their numbers, with the number of their source."""
    found = {}
    for number in numbers:
        row = db.execute("SELECT source, body FROM chunks WHERE seq = ?", (number,)).fetchone()
        if row:
            found[number] = (row[0], from_msgpack(row[1], Chunk))
    return found

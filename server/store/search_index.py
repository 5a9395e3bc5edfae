"""The index that searches read: an SQLite file of its own beside the database, made anew from it when it is lost.

A file of its own, so that indexing never holds up the database's writer, the copies of the database stay small, and
deleted words can be overwritten: SQLite keeps the words of deleted entries in a full-text index until its parts are
merged, which `forget_words` does to the end.
"""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

import hashlib
import logging
import sqlite3
import time
import zlib
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from server.domain.decoding import from_msgpack
from server.domain.search import Entry, FoundKind, Place, SearchLine, Subject
from server.store.words import TOKENIZER, spread

log = logging.getLogger(__name__)

VERSION = 1
DEADLINE_S = 2.0
"""How long a search may look, at the most."""
RANKED_UP_TO = 5_000
"""Matches up to which the best come first; among more, words tell little, and the newest come first."""
MERGED_AT_ONCE = 500
"""Pages merged before others get a turn."""
_SCHEMA = f"""
CREATE TABLE docs (
    number INTEGER PRIMARY KEY, subject TEXT NOT NULL, id TEXT NOT NULL, client_id TEXT NOT NULL, kind TEXT NOT NULL,
    title TEXT NOT NULL, updated_ms INTEGER NOT NULL, place BLOB NOT NULL, body BLOB NOT NULL, UNIQUE (subject, id)
);
CREATE VIRTUAL TABLE words USING fts5(owner, title, text, content='', tokenize='{TOKENIZER}', prefix='2 3');
CREATE TABLE state (removed INTEGER NOT NULL);
INSERT INTO state VALUES (0);
PRAGMA user_version = {VERSION};
"""
_INSERT = "INSERT INTO words (rowid, owner, title, text) VALUES (?, ?, ?, ?)"
_DELETE = "INSERT INTO words (words, rowid, owner, title, text) VALUES ('delete', ?, ?, ?, ?)"
_BESIDE = ("", "-wal", "-shm")


class SearchIndex:
    """The file. Every call blocks and opens it for itself; `keep` and `forget_words` are made one after the other."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def prepare(self) -> bool:
        """Make the file where there is none that can be used; whether it is new and has to be filled."""
        try:
            if self.path.is_file():
                with self._opened() as db:
                    if db.execute("PRAGMA user_version").fetchone()[0] == VERSION:
                        return False
        except sqlite3.DatabaseError as error:
            log.warning("The search index is made anew: %s", error)
        self.remove()
        with self._opened() as db:
            db.execute("PRAGMA journal_mode = wal")
            db.executescript(_SCHEMA)
        return True

    def remove(self) -> None:
        """Throw the file away."""
        for ending in _BESIDE:
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)

    def keep(self, entries: Collection[Entry], gone: Collection[tuple[Subject, str]]) -> None:
        """Put entries in, in the place of what was there of them, and take out what is gone; all or nothing."""
        with self._opened() as db:
            db.execute("BEGIN IMMEDIATE")
            for subject, identity in (*gone, *((each.subject, each.id) for each in entries)):
                _take_out(db, subject, identity)
            for entry in entries:
                _put_in(db, entry)
            db.execute("COMMIT")

    def find(
        self, client_id: str, asked: str, *, kinds: Collection[FoundKind] = (), limit: int, skip: int = 0
    ) -> tuple[Entry, ...]:
        """The entries of a client that carry what `words.query` made of a question, the best first.

        Raises:
            sqlite3.OperationalError: it takes longer than `DEADLINE_S`.
        """
        owner = f'"{_token(client_id)}"'
        if kinds:
            owner += " AND (" + " OR ".join(f'"{_kind_token(kind)}"' for kind in sorted(kinds)) + ")"
        wanted = f"{{owner}} : ({owner}) AND {{title text}} : ({asked})"
        with self._opened() as db:
            ends = time.monotonic() + DEADLINE_S
            db.set_progress_handler(lambda: time.monotonic() > ends, 20_000)
            (many,) = db.execute(
                "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)", (wanted, RANKED_UP_TO + 1)
            ).fetchone()
            order = "bm25(words, 0.0, 6.0, 1.0), rowid DESC" if many <= RANKED_UP_TO else "rowid DESC"
            numbers = [
                row[0]
                for row in db.execute(
                    f"SELECT rowid FROM words WHERE words MATCH ? ORDER BY {order} LIMIT ? OFFSET ?",
                    (wanted, limit, skip),
                )
            ]
            rows = [db.execute("SELECT * FROM docs WHERE number = ?", (number,)).fetchone() for number in numbers]
        return tuple(_entry(row) for row in rows if row is not None)

    def forget_words(self) -> bool:
        """Overwrite some of what was taken out; whether there is more to do."""
        with self._opened() as db:
            (removed,) = db.execute("SELECT removed FROM state").fetchone()
            if not removed:
                return False
            before = db.total_changes
            # The first call gathers all parts of the index for one merge, the others go on with it.
            pages = -MERGED_AT_ONCE if removed > 0 else MERGED_AT_ONCE
            db.execute("INSERT INTO words (words, rank) VALUES ('merge', ?)", (pages,))
            more = db.total_changes - before >= 2
            db.execute("UPDATE state SET removed = ?", (-1 if more else 0,))
            if not more:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return more

    def _opened(self) -> closing[sqlite3.Connection]:
        db = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        for pragma in ("secure_delete = 1", "synchronous = full", "cache_size = -2000"):
            db.execute(f"PRAGMA {pragma}")
        return closing(db)


def _put_in(db: sqlite3.Connection, entry: Entry) -> None:
    number = db.execute(
        "INSERT INTO docs (subject, id, client_id, kind, title, updated_ms, place, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            entry.subject.value,
            entry.id,
            entry.client_id,
            entry.kind.value,
            entry.title,
            entry.updated_ms,
            msgspec.msgpack.encode(entry.place),
            zlib.compress(msgspec.msgpack.encode(entry.lines), 3),
        ),
    ).lastrowid
    db.execute(_INSERT, (number, *_indexed(entry)))


def _take_out(db: sqlite3.Connection, subject: Subject, identity: str) -> None:
    row = db.execute("SELECT * FROM docs WHERE subject = ? AND id = ?", (subject.value, identity)).fetchone()
    if row is not None:
        # The index has to be told what it holds of it.
        db.execute(_DELETE, (row[0], *_indexed(_entry(row))))
        db.execute("DELETE FROM docs WHERE number = ?", (row[0],))
        db.execute("UPDATE state SET removed = 1")


def _indexed(entry: Entry) -> tuple[str, str, str]:
    owner = f"{_token(entry.client_id)} {_kind_token(entry.kind)}"
    # What a request was made of bears its title, which finds the request already.
    title = "" if entry.subject is Subject.SOURCES else entry.title
    return owner, spread(title), spread(entry.text)


def _token(client_id: str) -> str:
    return "c" + hashlib.sha256(client_id.encode()).hexdigest()[:16]


def _kind_token(kind: FoundKind) -> str:
    return f"kind{kind.value}"


def _entry(row: Sequence[object]) -> Entry:
    _, subject, identity, client_id, kind, title, updated_ms, place, body = row
    assert isinstance(place, bytes)
    assert isinstance(body, bytes)
    assert isinstance(updated_ms, int)
    return Entry(
        Subject(str(subject)),
        str(identity),
        str(client_id),
        FoundKind(str(kind)),
        str(title),
        updated_ms,
        from_msgpack(place, Place),
        tuple(from_msgpack(zlib.decompress(body), list[SearchLine])),
    )

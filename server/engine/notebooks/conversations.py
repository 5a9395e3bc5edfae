"""Conversations and what was worked out before, in a notebook's file."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from server.domain.decoding import from_msgpack
from server.domain.notebooks import Answer, Conversation
from server.engine.notebooks.files import opened

T = TypeVar("T")
KEPT = "CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, body BLOB NOT NULL)"


def conversations_of(path: Path) -> tuple[Conversation, ...]:
    """Every conversation, the one asked in last first."""
    with opened(path) as db:
        rows = db.execute(
            "SELECT turns, f.body, l.body FROM (SELECT count(*) turns, min(seq) first, max(seq) last FROM answers"
            " GROUP BY conversation_id) JOIN answers f ON f.seq = first JOIN answers l ON l.seq = last"
            " ORDER BY last DESC"
        ).fetchall()
    out = []
    for count, first, last in rows:
        began = from_msgpack(first, Answer)
        ended = from_msgpack(last, Answer)
        out.append(Conversation(began.conversation_id, began.question, count, began.created_ms, ended.created_ms))
    return tuple(out)


def answer_with_id(path: Path, answer_id: str) -> Answer | None:
    """One answer of any conversation."""
    with opened(path) as db:
        row = db.execute("SELECT body FROM answers WHERE id = ?", (answer_id,)).fetchone()
        return from_msgpack(row[0], Answer) if row else None


def kept(path: Path, name: str, kind: type[T]) -> T | None:
    """What was worked out under this name before; None when it was not."""
    with opened(path) as db:
        if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'kept'").fetchone():
            return None
        row = db.execute("SELECT body FROM kept WHERE name = ?", (name,)).fetchone()
        return from_msgpack(row[0], kind) if row else None


def keep(path: Path, name: str, value: object) -> None:
    """Keep what was worked out; it goes with the notebook."""
    with opened(path) as db:
        db.execute(KEPT)
        db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (name, msgspec.msgpack.encode(value)))

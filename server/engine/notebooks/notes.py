"""Notes in a notebook's file."""

from __future__ import annotations

from pathlib import Path

import msgspec

from server.domain.decoding import from_msgpack
from server.domain.notebooks import Note
from server.engine.notebooks.files import opened


def add_note(path: Path, note: Note) -> None:
    """Keep a note."""
    with opened(path) as db:
        db.execute("INSERT INTO notes (id, body) VALUES (?, ?)", (note.id, msgspec.msgpack.encode(note)))


def notes_of(path: Path) -> tuple[Note, ...]:
    """Every note, newest first."""
    with opened(path) as db:
        rows = db.execute("SELECT body FROM notes ORDER BY seq DESC")
        return tuple(from_msgpack(row[0], Note) for row in rows)


def remove_note(path: Path, note_id: str) -> bool:
    """Delete a note; whether there was one."""
    with opened(path) as db:
        return db.execute("DELETE FROM notes WHERE id = ?", (note_id,)).rowcount > 0

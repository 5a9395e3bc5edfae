"""The pronunciation book's rows."""

from __future__ import annotations

from server.domain.errors import Conflict
from server.domain.pronunciations import Pronunciation
from server.store.transactions import Reading, Transaction

_COLUMNS = "id, word, said, language, client_id, podcast_id, voice_id, note"


def known_to(reading: Reading, client_id: str) -> tuple[Pronunciation, ...]:
    """The installation's entries and the client's own, by word."""
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM pronunciations WHERE client_id IN ('', ?) ORDER BY word, client_id DESC, id",  # noqa: S608 - a constant
        (client_id,),
    )
    return tuple(Pronunciation(*row) for row in rows)


def find(reading: Reading, entry_id: str, client_id: str) -> Pronunciation | None:
    """An entry that the client may see."""
    row = reading.execute(
        f"SELECT {_COLUMNS} FROM pronunciations WHERE id = ? AND client_id IN ('', ?)",  # noqa: S608 - a constant
        (entry_id, client_id),
    ).fetchone()
    return Pronunciation(*row) if row else None


def save(transaction: Transaction, entry: Pronunciation, now_ms: int) -> Pronunciation:
    """Add an entry, or change the one with its id.

    Raises:
        Conflict: another entry says how this word is said in the same place.
    """
    place = (entry.client_id, entry.podcast_id, entry.voice_id, entry.language, entry.word)
    other = transaction.execute(
        "SELECT id FROM pronunciations WHERE client_id = ? AND podcast_id = ? AND voice_id = ? AND language = ?"
        " AND word = ? AND id <> ?",
        (*place, entry.id),
    ).fetchone()
    if other is not None:
        raise Conflict(f"The book already says how {entry.word[:60]!r} is said here: change that entry.")
    transaction.execute(
        "INSERT INTO pronunciations (id, client_id, podcast_id, voice_id, language, word, said, note, updated_on)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET client_id = excluded.client_id,"
        " podcast_id = excluded.podcast_id, voice_id = excluded.voice_id, language = excluded.language,"
        " word = excluded.word, said = excluded.said, note = excluded.note, updated_on = excluded.updated_on",
        (entry.id, *place, entry.said, entry.note, now_ms),
    )
    return entry


def remove(transaction: Transaction, entry_id: str) -> bool:
    """Take an entry out; whether it was there."""
    return transaction.execute("DELETE FROM pronunciations WHERE id = ?", (entry_id,)).rowcount > 0

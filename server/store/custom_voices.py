"""Voices that clients have made. Numbers are given once and never again (AUTOINCREMENT)."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.domain.custom_voices import CustomVoice, NewVoice
from server.domain.times import from_ms
from server.store import contents
from server.store.transactions import Reading, Transaction

_COLUMNS = "id, client_id, request_id, name, engine, language, accent, sex, similarity, profile, created_on"


def add(transaction: Transaction, voice: NewVoice, *, request_id: str, client_id: str, now_ms: int) -> int:
    """Keep a voice whose profile is stored; its number."""
    (number,) = transaction.execute(
        "INSERT INTO custom_voices (client_id, request_id, name, engine, language, accent, sex, similarity, profile,"
        " created_on) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            client_id,
            request_id,
            voice.name,
            voice.engine,
            voice.language,
            voice.accent,
            voice.sex,
            voice.similarity,
            voice.profile,
            now_ms,
        ),
    ).fetchone()
    return int(number)


def of_client(reading: Reading, client_id: str) -> tuple[CustomVoice, ...]:
    """A client's voices, by number."""
    rows = reading.execute(f"SELECT {_COLUMNS} FROM custom_voices WHERE client_id = ? ORDER BY id", (client_id,))
    return tuple(_voice(row) for row in rows)


def clients(reading: Reading) -> tuple[str, ...]:
    """The clients that have voices."""
    return tuple(row[0] for row in reading.execute("SELECT DISTINCT client_id FROM custom_voices").fetchall())


def remove(transaction: Transaction, voice_id: int, client_id: str) -> tuple[str, ...] | None:
    """Forget a voice, with its profile and the recording that it was made of.

    Returns:
        The contents that nothing refers to any more; None when the client has no such voice.
    """
    row = transaction.execute(
        "DELETE FROM custom_voices WHERE id = ? AND client_id = ? RETURNING request_id, profile", (voice_id, client_id)
    ).fetchone()
    if row is None:
        return None
    request_id, profile = row
    of_request = "seq = (SELECT seq FROM requests WHERE id = ?)"
    recorded = transaction.execute(
        f"DELETE FROM request_sources WHERE {of_request} RETURNING sha256",
        (request_id,),
    ).fetchall()
    transaction.execute(f"DELETE FROM media WHERE {of_request} AND name = 'voice'", (request_id,))
    contents.forget_blobs(transaction)
    named = (profile, *(sha256 for (sha256,) in recorded))
    return tuple(sha256 for sha256 in named if not contents.is_blob(transaction, sha256))


def _voice(row: Sequence[Any]) -> CustomVoice:
    number, client, request, name, engine, language, accent, sex, similarity, profile, created = row
    return CustomVoice(
        number, client, request, name, engine, language, accent, sex, similarity, profile, from_ms(created)
    )

"""What is to be published of finished requests, and how far each publication has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.files import Media
from server.domain.targets import Destination
from server.store.transactions import Reading, Transaction

IS_PUBLISHING = "EXISTS (SELECT 1 FROM publications p WHERE p.seq = r.seq AND p.ended_on IS NULL)"
"""A row `r` of requests whose results are kept and on their way to a target."""


@dataclass(frozen=True, slots=True)
class Publication:
    """A video on its way to one target. `details` is JSON; `session` names an upload under way."""

    seq: int
    position: int
    request_id: str
    attempt: int
    target_id: str
    name: str
    playlist_id: str
    attempts: int
    session: str
    title: str
    details: str
    video: Media | None


def owe(transaction: Transaction, seq: int, destinations: Sequence[Destination], now_ms: int) -> None:
    """Remember where a result is to go; what was owed of an earlier one is forgotten."""
    transaction.execute("DELETE FROM publications WHERE seq = ?", (seq,))
    for position, each in enumerate(destinations):
        transaction.execute(
            "INSERT INTO publications (seq, position, target_id, name, playlist_id, due_on) VALUES (?, ?, ?, ?, ?, ?)",
            (seq, position, each.target_id, each.name, each.playlist_id, now_ms),
        )


def again(transaction: Transaction, request_id: str, now_ms: int) -> bool:
    """Try what failed once more; whether there is anything to try."""
    return (
        transaction.execute(
            "UPDATE publications SET ended_on = NULL, fault = '', attempts = 0, due_on = ?"
            " WHERE fault <> '' AND seq = (SELECT seq FROM requests WHERE id = ?)",
            (now_ms, request_id),
        ).rowcount
        > 0
    )


def next_due(reading: Reading, now_ms: int) -> Publication | None:
    """What can be published now and has waited longest."""
    row = reading.execute(
        "SELECT p.seq, p.position, r.id, r.attempt, p.target_id, p.name, p.playlist_id, p.attempts, p.session,"
        " r.title, coalesce(s.details, '{}'), m.key, m.name, m.file_name, m.media_type, m.size, m.sha256, m.duration_s"
        " FROM publications p JOIN requests r ON r.seq = p.seq LEFT JOIN request_results s ON s.seq = p.seq"
        " LEFT JOIN media m ON m.seq = p.seq AND m.name = 'video'"
        " WHERE p.ended_on IS NULL AND p.due_on <= ? AND r.state = 'processing' AND r.deleted_on IS NULL"
        " ORDER BY p.due_on, p.seq, p.position LIMIT 1",
        (now_ms,),
    ).fetchone()
    if row is None:
        return None
    return Publication(*(*row[:11], Media(*row[11:]) if row[11] else None))


def next_moment(reading: Reading) -> int | None:
    """When the next publication is due (Unix milliseconds)."""
    (moment,) = reading.execute(
        "SELECT min(p.due_on) FROM publications p JOIN requests r ON r.seq = p.seq"
        " WHERE p.ended_on IS NULL AND r.state = 'processing' AND r.deleted_on IS NULL"
    ).fetchone()
    return moment if moment is None else int(moment)


def keep_session(transaction: Transaction, publication: Publication, session: str) -> None:
    """Remember the upload under way, so that a restart goes on with it."""
    transaction.execute(
        "UPDATE publications SET session = ? WHERE seq = ? AND position = ?",
        (session, publication.seq, publication.position),
    )


def put_off(transaction: Transaction, publication: Publication, due_ms: int) -> None:
    """Try it again later."""
    transaction.execute(
        "UPDATE publications SET attempts = attempts + 1, due_on = ? WHERE seq = ? AND position = ?",
        (due_ms, publication.seq, publication.position),
    )


def end(transaction: Transaction, publication: Publication, now_ms: int, *, fault: str = "") -> tuple[bool, str]:
    """A publication has ended; whether all of its request have, and what went wrong with any of them."""
    transaction.execute(
        "UPDATE publications SET ended_on = ?, fault = ?, session = '' WHERE seq = ? AND position = ?",
        (now_ms, fault, publication.seq, publication.position),
    )
    left, faults = transaction.execute(
        "SELECT count(*) FILTER (WHERE ended_on IS NULL), group_concat(nullif(fault, ''), ' ') FROM publications"
        " WHERE seq = ?",
        (publication.seq,),
    ).fetchone()
    return left == 0, faults or ""

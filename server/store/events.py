"""Events, kept for those who were away."""

from __future__ import annotations

import orjson

from server.domain.events import EventKind, StudioEvent
from server.domain.times import from_ms
from server.store.transactions import EVENTS_KEPT, Reading, Transaction


def after(reading: Reading, client_id: str, event_id: int, *, limit: int) -> tuple[StudioEvent, ...]:
    """A client's events with higher ids, oldest first."""
    rows = reading.execute(
        "SELECT id, client_id, kind, created_on, subject, data FROM events WHERE client_id = ? AND id > ?"
        " ORDER BY id LIMIT ?",
        (client_id, event_id, limit),
    )
    return tuple(
        StudioEvent(number, client, EventKind(kind), from_ms(created), subject, orjson.loads(data))
        for number, client, kind, created, subject, data in rows
    )


def span(reading: Reading) -> tuple[int, int]:
    """The oldest id kept and the newest ever given; both are 0 when there never was an event."""
    oldest, newest = reading.execute(
        "SELECT (SELECT min(id) FROM events), (SELECT seq FROM sqlite_sequence WHERE name = 'events')"
    ).fetchone()
    return (oldest or (newest or 0) + 1) if newest else 0, newest or 0


def prune(transaction: Transaction, *, keep: int = EVENTS_KEPT) -> None:
    """Remove all but the newest `keep` events."""
    transaction.execute("DELETE FROM events WHERE id <= (SELECT max(id) FROM events) - ?", (keep,))

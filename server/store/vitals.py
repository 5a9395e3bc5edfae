"""The state of the queue over all clients."""

from __future__ import annotations

from server.domain.requests import State
from server.domain.times import from_ms
from server.domain.vitals import Failure, Queued
from server.store.transactions import Reading


def queued(reading: Reading) -> Queued:
    """What has not ended."""
    counts = dict(reading.execute("SELECT state, count(*) FROM requests WHERE open = 1 GROUP BY state").fetchall())
    oldest = reading.execute(
        "SELECT min(requested_on) FROM requests WHERE open = 1 AND state = ?", (State.QUEUED.value,)
    ).fetchone()[0]
    return Queued(
        queued=counts.get(State.QUEUED.value, 0),
        processing=counts.get(State.PROCESSING.value, 0),
        waiting=counts.get(State.WAITING.value, 0),
        oldest_queued_on=from_ms(oldest) if oldest is not None else None,
    )


def owed(reading: Reading) -> int:
    """Messages to webhooks that are neither delivered nor given up."""
    open_ones = "SELECT count(*) FROM deliveries WHERE delivered_on IS NULL AND given_up_on IS NULL"
    return int(reading.execute(open_ones).fetchone()[0])


def failures(reading: Reading, limit: int) -> tuple[Failure, ...]:
    """The requests that failed last, newest first."""
    rows = reading.execute(
        "SELECT r.id, r.type_id, r.attempt, r.error_code, r.error_message, r.updated_on FROM requests r"
        " WHERE r.state = ? ORDER BY r.seq DESC LIMIT ?",
        (State.FAILED.value, limit),
    )
    return tuple(
        Failure(request_id, kind, attempt, code, message, from_ms(moment))
        for request_id, kind, attempt, code, message, moment in rows
    )

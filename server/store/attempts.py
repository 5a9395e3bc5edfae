"""One go at a request, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass

from server.config.faults import fault
from server.domain.events import EventKind
from server.store import outbox, requests
from server.store.transactions import Transaction

CURRENT = "id = :id AND attempt = :attempt AND state = 'processing'"
"""The row of requests that an attempt may still change."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One go at one request."""

    id: str
    number: int


def tell(transaction: Transaction, attempt: Attempt, kind: EventKind, now_ms: int) -> None:
    """Tell how its request is now; of one that was deleted nothing is told."""
    row = transaction.execute(
        "SELECT client_id, status, stage, type_id, title, progress_text, seconds_left, error_code, error_message"
        " FROM requests WHERE id = ? AND deleted_on IS NULL",
        (attempt.id,),
    ).fetchone()
    if row is None:
        return
    names = (
        "status",
        "stage",
        "request_type_id",
        "audio_title",
        "progress_text",
        "seconds_left",
        "error_code",
        "error_message",
    )
    transaction.emit(row[0], kind, now_ms, subject=attempt.id, data=dict(zip(names, row[1:], strict=True)))


def end(transaction: Transaction, attempt: Attempt, kind: EventKind, now_ms: int) -> None:
    """Tell of the end of its request, and owe the webhooks a message of it."""
    tell(transaction, attempt, kind, now_ms)
    (seq,) = transaction.execute("SELECT seq FROM requests WHERE id = ?", (attempt.id,)).fetchone()
    outbox.owe(transaction, requests.by_seq(transaction, seq), kind, now_ms)
    fault("before-terminal-commit")

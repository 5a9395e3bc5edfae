"""Requests on their way through the engine. What an attempt reports counts only while it is the current one."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from server.domain.errors import ErrorCode
from server.domain.events import EventKind
from server.domain.requests import RequestType, Stage, status_of
from server.store import attempts, contents, outcomes, publications, requests, versions
from server.store.attempts import CURRENT, Attempt
from server.store.contents import SourceContent
from server.store.transactions import Reading, Transaction

MAX_CRASHES = 3
"""Lost workers after which a request fails."""
WORKER_LOST = "The worker that made this ended three times without a result: try again with less material."


@dataclass(frozen=True, slots=True)
class Claimed:
    """A request taken from the queue, with all that its job is built from."""

    attempt: Attempt
    client_id: str
    type: RequestType
    order: str
    related_id: str
    approved: bool
    sources: dict[int, SourceContent]


def claim(
    transaction: Transaction, now_ms: int, *, holder: str, lease_ms: int, but: Collection[str] = ()
) -> Claimed | None:
    """Take the next due request, the clients in turn, under a new attempt number; None when nothing is due.

    `but` names requests whose last attempt has not left the engine yet.
    """
    for (client_id,) in transaction.execute(
        "SELECT id FROM clients WHERE EXISTS (SELECT 1 FROM requests r WHERE r.open = 1 AND r.client_id = clients.id"
        " AND r.state = 'queued' AND r.due_on <= ?) ORDER BY turn, id",
        (now_ms,),
    ).fetchall():
        rows = transaction.execute(
            "SELECT seq, id FROM requests WHERE open = 1 AND client_id = ? AND state = 'queued' AND due_on <= ?"
            " ORDER BY due_on, seq LIMIT ?",
            (client_id, now_ms, len(but) + 1),
        )
        free = next(((seq, request_id) for seq, request_id in rows if request_id not in but), None)
        if free is not None:
            return _take(transaction, *free, client_id=client_id, now_ms=now_ms, holder=holder, lease_ms=lease_ms)
    return None


def ordered(reading: Reading, attempt: Attempt) -> tuple[str, RequestType, str] | None:
    """Whose request an attempt is at, its type, and the order as JSON."""
    row = reading.execute(
        "SELECT r.client_id, r.type_id, o.body FROM requests r JOIN request_orders o ON o.seq = r.seq WHERE r.id = ?",
        (attempt.id,),
    ).fetchone()
    return (row[0], RequestType(row[1]), row[2]) if row else None


def next_due(reading: Reading) -> int | None:
    """When the next queued request may be taken, in milliseconds."""
    (due,) = reading.execute(
        "SELECT min(due) FROM (SELECT (SELECT r.due_on FROM requests r WHERE r.open = 1 AND r.client_id = c.id"
        " AND r.state = 'queued' ORDER BY r.due_on LIMIT 1) AS due FROM clients c)"
    ).fetchone()
    return due if due is None else int(due)


def progress(
    transaction: Transaction,
    attempt: Attempt,
    now_ms: int,
    *,
    stage: Stage,
    status: int,
    text: str,
    seconds_left: float | None,
) -> bool:
    """Note how far an attempt is; the status never falls. Whether the attempt is still the current one."""
    changed = transaction.execute(
        "UPDATE requests SET stage = :stage, status = max(status, :status), progress_text = :text,"
        f" seconds_left = :left, updated_on = :now WHERE {CURRENT} AND stage <> 'storing'",
        {
            "stage": stage.value,
            "status": status,
            "text": text,
            "left": seconds_left,
            "now": now_ms,
            "id": attempt.id,
            "attempt": attempt.number,
        },
    )
    if changed.rowcount:
        attempts.tell(transaction, attempt, EventKind.PROGRESS, now_ms)
    return changed.rowcount > 0


def renew(transaction: Transaction, attempts: Collection[Attempt], *, lease_ends: int) -> None:
    """Keep the leases of attempts that run."""
    for attempt in attempts:
        transaction.execute(
            f"UPDATE requests SET lease_ends = :ends WHERE {CURRENT}",
            {"ends": lease_ends, "id": attempt.id, "attempt": attempt.number},
        )


def wait_for_approval(transaction: Transaction, attempt: Attempt, now_ms: int, *, script: str, film: str = "") -> bool:
    """Keep the script and free the slot until somebody approves; whether the attempt is the current one.

    `film` is what is kept of a video, as JSON.
    """
    changed = transaction.execute(
        "UPDATE requests SET state = 'waiting', stage = :stage, status = max(status, :status), lease_ends = NULL,"
        " lease_holder = '', progress_text = 'The script waits for your approval.', seconds_left = NULL,"
        f" updated_on = :now WHERE {CURRENT}",
        {
            "stage": Stage.WAITING_FOR_APPROVAL.value,
            "status": status_of(Stage.WAITING_FOR_APPROVAL),
            "now": now_ms,
            "id": attempt.id,
            "attempt": attempt.number,
        },
    )
    if not changed.rowcount:
        return False
    transaction.execute(
        "INSERT INTO request_results (seq, script) SELECT seq, ? FROM requests WHERE id = ?"
        " ON CONFLICT (seq) DO UPDATE SET script = excluded.script",
        (script, attempt.id),
    )
    if film:
        (seq,) = transaction.execute("SELECT seq FROM requests WHERE id = ?", (attempt.id,)).fetchone()
        versions.keep(transaction, seq, film)
    attempts.tell(transaction, attempt, EventKind.WAITING, now_ms)
    return True


def begin_storing(transaction: Transaction, attempt: Attempt, now_ms: int) -> bool:
    """From here on the request can't be cancelled; whether the attempt is the current one."""
    return progress(
        transaction,
        attempt,
        now_ms,
        stage=Stage.STORING,
        status=status_of(Stage.STORING),
        text="Storing the results",
        seconds_left=None,
    )


def lose_worker(transaction: Transaction, attempt: Attempt, now_ms: int) -> bool:
    """Queue the request again after its worker was lost; the third time it fails. Whether the attempt is current."""
    changed = transaction.execute(
        f"UPDATE requests SET crashes = crashes + 1 WHERE {CURRENT} RETURNING crashes",
        {"id": attempt.id, "attempt": attempt.number},
    ).fetchone()
    if changed is None:
        return False
    if changed[0] >= MAX_CRASHES:
        return outcomes.fail(transaction, attempt, now_ms, error_code=ErrorCode.WORKER_LOST, message=WORKER_LOST)
    return _requeue(transaction, attempt, now_ms, text="Starting again: its worker was lost.")


def interrupt(transaction: Transaction, attempt: Attempt, now_ms: int) -> bool:
    """Queue the request again because we stopped it ourselves; whether the attempt is the current one."""
    transaction.execute(
        f"UPDATE requests SET interruptions = interruptions + 1 WHERE {CURRENT}",
        {"id": attempt.id, "attempt": attempt.number},
    )
    return _requeue(transaction, attempt, now_ms, text="Goes on in a moment.")


def recover(transaction: Transaction, now_ms: int, *, but: Collection[str] = (), expired_only: bool = False) -> int:
    """Queue again what runs nowhere: after a start everything but `but`, later what has lost its lease."""
    rows = transaction.execute(
        "SELECT r.id, r.attempt, r.lease_ends FROM clients c CROSS JOIN requests r"
        " WHERE r.open = 1 AND r.client_id = c.id AND r.state = 'processing'"
        f" AND NOT {publications.IS_PUBLISHING}"
    ).fetchall()
    lost = [
        Attempt(request_id, number)
        for request_id, number, ends in rows
        if request_id not in but and not (expired_only and ends is not None and ends > now_ms)
    ]
    for attempt in lost:
        interrupt(transaction, attempt, now_ms)
    return len(lost)


def running(reading: Reading, request_ids: Collection[str]) -> tuple[Attempt, ...]:
    """The current attempts of those among these requests that are being processed."""
    found = []
    for request_id in request_ids:
        row = reading.execute(
            "SELECT attempt FROM requests WHERE id = ? AND state = 'processing'", (request_id,)
        ).fetchone()
        if row is not None:
            found.append(Attempt(request_id, row[0]))
    return tuple(found)


def with_checkpoints(reading: Reading, request_ids: Collection[str], now_ms: int) -> set[str]:
    """Which of these may go on from their checkpoints: open ones, and those that ended without a result lately."""
    found: set[str] = set()
    for request_id in request_ids:
        row = reading.execute(
            "SELECT 1 FROM requests WHERE id = ? AND emptied_on IS NULL"
            " AND (open = 1 OR (state <> 'completed' AND updated_on > ?))",
            (request_id, now_ms - requests.KEPT_AFTER_DELETION_MS),
        ).fetchone()
        if row is not None:
            found.add(request_id)
    return found


def _take(
    transaction: Transaction, seq: int, request_id: str, *, client_id: str, now_ms: int, holder: str, lease_ms: int
) -> Claimed:
    transaction.execute(
        "UPDATE clients SET turn = (SELECT max(turn) FROM clients) + 1 WHERE id = ?",
        (client_id,),
    )
    number, related_id, approved, kind = transaction.execute(
        "UPDATE requests SET state = 'processing', stage = 'picked_up', status = max(status, ?),"
        " attempt = attempt + 1, processing_on = coalesce(processing_on, ?), updated_on = ?, lease_holder = ?,"
        " lease_ends = ?, progress_text = 'Picked up', seconds_left = NULL WHERE seq = ?"
        " RETURNING attempt, related_id, approved_on, type_id",
        (status_of(Stage.PICKED_UP), now_ms, now_ms, holder, now_ms + lease_ms, seq),
    ).fetchone()
    (order,) = transaction.execute("SELECT body FROM request_orders WHERE seq = ?", (seq,)).fetchone()
    attempt = Attempt(request_id, number)
    attempts.tell(transaction, attempt, EventKind.PROGRESS, now_ms)
    return Claimed(
        attempt=attempt,
        client_id=client_id,
        type=RequestType(kind),
        order=order,
        related_id=related_id,
        approved=approved is not None,
        sources=contents.sources_of(transaction, seq),
    )


def _requeue(transaction: Transaction, attempt: Attempt, now_ms: int, *, text: str) -> bool:
    changed = transaction.execute(
        "UPDATE requests SET state = 'queued', stage = 'queued', lease_holder = '', lease_ends = NULL,"
        f" progress_text = :text, seconds_left = NULL, updated_on = :now WHERE {CURRENT}",
        {"text": text, "now": now_ms, "id": attempt.id, "attempt": attempt.number},
    )
    if changed.rowcount:
        attempts.tell(transaction, attempt, EventKind.PROGRESS, now_ms)
    return changed.rowcount > 0

"""Recurring schedules: requests that keep an order, and what can change about them."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from server.domain.events import EventKind
from server.domain.pages import Page
from server.domain.recurrences import MOST_A_DAY, Recurrence
from server.domain.requests import OutputType
from server.domain.schedules import Schedule
from server.domain.times import from_ms, moment
from server.store.transactions import Reading, Transaction

RUNS_KEPT_MS = 400 * 86_400_000
_COLUMNS = (
    "r.seq, r.id, r.client_id, r.title, r.output_type, r.requested_on, r.scheduled_on,"
    " o.body ->> '$.daily_count', o.body ->> '$.schedule_end_date',"
    " s.paused_on, s.resumed_on, s.last_run_on, coalesce(s.last_request_id, ''), coalesce(s.runs, 0),"
    " coalesce(s.fault, '')"
)
# The second condition on the state is the index's own: without it SQLite does not see that the index fits.
_STANDING = "r.state = 'schedule' AND r.state IN ('schedule', 'template') AND r.deleted_on IS NULL"
_FROM = (
    f" FROM requests r JOIN request_orders o ON o.seq = r.seq LEFT JOIN schedules s ON s.seq = r.seq WHERE {_STANDING}"
)


def running(reading: Reading) -> tuple[Schedule, ...]:
    """Every schedule that is not paused, whoever it belongs to."""
    rows = reading.execute(f"SELECT {_COLUMNS}{_FROM} AND s.paused_on IS NULL ORDER BY r.seq")
    return tuple(_schedule(row) for row in rows)


def find(reading: Reading, schedule_id: str, client_id: str) -> Schedule | None:
    """A client's schedule."""
    row = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.id = ? AND r.client_id = ?", (schedule_id, client_id)
    ).fetchone()
    return _schedule(row) if row else None


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[Schedule]:
    """A numbered page of a client's schedules, newest first."""
    total = reading.execute(
        f"SELECT count(*) FROM requests r WHERE {_STANDING} AND r.client_id = ?",
        (client_id,),
    ).fetchone()[0]
    rows = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.client_id = ? ORDER BY r.seq DESC LIMIT ? OFFSET ?",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_schedule(row) for row in rows), total, number, limit)


def portion(reading: Reading, client_id: str, before: int, limit: int) -> tuple[tuple[Schedule, ...], int | None]:
    """The next `limit` schedules before a place, newest first, and where to go on; None at the end."""
    rows = reading.execute(
        f"SELECT {_COLUMNS}{_FROM} AND r.client_id = ? AND r.seq < ? ORDER BY r.seq DESC LIMIT ?",
        (client_id, before, limit),
    ).fetchall()
    return tuple(_schedule(row) for row in rows), rows[-1][0] if len(rows) == limit else None


def pause(transaction: Transaction, schedule: Schedule, now_ms: int) -> None:
    """Start no run from now on."""
    transaction.execute(
        "INSERT INTO schedules (seq, paused_on) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET"
        " paused_on = coalesce(paused_on, excluded.paused_on)",
        (schedule.seq, now_ms),
    )
    _tell(transaction, schedule, now_ms)


def resume(transaction: Transaction, schedule: Schedule, now_ms: int) -> None:
    """Go on with the runs that come due from now on."""
    transaction.execute(
        "UPDATE schedules SET paused_on = NULL, resumed_on = ? WHERE seq = ? AND paused_on IS NOT NULL",
        (now_ms, schedule.seq),
    )
    _tell(transaction, schedule, now_ms)


def has_run(reading: Reading, seq: int, due_ms: int) -> bool:
    """Whether the run of this moment was started, or refused."""
    row = reading.execute("SELECT 1 FROM schedule_runs WHERE seq = ? AND due_on = ?", (seq, due_ms)).fetchone()
    return row is not None


def keep_run(
    transaction: Transaction, schedule: Schedule, due_ms: int, now_ms: int, *, request_id: str = "", fault: str = ""
) -> None:
    """Note that the run of a moment was started as a request, or was refused."""
    added = transaction.execute(
        "INSERT INTO schedule_runs (seq, due_on, request_id) SELECT ?, ?, ?"
        " WHERE EXISTS (SELECT 1 FROM requests WHERE seq = ?) ON CONFLICT DO NOTHING",
        (schedule.seq, due_ms, request_id, schedule.seq),
    ).rowcount
    if not added:
        return
    transaction.execute(
        "INSERT INTO schedules (seq, last_run_on, last_request_id, runs, fault) VALUES (:seq, :due, :id, :run, :fault)"
        " ON CONFLICT (seq) DO UPDATE SET fault = :fault, runs = runs + :run,"
        " last_run_on = CASE WHEN :run THEN :due ELSE last_run_on END,"
        " last_request_id = CASE WHEN :run THEN :id ELSE last_request_id END",
        {
            "seq": schedule.seq,
            "due": due_ms if request_id else None,
            "id": request_id,
            "run": int(bool(request_id)),
            "fault": fault,
        },
    )
    transaction.execute("DELETE FROM schedule_runs WHERE seq = ? AND due_on < ?", (schedule.seq, now_ms - RUNS_KEPT_MS))
    _tell(transaction, schedule, now_ms)


def _tell(transaction: Transaction, schedule: Schedule, now_ms: int) -> None:
    transaction.emit(schedule.client_id, EventKind.SCHEDULE_CHANGED, now_ms, subject=schedule.id)


def _schedule(row: Sequence[Any]) -> Schedule:
    requested, scheduled, count, end = row[5:9]
    start = max(requested, scheduled or requested)
    return Schedule(
        seq=row[0],
        id=row[1],
        client_id=row[2],
        title=row[3],
        output_type=OutputType(row[4]) if row[4] else None,
        recurrence=Recurrence(from_ms(start), min(max(int(count or 1), 1), MOST_A_DAY), _moment(end)),
        created_on=from_ms(requested),
        paused_on=moment(row[9]),
        resumed_on=moment(row[10]),
        last_run_on=moment(row[11]),
        last_request_id=row[12],
        runs=row[13],
        fault=row[14],
    )


def _moment(text: str | None) -> datetime | None:
    if not text:
        return None
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)

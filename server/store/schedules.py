"""Recurring schedules: requests that keep an order, and what can change about them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from server.domain.events import EventKind
from server.domain.recurrences import MOST_A_DAY, Recurrence
from server.domain.requests import OutputType, State
from server.domain.schedules import Schedule
from server.domain.times import from_ms, moment
from server.store.kept_orders import KeptOrders
from server.store.transactions import Reading, Transaction

RUNS_KEPT_MS = 400 * 86_400_000
_COLUMNS = (
    "r.seq, r.id, r.client_id, r.title, r.output_type, r.requested_on, r.scheduled_on,"
    " o.body ->> '$.daily_count', o.body ->> '$.schedule_end_date',"
    " s.paused_on, s.resumed_on, s.last_run_on, coalesce(s.last_request_id, ''), coalesce(s.runs, 0),"
    " coalesce(s.fault, '')"
)


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


_ORDERS = KeptOrders(State.SCHEDULE, columns=_COLUMNS, joins="LEFT JOIN schedules s ON s.seq = r.seq", made=_schedule)
find, page, portion = _ORDERS.find, _ORDERS.page, _ORDERS.portion


def running(reading: Reading) -> tuple[Schedule, ...]:
    """Every schedule that is not paused, whoever it belongs to."""
    return _ORDERS.where(reading, "AND s.paused_on IS NULL")


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


def _moment(text: str | None) -> datetime | None:
    if not text:
        return None
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)

"""Rows of the queue: filtered and searched inside one index, so that 100,000 of them are quick to look through."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.domain.errors import NotFound
from server.domain.overviews import RequestRow, RowPage, RowState
from server.domain.requests import OutputType, RequestType, Stage, State
from server.domain.times import from_ms, moment
from server.store import contents
from server.store.contents import SourceContent
from server.store.models import FLAG_FAILED, FLAG_PROCESSING, FLAG_QUEUED, FLAG_SUCCEEDED, FLAG_UNTOUCHED
from server.store.requests import folded
from server.store.transactions import Reading

_CONDITIONS = {
    RowState.ALL: "",
    RowState.ACTIVE: " AND state IN ('queued', 'processing', 'waiting')",
    RowState.QUEUED: " AND state = 'queued'",
    RowState.PROCESSING: " AND state = 'processing'",
    RowState.WAITING: " AND state = 'waiting'",
    RowState.DONE: " AND state = 'completed'",
    RowState.FAILED: " AND state = 'failed'",
    RowState.CANCELLED: " AND state = 'cancelled'",
}
_SHOW = (
    "coalesce((SELECT json_extract(w.body, '$.name') FROM episodes e JOIN show_episodes h ON h.episode_id = e.id"
    " JOIN shows w ON w.seq = h.show_seq WHERE e.request_id = r.id AND e.deleted_on IS NULL"
    " AND w.deleted_on IS NULL ORDER BY h.added_on, w.seq LIMIT 1), '')"
)
_DURATION = "coalesce((SELECT max(m.duration_s) FROM media m WHERE m.seq = r.seq), 0)"
_ROW = (
    "r.seq, r.id, r.title, r.output_type, r.state, r.status, r.stage, r.progress_text, r.seconds_left,"
    f" r.requested_on, {_DURATION}, r.error_code, r.error_message, {_SHOW}, r.type_id,"
    " r.scheduled_on"
)
_LISTED = "requests INDEXED BY requests_named WHERE client_id = ? AND deleted_on IS NULL"
_NOT_CANCELLED = FLAG_UNTOUCHED | FLAG_FAILED | FLAG_SUCCEEDED | FLAG_QUEUED | FLAG_PROCESSING


def rows(
    reading: Reading, client_id: str, *, search: str, state: RowState, before: int, limit: int, notebook_id: str = ""
) -> RowPage:
    """The next `limit` rows older than `before`, newest first; `search` is a part of the title in any case.

    With a notebook's id only what was made from it.
    """
    wanted = folded(search)
    condition = _CONDITIONS[state] + (" AND instr(folded_title, ?) > 0" if wanted else "")
    given = (client_id, *((wanted,) if wanted else ()), *((notebook_id,) if notebook_id else ()))
    if notebook_id:
        condition += " AND id IN (SELECT owner FROM notebook_uses WHERE notebook_id = ?)"
    found = reading.execute(
        f"SELECT {_ROW} FROM (SELECT seq FROM {_LISTED}{condition} AND seq < ? ORDER BY seq DESC LIMIT ?) p"
        " JOIN requests r ON r.seq = p.seq ORDER BY r.seq DESC",
        (*given, before, limit + 1),
    ).fetchall()
    numbers = counts(reading, client_id)
    total = numbers[state]
    if wanted or notebook_id:
        (total,) = reading.execute(f"SELECT count(*) FROM {_LISTED}{condition}", given).fetchone()
    page = found[:limit]
    return RowPage(
        rows=tuple(_row(each) for each in page),
        next_before=page[-1][0] if len(found) > limit else 0,
        total=total,
        counts=numbers,
    )


def counts(reading: Reading, client_id: str) -> Mapping[RowState, int]:
    """How many of a client's requests are in each state, from the counters."""
    flags = (FLAG_QUEUED, FLAG_PROCESSING, FLAG_SUCCEEDED, FLAG_FAILED)
    everything, queued, moving, done, failed, cancelled = reading.execute(
        "SELECT coalesce(sum(n), 0), "
        + "coalesce(sum(n) FILTER (WHERE flags & ?), 0), " * len(flags)
        + "coalesce(sum(n) FILTER (WHERE flags & ? = 0), 0) FROM request_counts WHERE client_id = ?",
        (*flags, _NOT_CANCELLED, client_id),
    ).fetchone()
    (waiting,) = reading.execute(
        "SELECT count(*) FROM requests WHERE open = 1 AND client_id = ? AND state = 'waiting'", (client_id,)
    ).fetchone()
    return {
        RowState.ALL: everything,
        RowState.ACTIVE: queued + moving,
        RowState.QUEUED: queued,
        RowState.PROCESSING: moving - waiting,
        RowState.WAITING: waiting,
        RowState.DONE: done,
        RowState.FAILED: failed,
        RowState.CANCELLED: cancelled,
    }


def show_of(reading: Reading, request_id: str) -> str:
    """The name of the show that a request's episode is in; empty without one."""
    row = reading.execute(f"SELECT {_SHOW} FROM requests r WHERE r.id = ?", (request_id,)).fetchone()
    return str(row[0]) if row else ""


def order_of(reading: Reading, request_id: str, client_id: str) -> tuple[str, dict[int, SourceContent]]:
    """A client's order as JSON (empty when it is gone), and what it brought along by position."""
    row = reading.execute(
        "SELECT r.seq, o.body FROM requests r LEFT JOIN request_orders o ON o.seq = r.seq"
        " WHERE r.id = ? AND r.client_id = ?",
        (request_id, client_id),
    ).fetchone()
    return (row[1] or "", contents.sources_of(reading, row[0])) if row else ("", {})


def upload_with(reading: Reading, sha256: str, client_id: str) -> str:
    """The id of a client's newest upload with this content; empty when it is deleted."""
    row = reading.execute(
        "SELECT id FROM files WHERE client_id = ? AND sha256 = ? ORDER BY created_on DESC LIMIT 1", (client_id, sha256)
    ).fetchone()
    return str(row[0]) if row else ""


def spoken(reading: Reading, request_id: str, client_id: str) -> tuple[str, str]:
    """The script of a request and what is known of its recording (empty before there is one), as JSON.

    Raises:
        NotFound: there is no such request of the client, or no script.
    """
    row = reading.execute(
        "SELECT s.script, s.recording FROM requests r JOIN request_results s ON s.seq = r.seq"
        " WHERE r.id = ? AND r.client_id = ? AND r.deleted_on IS NULL AND s.script <> ''",
        (request_id, client_id),
    ).fetchone()
    if row is None:
        raise NotFound("There is no such request, or no script is written for it yet.", code="script_not_found")
    return row[0], row[1]


def _row(row: Sequence[Any]) -> RequestRow:
    return RequestRow(
        id=row[1],
        title=row[2],
        output_type=OutputType(row[3]) if row[3] else None,
        state=State(row[4]),
        status=row[5],
        stage=Stage(row[6]),
        progress_text=row[7],
        seconds_left=row[8],
        requested_on=from_ms(row[9]),
        duration_s=row[10],
        error_code=row[11],
        error_message=row[12],
        show=row[13],
        type=RequestType(row[14]),
        scheduled_on=moment(row[15]),
    )

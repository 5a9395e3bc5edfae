"""Pages of requests. Totals come from counters; a numbered page skips over index entries only, never over rows."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.domain.files import Media
from server.domain.pages import Page
from server.domain.requests import (
    OutputType,
    QueueFilter,
    QueueItem,
    QueueStats,
    RecordingFilter,
    RecordingItem,
    RequestItem,
    RequestType,
    Stage,
)
from server.domain.times import from_ms, moment
from server.store.models import (
    FLAG_FAILED,
    FLAG_PROCESSED,
    FLAG_PROCESSING,
    FLAG_QUEUED,
    FLAG_SUCCEEDED,
    FLAG_UNTOUCHED,
)
from server.store.requests import PODCASTS
from server.store.transactions import Reading

FIRST = 2**62
"""Where to begin to follow a list from its newest end."""

_FILTERS = {
    RecordingFilter.ALL: ("", 0),
    RecordingFilter.QUEUED: (" AND status = 0 AND error_code = 0", FLAG_UNTOUCHED),
    RecordingFilter.FAILED: (" AND error_on IS NOT NULL", FLAG_FAILED),
    RecordingFilter.SUCCEEDED: (" AND status = 100", FLAG_SUCCEEDED),
    RecordingFilter.PROCESSED: (" AND processing_on IS NOT NULL", FLAG_PROCESSED),
}
_QUEUE_FILTERS = {
    QueueFilter.QUEUED: ("= 'queued'", FLAG_QUEUED),
    QueueFilter.PROCESSING: ("IN ('processing', 'waiting')", FLAG_PROCESSING),
    QueueFilter.ACTIVE: ("IN ('queued', 'processing', 'waiting')", FLAG_QUEUED | FLAG_PROCESSING),
}
_ITEM = "r.seq, r.id, r.type_id, r.output_type, r.status, r.stage, r.requested_on, r.title, r.error_code"
_RECORDING = (
    "r.seq, r.id, r.type_id, r.status, r.stage, r.requested_on, r.title, r.succeeded_on, r.error_on, r.processing_on,"
    " r.scheduled_on, r.error_code, r.error_message, r.language, r.callback_data, r.share_key,"
    " coalesce(s.response_text, ''), m.key, m.name, m.file_name, m.media_type, m.size, m.sha256, m.duration_s,"
    " CASE r.type_id WHEN 18 THEN"
    " (SELECT json_extract(o.body, '$.audio_url') FROM request_orders o WHERE o.seq = r.seq) END"
)
_JOINS = " LEFT JOIN request_results s ON s.seq = r.seq LEFT JOIN media m ON m.seq = r.seq AND m.name = 'audio'"


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[RequestItem]:
    """A page of all requests, newest first."""
    total = _total(reading, client_id)
    if (number - 1) * limit >= total:
        return Page((), total, number, limit)
    rows = reading.execute(
        f"SELECT {_ITEM} FROM (SELECT seq FROM requests WHERE client_id = ? AND deleted_on IS NULL"
        " ORDER BY seq DESC LIMIT ? OFFSET ?) p JOIN requests r ON r.seq = p.seq ORDER BY r.seq DESC",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_item(row) for row in rows), total, number, limit)


def portion(reading: Reading, client_id: str, before: int, limit: int) -> tuple[tuple[RequestItem, ...], int]:
    """The next `limit` requests older than `before`, newest first, and where to go on (0 at the end)."""
    rows = reading.execute(
        f"SELECT {_ITEM} FROM requests r WHERE r.client_id = ? AND r.deleted_on IS NULL AND r.seq < ?"
        " ORDER BY r.seq DESC LIMIT ?",
        (client_id, before, limit),
    ).fetchall()
    return tuple(_item(row) for row in rows), rows[-1][0] if len(rows) == limit else 0


def recordings_page(
    reading: Reading, client_id: str, number: int, limit: int, *, family: int, status: RecordingFilter
) -> Page[RecordingItem]:
    """A page of the podcast or transcript list, newest first."""
    condition, flag = _FILTERS[status]
    total = _total(reading, client_id, family=family, flag=flag)
    if (number - 1) * limit >= total:
        return Page((), total, number, limit)
    rows = reading.execute(
        f"SELECT {_RECORDING} FROM (SELECT seq FROM requests WHERE client_id = ? AND deleted_on IS NULL"
        f" AND family = ?{condition} ORDER BY seq DESC LIMIT ? OFFSET ?) p JOIN requests r ON r.seq = p.seq{_JOINS}"
        " ORDER BY r.seq DESC",
        (client_id, family, limit, (number - 1) * limit),
    )
    return Page(tuple(_recording(row) for row in rows), total, number, limit)


def recordings_portion(
    reading: Reading, client_id: str, before: int, limit: int, *, family: int, status: RecordingFilter
) -> tuple[tuple[RecordingItem, ...], int]:
    """The next `limit` recordings older than `before`, newest first, and where to go on (0 at the end)."""
    condition, _ = _FILTERS[status]
    rows = reading.execute(
        f"SELECT {_RECORDING} FROM (SELECT seq FROM requests WHERE client_id = ? AND deleted_on IS NULL"
        f" AND family = ?{condition} AND seq < ? ORDER BY seq DESC LIMIT ?) p JOIN requests r ON r.seq = p.seq{_JOINS}"
        " ORDER BY r.seq DESC",
        (client_id, family, before, limit),
    ).fetchall()
    return tuple(_recording(row) for row in rows), rows[-1][0] if len(rows) == limit else 0


def queue_stats(reading: Reading, client_id: str) -> QueueStats:
    """How many of a client's requests wait and run."""
    queued, processing = reading.execute(
        "SELECT coalesce(sum(n) FILTER (WHERE flags & ?), 0), coalesce(sum(n) FILTER (WHERE flags & ?), 0)"
        " FROM request_counts WHERE client_id = ?",
        (FLAG_QUEUED, FLAG_PROCESSING, client_id),
    ).fetchone()
    return QueueStats(queued, processing)


def queue_page(reading: Reading, client_id: str, number: int, limit: int, *, state: QueueFilter) -> Page[QueueItem]:
    """A page of what waits and runs, oldest first."""
    condition, flags = _QUEUE_FILTERS[state]
    total = _total(reading, client_id, flag=flags)
    if (number - 1) * limit >= total:
        return Page((), total, number, limit)
    rows = reading.execute(
        "SELECT r.id, r.type_id, r.output_type, r.status, r.stage, r.requested_on, r.title, r.processing_on,"
        " r.scheduled_on FROM (SELECT seq FROM requests INDEXED BY requests_active WHERE open = 1 AND client_id = ?"
        f" AND state {condition} ORDER BY seq LIMIT ? OFFSET ?) p JOIN requests r ON r.seq = p.seq ORDER BY r.seq",
        (client_id, limit, (number - 1) * limit),
    )
    items = tuple(
        QueueItem(
            row[0],
            RequestType(row[1]),
            OutputType(row[2]) if row[2] else None,
            row[3],
            Stage(row[4]),
            from_ms(row[5]),
            row[6],
            moment(row[7]),
            moment(row[8]),
        )
        for row in rows
    )
    return Page(items, total, number, limit)


def _total(reading: Reading, client_id: str, *, family: int | None = None, flag: int = 0) -> int:
    kinds = ""
    if family is not None:
        kinds = " AND type_id IN (1, 13, 14, 15)" if family == PODCASTS else " AND type_id = 18"
    flagged = " AND flags & ?" if flag else ""
    (total,) = reading.execute(
        f"SELECT coalesce(sum(n), 0) FROM request_counts WHERE client_id = ?{kinds}{flagged}",
        (client_id, flag) if flag else (client_id,),
    ).fetchone()
    return int(total)


def _item(row: Sequence[Any]) -> RequestItem:
    return RequestItem(
        id=row[1],
        type=RequestType(row[2]),
        output_type=OutputType(row[3]) if row[3] else None,
        status=row[4],
        stage=Stage(row[5]),
        requested_on=from_ms(row[6]),
        title=row[7],
        error_code=row[8],
    )


def _recording(row: Sequence[Any]) -> RecordingItem:
    return RecordingItem(
        id=row[1],
        type=RequestType(row[2]),
        status=row[3],
        stage=Stage(row[4]),
        requested_on=from_ms(row[5]),
        title=row[6],
        succeeded_on=moment(row[7]),
        error_on=moment(row[8]),
        processing_on=moment(row[9]),
        scheduled_on=moment(row[10]),
        error_code=row[11],
        error_message=row[12],
        language=row[13],
        callback_data=row[14],
        share_key=row[15],
        response_text=row[16],
        audio=Media(*row[17:24]) if row[17] is not None else None,
        address=row[24] or "",
    )

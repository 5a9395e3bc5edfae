"""Requests as records: looked up, and what a caller does to them."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

import orjson

from server.domain.errors import Conflict, ErrorCode, NotFound
from server.domain.events import EventKind
from server.domain.files import Media
from server.domain.requests import (
    PODCAST_TYPES,
    Citation,
    OutputType,
    Request,
    RequestType,
    Stage,
    State,
)
from server.domain.times import from_ms, moment
from server.store import allowances, clients, outbox, publications, versions
from server.store.artefacts import Content
from server.store.clients import Reservation
from server.store.transactions import Reading, Transaction

PODCASTS, TRANSCRIPTS = 1, 2
"""Families of lists."""

_COLUMNS = (
    "r.seq, r.id, r.client_id, type_id, output_type, state, stage, status, requested_on, updated_on, title,"
    " progress_text, seconds_left, processing_on, succeeded_on, error_on, scheduled_on, error_code,"
    " error_message, callback_data, related_id, language,"
    " include_citations, approve_script, credits, attempt, share_key"
)
# One statement for all of it: every statement more is another change of threads. A request has results once it is
# completed, or made and not published.
_RESULTS = (
    " s.response_text, s.citations, s.notes, s.document_format, s.document_content, s.details,"
    " (SELECT json_group_array(json_array(key, name, file_name, media_type, size, sha256, duration_s))"
    " FROM (SELECT * FROM media m WHERE m.seq = r.seq ORDER BY position))"
)
_SELECT = (
    f"SELECT {_COLUMNS}, {_RESULTS} FROM requests r"
    " LEFT JOIN request_results s ON s.seq = r.seq"
    f" AND (r.state = 'completed' OR (r.state = 'failed' AND r.error_code = {ErrorCode.PUBLISHING_FAILED.value}))"
)
_BY_ID = f"{_SELECT} WHERE r.id = ? AND r.client_id = ? AND r.deleted_on IS NULL"
_BY_SEQ = f"{_SELECT} WHERE r.seq = ?"
_BY_SHARE = f"{_SELECT} WHERE r.share_key = ? AND r.share_key <> '' AND r.deleted_on IS NULL"
_GONE = "There is no such request."

_WRITTEN = ("request_results", "episode_drafts", "takes", "rebuilds", "episode_versions", *versions.TABLES)
"""Tables that hold what was written for a request."""
_EMPTIED = ("media", "request_sources", "request_orders", "publications", *_WRITTEN)
"""Tables whose rows go with the files of a deleted request."""
_ASKED = ("'$.text'", "'$.topic'", "'$.title_prompt'", "'$.description_prompt'", "'$.thumbnail_image_prompt'")
"""What an order says in its client's words."""

KEPT_AFTER_DELETION_MS = 30 * 24 * 3600 * 1000


def folded(title: str) -> str:
    """A title, or a part of one, as titles are searched: in any case and however its accents are composed."""
    return unicodedata.normalize("NFC", title).casefold()


def family_of(kind: RequestType) -> int | None:
    """The family of lists that a type is in."""
    if kind in PODCAST_TYPES:
        return PODCASTS
    return TRANSCRIPTS if kind is RequestType.TRANSCRIPT else None


def find(reading: Reading, request_id: str, client_id: str) -> Request:
    """A client's request with its result. Raises `NotFound`."""
    row = reading.execute(_BY_ID, (request_id, client_id)).fetchone()
    if row is None:
        raise NotFound(_GONE, code="request_not_found")
    return _request(row)


def owner_of(reading: Reading, request_id: str) -> str:
    """The client of a request; empty when it is gone."""
    row = reading.execute("SELECT client_id FROM requests WHERE id = ?", (request_id,)).fetchone()
    return str(row[0]) if row else ""


def find_shared(reading: Reading, share_key: str) -> Request:
    """The request of a share page. Raises `NotFound`."""
    row = reading.execute(_BY_SHARE, (share_key,)).fetchone()
    if row is None:
        raise NotFound("There is nothing at this address any more.", code="share_not_found")
    return _request(row)


def by_seq(reading: Reading, seq: int) -> Request:
    """A request that is known to be there."""
    return _request(reading.execute(_BY_SEQ, (seq,)).fetchone())


def spoken_text(reading: Reading, request_id: str, client_id: str) -> str:
    """What a completed recording says, for an order that builds on it. Raises `NotFound`."""
    row = reading.execute(
        "SELECT s.response_text FROM requests r JOIN request_results s ON s.seq = r.seq"
        " WHERE r.id = ? AND r.client_id = ? AND r.deleted_on IS NULL AND r.state = 'completed' AND r.family = ?",
        (request_id, client_id, PODCASTS),
    ).fetchone()
    if row is None:
        raise NotFound("There is no such completed recording.", code="request_not_found")
    return str(row[0])


def run_of(reading: Reading, client_id: str, run_key: str) -> str | None:
    """The id of the request that this run is, once it was submitted; deleted or not."""
    row = reading.execute(
        "SELECT id FROM requests WHERE client_id = ? AND run_key = ?", (client_id, run_key)
    ).fetchone()
    return str(row[0]) if row else None


def imported_of(reading: Reading, request_id: str) -> Content | None:
    """The sources that a completed request was made of, where they are kept."""
    row = reading.execute(
        "SELECT b.sha256, b.size FROM requests r JOIN request_results s ON s.seq = r.seq"
        " JOIN blobs b ON b.sha256 = s.imported WHERE r.id = ?",
        (request_id,),
    ).fetchone()
    return Content(*row) if row else None


def result_text(reading: Reading, request_id: str, client_id: str) -> str:
    """What a client's request says, deleted or not; empty while it says nothing."""
    row = reading.execute(
        "SELECT s.response_text FROM requests r JOIN request_results s ON s.seq = r.seq"
        " WHERE r.id = ? AND r.client_id = ?",
        (request_id, client_id),
    ).fetchone()
    return str(row[0]) if row else ""


def cancel(transaction: Transaction, request_id: str, client_id: str, now_ms: int) -> Request:
    """Stop a request for good; one that is cancelled already stays so.

    Raises:
        NotFound: there is none of the client.
        Conflict: it has ended, its results are being stored, or it is a template or schedule.
    """
    request = find(transaction, request_id, client_id)
    refusals = {
        State.COMPLETED: ("already_completed", "It is completed already: delete it instead."),
        State.FAILED: ("already_failed", "It has failed already: delete it or try it again."),
        State.SCHEDULE: ("not_cancellable", "A recurring schedule is paused or deleted, not cancelled."),
        State.TEMPLATE: ("not_cancellable", "A template is deleted, not cancelled."),
    }
    if request.state in refusals:
        code, sentence = refusals[request.state]
        raise Conflict(sentence, code=code)
    if request.state is State.CANCELLED:
        return request
    if request.stage is Stage.STORING:
        raise Conflict("Its results are being stored: it will be completed in a moment.", code="storing_results")
    return _cancelled(transaction, request_id, now_ms)


def delete(transaction: Transaction, request_id: str, client_id: str, now_ms: int) -> None:
    """Hide a request; one that still runs is cancelled first. Raises `NotFound`."""
    request = find(transaction, request_id, client_id)
    if request.state.is_open:
        _cancelled(transaction, request_id, now_ms)
    transaction.execute("UPDATE requests SET deleted_on = ? WHERE id = ?", (now_ms, request_id))
    transaction.emit(client_id, EventKind.DELETED, now_ms, subject=request_id)


def restore(transaction: Transaction, request_id: str, client_id: str, now_ms: int) -> Request:
    """Show a deleted request again while its files are there. Raises `NotFound`."""
    changed = transaction.execute(
        "UPDATE requests SET deleted_on = NULL"
        " WHERE id = ? AND client_id = ? AND deleted_on > ? AND emptied_on IS NULL",
        (request_id, client_id, now_ms - KEPT_AFTER_DELETION_MS),
    )
    request = find(transaction, request_id, client_id)
    if changed.rowcount:
        transaction.emit(client_id, EventKind.RESTORED, now_ms, subject=request_id, data=told_of(request))
    return request


def retry(transaction: Transaction, request_id: str, client_id: str, now_ms: int, *, day: str) -> Request:
    """Queue a failed or cancelled request again; it is paid for anew, by today's allowance.

    Raises:
        NotFound: there is none of the client.
        Conflict: it is neither failed nor cancelled.
        Invalid: the client can't pay for it.
    """
    request = find(transaction, request_id, client_id)
    if request.state not in {State.FAILED, State.CANCELLED}:
        raise Conflict("Only a failed or cancelled request can be tried again.", code="not_retryable")
    is_bound = allowances.admit_again(transaction, request_id, now_ms)
    wanted = Reservation(request.credits, day if request.type in PODCAST_TYPES and not is_bound else None)
    clients.reserve(transaction, client_id, wanted)
    if request.is_unpublished and publications.again(transaction, request_id, now_ms):
        # What was made is there: only what was not published is tried again.
        transaction.execute(
            "UPDATE requests SET state = 'processing', open = 1, stage = 'storing', error_code = 0,"
            " error_message = '', error_on = NULL, progress_text = 'Publishing', charged = 1, podcast_day = ?,"
            " updated_on = ? WHERE id = ?",
            (wanted.day, now_ms, request_id),
        )
        return _told(transaction, request_id, client_id, EventKind.QUEUED, now_ms)
    transaction.execute(
        "UPDATE requests SET state = 'queued', open = 1, stage = 'queued', error_code = 0, error_message = '',"
        " error_on = NULL, progress_text = '', seconds_left = NULL, crashes = 0, charged = 1, podcast_day = ?,"
        " due_on = ?, updated_on = ? WHERE id = ?",
        (wanted.day, now_ms, now_ms, request_id),
    )
    return _told(transaction, request_id, client_id, EventKind.QUEUED, now_ms)


def approve(transaction: Transaction, request_id: str, client_id: str, now_ms: int) -> Request:
    """Queue a request whose script waits for approval, without the wish to wait.

    Raises:
        NotFound: there is none of the client.
        Conflict: it does not wait.
    """
    request = find(transaction, request_id, client_id)
    if request.state is not State.WAITING:
        raise Conflict("Its script does not wait for approval.", code="not_waiting")
    transaction.execute(
        "UPDATE requests SET state = 'queued', approved_on = ?, due_on = ?, updated_on = ? WHERE id = ?",
        (now_ms, now_ms, now_ms, request_id),
    )
    return _told(transaction, request_id, client_id, EventKind.QUEUED, now_ms)


def reschedule(transaction: Transaction, request_id: str, client_id: str, due_ms: int, now_ms: int) -> Request:
    """Have a request that waits for its time start at another one.

    Raises:
        NotFound: there is none of the client.
        Conflict: it waits for no time, or its time has come.
    """
    find(transaction, request_id, client_id)
    moved = transaction.execute(
        "UPDATE requests SET scheduled_on = ?, due_on = ?, updated_on = ?"
        " WHERE id = ? AND state = 'queued' AND scheduled_on IS NOT NULL AND due_on > ?",
        (due_ms, due_ms, now_ms, request_id, now_ms),
    )
    if not moved.rowcount:
        raise Conflict("Only a request that waits for a later time can be moved.", code="not_scheduled")
    return _told(transaction, request_id, client_id, EventKind.QUEUED, now_ms)


def empty_deleted(transaction: Transaction, now_ms: int, *, limit: int = 500) -> tuple[str, ...]:
    """Let the files go of requests deleted 30 days ago; their ids. The record itself stays."""
    rows = transaction.execute(
        "SELECT seq, id FROM requests WHERE deleted_on <= ? AND deleted_on IS NOT NULL AND emptied_on IS NULL LIMIT ?",
        (now_ms - KEPT_AFTER_DELETION_MS, limit),
    ).fetchall()
    for seq, _ in rows:
        _empty(transaction, seq, _EMPTIED)
        transaction.execute("UPDATE requests SET emptied_on = ?, share_key = '' WHERE seq = ?", (now_ms, seq))
        transaction.forgets = True
    return tuple(request_id for _, request_id in rows)


def forget_written(transaction: Transaction, request_id: str) -> None:
    """Let go what was written for a request that was cancelled: a script that waited, what was changed in it, and
    what was asked for in words; the log of writes too."""
    rows = transaction.execute(
        "SELECT seq FROM requests WHERE id = ? AND state = ?", (request_id, State.CANCELLED.value)
    ).fetchall()
    for (seq,) in rows:
        _empty(transaction, seq, _WRITTEN)
        transaction.execute(
            f"UPDATE request_orders SET body = json_remove(body, {', '.join(_ASKED)}) WHERE seq = ?",
            (seq,),
        )
    transaction.forgets = True


def _empty(transaction: Transaction, seq: int, tables: Sequence[str]) -> None:
    for table in tables:
        transaction.execute(f"DELETE FROM {table} WHERE seq = ?", (seq,))


def give_back(transaction: Transaction, request_id: str) -> None:
    """Give the client back what the request took, if that has not been done."""
    row = transaction.execute(
        "SELECT client_id, credits, podcast_day FROM requests WHERE id = ? AND charged = 1", (request_id,)
    ).fetchone()
    if row is None:
        return
    client_id, credits_taken, day = row
    allowances.give_back(transaction, request_id)
    clients.give_back(transaction, client_id, Reservation(credits_taken, day))
    transaction.execute("UPDATE requests SET charged = 0, podcast_day = NULL WHERE id = ?", (request_id,))


def told_of(request: Request) -> dict[str, object]:
    """What an event says of a request."""
    return {
        "status": request.status,
        "stage": request.stage.value,
        "request_type_id": request.type.value,
        "audio_title": request.title,
        "progress_text": request.progress_text,
        "seconds_left": request.seconds_left,
        "error_code": request.error_code,
        "error_message": request.error_message,
    }


def _cancelled(transaction: Transaction, request_id: str, now_ms: int) -> Request:
    give_back(transaction, request_id)
    transaction.execute(
        "UPDATE requests SET state = 'cancelled', open = 0, status = 0, error_code = ?, error_message = 'Cancelled.',"
        " progress_text = '', seconds_left = NULL, lease_holder = '', lease_ends = NULL, updated_on = ? WHERE id = ?",
        (ErrorCode.CANCELLED.value, now_ms, request_id),
    )
    (seq,) = transaction.execute("SELECT seq FROM requests WHERE id = ?", (request_id,)).fetchone()
    request = by_seq(transaction, seq)
    transaction.emit(request.client_id, EventKind.CANCELLED, now_ms, subject=request_id, data=told_of(request))
    outbox.owe(transaction, request, EventKind.CANCELLED, now_ms)
    return request


def _told(transaction: Transaction, request_id: str, client_id: str, kind: EventKind, now_ms: int) -> Request:
    request = find(transaction, request_id, client_id)
    transaction.emit(client_id, kind, now_ms, subject=request_id, data=told_of(request))
    return request


def _request(row: Sequence[Any]) -> Request:
    text, cited, noted, document_format, document_content, details, made = row[27:34]
    return Request(
        id=row[1],
        client_id=row[2],
        type=RequestType(row[3]),
        output_type=OutputType(row[4]) if row[4] else None,
        state=State(row[5]),
        stage=Stage(row[6]),
        status=row[7],
        requested_on=from_ms(row[8]),
        updated_on=from_ms(row[9]),
        title=row[10],
        progress_text=row[11],
        seconds_left=row[12],
        processing_on=moment(row[13]),
        succeeded_on=moment(row[14]),
        error_on=moment(row[15]),
        scheduled_on=moment(row[16]),
        error_code=row[17],
        error_message=row[18],
        callback_data=row[19],
        related_id=row[20],
        language=row[21],
        include_citations=bool(row[22]),
        approve_script=bool(row[23]),
        credits=row[24],
        attempt=row[25],
        share_key=row[26],
        response_text=text or "",
        citations=tuple(Citation(*each) for each in orjson.loads(cited)) if cited else (),
        notes=tuple(orjson.loads(noted)) if noted else (),
        document_format=document_format or "",
        document_content=document_content or "",
        details=orjson.loads(details) if details else {},
        media=tuple(Media(*each) for each in orjson.loads(made)),
    )

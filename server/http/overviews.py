"""The queue as a person works with it: rows to filter and search, a request with all that is known, its script."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from pydantic import AfterValidator, BeforeValidator, Field

from server.domain.errors import FieldFault
from server.domain.orders import ContentOrder, Order, RevoicingOrder, ScriptOrder
from server.domain.overviews import RequestDetail, RequestRow, RowState, Spoken
from server.domain.requests import State
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.problems import invalid
from server.http.registry import Routes
from server.http.wire import Query, RequiredId, WireTime, digits, no_nul
from server.services.media import Links

# ruff: noqa: N815 - the wire's names
routes = Routes("Requests")

_INTERNAL = ("gathered", "repurposed")
"""What an order holds that no caller sends."""


class PassageReply(msgspec.Struct):
    """Words of a source, verbatim, that a line rests on; `source` is the source's title or address."""

    text: str
    source: str
    page: int | None
    timeMs: int | None


class ScriptLine(msgspec.Struct):
    """One turn of one speaker. The times are null until it is voiced."""

    speaker: str
    text: str
    startMs: int | None
    endMs: int | None
    passages: list[PassageReply]


class ScriptChapter(msgspec.Struct):
    """Where a chapter begins."""

    title: str
    startMs: int


class ScriptReply(msgspec.Struct):
    """The script of a request; chapters, and peaks from 0 to 1 evenly over its length, once it is voiced."""

    title: str
    language: str
    lines: list[ScriptLine]
    chapters: list[ScriptChapter]
    peaks: list[float]
    text: str


class RequestRowReply(msgspec.Struct, kw_only=True):
    """One request as a queue shows it. `duration` is in seconds, `show` the name of the show it is in."""

    id: str
    title: str
    request_type_id: int
    output_type: str
    status: int
    stage: str
    progress_text: str
    seconds_left: float | None
    requested_on: WireTime
    duration: float
    error_code: int
    error: str
    show: str
    scheduled_on: WireTime | UnsetType = UNSET
    cancelled: bool | UnsetType = UNSET


class RequestRowsReply(msgspec.Struct):
    """A stretch of the queue; `nextAfter` continues it and is null at its end."""

    requests: list[RequestRowReply]
    nextAfter: str | None
    totalCount: int
    counts: dict[str, int]


class RequestDetailReply(RequestRowReply, kw_only=True):
    """Everything of one request. `order` is a body that Create takes."""

    audio_url: str | None
    share_url: str | None
    file_size: int | None
    voices: list[str]
    language: str
    loudness: float | None
    written_by: str
    response_text: str
    notes: list[str]
    order: dict[str, Any]


class RowsQuery(Query):
    """Which rows."""

    search: Annotated[
        str, Field(max_length=500, description="A part of the title, in any case."), AfterValidator(no_nul)
    ] = ""
    state: Literal["all", "active", "queued", "processing", "waiting", "done", "failed", "cancelled"] = "all"
    after: Annotated[str, Field(max_length=100, description="`nextAfter` of the answer before.")] = ""
    limit: Annotated[int, Field(ge=1, le=500), BeforeValidator(digits)] = 200
    notebookId: Annotated[RequiredId | None, Field(description="Only what was made from this notebook.")] = None


@routes.get("/studio/requests", query=RowsQuery, replies=(RequestRowsReply,))
async def rows(call: Call, query: RowsQuery) -> RequestRowsReply:
    """List requests, newest first, filtered by state and searched by title.

    `totalCount` counts what the filter and the search leave; `counts` counts every request by state.
    """
    page = await call.services.requests.rows(
        by=call.by,
        search=query.search,
        state=RowState(query.state),
        before=_place(query.after),
        limit=query.limit,
        notebook_id=query.notebookId or "",
    )
    return RequestRowsReply(
        requests=[RequestRowReply(**_row(row)) for row in page.rows],
        nextAfter=_cursor(page.next_before) if page.next_before else None,
        totalCount=page.total,
        counts={str(state): count for state, count in page.counts.items()},
    )


@routes.get("/studio/requests/{id}", replies=(RequestDetailReply,))
async def detail(call: Call) -> RequestDetailReply:
    """Read all that is known of a request, with its order as a body that Create takes."""
    found = await call.services.requests.detail(call.params["id"], by=call.by)
    request, spoken = found.request, found.spoken
    recording = spoken.recording if spoken else None
    links = call.services.media.links_of(request) if request.state is State.COMPLETED else Links()
    return RequestDetailReply(
        **_row(_row_of(found)),
        audio_url=links.audio_url or None,
        share_url=links.share_url or None,
        file_size=request.file_size,
        voices=list(
            (recording.voices if recording else ())
            or call.services.voices.names(_asked_voices(found.order), client_id=call.by.id)
        ),
        language=request.language,
        loudness=round(recording.loudness_lufs, 1) if recording else None,
        written_by=spoken.script.written_by if spoken else request.details.get("written_by", ""),
        response_text=request.response_text,
        notes=list(request.notes),
        order=order_record(found.order) if found.order else {},
    )


@routes.get("/studio/requests/{id}/script", replies=(ScriptReply,))
async def script(call: Call) -> ScriptReply:
    """Read the script that was written for a request, with times, passages and peaks."""
    return _script(await call.services.requests.spoken(call.params["id"], by=call.by))


def _asked_voices(order: Order | None) -> tuple[int | None, ...]:
    match order:
        case ContentOrder():
            return (order.voice1, order.voice2)
        case ScriptOrder():
            return order.voices
        case RevoicingOrder():
            return (order.voice1, order.voice2)
        case _:
            return ()


def order_record(order: Order) -> dict[str, Any]:
    """An order under the wire's names, without what was left at its default."""
    plain: dict[str, Any] = msgspec.to_builtins(order)
    for name in _INTERNAL:
        plain.pop(name, None)
    if isinstance(order, ScriptOrder):
        voices = {f"voice{number}": voice for number, voice in enumerate(plain.pop("voices"), 1)}
        return voices | {_wire_name(name): value for name, value in plain.items() if value}
    if not isinstance(order, ContentOrder):
        return {_wire_name(name): value for name, value in plain.items() if value not in (None, "", 0)}
    usual: dict[str, Any] = msgspec.to_builtins(ContentOrder(output_type=order.output_type))
    return {
        _wire_name(name): [_renamed(each) for each in value] if isinstance(value, list) else _renamed(value)
        for name, value in plain.items()
        if name == "output_type" or value != usual[name]
    }


def _renamed(value: Any) -> Any:
    if isinstance(value, dict):
        return {_wire_name(name): each for name, each in value.items() if each is not None}
    return value


def _wire_name(name: str) -> str:
    brand = "video_site_"
    if name.startswith(brand):
        return f"video_site{_wire_name('x_' + name.removeprefix(brand))[1:]}"
    first, *rest = name.split("_")
    return "".join((first, *(word if word.isdigit() else word.capitalize() for word in rest)))


def _script(found: Spoken) -> ScriptReply:
    script, recording = found.script, found.recording
    titles = dict(script.source_titles)
    times: list[tuple[int, int] | tuple[None, None]] = list(recording.line_times_ms) if recording else []
    times += [(None, None)] * (len(script.lines) - len(times))
    return ScriptReply(
        title=script.title,
        language=script.language,
        lines=[
            ScriptLine(
                speaker=line.label,
                text=line.text,
                startMs=start,
                endMs=end,
                passages=[PassageReply(p.text, titles.get(p.source_id, ""), p.page, p.time_ms) for p in line.passages],
            )
            for line, (start, end) in zip(script.lines, times, strict=False)
        ],
        chapters=[ScriptChapter(c.title, c.start_ms) for c in recording.chapters] if recording else [],
        peaks=_peaks(recording.waveform) if recording else [],
        text=script.as_text(),
    )


def _row_of(found: RequestDetail) -> RequestRow:
    request = found.request
    return RequestRow(
        id=request.id,
        title=request.title,
        type=request.type,
        output_type=request.output_type,
        state=request.state,
        status=request.status,
        stage=request.stage,
        progress_text=request.progress_text,
        seconds_left=request.seconds_left,
        requested_on=request.requested_on,
        duration_s=request.duration_s or 0.0,
        error_code=request.error_code,
        error_message=request.error_message,
        show=found.show,
        scheduled_on=request.scheduled_on,
    )


def _row(row: RequestRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "title": row.title,
        "request_type_id": int(row.type),
        "output_type": str(row.output_type or ""),
        "status": row.status,
        "stage": str(row.stage),
        "progress_text": row.progress_text,
        "seconds_left": None if row.seconds_left is None else round(row.seconds_left, 1),
        "requested_on": wire_time(row.requested_on),
        "duration": round(row.duration_s, 3),
        "error_code": row.error_code,
        "error": row.error_message,
        "show": row.show,
        "scheduled_on": msgspec.UNSET if row.scheduled_on is None else wire_time(row.scheduled_on),
        "cancelled": True if row.state is State.CANCELLED else msgspec.UNSET,
    }


def _cursor(place: int) -> str:
    return base64.urlsafe_b64encode(place.to_bytes(8, "big").lstrip(b"\0")).decode("ascii").rstrip("=")


def _place(cursor: str) -> int:
    if not cursor:
        return 0
    try:
        place = int.from_bytes(
            base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True), "big"
        )
    except (binascii.Error, ValueError):
        place = 0
    if not 0 < place < 2**62:
        raise invalid([FieldFault("after", "must be the nextAfter of an earlier answer")])
    return place


def _peaks(waveform: tuple[int, ...]) -> list[float]:
    """The waveform with its loudest stretch at 1, as a player draws it."""
    loudest = max(waveform, default=0) or 1
    return [round(level / loudest, 3) for level in waveform]

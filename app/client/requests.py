"""Requests: what was asked for, how far it is, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from app.client.connection import Connection, Json
from app.client.readings import Record, flag, moment, number, real, records, sentence, sentences, text


class State(StrEnum):
    """What a person calls the state of a request."""

    QUEUED = "queued"
    PROCESSING = "processing"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


CANCELLED_CODE = 499
MOST_AT_ONCE = 500
"""Rows that one answer of the server may hold."""


@dataclass(frozen=True, slots=True)
class Row:
    """One request as the queue lists it. `duration` is in seconds, `seconds_left` None when nobody knows."""

    id: str
    title: str = ""
    output_type: str = "audio"
    status: int = 0
    stage: str = "queued"
    progress_text: str = ""
    seconds_left: int | None = None
    requested_on: datetime | None = None
    duration: float = 0.0
    error_code: int = 0
    error: str = ""
    show: str = ""
    scheduled_on: datetime | None = None
    """When it is to start, where a time was named."""
    kind: int = 0
    """The wire's `request_type_id`; 0 where the server doesn't say."""

    @property
    def state(self) -> State:
        """The state that status, stage and error code add up to."""
        if self.error_code == CANCELLED_CODE:
            return State.CANCELLED
        if self.error_code:
            return State.FAILED
        if self.status >= 100:
            return State.DONE
        if self.stage == "waiting_for_approval":
            return State.WAITING
        return State.QUEUED if self.status == 0 else State.PROCESSING

    @property
    def ended(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self.state in (State.DONE, State.FAILED, State.CANCELLED)


@dataclass(frozen=True, slots=True)
class RowPage:
    """A stretch of the queue, newest first. `next_after` continues it; empty at the end."""

    rows: tuple[Row, ...]
    next_after: str = ""
    total: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Detail:
    """Everything the window shows of one request. Sizes in bytes, durations in seconds, loudness in LUFS."""

    row: Row
    audio_url: str = ""
    share_url: str = ""
    file_size: int = 0
    voices: tuple[str, ...] = ()
    language: str = ""
    loudness: float | None = None
    written_by: str = ""
    response_text: str = ""
    order: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Passage:
    """The words of a source that a line rests on. `page` and `time_ms` are None where the source has none."""

    text: str
    source: str
    page: int | None = None
    time_ms: int | None = None


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """One turn of the episode, in milliseconds from its start."""

    speaker: str
    text: str
    start_ms: int
    end_ms: int
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter's title and its start in milliseconds."""

    title: str
    start_ms: int


@dataclass(frozen=True, slots=True)
class SpokenScript:
    """The episode as it was spoken. `peaks` are loudness values from 0 to 1, evenly over its length."""

    title: str
    lines: tuple[SpokenLine, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    peaks: tuple[float, ...] = ()

    def chapter_beside(self, position_ms: int, direction: int) -> int | None:
        """The start of the next chapter (1) or of the one before (-1), the beginning at the least; None after the last.

        Back within the first two seconds of a chapter means the one before it.
        """
        starts = [chapter.start_ms for chapter in self.chapters]
        if direction > 0:
            return next((start for start in starts if start > position_ms), None)
        return max((start for start in starts if start < position_ms - 2000), default=0)

    def line_at(self, position_ms: int) -> int:
        """The index of the line that sounds at `position_ms`, or of the last one before it; -1 before the first."""
        low, high = 0, len(self.lines)
        while low < high:
            middle = (low + high) // 2
            if self.lines[middle].start_ms <= position_ms:
                low = middle + 1
            else:
                high = middle
        return low - 1


@dataclass(frozen=True, slots=True)
class Quote:
    """What an order would cost: credits, seconds until it is done, bytes it would take."""

    credits: int
    seconds: int
    size: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """An order that is safe on the server's disk. `warnings` name fields the server did not know."""

    id: str
    warnings: tuple[str, ...] = ()


class Requests:
    """Calls about requests."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def page(
        self, *, search: str = "", state: str = "all", after: str = "", limit: int = 200, notebook_id: str = ""
    ) -> RowPage:
        """A stretch of the queue, filtered and searched by the server. `after` is the last page's `next_after`."""
        reply = await self._connection.get(
            "/studio/requests",
            search=search or None,
            state=state,
            after=after or None,
            limit=limit,
            notebookId=notebook_id or None,
        )
        counts = reply.get("counts")
        return RowPage(
            rows=tuple(row_of(record) for record in records(reply.get("requests"))),
            next_after=text(reply, "nextAfter"),
            total=number(reply, "totalCount"),
            counts={k: int(v) for k, v in counts.items()} if isinstance(counts, Mapping) else {},
        )

    async def waiting(self) -> tuple[Row, ...]:
        """Every request that waits, newest first; those for a later time tell it."""
        found: list[Row] = []
        page = await self.page(state="queued", limit=MOST_AT_ONCE)
        found.extend(page.rows)
        while page.next_after:
            page = await self.page(state="queued", after=page.next_after, limit=MOST_AT_ONCE)
            found.extend(page.rows)
        return tuple(found)

    async def move(self, request_id: str, moment: datetime) -> None:
        """Have a request that waits for its time start at another one; `moment` has a zone."""
        wanted = moment.astimezone(UTC).isoformat()
        await self._connection.post(f"/studio/requests/{request_id}/schedule", {"scheduledOn": wanted})

    async def detail(self, request_id: str) -> Detail:
        """One request with its results and the order it came from."""
        return detail_of(await self._connection.get(f"/studio/requests/{request_id}"))

    async def preview(self, wish: Mapping[str, Any]) -> bytes:
        """The first scene of a video in a style, as JPEG; `wish` holds `style`, `format`, `text` and `title`."""
        return await self._connection.made("/studio/preview", wish)

    async def script(self, request_id: str) -> SpokenScript:
        """The spoken lines with times and passages, chapters and peaks."""
        return script_of(await self._connection.get(f"/studio/requests/{request_id}/script"))

    async def create(self, order: Mapping[str, Json], *, key: str = "") -> Accepted:
        """Ask for something to be made; what is made from a notebook, once under a key."""
        if key:
            reply = await self._connection.post_once("/content/Create", order, key=key)
        else:
            reply = await self._connection.post("/content/Create", order)
        return Accepted(text(reply, "request_id"), sentences(reply, "warnings"))

    async def quote(self, order: Mapping[str, Json]) -> Quote:
        """What this order would cost and how long it would take; nothing is made."""
        reply = await self._connection.post("/content/Create", order, quote="true")
        return Quote(number(reply, "credits"), number(reply, "estimatedSeconds"), number(reply, "estimatedBytes"))

    async def repurpose(self, request_id: str, wish: Mapping[str, Json]) -> Accepted:
        """Make another output type of what a completed request was made of; nothing is imported again."""
        reply = await self._connection.post("/content/Repurpose", {"requestId": request_id, **wish})
        return Accepted(text(reply, "request_id"), sentences(reply, "warnings"))

    async def cancel(self, request_id: str) -> None:
        """Stop a queued or running request."""
        await self._connection.post("/content/CancelRequest", {"id": request_id})

    async def delete(self, request_id: str) -> None:
        """Take a request out of every list; `restore` brings it back for 30 days."""
        await self._connection.post("/content/DeleteRequest", {"id": request_id})

    async def restore(self, request_id: str) -> None:
        """Bring a deleted request back."""
        await self._connection.post(f"/studio/requests/{request_id}/restore")

    async def retry(self, request_id: str) -> None:
        """Run a failed or cancelled request again from its last checkpoint."""
        await self._connection.post(f"/studio/requests/{request_id}/retry")

    async def approve(self, request_id: str) -> None:
        """Let a request that waits with its script go on to the voices."""
        await self._connection.post(f"/studio/requests/{request_id}/approve")


def row_of(record: Record) -> Row:
    """Read one queue record."""
    left = record.get("seconds_left")
    return Row(
        id=text(record, "id"),
        title=text(record, "title", "audio_title"),
        output_type=text(record, "output_type") or "audio",
        status=number(record, "status"),
        stage=text(record, "stage") or "queued",
        progress_text=text(record, "progress_text"),
        seconds_left=int(left) if isinstance(left, int | float) else None,
        requested_on=moment(record, "requested_on"),
        duration=real(record, "duration", "audio_duration"),
        error_code=CANCELLED_CODE if flag(record, "cancelled") else number(record, "error_code"),
        error=sentence(record, "error", "error_message"),
        show=text(record, "show"),
        scheduled_on=moment(record, "scheduled_on"),
        kind=number(record, "request_type_id"),
    )


def changed_by(row: Row, news: Record) -> Row:
    """A row after an event, which carries only what may have changed."""
    left = news.get("seconds_left", row.seconds_left)
    return replace(
        row,
        title=text(news, "title", "audio_title") or row.title,
        status=number(news, "status") if "status" in news else row.status,
        stage=text(news, "stage") or row.stage,
        progress_text=text(news, "progress_text") if "progress_text" in news else row.progress_text,
        seconds_left=int(left) if isinstance(left, int | float) else None,
        duration=real(news, "duration", "audio_duration") or row.duration,
        error_code=number(news, "error_code") if "error_code" in news else row.error_code,
        error=sentence(news, "error", "error_message") if "error_code" in news else row.error,
    )


def detail_of(record: Record) -> Detail:
    """Read one request's details."""
    order = record.get("order")
    loudness = record.get("loudness")
    return Detail(
        row=row_of(record),
        audio_url=text(record, "audio_url"),
        share_url=text(record, "share_url"),
        file_size=number(record, "file_size"),
        voices=_sentences(record.get("voices")),
        language=text(record, "language"),
        loudness=float(loudness) if isinstance(loudness, int | float) else None,
        written_by=text(record, "written_by"),
        response_text=text(record, "response_text"),
        order=order if isinstance(order, Mapping) else {},
    )


def script_of(record: Record) -> SpokenScript:
    """Read a script with its times, passages, chapters and peaks."""
    peaks = record.get("peaks")
    return SpokenScript(
        title=text(record, "title"),
        lines=tuple(
            SpokenLine(
                speaker=text(line, "speaker"),
                text=text(line, "text"),
                start_ms=number(line, "startMs"),
                end_ms=number(line, "endMs"),
                passages=tuple(passage_of(p) for p in records(line.get("passages"))),
            )
            for line in records(record.get("lines"))
        ),
        chapters=tuple(Chapter(text(c, "title"), number(c, "startMs")) for c in records(record.get("chapters"))),
        peaks=tuple(float(p) for p in peaks) if isinstance(peaks, list) else (),
    )


def passage_of(record: Record) -> Passage:
    """Read one passage."""
    page, time_ms = record.get("page"), record.get("timeMs")
    return Passage(
        text=text(record, "text"),
        source=text(record, "source"),
        page=page if isinstance(page, int) else None,
        time_ms=time_ms if isinstance(time_ms, int) else None,
    )


def _sentences(value: object) -> tuple[str, ...]:
    return tuple(str(entry) for entry in value) if isinstance(value, list) else ()

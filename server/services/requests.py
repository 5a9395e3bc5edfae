"""Requests from order to deletion."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

import msgspec

from server.config.faults import fault
from server.domain.accounts import Account
from server.domain.errors import InvalidField, NotFound, Unavailable
from server.domain.identifiers import new_id
from server.domain.orders import ContentOrder, Order
from server.domain.overviews import RequestDetail, RowPage, RowState, Spoken
from server.domain.pages import Page
from server.domain.prices import PRICES, price_of
from server.domain.recordings import Recording
from server.domain.requests import (
    PODCAST_TYPES,
    TARGET_MINUTES,
    Accepted,
    OutputType,
    Quality,
    Quote,
    RecordingFilter,
    RecordingItem,
    Request,
    RequestItem,
    RequestType,
    State,
    request_type_of,
)
from server.domain.scripts import Script
from server.domain.times import Clock, to_ms, utc_day, utc_now
from server.services.intake import CheckedOrder, Intake
from server.services.naming import provisional_title
from server.services.specs import decoded, encoded
from server.store import lists, overviews, requests
from server.store.clients import Reservation
from server.store.contents import SourceContent
from server.store.database import Store
from server.store.requests import PODCASTS, TRANSCRIPTS, NewRequest

PORTION = 500
"""Requests read at a time for a streamed list."""
MP3_BYTES_A_SECOND = 16_000
"""128 kbit/s."""
VOICING_FACTOR = {Quality.DRAFT: 0.02, Quality.FINAL: 0.35}
"""Seconds of work for a second of recording: voicing (0.26 or 0.005, measured), mixing and writing the file."""
READING_S = 5.0
"""Importing and writing, whatever is made."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """An order of any kind that has passed every check but the account's balance. `order` names no bulky content
    any more: that lies in `sources`."""

    order: Order
    kind: RequestType
    credits: int
    output_type: OutputType | None = None
    title: str = ""
    sources: tuple[SourceContent, ...] = ()
    callback_data: str | None = None
    related_id: str = ""
    language: str = ""
    include_citations: bool = False
    approve_script: bool = False
    scheduled_on: datetime | None = None
    run_key: str | None = None
    """A run of a template or schedule: accepted once, however often it is submitted."""
    kept: State | None = None
    """SCHEDULE or TEMPLATE for what is kept and never queued itself."""


class Queue(Protocol):
    """What is told when there is something to do."""

    def wake(self) -> None:
        """A request may be due."""
        ...

    def expect(self, due_ms: int) -> None:
        """A request will be due then."""
        ...

    def stop(self, request_id: str) -> None:
        """A request was cancelled: end its processes if it has any."""
        ...

    @property
    def is_closing(self) -> bool:
        """Whether the server is about to end."""
        ...


class Requests:
    """What a caller may do with requests of its own."""

    def __init__(
        self,
        store: Store,
        intake: Intake,
        queue: Queue,
        *,
        prices: Mapping[str, int] = PRICES,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._intake = intake
        self._queue = queue
        self._prices = prices
        self._clock = clock

    async def submit(self, order: ContentOrder, *, by: Account) -> Accepted:
        """Accept an order; it is safe on disk and its credits are reserved before the caller hears yes.

        Raises:
            InvalidField: an id, voice, file or address in it is not usable; the error names the field.
            Invalid: ``pro_required``, ``subscription_expired``, ``insufficient_credits``, ``daily_podcast_limit``.
            Forbidden: a notebook is named without a licence (``licence_required``).
            Unavailable: the server is closing, or the disk can't take it.
        """
        self._require_open()
        return await self.accept(await self._taken(order, by=by), by=by)

    async def accept(self, checked: Checked, *, by: Account) -> Accepted:
        """Accept an order of any kind that has been checked.

        Raises:
            Invalid: ``subscription_expired``, ``insufficient_credits``, ``daily_podcast_limit``.
            Unavailable: the server is closing, or the disk can't take it.
        """
        (accepted,) = await self.accept_all((checked,), by=by)
        return accepted

    async def accept_all(self, every: Sequence[Checked], *, by: Account) -> tuple[Accepted, ...]:
        """`accept` for several orders in one transaction: all of them are taken, or none is."""
        self._require_open()
        now = self._clock()
        by.require_subscription(now)
        new = tuple(self._new(checked, by=by, now=now) for checked in every)
        ids = await self._store.write(requests.accept_all, new)
        fault("after-accept-commit")
        self._queue.wake()
        for checked in every:
            if checked.scheduled_on is not None and checked.scheduled_on > now:
                self._queue.expect(to_ms(checked.scheduled_on))
        return tuple(Accepted(request_id) for request_id in ids)

    def _require_open(self) -> None:
        if self._queue.is_closing:
            raise Unavailable("The server is closing: send the order again when it is back.", code="closing")

    @staticmethod
    def _new(checked: Checked, *, by: Account, now: datetime) -> NewRequest:
        counts = checked.kind in PODCAST_TYPES
        return NewRequest(
            id=new_id(),
            client_id=by.id,
            type=checked.kind,
            output_type=checked.output_type,
            order=encoded(checked.order),
            reservation=Reservation(checked.credits, utc_day(now).isoformat() if counts else None),
            requested_ms=to_ms(now),
            scheduled_ms=to_ms(checked.scheduled_on) if checked.scheduled_on is not None else None,
            title=checked.title,
            callback_data=checked.callback_data,
            related_id=checked.related_id,
            language=checked.language,
            include_citations=checked.include_citations,
            approve_script=checked.approve_script,
            sources=checked.sources,
            run_key=checked.run_key,
            kept=checked.kept,
        )

    async def _taken(self, order: ContentOrder, *, by: Account, kind: RequestType | None = None) -> Checked:
        checked = await self._checked(order, by=by, keep=True)
        return Checked(
            order=checked.order,
            kind=kind or request_type_of(order.output_type, video_format=order.format),
            credits=price_of(order, self._prices),
            output_type=order.output_type,
            title=provisional_title(order, checked.sources),
            sources=checked.sources,
            callback_data=order.callback_data,
            related_id=order.related_id,
            language=order.language,
            include_citations=order.include_citations,
            approve_script=order.approve_script,
            scheduled_on=order.scheduled_on,
        )

    async def quote(self, order: ContentOrder, *, by: Account) -> Quote:
        """What the order would cost; it is checked like `submit` and nothing is kept."""
        await self._checked(order, by=by, keep=False)
        credits_needed = price_of(order, self._prices)
        if order.output_type is not OutputType.AUDIO:
            return Quote(credits_needed, READING_S, 20_000)
        seconds = TARGET_MINUTES[order.duration] * 60
        work = READING_S + seconds * VOICING_FACTOR[order.quality]
        return Quote(credits_needed, round(work, 1), int(seconds * MP3_BYTES_A_SECOND))

    async def get(self, request_id: str, *, by: Account) -> Request:
        """One request, for Status. Raises `NotFound`."""
        return await self._store.read(requests.find, request_id, by.id)

    async def script(self, request_id: str, *, by: Account) -> Script:
        """The script written for a request, for approval or reading. Raises `NotFound`."""
        return (await self.spoken(request_id, by=by)).script

    async def spoken(self, request_id: str, *, by: Account) -> Spoken:
        """The script and, once it is voiced, its recording. Raises `NotFound`."""
        script, recording = await self._store.read(overviews.spoken, request_id, by.id)
        return Spoken(
            msgspec.json.decode(script, type=Script),
            msgspec.json.decode(recording, type=Recording) if recording else None,
        )

    async def rows(
        self, *, by: Account, search: str = "", state: RowState = RowState.ALL, before: int = 0, limit: int = 200
    ) -> RowPage:
        """A stretch of the queue, newest first, older than `before` (0 for the newest), with the counts beside it."""
        return await self._store.read(
            overviews.rows, by.id, search=search.strip(), state=state, before=before or lists.FIRST, limit=limit
        )

    async def detail(self, request_id: str, *, by: Account) -> RequestDetail:
        """Everything of one request, with the order it came from. Raises `NotFound`."""
        request = await self.get(request_id, by=by)
        show = await self._store.read(overviews.show_of, request_id)
        body, sources = await self._store.read(overviews.order_of, request_id, by.id)
        try:
            spoken = await self.spoken(request_id, by=by)
        except NotFound:
            spoken = None
        order = decoded(body, request.type) if body else None
        if isinstance(order, ContentOrder):
            order = await self._intake.as_sent(order, sources, by=by)
        return RequestDetail(request, show, order, spoken)

    async def cancel(self, request_id: str, *, by: Account) -> Request:
        """Stop a queued, waiting or running request for good and give back what it reserved; again is no error.

        Raises:
            NotFound: there is none of the caller.
            Conflict: ``already_completed``, ``already_failed``, ``storing_results``, ``not_cancellable`` (20, 21).
            Unavailable: the server is closing (``cancellation_unavailable``).
        """
        if self._queue.is_closing:
            raise Unavailable("The server is closing: cancel it when it is back.", code="cancellation_unavailable")
        cancelled = await self._store.write(requests.cancel, request_id, by.id, self._now_ms())
        fault("after-cancel-commit")
        self._queue.stop(request_id)
        return cancelled

    async def delete(self, request_id: str, *, by: Account) -> None:
        """Hide a request from every list and from Status; a running one is cancelled first. Raises `NotFound`."""
        await self._store.write(requests.delete, request_id, by.id, self._now_ms())
        self._queue.stop(request_id)

    async def restore(self, request_id: str, *, by: Account) -> Request:
        """Bring back a request deleted less than 30 days ago; one that is not deleted stays as it is.

        Raises:
            NotFound: there is none of the caller, or its files are gone.
        """
        return await self._store.write(requests.restore, request_id, by.id, self._now_ms())

    async def retry(self, request_id: str, *, by: Account) -> Request:
        """Run a failed or cancelled request again from its checkpoints; it is paid for anew.

        Raises:
            NotFound: there is none of the caller.
            Conflict: ``not_retryable``: it is neither failed nor cancelled.
            Invalid: as `submit`.
        """
        now = self._clock()
        by.require_subscription(now)
        queued = await self._store.write(requests.retry, request_id, by.id, to_ms(now), day=utc_day(now).isoformat())
        self._queue.wake()
        return queued

    async def approve(self, request_id: str, *, by: Account) -> Request:
        """Let a request go on whose script waits for approval.

        Raises:
            NotFound: there is none of the caller.
            Conflict: ``not_waiting``.
        """
        queued = await self._store.write(requests.approve, request_id, by.id, self._now_ms())
        self._queue.wake()
        return queued

    async def page(self, page: int, limit: int, *, by: Account) -> Page[RequestItem]:
        """A numbered page of all requests, newest first; `page` counts from 1."""
        return await self._store.read(lists.page, by.id, page, limit)

    def every(self, *, by: Account) -> AsyncIterator[Sequence[RequestItem]]:
        """All requests, newest first, in portions of some hundreds, for a streamed answer."""
        return self._follow(lambda before: self._store.read(lists.portion, by.id, before, PORTION))

    async def podcasts_page(
        self, page: int, limit: int, *, status: RecordingFilter, by: Account
    ) -> Page[RecordingItem]:
        """A numbered page of the podcast list (types 1, 13, 14, 15)."""
        return await self._store.read(lists.recordings_page, by.id, page, limit, family=PODCASTS, status=status)

    def every_podcast(self, *, status: RecordingFilter, by: Account) -> AsyncIterator[Sequence[RecordingItem]]:
        """The whole podcast list in portions."""
        return self._recordings(PODCASTS, status, by)

    async def transcripts_page(
        self, page: int, limit: int, *, status: RecordingFilter, by: Account
    ) -> Page[RecordingItem]:
        """A numbered page of the transcript list (type 18)."""
        return await self._store.read(lists.recordings_page, by.id, page, limit, family=TRANSCRIPTS, status=status)

    def every_transcript(self, *, status: RecordingFilter, by: Account) -> AsyncIterator[Sequence[RecordingItem]]:
        """The whole transcript list in portions."""
        return self._recordings(TRANSCRIPTS, status, by)

    async def _checked(self, order: ContentOrder, *, by: Account, keep: bool) -> CheckedOrder:
        has_source = order.resources or order.topic or order.podcast_episode_ids
        elsewhere = order.feed_selections or order.researches or order.video_site_channels or order.notebook_id
        if not has_source and not elsewhere:
            raise InvalidField("resources", "give at least one source, or a topic")
        return await self._intake.check(order, by=by, keep=keep)

    def _recordings(self, family: int, status: RecordingFilter, by: Account) -> AsyncIterator[Sequence[RecordingItem]]:
        return self._follow(
            lambda before: self._store.read(
                lists.recordings_portion, by.id, before, PORTION, family=family, status=status
            )
        )

    @staticmethod
    async def _follow(
        portion_before: Callable[[int], Awaitable[tuple[tuple[Item, ...], int]]],
    ) -> AsyncIterator[Sequence[Item]]:
        before = lists.FIRST
        while before:
            items, before = await portion_before(before)
            if items:
                yield items

    def _now_ms(self) -> int:
        return to_ms(self._clock())

"""Requests from order to deletion."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime
from typing import TypeVar

from server.config.faults import fault
from server.domain.accounts import Account
from server.domain.decoding import from_json
from server.domain.errors import InvalidField, NotFound, Unavailable
from server.domain.orders import ContentOrder
from server.domain.overviews import RequestDetail, RowPage, RowState, Spoken
from server.domain.pages import Page
from server.domain.recordings import Recording
from server.domain.requests import (
    RecordingFilter,
    RecordingItem,
    Request,
    RequestItem,
)
from server.domain.scripts import Script
from server.domain.times import to_ms, utc_day
from server.services.ordering import Ordering
from server.services.specs import decoded
from server.store import links, lists, overviews, requests
from server.store.requests import PODCASTS, TRANSCRIPTS

PORTION = 500
"""Requests read at a time for a streamed list."""
LIGHT = 2_000
"""Characters of a request's texts up to which it is kept for those who poll it."""
Item = TypeVar("Item")


class Requests(Ordering):
    """What a caller may do with requests of its own, ordering them included."""

    @property
    def makes(self) -> frozenset[str]:
        """The output types that orders are accepted for."""
        return self._intake.makes

    async def get(self, request_id: str, *, by: Account) -> Request:
        """One request, for Status. Raises `NotFound`."""
        return self._store.recall(_is_light, requests.find, request_id, by.id)

    async def script(self, request_id: str, *, by: Account) -> Script:
        """The script written for a request, for approval or reading. Raises `NotFound`."""
        return (await self.spoken(request_id, by=by)).script

    async def spoken(self, request_id: str, *, by: Account) -> Spoken:
        """The script and, once it is voiced, its recording. Raises `NotFound`."""
        script, recording = await self._store.read(overviews.spoken, request_id, by.id)
        return Spoken(
            from_json(script, Script),
            from_json(recording, Recording) if recording else None,
        )

    async def rows(
        self,
        *,
        by: Account,
        search: str = "",
        state: RowState = RowState.ALL,
        before: int = 0,
        limit: int = 200,
        notebook_id: str = "",
    ) -> RowPage:
        """A stretch of the queue, newest first, older than `before` (0 for the newest), with the counts beside it."""
        return await self._store.read(
            overviews.rows,
            by.id,
            search=search.strip(),
            state=state,
            before=before or lists.FIRST,
            limit=limit,
            notebook_id=notebook_id,
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

    async def renew_links(self, request_id: str, *, by: Account) -> Request:
        """Take back the public links of a completed request; what was handed out leads nowhere any more.

        Raises:
            NotFound: there is none of the caller.
            Conflict: ``not_completed``, ``published``.
        """
        await self._store.write(links.renew, request_id, by.id)
        return await self._store.read(requests.find, request_id, by.id)

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

    async def reschedule(self, request_id: str, moment: datetime, *, by: Account) -> Request:
        """Have a request that waits for its time start at another one.

        Raises:
            InvalidField: `moment` is not in the future.
            NotFound: there is none of the caller.
            Conflict: ``not_scheduled``: it waits for no time, or its time has come.
        """
        now = self._clock()
        if moment <= now:
            raise InvalidField("scheduledOn", "lies in the past: name a later time")
        moved = await self._store.write(requests.reschedule, request_id, by.id, to_ms(moment), to_ms(now))
        self._queue.expect(to_ms(moment))
        return moved

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


def _is_light(request: Request) -> bool:
    texts = (request.response_text, request.document_content, *(each.text for each in request.citations))
    return sum(map(len, texts)) <= LIGHT

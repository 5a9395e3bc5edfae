"""Requests from order to deletion."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from server.domain.accounts import Account
from server.domain.orders import ContentOrder
from server.domain.pages import Page
from server.domain.requests import Accepted, Quote, RecordingFilter, RecordingItem, Request, RequestItem
from server.domain.scripts import Script


class Requests:
    """What a caller may do with requests of its own."""

    async def submit(self, order: ContentOrder, *, by: Account) -> Accepted:
        """Accept an order; it is safe on disk and its credits are reserved before the caller hears yes.

        Raises:
            InvalidField: an id, voice, file or address in it is not usable; the error names the field.
            Invalid: ``pro_required``, ``subscription_expired``, ``insufficient_credits``, ``daily_podcast_limit``.
            Forbidden: a notebook is named without a licence (``licence_required``).
            Unavailable: the server is closing, or the disk can't take it.
        """
        raise NotImplementedError

    async def quote(self, order: ContentOrder, *, by: Account) -> Quote:
        """What the order would cost; it is checked like `submit` and nothing is kept."""
        raise NotImplementedError

    async def get(self, request_id: str, *, by: Account) -> Request:
        """One request, for Status. Raises `NotFound`."""
        raise NotImplementedError

    async def script(self, request_id: str, *, by: Account) -> Script:
        """The script written for a request, for approval or reading. Raises `NotFound`."""
        raise NotImplementedError

    async def cancel(self, request_id: str, *, by: Account) -> Request:
        """Stop a queued, waiting or running request for good and give back what it reserved; again is no error.

        Raises:
            NotFound: there is none of the caller.
            Conflict: ``already_completed``, ``already_failed``, ``storing_results``, ``not_cancellable`` (20, 21).
            Unavailable: the server is closing (``cancellation_unavailable``).
        """
        raise NotImplementedError

    async def delete(self, request_id: str, *, by: Account) -> None:
        """Hide a request from every list and from Status; a running one is cancelled first. Raises `NotFound`."""
        raise NotImplementedError

    async def restore(self, request_id: str, *, by: Account) -> Request:
        """Bring back a request deleted less than 30 days ago; one that is not deleted stays as it is.

        Raises:
            NotFound: there is none of the caller, or its files are gone.
        """
        raise NotImplementedError

    async def retry(self, request_id: str, *, by: Account) -> Request:
        """Run a failed or cancelled request again from its checkpoints; it is paid for anew.

        Raises:
            NotFound: there is none of the caller.
            Conflict: ``not_retryable``: it is neither failed nor cancelled.
            Invalid: as `submit`.
        """
        raise NotImplementedError

    async def approve(self, request_id: str, *, by: Account) -> Request:
        """Let a request go on whose script waits for approval.

        Raises:
            NotFound: there is none of the caller.
            Conflict: ``not_waiting``.
        """
        raise NotImplementedError

    async def page(self, page: int, limit: int, *, by: Account) -> Page[RequestItem]:
        """A numbered page of all requests, newest first; `page` counts from 1."""
        raise NotImplementedError

    def every(self, *, by: Account) -> AsyncIterator[Sequence[RequestItem]]:
        """All requests, newest first, in portions of some hundreds, for a streamed answer."""
        raise NotImplementedError

    async def podcasts_page(
        self, page: int, limit: int, *, status: RecordingFilter, by: Account
    ) -> Page[RecordingItem]:
        """A numbered page of the podcast list (types 1, 13, 14, 15)."""
        raise NotImplementedError

    def every_podcast(self, *, status: RecordingFilter, by: Account) -> AsyncIterator[Sequence[RecordingItem]]:
        """The whole podcast list in portions."""
        raise NotImplementedError

    async def transcripts_page(
        self, page: int, limit: int, *, status: RecordingFilter, by: Account
    ) -> Page[RecordingItem]:
        """A numbered page of the transcript list (type 18)."""
        raise NotImplementedError

    def every_transcript(self, *, status: RecordingFilter, by: Account) -> AsyncIterator[Sequence[RecordingItem]]:
        """The whole transcript list in portions."""
        raise NotImplementedError

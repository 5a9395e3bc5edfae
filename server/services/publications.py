"""Brings finished videos to their targets, tries again what broke, and ends their requests."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from server.domain.accounts import Account
from server.domain.errors import DomainError, NotFound, PublishingFailed
from server.domain.events import EventKind, StudioEvent
from server.domain.orders import PublishTarget
from server.domain.targets import Destination, Target
from server.domain.times import Clock, to_ms, utc_now
from server.fetch.uploading import Outgoing, TellShare
from server.services.media import MediaLinks
from server.services.publishers import Film, Publisher, publisher_of
from server.services.rounds import Background, keep_settling
from server.services.targets import Targets
from server.store import outcomes, publications
from server.store.artefacts import Storage
from server.store.attempts import Attempt
from server.store.database import Store
from server.store.publications import Publication
from server.store.transactions import Transaction

log = logging.getLogger(__name__)

ATTEMPTS = 4
FIRST_WAIT = timedelta(seconds=30)
"""Until a publication is tried again; four times as long each time."""
STEP_PERCENT = 5
"""Progress is noted in steps of at least so much."""
UNEXPECTED = "something went wrong inside; the log has the details."


class Publications:
    """Publishes what is due, one video at a time, on its own and not in a slot of the queue.

    Must be made on the event loop that will use it.
    """

    def __init__(
        self,
        store: Store,
        storage: Storage,
        links: MediaLinks,
        targets: Targets,
        *,
        outgoing: Outgoing,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._links = links
        self._targets = targets
        self._outgoing = outgoing
        self._clock = clock
        self._awake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        store.listen(self._from_writer)
        self._background = Background(self._run, "publications")

    async def start(self) -> None:
        """Go on with what the last run left."""
        self._background.start()

    async def close(self) -> None:
        """Stop; the next start goes on."""
        await self._background.close()

    def wake(self) -> None:
        """Something may be due."""
        self._awake.set()

    async def test(self, target_id: str, *, by: Account) -> str:
        """Try a target without a video; why it would take none, empty where it would. Owner only. Raises `NotFound`."""
        by.require_owner()
        target = await asyncio.to_thread(self._targets.find, target_id)
        if target is None:
            raise NotFound("There is no such publishing target.", code="target_not_found")
        try:
            publisher = await self._publisher_of(target)
            await publisher.test()
        except (PublishingFailed, DomainError) as failed:
            return failed.message
        return ""

    async def wished(self, targets: Sequence[PublishTarget], *, client_id: str) -> tuple[Destination, ...]:
        """Where the result of an accepted order goes."""
        return await self._targets.named_still(targets, client_id=client_id)

    async def settle(self) -> None:
        """Publish everything that is due, and return when nothing is."""
        # One at a time: an upload takes long, and what waits behind it may be deleted meanwhile.
        while (due := await self._store.read(publications.next_due, self._now_ms())) is not None:
            await self._publish(due)

    async def _run(self) -> None:
        await keep_settling(
            self.settle,
            lambda: self._store.read(publications.next_moment),
            awake=self._awake,
            clock=self._clock,
            after_fault=FIRST_WAIT,
            log=log,
            what="Publications",
        )

    async def _publish(self, publication: Publication) -> None:
        try:
            publisher = await self._publisher(publication)
            film = replace(self._film(publication), tell=self._teller(publication))

            async def keep(session: str) -> None:
                await self._store.write(publications.keep_session, publication, session)

            await publisher.publish(film, keep=keep)
        except PublishingFailed as error:
            await self._failed(publication, error)
        except DomainError as error:
            await self._failed(publication, PublishingFailed(error.message))
        except Exception:
            log.exception("Request %s could not be published to %s", publication.request_id, publication.name)
            await self._failed(publication, PublishingFailed(UNEXPECTED, for_good=True))
        else:
            await self._store.write(_ended, publication, self._now_ms(), "")

    def _teller(self, publication: Publication) -> TellShare:
        """Notes how much of a video is there, in steps that can be seen."""
        attempt, told = Attempt(publication.request_id, publication.attempt), [0]

        async def tell(share: float) -> None:
            percent = int(share * 100)
            if percent >= told[0] + STEP_PERCENT:
                told[0] = percent
                text = f"Publishing to {publication.name}: {percent} %"
                await self._store.write(outcomes.tell_publishing, attempt, self._now_ms(), share=share, text=text)

        return tell

    async def _publisher(self, publication: Publication) -> Publisher:
        target = await asyncio.to_thread(self._targets.find, publication.target_id)
        if target is None:
            raise PublishingFailed("this target is not set up any more.", for_good=True)
        return await self._publisher_of(target)

    async def _publisher_of(self, target: Target) -> Publisher:
        return await asyncio.to_thread(
            publisher_of,
            target,
            secret=lambda name: self._targets.secret(target.id, name),
            outgoing=self._outgoing,
        )

    def _film(self, publication: Publication) -> Film:
        if publication.video is None:
            raise PublishingFailed("there is no video to publish.", for_good=True)
        description = json.loads(publication.details).get("description", "")
        return Film(
            request_id=publication.request_id,
            path=self._storage.path(publication.video.sha256),
            media=publication.video,
            url=self._links.url_of(publication.video),
            title=publication.title,
            description=str(description),
            playlist_id=publication.playlist_id,
            session=publication.session,
        )

    async def _failed(self, publication: Publication, error: PublishingFailed) -> None:
        if error.for_good or publication.attempts + 1 >= ATTEMPTS:
            words = f"The video is made, but was not published to {publication.name}: {error.message}"
            log.warning("Request %s: %s", publication.request_id, words)
            await self._store.write(_ended, publication, self._now_ms(), words)
            return
        due_ms = to_ms(self._clock() + FIRST_WAIT * 4**publication.attempts)
        await self._store.write(publications.put_off, publication, due_ms)

    def _from_writer(self, events: Sequence[StudioEvent]) -> None:
        """A request that is tried again may be one of ours."""
        if any(event.kind is EventKind.QUEUED for event in events):
            with contextlib.suppress(RuntimeError):  # the loop is gone; the next start finds what is due
                self._loop.call_soon_threadsafe(self._awake.set)

    def _now_ms(self) -> int:
        return to_ms(self._clock())


def _ended(transaction: Transaction, publication: Publication, now_ms: int, words: str) -> None:
    """One publication has ended; the last one ends its request, in the same transaction."""
    has_ended, faults = publications.end(transaction, publication, now_ms, fault=words)
    if has_ended:
        attempt = Attempt(publication.request_id, publication.attempt)
        outcomes.end_published(transaction, attempt, now_ms, fault=faults)

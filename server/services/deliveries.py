"""Sends what is owed to webhooks: at least once, each webhook on its own, so that a slow one delays no other."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable, Sequence

from server.domain.accounts import Account
from server.domain.decoding import from_json
from server.domain.deliveries import (
    ROTATION,
    Answer,
    DeliveryRecord,
    Due,
    WebhookHealth,
    next_wait_s,
    signature_headers,
)
from server.domain.errors import DomainError
from server.domain.events import EventKind, StudioEvent
from server.domain.requests import Request
from server.domain.times import Clock, to_ms, utc_now
from server.fetch.addresses import is_loopback
from server.fetch.posting import deliver
from server.services.webhooks import new_secret
from server.store import deliveries
from server.store.database import Store

log = logging.getLogger(__name__)

AT_ONCE = 4
"""Messages of one webhook that are on their way at the same time."""
LONGEST_REST_S = 60.0
"""The queue is looked at this often even when nothing is known to be due: clocks are set."""
FAULT_REST_S = 30.0
"""A message whose outcome could not be kept is not touched for this long: nobody wants it a hundred times."""
_ENDS = frozenset({EventKind.COMPLETED, EventKind.FAILED, EventKind.CANCELLED})

Compose = Callable[[Request | None, str], bytes]
"""The body for a request as it was (None for a test) and an event."""
Send = Callable[[str, bytes, dict[str, str]], Awaitable[Answer]]
"""Posts a body with headers to an address; never raises for what the receiver does."""


def guarded_sender(*, allow_private: bool, allow_local: bool) -> Send:
    """Posts over the guarded way out; `allow_local` opens this machine to addresses that name it, and nothing else."""

    async def send(url: str, body: bytes, headers: dict[str, str]) -> Answer:
        local = allow_local and is_loopback(url)
        posted = await deliver(url, body, headers=headers, allow_private=allow_private, local=local)
        return Answer(posted.status, posted.duration_ms, posted.fault, posted.excerpt, posted.retry_after_s)

    return send


class Deliveries:
    """The sender, and what a caller may see and do of it."""

    def __init__(
        self,
        store: Store,
        *,
        compose: Compose,
        send: Send,
        clock: Clock = utc_now,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._store = store
        self._compose = compose
        self._send = send
        self._clock = clock
        self._chance = chance
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._sending: dict[str, dict[int, asyncio.Task[None]]] = {}
        self._main: asyncio.Task[None] | None = None
        store.listen(self._from_writer)

    async def start(self) -> None:
        """Begin to send, what was left of an earlier run first."""
        self._main = asyncio.create_task(self._run(), name="deliveries")

    async def close(self) -> None:
        """Stop; what is on its way is sent again at the next start."""
        tasks = [task for sending in self._sending.values() for task in sending.values()]
        if self._main is not None:
            tasks.append(self._main)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """Something may be due."""
        self._news.set()

    async def health(self, *, by: Account) -> tuple[WebhookHealth, ...]:
        """The caller's webhooks and how they do."""
        return await self._store.read(deliveries.health, by.id)

    async def log(
        self, webhook_id: str, *, by: Account, before: str = "", limit: int = 50
    ) -> tuple[DeliveryRecord, ...]:
        """Messages of a webhook, newest first. Raises `NotFound`."""
        return await self._store.read(deliveries.log_of, webhook_id, by.id, before=before, limit=limit)

    async def find(self, message_id: str, *, by: Account) -> DeliveryRecord:
        """A message with its body and attempts. Raises `NotFound`."""
        return await self._store.read(deliveries.find, message_id, by.id)

    async def resend(self, message_id: str, *, by: Account) -> None:
        """Send a message again, under its own id. Raises `NotFound`."""
        await self._store.write(deliveries.resend, message_id, by.id, self._now_ms())
        self.wake()

    async def test(self, webhook_id: str, *, by: Account) -> str:
        """Send a message that tells of nothing; its id. Raises `NotFound`."""
        message_id = await self._store.write(deliveries.owe_test, webhook_id, by.id, self._now_ms())
        self.wake()
        return message_id

    async def rotate(self, webhook_id: str, *, by: Account) -> str:
        """A new secret; messages are signed with the old one too for a day. Raises `NotFound`."""
        secret, until = new_secret(), to_ms(self._clock() + ROTATION)
        await self._store.write(deliveries.rotate, webhook_id, by.id, secret=secret, previous_until_ms=until)
        return secret

    async def enable(self, webhook_id: str, *, by: Account) -> None:
        """Send to a webhook again that answered 410. Raises `NotFound`."""
        await self._store.write(deliveries.enable, webhook_id, by.id)

    async def quiet(self) -> None:
        """Wait until everything that is due now was tried."""
        while True:
            tasks = [task for sending in self._sending.values() for task in sending.values()]
            if tasks:
                await asyncio.wait(tasks)
            elif await self._store.read(deliveries.due_webhooks, self._now_ms()):
                await self._take()
            else:
                return

    async def _run(self) -> None:
        while True:
            self._news.clear()
            try:
                rest = await self._take()
            except DomainError as error:
                log.warning("The outbox could not be read: %s", error)
                rest = LONGEST_REST_S
            except Exception:
                log.exception("The outbox could not be read")
                rest = LONGEST_REST_S
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(rest):
                    await self._news.wait()

    async def _take(self) -> float:
        """Set off what is due and can go; seconds until the next look."""
        now_ms = self._now_ms()
        for webhook_id in await self._store.read(deliveries.due_webhooks, now_ms):
            sending = self._sending.setdefault(webhook_id, {})
            room = AT_ONCE - len(sending)
            if room <= 0:
                continue
            for message in await self._store.read(deliveries.due, webhook_id, now_ms, but=tuple(sending), limit=room):
                if message.id not in sending:
                    sending[message.id] = asyncio.create_task(self._deliver(message), name=message.message_id)
        following = await self._store.read(deliveries.next_due, now_ms)
        if following is None:
            return LONGEST_REST_S
        return min(max((following - self._now_ms()) / 1000, 0.0), LONGEST_REST_S)

    async def _deliver(self, message: Due) -> None:
        try:
            body = message.payload or self._body(message)
            now = self._clock()
            headers = signature_headers(message.message_id, body, message.secrets, timestamp=int(now.timestamp()))
            answer = await self._send(message.url, body, headers)
            again: int | None = None
            if not answer.is_delivered and not answer.is_gone:
                wait = next_wait_s(message.attempts + 1, chance=self._chance(), retry_after_s=answer.retry_after_s)
                again = None if wait is None else self._now_ms() + int(wait * 1000)
            await self._store.write(
                deliveries.settle,
                message,
                answer,
                payload=body,
                sent_ms=to_ms(now),
                now_ms=self._now_ms(),
                again_ms=again,
            )
        except DomainError as error:
            log.warning("Message %s could not be settled: %s", message.message_id, error)
            self._loop.call_later(FAULT_REST_S, self._done, message)
        except Exception:
            log.exception("Message %s could not be sent", message.message_id)
            self._loop.call_later(FAULT_REST_S, self._done, message)
        else:
            self._done(message)

    def _done(self, message: Due) -> None:
        # The webhook's own dict stays: whoever reads the outbox just now is about to put messages into it.
        self._sending[message.webhook_id].pop(message.id, None)
        self._news.set()

    def _body(self, message: Due) -> bytes:
        request = from_json(message.snapshot, Request) if message.snapshot else None
        return self._compose(request, message.event)

    def _from_writer(self, events: Sequence[StudioEvent]) -> None:
        if any(event.kind in _ENDS for event in events):
            with contextlib.suppress(RuntimeError):  # the loop is gone; the next start finds what is owed
                self._loop.call_soon_threadsafe(self._news.set)

    def _now_ms(self) -> int:
        return to_ms(self._clock())

"""Webhooks: who is told of the end of requests, and what was sent to them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.client.connection import Connection
from app.client.readings import Record, moment, number, records, sentence, text


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook. `health`: ``unused``, ``working``, ``failing`` or ``disabled``; `fault`: of the newest attempt."""

    id: str
    url: str
    created_on: datetime | None = None
    health: str = "unused"
    pending: int = 0
    delivered: int = 0
    given_up: int = 0
    last_attempt_on: datetime | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Registered:
    """An address that is told from now on. `secret` is empty where it was registered before."""

    id: str
    secret: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One sending. `status` is the receiver's, None when it gave no answer; `response` the beginning of its answer."""

    on: datetime | None
    status: int | None
    duration_ms: int = 0
    fault: str = ""
    response: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message. `state` is ``pending``, ``delivered`` or ``given_up``; body and attempts come with `delivery` only."""

    id: str
    webhook_id: str
    request_id: str = ""
    event: str = ""
    state: str = "pending"
    created_on: datetime | None = None
    due_on: datetime | None = None
    delivered_on: datetime | None = None
    attempts: int = 0
    fault: str = ""
    payload: str = ""
    tried: tuple[Attempt, ...] = ()


class Webhooks:
    """Calls about webhooks."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Webhook, ...]:
        """The caller's webhooks and how they do."""
        return tuple(_webhook(each) for each in records(await self._connection.get("/studio/webhooks")))

    async def add(self, url: str) -> Registered:
        """Register an address; its secret is told this once."""
        reply = await self._connection.post("/content/Webhook", {"url": url})
        return Registered(text(reply, "id"), text(reply, "secret"))

    async def change(self, webhook_id: str, url: str) -> None:
        """Call another address from now on."""
        await self._connection.post(f"/studio/webhooks/{webhook_id}", {"url": url})

    async def remove(self, webhook_id: str) -> None:
        """Tell it nothing more."""
        await self._connection.post("/content/RemoveWebhook", {"id": webhook_id})

    async def restore(self, webhook_id: str) -> None:
        """Put a webhook back that was removed just now."""
        await self._connection.post(f"/studio/webhooks/{webhook_id}/restore")

    async def enable(self, webhook_id: str) -> None:
        """Send to a webhook again that wanted no more."""
        await self._connection.post(f"/studio/webhooks/{webhook_id}/enable")

    async def rotate(self, webhook_id: str) -> str:
        """A new secret; for a day messages are signed with the one before it too."""
        return text(await self._connection.post(f"/studio/webhooks/{webhook_id}/rotate"), "secret")

    async def test(self, webhook_id: str) -> str:
        """Send a message that tells of nothing; its id."""
        return text(await self._connection.post(f"/studio/webhooks/{webhook_id}/test"), "delivery_id")

    async def log(self, webhook_id: str, *, before: str = "", limit: int = 50) -> tuple[Delivery, ...]:
        """Messages of a webhook, newest first, older than the message `before`."""
        reply = await self._connection.get(
            f"/studio/webhooks/{webhook_id}/deliveries", before=before or None, limit=limit
        )
        return tuple(_delivery(each) for each in records(reply))

    async def delivery(self, message_id: str) -> Delivery:
        """A message with its body and every attempt."""
        return _delivery(await self._connection.get(f"/studio/deliveries/{message_id}"))

    async def resend(self, message_id: str) -> None:
        """Send a message again, under its own id."""
        await self._connection.post(f"/studio/deliveries/{message_id}/resend")


def _webhook(record: Record) -> Webhook:
    return Webhook(
        id=text(record, "id"),
        url=text(record, "url"),
        created_on=moment(record, "created_on"),
        health=text(record, "health") or "unused",
        pending=number(record, "pending"),
        delivered=number(record, "delivered"),
        given_up=number(record, "given_up"),
        last_attempt_on=moment(record, "last_attempt_on"),
        fault=sentence(record, "last_fault"),
    )


def _delivery(record: Record) -> Delivery:
    return Delivery(
        id=text(record, "id"),
        webhook_id=text(record, "webhook_id"),
        request_id=text(record, "request_id"),
        event=text(record, "event"),
        state=text(record, "state"),
        created_on=moment(record, "created_on"),
        due_on=moment(record, "due_on"),
        delivered_on=moment(record, "delivered_on"),
        attempts=number(record, "attempts"),
        fault=sentence(record, "fault"),
        payload=text(record, "payload"),
        tried=tuple(_attempt(each) for each in records(record.get("tried"))),
    )


def _attempt(record: Record) -> Attempt:
    status = record.get("status")
    return Attempt(
        on=moment(record, "on"),
        status=status if isinstance(status, int) else None,
        duration_ms=number(record, "duration_ms"),
        fault=sentence(record, "fault"),
        response=text(record, "response"),
    )

"""What was sent to webhooks: health, log, resend, test, secrets."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType
from pydantic import Field

from server.domain.deliveries import DeliveryRecord
from server.domain.times import wire_time
from server.fetch.addresses import mask
from server.http.calls import Call
from server.http.logs import masked
from server.http.registry import Routes
from server.http.replies import Done, WebhookReply
from server.http.wire import PageLimit, Query

routes = Routes("Webhooks")


class WebhookHealthReply(msgspec.Struct):
    """A webhook and how it does: unused, working, failing or disabled (it answered 410)."""

    id: str
    url: str
    created_on: str
    health: str
    pending: int
    delivered: int
    given_up: int
    last_attempt_on: str | None
    last_fault: str


class AttemptReply(msgspec.Struct):
    """One attempt; `status` is the receiver's, null when there was no answer."""

    on: str
    status: int | None
    duration_ms: int
    fault: str
    response: str


class DeliveryReply(msgspec.Struct):
    """A message to a webhook: pending, delivered or given_up. Body and attempts only when it is asked for alone."""

    id: str
    webhook_id: str
    request_id: str
    event: str
    state: str
    created_on: str
    due_on: str | None
    delivered_on: str | None
    attempts: int
    fault: str
    payload: str | UnsetType = UNSET
    tried: list[AttemptReply] | UnsetType = UNSET


class SentReply(msgspec.Struct):
    """A test message is on its way."""

    success: bool
    delivery_id: str


class LogQuery(Query):
    """Which part of the log."""

    before: Annotated[str, Field(max_length=100, description="The last message of the part before.")] = ""
    limit: PageLimit = 50


@routes.get("/studio/webhooks", replies=(list[WebhookHealthReply],))
async def health(call: Call) -> list[WebhookHealthReply]:
    """List the webhooks with how they do."""
    return [
        WebhookHealthReply(
            id=each.id,
            url=mask(each.url),
            created_on=wire_time(each.created_on),
            health=each.health.value,
            pending=each.pending,
            delivered=each.delivered,
            given_up=each.given_up,
            last_attempt_on=wire_time(each.last_attempt_on) if each.last_attempt_on else None,
            last_fault=each.last_fault,
        )
        for each in await call.services.deliveries.health(by=call.by)
    ]


@routes.get("/studio/webhooks/{id}/deliveries", query=LogQuery, replies=(list[DeliveryReply],))
async def log(call: Call, query: LogQuery) -> list[DeliveryReply]:
    """List the messages of a webhook, newest first."""
    found = await call.services.deliveries.log(call.params["id"], by=call.by, before=query.before, limit=query.limit)
    return [_record(each) for each in found]


@routes.get("/studio/deliveries/{id}", replies=(DeliveryReply,))
async def delivery(call: Call) -> DeliveryReply:
    """Read a message: its body and every attempt."""
    found = await call.services.deliveries.find(call.params["id"], by=call.by)
    told = _record(found)
    told.payload = found.payload
    told.tried = [
        AttemptReply(wire_time(each.on), each.status, each.duration_ms, each.fault, masked(each.excerpt))
        for each in found.tried
    ]
    return told


@routes.post("/studio/deliveries/{id}/resend", replies=(Done,))
async def resend(call: Call) -> Done:
    """Send a message again, under its own id."""
    await call.services.deliveries.resend(call.params["id"], by=call.by)
    return Done(success=True, message="The message is sent again.")


@routes.post("/studio/webhooks/{id}/test", replies=(SentReply,))
async def test(call: Call) -> SentReply:
    """Send a message that tells of nothing, to see whether it arrives."""
    return SentReply(success=True, delivery_id=await call.services.deliveries.test(call.params["id"], by=call.by))


@routes.post("/studio/webhooks/{id}/rotate", replies=(WebhookReply,))
async def rotate(call: Call) -> WebhookReply:
    """Make a new secret; for a day messages carry the signatures of both."""
    webhook_id = call.params["id"]
    secret = await call.services.deliveries.rotate(webhook_id, by=call.by)
    url = next(each.url for each in await call.services.webhooks.every(by=call.by) if each.id == webhook_id)
    return WebhookReply(webhook_id, mask(url), secret)


@routes.post("/studio/webhooks/{id}/enable", replies=(Done,))
async def enable(call: Call) -> Done:
    """Send to a webhook again that wanted no more."""
    await call.services.deliveries.enable(call.params["id"], by=call.by)
    return Done(success=True, message="Messages are sent again.")


def _record(found: DeliveryRecord) -> DeliveryReply:
    return DeliveryReply(
        id=found.message_id,
        webhook_id=found.webhook_id,
        request_id=found.request_id,
        event=found.event,
        state=found.state.value,
        created_on=wire_time(found.created_on),
        due_on=wire_time(found.due_on) if found.due_on else None,
        delivered_on=wire_time(found.delivered_on) if found.delivered_on else None,
        attempts=found.attempts,
        fault=found.fault,
        payload=UNSET,
        tried=UNSET,
    )

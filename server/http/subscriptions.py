"""Subscriptions: a template that runs for each new item of a feed."""

from __future__ import annotations

import msgspec

from server.domain.subscribed_feeds import Subscription
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PageQuery, paging
from server.http.registry import Routes
from server.http.replies import Done
from server.http.wire import Integer, Order, RequiredId, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Feeds")


class SubscriptionOrder(Order):
    """Which template runs for the new items of which feed."""

    feedId: Integer
    requestId: RequiredId


class MadeSubscription(msgspec.Struct):
    """The template runs for each item that comes from now on."""

    success: bool
    id: str
    subscriptionId: str


class SubscriptionRecord(msgspec.Struct):
    """A subscription. `error` tells why its last run was refused."""

    id: str
    feedId: int
    requestId: str
    createdOn: WireTime
    error: str | None


class SubscriptionPage(msgspec.Struct):
    """One page of subscriptions."""

    subscriptions: list[SubscriptionRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


@routes.get("/feeds/subscriptions", query=PageQuery, replies=(list[SubscriptionRecord], SubscriptionPage))
async def subscriptions(call: Call, query: PageQuery) -> list[SubscriptionRecord] | SubscriptionPage:
    """List the caller's subscriptions, newest first: one page, or without page and limit a plain array."""
    service = call.services.subscriptions
    if not query.wants_page:
        return [_record(each) for each in await service.every(by=call.by)]
    found = await service.page(query.number, query.size, by=call.by)
    return SubscriptionPage(
        subscriptions=[_record(each) for each in found.items],
        **paging(query, found),
    )


@routes.post("/feeds/subscriptions", body=SubscriptionOrder, replies=(MadeSubscription,))
async def add(call: Call, body: SubscriptionOrder) -> MadeSubscription:
    """Run a template for each item that a feed brings from now on. Again is the same subscription."""
    made = await call.services.subscriptions.add(body.feedId, body.requestId, by=call.by)
    return MadeSubscription(success=True, id=made.id, subscriptionId=made.id)


@routes.delete("/feeds/subscriptions/{id}", replies=(Done,), errors=(404,))
async def remove(call: Call) -> Done:
    """End a subscription."""
    await call.services.subscriptions.remove(call.params["id"], by=call.by)
    return Done(success=True, message="The subscription has ended.")


def _record(subscription: Subscription) -> SubscriptionRecord:
    return SubscriptionRecord(
        id=subscription.id,
        feedId=subscription.feed_id,
        requestId=subscription.template_id,
        createdOn=wire_time(subscription.created_on),
        error=subscription.fault or None,
    )

"""Who orders: callers, subscriptions and schedules; and who is told when it is done."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from server.bootstrap.ground import Given, Ground
from server.bootstrap.making import Making
from server.bootstrap.material import Material
from server.http.messages import composer
from server.services.deliveries import Deliveries, guarded_sender
from server.services.quarantine import reader_of
from server.services.recurring import Recurring
from server.services.refreshing import Refresher
from server.services.requests import Requests
from server.services.subscriptions import Subscriptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """Requests, what makes them by itself, and the messages that they owe."""

    deliveries: Deliveries
    requests: Requests
    subscriptions: Subscriptions
    refresher: Refresher
    recurring: Recurring


async def open_ordering(
    given: Given, ground: Ground, closing: AsyncExitStack, *, material: Material, making: Making
) -> Orders:
    """Everything that orders by itself, started; webhooks wait until the server listens."""
    store, links, disk, quarantine = ground.store, ground.links, ground.disk, ground.quarantine
    clock, config, private, fetch = given.clock, given.config, given.config.allow_private_urls, given.fetch
    deliveries = Deliveries(
        store,
        compose=composer(links),
        send=given.send or guarded_sender(allow_private=private, allow_local=config.allow_local_webhooks),
        clock=clock,
    )
    closing.push_async_callback(deliveries.close)
    requests = Requests(
        store, making.intake, making.dispatcher, prices=config.prices, room=disk.require_room, clock=clock
    )
    subscriptions = Subscriptions(store, requests, clock=clock)
    closing.push_async_callback(subscriptions.close)
    refresher = Refresher(
        store,
        fetch=fetch,
        read=reader_of(quarantine),
        came=subscriptions.wake,
        allow_private_urls=private,
        clock=clock,
    )
    closing.push_async_callback(refresher.close)
    recurring = Recurring(store, requests, clock=clock)
    closing.push_async_callback(recurring.close)
    for part in (material.projects, material.channels, subscriptions, refresher, recurring):
        await part.start()
    return Orders(
        deliveries=deliveries,
        requests=requests,
        subscriptions=subscriptions,
        refresher=refresher,
        recurring=recurring,
    )

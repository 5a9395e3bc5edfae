"""Events: for those who listen, and for those who were away."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import aclosing

from server.domain.events import EventKind, StudioEvent
from server.services import events as bus_module
from server.store import events


async def test_a_listener_hears_a_request_from_start_to_end(studio, an_order) -> None:
    async with aclosing(studio.services.events.follow(by=studio.owner, after=0)) as heard:
        accepted = await studio.services.requests.submit(an_order(title="T"), by=studio.owner)
        kinds, ids = [], []
        async with asyncio.timeout(10):
            async for event in heard:
                if event.subject == accepted.id:
                    kinds.append(event.kind)
                    ids.append(event.id)
                if event.kind is EventKind.COMPLETED:
                    break

    assert kinds[0] is EventKind.QUEUED
    assert set(kinds[1:-1]) == {EventKind.PROGRESS}
    assert event.data["status"] == 100
    assert ids == sorted(set(ids))


async def test_nobody_hears_of_another_client(studio, an_order) -> None:
    alice, bob = await studio.client("alice"), await studio.client("bob")
    accepted = await studio.services.requests.submit(an_order(), by=alice)
    await studio.ended(accepted.id, by=alice)
    mine = await studio.services.requests.submit(an_order(), by=bob)

    async with asyncio.timeout(10), aclosing(studio.services.events.follow(by=bob, after=0)) as heard:
        async for event in heard:
            assert event.client_id == "bob"
            if event.kind is EventKind.COMPLETED:
                break

    assert event.subject == mine.id


async def test_who_was_away_goes_on_after_the_last_it_saw(studio, an_order) -> None:
    first = await studio.services.requests.submit(an_order(), by=studio.owner)
    await studio.ended(first.id, by=studio.owner)
    seen = await studio.services.events.last_id()
    second = await studio.services.requests.submit(an_order(), by=studio.owner)
    await studio.ended(second.id, by=studio.owner)

    async with aclosing(studio.services.events.follow(by=studio.owner, after=seen)) as heard:
        event = await anext(heard)

    assert (event.kind, event.subject, event.id) == (EventKind.QUEUED, second.id, seen + 1)


async def test_a_gap_means_read_everything_anew(studio, an_order) -> None:
    store = studio.services.events._store
    for _ in range(3):
        accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
        await studio.ended(accepted.id, by=studio.owner)
    newest = await studio.services.events.last_id()
    await store.write(events.prune, keep=2)

    for unknown in (1, newest + 1_000):
        async with aclosing(studio.services.events.follow(by=studio.owner, after=unknown)) as heard:
            event = await anext(heard)
        assert (event.kind, event.id) == (EventKind.REFRESH, newest)
    async with aclosing(studio.services.events.follow(by=studio.owner, after=newest - 1)) as heard:
        assert (await anext(heard)).id == newest


async def test_ids_grow_even_when_every_event_is_gone(studio, an_order) -> None:
    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    await studio.ended(accepted.id, by=studio.owner)
    newest = await studio.services.events.last_id()
    await studio.services.events._store.write(events.prune, keep=0)

    assert await studio.services.events.last_id() == newest
    async with aclosing(studio.services.events.follow(by=studio.owner, after=newest)) as heard:
        await studio.services.requests.delete(accepted.id, by=studio.owner)
        assert (await anext(heard)).id == newest + 1


async def test_a_listener_far_behind_is_told_to_read_anew(studio, an_order, monkeypatch) -> None:
    monkeypatch.setattr(bus_module, "PATIENCE", 3)
    seen = await studio.services.events.last_id()
    async with aclosing(studio.services.events.follow(by=studio.owner, after=seen)) as heard:
        accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
        await anext(heard)
        await studio.ended(accepted.id, by=studio.owner)
        for _ in range(5):
            other = await studio.services.requests.submit(an_order(), by=studio.owner)
            await studio.ended(other.id, by=studio.owner)

        async with asyncio.timeout(10):
            async for event in heard:
                if event.kind is EventKind.REFRESH:
                    break

    assert event.id == await studio.services.events.last_id()


async def test_streams_end_when_the_server_closes(opener) -> None:
    async def listen(studio) -> int:
        return len([event async for event in studio.services.events.follow(by=studio.owner, after=0)])

    async with opener.open() as studio:
        listening = asyncio.create_task(listen(studio))
        async with aclosing(studio.services.events.follow(by=studio.owner, after=0)) as heard:
            await anext(heard)

    async with asyncio.timeout(5):
        assert await listening >= 1


async def test_who_falls_behind_in_the_middle_of_what_waits_is_told_so_too(studio, monkeypatch) -> None:
    monkeypatch.setattr(bus_module, "PATIENCE", 3)
    bus = studio.services.events
    numbers = itertools.count(await bus.last_id() + 1)

    def happen(count: int) -> int:
        every = [StudioEvent(next(numbers), studio.owner.id, EventKind.PROGRESS, studio.clock()) for _ in range(count)]
        bus._spread(every)
        return every[-1].id

    async with asyncio.timeout(10), aclosing(bus.follow(by=studio.owner)) as heard:
        listening = asyncio.create_task(anext(heard))
        await asyncio.sleep(0)
        happen(2)
        first = await listening
        newest = happen(4)
        refresh = await anext(heard)
        later = happen(1)

        assert first.kind is EventKind.PROGRESS
        assert (refresh.kind, refresh.id) == (EventKind.REFRESH, newest)
        assert (await anext(heard)).id == later

"""Feeds in the background: polite, bounded, and whole after any interruption."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from feed_server import FeedServer, Page, item, rss

from server.domain.read_feeds import Dialect, ReadFeed
from server.domain.subscribed_feeds import FeedState, SubscribedFeed
from server.domain.times import to_ms
from server.feeds.reading import read_feed
from server.fetch import Fetched, FetchFailed, Limits, fetch
from server.services import refreshing
from server.services.refreshing import Hosts, Refresher
from server.store import feed_items, subscribed_feeds
from server.store.database import Store

START = datetime(2026, 5, 4, 22, 0, tzinfo=UTC)
QUICK = Limits(max_bytes=300_000, total_s=20.0, headers_s=20.0)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


async def read(data: bytes, *, headers, url: str) -> ReadFeed:
    return await asyncio.to_thread(read_feed, data, headers=headers, url=url)


def refresher(store: Store, clock: Clock, **more) -> Refresher:
    settings = {"fetch": fetch, "read": read, "spacing_s": 0.0, "jitter": lambda: 0.0} | more
    return Refresher(store, allow_private_urls=True, clock=clock, **settings)


async def add(store: Store, url: str) -> int:
    feed = await store.write(subscribed_feeds.add, client_id="alice", name="x", url=url, now_ms=to_ms(START))
    return feed.id


async def feed_of(store: Store, feed_id: int) -> SubscribedFeed:
    found = await store.read(subscribed_feeds.by_id, feed_id)
    assert found is not None
    return found


async def titles(store: Store, feed_id: int) -> list[str]:
    page = await store.read(feed_items.page, feed_id, 1, 100)
    return sorted(item.title for item in page.items)


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def crowd(store: Store, site: FeedServer, clock: Clock, count: int) -> None:
    """So many feeds on hosts of their own: a fifth each is slow, broken, moved, huge or gone; then all is judged."""
    slow = asyncio.Event()
    ids: dict[str, list[int]] = {}
    for number in range(count):
        kind = ("sound", "slow", "broken", "moved", "huge", "gone")[number % 6]
        path, host = f"/{kind}/{number}", f"127.0.{number // 250 + 1}.{number % 250 + 1}"
        pages = {
            "sound": Page(rss(item(1))),
            "slow": Page(rss(item(1)), waits_for=slow),
            "broken": Page(b"<rss><channel><title>Torn</ti<item><title>Left</title><guid>g</guid></item>"),
            "moved": Page(status=301, headers={"Location": site.url(f"/new/{number}")}),
            "huge": Page(b"<!-- " + b"x" * 60_000 + b" -->", endless=True),
            "gone": Page(status=410),
        }
        site.put(f"/new/{number}", rss(item(1)))
        ids.setdefault(kind, []).append(await add(store, site.put(path, pages[kind], host=host)))
    reader = refresher(store, clock, at_once=count // 6 + 4)

    async def release() -> None:
        while site.at_once < len(ids["slow"]):
            site.asked.clear()
            await site.asked.wait()
        slow.set()

    await asyncio.gather(reader.settle(), release())

    for kind, state, fault in (
        ("sound", FeedState.ACTIVE, ""),
        ("slow", FeedState.ACTIVE, ""),
        ("moved", FeedState.ACTIVE, ""),
        ("huge", FeedState.ACTIVE, "larger than"),
        ("gone", FeedState.GONE, "removed"),
    ):
        for feed_id in ids[kind]:
            feed = await feed_of(store, feed_id)
            assert (feed.state, fault in feed.fault, bool(feed.fault)) == (state, True, bool(fault)), feed
            assert await titles(store, feed_id) == ([] if fault else ["Item 1"])
    for feed_id in ids["moved"]:
        assert "/new/" in (await feed_of(store, feed_id)).location
    for feed_id in ids["broken"]:
        broken = await feed_of(store, feed_id)
        assert broken.fault or broken.warnings
    assert site.most_at_once <= count // 6 + 4
    assert await store.read(subscribed_feeds.due, to_ms(clock()), 1000) == ()
    before = site.calls.total()
    await reader.settle()
    assert site.calls.total() == before


async def test_a_crowd_of_odd_feeds_is_read(
    store: Store, site: FeedServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refreshing, "LIMITS", QUICK)
    await crowd(store, site, clock, 24)


@pytest.mark.slow
async def test_two_hundred_odd_feeds_are_read(
    store: Store, site: FeedServer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refreshing, "LIMITS", QUICK)
    await crowd(store, site, clock, 200)


async def test_an_interrupted_reading_leaves_the_feed_due_and_whole(
    store: Store, site: FeedServer, clock: Clock
) -> None:
    held = asyncio.Event()
    feed_id = await add(store, site.put("/a", Page(rss(item(1)), waits_for=held)))
    first = refresher(store, clock)
    await first.start()
    await site.asked.wait()

    await first.close()

    feed = await feed_of(store, feed_id)
    assert (feed.read_on, feed.items, feed.due_on) == (None, 0, START)
    held.set()
    second = refresher(store, clock)
    await second.settle()
    assert await titles(store, feed_id) == ["Item 1"]


async def test_a_running_refresher_reads_what_comes_due(store: Store, site: FeedServer, clock: Clock) -> None:
    came = asyncio.Event()
    reader = refresher(store, clock, came=came.set)
    feed_id = await add(store, site.put("/a", rss(item(1))))
    await reader.start()
    await reader.refresh(feed_id)
    assert not came.is_set()  # what is there at first is not new
    site.put("/a", rss(item(1), item(2)))
    clock.now += timedelta(hours=2)

    reader.wake()
    async with asyncio.timeout(10):
        await came.wait()

    assert await titles(store, feed_id) == ["Item 1", "Item 2"]
    await reader.close()


async def test_failures_wait_longer_and_longer(store: Store, site: FeedServer, clock: Clock) -> None:
    feed_id = await add(store, site.put("/a", Page(status=500)))
    reader = refresher(store, clock)
    waits = []
    for _ in range(10):
        await reader.refresh(feed_id)
        feed = await feed_of(store, feed_id)
        assert feed.due_on is not None
        waits.append(feed.due_on - clock())
        clock.now = feed.due_on

    assert waits[:4] == [timedelta(minutes=minutes) for minutes in (10, 20, 40, 80)]
    assert waits[-1] == timedelta(days=1)
    site.put("/a", rss(item(1)))
    await reader.refresh(feed_id)
    feed = await feed_of(store, feed_id)
    assert (feed.failures, feed.fault) == (0, "")


async def test_a_server_that_asks_for_patience_gets_it(store: Store, site: FeedServer, clock: Clock) -> None:
    feed_id = await add(store, site.put("/a", Page(status=429, headers={"Retry-After": "7200"})))
    reader = refresher(store, clock)
    await reader.refresh(feed_id)
    site.put("/a", rss(item(1)))

    await reader.refresh(feed_id)
    feed = await feed_of(store, feed_id)
    assert (site.calls["/a"], feed.due_on) == (1, START + timedelta(hours=2))
    clock.now += timedelta(hours=2)
    await reader.refresh(feed_id)
    assert (site.calls["/a"], await titles(store, feed_id)) == (2, ["Item 1"])


async def test_only_a_move_for_good_changes_the_address(store: Store, site: FeedServer, clock: Clock) -> None:
    site.put("/new", rss(item(1)))
    for_good = await add(store, site.put("/301", Page(status=301, headers={"Location": "/308"})))
    site.put("/308", Page(status=308, headers={"Location": "/new"}))
    for_now = await add(store, site.put("/302", Page(status=302, headers={"Location": "/301"})))
    reader = refresher(store, clock)
    await reader.refresh(for_good)
    await reader.refresh(for_now)

    assert (await feed_of(store, for_good)).location == site.url("/new")
    assert (await feed_of(store, for_now)).location == site.url("/302")
    site.calls.clear()
    await reader.refresh(for_good)
    assert site.calls == {"/new": 1}


async def test_a_feed_that_is_deleted_while_it_is_read_stays_deleted(
    store: Store, site: FeedServer, clock: Clock
) -> None:
    held = asyncio.Event()
    feed_id = await add(store, site.put("/a", Page(rss(item(1)), waits_for=held)))
    reader = refresher(store, clock)
    reading = asyncio.create_task(reader.refresh(feed_id))
    await site.asked.wait()

    await store.write(subscribed_feeds.remove, (feed_id,), "alice", 1)
    held.set()
    await reading

    assert await store.read(subscribed_feeds.by_id, feed_id) is None


async def test_a_fault_of_ours_is_a_failure_like_others(store: Store, clock: Clock) -> None:
    async def broken(url: str, **_: object) -> Fetched:
        raise KeyError(url)

    async def gone(url: str, **_: object) -> Fetched:
        raise FetchFailed("no", url=url)

    feed_id = await add(store, "https://x.example/feed")
    await refresher(store, clock, fetch=broken).refresh(feed_id)
    assert "went wrong here" in (await feed_of(store, feed_id)).fault
    await refresher(store, clock, fetch=gone).refresh(feed_id)
    assert (await feed_of(store, feed_id)).failures == 2


async def test_a_feed_that_can_not_be_kept_waits_like_one_that_failed(store: Store, clock: Clock) -> None:
    calls: list[str] = []

    async def answered(url: str, **_: object) -> Fetched:
        calls.append(url)
        return Fetched(url=url, status=200, media_type="", charset="", size=0)

    async def half_a_character(data: bytes, **_: object) -> ReadFeed:
        return ReadFeed(Dialect.RSS, title="\ud800")

    feed_id = await add(store, "https://x.example/feed")
    reader = refresher(store, clock, fetch=answered, read=half_a_character)
    await reader.refresh(feed_id)
    kept = await feed_of(store, feed_id)
    assert (kept.failures, kept.title, len(calls)) == (1, "", 1)
    assert "can't be stored" in kept.fault
    assert kept.due_on is not None and kept.due_on > clock()
    await reader.settle()
    assert len(calls) == 1, "it is not asked again at once"


async def test_one_call_at_a_time_to_each_host_and_a_pause_between() -> None:
    now = [0.0]
    hosts = Hosts(spacing_s=0.02, monotonic=lambda: now[0])
    active: list[str] = []

    async def call(url: str) -> None:
        async with hosts.turn(url):
            assert url.split("/")[2] not in active
            active.append(url.split("/")[2])
            await asyncio.sleep(0)
            active.remove(url.split("/")[2])
            now[0] += 1

    await asyncio.gather(*(call(f"https://{host}.example/{n}") for host in "ab" for n in range(4)))
    assert hosts._locks == {}

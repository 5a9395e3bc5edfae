"""The event stream: parsed by the standard, resumed after a break, honest about gaps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from stub_api import StubApi

from app.client import Client
from app.client.events import GAP, Event, EventStream, Link, parsed

Until = Callable[..., Awaitable[None]]


class Follower:
    """Follows a stream and keeps what it was told."""

    def __init__(self, client: Client) -> None:
        self.events: list[Event] = []
        self.links: list[Link] = []
        self.stream = EventStream(
            client.connection,
            on_event=self.events.append,
            on_link=lambda link, _reason: self.links.append(link),
            first_wait=0.01,
        )
        self.task = asyncio.create_task(self.stream.follow())

    @property
    def names(self) -> list[str]:
        return [event.name for event in self.events]

    async def end(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def lines(*given: str) -> AsyncIterator[str]:
    for line in given:
        yield line


async def read(*given: str) -> list[Event]:
    return [event async for event in parsed(lines(*given))]


async def test_fields_comments_and_several_lines_of_data() -> None:
    events = await read(
        "retry: 2000", "", ": still here", "", "id: 3", "event: request.progress", 'data: {"subject":', 'data: "7"}', ""
    )

    assert [event.name for event in events] == ["", "request.progress"]
    assert (events[1].id, events[1].subject, events[1].noun) == ("3", "7", "request")


async def test_data_that_is_no_record_reads_as_none() -> None:
    assert await read("event: x", "data: [1", "") == [Event("x", {}, "")]


async def test_events_arrive_and_the_link_is_told(api: StubApi, client: Client, until: Until) -> None:
    follower = Follower(client)
    await until(lambda: Link.LIVE in follower.links)

    api.emit("request.queued", "7", status=0)
    await until(lambda: follower.events)
    await follower.end()

    assert follower.events[0].subject == "7"
    assert follower.links[:2] == [Link.CONNECTING, Link.LIVE]


async def test_after_a_break_it_goes_on_behind_the_last_event(api: StubApi, client: Client, until: Until) -> None:
    follower = Follower(client)
    await until(lambda: Link.LIVE in follower.links)
    api.emit("request.queued", "1")
    await until(lambda: follower.events)

    api.drop_streams()
    await until(lambda: Link.LOST in follower.links)
    api.emit("request.progress", "1")
    api.emit("request.completed", "1")
    await until(lambda: len(follower.events) == 3)
    await follower.end()

    assert follower.names == ["request.queued", "request.progress", "request.completed"]


async def test_events_that_are_gone_are_told_as_a_gap(api: StubApi, client: Client, until: Until) -> None:
    follower = Follower(client)
    await until(lambda: Link.LIVE in follower.links)
    api.emit("request.queued", "1")
    await until(lambda: follower.events)
    api.contents.events += [(n, "request.progress", {"id": n, "subject": "1"}) for n in range(2, 90)]
    api.contents.oldest_event = 80

    api.drop_streams()
    await until(lambda: "refresh" in follower.names)
    await follower.end()

    assert "request.progress" not in follower.names


async def test_a_break_before_the_first_event_is_a_gap_too(api: StubApi, client: Client, until: Until) -> None:
    follower = Follower(client)
    await until(lambda: Link.LIVE in follower.links)

    api.drop_streams()
    await until(lambda: follower.links.count(Link.LIVE) == 2)
    await follower.end()

    assert follower.events == [GAP]


async def test_ids_that_start_over_are_a_gap(api: StubApi, client: Client, until: Until) -> None:
    follower = Follower(client)
    await until(lambda: Link.LIVE in follower.links)
    api.contents.events.append((50, "request.queued", {"id": 50, "subject": "1"}))
    api.emit("request.progress", "1")
    await until(lambda: len(follower.events) == 2)

    follower.stream._take(Event("request.queued", {}, "3"))
    await follower.end()

    assert follower.names == ["request.queued", "request.progress", "refresh", "request.queued"]


async def test_a_refused_token_ends_it(api: StubApi) -> None:
    stranger = Client(api.address, "wrong")
    follower = Follower(stranger)

    await asyncio.wait_for(follower.task, 10)
    await stranger.close()

    assert follower.links == [Link.CONNECTING, Link.REFUSED]


async def test_a_missing_server_is_tried_again_and_again(until: Until) -> None:
    nobody = Client("http://127.0.0.1:9", "token")
    follower = Follower(nobody)

    await until(lambda: follower.links.count(Link.LOST) >= 3)
    await follower.end()
    await nobody.close()

    assert follower.events == []


@pytest.mark.parametrize("name", ["request.queued", "refresh"])
def test_the_noun_is_what_stands_before_the_dot(name: str) -> None:
    assert Event(name).noun == name.split(".", maxsplit=1)[0]

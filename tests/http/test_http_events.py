"""The stream of events."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from server.http import events as stream_module

LATER = "2040-01-01T00:00:00Z"


class Listener:
    """Reads a stream, event by event."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.comments = 0

    async def next(self) -> dict[str, Any]:
        """The next event's data."""
        fields: dict[str, str] = {}
        async with asyncio.timeout(10):
            while True:
                line = (await self.answer.content.readline()).decode()
                assert line, "the stream ended"
                if line.startswith(":"):
                    self.comments += 1
                elif line == "\n":
                    if "data" in fields:
                        data: dict[str, Any] = json.loads(fields["data"])
                        assert str(data["id"]) == fields["id"]
                        assert data["event"] == fields["event"]
                        return data
                    fields = {}
                else:
                    name, _, value = line.rstrip("\n").partition(": ")
                    fields[name] = value


def listen(api: Any, *, token: str | None = None, **kw: Any) -> Any:
    headers = {"Authorization": f"Bearer {token or api.token}", **kw.pop("headers", {})}
    return api.session.get(api.server.address + "/studio/events", headers=headers, **kw)


async def test_a_request_is_followed_to_its_end(api: Any) -> None:
    async with listen(api) as answer:
        assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
        assert answer.headers["X-Request-Id"]
        listener = Listener(answer)
        request_id = await api.create()
        seen = []
        while not seen or seen[-1]["event"] != "request.completed":
            seen.append(await listener.next())

    ids = [event["id"] for event in seen]
    assert ids == sorted(set(ids))
    assert "request.queued" in {event["event"] for event in seen}
    assert {event["subject"] for event in seen if event["event"].startswith("request.")} == {request_id}


async def test_a_listener_goes_on_where_it_was(api: Any) -> None:
    async with listen(api) as answer:
        await api.create(scheduledOn=LATER)
        first = await Listener(answer).next()
    missed = await api.create(scheduledOn=LATER)

    for resumed in ({"headers": {"Last-Event-ID": str(first["id"])}}, {"params": {"after": str(first["id"])}}):
        async with listen(api, **resumed) as answer:
            listener = Listener(answer)
            subjects = set()
            while missed not in subjects:
                event = await listener.next()
                assert event["id"] > first["id"]
                subjects.add(event["subject"])


async def test_what_is_no_longer_kept_is_told_as_refresh(api: Any) -> None:
    async with listen(api, headers={"Last-Event-ID": "999999999"}) as answer:
        assert (await Listener(answer).next())["event"] == "refresh"


async def test_events_of_others_stay_with_them(api: Any) -> None:
    other = await api.server.client("bob")
    async with listen(api, token=other) as theirs, listen(api) as mine:
        request_id = await api.create(scheduledOn=LATER)
        event = await Listener(mine).next()
        assert event["subject"] == request_id
        body = {"outputType": "text", "topic": "Anything at all", "scheduledOn": LATER}
        answer = await api.post("/content/Create", body, token=other)
        first = await Listener(theirs).next()
        assert first["subject"] == answer.body["request_id"]


@pytest.mark.parametrize("wrong", ["x", "-1", "1.5", "9" * 30])
async def test_an_event_id_is_a_number(api: Any, wrong: str) -> None:
    assert (await api.get("/studio/events", headers={"Last-Event-ID": wrong})).status == 400
    assert (await api.get("/studio/events", params={"after": wrong})).status == 400


async def test_a_quiet_stream_beats(api: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "HEARTBEAT_S", 0.05)
    async with listen(api) as answer, asyncio.timeout(10):
        while await answer.content.readline() != b": still here\n":
            pass


async def test_head_ends_at_once(api: Any) -> None:
    answer = await api.call("HEAD", "/studio/events")
    assert (answer.status, answer.body) == (200, b"")

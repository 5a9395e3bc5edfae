"""Newer versions: looked for only where that is wanted, understood in every usual form, told once."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from PySide6.QtGui import QDesktopServices

from app.client.updates import Release, is_newer, newest_of
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
ATOM = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Releases 9.9.9</title>
<entry><title>Quillcast v1.4.0rc1</title><link href="https://q.example/rc"/></entry>
<entry><title>Quillcast v1.3.2</title><link href="https://q.example/1.3.2"/></entry>
<entry><title>1.10.0: shows</title><link href="https://q.example/1.10"/></entry></feed>"""
RSS = "<rss><channel><item><title>2.0</title><link>https://q.example/2</link></item></channel></rss>"
BOMB = '<!DOCTYPE x [<!ENTITY a "b">]><rss><item><title>&a;9.0</title></item></rss>'


@pytest.mark.parametrize(
    ("document", "release"),
    [
        (ATOM, Release("1.10.0", "https://q.example/1.10")),
        (RSS, Release("2.0", "https://q.example/2")),
        (
            json.dumps({"tag_name": "v3.1.4", "html_url": "https://q.example/3"}),
            Release("3.1.4", "https://q.example/3"),
        ),
        (json.dumps({"info": {"version": "0.9.1"}, "urls": []}), Release("0.9.1")),
        (json.dumps([{"name": "Release 1.2"}, {"name": "Release 1.3"}]), Release("1.3")),
        ("1.2.3\n", Release("1.2.3")),
        ("2.0rc1", Release("2.0rc1")),
        (BOMB, None),
        ("<html><title>1.2</title></html>", None),
        ("{broken", None),
        ("", None),
    ],
)
def test_every_usual_form_is_understood(document: str, release: Release | None) -> None:
    assert newest_of(document) == release


def test_versions_are_compared_as_versions() -> None:
    assert is_newer(Release("1.10.0"), "1.9.9")
    assert not is_newer(Release("1.0"), "1.0.0")
    assert not is_newer(Release("1.0"), "nonsense")


class Feed:
    """An address that tells of versions, and counts who asks."""

    def __init__(self) -> None:
        self.asked: list[web.Request] = []
        self.answer = web.Response(text=ATOM)

    async def tell(self, request: web.Request) -> web.Response:
        self.asked.append(request)
        return web.Response(text=self.answer.text, status=self.answer.status)


@pytest.fixture
async def feed(connected: Window) -> AsyncIterator[Feed]:
    made = Feed()
    application = web.Application()
    application.router.add_get("/releases.atom", made.tell)
    async with TestServer(application) as server:
        connected.values.keep("about.address", str(server.make_url("/releases.atom")))
        yield made


async def test_nobody_is_asked_unless_it_is_wanted(connected: Window, feed: Feed, idle: Idle) -> None:
    connected.updates.look_by_itself()
    await idle(connected)
    assert feed.asked == []


async def test_it_looks_once_a_day_and_tells_what_is_new(
    connected: Window, feed: Feed, idle: Idle, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    connected.values.keep("about.updates", True)
    for _ in range(2):
        connected.updates.look_by_itself()
        await idle(connected)
    assert len(feed.asked) == 1
    assert "Authorization" not in feed.asked[0].headers
    assert connected.bar.text == f"Quillcast 1.10.0 is out; this is {connected.updates.version}."
    connected.bar.act()
    assert opened == ["https://q.example/1.10"]


async def test_what_cannot_be_reached_is_told_only_to_who_asked(connected: Window, feed: Feed, idle: Idle) -> None:
    feed.answer = web.Response(status=503)
    connected.values.keep("about.updates", True)
    connected.updates.look_by_itself()
    await idle(connected)
    assert connected.bar.text == ""
    connected.deeds.run("check-updates")
    await idle(connected)
    assert connected.bar.text == "The address for newer versions answers with 503."
    feed.answer = web.Response(text="0.0.1")
    connected.deeds.run("check-updates")
    await idle(connected)
    assert connected.bar.text.startswith("This is the newest version")


async def test_without_an_address_the_settings_are_offered(connected: Window, idle: Idle) -> None:
    connected.deeds.run("check-updates")
    assert connected.bar.act()
    await idle(connected)
    assert connected.panels["settings"].section == "about"  # type: ignore[attr-defined]

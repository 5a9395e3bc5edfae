"""A whole server that may fetch from this machine, a server of feeds beside it, and feeds to put there."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from feed_server import FeedServer, Page, feed_server
from live_server import LiveServer, live_server
from PIL import Image

from server.services import hosting
from server.services.quarantine import Quarantine

FEEDS = Path(__file__).parent.parent / "data" / "feeds"
HEAD = (
    "<language>en</language><description>About it.</description><itunes:author>Ann</itunes:author>"
    '<itunes:category text="Arts"><itunes:category text="Books"/></itunes:category>'
    "<itunes:explicit>false</itunes:explicit>"
    "<itunes:owner><itunes:name>Ann Lee</itunes:name><itunes:email>ann@show.example</itunes:email></itunes:owner>"
)


class OnAThread(Quarantine):
    """Reads on a thread: a process of its own costs seconds, and other tests have it."""

    async def run(self, function, /, *args, **kwargs):
        return await asyncio.to_thread(function, *args, **kwargs)


def item(number: int, *, guid: str | None = "", title: str = "", url: str = "", more: str = "", **said: str) -> str:
    """An item with a recording; `guid=None` leaves its guid out."""
    name = f"guid-{number}" if guid == "" else guid
    date = said.get("date", f"{number % 28 + 1:02d} Mar 2024 10:00:00 GMT")
    return (
        "<item>"
        + (f"<title>{title or f'Episode {number}'}</title>" if title != "-" else "")
        + (f'<guid isPermaLink="false">{name}</guid>' if name is not None else "")
        + (f"<pubDate>{date}</pubDate>" if date else "")
        + f'<enclosure url="{url or f"https://cdn.show.example/{number}.mp3"}"'
        + f' length="{said.get("length", "1000")}" type="{said.get("type", "audio/mpeg")}"/>{more}</item>'
    )


def feed(*items: str, head: str = HEAD, title: str = "The Show", root: str = "", more: str = "") -> bytes:
    """A podcast's feed."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"'
        ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"'
        ' xmlns:podcast="https://podcastindex.org/namespace/1.0"'
        f' xmlns:content="http://purl.org/rss/1.0/modules/content/"{root}><channel><title>{title}</title>'
        f"<link>https://show.example/</link>{head}{more}{''.join(items)}</channel></rss>"
    ).encode()


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    body: Any

    @property
    def warned(self) -> str:
        return "\n".join(self.body.get("warnings", []))


@dataclass
class Importer:
    """A caller of the whole server."""

    live: LiveServer
    site: FeedServer
    session: aiohttp.ClientSession
    token: str

    async def call(self, method: str, path: str, body: Any = None, *, token: str = "") -> Answer:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        data = None if body is None else io.BytesIO(json.dumps(body).encode())
        address = path if path.startswith("http") else self.live.address + path
        async with self.session.request(method, address, headers=headers, data=data, allow_redirects=False) as answer:
            raw = await answer.read()
            return Answer(answer.status, await answer.json() if answer.content_type == "application/json" else raw)

    async def bring(
        self, document: bytes | Page | str, *, path: str = "/feed.xml", token: str = "", **said: Any
    ) -> Answer:
        """Put a document on the site and import it."""
        url = document if isinstance(document, str) else self.site.put(path, document)
        return await self.call("POST", "/podcast/import-rss", {"rssUrl": url, **said}, token=token)

    async def show(self, reply: Answer, *, token: str = "") -> dict[str, Any]:
        found = await self.call("GET", f"/podcast/shows/{reply.body['podcastId']}", token=token)
        return dict(found.body)

    async def episodes(self, reply: Answer, *, token: str = "") -> list[dict[str, Any]]:
        found = await self.call("GET", f"/podcast/shows/{reply.body['podcastId']}/episodes", token=token)
        return list(found.body)

    async def published(self, reply: Answer) -> bytes:
        return bytes((await self.call("GET", f"/podcast/rss/{reply.body['podcastId']}")).body)


def index() -> list[dict[str, str]]:
    """What each feed of the test data holds."""
    with (FEEDS / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture
def rows() -> list[dict[str, str]]:
    return index()


@dataclass(frozen=True)
class Make:
    """Builds feeds for a test."""

    head: str = HEAD
    feeds: Path = FEEDS

    feed = staticmethod(feed)
    item = staticmethod(item)


@pytest.fixture
def make() -> Make:
    return Make()


@pytest.fixture
def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (1500, 1500), "teal").save(out, "PNG")
    return out.getvalue()


@pytest.fixture
async def site() -> AsyncIterator[FeedServer]:
    async with feed_server() as server:
        yield server


@pytest.fixture
async def importer(tmp_path: Path, site: FeedServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Importer]:
    monkeypatch.setattr(hosting, "SPACING_S", 0.0)
    async with (
        live_server(tmp_path, quarantine=OnAThread(), allow_private_urls=True) as live,
        aiohttp.ClientSession() as session,
    ):
        yield Importer(live, site, session, await live.client("ann", credits=1000))

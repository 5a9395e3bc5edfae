"""A server of feeds as they come: sound, slow, broken, moved, huge, gone; every call to it is counted."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web


@dataclass
class Page:
    """What one path answers."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    waits_for: asyncio.Event | None = None
    """The answer comes when this is set."""
    endless: bool = False
    """The body is sent again and again."""


@dataclass
class FeedServer:
    """The pages by path; all addresses of the loopback network lead here."""

    port: int
    pages: dict[str, Page] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    seen: list[Mapping[str, str]] = field(default_factory=list)
    """Headers of the calls, in their order."""
    at_once: int = 0
    most_at_once: int = 0
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with every call."""

    def url(self, path: str, *, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def put(self, path: str, page: Page | bytes, *, host: str = "127.0.0.1") -> str:
        """Answer under a path from now on; gives its address."""
        self.pages[path] = Page(page) if isinstance(page, bytes) else page
        return self.url(path, host=host)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.calls[request.path] += 1
        self.seen.append(dict(request.headers))
        self.asked.set()
        page = self.pages.get(request.path)
        if page is None:
            return web.Response(status=404)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            if page.waits_for is not None:
                await page.waits_for.wait()
            etag = page.headers.get("ETag")
            if etag is not None and request.headers.get("If-None-Match") == etag:
                return web.Response(status=304, headers={"ETag": etag})
            if page.endless:
                return await self._without_end(request, page)
            return web.Response(status=page.status, body=page.body, headers=page.headers)
        finally:
            self.at_once -= 1

    @staticmethod
    async def _without_end(request: web.Request, page: Page) -> web.StreamResponse:
        response = web.StreamResponse(headers=page.headers)
        await response.prepare(request)
        try:
            while True:
                await response.write(page.body)
        except ConnectionError:
            return response


@asynccontextmanager
async def feed_server() -> AsyncIterator[FeedServer]:
    """Serve until the block is left."""
    held: list[FeedServer] = []

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        assert isinstance(request, web.Request)
        return await held[0].answer(request)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "0.0.0.0", 0)
    await site.start()
    port: int = runner.addresses[0][1]
    held.append(FeedServer(port))
    try:
        yield held[0]
    finally:
        for page in held[0].pages.values():
            if page.waits_for is not None:
                page.waits_for.set()
        await runner.cleanup()


def rss(*items: str, title: str = "News", head: str = "") -> bytes:
    """A feed of these items."""
    return (
        f'<?xml version="1.0"?><rss version="2.0"><channel><title>{title}</title>'
        f"<link>https://news.example/</link>{head}{''.join(items)}</channel></rss>"
    ).encode()


def item(number: int, *, words: int = 0, more: str = "") -> str:
    """An item; with `words`, it carries its text whole."""
    text = f"<description>{'word ' * words}</description>" if words else ""
    return (
        f"<item><title>Item {number}</title><link>https://news.example/{number}</link>"
        f"<guid isPermaLink='false'>guid-{number}</guid>{text}"
        f"<pubDate>{number % 28 + 1:02d} Mar 2026 10:00:00 GMT</pubDate>{more}</item>"
    )

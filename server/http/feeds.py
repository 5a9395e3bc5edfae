"""Public feeds and the text files they point to, for podcast apps and directories."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Annotated

from aiohttp import hdrs, web
from pydantic import Field

from server.domain.errors import Invalid
from server.feeds.rss import MEDIA_TYPE
from server.http.calls import Call
from server.http.ranges import is_unchanged
from server.http.registry import Routes, Scope
from server.http.wire import PageNumber, Query

routes = Routes("Feeds")

MAX_AGE_S = 300
"""Apps may keep a feed for so long without asking again."""


class FeedQuery(Query):
    """Which part of a feed in pages."""

    page: Annotated[
        PageNumber | None,
        Field(description="Page of a feed above 10 MB, or of one whose show asks for pages; 1 is the newest."),
    ] = None


@routes.get(
    "/podcast/rss/{podcastId}",
    query=FeedQuery,
    scope=Scope.PUBLIC,
    published=True,
    media_type="application/rss+xml",
    replies=(str,),
    other=(301, 304),
    errors=(400, 404),
)
async def rss(call: Call, query: FeedQuery) -> web.Response:
    """Read the public feed of a show (RSS 2.0), with `ETag`, `Last-Modified`, `HEAD` and gzip.

    A show that has moved with `redirectFeed` answers 301.
    """
    feed = await call.services.feeds.document(call.params["podcastId"], page=min(query.page or 1, 10**6))
    if feed.moved_to:
        kept = {hdrs.LOCATION: feed.moved_to, hdrs.CACHE_CONTROL: f"public, max-age={MAX_AGE_S}"}
        return web.Response(status=301, headers={**kept, hdrs.ACCESS_CONTROL_ALLOW_ORIGIN: "*"})
    packed = _takes_gzip(call.request.headers.get(hdrs.ACCEPT_ENCODING, ""))
    headers = {
        hdrs.ETAG: feed.packed_etag if packed else feed.etag,
        hdrs.LAST_MODIFIED: format_datetime(feed.modified.astimezone(UTC), usegmt=True),
        hdrs.CACHE_CONTROL: f"public, max-age={MAX_AGE_S}",
        hdrs.VARY: hdrs.ACCEPT_ENCODING,
        hdrs.ACCESS_CONTROL_ALLOW_ORIGIN: "*",
    }
    given = call.request.headers
    if any(is_unchanged(given, etag=etag, modified=feed.modified) for etag in (feed.etag, feed.packed_etag)):
        return web.Response(status=304, headers=headers)
    headers[hdrs.CONTENT_TYPE] = MEDIA_TYPE
    if packed:
        headers[hdrs.CONTENT_ENCODING] = "gzip"
    return web.Response(body=feed.packed if packed else feed.body, headers=headers)


@routes.get("/podcast/rss", scope=Scope.PUBLIC, published=True, errors=(400,))
async def no_rss(call: Call) -> web.Response:  # noqa: ARG001
    """Tell that a feed needs the id of its show."""
    raise Invalid("podcastId: name the show whose feed you want.", code="invalid_podcast_id")


@routes.get(
    "/podcast/transcripts/{key}/{name}",
    scope=Scope.PUBLIC,
    published=True,
    media_type="text/vtt",
    replies=(str,),
    errors=(404,),
)
async def text_file(call: Call) -> web.Response:
    """Read a transcript (`transcript.vtt`, `.srt`, `.json`) or the chapters (`chapters.json`) of an episode."""
    file = await call.services.episodes.text_file(call.params["key"], call.params["name"])
    etag = f'"{hashlib.sha256(file.body).hexdigest()[:32]}"'
    headers = {
        hdrs.ETAG: etag,
        hdrs.CACHE_CONTROL: f"public, max-age={MAX_AGE_S}",
        hdrs.ACCESS_CONTROL_ALLOW_ORIGIN: "*",
    }
    if is_unchanged(call.request.headers, etag=etag, modified=datetime.max.replace(tzinfo=UTC)):
        return web.Response(status=304, headers=headers)
    shown = f"{file.media_type}; charset=utf-8" if file.media_type.startswith("text/") else file.media_type
    return web.Response(body=file.body, headers={**headers, hdrs.CONTENT_TYPE: shown})


def _takes_gzip(accepted: str) -> bool:
    """Whether `Accept-Encoding` allows gzip (RFC 9110, section 12.5.3)."""
    quality: dict[str, float] = {}
    for offer in accepted.split(","):
        name, _, parameters = offer.partition(";")
        weight = parameters.strip().lower().removeprefix("q=")
        try:
            quality[name.strip().lower()] = float(weight) if parameters.strip() else 1.0
        except ValueError:
            quality[name.strip().lower()] = 0.0
    return quality.get("gzip", quality.get("x-gzip", quality.get("*", 0.0))) > 0

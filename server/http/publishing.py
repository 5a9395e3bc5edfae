"""What belongs to publishing beside the feed: static copies, lists of feeds, and plays."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from aiohttp import hdrs, web
from pydantic import BeforeValidator, Field

from server.feeds import opml
from server.http.calls import Call
from server.http.checks import CheckReply, check_reply
from server.http.exports import EXPECTED_HEADER
from server.http.media import disposition
from server.http.registry import MIB, Routes
from server.http.wire import Order, Query, digits
from server.services import sites

# ruff: noqa: N815 - the wire's names
routes = Routes("Publishing")


class SiteQuery(Query):
    """Where the folder will lie."""

    base: Annotated[str, Field(max_length=300, description="Required, such as `https://example.com/show`.")] = ""


class PlaysQuery(Query):
    """How far back."""

    days: Annotated[int, Field(ge=1, le=400), BeforeValidator(digits)] = 30


class OpmlOrder(Order):
    """A list of feeds."""

    opml: Annotated[str, Field(max_length=2_000_000, description="The document.")]


class OutlineRecord(msgspec.Struct):
    """One feed of a list."""

    title: str
    feedUrl: str
    link: str


class OpmlReply(msgspec.Struct):
    """The feeds of a list, each once; give their addresses to import-rss or to `/feeds`."""

    success: bool
    feeds: list[OutlineRecord]


class EpisodePlays(msgspec.Struct):
    """An episode's plays by day (UTC); days without any are left out."""

    episodeId: int
    plays: int
    days: dict[str, int]


class PlaysReply(msgspec.Struct):
    """Plays of a show, counted from requests for its recordings. No person is followed."""

    plays: int
    episodes: list[EpisodePlays]


@routes.get("/studio/shows/{podcastId}/site/check", query=SiteQuery, replies=(CheckReply,), errors=(404,))
async def check_site(call: Call, query: SiteQuery) -> CheckReply:
    """Check the folder that `site` gives, as it will lie at `base`: its feed, its picture and its files."""
    return check_reply(await call.services.sites.check(call.params["podcastId"], base=query.base, by=call.by))


@routes.get(
    "/studio/shows/{podcastId}/site",
    query=SiteQuery,
    media_type="application/zip",
    replies=(str,),
    errors=(404,),
)
async def site(call: Call, query: SiteQuery) -> web.StreamResponse:
    """Download a show as a folder for any web host (ZIP): feed, recordings, picture, transcripts, chapters, a page."""
    service = call.services.sites
    members = await service.members(call.params["podcastId"], base=query.base, by=call.by)
    response = web.StreamResponse(
        headers={
            hdrs.CONTENT_TYPE: "application/zip",
            hdrs.CONTENT_DISPOSITION: disposition("show.zip", download=True),
            hdrs.CACHE_CONTROL: "no-store",
        }
    )
    response.headers[EXPECTED_HEADER] = str(await asyncio.to_thread(sites.size_of, members))
    return await call.send(response, service.pack(members))


@routes.get("/studio/shows/opml", media_type="text/x-opml", replies=(str,))
async def shows_as_opml(call: Call) -> web.Response:
    """Download the list of the caller's shows as OPML."""
    service = call.services.shows
    outlines = [
        opml.Outline(show.name, service.feed_url(show), show.link)
        async for portion in service.every(by=call.by)
        for show in portion
    ]
    headers = {
        hdrs.CONTENT_TYPE: opml.MEDIA_TYPE,
        hdrs.CONTENT_DISPOSITION: disposition("shows.opml", download=True),
    }
    return web.Response(body=opml.written("Shows", outlines), headers=headers)


@routes.post("/studio/opml", body=OpmlOrder, limit=4 * MIB, replies=(OpmlReply,))
async def feeds_of_opml(call: Call, body: OpmlOrder) -> OpmlReply:
    """Read the feeds that an OPML document lists; nothing is imported yet."""
    _ = call.by
    found = await call.services.imports.outlines(body.opml)
    return OpmlReply(True, [OutlineRecord(each.title, each.feed_url, each.link) for each in found])


@routes.get("/studio/shows/{podcastId}/plays", query=PlaysQuery, replies=(PlaysReply,), errors=(404,))
async def plays(call: Call, query: PlaysQuery) -> PlaysReply:
    """Read how often the episodes of a show were played in the last days."""
    found = await call.services.plays.of_show(call.params["podcastId"], days=query.days, by=call.by)
    listed = [EpisodePlays(each.episode_id, sum(each.days.values()), each.days) for each in found]
    return PlaysReply(sum(each.plays for each in listed), listed)

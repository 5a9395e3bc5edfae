"""The import of shows from other hosts."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from server.domain.imports import Imported
from server.http.calls import Call
from server.http.registry import Routes
from server.http.wire import Order
from server.services.imports import ImportOrder

# ruff: noqa: N815 - the wire's names
routes = Routes("Podcast shows")


class ImportRssOrder(Order):
    """The feed to import."""

    rssUrl: Annotated[
        str, Field(min_length=1, max_length=8192, description="Ends with `.rss` or contains `rss` or `feed`.")
    ]
    email: Annotated[str | None, Field(max_length=254, description="The owner's, where the feed names none.")] = None
    confirmOwnership: Annotated[bool, Field(description="Needed for a show that is locked against moving.")] = False
    hostAudio: Annotated[bool, Field(description="Take the recordings over too, in the background.")] = False


class ImportedReply(msgspec.Struct):
    """The show is here with all its items and its picture. `refreshed` counts what episodes took from the source."""

    success: bool
    podcastId: str
    rssUrl: str
    imageUrl: str
    isNew: bool
    episodesAdded: int
    episodesUpdated: int
    episodesUnchanged: int
    itemsLeftOut: int
    audioToHost: int
    refreshed: dict[str, int]


@routes.post("/podcast/import-rss", body=ImportRssOrder, replies=(ImportedReply,))
async def import_rss(call: Call, body: ImportRssOrder) -> ImportedReply:
    """Import a show by its feed, or bring one that was imported before up to date.

    Guids, dates, seasons and everything else that the feed says are kept; texts that were edited here stay. `warnings`
    tells what the feed lacks and what was done about it. Progress is on the event stream (`import.progress`).
    """
    order = ImportOrder(body.rssUrl.strip(), (body.email or "").strip(), body.confirmOwnership, body.hostAudio)
    done = await call.services.imports.run(order, by=call.by)
    call.warnings.extend(done.warnings)
    return reply_of(call, done)


def reply_of(call: Call, done: Imported) -> ImportedReply:
    """What an import came to, on its way out."""
    return ImportedReply(
        success=True,
        podcastId=done.show.id,
        rssUrl=call.services.shows.feed_url(done.show),
        imageUrl=call.services.shows.artwork_url(done.show),
        isNew=done.is_new,
        episodesAdded=done.added,
        episodesUpdated=done.updated,
        episodesUnchanged=done.unchanged,
        itemsLeftOut=done.left_out,
        audioToHost=done.to_host,
        refreshed=done.refreshed,
    )

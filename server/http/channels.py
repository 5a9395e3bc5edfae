"""Channels of the video site, whose newest videos can be sources."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from server.domain.channels import Channel
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PageQuery, paging
from server.http.registry import Routes
from server.http.replies import Done
from server.http.wire import HttpAddress, Order, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Channels")


class ChannelOrder(Order):
    """A channel to connect."""

    name: Annotated[str, Field(max_length=2000)] | None = None
    url: Annotated[HttpAddress, Field(description="The channel's address on the video site.")]


class MadeChannel(msgspec.Struct):
    """The channel is kept; it is connected when its feed of videos was read."""

    success: bool
    id: str
    channelId: str
    connected: bool


class VideoRecord(msgspec.Struct):
    """One video."""

    url: str
    title: str
    publishedOn: WireTime | None


class ChannelRecord(msgspec.Struct):
    """A channel with its newest videos. `error` tells why its last reading failed."""

    id: str
    name: str
    url: str
    title: str
    connected: bool
    connectedOn: WireTime | None
    refreshedOn: WireTime | None
    createdOn: WireTime
    videos: list[VideoRecord]
    error: str | None


class ChannelPage(msgspec.Struct):
    """One page of channels."""

    channels: list[ChannelRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


@routes.get("/channels", query=PageQuery, replies=(list[ChannelRecord], ChannelPage))
async def channels(call: Call, query: PageQuery) -> list[ChannelRecord] | ChannelPage:
    """List the caller's channels, newest first: one page, or without page and limit a plain array."""
    service = call.services.channels
    if not query.wants_page:
        return [_record(channel) for channel in await service.every(by=call.by)]
    found = await service.page(query.number, query.size, by=call.by)
    return ChannelPage(
        channels=[_record(channel) for channel in found.items],
        **paging(query, found),
    )


@routes.post("/channels", body=ChannelOrder, replies=(MadeChannel,))
async def add(call: Call, body: ChannelOrder) -> MadeChannel:
    """Connect a channel of the video site; its feed of videos is read in the background."""
    made = await call.services.channels.add(body.url, name=body.name or "", by=call.by)
    return MadeChannel(success=True, id=made.id, channelId=made.id, connected=made.connected_on is not None)


@routes.delete("/channels/{id}", replies=(Done,), errors=(404,))
async def remove(call: Call) -> Done:
    """Disconnect a channel; what was ordered of it goes on."""
    await call.services.channels.remove(call.params["id"], by=call.by)
    return Done(success=True, message="The channel is disconnected.")


def _record(channel: Channel) -> ChannelRecord:
    return ChannelRecord(
        id=channel.id,
        name=channel.name,
        url=channel.url,
        title=channel.title,
        connected=channel.connected_on is not None,
        connectedOn=wire_time(channel.connected_on) if channel.connected_on else None,
        refreshedOn=wire_time(channel.read_on) if channel.read_on else None,
        createdOn=wire_time(channel.created_on),
        videos=[
            VideoRecord(video.url, video.title, wire_time(video.published) if video.published else None)
            for video in channel.videos
        ],
        error=channel.fault or None,
    )

"""Episodes: list them, put them into shows, edit and upload them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from aiohttp import hdrs, web
from msgspec import UNSET, UnsetType
from pydantic import Field

from server.domain.episodes import ChapterMark, Episode, EpisodeChange
from server.domain.errors import FieldFault
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import DEFAULT_LIMIT, PageQuery, stream_array
from server.http.problems import invalid
from server.http.registry import MIB, Form, Routes
from server.http.replies import Done
from server.http.show_orders import Address, PersonOrder, Text, persons_of
from server.http.show_records import PersonRecord, person_record
from server.http.uploads import FormReader, UploadedPart
from server.http.wire import Integer, Moment, Order, RequiredId, WireTime
from server.services.episodes import UPLOAD_LIMIT, Episodes, Uploaded

# ruff: noqa: N815 - the wire's names
routes = Routes("Podcast episodes")

LongText = Annotated[str, Field(max_length=200_000)]
DEPRECATED_SINCE = "@1767225600"
"""1 January 2026, as RFC 9745 writes it."""
SUCCESSORS = (
    '</podcast/episodes/unallocated>; rel="successor-version", </podcast/shows>; rel="successor-version", '
    '</openapi.json>; rel="deprecation"'
)
UPLOAD_FIELDS = ("title", "description", "podcastId")


class AttachOrder(Order):
    """The recording to put into the show, and what the episode is called there."""

    requestId: RequiredId
    title: Text | None = None
    description: LongText | None = None


class ChapterOrder(Order):
    """A chapter; `startTime` is in seconds."""

    startTime: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    title: Text
    img: Address | None = None
    url: Address | None = None
    toc: bool | None = None


class EpisodeOrder(Order):
    """What is said of an episode; fields beyond title and description stay as they are when left out.

    With `null`, `explicit` follows the show again and `publishOn` waits for no time any more.
    """

    title: Text
    description: LongText
    season: Integer | None = None
    number: Integer | None = None
    episodeType: Literal["full", "trailer", "bonus"] | None = None
    explicit: bool | None = None
    publishOn: Annotated[Moment | None, Field(description="When it is to appear in the feed.")] = None
    hidden: bool | None = None
    chapters: Annotated[list[ChapterOrder], Field(max_length=1000)] | None = None
    persons: Annotated[list[PersonOrder], Field(max_length=100)] | None = None
    imageUrl: Address | None = None


class EpisodeId(Order):
    """The episode that is meant."""

    episodeId: Integer


class ChapterRecord(msgspec.Struct, omit_defaults=True):
    """A chapter; `startTime` is in seconds."""

    startTime: float
    title: str
    img: str = ""
    url: str = ""
    toc: bool = True


class EpisodeRecord(msgspec.Struct):
    """An episode. `podcastId` is the first show that holds it, empty when none does."""

    id: int
    podcastId: str
    requestId: str
    title: str
    description: str
    audioTitle: str
    audioUrl: str
    requestedOn: WireTime | None
    succeededOn: WireTime | None
    scheduledOn: WireTime | None
    fileSize: int
    durationSeconds: int
    podcastShowIds: list[str]
    guid: str
    shareUrl: str
    season: int
    number: int
    episodeType: str
    explicit: bool | None
    publishOn: WireTime | None
    publishedOn: WireTime | None
    hidden: bool
    chapters: list[ChapterRecord]
    persons: list[PersonRecord]
    imageUrl: str


class EpisodePage(msgspec.Struct):
    """One page of episodes."""

    episodes: list[EpisodeRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int
    draftEpisodes: list[EpisodeRecord] | UnsetType = UNSET


class AttachedReply(msgspec.Struct):
    """The episode is in the show."""

    success: bool
    episodeId: int
    message: str


@routes.get("/podcast/episodes", query=PageQuery, replies=(list[EpisodeRecord], EpisodePage), deprecated=True)
async def every_episode(call: Call, query: PageQuery) -> web.StreamResponse | EpisodePage:
    """List all episodes, also those in no show. Use the lists of a show and of unallocated ones instead."""
    call.headers |= {"Deprecation": DEPRECATED_SINCE, hdrs.LINK: SUCCESSORS}
    return await _listed(call, query, show_id="")


@routes.get("/podcast/episodes/unallocated", query=PageQuery, replies=(EpisodePage,))
async def unallocated(call: Call, query: PageQuery) -> EpisodePage:
    """List the episodes that no show holds, newest first, in pages."""
    found = await call.services.episodes.page(query.number, query.limit or DEFAULT_LIMIT, by=call.by, unallocated=True)
    return _page(call, query, found.items, found.total, found.page_size, drafts=[])


@routes.get(
    "/podcast/shows/{podcastId}/episodes",
    query=PageQuery,
    replies=(list[EpisodeRecord], EpisodePage),
    errors=(400, 404),
)
async def of_show(call: Call, query: PageQuery) -> web.StreamResponse | EpisodePage:
    """List the episodes of a show, newest first: one page, or without page and limit a plain array."""
    return await _listed(call, query, show_id=call.params["podcastId"])


@routes.post("/podcast/shows/{podcastId}/episodes", body=AttachOrder, replies=(AttachedReply,), errors=(404,))
async def attach(call: Call, body: AttachOrder) -> AttachedReply:
    """Put the recording of a completed request into a show; again, it answers the same episode."""
    episode = await call.services.episodes.attach(
        call.params["podcastId"], body.requestId, title=body.title, description=body.description, by=call.by
    )
    return AttachedReply(True, episode.id, "The episode is in the show.")


@routes.post("/studio/shows/{podcastId}/episodes", body=EpisodeId, replies=(AttachedReply,), errors=(404,))
async def put(call: Call, body: EpisodeId) -> AttachedReply:
    """Put any episode of the caller into a show, uploaded and imported ones too; what is said of it stays."""
    episode = await call.services.episodes.put(call.params["podcastId"], body.episodeId, by=call.by)
    return AttachedReply(True, episode.id, "The episode is in the show.")


@routes.post("/podcast/episodes/remove", body=EpisodeId, replies=(Done,), errors=(404,))
async def remove_from_shows(call: Call, body: EpisodeId) -> Done:
    """Take an episode out of all shows and their feeds; it stays among the unallocated ones."""
    await call.services.episodes.remove_from_shows(body.episodeId, by=call.by)
    return Done(success=True, message="The episode is in no show any more; apps drop it when they read the feed again.")


@routes.post(
    "/podcast/episodes/upload",
    form=Form(file="audioFile", limit=UPLOAD_LIMIT, texts=UPLOAD_FIELDS),
    limit=UPLOAD_LIMIT + MIB,
    replies=(AttachedReply,),
)
async def upload(call: Call) -> AttachedReply:
    """Make an episode of a finished recording (multipart, field `audioFile`), in a show if `podcastId` names one."""
    service = call.services.episodes

    async def take(part: UploadedPart) -> Uploaded:
        return await service.upload(part.chunks, file_name=part.file_name, by=call.by)

    values, uploaded = await FormReader(call, field="audioFile").everything(UPLOAD_FIELDS, take)
    if not values.get("title", "").strip():
        raise invalid([FieldFault("title", "is required")])
    episode = await service.publish(
        uploaded,
        title=values["title"],
        description=values.get("description", ""),
        podcast_id=values.get("podcastId", ""),
        by=call.by,
    )
    return AttachedReply(True, episode.id, "The episode is there.")


@routes.post(
    "/podcast/episodes/{episodeId:int}/audio",
    form=Form(file="audioFile", limit=UPLOAD_LIMIT),
    limit=UPLOAD_LIMIT + MIB,
    replies=(EpisodeRecord,),
    errors=(404,),
)
async def change_audio(call: Call) -> EpisodeRecord:
    """Give an episode another recording (multipart, field `audioFile`); its number and its guid stay.

    A transcript made of the old recording goes with it, unless the new one is just as long.
    """
    service = call.services.episodes
    episode_id = int(call.params["episodeId"])
    await service.get(episode_id, by=call.by)

    async def take(part: UploadedPart) -> Uploaded:
        return await service.upload(part.chunks, file_name=part.file_name, by=call.by)

    _, uploaded = await FormReader(call, field="audioFile").everything((), take)
    return episode_record(await service.change_audio(episode_id, uploaded, by=call.by), service)


@routes.post("/podcast/episodes/{episodeId:int}", body=EpisodeOrder, replies=(Done,), errors=(404,))
async def change(call: Call, body: EpisodeOrder) -> Done:
    """Change what a show of the caller says of an episode."""
    said = EpisodeChange(
        title=body.title,
        description=body.description,
        season=body.season,
        number=body.number,
        episode_type=body.episodeType,
        explicit=body.explicit,
        publish_on=body.publishOn,
        hidden=body.hidden,
        chapters=_chapters(body.chapters),
        persons=persons_of(body.persons),
        image_url=body.imageUrl,
        taken_back=_taken_back(body),
    )
    await call.services.episodes.change(int(call.params["episodeId"]), said, by=call.by)
    return Done(success=True, message="The episode is changed.")


def episode_record(episode: Episode, service: Episodes) -> EpisodeRecord:
    """An episode on the way out."""
    return EpisodeRecord(
        id=episode.id,
        podcastId=episode.podcast_id,
        requestId=episode.request_id,
        title=episode.title,
        description=episode.description,
        audioTitle=episode.audio_title,
        audioUrl=service.audio_url(episode),
        requestedOn=wire_time(episode.requested_on) if episode.requested_on else None,
        succeededOn=wire_time(episode.succeeded_on) if episode.succeeded_on else None,
        scheduledOn=wire_time(episode.scheduled_on) if episode.scheduled_on else None,
        fileSize=episode.enclosure.size,
        durationSeconds=episode.duration_seconds,
        podcastShowIds=list(episode.show_ids),
        guid=episode.guid,
        shareUrl=service.public_url(episode.share_path),
        season=episode.season,
        number=episode.number,
        episodeType=str(episode.episode_type),
        explicit=episode.explicit,
        publishOn=wire_time(episode.publish_on) if episode.publish_on else None,
        publishedOn=wire_time(episode.published_on) if episode.published_on else None,
        hidden=episode.hidden,
        chapters=[ChapterRecord(c.start_s, c.title, c.img, c.url, c.toc) for c in episode.chapters],
        persons=[person_record(p) for p in episode.persons],
        imageUrl=service.public_url(episode.image),
    )


async def _listed(call: Call, query: PageQuery, *, show_id: str) -> web.StreamResponse | EpisodePage:
    service = call.services.episodes
    if not query.wants_page:
        everything = service.every(by=call.by, show_id=show_id)
        return await stream_array(call, everything, lambda episode: episode_record(episode, service))
    found = await service.page(query.number, query.size, by=call.by, show_id=show_id)
    return _page(call, query, found.items, found.total, found.page_size)


def _page(
    call: Call,
    query: PageQuery,
    episodes: tuple[Episode, ...],
    total: int,
    size: int,
    *,
    drafts: list[EpisodeRecord] | UnsetType = UNSET,
) -> EpisodePage:
    return EpisodePage(
        episodes=[episode_record(episode, call.services.episodes) for episode in episodes],
        totalCount=total,
        page=query.page or 1,
        pageSize=size,
        totalPages=-(-total // size),
        draftEpisodes=drafts,
    )


def _taken_back(body: EpisodeOrder) -> frozenset[str]:
    """The fields that were sent as null and can be: a record holds null for them, and may come back as it was read."""
    names = {"explicit": "explicit", "publishOn": "publish_on"}
    return frozenset(
        name for wire, name in names.items() if wire in body.model_fields_set and getattr(body, wire) is None
    )


def _chapters(orders: list[ChapterOrder] | None) -> tuple[ChapterMark, ...] | None:
    if orders is None:
        return None
    return tuple(ChapterMark(c.startTime, c.title, c.img or "", c.url or "", c.toc is not False) for c in orders)

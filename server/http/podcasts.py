"""Podcasts in other ways than Create: a script of one's own, voices of one's own choice, and whole series."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType
from pydantic import AliasChoices, Field

from server.domain import orders
from server.domain.errors import FieldFault
from server.domain.orders import ContentOrder, ScriptOrder, SeriesOrder
from server.domain.requests import Duration, OutputType, Style
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.orders import (
    MUSIC_BED,
    STEMS,
    Bound,
    FeedSelection,
    LongText,
    ManyIds,
    Resource,
    keyed_of,
    resources_of,
    selections_of,
    unloaded,
)
from server.http.problems import invalid
from server.http.registry import LARGE_JSON_LIMIT, Routes
from server.http.replies import AcceptedReply
from server.http.spooled import unpacked
from server.http.wire import HttpAddress, Integer, LanguageName, Moment, Order, RequiredId, WireTime
from server.services.series import ScheduledEpisode

routes = Routes("Requests")

StyleName = Literal["deep dive", "brief", "critique", "debate"]
Length = Literal["short", "default", "long"]
CallbackData = Annotated[str, Field(max_length=500)]
LEADS_TO = dict.fromkeys(
    ("get_content_Status_id", "post_content_CancelRequest", "post_content_DeleteRequest"), "request_id"
)


class FeedSelectionReply(msgspec.Struct):
    """Items of one feed."""

    feedId: int
    feedItemIds: list[str]


class ScheduledRequest(msgspec.Struct, kw_only=True):
    """One episode of a series, with the addresses or the items that it is made of."""

    request_id: str
    urls: list[str] | UnsetType = UNSET
    feed_selections: list[FeedSelectionReply] | UnsetType = UNSET
    episode_number: int
    scheduled_on: WireTime
    status: int


class SeriesReply(msgspec.Struct):
    """A series is accepted, all of it."""

    success: bool
    scheduled_requests: list[ScheduledRequest]
    total_created: int
    start_time: WireTime
    frequency_minutes: int
    mode: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["URLs", "sources"]})]
    total_urls: int


class CustomScript(Order):
    """A script, and the voices of its speakers."""

    # ruff: noqa: N815 - the wire's names
    script: Annotated[str, Field(description="Lines that begin with `SPEAKER_00:`, `SPEAKER_01:` …")]
    voice1: Annotated[Integer, Field(description="Speaks SPEAKER_00.")]
    voice2: Annotated[Integer, Field(description="Speaks SPEAKER_01.")]
    voice3: Annotated[Integer | None, Field(description="Speaks SPEAKER_02.")] = None
    voice4: Annotated[Integer | None, Field(description="Speaks SPEAKER_03; needs `voice3`.")] = None
    callbackData: CallbackData | None = None
    introMusicUrl: HttpAddress | None = None
    musicBed: Annotated[bool, Field(description=MUSIC_BED)] | None = None
    stems: Annotated[bool, Field(description=STEMS)] | None = None


class CustomVoices(Bound):
    """What to make an episode of, and the two voices that speak it."""

    voice1: Integer
    voice2: Integer
    resources: Annotated[list[Resource], Field(max_length=1000)] | None = None
    topic: Annotated[str, Field(max_length=100_000)] | None = None
    feeds: (
        Annotated[list[Integer], Field(max_length=10, description="Feeds, for their newest five items each.")] | None
    ) = None
    projects: Annotated[list[RequiredId], Field(max_length=10)] | None = None
    text: LongText | None = None
    duration: Length | None = None
    style: StyleName | None = None
    language: LanguageName | None = None
    callbackData: CallbackData | None = None

    def unload(self, folder: Path) -> dict[int, Path]:
        """See `server.http.spooled.unpacked`."""
        return unloaded(self.resources, folder)


class Schedule(Bound):
    """Several podcasts at intervals, in exactly one of three modes."""

    frequency: Annotated[int, Field(ge=1, le=2**31 - 1, description="Minutes between two podcasts.")]
    urls: (
        Annotated[
            list[Annotated[list[HttpAddress], Field(min_length=1, max_length=100)]],
            Field(max_length=100, description="The addresses of each episode."),
        ]
        | None
    ) = None
    feedSelections: Annotated[list[FeedSelection], Field(max_length=1000)] | None = None
    video_siteChannels: Annotated[
        ManyIds | None, Field(validation_alias=AliasChoices("video_siteChannels", "youtubeChannels"))
    ] = None
    numberOfEpisodes: Annotated[int, Field(ge=1, le=100)] | None = None
    instructions: Annotated[str, Field(max_length=500)] | None = None
    brandUrl: Annotated[
        HttpAddress | None, Field(description="Added to every episode's sources; with `urls` only.")
    ] = None
    duration: Length | None = None
    style: StyleName | None = None
    language: LanguageName | None = None
    podcastId: RequiredId | None = None
    episodeTitle: LongText | None = None
    voice1: Integer | None = None
    voice2: Integer | None = None
    startOn: Annotated[Moment | None, Field(description="Now, when left out; at most 24 hours in the past.")] = None
    callbackData: CallbackData | None = None


@routes.post(
    "/content/CreatePodcastCustomScript",
    body=CustomScript,
    replies=(AcceptedReply,),
    limit=LARGE_JSON_LIMIT,
    example={"script": "SPEAKER_00: Good morning.\nSPEAKER_01: Good morning.", "voice1": 1, "voice2": 2},
    leads_to=LEADS_TO,
)
async def custom_script(call: Call, body: CustomScript) -> AcceptedReply:
    """Have a script spoken as it is."""
    if body.voice4 is not None and body.voice3 is None:
        raise invalid([FieldFault("voice4", "needs voice3 as well")])
    if body.musicBed and not body.introMusicUrl:
        raise invalid([FieldFault("musicBed", "needs introMusicUrl, the music that goes on")])
    voices = (body.voice1, body.voice2, body.voice3, body.voice4)
    order = ScriptOrder(
        script=body.script,
        voices=tuple(voice for voice in voices if voice is not None),
        callback_data=body.callbackData,
        intro_music_url=body.introMusicUrl or "",
        music_bed=bool(body.musicBed),
        stems=bool(body.stems),
    )
    accepted = await call.services.requests.submit_script(order, by=call.by)
    return AcceptedReply(accepted.id, accepted.status)


@routes.post(
    "/content/CreatePodcastCustomVoices",
    body=CustomVoices,
    replies=(AcceptedReply,),
    errors=(403, 404, 409, 429),
    keyed=True,
    limit=LARGE_JSON_LIMIT,
    spooled=True,
    example={
        "voice1": 1,
        "voice2": 2,
        "resources": [{"type": "text", "content": "The words that the episode is made of."}],
    },
    leads_to=LEADS_TO,
)
async def custom_voices(call: Call) -> AcceptedReply:
    """Order an episode that two voices of one's own choice speak."""
    async with unpacked(call, CustomVoices) as (body, files):
        order, keyed = _custom_voices(body), keyed_of(call, body)
        accepted = await call.services.requests.submit_custom(order, by=call.by, keyed=keyed, files=files)
    return AcceptedReply(accepted.id, accepted.status)


def _custom_voices(body: CustomVoices) -> ContentOrder:
    faults = [FieldFault(field, message) for field, message in _source_rules(body)]
    if faults:
        raise invalid(faults)
    return ContentOrder(
        output_type=OutputType.AUDIO,
        resources=resources_of(body.resources),
        topic=body.topic or "",
        feeds=tuple(body.feeds or ()),
        projects=tuple(body.projects or ()),
        text=body.text or "",
        duration=Duration(body.duration or "default"),
        style=body.style or Style.DEEP_DIVE,
        language=body.language or "",
        notebook_id=body.notebookId or "",
        voice1=body.voice1,
        voice2=body.voice2,
        callback_data=body.callbackData,
    )


@routes.post(
    "/content/Schedule",
    body=Schedule,
    replies=(SeriesReply,),
    errors=(403, 404, 409, 429),
    keyed=True,
    limit=LARGE_JSON_LIMIT,
    example={"frequency": 60, "urls": [["https://example.com/one"], ["https://example.com/two"]]},
)
async def schedule(call: Call, body: Schedule) -> SeriesReply:
    """Order several podcasts at intervals from a start time; all of them are accepted, or none is."""
    faults = [FieldFault(field, message) for field, message in _mode_rules(body)]
    if faults:
        raise invalid(faults)
    series = await call.services.scheduling.schedule(_series(body), by=call.by, keyed=keyed_of(call, body))
    return SeriesReply(
        success=True,
        scheduled_requests=[_scheduled(episode) for episode in series.episodes],
        total_created=len(series.episodes),
        start_time=wire_time(series.start),
        frequency_minutes=series.frequency_minutes,
        mode="URLs" if series.by_urls else "sources",
        total_urls=series.total_urls,
    )


def _series(body: Schedule) -> SeriesOrder:
    return SeriesOrder(
        frequency=body.frequency,
        urls=tuple(tuple(urls) for urls in body.urls or ()),
        feed_selections=selections_of(body.feedSelections),
        video_site_channels=tuple(body.video_siteChannels or ()),
        number_of_episodes=body.numberOfEpisodes or 1,
        instructions=body.instructions or "",
        brand_url=body.brandUrl or "",
        duration=Duration(body.duration or "default"),
        style=body.style or Style.DEEP_DIVE,
        language=body.language or "",
        podcast_id=body.podcastId or "",
        episode_title=body.episodeTitle or "",
        voice1=body.voice1,
        voice2=body.voice2,
        start_on=body.startOn,
        callback_data=body.callbackData,
        notebook_id=body.notebookId or "",
    )


def _source_rules(body: CustomVoices) -> Iterator[tuple[str, str]]:
    given = {"resources": body.resources, "topic": (body.topic or "").strip(), "feeds": body.feeds}
    named = [name for name, value in given.items() if value]
    if body.notebookId is not None:
        for name in (*named, *(["projects"] if body.projects else [])):
            yield name, "must not be sent together with notebookId"
        return
    if not named:
        yield "resources", "is required: send resources, or a topic or feeds instead"
    for name in named[1:]:
        yield name, f"must not be sent together with {named[0]}: choose one"


def _mode_rules(body: Schedule) -> Iterator[tuple[str, str]]:
    modes = {
        "urls": body.urls,
        "feedSelections": body.feedSelections,
        "video_siteChannels": body.video_siteChannels,
    }
    named = [name for name, value in modes.items() if value]
    if body.notebookId is not None:
        for name in named:
            yield name, "must not be sent together with notebookId"
    elif not named:
        yield "urls", "is required: send urls, or feedSelections or video_siteChannels instead"
    for name in named[1:]:
        yield name, f"must not be sent together with {named[0]}: a schedule has one mode"
    if named and named[0] != "urls":
        if body.numberOfEpisodes is None:
            yield "numberOfEpisodes", f"is required with {named[0]}"
        if body.brandUrl is not None:
            yield "brandUrl", "goes with urls only"
    if body.voice2 is not None and body.voice1 is None:
        yield "voice2", "needs voice1 as well"


def _scheduled(episode: ScheduledEpisode) -> ScheduledRequest:
    reply = ScheduledRequest(
        request_id=episode.request_id,
        episode_number=episode.number,
        scheduled_on=wire_time(episode.scheduled_on),
        status=0,
    )
    if episode.selections:
        reply.feed_selections = [_selection(selection) for selection in episode.selections]
    else:
        reply.urls = list(episode.urls)
    return reply


def _selection(selection: orders.FeedSelection) -> FeedSelectionReply:
    return FeedSelectionReply(selection.feed_id, list(selection.feed_item_ids))

"""The bodies of creating operations: every field's type, range and choices, and the rules between fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AliasChoices, BeforeValidator, Field

from server.domain import orders
from server.domain.errors import FieldFault, InvalidField
from server.domain.notebooks import Keyed, require_licence
from server.domain.presenters import PRESENTERS
from server.domain.requests import Duration, OutputType, Quality, Style
from server.domain.sources import SourceKind
from server.http.calls import Call
from server.http.problems import invalid
from server.http.wire import HttpAddress, Integer, LanguageName, Moment, Order, RequiredId
from server.services.intake import INLINE_CHARACTERS, decoded_pdf

_STYLED = (OutputType.AUDIO, OutputType.TEXT)
VIDEO_STYLE = "classic"
VIDEO_FORMATS = ("explainer", "short", "cinematic")
DOCUMENT_FORMATS = ("text", "html", "pdf")

LongText = Annotated[str, Field(max_length=5000)]
Ids = Annotated[list[RequiredId], Field(max_length=10)]
ManyIds = Annotated[list[RequiredId], Field(max_length=1000)]
MUSIC_BED = "Ours. The intro music goes on softly under the whole episode; needs `introMusicUrl`."
STEMS = "Ours. Also hand over each speaker alone, and the music: WAV files as long as the episode, before mastering."


def _canonical_type(value: object) -> object:
    return "video_site" if value == "youtube" else value


class Resource(Order):
    """One source: its kind, and the text, the address, a file's id, or for a PDF also base64."""

    type: Annotated[
        Literal["text", "video_site", "website", "pdf", "file"],
        BeforeValidator(_canonical_type),
        Field(description="`youtube` is taken as an alias of `video_site`."),
    ]
    content: Annotated[str, Field(min_length=1)]


class FeedSelection(Order):
    """Cached items of one feed."""

    feedId: Integer
    feedItemIds: Annotated[list[RequiredId], Field(min_length=1, max_length=1000)]


class PublishTarget(Order):
    """Where a finished video goes."""

    channel: Annotated[str, Field(min_length=1, max_length=500)]
    video_siteAccountId: Annotated[
        RequiredId | None, Field(validation_alias=AliasChoices("video_siteAccountId", "youtubeAccountId"))
    ] = None
    video_sitePlaylistId: Annotated[
        RequiredId | None, Field(validation_alias=AliasChoices("video_sitePlaylistId", "youtubePlaylistId"))
    ] = None


class Bound(Order):
    """A body that may name a notebook: then it is done once under its Idempotency-Key."""

    notebookId: RequiredId | None = None

    def is_keyed(self) -> bool:
        """See `server.http.bodies.Once`."""
        return self.notebookId is not None


def unloaded(resources: Sequence[Resource] | None, folder: Path) -> dict[int, Path]:
    """Write the sources that hold whole texts and PDFs into files; by the place of each, where its file is.

    A text keeps its beginning, which its title is made of. What is no PDF stays as it is, to be refused where all are.
    """
    files: dict[int, Path] = {}
    for place, resource in enumerate(resources or ()):
        path = folder / f"source-{place}"
        if resource.type == "text" and len(resource.content) > INLINE_CHARACTERS:
            path.write_bytes(resource.content.encode("utf-8", "replace"))
            resource.content = resource.content[:INLINE_CHARACTERS]
        elif resource.type == "pdf" and "://" not in resource.content[:16]:
            try:
                path.write_bytes(decoded_pdf(resource.content, field="content"))
            except InvalidField:
                continue
            resource.content = ""
        else:
            continue
        files[place] = path
    return files


class TemplateMode(Order):
    """The wish for a reusable template."""

    type: Literal["feed"]
    name: Annotated[str, Field(max_length=500)] | None = None


class ContentRequest(Bound):
    """What to make, of what, and how."""

    # ruff: noqa: N815 - the wire's names
    outputType: Literal[tuple(kind.value for kind in OutputType)]  # type: ignore[valid-type]
    resources: Annotated[list[Resource], Field(max_length=1000)] | None = None
    topic: Annotated[str, Field(max_length=100_000)] | None = None
    feedSelections: Annotated[list[FeedSelection], Field(max_length=1000)] | None = None
    researches: Ids | None = None
    projects: Ids | None = None
    logoUrl: HttpAddress | None = None
    video_siteChannels: Annotated[
        ManyIds | None, Field(validation_alias=AliasChoices("video_siteChannels", "youtubeChannels"))
    ] = None
    podcastEpisodeIds: Ids | None = None
    text: LongText | None = None
    duration: Literal["short", "default", "long"] | None = None
    format: (
        Annotated[
            LongText,
            Field(description="Video: explainer, short, cinematic. Briefing: text, html, pdf. Else ignored."),
        ]
        | None
    ) = None
    style: (
        Annotated[
            LongText,
            Field(description="Audio and text: deep dive, brief, critique, debate. Video: a preset or own words."),
        ]
        | None
    ) = None
    introMusicUrl: HttpAddress | None = None
    includeCitations: bool | None = None
    ignorePaywalledResources: bool | None = None
    infographicOrientation: Literal["landscape", "portrait", "square"] | None = None
    infographicDetail: Literal["concise", "standard", "detailed"] | None = None
    slideDeckFormat: Literal["detailed", "presenter"] | None = None
    quizDifficulty: Literal["easy", "medium", "hard"] | None = None
    callbackData: Annotated[str, Field(max_length=500)] | None = None
    relatedId: RequiredId | None = None
    language: LanguageName | None = None
    scheduledOn: Moment | None = None
    podcastId: RequiredId | None = None
    episodeTitle: LongText | None = None
    title: LongText | None = None
    titlePrompt: LongText | None = None
    descriptionPrompt: LongText | None = None
    thumbnailImagePrompt: LongText | None = None
    introImagePrompt: LongText | None = None
    voice1: Integer | None = None
    voice2: Integer | None = None
    publishTargets: Annotated[list[PublishTarget], Field(max_length=100)] | None = None
    templateMode: TemplateMode | None = None
    isScheduled: bool | None = None
    dailyCount: Annotated[int, Field(ge=1, le=24)] | None = None
    scheduleEndDate: Moment | None = None
    quality: Literal["draft", "final"] | None = None
    approveScript: bool | None = None
    musicBed: Annotated[bool, Field(description=MUSIC_BED)] | None = None
    stems: Annotated[bool, Field(description=STEMS)] | None = None
    avatarId: Annotated[
        int | None, Field(ge=1, le=len(PRESENTERS), description="Who is shown speaking in an explainer or short video.")
    ] = None
    backgroundImageUrl: Annotated[
        HttpAddress | None, Field(description="What lies behind a video: an opaque PNG or JPG of at most 5 MB.")
    ] = None

    def unload(self, folder: Path) -> dict[int, Path]:
        """See `server.http.spooled.unpacked`."""
        return unloaded(self.resources, folder)


def to_order(body: ContentRequest) -> orders.ContentOrder:
    """The order that the services take.

    Raises:
        Problem: 400 naming every rule between fields that is broken.
    """
    faults = [FieldFault(field, message) for field, message in _broken_rules(body)]
    if faults:
        raise invalid(faults)
    output_type = OutputType(body.outputType)
    return orders.ContentOrder(
        output_type=output_type,
        resources=resources_of(body.resources),
        topic=body.topic or "",
        language=body.language or "",
        style=_style(output_type, body.style or ""),
        duration=Duration(body.duration or "default"),
        text=body.text or "",
        intro_music_url=body.introMusicUrl or "",
        voice1=body.voice1,
        voice2=body.voice2,
        include_citations=bool(body.includeCitations),
        ignore_paywalled_resources=bool(body.ignorePaywalledResources),
        callback_data=body.callbackData,
        related_id=body.relatedId or "",
        podcast_episode_ids=tuple(body.podcastEpisodeIds or ()),
        title=body.title or "",
        scheduled_on=body.scheduledOn,
        podcast_id=body.podcastId or "",
        episode_title=body.episodeTitle or "",
        quality=Quality(body.quality or "final"),
        approve_script=bool(body.approveScript),
        music_bed=bool(body.musicBed),
        stems=bool(body.stems),
        logo_url=body.logoUrl or "",
        feed_selections=selections_of(body.feedSelections),
        researches=tuple(body.researches or ()),
        projects=tuple(body.projects or ()),
        video_site_channels=tuple(body.video_siteChannels or ()),
        notebook_id=body.notebookId or "",
        format=body.format or "",
        infographic_orientation=body.infographicOrientation or "",
        infographic_detail=body.infographicDetail or "",
        slide_deck_format=body.slideDeckFormat or "",
        quiz_difficulty=body.quizDifficulty or "",
        title_prompt=body.titlePrompt or "",
        description_prompt=body.descriptionPrompt or "",
        thumbnail_image_prompt=body.thumbnailImagePrompt or "",
        intro_image_prompt=body.introImagePrompt or "",
        avatar_id=(body.avatarId or 0) if output_type is OutputType.VIDEO else 0,
        background_image_url=(body.backgroundImageUrl or "") if output_type is OutputType.VIDEO else "",
        publish_targets=tuple(
            orders.PublishTarget(t.channel, t.video_siteAccountId, t.video_sitePlaylistId)
            for t in body.publishTargets or ()
        ),
        template_mode=orders.TemplateMode(body.templateMode.type, body.templateMode.name)
        if body.templateMode
        else None,
        is_scheduled=bool(body.isScheduled),
        daily_count=body.dailyCount,
        schedule_end_date=body.scheduleEndDate,
    )


def cautions(body: ContentRequest) -> Iterator[str]:
    """What of a body is taken, but has no effect yet."""
    if body.quality == "draft" and body.voice1 is not None:
        yield "voice1 and voice2 are not heard in a draft, which takes the fastest voices; a final speaks with them"


def keyed_of(call: Call, body: Bound) -> Keyed | None:
    """The key of an order that is bound to a notebook. Raises `Invalid` when it has none."""
    if not body.is_keyed():
        return None
    require_licence(call.by)
    return Keyed(key=call.key, input=call.input)


def resources_of(resources: Sequence[Resource] | None) -> tuple[orders.Resource, ...]:
    """The sources of a body."""
    return tuple(orders.Resource(SourceKind(r.type), r.content) for r in resources or ())


def selections_of(selections: Sequence[FeedSelection] | None) -> tuple[orders.FeedSelection, ...]:
    """The selected items of a body."""
    return tuple(orders.FeedSelection(f.feedId, tuple(f.feedItemIds)) for f in selections or ())


def _style(output_type: OutputType, asked: str) -> str:
    """The style that applies to an output type; what does not apply is ignored."""
    if output_type is OutputType.VIDEO:
        return asked or VIDEO_STYLE
    return asked if asked and output_type in _STYLED else Style.DEEP_DIVE


def _broken_rules(body: ContentRequest) -> Iterator[tuple[str, str]]:
    if body.outputType in _STYLED and body.style and body.style not in tuple(Style):
        yield "style", f"must be one of {', '.join(repr(str(style)) for style in Style)}"
    if body.outputType == OutputType.VIDEO and body.format and body.format not in VIDEO_FORMATS:
        yield "format", f"must be one of {', '.join(VIDEO_FORMATS)} for a video"
    if body.outputType == OutputType.BRIEFING_DOC and body.format and body.format not in DOCUMENT_FORMATS:
        yield "format", f"must be one of {', '.join(DOCUMENT_FORMATS)} for a briefing"
    if body.voice2 is not None and body.voice1 is None:
        yield "voice2", "needs voice1 as well"
    if body.musicBed and not body.introMusicUrl:
        yield "musicBed", "needs introMusicUrl, the music that goes on"
    if body.templateMode is not None and body.isScheduled:
        yield "templateMode", "can't be combined with isScheduled"
    if body.scheduleEndDate is not None and not body.isScheduled:
        yield "scheduleEndDate", "needs isScheduled"
    yield from _broken_source_rules(body)


def _broken_source_rules(body: ContentRequest) -> Iterator[tuple[str, str]]:
    given = {
        "resources": body.resources,
        "topic": body.topic,
        "feedSelections": body.feedSelections,
        "researches": body.researches,
        "projects": body.projects,
        "video_siteChannels": body.video_siteChannels,
        "podcastEpisodeIds": body.podcastEpisodeIds,
    }
    if body.notebookId is not None:
        for name, value in given.items():
            if value:
                yield name, "must not be sent together with notebookId"
        return
    sources = [name for name, value in given.items() if _holds_something(value) and name != "projects"]
    if not sources and body.templateMode is None:
        yield "resources", "is required: send resources, or a topic, feedSelections, researches or episodes instead"


def _holds_something(value: object) -> bool:
    return bool(value.strip()) if isinstance(value, str) else bool(value)

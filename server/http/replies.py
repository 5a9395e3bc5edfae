"""The answers' shapes. msgspec writes them, and the document is made from them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from server.http.wire import WireTime

# ruff: noqa: N815 - the wire's names


class Done(msgspec.Struct):
    """Something was done."""

    success: bool
    message: str


class AcceptedReply(msgspec.Struct):
    """The request is on disk; poll its status under `request_id`."""

    request_id: str
    status: int


class RecurringReply(msgspec.Struct):
    """A recurring schedule is kept; its runs are requests of their own. Both ids are the same record's."""

    schedule_id: str
    request_id: str
    status: int
    message: str
    dailyCount: int
    endDate: WireTime | None


class TemplateFacts(msgspec.Struct):
    """What kind of template it is."""

    type: str
    name: str | None


class TemplateReply(msgspec.Struct):
    """A template is kept; it runs when something new comes in."""

    template_request_id: str
    request_id: str
    status: int
    template: TemplateFacts


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


class WebhookReply(msgspec.Struct):
    """A webhook. `secret` signs its messages (Standard Webhooks) and is told once, at its registration."""

    id: str
    url: str
    secret: str | UnsetType = UNSET


class WebhookHealthReply(msgspec.Struct):
    """A webhook and how it does: unused, working, failing or disabled (it answered 410)."""

    id: str
    url: str
    created_on: str
    health: str
    pending: int
    delivered: int
    given_up: int
    last_attempt_on: str | None
    last_fault: str


class AttemptReply(msgspec.Struct):
    """One attempt; `status` is the receiver's, null when there was no answer."""

    on: str
    status: int | None
    duration_ms: int
    fault: str
    response: str


class DeliveryReply(msgspec.Struct):
    """A message to a webhook: pending, delivered or given_up. Body and attempts only when it is asked for alone."""

    id: str
    webhook_id: str
    request_id: str
    event: str
    state: str
    created_on: str
    due_on: str | None
    delivered_on: str | None
    attempts: int
    fault: str
    payload: str | UnsetType = UNSET
    tried: list[AttemptReply] | UnsetType = UNSET


class SentReply(msgspec.Struct):
    """A test message is on its way."""

    success: bool
    delivery_id: str


class Removed(msgspec.Struct):
    """It is gone."""

    success: bool


class QuoteReply(msgspec.Struct):
    """What an order would cost and take."""

    credits: int
    estimatedSeconds: float
    estimatedBytes: int


class UsageReply(msgspec.Struct):
    """Credits and daily podcasts; reserved credits count as used."""

    allowed: int
    used: int
    allowedDailyPodcasts: int
    usedDailyPodcasts: int


class MeReply(msgspec.Struct):
    """Who the token belongs to."""

    clientId: str


class QueueStatsReply(msgspec.Struct):
    """How many requests wait and run."""

    success: bool
    queued: int
    processing: int
    active: int


class QueueRequestSummary(msgspec.Struct):
    """A waiting or running request."""

    id: str
    status: int
    request_type_id: int
    output_type: str | None
    requested_on: WireTime | None
    processing_on: WireTime | None
    scheduled_on: WireTime | None


class QueueRequestsResponse(msgspec.Struct):
    """A page of the queue."""

    success: bool
    state: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["queued", "processing", "active"]})]
    ids: list[str]
    items: list[QueueRequestSummary]
    count: int
    total_count: int
    page: int
    page_size: int
    total_pages: int


class CitationReply(msgspec.Struct):
    """Words of a source, verbatim."""

    text: str
    source: str
    page: int | UnsetType = UNSET
    timeMs: int | UnsetType = UNSET


class SpeakerReply(msgspec.Struct):
    """One speaker set apart: a track of its own, and when it talks, in seconds."""

    speaker: str
    audio_url: str | None
    duration: float
    segments: list[tuple[float, float]]


class StemReply(msgspec.Struct):
    """One speaker alone, or the music (`speaker` is then "music"): as long as the episode, before mastering."""

    speaker: str
    audio_url: str | None


class RequestResult(msgspec.Struct):
    """A completed request, or one that was made and could not be published (`error_code` 1007).

    Links that the output has not are null.
    """

    id: str
    audio_title: str
    status: int
    audio_url: str | None
    video_url: str | None
    image_url: str | None
    response_text: str
    requested_on: WireTime
    callback_data: str | None
    updated_on: WireTime
    succeeded_on: WireTime | None
    request_type_id: int
    error_code: int
    file_size: int | None
    audio_duration: float | None
    share_url: str | None
    briefing_doc_url: str | None
    document_format: str | None
    document_content: str | None
    document_url: str | None
    slide_deck_url: str | None
    datatable_url: str | None
    slide_deck_pdf_url: str | UnsetType = UNSET
    datatable_csv_url: str | UnsetType = UNSET
    document_pdf_url: str | UnsetType = UNSET
    document_html_url: str | UnsetType = UNSET
    citations: list[CitationReply] | UnsetType = UNSET
    notes: list[str] | UnsetType = UNSET
    speakers: list[SpeakerReply] | UnsetType = UNSET
    stems: list[StemReply] | UnsetType = UNSET
    voice_id: int | UnsetType = UNSET
    error_message: str | UnsetType = UNSET
    error_on: WireTime | UnsetType = UNSET
    stage: str = "completed"


class RequestProgress(msgspec.Struct):
    """A request that is not completed. It failed when `error_code` is not 0 and was cancelled when that is 499."""

    id: str
    status: int
    updated_on: WireTime
    error_code: int
    error_message: str
    requested_on: WireTime
    callback_data: str | None
    request_type_id: int
    stage: str
    progress_text: str
    error_on: WireTime | None
    scheduled_on: WireTime | UnsetType = UNSET
    seconds_left: float | UnsetType = UNSET
    cancelled: bool | UnsetType = UNSET


class CancelReply(msgspec.Struct):
    """The cancellation is recorded."""

    success: bool
    message: str
    id: str
    status: int
    error_code: int
    cancelled: bool


class ActionReply(msgspec.Struct):
    """Where the request stands after the change."""

    success: bool
    message: str
    request_id: str
    status: int


class ListItem(msgspec.Struct):
    """A line of the list of all requests."""

    id: str
    requestTypeId: int
    status: int
    requestedOn: WireTime
    stage: str
    audioTitle: str | UnsetType = UNSET


class ListPage(msgspec.Struct):
    """A page of the list of all requests."""

    requests: list[ListItem]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


class PodcastRecord(msgspec.Struct):
    """A generated recording."""

    id: str
    requestTypeId: int
    audioTitle: str
    audioUrl: str | None
    responseText: str
    requestedOn: WireTime
    succeededOn: WireTime | None
    errorMessage: str
    status: int
    shareUrl: str | None
    errorOn: WireTime | UnsetType = UNSET
    processingOn: WireTime | UnsetType = UNSET


class TranscriptRecord(msgspec.Struct):
    """A recording that was written down."""

    id: str
    audioTitle: str
    audioUrl: str | None
    responseText: str
    requestedOn: WireTime
    succeededOn: WireTime | None
    errorMessage: str
    status: int
    language: str
    callbackData: str | None
    scheduledOn: WireTime | None
    errorOn: WireTime | UnsetType = UNSET
    processingOn: WireTime | UnsetType = UNSET


class TranscriptPage(msgspec.Struct):
    """A page of the transcript list."""

    transcripts: list[TranscriptRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


class TranscriptReply(msgspec.Struct):
    """A transcript with its times; `transcript` is a string that holds JSON in the Podcasting 2.0 form."""

    success: bool
    episodeId: str
    requestId: str
    transcript: str
    createdOn: WireTime


class PodcastPage(msgspec.Struct):
    """A page of the podcast list."""

    podcasts: list[PodcastRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


class BlendPartReply(msgspec.Struct):
    """One voice's share of a blend."""

    voice: int
    share: float


class VoiceReply(msgspec.Struct):
    """A voice. `clientId` is the owner of a custom voice, null for everybody's; `language` is empty for any."""

    id: int
    name: str
    clientId: str | None
    language: str
    accent: str
    sex: str
    grade: str
    basic: bool
    """Whether it is formant synthesis: clear, and plainly a machine."""
    available: bool
    needs: str
    """What would have to be installed for an unavailable voice."""
    engine: str
    origin: str
    """``packaged``, ``blend``, ``file`` (dropped into the folder), ``endpoint``, or ``own`` (made of speech)."""
    sampleUrl: str | None
    parts: list[BlendPartReply] | UnsetType = UNSET
    """What a blend is made of."""


class UnusableVoiceFile(msgspec.Struct):
    """A file in the folder of voices that gives no voice."""

    file: str
    reason: str


class VoicesReply(msgspec.Struct):
    """The whole catalogue, and the files that could not be used."""

    voices: list[VoiceReply]
    unusable: list[UnusableVoiceFile]
    folder: str | UnsetType = UNSET
    """Where voice files are dropped; told to the owner."""


class LanguageReply(msgspec.Struct):
    """A language by its own name, with the ids of the voices that speak it, those of its best engine first."""

    name: str
    code: str
    voices: list[int]
    engine: str
    basic: bool


class PronunciationReply(msgspec.Struct):
    """An entry of the pronunciation book."""

    id: str
    word: str
    said: str
    language: str
    podcastId: str | None
    voiceId: int | None
    note: str
    forEveryone: bool


class DoubtReply(msgspec.Struct):
    """A word that a voice may say wrongly; `guess` is how it would be said now."""

    word: str
    reason: str
    count: int
    example: str
    guess: str


class FileReply(msgspec.Struct):
    """An uploaded file; name its id as the content of a resource of type `file`."""

    success: bool
    id: str
    fileName: str
    contentType: str
    size: int
    createdOn: WireTime


class PassageReply(msgspec.Struct):
    """Words of a source, verbatim, that a line rests on; `source` is the source's title or address."""

    text: str
    source: str
    page: int | None
    timeMs: int | None


class ScriptLine(msgspec.Struct):
    """One turn of one speaker. The times are null until it is voiced."""

    speaker: str
    text: str
    startMs: int | None
    endMs: int | None
    passages: list[PassageReply]


class ScriptChapter(msgspec.Struct):
    """Where a chapter begins."""

    title: str
    startMs: int


class ScriptReply(msgspec.Struct):
    """The script of a request; chapters, and peaks from 0 to 1 evenly over its length, once it is voiced."""

    title: str
    language: str
    lines: list[ScriptLine]
    chapters: list[ScriptChapter]
    peaks: list[float]
    text: str


class RequestRowReply(msgspec.Struct, kw_only=True):
    """One request as a queue shows it. `duration` is in seconds, `show` the name of the show it is in."""

    id: str
    title: str
    request_type_id: int
    output_type: str
    status: int
    stage: str
    progress_text: str
    seconds_left: float | None
    requested_on: WireTime
    duration: float
    error_code: int
    error: str
    show: str
    scheduled_on: WireTime | UnsetType = UNSET
    cancelled: bool | UnsetType = UNSET


class RequestRowsReply(msgspec.Struct):
    """A stretch of the queue; `nextAfter` continues it and is null at its end."""

    requests: list[RequestRowReply]
    nextAfter: str | None
    totalCount: int
    counts: dict[str, int]


class RequestDetailReply(RequestRowReply, kw_only=True):
    """Everything of one request. `order` is a body that Create takes."""

    audio_url: str | None
    share_url: str | None
    file_size: int | None
    voices: list[str]
    language: str
    loudness: float | None
    written_by: str
    response_text: str
    notes: list[str]
    order: dict[str, Any]


class QueueHealth(msgspec.Struct):
    """Requests of all clients that wait, run, and wait for their time or for approval."""

    queued: int
    processing: int
    waiting: int
    oldest_queued_on: WireTime | None


class WorkerHealth(msgspec.Struct):
    """A worker process and the memory it holds."""

    pid: int
    memory_mb: float
    cpu_s: float


class DiskHealth(msgspec.Struct):
    """The disk of the data directory, in bytes; `quota` is 0 without a limit, and `used` is not measured then."""

    free: int
    total: int
    reserve: int
    quota: int
    used: int


class OutboxHealth(msgspec.Struct):
    """Messages to webhooks that are on their way or wait for another attempt."""

    pending: int


class ProcessHealth(msgspec.Struct):
    """The server's own process."""

    pid: int
    memory_mb: float
    threads: int
    handles: int


class HealthReply(msgspec.Struct):
    """The server is there; a token shows the output types that it makes, the owner's everything else.

    `status` is `ok`, or `short_of_space` when nothing new is begun for want of room.
    """

    status: str
    version: str
    makes: list[str] | UnsetType = UNSET
    running: list[str] | UnsetType = UNSET
    uptime_s: float | UnsetType = UNSET
    last_event_id: int | UnsetType = UNSET
    queue: QueueHealth | UnsetType = UNSET
    workers: list[WorkerHealth] | UnsetType = UNSET
    disk: DiskHealth | UnsetType = UNSET
    webhooks: OutboxHealth | UnsetType = UNSET
    process: ProcessHealth | UnsetType = UNSET
    versions: dict[str, str] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET

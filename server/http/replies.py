"""The answers' shapes. msgspec writes them, and the document is made from them."""

from __future__ import annotations

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


class WebhookReply(msgspec.Struct):
    """A webhook. `secret` signs its messages (Standard Webhooks) and is told once, at its registration."""

    id: str
    url: str
    secret: str | UnsetType = UNSET


class Removed(msgspec.Struct):
    """It is gone."""

    success: bool


class QuoteReply(msgspec.Struct):
    """What an order would cost and take."""

    credits: int
    estimatedSeconds: float
    estimatedBytes: int


class QueueRequestSummary(msgspec.Struct):
    """A waiting or running request."""

    id: str
    status: int
    request_type_id: int
    output_type: str | None
    requested_on: WireTime | None
    processing_on: WireTime | None
    scheduled_on: WireTime | None


class CitationReply(msgspec.Struct):
    """Words of a source, verbatim, and where they stand: each place only where the source has such."""

    text: str
    source: str
    page: int | UnsetType = UNSET
    timeMs: int | UnsetType = UNSET
    slide: int | UnsetType = UNSET
    sheet: str | UnsetType = UNSET
    row: int | UnsetType = UNSET


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


class PodcastPage(msgspec.Struct):
    """A page of the podcast list."""

    podcasts: list[PodcastRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int

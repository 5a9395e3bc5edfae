"""From the services' values to the wire's records."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec import UNSET, UnsetType

from server.domain.decoding import converted
from server.domain.requests import Citation, QueueItem, RecordingItem, Request, RequestItem, State
from server.domain.times import wire_time
from server.fetch.addresses import mask
from server.http.replies import (
    CitationReply,
    ListItem,
    PodcastRecord,
    QueueRequestSummary,
    RequestProgress,
    RequestResult,
    SpeakerReply,
    StemReply,
    TranscriptRecord,
)
from server.services.media import MediaLinks

_DETAILS: dict[str, Any] = {"speakers": list[SpeakerReply], "stems": list[StemReply], "voice_id": int}
"""Fields of the result that come from a request's details, with their types."""


def status_record(request: Request, links: MediaLinks) -> RequestResult | RequestProgress:
    """What Status tells: the result of a request that is made, the progress of any other."""
    if request.state is State.COMPLETED or request.is_unpublished:
        return _result(request, links)
    return RequestProgress(
        id=request.id,
        status=request.status,
        updated_on=wire_time(request.updated_on),
        error_code=request.error_code,
        error_message=request.error_message,
        requested_on=wire_time(request.requested_on),
        callback_data=request.callback_data,
        request_type_id=int(request.type),
        stage=str(request.stage),
        progress_text=request.progress_text,
        error_on=_time(request.error_on),
        scheduled_on=_time_if(request.scheduled_on),
        seconds_left=UNSET if request.seconds_left is None else round(request.seconds_left, 1),
        cancelled=True if request.is_cancelled else UNSET,
    )


def _result(request: Request, media: MediaLinks) -> RequestResult:
    links = media.links_of(request)
    duration = request.duration_s
    return RequestResult(
        id=request.id,
        audio_title=request.title,
        status=request.status,
        audio_url=links.audio_url or None,
        video_url=links.video_url or None,
        image_url=links.image_url or None,
        response_text=request.response_text,
        requested_on=wire_time(request.requested_on),
        callback_data=request.callback_data,
        updated_on=wire_time(request.updated_on),
        succeeded_on=_time(request.succeeded_on),
        request_type_id=int(request.type),
        error_code=request.error_code,
        file_size=request.file_size,
        audio_duration=None if duration is None else round(duration, 3),
        share_url=links.share_url or None,
        briefing_doc_url=links.briefing_doc_url or None,
        document_format=request.document_format or None,
        document_content=request.document_content or None,
        document_url=links.document_url or None,
        slide_deck_url=links.slide_deck_url or None,
        datatable_url=links.datatable_url or None,
        slide_deck_pdf_url=links.slide_deck_pdf_url or UNSET,
        datatable_csv_url=links.datatable_csv_url or UNSET,
        document_pdf_url=links.document_pdf_url or UNSET,
        document_html_url=links.document_html_url or UNSET,
        citations=[citation_record(c) for c in request.citations] if request.include_citations else UNSET,
        notes=list(request.notes) or UNSET,
        stage=str(request.stage),
        error_message=request.error_message or UNSET,
        error_on=_time_if(request.error_on),
        **_details(request, media),
    )


def _details(request: Request, media: MediaLinks) -> dict[str, Any]:
    """The details that the record has a field for."""
    known = {name: value for name, value in media.details_of(request).items() if name in _DETAILS}
    return {name: converted(value, _DETAILS[name]) for name, value in known.items()}


def citation_record(citation: Citation) -> CitationReply:
    """A citation; each place only where the source has such."""
    return CitationReply(
        text=citation.text,
        source=citation.source,
        page=UNSET if citation.page is None else citation.page,
        timeMs=UNSET if citation.time_ms is None else citation.time_ms,
        slide=UNSET if citation.slide is None else citation.slide,
        sheet=UNSET if citation.sheet is None else citation.sheet,
        row=UNSET if citation.row is None else citation.row,
    )


def list_item(item: RequestItem) -> ListItem:
    """A line of List."""
    return ListItem(
        id=item.id,
        requestTypeId=int(item.type),
        status=item.status,
        requestedOn=wire_time(item.requested_on),
        stage=str(item.stage),
        audioTitle=item.title or UNSET,
    )


def podcast_record(item: RecordingItem, links: MediaLinks) -> PodcastRecord:
    """A line of Podcasts."""
    return PodcastRecord(
        id=item.id,
        requestTypeId=int(item.type),
        audioTitle=item.title,
        audioUrl=links.url_of(item.audio) if item.audio is not None else None,
        responseText=item.response_text,
        requestedOn=wire_time(item.requested_on),
        succeededOn=_time(item.succeeded_on),
        errorMessage=item.error_message,
        status=item.status,
        shareUrl=links.share_url(item.share_key) if item.share_key else None,
        errorOn=_time_if(item.error_on),
        processingOn=_time_if(item.processing_on),
    )


def transcript_record(item: RecordingItem, links: MediaLinks) -> TranscriptRecord:
    """A line of Transcripts."""
    return TranscriptRecord(
        id=item.id,
        audioTitle=item.title,
        audioUrl=links.url_of(item.audio) if item.audio is not None else mask(item.address) or None,
        responseText=item.response_text,
        requestedOn=wire_time(item.requested_on),
        succeededOn=_time(item.succeeded_on),
        errorMessage=item.error_message,
        status=item.status,
        language=item.language,
        callbackData=item.callback_data,
        scheduledOn=_time(item.scheduled_on),
        errorOn=_time_if(item.error_on),
        processingOn=_time_if(item.processing_on),
    )


def queue_item(item: QueueItem) -> QueueRequestSummary:
    """A line of the queue."""
    return QueueRequestSummary(
        id=item.id,
        status=item.status,
        request_type_id=int(item.type),
        output_type=None if item.output_type is None else str(item.output_type),
        requested_on=wire_time(item.requested_on),
        processing_on=_time(item.processing_on),
        scheduled_on=_time(item.scheduled_on),
    )


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else wire_time(moment)


def _time_if(moment: datetime | None) -> str | UnsetType:
    return UNSET if moment is None else wire_time(moment)

"""What can be asked for, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Any

from server.domain.errors import ErrorCode
from server.domain.files import Media


class OutputType(StrEnum):
    """The eleven things that can be made."""

    AUDIO = "audio"
    TEXT = "text"
    FAQ = "faq"
    STUDY_GUIDE = "study_guide"
    TIMELINE = "timeline"
    BRIEFING_DOC = "briefing_doc"
    QUIZ = "quiz"
    VIDEO = "video"
    INFOGRAPHIC = "infographic"
    SLIDE_DECK = "slide_deck"
    DATATABLE = "datatable"


class Style(StrEnum):
    """How an episode or a text is built."""

    DEEP_DIVE = "deep dive"
    BRIEF = "brief"
    CRITIQUE = "critique"
    DEBATE = "debate"


class Duration(StrEnum):
    """How long it should be, where the sources carry it; never by padding."""

    SHORT = "short"
    DEFAULT = "default"
    LONG = "long"


TARGET_MINUTES = {Duration.SHORT: 2.0, Duration.DEFAULT: 6.0, Duration.LONG: 15.0}
"""Minutes of audio that each length aims at."""


class Quality(StrEnum):
    """`draft` takes the fast voice."""

    DRAFT = "draft"
    FINAL = "final"


class Stage(StrEnum):
    """Where a request is; the value is the wire's `stage`."""

    QUEUED = "queued"
    PICKED_UP = "picked_up"
    IMPORTING = "importing"
    WRITING = "writing"
    WAITING_FOR_APPROVAL = "waiting_for_approval"
    VOICING = "voicing"
    DRAWING = "drawing"
    """Of what is read or seen, where VOICING is of what is heard."""
    MIXING = "mixing"
    STORING = "storing"
    COMPLETED = "completed"
    SCHEDULE = "schedule"
    TEMPLATE = "template"


STAGE_SPAN = {
    Stage.QUEUED: (0, 0),
    Stage.PICKED_UP: (5, 5),
    Stage.IMPORTING: (5, 30),
    Stage.WRITING: (30, 55),
    Stage.WAITING_FOR_APPROVAL: (55, 55),
    Stage.VOICING: (55, 85),
    Stage.DRAWING: (55, 85),
    Stage.MIXING: (85, 95),
    Stage.STORING: (95, 99),
    Stage.COMPLETED: (100, 100),
}
"""The status percentages that each stage runs through."""


def status_of(stage: Stage, fraction: float = 0.0) -> int:
    """The wire's `status` when `fraction` (0 to 1) of a stage is done."""
    low, high = STAGE_SPAN[stage]
    return low + int((high - low) * min(max(fraction, 0.0), 1.0))


class RequestType(IntEnum):
    """The wire's `request_type_id`."""

    AUDIO = 1
    TEXT = 2
    VIDEO = 3
    SHORT_VIDEO = 4
    FAQ = 5
    STUDY_GUIDE = 6
    TIMELINE = 7
    BRIEFING_DOC = 8
    QUIZ = 9
    INFOGRAPHIC = 10
    SLIDE_DECK = 11
    DATATABLE = 12
    CUSTOM_SCRIPT = 13
    CUSTOM_VOICES = 14
    MODIFIED_PODCAST = 15
    SEPARATED_SPEAKERS = 16
    CLONED_VOICE = 17
    TRANSCRIPT = 18
    RESEARCH = 19
    SCHEDULE = 20
    TEMPLATE = 21


PODCAST_TYPES = frozenset(
    {RequestType.AUDIO, RequestType.CUSTOM_SCRIPT, RequestType.CUSTOM_VOICES, RequestType.MODIFIED_PODCAST}
)
"""Types that podcast lists hold and the daily allowance counts."""
VIDEO_TYPES = frozenset({RequestType.VIDEO, RequestType.SHORT_VIDEO})


def request_type_of(output_type: OutputType, *, video_format: str = "") -> RequestType:
    """The type of a Create request."""
    if output_type is OutputType.VIDEO:
        return RequestType.SHORT_VIDEO if video_format == "short" else RequestType.VIDEO
    return RequestType[output_type.name]


class State(StrEnum):
    """What the queue does with a request. The wire shows `status`, `stage` and `error_code` instead."""

    QUEUED = "queued"
    PROCESSING = "processing"
    WAITING = "waiting"
    """For its script to be approved."""
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"
    SCHEDULE = "schedule"
    TEMPLATE = "template"

    @property
    def is_open(self) -> bool:
        """Whether the request still moves towards an end."""
        return self in {State.QUEUED, State.PROCESSING, State.WAITING}


@dataclass(frozen=True, slots=True)
class Citation:
    """Words of a source, verbatim, at most 1,000 characters; `source` is its title or address."""

    text: str
    source: str
    page: int | None = None
    time_ms: int | None = None
    slide: int | None = None
    sheet: str | None = None
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A request as Status tells it. Fields of the result are empty until it is made."""

    id: str
    client_id: str
    type: RequestType
    output_type: OutputType | None
    state: State
    stage: Stage
    status: int
    """The percentage; 0 for a cancelled one."""
    requested_on: datetime
    updated_on: datetime
    title: str = ""
    """The wire's `audio_title`."""
    progress_text: str = ""
    seconds_left: float | None = None
    processing_on: datetime | None = None
    succeeded_on: datetime | None = None
    error_on: datetime | None = None
    scheduled_on: datetime | None = None
    error_code: int = 0
    error_message: str = ""
    callback_data: str | None = None
    related_id: str = ""
    language: str = ""
    """The name asked for, later that of the result."""
    include_citations: bool = False
    approve_script: bool = False
    credits: int = 0
    attempt: int = 0
    response_text: str = ""
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()
    """What a person should be told beside the result."""
    document_format: str = ""
    document_content: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What the record tells beyond the rest, by wire name; ``{"artefact": name}`` stands for that file's link."""
    share_key: str = ""
    """Unguessable name of the share page, ``/share/{share_key}``; empty until completed."""
    media: tuple[Media, ...] = ()
    """Files made, the main one first."""

    @property
    def is_cancelled(self) -> bool:
        """Whether somebody stopped it."""
        return self.state is State.CANCELLED

    @property
    def is_unpublished(self) -> bool:
        """Whether it was made, and failed on the way to where it was to be published."""
        return self.state is State.FAILED and self.error_code == ErrorCode.PUBLISHING_FAILED

    @property
    def file_size(self) -> int | None:
        """Bytes of the main file."""
        return self.media[0].size if self.media else None

    @property
    def duration_s(self) -> float | None:
        """Seconds of sound or film, where there is any."""
        return next((m.duration_s for m in self.media if m.duration_s is not None), None)

    def media_named(self, name: str) -> Media | None:
        """The file that is this to the request."""
        return next((m for m in self.media if m.name == name), None)


@dataclass(frozen=True, slots=True)
class RequestItem:
    """A line of the list of all requests."""

    id: str
    type: RequestType
    output_type: OutputType | None
    status: int
    stage: Stage
    requested_on: datetime
    title: str
    error_code: int = 0


@dataclass(frozen=True, slots=True)
class RecordingItem:
    """A line of the podcast list or the transcript list."""

    id: str
    type: RequestType
    status: int
    stage: Stage
    requested_on: datetime
    title: str
    succeeded_on: datetime | None = None
    error_on: datetime | None = None
    processing_on: datetime | None = None
    scheduled_on: datetime | None = None
    error_code: int = 0
    error_message: str = ""
    response_text: str = ""
    language: str = ""
    callback_data: str | None = None
    share_key: str = ""
    audio: Media | None = None
    address: str = ""
    """Where a transcript's recording was fetched from."""


class RecordingFilter(StrEnum):
    """`status` of the podcast and transcript lists."""

    ALL = "all"
    QUEUED = "queued"
    """Status 0 and no error."""
    FAILED = "failed"
    SUCCEEDED = "succeeded"
    PROCESSED = "processed"
    """Was picked up, whatever came of it."""


class QueueFilter(StrEnum):
    """`state` of the queue list."""

    QUEUED = "queued"
    PROCESSING = "processing"
    ACTIVE = "active"


@dataclass(frozen=True, slots=True)
class QueueStats:
    """How many requests wait and run."""

    queued: int
    processing: int

    @property
    def active(self) -> int:
        """Waiting and running ones."""
        return self.queued + self.processing


@dataclass(frozen=True, slots=True)
class QueueItem:
    """A line of the queue."""

    id: str
    type: RequestType
    output_type: OutputType | None
    status: int
    stage: Stage
    requested_on: datetime
    title: str = ""
    processing_on: datetime | None = None
    scheduled_on: datetime | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """What an order would cost, before it is made."""

    credits: int
    estimated_seconds: float
    estimated_bytes: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """An order was taken and is on disk."""

    id: str
    status: int = 0

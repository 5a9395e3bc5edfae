"""Private notebooks: what they hold, what may be done with them in a day, and the errors of their operations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from server.domain.accounts import Account
from server.domain.errors import CapacityReached, Conflict, Forbidden, Invalid
from server.domain.requests import OutputType
from server.domain.sources import SourceKind

MAX_NOTEBOOKS = 200
MAX_SOURCES = 100
MAX_BATCH = 20
"""Sources in one call."""
MAX_TEXT = 500_000
"""Characters of a pasted text."""
MAX_FILE = 50 * 1024 * 1024
"""Bytes of a PDF or file."""
MAX_QUESTION = 5_000
MAX_TITLE = 500
"""Characters of a notebook's title."""
EXTENSIONS = (
    ".pdf",
    ".txt",
    ".md",
    ".csv",
    ".docx",
    ".pptx",
    ".xlsx",
    ".mp3",
    ".wav",
    ".m4a",
    ".png",
    ".jpg",
    ".jpeg",
    ".webp",
)
"""Of a file's name."""
WINDOW = timedelta(hours=24)
KEY_KEPT = timedelta(days=7)
"""How long a finished operation is replayed."""
BACKUPS_KEPT = timedelta(days=7)
RETRY_AFTER_S = 2


class Capability(StrEnum):
    """What is counted over 24 hours; the wire's names."""

    QUESTIONS = "questions"
    AUDIO = "audio"
    VIDEO = "video"
    REPORTS = "reports"
    QUIZZES = "quizzes"
    INFOGRAPHICS = "infographics"
    SLIDE_DECKS = "slide_decks"
    DATATABLES = "datatables"


ALLOWANCES: Mapping[Capability, int | None] = {
    Capability.QUESTIONS: 200,
    Capability.AUDIO: 6,
    Capability.VIDEO: 6,
    Capability.REPORTS: 20,
    Capability.QUIZZES: 20,
    Capability.INFOGRAPHICS: None,
    Capability.SLIDE_DECKS: None,
    Capability.DATATABLES: None,
}
"""Uses in `WINDOW`; None where there is no number."""

CAPABILITY_OF: Mapping[OutputType, Capability] = {
    OutputType.AUDIO: Capability.AUDIO,
    OutputType.TEXT: Capability.QUESTIONS,
    OutputType.FAQ: Capability.REPORTS,
    OutputType.STUDY_GUIDE: Capability.REPORTS,
    OutputType.TIMELINE: Capability.REPORTS,
    OutputType.BRIEFING_DOC: Capability.REPORTS,
    OutputType.QUIZ: Capability.QUIZZES,
    OutputType.VIDEO: Capability.VIDEO,
    OutputType.INFOGRAPHIC: Capability.INFOGRAPHICS,
    OutputType.SLIDE_DECK: Capability.SLIDE_DECKS,
    OutputType.DATATABLE: Capability.DATATABLES,
}


@dataclass(frozen=True, slots=True)
class SourceInput:
    """A source as it was sent. Its content lies in a file, or is an address; `fault` is why it can't be taken."""

    kind: SourceKind
    address: str = ""
    path: Path | None = None
    name: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class SourceProgress:
    """How far one source of a call is."""

    number: int
    """Its place among the call's sources, from 0."""
    state: str
    """``reading``, ``ready`` or ``failed``."""
    fraction: float


@dataclass(frozen=True, slots=True)
class NotebookSource:
    """A source that a notebook holds."""

    id: str
    kind: SourceKind
    title: str
    characters: int
    created_ms: int
    pages: int | None = None
    language: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class SourceOutcome:
    """What became of one source of a call: the source, or a sentence that says why there is none."""

    source: NotebookSource | None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook with what it holds, in the order in which it was added."""

    id: str
    title: str
    created_ms: int
    updated_ms: int
    sources: tuple[NotebookSource, ...] = ()


@dataclass(frozen=True, slots=True)
class Filled:
    """What became of the sources of a call, in the order sent."""

    notebook: Notebook
    outcomes: tuple[SourceOutcome, ...]


@dataclass(frozen=True, slots=True)
class AnswerCitation:
    """Words of a source that an answer rests on: code points `start` to `end` of the source's text."""

    source_id: str
    source: str
    text: str
    start: int
    end: int
    page: int | None = None
    time_ms: int | None = None
    slide: int | None = None
    row: int | None = None
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and what the sources say to it. Citations are keyed by the marker in the answer."""

    id: str
    notebook_id: str
    conversation_id: str
    question: str
    answer: str
    grounded: bool
    citations: Mapping[str, AnswerCitation]
    created_ms: int
    source_ids: tuple[str, ...] = ()
    """The sources that counted; empty for all."""
    written_by: str = ""
    """The connected model that worded it; empty for the built-in writer."""
    notes: tuple[str, ...] = ()
    """What the asker should know of how it was written."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with a notebook: what it began with, and how many turns it has."""

    id: str
    question: str
    turns: int
    began_ms: int
    updated_ms: int


@dataclass(frozen=True, slots=True)
class Note:
    """Something kept from a conversation, or written by hand."""

    id: str
    text: str
    created_ms: int
    question_id: str = ""
    question: str = ""
    """What was asked, in a note kept from an answer."""
    citations: Mapping[str, AnswerCitation] = field(default_factory=dict)
    """Of the answer, by the markers in the text."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """One capability's window. `limit` is None where there is no number."""

    limit: int | None
    used: int
    resets_on: datetime | None = None

    @property
    def remaining(self) -> int | None:
        """Uses that are left."""
        return None if self.limit is None else max(self.limit - self.used, 0)


@dataclass(frozen=True, slots=True)
class NotebookUsage:
    """What a client has used of its notebook account."""

    notebooks: int
    capabilities: Mapping[Capability, Allowance] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyed:
    """The key of an operation, and a digest of its input."""

    key: str
    input: str


class InFlight(Conflict):
    """The operation of this key still runs (HTTP 409): wait, and send the identical request again."""

    code = "operation_in_flight"

    def __init__(self) -> None:
        super().__init__(
            "The operation of this Idempotency-Key still runs: wait, and send the identical request again."
        )
        self.retry_after_s = RETRY_AFTER_S


class KeyReused(Conflict):
    """The key belongs to another operation (HTTP 409)."""

    code = "idempotency_key_reused"

    def __init__(self) -> None:
        super().__init__("This Idempotency-Key was used with another input: send a new key with a new operation.")


def require_licence(by: Account) -> None:
    """Raise `Forbidden` (``licence_required``) for a client without an active licence."""
    if not by.licence:
        raise Forbidden("Notebooks need an active licence.", code="licence_required")


def checked_key(given: str | None) -> str:
    """An Idempotency-Key: 8 to 192 printable ASCII characters.

    Raises:
        Invalid: ``idempotency_key_missing``, ``idempotency_key_invalid``.
    """
    if given is None or not given:
        raise Invalid("Send an Idempotency-Key header with this operation.", code="idempotency_key_missing")
    if not 8 <= len(given) <= 192 or not all(" " <= letter <= "~" for letter in given):
        raise Invalid(
            "The Idempotency-Key must have 8 to 192 printable ASCII characters.", code="idempotency_key_invalid"
        )
    return given


def used_up(capability: Capability, limit: int, resets_on: datetime, now: datetime) -> CapacityReached:
    """The 429 of a window that is full."""
    name = capability.value.replace("_", " ")
    return CapacityReached(
        f"All {limit} {name} of the last 24 hours are used: wait until {resets_on:%Y-%m-%d %H:%M} UTC"
        " (resetsOn in /dedicated-account/usage).",
        code="allowance_reached",
        retry_after_s=max(int((resets_on - now).total_seconds()) + 1, 1),
    )

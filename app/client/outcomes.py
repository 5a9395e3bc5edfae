"""What came of orders that are no content: transcripts, tracks, another cast, a voice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from app.client.connection import Connection
from app.client.readings import Record, number, real, records, sentence, sentences, text


class Kind(IntEnum):
    """The wire's `request_type_id` of orders about recordings."""

    REVOICED = 15
    SEPARATED = 16
    MATCHED = 17
    TRANSCRIBED = 18


@dataclass(frozen=True, slots=True)
class SpeakerTrack:
    """One speaker's track and when it talks; times in seconds."""

    speaker: str
    audio_url: str
    duration: float
    segments: tuple[tuple[float, float], ...] = ()

    @property
    def spoken(self) -> float:
        """How long this speaker talks, in seconds."""
        return sum(end - start for start, end in self.segments)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A request as its status tells it. `voice_id` is 0 unless a voice came of it."""

    id: str
    kind: int
    title: str = ""
    status: int = 0
    stage: str = ""
    progress_text: str = ""
    error_code: int = 0
    error: str = ""
    audio_url: str = ""
    text: str = ""
    duration: float = 0.0
    notes: tuple[str, ...] = ()
    speakers: tuple[SpeakerTrack, ...] = ()
    stems: tuple[SpeakerTrack, ...] = ()
    """One for each speaker, and one of the music (`speaker` is then "music"); without lengths."""
    voice_id: int = 0

    @property
    def done(self) -> bool:
        """Whether it is completed."""
        return self.status >= 100 and not self.error_code


class Outcomes:
    """Calls about results."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def of(self, request_id: str) -> Outcome:
        """How far a request is, and what came of it."""
        return outcome_of(await self._connection.get(f"/content/Status/{request_id}"))


def outcome_of(record: Record) -> Outcome:
    """Read one status record."""
    return Outcome(
        id=text(record, "id"),
        kind=number(record, "request_type_id"),
        title=text(record, "audio_title"),
        status=number(record, "status"),
        stage=text(record, "stage"),
        progress_text=text(record, "progress_text"),
        error_code=number(record, "error_code"),
        error=sentence(record, "error_message"),
        audio_url=text(record, "audio_url"),
        text=text(record, "response_text"),
        duration=real(record, "audio_duration"),
        notes=sentences(record, "notes"),
        speakers=tuple(_track(each) for each in records(record.get("speakers"))),
        stems=tuple(_track(each) for each in records(record.get("stems"))),
        voice_id=number(record, "voice_id"),
    )


def _track(record: Record) -> SpeakerTrack:
    segments = record.get("segments")
    return SpeakerTrack(
        speaker=text(record, "speaker"),
        audio_url=text(record, "audio_url"),
        duration=real(record, "duration"),
        segments=tuple((float(start), float(end)) for start, end in segments) if isinstance(segments, list) else (),
    )

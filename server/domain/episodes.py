"""An episode: one recording with one number for ever, whichever shows hold it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum

from server.domain.errors import FieldFault, Invalid, InvalidField
from server.domain.plaintext import plain
from server.domain.shows import (
    Person,
    Tag,
    looks_like_url,
    raise_faults,
    said_address,
    said_description,
    said_persons,
    said_text,
)

MAX_DESCRIPTION_BYTES = 100_000
"""Bytes of an episode's description; the feed's own `description` holds the first 4,000 of it."""

MAX_CHAPTERS = 1000

EXTENSIONS = {
    "mp3": "audio/mpeg",
    "m4a": "audio/x-m4a",
    "mp4": "video/mp4",
    "m4v": "video/x-m4v",
    "mov": "video/quicktime",
    "pdf": "application/pdf",
}
"""The file name endings that podcast directories take, and the media type that goes with each."""


class EpisodeType(StrEnum):
    """What an episode is to its show."""

    FULL = "full"
    TRAILER = "trailer"
    BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class ChapterMark:
    """Where a chapter begins, in seconds from the start. Without `toc` players show it but do not list it."""

    start_s: float
    title: str
    img: str = ""
    url: str = ""
    toc: bool = True


@dataclass(frozen=True, slots=True)
class Enclosure:
    """The recording: where it lies (a path of ours or a URL elsewhere), its type, and its size in bytes."""

    address: str
    media_type: str
    size: int
    duration_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript file of one of the published types."""

    address: str
    media_type: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Soundbite:
    """A stretch worth quoting, in seconds."""

    start_s: float
    duration_s: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """What an imported episode is at its source."""

    enclosure: str
    """Where the recording lies there."""
    guid: str = ""
    """Empty where the source has none and ours was made up."""
    date_text: str = ""
    """The date as it is written there, where nobody can read it."""
    seen: dict[str, str] = field(default_factory=dict)
    """What the source said last, by field, as short hashes: what differs here from them was edited here."""


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode as it is stored."""

    id: int
    owner: str
    """The owner's client id."""
    guid: str
    title: str
    description: str
    """As it was written: plain text or HTML."""
    enclosure: Enclosure
    updated_on: datetime
    request_id: str = ""
    """The request it was made by; empty for uploads and imports."""
    audio_title: str = ""
    """The recording's own title; the episode's may have been edited since."""
    guid_is_permalink: bool = False
    description_html: str = ""
    """`description` made safe to publish."""
    content_html: str = ""
    """The long form for ``content:encoded``, safe to publish; empty where the description says it all."""
    link: str = ""
    requested_on: datetime | None = None
    succeeded_on: datetime | None = None
    scheduled_on: datetime | None = None
    published_on: datetime | None = None
    """When it first came into a show, or what the source of an import said."""
    publish_on: datetime | None = None
    """When it is to appear; until then it is in no feed."""
    hidden: bool = False
    """Kept out of every feed."""
    season: int = 0
    number: int = 0
    episode_type: EpisodeType = EpisodeType.FULL
    explicit: bool | None = None
    """None follows the show."""
    chapters: tuple[ChapterMark, ...] = ()
    chapters_address: str = ""
    """Where the chapters' JSON form is served."""
    transcripts: tuple[Transcript, ...] = ()
    persons: tuple[Person, ...] = ()
    soundbites: tuple[Soundbite, ...] = ()
    image: str = ""
    """Artwork of its own: a path of ours or a URL elsewhere."""
    generated: bool = False
    """Whether the voices are synthetic."""
    share_path: str = ""
    """Path of its public page."""
    origin: Origin | None = None
    """Where it was imported from."""
    extras: tuple[Tag, ...] = ()
    """What an import brought beside all this."""
    show_ids: tuple[str, ...] = ()
    """The shows that hold it, in the order it came into them."""

    @property
    def podcast_id(self) -> str:
        """The first show's id, empty when it is in none."""
        return self.show_ids[0] if self.show_ids else ""

    @property
    def duration_seconds(self) -> int:
        """The duration in whole seconds, at least 1 where anything can be heard."""
        return max(1, round(self.enclosure.duration_s)) if self.enclosure.duration_s > 0 else 0

    @property
    def released_on(self) -> datetime | None:
        """The feed's `pubDate`: when it is to appear, else when it was published."""
        return self.publish_on or self.published_on or self.succeeded_on


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a finished request says of the episode it becomes."""

    title: str
    """The recording's own title."""
    turns: bytes = b""
    """What is said, with times, as Podcasting 2.0 JSON; empty where it is not known."""
    chapters: tuple[ChapterMark, ...] = ()
    soundbites: tuple[Soundbite, ...] = ()
    language: str = ""
    """ISO 639-1 code."""
    podcast_id: str = ""
    """The show that was asked for."""
    episode_title: str = ""
    """The title that was asked for."""
    generated: bool = True


TRANSCRIPT_FILES = (
    ("transcript.vtt", "text/vtt"),
    ("transcript.srt", "application/x-subrip"),
    ("transcript.json", "application/json"),
)
"""The forms in which a transcript of ours is served, and their media types."""

CHAPTERS_FILE = "chapters.json"


def transcript_path(key: str, name: str) -> str:
    """Path of a transcript or chapters file of the episode with this public key."""
    return f"/podcast/transcripts/{key}/{name}"


def own_transcripts(key: str, language: str) -> tuple[Transcript, ...]:
    """The transcripts that are served of the episode with this public key."""
    return tuple(Transcript(transcript_path(key, name), media_type, language) for name, media_type in TRANSCRIPT_FILES)


@dataclass(frozen=True, slots=True)
class EpisodeChange:
    """What someone wants to say of an episode; None leaves a field as it is."""

    title: str | None = None
    description: str | None = None
    season: int | None = None
    number: int | None = None
    episode_type: str | None = None
    explicit: bool | None = None
    publish_on: datetime | None = None
    hidden: bool | None = None
    chapters: tuple[ChapterMark, ...] | None = None
    persons: tuple[Person, ...] | None = None
    image_url: str | None = None
    taken_back: frozenset[str] = frozenset()
    """Of `explicit` and `publish_on` those that are to say nothing of their own any more."""


_WIRE = {"episode_type": "episodeType", "publish_on": "publishOn", "image_url": "imageUrl"}


def change_episode(episode: Episode, change: EpisodeChange, *, now: datetime) -> Episode:
    """`episode` with what `change` says; the same value where nothing would be different.

    `description_html` is the caller's to renew: making text safe is the feeds' trade.

    Raises:
        Invalid: a value breaks a rule; `details` lists every such field.
    """
    said: dict[str, object] = dict.fromkeys(change.taken_back)
    faults: list[FieldFault] = []
    for each in fields(change):
        value = getattr(change, each.name)
        if value is None or each.name == "taken_back":
            continue
        try:
            target = "image" if each.name == "image_url" else each.name
            said[target] = _settle(each.name, value, duration_s=episode.enclosure.duration_s)
        except Invalid as error:
            faults += error.details
    raise_faults(faults)
    if all(getattr(episode, name) == value for name, value in said.items()):
        return episode
    return replace(episode, updated_on=now, **said)  # type: ignore[arg-type]


def _settle(name: str, value: object, *, duration_s: float) -> object:  # noqa: PLR0911
    wire = _WIRE.get(name, name)
    match name:
        case "title":
            return said_text(wire, str(value))
        case "description":
            return said_description(wire, str(value), limit=MAX_DESCRIPTION_BYTES)
        case "season" | "number":
            assert isinstance(value, int)
            if not 0 <= value <= 100_000:
                raise InvalidField(wire, "must be a whole number from 1, or 0 for none")
            return value
        case "episode_type":
            if not isinstance(value, str) or value not in tuple(EpisodeType):
                raise InvalidField(wire, "must be full, trailer or bonus")
            return EpisodeType(value)
        case "chapters":
            assert isinstance(value, tuple)
            return said_chapters(value, duration_s=duration_s)
        case "persons":
            assert isinstance(value, tuple)
            return said_persons(value)
        case "image_url":
            return said_address(wire, str(value)) if str(value).strip() else ""
        case _:
            return value


def said_chapters(chapters: tuple[ChapterMark, ...], *, duration_s: float) -> tuple[ChapterMark, ...]:
    """Chapters in order of time.

    Raises:
        Invalid: a title is missing or too long, a start is outside the recording or used twice, an address is none.
    """
    faults: list[FieldFault] = []
    if len(chapters) > MAX_CHAPTERS:
        faults.append(FieldFault("chapters", f"holds {len(chapters)} chapters; {MAX_CHAPTERS} are the most"))
    starts: set[float] = set()
    for n, chapter in enumerate(chapters):
        if not 0 < len(plain(chapter.title)) <= 255:
            faults.append(FieldFault(f"chapters[{n}].title", "must hold 1 to 255 characters"))
        if chapter.start_s < 0 or (duration_s > 0 and chapter.start_s >= duration_s):
            faults.append(FieldFault(f"chapters[{n}].startTime", "lies outside the recording"))
        elif chapter.start_s in starts:
            faults.append(FieldFault(f"chapters[{n}].startTime", "is the start of another chapter too"))
        starts.add(chapter.start_s)
        faults += [
            FieldFault(f"chapters[{n}].{name}", "must be an address that starts with http:// or https://")
            for name, address in (("img", chapter.img), ("url", chapter.url))
            if address and not looks_like_url(address)
        ]
    raise_faults(faults)
    return tuple(sorted((replace(c, title=plain(c.title)) for c in chapters), key=lambda c: c.start_s))

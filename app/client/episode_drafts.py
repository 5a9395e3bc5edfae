"""The desk of an episode: its draft, the takes of its lines, its checks, and the rebuild that makes it anew."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from app.client.connection import Connection
from app.client.readings import Record, flag, moment, number, real, records, sentence, text
from app.client.requests import Passage


@dataclass(frozen=True, slots=True)
class DraftLine:
    """One turn. `voice` is another than the speaker's, `pause_ms` None for the usual."""

    id: str
    speaker: int
    text: str
    voice: int | None = None
    pause_ms: int | None = None
    pace: float = 1.0
    take: int = 0
    kind: str = "statement"


@dataclass(frozen=True, slots=True)
class CastMember:
    """Who speaks for a speaker; the level is relative to all being equally loud."""

    speaker: int
    voice: int
    level_db: float = 0.0
    muted: bool = False


@dataclass(frozen=True, slots=True)
class Mixing:
    """How the episode is mixed. `music` is ``none``, ``intro`` or ``bed``."""

    target_lufs: float = -16.0
    music: str = "none"
    music_file: str = ""
    music_db: float = -2.0
    ducking_db: float = -16.0
    fade_in_s: float = 0.4
    fade_out_s: float = 4.0


@dataclass(frozen=True, slots=True)
class Draft:
    """What can be edited."""

    title: str = ""
    lines: tuple[DraftLine, ...] = ()
    cast: tuple[CastMember, ...] = ()
    chapters: tuple[tuple[str, str], ...] = ()
    """Titles and the ids of the lines that they begin with."""
    mixing: Mixing = Mixing()
    target_minutes: float | None = None

    def voice_of(self, line: DraftLine) -> int:
        """The voice that says a line."""
        own = next((member.voice for member in self.cast if member.speaker == line.speaker), 0)
        return own if line.voice is None else line.voice


@dataclass(frozen=True, slots=True)
class Take:
    """A line as it was spoken once; `url` is where it is heard."""

    key: str
    text: str
    voice: int
    pace: float
    take: int
    seconds: float
    url: str


@dataclass(frozen=True, slots=True)
class Loudness:
    """LUFS, LU and dBTP."""

    integrated: float
    loudest_short_term: float
    range: float
    true_peak: float


@dataclass(frozen=True, slots=True)
class Version:
    """An audio of the episode, with its loudness before and after mastering where that was measured."""

    number: int
    audio_url: str
    duration: float
    before: Loudness | None
    loudness: Loudness | None
    created: datetime | None = None
    has_draft: bool = False
    """Whether its script can be put on the desk again."""


@dataclass(frozen=True, slots=True)
class Rebuild:
    """How far the newest rebuild is. `state` is queued, running, done, failed or cancelled."""

    state: str
    version: int
    fraction: float = 0.0
    text: str = ""
    error: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it is still to end."""
        return self.state in ("queued", "running")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at: `line` is where to go."""

    kind: str
    line: str
    message: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class DeskState:
    """A desk as the server knows it."""

    request_id: str
    version: int
    waiting: bool
    draft: Draft
    language: str = ""
    takes: Mapping[str, tuple[Take, ...]] = field(default_factory=dict)
    """By line."""
    passages: Mapping[str, tuple[Passage, ...]] = field(default_factory=dict)
    pace_of: Mapping[int, float] = field(default_factory=dict)
    """Words a minute by voice."""
    music_name: str = ""
    rebuild: Rebuild | None = None
    versions: tuple[Version, ...] = ()


class EpisodeDrafts:
    """Calls about desks."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def desk(self, request_id: str) -> DeskState:
        """The desk of an episode."""
        return await _read(await self._connection.get(f"/studio/requests/{request_id}/desk"))

    async def keep(self, request_id: str, draft: Draft, *, follows: int) -> DeskState:
        """Keep a draft that was made from version `follows`; a newer one refuses it (409)."""
        body = _body(draft) | {"version": follows}
        return await _read(await self._connection.post(f"/studio/requests/{request_id}/desk", body))

    async def version(self, request_id: str, number: int) -> DeskState:
        """The desk with what a version was made of; nothing is kept."""
        return await _read(await self._connection.get(f"/studio/requests/{request_id}/desk/versions/{number}"))

    async def say(self, request_id: str, line: DraftLine) -> Take:
        """Speak a line as it stands; what was spoken before is there at once."""
        return _take(await self._connection.post_long(f"/studio/requests/{request_id}/desk/takes", _line(line)))

    async def sound(self, take: Take) -> bytes:
        """The sound of a take, as a file."""
        return await self._connection.read(take.url)

    async def forget_take(self, request_id: str, line: str, key: str) -> None:
        """Let go of a take."""
        await self._connection.delete(f"/studio/requests/{request_id}/desk/lines/{line}/takes/{key}")

    async def check(self, request_id: str) -> tuple[Finding, ...]:
        """What an editor would look at."""
        found = await self._connection.post_long(f"/studio/requests/{request_id}/desk/checks")
        return tuple(
            Finding(text(each, "kind"), text(each, "line"), sentence(each, "message"), text(each, "other"))
            for each in records(found.get("findings"))
        )

    async def rebuild(self, request_id: str) -> Rebuild:
        """Make the episode anew from its draft."""
        return _rebuild(await self._connection.post(f"/studio/requests/{request_id}/desk/rebuild"))

    async def stop_rebuild(self, request_id: str) -> None:
        """Stop the rebuild."""
        await self._connection.delete(f"/studio/requests/{request_id}/desk/rebuild")


def rebuild_of(data: Mapping[str, Any]) -> Rebuild:
    """How far a rebuild is, from the data of a `desk.progress` event."""
    return _rebuild(data)


async def _read(record: Record) -> DeskState:
    """The lines of two hours take a while to read: the window works on meanwhile."""
    return await asyncio.to_thread(_desk, record)


def _desk(record: Record) -> DeskState:
    lines = records(record.get("lines"))
    mixing = record.get("mixing") or {}
    cast = records(record.get("cast"))
    newest = record.get("rebuild")
    return DeskState(
        request_id=text(record, "requestId"),
        version=number(record, "version"),
        waiting=flag(record, "waiting"),
        draft=Draft(
            title=text(record, "title"),
            lines=tuple(_read_line(each) for each in lines),
            cast=tuple(
                CastMember(number(m, "speaker"), number(m, "voice"), real(m, "levelDb"), flag(m, "muted")) for m in cast
            ),
            chapters=tuple((text(each, "title"), text(each, "line")) for each in records(record.get("chapters"))),
            mixing=Mixing(
                real(mixing, "targetLufs"),
                text(mixing, "music") or "none",
                text(mixing, "musicFile"),
                real(mixing, "musicDb"),
                real(mixing, "duckingDb"),
                real(mixing, "fadeInSeconds"),
                real(mixing, "fadeOutSeconds"),
            ),
            target_minutes=real(record, "targetMinutes") or None,
        ),
        language=text(record, "language"),
        takes={text(each, "id"): tuple(_take(take) for take in records(each.get("takes"))) for each in lines},
        passages={
            text(each, "id"): tuple(
                Passage(text(p, "text"), text(p, "source"), p.get("page"), p.get("timeMs"))
                for p in records(each.get("passages"))
            )
            for each in lines
        },
        pace_of={number(m, "voice"): real(m, "wordsAMinute") for m in cast},
        music_name=text(mixing, "musicName"),
        rebuild=_rebuild(newest) if isinstance(newest, Mapping) else None,
        versions=tuple(_version(each) for each in records(record.get("versions"))),
    )


def _read_line(record: Record) -> DraftLine:
    voice, pause = record.get("voice"), record.get("pauseMs")
    return DraftLine(
        text(record, "id"),
        number(record, "speaker"),
        text(record, "text"),
        voice if isinstance(voice, int) else None,
        pause if isinstance(pause, int) else None,
        real(record, "pace") or 1.0,
        number(record, "take"),
        text(record, "kind"),
    )


def _take(record: Record) -> Take:
    return Take(
        text(record, "key"),
        text(record, "text"),
        number(record, "voice"),
        real(record, "pace") or 1.0,
        number(record, "take"),
        real(record, "seconds"),
        text(record, "url"),
    )


def _rebuild(record: Record) -> Rebuild:
    return Rebuild(
        text(record, "state"),
        number(record, "version"),
        real(record, "fraction"),
        sentence(record, "text"),
        sentence(record, "error"),
    )


def _version(record: Record) -> Version:
    return Version(
        number(record, "number"),
        text(record, "audioUrl"),
        real(record, "duration"),
        _loudness(record.get("beforeMastering")),
        _loudness(record.get("loudness")),
        moment(record, "createdOn"),
        flag(record, "hasDraft"),
    )


def _loudness(record: object) -> Loudness | None:
    if not isinstance(record, Mapping):
        return None
    names = ("integrated", "loudestShortTerm", "range", "truePeak")
    return Loudness(*(real(record, name) for name in names))


def _line(line: DraftLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "speaker": line.speaker,
        "text": line.text,
        "voice": line.voice,
        "pauseMs": line.pause_ms,
        "pace": line.pace,
        "take": line.take,
        "kind": line.kind,
    }


def _body(draft: Draft) -> dict[str, Any]:
    mixing = draft.mixing
    return {
        "title": draft.title,
        "lines": [_line(line) for line in draft.lines],
        "cast": [{"speaker": m.speaker, "voice": m.voice, "levelDb": m.level_db, "muted": m.muted} for m in draft.cast],
        "chapters": [{"title": title, "line": line} for title, line in draft.chapters],
        "mixing": {
            "targetLufs": mixing.target_lufs,
            "music": mixing.music,
            "musicFile": mixing.music_file,
            "musicDb": mixing.music_db,
            "duckingDb": mixing.ducking_db,
            "fadeInSeconds": mixing.fade_in_s,
            "fadeOutSeconds": mixing.fade_out_s,
        },
        "targetMinutes": draft.target_minutes,
    }

"""Voices: the catalogue and a sample of each to hear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.client.connection import Connection
from app.client.readings import Record, number, real, records, sentence, text
from app.language import short, tr


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice. `language` is an ISO 639-1 code, `grade` A to D or ``basic``; empty where the server doesn't say."""

    id: int
    name: str
    client_id: str = ""
    language: str = ""
    accent: str = ""
    sex: str = ""
    grade: str = ""
    available: bool = True
    needs: str = ""
    engine: str = ""
    origin: str = "packaged"
    """``packaged``, ``blend``, ``file``, ``endpoint`` or ``own``."""
    parts: tuple[tuple[int, float], ...] = ()
    """What a blend is made of: voices and their shares."""
    word_errors: float | None = None
    """The share of words that the server's listener hears otherwise; None where it was not measured."""
    by_default: bool = True
    """Whether it is offered without its word errors being told: they are few."""

    @property
    def label(self) -> str:
        """The name with what tells two voices apart, and its word errors where they are not few."""
        traits = [tr(t) for t in (self.accent, self.sex, "basic" if self.grade == "basic" else "") if t]
        traits += [errors] if (errors := told_errors(self.word_errors, by_default=self.by_default)) else []
        return f"{self.name} · {', '.join(traits)}" if traits else self.name


@dataclass(frozen=True, slots=True)
class UnusableFile:
    """A file in the server's folder of voices that gives no voice, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class VoiceFolder:
    """The server's folder of voices as its owner sees it; `place` is a path on the server's machine."""

    place: str = ""
    unusable: tuple[UnusableFile, ...] = ()


class Voices:
    """Calls about voices."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def catalogue(self) -> tuple[Voice, ...]:
        """Every voice the caller may use, in the server's order."""
        return tuple(voice_of(record) for record in records(await self._connection.get("/content/GetVoices")))

    def sample_path(self, voice_id: int) -> str:
        """Where a sentence spoken by this voice is."""
        return f"/studio/voices/{voice_id}/sample"

    async def sample(self, voice_id: int) -> bytes:
        """A sentence spoken by this voice, as an audio file."""
        return await self._connection.read(self.sample_path(voice_id))

    async def unusable(self) -> tuple[UnusableFile, ...]:
        """Files in the folder of voices that could not be used; told to the owner only."""
        return _unusable(await self._connection.get("/studio/voices"))

    async def folder(self) -> VoiceFolder:
        """The folder of voices; told to the owner only."""
        return _folder(await self._connection.get("/studio/voices"))

    async def rescan(self) -> tuple[UnusableFile, ...]:
        """Let the server look at its folder of voices again; gives the files that could not be used."""
        return _unusable(await self._connection.post("/studio/voices/scan"))

    async def blend(self, name: str, parts: Mapping[int, float]) -> Voice:
        """Save a weighted mean of packaged voices (id and share) as a voice of its own."""
        shares = [{"voice": voice, "share": share} for voice, share in parts.items()]
        return voice_of(await self._connection.post("/studio/voices", {"name": name, "parts": shares}))

    async def remove_blend(self, voice_id: int) -> None:
        """Take a blend away."""
        await self._connection.delete(f"/studio/voices/{voice_id}")

    async def say(
        self,
        text: str,
        *,
        voice_id: int | None = None,
        language: str = "",
        speed: float | None = None,
        parts: Mapping[int, float] | None = None,
    ) -> bytes:
        """A short text said at once, as a WAV file; `language` is a language's own name.

        `parts` are a blend that is not saved yet, by id and share.
        """
        body: dict[str, Any] = {"text": text}
        if parts:
            body["parts"] = [{"voice": voice, "share": share} for voice, share in parts.items()]
        if voice_id is not None:
            body["voice"] = voice_id
        if language:
            body["language"] = language
        if speed is not None:
            body["speed"] = speed
        return await self._connection.made("/studio/say", body)


def told_errors(share: float | None, *, by_default: bool) -> str:
    """Word errors in words, for whoever chooses a voice; empty for those that are offered by default."""
    if by_default:
        return ""
    return tr("word errors not measured") if share is None else tr("{share} % word errors", share=percent(share))


def percent(share: float) -> str:
    """A share in hundredths as people of the language write it, with one decimal."""
    return short(round(share * 100, 1))


def _folder(answer: Any) -> VoiceFolder:
    place = text(answer, "folder") if isinstance(answer, Mapping) else ""
    return VoiceFolder(place, _unusable(answer))


def _unusable(answer: Any) -> tuple[UnusableFile, ...]:
    listed = records(answer.get("unusable")) if isinstance(answer, Mapping) else []
    return tuple(UnusableFile(text(record, "file"), sentence(record, "reason")) for record in listed)


def voice_of(record: Record) -> Voice:
    """Read one catalogue record."""
    return Voice(
        id=number(record, "id"),
        name=text(record, "name"),
        client_id=text(record, "clientId"),
        language=text(record, "language"),
        accent=text(record, "accent"),
        sex=text(record, "sex"),
        grade=text(record, "grade"),
        available=record.get("available") is not False,
        needs=sentence(record, "needs"),
        engine=text(record, "engine"),
        origin=text(record, "origin") or ("own" if text(record, "clientId") else "packaged"),
        word_errors=real(record, "wordErrors") if record.get("wordErrors") is not None else None,
        by_default=record.get("offeredByDefault") is not False,
        parts=tuple((number(part, "voice"), real(part, "share")) for part in records(record.get("parts"))),
    )

"""Recordings: write them down, separate their speakers, speak them again, make a voice of one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.client.connection import Connection, Json
from app.client.readings import Record, real, records, text


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """What one speaker says; times in seconds."""

    speaker: str
    start: float
    end: float
    body: str


class Recordings:
    """Calls about recordings. Orders answer the id of their request."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def transcribe(
        self, source: Path | str, *, speakers: int | None = None, language: str = "", episode: bool = False
    ) -> str:
        """Write down a file, an address, or with `episode` the episode of an id."""
        if isinstance(source, Path):
            fields = {"speakers": str(speakers or ""), "language": language}
            reply = await self._upload("/content/GetTranscript", source, fields)
        else:
            named = {"episodeId" if episode else "audioUrl": source, "speakers": speakers, "language": language}
            reply = await self._connection.post("/content/GetTranscript", _given(named))
        return text(reply, "request_id")

    async def separate(self, source: Path | str, *, speakers: int | None = None) -> str:
        """Make one track per speaker of a recording: a file or an address."""
        if isinstance(source, Path):
            fields = {"speakers": str(speakers or "")}
            return text(await self._upload("/content/SeparateSpeakersAudio", source, fields), "request_id")
        body = _given({"audioUrl": source, "speakers": speakers})
        return text(await self._connection.post("/content/SeparateSpeakersAudio", body), "request_id")

    async def revoice(
        self, source: Path | str, voices: tuple[int, int], *, instructions: str = "", music: str = ""
    ) -> str:
        """Speak a recording, a file or an address, again with two voices."""
        if isinstance(source, Path):
            fields = {
                "voice1": str(voices[0]),
                "voice2": str(voices[1]),
                "instructions": instructions,
                "backgroundMusicUrl": music,
            }
            return text(await self._upload("/content/ModifyPodcast", source, fields), "request_id")
        body = _given(
            {
                "audioUrl": source,
                "voice1": voices[0],
                "voice2": voices[1],
                "instructions": instructions,
                "backgroundMusicUrl": music,
            }
        )
        return text(await self._connection.post("/content/ModifyPodcast", body), "request_id")

    async def match_voice(self, source: Path | str, *, name: str) -> str:
        """Make a voice of a recording (an MP3 file or its address)."""
        if isinstance(source, Path):
            reply = await self._upload("/content/CloneVoice", source, {"name": name})
        else:
            reply = await self._connection.post("/content/CloneVoice", {"audioUrl": source, "name": name})
        return text(reply, "request_id")

    async def remove_voice(self, voice_id: int) -> None:
        """Remove a voice that was made of a recording."""
        await self._connection.post("/content/RemoveVoice", {"id": voice_id})

    async def transcript(self, episode_or_request: str) -> tuple[SaidTurn, ...]:
        """What is said in an episode or a transcribed recording."""
        reply = await self._connection.get(f"/content/GetTranscript/{episode_or_request}")
        document = json.loads(text(reply, "transcript") or "{}")
        return tuple(said_turn_of(record) for record in records(document.get("segments")))

    async def export(self, episode_or_request: str, *, form: str, target: Path) -> None:
        """Save a transcript as ``json``, ``srt``, ``vtt`` or ``txt``."""
        await self._connection.save(f"/studio/transcripts/{episode_or_request}?format={form}", target)

    async def _upload(self, path: str, file: Path, fields: Mapping[str, str]) -> Json:
        given = {name: value for name, value in fields.items() if value}
        return await self._connection.upload(path, field="audioFile", file_name=file.name, content=file, fields=given)


def said_turn_of(record: Record) -> SaidTurn:
    """Read one segment."""
    return SaidTurn(text(record, "speaker"), real(record, "startTime"), real(record, "endTime"), text(record, "body"))


def _given(fields: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in fields.items() if value not in (None, "")}

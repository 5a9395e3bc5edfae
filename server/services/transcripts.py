"""Transcripts as they are read: of a request, or of an episode, in every form."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from server.domain.accounts import Account
from server.domain.errors import Invalid, NotFound
from server.domain.requests import Request, RequestType, State
from server.domain.times import Clock, utc_now
from server.feeds import transcripts as forms
from server.services.files import on_disk
from server.services.recordings import find_episode
from server.store import episodes, requests
from server.store import transcripts as stored
from server.store.artefacts import Storage
from server.store.database import Store


class Form(StrEnum):
    """What a transcript can be downloaded as."""

    JSON = "json"
    SRT = "srt"
    VTT = "vtt"
    TEXT = "txt"


MEDIA_TYPES = {Form.JSON: forms.JSON, Form.SRT: forms.SRT, Form.VTT: forms.VTT, Form.TEXT: "text/plain"}


@dataclass(frozen=True, slots=True)
class TranscriptFound:
    """A transcript as JSON in the Podcasting 2.0 form; `episode_id` is what was asked with."""

    episode_id: str
    request_id: str
    transcript: str
    created_on: datetime


class Transcripts:
    """The caller's transcripts."""

    def __init__(self, store: Store, storage: Storage, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._storage = storage
        self._clock = clock

    async def get(self, episode_id: str, *, by: Account) -> TranscriptFound:
        """The transcript of an episode (by its number) or of a request (by its id).

        Raises:
            Invalid: no id is given.
            NotFound: there is none, or none yet.
        """
        if not episode_id.strip():
            raise Invalid("Give the id of an episode or a request: GET /content/GetTranscript/{episodeId}.")
        episode = await find_episode(self._store, episode_id, by=by)
        if episode is not None:
            kept = await self._store.read(episodes.turns, episode.id)
            if kept:
                created = episode.succeeded_on or episode.published_on or episode.updated_on
                return TranscriptFound(episode_id, episode.request_id, kept.decode(), created)
            newest = await self._store.read(stored.newest_of_episode, (str(episode.id), episode.request_id), by.id)
            if newest:
                return await self._of_request(episode_id, await self._store.read(requests.find, newest, by.id))
            raise _missing()
        try:
            request = await self._store.read(requests.find, episode_id, by.id)
        except NotFound as error:
            raise _missing() from error
        return await self._of_request(episode_id, request)

    async def download(self, episode_id: str, form: Form, *, by: Account) -> bytes:
        """The transcript as a file. Raises as `get`."""
        found = await self.get(episode_id, by=by)
        if form is Form.JSON:
            return found.transcript.encode()
        cues = forms.from_json(found.transcript)
        if form is Form.TEXT:
            return ("\n".join(f"{cue.speaker}: {cue.text}" for cue in cues) + "\n").encode()
        return (forms.srt(cues) if form is Form.SRT else forms.vtt(cues)).encode()

    async def _of_request(self, episode_id: str, request: Request) -> TranscriptFound:
        media = next((m for m in request.media if m.name == "transcript"), None)
        if request.type is not RequestType.TRANSCRIPT or request.state is not State.COMPLETED or media is None:
            raise _missing()
        written = await on_disk(self._storage.read, media.sha256)
        created = request.succeeded_on or request.updated_on
        return TranscriptFound(episode_id, request.id, written.decode(), created)


def _missing() -> NotFound:
    return NotFound("There is no transcript with this id yet.", code="transcript_not_found")

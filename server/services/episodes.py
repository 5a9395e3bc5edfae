"""Episodes: recordings with a number for ever, put into shows and taken out of them."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from server.domain import episodes as rules
from server.domain.accounts import Account
from server.domain.episodes import (
    CHAPTERS_FILE,
    TRANSCRIPT_FILES,
    Episode,
    EpisodeChange,
)
from server.domain.errors import InvalidField, NotFound
from server.domain.files import Media
from server.domain.identifiers import new_id, new_public_key
from server.domain.pages import Page
from server.domain.shows import said_description, said_text
from server.domain.times import Clock, to_ms, utc_now
from server.feeds import chapters, markup, transcripts
from server.feeds.recordings import Recording, playable
from server.services.disk import HasRoom, plenty
from server.services.files import on_disk, received_as
from server.services.made_episodes import enclosure_of
from server.services.media import MediaLinks
from server.services.quarantine import Quarantine
from server.services.shows import require_show_id
from server.store import episodes, requests, shows
from server.store.artefacts import Storage
from server.store.database import Store
from server.store.episodes import Mark, Whose
from server.store.transactions import Transaction

PORTION = 200
UPLOAD_LIMIT = 500 * 1024 * 1024
"""Bytes that an uploaded recording may have."""
SAME_LENGTH_S = 1.0
"""Recordings that differ by less are taken to say the same at the same time."""
_GONE = "There is no such episode."
_NO_SHOW = "There is no such show."


@dataclass(frozen=True, slots=True)
class TextFile:
    """A transcript or a chapters file as it is served."""

    body: bytes
    media_type: str


class Episodes:
    """The caller's episodes."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        links: MediaLinks,
        *,
        quarantine: Quarantine,
        room: HasRoom = plenty,
        clock: Clock = utc_now,
    ) -> None:
        self._require_room = room
        self._store = store
        self._storage = storage
        self._links = links
        self._quarantine = quarantine
        self._clock = clock

    def audio_url(self, episode: Episode) -> str:
        """The public address of a recording."""
        return self.public_url(episode.enclosure.address)

    def public_url(self, address: str) -> str:
        """A path of ours under the public address; an address elsewhere, or none, as it is."""
        return self._links.public_url + address if address.startswith("/") else address

    async def page(
        self, number: int, limit: int, *, by: Account, show_id: str = "", unallocated: bool = False
    ) -> Page[Episode]:
        """A numbered page of all the caller's episodes, of one show's, or of those in no show; newest first.

        Raises:
            Invalid: the show's id is not one that a show can have.
            NotFound: there is no such show of the caller.
        """
        await self._require_show(show_id, by)
        return await self._store.read(episodes.page, Whose(by.id, show_id, unallocated), number, limit)

    async def every(self, *, by: Account, show_id: str = "") -> AsyncIterator[Sequence[Episode]]:
        """All the caller's episodes, or one show's, newest first, in portions. Raises as `page`."""
        await self._require_show(show_id, by)
        mark: Mark | None = None
        while True:
            found, mark = await self._store.read(episodes.portion, Whose(by.id, show_id), mark, PORTION)
            yield found
            if mark is None:
                return

    async def attach(
        self, show_id: str, request_id: str, *, title: str | None, description: str | None, by: Account
    ) -> Episode:
        """Put the recording of a completed request into a show; it answers the same episode each time.

        Raises:
            NotFound: there is no such show of the caller.
            Invalid: the request is not completed audio of the caller, or the texts break rules.
        """
        require_show_id(show_id)
        said = await _prepared(EpisodeChange(title=title, description=description))
        return await self._store.write(_attach, show_id, request_id, said, self._clock, by.id)

    async def put(self, show_id: str, episode_id: int, *, by: Account) -> Episode:
        """Put an episode into a show, however it was made; where it is in it, nothing changes.

        Raises:
            NotFound: there is no such show, or no such episode, of the caller.
        """
        require_show_id(show_id)
        return await self._store.write(_put, show_id, episode_id, self._clock, by.id)

    async def change(self, episode_id: int, change: EpisodeChange, *, by: Account) -> Episode:
        """Change what `change` names of an episode that a show of the caller holds.

        Raises:
            NotFound: no show of the caller holds such an episode.
            Invalid: values break rules; all of them are named.
        """
        return await self._store.write(_change, episode_id, await _prepared(change), self._clock, by.id)

    async def remove_from_shows(self, episode_id: int, *, by: Account) -> None:
        """Take an episode out of all shows. Raises `NotFound`."""
        await self._store.write(_remove_from_shows, episode_id, self._clock, by.id)

    async def remove(self, episode_id: int, *, by: Account) -> None:
        """Delete an episode. Raises `NotFound`."""
        await self._store.write(_remove, episode_id, self._clock, by.id)

    async def upload(
        self,
        chunks: AsyncIterator[bytes],
        *,
        file_name: str,
        by: Account,
    ) -> Uploaded:
        """Take a finished recording in while it streams; `publish` makes an episode of it.

        Raises:
            InvalidField: ``audioFile`` is empty, too large, or no sound.
            Unavailable: the disk is full, or the quota reached.
        """
        by.require_subscription(self._clock())
        self._require_room()
        folder = await asyncio.to_thread(tempfile.TemporaryDirectory, prefix="quillcast-upload-")
        try:
            path = Path(folder.name) / "recording"
            await received_as(path, chunks, limit=UPLOAD_LIMIT, field="audioFile")
            found = await self._quarantine.run(playable, path)
            media = await on_disk(self._stored, *found, file_name)
        finally:
            await asyncio.to_thread(folder.cleanup)
        return Uploaded(media)

    async def publish(
        self, uploaded: Uploaded, *, title: str, description: str, podcast_id: str, by: Account
    ) -> Episode:
        """Make an episode of an uploaded recording, in a show if one is named.

        Raises:
            Invalid: a text breaks a rule, or there is no such show of the caller.
        """
        now = self._clock()
        media = uploaded.media
        said = said_text("title", title)
        words = said_description("description", description, limit=rules.MAX_DESCRIPTION_BYTES) if description else said
        short, long = await asyncio.to_thread(markup.publishable, words)
        key = new_public_key()
        episode = Episode(
            id=0,
            owner=by.id,
            guid=new_id(),
            title=said,
            description=words,
            enclosure=enclosure_of(media),
            updated_on=now,
            audio_title=said,
            description_html=short,
            content_html=long,
            requested_on=now,
            succeeded_on=now,
            share_path=f"/share/{key}",
        )
        return await self._store.write(_publish, episode, key, media, podcast_id, to_ms(now))

    async def get(self, episode_id: int, *, by: Account) -> Episode:
        """One episode of the caller. Raises `NotFound`."""
        found = await self._store.read(episodes.find, episode_id, by.id)
        if found is None:
            raise NotFound(_GONE, code="episode_not_found")
        return found

    async def change_audio(self, episode_id: int, uploaded: Uploaded, *, by: Account) -> Episode:
        """Give an episode another recording, under the same guid.

        Transcripts of ours stay only where the new recording is as long as the old one, to a second; chapters that
        would lie behind its end go. Raises `NotFound`.
        """
        return await self._store.write(_change_audio, episode_id, uploaded.media, self._clock, by.id)

    async def shared(self, key: str) -> Episode:
        """The episode of a public key. Raises `NotFound`."""
        found = await self._store.read(episodes.by_key, key)
        if found is None:
            raise NotFound("There is nothing under this address.")
        return found

    async def turns(self, episode: Episode) -> tuple[transcripts.Cue, ...]:
        """What is said in an episode, with times; empty where that is not known."""
        kept = await self._store.read(episodes.turns, episode.id)
        return transcripts.from_json(kept) if kept else ()

    async def transcript_text(self, episode: Episode) -> str:
        """The transcript of the request that made an episode, without times; empty where there is none."""
        if not episode.request_id:
            return ""
        return await self._store.read(requests.result_text, episode.request_id, episode.owner)

    async def text_file(self, key: str, name: str) -> TextFile:
        """A transcript or the chapters of an episode, by its public key. Raises `NotFound`."""
        episode = await self.shared(key)
        if name == CHAPTERS_FILE and episode.chapters:
            text = chapters.chapters_json(episode.chapters, title=episode.title, base=self._links.public_url)
            return TextFile(text.encode(), chapters.MEDIA_TYPE)
        media_type = dict(TRANSCRIPT_FILES).get(name)
        kept = await self._store.read(episodes.turns, episode.id) if media_type else None
        if media_type is None or kept is None:
            raise NotFound("There is nothing under this address.")
        if media_type == transcripts.JSON:
            return TextFile(kept, media_type)
        spoken = transcripts.from_json(kept)
        text = transcripts.vtt(spoken) if media_type == transcripts.VTT else transcripts.srt(spoken)
        return TextFile(text.encode(), media_type)

    async def _require_show(self, show_id: str, by: Account) -> None:
        if show_id:
            require_show_id(show_id)
            if await self._store.read(shows.find, show_id, by.id) is None:
                raise NotFound(_NO_SHOW, code="show_not_found")

    def _stored(self, path: Path, found: Recording, file_name: str) -> Media:
        content = self._storage.put(path)
        stem = Path(file_name).stem[:120] or "recording"
        return Media(
            key=new_public_key(),
            name="audio",
            file_name=f"{stem}.{found.extension}",
            media_type=found.media_type,
            size=content.size,
            sha256=content.sha256,
            duration_s=found.duration_s,
        )


@dataclass(frozen=True, slots=True)
class Uploaded:
    """A recording that is stored and not yet an episode."""

    media: Media


@dataclass(frozen=True, slots=True)
class _Said:
    """A change, and its description made safe: that takes time, which the writer has not."""

    change: EpisodeChange
    description_html: str = ""
    content_html: str = ""


async def _prepared(change: EpisodeChange) -> _Said:
    words = (change.description or "").strip()
    if not words or len(words) > rules.MAX_DESCRIPTION_BYTES:
        return _Said(change)
    short, long = await asyncio.to_thread(markup.publishable, words)
    return _Said(change, short, long)


def _changed(episode: Episode, said: _Said, clock: Clock) -> Episode:
    """`episode` with what was said, and everything that follows from it."""
    after = rules.change_episode(episode, said.change, now=clock())
    if after.description != episode.description:
        after = replace(after, description_html=said.description_html, content_html=said.content_html)
    if after.chapters != episode.chapters:
        path = rules.transcript_path(after.share_path.rsplit("/", 1)[-1], CHAPTERS_FILE)
        after = replace(after, chapters_address=path if after.chapters else "")
    return after


def _attach(  # noqa: PLR0917 - the writer calls it
    transaction: Transaction, show_id: str, request_id: str, said: _Said, clock: Clock, client_id: str
) -> Episode:
    if shows.find(transaction, show_id, client_id) is None:
        raise NotFound(_NO_SHOW, code="show_not_found")
    episode = episodes.of_request(transaction, request_id, client_id)
    if episode is None:
        raise InvalidField("requestId", "is not completed audio of yours")
    if show_id in episode.show_ids:
        return episode
    return episodes.attach(transaction, _changed(episode, said, clock), show_id, to_ms(clock()))


def _put(transaction: Transaction, show_id: str, episode_id: int, clock: Clock, client_id: str) -> Episode:
    if shows.find(transaction, show_id, client_id) is None:
        raise NotFound(_NO_SHOW, code="show_not_found")
    episode = episodes.find(transaction, episode_id, client_id)
    if episode is None:
        raise NotFound(_GONE, code="episode_not_found")
    return episode if show_id in episode.show_ids else episodes.attach(transaction, episode, show_id, to_ms(clock()))


def _change(transaction: Transaction, episode_id: int, said: _Said, clock: Clock, client_id: str) -> Episode:
    before = episodes.find(transaction, episode_id, client_id)
    if before is None or not before.show_ids:
        raise NotFound("No show of yours holds this episode.", code="episode_not_found")
    after = _changed(before, said, clock)
    return before if after is before else episodes.save(transaction, after, to_ms(clock()))


def _change_audio(transaction: Transaction, episode_id: int, media: Media, clock: Clock, client_id: str) -> Episode:
    before = episodes.find(transaction, episode_id, client_id)
    if before is None:
        raise NotFound(_GONE, code="episode_not_found")
    now = clock()
    after = replace(before, enclosure=enclosure_of(media), updated_on=now)
    end_s = after.enclosure.duration_s
    if abs(end_s - before.enclosure.duration_s) > SAME_LENGTH_S:
        after = replace(
            after,
            transcripts=tuple(t for t in after.transcripts if not t.address.startswith("/")),
            soundbites=tuple(b for b in after.soundbites if b.start_s + b.duration_s <= end_s),
            chapters=tuple(c for c in after.chapters if c.start_s < end_s),
        )
        episodes.forget_turns(transaction, episode_id)
        if not after.chapters and after.chapters_address.startswith("/"):
            after = replace(after, chapters_address="")
    episodes.add_media(transaction, episode_id, media, to_ms(now))
    return episodes.save(transaction, after, to_ms(now))


def _remove_from_shows(transaction: Transaction, episode_id: int, clock: Clock, client_id: str) -> None:
    episode = episodes.find(transaction, episode_id, client_id)
    if episode is None:
        raise NotFound(_GONE, code="episode_not_found")
    episodes.detach(transaction, episode, to_ms(clock()))


def _remove(transaction: Transaction, episode_id: int, clock: Clock, client_id: str) -> None:
    episode = episodes.find(transaction, episode_id, client_id)
    if episode is None:
        raise NotFound(_GONE, code="episode_not_found")
    episodes.remove(transaction, episode, to_ms(clock()))


def _publish(  # noqa: PLR0917 - the writer calls it
    transaction: Transaction, episode: Episode, key: str, media: Media, podcast_id: str, now_ms: int
) -> Episode:
    if podcast_id and shows.find(transaction, podcast_id, episode.owner) is None:
        raise InvalidField("podcastId", "no show of yours has this id")
    kept = episodes.add(transaction, episode, key=key, now_ms=now_ms, media=media)
    return episodes.attach(transaction, kept, podcast_id, now_ms) if podcast_id else kept

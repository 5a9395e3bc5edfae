"""What can be made of a recording: a transcript, separated speakers, another cast, a voice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from server.domain.accounts import Account
from server.domain.episodes import Episode
from server.domain.errors import Invalid, InvalidField, NotFound
from server.domain.languages import language_by_name
from server.domain.orders import Order, RevoicingOrder, SeparationOrder, TranscriptOrder, VoiceMatchOrder
from server.domain.prices import PRICES
from server.domain.requests import Accepted, RequestType
from server.domain.times import Clock, utc_now
from server.services.checked_orders import Checked
from server.services.files import on_disk, plain_name, received
from server.services.intake import AddressJudge
from server.services.media import MediaLinks
from server.services.recording_specs import RECORDING, TURNS
from server.services.requests import Requests
from server.services.voices import Voices
from server.store import episodes, requests
from server.store.artefacts import Content, Storage
from server.store.contents import SourceContent
from server.store.database import Store

TRANSCRIPT_LIMIT = 50 * 1024 * 1024
VOICE_LIMIT = 10 * 1024 * 1024
MOST_SPEAKERS = 10
MUSIC_EXTENSIONS = (".mp3", ".wav", ".m4a")
TRANSCRIBED = (".mp3", ".wav")
_MPEG = (b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"\xff\xfa", b"\xff\xe3")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recording that came with an order and is stored."""

    content: Content
    file_name: str
    content_type: str


class Recordings:
    """Orders about recordings. Each is checked whole, then accepted like any other request."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        requests: Requests,
        voices: Voices,
        *,
        judge: AddressJudge,
        prices: Mapping[str, int] = PRICES,
        allow_private_urls: bool = False,
        links: MediaLinks | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self._links = links
        self._store = store
        self._storage = storage
        self._requests = requests
        self._voices = voices
        self._judge = judge
        self._prices = prices
        self._allow_private = allow_private_urls
        self._clock = clock

    async def take(
        self, chunks: AsyncIterator[bytes], *, file_name: str, content_type: str, limit: int, only_mp3: bool = False
    ) -> Recorded:
        """Store a recording while it streams in.

        Raises:
            InvalidField: ``audioFile`` is empty, too large, or neither MP3 nor WAV by its content.
            Unavailable: the disk is full, or the quota reached.
        """
        self._requests.require_room()
        content = await received(self._storage, chunks, limit=limit, field="audioFile")
        head = await on_disk(_head, self._storage, content.sha256)
        is_wav = head[:4] in {b"RIFF", b"RF64"} and head[8:12] == b"WAVE"
        if not head.startswith(_MPEG) and (only_mp3 or not is_wav):
            wanted = "an MP3" if only_mp3 else "an MP3 or WAV"
            raise InvalidField("audioFile", f"must be {wanted} file", code="invalid_audio_format")
        return Recorded(content, plain_name(file_name), content_type)

    async def transcribe(self, order: TranscriptOrder, *, by: Account, recorded: Recorded | None = None) -> Accepted:
        """Write a recording down: an upload, an address, or an episode of the caller's.

        Raises:
            Invalid: none or more than one is given, or the account can't pay.
            InvalidField: the address or the episode is not usable.
        """
        by.require_subscription(self._clock())
        given = [name for name, there in _given(order, recorded).items() if there]
        if len(given) != 1:
            what = " and ".join(given) or "nothing"
            raise Invalid(f"Give exactly one of audioFile, audioUrl and episodeId; {what} came.")
        sources: tuple[SourceContent, ...] = ()
        if order.audio_url:
            own = await self._own(order.audio_url)
            if own is None:
                self._check_address("audioUrl", order.audio_url, TRANSCRIBED)
            sources = (own,) if own else ()
            order = replace(order, title=order.title or name_of(order.audio_url))
        elif recorded is not None:
            sources = (_beside(recorded),)
            order = replace(order, title=order.title or PurePosixPath(recorded.file_name).stem)
        else:
            order, sources = await self._episode(order, by=by)
        return await self._accept(
            order, RequestType.TRANSCRIPT, "transcript", by=by, title=order.title, sources=sources
        )

    async def separate(self, order: SeparationOrder, *, by: Account, recorded: Recorded | None = None) -> Accepted:
        """Take a recording apart by speaker. Raises as `transcribe`."""
        by.require_subscription(self._clock())
        title, sources = await self._source(order.audio_url, recorded)
        order = replace(order, title=title)
        return await self._accept(
            order, RequestType.SEPARATED_SPEAKERS, "separated_speakers", by=by, title=title, sources=sources
        )

    async def revoice(self, order: RevoicingOrder, *, by: Account, recorded: Recorded | None = None) -> Accepted:
        """Speak a recording again with other voices. Raises as `transcribe`."""
        by.require_subscription(self._clock())
        title, sources = await self._source(order.audio_url, recorded)
        if order.background_music_url:
            self._check_address("backgroundMusicUrl", order.background_music_url, MUSIC_EXTENSIONS)
        for field, number in (("voice1", order.voice1), ("voice2", order.voice2)):
            self._voices.require(number, field=field, by=by)
        order = replace(order, title=title)
        return await self._accept(
            order, RequestType.MODIFIED_PODCAST, "modified_podcast", by=by, title=title, sources=sources
        )

    async def match_voice(self, order: VoiceMatchOrder, *, by: Account, recorded: Recorded | None = None) -> Accepted:
        """Make a voice of a recording of somebody's speech.

        Raises:
            Invalid: ``pro_required``, or none or both of audioFile and audioUrl are given.
            InvalidField: the address or the name is not usable.
        """
        by.require_subscription(self._clock())
        by.require_pro("CloneVoice")
        if bool(order.audio_url) == (recorded is not None):
            both = "both came" if recorded is not None else "neither came"
            raise Invalid(f"Give either audioFile or audioUrl; {both}.")
        if not order.name.strip():
            raise InvalidField("name", "is required")
        if order.audio_url:
            self._check_address("audioUrl", order.audio_url, (".mp3",))
        order = replace(order, name=" ".join(order.name.split()))
        sources = (_beside(recorded),) if recorded else ()
        return await self._accept(
            order, RequestType.CLONED_VOICE, "cloned_voice", by=by, title=order.name, sources=sources
        )

    async def _accept(
        self,
        order: Order,
        kind: RequestType,
        price: str,
        *,
        by: Account,
        title: str,
        sources: tuple[SourceContent, ...] = (),
    ) -> Accepted:
        checked = Checked(
            order=order,
            kind=kind,
            credits=self._prices[price],
            title=title,
            sources=sources,
            callback_data=getattr(order, "callback_data", None),
        )
        return await self._requests.accept(checked, by=by)

    async def _episode(
        self, order: TranscriptOrder, *, by: Account
    ) -> tuple[TranscriptOrder, tuple[SourceContent, ...]]:
        """The recording of an episode, and its words where it was made here."""
        episode = await find_episode(self._store, order.episode_id, by=by)
        if episode is None:
            raise InvalidField("episodeId", "no episode of yours has this id")
        if episode.request_id and not order.language:
            order = replace(order, language=await self._language_of(episode.request_id, by=by))
        order = replace(
            order,
            title=order.title or episode.title,
            duration_ms=round(episode.enclosure.duration_s * 1000),
        )
        turns = await self._store.read(episodes.turns, episode.id) if episode.request_id else None
        address = episode.enclosure.address
        sources: list[SourceContent] = []
        if "://" in address:
            order = replace(order, audio_url=address)
        else:
            key = next(iter(PurePosixPath(address).parts[2:3]), "")
            media = await self._store.read(episodes.find_media, key)
            if media is None:
                raise InvalidField("episodeId", "the recording of this episode is no longer there")
            found = media[0]
            content = Content(found.sha256, found.size)
            sources.append(SourceContent(RECORDING, content, found.file_name, found.media_type))
        if turns:
            kept = await on_disk(_kept, self._storage, turns)
            sources.append(SourceContent(TURNS, kept, "turns.json", "application/json"))
        return order, tuple(sources)

    async def _language_of(self, request_id: str, *, by: Account) -> str:
        """The name of the language that a request was made in; empty where it is not known."""
        try:
            name = (await self._store.read(requests.find, request_id, by.id)).language
            return language_by_name(name).name if name else ""
        except (NotFound, InvalidField):
            return ""

    async def _source(self, url: str, recorded: Recorded | None) -> tuple[str, tuple[SourceContent, ...]]:
        """What people call a recording, and what of it is stored here: an upload, or what was made here."""
        if recorded is not None:
            return PurePosixPath(recorded.file_name).stem, (_beside(recorded),)
        own = await self._own(url)
        if own is None:
            self._check_address("audioUrl", url)
        return name_of(url), (own,) if own else ()

    async def _own(self, url: str) -> SourceContent | None:
        """The recording behind one of our own links: no way leads back to this server from its worker processes."""
        links = self._links
        if links is None or not links.public_url or not url.startswith(f"{links.public_url}/media/"):
            return None
        key = url.removeprefix(f"{links.public_url}/media/").partition("/")[0]
        try:
            media = (await links.find(key)).media
        except NotFound as error:
            raise InvalidField("audioUrl", "there is nothing at this address any more") from error
        return SourceContent(RECORDING, Content(media.sha256, media.size), media.file_name, media.media_type)

    def _check_address(self, field: str, url: str, extensions: tuple[str, ...] = ()) -> None:
        fault = self._judge(url, schemes=("http", "https"), extensions=extensions, allow_private=self._allow_private)
        if fault is not None:
            raise InvalidField(field, fault)


async def find_episode(store: Store, episode_id: str, *, by: Account) -> Episode | None:
    """The caller's episode by its number, or by the request that made it."""
    if episode_id.isascii() and episode_id.isdecimal() and len(episode_id) < 19:
        return await store.read(episodes.find, int(episode_id), by.id)
    return await store.read(episodes.of_request, episode_id, by.id)


def name_of(url: str) -> str:
    """What people call the recording at an address: its file name without the extension."""
    try:
        return PurePosixPath(urlsplit(url).path).stem[:200] or "Recording"
    except ValueError:
        return "Recording"


def _given(order: TranscriptOrder, recorded: Recorded | None) -> dict[str, bool]:
    return {
        "audioFile": recorded is not None,
        "audioUrl": bool(order.audio_url),
        "episodeId": bool(order.episode_id),
    }


def _beside(recorded: Recorded) -> SourceContent:
    return SourceContent(RECORDING, recorded.content, recorded.file_name, recorded.content_type)


def _head(storage: Storage, sha256: str) -> bytes:
    with storage.path(sha256).open("rb") as stream:
        return stream.read(16)


def _kept(storage: Storage, data: bytes) -> Content:
    with storage.draft() as draft:
        draft.write(data)
        return draft.keep()

"""Podcast shows: made, read and changed by their owners."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol
from uuid import UUID

from server.domain import shows as rules
from server.domain.accounts import Account
from server.domain.artwork import Crop
from server.domain.episodes import Episode
from server.domain.errors import DomainError, Invalid, InvalidField, NotFound
from server.domain.files import Media
from server.domain.identifiers import new_id, new_public_key
from server.domain.pages import Page
from server.domain.shows import Artwork, Show, ShowChange, ShowType
from server.domain.times import Clock, to_ms, utc_now
from server.services.intake import AddressJudge
from server.services.media import MediaLinks
from server.services.quarantine import Quarantine
from server.store import episodes, shows
from server.store.artefacts import Storage
from server.store.database import Store
from server.store.transactions import Transaction

log = logging.getLogger(__name__)
PORTION = 200
_GONE = "There is no such show."


class FetchPicture(Protocol):
    """Fetches a picture from elsewhere. Raises `DomainError`, with a sentence, for anything that goes wrong."""

    async def __call__(self, url: str) -> bytes: ...


@dataclass(frozen=True, slots=True)
class GivenPicture:
    """A picture that came with a call, and which part of it to keep: a square, or the middle."""

    data: bytes
    crop: Crop | None = None
    centre: bool = False


class Shows:
    """The caller's shows."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        links: MediaLinks,
        *,
        judge: AddressJudge,
        quarantine: Quarantine,
        fetch_picture: FetchPicture | None = None,
        allow_private_urls: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._storage = storage
        self._links = links
        self._judge = judge
        self._quarantine = quarantine
        self._fetch = fetch_picture
        self._allow_private = allow_private_urls
        self._clock = clock
        self._fetching: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Go on fetching the pictures that the last run left."""
        for show in await self._store.read(shows.awaiting_pictures):
            self._start(self._fetch_picture(show))

    def feed_url(self, show: Show) -> str:
        """The public address of a show's feed."""
        return self._links.public_url + show.feed_path

    def artwork_url(self, show: Show) -> str:
        """The public address of a show's picture; empty when it has none."""
        return self._links.public_url + show.artwork.address if show.artwork else ""

    async def page(self, number: int, limit: int, *, by: Account) -> Page[Show]:
        """A numbered page of the caller's shows, newest first."""
        return await self._store.read(shows.page, by.id, number, limit)

    async def every(self, *, by: Account) -> AsyncIterator[Sequence[Show]]:
        """All of the caller's shows, newest first, in portions."""
        mark: int | None = None
        while True:
            found, mark = await self._store.read(shows.portion, by.id, mark, PORTION)
            yield found
            if mark is None:
                return

    async def get(self, show_id: str, *, by: Account) -> Show:
        """One show of the caller.

        Raises:
            NotFound: there is none of the caller.
        """
        found = await self._store.read(shows.find, show_id, by.id)
        if found is None:
            raise NotFound(_GONE, code="show_not_found")
        return found

    async def showing(self, episode: Episode) -> Show | None:
        """The first show that holds an episode, whoever asks."""
        return await self._store.read(shows.find_public, episode.podcast_id) if episode.podcast_id else None

    async def create(self, change: ShowChange, *, by: Account, picture: GivenPicture | None = None) -> Show:
        """Make a show; its feed is valid from now on.

        Without a picture it gets a drawn cover. One that is named by its address takes that place once it is here; if
        it can't be had, `warnings` of the show says so.

        Raises:
            Invalid: required fields are missing, or values break rules; all of them are named.
        """
        now = self._clock()
        by.require_subscription(now)
        show_id = new_id()
        show = rules.new_show(
            change,
            id=show_id,
            owner=by.id,
            guid=rules.feed_guid(f"{self._links.public_url}/podcast/rss/{show_id}"),
            now=now,
        )
        self._judge_address(show.image_url)
        if picture is not None:
            image, original = await self._conform(picture)
            show = replace(show, artwork=artwork_of(image, original), warnings=())
        else:
            image, original = await asyncio.to_thread(self._draw, show), None
            show = replace(show, artwork=artwork_of(image, None))
        show = await self._store.write(_add, show, (image, original))
        if show.image_url and picture is None:
            self._start(self._fetch_picture(show))
        return show

    async def change(
        self, show_id: str, change: ShowChange, *, by: Account, picture: GivenPicture | None = None
    ) -> Show:
        """Change what `change` names.

        Raises:
            NotFound: there is none of the caller.
            Invalid: values break rules; all of them are named.
        """
        before = await self.get(show_id, by=by)
        self._judge_address(change.image_url or "")
        made: tuple[Media, Media | None] | None = None
        if picture is not None:
            made = await self._conform(picture)
        show = await self._store.write(_change, show_id, by.id, change, self._clock, made)
        wanted = show.image_url if change.image_url else ""
        if made is None and wanted and (wanted != before.image_url or before.warnings):
            self._start(self._fetch_picture(show))
        elif (
            show.artwork is None
            or (show.artwork.drawn and (show.name, show.author) != (before.name, before.author))
            or (made is None and change.image_url == "" and before.image_url)
        ):
            show = await self._redraw(show)
        return show

    async def remove(self, show_id: str, *, by: Account) -> None:
        """Delete a show; its episodes stay. Raises `NotFound`."""
        if not await self._store.write(shows.remove, show_id, by.id, to_ms(self._clock())):
            raise NotFound(_GONE, code="show_not_found")

    async def settle(self) -> None:
        """Wait until pictures that are being fetched are here or given up."""
        while self._fetching:
            await asyncio.gather(*self._fetching, return_exceptions=True)

    async def close(self) -> None:
        """Give up what is being fetched."""
        for task in tuple(self._fetching):
            task.cancel()
        await self.settle()

    def _judge_address(self, url: str) -> None:
        if not url or not rules.looks_like_url(url):
            return
        fault = self._judge(url, schemes=("http", "https"), allow_private=self._allow_private)
        if fault is not None:
            raise InvalidField("imageUrl", fault)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    async def _fetch_picture(self, show: Show) -> None:
        """Bring the picture of `image_url` in, or say in the record why not."""
        try:
            if self._fetch is None:
                raise Invalid("this server fetches no pictures; upload it instead.")
            data = await self._fetch(show.image_url)
            image, original = await self._conform(GivenPicture(data), lenient=True)
        except DomainError as error:
            warning = f"The picture at imageUrl was not taken: {error.message}"
            await self._store.write(_warn, show, warning, to_ms(self._clock()))
            return
        except Exception:
            log.exception("The picture of show %s could not be fetched", show.id)
            warning = "The picture at imageUrl was not taken: something went wrong here; set it again."
            await self._store.write(_warn, show, warning, to_ms(self._clock()))
            return
        await self._store.write(_set_picture, show, (image, original), to_ms(self._clock()))

    async def picture(self, show: Show, data: bytes | None) -> tuple[Media, Media | None]:
        """A picture that an import brought, conformed and stored, with its original; without `data` a drawn cover.

        Raises:
            InvalidField: it is no picture, or damaged.
        """
        if data is None:
            return await asyncio.to_thread(self._draw, show), None
        return await self._conform(GivenPicture(data), lenient=True)

    async def _redraw(self, show: Show) -> Show:
        image = await asyncio.to_thread(self._draw, show)
        changed = await self._store.write(_set_picture, show, (image, None), to_ms(self._clock()))
        return changed or show

    def _draw(self, show: Show) -> Media:
        from server.feeds import covers

        return self._stored(covers.draw(show.name, show.author, seed=show.id), "cover.jpg", "image/jpeg")

    async def _conform(self, picture: GivenPicture, *, lenient: bool = False) -> tuple[Media, Media]:
        from server.feeds import artwork

        made = await self._quarantine.run(
            artwork.conform,
            picture.data,
            crop=picture.crop,
            centre=picture.centre,
            lenient=lenient,
            field="imageUrl" if lenient else "imageFile",
        )
        image = await asyncio.to_thread(self._stored, made.data, "cover.jpg", artwork.MEDIA_TYPE)
        return image, await asyncio.to_thread(self._stored, picture.data, "original", "application/octet-stream")

    def _stored(self, data: bytes, file_name: str, media_type: str) -> Media:
        with self._storage.draft() as draft:
            draft.write(data)
            content = draft.keep()
        return Media(
            key=new_public_key(),
            name="artwork" if file_name == "cover.jpg" else "artwork_original",
            file_name=file_name,
            media_type=media_type,
            size=content.size,
            sha256=content.sha256,
        )


def require_show_id(show_id: str) -> None:
    """Raise `Invalid` (``invalid_podcast_id``) for what no show's id looks like."""
    with suppress(ValueError):
        UUID(show_id)
        return
    raise Invalid("podcastId: this is not the id of a show.", code="invalid_podcast_id")


def artwork_of(image: Media, original: Media | None) -> Artwork:
    """What a show says of its picture; one without an original was drawn."""
    return Artwork(
        address=f"/media/{image.key}/{image.file_name}",
        original=original.sha256 if original else "",
        drawn=original is None,
    )


def keep_pictures(transaction: Transaction, show_id: str, made: tuple[Media, Media | None], now_ms: int) -> None:
    """Give a show's picture and its original their links."""
    for media in made:
        if media is not None:
            shows.add_picture(transaction, show_id, media, now_ms)


def _add(transaction: Transaction, show: Show, made: tuple[Media, Media | None]) -> Show:
    shows.add(transaction, show)
    keep_pictures(transaction, show.id, made, to_ms(show.created_on))
    return show


def _change(  # noqa: PLR0917 - the writer calls it
    transaction: Transaction,
    show_id: str,
    client_id: str,
    change: ShowChange,
    clock: Clock,
    made: tuple[Media, Media | None] | None,
) -> Show:
    now = clock()
    before = shows.find(transaction, show_id, client_id)
    if before is None:
        raise NotFound(_GONE, code="show_not_found")
    after = rules.change_show(before, change, now=now)
    if made is not None:
        keep_pictures(transaction, show_id, made, to_ms(now))
        after = replace(after, artwork=artwork_of(*made), image_url="", warnings=(), updated_on=now)
    if after is before:
        return before
    if after.type is ShowType.SERIAL and before.type is not ShowType.SERIAL:
        episodes.number_all(transaction, show_id, to_ms(now))
    return shows.save(transaction, after, to_ms(now))


def _set_picture(transaction: Transaction, seen: Show, made: tuple[Media, Media | None], now_ms: int) -> Show | None:
    """Give a show its picture, unless another one was asked for meanwhile."""
    show = shows.find(transaction, seen.id, seen.owner)
    if show is None or show.image_url != seen.image_url:
        return show
    keep_pictures(transaction, show.id, made, now_ms)
    return shows.save(transaction, replace(show, artwork=artwork_of(*made), warnings=()), now_ms)


def _warn(transaction: Transaction, seen: Show, warning: str, now_ms: int) -> None:
    show = shows.find(transaction, seen.id, seen.owner)
    if show is not None and show.image_url == seen.image_url:
        shows.save(transaction, replace(show, warnings=(warning,)), now_ms)

"""A show as a folder for any web host: feed, recordings, picture, transcripts, chapters and a page, in one ZIP."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from server.domain.accounts import Account
from server.domain.archives import member_name
from server.domain.episodes import CHAPTERS_FILE, Episode
from server.domain.errors import InvalidField, NotFound
from server.domain.shows import Artwork, Show, looks_like_url
from server.domain.times import Clock, to_ms, utc_now
from server.feeds import rss
from server.feeds.site_pages import show_page
from server.services.archives import PIECE, measured, pieces_of
from server.services.checks import Report
from server.services.episodes import Episodes
from server.services.media import MediaLinks
from server.services.shows import Shows
from server.services.site_checks import check_site
from server.store import episodes
from server.store.database import Store

_MODE = 0o644


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    moment: datetime
    content: bytes | Path


class Sites:
    """Static copies of the caller's shows."""

    def __init__(
        self, store: Store, shows: Shows, episodes_service: Episodes, links: MediaLinks, *, clock: Clock = utc_now
    ) -> None:
        self._store = store
        self._shows = shows
        self._episodes = episodes_service
        self._links = links
        self._clock = clock

    async def members(self, show_id: str, *, base: str, by: Account) -> list[_Member]:
        """The files of a show's folder; every link in them starts with `base`, where the folder will lie.

        Recordings that lie elsewhere stay there. Episodes that have not appeared, or are hidden, are left out.

        Raises:
            InvalidField: ``base`` is no http(s) address.
            Invalid: the id is not one that a show can have.
            NotFound: there is none of the caller.
        """
        if not looks_like_url(base) or "?" in base or "#" in base:
            raise InvalidField("base", "must be the http(s) address at which the folder will lie")
        base = base.rstrip("/")
        show = await self._shows.get(show_id, by=by)
        released = await self._store.read(episodes.released, show_id, to_ms(self._clock()))
        made: list[_Member] = []
        width = max(3, len(str(len(released.episodes))))
        kept: list[Episode] = []
        listed: list[tuple[Episode, str]] = []
        for number, episode in zip(range(len(released.episodes), 0, -1), released.episodes, strict=True):
            moved = await self._moved(episode, f"{base}/", made, number, width)
            kept.append(moved)
            listed.append((moved, moved.enclosure.address))
        show = await self._pictured(show, base, made)
        appeared = [e.publish_on for e in released.episodes[:1] if e.publish_on is not None]
        changed_on = max([show.changed_on, *appeared])
        own = replace(show, redirects=False, new_feed_url="")
        feed = await asyncio.to_thread(
            rss.render, own, kept, base=base, changed_on=changed_on, feed_url=f"{base}/feed.xml"
        )
        page = await asyncio.to_thread(show_page, own, listed)
        return [
            _Member("feed.xml", changed_on, feed),
            _Member("index.html", changed_on, page.encode("utf-8", "replace")),
            *made,
        ]

    async def check(self, show_id: str, *, base: str, by: Account) -> Report:
        """Hold the folder against the rules of the feed check. Raises as `members`."""
        members = await self.members(show_id, base=base, by=by)
        return await asyncio.to_thread(check_site, members, base=base.rstrip("/"), now=self._clock())

    async def pack(self, members: list[_Member]) -> AsyncIterator[bytes]:
        """The pieces of a ZIP file of these files."""
        from stream_zip import stream_zip

        loop = asyncio.get_running_loop()
        thread = ThreadPoolExecutor(1, thread_name_prefix="site")
        pieces: Iterator[bytes] = iter(stream_zip(_packed(members), chunk_size=PIECE))
        try:
            while (piece := await loop.run_in_executor(thread, lambda: next(pieces, None))) is not None:
                yield piece
        finally:
            thread.shutdown(wait=False, cancel_futures=True)

    async def folder(self, show_id: str, *, base: str, into: Path, by: Account) -> tuple[int, int]:
        """Write the files into a folder on this machine; answers how many were written and how many stood there.

        Files that are there already with the same bytes are left alone, so that a second export costs little.
        Raises as `members`.
        """
        members = await self.members(show_id, base=base, by=by)
        return await asyncio.to_thread(_written, members, into)

    async def _moved(self, episode: Episode, base: str, made: list[_Member], number: int, width: int) -> Episode:
        """An episode with its files beside the feed, and the links to them."""
        moment = episode.released_on or episode.updated_on
        changed: dict[str, Any] = {"link": episode.link or f"{base}#episode-{episode.id}"}
        address = episode.enclosure.address
        if address.startswith("/media/"):
            try:
                served = await self._links.find(address.split("/")[2])
            except NotFound:
                return replace(episode, enclosure=replace(episode.enclosure, address=self._links.public_url + address))
            ending = PurePosixPath(served.media.file_name).suffix.lstrip(".")
            name = "media/" + member_name(number, episode.title, ending, width=width).replace(" ", "-")
            made.append(_Member(name, moment, served.path))
            changed["enclosure"] = replace(episode.enclosure, address=base + quote(name))
        key = episode.share_path.rsplit("/", 1)[-1]
        transcripts = []
        for transcript in episode.transcripts:
            if transcript.address.startswith("/"):
                text = await self._episodes.text_file(key, transcript.address.rsplit("/", 1)[-1])
                name = f"transcripts/{episode.id}{PurePosixPath(transcript.address).suffix}"
                made.append(_Member(name, moment, text.body))
                transcript = replace(transcript, address=base + name)  # noqa: PLW2901
            transcripts.append(transcript)
        changed["transcripts"] = tuple(transcripts)
        if episode.chapters_address.startswith("/"):
            text = await self._episodes.text_file(key, CHAPTERS_FILE)
            name = f"chapters/{episode.id}.json"
            made.append(_Member(name, moment, text.body))
            changed["chapters_address"] = base + name
        return replace(episode, **changed)

    async def _pictured(self, show: Show, base: str, made: list[_Member]) -> Show:
        if show.artwork is None or not show.artwork.address.startswith("/media/"):
            return show
        served = await self._links.find(show.artwork.address.split("/")[2])
        made.append(_Member("artwork/cover.jpg", served.created_on, served.path))
        return replace(show, artwork=Artwork(f"{base}/artwork/cover.jpg"))


def size_of(members: Sequence[_Member]) -> int:
    """How many bytes the files have in all."""
    return sum(
        len(member.content) if isinstance(member.content, bytes) else _length(member.content) for member in members
    )


def _length(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _packed(members: list[_Member]) -> Iterator[tuple[str, datetime, int, Any, Iterator[bytes]]]:
    from stream_zip import NO_COMPRESSION_64, ZIP_64

    for member in members:
        if isinstance(member.content, bytes):
            yield member.name, member.moment, _MODE, ZIP_64, iter((member.content,))
        elif member.content.exists():
            size, check = measured(member.content)
            yield member.name, member.moment, _MODE, NO_COMPRESSION_64(size, check), pieces_of(member.content, size)


def _written(members: list[_Member], into: Path) -> tuple[int, int]:
    written = left = 0
    for member in members:
        target = into / member.name
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(member.content, bytes):
            same = target.is_file() and target.read_bytes() == member.content
        else:
            same = target.is_file() and measured(target) == measured(member.content)
        if same:
            left += 1
            continue
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".part-")
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as out:
                if isinstance(member.content, bytes):
                    out.write(member.content)
                else:
                    with member.content.open("rb") as source:
                        shutil.copyfileobj(source, out, PIECE)
            part.chmod(_MODE)
            part.replace(target)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        written += 1
    return written, left

"""A feed rendered from the database as it is read, so that memory does not grow with the number of episodes."""

from __future__ import annotations

import gzip
import hashlib
import io
import tempfile
import threading
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice
from pathlib import Path

from server.domain.episodes import Episode
from server.domain.shows import Show
from server.feeds import rss
from server.feeds.addresses import absolute
from server.store import episodes, shows
from server.store.transactions import Snapshot

_GZIP_LEVEL = 6


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """A feed as it is sent, plain and compressed. The tags are fit for `ETag`, quotes included."""

    body: bytes
    packed: bytes
    etag: str
    packed_etag: str
    modified: datetime
    """When it last changed, in whole seconds."""
    moved_to: str = ""
    """Where readers are sent on to, for good; empty when the show is here."""


class FeedPages:
    """The pages of a feed, counted from 1. One that is whole stays in memory, several lie in a file without a name."""

    def __init__(self, *, next_on: datetime | None, folder: Path) -> None:
        """`next_on` is when the next episode appears; `folder` is where the file may lie."""
        self.next_on = next_on
        self.count = 0
        self.size = 0
        self._folder = folder
        self._whole: FeedDocument | None = None
        self._places: list[tuple[FeedDocument, int, int, int]] = []
        self._lock = threading.Lock()

    def keep_whole(self, document: FeedDocument) -> None:
        """The feed is this one document."""
        self._whole, self.count, self.size = document, 1, len(document.body) + len(document.packed)

    def add(self, document: FeedDocument) -> None:
        """Put the next page behind the others."""
        if not self._places:
            self._file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - closed with this object
            weakref.finalize(self, self._file.close)
        self._places.append(
            (replace(document, body=b"", packed=b""), self.size, len(document.body), len(document.packed))
        )
        self._file.write(document.body)
        self._file.write(document.packed)
        self.count += 1
        self.size += len(document.body) + len(document.packed)

    @property
    def whole(self) -> FeedDocument | None:
        """The only page, where nothing has to be read."""
        return self._whole

    def page(self, number: int) -> FeedDocument:
        """A page, read from the file."""
        if self._whole is not None:
            return self._whole
        document, start, length, packed = self._places[number - 1]
        with self._lock:
            self._file.seek(start)
            return replace(document, body=self._file.read(length), packed=self._file.read(packed))


class _Bounded(io.RawIOBase):
    """Keeps what is written up to a limit; beyond it only counts."""

    def __init__(self, limit: int) -> None:
        self.size = 0
        self._limit = limit
        self._kept = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.size += len(data)
        if self.size <= self._limit:
            self._kept += data
        else:
            self._kept.clear()
        return len(data)

    @property
    def whole(self) -> bytes | None:
        """Everything that was written, unless it was too much."""
        return bytes(self._kept) if self.size <= self._limit else None


def rendered(  # noqa: PLR0917 - the reader calls it
    reading: Snapshot, show_id: str, now_ms: int, base: str, hub: str, whole_bytes: int, folder: Path
) -> FeedPages | None:
    """The feed of a show, whole up to `whole_bytes`; None when there is no such show.

    Where the show asks for it, a page holds as many episodes as it says; else as many as keep each under the limit.
    """
    reading.execute("BEGIN")  # what is read in several passes is one state
    try:
        show = shows.find_public(reading, show_id)
        if show is None:
            return None
        release = episodes.release(reading, show_id, now_ms)
        pages = FeedPages(next_on=release.next_on, folder=folder)
        first, every = _peeked(episodes.each_released(reading, show_id, now_ms))
        changed_on = max(filter(None, (show.changed_on, first.publish_on if first else None)))
        size = show.episodes_per_page
        if not 0 < size < release.count:
            sink = _Bounded(whole_bytes)
            rss.write(sink, show, every, base=base, changed_on=changed_on, hub=hub)  # type: ignore[arg-type]
            if (whole := sink.whole) is not None:
                pages.keep_whole(_document(whole, changed_on, _moved(show, base)))
                return pages
            size = -(-release.count // -(-sink.size // (whole_bytes // 2)))
            every = episodes.each_released(reading, show_id, now_ms)
        size = max(1, size)
        count = max(1, -(-release.count // size))
        for number in range(1, count + 1):
            page = rss.FeedPage(number, count)
            part = islice(every, size)
            body = rss.render(show, part, base=base, changed_on=changed_on, page=page, hub=hub)
            pages.add(_document(body, changed_on, _moved(show, base)))
        return pages
    finally:
        reading.execute("COMMIT")


def _moved(show: Show, base: str) -> str:
    """Where a show that has moved sends its readers; never to itself."""
    here = absolute(base, show.feed_path)
    return show.new_feed_url if show.redirects and show.new_feed_url != here else ""


def _peeked(found: Iterator[Episode]) -> tuple[Episode | None, Iterator[Episode]]:
    """The first one, and all of them."""
    for first in found:
        return first, chain((first,), found)
    return None, iter(())


def _document(body: bytes, changed_on: datetime, moved_to: str) -> FeedDocument:
    name = hashlib.sha256(body).hexdigest()[:32]
    return FeedDocument(
        body=body,
        packed=gzip.compress(body, _GZIP_LEVEL, mtime=0),
        etag=f'"{name}"',
        packed_etag=f'"{name}-gzip"',
        modified=changed_on.replace(microsecond=0),
        moved_to=moved_to,
    )

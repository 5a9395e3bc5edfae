"""Searching everything that was made and read: scripts, transcripts, documents, sources, episodes and shows.

What the database holds is searched in an index beside it, which is brought up to date in the background and before each
answer; what notebooks hold, in their own files. A find counts only while its record is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from server.domain.accounts import Account
from server.domain.errors import DomainError, Unavailable
from server.domain.events import EventKind, StudioEvent
from server.domain.requests import RequestType
from server.domain.search import (
    MOST_RESULTS,
    UNTIMED,
    Entry,
    Excerpt,
    Found,
    FoundKind,
    Place,
    SearchPage,
    Subject,
)
from server.engine.notebooks import searching
from server.engine.notebooks.searching import FoundSource
from server.services.files import on_disk
from server.services.notebooks import Notebooks
from server.services.rounds import Background
from server.services.search_entries import Key, Said, entry_of, said_by
from server.store import search, words
from server.store.artefacts import FolderStorage
from server.store.database import Store
from server.store.search_index import SearchIndex

log = logging.getLogger(__name__)

AT_ONCE = 100
"""Records that are read before the index is written."""
PAUSE_S = 0.3
"""What happens meanwhile is indexed together."""
RESTS = 3
"""Between two portions of a long way to go, times what a portion took: for everybody else."""
EXCERPTS = 3
"""The most of one thing."""
AT_THE_SAME_TIME = 2
"""Searches; others wait."""
TOO_LONG = "The search took too long: use more, or rarer, words."
_SILENT = frozenset({EventKind.PROGRESS, EventKind.QUEUED})
"""Events after which there is nothing to index."""
_VIDEOS = frozenset({RequestType.VIDEO, RequestType.SHORT_VIDEO})
_NOTEBOOK_KINDS = frozenset({FoundKind.NOTEBOOK, FoundKind.SOURCE})


class Search:
    """Finds what a caller has, and keeps the index. Must be made on the event loop that will use it."""

    def __init__(self, store: Store, storage: FolderStorage, notebooks: Notebooks, *, file: Path) -> None:
        self._store = store
        self._storage = storage
        self._notebooks = notebooks
        self._index = SearchIndex(file)
        self._indexing = asyncio.Lock()
        self._looking = asyncio.Semaphore(AT_THE_SAME_TIME)
        self._news = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._background = Background(self._keep, "search")

    async def start(self) -> None:
        """Make the index where there is none, and keep it from now on."""
        if await on_disk(self._index.prepare):
            await self._store.write(search.owe_all)
        self._news.set()
        self._store.listen(self._heard)
        self._background.start()

    async def close(self) -> None:
        """Stop; what is not indexed is the next time."""
        await self._background.close()

    async def find(self, asked: str, *, kinds: Collection[FoundKind] = (), limit: int, by: Account) -> SearchPage:
        """The caller's things that carry all words of `asked`, the best first; among very many, the newest.

        Raises:
            Unavailable: it takes too long.
        """
        wanted = words.query(asked)
        if not wanted:
            return SearchPage(())
        limit = min(limit, MOST_RESULTS)
        async with self._looking:
            await self._catch_up()
            try:
                made = await self._made(wanted, kinds, limit + 1, by)
                kept = await self._kept(asked, kinds, limit + 1, by)
            except sqlite3.OperationalError as error:
                raise Unavailable(TOO_LONG, code="search_too_long") from error
            found = _merged(made, kept)
            return SearchPage(tuple(found[:limit]), more=len(found) > limit)

    async def forget_words(self) -> None:
        """Overwrite the words of what was deleted; takes its time, a little at once."""
        more = True
        while more:
            async with self._indexing:
                more = await on_disk(self._index.forget_words)

    async def _made(self, wanted: str, kinds: Collection[FoundKind], limit: int, by: Account) -> tuple[Found, ...]:
        of_database = frozenset(kinds) - {FoundKind.NOTEBOOK}
        if kinds and not of_database:
            return ()
        found: list[Found] = []
        skip = 0
        while len(found) < limit:
            asked_for = limit - len(found)
            hits = await asyncio.to_thread(
                self._index.find, by.id, wanted, kinds=of_database, limit=asked_for, skip=skip
            )
            there = await self._store.read(search.there, by.id, hits)
            found += await asyncio.to_thread(_shown, there, wanted)
            skip += len(hits)
            if len(hits) < asked_for:
                break
        return tuple(found)

    async def _kept(self, asked: str, kinds: Collection[FoundKind], limit: int, by: Account) -> tuple[Found, ...]:
        if kinds and not _NOTEBOOK_KINDS & set(kinds):
            return ()
        try:
            paths = await self._notebooks.paths(by=by)
        except DomainError:
            return ()  # without a licence there are none
        spaced, letters = words.apart(asked)
        found = await asyncio.to_thread(searching.search, paths, words.query(spaced), letters, limit=limit)
        wanted = words.query(asked)
        shown = await asyncio.to_thread(lambda: [_shown_source(each, wanted) for each in found])
        return tuple(each for each in shown if not kinds or each.kind in kinds)

    def _heard(self, events: Sequence[StudioEvent]) -> None:
        if any(event.kind not in _SILENT for event in events):
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._news.set)

    async def _keep(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                more = True
                while more:
                    begun = self._loop.time()
                    more = await self._catch_up()
                    await asyncio.sleep(RESTS * (self._loop.time() - begun))
            except (DomainError, sqlite3.Error) as error:
                log.warning("Indexing was put off: %s", error)
            except Exception:
                log.exception("Indexing failed")
            await asyncio.sleep(PAUSE_S)

    async def _catch_up(self) -> bool:
        """Index the next records that changed; whether there may be more."""
        async with self._indexing:
            owed = await self._store.read(search.owed, AT_ONCE)
            if not owed:
                return False
            said = await self._store.read(said_by, owed)
            await on_disk(self._index_all, said)
            await self._store.write(search.settle, owed[-1].place)
            return len(owed) == AT_ONCE

    def _index_all(self, said: Mapping[Key, Said | None]) -> None:
        entries = {key: entry_of(each, self._content) if each is not None else None for key, each in said.items()}
        self._index.keep(
            [entry for entry in entries.values() if entry is not None],
            [key for key, entry in entries.items() if entry is None],
        )

    def _content(self, sha256: str) -> str:
        """A stored text; empty where there is none any more."""
        try:
            return self._storage.read(sha256).decode("utf-8", "replace") if sha256 else ""
        except OSError:
            return ""


def _shown(entries: Sequence[Entry], wanted: str) -> list[Found]:
    shown = []
    for entry in entries:
        lines = entry.lines
        best = words.best_lines([line.text for line in lines], wanted, most=EXCERPTS)
        excerpts = [
            Excerpt(text, marks, None if lines[number].time_ms == UNTIMED else lines[number].time_ms)
            for number, text, marks in best
        ]
        if not excerpts and lines:
            excerpts = [Excerpt(lines[0].text[: words.LONGEST_EXCERPT])]
        marks = _title_marks(entry.title, wanted) if entry.subject is not Subject.SOURCES else ()
        shown.append(Found(entry.kind, entry.title, entry.place, tuple(excerpts), entry.updated_ms, marks))
    return shown


def _shown_source(found: FoundSource, wanted: str) -> Found:
    place = Place(notebook_id=found.notebook_id)
    if found.source is None:
        marks = _title_marks(found.notebook_title, wanted)
        return Found(FoundKind.NOTEBOOK, found.notebook_title, place, (), found.updated_ms, marks)
    excerpts = []
    for chunk in found.chunks:
        for _, text, marks in words.best_lines([chunk.text], wanted, most=1) or [(0, chunk.text, ())]:
            excerpts.append(Excerpt(text, marks, chunk.time_ms, chunk.start, chunk.end, chunk.page))
    place = Place(notebook_id=found.notebook_id, source_id=found.source.id)
    title = found.source.title
    return Found(FoundKind.SOURCE, title, place, tuple(excerpts), found.source.created_ms, _title_marks(title, wanted))


def _title_marks(title: str, wanted: str) -> tuple[tuple[int, int], ...]:
    if len(title) > words.LONGEST_EXCERPT:
        return ()
    return next((marks for _, _, marks in words.best_lines([title], wanted, most=1)), ())


def _merged(made: Sequence[Found], kept: Sequence[Found]) -> list[Found]:
    """Both in turn, each in its order: their ranks can't be compared; what is named so comes first."""
    turns: list[Found] = []
    for place in range(max(len(made), len(kept))):
        turns += [each[place] for each in (made, kept) if place < len(each)]
    return sorted(turns, key=lambda found: not found.title_marks)

"""Searching everything that was made and read: scripts, transcripts, documents, sources, episodes and shows.

What the database holds is searched in an index beside it, which is brought up to date in the background and before each
answer; what notebooks hold, in their own files. A find counts only while its record is there.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from server.domain.accounts import Account
from server.domain.errors import DomainError, Unavailable
from server.domain.events import EventKind, StudioEvent
from server.domain.plaintext import plain
from server.domain.requests import PODCAST_TYPES, RequestType, State
from server.domain.search import (
    MOST_RESULTS,
    MOST_SOURCES,
    UNTIMED,
    Entry,
    Excerpt,
    Found,
    FoundKind,
    Place,
    SearchLine,
    SearchPage,
    Subject,
    within,
)
from server.engine.notebooks import searching
from server.engine.notebooks.searching import FoundSource
from server.services.files import on_disk
from server.services.notebooks import Notebooks
from server.store import search, words
from server.store.artefacts import FolderStorage
from server.store.database import Store
from server.store.search import EpisodeWords, Owed, RequestWords
from server.store.search_index import SearchIndex

log = logging.getLogger(__name__)

AT_ONCE = 32
"""Records that are read before the index is written."""
PAUSE_S = 0.3
"""What happens meanwhile is indexed together."""
BREATH_S = 0.01
"""Between two portions of a long way to go, for everybody else."""
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
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Make the index where there is none, and keep it from now on."""
        if await on_disk(self._index.prepare):
            await self._store.write(search.owe_all)
        self._news.set()
        self._store.listen(self._heard)
        self._task = asyncio.create_task(self._keep(), name="search")

    async def close(self) -> None:
        """Stop; what is not indexed is the next time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

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
                    more = await self._catch_up()
                    await asyncio.sleep(BREATH_S)
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
            entries, gone = await self._read(owed)
            await on_disk(self._index.keep, entries, gone)
            await self._store.write(search.settle, owed[-1].place)
            return len(owed) == AT_ONCE

    async def _read(self, owed: Sequence[Owed]) -> tuple[list[Entry], list[tuple[Subject, str]]]:
        entries: dict[tuple[Subject, str], Entry] = {}
        gone: set[tuple[Subject, str]] = set()
        seen: set[tuple[str, int]] = set()
        for record in owed:
            for subject, row in await self._concerned(record):
                if (subject, row) in seen:
                    continue
                seen.add((subject, row))
                for key, entry in await self._entries(subject, row):
                    if entry is None:
                        gone.add(key)
                    else:
                        entries[key] = entry
        return list(entries.values()), list(gone)

    async def _concerned(self, record: Owed) -> tuple[tuple[str, int], ...]:
        """A request and the episode that it became are one thing as long as both are there."""
        if record.subject == search.EPISODE:
            request = await self._store.read(search.request_of_episode, record.row)
            other = (search.REQUEST, request) if request is not None else None
        elif record.subject == search.REQUEST:
            episode = await self._store.read(search.episode_of_request, record.row)
            other = (search.EPISODE, episode) if episode is not None else None
        else:
            other = None
        own = (record.subject, record.row)
        return (own, other) if other is not None else (own,)

    async def _entries(self, subject: str, row: int) -> list[tuple[tuple[Subject, str], Entry | None]]:
        """What is to be kept of a record; None for what is gone."""
        if subject == search.REQUEST:
            said = await self._store.read(search.request_words, row)
            if said is None:
                request_id = await self._store.read(search.request_id, row)
                return [((Subject.REQUEST, request_id), None), ((Subject.SOURCES, request_id), None)]
            heard, imported = await self._content(said.transcript), await self._content(said.imported)
            own = await asyncio.to_thread(_request_entry, said, heard)
            sources = await asyncio.to_thread(_sources_entry, said, imported)
            return [((Subject.REQUEST, said.id), own), ((Subject.SOURCES, said.id), sources)]
        if subject == search.EPISODE:
            key = (Subject.EPISODE, str(row))
            if await self._store.read(search.request_of_episode, row) is not None:
                return [(key, None)]
            episode = await self._store.read(search.episode_words, row)
            return [(key, await asyncio.to_thread(_episode_entry, episode) if episode is not None else None)]
        show = await self._store.read(search.show_words, row)
        if show is None:
            return [((Subject.SHOW, await self._store.read(search.show_id, row)), None)]
        return [((Subject.SHOW, show.id), _show_entry(show))]

    async def _content(self, sha256: str) -> str:
        """A stored text; empty where there is none any more."""
        if not sha256:
            return ""
        try:
            return (await asyncio.to_thread(self._storage.read, sha256)).decode("utf-8", "replace")
        except OSError:
            return ""


def _request_entry(said: RequestWords, heard: str) -> Entry:
    kind = _kind(said)
    lines: list[SearchLine] = []
    title = said.title
    if said.episode:
        body = _json(said.episode)
        title = str(body.get("title") or title)
        lines.append(SearchLine(plain(str(body.get("description", "")))))
    if said.turns or heard:
        lines += _turns(said.turns or heard)
    elif said.script:
        lines += _script(said.script, said.recording)
    else:
        lines += _written(said.response_text)
    place = Place(request_id=said.id, output_type=said.output_type, episode_id=said.episode_id)
    return Entry(Subject.REQUEST, said.id, said.client_id, kind, title, said.updated_ms, place, within(lines))


def _sources_entry(said: RequestWords, imported: str) -> Entry | None:
    sources = [each for each in _list(imported) if isinstance(each, Mapping)]
    if not sources:
        return None
    lines = []
    for source in sources:
        lines.append(SearchLine(str(source.get("title", ""))))
        lines += [SearchLine(block) for block in str(source.get("text", "")).split("\n\n")]
    return Entry(
        Subject.SOURCES,
        said.id,
        said.client_id,
        FoundKind.SOURCE,
        said.title,
        said.updated_ms,
        Place(request_id=said.id, output_type=said.output_type),
        within(lines, MOST_SOURCES),
    )


def _kind(said: RequestWords) -> FoundKind:
    kind = RequestType(said.type_id)
    if said.state == State.WAITING:
        return FoundKind.SCRIPT
    if kind in PODCAST_TYPES:
        return FoundKind.EPISODE
    if kind in _VIDEOS:
        return FoundKind.VIDEO
    return FoundKind.TRANSCRIPT if kind is RequestType.TRANSCRIPT else FoundKind.DOCUMENT


def _episode_entry(episode: EpisodeWords) -> Entry:
    body = _json(episode.body)
    lines = [SearchLine(plain(str(body.get("description", ""))))]
    lines += _turns(episode.turns) if episode.turns else ()
    place = Place(episode_id=int(episode.id), show_id=episode.show_id)
    return Entry(
        Subject.EPISODE,
        episode.id,
        episode.client_id,
        FoundKind.EPISODE,
        str(body.get("title", "")),
        episode.updated_ms,
        place,
        within(lines),
    )


def _show_entry(show: EpisodeWords) -> Entry:
    body = _json(show.body)
    said = [str(body.get("description", "")), str(body.get("author", ""))]
    return Entry(
        Subject.SHOW,
        show.id,
        show.client_id,
        FoundKind.SHOW,
        str(body.get("name", "")),
        show.updated_ms,
        Place(show_id=show.id),
        within([SearchLine(plain(each)) for each in said]),
    )


def _turns(document: str) -> Iterable[SearchLine]:
    """The segments of a transcript in the Podcasting 2.0 form."""
    for segment in _json(document).get("segments", ()):
        yield SearchLine(str(segment.get("body", "")), int(float(segment.get("startTime", 0)) * 1000))


def _script(script: str, recording: str) -> Iterable[SearchLine]:
    times = _json(recording).get("line_times_ms", ()) if recording else ()
    for number, line in enumerate(_json(script).get("lines", ())):
        yield SearchLine(str(line.get("text", "")), int(times[number][0]) if number < len(times) else UNTIMED)


def _written(text: str) -> Iterable[SearchLine]:
    """The lines of a document; of a quiz, everything that is read of it."""
    if text.startswith("{"):
        with contextlib.suppress(ValueError):
            return [SearchLine(words) for words in _strings(json.loads(text))]
    return [SearchLine(line) for line in text.splitlines()]


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _list(text: str) -> list[Any]:
    try:
        read = json.loads(text) if text else []
    except ValueError:
        return []
    return read if isinstance(read, list) else []


def _json(text: str) -> Mapping[str, Any]:
    try:
        read = json.loads(text)
    except ValueError:
        return {}
    return read if isinstance(read, Mapping) else {}


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

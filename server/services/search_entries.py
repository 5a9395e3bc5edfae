"""What the search keeps of a record: its words as the database has them, and the lines that are made of them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from server.domain.plaintext import plain
from server.domain.requests import PODCAST_TYPES, RequestType, State
from server.domain.search import MOST_SOURCES, UNTIMED, Entry, FoundKind, Place, SearchLine, Subject, within
from server.store import search
from server.store.search import EpisodeWords, Owed, RequestWords
from server.store.transactions import Reading

Key = tuple[Subject, str]
"""Of an entry: what it stands for, and its id."""
Content = Callable[[str], str]
"""The stored text of a digest; empty where there is none."""
_VIDEOS = frozenset({RequestType.VIDEO, RequestType.SHORT_VIDEO})


@dataclass(frozen=True, slots=True)
class Said:
    """What a record says, and what of it the entry tells."""

    subject: Subject
    of: RequestWords | EpisodeWords


def said_by(reading: Reading, owed: Sequence[Owed]) -> dict[Key, Said | None]:
    """What the records that changed say, and those that are one thing with them; None for what is gone."""
    said: dict[Key, Said | None] = {}
    concerned = dict.fromkeys(each for record in owed for each in _concerned(reading, record))
    for subject, row in concerned:
        if subject == search.REQUEST:
            of_request = search.request_words(reading, row)
            request_id = of_request.id if of_request else search.request_id(reading, row)
            for part in (Subject.REQUEST, Subject.SOURCES):
                said[part, request_id] = Said(part, of_request) if of_request else None
        elif subject == search.EPISODE:
            stands_apart = search.request_of_episode(reading, row) is None
            of_episode = search.episode_words(reading, row) if stands_apart else None
            said[Subject.EPISODE, str(row)] = Said(Subject.EPISODE, of_episode) if of_episode else None
        else:
            of_show = search.show_words(reading, row)
            show_id = of_show.id if of_show else search.show_id(reading, row)
            said[Subject.SHOW, show_id] = Said(Subject.SHOW, of_show) if of_show else None
    return said


def _concerned(reading: Reading, record: Owed) -> tuple[tuple[str, int], ...]:
    """A request and the episode that it became are one thing as long as both are there."""
    if record.subject == search.EPISODE:
        other = (search.REQUEST, search.request_of_episode(reading, record.row))
    elif record.subject == search.REQUEST:
        other = (search.EPISODE, search.episode_of_request(reading, record.row))
    else:
        other = ("", None)
    subject, row = other
    own = (record.subject, record.row)
    return (own, (subject, row)) if row is not None else (own,)


def entry_of(record: Said, content: Content) -> Entry | None:
    """What the index keeps; None where there is nothing to find."""
    said = record.of
    if isinstance(said, RequestWords):
        if record.subject is Subject.SOURCES:
            return _sources_entry(said, content(said.imported))
        return _request_entry(said, content(said.transcript))
    return _show_entry(said) if record.subject is Subject.SHOW else _episode_entry(said)


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

"""Episodes and the shows that hold them. Numbers are given once and never again (AUTOINCREMENT)."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import msgspec

from server.domain.decoding import from_json
from server.domain.episodes import Episode, EpisodeType
from server.domain.events import EventKind
from server.domain.files import Media
from server.domain.pages import Page
from server.domain.shows import ShowType
from server.domain.times import from_ms, to_ms
from server.store import shows
from server.store.artefacts import Content
from server.store.contents import add_blob
from server.store.transactions import Reading, Transaction

_SHOWS = (
    "(SELECT group_concat(id, ' ') FROM (SELECT s.id FROM show_episodes h JOIN shows s ON s.seq = h.show_seq"
    " WHERE h.episode_id = e.id ORDER BY h.added_on, s.seq))"
)
_HELD = (
    " FROM shows w JOIN show_episodes h ON h.show_seq = w.seq JOIN episodes e ON e.id = h.episode_id"
    " WHERE w.id = ? AND w.deleted_on IS NULL AND e.hidden = 0 AND e.deleted_on IS NULL AND e.released_on"
)
_COLUMNS = f"e.id, e.body, {_SHOWS}"
_AT_ONCE = 32
"""Episodes of a feed in memory at a time."""
_Row = tuple[int, str, str | None]


def _decode(body: str | bytes) -> Episode:
    return from_json(body, Episode)


@dataclass(frozen=True, slots=True)
class Whose:
    """Which episodes a list is of: a client's, those of one of its shows, or those in no show."""

    client_id: str
    show_id: str = ""
    unallocated: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a list goes on."""

    released_on: int
    id: int


@dataclass(frozen=True, slots=True)
class MadeEpisode:
    """The episode that a completed request becomes; its number and its moments are given when it is kept."""

    episode: Episode
    key: str
    """Its public name, the same as the request's share key."""
    turns: bytes = b""
    """What is said, with times, as JSON."""
    show_id: str = ""
    """The show that was asked for."""


@dataclass(frozen=True, slots=True)
class Release:
    """How many episodes a feed holds at a moment, and when the next one appears."""

    count: int
    next_on: datetime | None


@dataclass(frozen=True, slots=True)
class Released:
    """What a feed holds at a moment: the episodes, newest first, and when the next one appears."""

    episodes: tuple[Episode, ...]
    next_on: datetime | None


def add(transaction: Transaction, episode: Episode, *, key: str, now_ms: int, media: Media | None = None) -> Episode:
    """Keep a new episode and answer it with its number; `media` is the stored recording behind its enclosure."""
    cursor = transaction.execute(
        "INSERT INTO episodes (client_id, request_id, key, released_on, hidden, season, number, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, '')",
        (
            episode.owner,
            episode.request_id or None,
            key,
            _released_ms(episode, now_ms),
            int(episode.hidden),
            episode.season,
            episode.number,
        ),
    )
    assert cursor.lastrowid is not None
    kept = replace(episode, id=cursor.lastrowid)
    transaction.execute("UPDATE episodes SET body = ? WHERE id = ?", (_encoded(kept), kept.id))
    if media is not None:
        add_media(transaction, kept.id, media, now_ms)
    transaction.emit(kept.owner, EventKind.EPISODE_CHANGED, now_ms, subject=str(kept.id), data={"title": kept.title})
    return kept


def add_made(transaction: Transaction, made: MadeEpisode, audio: Media, seq: int, now_ms: int) -> Episode:
    """Keep the episode that request number `seq` made, under the link of its audio, and put it into its show."""
    requested_ms, scheduled_ms = transaction.execute(
        "SELECT requested_on, scheduled_on FROM requests WHERE seq = ?", (seq,)
    ).fetchone()
    episode = replace(
        made.episode,
        requested_on=from_ms(requested_ms),
        scheduled_on=from_ms(scheduled_ms) if scheduled_ms is not None else None,
        succeeded_on=from_ms(now_ms),
        updated_on=from_ms(now_ms),
    )
    kept = add(transaction, episode, key=made.key, now_ms=now_ms, media=audio)
    if made.turns:
        keep_turns(transaction, kept.id, made.turns)
    return attach(transaction, kept, made.show_id, now_ms) if made.show_id else kept


def add_media(transaction: Transaction, episode_id: int, media: Media, now_ms: int) -> None:
    """Give a stored content of an episode its public link."""
    add_blob(transaction, Content(media.sha256, media.size), now_ms)
    transaction.execute(
        "INSERT INTO podcast_media (key, episode_id, name, file_name, media_type, size, sha256, duration_s, created_on)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            media.key,
            episode_id,
            media.name,
            media.file_name,
            media.media_type,
            media.size,
            media.sha256,
            media.duration_s,
            now_ms,
        ),
    )


def save(transaction: Transaction, episode: Episode, now_ms: int) -> Episode:
    """Keep a changed episode; every show that holds it has changed too."""
    _write(transaction, episode, now_ms)
    for show_id in episode.show_ids:
        shows.touch(transaction, show_id, now_ms)
    transaction.emit(
        episode.owner, EventKind.EPISODE_CHANGED, now_ms, subject=str(episode.id), data={"title": episode.title}
    )
    return episode


def attach(transaction: Transaction, episode: Episode, show_id: str, now_ms: int) -> Episode:
    """Put an episode into a show; one that is there already stays as it is.

    The first show an episode comes into makes it published. A serial show gives its full episodes a number.
    """
    row = transaction.execute(
        "SELECT seq, body ->> 'type' FROM shows WHERE id = ? AND deleted_on IS NULL", (show_id,)
    ).fetchone()
    if row is None or show_id in episode.show_ids:
        return episode
    seq, kind = row
    transaction.execute("INSERT INTO show_episodes VALUES (?, ?, ?)", (seq, episode.id, now_ms))
    held = replace(episode, show_ids=(*episode.show_ids, show_id), published_on=episode.published_on or from_ms(now_ms))
    if kind == ShowType.SERIAL and not held.number and held.episode_type is EpisodeType.FULL:
        held = replace(held, number=_next_number(transaction, seq, held.season))
    return save(transaction, held, now_ms)


def number_all(transaction: Transaction, show_id: str, now_ms: int) -> None:
    """Give every full episode of a show that has no number the next one, oldest first."""
    rows = transaction.execute(
        f"SELECT {_COLUMNS}, h.show_seq FROM shows w JOIN show_episodes h ON h.show_seq = w.seq"
        " JOIN episodes e ON e.id = h.episode_id WHERE w.id = ? AND e.number = 0 ORDER BY e.released_on, e.id",
        (show_id,),
    ).fetchall()
    for *row, seq in rows:
        episode = _episode(tuple(row))
        if episode.episode_type is EpisodeType.FULL:
            numbered = replace(episode, number=_next_number(transaction, seq, episode.season))
            _write(transaction, numbered, now_ms)


def detach(transaction: Transaction, episode: Episode, now_ms: int) -> None:
    """Take an episode out of every show."""
    transaction.execute("DELETE FROM show_episodes WHERE episode_id = ?", (episode.id,))
    save(transaction, episode, now_ms)


def remove(transaction: Transaction, episode: Episode, now_ms: int) -> None:
    """Mark an episode as deleted: it is in no list and no show any more."""
    detach(transaction, episode, now_ms)
    transaction.execute("UPDATE episodes SET deleted_on = ? WHERE id = ?", (now_ms, episode.id))


def find(reading: Reading, episode_id: int, client_id: str) -> Episode | None:
    """A client's episode."""
    return _one(reading, f"e.id = ? AND e.client_id = ? AND {_SEEN}", (episode_id, client_id))


def of_request(reading: Reading, request_id: str, client_id: str) -> Episode | None:
    """The episode that a client's request made."""
    return _one(reading, f"e.request_id = ? AND e.client_id = ? AND {_SEEN}", (request_id, client_id))


def by_key(reading: Reading, key: str) -> Episode | None:
    """The episode of a public key, whoever asks, while it is published or its request is there."""
    return _one(reading, f"e.key = ? AND {_SEEN}", (key,))


def page(reading: Reading, whose: Whose, number: int, limit: int) -> Page[Episode]:
    """A numbered page of episodes, newest first."""
    source, condition, parameters = _selection(whose)
    total = reading.execute(f"SELECT count(*) FROM {source} WHERE {condition}", parameters).fetchone()[0]
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM {source} WHERE {condition} ORDER BY e.released_on DESC, e.id DESC LIMIT ? OFFSET ?",
        (*parameters, limit, (number - 1) * limit),
    )
    return Page(tuple(_episode(row) for row in rows), total, number, limit)


def portion(reading: Reading, whose: Whose, after: Mark | None, limit: int) -> tuple[tuple[Episode, ...], Mark | None]:
    """The next `limit` episodes, newest first, and where to go on; None at the end."""
    source, condition, parameters = _selection(whose)
    mark = after or Mark(2**62, 0)
    rows = reading.execute(
        f"SELECT {_COLUMNS}, e.released_on FROM {source} WHERE {condition} AND (e.released_on, e.id) < (?, ?)"
        " ORDER BY e.released_on DESC, e.id DESC LIMIT ?",
        (*parameters, mark.released_on, mark.id, limit),
    ).fetchall()
    follows = Mark(rows[-1][3], rows[-1][0]) if len(rows) == limit else None
    return tuple(_episode(row[:3]) for row in rows), follows


def released(reading: Reading, show_id: str, now_ms: int) -> Released:
    """What the feed of a show holds at `now_ms`. Which shows hold the episodes is not told."""
    return Released(tuple(each_released(reading, show_id, now_ms)), release(reading, show_id, now_ms).next_on)


def each_released(reading: Reading, show_id: str, now_ms: int) -> Iterator[Episode]:
    """What `released` tells, newest first, a few at a time read when they are asked for."""
    # The bodies are looked up after the numbers are in order: a sorter would hold all of them.
    numbers = reading.execute(
        f"SELECT e.id{_HELD} <= ? ORDER BY e.released_on DESC, e.id DESC", (show_id, now_ms)
    ).fetchall()
    for start in range(0, len(numbers), _AT_ONCE):
        few = [number for (number,) in numbers[start : start + _AT_ONCE]]
        marks = ",".join("?" * len(few))
        bodies = dict(reading.execute(f"SELECT id, body FROM episodes WHERE id IN ({marks})", few).fetchall())
        for number in few:
            if number in bodies:
                yield _decode(bodies.pop(number))


def release(reading: Reading, show_id: str, now_ms: int) -> Release:
    """How much `each_released` will tell, and when it will be more."""
    count = reading.execute(f"SELECT count(*){_HELD} <= ?", (show_id, now_ms)).fetchone()[0]
    following = reading.execute(f"SELECT min(e.released_on){_HELD} > ?", (show_id, now_ms)).fetchone()[0]
    return Release(count, from_ms(following) if following is not None else None)


def find_media(reading: Reading, key: str) -> tuple[Media, datetime] | None:
    """What a public link of a show or an episode points to, and when it was made."""
    row = reading.execute(
        "SELECT m.key, m.name, m.file_name, m.media_type, m.size, m.sha256, m.duration_s, m.created_on"
        " FROM podcast_media m LEFT JOIN episodes e ON e.id = m.episode_id LEFT JOIN shows s ON s.seq = m.show_seq"
        f" WHERE m.key = ? AND ((m.episode_id IS NOT NULL AND {_SEEN})"
        " OR (m.show_seq IS NOT NULL AND s.deleted_on IS NULL))",
        (key,),
    ).fetchone()
    return (Media(*row[:7]), from_ms(row[7])) if row else None


def forget_media(transaction: Transaction, *, before_ms: int) -> None:
    """Let go of the files of what was deleted before then, and of recordings whose request was emptied."""
    transaction.execute(
        "DELETE FROM podcast_media WHERE show_seq IN (SELECT seq FROM shows WHERE deleted_on < :before)"
        " OR episode_id IN (SELECT e.id FROM episodes e WHERE e.deleted_on < :before OR (e.request_id IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM show_episodes h WHERE h.episode_id = e.id)"
        " AND EXISTS (SELECT 1 FROM requests r WHERE r.id = e.request_id AND r.emptied_on IS NOT NULL)))",
        {"before": before_ms},
    )


def keep_turns(transaction: Transaction, episode_id: int, turns: bytes) -> None:
    """Keep what is said in an episode, with times, as JSON."""
    transaction.execute("INSERT OR REPLACE INTO episode_turns VALUES (?, ?)", (episode_id, turns.decode()))


def forget_turns(transaction: Transaction, episode_id: int) -> None:
    """Let go of what `keep_turns` kept."""
    transaction.execute("DELETE FROM episode_turns WHERE episode_id = ?", (episode_id,))


def turns(reading: Reading, episode_id: int) -> bytes | None:
    """What `keep_turns` kept."""
    row = reading.execute("SELECT body FROM episode_turns WHERE episode_id = ?", (episode_id,)).fetchone()
    return row[0].encode() if row else None


# An episode outlives its request as long as a show holds it; one that was uploaded lives until it is deleted.
_SEEN = (
    "e.deleted_on IS NULL AND (e.request_id IS NULL"
    " OR EXISTS (SELECT 1 FROM show_episodes h WHERE h.episode_id = e.id)"
    " OR EXISTS (SELECT 1 FROM requests r WHERE r.id = e.request_id AND r.deleted_on IS NULL))"
)


def _selection(whose: Whose) -> tuple[str, str, Sequence[str]]:
    if whose.show_id:
        source = "shows w JOIN show_episodes h ON h.show_seq = w.seq JOIN episodes e ON e.id = h.episode_id"
        return source, "w.id = ? AND w.client_id = ? AND e.deleted_on IS NULL", (whose.show_id, whose.client_id)
    condition = f"e.client_id = ? AND {_SEEN}"
    if whose.unallocated:
        condition += " AND NOT EXISTS (SELECT 1 FROM show_episodes h WHERE h.episode_id = e.id)"
    return "episodes e", condition, (whose.client_id,)


def _one(reading: Reading, condition: str, parameters: Sequence[str | int]) -> Episode | None:
    row = reading.execute(
        f"SELECT {_COLUMNS} FROM episodes e WHERE e.deleted_on IS NULL AND {condition}",
        parameters,
    ).fetchone()
    return _episode(row) if row else None


def _next_number(transaction: Transaction, show_seq: int, season: int) -> int:
    highest = transaction.execute(
        "SELECT max(e.number) FROM show_episodes h JOIN episodes e ON e.id = h.episode_id"
        " WHERE h.show_seq = ? AND e.season = ?",
        (show_seq, season),
    ).fetchone()[0]
    return (highest or 0) + 1


def _write(transaction: Transaction, episode: Episode, now_ms: int) -> None:
    transaction.execute(
        "UPDATE episodes SET released_on = ?, hidden = ?, season = ?, number = ?, body = ? WHERE id = ?",
        (
            _released_ms(episode, now_ms),
            int(episode.hidden),
            episode.season,
            episode.number,
            _encoded(episode),
            episode.id,
        ),
    )


def _released_ms(episode: Episode, now_ms: int) -> int:
    return to_ms(episode.released_on) if episode.released_on is not None else now_ms


def _encoded(episode: Episode) -> str:
    return msgspec.json.encode(replace(episode, show_ids=())).decode()


def _episode(row: Sequence[Any]) -> Episode:
    _, body, held = row
    return replace(_decode(body), show_ids=tuple(held.split()) if held else ())

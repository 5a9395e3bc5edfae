"""Imported shows: by which addresses they are known, their episodes, and recordings still to be taken over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from server.domain.decoding import from_json
from server.domain.episodes import Episode
from server.domain.shows import Show
from server.domain.times import to_ms
from server.store import shows
from server.store.transactions import Reading, Transaction


def _decode(body: str | bytes) -> Episode:
    return from_json(body, Episode)


@dataclass(frozen=True, slots=True)
class ToHost:
    """A recording that is to be taken over."""

    episode_id: int
    client_id: str
    attempts: int


def known_by(reading: Reading, client_id: str, *, guid: str, addresses: Sequence[str]) -> Show | None:
    """The client's show with this ``podcast:guid`` (empty for none), else the one imported from such an address."""
    if guid:
        row = reading.execute(
            "SELECT id FROM shows WHERE client_id = ? AND guid = ? AND deleted_on IS NULL ORDER BY seq",
            (client_id, guid),
        ).fetchone()
        if row is not None:
            return shows.find(reading, row[0], client_id)
    for address in addresses:
        row = reading.execute(
            "SELECT s.id FROM show_sources a JOIN shows s ON s.id = a.show_id"
            " WHERE a.client_id = ? AND a.address = ? AND s.deleted_on IS NULL",
            (client_id, address),
        ).fetchone()
        if row is not None:
            return shows.find(reading, row[0], client_id)
    return None


def imported(reading: Reading, client_id: str) -> tuple[str, ...]:
    """Ids of the client's shows that came by import."""
    rows = reading.execute(
        "SELECT id FROM shows WHERE client_id = ? AND deleted_on IS NULL AND body ->> '$.source.address' IS NOT NULL",
        (client_id,),
    )
    return tuple(row[0] for row in rows)


def guids(reading: Reading, show_id: str) -> set[str]:
    """The guids of a show's episodes."""
    rows = reading.execute(
        "SELECT e.body ->> 'guid' FROM shows w JOIN show_episodes h ON h.show_seq = w.seq"
        " JOIN episodes e ON e.id = h.episode_id WHERE w.id = ? AND e.deleted_on IS NULL",
        (show_id,),
    )
    return {row[0] for row in rows}


def remember(transaction: Transaction, client_id: str, show_id: str, addresses: Iterable[str]) -> None:
    """Know a show by these addresses from now on."""
    for address in addresses:
        transaction.execute("INSERT OR REPLACE INTO show_sources VALUES (?, ?, ?)", (client_id, address, show_id))


def episodes_of(reading: Reading, show_id: str) -> tuple[Episode, ...]:
    """Every episode of a show, the first in the table first. Which other shows hold them is not told."""
    rows = reading.execute(
        "SELECT e.body FROM shows w JOIN show_episodes h ON h.show_seq = w.seq JOIN episodes e ON e.id = h.episode_id"
        " WHERE w.id = ? AND e.deleted_on IS NULL ORDER BY e.id",
        (show_id,),
    )
    return tuple(_decode(row[0]) for row in rows)


def add_episode(transaction: Transaction, episode: Episode, *, key: str, show_id: str, now_ms: int) -> int:
    """Keep a new episode in a show, without a word to anybody; answers its number."""
    cursor = transaction.execute(
        "INSERT INTO episodes (client_id, request_id, key, released_on, hidden, season, number, body)"
        " VALUES (?, NULL, ?, ?, ?, ?, ?, '')",
        (episode.owner, key, *_columns(episode, now_ms)),
    )
    assert cursor.lastrowid is not None
    kept = replace(episode, id=cursor.lastrowid)
    transaction.execute("UPDATE episodes SET body = ? WHERE id = ?", (_encoded(kept), kept.id))
    transaction.execute(
        "INSERT INTO show_episodes SELECT seq, ?, ? FROM shows WHERE id = ?", (kept.id, now_ms, show_id)
    )
    return kept.id


def save_episode(transaction: Transaction, episode: Episode, *, now_ms: int) -> None:
    """Keep a changed episode, without a word to anybody; other shows that hold it have changed."""
    transaction.execute(
        "UPDATE episodes SET released_on = ?, hidden = ?, season = ?, number = ?, body = ? WHERE id = ?",
        (*_columns(episode, now_ms), _encoded(episode), episode.id),
    )


def to_host(transaction: Transaction, episode_ids: Iterable[int], now_ms: int) -> None:
    """Ask for recordings to be taken over."""
    for episode_id in episode_ids:
        transaction.execute(
            "INSERT INTO hosted_audio (episode_id, due_on) VALUES (?1, ?2)"
            " ON CONFLICT (episode_id) DO UPDATE SET due_on = ?2, attempts = 0, fault = ''",
            (episode_id, now_ms),
        )


def next_to_host(reading: Reading, now_ms: int, limit: int = 20) -> tuple[ToHost, ...]:
    """Recordings that are due, those that waited longest first."""
    rows = reading.execute(
        "SELECT a.episode_id, e.client_id, a.attempts FROM hosted_audio a JOIN episodes e ON e.id = a.episode_id"
        " WHERE a.due_on IS NOT NULL AND a.due_on <= ? AND e.deleted_on IS NULL"
        " ORDER BY a.due_on, a.episode_id LIMIT ?",
        (now_ms, limit),
    )
    return tuple(ToHost(*row) for row in rows)


def waiting_to_host(reading: Reading) -> frozenset[int]:
    """The episodes whose recordings still come."""
    return frozenset(row[0] for row in reading.execute("SELECT episode_id FROM hosted_audio WHERE due_on IS NOT NULL"))


def next_moment(reading: Reading) -> int | None:
    """When the next recording is due (Unix milliseconds)."""
    row = reading.execute(
        "SELECT min(a.due_on) FROM hosted_audio a JOIN episodes e ON e.id = a.episode_id WHERE e.deleted_on IS NULL"
    ).fetchone()
    return row[0] if row else None


def hosted(transaction: Transaction, episode_id: int) -> None:
    """Note that a recording is here, or is not wanted any more."""
    transaction.execute("DELETE FROM hosted_audio WHERE episode_id = ?", (episode_id,))


def not_hosted(transaction: Transaction, episode_id: int, *, fault: str, due_on: int | None) -> None:
    """Note why a recording did not come, and when it is tried again; None gives up."""
    transaction.execute(
        "UPDATE hosted_audio SET attempts = attempts + 1, fault = ?, due_on = ? WHERE episode_id = ?",
        (fault, due_on, episode_id),
    )


def hosting_of(reading: Reading, show_id: str) -> tuple[int, int, tuple[str, ...]]:
    """How many recordings of a show still come, how many were given up, and the newest reasons for that."""
    rows = reading.execute(
        "SELECT a.due_on, a.fault, e.body ->> 'title' FROM shows w JOIN show_episodes h ON h.show_seq = w.seq"
        " JOIN hosted_audio a ON a.episode_id = h.episode_id JOIN episodes e ON e.id = a.episode_id"
        " WHERE w.id = ? AND e.deleted_on IS NULL ORDER BY a.episode_id DESC",
        (show_id,),
    ).fetchall()
    given_up = [f"{title}: {fault}" for due, fault, title in rows if due is None]
    return len(rows) - len(given_up), len(given_up), tuple(given_up[:20])


def _columns(episode: Episode, now_ms: int) -> tuple[Any, ...]:
    released = to_ms(episode.released_on) if episode.released_on is not None else now_ms
    return released, int(episode.hidden), episode.season, episode.number


def _encoded(episode: Episode) -> str:
    return msgspec.json.encode(replace(episode, show_ids=())).decode()

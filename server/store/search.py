"""What a search index is made of: which records changed, and their words as they are in the database."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from server.domain.search import Entry, Subject
from server.store.transactions import Reading, Transaction

REQUEST, EPISODE, SHOW = "request", "episode", "show"
"""Values of `search_owed.subject`, which triggers write."""


@dataclass(frozen=True, slots=True)
class Owed:
    """A record that changed since the index read it. `row` is its number in its table."""

    place: int
    subject: str
    row: int


@dataclass(frozen=True, slots=True)
class RequestWords:
    """What a request says. Texts are as the database keeps them, empty where there is none."""

    id: str
    client_id: str
    type_id: int
    output_type: str
    state: str
    title: str
    updated_ms: int
    response_text: str
    script: str
    recording: str
    transcript: str
    """Digest of the file that holds a transcript with its times."""
    episode_id: int
    episode: str
    """The body of the episode that it became, as JSON."""
    turns: str
    imported: str
    """Digest of the file that holds its sources, as JSON."""


@dataclass(frozen=True, slots=True)
class EpisodeWords:
    """An episode that no request stands for, or a show: its body as JSON, and what is said in it."""

    id: str
    client_id: str
    updated_ms: int
    body: str
    show_id: str = ""
    turns: str = ""


def owed(reading: Reading, limit: int) -> tuple[Owed, ...]:
    """The next records that the index has to read, in the order in which they changed."""
    rows = reading.execute("SELECT place, subject, number FROM search_owed ORDER BY place LIMIT ?", (limit,))
    return tuple(Owed(*row) for row in rows)


def settle(transaction: Transaction, up_to: int) -> None:
    """These have been read."""
    transaction.execute("DELETE FROM search_owed WHERE place <= ?", (up_to,))


def owe_all(transaction: Transaction) -> None:
    """Have everything read again, the newest last."""
    transaction.execute("DELETE FROM search_owed")
    transaction.execute(
        "INSERT INTO search_owed (subject, number)"
        " SELECT 'request', seq FROM requests WHERE deleted_on IS NULL AND state IN ('completed', 'waiting')"
        " ORDER BY seq"
    )
    transaction.execute(
        "INSERT INTO search_owed (subject, number) SELECT 'episode', id FROM episodes WHERE deleted_on IS NULL"
    )
    transaction.execute(
        "INSERT INTO search_owed (subject, number) SELECT 'show', seq FROM shows WHERE deleted_on IS NULL"
    )


def request_of_episode(reading: Reading, episode_id: int) -> int | None:
    """The number of the request that an episode is a result of, while that is there."""
    row = reading.execute(
        "SELECT r.seq FROM episodes e JOIN requests r ON r.id = e.request_id"
        " WHERE e.id = ? AND r.deleted_on IS NULL AND r.state = 'completed'",
        (episode_id,),
    ).fetchone()
    return int(row[0]) if row else None


def episode_of_request(reading: Reading, seq: int) -> int | None:
    """The number of the episode that a request became."""
    row = reading.execute(
        "SELECT e.id FROM requests r JOIN episodes e ON e.request_id = r.id WHERE r.seq = ?", (seq,)
    ).fetchone()
    return int(row[0]) if row else None


def request_words(reading: Reading, seq: int) -> RequestWords | None:
    """What a request says that is finished or waits for approval; None where it is deleted or says nothing yet."""
    row = reading.execute(
        "SELECT r.id, r.client_id, r.type_id, coalesce(r.output_type, ''), r.state, r.title, r.updated_on,"
        " s.response_text, s.script, s.recording,"
        " coalesce((SELECT m.sha256 FROM media m WHERE m.seq = r.seq AND m.name = 'transcript'), ''),"
        " coalesce(e.id, 0), coalesce(e.body, ''), coalesce(t.body, ''),"
        " coalesce(s.imported, '')"
        " FROM requests r JOIN request_results s ON s.seq = r.seq"
        " LEFT JOIN episodes e ON e.request_id = r.id AND e.deleted_on IS NULL"
        " LEFT JOIN episode_turns t ON t.episode_id = e.id"
        " WHERE r.seq = ? AND r.deleted_on IS NULL AND r.state IN ('completed', 'waiting')",
        (seq,),
    ).fetchone()
    return RequestWords(*row) if row else None


def request_id(reading: Reading, seq: int) -> str:
    """The id of a request, deleted or not."""
    row = reading.execute("SELECT id FROM requests WHERE seq = ?", (seq,)).fetchone()
    return str(row[0]) if row else ""


def episode_words(reading: Reading, episode_id: int) -> EpisodeWords | None:
    """What an episode says that no request stands for; None where it is deleted or nobody can see it."""
    row = reading.execute(
        "SELECT e.id, e.client_id, e.released_on, e.body, coalesce((SELECT w.id FROM show_episodes h JOIN shows w"
        " ON w.seq = h.show_seq WHERE h.episode_id = e.id ORDER BY h.added_on, w.seq LIMIT 1), ''),"
        " coalesce((SELECT t.body FROM episode_turns t WHERE t.episode_id = e.id), '')"
        " FROM episodes e WHERE e.id = ? AND e.deleted_on IS NULL AND (e.request_id IS NULL"
        " OR EXISTS (SELECT 1 FROM show_episodes h WHERE h.episode_id = e.id))",
        (episode_id,),
    ).fetchone()
    return EpisodeWords(str(row[0]), *row[1:]) if row else None


def show_words(reading: Reading, seq: int) -> EpisodeWords | None:
    """What a show says of itself; None where it is deleted."""
    row = reading.execute(
        "SELECT id, client_id, changed_on, body FROM shows WHERE seq = ? AND deleted_on IS NULL", (seq,)
    ).fetchone()
    return EpisodeWords(*row) if row else None


def show_id(reading: Reading, seq: int) -> str:
    """The id of a show, deleted or not."""
    row = reading.execute("SELECT id FROM shows WHERE seq = ?", (seq,)).fetchone()
    return str(row[0]) if row else ""


_HOLDER = (
    "coalesce((SELECT w.id FROM show_episodes h JOIN shows w ON w.seq = h.show_seq WHERE h.episode_id = e.id"
    " AND w.deleted_on IS NULL ORDER BY h.added_on, w.seq LIMIT 1), '')"
)
_THERE = {
    Subject.REQUEST: "SELECT '' FROM requests WHERE id = ? AND client_id = ? AND deleted_on IS NULL",
    Subject.SOURCES: "SELECT '' FROM requests WHERE id = ? AND client_id = ? AND deleted_on IS NULL",
    Subject.EPISODE: f"SELECT {_HOLDER} FROM episodes e WHERE id = ? AND client_id = ? AND deleted_on IS NULL",
    Subject.SHOW: "SELECT id FROM shows WHERE id = ? AND client_id = ? AND deleted_on IS NULL",
}


def there(reading: Reading, client_id: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Those of the entries whose records the client still has, with the show that an episode is in now."""
    found = []
    for entry in entries:
        row = reading.execute(_THERE[entry.subject], (entry.id, client_id)).fetchone()
        if row is not None:
            found.append(replace(entry, place=structs.replace(entry.place, show_id=row[0])))
    return tuple(found)

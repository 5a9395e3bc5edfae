"""What is kept of films beside their results: storyboards, and the pieces that a changed version takes over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from server.store import contents
from server.store.artefacts import Content
from server.store.transactions import Reading, Transaction

TABLES = ("storyboards", "film_pieces")
"""What goes with a deleted request."""


@dataclass(frozen=True, slots=True)
class NewVersion:
    """The storyboard (JSON) that a new request is made from, and the request whose pieces it takes over."""

    of: str
    body: str


def add(transaction: Transaction, seq: int, version: NewVersion) -> None:
    """Give a new request its storyboard, and the pieces of the one that it comes from."""
    keep(transaction, seq, version.body)
    transaction.execute(
        "INSERT INTO film_pieces (seq, name, sha256) SELECT ?, p.name, p.sha256 FROM film_pieces p"
        " JOIN requests r ON r.seq = p.seq WHERE r.id = ?",
        (seq, version.of),
    )


def keep(transaction: Transaction, seq: int, body: str) -> None:
    """The storyboard of a request from now on."""
    transaction.execute(
        "INSERT INTO storyboards (seq, body) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET body = excluded.body",
        (seq, body),
    )


def keep_pieces(transaction: Transaction, seq: int, pieces: Sequence[tuple[str, Content]], now_ms: int) -> None:
    """The pieces that a finished film consists of; what an earlier version had beyond them goes."""
    transaction.execute("DELETE FROM film_pieces WHERE seq = ?", (seq,))
    for name, content in pieces:
        contents.add_blob(transaction, content, now_ms)
        transaction.execute("INSERT INTO film_pieces (seq, name, sha256) VALUES (?, ?, ?)", (seq, name, content.sha256))


def of_request(reading: Reading, request_id: str) -> tuple[str, Mapping[str, str]]:
    """A request's storyboard as JSON (empty when it has none), and the hashes of its pieces by name."""
    row = reading.execute(
        "SELECT s.seq, s.body FROM storyboards s JOIN requests r ON r.seq = s.seq WHERE r.id = ?", (request_id,)
    ).fetchone()
    if row is None:
        return "", {}
    seq, body = row
    pieces = reading.execute("SELECT name, sha256 FROM film_pieces WHERE seq = ?", (seq,))
    return body, dict(pieces.fetchall())

"""Shows. A show's value is kept whole, as JSON; columns hold what is looked up."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from dataclasses import replace

import msgspec

from server.domain.decoding import from_json
from server.domain.events import EventKind
from server.domain.files import Media
from server.domain.pages import Page
from server.domain.shows import Show
from server.domain.times import from_ms, to_ms
from server.store.artefacts import Content
from server.store.contents import add_blob
from server.store.transactions import Reading, Transaction

_COLUMNS = "seq, body, changed_on"


def _decode(body: str | bytes) -> Show:
    return from_json(body, Show)


_Row = tuple[int, str, int]


def add(transaction: Transaction, show: Show) -> Show:
    """Keep a new show."""
    now_ms = to_ms(show.created_on)
    transaction.execute(
        "INSERT INTO shows (id, client_id, guid, changed_on, body) VALUES (?, ?, ?, ?, ?)",
        (show.id, show.owner, show.guid, now_ms, _encoded(show)),
    )
    transaction.emit(show.owner, EventKind.SHOW_CHANGED, now_ms, subject=show.id, data={"name": show.name})
    return show


def save(transaction: Transaction, show: Show, now_ms: int) -> Show:
    """Keep a changed show."""
    transaction.execute(
        "UPDATE shows SET guid = ?, body = ? WHERE id = ? AND deleted_on IS NULL", (show.guid, _encoded(show), show.id)
    )
    touch(transaction, show.id, now_ms)
    return show


def touch(transaction: Transaction, show_id: str, now_ms: int) -> None:
    """Note that the feed of a show changed; the moment only grows."""
    row = transaction.execute(
        "UPDATE shows SET changed_on = max(changed_on + 1, ?) WHERE id = ? RETURNING client_id", (now_ms, show_id)
    ).fetchone()
    if row:
        transaction.emit(row[0], EventKind.SHOW_CHANGED, now_ms, subject=show_id)


def remove(transaction: Transaction, show_id: str, client_id: str, now_ms: int) -> bool:
    """Mark a show as deleted; its episodes are in it no more. Whether there was one of this client."""
    row = transaction.execute(
        "UPDATE shows SET deleted_on = ? WHERE id = ? AND client_id = ? AND deleted_on IS NULL RETURNING seq",
        (now_ms, show_id, client_id),
    ).fetchone()
    if row is None:
        return False
    transaction.execute("DELETE FROM show_episodes WHERE show_seq = ?", (row[0],))
    transaction.emit(client_id, EventKind.SHOW_CHANGED, now_ms, subject=show_id, data={"deleted": True})
    return True


def find(reading: Reading, show_id: str, client_id: str) -> Show | None:
    """A client's show."""
    row = reading.execute(
        f"SELECT {_COLUMNS} FROM shows WHERE id = ? AND client_id = ? AND deleted_on IS NULL",
        (show_id, client_id),
    ).fetchone()
    return _show(row) if row else None


def find_public(reading: Reading, show_id: str) -> Show | None:
    """A show by its public id, whoever asks."""
    row = reading.execute(
        f"SELECT {_COLUMNS} FROM shows WHERE id = ? AND deleted_on IS NULL",
        (show_id,),
    ).fetchone()
    return _show(row) if row else None


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[Show]:
    """A numbered page of a client's shows, newest first."""
    total = reading.execute(
        "SELECT count(*) FROM shows WHERE client_id = ? AND deleted_on IS NULL", (client_id,)
    ).fetchone()[0]
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM shows WHERE client_id = ? AND deleted_on IS NULL ORDER BY seq DESC LIMIT ? OFFSET ?",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_show(row) for row in rows), total, number, limit)


def portion(reading: Reading, client_id: str, before: int | None, limit: int) -> tuple[tuple[Show, ...], int | None]:
    """The next `limit` shows, newest first, and where to go on; None at the end. `before` is None at the start."""
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM shows WHERE client_id = ? AND deleted_on IS NULL AND seq < ?"
        " ORDER BY seq DESC LIMIT ?",
        (client_id, before if before is not None else 2**62, limit),
    ).fetchall()
    return tuple(_show(row) for row in rows), rows[-1][0] if len(rows) == limit else None


def awaiting_pictures(reading: Reading) -> tuple[Show, ...]:
    """Shows whose picture was to be fetched, and neither came nor was given up."""
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM shows WHERE deleted_on IS NULL AND body ->> 'image_url' <> ''"
        " AND body ->> '$.artwork.drawn' = 1 AND json_array_length(body, '$.warnings') = 0"
    )
    return tuple(_show(row) for row in rows)


def add_picture(transaction: Transaction, show_id: str, media: Media, now_ms: int) -> None:
    """Give a picture of a show, whose content is stored, its public link. Earlier ones stay for those who know them."""
    add_blob(transaction, Content(media.sha256, media.size), now_ms)
    transaction.execute(
        "INSERT INTO podcast_media (key, show_seq, name, file_name, media_type, size, sha256, created_on)"
        " SELECT ?, seq, ?, ?, ?, ?, ?, ? FROM shows WHERE id = ?",
        (media.key, media.name, media.file_name, media.media_type, media.size, media.sha256, now_ms, show_id),
    )


def _encoded(show: Show) -> str:
    return msgspec.json.encode(show).decode()


def _show(row: _Row) -> Show:
    return replace(_decode(row[1]), changed_on=from_ms(row[2]))

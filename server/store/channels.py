"""Channels of the video site."""

from __future__ import annotations

import msgspec

from server.domain.channels import Channel
from server.domain.decoding import from_json
from server.domain.events import EventKind
from server.domain.pages import Page
from server.domain.times import to_ms
from server.store.transactions import Reading, Transaction

NEVER = 2**62


def _decode(body: str | bytes) -> Channel:
    return from_json(body, Channel)


def add(transaction: Transaction, channel: Channel) -> Channel:
    """Keep a channel, due at once. The same address again is the same channel."""
    row = transaction.execute(
        "SELECT body FROM channels WHERE client_id = ? AND url = ?", (channel.client_id, channel.url)
    ).fetchone()
    if row:
        return _decode(row[0])
    now_ms = to_ms(channel.created_on)
    transaction.execute(
        "INSERT INTO channels (id, client_id, url, due_on, body) VALUES (?, ?, ?, ?, ?)",
        (channel.id, channel.client_id, channel.url, _due(channel), msgspec.json.encode(channel).decode()),
    )
    transaction.emit(channel.client_id, EventKind.CHANNEL_CHANGED, now_ms, subject=channel.id)
    return channel


def save(transaction: Transaction, channel: Channel, now_ms: int) -> bool:
    """Keep what came of reading a channel; whether it is still there."""
    changed = transaction.execute(
        "UPDATE channels SET due_on = ?, body = ? WHERE id = ?",
        (_due(channel), msgspec.json.encode(channel).decode(), channel.id),
    ).rowcount
    if changed:
        transaction.emit(channel.client_id, EventKind.CHANNEL_CHANGED, now_ms, subject=channel.id)
    return bool(changed)


def remove(transaction: Transaction, channel_id: str, client_id: str, now_ms: int) -> bool:
    """Delete a channel; whether there was one of this client."""
    removed = transaction.execute(
        "DELETE FROM channels WHERE id = ? AND client_id = ?", (channel_id, client_id)
    ).rowcount
    if removed:
        transaction.emit(client_id, EventKind.CHANNEL_CHANGED, now_ms, subject=channel_id, data={"deleted": True})
    return bool(removed)


def find(reading: Reading, channel_id: str, client_id: str) -> Channel | None:
    """A client's channel."""
    row = reading.execute(
        "SELECT body FROM channels WHERE id = ? AND client_id = ?", (channel_id, client_id)
    ).fetchone()
    return _decode(row[0]) if row else None


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[Channel]:
    """A numbered page of a client's channels, newest first."""
    total = reading.execute("SELECT count(*) FROM channels WHERE client_id = ?", (client_id,)).fetchone()[0]
    rows = reading.execute(
        "SELECT body FROM channels WHERE client_id = ? ORDER BY seq DESC LIMIT ? OFFSET ?",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_decode(row[0]) for row in rows), total, number, limit)


def due(reading: Reading, now_ms: int, limit: int) -> tuple[Channel, ...]:
    """Channels whose feed is to be read now, the longest overdue first."""
    rows = reading.execute("SELECT body FROM channels WHERE due_on <= ? ORDER BY due_on LIMIT ?", (now_ms, limit))
    return tuple(_decode(row[0]) for row in rows)


def _due(channel: Channel) -> int:
    return NEVER if channel.due_on is None else to_ms(channel.due_on)

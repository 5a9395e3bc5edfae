"""Feeds that clients read from."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import orjson

from server.domain.decoding import from_json
from server.domain.events import EventKind
from server.domain.pages import Page
from server.domain.refreshes import Rhythm
from server.domain.subscribed_feeds import RSS_KIND, FeedState, SubscribedFeed
from server.domain.times import from_ms, moment, to_ms
from server.store.transactions import Reading, Transaction

_COLUMNS = (
    "f.id, f.client_id, f.kind, f.name, f.url, f.location, f.title, f.link, f.description, f.image_url, f.etag,"
    " f.last_modified, f.state, f.due_on, f.barred_until, f.read_on, f.changed_on, f.failures, f.fault, f.warnings,"
    " f.rhythm, f.created_on, (SELECT count(*) FROM feed_items i WHERE i.feed_id = f.id)"
)


def _rhythm(body: str | bytes) -> Rhythm:
    return from_json(body, Rhythm)


def add(transaction: Transaction, *, client_id: str, name: str, url: str, now_ms: int) -> SubscribedFeed:
    """Keep a feed, due at once. The same address again is the same feed."""
    known = transaction.execute(
        "SELECT id FROM subscribed_feeds WHERE client_id = ? AND url = ?", (client_id, url)
    ).fetchone()
    if known is None:
        known = transaction.execute(
            "INSERT INTO subscribed_feeds (client_id, kind, name, url, location, due_on, created_on)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (client_id, RSS_KIND, name, url, url, now_ms, now_ms),
        ).fetchone()
        transaction.emit(client_id, EventKind.FEED_CHANGED, now_ms, subject=str(known[0]), data={"name": name})
    found = find(transaction, known[0], client_id)
    assert found is not None
    return found


def find(reading: Reading, feed_id: int, client_id: str) -> SubscribedFeed | None:
    """A client's feed."""
    row = reading.execute(
        f"SELECT {_COLUMNS} FROM subscribed_feeds f WHERE f.id = ? AND f.client_id = ?", (feed_id, client_id)
    ).fetchone()
    return _feed(row) if row else None


def by_id(reading: Reading, feed_id: int) -> SubscribedFeed | None:
    """A feed, whoever it belongs to."""
    row = reading.execute(f"SELECT {_COLUMNS} FROM subscribed_feeds f WHERE f.id = ?", (feed_id,)).fetchone()
    return _feed(row) if row else None


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[SubscribedFeed]:
    """A numbered page of a client's feeds, newest first."""
    total = reading.execute("SELECT count(*) FROM subscribed_feeds WHERE client_id = ?", (client_id,)).fetchone()[0]
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM subscribed_feeds f WHERE f.client_id = ? ORDER BY f.id DESC LIMIT ? OFFSET ?",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_feed(row) for row in rows), total, number, limit)


def portion(reading: Reading, client_id: str, before: int, limit: int) -> tuple[tuple[SubscribedFeed, ...], int | None]:
    """The next `limit` feeds with an id under `before`, newest first, and where to go on; None at the end."""
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM subscribed_feeds f WHERE f.client_id = ? AND f.id < ? ORDER BY f.id DESC LIMIT ?",
        (client_id, before, limit),
    ).fetchall()
    return tuple(_feed(row) for row in rows), rows[-1][0] if len(rows) == limit else None


def remove(transaction: Transaction, feed_ids: Sequence[int], client_id: str, now_ms: int) -> tuple[int, ...]:
    """Delete feeds of a client with their items and subscriptions, all of them or none; the ids it has not."""
    unknown = tuple(
        feed_id
        for feed_id in feed_ids
        if transaction.execute(
            "SELECT 1 FROM subscribed_feeds WHERE id = ? AND client_id = ?", (feed_id, client_id)
        ).fetchone()
        is None
    )
    if unknown:
        return unknown
    for feed_id in feed_ids:
        transaction.execute("DELETE FROM subscribed_feeds WHERE id = ?", (feed_id,))
        transaction.emit(client_id, EventKind.FEED_CHANGED, now_ms, subject=str(feed_id), data={"deleted": True})
    return ()


def due(reading: Reading, now_ms: int, limit: int) -> tuple[int, ...]:
    """Ids of feeds that are to be read now, the longest overdue first."""
    rows = reading.execute("SELECT id FROM subscribed_feeds WHERE due_on <= ? ORDER BY due_on LIMIT ?", (now_ms, limit))
    return tuple(row[0] for row in rows)


def next_due(reading: Reading, now_ms: int) -> int | None:
    """The moment after `now_ms` at which the next feed is due."""
    row = reading.execute("SELECT min(due_on) FROM subscribed_feeds WHERE due_on > ?", (now_ms,)).fetchone()
    return None if row[0] is None else int(row[0])


def save(transaction: Transaction, feed: SubscribedFeed, now_ms: int) -> bool:
    """Keep what came of reading a feed; whether it is still there. Its name and address stay as they were given."""
    changed = transaction.execute(
        "UPDATE subscribed_feeds SET location = ?, title = ?, link = ?, description = ?, image_url = ?, etag = ?,"
        " last_modified = ?, state = ?, due_on = ?, barred_until = ?, read_on = ?, changed_on = ?, failures = ?,"
        " fault = ?, warnings = ?, rhythm = ? WHERE id = ?",
        (
            feed.location,
            feed.title,
            feed.link,
            feed.description,
            feed.image_url,
            feed.etag,
            feed.last_modified,
            feed.state.value,
            None if feed.due_on is None else to_ms(feed.due_on),
            0 if feed.barred_until is None else to_ms(feed.barred_until),
            None if feed.read_on is None else to_ms(feed.read_on),
            None if feed.changed_on is None else to_ms(feed.changed_on),
            feed.failures,
            feed.fault,
            orjson.dumps(feed.warnings).decode(),
            msgspec.json.encode(feed.rhythm).decode(),
            feed.id,
        ),
    ).rowcount
    if changed:
        transaction.emit(
            feed.client_id, EventKind.FEED_CHANGED, now_ms, subject=str(feed.id), data={"state": feed.state.value}
        )
    return bool(changed)


def _feed(row: Sequence[Any]) -> SubscribedFeed:
    return SubscribedFeed(
        id=row[0],
        client_id=row[1],
        kind=row[2],
        name=row[3],
        url=row[4],
        location=row[5],
        title=row[6],
        link=row[7],
        description=row[8],
        image_url=row[9],
        etag=row[10],
        last_modified=row[11],
        state=FeedState(row[12]),
        due_on=moment(row[13]),
        barred_until=moment(row[14] or None),
        read_on=moment(row[15]),
        changed_on=moment(row[16]),
        failures=row[17],
        fault=row[18],
        warnings=tuple(orjson.loads(row[19])),
        rhythm=_rhythm(row[20]),
        created_on=from_ms(row[21]),
        items=row[22],
    )

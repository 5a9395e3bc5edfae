"""Items of the feeds that clients read from."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from server.domain.decoding import from_json
from server.domain.identifiers import new_id
from server.domain.pages import Page
from server.domain.read_feeds import ReadItem
from server.domain.subscribed_feeds import ITEMS_KEPT, FeedItem
from server.domain.times import from_ms, to_ms
from server.store.transactions import Reading, Transaction

_COLUMNS = "seq, id, feed_id, seen_on, body"


def _decode(body: str | bytes) -> ReadItem:
    return from_json(body, ReadItem)


def keep(transaction: Transaction, feed_id: int, items: Sequence[ReadItem], now_ms: int) -> tuple[str, ...]:
    """Keep the items of a feed as it is now; ids of those first seen, the oldest first.

    An item is known again by its key. One whose key changed (feeds that move make new ones) is known by its address
    and title together, so that nothing old passes for new. Items that the feed no longer holds stay, up to a number.
    """
    new: list[str] = []
    kept: set[str] = set()
    for item in reversed(items):
        listed = now_ms if item.published is None else min(to_ms(item.published), now_ms)
        body = msgspec.json.encode(item).decode()
        known = transaction.execute(
            "SELECT id, body, seen_on FROM feed_items WHERE feed_id = ? AND key = ?", (feed_id, item.key)
        ).fetchone()
        if known is None and item.link and item.title:
            known = _moved(transaction, feed_id, item, kept)
        if known is not None:
            kept.add(known[0])
            if known[1] != body:
                transaction.execute(
                    "UPDATE feed_items SET key = ?, link = ?, title = ?, listed_on = ?, body = ? WHERE id = ?",
                    (item.key, item.link, item.title, min(listed, known[2]), body, known[0]),
                )
            continue
        item_id = new_id()
        transaction.execute(
            "INSERT INTO feed_items (id, feed_id, key, link, title, listed_on, seen_on, body)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (item_id, feed_id, item.key, item.link, item.title, listed, now_ms, body),
        )
        kept.add(item_id)
        new.append(item_id)
    _prune(transaction, feed_id, kept)
    return tuple(new)


def page(reading: Reading, feed_id: int, number: int, limit: int) -> Page[FeedItem]:
    """A numbered page of a feed's items, newest first."""
    total = reading.execute("SELECT count(*) FROM feed_items WHERE feed_id = ?", (feed_id,)).fetchone()[0]
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM feed_items WHERE feed_id = ? ORDER BY listed_on DESC, seq DESC LIMIT ? OFFSET ?",
        (feed_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_item(row) for row in rows), total, number, limit)


def portion(
    reading: Reading, feed_id: int, after: tuple[int, int] | None, limit: int
) -> tuple[tuple[FeedItem, ...], tuple[int, int] | None]:
    """The next `limit` items, newest first, and where to go on; None at the end. `after` is None at the start."""
    listed, seq = after or (2**62, 2**62)
    rows = reading.execute(
        f"SELECT {_COLUMNS}, listed_on FROM feed_items WHERE feed_id = ? AND (listed_on, seq) < (?, ?)"
        " ORDER BY listed_on DESC, seq DESC LIMIT ?",
        (feed_id, listed, seq, limit),
    ).fetchall()
    return tuple(_item(row) for row in rows), (rows[-1][5], rows[-1][0]) if len(rows) == limit else None


def newest(reading: Reading, feed_id: int, count: int) -> tuple[FeedItem, ...]:
    """The newest items of a feed."""
    return page(reading, feed_id, 1, count).items


def of_feed(reading: Reading, feed_id: int, item_ids: Sequence[str]) -> dict[str, FeedItem]:
    """Those of these items that the feed has, by id."""
    found: dict[str, FeedItem] = {}
    for item_id in item_ids:
        row = reading.execute(
            f"SELECT {_COLUMNS} FROM feed_items WHERE id = ? AND feed_id = ?", (item_id, feed_id)
        ).fetchone()
        if row:
            found[item_id] = _item(row)
    return found


def since(reading: Reading, feed_id: int, seen: int) -> tuple[tuple[int, str], ...]:
    """`seq` and id of the items that were first seen after `seen`, the oldest first."""
    rows = reading.execute("SELECT seq, id FROM feed_items WHERE feed_id = ? AND seq > ? ORDER BY seq", (feed_id, seen))
    return tuple((row[0], row[1]) for row in rows)


def last_seq(reading: Reading, feed_id: int) -> int:
    """`seq` of the item that was last added to a feed; 0 while it has none."""
    row = reading.execute("SELECT max(seq) FROM feed_items WHERE feed_id = ?", (feed_id,)).fetchone()
    return int(row[0] or 0)


def _moved(transaction: Transaction, feed_id: int, item: ReadItem, kept: set[str]) -> Any:
    rows = transaction.execute(
        "SELECT id, body, seen_on FROM feed_items WHERE feed_id = ? AND link = ? AND title = ?",
        (feed_id, item.link, item.title),
    ).fetchall()
    return next((row for row in rows if row[0] not in kept), None) if len(rows) == 1 else None


def _prune(transaction: Transaction, feed_id: int, kept: set[str]) -> None:
    rows = transaction.execute(
        "SELECT id FROM feed_items WHERE feed_id = ? ORDER BY listed_on DESC, seq DESC LIMIT -1 OFFSET ?",
        (feed_id, ITEMS_KEPT),
    ).fetchall()
    for (item_id,) in rows:
        if item_id not in kept:
            transaction.execute("DELETE FROM feed_items WHERE id = ?", (item_id,))


def _item(row: Sequence[Any]) -> FeedItem:
    read = _decode(row[4])
    enclosure = next((each for each in read.enclosures if each.is_audio), next(iter(read.enclosures), None))
    return FeedItem(
        seq=row[0],
        id=row[1],
        feed_id=row[2],
        seen_on=from_ms(row[3]),
        guid=read.guid,
        link=read.link,
        title=read.title,
        summary=read.summary,
        text=read.text,
        author=read.author,
        published=read.published,
        enclosure_url=enclosure.url if enclosure else "",
        enclosure_type=enclosure.media_type if enclosure else "",
        enclosure_length=enclosure.length if enclosure else 0,
    )

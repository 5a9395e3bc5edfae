"""Which template runs for each new item of which feed."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.domain.events import EventKind
from server.domain.identifiers import new_id
from server.domain.pages import Page
from server.domain.subscribed_feeds import Subscription
from server.domain.times import from_ms
from server.store import feed_items
from server.store.transactions import Reading, Transaction

_COLUMNS = "s.id, s.client_id, s.feed_id, s.template_id, s.created_on, s.seen, s.fault"
_STANDING = (
    " EXISTS (SELECT 1 FROM requests r WHERE r.id = s.template_id AND r.state = 'template' AND r.deleted_on IS NULL)"
)


def add(transaction: Transaction, *, client_id: str, feed_id: int, template_id: str, now_ms: int) -> Subscription:
    """Run a template for what comes from now on; what is there already is not new. Again is the same subscription."""
    transaction.execute(
        "INSERT INTO feed_subscriptions (id, client_id, feed_id, template_id, seen, created_on)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (feed_id, template_id) DO NOTHING",
        (new_id(), client_id, feed_id, template_id, feed_items.last_seq(transaction, feed_id), now_ms),
    )
    row = transaction.execute(
        f"SELECT {_COLUMNS} FROM feed_subscriptions s WHERE s.feed_id = ? AND s.template_id = ?",
        (feed_id, template_id),
    ).fetchone()
    transaction.emit(client_id, EventKind.FEED_CHANGED, now_ms, subject=str(feed_id))
    return _subscription(row)


def remove(transaction: Transaction, subscription_id: str, client_id: str, now_ms: int) -> bool:
    """End a subscription; whether there was one of this client."""
    row = transaction.execute(
        "DELETE FROM feed_subscriptions WHERE id = ? AND client_id = ? RETURNING feed_id", (subscription_id, client_id)
    ).fetchone()
    if row is None:
        return False
    transaction.emit(client_id, EventKind.FEED_CHANGED, now_ms, subject=str(row[0]))
    return True


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[Subscription]:
    """A numbered page of a client's subscriptions whose template still stands, newest first."""
    total = reading.execute(
        f"SELECT count(*) FROM feed_subscriptions s WHERE s.client_id = ? AND {_STANDING}", (client_id,)
    ).fetchone()[0]
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM feed_subscriptions s WHERE s.client_id = ? AND {_STANDING}"
        " ORDER BY s.seq DESC LIMIT ? OFFSET ?",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_subscription(row) for row in rows), total, number, limit)


def every(reading: Reading, client_id: str) -> tuple[Subscription, ...]:
    """A client's subscriptions whose template still stands, newest first."""
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM feed_subscriptions s WHERE s.client_id = ? AND {_STANDING} ORDER BY s.seq DESC",
        (client_id,),
    )
    return tuple(_subscription(row) for row in rows)


def of_template(reading: Reading, template_id: str, client_id: str) -> tuple[Subscription, ...]:
    """The subscriptions that a template runs for, the oldest first."""
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM feed_subscriptions s WHERE s.template_id = ? AND s.client_id = ? ORDER BY s.seq",
        (template_id, client_id),
    )
    return tuple(_subscription(row) for row in rows)


def behind(reading: Reading) -> tuple[Subscription, ...]:
    """Subscriptions whose feed holds items that they have not come to yet."""
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM feed_subscriptions s WHERE {_STANDING}"
        " AND EXISTS (SELECT 1 FROM feed_items i WHERE i.feed_id = s.feed_id AND i.seq > s.seen)"
    )
    return tuple(_subscription(row) for row in rows)


def advance(transaction: Transaction, subscription_id: str, seen: int, fault: str = "") -> None:
    """Note how far a subscription has come; it never goes back."""
    transaction.execute(
        "UPDATE feed_subscriptions SET seen = max(seen, ?), fault = ? WHERE id = ?", (seen, fault, subscription_id)
    )


def _subscription(row: Sequence[Any]) -> Subscription:
    return Subscription(
        id=row[0],
        client_id=row[1],
        feed_id=row[2],
        template_id=row[3],
        created_on=from_ms(row[4]),
        seen=row[5],
        fault=row[6],
    )


def pass_over(transaction: Transaction, feed_id: int) -> None:
    """Nothing that a feed holds now is new to its subscriptions."""
    transaction.execute(
        "UPDATE feed_subscriptions SET seen = ? WHERE feed_id = ?", (feed_items.last_seq(transaction, feed_id), feed_id)
    )

"""Clients: what they may do and what they have left."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.accounts import Client, ClientChange, Usage
from server.domain.errors import Invalid, NotFound
from server.domain.events import EventKind
from server.domain.times import from_ms, to_ms
from server.store.models import ClientRow
from server.store.transactions import Reading, Transaction

NEW_CREDITS = 1_000
NEW_DAILY_PODCASTS = 10

_COLUMNS = (
    ClientRow.id,
    ClientRow.pro,
    ClientRow.licence,
    ClientRow.allowed,
    ClientRow.used,
    ClientRow.allowed_daily,
    ClientRow.subscription_ends,
    ClientRow.created_on,
)


@dataclass(frozen=True, slots=True)
class Reservation:
    """What an accepted request takes from its client. `day` is set for what counts as a podcast."""

    credits: int
    day: str | None


def find(reading: Reading, client_id: str) -> Client | None:
    """The client of this id."""
    row = reading.run(ClientRow.select(*_COLUMNS).where(ClientRow.id == client_id)).fetchone()
    return _client(row) if row else None


def every(reading: Reading) -> tuple[Client, ...]:
    """All clients, by id."""
    return tuple(_client(row) for row in reading.run(ClientRow.select(*_COLUMNS).order_by(ClientRow.id)))


def save(transaction: Transaction, client_id: str, change: ClientChange, now_ms: int) -> Client:
    """Create a client, or change what `change` names; what it leaves out stays."""
    transaction.run(
        ClientRow.insert(
            id=client_id, allowed=NEW_CREDITS, allowed_daily=NEW_DAILY_PODCASTS, created_on=now_ms
        ).on_conflict_ignore()
    )
    ends = change.subscription_ends
    wanted = {
        "pro": None if change.pro is None else int(change.pro),
        "licence": None if change.licence is None else int(change.licence),
        "allowed": change.credits,
        "allowed_daily": change.daily_podcasts,
        "subscription_ends": to_ms(ends) if ends else None,
    }
    if changes := {name: value for name, value in wanted.items() if value is not None}:
        transaction.run(ClientRow.update(**changes).where(ClientRow.id == client_id))
    transaction.emit(client_id, EventKind.USAGE, now_ms)
    saved = find(transaction, client_id)
    assert saved is not None
    return saved


def usage(reading: Reading, client_id: str, day: str) -> Usage:
    """What the client has and has used, `day` (``2026-01-31``) being today. Raises `NotFound`."""
    row = reading.execute(
        "SELECT c.allowed, c.used, c.allowed_daily, coalesce(d.used, 0) FROM clients c"
        " LEFT JOIN daily_uses d ON d.client_id = c.id AND d.day = ? WHERE c.id = ?",
        (day, client_id),
    ).fetchone()
    if row is None:
        raise NotFound("There is no such client.", code="client_not_found")
    return Usage(*row)


def require_credits(reading: Reading, client_id: str, wanted: int) -> None:
    """Raise `Invalid` (``insufficient_credits``) for a client that has fewer credits left than this."""
    row = reading.execute("SELECT allowed - used FROM clients WHERE id = ?", (client_id,)).fetchone()
    left = max(row[0], 0) if row else 0
    if wanted > left:
        raise Invalid(f"This costs {wanted:,} credits and {left:,} are left.", code="insufficient_credits")


def reserve(transaction: Transaction, client_id: str, wanted: Reservation) -> None:
    """Take credits and, for podcasts, one of the day's; all of it or nothing.

    Raises:
        Invalid: ``insufficient_credits`` or ``daily_podcast_limit``.
    """
    taken = transaction.execute(
        "UPDATE clients SET used = used + ?1 WHERE id = ?2 AND used + ?1 <= allowed", (wanted.credits, client_id)
    )
    if wanted.credits and not taken.rowcount:
        require_credits(transaction, client_id, wanted.credits)
    if wanted.day is None:
        return
    counted = transaction.execute(
        "INSERT INTO daily_uses (client_id, day, used)"
        " SELECT id, ?1, 1 FROM clients WHERE id = ?2 AND allowed_daily > 0"
        " ON CONFLICT (client_id, day) DO UPDATE SET used = used + 1"
        " WHERE used < (SELECT allowed_daily FROM clients WHERE id = ?2)",
        (wanted.day, client_id),
    )
    if not counted.rowcount:
        raise Invalid("Today's podcasts are used up; the next day begins at midnight UTC.", code="daily_podcast_limit")


def give_back(transaction: Transaction, client_id: str, taken: Reservation) -> None:
    """Undo a reservation, also one of an earlier day."""
    transaction.execute("UPDATE clients SET used = used - ? WHERE id = ?", (taken.credits, client_id))
    if taken.day is not None:
        transaction.execute(
            "UPDATE daily_uses SET used = used - 1 WHERE client_id = ? AND day = ? AND used > 0",
            (client_id, taken.day),
        )


def forget_days(transaction: Transaction, *, before: str) -> None:
    """Remove daily counts that no request can give back to any more."""
    transaction.execute("DELETE FROM daily_uses WHERE day < ?", (before,))


def _client(row: tuple[str, int, int, int, int, int, int | None, int]) -> Client:
    client_id, pro, licence, allowed, used, daily, ends, created = row
    return Client(
        id=client_id,
        pro=bool(pro),
        licence=bool(licence),
        allowed=allowed,
        used=used,
        allowed_daily_podcasts=daily,
        created_on=from_ms(created),
        subscription_ends=from_ms(ends) if ends is not None else None,
    )

"""The outbox, read and settled."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Collection

from server.domain.deliveries import (
    TEST_EVENT,
    Answer,
    AttemptRecord,
    DeliveryRecord,
    DeliveryState,
    Due,
    Health,
    WebhookHealth,
)
from server.domain.errors import NotFound
from server.domain.identifiers import new_id
from server.domain.times import from_ms, moment
from server.store.transactions import Reading, Transaction

KEPT_MS = 30 * 24 * 3600 * 1000
"""How long a message stays in the log once it is settled."""
_OPEN = "d.delivered_on IS NULL AND d.given_up_on IS NULL"
_GONE = "There is no such webhook."


def due_webhooks(reading: Reading, now_ms: int) -> tuple[str, ...]:
    """Webhooks that have a message due."""
    rows = reading.execute(f"SELECT DISTINCT webhook_id FROM deliveries d WHERE {_OPEN} AND due_on <= ?", (now_ms,))
    return tuple(row[0] for row in rows)


def next_due(reading: Reading, after_ms: int) -> int | None:
    """When the next message after that moment is due."""
    row = reading.execute(f"SELECT min(due_on) FROM deliveries d WHERE {_OPEN} AND due_on > ?", (after_ms,)).fetchone()
    return None if row[0] is None else int(row[0])


def due(reading: Reading, webhook_id: str, now_ms: int, *, but: Collection[int], limit: int) -> tuple[Due, ...]:
    """Messages of one webhook whose time has come, oldest first; `but` are on their way already."""
    rows = reading.execute(
        "SELECT d.id, d.message_id, d.webhook_id, w.url, w.secret, w.previous_secret, w.previous_until, d.event,"
        " d.request_id, d.snapshot, d.payload, d.attempts"
        " FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id"
        f" WHERE d.webhook_id = ? AND {_OPEN} AND d.due_on <= ? ORDER BY d.due_on, d.id LIMIT ?",
        (webhook_id, now_ms, limit + len(but)),
    ).fetchall()
    found = []
    for row in rows:
        key, message_id, hook, url, secret, previous, until, event, request_id, snapshot, payload, attempts = row
        if key in but:
            continue
        secrets = (secret, previous) if previous and (until or 0) > now_ms else (secret,)
        found.append(Due(key, message_id, hook, url, secrets, event, request_id, snapshot, payload.encode(), attempts))
    return tuple(found[:limit])


def settle(
    transaction: Transaction,
    message: Due,
    answer: Answer,
    *,
    payload: bytes,
    now_ms: int,
    again_ms: int | None,
    sent_ms: int | None = None,
) -> None:
    """Keep what came of an attempt; `again_ms` is when it is tried again, None when it is given up.

    `sent_ms` is the moment that its signature carries.
    """
    delivered = now_ms if answer.is_delivered else None
    given_up = now_ms if delivered is None and again_ms is None else None
    changed = transaction.execute(
        "UPDATE deliveries SET attempts = attempts + 1, last_on = ?, delivered_on = ?, given_up_on = ?, fault = ?,"
        " payload = ?, due_on = coalesce(?, due_on) WHERE id = ?",
        (now_ms, delivered, given_up, answer.fault, payload.decode(), again_ms, message.id),
    )
    if not changed.rowcount:
        return
    transaction.execute(
        "INSERT INTO delivery_attempts (delivery_id, tried_on, status, duration_ms, fault, excerpt)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            message.id,
            now_ms if sent_ms is None else sent_ms,
            answer.status,
            answer.duration_ms,
            answer.fault,
            answer.excerpt,
        ),
    )
    if answer.is_gone:
        transaction.execute("UPDATE webhooks SET disabled_on = ? WHERE id = ?", (now_ms, message.webhook_id))
        transaction.execute(
            f"UPDATE deliveries AS d SET given_up_on = ? WHERE webhook_id = ? AND {_OPEN}",
            (now_ms, message.webhook_id),
        )


def owe_test(transaction: Transaction, webhook_id: str, client_id: str, now_ms: int) -> str:
    """Owe a webhook a message that tells of nothing; its id. Raises `NotFound`."""
    _require(transaction, webhook_id, client_id)
    message_id = f"msg_{new_id()}"
    transaction.execute(
        "INSERT INTO deliveries (message_id, webhook_id, request_id, event, snapshot, created_on, due_on)"
        " VALUES (?, ?, '', ?, '', ?, ?)",
        (message_id, webhook_id, TEST_EVENT, now_ms, now_ms),
    )
    return message_id


def resend(transaction: Transaction, message_id: str, client_id: str, now_ms: int) -> None:
    """Send a message again now, under its own id. Raises `NotFound`."""
    changed = transaction.execute(
        "UPDATE deliveries SET due_on = ?, delivered_on = NULL, given_up_on = NULL, attempts = 0"
        " WHERE message_id = ? AND webhook_id IN (SELECT id FROM webhooks WHERE client_id = ?)",
        (now_ms, message_id, client_id),
    )
    if not changed.rowcount:
        raise NotFound("There is no such message.", code="delivery_not_found")


def rotate(transaction: Transaction, webhook_id: str, client_id: str, *, secret: str, previous_until_ms: int) -> None:
    """Sign with a new secret, and with the one before it for a while. Raises `NotFound`."""
    changed = transaction.execute(
        "UPDATE webhooks SET previous_secret = secret, previous_until = ?, secret = ? WHERE id = ? AND client_id = ?",
        (previous_until_ms, secret, webhook_id, client_id),
    )
    if not changed.rowcount:
        raise NotFound(_GONE, code="webhook_not_found")


def enable(transaction: Transaction, webhook_id: str, client_id: str) -> None:
    """Send to a webhook again that wanted no more. Raises `NotFound`."""
    _require(transaction, webhook_id, client_id)
    transaction.execute("UPDATE webhooks SET disabled_on = NULL WHERE id = ?", (webhook_id,))


def forget(transaction: Transaction, before_ms: int) -> None:
    """Let go of messages that were settled before then."""
    transaction.execute(
        "DELETE FROM deliveries WHERE coalesce(delivered_on, given_up_on) < ?",
        (before_ms,),
    )


def health(reading: Reading, client_id: str) -> tuple[WebhookHealth, ...]:
    """A client's webhooks and how they do, in the order of their registration."""
    rows = reading.execute(
        "SELECT w.id, w.url, w.created_on, w.disabled_on,"
        f" coalesce(sum({_OPEN}), 0), count(d.delivered_on), count(d.given_up_on), max(d.last_on)"
        " FROM webhooks w LEFT JOIN deliveries d ON d.webhook_id = w.id"
        " WHERE w.client_id = ? GROUP BY w.id ORDER BY w.created_on, w.id",
        (client_id,),
    ).fetchall()
    return tuple(_health(reading, row) for row in rows)


def _health(reading: Reading, row: tuple[str, str, int, int | None, int, int, int, int | None]) -> WebhookHealth:
    webhook_id, url, created_on, disabled_on, pending, delivered, given_up, last_on = row
    last = reading.execute(
        "SELECT a.fault FROM delivery_attempts a JOIN deliveries d ON d.id = a.delivery_id"
        " WHERE d.webhook_id = ? ORDER BY a.id DESC LIMIT 1",
        (webhook_id,),
    ).fetchone()
    fault = last[0] if last else ""
    state = Health.UNUSED if last is None else Health.FAILING if fault else Health.WORKING
    return WebhookHealth(
        webhook_id,
        url,
        from_ms(created_on),
        Health.DISABLED if disabled_on is not None else state,
        pending,
        delivered,
        given_up,
        moment(last_on),
        fault,
    )


def log_of(reading: Reading, webhook_id: str, client_id: str, *, before: str, limit: int) -> tuple[DeliveryRecord, ...]:
    """Messages of a webhook, newest first, older than the message `before`. Raises `NotFound`."""
    _require(reading, webhook_id, client_id)
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM deliveries d WHERE d.webhook_id = ?"
        " AND d.id < coalesce((SELECT id FROM deliveries WHERE message_id = ?), 9223372036854775807)"
        " ORDER BY d.id DESC LIMIT ?",
        (webhook_id, before, limit),
    )
    return tuple(_record(row) for row in rows)


def find(reading: Reading, message_id: str, client_id: str) -> DeliveryRecord:
    """A message with its body and every attempt. Raises `NotFound`."""
    row = reading.execute(
        f"SELECT {_COLUMNS}, d.payload, d.id FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id"
        " WHERE d.message_id = ? AND w.client_id = ?",
        (message_id, client_id),
    ).fetchone()
    if row is None:
        raise NotFound("There is no such message.", code="delivery_not_found")
    tried = reading.execute(
        "SELECT tried_on, status, duration_ms, fault, excerpt FROM delivery_attempts WHERE delivery_id = ? ORDER BY id",
        (row[-1],),
    )
    attempts = tuple(AttemptRecord(from_ms(on), *rest) for on, *rest in tried)
    return _record(row[:-2], payload=row[-2], tried=attempts)


_COLUMNS = (
    "d.message_id, d.webhook_id, d.request_id, d.event, d.created_on, d.due_on, d.delivered_on, d.given_up_on,"
    " d.attempts, d.fault"
)


def _record(
    row: tuple[str, str, str, str, int, int, int | None, int | None, int, str],
    *,
    payload: str = "",
    tried: tuple[AttemptRecord, ...] = (),
) -> DeliveryRecord:
    message_id, webhook_id, request_id, event, created_on, due_on, delivered_on, given_up_on, attempts, fault = row
    if delivered_on is not None:
        state = DeliveryState.DELIVERED
    else:
        state = DeliveryState.PENDING if given_up_on is None else DeliveryState.GIVEN_UP
    return DeliveryRecord(
        message_id=message_id,
        webhook_id=webhook_id,
        request_id=request_id,
        event=event,
        state=state,
        created_on=from_ms(created_on),
        due_on=from_ms(due_on) if state is DeliveryState.PENDING else None,
        delivered_on=moment(delivered_on),
        attempts=attempts,
        fault=fault,
        payload=payload,
        tried=tried,
    )


def _require(reading: Reading, webhook_id: str, client_id: str) -> None:
    found = reading.execute("SELECT 1 FROM webhooks WHERE id = ? AND client_id = ?", (webhook_id, client_id)).fetchone()
    if found is None:
        raise NotFound(_GONE, code="webhook_not_found")

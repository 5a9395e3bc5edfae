"""Messages owed to webhooks, written together with what they tell of."""

from __future__ import annotations

import orjson

from server.domain.events import EventKind
from server.domain.identifiers import new_id
from server.domain.requests import Request
from server.store.models import WebhookRow
from server.store.transactions import Transaction


def owe(transaction: Transaction, request: Request, event: EventKind, now_ms: int) -> None:
    """Owe every working webhook of the request's client a message with the request as it is now."""
    hooks = transaction.run(
        WebhookRow.select(WebhookRow.id).where(
            (WebhookRow.client == request.client_id) & WebhookRow.disabled_on.is_null()
        )
    ).fetchall()
    if not hooks:
        return
    snapshot = orjson.dumps(request).decode()
    for (webhook_id,) in hooks:
        transaction.execute(
            "INSERT INTO deliveries (message_id, webhook_id, request_id, event, snapshot, created_on, due_on)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (f"msg_{new_id()}", webhook_id, request.id, event.value, snapshot, now_ms, now_ms),
        )

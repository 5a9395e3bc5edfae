"""Webhooks as records."""

from __future__ import annotations

from server.domain.errors import Invalid, NotFound
from server.domain.webhooks import MAX_WEBHOOKS, Webhook
from server.store.models import WebhookRow
from server.store.transactions import Reading, Transaction


def register(transaction: Transaction, wanted: Webhook, client_id: str, now_ms: int) -> Webhook:
    """Keep an address; one that is there already answers its own id, works again, and keeps its secret to itself.

    Raises:
        Invalid: ``too_many_webhooks``.
    """
    known = transaction.run(
        WebhookRow.select(WebhookRow.id).where((WebhookRow.client == client_id) & (WebhookRow.url == wanted.url))
    ).fetchone()
    if known is not None:
        transaction.run(WebhookRow.update(disabled_on=None).where(WebhookRow.id == known[0]))
        return Webhook(known[0], wanted.url)
    (count,) = transaction.execute("SELECT count(*) FROM webhooks WHERE client_id = ?", (client_id,)).fetchone()
    if count >= MAX_WEBHOOKS:
        raise Invalid(
            f"You have {MAX_WEBHOOKS} webhooks already: remove one before you register another.",
            code="too_many_webhooks",
        )
    transaction.run(
        WebhookRow.insert(id=wanted.id, client=client_id, url=wanted.url, secret=wanted.secret, created_on=now_ms)
    )
    return wanted


def remove(transaction: Transaction, webhook_id: str, client_id: str) -> None:
    """Forget an address and what is still owed to it. Raises `NotFound`."""
    removed = transaction.run(
        WebhookRow.delete().where((WebhookRow.id == webhook_id) & (WebhookRow.client == client_id))
    )
    if not removed.rowcount:
        raise NotFound("There is no such webhook.", code="webhook_not_found")


def every(reading: Reading, client_id: str) -> tuple[Webhook, ...]:
    """A client's webhooks, in the order of their registration."""
    rows = reading.run(
        WebhookRow.select(WebhookRow.id, WebhookRow.url)
        .where(WebhookRow.client == client_id)
        .order_by(WebhookRow.created_on, WebhookRow.id)
    )
    return tuple(Webhook(webhook_id, url) for webhook_id, url in rows)

"""Webhooks as records."""

# ruff: noqa: S608 - statements are put together from constants and from columns' names

from __future__ import annotations

from collections.abc import Callable

from server.domain.errors import Conflict, Invalid, NotFound
from server.domain.webhooks import MAX_WEBHOOKS, KeptRow, RemovedWebhook, Webhook
from server.store.models import WebhookRow
from server.store.transactions import Reading, Transaction

KEPT_MESSAGES = 500
"""Messages of a removed webhook that come back with it."""


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


def change(transaction: Transaction, webhook_id: str, client_id: str, *, url: str) -> None:
    """Call another address from now on; secret and log stay, and one that wanted no more works again.

    Raises:
        NotFound: ``webhook_not_found``.
        Conflict: ``webhook_exists``: the client has one of this address.
    """
    other = transaction.execute(
        "SELECT 1 FROM webhooks WHERE client_id = ? AND url = ? AND id <> ?", (client_id, url, webhook_id)
    ).fetchone()
    if other is not None:
        raise Conflict("You have a webhook with this address already.", code="webhook_exists")
    changed = transaction.execute(
        "UPDATE webhooks SET url = ?, disabled_on = NULL WHERE id = ? AND client_id = ?", (url, webhook_id, client_id)
    )
    if not changed.rowcount:
        raise NotFound("There is no such webhook.", code="webhook_not_found")


def remove(transaction: Transaction, webhook_id: str, client_id: str) -> RemovedWebhook:
    """Forget an address and what is still owed to it; what was taken out. Raises `NotFound`."""
    hooks = _rows(transaction, "SELECT * FROM webhooks WHERE id = ? AND client_id = ?", webhook_id, client_id)
    if not hooks:
        raise NotFound("There is no such webhook.", code="webhook_not_found")
    newest = "SELECT id FROM deliveries WHERE webhook_id = ? ORDER BY id DESC LIMIT ?"
    taken = RemovedWebhook(
        hooks[0],
        _rows(transaction, f"SELECT * FROM deliveries WHERE id IN ({newest})", webhook_id, KEPT_MESSAGES),
        _rows(
            transaction, f"SELECT * FROM delivery_attempts WHERE delivery_id IN ({newest})", webhook_id, KEPT_MESSAGES
        ),
    )
    transaction.run(WebhookRow.delete().where(WebhookRow.id == webhook_id))
    return taken


def restore(transaction: Transaction, taken: RemovedWebhook) -> None:
    """Put a removed webhook back with its secret, its log and what is owed to it.

    Raises:
        Conflict: ``webhook_exists``: its address was registered again since.
    """
    known = transaction.execute(
        "SELECT 1 FROM webhooks WHERE client_id = ? AND url = ?", (taken.webhook["client_id"], taken.webhook["url"])
    ).fetchone()
    if known is not None:
        raise Conflict("This address was registered again in the meantime.", code="webhook_exists")
    _insert(transaction, "webhooks", taken.webhook)
    # Their numbers may be in use again by now.
    places = {
        row["id"]: _insert(transaction, "deliveries", _without_id(row))
        for row in sorted(taken.deliveries, key=lambda row: int(str(row["id"])))
    }
    for row in taken.attempts:
        _insert(transaction, "delivery_attempts", _without_id(row) | {"delivery_id": places[row["delivery_id"]]})


def renew_secrets(transaction: Transaction, make: Callable[[], str]) -> int:
    """Give webhooks without a secret a new one (a backup may come without); how many they were."""
    ids = transaction.run(WebhookRow.select(WebhookRow.id).where(WebhookRow.secret == "")).fetchall()
    for (webhook_id,) in ids:
        transaction.run(WebhookRow.update(secret=make()).where(WebhookRow.id == webhook_id))
    return len(ids)


def every(reading: Reading, client_id: str) -> tuple[Webhook, ...]:
    """A client's webhooks, in the order of their registration."""
    rows = reading.run(
        WebhookRow.select(WebhookRow.id, WebhookRow.url)
        .where(WebhookRow.client == client_id)
        .order_by(WebhookRow.created_on, WebhookRow.id)
    )
    return tuple(Webhook(webhook_id, url) for webhook_id, url in rows)


def _rows(reading: Reading, statement: str, *parameters: str | int) -> tuple[KeptRow, ...]:
    found = reading.execute(statement, parameters)
    names = [column[0] for column in found.description]
    return tuple(dict(zip(names, row, strict=True)) for row in found.fetchall())


def _without_id(row: KeptRow) -> dict[str, str | int | float | bytes | None]:
    return {name: value for name, value in row.items() if name != "id"}


def _insert(transaction: Transaction, table: str, row: KeptRow) -> int | None:
    columns, places = ", ".join(row), ", ".join("?" * len(row))
    return transaction.execute(f"INSERT INTO {table} ({columns}) VALUES ({places})", tuple(row.values())).lastrowid

"""Webhooks as records."""

from __future__ import annotations

import pytest

from server.domain.accounts import ClientChange
from server.domain.deliveries import Answer
from server.domain.errors import Conflict, NotFound
from server.domain.webhooks import Webhook
from server.store import clients, deliveries, webhooks
from server.store.models import WebhookRow


def test_an_address_that_was_given_up_works_again_when_registered_again(store) -> None:
    wanted = Webhook("w1", "https://example.org/hook", "whsec_a")
    assert store.write_and_wait(webhooks.register, wanted, "alice", 1) == wanted
    store.write_and_wait(lambda transaction: transaction.run(WebhookRow.update(disabled_on=5)).rowcount)

    again = store.write_and_wait(webhooks.register, Webhook("w2", wanted.url, "whsec_b"), "alice", 2)

    assert again == Webhook("w1", wanted.url)
    row = store.read_here(
        lambda reading: reading.execute("SELECT id, secret, disabled_on, previous_secret FROM webhooks").fetchall()
    )
    assert row == [("w1", "whsec_a", None, "")]


def test_the_same_address_of_two_clients_is_two_webhooks(store) -> None:
    store.write_and_wait(clients.save, "bob", ClientChange(), 1)
    for number, client in enumerate(("alice", "bob")):
        store.write_and_wait(webhooks.register, Webhook(f"w{number}", "https://example.org", "s"), client, number)
    assert [hook.id for hook in store.read_here(lambda reading: webhooks.every(reading, "bob"))] == ["w1"]


def _log(store, webhook_id: str = "w1"):
    return store.read_here(
        lambda reading: (
            deliveries.log_of(reading, webhook_id, "alice", before="", limit=10)
            and [
                deliveries.find(reading, each.message_id, "alice")
                for each in deliveries.log_of(reading, webhook_id, "alice", before="", limit=10)
            ]
        )
    )


def test_a_removed_webhook_comes_back_with_secret_log_and_what_is_owed(store) -> None:
    wanted = Webhook("w1", "https://example.org/hook", "whsec_a")
    store.write_and_wait(webhooks.register, wanted, "alice", 1)
    for moment in (2, 3):
        store.write_and_wait(deliveries.owe_test, "w1", "alice", moment)
    (first, _) = store.read_here(lambda reading: deliveries.due(reading, "w1", 9, but=(), limit=5))
    store.write_and_wait(deliveries.settle, first, Answer(204, 7), payload=b"{}", now_ms=9, again_ms=None, sent_ms=8)
    before = _log(store)

    taken = store.write_and_wait(webhooks.remove, "w1", "alice")
    assert store.read_here(lambda reading: webhooks.every(reading, "alice")) == ()
    # Another webhook takes the numbers that have become free.
    store.write_and_wait(webhooks.register, Webhook("w2", "https://example.org/other", "s"), "alice", 4)
    store.write_and_wait(deliveries.owe_test, "w2", "alice", 5)
    store.write_and_wait(webhooks.restore, taken)

    assert _log(store) == before
    assert [attempt.on.microsecond for attempt in before[1].tried] == [8_000]
    (owed,) = store.read_here(lambda reading: deliveries.due(reading, "w1", 9, but=(), limit=5))
    assert owed.secrets == ("whsec_a",)
    with pytest.raises(Conflict, match="registered again"):
        store.write_and_wait(webhooks.restore, taken)


def test_another_address_keeps_the_rest_and_is_nobody_elses(store) -> None:
    for number, path in enumerate(("one", "two"), 1):
        wanted = Webhook(f"w{number}", f"https://example.org/{path}", f"whsec_{path}")
        store.write_and_wait(webhooks.register, wanted, "alice", number)

    store.write_and_wait(lambda t: webhooks.change(t, "w1", "alice", url="https://example.org/three"))

    assert store.read_here(lambda reading: webhooks.every(reading, "alice")) == (
        Webhook("w1", "https://example.org/three"),
        Webhook("w2", "https://example.org/two"),
    )
    with pytest.raises(Conflict, match="already"):
        store.write_and_wait(lambda t: webhooks.change(t, "w1", "alice", url="https://example.org/two"))
    with pytest.raises(NotFound):
        store.write_and_wait(lambda t: webhooks.change(t, "w1", "bob", url="https://example.org/four"))
    with pytest.raises(NotFound):
        store.write_and_wait(webhooks.remove, "w1", "bob")

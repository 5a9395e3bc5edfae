"""Webhooks as records."""

from __future__ import annotations

from server.domain.accounts import ClientChange
from server.domain.webhooks import Webhook
from server.store import clients, webhooks
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

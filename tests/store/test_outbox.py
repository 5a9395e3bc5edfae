"""What is owed to webhooks is written with the end it tells of."""

from __future__ import annotations

import orjson
import pytest

from server.domain.files import Media
from server.domain.requests import Citation
from server.store import acceptance, outcomes, requests, runs
from server.store.attempts import Attempt
from server.store.models import WebhookRow
from server.store.outcomes import Outcome


@pytest.fixture
def hooked(store):
    for name, disabled in (("w1", None), ("w2", None), ("off", 5)):
        store.write_and_wait(
            lambda transaction, name=name, disabled=disabled: (
                transaction.run(
                    WebhookRow.insert(
                        id=name, client="alice", url=f"https://{name}", secret="s", created_on=1, disabled_on=disabled
                    )
                ).rowcount
            )
        )
    return store


def owed(store) -> list[tuple]:
    return store.read_here(
        lambda reading: reading.execute(
            "SELECT webhook_id, event, snapshot FROM deliveries ORDER BY webhook_id"
        ).fetchall()
    )


def test_an_end_is_owed_to_every_working_webhook(hooked, a_request) -> None:
    new = a_request(callback_data="mine")
    hooked.write_and_wait(acceptance.accept, new)
    hooked.write_and_wait(runs.claim, 2_000, holder="h", lease_ms=1)

    hooked.write_and_wait(outcomes.complete, Attempt(new.id, 1), Outcome("T", "English", "Words.", "share", ()), 3_000)

    assert [(webhook, event) for webhook, event, _ in owed(hooked)] == [
        ("w1", "request.completed"),
        ("w2", "request.completed"),
    ]
    snapshot = orjson.loads(owed(hooked)[0][2])
    assert (snapshot["status"], snapshot["response_text"], snapshot["callback_data"]) == (100, "Words.", "mine")


def test_what_an_old_attempt_says_is_owed_to_nobody(hooked, a_request) -> None:
    new = a_request()
    hooked.write_and_wait(acceptance.accept, new)
    hooked.write_and_wait(runs.claim, 2_000, holder="h", lease_ms=1)
    hooked.write_and_wait(runs.recover, 2_500)
    hooked.write_and_wait(runs.claim, 3_000, holder="h", lease_ms=1)

    kept = hooked.write_and_wait(outcomes.complete, Attempt(new.id, 1), Outcome("T", "English", "", "share", ()), 4_000)
    failed = hooked.write_and_wait(outcomes.fail, Attempt(new.id, 1), 4_000, error_code=1001, message="No.")

    assert (kept, failed) == (False, False)
    assert owed(hooked) == []


def test_a_cancellation_is_owed_once(hooked, a_request) -> None:
    new = a_request()
    hooked.write_and_wait(acceptance.accept, new)

    for moment in (5, 6):
        hooked.write_and_wait(requests.cancel, new.id, "alice", moment)

    assert [event for _, event, _ in owed(hooked)] == ["request.cancelled", "request.cancelled"]


def test_a_request_tells_its_main_file_first(store, a_request) -> None:
    new = a_request()
    store.write_and_wait(acceptance.accept, new)
    store.write_and_wait(runs.claim, 2_000, holder="h", lease_ms=1)
    names = ("slide_deck", "audio", "document")
    media = tuple(Media(f"k{n}", name, "f", "t", n + 1, f"{n}") for n, name in enumerate(names))
    cited = (
        Citation("Words.", "A source", time_ms=5),
        Citation("Words.", "A deck", slide=7),
        Citation("Words.", "A book", sheet="One", row=4),
    )
    outcome = Outcome("T", "English", "Words.", "share", media, citations=cited, notes=("One was left out.",))

    store.write_and_wait(outcomes.complete, Attempt(new.id, 1), outcome, 3_000)

    found = store.read_here(requests.find, new.id, "alice")
    assert (found.media, found.citations, found.notes) == (media, cited, ("One was left out.",))
    assert found.file_size == 1
    assert store.read_here(requests.find_shared, "share") == found

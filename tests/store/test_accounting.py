"""Whatever happens to requests, in whatever order: what is used is what they hold, and counters tell the truth."""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from server.domain.accounts import ClientChange
from server.domain.errors import DomainError, Invalid
from server.domain.identifiers import new_id
from server.domain.requests import OutputType, RequestType, Stage, status_of
from server.store import acceptance, clients, lists, outcomes, requests, runs
from server.store.acceptance import NewRequest
from server.store.attempts import Attempt
from server.store.clients import Reservation
from server.store.database import Store
from server.store.models import (
    FLAG_FAILED,
    FLAG_PROCESSED,
    FLAG_PROCESSING,
    FLAG_QUEUED,
    FLAG_SUCCEEDED,
    FLAG_UNTOUCHED,
)

ALLOWED, DAILY = 120, 4
NAMES = ("alice", "bob")
PLACES = st.integers(0, 30)


class Accounting(RuleBasedStateMachine):
    """Random lives of requests of two clients over three days."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name)
        self.store = Store(path / "a.db", backups=path)
        self.now = 1_000
        self.day = "2026-05-04"
        self.ids: list[tuple[str, str]] = []
        self.highest: dict[str, int] = {}
        for name in NAMES:
            self.do(clients.save, name, ClientChange(credits=ALLOWED, daily_podcasts=DAILY), 1)

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    def do(self, work, *args, **kwargs):
        self.now += 1
        try:
            return self.store.write_and_wait(work, *args, **kwargs)
        except DomainError as error:
            return error

    def pick(self, place: int) -> tuple[str, str] | None:
        return self.ids[place % len(self.ids)] if self.ids else None

    def attempt_at(self, place: int) -> Attempt | None:
        picked = self.pick(place)
        if picked is None:
            return None
        row = self.store.read_here(
            lambda reading: reading.execute("SELECT attempt FROM requests WHERE id = ?", (picked[0],)).fetchone()
        )
        return Attempt(picked[0], row[0])

    @rule(client=st.sampled_from(NAMES), podcast=st.booleans(), price=st.sampled_from([0, 10, 30]))
    def accept(self, client: str, podcast: bool, price: int) -> None:
        kind = RequestType.AUDIO if podcast else RequestType.TEXT
        taken = Reservation(price, self.day if podcast else None)
        new = NewRequest(new_id(), client, kind, OutputType.TEXT, "{}", taken, self.now)
        if isinstance(self.do(acceptance.accept, new), str):
            self.ids.append((new.id, client))

    @rule()
    def claim(self) -> None:
        self.do(runs.claim, self.now, holder="h", lease_ms=10)

    @rule(place=PLACES, stage=st.sampled_from([Stage.IMPORTING, Stage.WRITING, Stage.STORING]))
    def progress(self, place: int, stage: Stage) -> None:
        if attempt := self.attempt_at(place):
            self.do(runs.progress, attempt, self.now, stage=stage, status=status_of(stage), text="", seconds_left=None)

    @rule(place=PLACES)
    def complete(self, place: int) -> None:
        if attempt := self.attempt_at(place):
            self.do(outcomes.complete, attempt, outcomes.Outcome("t", "English", "text", new_id(), ()), self.now)

    @rule(place=PLACES)
    def fail(self, place: int) -> None:
        if attempt := self.attempt_at(place):
            self.do(outcomes.fail, attempt, self.now, error_code=1001, message="No.")

    @rule(place=PLACES)
    def lose(self, place: int) -> None:
        if attempt := self.attempt_at(place):
            self.do(runs.lose_worker, attempt, self.now)

    @rule(place=PLACES)
    def wait(self, place: int) -> None:
        if attempt := self.attempt_at(place):
            self.do(runs.wait_for_approval, attempt, self.now, script="{}")

    @rule()
    def restart(self) -> None:
        self.do(runs.recover, self.now)

    @rule(place=PLACES, act=st.sampled_from([requests.cancel, requests.delete, requests.restore, requests.approve]))
    def act(self, place: int, act) -> None:
        if picked := self.pick(place):
            self.do(act, *picked, self.now)

    @rule(place=PLACES)
    def retry(self, place: int) -> None:
        if picked := self.pick(place):
            self.do(requests.retry, *picked, self.now, day=self.day)

    @rule(day=st.sampled_from(["2026-05-04", "2026-05-05", "2026-05-06"]))
    def midnight(self, day: str) -> None:
        self.day = max(self.day, day)

    def rows(self, sql: str) -> list[tuple]:
        return self.store.read_here(lambda reading: reading.execute(sql).fetchall())

    @invariant()
    def used_is_what_requests_hold(self) -> None:
        held = dict(self.rows("SELECT client_id, sum(credits) FROM requests WHERE charged GROUP BY client_id"))
        for name, used in self.rows("SELECT id, used FROM clients"):
            assert used == held.get(name, 0)
            assert 0 <= used <= ALLOWED

    @invariant()
    def days_are_what_requests_hold(self) -> None:
        held = {
            (client, day): n
            for client, day, n in self.rows(
                "SELECT client_id, podcast_day, count(*) FROM requests WHERE podcast_day IS NOT NULL GROUP BY 1, 2"
            )
        }
        for client, day, used in self.rows("SELECT client_id, day, used FROM daily_uses"):
            assert used == held.get((client, day), 0)
            assert used <= DAILY

    @invariant()
    def only_what_has_not_failed_is_charged(self) -> None:
        assert not self.rows("SELECT id FROM requests WHERE charged <> (state NOT IN ('failed', 'cancelled'))")
        assert not self.rows("SELECT id FROM requests WHERE open <> (state IN ('queued', 'processing', 'waiting'))")

    @invariant()
    def counters_tell_the_truth(self) -> None:
        counted = {
            FLAG_UNTOUCHED: "status = 0 AND error_code = 0",
            FLAG_FAILED: "error_on IS NOT NULL",
            FLAG_SUCCEEDED: "status = 100",
            FLAG_PROCESSED: "processing_on IS NOT NULL",
            FLAG_QUEUED: "state = 'queued'",
            FLAG_PROCESSING: "state IN ('processing', 'waiting')",
        }
        for flag, condition in counted.items():
            told = self.rows(f"SELECT coalesce(sum(n), 0) FROM request_counts WHERE flags & {flag}")
            assert told == self.rows(f"SELECT count(*) FROM requests WHERE deleted_on IS NULL AND {condition}")
        for name in NAMES:
            total = self.store.read_here(lists.page, name, 1, 1).total
            assert [(total,)] == self.rows(
                f"SELECT count(*) FROM requests WHERE deleted_on IS NULL AND client_id = '{name}'"
            )

    @invariant()
    def the_status_never_falls_while_a_request_lives(self) -> None:
        for request_id, status, state in self.rows("SELECT id, status, state FROM requests"):
            if state == "cancelled":
                self.highest.pop(request_id, None)
                continue
            assert status >= self.highest.get(request_id, 0)
            self.highest[request_id] = status


Accounting.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestAccounting = Accounting.TestCase


def test_fifty_threads_never_overdraw(store, a_request) -> None:
    store.write_and_wait(clients.save, "poor", ClientChange(credits=95, daily_podcasts=7), 1)

    def order(number: int) -> bool:
        kind = RequestType.AUDIO if number % 2 else RequestType.TEXT
        try:
            store.write_and_wait(acceptance.accept, a_request(kind, client="poor"))
        except Invalid:
            return False
        return True

    with ThreadPoolExecutor(50) as threads:
        accepted = sum(threads.map(order, range(200)))

    usage = store.read_here(clients.usage, "poor", "2026-05-04")
    assert accepted == 9
    assert usage.used == 90
    assert usage.used_daily_podcasts <= 7
    assert store.read_here(lists.page, "poor", 1, 50).total == 9


def test_a_refused_podcast_takes_no_credits(store, a_request) -> None:
    store.write_and_wait(clients.save, "few", ClientChange(daily_podcasts=1), 1)
    store.write_and_wait(acceptance.accept, a_request(RequestType.AUDIO, client="few"))

    refusal = None
    try:
        store.write_and_wait(acceptance.accept, a_request(RequestType.AUDIO, client="few"))
    except Invalid as error:
        refusal = error

    assert refusal is not None
    assert refusal.code == "daily_podcast_limit"
    assert store.read_here(clients.usage, "few", "2026-05-04").used == 10


def test_credits_of_yesterday_go_back_to_yesterday(store, a_request) -> None:
    new = a_request(RequestType.AUDIO)
    store.write_and_wait(acceptance.accept, new)
    store.write_and_wait(clients.reserve, "alice", Reservation(0, "2026-05-05"))

    store.write_and_wait(requests.cancel, new.id, "alice", 5)

    assert store.read_here(clients.usage, "alice", "2026-05-04").used_daily_podcasts == 0
    assert store.read_here(clients.usage, "alice", "2026-05-05").used_daily_podcasts == 1

"""Group commit: many callers, one commit, and nobody answered before it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from server.domain.accounts import ClientChange
from server.domain.errors import Invalid, Unavailable
from server.domain.events import EventKind
from server.store import clients, events, requests
from server.store.transactions import Transaction
from server.store.writer import Writer


def put(transaction: Transaction, name: str) -> str:
    return clients.save(transaction, name, ClientChange(), 1).id


def put_and_fail(transaction: Transaction, name: str) -> None:
    put(transaction, name)
    raise Invalid("No.")


async def test_a_failing_call_takes_back_only_its_own_changes(store) -> None:
    calls = [store.write(put_and_fail if n % 3 == 0 else put, f"c{n}") for n in range(60)]

    answers = await asyncio.gather(*calls, return_exceptions=True)

    assert sum(isinstance(answer, Invalid) for answer in answers) == 20
    kept = {client.id for client in await store.read(clients.every)}
    assert kept == {"alice"} | {f"c{n}" for n in range(60) if n % 3}


async def test_an_answered_write_is_in_the_file(store) -> None:
    await store.write(put, "bob")

    with closing(sqlite3.connect(f"{store.path.as_uri()}?mode=ro", uri=True)) as other:
        assert other.execute("SELECT count(*) FROM clients WHERE id = 'bob'").fetchone() == (1,)


async def test_events_are_told_after_the_commit_and_never_for_what_was_taken_back(store) -> None:
    told = []
    store.listen(told.extend)

    with pytest.raises(Invalid):
        await store.write(put_and_fail, "nobody")
    await store.write(put, "carol")

    assert [(event.client_id, event.kind) for event in told] == [("carol", EventKind.USAGE)]


async def test_a_full_disk_is_told_plainly_and_spares_what_was_there(store) -> None:
    def fill(transaction: Transaction) -> None:
        pages = transaction.execute("PRAGMA page_count").fetchone()[0]
        transaction.execute(f"PRAGMA max_page_count = {pages}")
        transaction.execute("CREATE TABLE filler (x)")
        for _ in range(1_000):
            transaction.execute("INSERT INTO filler VALUES (zeroblob(4000))")

    with pytest.raises(Unavailable) as refusal:
        await store.write(fill)

    assert refusal.value.code == "disk_full"
    assert await store.read(clients.find, "alice") is not None
    store.write_and_wait(lambda transaction: transaction.execute("PRAGMA max_page_count = 1000000").fetchone())
    assert await store.write(put, "dora") == "dora"


@pytest.mark.parametrize("bad", [2**63, -(2**64)])
async def test_numbers_beyond_the_database_are_a_bad_request(store, bad: int) -> None:
    with pytest.raises(Invalid):
        await store.write(clients.save, "alice", ClientChange(credits=bad), 1)


async def test_a_lone_surrogate_is_a_bad_request(store) -> None:
    with pytest.raises(Invalid):
        await store.read(requests.find, "\ud800", "alice")
    with pytest.raises(Invalid):
        await store.write(requests.delete, "\ud800", "alice", 1)


async def test_a_closed_store_says_so(store) -> None:
    store.close()

    with pytest.raises(Unavailable):
        await store.write(put, "late")
    with pytest.raises(Unavailable):
        await store.read(clients.every)


async def test_what_is_asked_for_in_one_turn_of_the_loop_is_one_commit(store) -> None:
    commits: list[int] = []
    store.listen(lambda events: commits.append(len(events)))

    await asyncio.gather(*(store.write(put, f"c{n}") for n in range(40)))

    assert commits == [40]


async def test_what_the_writer_did_not_get_before_it_closed_is_refused(store) -> None:
    late = asyncio.create_task(store.write(put, "late"))
    await asyncio.sleep(0)
    store.close()

    with pytest.raises(Unavailable):
        await late


async def test_readers_can_not_write(store) -> None:
    with pytest.raises(Unavailable, match="readonly"):
        await store.read(lambda reading: reading.execute("DELETE FROM clients"))


async def test_a_listener_that_fails_hinders_nobody(store, caplog) -> None:
    def deaf(events) -> None:
        raise RuntimeError("no")

    store.listen(deaf)

    assert await store.write(put, "erin") == "erin"
    assert await store.write(put, "frank") == "frank"
    assert "could not be told" in caplog.text


async def test_old_events_go_by_themselves(store, monkeypatch) -> None:
    monkeypatch.setattr("server.store.transactions.EVENTS_KEPT", 500)

    def shout(transaction: Transaction) -> None:
        for _ in range(2_500):
            transaction.emit("alice", EventKind.USAGE, 1)

    await store.write(shout)

    oldest, newest = await store.read(events.span)
    assert newest > 2_500
    assert newest - oldest < 1_500


async def test_a_commit_without_memory_answers_its_callers_and_the_writer_goes_on(store, caplog) -> None:
    class Forgetful:
        """A connection whose first commit finds no memory."""

        def __init__(self, connection: sqlite3.Connection) -> None:
            self._connection = connection
            self.refusals = 1

        def execute(self, sql: str, *parameters):
            if sql == "COMMIT" and self.refusals:
                self.refusals -= 1
                raise MemoryError
            return self._connection.execute(sql, *parameters)

        def __getattr__(self, name: str):
            return getattr(self._connection, name)

    writer = Writer(Forgetful(store._connect_writer()), on_commit=lambda _: None)
    try:
        async with asyncio.timeout(10):
            with pytest.raises(MemoryError):
                await writer.write(lambda transaction: put(transaction, "lost"))
            assert await writer.write(lambda transaction: put(transaction, "kept")) == "kept"
    finally:
        writer.close()
    assert await store.read(clients.find, "lost") is None
    assert "A commit of 1 calls failed" in caplog.text

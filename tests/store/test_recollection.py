"""What callers poll is read once between two commits."""

from __future__ import annotations

from typing import Any

from server.store import recollection
from server.store.recollection import Recollection
from server.store.transactions import Snapshot, Transaction


def value(_snapshot: Snapshot, asked: list[str], key: str) -> str:
    asked.append(key)
    return f"{key} {len(asked)}"


def nothing(_transaction: Transaction) -> None:
    """A transaction that changes nothing counts as one that might have."""


async def test_an_answer_is_remembered_until_something_is_committed(store: Any) -> None:
    asked: list[str] = []

    def look(snapshot: Snapshot, key: str) -> str:
        return value(snapshot, asked, key)

    first = [store.recall(lambda _: True, look, key) for key in ("a", "a", "b")]
    await store.write(nothing)
    again = store.recall(lambda _: True, look, "a")

    assert first == ["a 1", "a 1", "b 2"]
    assert again == "a 3"


async def test_what_is_heavy_is_read_each_time(store: Any) -> None:
    asked: list[str] = []

    def look(snapshot: Snapshot, key: str) -> str:
        return value(snapshot, asked, key)

    assert [store.recall(lambda _: False, look, "a") for _ in range(2)] == ["a 1", "a 2"]


def test_it_forgets_rather_than_grows() -> None:
    kept = Recollection()
    for number in range(recollection.MOST + 1):
        kept.keep(number, 0, "answer")

    assert kept.of(0, 0) is None
    assert kept.of(recollection.MOST, 0) == "answer"
    assert kept.of(recollection.MOST, 1) is None

"""Blocks made on another thread come in order, with their errors, and the thread ends with the iterator."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from server.engine.audio.ahead import DEPTH, ahead


def names() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


def test_items_come_in_order_whatever_their_number() -> None:
    assert list(ahead(range(1000))) == list(range(1000))
    assert list(ahead([])) == []
    assert "blocks-ahead" not in names()


def test_an_error_comes_where_its_item_would_have_come() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise OSError("disk full")

    taken = []
    with pytest.raises(OSError, match="disk full"):
        for item in ahead(broken()):
            taken.append(item)  # noqa: PERF402 - what came before the error is the point
    assert taken == [1]


def test_who_stops_early_ends_the_maker() -> None:
    made = []

    def endless() -> Iterator[int]:
        number = 0
        while True:
            made.append(number)
            yield number
            number += 1

    blocks = ahead(endless())
    assert next(blocks) == 0
    blocks.close()  # type: ignore[attr-defined]
    assert "blocks-ahead" not in names()
    assert len(made) <= DEPTH + 3

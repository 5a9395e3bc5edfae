"""Garbage is collected on the window's thread, and what is there for good is not looked through again."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from app.application import Collector


class Ring:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def collector(qapp: QObject) -> Iterator[Collector]:
    found = Collector(QObject(qapp))
    yield found
    found.close()


def test_python_no_longer_collects_by_itself(collector: Collector) -> None:
    gone: list[int] = []
    ring = Ring()
    weakref.finalize(ring, lambda: gone.append(threading.get_ident()))
    del ring
    rings = [Ring() for _ in range(5000)]
    assert not gone
    assert len(rings) > gc.get_threshold()[0]
    collector.collect()
    assert gone == [threading.get_ident()]


def test_what_was_loaded_is_not_looked_through_again(collector: Collector) -> None:
    kept = [Ring() for _ in range(5000)]
    before = gc.get_freeze_count()
    collector.settle()
    assert gc.get_freeze_count() - before >= len(kept)


def test_closing_gives_the_collection_back(qapp: QObject) -> None:
    collector = Collector(QObject(qapp))
    collector.close()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0

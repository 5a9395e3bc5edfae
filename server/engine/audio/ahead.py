"""Blocks made on another thread while the caller works on the last ones: NumPy and the codecs let go of the lock."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
DEPTH = 4
"""Blocks that may wait; more would only take memory."""


def ahead(blocks: Iterable[T], *, depth: int = DEPTH) -> Iterator[T]:
    """The same items in the same order, made up to `depth` ahead by a thread of their own.

    An error of the maker is raised where its item would have come. Closing the iterator early ends the thread.
    """
    made: queue.Queue[tuple[T | None, BaseException | None]] = queue.Queue(depth)
    unwanted = threading.Event()

    def put(item: T | None, error: BaseException | None) -> bool:
        while not unwanted.is_set():
            try:
                made.put((item, error), timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def make() -> None:
        try:
            for item in blocks:
                if not put(item, None):
                    return
        except BaseException as error:
            put(None, error)
        else:
            put(None, StopIteration())

    thread = threading.Thread(target=make, name="blocks-ahead", daemon=True)
    thread.start()
    try:
        while True:
            item, error = made.get()
            if isinstance(error, StopIteration):
                return
            if error is not None:
                raise error
            yield item  # type: ignore[misc]
    finally:
        unwanted.set()
        thread.join()

"""Pieces of work for the tests of worker processes: they live here so that a spawned process can import them."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import psutil

from server.engine.workfolders import WorkFolder


def process_id() -> int:
    return os.getpid()


def touch_and_wait(mark: Path) -> None:
    mark.write_text(str(os.getpid()))
    time.sleep(60)


def wait_until(end: Path, begun: Path) -> None:
    """Say at `begun` that the piece runs, which it does until there is something at `end`."""
    begun.write_text("begun")
    while not end.exists():
        time.sleep(0.01)


def die_until(count: int, mark: Path) -> str:
    """Lose the process the first `count` times."""
    tried = len(mark.read_text()) if mark.exists() else 0
    if tried < count:
        mark.write_text("x" * (tried + 1))
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def die_with_a_lock(mark: Path) -> str:
    """Lose the process once, while it holds a semaphore of the system's."""
    if not mark.exists():
        multiprocessing.get_context("spawn").RLock()
        kept = multiprocessing.get_context("spawn").RLock()
        mark.touch()
        with kept:
            os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def take_memory(mib: int) -> str:
    try:
        bytearray(mib * 1024 * 1024)
    except MemoryError:
        return "refused"
    return "given"


KEPT: list[bytearray] = []


def free_much(mib: int) -> None:
    """Fill the heap with blocks, and free all but a small one between every two."""
    blocks = []
    for _ in range(mib * 2):
        blocks.append(bytearray(500 * 1024))
        KEPT.append(bytearray(2000))
    blocks.clear()


def private_mib() -> float:
    """What this process holds alone."""
    return float(psutil.Process().memory_full_info().uss / 2**20)


def write_slowly(folder: Path, mark: Path) -> None:
    """Leave a half-written file behind when killed."""
    work = WorkFolder(folder)
    with work.in_use():
        (folder / ".part-1-thing").write_text("half")
        mark.write_text(str(os.getpid()))
        time.sleep(60)


def fail(message: str) -> None:
    raise ValueError(message)


def hold_until(gate: Path, mark: Path) -> int:
    """Say which process this is, and work until somebody opens the gate."""
    mark.with_suffix(".tmp").write_text(str(os.getpid()))
    mark.with_suffix(".tmp").rename(mark)
    while not gate.exists():
        time.sleep(0.01)
    return os.getpid()

"""Progress out of a worker process: a small file that the worker writes and the job's thread reads."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from server.domain.decoding import from_json
from server.domain.requests import Stage
from server.engine.stages.context import Report

INTERVAL_S = 0.3


class Teller:
    """Writes how far a piece is, a few times a second at most."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._last = ("", 0.0)

    def __call__(self, fraction: float, text: str) -> None:
        """Tell a fraction from 0 to 1 and a sentence."""
        now = time.monotonic()
        if text == self._last[0] and now - self._last[1] < INTERVAL_S:
            return
        self._last = (text, now)
        draft = self._path.with_name(f".part-{self._path.name}")
        # Nobody is worse off for a progress that was not told.
        with contextlib.suppress(OSError):
            draft.write_bytes(msgspec.json.encode((fraction, text)))
            draft.replace(self._path)


@contextlib.contextmanager
def followed(path: Path, report: Report, stage: Stage) -> Iterator[None]:
    """Report what a `Teller` writes at `path` while the block runs."""
    ended = threading.Event()

    def follow() -> None:
        told: tuple[float, str] | None = None
        while not ended.wait(INTERVAL_S):
            with contextlib.suppress(OSError, msgspec.MsgspecError):
                found = from_json(path.read_bytes(), tuple[float, str])
                if found != told:
                    told = found
                    report(stage, *found)

    thread = threading.Thread(target=follow, name="quillcast-followed", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        path.unlink(missing_ok=True)

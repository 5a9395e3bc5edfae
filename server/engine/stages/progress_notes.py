"""How far a piece in a worker process is: it leaves a note in a file, and whoever waits for the piece reads it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

Tell = Callable[[float, str], None]
_EVERY_S = 0.5


class Note:
    """The worker's side: writes at most twice a second, and never fails."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._last = 0.0

    def __call__(self, fraction: float, text: str) -> None:
        """Leave a note: how much is done, from 0 to 1, and one sentence."""
        now = time.monotonic()
        if now - self._last < _EVERY_S:
            return
        self._last = now
        part = self._path.with_suffix(".part")
        with contextlib.suppress(OSError):
            part.write_text(json.dumps([fraction, text]), "utf-8")
            part.replace(self._path)


@contextlib.contextmanager
def followed(path: Path, tell: Tell) -> Iterator[None]:
    """While the context lasts, hand every new note on."""
    over = threading.Event()

    def follow() -> None:
        last = ""
        while not over.wait(_EVERY_S):
            with contextlib.suppress(OSError, ValueError, TypeError):
                now = path.read_text("utf-8")
                if now != last:
                    last = now
                    fraction, text = json.loads(now)
                    tell(min(max(float(fraction), 0.0), 1.0), str(text))

    thread = threading.Thread(target=follow, name="quillcast-follow", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        path.unlink(missing_ok=True)

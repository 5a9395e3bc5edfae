"""Runs the pieces of workers on the calling thread: no process, the same functions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from server.domain.errors import Cancelled
from server.engine.workers import Supervision, WorkKind

P = ParamSpec("P")
T = TypeVar("T")


class InlineWorkers:
    """Stands in for `server.engine.workers.Workers`.

    `hold` keeps every piece of a kind back until `release` is called.
    """

    def __init__(self) -> None:
        self.cores = 2
        self.kinds: list[str] = []
        self.reached: dict[str, threading.Event] = {}
        """Set when the first piece of a held kind has come."""
        self._gates: dict[str, threading.Event] = {}
        self._stopped = threading.Event()

    def hold(self, kind: str) -> None:
        """Keep back pieces of this kind."""
        self._gates[kind] = threading.Event()
        self.reached[kind] = threading.Event()

    def release(self, kind: str) -> None:
        """Let them go."""
        self._gates[kind].set()

    def run(
        self, kind: WorkKind, supervision: Supervision, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What `function` answers."""
        self.kinds.append(kind.name)
        gate = self._gates.get(kind.name)
        if gate is not None:
            self.reached[kind.name].set()
        while gate is not None and not gate.wait(0.02):
            if self._stopped.is_set() or supervision.asked:
                raise Cancelled("stopped")
        supervision.check()
        return function(*args, **kwargs)

    def retire(self, kind: WorkKind) -> None:
        """There is no process to end."""

    def stop(self) -> None:
        """Pieces that are kept back raise `Cancelled`."""
        self._stopped.set()

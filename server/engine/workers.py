"""Worker processes by kind of work: started when needed, ended when idle, watched for death and time.

Built on pebble (spawn): cancelling a running piece ends its process and frees the place at once, and a process that
is killed loses only its own piece (measured; `ProcessPoolExecutor` and loky lose every job of the pool).

A worker unpickles a task while it holds the lock that all workers of a pool share, before it says which task it took.
Unpickling a function imports its module, which takes seconds: a process killed in that time would keep the lock and
lose the task. So a piece travels as bytes, and is unpickled once its worker has said that it has it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import re
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, TimeoutError
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessFuture, ProcessPool

from server.domain.errors import Cancelled, DomainError, WorkerLost
from server.engine import freed_memory

P = ParamSpec("P")
T = TypeVar("T")

MIB = 1024 * 1024
UNHEARD_S = 60.0
"""A piece whose process says nothing for this long beyond its time is lost."""
_NO_MEMORY = re.compile(
    r"failed to allocate|(cannot|can't|unable to) allocate|bad[_ ]?alloc|out of memory", re.IGNORECASE
)
"""How libraries with allocators of their own (CTranslate2, ONNX Runtime) say that there is no memory left."""


@dataclass(frozen=True, slots=True)
class WorkKind:
    """One kind of work: how many processes may do it, how long a piece may take and how much memory it may hold."""

    name: str
    processes: int
    """At most this many processes; 0 stands for one per core."""
    timeout_s: float
    memory_mib: int
    repeats_slow: bool = True
    """Whether a piece that ran over its time is tried again."""
    holds_little: bool = False
    """Whether what a piece frees goes back to the system at its end: for pieces that need much, and unlike amounts."""
    at_once: bool = False
    """Whether it takes no place of those for the cores: for short pieces that somebody waits for."""


IMPORTING = WorkKind("importing", processes=0, timeout_s=300, memory_mib=1500, repeats_slow=False)
RECOGNISING = WorkKind(
    "recognising", processes=0, timeout_s=7200, memory_mib=2500, repeats_slow=False, holds_little=True
)
"""Importing of what is seen or heard: pictures, scanned pages, recordings, videos."""
WRITING = WorkKind("writing", processes=1, timeout_s=600, memory_mib=2500)
LISTENING = WorkKind("listening", processes=0, timeout_s=900, memory_mib=1500, holds_little=True)
MATCHING = WorkKind("matching voices", processes=1, timeout_s=900, memory_mib=2500, holds_little=True)
"""Listening to a person and speaking with the voices that are near: the models of both are held at once."""
ASKING = WorkKind("the connected model", processes=2, timeout_s=7200, memory_mib=2500)
"""Writing by a model behind an address: it mostly waits."""
RUNNING_A_MODEL = WorkKind("the model file", processes=1, timeout_s=14400, memory_mib=32_000)
"""Writing by a model in this process; its weights are mapped, its context is not."""
VOICING = WorkKind("voicing", processes=0, timeout_s=180, memory_mib=2000)
DRAWING = WorkKind("drawing", processes=1, timeout_s=300, memory_mib=1500)
FILMING = WorkKind("filming", processes=0, timeout_s=1200, memory_mib=1000)
MIXING = WorkKind("mixing", processes=1, timeout_s=1800, memory_mib=2000)


class Supervision:
    """What holds for all pieces of a job: whether its end was asked for, and how many processes it has lost.

    Safe to use from any thread.
    """

    def __init__(self, whole: Supervision | None = None) -> None:
        self._whole = whole or self
        self._crashes = 0
        self._lock = threading.Lock()
        self._futures: set[ProcessFuture[Any]] = set()
        self._batches: set[Supervision] = set()
        self._asked = threading.Event()

    @property
    def asked(self) -> bool:
        """Whether the end was asked for."""
        return self._asked.is_set()

    def ask(self) -> None:
        """End every running piece now, and every later one before it starts."""
        self._asked.set()
        with self._lock:
            futures, batches = list(self._futures), list(self._batches)
        for future in futures:
            future.cancel()
        for batch in batches:
            batch.ask()

    @contextlib.contextmanager
    def batch(self) -> Iterator[Supervision]:
        """A supervision for some of the pieces, which can be ended alone; it ends with this one."""
        batch = Supervision(self._whole)
        with self._lock:
            self._batches.add(batch)
        if self.asked:
            batch.ask()
        try:
            yield batch
        finally:
            with self._lock:
                self._batches.discard(batch)

    def count_crash(self) -> int:
        """Note that a piece lost its process; how often that has happened to the whole job."""
        with self._whole._lock:
            self._whole._crashes += 1
            return self._whole._crashes

    def check(self) -> None:
        """Raise `Cancelled` once the end was asked for."""
        if self.asked:
            raise Cancelled("The generation was cancelled.")

    def hold(self, future: ProcessFuture[Any]) -> None:
        """Cancel this piece too when the end is asked for."""
        with self._lock:
            self._futures.add(future)
        if self.asked:
            future.cancel()

    def release(self, future: ProcessFuture[Any]) -> None:
        """The piece has ended by itself."""
        with self._lock:
            self._futures.discard(future)


class Places:
    """Room for so many pieces at a time, given out in the order it was asked for."""

    def __init__(self, count: int) -> None:
        self._lock = threading.Lock()
        self._free = count
        self._waiting: deque[threading.Event] = deque()

    def take(self, supervision: Supervision) -> None:
        """Wait for a place. Raises `Cancelled` when the end is asked for while waiting."""
        turn = threading.Event()
        with self._lock:
            if self._free and not self._waiting:
                self._free -= 1
                return
            self._waiting.append(turn)
        while not turn.wait(0.2):
            if supervision.asked and self._leave(turn):
                supervision.check()

    def give_back(self) -> None:
        """Hand the place to whoever waits longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    def _leave(self, turn: threading.Event) -> bool:
        with self._lock:
            if turn not in self._waiting:
                return False
            self._waiting.remove(turn)
            return True


QUIET_TRACKER = "ignore:resource_tracker:UserWarning"
"""A process that is ended in the middle of its work can't give its semaphores back. Python's tracker does it when the
program ends, and would say so on stderr; it is started with the warning options that the program has by then."""


class Workers:
    """The processes of one engine.

    Args:
        cores: how many pieces run at a time, over all kinds.
        idle_s: how long a kind's processes outlive their last piece; 0 ends them as soon as the kind is retired.
        crash_limit: with this many lost processes a job is given up; with fewer the piece runs again.
    """

    def __init__(self, *, cores: int, idle_s: float = 60.0, crash_limit: int = 3) -> None:
        if QUIET_TRACKER not in sys.warnoptions:
            sys.warnoptions.append(QUIET_TRACKER)
        self.cores = max(1, cores)
        self._idle_s = idle_s
        self._crash_limit = crash_limit
        self._places = Places(self.cores)
        self._lock = threading.Lock()
        self._pools: dict[WorkKind, ProcessPool] = {}
        self._running: dict[WorkKind, int] = {}
        self._last_used: dict[WorkKind, float] = {}
        self._stopped = threading.Event()
        self._reaper = threading.Thread(target=self._reap, name="quillcast-reaper", daemon=True)
        if idle_s > 0:
            self._reaper.start()

    def run(
        self, kind: WorkKind, supervision: Supervision, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run one piece in a process of its kind and wait for it. The piece runs again when its process dies.

        Raises:
            Cancelled: the end was asked for, or the engine stopped.
            WorkerLost: the job's pieces lost their process, or ran over their time, `crash_limit` times.
        """
        while True:
            try:
                return self._run_once(kind, supervision, function, args, kwargs)
            except (ProcessExpired, BrokenProcessPool, TimeoutError) as lost:
                supervision.check()
                if self._stopped.is_set():
                    raise Cancelled("The engine is stopping.") from lost
                slow = isinstance(lost, TimeoutError)
                if supervision.count_crash() >= self._crash_limit or (slow and not kind.repeats_slow):
                    why = "took too long" if slow else "ended unexpectedly"
                    fault = WorkerLost(
                        f"The worker for {kind.name} {why}; close other programs to free memory, then run it again: "
                        "what is finished is kept."
                    )
                    fault.was_slow = slow
                    raise fault from lost

    def _run_once(
        self,
        kind: WorkKind,
        supervision: Supervision,
        function: Callable[..., T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> T:
        piece = pickle.dumps((function, args, kwargs))
        if not kind.at_once:
            self._places.take(supervision)
        try:
            supervision.check()
            future: ProcessFuture[T] = self._schedule(kind, piece)
            supervision.hold(future)
            try:
                # pebble counts a piece's time from its acknowledgement; a process that dies right before gives none.
                return future.result(timeout=kind.timeout_s + UNHEARD_S)
            except TimeoutError:
                future.cancel()
                raise
            except CancelledError as error:
                raise Cancelled("The generation was cancelled.") from error
            finally:
                supervision.release(future)
                with self._lock:
                    self._running[kind] -= 1
                    self._last_used[kind] = time.monotonic()
        finally:
            if not kind.at_once:
                self._places.give_back()

    def _schedule(self, kind: WorkKind, piece: bytes) -> ProcessFuture[Any]:
        with self._lock:
            if self._stopped.is_set():
                raise Cancelled("The engine is stopping.")
            pool = self._pools.get(kind)
            if pool is not None and not pool.active:
                pool.stop()
                pool.join()
                pool = None
            if pool is None:
                pool = ProcessPool(
                    max_workers=min(kind.processes or self.cores, self.cores),
                    initializer=_prepare,
                    initargs=(kind.memory_mib, kind.holds_little),
                    context=multiprocessing.get_context("spawn"),
                )
                self._pools[kind] = pool
            do = _do_and_give_back if kind.holds_little else _do
            future: ProcessFuture[Any] = pool.schedule(do, args=(piece,), timeout=kind.timeout_s)
            self._running[kind] = self._running.get(kind, 0) + 1
            return future

    def retire(self, kind: WorkKind) -> None:
        """End this kind's processes if they have nothing to do and are not meant to wait for more work."""
        if self._idle_s > 0:
            return
        self._end(kind, idle_for=0.0)

    def _end(self, kind: WorkKind, *, idle_for: float) -> None:
        with self._lock:
            pool = self._pools.get(kind)
            busy = self._running.get(kind, 0) > 0
            if pool is None or busy or time.monotonic() - self._last_used.get(kind, 0.0) < idle_for:
                return
            del self._pools[kind]
        pool.stop()
        pool.join()

    def _reap(self) -> None:
        while not self._stopped.wait(min(self._idle_s / 4, 5.0)):
            for kind in tuple(self._pools):
                self._end(kind, idle_for=self._idle_s)

    def stop(self) -> None:
        """End every process now. Pieces still running raise `Cancelled`."""
        self._stopped.set()
        with self._lock:
            pools = list(self._pools.values())
            self._pools.clear()
        for pool in pools:
            pool.stop()
        for pool in pools:
            pool.join()


def _do(piece: bytes) -> object:
    """Run a piece in a worker process.

    Raises:
        MemoryError: there is none left, also where a library's own allocator says so by another exception.
    """
    function, args, kwargs = pickle.loads(piece)  # noqa: S301 - made by this program a moment ago
    try:
        return function(*args, **kwargs)
    except Exception as error:
        if not isinstance(error, DomainError) and _NO_MEMORY.search(str(error)):
            raise MemoryError(str(error)) from error
        raise


def _do_and_give_back(piece: bytes) -> object:
    try:
        return _do(piece)
    finally:
        freed_memory.give_back()


def _prepare(memory_mib: int, holds_little: bool) -> None:
    """Set up a worker process: no Ctrl-C of its own, a memory limit, and an end when its parent has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "TOKENIZERS_PARALLELISM"):
        os.environ[name] = "false" if name.startswith("TOKENIZERS") else "1"
    _limit_memory(memory_mib * MIB)
    if holds_little:
        freed_memory.hold_little()
    threading.Thread(target=_end_with_parent, name="quillcast-parent-watch", daemon=True).start()


def _limit_memory(limit: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    # RLIMIT_DATA counts private writable memory; address space would also count mapped model files.
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


def _end_with_parent() -> None:
    """A worker whose parent was killed would otherwise go on with its piece for nobody."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

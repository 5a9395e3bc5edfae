"""The engine of one machine: a thread for each running job, worker processes for everything heavy."""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path

from server.domain.errors import Cancelled, DomainError, GenerationError, WorkerLost
from server.domain.requests import OutputType, Stage
from server.engine.jobs import Event, Failed, Finished, Job, Listener, Progressed, Stopped, Waiting
from server.engine.stages.context import Context
from server.engine.workers import Supervision, Workers
from server.engine.workfolders import WorkFolder, disk_error

log = logging.getLogger(__name__)


class ProcessEngine:
    """`Engine` on this machine.

    Args:
        cache: folder of the joined model files; made when needed.
        cores: pieces that run at a time; as many as the machine has by default.
        crash_limit: lost processes after which a job fails as crashed; with 1 the caller counts them.
        idle_s: how long worker processes wait for more work; 0 ends each kind when a job is past it.
    """

    def __init__(self, *, cache: Path, cores: int | None = None, crash_limit: int = 3, idle_s: float = 60.0) -> None:
        self._cache = cache
        self._workers = Workers(cores=cores or available_cores(), idle_s=idle_s, crash_limit=crash_limit)
        self._listeners: list[Listener] = []
        self._lock = threading.Lock()
        self._running: dict[str, tuple[Supervision, threading.Thread]] = {}
        self._stopping = threading.Event()

    @property
    def makes(self) -> frozenset[OutputType]:
        """The output types that have a maker."""
        return frozenset(OutputType)

    def listen(self, listener: Listener) -> None:
        """Send every event to `listener` from now on."""
        self._listeners.append(listener)

    def submit(self, job: Job) -> None:
        """Start a job; its events follow.

        Raises:
            ValueError: the job already runs.
        """
        supervision = Supervision()
        thread = threading.Thread(
            target=self._run, args=(job, supervision), name=f"quillcast-job-{job.id[:8]}", daemon=True
        )
        with self._lock:
            if job.id in self._running:
                raise ValueError(f"job {job.id} already runs")
            self._running[job.id] = (supervision, thread)
        thread.start()

    def cancel(self, job_id: str) -> None:
        """End a job; `Stopped` follows when nothing of it runs any more."""
        with self._lock:
            running = self._running.get(job_id)
        if running is not None:
            running[0].ask()

    def reattach(self) -> tuple[str, ...]:
        """No job of one machine's engine outlives it."""
        return ()

    def stop(self) -> None:
        """End every process; jobs still running get `Stopped(interrupted=True)` and keep their checkpoints."""
        self._stopping.set()
        with self._lock:
            running = list(self._running.values())
        for supervision, _ in running:
            supervision.ask()
        self._workers.stop()
        for _, thread in running:
            thread.join(timeout=3)

    def _run(self, job: Job, supervision: Supervision) -> None:
        work = WorkFolder(job.work)
        last = self._outcome(job, work, supervision)
        try:
            if not isinstance(last, Finished):
                work.remove_parts()
        except OSError as error:
            log.warning("half-written files of job %s stay: %s", job.id, error)
        finally:
            # Without a last event the job would hold its slot for ever.
            with self._lock:
                self._running.pop(job.id, None)
            self._emit(last)

    def _outcome(self, job: Job, work: WorkFolder, supervision: Supervision) -> Event:
        from server.engine.generating import ScriptWaits, generate  # brings every reader, writer and painter

        def report(stage: Stage, fraction: float, text: str, seconds_left: float | None = None) -> None:
            self._emit(Progressed(job.id, job.attempt, stage, fraction, text, seconds_left))

        context = Context(
            spec=job.spec,
            work=work,
            cache=self._cache,
            workers=self._workers,
            supervision=supervision,
            report=report,
        )
        try:
            return Finished(job.id, job.attempt, generate(context))
        except ScriptWaits as waits:
            return Waiting(job.id, job.attempt, waits.script, waits.film)
        except Exception as error:
            if supervision.asked or isinstance(error, Cancelled):
                return Stopped(job.id, job.attempt, interrupted=self._stopping.is_set())
            told = _told(error, job)
            return Failed(job.id, job.attempt, told, crashed=isinstance(told, WorkerLost))

    def _emit(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)


def _told(error: Exception, job: Job) -> GenerationError:
    match error:
        case GenerationError():
            return error
        case DomainError():
            return GenerationError(error.message, code=error.code)
        case MemoryError():  # of a stage that has no words of its own for it
            return WorkerLost(
                "The work needs more memory than a worker may take; give it less at a time, or close other programs."
            )
        case OSError():
            return disk_error(error, job.work)
        case _:
            log.error("job %s failed unexpectedly", job.id, exc_info=error)
            return GenerationError("Something went wrong in the program; the log file has the details.")


def available_cores() -> int:
    """Cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1

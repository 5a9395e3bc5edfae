"""Hands waiting requests to the engine and keeps what comes back.

The store is the truth. A request is taken under a lease and a new attempt number, and whatever its job reports counts
only while that attempt is the current one: a job that was cancelled, or taken over after a stall, changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from server.config.faults import fault
from server.domain.errors import DomainError, ErrorCode, GenerationError, RenderingFailed, Unavailable
from server.domain.identifiers import new_id
from server.domain.requests import Stage, status_of
from server.domain.times import Clock, to_ms, utc_now
from server.engine.jobs import Engine, Event, Failed, Finished, Job, Progressed, Stopped, Waiting
from server.services.custom_voices import CustomVoices
from server.services.disk import HasRoom, plenty
from server.services.endpoints import Endpoints
from server.services.episode_drafts import EpisodeDrafts
from server.services.job_specs import JobSpecs, NotebookSources
from server.services.keeper import Keeper
from server.services.publications import Publications
from server.services.speaking import Speaking
from server.services.writing_settings import WritingSettingsService
from server.store import outcomes, runs
from server.store.artefacts import Storage
from server.store.attempts import Attempt
from server.store.database import Store
from server.store.runs import Claimed

log = logging.getLogger(__name__)

LEASE_S = 60.0
HEARTBEAT_S = 15.0
"""How often leases are renewed and lost ones looked for."""
PROGRESS_INTERVAL_S = 0.25
"""Progress within a stage is written at most this often."""
CLOSING_S = 3.0
"""How long the last reports of stopped jobs are waited for."""
UNEXPECTED = "Something went wrong inside; the log has the details. Try it again."


@dataclass(slots=True)
class _Run:
    """A request that holds a slot: its job runs, or is about to, or its results are being stored."""

    attempt: Attempt
    work: Path
    events: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    submitted: bool = False
    unwanted: asyncio.Event = field(default_factory=asyncio.Event)


class Dispatcher:
    """Claims, runs and settles requests. `Requests` wakes it; the edge has no business with it."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        engine: Engine,
        *,
        work: Path,
        concurrency: int,
        speaking: Speaking | None = None,
        drafts: EpisodeDrafts | None = None,
        writing: WritingSettingsService | None = None,
        notebook_sources: NotebookSources | None = None,
        allow_private_urls: bool = False,
        endpoints: Endpoints | None = None,
        custom_voices: CustomVoices | None = None,
        publications: Publications | None = None,
        room: HasRoom = plenty,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._engine = engine
        self._specs = JobSpecs(
            store,
            storage,
            speaking=speaking,
            drafts=drafts,
            writing=writing,
            notebook_sources=notebook_sources,
            allow_private_urls=allow_private_urls,
            endpoints=endpoints,
        )
        self._work = work
        self._concurrency = concurrency
        self._keeper = Keeper(store, storage, custom_voices=custom_voices, publications=publications, clock=clock)
        self._require_room = room
        self._clock = clock
        self._holder = new_id()
        self._runs: dict[str, _Run] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._news = asyncio.Event()
        self._next_due: int | None = 0
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._main: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Go on with everything unfinished, and begin to take requests."""
        self._engine.listen(self._hear)
        reattached = self._engine.reattach()
        for attempt in await self._store.read(runs.running, reattached):
            self._begin(_Run(attempt, self._work / attempt.id, submitted=True))
        count = await self._store.write(runs.recover, self._now_ms(), but=tuple(self._runs))
        if count:
            log.info("%d interrupted requests go on", count)
        self._main = asyncio.create_task(self._take_turns(), name="dispatcher")

    async def close(self) -> None:
        """End every job; requests that ran are queued again and go on at the next start."""
        self._closing = True
        self._news.set()
        if self._main is not None:
            await self._main
        await asyncio.to_thread(self._engine.stop)
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=CLOSING_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    @property
    def running(self) -> tuple[str, ...]:
        """Ids of the requests that run now, for the health page."""
        return tuple(self._runs)

    async def quiet(self) -> None:
        """Wait until nothing runs."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    @property
    def is_closing(self) -> bool:
        """Whether the server is about to end."""
        return self._closing

    @property
    def _has_slot(self) -> bool:
        return not self._closing and len(self._runs) < self._concurrency

    def wake(self) -> None:
        """A request may be due."""
        self._next_due = 0
        self._news.set()

    def expect(self, due_ms: int) -> None:
        """A request will be due then."""
        if self._next_due is None or due_ms < self._next_due:
            self._next_due = due_ms
            self._news.set()

    def stop(self, request_id: str) -> None:
        """A request was cancelled: end its processes if it has any."""
        run = self._runs.get(request_id)
        if run is None:
            return
        run.unwanted.set()
        if run.submitted:
            self._engine.cancel(request_id)

    def _hear(self, event: Event) -> None:
        """Called from the engine's threads."""
        with contextlib.suppress(RuntimeError):  # the loop is gone: the store tells the next start all it needs
            self._loop.call_soon_threadsafe(self._sort, event)

    def _sort(self, event: Event) -> None:
        run = self._runs.get(event.job_id)
        if run is not None and run.attempt.number == event.attempt:
            run.events.put_nowait(event)

    async def _take_turns(self) -> None:
        beat = self._loop.time()
        while not self._closing:
            self._news.clear()
            try:
                await self._fill_slots()
                if self._loop.time() - beat >= HEARTBEAT_S:
                    beat = self._loop.time()
                    await self._keep_leases()
            except DomainError as error:
                log.warning("The queue could not be read: %s", error)
                self._next_due = None
            except Exception:
                # Whatever it was, the queue goes on; the next look is after the next rest.
                log.exception("The queue could not be read")
                self._next_due = None
            await self._rest()

    async def _rest(self) -> None:
        """Until something is due, something happens, or the leases want renewing."""
        wait = HEARTBEAT_S
        if self._next_due is not None and self._has_slot:
            wait = min(wait, max((self._next_due - self._now_ms()) / 1000, 0.0))
        try:
            async with asyncio.timeout(wait):
                await self._news.wait()
        except TimeoutError:
            if self._next_due is None:
                self._next_due = 0

    async def _fill_slots(self) -> None:
        while self._has_slot and self._next_due is not None and self._next_due <= self._now_ms():
            self._next_due = None
            claimed = await self._store.write(
                runs.claim,
                self._now_ms(),
                holder=self._holder,
                lease_ms=int(LEASE_S * 1000),
                but=tuple(self._runs),
            )
            if claimed is None:
                due = await self._store.read(runs.next_due)
                # What is due and was not taken waits for a slot of its own; its end brings us back.
                if due is not None and due > self._now_ms():
                    self.expect(due)
                return
            fault("after-claim-commit")
            self._next_due = 0
            run = _Run(claimed.attempt, self._work / claimed.attempt.id)
            self._begin(run, claimed)

    def _begin(self, run: _Run, claimed: Claimed | None = None) -> None:
        self._runs[run.attempt.id] = run
        self._spawn(self._carry(run, claimed))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, run: _Run, claimed: Claimed | None) -> None:
        """See one attempt through, whatever happens."""
        try:
            await self._bring_to_an_end(run, claimed)
        except DomainError as error:
            # The store does not take it now: nobody renews the lease any more, and the request goes on when it is over.
            log.warning("Request %s: %s", run.attempt.id, error)
        except Exception:
            log.exception("Request %s could not be settled", run.attempt.id)
        finally:
            del self._runs[run.attempt.id]
            self.wake()

    async def _bring_to_an_end(self, run: _Run, claimed: Claimed | None) -> None:
        try:
            if claimed is None or await self._submit(run, claimed):
                await self._follow(run)
        except GenerationError as error:
            await self._fail(run, error)
        except DomainError:
            raise
        except Exception:
            log.exception("Request %s could not be carried through", run.attempt.id)
            await self._fail(run, GenerationError(UNEXPECTED))

    async def _submit(self, run: _Run, claimed: Claimed) -> bool:
        """Hand the job over; False when it was cancelled before."""
        try:
            self._require_room()
        except Unavailable as full:
            raise RenderingFailed(full.message, code=full.code) from full
        spec = await self._specs.of(claimed)
        job = Job(run.attempt.id, run.attempt.number, spec, run.work)
        if run.unwanted.is_set() or self._closing:
            await self._store.write(runs.interrupt, run.attempt, self._now_ms())
            return False
        # Handing over pickles the sources, which may take a while.
        await asyncio.to_thread(self._hand_over, job)
        run.submitted = True
        if run.unwanted.is_set():
            self._engine.cancel(run.attempt.id)
        return True

    def _hand_over(self, job: Job) -> None:
        job.work.mkdir(parents=True, exist_ok=True)
        self._engine.submit(job)

    async def _follow(self, run: _Run) -> None:
        """Take a job's reports until the last."""
        written = -PROGRESS_INTERVAL_S
        told: tuple[Stage, int] | None = None
        latest: Progressed | None = None
        while True:
            event = await self._next_event(run, written + PROGRESS_INTERVAL_S if latest else None)
            if isinstance(event, Progressed):
                latest = event
                is_new_stage = told is None or told[0] is not event.stage
                if not is_new_stage and self._loop.time() - written < PROGRESS_INTERVAL_S:
                    continue
            elif event is not None:
                await self._end(run, event)
                return
            if latest is not None:
                reached = latest.stage, status_of(latest.stage, latest.fraction)
                if reached != told:
                    written, told = self._loop.time(), reached
                    await self._note(run, latest)
                latest = None

    async def _next_event(self, run: _Run, until: float | None) -> Event | None:
        if until is None:
            return await run.events.get()
        try:
            async with asyncio.timeout_at(until):
                return await run.events.get()
        except TimeoutError:
            return None

    async def _note(self, run: _Run, event: Progressed) -> None:
        current = await self._store.write(
            runs.progress,
            run.attempt,
            self._now_ms(),
            stage=event.stage,
            status=status_of(event.stage, event.fraction),
            text=event.text,
            seconds_left=event.seconds_left,
        )
        if not current:
            self.stop(run.attempt.id)

    async def _end(self, run: _Run, event: Event) -> None:
        match event:
            case Finished():
                await self._keeper.keep(run.attempt, event.result, run.work)
            case Waiting(script=script, film=film):
                encoded = msgspec.json.encode(script).decode()
                kept = msgspec.json.encode(film).decode() if film else ""
                await self._store.write(runs.wait_for_approval, run.attempt, self._now_ms(), script=encoded, film=kept)
            case Failed(crashed=True):
                log.warning("Request %s lost its worker in attempt %d", run.attempt.id, run.attempt.number)
                await self._store.write(runs.lose_worker, run.attempt, self._now_ms())
            case Failed(error=error):
                await self._fail(run, error)
            case Stopped():
                await self._store.write(runs.interrupt, run.attempt, self._now_ms())
            case _:
                log.error("Request %s ended with an unknown report: %s", run.attempt.id, type(event).__name__)

    async def _fail(self, run: _Run, error: GenerationError) -> None:
        code, message = ErrorCode(error.error_code), error.message
        await self._store.write(outcomes.fail, run.attempt, self._now_ms(), error_code=code.value, message=message)

    async def _keep_leases(self) -> None:
        now_ms = self._now_ms()
        attempts = tuple(run.attempt for run in self._runs.values())
        if attempts:
            await self._store.write(runs.renew, attempts, lease_ends=now_ms + int(LEASE_S * 1000))
        if await self._store.write(runs.recover, now_ms, but=tuple(self._runs), expired_only=True):
            self.wake()

    def _now_ms(self) -> int:
        return to_ms(self._clock())

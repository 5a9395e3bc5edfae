"""Rebuilds of episodes from their desks: beside the queue, one at a time, so that whoever edits never waits for others.

A rebuild is taken under a lease and an attempt number, like a request; whatever its job reports counts only while that
attempt is the current one. It replaces the episode's audio in one transaction, with all that follows from it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from server.domain import episodes as rules
from server.domain.accounts import Account
from server.domain.episode_drafts import EpisodeDraft, Rebuild, RebuildState
from server.domain.episodes import CHAPTERS_FILE, Recorded
from server.domain.errors import Conflict, DomainError, GenerationError
from server.domain.events import EventKind
from server.domain.identifiers import new_id
from server.domain.requests import State
from server.domain.times import Clock, to_ms, utc_now
from server.engine.jobs import Engine, Event, Failed, Finished, Job, Progressed, Stopped
from server.services.disk import HasRoom, plenty
from server.services.episode_drafts import EpisodeDrafts
from server.services.made_episodes import enclosure_of, recorded_of
from server.services.results import Results
from server.services.speaking import Speaking
from server.store import episode_drafts, episodes, rebuilds, requests
from server.store.artefacts import Storage
from server.store.database import Store
from server.store.outcomes import Outcome
from server.store.rebuilds import ClaimedRebuild
from server.store.transactions import Transaction

log = logging.getLogger(__name__)

LEASE_S = 60.0
HEARTBEAT_S = 15.0
PROGRESS_INTERVAL_S = 0.2
CLOSING_S = 3.0
UNEXPECTED = "Something went wrong inside; the log has the details. Try it again."


class Rebuilds:
    """Takes, runs and settles rebuilds. Must be made on the event loop that will use it."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        engine: Engine,
        drafts: EpisodeDrafts,
        *,
        speaking: Speaking,
        work: Path,
        room: HasRoom = plenty,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._engine = engine
        self._drafts = drafts
        self._speaking = speaking
        self._work = work
        self._require_room = room
        self._clock = clock
        self._results = Results(storage)
        self._loop = asyncio.get_running_loop()
        self._awake = asyncio.Event()
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._running: ClaimedRebuild | None = None
        self._unwanted = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Go on with what the last run left, and begin to take rebuilds."""
        self._engine.listen(self._hear)
        await self._store.write(rebuilds.recover, self._now_ms())
        self._awake.set()
        self._task = asyncio.create_task(self._take_turns(), name="rebuilds")

    async def close(self) -> None:
        """End what runs; it goes on at the next start."""
        self._closing = True
        self._awake.set()
        self._stop()
        if self._task is not None:
            _, late = await asyncio.wait([self._task], timeout=CLOSING_S)
            for task in late:
                task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def ask(self, request_id: str, *, by: Account) -> Rebuild:
        """Rebuild a finished episode from its desk.

        Raises:
            NotFound: there is no such request of the caller.
            Conflict: it is no finished episode (``script_waits``, ``not_editable``), or it is being rebuilt.
            Unavailable: the disk is nearly full.
        """
        found, kept = await self._drafts.current(request_id, by=by)
        if found.state is not State.COMPLETED:
            raise Conflict("Its script waits: approve it, and the draft is what is made.", code="script_waits")
        self._require_room()
        asked = await self._store.write(rebuilds.ask, found.seq, new_id(), kept, self._now_ms())
        self._awake.set()
        return asked

    async def cancel(self, request_id: str, *, by: Account) -> Rebuild | None:
        """Stop the rebuild of an episode; one that has ended stays as it is. Raises as `ask`."""
        found, _ = await self._drafts.current(request_id, by=by)
        left = await self._store.write(rebuilds.cancel, found.seq, self._now_ms())
        if self._running is not None and self._running.seq == found.seq:
            self._stop()
        return left

    def _stop(self) -> None:
        self._unwanted.set()
        if self._running is not None:
            self._engine.cancel(self._running.rebuild.id)

    def _hear(self, event: Event) -> None:
        """Called from the engine's threads."""
        with contextlib.suppress(RuntimeError):  # the loop is gone: the next start goes on
            self._loop.call_soon_threadsafe(self._sort, event)

    def _sort(self, event: Event) -> None:
        running = self._running
        if running is None or event.job_id != running.rebuild.id or event.attempt != running.rebuild.attempt:
            return
        self._events.put_nowait(event)

    async def _take_turns(self) -> None:
        while not self._closing:
            try:
                await self._take_all()
            except DomainError as error:
                log.warning("Rebuilds could not be read: %s", error)
            except Exception:
                log.exception("Rebuilds could not be read")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._awake.wait()

    async def _take_all(self) -> None:
        while not self._closing:
            self._awake.clear()
            await self._store.write(rebuilds.recover, self._now_ms(), but="-")
            claimed = await self._store.write(rebuilds.claim, self._now_ms(), lease_ms=int(LEASE_S * 1000))
            if claimed is None:
                return
            await self._carry(claimed)

    async def _carry(self, claimed: ClaimedRebuild) -> None:
        self._running = claimed
        self._unwanted.clear()
        self._events = asyncio.Queue()
        try:
            original = await self._submit(claimed)
            await self._follow(claimed, original)
        except GenerationError as error:
            await self._fail(claimed, error.message)
        except DomainError as error:
            log.warning("Rebuild %s: %s", claimed.rebuild.id, error)
            await self._fail(claimed, error.message)
        except Exception:
            log.exception("Rebuild %s could not be carried through", claimed.rebuild.id)
            await self._fail(claimed, UNEXPECTED)
        finally:
            self._running = None

    async def _submit(self, claimed: ClaimedRebuild) -> EpisodeDraft:
        """Hand it to the engine; what the episode was made of when it came to the desk."""
        found = await self._store.read(episode_drafts.any_request, claimed.request_id, claimed.client_id)
        original = await self._drafts.original(found)
        kept = await self._store.read(episode_drafts.draft, claimed.seq)
        whole = replace(kept, draft=claimed.draft) if kept else episode_drafts.KeptDraft(0, claimed.draft)
        await self._drafts.say_few(found, claimed.draft)
        draft = await self._drafts.spec(found, whole)
        spec = await self._speaking.completed(
            draft, client_id=claimed.client_id, podcast_id=await self._drafts.podcast_of(found)
        )
        work = self._work / rebuilds.desk_folder(claimed.request_id)
        job = Job(claimed.rebuild.id, claimed.rebuild.attempt, spec, work)
        if not self._unwanted.is_set():
            await asyncio.to_thread(self._hand_over, job)
            if self._unwanted.is_set():
                self._engine.cancel(claimed.rebuild.id)
        else:
            self._events.put_nowait(Stopped(job.id, job.attempt))
        return original.draft

    def _hand_over(self, job: Job) -> None:
        job.work.mkdir(parents=True, exist_ok=True)
        self._engine.submit(job)

    async def _follow(self, claimed: ClaimedRebuild, original: EpisodeDraft) -> None:
        """Take the job's reports until the last, and keep the lease meanwhile."""
        written = self._loop.time() - PROGRESS_INTERVAL_S
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    event = await self._events.get()
            except TimeoutError:
                ends = self._now_ms() + int(LEASE_S * 1000)
                await self._store.write(rebuilds.renew, claimed.rebuild, lease_ends=ends)
                continue
            if not isinstance(event, Progressed):
                await self._end(claimed, event, original)
                return
            if self._loop.time() - written >= PROGRESS_INTERVAL_S:
                written = self._loop.time()
                await self._store.write(
                    rebuilds.progress, claimed, self._now_ms(), fraction=_share(event), text=event.text
                )

    async def _end(self, claimed: ClaimedRebuild, event: Event, original: EpisodeDraft) -> None:
        match event:
            case Finished(result=result):
                outcome = await asyncio.to_thread(self._results.stored, result)
                recorded = recorded_of(
                    result.script,
                    result.recording.line_times_ms if result.recording else (),
                    title=result.title,
                    language=result.language,
                )
                await self._store.write(_complete, claimed, outcome, recorded, self._clock(), original=original)
            case Failed(crashed=True):
                log.warning("Rebuild %s lost its worker", claimed.rebuild.id)
                await self._store.write(rebuilds.lose_worker, claimed, self._now_ms())
                self._awake.set()
            case Failed(error=error):
                await self._fail(claimed, error.message)
            case Stopped() if self._closing:
                await self._store.write(rebuilds.again, claimed, self._now_ms())
            case _:
                await self._store.write(rebuilds.end, claimed, self._now_ms(), state=RebuildState.CANCELLED)

    async def _fail(self, claimed: ClaimedRebuild, sentence: str) -> None:
        await self._store.write(rebuilds.end, claimed, self._now_ms(), state=RebuildState.FAILED, error=sentence)

    def _now_ms(self) -> int:
        return to_ms(self._clock())


def _share(event: Progressed) -> float:
    """How far a rebuild is: speaking is the first half, mixing the second."""
    return event.fraction * 0.5 if event.stage.value == "voicing" else 0.5 + event.fraction * 0.45


def _complete(
    transaction: Transaction,
    claimed: ClaimedRebuild,
    outcome: Outcome,
    recorded: Recorded,
    now: datetime,
    *,
    original: EpisodeDraft,
) -> bool:
    """The new audio takes the place of the old one, and all that follows from it; whether the attempt is current."""
    now_ms = to_ms(now)
    if not rebuilds.end(transaction, claimed, now_ms, state=RebuildState.DONE):
        return False
    rebuilds.replace_result(transaction, claimed.seq, outcome, now_ms, draft=claimed.draft, original=original)
    audio = outcome.media[0]
    episode = episodes.of_request(transaction, claimed.request_id, claimed.client_id)
    if episode is not None:
        key = episode.share_path.rsplit("/", 1)[-1]
        elsewhere = tuple(each for each in episode.transcripts if not each.address.startswith("/"))
        own = rules.own_transcripts(key, recorded.language) if recorded.turns else ()
        after = replace(
            episode,
            # A title that somebody gave the episode stays.
            title=recorded.title if episode.title == episode.audio_title else episode.title,
            audio_title=recorded.title,
            enclosure=enclosure_of(audio),
            chapters=recorded.chapters,
            chapters_address=rules.transcript_path(key, CHAPTERS_FILE) if recorded.chapters else "",
            transcripts=(*own, *elsewhere),
            soundbites=recorded.soundbites,
            updated_on=now,
        )
        episodes.add_media(transaction, episode.id, audio, now_ms)
        if recorded.turns:
            episodes.keep_turns(transaction, episode.id, recorded.turns)
        episodes.save(transaction, after, now_ms)
    request = requests.find(transaction, claimed.request_id, claimed.client_id)
    transaction.emit(
        claimed.client_id, EventKind.PROGRESS, now_ms, subject=claimed.request_id, data=requests.told_of(request)
    )
    episode_drafts.tell(transaction, claimed.seq, now_ms, {"rebuilt": True})
    return True

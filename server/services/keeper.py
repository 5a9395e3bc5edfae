"""What finished jobs made, kept with all that it becomes in the transaction that ends their request."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

from server.config.faults import fault
from server.domain.custom_voices import NewVoice
from server.domain.orders import ContentOrder, Order
from server.domain.requests import PODCAST_TYPES, OutputType
from server.domain.times import Clock, to_ms, utc_now
from server.engine.jobs import RenderResult
from server.engine.topics.own import FROM_NOTEBOOK
from server.services.custom_voices import CustomVoices
from server.services.made_episodes import made_episode, recorded_of
from server.services.publications import Publications
from server.services.results import Results
from server.services.specs import decoded
from server.store import outcomes, requests, runs
from server.store.artefacts import Storage
from server.store.attempts import Attempt
from server.store.database import Store
from server.store.episodes import MadeEpisode
from server.store.outcomes import Outcome
from server.store.transactions import Transaction


class Keeper:
    """Keeps results while their attempt is the current one; what an older one made is dropped."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        *,
        custom_voices: CustomVoices | None = None,
        publications: Publications | None = None,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._results = Results(storage)
        self._custom_voices = custom_voices
        self._publications = publications
        self._clock = clock

    async def keep(self, attempt: Attempt, result: RenderResult, work: Path) -> None:
        """End a request with what its job made, or hand its video on to its targets; `work` goes with that.

        Raises:
            GenerationError: what was made is damaged, or the disk can't take it.
            Unavailable: the store can't take it now.
        """
        if not await self._store.write(runs.begin_storing, attempt, self._now_ms()):
            return
        found = await self._store.read(runs.ordered, attempt)
        if found is None:
            return
        client_id, kind, body = found
        order = decoded(body, kind)
        outcome = await asyncio.to_thread(self._results.stored, _without_notebook(result, order))
        if kind in PODCAST_TYPES and outcome.media and outcome.media[0].name == "audio":
            outcome = replace(outcome, made=self._episode(attempt, result, outcome, order, client_id=client_id))
        outcome = _with_voice(result, outcome)
        if self._publications is not None and isinstance(order, ContentOrder) and _is_published(order):
            is_kept = await self._publish(self._publications, attempt, order, outcome, client_id=client_id)
        else:
            is_kept = await self._store.write(self._complete, attempt, outcome, self._now_ms())
            if is_kept:
                fault("after-terminal-commit")
        if is_kept:
            await asyncio.to_thread(shutil.rmtree, work, ignore_errors=True)

    async def _publish(
        self,
        publications: Publications,
        attempt: Attempt,
        order: ContentOrder,
        outcome: Outcome,
        *,
        client_id: str,
    ) -> bool:
        """Hand a video on to its targets; whether the attempt is the current one."""
        wished = await publications.wished(order.publish_targets, client_id=client_id)
        is_kept = await self._store.write(outcomes.publish, attempt, outcome, wished, self._now_ms())
        if is_kept:
            publications.wake()
        return is_kept

    def _complete(self, transaction: Transaction, attempt: Attempt, outcome: Outcome, now_ms: int) -> bool:
        """A voice can be ordered with as soon as its request says that it is completed."""
        is_current = outcomes.complete(transaction, attempt, outcome, now_ms)
        if is_current and outcome.voice is not None and self._custom_voices is not None:
            self._custom_voices.hold(transaction, requests.owner_of(transaction, attempt.id))
        return is_current

    def _episode(
        self, attempt: Attempt, result: RenderResult, outcome: Outcome, order: Order, *, client_id: str
    ) -> MadeEpisode:
        """What a podcast becomes in the transaction that completes it."""
        recorded = recorded_of(
            result.script,
            result.recording.line_times_ms if result.recording else (),
            title=result.title,
            language=result.language,
            podcast_id=getattr(order, "podcast_id", ""),
            episode_title=getattr(order, "episode_title", ""),
        )
        return made_episode(
            recorded,
            outcome.media[0],
            request_id=attempt.id,
            owner=client_id,
            share_key=outcome.share_key,
            now=self._clock(),
        )

    def _now_ms(self) -> int:
        return to_ms(self._clock())


def _is_published(order: ContentOrder) -> bool:
    return order.output_type is OutputType.VIDEO and bool(order.publish_targets)


def _without_notebook(result: RenderResult, order: Order) -> RenderResult:
    """What a notebook holds lies in its file and nowhere else."""
    if isinstance(order, ContentOrder) and order.notebook_id:
        return replace(result, sources=())
    return replace(result, sources=tuple(s for s in result.sources if not s.id.startswith(FROM_NOTEBOOK)))


def _with_voice(result: RenderResult, outcome: Outcome) -> Outcome:
    """A recording that became a voice becomes one in the same transaction that completes it."""
    facts = result.details.get("voice")
    if not isinstance(facts, dict) or not outcome.media or outcome.media[0].name != "voice":
        return outcome
    return replace(outcome, voice=NewVoice(**facts, profile=outcome.media[0].sha256))

"""Transcripts of episodes put right: what is published is what was really said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from server.domain import episodes as rules
from server.domain.accounts import Account
from server.domain.episodes import Episode
from server.domain.errors import FieldFault, Invalid, NotFound
from server.domain.languages import language_by_code
from server.domain.times import Clock, to_ms, utc_now
from server.feeds import transcripts
from server.feeds.transcripts import Cue
from server.store import episodes, shows
from server.store.database import Store
from server.store.transactions import Transaction

MAX_TURNS = 20_000


class Corrections:
    """The caller's corrections."""

    def __init__(self, store: Store, *, clock: Clock = utc_now) -> None:
        self._store = store
        self._clock = clock

    async def keep(self, episode_id: int, turns: Sequence[Cue], *, by: Account) -> Episode:
        """Publish these turns as what is said in an episode; the recording stays as it is.

        The times of words stay with the turns that did not change.

        Raises:
            NotFound: the caller has no such episode.
            Invalid: a turn ends before it starts or behind the recording's end, or they are not in order.
        """
        return await self._store.write(_keep, episode_id, tuple(turns), self._clock, by.id)


def _keep(transaction: Transaction, episode_id: int, turns: tuple[Cue, ...], clock: Clock, client_id: str) -> Episode:
    episode = episodes.find(transaction, episode_id, client_id)
    if episode is None:
        raise NotFound("There is no such episode.", code="episode_not_found")
    faults = list(_faults(turns, episode.enclosure.duration_s))
    if faults:
        raise Invalid("The transcript can't be kept as it is.", details=faults)
    before = episodes.turns(transaction, episode_id)
    timed = {
        (cue.start_ms, cue.end_ms, cue.text): cue.words for cue in transcripts.from_json(before or '{"segments":[]}')
    }
    kept = [replace(turn, words=timed.get((turn.start_ms, turn.end_ms, turn.text), ())) for turn in turns]
    document = transcripts.podcast_json(kept).encode()
    if document == before:
        return episode
    now = clock()
    after = replace(episode, updated_on=now)
    if not any(each.address.startswith("/") for each in episode.transcripts):
        show = shows.find(transaction, episode.podcast_id, client_id) if episode.podcast_id else None
        language = language_by_code(show.language) if show is not None else None
        key = episode.share_path.rsplit("/", 1)[-1]
        own = rules.own_transcripts(key, language.code if language is not None else "")
        after = replace(after, transcripts=(*own, *episode.transcripts))
    episodes.keep_turns(transaction, episode_id, document)
    return episodes.save(transaction, after, to_ms(now))


def _faults(turns: Sequence[Cue], duration_s: float) -> Sequence[FieldFault]:
    found: list[FieldFault] = []
    before = 0
    for place, turn in enumerate(turns):
        field = f"segments[{place}]"
        if turn.end_ms <= turn.start_ms:
            found.append(FieldFault(f"{field}.endTime", "must lie behind startTime"))
        elif duration_s and turn.start_ms > duration_s * 1000:
            found.append(FieldFault(f"{field}.startTime", "lies behind the end of the recording"))
        if turn.start_ms < before:
            found.append(FieldFault(f"{field}.startTime", "must not lie before the turn above it"))
        before = turn.start_ms
    return found

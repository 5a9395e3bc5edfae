"""An episode that came in a bundle, kept as one that was made here: request, results, episode and voices at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from server.domain.custom_voices import CustomVoice, NewVoice
from server.domain.episode_drafts import MixReport, Take
from server.store import acceptance, contents, custom_voices, episode_drafts, outcomes
from server.store.acceptance import NewRequest
from server.store.artefacts import Content
from server.store.attempts import Attempt
from server.store.episode_drafts import KeptDraft
from server.store.outcomes import Outcome
from server.store.transactions import Reading, Transaction


@dataclass(frozen=True, slots=True)
class Placed:
    """What names voices by their numbers here. `order` and `recording` are JSON."""

    order: str
    recording: str
    draft: KeptDraft | None
    takes: tuple[tuple[Take, Content], ...]
    mix: MixReport | None


@dataclass(frozen=True, slots=True)
class OnDesk:
    """What a desk holds: the draft, where somebody changed it, the takes, and how the recording was mixed there."""

    draft: KeptDraft | None
    takes: tuple[tuple[Take, Content], ...]
    mix: MixReport | None


@dataclass(frozen=True, slots=True)
class Kept:
    """What is to be kept. `voices` by the number that they had where they came from, with their files."""

    new: NewRequest
    outcome: Outcome
    voices: Mapping[int, tuple[NewVoice, Content]]
    placed: Callable[[Mapping[int, int]], Placed]
    """Takes the numbers of voices there and here."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The numbers that it was given."""

    request_id: str
    episode_id: int


def voices_of(reading: Reading, client_id: str) -> tuple[CustomVoice, ...]:
    """The voices that a client has made, by number."""
    return custom_voices.of_client(reading, client_id)


def desk_of(reading: Reading, request_id: str, client_id: str) -> OnDesk:
    """What the desk of a client's episode holds."""
    seq = episode_drafts.any_request(reading, request_id, client_id).seq
    takes = tuple((take, contents.content_of(reading, take.sha256)) for take in episode_drafts.takes(reading, seq))
    newest = next(iter(episode_drafts.versions(reading, seq)), None)
    return OnDesk(episode_drafts.draft(reading, seq), takes, newest.report if newest else None)


def keep(transaction: Transaction, kept: Kept, now_ms: int) -> Taken:
    """Keep it, completed. A voice that the client has already, by its file, is not kept twice.

    Raises:
        Invalid: the client's subscription is over.
    """
    client_id = kept.new.client_id
    known = {voice.profile: voice.id for voice in custom_voices.of_client(transaction, client_id)}
    here = {}
    for number, (voice, content) in kept.voices.items():
        if voice.profile not in known:
            contents.add_blob(transaction, content, now_ms)
            known[voice.profile] = custom_voices.add(
                transaction, voice, request_id="", client_id=client_id, now_ms=now_ms
            )
        here[number] = known[voice.profile]
    placed = kept.placed(here)
    request_id = acceptance.accept(transaction, replace(kept.new, order=placed.order))
    transaction.execute(
        "UPDATE requests SET state = 'processing', attempt = 1, processing_on = ? WHERE id = ?", (now_ms, request_id)
    )
    outcome = replace(kept.outcome, recording=placed.recording, takes=placed.takes, mix=placed.mix)
    outcomes.complete(transaction, Attempt(request_id, 1), outcome, now_ms)
    if placed.draft is not None:
        (seq,) = transaction.execute("SELECT seq FROM requests WHERE id = ?", (request_id,)).fetchone()
        episode_drafts.save(transaction, seq, placed.draft, now_ms, follows=0)
    row: Sequence[int] = transaction.execute("SELECT id FROM episodes WHERE request_id = ?", (request_id,)).fetchone()
    return Taken(request_id, row[0])

"""Rebuilds of episodes: at most one each, taken under a lease and an attempt number like a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from server.domain.decoding import from_json
from server.domain.episode_drafts import EpisodeDraft, Rebuild, RebuildState
from server.domain.errors import Conflict
from server.domain.events import EventKind
from server.store import episode_drafts, outcomes, requests
from server.store.outcomes import Outcome
from server.store.transactions import Reading, Transaction

_COLUMNS = "b.id, b.state, b.version, b.fraction, b.text, b.error, b.attempt"
_CURRENT = "id = :id AND attempt = :attempt AND state = 'running'"
MAX_CRASHES = 3
VERSIONS_KEPT = 5
_ASIDE = 1_000
"""Positions from here on are of earlier versions."""
WORKER_LOST = "The worker ended three times without a result: close other programs and rebuild it again."


def desk_folder(request_id: str) -> str:
    """The name of the work folder in which an episode is rebuilt."""
    return f"desk-{request_id}"


@dataclass(frozen=True, slots=True)
class ClaimedRebuild:
    """A rebuild taken from the queue, with the draft that it makes."""

    rebuild: Rebuild
    seq: int
    request_id: str
    client_id: str
    draft: EpisodeDraft


def ask(transaction: Transaction, seq: int, rebuild_id: str, kept: episode_drafts.KeptDraft, now_ms: int) -> Rebuild:
    """Queue a rebuild of a draft. One that waits makes this draft instead of its own.

    Raises:
        Conflict: one runs already (``rebuild_running``).
    """
    before = find(transaction, seq)
    if before is not None and before.state is RebuildState.RUNNING:
        raise Conflict("The episode is being rebuilt already: wait for it, or stop it.", code="rebuild_running")
    transaction.execute(
        "INSERT OR REPLACE INTO rebuilds (seq, id, state, version, body, asked_on, text)"
        " VALUES (?, ?, 'queued', ?, ?, ?, 'Waiting')",
        (seq, rebuild_id, kept.version, msgspec.json.encode(kept.draft).decode(), now_ms),
    )
    _tell(transaction, seq, now_ms)
    found = find(transaction, seq)
    assert found is not None
    return found


def find(reading: Reading, seq: int) -> Rebuild | None:
    """The newest rebuild of an episode."""
    row = reading.execute(f"SELECT {_COLUMNS} FROM rebuilds b WHERE b.seq = ?", (seq,)).fetchone()  # noqa: S608 - a constant
    return _rebuild(row) if row else None


def claim(transaction: Transaction, now_ms: int, *, lease_ms: int) -> ClaimedRebuild | None:
    """Take the rebuild that waits longest, under a new attempt number."""
    row = transaction.execute(
        "SELECT b.seq, b.body, r.id, r.client_id FROM rebuilds b JOIN requests r ON r.seq = b.seq"
        " WHERE b.ended_on IS NULL AND b.state = 'queued' AND r.deleted_on IS NULL ORDER BY b.asked_on LIMIT 1"
    ).fetchone()
    if row is None:
        return None
    seq, body, request_id, client_id = row
    transaction.execute(
        "UPDATE rebuilds SET state = 'running', attempt = attempt + 1, lease_ends = ?, fraction = 0, text = 'Started'"
        " WHERE seq = ?",
        (now_ms + lease_ms, seq),
    )
    _tell(transaction, seq, now_ms)
    found = find(transaction, seq)
    assert found is not None
    return ClaimedRebuild(found, seq, request_id, client_id, from_json(body, EpisodeDraft))


def renew(transaction: Transaction, rebuild: Rebuild, *, lease_ends: int) -> bool:
    """Keep the lease of a rebuild that runs; whether it is still the current attempt."""
    return _change(transaction, rebuild, "lease_ends = :ends", ends=lease_ends)


def progress(transaction: Transaction, claimed: ClaimedRebuild, now_ms: int, *, fraction: float, text: str) -> bool:
    """Note how far it is; the fraction never falls. Whether it is still the current attempt."""
    changed = _change(
        transaction, claimed.rebuild, "fraction = max(fraction, :fraction), text = :text", fraction=fraction, text=text
    )
    if changed:
        _tell(transaction, claimed.seq, now_ms)
    return changed


def end(
    transaction: Transaction, claimed: ClaimedRebuild, now_ms: int, *, state: RebuildState, error: str = ""
) -> bool:
    """End an attempt for good; whether it was the current one."""
    changed = _change(
        transaction,
        claimed.rebuild,
        "state = :state, ended_on = :now, lease_ends = NULL, text = '', error = :error,"
        " fraction = CASE WHEN :state = 'done' THEN 1 ELSE fraction END",
        state=state.value,
        now=now_ms,
        error=error,
    )
    if changed:
        _tell(transaction, claimed.seq, now_ms)
    return changed


def lose_worker(transaction: Transaction, claimed: ClaimedRebuild, now_ms: int) -> bool:
    """Queue it again after its worker was lost; the third time it fails."""
    row = transaction.execute(
        f"UPDATE rebuilds SET crashes = crashes + 1 WHERE {_CURRENT} RETURNING crashes",  # noqa: S608 - a constant
        _named(claimed.rebuild),
    ).fetchone()
    if row is None:
        return False
    if row[0] >= MAX_CRASHES:
        return end(transaction, claimed, now_ms, state=RebuildState.FAILED, error=WORKER_LOST)
    return again(transaction, claimed, now_ms)


def again(transaction: Transaction, claimed: ClaimedRebuild, now_ms: int) -> bool:
    """Queue it again; whether it was the current attempt."""
    changed = _change(
        transaction, claimed.rebuild, "state = 'queued', lease_ends = NULL, text = 'Goes on in a moment.'"
    )
    if changed:
        _tell(transaction, claimed.seq, now_ms)
    return changed


def cancel(transaction: Transaction, seq: int, now_ms: int) -> Rebuild | None:
    """Stop the rebuild of an episode; one that has ended stays as it is."""
    changed = transaction.execute(
        "UPDATE rebuilds SET state = 'cancelled', ended_on = ?, lease_ends = NULL, text = ''"
        " WHERE seq = ? AND ended_on IS NULL",
        (now_ms, seq),
    )
    if changed.rowcount:
        _tell(transaction, seq, now_ms)
    return find(transaction, seq)


def recover(transaction: Transaction, now_ms: int, *, but: str = "") -> int:
    """Queue again what runs nowhere: everything whose lease is over, or (with `but` empty) all that ran."""
    rows = transaction.execute(
        "SELECT seq FROM rebuilds WHERE state = 'running' AND id <> ? AND (? = '' OR lease_ends <= ?)",
        (but, but, now_ms),
    ).fetchall()
    for (seq,) in rows:
        transaction.execute("UPDATE rebuilds SET state = 'queued', lease_ends = NULL WHERE seq = ?", (seq,))
        _tell(transaction, seq, now_ms)
    return len(rows)


def replace_result(
    transaction: Transaction,
    seq: int,
    outcome: Outcome,
    now_ms: int,
    *,
    draft: EpisodeDraft,
    original: EpisodeDraft | None,
) -> None:
    """Keep a rebuilt episode in the place of the old one, whose audio becomes an earlier version.

    `draft` is what it was made of, `original` what the first version was, as far as that is known.
    """
    known = episode_drafts.versions(transaction, seq)
    if known and original is not None and not known[0].has_draft:
        episode_drafts.note_draft(transaction, seq, known[0], original)
    elif not known:
        row = transaction.execute("SELECT key, created_on FROM media WHERE seq = ? AND position = 0", (seq,)).fetchone()
        if row is not None:
            episode_drafts.add_version(transaction, seq, row[0], None, row[1], draft=original)
    transaction.execute(
        "DELETE FROM media WHERE seq = ? AND position > 0 AND position < ?",
        (seq, _ASIDE),
    )
    transaction.execute(
        "UPDATE media SET name = 'audio_' || (SELECT count(*) FROM episode_versions v WHERE v.seq = media.seq),"
        " position = ? + (SELECT max(number) FROM episode_versions v WHERE v.seq = media.seq)"
        " WHERE seq = ? AND position = 0",
        (_ASIDE, seq),
    )
    transaction.execute(
        "UPDATE request_results SET response_text = ?, script = ?, recording = ?, details = json_patch(details, ?)"
        " WHERE seq = ?",
        (outcome.response_text, outcome.script, outcome.recording, outcome.details, seq),
    )
    transaction.execute(
        "UPDATE requests SET title = ?, folded_title = ?, updated_on = ? WHERE seq = ?",
        (outcome.title, requests.folded(outcome.title), now_ms, seq),
    )
    outcomes.add_media(transaction, seq, outcome.media, now_ms)
    episode_drafts.add_takes(transaction, seq, outcome.takes, now_ms)
    number = episode_drafts.add_version(transaction, seq, outcome.media[0].key, outcome.mix, now_ms, draft=draft)
    transaction.execute(
        "DELETE FROM media WHERE seq = ? AND key IN"
        " (SELECT media_key FROM episode_versions WHERE seq = ? AND number <= ?)",
        (seq, seq, number - VERSIONS_KEPT),
    )


def _change(transaction: Transaction, rebuild: Rebuild, what: str, **values: Any) -> bool:
    changed = transaction.execute(
        f"UPDATE rebuilds SET {what} WHERE {_CURRENT}",  # noqa: S608 - constants of this module
        {**values, **_named(rebuild)},
    )
    return changed.rowcount > 0


def _named(rebuild: Rebuild) -> dict[str, Any]:
    return {"id": rebuild.id, "attempt": rebuild.attempt}


def _tell(transaction: Transaction, seq: int, now_ms: int) -> None:
    found = find(transaction, seq)
    if found is None:
        return
    data: dict[str, object] = {
        "state": found.state.value,
        "fraction": round(found.fraction, 3),
        "text": found.text,
        "error": found.error,
        "version": found.version,
    }
    episode_drafts.tell(transaction, seq, now_ms, data, kind=EventKind.DESK_PROGRESS)


def _rebuild(row: tuple[Any, ...]) -> Rebuild:
    number, state, version, fraction, text, error, attempt = row
    return Rebuild(number, RebuildState(state), version, fraction, text, error, attempt)

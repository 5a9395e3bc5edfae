"""How attempts end: with what they made, or with what went wrong."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import orjson

from server.domain.custom_voices import NewVoice
from server.domain.episode_drafts import MixReport, Take
from server.domain.errors import ErrorCode
from server.domain.events import EventKind
from server.domain.files import Media
from server.domain.requests import Citation, Stage, status_of
from server.domain.targets import Destination
from server.store import attempts, contents, custom_voices, episode_drafts, episodes, publications, requests, versions
from server.store.artefacts import Content
from server.store.attempts import CURRENT, Attempt
from server.store.contents import SourceContent
from server.store.episodes import MadeEpisode
from server.store.transactions import Transaction


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a finished attempt leaves. `script` and `recording` are JSON or empty."""

    title: str
    language: str
    response_text: str
    share_key: str
    media: tuple[Media, ...]
    citations: tuple[Citation, ...] = ()
    notes: tuple[str, ...] = ()
    document_format: str = ""
    document_content: str = ""
    script: str = ""
    recording: str = ""
    details: str = "{}"
    """JSON."""
    takes: tuple[tuple[Take, Content], ...] = ()
    """The lines as they were spoken, to be edited later."""
    mix: MixReport | None = None
    """How loud an episode from the desk is."""
    imported: Content | None = None
    """The sources it was made of, as JSON, in the folder of files."""
    music: SourceContent | None = None
    """The music in it, kept beside its order."""
    made: MadeEpisode | None = None
    """The episode that a podcast becomes."""
    voice: NewVoice | None = None
    """The voice that a recording becomes; its number is told as ``voice_id``."""
    film: str = ""
    """What is kept of a video to change it, as JSON."""
    pieces: tuple[tuple[str, Content], ...] = ()
    """The files that a changed version of it takes over, by their names."""


def complete(transaction: Transaction, attempt: Attempt, outcome: Outcome, now_ms: int) -> bool:
    """Keep the results, settle the credits and owe the webhooks, together; whether the attempt is the current one."""
    seq = _keep(
        transaction,
        attempt,
        outcome,
        now_ms,
        also="state = 'completed', open = 0, stage = 'completed', status = 100, progress_text = '',"
        " succeeded_on = :now",
    )
    if seq is None:
        return False
    if outcome.made is not None:
        episodes.add_made(transaction, outcome.made, outcome.media[0], seq, now_ms)
    if outcome.voice is not None:
        _add_voice(transaction, attempt, outcome.voice, seq, now_ms)
    attempts.end(transaction, attempt, EventKind.COMPLETED, now_ms)
    return True


def publish(
    transaction: Transaction,
    attempt: Attempt,
    outcome: Outcome,
    destinations: Sequence[Destination],
    now_ms: int,
) -> bool:
    """Keep the results and what is to be published of them; whether the attempt is the current one.

    The request holds no slot and no lease from here on: `server.store.publications` ends it.
    """
    seq = _keep(transaction, attempt, outcome, now_ms, also="stage = 'storing', progress_text = 'Publishing'")
    if seq is None:
        return False
    publications.owe(transaction, seq, destinations, now_ms)
    attempts.tell(transaction, attempt, EventKind.PROGRESS, now_ms)
    return True


def _keep(transaction: Transaction, attempt: Attempt, outcome: Outcome, now_ms: int, *, also: str) -> int | None:
    """Keep the results and free the slot; the row of the request, None when the attempt is not the current one.

    `also` is what else is set in that row.
    """
    changed = transaction.execute(
        f"UPDATE requests SET {also}, title = :title, folded_title = :folded, language = :language,"
        " share_key = :share, seconds_left = NULL, updated_on = :now, lease_holder = '', lease_ends = NULL"
        f" WHERE {CURRENT} RETURNING seq",
        {
            "title": outcome.title,
            "folded": requests.folded(outcome.title),
            "language": outcome.language,
            "share": outcome.share_key,
            "now": now_ms,
            "id": attempt.id,
            "attempt": attempt.number,
        },
    ).fetchone()
    if changed is None:
        return None
    seq = int(changed[0])
    _keep_results(transaction, seq, outcome, now_ms)
    return seq


def tell_publishing(transaction: Transaction, attempt: Attempt, now_ms: int, *, share: float, text: str) -> None:
    """Note how much of a kept result is at its target."""
    changed = transaction.execute(
        "UPDATE requests SET status = max(status, :status), progress_text = :text, updated_on = :now"
        f" WHERE {CURRENT} AND stage = 'storing'",
        {
            "status": status_of(Stage.STORING, share),
            "text": text,
            "now": now_ms,
            "id": attempt.id,
            "attempt": attempt.number,
        },
    )
    if changed.rowcount:
        attempts.tell(transaction, attempt, EventKind.PROGRESS, now_ms)


def end_published(transaction: Transaction, attempt: Attempt, now_ms: int, *, fault: str) -> bool:
    """End a request whose publications have all ended: completed, or failed with what was made kept."""
    if fault:
        return fail(transaction, attempt, now_ms, error_code=ErrorCode.PUBLISHING_FAILED, message=fault)
    changed = transaction.execute(
        "UPDATE requests SET state = 'completed', open = 0, stage = 'completed', status = 100, progress_text = '',"
        f" succeeded_on = :now, updated_on = :now WHERE {CURRENT}",
        {"now": now_ms, "id": attempt.id, "attempt": attempt.number},
    )
    if changed.rowcount:
        attempts.end(transaction, attempt, EventKind.COMPLETED, now_ms)
    return changed.rowcount > 0


def _keep_results(transaction: Transaction, seq: int, outcome: Outcome, now_ms: int) -> None:
    if outcome.imported is not None:
        contents.add_blob(transaction, outcome.imported, now_ms)
    transaction.execute(
        "INSERT OR REPLACE INTO request_results (seq, response_text, citations, notes, document_format,"
        " document_content, script, recording, details, imported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            seq,
            outcome.response_text,
            orjson.dumps([astuple(citation) for citation in outcome.citations]).decode(),
            orjson.dumps(outcome.notes).decode(),
            outcome.document_format,
            outcome.document_content,
            outcome.script,
            outcome.recording,
            outcome.details,
            outcome.imported.sha256 if outcome.imported else None,
        ),
    )
    if outcome.film:
        versions.keep(transaction, seq, outcome.film)
        versions.keep_pieces(transaction, seq, outcome.pieces, now_ms)
    if outcome.music is not None:
        contents.keep_source(transaction, seq, outcome.music, now_ms)
    episode_drafts.add_takes(transaction, seq, outcome.takes, now_ms)
    if outcome.mix is not None:
        episode_drafts.add_version(transaction, seq, outcome.media[0].key, outcome.mix, now_ms)
    add_media(transaction, seq, outcome.media, now_ms)


def add_media(transaction: Transaction, seq: int, every: Sequence[Media], now_ms: int) -> None:
    """Give the files that a request made their public links, the main one first."""
    for position, media in enumerate(every):
        contents.add_blob(transaction, Content(media.sha256, media.size), now_ms)
        transaction.execute(
            "INSERT INTO media (key, seq, position, name, file_name, media_type, size, sha256, duration_s, created_on)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                media.key,
                seq,
                position,
                media.name,
                media.file_name,
                media.media_type,
                media.size,
                media.sha256,
                media.duration_s,
                now_ms,
            ),
        )


def _add_voice(transaction: Transaction, attempt: Attempt, voice: NewVoice, seq: int, now_ms: int) -> None:
    (client_id,) = transaction.execute("SELECT client_id FROM requests WHERE seq = ?", (seq,)).fetchone()
    number = custom_voices.add(transaction, voice, request_id=attempt.id, client_id=client_id, now_ms=now_ms)
    transaction.execute(
        "UPDATE request_results SET details = json_set(details, '$.voice_id', ?) WHERE seq = ?", (number, seq)
    )


def fail(transaction: Transaction, attempt: Attempt, now_ms: int, *, error_code: int, message: str) -> bool:
    """End an attempt for good and give back what it took; whether the attempt is the current one."""
    changed = transaction.execute(
        "UPDATE requests SET state = 'failed', open = 0, error_code = :code, error_message = :message,"
        " error_on = :now, updated_on = :now, progress_text = '', seconds_left = NULL, lease_holder = '',"
        f" lease_ends = NULL WHERE {CURRENT}",
        {"code": error_code, "message": message, "now": now_ms, "id": attempt.id, "attempt": attempt.number},
    )
    if not changed.rowcount:
        return False
    requests.give_back(transaction, attempt.id)
    attempts.end(transaction, attempt, EventKind.FAILED, now_ms)
    return True

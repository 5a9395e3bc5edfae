"""Requests on their way through the engine. What an attempt reports counts only while it is the current one."""

# ruff: noqa: S608 - statements are put together from constants of this module only

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import astuple, dataclass

import orjson

from server.config.faults import fault
from server.domain.custom_voices import NewVoice
from server.domain.episode_drafts import MixReport, Take
from server.domain.errors import ErrorCode
from server.domain.events import EventKind
from server.domain.files import Media
from server.domain.requests import Citation, RequestType, Stage, status_of
from server.domain.targets import Destination
from server.store import contents, custom_voices, episode_drafts, episodes, outbox, publications, requests, versions
from server.store.artefacts import Content
from server.store.contents import SourceContent
from server.store.episodes import MadeEpisode
from server.store.transactions import Reading, Transaction

_CURRENT = "id = :id AND attempt = :attempt AND state = 'processing'"
MAX_CRASHES = 3
"""Lost workers after which a request fails."""
WORKER_LOST = "The worker that made this ended three times without a result: try again with less material."


@dataclass(frozen=True, slots=True)
class Attempt:
    """One go at one request."""

    id: str
    number: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A request taken from the queue, with all that its job is built from."""

    attempt: Attempt
    client_id: str
    type: RequestType
    order: str
    related_id: str
    approved: bool
    sources: dict[int, SourceContent]


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


def claim(
    transaction: Transaction, now_ms: int, *, holder: str, lease_ms: int, but: Collection[str] = ()
) -> Claimed | None:
    """Take the next due request, the clients in turn, under a new attempt number; None when nothing is due.

    `but` names requests whose last attempt has not left the engine yet.
    """
    for (client_id,) in transaction.execute(
        "SELECT id FROM clients WHERE EXISTS (SELECT 1 FROM requests r WHERE r.open = 1 AND r.client_id = clients.id"
        " AND r.state = 'queued' AND r.due_on <= ?) ORDER BY turn, id",
        (now_ms,),
    ).fetchall():
        rows = transaction.execute(
            "SELECT seq, id FROM requests WHERE open = 1 AND client_id = ? AND state = 'queued' AND due_on <= ?"
            " ORDER BY due_on, seq LIMIT ?",
            (client_id, now_ms, len(but) + 1),
        )
        free = next(((seq, request_id) for seq, request_id in rows if request_id not in but), None)
        if free is not None:
            return _take(transaction, *free, client_id=client_id, now_ms=now_ms, holder=holder, lease_ms=lease_ms)
    return None


def ordered(reading: Reading, attempt: Attempt) -> tuple[str, RequestType, str] | None:
    """Whose request an attempt is at, its type, and the order as JSON."""
    row = reading.execute(
        "SELECT r.client_id, r.type_id, o.body FROM requests r JOIN request_orders o ON o.seq = r.seq WHERE r.id = ?",
        (attempt.id,),
    ).fetchone()
    return (row[0], RequestType(row[1]), row[2]) if row else None


def next_due(reading: Reading) -> int | None:
    """When the next queued request may be taken, in milliseconds."""
    (due,) = reading.execute(
        "SELECT min(due) FROM (SELECT (SELECT r.due_on FROM requests r WHERE r.open = 1 AND r.client_id = c.id"
        " AND r.state = 'queued' ORDER BY r.due_on LIMIT 1) AS due FROM clients c)"
    ).fetchone()
    return due if due is None else int(due)


def progress(
    transaction: Transaction,
    attempt: Attempt,
    now_ms: int,
    *,
    stage: Stage,
    status: int,
    text: str,
    seconds_left: float | None,
) -> bool:
    """Note how far an attempt is; the status never falls. Whether the attempt is still the current one."""
    changed = transaction.execute(
        "UPDATE requests SET stage = :stage, status = max(status, :status), progress_text = :text,"
        f" seconds_left = :left, updated_on = :now WHERE {_CURRENT} AND stage <> 'storing'",
        {
            "stage": stage.value,
            "status": status,
            "text": text,
            "left": seconds_left,
            "now": now_ms,
            "id": attempt.id,
            "attempt": attempt.number,
        },
    )
    if changed.rowcount:
        _tell(transaction, attempt, EventKind.PROGRESS, now_ms)
    return changed.rowcount > 0


def renew(transaction: Transaction, attempts: Collection[Attempt], *, lease_ends: int) -> None:
    """Keep the leases of attempts that run."""
    for attempt in attempts:
        transaction.execute(
            f"UPDATE requests SET lease_ends = :ends WHERE {_CURRENT}",
            {"ends": lease_ends, "id": attempt.id, "attempt": attempt.number},
        )


def wait_for_approval(transaction: Transaction, attempt: Attempt, now_ms: int, *, script: str, film: str = "") -> bool:
    """Keep the script and free the slot until somebody approves; whether the attempt is the current one.

    `film` is what is kept of a video, as JSON.
    """
    changed = transaction.execute(
        "UPDATE requests SET state = 'waiting', stage = :stage, status = max(status, :status), lease_ends = NULL,"
        " lease_holder = '', progress_text = 'The script waits for your approval.', seconds_left = NULL,"
        f" updated_on = :now WHERE {_CURRENT}",
        {
            "stage": Stage.WAITING_FOR_APPROVAL.value,
            "status": status_of(Stage.WAITING_FOR_APPROVAL),
            "now": now_ms,
            "id": attempt.id,
            "attempt": attempt.number,
        },
    )
    if not changed.rowcount:
        return False
    transaction.execute(
        "INSERT INTO request_results (seq, script) SELECT seq, ? FROM requests WHERE id = ?"
        " ON CONFLICT (seq) DO UPDATE SET script = excluded.script",
        (script, attempt.id),
    )
    if film:
        (seq,) = transaction.execute("SELECT seq FROM requests WHERE id = ?", (attempt.id,)).fetchone()
        versions.keep(transaction, seq, film)
    _tell(transaction, attempt, EventKind.WAITING, now_ms)
    return True


def begin_storing(transaction: Transaction, attempt: Attempt, now_ms: int) -> bool:
    """From here on the request can't be cancelled; whether the attempt is the current one."""
    return progress(
        transaction,
        attempt,
        now_ms,
        stage=Stage.STORING,
        status=status_of(Stage.STORING),
        text="Storing the results",
        seconds_left=None,
    )


def complete(transaction: Transaction, attempt: Attempt, outcome: Outcome, now_ms: int) -> bool:
    """Keep the results, settle the credits and owe the webhooks, together; whether the attempt is the current one."""
    changed = transaction.execute(
        "UPDATE requests SET state = 'completed', open = 0, stage = 'completed', status = 100, title = :title,"
        " folded_title = :folded,"
        " language = :language, share_key = :share, progress_text = '', seconds_left = NULL, succeeded_on = :now,"
        f" updated_on = :now, lease_holder = '', lease_ends = NULL WHERE {_CURRENT} RETURNING seq",
        _told(attempt, outcome, now_ms),
    ).fetchone()
    if changed is None:
        return False
    (seq,) = changed
    _keep_results(transaction, seq, outcome, now_ms)
    if outcome.made is not None:
        episodes.add_made(transaction, outcome.made, outcome.media[0], seq, now_ms)
    if outcome.voice is not None:
        _add_voice(transaction, attempt, outcome.voice, seq, now_ms)
    _end(transaction, attempt, EventKind.COMPLETED, now_ms)
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
    changed = transaction.execute(
        "UPDATE requests SET stage = 'storing', title = :title, folded_title = :folded, language = :language,"
        " share_key = :share, progress_text = 'Publishing', seconds_left = NULL, updated_on = :now,"
        f" lease_holder = '', lease_ends = NULL WHERE {_CURRENT} RETURNING seq",
        _told(attempt, outcome, now_ms),
    ).fetchone()
    if changed is None:
        return False
    (seq,) = changed
    _keep_results(transaction, seq, outcome, now_ms)
    publications.owe(transaction, seq, destinations, now_ms)
    _tell(transaction, attempt, EventKind.PROGRESS, now_ms)
    return True


def _told(attempt: Attempt, outcome: Outcome, now_ms: int) -> dict[str, str | int]:
    """What a statement about an attempt's outcome names."""
    return {
        "title": outcome.title,
        "folded": requests.folded(outcome.title),
        "language": outcome.language,
        "share": outcome.share_key,
        "now": now_ms,
        "id": attempt.id,
        "attempt": attempt.number,
    }


def tell_publishing(transaction: Transaction, attempt: Attempt, now_ms: int, *, share: float, text: str) -> None:
    """Note how much of a kept result is at its target."""
    changed = transaction.execute(
        "UPDATE requests SET status = max(status, :status), progress_text = :text, updated_on = :now"
        f" WHERE {_CURRENT} AND stage = 'storing'",
        {
            "status": status_of(Stage.STORING, share),
            "text": text,
            "now": now_ms,
            "id": attempt.id,
            "attempt": attempt.number,
        },
    )
    if changed.rowcount:
        _tell(transaction, attempt, EventKind.PROGRESS, now_ms)


def end_published(transaction: Transaction, attempt: Attempt, now_ms: int, *, fault: str) -> bool:
    """End a request whose publications have all ended: completed, or failed with what was made kept."""
    if fault:
        return fail(transaction, attempt, now_ms, error_code=ErrorCode.PUBLISHING_FAILED, message=fault)
    changed = transaction.execute(
        "UPDATE requests SET state = 'completed', open = 0, stage = 'completed', status = 100, progress_text = '',"
        f" succeeded_on = :now, updated_on = :now WHERE {_CURRENT}",
        {"now": now_ms, "id": attempt.id, "attempt": attempt.number},
    )
    if changed.rowcount:
        _end(transaction, attempt, EventKind.COMPLETED, now_ms)
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
        f" lease_ends = NULL WHERE {_CURRENT}",
        {"code": error_code, "message": message, "now": now_ms, "id": attempt.id, "attempt": attempt.number},
    )
    if not changed.rowcount:
        return False
    requests.give_back(transaction, attempt.id)
    _end(transaction, attempt, EventKind.FAILED, now_ms)
    return True


def lose_worker(transaction: Transaction, attempt: Attempt, now_ms: int) -> bool:
    """Queue the request again after its worker was lost; the third time it fails. Whether the attempt is current."""
    changed = transaction.execute(
        f"UPDATE requests SET crashes = crashes + 1 WHERE {_CURRENT} RETURNING crashes",
        {"id": attempt.id, "attempt": attempt.number},
    ).fetchone()
    if changed is None:
        return False
    if changed[0] >= MAX_CRASHES:
        return fail(transaction, attempt, now_ms, error_code=ErrorCode.WORKER_LOST, message=WORKER_LOST)
    return _requeue(transaction, attempt, now_ms, text="Starting again: its worker was lost.")


def interrupt(transaction: Transaction, attempt: Attempt, now_ms: int) -> bool:
    """Queue the request again because we stopped it ourselves; whether the attempt is the current one."""
    transaction.execute(
        f"UPDATE requests SET interruptions = interruptions + 1 WHERE {_CURRENT}",
        {"id": attempt.id, "attempt": attempt.number},
    )
    return _requeue(transaction, attempt, now_ms, text="Goes on in a moment.")


def recover(transaction: Transaction, now_ms: int, *, but: Collection[str] = (), expired_only: bool = False) -> int:
    """Queue again what runs nowhere: after a start everything but `but`, later what has lost its lease."""
    rows = transaction.execute(
        "SELECT r.id, r.attempt, r.lease_ends FROM clients c CROSS JOIN requests r"
        " WHERE r.open = 1 AND r.client_id = c.id AND r.state = 'processing'"
        f" AND NOT {publications.IS_PUBLISHING}"
    ).fetchall()
    lost = [
        Attempt(request_id, number)
        for request_id, number, ends in rows
        if request_id not in but and not (expired_only and ends is not None and ends > now_ms)
    ]
    for attempt in lost:
        interrupt(transaction, attempt, now_ms)
    return len(lost)


def running(reading: Reading, request_ids: Collection[str]) -> tuple[Attempt, ...]:
    """The current attempts of those among these requests that are being processed."""
    found = []
    for request_id in request_ids:
        row = reading.execute(
            "SELECT attempt FROM requests WHERE id = ? AND state = 'processing'", (request_id,)
        ).fetchone()
        if row is not None:
            found.append(Attempt(request_id, row[0]))
    return tuple(found)


def with_checkpoints(reading: Reading, request_ids: Collection[str], now_ms: int) -> set[str]:
    """Which of these may go on from their checkpoints: open ones, and those that ended without a result lately."""
    found: set[str] = set()
    for request_id in request_ids:
        row = reading.execute(
            "SELECT 1 FROM requests WHERE id = ? AND emptied_on IS NULL"
            " AND (open = 1 OR (state <> 'completed' AND updated_on > ?))",
            (request_id, now_ms - requests.KEPT_AFTER_DELETION_MS),
        ).fetchone()
        if row is not None:
            found.add(request_id)
    return found


def _take(
    transaction: Transaction, seq: int, request_id: str, *, client_id: str, now_ms: int, holder: str, lease_ms: int
) -> Claimed:
    transaction.execute(
        "UPDATE clients SET turn = (SELECT max(turn) FROM clients) + 1 WHERE id = ?",
        (client_id,),
    )
    number, related_id, approved, kind = transaction.execute(
        "UPDATE requests SET state = 'processing', stage = 'picked_up', status = max(status, ?),"
        " attempt = attempt + 1, processing_on = coalesce(processing_on, ?), updated_on = ?, lease_holder = ?,"
        " lease_ends = ?, progress_text = 'Picked up', seconds_left = NULL WHERE seq = ?"
        " RETURNING attempt, related_id, approved_on, type_id",
        (status_of(Stage.PICKED_UP), now_ms, now_ms, holder, now_ms + lease_ms, seq),
    ).fetchone()
    (order,) = transaction.execute("SELECT body FROM request_orders WHERE seq = ?", (seq,)).fetchone()
    attempt = Attempt(request_id, number)
    _tell(transaction, attempt, EventKind.PROGRESS, now_ms)
    return Claimed(
        attempt=attempt,
        client_id=client_id,
        type=RequestType(kind),
        order=order,
        related_id=related_id,
        approved=approved is not None,
        sources=contents.sources_of(transaction, seq),
    )


def _requeue(transaction: Transaction, attempt: Attempt, now_ms: int, *, text: str) -> bool:
    changed = transaction.execute(
        "UPDATE requests SET state = 'queued', stage = 'queued', lease_holder = '', lease_ends = NULL,"
        f" progress_text = :text, seconds_left = NULL, updated_on = :now WHERE {_CURRENT}",
        {"text": text, "now": now_ms, "id": attempt.id, "attempt": attempt.number},
    )
    if changed.rowcount:
        _tell(transaction, attempt, EventKind.PROGRESS, now_ms)
    return changed.rowcount > 0


def _tell(transaction: Transaction, attempt: Attempt, kind: EventKind, now_ms: int) -> None:
    row = transaction.execute(
        "SELECT client_id, status, stage, type_id, title, progress_text, seconds_left, error_code, error_message"
        " FROM requests WHERE id = ? AND deleted_on IS NULL",
        (attempt.id,),
    ).fetchone()
    if row is None:
        return
    names = (
        "status",
        "stage",
        "request_type_id",
        "audio_title",
        "progress_text",
        "seconds_left",
        "error_code",
        "error_message",
    )
    transaction.emit(row[0], kind, now_ms, subject=attempt.id, data=dict(zip(names, row[1:], strict=True)))


def _end(transaction: Transaction, attempt: Attempt, kind: EventKind, now_ms: int) -> None:
    _tell(transaction, attempt, kind, now_ms)
    (seq,) = transaction.execute("SELECT seq FROM requests WHERE id = ?", (attempt.id,)).fetchone()
    outbox.owe(transaction, requests.by_seq(transaction, seq), kind, now_ms)
    fault("before-terminal-commit")

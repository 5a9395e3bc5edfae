"""Episodes on the desk: the draft under its version, the takes of its lines, and the versions of its audio."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from server.domain.decoding import from_json
from server.domain.episode_drafts import EpisodeDraft, EpisodeVersion, Levels, LoudnessReport, MixReport, Take
from server.domain.errors import Conflict, NotFound
from server.domain.events import EventKind
from server.domain.requests import PODCAST_TYPES, RequestType, State
from server.domain.times import from_ms
from server.store.artefacts import Content
from server.store.contents import add_blob
from server.store.transactions import Reading, Transaction

_TAKE = "line, key, text, voice, pace, take, seconds, sha256, created_on"


@dataclass(frozen=True, slots=True)
class DeskRequest:
    """The request that a desk belongs to, as far as the desk needs it. `script` and `recording` are JSON."""

    seq: int
    id: str
    client_id: str
    type: RequestType
    state: State
    script: str
    recording: str
    order: str


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """A draft as it is stored; version 0 is one that nobody has changed yet."""

    version: int
    draft: EpisodeDraft
    music: Content | None = None
    music_name: str = ""


def desk_request(reading: Reading, request_id: str, client_id: str) -> DeskRequest:
    """A client's request with a script: finished audio, or audio whose script waits.

    Raises:
        NotFound: there is none of the client.
        Conflict: it is no podcast, or has no script yet.
    """
    found = any_request(reading, request_id, client_id)
    if found.type not in PODCAST_TYPES or found.state not in {State.COMPLETED, State.WAITING} or not found.script:
        raise Conflict(
            "Only a finished episode, or one whose script waits for approval, can be edited.", code="not_editable"
        )
    return found


def any_request(reading: Reading, request_id: str, client_id: str) -> DeskRequest:
    """A client's request, whatever it is at. Raises `NotFound`."""
    row = reading.execute(
        "SELECT r.seq, r.id, r.client_id, r.type_id, r.state, coalesce(s.script, ''), coalesce(s.recording, ''),"
        " coalesce(o.body, '') FROM requests r LEFT JOIN request_results s ON s.seq = r.seq"
        " LEFT JOIN request_orders o ON o.seq = r.seq WHERE r.id = ? AND r.client_id = ? AND r.deleted_on IS NULL",
        (request_id, client_id),
    ).fetchone()
    if row is None:
        raise NotFound("There is no such request.", code="request_not_found")
    return DeskRequest(row[0], row[1], row[2], RequestType(row[3]), State(row[4]), *row[5:])


def draft(reading: Reading, seq: int) -> KeptDraft | None:
    """The draft of a request, once somebody has changed it."""
    row = reading.execute(
        "SELECT d.version, d.body, d.music, b.size, d.music_name FROM episode_drafts d"
        " LEFT JOIN blobs b ON b.sha256 = d.music WHERE d.seq = ?",
        (seq,),
    ).fetchone()
    if row is None:
        return None
    music = Content(row[2], row[3]) if row[2] else None
    return KeptDraft(row[0], from_json(row[1], EpisodeDraft), music, row[4])


def draft_of(reading: Reading, request_id: str) -> KeptDraft | None:
    """The draft of a request by its id, whoever asks."""
    row = reading.execute("SELECT seq FROM requests WHERE id = ?", (request_id,)).fetchone()
    return draft(reading, row[0]) if row else None


def save(transaction: Transaction, seq: int, kept: KeptDraft, now_ms: int, *, follows: int) -> int:
    """Keep a draft that was made from version `follows`; its own version.

    Raises:
        Conflict: somebody else has changed it since (``draft_changed``).
    """
    before = draft(transaction, seq)
    current = before.version if before else 0
    if current != follows:
        raise Conflict("The draft was changed elsewhere: read it again before you keep yours.", code="draft_changed")
    if kept.music is not None:
        add_blob(transaction, kept.music, now_ms)
    transaction.execute(
        "INSERT OR REPLACE INTO episode_drafts (seq, version, body, music, music_name, updated_on)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            seq,
            current + 1,
            msgspec.json.encode(kept.draft).decode(),
            kept.music.sha256 if kept.music else None,
            kept.music_name,
            now_ms,
        ),
    )
    tell(transaction, seq, now_ms, {"version": current + 1})
    return current + 1


def takes(reading: Reading, seq: int) -> tuple[Take, ...]:
    """Every take of a request's lines, the oldest first."""
    rows = reading.execute(f"SELECT {_TAKE} FROM takes WHERE seq = ? ORDER BY created_on, line, key", (seq,))  # noqa: S608 - a constant
    return tuple(_take(row) for row in rows)


def takes_of(reading: Reading, request_id: str, client_id: str) -> tuple[Take, ...]:
    """The takes of a client's request by its id; none when it is gone."""
    row = reading.execute(
        "SELECT seq FROM requests WHERE id = ? AND client_id = ? AND deleted_on IS NULL", (request_id, client_id)
    ).fetchone()
    return takes(reading, row[0]) if row else ()


def recent(reading: Reading, since_ms: int) -> frozenset[str]:
    """Ids of requests whose desk was worked at since then."""
    rows = reading.execute(
        "SELECT r.id FROM requests r WHERE r.seq IN (SELECT seq FROM episode_drafts WHERE updated_on > :since"
        " UNION SELECT seq FROM rebuilds WHERE asked_on > :since OR ended_on IS NULL)",
        {"since": since_ms},
    )
    return frozenset(row[0] for row in rows)


def take(reading: Reading, request_id: str, client_id: str, key: str) -> Take | None:
    """A take of a client's episode."""
    row = reading.execute(
        f"SELECT {_TAKE} FROM takes WHERE key = ? AND seq = (SELECT seq FROM requests"  # noqa: S608 - a constant
        " WHERE id = ? AND client_id = ? AND deleted_on IS NULL) LIMIT 1",
        (key, request_id, client_id),
    ).fetchone()
    return _take(row) if row else None


def add_takes(transaction: Transaction, seq: int, made: Iterable[tuple[Take, Content]], now_ms: int) -> None:
    """Keep takes; those that are there already stay."""
    for each, content in made:
        add_blob(transaction, content, now_ms)
        transaction.execute(
            "INSERT INTO takes (seq, line, key, text, voice, pace, take, seconds, sha256, created_on)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                seq,
                each.line,
                each.key,
                each.text,
                each.voice,
                each.pace,
                each.take,
                each.seconds,
                content.sha256,
                now_ms,
            ),
        )


def remove_take(transaction: Transaction, seq: int, line: str, key: str, now_ms: int) -> bool:
    """Let go of a take of a line; whether there was one."""
    removed = transaction.execute("DELETE FROM takes WHERE seq = ? AND line = ? AND key = ?", (seq, line, key))
    if removed.rowcount:
        tell(transaction, seq, now_ms, {})
    return removed.rowcount > 0


def versions(reading: Reading, seq: int) -> tuple[EpisodeVersion, ...]:
    """The audios that an episode had, the newest first, as long as their files are there."""
    rows = reading.execute(
        "SELECT v.number, v.media_key, m.file_name, m.duration_s, v.report, v.created_on FROM episode_versions v"
        " JOIN media m ON m.key = v.media_key WHERE v.seq = ? ORDER BY v.number DESC",
        (seq,),
    )
    made = []
    for number, key, name, seconds, facts, created in rows:
        kept = from_json(facts, _VersionFacts) if facts else _VersionFacts()
        made.append(
            EpisodeVersion(number, key, name, seconds or 0.0, kept.report, from_ms(created), has_draft=kept.has_draft)
        )
    return tuple(made)


def version_draft(reading: Reading, seq: int, number: int) -> EpisodeDraft:
    """What a version of an episode was made of.

    Raises:
        NotFound: there is no such version, or it was made when drafts were not kept with versions.
    """
    row = reading.execute(
        "SELECT v.report FROM episode_versions v JOIN media m ON m.key = v.media_key WHERE v.seq = ? AND v.number = ?",
        (seq, number),
    ).fetchone()
    kept = from_json(row[0], _VersionFacts) if row and row[0] else _VersionFacts()
    if not kept.has_draft:
        raise NotFound("The script of this version is not kept.", code="version_not_found")
    return from_json(bytes(kept.draft), EpisodeDraft)


def add_version(
    transaction: Transaction,
    seq: int,
    media_key: str,
    report: MixReport | None,
    now_ms: int,
    *,
    draft: EpisodeDraft | None = None,
) -> int:
    """Note a new audio with what it was made of; its number."""
    (number,) = transaction.execute(
        "SELECT coalesce(max(number), 0) + 1 FROM episode_versions WHERE seq = ?", (seq,)
    ).fetchone()
    transaction.execute(
        "INSERT INTO episode_versions (seq, number, media_key, report, created_on) VALUES (?, ?, ?, ?, ?)",
        (seq, number, media_key, _facts(report, draft), now_ms),
    )
    return int(number)


def note_draft(transaction: Transaction, seq: int, version: EpisodeVersion, draft: EpisodeDraft) -> None:
    """Keep what a version was made of, which is known only now."""
    transaction.execute(
        "UPDATE episode_versions SET report = ? WHERE seq = ? AND number = ?",
        (_facts(version.report, draft), seq, version.number),
    )


def tell(
    transaction: Transaction,
    seq: int,
    now_ms: int,
    data: dict[str, object],
    *,
    kind: EventKind = EventKind.DESK_CHANGED,
) -> None:
    """Tell the owner what happened on a desk."""
    client_id, request_id = transaction.execute("SELECT client_id, id FROM requests WHERE seq = ?", (seq,)).fetchone()
    transaction.emit(client_id, kind, now_ms, subject=request_id, data=data)


_NOTHING = msgspec.Raw(b"null")


class _VersionFacts(msgspec.Struct, frozen=True):
    """What is kept of a version: how it was mixed, where the desk did it, and its draft, read when it is asked for."""

    before: LoudnessReport | None = None
    after: LoudnessReport | None = None
    levels: Levels | None = None
    draft: msgspec.Raw = _NOTHING

    @property
    def has_draft(self) -> bool:
        """Whether its script is kept."""
        return bytes(self.draft) != bytes(_NOTHING)

    @property
    def report(self) -> MixReport | None:
        """The mix."""
        if self.before is None or self.after is None or self.levels is None:
            return None
        return MixReport(self.before, self.after, self.levels)


def _facts(report: MixReport | None, draft: EpisodeDraft | None) -> str:
    if report is None and draft is None:
        return ""
    kept = _VersionFacts(
        report.before if report else None,
        report.after if report else None,
        report.levels if report else None,
        msgspec.Raw(msgspec.json.encode(draft)) if draft else _NOTHING,
    )
    return msgspec.json.encode(kept).decode()


def _take(row: Sequence[Any]) -> Take:
    line, key, text, voice, pace, number, seconds, sha256, created = row
    return Take(line, key, text, voice, pace, number, seconds, sha256, from_ms(created))

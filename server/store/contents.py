"""What refers to the contents in the folder of files: uploads, sources of orders, and public links."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from server.domain.events import EventKind
from server.domain.files import Media, StoredFile
from server.domain.times import from_ms
from server.store.artefacts import Content
from server.store.models import FileRow
from server.store.transactions import Reading, Transaction

UNREFERENCED = (
    "NOT EXISTS (SELECT 1 FROM media m WHERE m.sha256 = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM files f WHERE f.sha256 = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM request_sources s WHERE s.sha256 = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM request_results q WHERE q.imported = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM podcast_media p WHERE p.sha256 = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM projects j WHERE j.logo_sha256 = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM custom_voices v WHERE v.profile = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM film_pieces i WHERE i.sha256 = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM takes t WHERE t.sha256 = blobs.sha256)"
    " AND NOT EXISTS (SELECT 1 FROM episode_drafts d WHERE d.music = blobs.sha256)"
)
"""A row of `blobs` that nothing refers to."""
_FILE = (FileRow.id, FileRow.file_name, FileRow.content_type, FileRow.size, FileRow.created_on, FileRow.sha256)


@dataclass(frozen=True, slots=True)
class SourceContent:
    """A content that the order's resource `position` stands for."""

    position: int
    content: Content
    file_name: str
    content_type: str


def add_blob(transaction: Transaction, content: Content, now_ms: int) -> None:
    """Make a content known, so that it can be referred to and no sweep removes it."""
    transaction.execute(
        "INSERT INTO blobs (sha256, size, created_on) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (content.sha256, content.size, now_ms),
    )


def keep_source(transaction: Transaction, seq: int, source: SourceContent, now_ms: int) -> None:
    """Lay a content beside an order; what lay at its position before is replaced."""
    add_blob(transaction, source.content, now_ms)
    transaction.execute(
        "INSERT OR REPLACE INTO request_sources (seq, position, sha256, file_name, content_type)"
        " VALUES (?, ?, ?, ?, ?)",
        (seq, source.position, source.content.sha256, source.file_name, source.content_type),
    )


def content_of(reading: Reading, sha256: str) -> Content:
    """A content that is known."""
    return Content(*reading.execute("SELECT sha256, size FROM blobs WHERE sha256 = ?", (sha256,)).fetchone())


def is_blob(reading: Reading, sha256: str) -> bool:
    """Whether a content is known."""
    return reading.execute("SELECT 1 FROM blobs WHERE sha256 = ?", (sha256,)).fetchone() is not None


def forget_blobs(transaction: Transaction, *, before_ms: int = 2**62) -> int:
    """Forget contents that nothing refers to, known since before that moment; a sweep of the folder removes them."""
    return transaction.execute(
        f"DELETE FROM blobs WHERE created_on < ? AND {UNREFERENCED}",  # noqa: S608 - a constant
        (before_ms,),
    ).rowcount


def add_file(transaction: Transaction, file: StoredFile, client_id: str, now_ms: int) -> StoredFile:
    """Keep an upload whose content is stored."""
    add_blob(transaction, Content(file.sha256, file.size), now_ms)
    transaction.run(
        FileRow.insert(
            id=file.id,
            client=client_id,
            file_name=file.file_name,
            content_type=file.content_type,
            size=file.size,
            sha256=file.sha256,
            created_on=now_ms,
        )
    )
    transaction.emit(client_id, EventKind.FILE_ADDED, now_ms, subject=file.id, data={"fileName": file.file_name})
    return file


def files_of(reading: Reading, client_id: str) -> tuple[StoredFile, ...]:
    """A client's uploads, newest first."""
    rows = reading.run(FileRow.select(*_FILE).where(FileRow.client == client_id).order_by(FileRow.id.desc()))
    return tuple(_file(row) for row in rows)


def find_file(reading: Reading, file_id: str, client_id: str) -> StoredFile | None:
    """A client's upload."""
    row = reading.run(FileRow.select(*_FILE).where((FileRow.id == file_id) & (FileRow.client == client_id))).fetchone()
    return _file(row) if row else None


def remove_file(transaction: Transaction, file_id: str, client_id: str, now_ms: int) -> bool:
    """Forget an upload; whether there was one of this client."""
    removed = transaction.run(FileRow.delete().where((FileRow.id == file_id) & (FileRow.client == client_id)))
    if not removed.rowcount:
        return False
    transaction.emit(client_id, EventKind.FILE_DELETED, now_ms, subject=file_id)
    return True


def find_media(reading: Reading, key: str) -> tuple[Media, datetime] | None:
    """What a public link points to, unless its request is deleted, and when it was made."""
    row = reading.execute(
        "SELECT m.key, m.name, m.file_name, m.media_type, m.size, m.sha256, m.duration_s, m.created_on"
        " FROM media m JOIN requests r ON r.seq = m.seq WHERE m.key = ? AND r.deleted_on IS NULL",
        (key,),
    ).fetchone()
    return (Media(*row[:7]), from_ms(row[7])) if row else None


def sources_of(reading: Reading, seq: int) -> dict[int, SourceContent]:
    """The contents of an order's resources, by position."""
    rows = reading.execute(
        "SELECT s.position, s.sha256, b.size, s.file_name, s.content_type FROM request_sources s"
        " JOIN blobs b ON b.sha256 = s.sha256 WHERE s.seq = ?",
        (seq,),
    )
    return {
        position: SourceContent(position, Content(sha256, size), file_name, content_type)
        for position, sha256, size, file_name, content_type in rows
    }


def _file(row: tuple[str, str, str, int, int, str]) -> StoredFile:
    file_id, file_name, content_type, size, created, sha256 = row
    return StoredFile(file_id, file_name, content_type, size, from_ms(created), sha256)

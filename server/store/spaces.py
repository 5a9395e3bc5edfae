"""What the stored contents are there for, counted."""

from __future__ import annotations

from server.domain.storage import Kind, Space
from server.store.contents import UNREFERENCED
from server.store.transactions import Reading

_REFERS = (
    (
        Kind.RESULTS,
        "SELECT 1 FROM media m JOIN requests r ON r.seq = m.seq WHERE m.sha256 = blobs.sha256 AND r.deleted_on IS NULL",
    ),
    (Kind.PODCASTS, "SELECT 1 FROM podcast_media p WHERE p.sha256 = blobs.sha256"),
    (Kind.UPLOADS, "SELECT 1 FROM files f WHERE f.sha256 = blobs.sha256"),
    (Kind.DELETED, "SELECT 1 FROM media m WHERE m.sha256 = blobs.sha256"),
    (Kind.SOURCES, "SELECT 1 FROM request_sources s WHERE s.sha256 = blobs.sha256"),
    (Kind.TAKES, "SELECT 1 FROM takes t WHERE t.sha256 = blobs.sha256"),
    (Kind.TAKES, "SELECT 1 FROM episode_drafts d WHERE d.music = blobs.sha256"),
    (Kind.SOURCES, "SELECT 1 FROM request_results q WHERE q.imported = blobs.sha256"),
)


def of_contents(reading: Reading) -> tuple[Space, ...]:
    """Stored contents by what refers to them first."""
    cases = " ".join(f"WHEN EXISTS ({query}) THEN '{kind.value}'" for kind, query in _REFERS)
    rows = reading.execute(
        f"SELECT CASE {cases} WHEN {UNREFERENCED} THEN '{Kind.UNREFERENCED.value}'"  # noqa: S608 - constants
        f" ELSE '{Kind.LOOKS.value}' END AS kind, count(*), sum(size) FROM blobs GROUP BY kind"
    )
    return tuple(Space(Kind(kind), count, size) for kind, count, size in rows)


def contents_size(reading: Reading) -> int:
    """Bytes of all stored contents."""
    return int(reading.execute("SELECT coalesce(sum(size), 0) FROM blobs").fetchone()[0])


def unreferenced(reading: Reading, before_ms: int) -> tuple[tuple[str, int], ...]:
    """Name and size of contents that nothing refers to, known since before that moment."""
    rows = reading.execute(
        f"SELECT sha256, size FROM blobs WHERE created_on < ? AND {UNREFERENCED}",  # noqa: S608 - constants
        (before_ms,),
    )
    return tuple((name, size) for name, size in rows)

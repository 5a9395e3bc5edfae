"""Projects, with their logos."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import msgspec

from server.domain.decoding import from_json
from server.domain.events import EventKind
from server.domain.files import Media
from server.domain.pages import Page
from server.domain.projects import Project
from server.domain.times import from_ms, to_ms
from server.store.artefacts import Content
from server.store.contents import add_blob
from server.store.transactions import Reading, Transaction

LOGO_NAME = "logo.png"


def _decode(body: str | bytes) -> Project:
    return from_json(body, Project)


def add(transaction: Transaction, project: Project) -> Project:
    """Keep a new project."""
    now_ms = to_ms(project.created_on)
    _keep_logo(transaction, project, now_ms)
    transaction.execute(
        "INSERT INTO projects (id, client_id, logo_sha256, logo_key, body) VALUES (?, ?, ?, ?, ?)",
        (project.id, project.client_id, project.logo_sha256 or None, project.logo_key or None, _encoded(project)),
    )
    _tell(transaction, project.client_id, project.id, now_ms)
    return project


def save(transaction: Transaction, project: Project, now_ms: int) -> bool:
    """Keep a changed project; whether it is still there."""
    _keep_logo(transaction, project, now_ms)
    changed = transaction.execute(
        "UPDATE projects SET logo_sha256 = ?, logo_key = ?, body = ? WHERE id = ?",
        (project.logo_sha256 or None, project.logo_key or None, _encoded(project), project.id),
    ).rowcount
    if changed:
        _tell(transaction, project.client_id, project.id, now_ms)
    return bool(changed)


def remove(transaction: Transaction, project_id: str, client_id: str, now_ms: int) -> bool:
    """Delete a project; whether there was one of this client."""
    removed = transaction.execute(
        "DELETE FROM projects WHERE id = ? AND client_id = ?", (project_id, client_id)
    ).rowcount
    if removed:
        _tell(transaction, client_id, project_id, now_ms, deleted=True)
    return bool(removed)


def find(reading: Reading, project_id: str, client_id: str) -> Project | None:
    """A client's project."""
    row = reading.execute(
        "SELECT body FROM projects WHERE id = ? AND client_id = ?", (project_id, client_id)
    ).fetchone()
    return _decode(row[0]) if row else None


def page(reading: Reading, client_id: str, number: int, limit: int) -> Page[Project]:
    """A numbered page of a client's projects, newest first."""
    total = reading.execute("SELECT count(*) FROM projects WHERE client_id = ?", (client_id,)).fetchone()[0]
    rows = reading.execute(
        "SELECT body FROM projects WHERE client_id = ? ORDER BY seq DESC LIMIT ? OFFSET ?",
        (client_id, limit, (number - 1) * limit),
    )
    return Page(tuple(_decode(row[0]) for row in rows), total, number, limit)


def portion(reading: Reading, client_id: str, before: int, limit: int) -> tuple[tuple[Project, ...], int | None]:
    """The next `limit` projects before a place, newest first, and where to go on; None at the end."""
    rows = reading.execute(
        "SELECT seq, body FROM projects WHERE client_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
        (client_id, before, limit),
    ).fetchall()
    return tuple(_decode(row[1]) for row in rows), rows[-1][0] if len(rows) == limit else None


def unfinished(reading: Reading) -> tuple[Project, ...]:
    """Projects whose page or picture is still to be fetched."""
    rows = reading.execute(
        "SELECT body FROM projects WHERE (body ->> 'url' <> '' AND body ->> 'page_text' = ''"
        " AND body ->> 'page_fault' = '') OR (body ->> 'image_url' <> '' AND logo_key IS NULL"
        " AND body ->> 'logo_fault' = '')"
    )
    return tuple(_decode(row[0]) for row in rows)


def find_logo(reading: Reading, key: str) -> tuple[Media, datetime] | None:
    """What a public link of a logo points to, and when it was made."""
    row = reading.execute("SELECT body FROM projects WHERE logo_key = ?", (key,)).fetchone()
    if row is None:
        return None
    project = _decode(row[0])
    media = Media(
        key=key,
        name="logo",
        file_name=LOGO_NAME,
        media_type="image/png",
        size=project.logo_size,
        sha256=project.logo_sha256,
    )
    return media, project.updated_on


def _keep_logo(transaction: Transaction, project: Project, now_ms: int) -> None:
    if project.logo_sha256:
        add_blob(transaction, Content(project.logo_sha256, project.logo_size), now_ms)


def _tell(transaction: Transaction, client_id: str, project_id: str, now_ms: int, *, deleted: bool = False) -> None:
    transaction.emit(
        client_id,
        EventKind.PROJECT_CHANGED,
        now_ms,
        subject=project_id,
        data={"deleted": True} if deleted else None,
    )


def _encoded(project: Project) -> str:
    return msgspec.json.encode(replace(project, updated_on=from_ms(to_ms(project.updated_on)))).decode()

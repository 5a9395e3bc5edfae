"""Projects: background, colours and a logo for what is made."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import Record, flag, records, sentences, text


@dataclass(frozen=True, slots=True)
class Project:
    """One project. Colours are ``#rrggbb`` or empty; `notes` says what could not be fetched."""

    id: str
    name: str
    description: str = ""
    url: str = ""
    context: str = ""
    """What a writer is told of it: the description, and the text of the page at `url`."""
    image_url: str = ""
    logo_url: str = ""
    text_color: str = ""
    background_color: str = ""
    brand_color: str = ""
    accent_color: str = ""
    is_pending: bool = False
    """Whether its page or logo is still being fetched."""
    notes: tuple[str, ...] = ()


class Projects:
    """Calls about projects. Fields are named as on the wire: ``name``, ``description``, ``url``, ``brandColor`` …"""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Project, ...]:
        """Every project of the caller, newest first."""
        return tuple(project_of(record) for record in records(await self._connection.get("/projects")))

    async def one(self, project_id: str) -> Project:
        """One project."""
        return project_of(await self._connection.get(f"/projects/{project_id}"))

    async def create(self, fields: Mapping[str, str], *, image: bytes = b"") -> str:
        """Make a project, with a logo (an opaque PNG or JPG) where one is given; answers its id."""
        return text(await self._connection.post("/projects", _body(fields, image)), "projectId")

    async def change(self, project_id: str, fields: Mapping[str, str], *, image: bytes = b"") -> Project:
        """Change the given fields of a project; an empty text removes what was there."""
        return project_of(await self._connection.post(f"/projects/{project_id}", _body(fields, image)))

    async def remove(self, project_id: str) -> None:
        """Delete a project."""
        await self._connection.delete(f"/projects/{project_id}")

    async def logo(self, project: Project) -> bytes:
        """The logo, a PNG; empty when the project has none."""
        return await self._connection.read(project.logo_url) if project.logo_url else b""


def project_of(record: Record) -> Project:
    """Read one project record."""
    return Project(
        id=text(record, "id"),
        name=text(record, "name"),
        description=text(record, "description"),
        url=text(record, "url"),
        context=text(record, "context"),
        image_url=text(record, "imageUrl"),
        logo_url=text(record, "logoUrl"),
        text_color=text(record, "textColor"),
        background_color=text(record, "backgroundColor"),
        brand_color=text(record, "brandColor"),
        accent_color=text(record, "accentColor"),
        is_pending=flag(record, "pending"),
        notes=sentences(record, "notes"),
    )


def _body(fields: Mapping[str, str], image: bytes) -> dict[str, str]:
    return {**fields, **({"imageData": base64.b64encode(image).decode("ascii")} if image else {})}

"""Projects: background, colours and a logo for what is made."""

from __future__ import annotations

from typing import Annotated

import msgspec
from aiohttp import web
from msgspec import UNSET, UnsetType
from pydantic import Field

from server.domain.projects import Project, ProjectChange
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PageQuery, paging, stream_array
from server.http.registry import MIB, Routes
from server.http.replies import Done
from server.http.wire import Order, WireTime
from server.services.projects import Projects

# ruff: noqa: N815 - the wire's names
routes = Routes("Projects")

BODY_LIMIT = 8 * MIB
"""A logo of 5 MB in base64, and the rest."""
Address = Annotated[str, Field(max_length=8192)]
Colour = Annotated[str, Field(max_length=20, description="Such as `#1f6feb`; empty for none.")]


class ProjectOrder(Order):
    """What is said of a project; what is left out stays as it is."""

    name: Annotated[str, Field(max_length=2000)] | None = None
    description: Annotated[str, Field(max_length=100_000)] | None = None
    url: Annotated[Address, Field(description="A page whose text is taken as background.")] | None = None
    imageUrl: (
        Annotated[Address, Field(description="Where its logo is: an opaque PNG or JPG of at most 5 MB.")] | None
    ) = None
    imageData: Annotated[str, Field(description="The logo itself, as a data URL or base64.")] | None = None
    textColor: Colour | None = None
    backgroundColor: Colour | None = None
    brandColor: Colour | None = None
    accentColor: Colour | None = None


class NewProjectOrder(ProjectOrder):
    """A project to be made."""

    name: Annotated[str, Field(min_length=1, max_length=2000)]


class MadeProject(msgspec.Struct):
    """The project is kept; its page and logo are fetched in the background."""

    success: bool
    id: str
    projectId: str


class ProjectRecord(msgspec.Struct):
    """A project. `logoUrl` is its logo as an opaque PNG of 200 by 50 pixels; `notes` tells what could not be done."""

    id: str
    name: str
    description: str
    url: str
    context: str
    imageUrl: str
    logoUrl: str | None
    textColor: str
    backgroundColor: str
    brandColor: str
    accentColor: str
    createdOn: WireTime
    updatedOn: WireTime
    pending: bool
    notes: list[str] | UnsetType = UNSET


class ProjectPage(msgspec.Struct):
    """One page of projects."""

    projects: list[ProjectRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


@routes.get("/projects", query=PageQuery, replies=(list[ProjectRecord], ProjectPage))
async def projects(call: Call, query: PageQuery) -> ProjectPage | web.StreamResponse:
    """List the caller's projects, newest first: one page, or without page and limit a plain array."""
    service = call.services.projects
    if not query.wants_page:
        return await stream_array(call, service.every(by=call.by), lambda project: project_record(project, service))
    found = await service.page(query.number, query.size, by=call.by)
    return ProjectPage(
        projects=[project_record(project, service) for project in found.items],
        **paging(query, found),
    )


@routes.post("/projects", body=NewProjectOrder, limit=BODY_LIMIT, replies=(MadeProject,))
async def create(call: Call, body: NewProjectOrder) -> MadeProject:
    """Make a project."""
    made = await call.services.projects.create(_change(body), image_data=body.imageData or "", by=call.by)
    return MadeProject(success=True, id=made.id, projectId=made.id)


@routes.get("/projects/{id}", replies=(ProjectRecord,), errors=(404,))
async def project(call: Call) -> ProjectRecord:
    """Read one project; `pending` is true while its page or logo is being fetched."""
    return project_record(await call.services.projects.get(call.params["id"], by=call.by), call.services.projects)


@routes.post("/projects/{id}", body=ProjectOrder, limit=BODY_LIMIT, replies=(ProjectRecord,), errors=(404,))
async def change(call: Call, body: ProjectOrder) -> ProjectRecord:
    """Change a project: fields left out stay as they are, an empty text removes what was there."""
    changed = await call.services.projects.change(
        call.params["id"], _change(body), image_data=body.imageData or "", by=call.by
    )
    return project_record(changed, call.services.projects)


@routes.delete("/projects/{id}", replies=(Done,), errors=(404,))
async def remove(call: Call) -> Done:
    """Delete a project; what was ordered with it goes on."""
    await call.services.projects.remove(call.params["id"], by=call.by)
    return Done(success=True, message="The project is deleted.")


def project_record(project: Project, service: Projects) -> ProjectRecord:
    """A project on the way out."""
    return ProjectRecord(
        id=project.id,
        name=project.name,
        description=project.description,
        url=project.url,
        context=project.context,
        imageUrl=project.image_url,
        logoUrl=service.logo_url(project) or None,
        textColor=project.text_color,
        backgroundColor=project.background_color,
        brandColor=project.brand_color,
        accentColor=project.accent_color,
        createdOn=wire_time(project.created_on),
        updatedOn=wire_time(project.updated_on),
        pending=project.is_reading or project.is_fetching,
        notes=list(project.faults) or UNSET,
    )


def _change(body: ProjectOrder) -> ProjectChange:
    return ProjectChange(
        name=body.name,
        description=body.description,
        url=body.url,
        image_url=body.imageUrl,
        text_color=body.textColor,
        background_color=body.backgroundColor,
        brand_color=body.brandColor,
        accent_color=body.accentColor,
    )

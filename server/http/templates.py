"""Templates: list, run and delete them. Create makes them."""

from __future__ import annotations

import msgspec
from aiohttp import web

from server.domain.templates import Template
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PageQuery, paging, stream_array
from server.http.registry import Routes
from server.http.replies import AcceptedReply, Done
from server.http.wire import WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Schedules and templates")


class TemplateRecord(msgspec.Struct):
    """A template, with the feeds whose new items it runs for."""

    id: str
    name: str
    type: str
    outputType: str | None
    createdOn: WireTime
    feedIds: list[int]


class TemplatePage(msgspec.Struct):
    """One page of templates."""

    templates: list[TemplateRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


@routes.get("/templates", query=PageQuery, replies=(list[TemplateRecord], TemplatePage))
async def templates(call: Call, query: PageQuery) -> TemplatePage | web.StreamResponse:
    """List the caller's templates, newest first: one page, or without page and limit a plain array."""
    service = call.services.templates
    if not query.wants_page:
        return await stream_array(call, service.every(by=call.by), template_record)
    found = await service.page(query.number, query.size, by=call.by)
    return TemplatePage(
        templates=[template_record(template) for template in found.items],
        **paging(query, found),
    )


@routes.post("/templates/{id}/run", replies=(AcceptedReply,), errors=(404,))
async def run(call: Call) -> AcceptedReply:
    """Run a template now with what is new in its feeds since it last ran, or with their newest item."""
    accepted = await call.services.templates.run(call.params["id"], by=call.by)
    return AcceptedReply(accepted.id, accepted.status)


@routes.delete("/templates/{id}", replies=(Done,), errors=(404,))
async def remove(call: Call) -> Done:
    """Delete a template and its subscriptions; what it has started goes on."""
    await call.services.templates.remove(call.params["id"], by=call.by)
    return Done(success=True, message="The template is deleted.")


def template_record(template: Template) -> TemplateRecord:
    """A template on the way out."""
    return TemplateRecord(
        id=template.id,
        name=template.name,
        type=template.type,
        outputType=str(template.output_type) if template.output_type else None,
        createdOn=wire_time(template.created_on),
        feedIds=list(template.feed_ids),
    )

"""Researches: order one, list them, read one."""

from __future__ import annotations

from typing import Annotated

import msgspec
from aiohttp import web
from pydantic import Field

from server.domain.orders import ResearchOrder
from server.domain.researches import Research
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.lists import PageQuery, paging, stream_array
from server.http.orders import Resource, resources_of
from server.http.records import citation_record
from server.http.registry import LARGE_JSON_LIMIT, Routes
from server.http.replies import AcceptedReply, CitationReply
from server.http.wire import LanguageName, Order, WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Researches")


class ResearchBody(Order):
    """What is to be found out, and in what. Without sources the topic is looked up in what there is here."""

    topic: Annotated[str, Field(min_length=1, max_length=100_000, pattern=r"\S")]
    sources: Annotated[
        list[Resource] | None,
        Field(max_length=1000, description="As the resources of Create; without them the topic is looked up."),
    ] = None
    language: Annotated[LanguageName | None, Field(description="The report's; the sources' own if left out.")] = None
    callbackData: Annotated[str, Field(max_length=500)] | None = None


class ResearchRecord(msgspec.Struct):
    """A research. `text` is the report in Markdown, empty until `status` is 100."""

    id: str
    topic: str
    status: int
    text: str
    citations: list[CitationReply]
    createdOn: WireTime
    title: str
    error_code: int
    error_message: str


class ResearchPage(msgspec.Struct):
    """One page of researches."""

    researches: list[ResearchRecord]
    totalCount: int
    page: int
    pageSize: int
    totalPages: int


@routes.post(
    "/deep-research/research",
    body=ResearchBody,
    replies=(AcceptedReply,),
    limit=LARGE_JSON_LIMIT,
    example={"topic": "Copper roofs", "sources": [{"type": "text", "content": "A source with enough words."}]},
    leads_to=dict.fromkeys(("get_deep_research_research_id", "get_content_Status_id"), "request_id"),
)
async def research(call: Call, body: ResearchBody) -> AcceptedReply:
    """Have a topic researched: a cited report from the sources, or from what is found here."""
    order = ResearchOrder(
        topic=body.topic.strip(),
        resources=resources_of(body.sources),
        language=body.language or "",
        callback_data=body.callbackData,
    )
    accepted = await call.services.researches.submit(order, by=call.by)
    return AcceptedReply(accepted.id, accepted.status)


@routes.get("/deep-research/research", query=PageQuery, replies=(list[ResearchRecord], ResearchPage))
async def researches(call: Call, query: PageQuery) -> ResearchPage | web.StreamResponse:
    """List the caller's researches, newest first: one page, or without page and limit a plain array."""
    service = call.services.researches
    if not query.wants_page:
        return await stream_array(call, service.every(by=call.by), research_record)
    found = await service.page(query.number, query.size, by=call.by)
    return ResearchPage(
        researches=[research_record(each) for each in found.items],
        **paging(query, found),
    )


@routes.get("/deep-research/research/{id}", replies=(ResearchRecord,), errors=(404,))
async def one(call: Call) -> ResearchRecord:
    """Tell a research with its report and citations."""
    return research_record(await call.services.researches.get(call.params["id"], by=call.by))


def research_record(research: Research) -> ResearchRecord:
    """A research on the way out."""
    return ResearchRecord(
        id=research.id,
        topic=research.topic,
        status=research.status,
        text=research.text,
        citations=[citation_record(each) for each in research.citations],
        createdOn=wire_time(research.created_on),
        title=research.title,
        error_code=research.error_code,
        error_message=research.error_message,
    )

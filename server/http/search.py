"""Search over everything that the caller made and read."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import AfterValidator, BeforeValidator, Field

from server.domain.search import LONGEST_QUERY, MOST_RESULTS, Excerpt, Found, FoundKind
from server.domain.times import from_ms, wire_time
from server.http.calls import Call
from server.http.registry import Routes
from server.http.wire import Query, WireTime, digits, no_nul

# ruff: noqa: N815 - the wire's names
routes = Routes("Search")


class ExcerptReply(msgspec.Struct):
    """Words around what was found; `marks` are spans of `text`."""

    text: str
    marks: list[list[int]]
    timeMs: int | None
    start: int | None
    end: int | None
    page: int | None


class FoundReply(msgspec.Struct):
    """One thing that was found, and where it is opened: what does not apply is null."""

    kind: str
    title: str
    titleMarks: list[list[int]]
    excerpts: list[ExcerptReply]
    updatedOn: WireTime
    requestId: str | None
    outputType: str | None
    episodeId: int | None
    podcastId: str | None
    notebookId: str | None
    sourceId: str | None


class SearchReply(msgspec.Struct):
    """What a search found, the best first; `more` tells that there is more than was asked for."""

    results: list[FoundReply]
    more: bool


_KINDS = frozenset(FoundKind)


def _kinds(value: str) -> str:
    if unknown := [each for each in value.split(",") if each and each not in _KINDS]:
        raise ValueError(f"{unknown[0][:40]} is none of {', '.join(sorted(_KINDS))}")
    return value


class SearchQuery(Query):
    """What to look for."""

    q: Annotated[
        str,
        Field(
            max_length=LONGEST_QUERY,
            description="All of these words, the last may be a beginning; between quotation marks as they stand.",
        ),
        AfterValidator(no_nul),
    ] = ""
    kinds: Annotated[
        str,
        Field(max_length=200, description=f"Only these, comma between them: {', '.join(sorted(_KINDS))}."),
        AfterValidator(_kinds),
    ] = ""
    limit: Annotated[int, Field(ge=1, le=MOST_RESULTS), BeforeValidator(digits)] = 20


@routes.get("/studio/search", query=SearchQuery, replies=(SearchReply,))
async def find(call: Call, query: SearchQuery) -> SearchReply:
    """Search scripts, transcripts, documents, episodes, shows and the sources of notebooks.

    Only the caller's own things are found, as long as they are there. The best come first; where words are in
    thousands of things, the newest do. `marks` are the found words: start and end in code points of the text beside
    them. `timeMs` is where an excerpt is heard; `start` and `end` are the passage's code points in its source's text.
    """
    page = await call.services.search.find(
        query.q,
        kinds=[FoundKind(each) for each in query.kinds.split(",") if each],
        limit=query.limit,
        by=call.by,
    )
    return SearchReply(results=[_found(each) for each in page.found], more=page.more)


def _found(found: Found) -> FoundReply:
    place = found.place
    return FoundReply(
        kind=found.kind.value,
        title=found.title,
        titleMarks=[list(mark) for mark in found.title_marks],
        excerpts=[_excerpt(each) for each in found.excerpts],
        updatedOn=wire_time(from_ms(found.updated_ms)),
        requestId=place.request_id or None,
        outputType=place.output_type or None,
        episodeId=place.episode_id or None,
        podcastId=place.show_id or None,
        notebookId=place.notebook_id or None,
        sourceId=place.source_id or None,
    )


def _excerpt(excerpt: Excerpt) -> ExcerptReply:
    return ExcerptReply(
        text=excerpt.text,
        marks=[list(mark) for mark in excerpt.marks],
        timeMs=excerpt.time_ms,
        start=excerpt.start,
        end=excerpt.end,
        page=excerpt.page,
    )

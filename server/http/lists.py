"""Lists of requests: numbered pages, or everything as one streamed array."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from typing import Annotated, Any, Literal, TypedDict, TypeVar

import msgspec
from aiohttp import web
from pydantic import Field

from server.domain.pages import Page
from server.domain.requests import RecordingFilter
from server.http.calls import Call
from server.http.records import list_item, podcast_record
from server.http.registry import Routes
from server.http.replies import ListItem, ListPage, PodcastPage, PodcastRecord
from server.http.wire import PageLimit, PageNumber, Query

routes = Routes("Lists")
T = TypeVar("T")

DEFAULT_LIMIT = 50
LAST_PAGE = 10**9
"""Pages beyond are empty in any case; a page times its size must stay far below 64 bits."""
_ENCODER = msgspec.json.Encoder()


class PageQuery(Query):
    """Which page; without both, everything comes as one array."""

    page: Annotated[PageNumber | None, Field(description="Page, from 1.")] = None
    limit: Annotated[PageLimit | None, Field(description="Entries a page; 50 unless told.")] = None

    @property
    def wants_page(self) -> bool:
        """Whether an object with one page is wanted, not the plain array."""
        return self.page is not None or self.limit is not None

    @property
    def number(self) -> int:
        """The page asked for, held to what can be counted."""
        return min(self.page or 1, LAST_PAGE)

    @property
    def size(self) -> int:
        """Entries a page."""
        return self.limit or DEFAULT_LIMIT


class Paging(TypedDict):
    """What every page says of itself."""

    totalCount: int
    page: int
    pageSize: int
    totalPages: int


def paging(query: PageQuery, found: Page[Any]) -> Paging:
    """Which page was asked for, and of how many."""
    return Paging(totalCount=found.total, page=query.page or 1, pageSize=found.page_size, totalPages=found.total_pages)


class PodcastQuery(PageQuery):
    """Which podcasts."""

    status: Literal["all", "queued", "failed", "succeeded", "processed"] = "all"


@routes.get("/content/List", query=PageQuery, replies=(list[ListItem], ListPage))
async def every_request(call: Call, query: PageQuery) -> ListPage | web.StreamResponse:
    """List all requests, newest first: one page, or without page and limit everything as a plain array."""
    if not query.wants_page:
        return await stream_array(call, call.services.requests.every(by=call.by), list_item)
    page = await call.services.requests.page(query.number, query.size, by=call.by)
    return ListPage(
        requests=[list_item(item) for item in page.items],
        **paging(query, page),
    )


@routes.get("/content/Podcasts", query=PodcastQuery, replies=(list[PodcastRecord], PodcastPage))
async def podcasts(call: Call, query: PodcastQuery) -> PodcastPage | web.StreamResponse:
    """List the generated recordings, newest first: one page, or without page and limit a plain array."""
    requests, links = call.services.requests, call.services.media
    status = RecordingFilter(query.status)
    if not query.wants_page:
        everything = requests.every_podcast(status=status, by=call.by)
        return await stream_array(call, everything, lambda item: podcast_record(item, links))
    page = await requests.podcasts_page(query.number, query.size, status=status, by=call.by)
    return PodcastPage(
        podcasts=[podcast_record(item, links) for item in page.items],
        **paging(query, page),
    )


async def stream_array(
    call: Call, portions: AsyncIterator[Sequence[T]], shape: Callable[[T], object]
) -> web.StreamResponse:
    """Answer a JSON array portion by portion, so that its length costs no memory.

    The first portion is read before the headers go out: what fails at once is still told as an error.
    """
    iterator = aiter(portions)
    first = await anext(iterator, None) or ()
    response = web.StreamResponse()
    response.content_type = "application/json"
    await call.start(response)
    if call.wants_body:
        await response.write(b"[" + _inside(first, shape))
        async with aclosing(iterator) as rest:  # type: ignore[type-var]
            async for portion in rest:
                if portion:
                    await response.write(b"," + _inside(portion, shape))
        await response.write(b"]")
    await response.write_eof()
    return response


def _inside(portion: Sequence[T], shape: Callable[[T], object]) -> bytes:
    return _ENCODER.encode([shape(item) for item in portion])[1:-1]

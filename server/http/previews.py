"""A style tried on the caller's own words, before anything is ordered."""

from __future__ import annotations

from typing import Annotated, Literal

from aiohttp import hdrs, web
from pydantic import Field

from server.domain.storyboards import VideoFormat
from server.http.calls import Call
from server.http.registry import Routes
from server.http.wire import Order

routes = Routes("Media")
LONGEST_TEXT = 20_000


class PreviewOrder(Order):
    """What a film is to be made of, and how it is to look."""

    style: Annotated[str, Field(max_length=5000, description="A preset or own words, as in Create.")] = "classic"
    format: Literal["explainer", "short", "cinematic"] = "explainer"
    text: Annotated[str, Field(max_length=LONGEST_TEXT, description="The source, or its beginning.")] = ""
    title: Annotated[str, Field(max_length=500)] = ""


@routes.post(
    "/studio/preview",
    body=PreviewOrder,
    media_type="image/jpeg",
    errors=(503,),
    example={"style": "watercolour", "text": "The lake fell by forty centimetres and came back.", "title": "The lake"},
)
async def preview(call: Call, body: PreviewOrder) -> web.Response:
    """See the first scene of a video in a style at once, as a JPEG; nothing is ordered."""
    picture = await call.services.previews.paint(
        style=body.style, format=VideoFormat(body.format), text=body.text, title=body.title
    )
    return web.Response(body=picture, headers={hdrs.CONTENT_TYPE: "image/jpeg", hdrs.CACHE_CONTROL: "no-store"})

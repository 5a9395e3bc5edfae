"""The public page of a result or an episode: its player or its document, for people without an account."""

from __future__ import annotations

import asyncio
from datetime import datetime
from urllib.parse import urlsplit

from aiohttp import web

from server.domain.episodes import Episode
from server.domain.errors import InvalidField, NotFound
from server.domain.files import Media
from server.domain.languages import language_by_name
from server.domain.requests import OutputType, Request
from server.http.calls import Call
from server.http.docs import html_answer
from server.http.registry import Routes, Scope
from server.http.share_pages import Chapter, SharedPage, document_page, html_of, script_of

routes = Routes("Media")


@routes.get("/share/{key}", scope=Scope.PUBLIC, published=True, media_type="text/html", replies=(str,))
async def share(call: Call) -> web.Response:
    """See a shared result: the player with its transcript, or the document."""
    key = call.params["key"]
    try:
        shared = await _of_episode(call, await call.services.episodes.shared(key))
    except NotFound:
        request = await call.services.media.shared(key)
        shared = _of_request(call, request)
        if drawn := _page_of(request):
            path = (await call.services.media.find(drawn.key)).path
            return html_answer(await asyncio.to_thread(lambda: document_page(path.read_text("utf-8"), shared)))
    addresses = (call.services.media.public_url, shared.audio_url, shared.image_url, shared.video_url)
    origins = dict.fromkeys(_origin(address) for address in addresses if address)
    text, script = await asyncio.to_thread(lambda: (html_of(shared), script_of(shared)))
    return html_answer(text, script=script, media_from=" ".join(("'self'", *origins)))


async def _of_episode(call: Call, episode: Episode) -> SharedPage:
    service = call.services.episodes
    show = await call.services.shows.showing(episode)
    audio = service.audio_url(episode)
    image = service.public_url(episode.image) or (call.services.shows.artwork_url(show) if show else "")
    moment = episode.released_on or episode.updated_on
    turns = await service.turns(episode)
    return SharedPage(
        title=episode.title,
        address=service.public_url(episode.share_path),
        language=next((t.language for t in episode.transcripts if t.language), show.language if show else "en"),
        by=show.name if show else "",
        made=_day(moment),
        description_html=_beside(episode),
        audio_url=audio,
        audio_type=episode.enclosure.media_type,
        image_url=image,
        downloads=(("Download", audio),) if episode.enclosure.address.startswith("/") else (),
        chapters=tuple(Chapter(c.start_s, c.title) for c in episode.chapters),
        turns=turns,
        markdown="" if turns else await service.transcript_text(episode),
    )


def _of_request(call: Call, request: Request) -> SharedPage:
    links = call.services.media.links_of(request)
    audio = request.media_named("audio")
    offered = (
        ("Audio", links.audio_url),
        ("Video", links.video_url),
        ("Document", links.document_url),
        ("PDF", links.document_pdf_url),
        ("Slides", links.slide_deck_url),
        ("Slides as PDF", links.slide_deck_pdf_url),
        ("Table", links.datatable_url),
        ("Table as CSV", links.datatable_csv_url),
    )
    try:
        language = language_by_name(request.language).code
    except InvalidField:
        language = "en"
    return SharedPage(
        title=request.title,
        address=links.share_url,
        language=language,
        made=_day(request.succeeded_on or request.requested_on),
        audio_url=links.audio_url,
        audio_type=audio.media_type if audio else "",
        video_url=links.video_url,
        image_url=links.image_url,
        downloads=tuple((name, address) for name, address in offered if address),
        markdown=request.response_text if request.output_type is not OutputType.QUIZ else "",
        html=request.document_content if request.document_format == "html" else "",
        show_image=request.output_type is OutputType.INFOGRAPHIC,
    )


def _page_of(request: Request) -> Media | None:
    """The document as a page of its own, where it was drawn as one."""
    documents = (request.media_named("document_html"), request.media_named("document"))
    return next((media for media in documents if media and media.media_type == "text/html"), None)


def _beside(episode: Episode) -> str:
    """The description, unless it only repeats the title."""
    words = episode.content_html or episode.description_html
    return "" if episode.description in (episode.title, episode.audio_title) else words


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"

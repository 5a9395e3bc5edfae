"""The public page of a result: its player or its document, for people without an account."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from html import escape

from aiohttp import web

from server.domain.requests import Request
from server.http.calls import Call
from server.http.docs import html_answer, page_part
from server.http.registry import Routes, Scope
from server.services.media import Links

routes = Routes("Media")


@routes.get("/share/{key}", scope=Scope.PUBLIC, published=True, media_type="text/html", replies=(str,))
async def share(call: Call) -> web.Response:
    """See a shared result: the player with its transcript, or the document."""
    request = await call.services.media.shared(call.params["key"])
    links = call.services.media.links_of(request)
    text = await asyncio.to_thread(page, request, links)
    return html_answer(text, media_from=f"'self' {call.services.media.public_url}")


def page(request: Request, links: Links) -> str:
    """The page as HTML; everything that came from a source is escaped."""
    title = escape(request.title or "Untitled")
    player = ""
    if links.audio_url:
        player = f'<audio controls preload="metadata" src="{escape(links.audio_url, quote=True)}"></audio>'
    elif links.video_url:
        player = f'<video controls preload="metadata" src="{escape(links.video_url, quote=True)}"></video>'
    elif links.image_url:
        player = f'<p><img alt="{title}" style="max-width:100%" src="{escape(links.image_url, quote=True)}"></p>'
    downloads = "".join(
        f' <a href="{escape(address, quote=True)}?download=1">{name}</a>'
        for name, address in (
            ("Audio", links.audio_url),
            ("Document", links.document_url),
            ("Slides", links.slide_deck_url),
            ("Table", links.datatable_url),
        )
        if address
    )
    made = f"{request.requested_on.day} {request.requested_on:%B %Y}"
    if downloads:
        made += f" · Download:{downloads}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>{title}</title>'
        f'<style>{page_part("page.css")}</style></head><body><div class="page"><h1>{title}</h1>'
        f'<p class="soft">{made}</p>{player}{"".join(_paragraphs(request))}</div></body></html>'
    )


def _paragraphs(request: Request) -> Iterator[str]:
    """The text, block by block: headings and list items of Markdown, speakers of a transcript."""
    for line in request.response_text.splitlines():
        text = line.strip()
        if not text or text == f"# {request.title}":
            continue
        if text.startswith("#"):
            yield f"<h2>{escape(text.lstrip('#').strip())}</h2>"
        elif text.startswith("SPEAKER_") and ": " in text:
            speaker, _, words = text.partition(": ")
            number = speaker.removeprefix("SPEAKER_")
            name = f"Speaker {int(number) + 1}" if number.isdigit() else speaker
            yield f"<p><strong>{escape(name)}</strong> {escape(words)}</p>"
        else:
            yield f"<p>{escape(text)}</p>"

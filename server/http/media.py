"""Made files under public, unguessable links, with ranges for players."""

from __future__ import annotations

import asyncio
from email.utils import format_datetime
from typing import Annotated, BinaryIO
from urllib.parse import quote

from aiohttp import hdrs, web
from pydantic import Field

from server.domain.errors import NotFound
from server.domain.files import Media, ServedMedia
from server.http.calls import Call
from server.http.problems import Problem
from server.http.ranges import Slice, Unsatisfiable, is_unchanged, slice_of
from server.http.registry import Routes, Scope
from server.http.wire import Query, Switch

routes = Routes("Media")
CHUNK = 256 * 1024
FROM_ELSEWHERE = frozenset({"audio", "artwork", "artwork_original"})
"""Names of what may have been uploaded or imported, with a media type that somebody else gave it."""
_A_YEAR_S = 365 * 24 * 3600


class MediaQuery(Query):
    """How a browser should take the file."""

    download: Annotated[Switch, Field(description="Offer to save the file and not to show it.")] = False


@routes.get(
    "/media/{key}/{name}",
    query=MediaQuery,
    scope=Scope.PUBLIC,
    published=True,
    media_type="application/octet-stream",
    other=(206, 304),
    errors=(416,),
)
async def media(call: Call, query: MediaQuery) -> web.StreamResponse:
    """Fetch a made file, whole or in part (`Range`), with `ETag` and `HEAD`."""
    found = await call.services.media.find(call.params["key"])
    etag = f'"{found.media.sha256}"'
    headers = {
        hdrs.ETAG: etag,
        hdrs.LAST_MODIFIED: format_datetime(found.created_on, usegmt=True),
        hdrs.CACHE_CONTROL: f"public, max-age={_A_YEAR_S}, immutable",
        hdrs.ACCEPT_RANGES: "bytes",
        hdrs.ACCESS_CONTROL_ALLOW_ORIGIN: "*",
        # A made document is shown, and whatever script it may hold stays still.
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    }
    given = call.request.headers
    if is_unchanged(given, etag=etag, modified=found.created_on):
        return web.Response(status=304, headers=headers)
    size = found.media.size
    try:
        part = slice_of(given, size=size, etag=etag, modified=found.created_on)
    except Unsatisfiable:
        raise Problem(
            416,
            "range_not_satisfiable",
            f"The file ends at byte {size:,}.",
            headers={hdrs.CONTENT_RANGE: f"bytes */{size}", hdrs.ACCEPT_RANGES: "bytes"},
        ) from None
    if part is not None:
        headers[hdrs.CONTENT_RANGE] = f"bytes {part.start}-{part.end - 1}/{size}"
    if call.wants_body:
        wanted = part or Slice(0, size)
        call.services.plays.note(
            call.params["key"],
            address=call.address,
            agent=given.get(hdrs.USER_AGENT, ""),
            start=wanted.start,
            length=wanted.length,
            size=size,
        )
    headers[hdrs.CONTENT_TYPE] = _content_type(found.media.media_type)
    saved = query.download or not is_shown(found.media)
    headers[hdrs.CONTENT_DISPOSITION] = disposition(found.media.file_name, download=saved)
    return await _send(call, found, part, headers)


async def _send(call: Call, found: ServedMedia, part: Slice | None, headers: dict[str, str]) -> web.StreamResponse:
    wanted = part or Slice(0, found.media.size)
    response = web.StreamResponse(status=200 if part is None else 206, headers=headers)
    response.content_length = wanted.length
    if not call.wants_body:
        await call.start(response)
        await response.write_eof()
        return response
    try:
        file = await asyncio.to_thread(found.path.open, "rb")
    except FileNotFoundError as error:
        raise NotFound("This file is no longer there.") from error
    try:
        await call.start(response)
        left = wanted.length
        position = wanted.start
        while left > 0:
            chunk = await asyncio.to_thread(_read, file, position, min(CHUNK, left))
            if not chunk:
                raise ConnectionError("the file is shorter than it was")
            await response.write(chunk)
            left -= len(chunk)
            position += len(chunk)
        await response.write_eof()
    finally:
        await asyncio.shield(asyncio.to_thread(file.close))
    return response


def is_shown(media: Media) -> bool:
    """Whether a browser may show a file itself; what came from elsewhere is saved, unless it is sound or a picture."""
    kind = media.media_type.partition(";")[0].strip().lower()
    if kind.startswith(("audio/", "video/", "image/")) or kind == "application/pdf":
        return kind != "image/svg+xml"
    return media.name not in FROM_ELSEWHERE and kind != "application/octet-stream"


def _read(file: BinaryIO, position: int, length: int) -> bytes:
    file.seek(position)
    return file.read(length)


def _content_type(media_type: str) -> str:
    return f"{media_type}; charset=utf-8" if media_type.startswith("text/") and ";" not in media_type else media_type


def disposition(file_name: str, *, download: bool) -> str:
    """The header that names a file (RFC 6266): in plain ASCII, and as it really is."""
    kind = "attachment" if download else "inline"
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\/' else "_" for c in file_name)
    exact = quote(file_name.encode("utf-8", "replace"), safe="")
    return f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{exact}"

"""Everything at once: lists of episodes as CSV, and their recordings as a ZIP."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import aclosing

from aiohttp import web

from server.domain.cells import harmless
from server.domain.episodes import Episode
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.media import disposition
from server.http.registry import Routes

routes = Routes("Podcast episodes")

EXPECTED_HEADER = "X-Expected-Bytes"
"""About how large an answer without a length will be, so that a client can look for room first."""
COLUMNS = ("id", "audioUrl", "title", "requestedOn")


@routes.get("/podcast/episodes/csv", media_type="text/csv", replies=(str,))
async def every_csv(call: Call) -> web.StreamResponse:
    """Download the list of all episodes as CSV."""
    return await _csv(call, show_id="")


@routes.get("/podcast/shows/{podcastId}/episodes/csv", media_type="text/csv", replies=(str,), errors=(400, 404))
async def show_csv(call: Call) -> web.StreamResponse:
    """Download the list of a show's episodes as CSV."""
    return await _csv(call, show_id=call.params["podcastId"])


@routes.get("/podcast/episodes/audio-zip", media_type="application/zip", replies=(str,), errors=(404,))
async def every_zip(call: Call) -> web.StreamResponse:
    """Download the recordings of all episodes as a ZIP, named `NNN title.mp3`, oldest first."""
    return await _zip(call, show_id="")


@routes.get(
    "/podcast/shows/{podcastId}/episodes/audio-zip", media_type="application/zip", replies=(str,), errors=(400, 404)
)
async def show_zip(call: Call) -> web.StreamResponse:
    """Download the recordings of a show as a ZIP, named `NNN title.mp3`, oldest first."""
    return await _zip(call, show_id=call.params["podcastId"])


async def _csv(call: Call, *, show_id: str) -> web.StreamResponse:
    service = call.services.episodes

    def lines(portion: Sequence[Episode]) -> bytes:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        for episode in portion:
            moment = episode.requested_on or episode.released_on
            writer.writerow(
                (
                    episode.id,
                    harmless(service.audio_url(episode)),
                    harmless(episode.title),
                    wire_time(moment) if moment else "",
                )
            )
        return out.getvalue().encode("utf-8", "replace")

    async with aclosing(service.every(by=call.by, show_id=show_id)) as portions:  # type: ignore[type-var]
        first = await anext(portions, ())
        response = _download("text/csv; charset=utf-8; header=present", "episodes.csv")
        await call.start(response)
        if call.wants_body:
            await response.write((",".join(COLUMNS) + "\r\n").encode() + lines(first))
            async for portion in portions:
                if portion:
                    await response.write(lines(portion))
    await response.write_eof()
    return response


async def _zip(call: Call, *, show_id: str) -> web.StreamResponse:
    service = call.services.archives
    response = _download("application/zip", "episodes.zip")
    response.headers[EXPECTED_HEADER] = str(await service.expected_bytes(by=call.by, show_id=show_id))
    if not call.wants_body:
        await service.check(by=call.by, show_id=show_id)
    return await call.send(response, service.pack(by=call.by, show_id=show_id))


def _download(content_type: str, file_name: str) -> web.StreamResponse:
    return web.StreamResponse(
        headers={
            "Content-Type": content_type,
            "Content-Disposition": disposition(file_name, download=True),
            "Cache-Control": "no-store",
        }
    )

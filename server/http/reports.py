"""A report for whoever helps: what the server is made of and how it does, with no secret and no content in it."""

from __future__ import annotations

import asyncio
import io
import zipfile
from datetime import UTC, datetime
from typing import Any

import msgspec
from aiohttp import web

from server.domain.times import wire_time
from server.fetch.addresses import mask
from server.http.calls import Call
from server.http.health import in_full
from server.http.logs import masked
from server.http.media import disposition
from server.http.registry import Routes, Scope

routes = Routes("Studio")
_ABOUT = """A report of Quillcast.

health.json    what the server is made of, its queue, processes and disk
settings.json  the settings in force; of a secret only whether there is one
storage.json   what takes how much of the disk
failures.json  the requests that failed last, without their content
log.jsonl      the end of the log; tokens, passwords and links are masked
"""


@routes.get("/studio/report", scope=Scope.OWNER, media_type="application/zip")
async def report(call: Call) -> web.Response:
    """Save a report: versions, settings, health and the end of the log, without secrets and without content."""
    vitals = call.services.vitals
    spaces = await call.services.disk.spaces(by=call.by)
    failures = await vitals.failures(by=call.by)
    log = await vitals.log(by=call.by)
    named: dict[str, Any] = {
        "health.json": await in_full(call),
        "settings.json": {
            name: mask(value) if isinstance(value, str) and "://" in value else value
            for name, value in vitals.settings(by=call.by).items()
        },
        "storage.json": [{"kind": s.kind.value, "files": s.files, "bytes": s.size} for s in spaces],
        "failures.json": [
            {
                "id": each.id,
                "type": each.type,
                "attempt": each.attempt,
                "error_code": each.error_code,
                "error": masked(each.message),
                "failed_on": wire_time(each.failed_on),
            }
            for each in failures
        ],
    }
    packed = await asyncio.to_thread(_packed, named, log)
    name = f"quillcast-report-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"
    return web.Response(
        body=packed,
        content_type="application/zip",
        headers={"Content-Disposition": disposition(name, download=True), "Cache-Control": "no-store"},
    )


def _packed(named: dict[str, Any], log: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("about.txt", _ABOUT)
        for name, value in named.items():
            archive.writestr(name, msgspec.json.format(msgspec.json.encode(value), indent=2))
        archive.writestr("log.jsonl", "".join(masked(line) for line in log.splitlines(keepends=True)))
    return out.getvalue()

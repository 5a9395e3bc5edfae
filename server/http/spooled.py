"""Bodies that carry whole files: written to a file while they come in, and taken apart in another process."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol, cast

from aiohttp import hdrs, web
from pydantic import BaseModel

from server.domain.errors import FieldFault
from server.http.bodies import INLINE_BYTES, BodyReader, Refused, check_length, decompress, go_on, parse, read_some
from server.http.problems import Problem, invalid

GATHERED = 1024 * 1024
"""Bytes gathered before a thread writes them."""


class Bulky(Protocol):
    """A body whose contents are better laid into files."""

    def unload(self, folder: Path) -> Any:
        """Write the contents into `folder`; what is left of them. The body keeps none."""
        ...


@dataclass(frozen=True, slots=True)
class Unloaded:
    """A body that passed: the order without its contents, and what `unload` gave."""

    order: BaseModel
    contents: Any
    warnings: tuple[str, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class _Broken:
    """A `Problem`, as it crosses a process border."""

    status: int
    code: str
    message: str


async def read_spooled(
    request: web.BaseRequest, model: type[BaseModel], *, bodies: BodyReader, folder: Path, limit: int
) -> Unloaded:
    """The body as an order; its contents lie in `folder`.

    Args:
        model: what the body must be; a `Bulky` that is keyed.
        folder: an empty folder of this call's own.
        limit: bytes of transport, before and after decompression.

    Raises:
        Problem: 400, 408, 413 or 415, naming what is wrong.
    """
    if request.content_type.startswith("multipart/"):
        raise Problem(400, "invalid_json", "This operation takes a JSON object, not a form.")
    check_length(request, limit=limit)
    encoding = request.headers.get(hdrs.CONTENT_ENCODING, "").strip().lower()
    if encoding not in {"", "identity", "gzip", "x-gzip", "deflate"}:
        raise Problem(415, "unsupported_encoding", "The body's Content-Encoding is unknown here: use gzip or none.")
    await go_on(request)
    path = folder / "body"
    size = await _receive(request, path, limit)
    if size <= INLINE_BYTES:
        outcome = await asyncio.to_thread(unloaded, path, encoding, model, folder, limit)
    else:
        outcome = await bodies.apart(unloaded, path, encoding, model, folder, limit)
    match outcome:
        case _Broken():
            close = outcome.status == 413
            raise Problem(outcome.status, outcome.code, outcome.message, close=close)
        case Refused() if outcome.code:
            raise Problem(400, outcome.code, outcome.faults[0].message)
        case Refused():
            raise invalid(outcome.faults)
    return outcome


async def _receive(request: web.BaseRequest, path: Path, limit: int) -> int:
    file: IO[bytes] = await asyncio.to_thread(path.open, "wb")
    size, gathered, waiting = 0, [], 0
    try:
        while not request.content.at_eof():
            chunk = await read_some(request)
            size += len(chunk)
            waiting += len(chunk)
            if size > limit:
                raise Problem(
                    413,
                    "body_too_large",
                    f"The body is larger than the {limit:,} bytes this operation takes: send fewer sources per call.",
                    close=True,
                )
            gathered.append(chunk)
            if waiting >= GATHERED:
                await asyncio.to_thread(file.write, b"".join(gathered))
                gathered, waiting = [], 0
        await asyncio.to_thread(file.write, b"".join(gathered))
    finally:
        await asyncio.to_thread(file.close)
    return size


def unloaded(
    path: Path, encoding: str, model: type[BaseModel], folder: Path, limit: int
) -> Unloaded | Refused | _Broken:
    """Take a spooled body apart; never raises, so that it can run in another process."""
    raw = path.read_bytes()
    path.unlink()
    try:
        if encoding not in {"", "identity"}:
            raw = decompress(raw, encoding, limit=limit)
    except Problem as problem:
        return _Broken(problem.status, problem.code, problem.message)
    outcome = parse(raw, model)
    if isinstance(outcome, Refused):
        return outcome
    try:
        contents = cast("Bulky", outcome.order).unload(folder)
    except MemoryError:
        return Refused("invalid_json", (FieldFault("", "The body holds more than can be read: send fewer per call."),))
    except OSError as error:
        return _Broken(503, "disk_full", f"The disk can't take it ({error.strerror}): free some space and try again.")
    return Unloaded(outcome.order, contents, outcome.warnings, outcome.digest)

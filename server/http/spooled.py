"""Bodies that carry whole files: written to a file while they come in, and taken apart in another process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar, cast

from aiohttp import web
from pydantic import BaseModel

from server.domain.errors import FieldFault
from server.http.bodies import INLINE_BYTES, BodyReader, Refused, parse
from server.http.calls import Call
from server.http.problems import Problem, invalid
from server.http.transfers import check_kind, check_length, decompress, encoding_of, go_on, read_some
from server.services.files import on_disk

B = TypeVar("B", bound=BaseModel)

PACKED_BYTES = 16 * 1024
"""Larger packed bodies may hold so much that they are taken apart in the process for large ones."""
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
        Unavailable: the disk is full.
    """
    check_kind(request)
    check_length(request, limit=limit)
    encoding = encoding_of(request)
    await go_on(request)
    path = folder / "body"
    size = await _receive(request, path, limit)
    if size <= (PACKED_BYTES if encoding else INLINE_BYTES):
        model.model_rebuild()  # here and not in the thread, where it is not built yet
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


@asynccontextmanager
async def unpacked(call: Call, model: type[B]) -> AsyncIterator[tuple[B, Mapping[int, Path]]]:
    """The body of a call whose sources may be whole files, and the files of those that came out of a large one.

    A small body is read where it is, and has no files; the files of a large one go with the block. `model.unload`
    answers them by their place among the sources.

    Raises:
        Problem: as `read_spooled`.
    """
    length = call.request.content_length
    if length is not None and length <= INLINE_BYTES and not encoding_of(call.request):
        parsed = await call.bodies.read(call.request, model, limit=call.limit)
        call.warnings.extend(parsed.warnings)
        call.digest = parsed.digest
        yield cast("B", parsed.order), {}
        return
    async with call.bodies.folder() as folder:
        read = await read_spooled(call.request, model, bodies=call.bodies, folder=folder, limit=call.limit)
        call.warnings.extend(read.warnings)
        call.digest = read.digest
        yield cast("B", read.order), read.contents


async def _receive(request: web.BaseRequest, path: Path, limit: int) -> int:
    file: IO[bytes] = await on_disk(path.open, "wb")
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
                await on_disk(file.write, b"".join(gathered))
                gathered, waiting = [], 0
        await on_disk(file.write, b"".join(gathered))
    finally:
        await on_disk(file.close)
    return size


def unloaded(
    path: Path, encoding: str, model: type[BaseModel], folder: Path, limit: int
) -> Unloaded | Refused | _Broken:
    """Take a spooled body apart; never raises, so that it can run in another process."""
    raw = path.read_bytes()
    path.unlink()
    try:
        if encoding:
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

"""From bytes to a typed order, with every fault told at once."""

from __future__ import annotations

import asyncio
import codecs
import functools
import hashlib
import json
import multiprocessing
import os
import resource
import shutil
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, cast, runtime_checkable

from aiohttp import web
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from server.domain.errors import FieldFault, Unavailable
from server.domain.identifiers import new_id
from server.http.faults import faults_of
from server.http.problems import Problem, invalid
from server.http.transfers import check_kind, read_bytes
from server.http.turns import Turns

P = ParamSpec("P")
T = TypeVar("T")

INLINE_BYTES = 256 * 1024
"""Larger bodies are parsed in a process of their own: a parser holds the interpreter's lock while it works."""
CHILD_MEMORY = 3 * 1024**3
"""Bytes of address space of the process for large bodies: 32 MB of the smallest values need half of it."""
MAX_WARNINGS = 20
_PLAIN = frozenset({str, int, float, bool, datetime})
_UNKNOWN = "{} is not a field of this operation and was ignored"


@dataclass(frozen=True, slots=True)
class Parsed:
    """A body that passed: the order, and the names of fields it does not know."""

    order: BaseModel
    warnings: tuple[str, ...]
    digest: str = ""
    """Of the body's JSON value, for operations that are done once (`Once`)."""


@runtime_checkable
class Once(Protocol):
    """A body of an operation that may be done once under a key."""

    def is_keyed(self) -> bool:
        """Whether this one is."""
        ...


@dataclass(frozen=True, slots=True)
class Refused:
    """A body that did not pass; `code` is empty when fields are at fault."""

    code: str
    faults: tuple[FieldFault, ...]


class BodyReader:
    """Reads JSON bodies. One for the whole edge: it owns the process in which large bodies are parsed."""

    def __init__(self, drafts: Path) -> None:
        """Blocks.

        Args:
            drafts: a folder of this server's own, for what large bodies hold; what a killed one left there goes.
        """
        shutil.rmtree(drafts, ignore_errors=True)
        self._drafts = drafts
        self._pool: ProcessPoolExecutor | None = None
        self._starting = threading.Lock()
        self._turns = Turns()

    async def read(self, request: web.BaseRequest, model: type[BaseModel], *, limit: int) -> Parsed:
        """The body as an order.

        Args:
            model: what the body must be.
            limit: bytes of transport, before and after decompression.

        Raises:
            Problem: 400, 408, 413 or 415, naming what is wrong.
        """
        check_kind(request)
        raw = await read_bytes(request, limit=limit)
        if len(raw) <= INLINE_BYTES:
            await self._turns.take()
            outcome = parse(raw, model)
        else:
            outcome = await self.apart(parse, raw, model)
        if isinstance(outcome, Parsed):
            return outcome
        if outcome.code:
            raise Problem(400, outcome.code, outcome.faults[0].message)
        raise invalid(outcome.faults)

    @asynccontextmanager
    async def folder(self) -> AsyncIterator[Path]:
        """An empty folder for what a body holds; it goes with the block."""
        folder = self._drafts / new_id()
        await asyncio.to_thread(folder.mkdir, parents=True)
        try:
            yield folder
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    def close(self) -> None:
        """End the process for large bodies, if one was started."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    async def apart(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of a module answers in the process for large bodies. Raises `Unavailable`."""
        # Also the hand-over waits for pipes and may start the process: none of it belongs on the loop.
        return await asyncio.to_thread(self._wait_for, function, *args, **kwargs)

    def _wait_for(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._starting:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    1, mp_context=multiprocessing.get_context("spawn"), initializer=_live_with_parent
                )
            pool = self._pool
        try:
            return pool.submit(function, *args, **kwargs).result()
        except BrokenProcessPool as error:
            with self._starting:
                # Others may have met the same end and started anew by now: theirs lives.
                if self._pool is pool:
                    self._pool = None
            raise Unavailable("The body could not be read just now; send it again.") from error


def _live_with_parent() -> None:
    """Prepare the process for large bodies: it ends with its parent, and no body fills the memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (CHILD_MEMORY, CHILD_MEMORY))
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def parse(raw: bytes, model: type[BaseModel]) -> Parsed | Refused:
    """Read JSON bytes into `model`; never raises, so that it can run in another process."""
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        if b"NaN" in raw or b"Infinity" in raw:
            from_json(raw, allow_inf_nan=False)
        order = model.model_validate_json(raw)
    except ValidationError as error:
        return _refused(error)
    except MemoryError:
        return _malformed("it holds too many values")
    except (ValueError, RecursionError) as error:
        return _malformed(str(error))
    if b"\\u0000" in raw and (nuls := tuple(_find_nul(order.model_dump(), ""))):
        return Refused("", nuls[:MAX_WARNINGS])
    digest = digest_of(raw) if _may_be_keyed(model) and cast("Once", order).is_keyed() else ""
    return Parsed(order, tuple(_take_unknown(order)), digest)


@functools.cache
def _may_be_keyed(model: type[BaseModel]) -> bool:
    return issubclass(model, Once)


def digest_of(raw: bytes) -> str:
    """A digest of a body's JSON value: the order of an object's members and white space make no difference."""
    value = from_json(raw.removeprefix(codecs.BOM_UTF8))
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _refused(error: ValidationError) -> Refused:
    faults = faults_of(error)
    if error.errors(include_url=False, include_input=False)[0]["type"] == "json_invalid":
        return _malformed(faults[0].message)
    if faults[0].field == "" and faults[0].message == "must be an object":
        return Refused("invalid_json", (FieldFault("", "The body must be a JSON object."),))
    return Refused("", tuple(faults))


def _malformed(reason: str) -> Refused:
    reason = reason.removeprefix("Invalid JSON: ")
    return Refused("invalid_json", (FieldFault("", f"The body is not valid JSON: {reason[:200]}."),))


def _find_nul(value: Any, path: str) -> Iterator[FieldFault]:
    if isinstance(value, str):
        if "\0" in value:
            yield FieldFault(path, "must not contain the NUL character")
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _find_nul(entry, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from _find_nul(entry, f"{path}[{index}]")


def _take_unknown(order: BaseModel) -> list[str]:
    """Name the fields a body has and its model has not, and let go of their values."""
    names: list[str] = []
    _collect(order, "", names.append)
    shown = [_UNKNOWN.format(name[:100]) for name in names[:MAX_WARNINGS]]
    if len(names) > MAX_WARNINGS:
        shown.append(f"{len(names) - MAX_WARNINGS} more unknown fields were ignored")
    return shown


def _collect(value: object, path: str, found: Callable[[str], None]) -> None:
    if isinstance(value, BaseModel):
        extra = value.__pydantic_extra__
        if extra:
            for name in extra:
                found(f"{path}{name}")
            extra.clear()
        for name, entry in value.__dict__.items():
            if entry is None or type(entry) in _PLAIN:
                continue
            _collect(entry, f"{path}{name}" if isinstance(entry, list) else f"{path}{name}.", found)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            if not isinstance(entry, BaseModel):
                break
            _collect(entry, f"{path}[{index}].", found)

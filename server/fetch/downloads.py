"""One download over the guarded way out: redirects judged one by one, bounded in size, time and rate."""

from __future__ import annotations

import asyncio
import errno
import os
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Literal

import aiohttp
from aiohttp.abc import AbstractResolver
from multidict import CIMultiDict
from yarl import URL

from server.fetch.addresses import AddressPolicy, AnyAddress, PublicOnly, mask
from server.fetch.connections import GuardedConnector
from server.fetch.decoding import ACCEPTED, CannotDecode, Decoder
from server.fetch.failures import (
    AddressNotAllowed,
    FetchFailed,
    TooLarge,
    TooSlow,
    UnexpectedType,
    from_exception,
    from_status,
    host_of,
)
from server.fetch.fetched import Fetched, fetched_of, media_type_of

USER_AGENT = "Mozilla/5.0 (compatible; Quillcast/1.0)"
MAX_REDIRECTS = 5
_CHUNK = 64 * 1024
_WRITE = 1024 * 1024
_REDIRECTS = (301, 302, 303, 307, 308)
_FOR_GOOD = (301, 308)
_PRIVATE_HEADERS = ("authorization", "cookie", "proxy-authorization")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one download may take. Sizes are bytes after decompression, times are seconds."""

    max_bytes: int = 20_000_000
    total_s: float = 60.0
    """From the start to the last byte, redirects included."""
    connect_s: float = 10.0
    headers_s: float = 20.0
    """From asking to the end of the answer's header, per address."""
    idle_s: float = 20.0
    """Between two pieces of the body."""
    min_bytes: int = 2_000
    """What must arrive in each `min_bytes_s`, so that a trickle ends before `total_s` does."""
    min_bytes_s: float = 20.0


async def fetch(
    url: str,
    *,
    limits: Limits | None = None,
    allow_private: bool = False,
    schemes: Sequence[str] = ("http", "https"),
    accept: Sequence[str] = (),
    headers: Mapping[str, str] | None = None,
    etag: str = "",
    last_modified: str = "",
    into: Path | None = None,
    method: Literal["GET", "HEAD"] = "GET",
    also: Collection[int] = (),
) -> Fetched:
    """Get what is at an address.

    Args:
        url: an http(s) address; user name and password in it are used, and masked wherever they would be shown.
        limits: size and time; the defaults fit a web page.
        allow_private: the owner's switch; lifts the address rule and nothing else.
        schemes: ``("https",)`` also refuses redirects to http.
        accept: media types that are taken (``image/png``, ``image/*``); anything else is refused before its content
            is read. Empty takes everything. An answer without a type, or ``application/octet-stream``, is taken.
        headers: sent along; credentials among them are not sent on to another origin.
        etag, last_modified: of the copy the caller has; the answer may then be `not_modified`.
        into: a file to write instead of keeping the content in memory. It appears whole or not at all.
        method: ``HEAD`` gives the headers alone.
        also: statuses beside 2xx and 304 whose answers are wanted as they are.

    Raises:
        FetchFailed: and its kinds; one sentence each.
    """
    policy = AnyAddress() if allow_private else PublicOnly()
    return await Downloader(policy).fetch(
        url,
        limits=limits or Limits(),
        schemes=schemes,
        accept=accept,
        headers=headers or {},
        etag=etag,
        last_modified=last_modified,
        into=into,
        method=method,
        also=also,
    )


def fetch_now(
    url: str,
    *,
    limits: Limits | None = None,
    allow_private: bool = False,
    schemes: Sequence[str] = ("http", "https"),
    accept: Sequence[str] = (),
    headers: Mapping[str, str] | None = None,
    into: Path | None = None,
) -> Fetched:
    """`fetch` for worker processes: blocks until it is done. Must not be called where an event loop runs."""
    # Named, because a policy installed for a graphical toolkit would make another kind of loop.
    loop = asyncio.SelectorEventLoop()
    work = fetch(
        url,
        limits=limits,
        allow_private=allow_private,
        schemes=schemes,
        accept=accept,
        headers=headers,
        into=into,
    )
    task = loop.create_task(work)
    try:
        return loop.run_until_complete(task)
    finally:
        if not task.done():
            task.cancel()
            loop.run_until_complete(asyncio.wait([task]))
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


class Downloader:
    """Downloads under one address policy. The product makes its own in `fetch`; nothing else takes a policy."""

    def __init__(
        self,
        policy: AddressPolicy,
        *,
        resolver: AbstractResolver | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._policy = policy
        self._resolver = resolver
        self._clock = clock

    async def fetch(
        self,
        url: str,
        *,
        limits: Limits,
        schemes: Sequence[str] = ("http", "https"),
        accept: Sequence[str] = (),
        headers: Mapping[str, str] | None = None,
        etag: str = "",
        last_modified: str = "",
        into: Path | None = None,
        method: Literal["GET", "HEAD"] = "GET",
        also: Collection[int] = (),
    ) -> Fetched:
        """See the function `fetch`."""
        sent = _request_headers(headers or {}, accept=accept, etag=etag, last_modified=last_modified)
        connector = GuardedConnector(self._policy, resolver=self._resolver)
        place = [url]
        try:
            async with asyncio.timeout(limits.total_s), self._session(connector, limits) as session:
                return await self._follow(
                    session,
                    place,
                    sent,
                    method=method,
                    limits=limits,
                    schemes=schemes,
                    accept=accept,
                    also=also,
                    into=into,
                )
        except FetchFailed:
            raise
        except TimeoutError as error:
            raise TooSlow(f"{host_of(place[-1])} took too long to answer; try again later", url=place[-1]) from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            refused = connector.refused[-1] if connector.refused else None
            raise from_exception(error, url=place[-1], refused=refused) from error

    @asynccontextmanager
    async def _session(self, connector: GuardedConnector, limits: Limits) -> AsyncIterator[aiohttp.ClientSession]:
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=limits.connect_s, sock_read=limits.idle_s)
        session = aiohttp.ClientSession(
            connector=connector,
            timeout=timeout,
            auto_decompress=False,
            trust_env=False,
            skip_auto_headers=("Accept", "Accept-Encoding"),
        )
        async with session:
            yield session

    async def _follow(
        self,
        session: aiohttp.ClientSession,
        place: list[str],
        headers: CIMultiDict[str],
        *,
        method: str,
        limits: Limits,
        schemes: Sequence[str],
        accept: Sequence[str],
        also: Collection[int],
        into: Path | None,
    ) -> Fetched:
        is_for_good, moved_to = True, ""
        for _ in range(MAX_REDIRECTS + 1):
            url = place[-1]
            fault = self._policy.fault_of_url(url, schemes=schemes)
            if fault is not None:
                raise AddressNotAllowed(f"{mask(url)} is not fetched: {fault}", url=url)
            async with asyncio.timeout(limits.headers_s):
                response = await session.request(method, URL(url), headers=headers, allow_redirects=False)
            async with response:
                if response.status in _REDIRECTS and "Location" in response.headers:
                    place.append(_next_place(url, response.headers["Location"]))
                    is_for_good = is_for_good and response.status in _FOR_GOOD
                    moved_to = place[-1] if is_for_good else moved_to
                    if _origin(place[-1]) != _origin(url):
                        for name in _PRIVATE_HEADERS:
                            headers.popall(name, None)
                    continue
                fetched = await self._receive(response, url, limits=limits, accept=accept, also=also, into=into)
                return replace(fetched, moved_to=moved_to) if moved_to else fetched
        raise FetchFailed(f"{host_of(place[0])} sends from one address to the next without end", url=place[0])

    async def _receive(
        self,
        response: aiohttp.ClientResponse,
        url: str,
        *,
        limits: Limits,
        accept: Sequence[str],
        also: Collection[int],
        into: Path | None,
    ) -> Fetched:
        is_head = response.method == "HEAD"
        if response.status not in {304, *also} and not 200 <= response.status < 300:
            raise from_status(response.status, url=url, retry_after=response.headers.get("Retry-After", ""))
        media_type, charset = media_type_of(response.headers.get("Content-Type", ""))
        if response.status == 304 or is_head:
            return fetched_of(response, url, media_type, charset, size=0)
        if not _is_accepted(media_type, accept):
            raise UnexpectedType(f"{host_of(url)} sent {media_type}, which is not what was asked for", url=url)
        length = response.headers.get("Content-Length", "")
        if length.isdecimal() and int(length) > limits.max_bytes:
            raise _too_large(url, limits)
        try:
            pieces = self._pieces(response, url, limits)
            if into is not None:
                size = await _write(pieces, into)
                return fetched_of(response, url, media_type, charset, size=size, path=into)
            body = b"".join([piece async for piece in pieces])
        except CannotDecode as error:
            raise FetchFailed(f"what {host_of(url)} sent can't be read: {error}", url=url) from error
        return fetched_of(response, url, media_type, charset, size=len(body), body=body)

    async def _pieces(self, response: aiohttp.ClientResponse, url: str, limits: Limits) -> AsyncIterator[bytes]:
        decoder = Decoder(response.headers.get("Content-Encoding", ""))
        size = 0
        window_start, window_bytes = self._clock(), 0
        async for chunk in response.content.iter_chunked(_CHUNK):
            window_bytes += len(chunk)
            if self._clock() - window_start >= limits.min_bytes_s:
                if window_bytes < limits.min_bytes:
                    raise TooSlow(f"{host_of(url)} sends too slowly; try again later", url=url)
                window_start, window_bytes = self._clock(), 0
            for piece in decoder.decode(chunk):
                size += len(piece)
                if size > limits.max_bytes:
                    raise _too_large(url, limits)
                yield piece
        decoder.finish()


async def _write(pieces: AsyncIterator[bytes], into: Path) -> int:
    """Write to a file beside `into` and put it in place when it is whole; returns its size."""

    def begin() -> tuple[BinaryIO, Path]:
        handle, name = tempfile.mkstemp(dir=into.parent, prefix=f".{into.name[:40]}.", suffix=".part")
        return os.fdopen(handle, "wb"), Path(name)

    def finish() -> None:
        file.close()
        part.replace(into)

    def discard() -> None:
        file.close()
        part.unlink(missing_ok=True)

    size = 0
    buffer = bytearray()
    try:
        file, part = await asyncio.to_thread(begin)
        try:
            async for piece in pieces:
                buffer += piece
                size += len(piece)
                if len(buffer) >= _WRITE:
                    await asyncio.to_thread(file.write, bytes(buffer))
                    buffer.clear()
            await asyncio.to_thread(file.write, bytes(buffer))
            await asyncio.to_thread(finish)
        except BaseException:
            discard()
            raise
    except (aiohttp.ClientError, TimeoutError):
        raise
    except OSError as error:
        why = "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "the folder can't be written to"
        raise FetchFailed(f"the download could not be kept: {why}", url="") from error
    return size


def _request_headers(
    headers: Mapping[str, str], *, accept: Sequence[str], etag: str, last_modified: str
) -> CIMultiDict[str]:
    sent = CIMultiDict({"User-Agent": USER_AGENT, "Accept": ", ".join([*accept, "*/*;q=0.1"]) if accept else "*/*"})
    sent["Accept-Encoding"] = ACCEPTED
    sent["Accept-Language"] = "en;q=0.5, *;q=0.4"
    if etag:
        sent["If-None-Match"] = etag
    if last_modified:
        sent["If-Modified-Since"] = last_modified
    sent.update(headers)
    return sent


def _next_place(url: str, location: str) -> str:
    try:
        return str(URL(url).join(URL(location.strip())))
    except ValueError as error:
        raise FetchFailed(f"{host_of(url)} sends on to an address that can't be read", url=url) from error


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parsed = URL(url)
    return parsed.scheme, parsed.raw_host, parsed.port


def _is_accepted(media_type: str, accept: Sequence[str]) -> bool:
    if not accept or media_type in ("", "application/octet-stream", "binary/octet-stream"):
        return True
    family = media_type.partition("/")[0] + "/*"
    return media_type in accept or family in accept


def _too_large(url: str, limits: Limits) -> TooLarge:
    size = f"{limits.max_bytes / 1_000_000:,.0f} MB" if limits.max_bytes >= 1_000_000 else f"{limits.max_bytes:,} bytes"
    return TooLarge(f"what is at this address is larger than {size}: {mask(url)}", url=url)

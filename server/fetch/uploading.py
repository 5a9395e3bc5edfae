"""Large files sent over the guarded way out, and the small calls around them.

`upload_resuming` speaks the resumable protocol of the video site's API (Google's "Resumable Uploads"): a session is
opened with the metadata, its pieces are PUT with Content-Range, 308 tells how far the server has them, and a broken
upload asks ``bytes */size`` and goes on from there.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import aiohttp

from server.domain.errors import PublishingFailed
from server.fetch.addresses import AddressPolicy, AnyAddress, PublicOnly, mask
from server.fetch.connections import GuardedConnector
from server.fetch.downloads import USER_AGENT
from server.fetch.failures import host_of

PIECE_BYTES = 8 * 1024 * 1024
"""A multiple of 256 KiB, which the protocol asks of every piece but the last."""
BREAKS = 4
"""Breaks in a row without a byte between them after which an upload is given up for now."""
BREAK_WAIT_S = 1.0
"""After a break; twice as long after each further one."""
ANSWER_BYTES = 1_000_000
CALL_S = 60.0
PIECE_S = 600.0
_BLOCK = 1024 * 1024
_FOR_GOOD = frozenset({400, 401, 403, 404, 405, 410, 411, 413, 415, 422, 451})
_RANGE = re.compile(r"(?:bytes=)?0-(\d+)")


TellShare = Callable[[float], Awaitable[None]]
"""Is told how much of a file is sent, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: status, headers in lower case, and the JSON object in it, if there is one."""

    status: int
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def is_well(self) -> bool:
        """Whether it was taken."""
        return 200 <= self.status < 300


class Outgoing:
    """Calls to one service of the owner's choice.

    Args:
        allow_private: the owner's switch for private addresses.
        wait: how long breaks are waited out.
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        piece_bytes: int = PIECE_BYTES,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._policy: AddressPolicy = AnyAddress() if allow_private else PublicOnly()
        self._piece_bytes = piece_bytes
        self._wait = wait

    async def post_form(self, url: str, fields: Mapping[str, str]) -> Told:
        """Send a form; see `call`."""
        return await self.call("POST", url, data=dict(fields))

    async def post_json(self, url: str, body: Mapping[str, Any], *, headers: Mapping[str, str]) -> Told:
        """Send a JSON object; see `call`."""
        sent = {"Content-Type": "application/json; charset=UTF-8", **headers}
        return await self.call("POST", url, data=json.dumps(body).encode(), headers=sent)

    async def post_file(
        self, url: str, path: Path, *, headers: Mapping[str, str], tell: TellShare | None = None
    ) -> Told:
        """Send a whole file; see `call`. `tell` is told the share that is on its way."""
        size = (await asyncio.to_thread(path.stat)).st_size
        sent = {"Content-Length": str(size), **headers}
        return await self.call("POST", url, data=_read(path, 0, size, tell), headers=sent, total_s=PIECE_S)

    async def call(
        self,
        method: str,
        url: str,
        *,
        data: Any = None,
        headers: Mapping[str, str] | None = None,
        total_s: float = CALL_S,
    ) -> Told:
        """One call without redirects: they would carry the key elsewhere.

        Raises:
            PublishingFailed: the address may not be called, or there was no answer.
        """
        fault = self._policy.fault_of_url(url, schemes=("http", "https"))
        if fault is not None:
            raise PublishingFailed(f"{mask(url)} is not called: {fault}.", for_good=True)
        async with self._answered(method, url, data=data, headers=headers or {}, total_s=total_s) as reply:
            raw = await reply.content.read(ANSWER_BYTES)
            try:
                body = json.loads(raw)
            except ValueError:
                body = {}
            names = {name.lower(): value for name, value in reply.headers.items()}
            return Told(reply.status, names, body if isinstance(body, dict) else {})

    @asynccontextmanager
    async def _answered(
        self, method: str, url: str, *, data: Any, headers: Mapping[str, str], total_s: float
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        connector = GuardedConnector(self._policy)
        try:
            async with (
                aiohttp.ClientSession(
                    connector=connector,
                    timeout=aiohttp.ClientTimeout(total=total_s, sock_connect=10),
                    trust_env=False,
                    cookie_jar=aiohttp.DummyCookieJar(),
                ) as session,
                session.request(
                    method, url, data=data, headers={"User-Agent": USER_AGENT, **headers}, allow_redirects=False
                ) as reply,
            ):
                yield reply
        except TimeoutError as error:
            raise PublishingFailed(f"{host_of(url)} took too long to answer.") from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            if connector.refused:
                raise PublishingFailed(f"{mask(url)} is not called: {connector.refused[0]}.", for_good=True) from error
            raise PublishingFailed(f"The connection to {host_of(url)} broke; check the address and the network.") from (
                error
            )

    async def open_session(
        self, url: str, metadata: Mapping[str, Any], *, headers: Mapping[str, str], media_type: str, size: int
    ) -> str:
        """Begin a resumable upload; the address that the pieces go to.

        Raises:
            PublishingFailed: the service refuses it, or can't be reached.
        """
        announced = {**headers, "X-Upload-Content-Type": media_type, "X-Upload-Content-Length": str(size)}
        told = await self.post_json(url, metadata, headers=announced)
        if not told.is_well:
            raise refused(told, url)
        place = told.headers.get("location", "")
        if not place:
            raise PublishingFailed(f"{host_of(url)} named no address to upload to; check the upload address.")
        return urljoin(url, place)

    async def upload_resuming(
        self,
        session: str,
        path: Path,
        *,
        headers: Mapping[str, str],
        media_type: str,
        tell: TellShare | None = None,
    ) -> Told:
        """Send a file to an open session, on from what is there already; the service's answer to the last piece.

        `tell` is told the share of the file that is there after each piece.

        Raises:
            SessionGone: the session is over: open another one.
            PublishingFailed: the service refuses the file, or the connection broke `BREAKS` times in a row.
        """
        size = (await asyncio.to_thread(path.stat)).st_size
        told, sent = await self._asked(session, size, headers)
        breaks = 0
        while not told.is_well:
            end = min(sent + self._piece_bytes, size)
            ranged = {
                **headers,
                "Content-Type": media_type,
                "Content-Length": str(end - sent),
                "Content-Range": f"bytes {sent}-{end - 1}/{size}",
            }
            before = sent
            try:
                told = await self.call("PUT", session, data=_read(path, sent, end), headers=ranged, total_s=PIECE_S)
                if told.status != 308 and not told.is_well:
                    raise _broken(told, session)
                sent = _reached(told, sent, size)
                if tell is not None:
                    await tell(sent / max(1, size))
            except PublishingFailed as error:
                if error.for_good or breaks >= BREAKS:
                    raise
                await self._wait(BREAK_WAIT_S * 2**breaks)
                told, sent = await self._asked_again(session, size, headers, before)
            breaks = 0 if sent > before else breaks + 1
            if breaks > BREAKS:
                raise PublishingFailed(f"{host_of(session)} takes no more of the video; try it again later.")
        return told

    async def _asked_again(self, session: str, size: int, headers: Mapping[str, str], sent: int) -> tuple[Told, int]:
        """Where the upload stands after a break; where even that can't be asked, where it stood before."""
        try:
            return await self._asked(session, size, headers)
        except PublishingFailed as error:
            if error.for_good:
                raise
            return Told(308, {}, {}), sent

    async def _asked(self, session: str, size: int, headers: Mapping[str, str]) -> tuple[Told, int]:
        """How much of the file the service has."""
        told = await self.call(
            "PUT", session, data=b"", headers={**headers, "Content-Length": "0", "Content-Range": f"bytes */{size}"}
        )
        if told.status != 308 and not told.is_well:
            raise _broken(told, session)
        return told, _reached(told, 0, size)


class SessionGone(PublishingFailed):
    """The upload's session is over; another one can be opened."""

    code = "upload_session_gone"


def refused(told: Told, url: str) -> PublishingFailed:
    """The failure that an answer stands for, with the reason that the service gives."""
    found = told.body.get("error", "")
    error: Mapping[str, Any] = found if isinstance(found, dict) else {"message": found}
    words = error.get("message") or told.body.get("error_description") or ""
    reason = " ".join(str(words).split())[:200].rstrip(".")
    host = host_of(url)
    for_good = told.status in _FOR_GOOD
    said = f" ({reason})" if reason else ""
    if for_good:
        return PublishingFailed(f"{host} refuses it with {told.status}{said}; check the target.", for_good=True)
    return PublishingFailed(f"{host} answered {told.status}{said}; try it again later.")


def _broken(told: Told, session: str) -> PublishingFailed:
    if told.status in {404, 410}:
        return SessionGone(f"{host_of(session)} has forgotten the upload.", for_good=True)
    return refused(told, session)


def _reached(told: Told, sent: int, size: int) -> int:
    """Bytes that the service has: what `Range` says; without one it has none."""
    if told.status != 308:
        return size if told.is_well else sent
    said = _RANGE.fullmatch(told.headers.get("range", "").strip())
    return min(int(said[1]) + 1, size) if said else 0


async def _read(path: Path, begin: int, end: int, tell: TellShare | None = None) -> AsyncIterator[bytes]:
    """The file in blocks. It is opened for each: who sends may stop listening at any of them."""
    first = begin
    while begin < end and (block := await asyncio.to_thread(_block, path, begin, min(end - begin, _BLOCK))):
        begin += len(block)
        yield block
        if tell is not None:
            await tell((begin - first) / max(1, end - first))


def _block(path: Path, begin: int, length: int) -> bytes:
    with path.open("rb") as file:
        file.seek(begin)
        return file.read(length)

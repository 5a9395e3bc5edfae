"""A proxy on the loopback interface for libraries that open connections of their own.

Whatever goes through it is judged as every other way out of this program is: by the address that a connection really
goes to. It serves one piece of work, to whoever knows its password, reaches only the hosts that were named, and ends
with the piece. It takes CONNECT and plain requests with an absolute address (RFC 9110, 9.3.6; RFC 9112, 3.2.2).
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hmac
import re
import secrets
import socket
import threading
from collections.abc import Awaitable, Callable, Collection, Sequence
from types import TracebackType
from typing import Self

from yarl import URL

from server.fetch.addresses import AddressPolicy, AnyAddress, PublicOnly
from server.fetch.downloads import Limits

Address = tuple[socket.AddressFamily, str, int]
Resolve = Callable[[str, int], Awaitable[Sequence[Address]]]
"""Takes a host and a port, gives the addresses to try."""

_HEAD_BYTES = 65_536
_CHUNK = 65_536
_HEAD_S = 10.0
_HOP_BY_HOP = re.compile(rb"(?:proxy-[a-z-]+|connection|keep-alive)$", re.IGNORECASE)
_HOST_PORT = re.compile(r"([A-Za-z0-9_.-]+):(\d{1,5})")


async def resolved(host: str, port: int) -> Sequence[Address]:
    """What the system's resolver says."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [(family, str(peer[0]), int(peer[1])) for family, _, _, _, peer in found]


class GuardedProxy:
    """A context in which `url` is a working proxy. It runs on a thread of its own.

    Args:
        hosts: the hosts that may be reached, each with all names under it.
        limits: bytes and seconds for everything together, seconds for connecting and between two pieces.
        allow_private: the owner's switch for private addresses.
        resolve: for tests; the system's resolver otherwise.
    """

    def __init__(
        self,
        hosts: Collection[str],
        *,
        limits: Limits,
        allow_private: bool = False,
        resolve: Resolve = resolved,
    ) -> None:
        self.faults: list[str] = []
        """Why something was not reached or broken off, in order; each a sentence."""
        self.bytes = 0
        """What went through, both ways."""
        self._hosts = tuple(host.lower() for host in hosts)
        self._limits = limits
        self._policy: AddressPolicy = AnyAddress() if allow_private else PublicOnly()
        self._resolve = resolve
        self._password = secrets.token_urlsafe(24)
        self._port = 0
        self._loop = asyncio.SelectorEventLoop()
        self._ready = threading.Event()
        self._end: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, name="quillcast-proxy", daemon=True)

    @property
    def url(self) -> str:
        """With user name and password."""
        return f"http://piece:{self._password}@127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._end is not None:
            self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._ready.set()
            self._loop.close()

    async def _serve(self) -> None:
        self._end = asyncio.Event()

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await self._serve_one(reader, writer)
            except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
                pass
            except asyncio.CancelledError:
                pass  # the piece is over
            finally:
                writer.close()

        server = await asyncio.start_server(accept, "127.0.0.1", 0, limit=_HEAD_BYTES)
        self._port = int(server.sockets[0].getsockname()[1])
        self._ready.set()
        try:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._end.wait(), self._limits.total_s)
        finally:
            server.close()
            # Also those that were accepted but have not begun.
            while ending := asyncio.all_tasks() - {asyncio.current_task()}:
                for task in ending:
                    task.cancel()
                await asyncio.gather(*ending, return_exceptions=True)
                await asyncio.sleep(0)

    async def _serve_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _HEAD_S)
        request, *lines = head[:-4].split(b"\r\n")
        method, target, version = request.decode("latin-1").split(" ")
        headers = [line.split(b":", 1) for line in lines if b":" in line]
        if not self._knows_password(headers):
            await _answer(writer, "407 Proxy Authentication Required", b"Proxy-Authenticate: Basic\r\n")
            return
        if method == "CONNECT":
            place = _HOST_PORT.fullmatch(target)
            host, port = (place[1], int(place[2])) if place else ("", 0)
        else:
            url = URL(target)
            host, port = url.raw_host or "", url.port or 80
        if not self._may_reach(host.lower()):
            self.faults.append(f"{host or 'this address'} is not one of the site's own hosts, so it is not reached")
            await _answer(writer, "403 Forbidden")
            return
        upstream = await self._connected(host, port)
        if upstream is None:
            await _answer(writer, "502 Bad Gateway")
            return
        far_reader, far_writer = upstream
        try:
            if method == "CONNECT":
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                kept = [b":".join(pair) for pair in headers if not _HOP_BY_HOP.match(pair[0].strip())]
                first = f"{method} {url.raw_path_qs} {version}".encode("latin-1")
                far_writer.write(b"\r\n".join([first, *kept, b"Connection: close", b"", b""]))
            await self._pump(reader, writer, far_reader, far_writer)
        finally:
            far_writer.close()

    def _knows_password(self, headers: Sequence[Sequence[bytes]]) -> bool:
        expected = b"Basic " + base64.b64encode(f"piece:{self._password}".encode())
        given = [value.strip() for name, value in headers if name.strip().lower() == b"proxy-authorization"]
        return any(hmac.compare_digest(value, expected) for value in given)

    def _may_reach(self, host: str) -> bool:
        return any(host == own or host.endswith(f".{own}") for own in self._hosts)

    async def _connected(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        try:
            addresses = await asyncio.wait_for(self._resolve(host, port), self._limits.connect_s)
        except (OSError, TimeoutError, UnicodeError):
            self.faults.append(f"there is no host named {host}, or the network is down; check the network")
            return None
        fault = f"{host} could not be reached; check the network"
        for family, ip, real_port in addresses[:4]:
            refused = self._policy.fault_of_peer(ip, real_port)
            if refused is not None:
                fault = refused
                continue
            peer = socket.socket(family, socket.SOCK_STREAM)
            peer.setblocking(False)
            try:
                async with asyncio.timeout(self._limits.connect_s):
                    await self._loop.sock_connect(peer, (ip, real_port))
                return await asyncio.open_connection(sock=peer)
            except (OSError, TimeoutError):
                peer.close()
        self.faults.append(fault)
        return None

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        far_reader: asyncio.StreamReader,
        far_writer: asyncio.StreamWriter,
    ) -> None:
        """Carry bytes both ways until one side has said all and the other has answered."""

        async def carry(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            while chunk := await source.read(_CHUNK):
                self.bytes += len(chunk)
                if self.bytes > self._limits.max_bytes:
                    self.faults.append(f"more than {self._limits.max_bytes / 1_000_000:,.0f} MB were sent")
                    return
                sink.write(chunk)
                async with asyncio.timeout(self._limits.idle_s):
                    await sink.drain()
            with contextlib.suppress(OSError, RuntimeError):
                sink.write_eof()

        out = asyncio.create_task(carry(reader, far_writer))
        back = asyncio.create_task(carry(far_reader, writer))
        try:
            await back
        finally:
            out.cancel()
            await asyncio.gather(out, return_exceptions=True)


async def _answer(writer: asyncio.StreamWriter, status: str, more: bytes = b"") -> None:
    writer.write(b"HTTP/1.1 " + status.encode() + b"\r\n" + more + b"Content-Length: 0\r\nConnection: close\r\n\r\n")
    await writer.drain()

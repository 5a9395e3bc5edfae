"""A real edge on a real port, in front of routes of the test's own, with three callers who need no database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from server.config.settings import ServerConfig
from server.domain.accounts import OWNER, Account
from server.domain.errors import Unauthorised
from server.http.docs import described
from server.http.logs import LogFile
from server.http.registry import Routes, Table
from server.http.sites import serving
from server.services import Services

TOKENS = {
    "alice-token": Account("alice"),
    "bob-token": Account("bob"),
    "owner-token": Account(OWNER, pro=True, licence=True, scopes=frozenset({OWNER})),
}


class KnownCallers:
    """Accounts that open to fixed tokens."""

    async def authenticate(self, token: str) -> Account:
        """The account of a token that this class lists."""
        if token not in TOKENS:
            raise Unauthorised("The token is not valid.")
        return TOKENS[token]


class NoLinks:
    """Links nobody asks for: it only takes the address."""

    address = ""

    def bind(self, address: str) -> None:
        """Keep the address."""
        self.address = address

    @property
    def public_url(self) -> str:
        """The address."""
        return self.address


class NothingSent:
    """Sends nothing."""

    async def start(self) -> None:
        """Nothing begins."""

    async def close(self) -> None:
        """Nothing ends."""


@dataclass
class FewServices:
    """As much of the services as an edge needs to serve routes that ask none."""

    accounts: KnownCallers
    media: NoLinks
    deliveries: NothingSent
    publications: NothingSent


@asynccontextmanager
async def small_edge(routes: Routes, *, data_dir: Path, **settings: Any) -> AsyncIterator[tuple[str, LogFile]]:
    """Serve these routes (and their description); gives the address and the log file."""
    services = cast("Services", FewServices(KnownCallers(), NoLinks(), NothingSent(), NothingSent()))
    log = await asyncio.to_thread(LogFile, data_dir / "logs" / "server.jsonl")
    table = await asyncio.to_thread(lambda: Table([*routes.routes, *described(routes.routes).routes]))
    config = ServerConfig(data_dir=data_dir, **{"port": 0, **settings})
    try:
        async with serving(services, config, log=log, table=table) as address:
            yield address, log
    finally:
        await asyncio.to_thread(log.close)


@dataclass(frozen=True)
class RawAnswer:
    """An HTTP answer read by hand."""

    status: int
    headers: dict[str, str]
    body: bytes


async def raw_call(address: str, sent: bytes, *, end: bool = False) -> RawAnswer | None:
    """Send bytes as they are and read one answer; None when the server only closes the connection."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    try:
        async with asyncio.timeout(10):
            writer.write(sent)
            if end:
                writer.write_eof()
            head = await reader.readuntil(b"\r\n\r\n")
            while head.startswith(b"HTTP/1.1 100"):
                head = await reader.readuntil(b"\r\n\r\n")
            lines = head.decode("latin-1").split("\r\n")
            headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:] if line)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            return RawAnswer(int(lines[0].split(" ")[1]), headers, body)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    finally:
        writer.close()

"""No spelling of a private address leads to a connection, by no way out: whatever Python connects to is seen."""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from server.domain.errors import DomainError
from server.fetch import fetch, fetch_now
from server.fetch.posting import deliver

SPELLINGS = [
    # this machine: dotted, short, decimal, octal, hexadecimal and mixed
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "017700000001", "0x7f000001", "0X7F.1", "0177.0.0.0x1",
    "00000177.0.0.1", "127.0.0.1.", "0", "0.0.0.0", "127.255.255.254",
    # by name, in other letters and digits
    "localhost", "LOCALHOST.", "app.localhost", "１２７.０.０.１", "①②⑦.⓪.⓪.①", "127。0。0。1", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
    "%31%32%37.0.0.1", "%6c%6f%63%61%6c%68%6f%73%74",
    # behind credentials
    "example.com@127.0.0.1", "user:password@localhost",
    # IPv6, and IPv4 within it: mapped, compatible, translated, 6to4, NAT64, Teredo, ISATAP
    "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
    "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[fe80::1%25lo]",
    "[2001:0:4136:e378:8000:63bf:3fff:fdd2]", "[2606:4700::5efe:7f00:1]",
    # networks, clouds, carriers, and what is reserved
    "10.0.0.1", "172.16.5.4", "192.168.1.1", "192.168.257", "169.254.169.254", "0xa9fea9fe", "100.64.0.1",
    "168.63.129.16", "224.0.0.1", "255.255.255.255", "198.18.0.1", "192.0.2.7", "[fc00::1]", "[fd12:3456::1]",
    "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[100::1]",
]  # fmt: skip


@dataclass
class Seen:
    """The addresses of connections that were tried while somebody watched."""

    watching: bool = False
    connected: list[object] = field(default_factory=list)


_SEEN = Seen()


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    if _SEEN.watching and event in {"socket.connect", "socket.sendto"}:
        _SEEN.connected.append(arguments[1])


@pytest.fixture
def seen() -> Iterator[Seen]:
    """Everything that any code of this process connects to."""
    if _audit not in _HOOKED:
        sys.addaudithook(_audit)  # which can't be taken away again
        _HOOKED.append(_audit)
    _SEEN.connected.clear()
    _SEEN.watching = True
    yield _SEEN
    _SEEN.watching = False


_HOOKED: list[Callable[..., None]] = []


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_private_address_is_never_connected_to(seen: Seen, scheme: str) -> None:
    for host, port in itertools.product(SPELLINGS, ("", ":8787")):
        url = f"{scheme}://{host}{port}/"
        with pytest.raises(DomainError):
            await fetch(url)
        with pytest.raises(DomainError):
            await asyncio.to_thread(fetch_now, url)
        posted = await deliver(url, b"{}", headers={})
        assert posted.status is None, url
        assert posted.fault, url
        assert seen.connected == [], url


def test_there_are_forty_of_them() -> None:
    assert len(set(SPELLINGS)) >= 40


async def test_the_watch_sees_a_connection(seen: Seen) -> None:
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(DomainError):
        await fetch(f"http://127.0.0.1:{port}/", allow_private=True)
    posted = await deliver(f"http://127.0.0.1:{port}/", b"{}", headers={}, local=True)
    assert posted.status is None
    server.close()
    await server.wait_closed()
    assert set(seen.connected) == {("127.0.0.1", port)}
    assert len(seen.connected) >= 2

"""The loopback proxy: who may use it, where it leads, and how it ends."""

from __future__ import annotations

import base64
import http.client
import socket
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from server.fetch.downloads import Limits
from server.fetch.proxies import Address, GuardedProxy

LIMITS = Limits(max_bytes=50_000, total_s=30.0, connect_s=5.0, idle_s=5.0)


class Site(BaseHTTPRequestHandler):
    """Answers with what it was asked, or with much."""

    def do_GET(self) -> None:
        body = b"x" * 200_000 if self.path == "/much" else f"{self.path} {self.headers.as_string()}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.handle_error = lambda *args: None  # type: ignore[method-assign]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield int(server.server_address[1])
    server.shutdown()
    thread.join()
    server.server_close()


def made(port: int, *, allow_private: bool = True, limits: Limits = LIMITS) -> GuardedProxy:
    async def here(host: str, wanted: int) -> Sequence[Address]:
        return [(socket.AF_INET, "127.0.0.1", port)]

    return GuardedProxy(("site.example",), limits=limits, allow_private=allow_private, resolve=here)


def connection(proxy: GuardedProxy) -> tuple[http.client.HTTPConnection, dict[str, str]]:
    url = urlsplit(proxy.url)
    pair = base64.b64encode(f"{url.username}:{url.password}".encode()).decode()
    return http.client.HTTPConnection("127.0.0.1", url.port or 0, timeout=10), {"Proxy-Authorization": f"Basic {pair}"}


def tunnelled(proxy: GuardedProxy, host: str, path: str = "/a") -> tuple[int, bytes]:
    found, headers = connection(proxy)
    found.set_tunnel(host, 80, headers)
    found.request("GET", path)
    answer = found.getresponse()
    try:
        return answer.status, answer.read()
    finally:
        found.close()


def test_a_tunnel_leads_to_the_site(port: int) -> None:
    with made(port) as proxy:
        status, body = tunnelled(proxy, "www.site.example")

    assert status == 200
    assert body.startswith(b"/a ")
    assert proxy.bytes > 0
    assert proxy.faults == []


def test_a_plain_request_goes_on_without_the_password(port: int) -> None:
    with made(port) as proxy:
        found, headers = connection(proxy)
        found.request("GET", "http://site.example/b?c=1", headers=headers)
        body = found.getresponse().read()
        found.close()

    assert body.startswith(b"/b?c=1 ")
    assert b"Proxy-Authorization" not in body


def test_whoever_does_not_know_the_password_is_turned_away(port: int) -> None:
    with made(port) as proxy:
        found, _ = connection(proxy)
        found.request("GET", "http://site.example/b", headers={"Proxy-Authorization": "Basic cGllY2U6eA=="})
        assert found.getresponse().status == 407
        found.close()


@pytest.mark.parametrize("host", ["evil.example", "site.example.evil", "evilsite.example", "127.0.0.1"])
def test_other_hosts_are_not_reached(port: int, host: str) -> None:
    with made(port) as proxy, pytest.raises(OSError, match="403"):
        tunnelled(proxy, host)

    assert proxy.faults == [f"{host} is not one of the site's own hosts, so it is not reached"]


def test_where_a_name_really_leads_is_judged(port: int) -> None:
    with made(port, allow_private=False) as proxy, pytest.raises(OSError, match="502"):
        tunnelled(proxy, "site.example")

    assert proxy.faults == ["127.0.0.1 is not a public address; only addresses on the public internet are fetched"]


def test_more_than_the_limit_is_not_carried(port: int) -> None:
    with made(port) as proxy, pytest.raises(http.client.HTTPException):
        tunnelled(proxy, "site.example", "/much")

    assert proxy.faults == ["more than 0 MB were sent"]


def test_it_ends_with_the_piece(port: int) -> None:
    with made(port) as proxy:
        address = urlsplit(proxy.url)
        open_one = socket.create_connection(("127.0.0.1", address.port or 0), timeout=5)

    with open_one:
        assert open_one.recv(1) == b""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", address.port or 0), timeout=5)

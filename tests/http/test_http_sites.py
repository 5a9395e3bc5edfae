"""The two sites, what the proxy may say, and how everything ends."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from live_server import live_server
from small_edge import raw_call, small_edge

from server.config.settings import ServerConfig
from server.http.calls import Call
from server.http.hosts import base_url
from server.http.problems import Problem
from server.http.registry import Route, Routes, Table
from server.http.sites import AddressTaken, serving

routes = Routes("Test")


@routes.get("/test/ok")
async def fine(call: Call) -> dict[str, str]:
    """Answer."""
    return {"ok": "yes"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def has_ipv6() -> bool:
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
    return True


async def test_the_public_site_shows_what_is_public_and_nothing_else(tmp_path: Path) -> None:
    port = await asyncio.to_thread(free_port)
    async with (
        live_server(tmp_path, public_port=port, public_url="https://cast.example.org") as server,
        aiohttp.ClientSession() as session,
    ):
        public = f"http://127.0.0.1:{port}"
        headers = {"Authorization": f"Bearer {await server.client('alice')}"}
        body = {"outputType": "text", "resources": [{"type": "text", "content": "Words of a source. " * 40}]}
        async with session.post(server.address + "/content/Create", json=body, headers=headers) as answer:
            request_id = (await answer.json())["request_id"]
        async with session.get(server.address + "/studio/events?after=0", headers=headers) as stream:
            status: dict[str, Any] = {"status": 0}
            while status["status"] != 100:
                await stream.content.readline()
                async with session.get(f"{server.address}/content/Status/{request_id}", headers=headers) as answer:
                    status = await answer.json()

        assert status["share_url"].startswith("https://cast.example.org/share/")
        share = status["share_url"].removeprefix("https://cast.example.org")
        for path, expected in {
            share: 200,
            f"/content/Status/{request_id}": 404,
            "/openapi.json": 404,
            "/docs": 404,
            "/studio/health": 404,
            "/files": 404,
        }.items():
            async with session.get(public + path, headers={**headers, "Host": "cast.example.org"}) as answer:
                assert answer.status == expected, path
        async with session.post(public + "/content/Create", json=body, headers=headers) as answer:
            assert answer.status == 404


@pytest.mark.parametrize(
    ("proxy", "forwarded", "expected"),
    [
        ("", "198.51.100.7", "127.0.0.1"),
        ("10.0.0.1", "198.51.100.7", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("127.0.0.0/8", "203.0.113.9, 198.51.100.7, 127.0.0.2", "198.51.100.7"),
        ("127.0.0.1", "not an address", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("nonsense", "198.51.100.7", "127.0.0.1"),
    ],
)
async def test_only_the_trusted_proxy_says_who_calls(tmp_path: Path, proxy: str, forwarded: str, expected: str) -> None:
    async with small_edge(routes, data_dir=tmp_path, trusted_proxy=proxy) as (address, _):
        await raw_call(
            address, f"GET /test/ok HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {forwarded}\r\n\r\n".encode()
        )
    log = await asyncio.to_thread((tmp_path / "logs" / "server.jsonl").read_text)
    assert json.loads(log.splitlines()[-1])["address"] == expected


@pytest.mark.parametrize(
    ("host", "ours", "strange"),
    [
        ("127.0.0.1", ["127.0.0.1", "localhost:1", "LocalHost."], ["[::1]", "127.0.0.2", "0.0.0.0", "example.org"]),
        ("0.0.0.0", ["127.0.0.1:80", "localhost"], ["0.0.0.0", "192.0.2.1", "[::1]"]),
        ("localhost", ["127.0.0.1", "localhost"], ["localhost.evil.example", "evil-localhost"]),
        ("::1", ["[::1]:80", "localhost"], ["127.0.0.1", "[::2]", "::1:80:1"]),
    ],
)
async def test_it_answers_to_its_own_names_only(tmp_path: Path, host: str, ours: list[str], strange: list[str]) -> None:
    if host == "::1" and not await asyncio.to_thread(has_ipv6):
        pytest.skip("this machine has no IPv6")
    async with small_edge(routes, data_dir=tmp_path, host=host) as (address, _):
        for name in ours:
            answer = await raw_call(address, f"GET /openapi.json HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
            assert answer is not None
            assert answer.status == 200, name
        for name in strange:
            answer = await raw_call(address, f"GET /openapi.json HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
            assert answer is not None
            assert answer.status == 421, name


async def test_links_start_with_what_was_configured_or_bound() -> None:
    assert base_url(host="127.0.0.1", port=8787) == "http://127.0.0.1:8787"
    assert base_url(host="0.0.0.0", port=1) == "http://127.0.0.1:1"
    assert base_url(host="::1", port=1) == "http://[::1]:1"


async def test_streams_and_idle_connections_end_with_the_server(tmp_path: Path) -> None:
    async with aiohttp.ClientSession() as session:
        async with live_server(tmp_path) as server:
            token = await server.client("alice")
            idle = await asyncio.open_connection(*server.address.removeprefix("http://").split(":"))
            stream = await session.get(server.address + "/studio/events", headers={"Authorization": f"Bearer {token}"})
            await stream.content.readline()
        async with asyncio.timeout(5):
            await stream.content.read()
            assert await idle[0].read() == b""
        idle[1].close()
        stream.close()


async def test_a_taken_address_is_told(tmp_path: Path) -> None:
    async with small_edge(routes, data_dir=tmp_path) as (address, _):
        port = int(address.rpartition(":")[2])
        config = ServerConfig(data_dir=tmp_path, port=port)
        with pytest.raises(AddressTaken, match="Choose another --port"):
            async with serving(None, config, table=Table([])):  # type: ignore[arg-type]
                pass


def test_a_path_belongs_to_one_route() -> None:
    twice = [Route(method="GET", path=path, handler=fine) for path in ("/a/{x}", "/A/{y}")]
    with pytest.raises(ValueError, match="registered twice"):
        Table(twice)


def test_a_literal_path_stands_above_a_variable_one() -> None:
    table = Table(
        [
            Route(method="GET", path="/a/{id}", handler=fine),
            Route(method="POST", path="/a/{id}", handler=fine),
            Route(method="GET", path="/a/list", handler=fine),
        ]
    )
    assert table.find("GET", "/a/LIST/").route.path == "/a/list"
    assert table.find("GET", "/a/Other").params == {"id": "Other"}
    with pytest.raises(Problem) as refused:
        table.find("POST", "/a/list")
    assert (refused.value.status, refused.value.headers["Allow"]) == (405, "GET, HEAD")
    assert table.find("GET", "/a/x%2Fy").params == {"id": "x/y"}

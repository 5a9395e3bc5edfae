"""What callers send stays data: in headers, in the log, in paths, in tables and in typeset pages."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import aiohttp
import pytest
from small_edge import raw_call

from server.domain.cells import harmless
from server.http.media import disposition
from server.http.registry import Route
from server.http.routes import all_routes

OUTSIDE = (
    "..",
    "../../../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e%2fquillcast.db",
    "..\\..\\x",
    "/etc/passwd",
)


@pytest.mark.parametrize("name", ['a"b.mp3', "a\r\nX-Evil: 1\r\n.mp3", "a\0b", "ü\u2028x.mp3", "a;b=c", "\udc80.mp3"])
def test_a_file_name_stays_within_its_header(name: str) -> None:
    said = disposition(name, download=False)
    assert said.isascii()
    assert not set(said) & set("\r\n\0")
    assert said.count('"') == 2


async def test_an_uploads_name_is_only_a_name(api: Any, live: Any) -> None:
    before = await asyncio.to_thread(lambda: set(live.log_path.parents[2].rglob("*")))
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("file", b"words", filename="../../../evil.sh", content_type="text/html")
    stored = await api.call("POST", "/files", data=form)
    assert (stored.status, stored.body["fileName"]) == (200, "evil.sh")
    after = await asyncio.to_thread(lambda: set(live.log_path.parents[2].rglob("*")))
    new = {path.name for path in after - before if path.is_file()}
    assert not any("evil" in name for name in new)


def paths_with_ids() -> list[Route]:
    return [route for route in all_routes() if route.method == "GET" and route.parameters]


async def test_no_id_leads_to_a_file(api: Any, live: Any) -> None:
    owner = await live.owner()
    for route, outside in itertools.product(paths_with_ids(), OUTSIDE):
        path = route.documented_path
        for parameter in route.parameters:
            path = path.replace("{" + parameter.name + "}", outside)
        answer = await raw_call(
            live.address, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {owner}\r\n\r\n".encode()
        )
        assert answer is not None
        assert answer.status in {400, 404}, (path, answer.status)
        assert b"root:" not in answer.body
        assert b"SQLite format" not in answer.body


async def test_one_call_is_one_line_of_the_log(api: Any, live: Any) -> None:
    forged = '%0a{"level":"error","event":"forged"}%0d%0a'
    agent = 'curl\u0085{"level":"error"}'
    await api.get(f"/nothing/{forged}", headers={"User-Agent": agent.encode("utf-8").decode("latin-1")})
    await api.get("/last-one")

    def lines() -> list[dict[str, Any]]:
        return [json.loads(line) for line in live.log_path.read_text("utf-8").splitlines() if line]

    found: list[dict[str, Any]] = []
    async with asyncio.timeout(20):
        while not any(line.get("path") == "/last-one" for line in found):
            await api.get("/studio/health")
            found = await asyncio.to_thread(lines)
    assert not any(line["event"] == "forged" for line in found if "event" in line)
    assert sum(line.get("path", "").startswith("/nothing/") for line in found) == 1


async def test_a_callers_id_can_not_split_the_answer(live: Any) -> None:
    sent = b"GET /studio/health HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: abcdefgh%0d%0aX-Evil: 1\r\n\r\n"
    answer = await raw_call(live.address, sent)
    assert answer is not None
    assert "x-evil" not in answer.headers
    assert "%0d" not in answer.headers["x-request-id"]


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =cmd|' /C calc'!A0", "＝1+1", "＠x", '=HYPERLINK("x")'],
)
def test_no_cell_begins_a_formula(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"
    assert harmless(harmless(cell)) == f"'{cell}"

"""Who may ask for ideas, and how often."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from live_server import live_server

from server.domain.errors import CapacityReached
from server.http.ideas import SECRET_HEADER, _is_own
from server.services.ideas import IN_ALL, Ideas

PAGE = "http://localhost:3000"


async def test_a_browser_is_told_which_pages_may_ask(studio: Any) -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    for origin, status in ((PAGE, 204), (studio.address, 204), ("https://elsewhere.example", 403), ("null", 403)):
        reply = await studio.call("OPTIONS", "/podcast/ideas", token=None, headers={"Origin": origin, **asked})
        assert reply.status == status
        assert reply.headers.get("Access-Control-Allow-Origin") == (origin if status == 204 else None)
        if status == 204:
            assert "content-type" in reply.headers["Access-Control-Allow-Headers"].lower()
            assert reply.headers["Access-Control-Allow-Methods"] == "POST"
    for n in range(3):
        reply = await studio.call("POST", "/podcast/ideas", json={}, token=None, headers={"Origin": PAGE})
        assert reply.status == (200 if n < 2 else 429)
        assert reply.headers["Access-Control-Allow-Origin"] == PAGE
    assert reply.headers["Access-Control-Expose-Headers"] == "Retry-After"


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        ("https://pod.example", True),
        ("https://pod.example:8443", False),
        ("http://pod.example", False),
        ("http://127.0.0.1:5173", True),
        ("http://[::1]:3000", True),
        ("http://localhost.evil.example", False),
        ("https://pod.example.evil.example", False),
        ("https://pod.example@evil.example", False),
        ("null", False),
        ("", False),
        ("http://[", False),
    ],
)
def test_an_origin_is_compared_whole(origin: str, is_own: bool) -> None:
    assert _is_own(origin, "https://pod.example/cast") is is_own


@pytest.mark.parametrize(
    ("secret", "given"), [("long enough", ("long enough", "long enougH", "")), ("short", ("short", ""))]
)
async def test_the_secret_replaces_the_origin(tmp_path: Path, secret: str, given: tuple[str, ...]) -> None:
    async with live_server(tmp_path, free_tools_secret=secret) as live, aiohttp.ClientSession(live.address) as session:
        for said in given:
            headers = {SECRET_HEADER: said, "Origin": "https://elsewhere.example"}
            async with session.post("/podcast/ideas", json={"topic": "bees"}, headers=headers) as reply:
                assert reply.status == (200 if said == "long enough" else 403)


async def test_thirty_calls_a_day_are_answered_in_all(studio: Any, clock: Any) -> None:
    ideas: Ideas = studio.services.ideas
    for n in range(IN_ALL):
        await ideas.propose("bees", address=f"203.0.113.{n}", by=None)
    with pytest.raises(CapacityReached, match="all callers together") as refused:
        await ideas.propose("bees", address="198.51.100.1", by=None)
    assert refused.value.code == "ideas_used_up"
    clock.ahead_s = 86_401
    assert (await ideas.propose("bees", address="198.51.100.1", by=None)).ideas


async def test_two_calls_of_an_address_are_answered_at_once(studio: Any) -> None:
    ideas: Ideas = studio.services.ideas
    # One household of IPv6 is one address; whoever is refused is not counted.
    places = ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1")
    found = await asyncio.gather(
        *(ideas.propose("bees", address=place, by=None) for place in places), return_exceptions=True
    )
    codes = [each.code if isinstance(each, CapacityReached) else "" for each in found]
    assert codes == ["", "", "too_many_at_once", ""]

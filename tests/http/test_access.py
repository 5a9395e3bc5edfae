"""Who gets in, how soon a key stops working, and what every answer says to a browser."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from small_edge import raw_call, small_edge

from server.domain.files import Media
from server.http.arrivals import Arrivals
from server.http.calls import Call
from server.http.hosts import exposure
from server.http.media import is_shown
from server.http.problems import Problem
from server.http.registry import Routes, Scope

routes = Routes("Test")


@routes.get("/test/open", scope=Scope.PUBLIC)
async def open_to_all(call: Call) -> dict[str, str]:
    """Answer."""
    return {"ok": "yes"}


async def test_a_revoked_token_opens_nothing_within_a_second(live: Any, api: Any) -> None:
    owner = await live.owner()
    made = await api.post("/studio/clients/carol/tokens", {}, token=owner)
    assert made.status == 404
    assert (await api.post("/studio/clients/carol", {"credits": 5, "pro": True}, token=owner)).body["credits"] == 5
    token = (await api.post("/studio/clients/carol/tokens", {}, token=owner)).body["token"]
    other = (await api.post("/studio/clients/carol/tokens", {}, token=owner)).body["token"]
    assert (await api.get("/content/Me", token=token)).body == {"clientId": "carol"}

    listed = (await api.get("/studio/clients/carol/tokens", token=owner)).body
    assert [each["revokedOn"] for each in listed] == [None, None]
    assert token not in str(listed)
    revoked = await api.call("DELETE", f"/studio/tokens/{listed[1]['id']}", token=owner)
    assert revoked.status == 200
    # Both tokens were issued in the same breath; whichever was meant, exactly one is worthless at once.
    statuses = {(await api.get("/content/Me", token=each)).status for each in (token, other)}
    assert statuses == {200, 401}
    listed = (await api.get("/studio/clients/carol/tokens", token=owner)).body
    assert sum(each["revokedOn"] is not None for each in listed) == 1


INSTALLATION = (
    ("GET", "/studio/clients"),
    ("POST", "/studio/clients/x"),
    ("GET", "/studio/clients/x/tokens"),
    ("POST", "/studio/clients/x/tokens"),
    ("DELETE", "/studio/tokens/x"),
    ("GET", "/studio/storage"),
    ("POST", "/studio/storage/clean"),
    ("GET", "/studio/report"),
)


async def test_the_installation_is_the_owners(api: Any) -> None:
    for method, path in INSTALLATION:
        body = {"data": b"{}"} if method == "POST" else {}
        answer = await api.call(method, path, **body)
        assert (answer.status, answer.body["code"]) == (403, "owner_only"), path
        assert (await api.call(method, path, token=None, **body)).status == 401, path


async def test_links_that_were_handed_out_can_be_taken_back(live: Any, api: Any) -> None:
    made = await api.made(outputType="audio")
    old = [made["share_url"], made["audio_url"]]
    assert [(await api.get(url, token=None)).status for url in old] == [200, 200]
    assert len({*old[0].split("/")[-1]}) > 8  # 128 random bits, and not a number that counts up

    renewed = await api.post(f"/studio/requests/{made['id']}/links/renew")
    assert renewed.status == 200
    assert [(await api.get(url, token=None)).status for url in old] == [404, 404]
    now = (await api.get(f"/content/Status/{made['id']}")).body
    assert now["share_url"] == renewed.body["share_url"]
    page = await api.get(now["share_url"], token=None)
    assert page.status == 200
    assert made["audio_url"].split("/")[4].encode() not in page.body
    assert (await api.get(now["audio_url"], token=None)).status == 200

    show = {"name": "S", "description": "D", "author": "A", "link": "https://e.example/", "email": "a@e.example"}
    show_id = (await api.post("/podcast/shows", show)).body["podcastId"]
    await api.post(f"/podcast/shows/{show_id}/episodes", {"requestId": made["id"]})
    refused = await api.post(f"/studio/requests/{made['id']}/links/renew")
    assert (refused.status, refused.body["code"]) == (409, "published")
    assert (await api.post("/studio/requests/nothing/links/renew")).status == 404


async def test_browsers_are_told_what_an_answer_is_and_what_it_may_do(live: Any, api: Any) -> None:
    made = await api.made(outputType="audio")
    for path in ("/studio/health", "/content/Me", "/nothing", "/docs", made["share_url"], made["audio_url"]):
        answer = await api.get(path)
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
    for path in ("/docs", made["share_url"]):
        policy = (await api.get(path)).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        script = policy.partition("script-src ")[2].partition(";")[0]
        assert script == "'none'" or script.startswith("'sha256-")
    assert "sandbox" in (await api.get(made["audio_url"])).headers["Content-Security-Policy"]


async def test_pages_of_other_origins_read_only_what_is_published(live: Any, api: Any) -> None:
    made = await api.made(outputType="audio")
    stranger = {"Origin": "https://stranger.example"}
    for path in ("/content/Me", "/studio/health", made["share_url"], "/files"):
        assert "Access-Control-Allow-Origin" not in (await api.get(path, headers=stranger)).headers, path
    assert (await api.get(made["audio_url"], headers=stranger)).headers["Access-Control-Allow-Origin"] == "*"
    asked = await api.call("OPTIONS", "/content/Create", headers=stranger | {"Access-Control-Request-Method": "POST"})
    assert asked.status == 405
    assert "Access-Control-Allow-Origin" not in asked.headers


@pytest.mark.parametrize(
    ("name", "media_type", "shown"),
    [
        ("audio", "audio/mpeg", True),
        ("audio", "text/html", False),
        ("audio", "image/svg+xml", False),
        ("audio", "application/x-msdownload", False),
        ("artwork_original", "application/octet-stream", False),
        ("artwork", "image/jpeg", True),
        ("document_html", "text/html", True),
        ("briefing_doc", "application/pdf", True),
    ],
)
def test_what_came_from_elsewhere_is_saved_and_not_shown(name: str, media_type: str, shown: bool) -> None:
    assert is_shown(Media("k", name, "f", media_type, 1, "0")) is shown


async def test_one_address_can_not_wear_out_the_public_routes(tmp_path: Path) -> None:
    async with small_edge(routes, data_dir=tmp_path, trusted_proxy="127.0.0.1") as (address, _):

        async def call(whose: str, token: str = "") -> int:
            head = f"Authorization: Bearer {token}\r\n" if token else ""
            sent = f"GET /test/open HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {whose}\r\n{head}\r\n"
            answer = await raw_call(address, sent.encode())
            assert answer is not None
            return answer.status

        statuses: list[int] = []
        while 429 not in statuses and len(statuses) < 2_000:
            statuses += await asyncio.gather(*(call("198.51.100.7") for _ in range(50)))
        assert set(statuses) == {200, 429}
        assert await call("198.51.100.8") == 200
        assert await call("198.51.100.7", token="alice-token") == 200
        assert await call("127.0.0.1") == 200


def test_calls_are_made_good_with_time_and_a_household_counts_as_one() -> None:
    now = [0.0]
    arrivals = Arrivals(a_second=1.0, at_once=3, monotonic=lambda: now[0])
    for place in range(3):
        arrivals.admit(f"2001:db8::{place}")
    with pytest.raises(Problem) as told:
        arrivals.admit("2001:db8::ffff")
    assert (told.value.status, told.value.headers["Retry-After"]) == (429, "1")
    arrivals.admit("2001:db8:0:1::1")
    now[0] = 1.5
    arrivals.admit("2001:db8::1")
    with pytest.raises(Problem):
        arrivals.admit("2001:db8::1")
    for _ in range(10):
        arrivals.admit("127.0.0.1")
        arrivals.admit("::ffff:127.0.0.1")


@pytest.mark.parametrize(
    ("host", "warned"),
    [("127.0.0.1", False), ("localhost", False), ("::1", False), ("0.0.0.0", True), ("192.168.1.5", True), ("", True)],
)
def test_a_wider_address_is_warned_of(host: str, warned: bool) -> None:
    assert bool(exposure(host)) is warned
    assert ("--public-port" in exposure(host, public_port=0)) is warned

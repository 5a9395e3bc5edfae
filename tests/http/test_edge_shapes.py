"""Every failure in one shape, whoever noticed it."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import zlib
from typing import Annotated, Any

import aiohttp
import msgspec
import pytest
from aiohttp import web
from pydantic import Field

from server.domain.errors import CapacityReached, Conflict, InvalidField, NotFound, Unavailable
from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.wire import Integer, Moment, Order, PageLimit, Query

pytestmark = pytest.mark.asyncio


class Inner(Order):
    """A part."""

    name: str


class Thing(Order):
    """A body with one field of each kind."""

    word: Annotated[str, Field(max_length=10)]
    count: Integer | None = None
    flag: bool | None = None
    parts: list[Inner] | None = None
    moment: Moment | None = None


class ThingQuery(Query):
    """A query."""

    limit: PageLimit = 50


class Echo(msgspec.Struct):
    """What came in."""

    word: str
    moment: str
    limit: int = 0


routes = Routes("Test")
RAISED: dict[str, Exception] = {
    "conflict": Conflict("It is in use.", code="in_use"),
    "field": InvalidField("voice1", "no voice of yours has this id"),
    "missing": NotFound("There is no such thing."),
    "full": CapacityReached("That is enough for today.", retry_after_s=30),
    "closing": Unavailable("The server is closing."),
    "fault": RuntimeError("a secret detail"),
    "elsewhere": ConnectionRefusedError("another machine said no"),
}


@routes.post("/test/Thing", body=Thing, query=ThingQuery, replies=(Echo,))
async def echo(call: Call, body: Thing, query: ThingQuery) -> Echo:
    """Say it again."""
    return Echo(body.word, body.moment.isoformat() if body.moment else "", query.limit)


@routes.post("/test/Large", body=Thing, limit=8 * 1024 * 1024, replies=(Echo,))
async def large(call: Call, body: Thing) -> Echo:
    """Take more."""
    return Echo(body.word, "")


@routes.get("/test/raise/{kind}", replies=(Echo,))
async def raises(call: Call) -> Echo:
    """Fail."""
    raise RAISED[call.params["kind"]]


@routes.get("/test/number/{id:int}", replies=(Echo,))
async def number(call: Call) -> Echo:
    """Take a number."""
    return Echo(call.params["id"], "")


@routes.get("/test/owner", scope=Scope.OWNER, replies=(Echo,))
async def owner(call: Call) -> Echo:
    """Only the owner."""
    return Echo(call.by.id, "")


@routes.get("/test/broken-off")
async def breaks_off(call: Call) -> web.StreamResponse:
    """Begin, and fail."""
    response = web.StreamResponse()
    await call.start(response)
    await response.write(b"[1")
    raise NotFound("It went away.")


@routes.get("/test/open", scope=Scope.PUBLIC, published=True, replies=(Echo,))
async def anyone(call: Call) -> Echo:
    """Anyone."""
    return Echo(call.account.id if call.account else "nobody", "")


@pytest.fixture
async def edge(start_edge: Any) -> Any:
    return await start_edge(routes)


def well_shaped(answer: Any, status: int, code: str | None = None) -> dict[str, Any]:
    assert answer.status == status, answer
    assert answer.headers["X-Request-Id"]
    body = answer.body
    assert body["success"] is False
    assert body["error"] == body["errorMessage"]
    assert body["error"]
    if code is not None:
        assert body["code"] == code
    return dict(body)


async def test_a_sound_call_passes(edge: Any) -> None:
    answer = await edge.call(
        "POST", "/test/thing/?limit=7", json={"word": "hello", "moment": "2026-01-02T03:04:05+02:00"}
    )

    assert answer.status == 200
    assert answer.body == {"word": "hello", "moment": "2026-01-02T01:04:05+00:00", "limit": 7}
    assert answer.headers["X-Request-Id"]


async def test_unknown_fields_are_ignored_and_named(edge: Any) -> None:
    answer = await edge.call("POST", "/test/Thing", json={"word": "a", "wrod": 1, "parts": [{"name": "x", "age": 3}]})

    assert answer.status == 200
    assert [warning.split(" ")[0] for warning in answer.body["warnings"]] == ["wrod", "parts[0].age"]


async def test_all_faults_come_at_once(edge: Any) -> None:
    answer = await edge.call(
        "POST",
        "/test/Thing",
        json={"word": "a" * 11, "count": True, "flag": "yes", "parts": [{}], "moment": "yesterday"},
    )

    body = well_shaped(answer, 400, "invalid_field")
    assert {d["field"] for d in body["details"]} == {"word", "count", "flag", "parts[0].name", "moment"}


@pytest.mark.parametrize(
    "count", [2**63, -(2**63) - 1, 1.5, "1", 10**40], ids=["over", "under", "fraction", "text", "huge"]
)
async def test_a_number_beyond_64_bits_is_named(edge: Any, count: object) -> None:
    body = well_shaped(await edge.call("POST", "/test/Thing", json={"word": "a", "count": count}), 400, "invalid_field")
    assert [d["field"] for d in body["details"]] == ["count"]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "invalid_json"),
        (b"{", "invalid_json"),
        (b"[]", "invalid_json"),
        (b'"word"', "invalid_json"),
        (b"null", "invalid_json"),
        (b'{"word": "\\ud800"}', "invalid_json"),
        (b'{"word": "\xff"}', "invalid_json"),
        (b'{"word": "a", "x": NaN}', "invalid_json"),
        (b'{"word": "a", "x": ' + b"[" * 5000 + b"]" * 5000 + b"}", "invalid_json"),
        (b'{"word": "a\\u0000b"}', "invalid_field"),
        (b'{"word": "a"} trailing', "invalid_json"),
    ],
)
async def test_a_body_that_is_no_sound_json_object_is_a_400(edge: Any, raw: bytes, code: str) -> None:
    well_shaped(await edge.call("POST", "/test/Thing", data=raw), 400, code)


async def test_words_about_nul_are_no_nul(edge: Any) -> None:
    answer = await edge.call("POST", "/test/Thing", data=b'{"word": "\\\\u0000"}')
    assert answer.body["word"] == "\\u0000"


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("conflict", 409, "in_use"),
        ("field", 400, "invalid_field"),
        ("missing", 404, "not_found"),
        ("full", 429, "capacity_reached"),
        ("closing", 503, "unavailable"),
        ("fault", 500, "internal_error"),
        ("elsewhere", 500, "internal_error"),
    ],
)
async def test_what_a_service_raises_keeps_its_meaning(edge: Any, kind: str, status: int, code: str) -> None:
    answer = await edge.call("GET", f"/test/raise/{kind}")

    body = well_shaped(answer, status, code)
    assert "secret detail" not in str(body)
    if status in {429, 503}:
        assert int(answer.headers["Retry-After"]) >= 1
    if kind == "field":
        assert body["details"] == [{"field": "voice1", "message": "no voice of yours has this id"}]


async def test_unknown_paths_and_methods(edge: Any) -> None:
    well_shaped(await edge.call("GET", "/test/nothing"), 404, "not_found")
    well_shaped(await edge.call("GET", "/test//Thing", token=None), 404, "not_found")
    answer = await edge.call("PUT", "/test/Thing")
    well_shaped(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "POST"
    answer = await edge.call("DELETE", "/TEST/Number/7")
    assert answer.headers["Allow"] == "GET, HEAD"


async def test_ids_are_exact_and_numbers_are_numbers(edge: Any) -> None:
    assert (await edge.call("GET", "/Test/NUMBER/7/")).body["word"] == "7"
    for wrong in ("seven", "7.0", str(2**63), "%00", "0x7", "٧"):
        well_shaped(await edge.call("GET", f"/test/number/{wrong}"), 400, "invalid_field")


async def test_tokens_and_scopes(edge: Any) -> None:
    for header in ("", "Bearer", "Bearer nobody", "Basic abc", "bearer  ", "Bearer \xe4"):
        answer = await edge.call("GET", "/test/number/1", token=None, headers={"Authorization": header})
        well_shaped(answer, 401, "unauthorized")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    well_shaped(await edge.call("GET", "/test/number/1", token=None), 401)
    well_shaped(await edge.call("GET", "/test/owner"), 403, "owner_only")
    assert (await edge.call("GET", "/test/owner", token="owner-token")).body["word"] == "owner"
    assert (await edge.call("GET", "/test/open", token="nobody")).body["word"] == "nobody"
    assert (await edge.call("GET", "/test/open")).body["word"] == "alice"


async def test_queries_are_judged_like_bodies(edge: Any) -> None:
    for wrong in ("0", "101", "ten", "1.0", " 1", "+1", "1_0", "", "-1", str(2**64)):
        answer = await edge.call("POST", "/test/Thing", params={"limit": wrong}, json={"word": "a"})
        body = well_shaped(answer, 400, "invalid_field")
        assert body["details"][0]["field"] == "limit"


async def test_the_callers_request_id_is_kept_when_it_is_decent(edge: Any) -> None:
    answer = await edge.call("GET", "/test/open", headers={"X-Request-Id": "caller-0001"})
    assert answer.headers["X-Request-Id"] == "caller-0001"
    answer = await edge.call("GET", "/test/open", headers={"X-Request-Id": "a b\t{}"})
    assert answer.headers["X-Request-Id"] != "a b\t{}"


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "deflate-raw"])
async def test_compressed_bodies(edge: Any, encoding: str) -> None:
    raw = json.dumps({"word": "small"}).encode()
    packed = {
        "gzip": gzip.compress(raw[:5]) + gzip.compress(raw[5:]),
        "deflate": zlib.compress(raw),
        "deflate-raw": zlib.compress(raw, wbits=-15),
    }[encoding]

    answer = await edge.call(
        "POST", "/test/Thing", data=packed, headers={"Content-Encoding": encoding.removesuffix("-raw")}
    )

    assert answer.body["word"] == "small"


async def test_bad_compression_is_a_400_and_a_bomb_a_413(edge: Any) -> None:
    packed = gzip.compress(b'{"word": "a"}')
    for damaged in (b"no gzip", packed[:-6], packed[:12] + b"\0\0\0" + packed[15:], b""):
        answer = await edge.call("POST", "/test/Thing", data=damaged, headers={"Content-Encoding": "gzip"})
        assert well_shaped(answer, 400)["code"] in {"invalid_compression", "invalid_json"}
    bomb = gzip.compress(b" " * 50_000_000)
    well_shaped(await edge.call("POST", "/test/Thing", data=bomb, headers={"Content-Encoding": "gzip"}), 413)
    well_shaped(await edge.call("POST", "/test/Thing", data=b"{}", headers={"Content-Encoding": "br"}), 415)
    well_shaped(
        await edge.call(
            "POST", "/test/Thing", data=b"{}", headers={"Content-Type": "application/json; charset=latin-1"}
        ),
        415,
    )


async def test_a_transport_limit_is_a_413_declared_or_not(edge: Any) -> None:
    async def stream() -> Any:
        for _ in range(40):
            yield b" " * 100_000

    well_shaped(await edge.call("POST", "/test/Thing", data=io.BytesIO(b" " * 2_200_000)), 413, "body_too_large")
    well_shaped(await edge.call("POST", "/test/Thing", data=stream()), 413, "body_too_large")


async def test_large_bodies_are_read_elsewhere_with_the_same_outcome(edge: Any) -> None:
    padding = "x" * 300_000
    answer = await edge.call("POST", "/test/Large", json={"word": "a", "padding": padding})
    assert answer.body["word"] == "a"
    assert answer.body["warnings"][0].startswith("padding ")
    body = well_shaped(await edge.call("POST", "/test/Large", json={"word": padding}), 400, "invalid_field")
    assert body["details"][0]["field"] == "word"


async def test_what_never_becomes_a_call_is_told_in_the_same_shape(edge: Any) -> None:
    cases = {
        b"NONSENSE\r\n\r\n": 400,
        b"GET /test/open HTTP/1.1\r\nHost: 127.0.0.1\r\nBad Header: x\r\n\r\n": 400,
        b"GET /test/open HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 40_000 + b"\r\n\r\n": 431,
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n": 431,
        b"POST /test/Thing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n": 400,
        b"POST /test/Thing HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n": 400,
        b"GET /test/open HTTP/1.1\r\n\r\n": 400,
    }
    for sent, status in cases.items():
        answer = await edge.raw(sent)
        assert answer is not None, sent[:60]
        assert answer.status == status, sent[:60]
        assert answer.headers["x-request-id"]
        assert json.loads(answer.body)["success"] is False


async def test_a_broken_chunked_body_is_a_400(edge: Any) -> None:
    head = b"POST /test/Thing HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer alice-token\r\n"
    answer = await edge.raw(head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n")
    assert answer is not None
    assert answer.status == 400
    assert json.loads(answer.body)["success"] is False


async def test_a_caller_who_waits_is_told_to_go_on(edge: Any) -> None:
    head = (
        b"POST /test/Thing HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer alice-token\r\nContent-Length: 13\r\n"
    )
    answer = await edge.raw(head + b'Expect: 100-continue\r\n\r\n{"word": "a"}')
    assert answer is not None
    assert answer.status == 200
    answer = await edge.raw(head + b"Expect: a miracle\r\n\r\n")
    assert answer is not None
    assert answer.status == 417


async def test_an_unknown_host_is_a_421(start_edge: Any) -> None:
    edge = await start_edge(routes, public_url="https://cast.example.org/base")
    port = edge.address.rpartition(":")[2]
    for host in (
        "127.0.0.1",
        f"127.0.0.1:{port}",
        "localhost:1",
        "LOCALHOST",
        "cast.example.org",
        "Cast.Example.Org:443",
    ):
        assert (await edge.call("GET", "/test/open", headers={"Host": host})).status == 200, host
    for host in (
        "evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "[::1]",
        "127.0.0.1@evil",
        "",
        "a b",
        "localhost:x",
    ):
        well_shaped(await edge.call("GET", "/test/open", headers={"Host": host}), 421, "unknown_host")


async def test_head_is_answered_where_get_is(edge: Any) -> None:
    async with edge.session.head(edge.address + "/test/open") as answer:
        assert answer.status == 200
        assert int(answer.headers["Content-Length"]) > 0
        assert await answer.read() == b""


async def test_an_answer_that_breaks_off_is_not_followed_by_another(edge: Any) -> None:
    with pytest.raises(aiohttp.ClientPayloadError):
        await edge.call("GET", "/test/broken-off")
    assert (await edge.call("GET", "/test/open")).status == 200


async def test_the_log_names_calls_and_hides_secrets(edge: Any) -> None:
    await edge.call("GET", "/test/raise/fault?token=hush-hush&page=2", headers={"X-Request-Id": "log-test-1"})
    await edge.session.close()

    text = await asyncio.to_thread(edge.read_log)
    line = next(json.loads(line) for line in text.splitlines() if "log-test-1" in line and '"access"' in line)
    assert line["status"] == 500
    assert line["client"] == "alice"
    assert line["duration_ms"] >= 0
    assert line["path"] == "/test/raise/fault?token=***&page=2"
    assert "hush-hush" not in text
    assert "alice-token" not in text

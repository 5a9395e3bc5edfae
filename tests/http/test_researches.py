"""Researches over HTTP: ordered, listed, read, and used as sources."""

from __future__ import annotations

from typing import Any

import keyring
import pytest
from fake_engine import Fail, Hold
from keyring.backends import fail

from server.domain.errors import NothingUsable
from server.domain.sources import SourceKind
from server.engine.specs import ResearchSpec

PATH = "/deep-research/research"
SOURCE = {"type": "text", "content": "A source of words. " * 40}


@pytest.fixture(autouse=True)
def no_keyring() -> Any:
    """As on a machine without a desktop."""
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


async def done(api: Any, **body: Any) -> tuple[str, dict[str, Any]]:
    """A research that has ended."""
    answer = await api.post(PATH, {"topic": "Copper roofs", "sources": [SOURCE], **body})
    assert answer.status == 200, answer.body
    research_id = answer.body["request_id"]
    await api.until(research_id, lambda status: status["status"] == 100)
    return research_id, (await api.get(f"{PATH}/{research_id}")).body


async def test_a_research_is_made_and_told(api: Any) -> None:
    before = (await api.get("/content/Usage")).body["used"]
    research_id, record = await done(api, callbackData="mine")
    assert {"id", "topic", "status", "text", "citations", "createdOn"} <= set(record)
    assert (record["id"], record["topic"], record["status"]) == (research_id, "Copper roofs", 100)
    assert record["text"] and record["citations"]
    status = (await api.get(f"/content/Status/{research_id}")).body
    assert status["callback_data"] == "mine"
    listed = (await api.get("/content/List")).body
    assert [(item["id"], item["requestTypeId"]) for item in listed] == [(research_id, 19)]
    assert (await api.get("/content/Usage")).body["used"] == before + 10
    overview = await api.get(f"/studio/requests/{research_id}")
    assert overview.status == 200 and overview.body["order"]["topic"] == "Copper roofs"
    spec = api.server.engine.submitted[-1].spec
    assert isinstance(spec, ResearchSpec)
    assert (spec.instructions, spec.reference, len(spec.sources)) == ("Copper roofs", None, 1)


async def test_researches_are_listed_newest_first_and_only_to_their_owner(api: Any) -> None:
    ids = [(await done(api, topic=f"Topic {n}"))[0] for n in range(3)]
    listed = (await api.get(PATH)).body
    assert [record["id"] for record in listed] == ids[::-1]
    page = (await api.get(f"{PATH}?page=2&limit=2")).body
    assert ([record["id"] for record in page["researches"]], page["totalCount"]) == ([ids[0]], 3)
    bob = await api.server.client("bob")
    assert (await api.get(PATH, token=bob)).body == []
    assert (await api.get(f"{PATH}/{ids[0]}", token=bob)).status == 404
    assert (await api.get(f"{PATH}/nobody's")).status == 404
    await api.post("/content/DeleteRequest", {"id": ids[0]})
    assert (await api.get(f"{PATH}/{ids[0]}")).status == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "topic"),
        ({"topic": "  "}, "topic"),
        ({"topic": "x", "sources": [{"type": "file", "content": "unknown"}]}, "sources[0].content"),
        ({"topic": "x", "sources": [{"type": "website", "content": "ftp://a.example"}]}, "sources[0].content"),
        ({"topic": "x", "language": "Klingon"}, "language"),
    ],
)
async def test_faults_are_named(api: Any, body: dict[str, Any], field: str) -> None:
    answer = await api.post(PATH, body)
    assert answer.status == 400
    assert [fault["field"] for fault in answer.body["details"]] == [field]


async def test_a_report_is_a_source_of_what_is_made_later(api: Any) -> None:
    research_id, record = await done(api)
    request_id = await api.create(researches=[research_id], resources=None)
    await api.until(request_id, lambda status: status["status"] == 100)
    spec = api.server.engine.submitted[-1].spec
    assert [(s.kind, s.content) for s in spec.sources] == [(SourceKind.TEXT, record["text"])]
    answer = await api.post("/content/Create", {"outputType": "text", "researches": [research_id, "unknown"]})
    assert (answer.status, answer.body["details"][0]["field"]) == (400, "researches")
    bob = await api.server.client("bob", credits=1000)
    answer = await api.post("/content/Create", {"outputType": "text", "researches": [research_id]}, token=bob)
    assert (answer.status, answer.body["details"][0]["field"]) == (400, "researches")


async def test_a_research_under_way_is_no_source_yet(api: Any) -> None:
    api.server.engine.plan = lambda _: Hold()
    answer = await api.post(PATH, {"topic": "Copper", "sources": [SOURCE]})
    refused = await api.post("/content/Create", {"outputType": "text", "researches": [answer.body["request_id"]]})
    assert refused.status == 400 and "not completed" in refused.body["error"]


async def test_a_topic_alone_is_looked_up_in_what_the_caller_has(api: Any) -> None:
    made, _ = await done(api)
    bob = await api.server.client("bob", credits=1000)
    answer = await api.post(PATH, {"topic": "Copper"}, token=bob)
    assert answer.status == 200
    answer = await api.post(PATH, {"topic": "Copper"})
    await api.until(answer.body["request_id"], lambda status: status["status"] == 100)
    request_id = await api.create(resources=None, topic="Copper")
    await api.until(request_id, lambda status: status["status"] == 100)
    by_topic = [job.spec for job in api.server.engine.submitted if job.spec.reference is not None]
    assert [spec.reference.topic for spec in by_topic] == ["Copper"] * 3
    bobs, mine, created = (len(spec.reference.own) for spec in by_topic)
    assert bobs == 0, "another client's sources are nobody else's"
    assert mine == created == 1
    assert made


async def test_a_research_that_finds_nothing_fails_with_1002(api: Any) -> None:
    api.server.engine.plan = lambda _: Fail(NothingUsable("Nothing here says enough about “Glass harps”."))
    answer = await api.post(PATH, {"topic": "Glass harps"})
    research_id = answer.body["request_id"]
    await api.until(research_id, lambda status: status["error_code"] != 0)
    record = (await api.get(f"{PATH}/{research_id}")).body
    assert (record["error_code"], record["text"]) == (1002, "")
    assert "Glass harps" in record["error_message"]

"""Lists: plain arrays without paging, objects with it."""

from __future__ import annotations

from typing import Any

import pytest

LATER = "2040-01-01T00:00:00Z"


async def test_plain_lists_are_arrays_and_pages_are_objects(api: Any) -> None:
    ids = [await api.create(scheduledOn=LATER, title=f"No. {n}") for n in range(5)]

    plain = await api.get("/content/List")
    assert [item["id"] for item in plain.body] == ids[::-1]
    assert set(plain.body[0]) == {"id", "requestTypeId", "status", "requestedOn", "stage", "audioTitle"}

    page = (await api.get("/content/List?page=2&limit=2")).body
    assert [item["id"] for item in page["requests"]] == [ids[2], ids[1]]
    assert (page["totalCount"], page["page"], page["pageSize"], page["totalPages"]) == (5, 2, 2, 3)
    assert (await api.get("/content/List?page=1")).body["pageSize"] == 50
    assert (await api.get("/content/List?limit=3")).body["page"] == 1
    beyond = (await api.get(f"/content/List?page={2**63 - 1}&limit=100")).body
    assert (beyond["requests"], beyond["page"], beyond["totalCount"]) == ([], 2**63 - 1, 5)


@pytest.mark.parametrize(
    "path",
    [
        "/content/List?page=0",
        "/content/List?limit=101",
        "/content/List?page=x",
        "/content/Podcasts?status=lost",
        "/content/QueueRequests?state=lost",
        "/content/QueueRequests?page=-1",
        "/content/QueueRequests?limit=0",
    ],
)
async def test_a_wrong_parameter_is_named(api: Any, path: str) -> None:
    answer = await api.get(path)
    assert answer.status == 400
    assert answer.body["details"][0]["field"] == path.partition("?")[2].partition("=")[0]


async def test_podcasts_hold_recordings_only(api: Any) -> None:
    await api.made(outputType="text")
    made = await api.made(outputType="audio")

    plain = (await api.get("/content/Podcasts")).body
    assert [record["id"] for record in plain] == [made["id"]]
    record = plain[0]
    assert record["audioUrl"] == made["audio_url"]
    assert record["shareUrl"] == made["share_url"]
    assert record["responseText"] == made["response_text"]
    assert "errorOn" not in record
    assert record["processingOn"].endswith("Z")
    for status, count in {"all": 1, "succeeded": 1, "processed": 1, "failed": 0, "queued": 0}.items():
        found = (await api.get(f"/content/Podcasts?status={status}&limit=10")).body
        assert (found["totalCount"], len(found["podcasts"])) == (count, count), status


async def test_a_long_list_is_streamed_and_sound(api: Any) -> None:
    ids = [await api.create(scheduledOn=LATER) for _ in range(120)]
    async with api.session.get(
        api.server.address + "/content/List", headers={"Authorization": f"Bearer {api.token}"}
    ) as answer:
        assert answer.headers["Transfer-Encoding"] == "chunked"
        assert [item["id"] for item in await answer.json()] == ids[::-1]
    head = await api.call("HEAD", "/content/List")
    assert (head.status, head.body) == (200, b"")


async def test_voices_and_languages(api: Any) -> None:
    voices = (await api.get("/content/GetVoices")).body
    assert [(voice["id"], voice["name"], voice["clientId"]) for voice in voices] == [
        (1, "Heart", None),
        (2, "Michael", None),
        (3, "Absent", None),
    ]
    languages = (await api.get("/content/Languages")).body
    assert [language["name"] for language in languages] == ["English"]
    assert set(languages[0]) == {"name", "code", "voices", "engine", "basic", "wordErrors", "offeredByDefault"}


async def test_health_shows_more_to_the_owner(api: Any) -> None:
    assert set((await api.get("/studio/health", token=None)).body) == {"status", "version"}
    mine = (await api.get("/studio/health")).body
    assert set(mine) == {"status", "version", "makes"}
    assert "briefing_doc" in mine["makes"]
    assert (await api.get("/studio/health", token=await api.server.owner())).body["running"] == []


async def test_the_description_needs_no_token(api: Any) -> None:
    document = await api.get("/openapi.json", token=None)
    assert document.body["info"]["version"] == "1.0.0"
    page = await api.get("/docs", token=None)
    text = page.body.decode()
    assert page.headers["Content-Type"].startswith("text/html")
    for path in document.body["paths"]:
        assert path in text
    assert "src=" not in text.replace("img-src", "")
    assert 'href="http' not in text
    assert "curl -H" in text
    assert f"{api.server.address}/content/Create" in text


async def test_other_paths_are_unknown(api: Any) -> None:
    for path in ("/dedicated-account", "/content/Transcript", "/content"):
        assert (await api.get(path)).status == 404

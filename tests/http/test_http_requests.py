"""Requests over HTTP, from order to deletion."""

from __future__ import annotations

from typing import Any

import pytest
from fake_engine import Fail, Hold

from server.domain.errors import SourceNotImported
from server.domain.requests import Stage

WORDS = "A source of words. " * 40


def an_order(**fields: Any) -> dict[str, Any]:
    return {"outputType": "text", "resources": [{"type": "text", "content": WORDS}], **fields}


async def test_an_episode_is_ordered_followed_and_read(api: Any) -> None:
    accepted = await api.post("/Content/create/", an_order(outputType="audio", callbackData="mine"))
    assert accepted.status == 200
    assert set(accepted.body) == {"request_id", "status"}
    assert accepted.body["status"] == 0

    status = await api.until(accepted.body["request_id"], lambda s: s["status"] == 100)

    assert status["error_code"] == 0
    assert status["callback_data"] == "mine"
    assert status["request_type_id"] == 1
    assert status["audio_url"].startswith(api.server.address + "/media/")
    assert status["audio_url"].endswith(".mp3")
    assert status["file_size"] > 0
    assert status["audio_duration"] == pytest.approx(1.04, abs=0.1)
    assert status["response_text"].startswith("SPEAKER_00: ")
    assert status["video_url"] is None
    assert "citations" not in status
    assert status["requested_on"].endswith("Z")
    assert len(status["requested_on"]) == 24


async def test_citations_come_when_they_are_wanted(api: Any) -> None:
    status = await api.made(includeCitations=True)
    assert isinstance(status["citations"], list)


async def test_a_quote_does_nothing_else(api: Any) -> None:
    quote = await api.post("/content/Create?quote=true", an_order(outputType="audio"))

    assert quote.status == 200
    assert quote.body["credits"] == 10
    assert quote.body["estimatedSeconds"] > 0
    assert quote.body["estimatedBytes"] > 0
    assert (await api.get("/content/List")).body == []
    assert (await api.get("/content/Usage")).body["used"] == 0


WRONG: list[tuple[dict[str, Any], set[str]]] = [
    ({"outputType": "poem"}, {"outputType"}),
    ({"outputType": "opera"}, {"outputType"}),
    ({"resources": None}, {"resources"}),
    ({"resources": []}, {"resources"}),
    ({"resources": [{"type": "tape", "content": ""}]}, {"resources[0].type", "resources[0].content"}),
    ({"voice2": 2}, {"voice2"}),
    ({"voice1": 99}, {"voice1"}),
    ({"voice1": 3}, {"voice1"}),
    ({"voice1": "1"}, {"voice1"}),
    ({"voice1": True}, {"voice1"}),
    ({"style": "sonnet"}, {"style"}),
    ({"language": "german"}, {"language"}),
    ({"duration": "endless", "quality": "best"}, {"duration", "quality"}),
    ({"text": "x" * 5001, "callbackData": "x" * 501}, {"text", "callbackData"}),
    ({"scheduledOn": 1}, {"scheduledOn"}),
    ({"researches": ["r"] * 11}, {"researches"}),
    ({"projects": ["nobody's"]}, {"projects"}),
    ({"podcastId": "nobody's"}, {"podcastId"}),
    ({"relatedId": "nobody's"}, {"relatedId"}),
    ({"podcastEpisodeIds": ["nobody's"]}, {"podcastEpisodeIds[0]"}),
    ({"feedSelections": [{"feedId": 1, "feedItemIds": []}]}, {"feedSelections[0].feedItemIds"}),
    ({"youtubeChannels": [7]}, {"youtubeChannels[0]"}),
    ({"templateMode": {"type": "feed"}, "isScheduled": True}, {"templateMode"}),
    ({"templateMode": {"type": "tape"}}, {"templateMode.type"}),
    ({"isScheduled": True}, {"isScheduled"}),
    ({"dailyCount": 25}, {"dailyCount"}),
    ({"scheduleEndDate": "2030-01-01T00:00:00Z"}, {"scheduleEndDate"}),
    ({"introMusicUrl": "http://example.org/a.mp3"}, {"introMusicUrl"}),
    ({"introMusicUrl": "https://example.org/a.ogg"}, {"introMusicUrl"}),
    ({"logoUrl": "ftp://example.org/a.png"}, {"logoUrl"}),
    ({"approveScript": "yes", "includeCitations": 1}, {"approveScript", "includeCitations"}),
]


async def test_a_wrong_field_is_named(api: Any) -> None:
    for fields, named in WRONG:
        answer = await api.post("/content/Create", an_order(**fields))

        assert answer.status == 400, (fields, answer.body)
        assert {d["field"] for d in answer.body["details"]} == named, fields
    assert (await api.get("/content/List")).body == []


async def test_the_old_name_of_the_video_site_is_understood(api: Any) -> None:
    quote = await api.post(
        "/content/Create?quote=1", an_order(resources=[{"type": "youtube", "content": "https://example.org/watch"}])
    )
    assert quote.status == 200, quote.body


async def test_a_licence_is_needed_for_notebooks(api: Any) -> None:
    answer = await api.post("/content/Create", {"outputType": "text", "notebookId": "n"})
    assert (answer.status, answer.body["code"]) == (403, "licence_required")


async def test_accounts_limit_what_is_taken(api: Any) -> None:
    poor = await api.server.client("poor", credits=15, pro=False)
    assert (await api.post("/content/Create", an_order(scheduledOn="2040-01-01T00:00:00"), token=poor)).status == 200
    answer = await api.post("/content/Create", an_order(), token=poor)
    assert (answer.status, answer.body["code"]) == (400, "insufficient_credits")
    answer = await api.post("/content/Create", an_order(includeCitations=True), token=poor)
    assert (answer.status, answer.body["code"]) == (400, "pro_required")
    assert (await api.get("/content/Usage", token=poor)).body["used"] == 10


async def test_nothing_of_one_client_is_visible_to_another(api: Any) -> None:
    mine = await api.create(scheduledOn="2040-01-01T00:00:00Z")
    other = await api.server.client("bob")

    assert (await api.get(f"/content/Status/{mine}", token=other)).status == 404
    for path in ("CancelRequest", "DeleteRequest"):
        assert (await api.post(f"/content/{path}", {"id": mine}, token=other)).status == 404
    for action in ("retry", "restore", "approve"):
        assert (await api.post(f"/studio/requests/{mine}/{action}", token=other)).status == 404
    assert (await api.get("/content/List", token=other)).body == []
    assert (await api.get("/content/QueueStats", token=other)).body["active"] == 0
    assert (await api.get("/content/Me", token=other)).body == {"clientId": "bob"}


async def test_a_scheduled_request_is_cancelled_retried_and_deleted(api: Any) -> None:
    request_id = await api.create(scheduledOn="2040-01-01T00:00:00+02:00")
    queue = (await api.get("/content/QueueRequests?state=all")).body
    assert queue["ids"] == [request_id]
    assert queue["items"][0]["scheduled_on"] == "2039-12-31T22:00:00.000Z"
    assert (queue["state"], queue["count"], queue["total_count"], queue["page_size"]) == ("active", 1, 1, 50)

    for _ in range(2):
        cancelled = await api.post("/content/CancelRequest", {"id": request_id})
        assert (cancelled.status, cancelled.body["success"], cancelled.body["error_code"]) == (200, True, 499)
    status = (await api.get(f"/content/Status/{request_id}")).body
    assert (status["status"], status["error_code"], status["cancelled"]) == (0, 499, True)
    assert (await api.get("/content/Usage")).body["used"] == 0

    assert (await api.post("/content/DeleteRequest", {"id": request_id})).body["success"] is True
    assert (await api.post("/content/DeleteRequest", {"id": request_id})).status == 404
    assert (await api.get(f"/content/Status/{request_id}")).status == 404
    assert (await api.get("/content/List")).body == []
    assert (await api.post(f"/studio/requests/{request_id}/restore")).status == 200
    assert (await api.get(f"/content/Status/{request_id}")).body["error_code"] == 499


async def test_a_failed_request_tells_why_and_can_run_again(api: Any) -> None:
    api.server.engine.plan = lambda _job: Fail(SourceNotImported("The page could not be read."))
    request_id = await api.create()
    failed = await api.until(request_id, lambda s: s["error_code"] != 0)
    assert failed["error_code"] == 1001
    assert failed["error_on"] is not None
    assert failed["error_message"] == "The page could not be read."
    assert (await api.post("/content/CancelRequest", {"id": request_id})).status == 409
    podcasts = (await api.get("/content/Podcasts?status=failed&page=1")).body
    assert podcasts["totalCount"] == 0

    api.server.engine.plan = type(api.server.engine)().plan
    assert (await api.post(f"/studio/requests/{request_id}/retry")).status == 200
    await api.until(request_id, lambda s: s["status"] == 100)
    assert (await api.post(f"/studio/requests/{request_id}/retry")).status == 409


async def test_a_script_waits_for_approval(api: Any) -> None:
    request_id = await api.create(outputType="audio", approveScript=True)
    waiting = await api.until(request_id, lambda s: s["stage"] == "waiting_for_approval")
    assert waiting["status"] <= 55
    script = (await api.get(f"/studio/requests/{request_id}/script")).body
    assert script["lines"][0]["speaker"] == "SPEAKER_00"
    assert (await api.post(f"/studio/requests/{request_id}/approve")).status == 200
    await api.until(request_id, lambda s: s["status"] == 100)
    assert (await api.post(f"/studio/requests/{request_id}/approve")).status == 409


async def test_a_running_request_is_cancelled(api: Any) -> None:
    api.server.engine.plan = lambda _job: Hold(Stage.WRITING)
    request_id = await api.create()
    await api.until(request_id, lambda s: s["stage"] == "writing")
    assert (await api.get("/content/QueueStats")).body == {"success": True, "queued": 0, "processing": 1, "active": 1}
    assert (await api.post("/content/CancelRequest", {"id": request_id})).body["cancelled"] is True
    assert request_id in api.server.engine.cancelled


@pytest.mark.parametrize("body", [{}, {"id": ""}, {"id": 7}, {"id": None}, [], {"id": "a\0b"}])
async def test_a_missing_or_invalid_id_is_a_400(api: Any, body: Any) -> None:
    for path in ("CancelRequest", "DeleteRequest"):
        assert (await api.post(f"/content/{path}", body)).status == 400


async def test_a_large_source_comes_through(api: Any) -> None:
    words = "Words and more words of a long book. " * 60_000
    request_id = await api.create(resources=[{"type": "text", "content": words}])
    await api.until(request_id, lambda s: s["status"] == 100)

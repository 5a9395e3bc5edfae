"""The queue's rows, a request's details, scripts with times, and the samples of voices."""

from __future__ import annotations

import io
from typing import Any

import pytest

FIELDS = {
    "id",
    "title",
    "output_type",
    "request_type_id",
    "status",
    "stage",
    "progress_text",
    "seconds_left",
    "requested_on",
    "duration",
    "error_code",
    "error",
    "show",
}


async def test_rows_are_newest_first_and_paged_by_cursor(api: Any) -> None:
    made = [(await api.made(title=f"Piece {n}"))["id"] for n in range(3)]
    first = (await api.get("/studio/requests?limit=2")).body
    assert [row["id"] for row in first["requests"]] == made[:0:-1]
    assert set(first["requests"][0]) == FIELDS
    assert (first["totalCount"], first["counts"]["all"], first["counts"]["done"]) == (3, 3, 3)
    last = (await api.get(f"/studio/requests?limit=2&after={first['nextAfter']}")).body
    assert [row["id"] for row in last["requests"]] == made[:1]
    assert last["nextAfter"] is None


async def test_rows_are_searched_in_any_case_and_filtered_by_state(api: Any) -> None:
    wanted = (await api.made(title="Über die ÄPFEL von Łódź"))["id"]
    await api.made(title="Something else, 100% of it")
    for search in ("äpfel", "ÜBER", "von łó"):
        found = (await api.get("/studio/requests", params={"search": search})).body
        assert [row["id"] for row in found["requests"]] == [wanted], search
        assert (found["totalCount"], found["counts"]["all"]) == (1, 2)
    assert (await api.get("/studio/requests?search=%25&state=done")).body["totalCount"] == 1
    assert (await api.get("/studio/requests?state=active")).body["requests"] == []


async def test_a_request_without_a_title_is_called_by_its_source(api: Any) -> None:
    await api.create(
        scheduledOn="2999-01-01T00:00:00Z", resources=[{"type": "text", "content": "# One two\nthree " * 9}]
    )
    await api.create(
        scheduledOn="2999-01-01T00:00:00Z",
        resources=[{"type": "website", "content": "https://u:p@www.example.org/a/long%20tale?x=1"}],
    )
    rows = (await api.get("/studio/requests?state=queued")).body["requests"]
    assert [row["title"] for row in rows] == ["example.org · long tale", "One two three # One two three #…"]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("state=odd", "state"),
        ("limit=0", "limit"),
        ("limit=501", "limit"),
        ("limit=x", "limit"),
        ("after=!!", "after"),
        ("after=AAAAAAAAAAAAAAAAAAAAAAAA", "after"),
        ("after=%C3%A4", "after"),
        ("search=%00", "search"),
    ],
)
async def test_a_bad_question_names_its_field(api: Any, query: str, field: str) -> None:
    answer = await api.get(f"/studio/requests?{query}")
    assert answer.status == 400
    assert answer.body["details"][0]["field"] == field


async def test_details_hold_the_result_and_an_order_that_can_be_sent_again(api: Any) -> None:
    long = "A source of many words. " * 1000
    order = {
        "outputType": "audio",
        "resources": [{"type": "text", "content": long}],
        "language": "English",
        "voice1": 1,
        "voice2": 2,
        "style": "brief",
        "includeCitations": True,
    }
    made = await api.made(**order)
    found = (await api.get(f"/studio/requests/{made['id']}")).body
    assert found["order"] == order
    assert set(found) > FIELDS
    assert (found["audio_url"], found["share_url"]) == (made["audio_url"], made["share_url"])
    assert found["file_size"] == made["file_size"] > 0
    assert found["voices"] == ["Heart", "Michael"]
    assert (found["loudness"], found["language"]) == (-16.0, "English")
    assert found["written_by"] and found["response_text"] == made["response_text"]
    assert found["duration"] == made["audio_duration"]
    again = await api.post("/content/Create", found["order"])
    assert again.status == 200


async def test_an_uploaded_file_is_named_again_in_the_order(api: Any) -> None:
    upload = (await api.call("POST", "/files", data={"file": io.BytesIO(b"Words of a file. " * 30)})).body
    request_id = await api.create(resources=[{"type": "file", "content": upload["id"]}])
    found = (await api.get(f"/studio/requests/{request_id}")).body
    assert found["order"]["resources"] == [{"type": "file", "content": upload["id"]}]
    assert found["title"]


async def test_the_show_of_an_episode_stands_in_its_row(api: Any) -> None:
    show = await api.post(
        "/podcast/shows",
        {
            "name": "Tides",
            "description": "About the sea.",
            "author": "A. Person",
            "link": "https://example.org",
            "email": "a@example.org",
            "language": "English",
            "category": "Science",
        },
    )
    assert show.status == 200, show.body
    await api.made(outputType="audio", podcastId=show.body["podcastId"])
    row = (await api.get("/studio/requests")).body["requests"][0]
    assert row["show"] == "Tides"
    assert row["duration"] > 0


async def test_a_script_has_times_chapters_and_peaks_once_it_is_voiced(api: Any) -> None:
    made = await api.made(outputType="audio")
    script = (await api.get(f"/studio/requests/{made['id']}/script")).body
    first, second = script["lines"]
    assert (first["speaker"], first["startMs"], first["passages"]) == ("SPEAKER_00", 0, [])
    assert second["passages"] == [{"text": "what the source says", "source": "A source", "page": 2, "timeMs": None}]
    assert second["startMs"] == first["endMs"] < second["endMs"]
    assert script["chapters"] == [{"title": "All of it", "startMs": 0}]
    assert script["peaks"] == [0.0, 0.5, 1.0, 0.5]


async def test_a_script_that_waits_has_no_times_yet(api: Any) -> None:
    request_id = await api.create(outputType="audio", approveScript=True)
    await api.until(request_id, lambda s: s["stage"] == "waiting_for_approval")
    script = (await api.get(f"/studio/requests/{request_id}/script")).body
    assert [line["startMs"] for line in script["lines"]] == [None, None]
    assert (script["chapters"], script["peaks"]) == ([], [])
    counts = (await api.get("/studio/requests?state=waiting")).body["counts"]
    assert (counts["waiting"], counts["processing"], counts["active"]) == (1, 0, 1)


async def test_a_cancelled_request_says_so(api: Any) -> None:
    request_id = await api.create(scheduledOn="2999-01-01T00:00:00Z")
    await api.post("/content/CancelRequest", {"id": request_id})
    found = (await api.get("/studio/requests?state=cancelled")).body
    assert (found["requests"][0]["id"], found["requests"][0]["cancelled"]) == (request_id, True)
    assert (found["counts"]["cancelled"], found["counts"]["failed"], found["counts"]["queued"]) == (1, 0, 0)


async def test_records_of_others_are_not_there(api: Any) -> None:
    made = await api.made(outputType="audio")
    bob = await api.server.client("bob")
    for path in ("", "/script"):
        assert (await api.get(f"/studio/requests/{made['id']}{path}", token=bob)).status == 404
    empty = (await api.get("/studio/requests", token=bob)).body
    assert (empty["requests"], empty["totalCount"], empty["counts"]["all"]) == ([], 0, 0)
    await api.post("/content/DeleteRequest", {"id": made["id"]})
    assert (await api.get(f"/studio/requests/{made['id']}")).status == 404
    assert (await api.get("/studio/requests")).body["requests"] == []


async def test_a_voice_is_heard(api: Any) -> None:
    answer = await api.get("/studio/voices/1/sample")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "audio/mpeg")
    assert len(answer.body) > 5_000
    for absent in (3, 999_999, 0, -1, "x", "..%2F1"):
        assert (await api.get(f"/studio/voices/{absent}/sample")).status == 404
    assert (await api.get("/studio/voices/1/sample", token=None)).status == 401
    listed = (await api.get("/content/GetVoices")).body[0]
    assert set(listed) > {"language", "accent", "sex", "grade", "available"}

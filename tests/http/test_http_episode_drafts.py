"""The desk over HTTP: drafts with versions, takes, checks, and rebuilds that replace the episode's audio."""

from __future__ import annotations

import asyncio
from typing import Any

from fake_engine import Fail, FakeEngine, Hold, Succeed

from server.domain.errors import RenderingFailed
from server.domain.requests import Stage

SHOW = {
    "name": "Tides",
    "description": "About the sea.",
    "author": "A. Person",
    "link": "https://example.org",
    "email": "a@example.org",
    "language": "English",
    "category": "Science",
}


async def opened(api: Any, **fields: Any) -> tuple[str, dict[str, Any]]:
    """A finished episode and its desk."""
    made = await api.made(outputType="audio", **fields)
    desk = await api.get(f"/studio/requests/{made['id']}/desk")
    assert desk.status == 200, desk.body
    return made["id"], desk.body


def sent(desk: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The desk as a client sends it back."""
    names = ("id", "speaker", "text", "voice", "pauseMs", "pace", "take", "kind")
    body = {
        "version": desk["version"],
        "title": desk["title"],
        "lines": [{name: line[name] for name in names} for line in desk["lines"]],
        "cast": [{name: each[name] for name in ("speaker", "voice", "levelDb", "muted")} for each in desk["cast"]],
        "chapters": desk["chapters"],
        "mixing": {name: value for name, value in desk["mixing"].items() if name != "musicName"},
        "targetMinutes": desk["targetMinutes"],
    }
    return {**body, **changes}


async def rebuilt(api: Any, request_id: str) -> dict[str, Any]:
    """Ask for a rebuild and wait for its end; the desk then."""
    asked = await api.post(f"/studio/requests/{request_id}/desk/rebuild")
    assert asked.status == 200, asked.body
    return await ended(api, request_id)


async def ended(api: Any, request_id: str) -> dict[str, Any]:
    async with asyncio.timeout(20):
        while True:
            desk = (await api.get(f"/studio/requests/{request_id}/desk")).body
            if desk["rebuild"]["state"] not in {"queued", "running"}:
                return dict(desk)


async def test_the_desk_shows_lines_with_takes_and_passages(api: Any) -> None:
    _, desk = await opened(api)
    first, second = desk["lines"]
    assert (desk["version"], desk["waiting"], desk["rebuild"], desk["versions"]) == (0, False, None, [])
    assert (first["id"], first["speaker"], first["text"], first["kind"]) == (
        "l1",
        0,
        "What is this about?",
        "statement",
    )
    assert second["passages"] == [{"text": "what the source says", "source": "A source", "page": 2, "timeMs": None}]
    assert first["seconds"] == 1.6 and first["playing"] == first["takes"][0]["key"]
    assert [member["voice"] for member in desk["cast"]] == [1, 2]
    assert desk["estimatedSeconds"] == round(1.25 + 1.6 + 2.8 + 2 * 0.43, 1)


async def test_a_draft_is_kept_under_a_version_and_guards_against_lost_edits(api: Any) -> None:
    request_id, desk = await opened(api)
    body = sent(desk, targetMinutes=3)
    body["lines"][0]["text"] = "What is it about?"
    body["lines"].insert(1, {"id": "new", "speaker": 1, "text": "Well, now."})
    body["lines"].reverse()
    kept = (await api.post(f"/studio/requests/{request_id}/desk", body)).body
    assert kept["version"] == 1
    assert [line["id"] for line in kept["lines"]] == ["l2", "new", "l1"]
    assert kept["lines"][0]["passages"], "passages stay with their line"
    assert kept["lines"][2]["seconds"] is None, "other words are not spoken yet"
    again = (await api.get(f"/studio/requests/{request_id}/desk")).body
    assert again == kept
    lost = await api.post(f"/studio/requests/{request_id}/desk", body)
    assert (lost.status, lost.body["code"]) == (409, "draft_changed")


async def test_a_line_that_comes_back_has_its_passages_again(api: Any) -> None:
    request_id, desk = await opened(api)
    whole = sent(desk)
    without = (await api.post(f"/studio/requests/{request_id}/desk", {**whole, "lines": whole["lines"][:1]})).body
    assert [line["id"] for line in without["lines"]] == ["l1"]
    again = (await api.post(f"/studio/requests/{request_id}/desk", {**whole, "version": without["version"]})).body
    assert [line["passages"] for line in again["lines"]] == [line["passages"] for line in desk["lines"]]
    assert again["lines"][1]["kind"] == desk["lines"][1]["kind"]


async def test_every_fault_of_a_draft_is_named(api: Any) -> None:
    request_id, desk = await opened(api)
    body = sent(desk)
    body["lines"][0] |= {"speaker": 3, "pace": 9.0}
    body["lines"][1]["id"] = "l1"
    body["cast"][0]["levelDb"] = 90
    answer = await api.post(f"/studio/requests/{request_id}/desk", body)
    assert answer.status == 400
    assert [fault["field"] for fault in answer.body["details"]] == [
        "lines[0].speaker",
        "lines[0].pace",
        "lines[1].id",
        "cast[0].levelDb",
    ]
    body = sent(desk)
    body["cast"][1]["voice"] = 999
    assert (await api.post(f"/studio/requests/{request_id}/desk", body)).body["details"][0]["field"] == "cast[1].voice"


async def test_a_line_is_said_once_and_heard_as_a_take(api: Any) -> None:
    request_id, desk = await opened(api)
    line = {**sent(desk)["lines"][0], "text": "Say it otherwise."}
    take = await api.post(f"/studio/requests/{request_id}/desk/takes", line)
    assert take.status == 200, take.body
    sound = await api.get(take.body["url"])
    assert (sound.status, sound.headers["Content-Type"]) == (200, "audio/flac")
    assert sound.body.startswith(b"fLaC Say it otherwise.")
    assert (await api.post(f"/studio/requests/{request_id}/desk/takes", line)).body["key"] == take.body["key"]
    takes = (await api.get(f"/studio/requests/{request_id}/desk")).body["lines"][0]["takes"]
    assert [each["text"] for each in takes] == ["What is this about?", "Say it otherwise."]
    gone = await api.call("DELETE", f"/studio/requests/{request_id}/desk/lines/l1/takes/{take.body['key']}")
    assert gone.status == 200
    assert (await api.get(take.body["url"])).status == 404
    silent = await api.post(f"/studio/requests/{request_id}/desk/takes", {**line, "text": "…"})
    assert (silent.status, silent.body["details"][0]["field"]) == (400, "text")


async def test_a_rebuild_replaces_the_episode_under_its_guid(api: Any) -> None:
    show = (await api.post("/podcast/shows", SHOW)).body["podcastId"]
    request_id, desk = await opened(api, podcastId=show, title="First")
    before = (await api.get(f"/content/Status/{request_id}")).body
    feed_before = (await api.get(f"/podcast/shows/{show}")).body
    body = sent(desk, title="Second")
    body["lines"][0]["text"] = "What has changed here?"
    await api.post(f"/studio/requests/{request_id}/desk", body)
    after = await rebuilt(api, request_id)
    assert (after["rebuild"]["state"], after["rebuild"]["version"]) == ("done", 1)
    assert [version["number"] for version in after["versions"]] == [2, 1]
    assert after["versions"][0]["loudness"]["integrated"] == -16.0
    status = (await api.get(f"/content/Status/{request_id}")).body
    assert status["audio_url"] == after["versions"][0]["audioUrl"] != before["audio_url"]
    assert after["versions"][1]["audioUrl"] == before["audio_url"]
    assert (await api.get(before["audio_url"])).status == 200, "the earlier version can still be heard"
    assert status["audio_title"] == "Second" and "What has changed here?" in status["response_text"]
    assert status["status"] == 100 and status["share_url"] == before["share_url"]
    script = (await api.get(f"/studio/requests/{request_id}/script")).body
    assert script["lines"][0]["text"] == "What has changed here?"
    episode = (await api.get(f"/podcast/episodes?podcastId={show}")).body[0]
    assert (episode["requestId"], episode["title"]) == (request_id, "Second")
    assert episode["audioUrl"] == status["audio_url"]
    feed = await api.get(feed_before["rssUrl"])
    assert request_id.encode() in feed.body and b"Second" in feed.body
    said = (await api.get(f"/content/GetTranscript/{request_id}")).body["transcript"]
    assert "What has changed here?" in said


async def test_only_what_changed_is_spoken_and_the_gains_are_kept(api: Any) -> None:
    request_id, desk = await opened(api)
    body = sent(desk)
    body["lines"][1]["text"] = "It is about something else."
    await api.post(f"/studio/requests/{request_id}/desk", body)
    await rebuilt(api, request_id)
    engine: FakeEngine = api.server.engine
    spec: Any = engine.submitted[-1].spec
    assert len(spec.takes) == 3, "two lines as they were, and the new one, spoken by the desk"
    assert spec.levels is None
    await rebuilt(api, request_id)
    assert engine.submitted[-1].spec.levels.master_db == 1.5


async def test_the_script_of_every_version_can_be_read_and_kept_again(api: Any) -> None:
    request_id, desk = await opened(api)
    body = sent(desk, title="Otherwise")
    body["lines"][1]["text"] = "About the moon."
    await api.post(f"/studio/requests/{request_id}/desk", body)
    desk = await rebuilt(api, request_id)
    assert [(each["number"], each["hasDraft"]) for each in desk["versions"]] == [(2, True), (1, True)]
    first = (await api.get(f"/studio/requests/{request_id}/desk/versions/1")).body
    assert (first["version"], first["title"]) == (desk["version"], "A short piece")
    assert first["lines"][1]["text"] != "About the moon." and first["lines"][1]["playing"]
    second = (await api.get(f"/studio/requests/{request_id}/desk/versions/2")).body
    assert second["lines"][1]["text"] == "About the moon."
    await api.post(f"/studio/requests/{request_id}/desk", sent(first))
    again = await rebuilt(api, request_id)
    assert [line["text"] for line in again["lines"]] == [line["text"] for line in first["lines"]]
    gone = await api.get(f"/studio/requests/{request_id}/desk/versions/9")
    assert (gone.status, gone.body["code"]) == (404, "version_not_found")


async def test_a_rebuild_that_fails_leaves_the_episode_as_it_is(api: Any) -> None:
    request_id, _ = await opened(api)
    before = (await api.get(f"/content/Status/{request_id}")).body
    api.server.engine.plan = lambda _job: Fail(RenderingFailed("It came out wrong."), Stage.MIXING)
    desk = await rebuilt(api, request_id)
    assert (desk["rebuild"]["state"], desk["rebuild"]["error"]) == ("failed", "It came out wrong.")
    assert (await api.get(f"/content/Status/{request_id}")).body == before
    api.server.engine.plan = lambda _job: Succeed()
    assert (await rebuilt(api, request_id))["rebuild"]["state"] == "done"


async def test_a_rebuild_can_be_stopped(api: Any) -> None:
    request_id, _ = await opened(api)
    engine: FakeEngine = api.server.engine
    engine.plan = lambda _job: Hold(Stage.MIXING)
    await api.post(f"/studio/requests/{request_id}/desk/rebuild")
    async with asyncio.timeout(10):
        while (await api.get(f"/studio/requests/{request_id}/desk")).body["rebuild"]["state"] != "running":
            pass
    twice = await api.post(f"/studio/requests/{request_id}/desk/rebuild")
    assert (twice.status, twice.body["code"]) == (409, "rebuild_running")
    stopped = await api.call("DELETE", f"/studio/requests/{request_id}/desk/rebuild")
    assert stopped.body["state"] == "cancelled"
    engine.plan = lambda _job: Succeed()
    assert (await rebuilt(api, request_id))["rebuild"]["state"] == "done"


async def test_a_script_that_waits_is_made_as_it_was_edited(api: Any) -> None:
    request_id = await api.create(outputType="audio", approveScript=True)
    await api.until(request_id, lambda s: s["stage"] == "waiting_for_approval")
    desk = (await api.get(f"/studio/requests/{request_id}/desk")).body
    assert desk["waiting"] and desk["targetMinutes"] == 6
    assert desk["lines"][0]["seconds"] is None and desk["lines"][0]["takes"] == []
    body = sent(desk)
    body["lines"][0]["text"] = "What shall it be?"
    await api.post(f"/studio/requests/{request_id}/desk", body)
    assert (await api.post(f"/studio/requests/{request_id}/desk/rebuild")).body["code"] == "script_waits"
    await api.post(f"/studio/requests/{request_id}/approve")
    status = await api.until(request_id, lambda s: s["status"] == 100)
    assert "What shall it be?" in status["response_text"]
    desk = (await api.get(f"/studio/requests/{request_id}/desk")).body
    assert desk["lines"][0]["seconds"] and [version["number"] for version in desk["versions"]] == [1]


async def test_checks_name_lines_in_order(api: Any) -> None:
    request_id, desk = await opened(api)
    body = sent(desk, targetMinutes=30)
    body["lines"].append({**body["lines"][0], "id": "again"})
    body["lines"].append({"id": "long", "speaker": 1, "text": "word " * 80})
    await api.post(f"/studio/requests/{request_id}/desk", body)
    found = (await api.post(f"/studio/requests/{request_id}/desk/checks")).body["findings"]
    assert [(each["kind"], each["line"], each["other"]) for each in found] == [
        ("repeated", "again", "l1"),
        ("long_turn", "long", None),
        ("length", "long", None),
    ]


async def test_music_is_the_callers_upload(api: Any) -> None:
    import io

    import aiohttp

    request_id, desk = await opened(api)
    wrong = sent(desk, mixing={"music": "bed", "musicFile": "nothing"})
    answer = await api.post(f"/studio/requests/{request_id}/desk", wrong)
    assert answer.body["details"][0]["field"] == "mixing.musicFile"
    form = aiohttp.FormData()
    form.add_field("file", io.BytesIO(b"RIFF music"), filename="calm.wav", content_type="audio/wav")
    file_id = (await api.call("POST", "/files", data=form)).body["id"]
    right = sent(desk, mixing={"music": "bed", "musicFile": file_id, "musicDb": -12})
    kept = (await api.post(f"/studio/requests/{request_id}/desk", right)).body
    assert kept["mixing"]["musicName"] == "calm.wav"
    await api.call("DELETE", f"/files/{file_id}")
    assert (await rebuilt(api, request_id))["rebuild"]["state"] == "done"
    assert api.server.engine.submitted[-1].spec.intro_music.path.read_bytes() == b"RIFF music"


async def test_desks_of_others_are_not_there(api: Any) -> None:
    request_id, desk = await opened(api)
    bob = await api.server.client("bob")
    take = desk["lines"][0]["takes"][0]["url"]
    assert (await api.get(f"/studio/requests/{request_id}/desk", token=bob)).status == 404
    assert (await api.get(take, token=bob)).status == 404
    assert (await api.get(take, token=None)).status == 401
    assert (await api.post(f"/studio/requests/{request_id}/desk/rebuild", token=bob)).status == 404
    text = (await api.made(outputType="text"))["id"]
    answer = await api.get(f"/studio/requests/{text}/desk")
    assert (answer.status, answer.body["code"]) == (409, "not_editable")


async def test_what_can_not_be_kept_is_refused_by_name(api: Any) -> None:
    request_id, desk = await opened(api)
    for change, field in (
        ({"title": "a\0b"}, "title"),
        ({"version": 2**70}, "version"),
    ):
        answer = await api.post(f"/studio/requests/{request_id}/desk", sent(desk, **change))
        assert answer.status == 400, change
        assert answer.body["details"][0]["field"] == field
    line = sent(desk)["lines"][0]
    for change in ({"voice": 2**70}, {"text": "\0"}, {"id": "\udfff"}, {"take": -1}, {"pace": 90.0}):
        answer = await api.post(f"/studio/requests/{request_id}/desk/takes", {**line, **change})
        assert answer.status == 400, (change, answer.body)

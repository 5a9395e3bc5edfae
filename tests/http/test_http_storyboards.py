"""Storyboards over the wire: read, changed while they wait, made into versions, seen scene by scene."""

from __future__ import annotations

from typing import Any

from fake_easel import JPEG


async def film(api: Any, **fields: Any) -> str:
    request_id: str = await api.create(outputType="video", **fields)
    return request_id


async def finished(api: Any, **fields: Any) -> str:
    request_id = await film(api, **fields)
    await api.until(request_id, lambda status: status["status"] == 100)
    return request_id


async def board(api: Any, request_id: str) -> Any:
    answer = await api.get(f"/studio/requests/{request_id}/storyboard")
    assert answer.status == 200, answer.body
    return answer.body


async def test_a_storyboard_is_changed_while_it_waits(api: Any) -> None:
    request_id = await film(api, approveScript=True)
    await api.until(request_id, lambda status: status["stage"] == "waiting_for_approval")
    waiting = await board(api, request_id)
    assert (waiting["isWaiting"], waiting["canChange"], waiting["format"]) == (True, True, "explainer")
    assert [scene["kind"] for scene in waiting["scenes"]] == ["title", "statement", "number"]
    assert waiting["scenes"][1]["startMs"] is None
    assert set(waiting["scenes"][1]["kinds"]) >= {"statement", "title", "recap"}
    change = {"scenes": [{"scene": 1, "lines": ["It is said otherwise."]}, {"scene": 0}], "title": "Two scenes"}
    changed = await api.post(f"/studio/requests/{request_id}/storyboard", change)
    assert changed.status == 200, changed.body
    assert [scene["lines"][0]["text"][:5] for scene in changed.body["scenes"]] == ["It is", "Four "]
    script = (await api.get(f"/studio/requests/{request_id}/script")).body
    assert script["lines"][0]["text"] == "It is said otherwise."
    assert (await api.post(f"/studio/requests/{request_id}/storyboard/versions", change)).status == 409
    await api.post(f"/studio/requests/{request_id}/approve")
    await api.until(request_id, lambda status: status["status"] == 100)
    made = await board(api, request_id)
    assert (made["title"], len(made["scenes"]), made["isWaiting"]) == ("Two scenes", 2, False)
    assert (await api.post(f"/studio/requests/{request_id}/storyboard", change)).status == 409


async def test_a_version_is_a_request_of_its_own_and_takes_over_what_did_not_change(api: Any) -> None:
    first = await finished(api)
    used = (await api.get("/content/Usage")).body["used"]
    change = {"scenes": [{"scene": 0}, {"scene": 1, "text": "Said otherwise."}, {"scene": 2}]}
    accepted = await api.post(f"/studio/requests/{first}/storyboard/versions", change)
    assert accepted.status == 200, accepted.body
    second = accepted.body["request_id"]
    assert second != first
    await api.until(second, lambda status: status["status"] == 100)
    price = (await api.get("/content/Usage")).body["used"] - used
    assert 0 < price < used
    made = await board(api, second)
    assert [scene["text"] for scene in made["scenes"]][1] == "Said otherwise."
    assert (await board(api, first))["scenes"][1]["text"] != "Said otherwise."
    pictures = [
        [(await api.get(f"/studio/requests/{each}/storyboard/{n}/picture")).body for n in range(3)]
        for each in (first, second)
    ]
    assert pictures[0][0].startswith(JPEG + first.encode())
    assert pictures[1][0] == pictures[0][0]
    assert pictures[1][1].startswith(JPEG + second.encode())
    assert pictures[1][2] == pictures[0][2]
    same = await api.post(f"/studio/requests/{first}/storyboard/versions", {"scenes": [{"scene": n} for n in range(3)]})
    assert (same.status, same.body["code"]) == (400, "nothing_changed")


async def test_a_scene_is_seen_as_it_would_be(api: Any) -> None:
    request_id = await finished(api)
    wish = {"scene": 1, "kind": "recap", "text": "All of it."}
    seen = await api.post(f"/studio/requests/{request_id}/storyboard/preview", wish)
    assert (seen.status, seen.headers["Content-Type"]) == (200, "image/jpeg")
    assert seen.body == JPEG + b"recap|classic|All of it."
    waiting = await film(api, approveScript=True)
    await api.until(waiting, lambda status: status["stage"] == "waiting_for_approval")
    assert (await api.get(f"/studio/requests/{waiting}/storyboard/0/picture")).body.startswith(JPEG + b"title|")


async def test_what_is_wrong_is_named_and_nobody_else_sees_it(api: Any) -> None:
    request_id = await finished(api)
    address = f"/studio/requests/{request_id}/storyboard"
    wrong = await api.post(f"{address}/versions", {"scenes": [{"scene": 0}, {"scene": 1, "kind": "chart"}]})
    assert (wrong.status, wrong.body["details"][0]["field"]) == (400, "scenes[1].kind")
    assert (await api.post(f"{address}/versions", {"scenes": [{"scene": 7}]})).status == 400
    assert (await api.post(f"{address}/versions", {"scenes": []})).status == 400
    assert (await api.get(f"{address}/7/picture")).status == 404
    assert (await api.get(f"{address}/x/picture")).status == 400
    other = await api.server.client("bob")
    assert (await api.get(address, token=other)).status == 404
    assert (await api.get(f"{address}/0/picture", token=other)).status == 404
    text = await api.create(outputType="text")
    await api.until(text, lambda status: status["status"] == 100)
    assert (await api.get(f"/studio/requests/{text}/storyboard")).body["code"] == "storyboard_not_found"

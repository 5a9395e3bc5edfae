"""Publishing targets over the wire: for the owner only, secrets never told, and a failure that keeps the links."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fake_engine import Hold


async def test_the_owner_sets_targets_up_and_nobody_else(api: Any, live: Any, tmp_path: Path) -> None:
    owner = await live.owner()
    folder = {"kind": "folder", "name": "Archive", "folder": str(tmp_path), "shared": True}
    assert (await api.post("/studio/targets", folder)).status == 403
    made = await api.post("/studio/targets", folder, token=owner)
    assert made.status == 200, made.body
    assert (made.body["kind"], made.body["hasKey"]) == ("folder", False)
    changed = await api.post(f"/studio/targets/{made.body['id']}", {"name": "Films"}, token=owner)
    assert (changed.body["name"], changed.body["folder"]) == ("Films", str(tmp_path))
    hook = {"kind": "webhook", "name": "Site", "url": "https://example.com/v", "key": "hush"}
    told = await api.post("/studio/targets", hook, token=owner)
    assert told.body["hasKey"] is True
    assert "hush" not in str(told.body)
    assert (await api.post("/studio/targets", {**hook, "url": "http://localhost/v"}, token=owner)).status == 409
    assert (await api.post("/studio/targets", {**folder, "folder": "films"}, token=owner)).status == 400
    assert [each["name"] for each in (await api.get("/studio/targets", token=owner)).body] == ["Films", "Site"]
    assert (await api.call("DELETE", f"/studio/targets/{told.body['id']}", token=owner)).status == 200
    assert (await api.call("DELETE", f"/studio/targets/{told.body['id']}", token=owner)).status == 404


async def test_status_of_a_video_that_was_not_published_has_its_links(api: Any, live: Any, tmp_path: Path) -> None:
    folder = tmp_path / "films"
    folder.mkdir()
    target = {"kind": "folder", "name": "Archive", "folder": str(folder), "shared": True}
    made = await api.post("/studio/targets", target, token=await live.owner())
    order = {"outputType": "video", "publishTargets": [{"channel": "Archive"}]}
    done = await api.made(**order)
    assert "error_message" not in done
    assert len(list(folder.iterdir())) == 1
    live.engine.plan = lambda _job: Hold()
    request_id = await api.create(**order)
    await api.until(request_id, lambda status: status["stage"] == "writing")
    removed = await api.call("DELETE", f"/studio/targets/{made.body['id']}", token=await live.owner())
    assert removed.status == 200
    live.engine.release(request_id)
    ended = await api.until(request_id, lambda status: status["error_code"] != 0)
    assert ended["error_code"] == 1007
    assert ended["error_message"].startswith("The video is made, but was not published to Archive")
    assert ended["video_url"]
    assert (await api.call("GET", ended["video_url"], token=None)).status == 200

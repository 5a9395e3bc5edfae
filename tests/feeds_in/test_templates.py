"""Templates and subscriptions over HTTP: each new item runs the template, once."""

from __future__ import annotations

from typing import Any

import pytest
from feed_server import FeedServer, item, rss


async def a_template(api, **fields: Any) -> str:
    made = await api.post(
        "/content/Create", {"outputType": "text", "templateMode": {"type": "feed", "name": "Digest"}, **fields}
    )
    assert made.status == 200, made.body
    return str(made.body["template_request_id"])


async def requests_of(api) -> list[dict[str, Any]]:
    """What was made of templates."""
    listed = (await api.get("/content/List")).body
    return [each for each in listed if each["requestTypeId"] not in (20, 21)]


async def publish(api, site: FeedServer, feed_id: int, *numbers: int) -> None:
    """Publish items and let everything that follows happen."""
    site.put("/a.xml", rss(*(item(n, words=200) for n in numbers)))
    await api.post(f"/feeds/{feed_id}/refresh")
    await api.live.services.subscriptions.run_new()


async def test_each_new_item_runs_the_template_once(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1, words=200))))
    template = await a_template(api)
    made = await api.post("/feeds/subscriptions", {"feedId": feed_id, "requestId": template})
    assert made.status == 200, made.body

    await publish(api, site, feed_id, 1)
    assert await requests_of(api) == []
    await publish(api, site, feed_id, 3, 2, 1)
    await publish(api, site, feed_id, 3, 2, 1)

    assert len(await requests_of(api)) == 2
    (record,) = (await api.get("/feeds/subscriptions")).body
    assert (record["feedId"], record["requestId"], record["error"]) == (feed_id, template, None)
    (listed,) = (await api.get("/templates")).body
    assert (listed["id"], listed["name"], listed["feedIds"]) == (template, "Digest", [feed_id])


async def test_a_subscription_made_before_the_first_reading_takes_nothing_for_new(api, site: FeedServer) -> None:
    await api.live.services.refresher.close()
    url = site.put("/a.xml", rss(*(item(n, words=200) for n in range(30))))
    feed_id = (await api.post("/feeds", {"internalId": url})).body["feedId"]
    await api.post("/feeds/subscriptions", {"feedId": feed_id, "requestId": await a_template(api)})

    await publish(api, site, feed_id, *range(30))
    assert await requests_of(api) == []
    await publish(api, site, feed_id, *range(31))
    assert len(await requests_of(api)) == 1


async def test_a_feed_that_was_renumbered_uses_up_no_credits(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(*(item(n, words=200) for n in range(40)))))
    await api.post("/feeds/subscriptions", {"feedId": feed_id, "requestId": await a_template(api)})

    site.put("/a.xml", rss(*(item(n, words=200).replace("guid-", "new-") for n in range(40))))
    await api.post(f"/feeds/{feed_id}/refresh")
    await api.live.services.subscriptions.run_new()

    assert await requests_of(api) == []


async def test_a_refused_run_is_told_and_the_next_item_goes_on(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1, words=200))))
    await api.post("/feeds/subscriptions", {"feedId": feed_id, "requestId": await a_template(api)})
    await api.live.client("alice", credits=0)
    await publish(api, site, feed_id, 2, 1)

    (record,) = (await api.get("/feeds/subscriptions")).body
    assert "credits" in record["error"]
    await api.live.client("alice", credits=1000)
    await publish(api, site, feed_id, 3, 2, 1)
    assert len(await requests_of(api)) == 1
    assert (await api.get("/feeds/subscriptions")).body[0]["error"] is None


async def test_a_template_is_run_by_hand_with_what_is_new_or_newest(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1, words=200))))
    template = await a_template(api)
    alone = await api.post(f"/templates/{template}/run")
    assert alone.status == 400

    await api.post("/feeds/subscriptions", {"feedId": feed_id, "requestId": template})
    ran = await api.post(f"/templates/{template}/run")

    assert ran.status == 200, ran.body
    assert [each["id"] for each in await requests_of(api)] == [ran.body["request_id"]]
    bob = await api.live.client("bob")
    assert (await api.post(f"/templates/{template}/run", token=bob)).status == 404


async def test_what_a_subscription_must_name(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1))))
    template = await a_template(api)
    for body, field in (
        ({"feedId": feed_id}, "requestId"),
        ({"feedId": 999, "requestId": template}, "feedId"),
        ({"feedId": feed_id, "requestId": "unknown"}, "requestId"),
    ):
        answer = await api.post("/feeds/subscriptions", body)
        assert (answer.status, answer.body["details"][0]["field"]) == (400, field)


async def test_subscriptions_and_templates_end(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1, words=200))))
    template = await a_template(api)
    body = {"feedId": feed_id, "requestId": template}
    first = (await api.post("/feeds/subscriptions", body)).body["subscriptionId"]
    assert (await api.post("/feeds/subscriptions", body)).body["subscriptionId"] == first

    assert (await api.delete(f"/feeds/subscriptions/{first}")).status == 200
    assert (await api.delete(f"/feeds/subscriptions/{first}")).status == 404
    await publish(api, site, feed_id, 2, 1)
    assert await requests_of(api) == []
    await api.post("/feeds/subscriptions", body)
    assert (await api.delete(f"/templates/{template}")).status == 200
    assert (await api.get("/feeds/subscriptions")).body == []
    assert (await api.get("/templates?page=1")).body["templates"] == []
    await publish(api, site, feed_id, 3, 2, 1)
    assert await requests_of(api) == []
    assert (await api.delete(f"/templates/{template}")).status == 404


async def test_schedules_are_listed_paused_and_removed(api) -> None:
    resources = [{"type": "text", "content": "A source of words. " * 40}]
    made = await api.post(
        "/content/Create", {"outputType": "text", "resources": resources, "isScheduled": True, "dailyCount": 2}
    )
    path = f"/schedules/{made.body['schedule_id']}"

    (record,) = (await api.get("/schedules")).body
    assert (record["id"], record["status"], record["dailyCount"]) == (made.body["schedule_id"], "active", 2)
    assert record["nextRunOn"] > record["startOn"]
    paused = (await api.post(path, {"status": "paused"})).body
    assert (paused["status"], paused["nextRunOn"]) == ("paused", None)
    assert (await api.post(path, {"status": "active"})).body["status"] == "active"
    assert (await api.post(path, {"status": "ended"})).status == 400
    bob = await api.live.client("bob")
    assert (await api.post(path, {"status": "paused"}, token=bob)).status == 404
    assert (await api.delete(path, token=bob)).status == 404
    assert (await api.delete(path)).status == 200
    assert (await api.get("/schedules?page=1")).body["totalCount"] == 0


async def test_a_subscription_that_breaks_keeps_no_other_one_waiting(
    api, site: FeedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1, words=200))))
    broken, whole = await a_template(api), await a_template(api)
    for template in (broken, whole):
        await api.post("/feeds/subscriptions", {"feedId": feed_id, "requestId": template})
    runs = api.live.services.subscriptions._runs
    submit_run = runs.submit_run

    async def submitted(template_id: str, **said: Any) -> Any:
        if template_id == broken:
            raise RuntimeError("broken")
        return await submit_run(template_id, **said)

    monkeypatch.setattr(runs, "submit_run", submitted)
    await publish(api, site, feed_id, 2, 1)
    assert len(await requests_of(api)) == 1

"""Feeds over HTTP, against the real server and real feeds on this machine."""

from __future__ import annotations

from feed_server import FeedServer, Page, item, rss


async def test_a_feed_is_added_read_and_listed(api, site: FeedServer) -> None:
    url = site.put("/a.xml", rss(item(1), item(2, words=200)))

    feed_id = await api.add_feed(url)

    record = (await api.get(f"/feeds/{feed_id}")).body
    assert (record["id"], record["internalId"], record["feedTypeId"]) == (feed_id, url, 4)
    assert (record["title"], record["status"], record["itemCount"], record["error"]) == ("News", "active", 2, None)
    assert record["nextRefreshOn"] > record["refreshedOn"]
    items = (await api.get(f"/feeds/{feed_id}/items")).body
    assert [each["title"] for each in items] == ["Item 2", "Item 1"]
    assert items[0]["text"].split() == ["word"] * 200
    assert items[1]["publishedOn"] == "2026-03-02T10:00:00.000Z"


async def test_lists_are_plain_arrays_or_pages(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(*(item(n) for n in range(1, 8)))))

    page = (await api.get(f"/feeds/{feed_id}/items?page=2&limit=3")).body
    assert [each["title"] for each in page["items"]] == ["Item 4", "Item 3", "Item 2"]
    assert (page["totalCount"], page["page"], page["pageSize"], page["totalPages"]) == (7, 2, 3, 3)
    assert len((await api.get(f"/feeds/{feed_id}/items")).body) == 7
    assert [each["id"] for each in (await api.get("/feeds")).body] == [feed_id]
    assert (await api.get("/feeds?limit=1")).body["totalCount"] == 1


async def test_the_same_address_is_the_same_feed(api, site: FeedServer) -> None:
    url = site.put("/a.xml", rss(item(1)))

    assert await api.add_feed(url) == await api.add_feed(url)


async def test_a_refresh_brings_what_is_new_and_asks_politely(api, site: FeedServer) -> None:
    url = site.put("/a.xml", Page(rss(item(1)), headers={"ETag": '"1"'}))
    feed_id = await api.add_feed(url)

    unchanged = await api.post(f"/feeds/{feed_id}/refresh")
    site.put("/a.xml", Page(rss(item(1), item(2)), headers={"ETag": '"2"'}))
    changed = await api.post(f"/feeds/{feed_id}/refresh")

    assert unchanged.body["itemCount"] == 1
    assert changed.body["itemCount"] == 2
    assert [headers.get("If-None-Match") for headers in site.seen] == [None, '"1"', '"1"']


async def test_a_failing_feed_says_why_and_keeps_its_items(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1))))

    site.put("/a.xml", Page(status=500))
    failing = (await api.post(f"/feeds/{feed_id}/refresh")).body
    site.put("/a.xml", Page(status=410))
    gone = (await api.post(f"/feeds/{feed_id}/refresh")).body

    assert (failing["status"], failing["itemCount"], failing["failures"]) == ("failing", 1, 1)
    assert "127.0.0.1" in failing["error"]
    assert (gone["status"], gone["nextRefreshOn"]) == ("gone", None)


async def test_a_site_leads_to_its_feed(api, site: FeedServer) -> None:
    site.put("/feed.xml", rss(item(1)))
    page = b"<html><head><link rel='alternate' type='application/rss+xml' href='/feed.xml'></head></html>"

    feed_id = await api.add_feed(site.put("/", page))

    record = (await api.get(f"/feeds/{feed_id}")).body
    assert (record["itemCount"], record["url"]) == (1, site.url("/feed.xml"))


async def test_no_one_sees_the_feeds_of_others(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1))))
    bob = await api.live.client("bob")

    assert (await api.get("/feeds", token=bob)).body == []
    for method, path in (("GET", ""), ("GET", "/items"), ("POST", "/refresh")):
        answer = await api.call(method, f"/feeds/{feed_id}{path}", token=bob)
        assert (answer.status, answer.body["code"]) == (404, "feed_not_found")
    answer = await api.post("/feeds/delete", {"feedIds": [feed_id]}, token=bob)
    assert (answer.status, answer.body["details"][0]["field"]) == (400, "feedIds[0]")


async def test_what_a_feed_must_be(api) -> None:
    for body, field in (
        ({}, "internalId"),
        ({"internalId": "ftp://x.example/feed"}, "internalId"),
        ({"internalId": "https://x.example/feed", "feedTypeId": 5}, "feedTypeId"),
        ({"internalId": "https://x.example/feed", "feedTypeId": "4"}, "feedTypeId"),
    ):
        answer = await api.post("/feeds", body)
        assert answer.status == 400
        assert answer.body["details"][0]["field"] == field
    assert (await api.get("/feeds/abc")).status == 400
    assert (await api.get("/feeds/999")).status == 404


async def test_deleting_takes_all_or_none(api, site: FeedServer) -> None:
    first = await api.add_feed(site.put("/a.xml", rss(item(1))))
    second = await api.add_feed(site.put("/b.xml", rss(item(1))))

    refused = await api.post("/feeds/delete", {"feedIds": [first, 999]})
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "feedIds[1]")
    assert len((await api.get("/feeds")).body) == 2
    assert (await api.post("/feeds/delete", {})).status == 400
    assert (await api.post("/feeds/delete", {"feedIds": [first, second]})).status == 200
    assert (await api.get("/feeds")).body == []
    third = await api.add_feed(site.put("/a.xml", rss(item(1))))
    assert third > second


async def test_items_can_be_selected_into_create(api, site: FeedServer) -> None:
    feed_id = await api.add_feed(site.put("/a.xml", rss(item(1, words=200), item(2))))
    whole, linked = reversed((await api.get(f"/feeds/{feed_id}/items")).body)

    made = await api.post(
        "/content/Create",
        {"outputType": "text", "feedSelections": [{"feedId": feed_id, "feedItemIds": [whole["id"], linked["id"]]}]},
    )
    await api.post("/feeds/delete", {"feedId": feed_id})

    assert made.status == 200, made.body
    detail = (await api.get(f"/studio/requests/{made.body['request_id']}")).body
    assert detail is not None
    refused = await api.post(
        "/content/Create", {"outputType": "text", "feedSelections": [{"feedId": feed_id, "feedItemIds": ["x"]}]}
    )
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "feedSelections")

"""The desktop's calls about feeds, projects, channels, schedules and templates, against the real server."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator

import pytest
from feed_server import FeedServer, item, rss
from live_server import LiveServer
from PIL import Image

from app.client import Client
from app.client.faults import ApiError


@pytest.fixture
async def client(live: LiveServer) -> AsyncIterator[Client]:
    opened = Client(live.address, await live.client("alice", pro=True, credits=100_000))
    yield opened
    await opened.close()


async def test_feeds_and_their_items(client: Client, site: FeedServer) -> None:
    sound = "<enclosure url='https://news.example/a.mp3' type='audio/mpeg' length='9'/>"
    feed_id = await client.subscribed_feeds.add(site.put("/a.xml", rss(item(1, more=sound), item(2))), name="Mine")

    feed = await client.subscribed_feeds.refresh(feed_id)

    assert (feed.id, feed.name, feed.title, feed.status, feed.items) == (feed_id, "Mine", "News", "active", 2)
    assert feed.next_refresh_on is not None
    assert await client.subscribed_feeds.all() == (feed,)
    page = await client.subscribed_feeds.items(feed_id, page=2, limit=1)
    assert (page.total, [each.title for each in page.items]) == (2, ["Item 1"])
    assert (page.items[0].enclosure_type, page.items[0].feed_id) == ("audio/mpeg", feed_id)
    assert (await client.subscribed_feeds.one(feed_id)).address == site.url("/a.xml")
    await client.subscribed_feeds.remove([feed_id])
    with pytest.raises(ApiError):
        await client.subscribed_feeds.one(feed_id)


async def test_templates_subscriptions_and_schedules(client: Client, site: FeedServer) -> None:
    feed_id = await client.subscribed_feeds.add(site.put("/a.xml", rss(item(1, words=200))))
    await client.subscribed_feeds.refresh(feed_id)
    post = client.connection.post
    made = await post("/content/Create", {"outputType": "text", "templateMode": {"type": "feed", "name": "Digest"}})
    subscription_id = await client.subscribed_feeds.subscribe(feed_id, made["template_request_id"])

    (template,) = await client.templates.all()
    assert (template.name, template.output_type, template.feed_ids) == ("Digest", "text", (feed_id,))
    (subscription,) = await client.subscribed_feeds.subscriptions()
    assert (subscription.id, subscription.template_id) == (subscription_id, template.id)
    assert await client.templates.run(template.id)
    await client.subscribed_feeds.unsubscribe(subscription_id)
    await client.templates.remove(template.id)
    assert await client.templates.all() == ()

    words = [{"type": "text", "content": "A source of words. " * 40}]
    await post("/content/Create", {"outputType": "text", "resources": words, "isScheduled": True, "dailyCount": 3})
    (schedule,) = await client.schedules.all()
    assert (schedule.status, schedule.daily_count) == ("active", 3)
    assert (await client.schedules.pause(schedule.id)).next_run_on is None
    assert (await client.schedules.resume(schedule.id)).status == "active"
    await client.schedules.remove(schedule.id)
    assert await client.schedules.all() == ()


async def test_projects_and_channels(client: Client) -> None:
    out = io.BytesIO()
    Image.new("RGB", (300, 300), "teal").save(out, "PNG")
    project_id = await client.projects.create({"name": "Lakes", "brandColor": "#abc"}, image=out.getvalue())

    project = await client.projects.one(project_id)
    assert (project.name, project.brand_color, project.is_pending, project.notes) == ("Lakes", "#aabbcc", False, ())
    assert (await client.projects.logo(project)).startswith(b"\x89PNG")
    changed = await client.projects.change(project_id, {"description": "Water."})
    assert (changed.description, changed.context) == ("Water.", "Water.")
    assert len(await client.projects.all()) == 1
    await client.projects.remove(project_id)
    assert await client.projects.all() == ()

    with pytest.raises(ApiError, match="url"):
        await client.channels.connect("https://example.org/")
    assert await client.channels.all() == ()

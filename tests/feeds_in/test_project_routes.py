"""Projects and channels over HTTP."""

from __future__ import annotations

import base64
import io

import pytest
from feed_server import FeedServer, Page
from PIL import Image

from server.domain.projects import colour_of


def picture(size: tuple[int, int] = (640, 480), *, mode: str = "RGB", kind: str = "PNG", colour="navy") -> bytes:
    out = io.BytesIO()
    Image.new(mode, size, colour).save(out, kind)
    return out.getvalue()


def data_url(data: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(data).decode()


async def test_a_project_is_made_read_changed_and_deleted(api) -> None:
    made = await api.post(
        "/projects", {"name": " Lakes &amp; rivers ", "description": "Why\nwater.", "brandColor": "#ABC"}
    )
    assert made.status == 200, made.body
    path = f"/projects/{made.body['projectId']}"

    record = (await api.get(path)).body
    assert (record["name"], record["description"], record["brandColor"]) == ("Lakes & rivers", "Why\nwater.", "#aabbcc")
    assert (record["context"], record["logoUrl"], record["pending"]) == ("Why\nwater.", None, False)
    changed = (await api.post(path, {"description": "", "accentColor": "#1F6FEB"})).body
    assert (changed["name"], changed["description"], changed["accentColor"]) == ("Lakes & rivers", "", "#1f6feb")
    assert [each["id"] for each in (await api.get("/projects")).body] == [record["id"]]
    assert (await api.get("/projects?page=1")).body["totalCount"] == 1
    bob = await api.live.client("bob")
    assert (await api.get(path, token=bob)).status == 404
    assert (await api.delete(path, token=bob)).status == 404
    assert (await api.delete(path)).status == 200
    assert (await api.get(path)).body["code"] == "project_not_found"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": None}, "name"),
        ({"name": "  "}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"textColor": "blue"}, "textColor"),
        ({"backgroundColor": "#12345"}, "backgroundColor"),
        ({"accentColor": "#12345678"}, "accentColor"),
        ({"url": "ftp://x.example"}, "url"),
        ({"imageUrl": "nothing"}, "imageUrl"),
        ({"imageData": "%%%"}, "imageData"),
        ({"imageData": base64.b64encode(b"no picture").decode()}, "imageData"),
        ({"imageData": data_url(picture(mode="RGBA", colour=(0, 0, 0, 120)))}, "imageData"),
        ({"imageData": data_url(picture()), "imageUrl": "https://x.example/a.png"}, "imageData"),
    ],
)
async def test_what_a_project_must_not_be(api, fields: dict[str, object], field: str) -> None:
    answer = await api.post("/projects", {"name": "Lakes", **fields})

    assert answer.status == 400
    assert answer.body["details"][0]["field"] == field


async def test_a_logo_becomes_an_opaque_png_of_200_by_50(api) -> None:
    made = await api.post("/projects", {"name": "Lakes", "imageData": data_url(picture((900, 400), kind="JPEG"))})

    record = (await api.get(f"/projects/{made.body['id']}")).body
    logo = await api.get(record["logoUrl"])
    with Image.open(io.BytesIO(logo.body)) as image:
        assert (image.format, image.size, image.mode) == ("PNG", (200, 50), "RGB")
        assert image.getpixel((1, 1))[2] > 100  # the edge's navy, not white
    removed = await api.post(f"/projects/{made.body['id']}", {"imageUrl": ""})
    assert removed.body["logoUrl"] is None
    assert (await api.get(record["logoUrl"])).status == 404


async def test_pages_and_logos_are_fetched_in_the_background(api, site: FeedServer) -> None:
    words = " ".join(f"The lake was measured in the year {year} and again." for year in range(1900, 1960))
    html = f"<html><body><article><p>{words}</p></article></body></html>".encode()
    url = site.put("/page", Page(html, headers={"Content-Type": "text/html"}))
    logo = site.put("/logo.png", Page(picture(), headers={"Content-Type": "image/png"}))

    made = await api.post("/projects", {"name": "Lakes", "url": url, "imageUrl": logo})
    await api.live.services.projects.settle()

    record = (await api.get(f"/projects/{made.body['id']}")).body
    assert "measured in the year 1950" in record["context"]
    assert record["logoUrl"]
    assert (record["pending"], "notes" in record) == (False, False)


async def test_what_could_not_be_fetched_is_told(api, site: FeedServer) -> None:
    logo = site.put("/logo.gif", Page(b"GIF89a", headers={"Content-Type": "image/gif"}))

    made = await api.post("/projects", {"name": "Lakes", "url": site.url("/none"), "imageUrl": logo})
    await api.live.services.projects.settle()

    record = (await api.get(f"/projects/{made.body['id']}")).body
    assert len(record["notes"]) == 2
    assert record["pending"] is False
    site.put("/logo.gif", Page(picture(), headers={"Content-Type": "image/png"}))
    await api.post(f"/projects/{record['id']}", {"imageUrl": logo})
    await api.live.services.projects.settle()
    again = (await api.get(f"/projects/{record['id']}")).body
    assert (len(again["notes"]), bool(again["logoUrl"])) == (1, True)


async def test_a_project_stays_with_what_was_ordered_with_it(api) -> None:
    made = await api.post("/projects", {"name": "Lakes", "description": "Water.", "imageData": data_url(picture())})
    order = {"outputType": "text", "resources": [{"type": "text", "content": "A source of words. " * 40}]}

    accepted = await api.post("/content/Create", order | {"projects": [made.body["id"]]})
    await api.delete(f"/projects/{made.body['id']}")
    refused = await api.post("/content/Create", order | {"projects": [made.body["id"]]})

    assert accepted.status == 200, accepted.body
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "projects")


def test_colours_have_one_spelling() -> None:
    assert [colour_of(text) for text in ("#AbCdEf", "#abc", " #ABC ", "", "abc", "#abcd", "red")] == [
        "#abcdef", "#aabbcc", "#aabbcc", "", "#aabbcc", None, None,
    ]  # fmt: skip


async def test_channels_are_of_the_video_site_only(api) -> None:
    for url in (
        "https://example.org/@name",
        "https://www.youtube.com/watch?v=abc",
        "https://youtube.com.evil.example/@a",
    ):
        answer = await api.post("/channels", {"name": "x", "url": url})
        assert (answer.status, answer.body["details"][0]["field"]) == (400, "url")


async def test_a_channel_is_kept_listed_and_disconnected(api) -> None:
    await api.live.services.channels.close()
    made = await api.post("/channels", {"name": "Lakes", "url": "https://m.youtube.com/channel/UC" + "a" * 22})
    again = await api.post("/channels", {"url": "https://www.youtube.com/channel/UC" + "a" * 22 + "/videos"})

    assert made.status == 200, made.body
    assert again.body["channelId"] == made.body["channelId"]
    (record,) = (await api.get("/channels")).body
    assert (record["name"], record["connected"], record["videos"]) == ("Lakes", False, [])
    refused = await api.post("/content/Create", {"outputType": "text", "video_siteChannels": [record["id"]]})
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "video_siteChannels")
    assert (await api.delete(f"/channels/{record['id']}")).status == 200
    assert (await api.delete(f"/channels/{record['id']}")).status == 404

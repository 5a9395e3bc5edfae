"""Making, reading and changing shows."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import aiohttp
import pytest
from PIL import Image

NEW = {
    "name": "N",
    "description": "D",
    "author": "A",
    "link": "https://e.org",
    "email": "a@e.org",
}


def form(picture: bytes | None, **said: str) -> aiohttp.FormData:
    data = aiohttp.FormData(default_to_multipart=True)
    for name, value in said.items():
        data.add_field(name, value)
    if picture is not None:
        data.add_field("imageFile", picture, filename="cover.png", content_type="image/png")
    return data


async def test_a_show_is_made_listed_and_read(studio: Any) -> None:
    made = await studio.call("POST", "/podcast/shows", json=NEW)

    assert made.status == 200
    assert set(made.body) == {"success", "podcastId", "rssUrl"}
    assert made.body["rssUrl"] == f"{studio.address}/podcast/rss/{made.body['podcastId']}"
    (listed,) = (await studio.call("GET", "/podcast/shows")).body
    read = (await studio.call("GET", f"/podcast/shows/{made.body['podcastId']}")).body
    assert listed == read
    assert {name: read[name] for name in NEW} == NEW
    assert (read["token"], read["language"], read["categories"]) == ("ann", "English", ["Society & Culture"])
    assert read["owner"] == {"name": "A", "email": "a@e.org"}
    cover = await studio.call("GET", read["imageUrl"], token=None)
    assert Image.open(io.BytesIO(cover.body)).size == (1400, 1400)


async def test_shows_come_in_pages(studio: Any) -> None:
    ids = [await studio.show(name=f"Show {n}") for n in range(3)]

    page = (await studio.call("GET", "/podcast/shows?page=2&limit=2")).body
    assert [show["id"] for show in page.pop("shows")] == [ids[0]]
    assert page == {"totalCount": 3, "page": 2, "pageSize": 2, "totalPages": 2}
    assert [show["id"] for show in (await studio.call("GET", "/podcast/shows")).body] == ids[::-1]


async def test_all_faults_are_told_at_once(studio: Any) -> None:
    refused = await studio.call("POST", "/podcast/shows", json={"name": " ", "email": "x", "link": "e.org"})

    assert refused.status == 400
    assert {d["field"] for d in refused.body["details"]} == {"name", "description", "author", "link", "email"}


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"language": "German"}, "language"),
        ({"language": 5}, "language"),
        ({"categories": ["Opera"]}, "categories[0]"),
        ({"imageUrl": "http://127.0.0.1/x.png"}, "imageUrl"),
        ({"imageUrl": "file:///etc/passwd"}, "imageUrl"),
        ({"explicit": "no"}, "explicit"),
        ({"description": "ö" * 2001}, "description"),
        ({"funding": [{"url": "x"}]}, "funding[0].url"),
    ],
)
async def test_a_value_that_breaks_a_rule_is_named(studio: Any, said: dict[str, Any], field: str) -> None:
    refused = await studio.call("POST", "/podcast/shows", json={**NEW, **said})

    assert refused.status == 400
    assert [d["field"] for d in refused.body["details"]] == [field]


async def test_everything_that_can_be_said_is_kept(studio: Any) -> None:
    show = await studio.show()
    said = {
        "categories": ["Arts > Books", "News"],
        "explicit": True,
        "type": "serial",
        "copyright": "© me",
        "owner": {"name": "Lisk Media", "email": "media@example.com"},
        "funding": [{"url": "https://e.org/give", "text": "Give"}],
        "persons": [{"name": "Ann", "role": "Host"}],
        "locked": True,
        "medium": "course",
        "newFeedUrl": "https://e.org/new.rss",
        "hidden": True,
        "language": "Deutsch",
        "defaults": {"voice1": 3, "style": "brief", "hostNames": ["Ann", "Bo"]},
        "colour": "blue",
    }
    changed = await studio.call("POST", f"/podcast/shows/{show}", json=said)

    assert changed.status == 200
    assert changed.body["warnings"] == ["colour is not a field of this operation and was ignored"]
    read = (await studio.call("GET", f"/podcast/shows/{show}")).body
    assert read["persons"] == [{"name": "Ann", "role": "host"}]
    assert read["email"] == "media@example.com"
    for name in set(said) - {"persons", "colour"}:
        assert read[name] == said[name], name


async def test_a_show_is_nobody_elses(studio: Any) -> None:
    show = await studio.show()

    for method, path, body in (
        ("GET", f"/podcast/shows/{show}", None),
        ("POST", f"/podcast/shows/{show}", {"name": "Mine now"}),
        ("GET", f"/podcast/shows/{show}/episodes", None),
        ("POST", "/podcast/remove", {"id": show}),
    ):
        assert (await studio.call(method, path, token=studio.other, json=body)).status == 404, path
        # An id that no show can have is one more that is not there.
        if body != {"id": show}:
            nowhere = path.replace(show, "nobody-s")
            expected = 400 if path.endswith("/episodes") else 404
            assert (await studio.call(method, nowhere, json=body)).status == expected, nowhere
    assert (await studio.call("GET", "/podcast/shows", token=studio.other)).body == []
    assert (await studio.call("GET", "/podcast/shows", token=None)).status == 401


async def test_a_show_with_a_picture(studio: Any, picture: Any) -> None:
    made = await studio.call("POST", "/podcast/shows/with-image", data=form(picture(), **NEW))

    assert made.status == 200, made.body
    assert set(made.body) == {"success", "podcastId", "rssUrl", "imageUrl"}
    image = Image.open(io.BytesIO((await studio.call("GET", made.body["imageUrl"], token=None)).body))
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (1500, 1500))


@pytest.mark.parametrize("case", ["text", "small", "wide", "missing", "fields", "crop"])
async def test_a_picture_that_will_not_do_is_refused_with_the_reason(studio: Any, picture: Any, case: str) -> None:
    data, said, field = {
        "text": (b"hello", NEW, "imageFile"),
        "small": (picture(600, 600), NEW, "imageFile"),
        "wide": (picture(2000, 1500), NEW, "imageFile"),
        "missing": (None, NEW, "imageFile"),
        "fields": (picture(), {"name": "N"}, "author"),
        "crop": (picture(), {**NEW, "crop": "left"}, "crop"),
    }[case]

    refused = await studio.call("POST", "/podcast/shows/with-image", data=form(data, **said))
    assert refused.status == 400
    assert field in {d["field"] for d in refused.body["details"]}
    assert (await studio.call("GET", "/podcast/shows")).body == []


async def test_a_new_picture_gets_a_new_address(studio: Any, picture: Any) -> None:
    show = await studio.show()
    before = (await studio.call("GET", f"/podcast/shows/{show}")).body["imageUrl"]

    wide = form(picture(2000, 1500), crop="center")
    changed = await studio.call("POST", f"/podcast/shows/{show}/image", data=wide)
    assert changed.status == 200, changed.body
    assert changed.body["imageUrl"] != before
    assert (await studio.call("GET", before, token=None)).status == 200
    feed = (await studio.call("GET", f"/podcast/rss/{show}", token=None)).body.decode()
    assert changed.body["imageUrl"] in feed


async def test_a_drawn_cover_follows_the_name(studio: Any) -> None:
    show = await studio.show()
    before = (await studio.call("GET", f"/podcast/shows/{show}")).body["imageUrl"]

    renamed = await studio.call("POST", f"/podcast/shows/{show}", json={"name": "Another name"})
    assert renamed.body["imageUrl"] != before
    untouched = await studio.call("POST", f"/podcast/shows/{show}", json={"explicit": True})
    assert untouched.body["imageUrl"] == renamed.body["imageUrl"]


async def test_a_picture_elsewhere_comes_later_or_is_warned_of(
    studio: Any, picture: Any, pictures_elsewhere: dict[str, bytes]
) -> None:
    pictures_elsewhere["https://e.org/cover.png"] = picture(800, 600)
    there = await studio.show(imageUrl="https://e.org/cover.png")
    gone = await studio.show(imageUrl="https://e.org/gone.png")
    await studio.services.shows.settle()

    found = (await studio.call("GET", f"/podcast/shows/{there}")).body
    image = Image.open(io.BytesIO((await studio.call("GET", found["imageUrl"], token=None)).body))
    assert image.size == (1400, 1400)
    assert image.getpixel((700, 700))[0] < 20  # type: ignore[index]
    warned = (await studio.call("GET", f"/podcast/shows/{gone}")).body
    assert warned["warnings"] == ["The picture at imageUrl was not taken: the address answered 404."]


async def test_a_picture_that_failed_can_be_asked_for_again(
    studio: Any, picture: Any, pictures_elsewhere: dict[str, bytes]
) -> None:
    said = {"imageUrl": "https://e.org/cover.png"}
    show = await studio.show(**said)
    await studio.services.shows.settle()
    pictures_elsewhere[said["imageUrl"]] = picture()

    await studio.call("POST", f"/podcast/shows/{show}", json=said)
    await studio.services.shows.settle()
    read = (await studio.call("GET", f"/podcast/shows/{show}")).body
    assert "warnings" not in read
    image = Image.open(io.BytesIO((await studio.call("GET", read["imageUrl"], token=None)).body))
    assert image.size == (1500, 1500)


async def test_a_picture_that_was_on_its_way_comes_after_a_restart(
    studio: Any, picture: Any, pictures_elsewhere: dict[str, bytes]
) -> None:
    fetching = asyncio.Event()

    async def slow(url: str) -> bytes:
        await fetching.wait()
        return b""

    service = studio.services.shows
    fetch, service._fetch = service._fetch, slow
    show = await studio.show(imageUrl="https://e.org/cover.png")
    await service.close()
    pictures_elsewhere["https://e.org/cover.png"] = picture()

    service._fetch = fetch
    await service.start()
    await service.settle()
    read = (await studio.call("GET", f"/podcast/shows/{show}")).body
    image = Image.open(io.BytesIO((await studio.call("GET", read["imageUrl"], token=None)).body))
    assert image.size == (1500, 1500)


async def test_a_deleted_show_is_gone_and_its_episodes_stay(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)

    assert (await studio.call("POST", "/podcast/remove", json={"id": show})).body["success"] is True
    assert (await studio.call("GET", f"/podcast/rss/{show}", token=None)).status == 404
    assert (await studio.call("GET", f"/podcast/shows/{show}")).status == 404
    (left,) = (await studio.call("GET", "/podcast/episodes/unallocated")).body["episodes"]
    assert left["podcastShowIds"] == []
    assert (await studio.call("POST", "/podcast/remove", json={"id": show})).status == 404

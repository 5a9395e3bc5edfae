"""Putting episodes into shows, editing and uploading them."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest
from lxml import etree

FIELDS = {
    "id",
    "podcastId",
    "requestId",
    "title",
    "description",
    "audioTitle",
    "audioUrl",
    "requestedOn",
    "succeededOn",
    "scheduledOn",
    "fileSize",
    "durationSeconds",
    "podcastShowIds",
}


def upload(sound: bytes, **said: str) -> aiohttp.FormData:
    form = aiohttp.FormData()
    form.add_field("audioFile", sound, filename="talk.wav", content_type="audio/wav")
    for name, value in said.items():
        form.add_field(name, value)
    return form


async def test_every_completed_recording_is_an_episode(studio: Any) -> None:
    request = await studio.recording()

    unallocated = (await studio.call("GET", "/podcast/episodes/unallocated")).body
    (episode,) = unallocated["episodes"]
    assert set(episode) >= FIELDS
    assert isinstance(episode["id"], int)
    assert (episode["requestId"], episode["podcastId"], episode["podcastShowIds"]) == (request, "", [])
    assert (unallocated["totalCount"], unallocated["draftEpisodes"], unallocated["pageSize"]) == (1, [], 50)
    status = (await studio.call("GET", f"/content/Status/{request}")).body
    assert episode["audioUrl"] == status["audio_url"]
    assert episode["shareUrl"] == status["share_url"]
    assert episode["fileSize"] == status["file_size"]


async def test_an_order_names_the_show_and_the_title(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show, episodeTitle="Pier talk")

    (episode,) = await studio.episodes(show)
    assert (episode["title"], episode["podcastId"]) == ("Pier talk", show)


async def test_an_order_for_a_show_of_somebody_else_is_refused(studio: Any) -> None:
    show = await studio.show()
    order = {"outputType": "audio", "topic": "x", "podcastId": show}

    refused = await studio.call("POST", "/content/Create", token=studio.other, json=order)
    assert refused.status == 400
    assert [d["field"] for d in refused.body["details"]] == ["podcastId"]


async def test_a_recording_keeps_its_number_in_every_show(studio: Any) -> None:
    first, second = await studio.show(), await studio.show(name="Second")
    request = await studio.recording()
    added = [
        (await studio.call("POST", f"/podcast/shows/{show}/episodes", json={"requestId": request})).body
        for show in (first, second, first)
    ]

    assert len({reply["episodeId"] for reply in added}) == 1
    (episode,) = await studio.episodes(second)
    assert (episode["podcastId"], episode["podcastShowIds"]) == (first, [first, second])
    assert episode["title"] == episode["description"] == episode["audioTitle"]
    assert len(await studio.episodes(first)) == 1


async def test_only_completed_audio_of_the_caller_can_be_added(studio: Any) -> None:
    show = await studio.show()
    text = await studio.recording(outputType="text")
    foreign = await studio.show.__func__(Other(studio), name="Bob's")
    mine = await studio.recording()

    for token, target, request in (("", show, text), ("", show, "nonsense"), (studio.other, foreign, mine)):
        refused = await studio.call(
            "POST", f"/podcast/shows/{target}/episodes", token=token, json={"requestId": request}
        )
        assert refused.status == 400
        assert [d["field"] for d in refused.body["details"]] == ["requestId"]
    missing = await studio.call("POST", f"/podcast/shows/{show}/episodes", json={})
    assert missing.status == 400


class Other:
    """The same server as another client sees it."""

    def __init__(self, studio: Any) -> None:
        self._studio = studio

    async def call(self, method: str, path: str, **said: Any) -> Any:
        return await self._studio.call(method, path, token=self._studio.other, **said)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_what_is_no_show_is_said_so(studio: Any, method: str) -> None:
    body = {"requestId": "x"} if method == "POST" else None
    unknown = "0199aaaa-0000-7000-8000-000000000000"

    assert (await studio.call(method, "/podcast/shows/nonsense/episodes", json=body)).status == 400
    assert (await studio.call(method, f"/podcast/shows/{unknown}/episodes", json=body)).status == 404


async def test_lists_are_arrays_or_pages(studio: Any) -> None:
    show = await studio.show()
    for n in range(3):
        await studio.recording(podcastId=show, episodeTitle=f"E{n}")

    assert [e["title"] for e in await studio.episodes(show)] == ["E2", "E1", "E0"]
    page = (await studio.call("GET", f"/podcast/shows/{show}/episodes?limit=2")).body
    assert [e["title"] for e in page.pop("episodes")] == ["E2", "E1"]
    assert page == {"totalCount": 3, "page": 1, "pageSize": 2, "totalPages": 2}
    every = await studio.call("GET", "/podcast/episodes")
    assert len(every.body) == 3
    assert every.headers["Deprecation"].startswith("@")
    assert "successor-version" in every.headers["Link"]
    paged = await studio.call("GET", "/podcast/episodes?page=1")
    assert paged.body["totalCount"] == 3
    assert "Deprecation" in paged.headers


async def test_an_episode_is_changed(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)
    (episode,) = await studio.episodes(show)
    said = {
        "title": "New & better",
        "description": "<p>Words</p><script>alert(1)</script>",
        "season": 2,
        "number": 7,
        "episodeType": "bonus",
        "explicit": True,
        "persons": [{"name": "Ann"}],
        "imageUrl": "https://e.org/e.jpg",
    }
    changed = await studio.call("POST", f"/podcast/episodes/{episode['id']}", json=said)

    assert changed.body["success"] is True
    (read,) = await studio.episodes(show)
    for name, value in said.items():
        assert read[name] == value, name
    item = etree.fromstring((await studio.call("GET", f"/podcast/rss/{show}", token=None)).body).find("channel/item")
    assert item.findtext("description") == "<p>Words</p>"
    assert item.findtext("title") == "New & better"
    assert item.findtext("{http://www.itunes.com/dtds/podcast-1.0.dtd}episodeType") == "bonus"


async def test_what_was_said_can_be_taken_back(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)
    (before,) = await studio.episodes(show)
    path, words = f"/podcast/episodes/{before['id']}", {"title": "T", "description": "D"}
    said = {**words, "explicit": True, "publishOn": "2140-01-01T00:00:00Z", "episodeType": "trailer"}
    assert (await studio.call("POST", path, json=said)).status == 200
    assert b"<item>" not in (await studio.call("GET", f"/podcast/rss/{show}", token=None)).body
    assert (await studio.call("POST", path, json=words)).status == 200
    (kept,) = await studio.episodes(show)  # what is left out stays
    assert (kept["explicit"], kept["publishOn"][:4], kept["episodeType"]) == (True, "2140", "trailer")

    taken = {**words, "explicit": None, "publishOn": None, "season": None, "hidden": None}
    assert (await studio.call("POST", path, json=taken)).status == 200
    (after,) = await studio.episodes(show)
    assert (after["explicit"], after["publishOn"]) == (None, None)
    assert after["publishedOn"] == before["publishedOn"]
    item = etree.fromstring((await studio.call("GET", f"/podcast/rss/{show}", token=None)).body).find("channel/item")
    assert item.findtext("{http://www.itunes.com/dtds/podcast-1.0.dtd}episodeType") == "trailer"
    assert item.find("{http://www.itunes.com/dtds/podcast-1.0.dtd}explicit") is None


async def test_changing_wants_title_and_description_of_an_episode_in_a_show(studio: Any) -> None:
    show = await studio.show()
    await studio.recording(podcastId=show)
    (episode,) = await studio.episodes(show)
    path = f"/podcast/episodes/{episode['id']}"
    whole = {"title": "T", "description": "D"}

    assert (await studio.call("POST", path, json={"title": "T"})).status == 400
    assert (await studio.call("POST", path, json={**whole, "title": " "})).status == 400
    assert (await studio.call("POST", path, json={**whole, "season": True})).status == 400
    assert (await studio.call("POST", path, token=studio.other, json=whole)).status == 404
    assert (await studio.call("POST", "/podcast/episodes/99999", json=whole)).status == 404
    assert (await studio.call("POST", "/podcast/episodes/x", json=whole)).status == 400
    await studio.call("POST", "/podcast/episodes/remove", json={"episodeId": episode["id"]})
    assert (await studio.call("POST", path, json=whole)).status == 404


async def test_an_episode_leaves_all_shows(studio: Any) -> None:
    shows = [await studio.show(), await studio.show(name="B")]
    request = await studio.recording()
    for show in shows:
        await studio.call("POST", f"/podcast/shows/{show}/episodes", json={"requestId": request})
    (episode,) = await studio.episodes(shows[0])

    said = {"episodeId": episode["id"]}
    assert (await studio.call("POST", "/podcast/episodes/remove", token=studio.other, json=said)).status == 404
    assert (await studio.call("POST", "/podcast/episodes/remove", json={"episodeId": "1"})).status == 400
    assert (await studio.call("POST", "/podcast/episodes/remove", json=said)).status == 200
    assert [await studio.episodes(show) for show in shows] == [[], []]
    for show in shows:
        assert b"<item>" not in (await studio.call("GET", f"/podcast/rss/{show}", token=None)).body
    again = await studio.call("POST", f"/podcast/shows/{shows[0]}/episodes", json={"requestId": request})
    assert again.body["episodeId"] == episode["id"]


async def test_a_deleted_episode_is_in_no_list(studio: Any) -> None:
    await studio.recording()
    (episode,) = (await studio.call("GET", "/podcast/episodes/unallocated")).body["episodes"]

    assert (await studio.call("POST", "/podcast/remove", json={"id": str(episode["id"])})).status == 200
    assert (await studio.call("GET", "/podcast/episodes/unallocated")).body["episodes"] == []
    assert (await studio.call("POST", "/podcast/remove", json={"id": str(episode["id"])})).status == 404
    assert (await studio.call("POST", "/podcast/remove", json={"id": " "})).status in (400, 404)


async def test_a_serial_show_numbers_its_episodes(studio: Any) -> None:
    show = await studio.show()
    for n in range(2):
        await studio.recording(podcastId=show, episodeTitle=f"E{n}")
    await studio.call("POST", f"/podcast/shows/{show}", json={"type": "serial"})
    await studio.recording(podcastId=show, episodeTitle="E2")

    assert [(e["title"], e["number"]) for e in await studio.episodes(show)] == [("E2", 3), ("E1", 2), ("E0", 1)]


async def test_an_uploaded_recording_becomes_an_episode(studio: Any, sound: bytes) -> None:
    show = await studio.show()
    form = upload(sound, title="A talk", description="Of boats", podcastId=show)
    made = await studio.call("POST", "/podcast/episodes/upload", data=form)

    assert made.status == 200, made.body
    (episode,) = await studio.episodes(show)
    assert (episode["id"], episode["requestId"]) == (made.body["episodeId"], "")
    assert (episode["title"], episode["description"], episode["durationSeconds"]) == ("A talk", "Of boats", 2)
    audio = await studio.call("GET", episode["audioUrl"], token=None)
    assert audio.headers["Content-Type"] == "audio/mpeg"
    assert len(audio.body) == episode["fileSize"]


@pytest.mark.parametrize(
    ("content", "said", "field"),
    [
        (b"", {"title": "T"}, "audioFile"),
        (b"no sound at all", {"title": "T"}, "audioFile"),
        (None, {}, "title"),
        (None, {"title": "T", "podcastId": "nonsense"}, "podcastId"),
        (None, {"title": "x" * 256}, "title"),
    ],
)
async def test_an_upload_that_will_not_do_is_refused(
    studio: Any, sound: bytes, content: bytes | None, said: dict[str, str], field: str
) -> None:
    refused = await studio.call(
        "POST", "/podcast/episodes/upload", data=upload(sound if content is None else content, **said)
    )

    assert refused.status == 400
    assert field in {d["field"] for d in refused.body["details"]}
    assert (await studio.call("GET", "/podcast/episodes")).body == []

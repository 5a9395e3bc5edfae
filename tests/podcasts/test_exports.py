"""Lists as CSV and recordings as ZIP, another recording for an episode, and ideas."""

from __future__ import annotations

import csv
import io
import wave
import zipfile
from typing import Any

import aiohttp
import pytest

from server.domain.archives import member_name
from server.domain.cells import harmless


async def uploaded(studio: Any, sound: bytes, *, name: str = "a.wav", **said: str) -> int:
    form = aiohttp.FormData()
    for field, value in said.items():
        form.add_field(field, value)
    form.add_field("audioFile", sound, filename=name, content_type="audio/wav")
    reply = await studio.call("POST", "/podcast/episodes/upload", data=form)
    assert reply.status == 200, reply.body
    return int(reply.body["episodeId"])


async def replaced(studio: Any, episode: int | str, sound: bytes, **said: Any) -> Any:
    form = aiohttp.FormData()
    form.add_field("audioFile", sound, filename="b.wav", content_type="audio/wav")
    return await studio.call("POST", f"/podcast/episodes/{episode}/audio", data=form, **said)


async def test_a_list_is_a_sound_csv_that_no_spreadsheet_runs(studio: Any, sound: bytes) -> None:
    show = await studio.show()
    titles = ['=HYPERLINK("http://evil")', 'Said, "quoted"\nand broken', "@sum", "Ünïcode"]
    ids = [await uploaded(studio, sound, title=title, podcastId=show) for title in titles]
    alone = await uploaded(studio, sound, title="-1+1")

    everything = await studio.call("GET", "/podcast/episodes/csv")
    assert everything.headers["Content-Type"].startswith("text/csv")
    assert everything.body.startswith(b"id,audioUrl,title,requestedOn\r\n")
    rows = list(csv.reader(io.StringIO(everything.body.decode("utf-8"), newline="")))
    assert [int(row[0]) for row in rows[1:]] == [alone, *reversed(ids)]
    shown = {int(row[0]): row[2] for row in rows[1:]}
    assert shown[ids[0]] == '\'=HYPERLINK("http://evil")'
    assert shown[ids[2]] == "'@sum"
    assert shown[ids[3]] == "Ünïcode"
    assert shown[alone] == "'-1+1"
    assert all(row[1].startswith(studio.address) and row[3].endswith("Z") for row in rows[1:])

    one = await studio.call("GET", f"/podcast/shows/{show}/episodes/csv")
    assert len(list(csv.reader(io.StringIO(one.body.decode(), newline="")))) == 1 + len(ids)
    assert (await studio.call("GET", f"/podcast/shows/{show}/episodes/csv", token=studio.other)).status == 404
    assert (await studio.call("GET", "/podcast/shows/7/episodes/csv")).status == 400


def test_cells_of_all_formulas_are_plain_text() -> None:
    assert [harmless(text) for text in ("=1", " =1", "\t=1", "+1", "a=1", "")] == [
        "'=1",
        "' =1",
        "'\t=1",
        "'+1",
        "a=1",
        "",
    ]


async def test_recordings_come_as_an_archive(studio: Any, sound: bytes) -> None:
    assert (await studio.call("GET", "/podcast/episodes/audio-zip")).status == 404
    show = await studio.show()
    titles = ["Same", "Same", '../..\\etc: "x"?', "Ä" * 200]
    for title in titles:
        await uploaded(studio, sound, title=title, podcastId=show)
    await uploaded(studio, sound, title="Alone")
    reply = await studio.call("GET", f"/podcast/shows/{show}/episodes/audio-zip")
    assert (reply.status, reply.headers["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(reply.body)) as archive:
        assert archive.testzip() is None
        infos = archive.infolist()
    assert [info.filename for info in infos[:3]] == ["001 Same.mp3", "002 Same.mp3", "003 etc x.mp3"]
    assert len(infos) == 4
    assert all(info.compress_type == zipfile.ZIP_STORED and info.file_size > 1000 for info in infos)
    assert len(infos[3].filename.encode()) < 200

    everything = await studio.call("GET", "/podcast/episodes/audio-zip")
    with zipfile.ZipFile(io.BytesIO(everything.body)) as archive:
        assert archive.namelist()[-1] == "005 Alone.mp3"
    assert (await studio.call("HEAD", "/podcast/episodes/audio-zip")).status == 200
    assert (await studio.call("GET", "/podcast/episodes/audio-zip", token=studio.other)).status == 404


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("A / B", "007 A B.mp3"),
        ("...", "007 episode.mp3"),
        ("CON", "007 CON.mp3"),
        ("tail. ", "007 tail.mp3"),
        ("\u202egpj", "007 gpj.mp3"),
    ],
)
def test_names_are_safe_everywhere(title: str, name: str) -> None:
    assert member_name(7, title, "MP3") == name


def test_an_odd_extension_is_none() -> None:
    assert member_name(12, "x", "php/../") == "012 x.mp3"
    assert member_name(12, "x", "m4a", width=5) == "00012 x.m4a"


async def test_another_recording_keeps_number_and_guid(studio: Any, sound: bytes) -> None:
    show = await studio.show()
    request = await studio.recording(podcastId=show)
    (before,) = await studio.episodes(show)
    assert b"transcript" in (await studio.call("GET", f"/podcast/rss/{show}", token=None)).body
    reply = await replaced(studio, before["id"], longer(sound))
    assert reply.status == 200, reply.body
    (after,) = await studio.episodes(show)
    assert (after["id"], after["guid"], after["requestId"]) == (before["id"], before["guid"], request)
    assert after["audioUrl"] != before["audioUrl"]
    assert (await studio.call("GET", after["audioUrl"], token=None)).status == 200
    feed = (await studio.call("GET", f"/podcast/rss/{show}", token=None)).body
    assert after["audioUrl"].encode() in feed
    assert b"transcript" not in feed
    assert (await replaced(studio, before["id"], sound, token=studio.other)).status == 404
    assert (await replaced(studio, before["id"], b"no sound at all")).status == 400
    assert (await replaced(studio, "x", sound)).status == 400


def longer(sound: bytes) -> bytes:
    """The same sound, three times over."""
    out = io.BytesIO()
    with wave.open(io.BytesIO(sound)) as file, wave.open(out, "wb") as made:
        made.setparams(file.getparams())
        made.writeframes(file.readframes(file.getnframes()) * 3)
    return out.getvalue()


async def ask(studio: Any, body: dict[str, Any], **headers: str) -> Any:
    return await studio.call("POST", "/podcast/ideas", json=body, token=None, headers=headers)


async def test_ideas_are_for_own_pages_and_counted(studio: Any, clock: Any) -> None:
    refused = await ask(studio, {"topic": "bees"}, Origin="https://elsewhere.example")
    assert (refused.status, refused.body["code"]) == (403, "origin_not_allowed")
    assert (await ask(studio, {"topic": "bees"})).status == 403
    assert (await ask(studio, {"topic": 7}, Origin=studio.address)).status == 400
    assert (await ask(studio, {"topic": "b" * 501}, Origin=studio.address)).status == 400
    assert (await ask(studio, {"topic": "bees"}, **{"X-Free-Tools-Secret": ""})).status == 403

    first = await ask(studio, {"topic": "How do I start a podcast about urban beekeeping?"}, Origin=studio.address)
    assert first.status == 200, first.body
    assert 3 <= len(first.body["ideas"]) <= 8
    for idea in first.body["ideas"]:
        assert set(idea) == {"name", "description", "episodes", "stats"}
        assert len(set(idea["episodes"])) == 4
        assert "Urban Beekeeping" in idea["name"]
        assert all(0 <= score <= 100 for score in idea["stats"].values())
    assert len({idea["name"] for idea in first.body["ideas"]}) == len(first.body["ideas"])

    assert (await ask(studio, {"topic": None}, Origin="http://localhost:3000")).status == 200
    third = await ask(studio, {}, Origin="http://localhost:3000")
    assert (third.status, third.body["code"]) == (429, "ideas_used_up")
    assert 86_000 < int(third.headers["Retry-After"]) <= 86_400
    clock.ahead_s = 86_401
    assert (await ask(studio, {}, Origin="http://localhost:3000")).status == 200

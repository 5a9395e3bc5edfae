"""Episode bundles over HTTP: out of one installation and into another, and files that are none."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import zipfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from live_server import live_server

SCRIPT = "SPEAKER_00: Was the lake low?\nSPEAKER_01: Forty centimetres, the report says."


@pytest.fixture
async def elsewhere(tmp_path: Path, api: Any) -> AsyncIterator[Any]:
    """A caller, `bob`, of another installation."""
    async with live_server(tmp_path / "elsewhere") as server, aiohttp.ClientSession() as session:
        yield type(api)(server, session, await server.client("bob", pro=True, credits=1000, daily_podcasts=5))


async def send(api: Any, data: bytes) -> Any:
    """Send a bundle."""
    form = aiohttp.FormData()
    form.add_field("bundle", data, filename="lake.quillcast", content_type="application/zip")
    return await api.call("POST", "/studio/bundles", data=form)


async def exported(api: Any, request_id: str) -> bytes:
    """The bundle of a request."""
    answer = await api.get(f"/studio/requests/{request_id}/bundle")
    assert answer.status == 200, answer.body
    return bytes(answer.body)


async def an_episode(api: Any, **fields: Any) -> dict[str, Any]:
    """A finished episode with a show, a title of its own and a book."""
    await api.post("/studio/pronunciations", {"word": "Vell", "said": "Vel"})
    made: dict[str, Any] = await api.made(
        outputType="audio", title="The lake", callbackData="mine", includeCitations=True, **fields
    )
    return made


async def test_an_episode_moves_to_another_installation_and_is_performed_again(api: Any, elsewhere: Any) -> None:
    made = await an_episode(api, introMusicUrl="https://ada:secret@music.example/a.mp3", voice1=2, voice2=1)
    about = {"name": "Notes", "description": "d", "author": "Ada", "link": "https://a.example/", "email": "a@a.example"}
    show = (await api.post("/podcast/shows", about)).body["podcastId"]
    listed = (await api.post(f"/podcast/shows/{show}/episodes", {"requestId": made["id"]})).body["episodeId"]
    words = {"title": "Lake Vell", "description": "<p>How it <b>fell</b>.</p>"}
    assert (await api.post(f"/podcast/episodes/{listed}", words)).status == 200
    bundle = await exported(api, made["id"])

    taken = await send(elsewhere, bundle)
    assert taken.status == 200, taken.body
    assert (taken.body["title"], taken.body["notes"]) == ("The lake", [])
    there = (await elsewhere.get(f"/content/Status/{taken.body['request_id']}")).body
    for name in ("audio_title", "response_text", "citations", "audio_duration", "file_size", "request_type_id"):
        assert there[name] == made[name], name
    assert there["callback_data"] is None
    audio = [(await caller.get(status["audio_url"])).body for caller, status in ((api, made), (elsewhere, there))]
    assert audio[0] == audio[1]
    (episode,) = (await elsewhere.get("/podcast/episodes")).body
    assert (episode["id"], episode["title"]) == (taken.body["episodeId"], "Lake Vell")
    assert "fell" in episode["description"]
    detail = (await elsewhere.get(f"/studio/requests/{there['id']}")).body
    assert (detail["order"]["voice1"], detail["order"]["voice2"]) == (2, 1)
    assert "secret" not in json.dumps(detail) and b"secret" not in bundle
    assert (await elsewhere.get("/content/Usage")).body["usedDailyPodcasts"] == 0

    answer = await elsewhere.post(f"/studio/requests/{there['id']}/perform")
    again = await elsewhere.until(answer.body["request_id"], lambda status: status["status"] == 100)
    assert again["response_text"] == made["response_text"]
    spec = elsewhere.server.engine.submitted[-1].spec
    first = api.server.engine.submitted[-1].spec
    assert [voice.key for voice in spec.performance.cast] == ["af_heart", "af_heart"]
    assert [each.said for each in spec.pronunciations] == [each.said for each in first.pronunciations] == ["Vel"]
    assert (spec.sources, len(spec.imported)) == ((), 1)
    assert all(path.is_relative_to(elsewhere.server.log_path.parents[1]) for _, path in spec.takes)
    assert len(spec.takes) == 2, "what was spoken once is not spoken again"


async def test_a_voice_of_ones_own_goes_along_once(api: Any, elsewhere: Any) -> None:
    voice = await a_voice(api)
    script = {"script": SCRIPT, "voice1": voice, "voice2": 1, "title": "The lake"}
    request = (await api.post("/content/CreatePodcastCustomScript", script)).body["request_id"]
    await api.until(request, lambda status: status["status"] == 100)
    bundle = await exported(api, request)

    taken = [(await send(elsewhere, bundle)).body for _ in range(2)]
    (own,) = [each for each in (await elsewhere.get("/content/GetVoices")).body if each["clientId"] == "bob"]
    assert own["name"] == "Ada"
    for each in taken:
        assert each["notes"] == []
        detail = (await elsewhere.get(f"/studio/requests/{each['request_id']}")).body
        assert detail["order"]["voice1"] == own["id"]
    answer = await elsewhere.post(f"/studio/requests/{taken[0]['request_id']}/perform")
    await elsewhere.until(answer.body["request_id"], lambda status: status["status"] == 100)
    cast = elsewhere.server.engine.submitted[-1].spec.performance.cast
    assert cast[0].id == own["id"]
    assert Path(cast[0].source).is_relative_to(elsewhere.server.log_path.parents[1])


async def test_the_desk_goes_along_with_its_takes(api: Any, elsewhere: Any) -> None:
    request = (await an_episode(api))["id"]
    desk = (await api.get(f"/studio/requests/{request}/desk")).body
    names = ("id", "speaker", "text", "voice", "pauseMs", "pace", "take", "kind")
    lines = [{name: line[name] for name in names} for line in desk["lines"]]
    lines[1] |= {"text": "It is about the lake.", "pauseMs": 900}
    kept = {name: desk[name] for name in ("version", "title", "chapters", "targetMinutes")}
    cast = [{name: each[name] for name in ("speaker", "voice", "levelDb", "muted")} for each in desk["cast"]]
    mixing = {name: value for name, value in desk["mixing"].items() if name != "musicName"}
    body = {**kept, "lines": lines, "cast": cast, "mixing": mixing}
    changed = await api.post(f"/studio/requests/{request}/desk", body)
    assert changed.status == 200, changed.body

    taken = (await send(elsewhere, await exported(api, request))).body["request_id"]
    there = (await elsewhere.get(f"/studio/requests/{taken}/desk")).body
    here = (await api.get(f"/studio/requests/{request}/desk")).body
    for name in ("version", "title", "cast", "mixing", "estimatedSeconds"):
        assert there[name] == here[name], name
    for name in (*names, "seconds", "passages"):
        assert [line[name] for line in there["lines"]] == [line[name] for line in here["lines"]], name
    takes = [[take["key"] for line in desk["lines"] for take in line["takes"]] for desk in (here, there)]
    assert takes[0] == takes[1]
    key = takes[0][0]
    sounds = [
        (await caller.get(f"/studio/requests/{each}/desk/takes/{key}")).body
        for caller, each in ((api, request), (elsewhere, taken))
    ]
    assert sounds[0] == sounds[1]


async def test_an_episode_that_was_rebuilt_is_rebuilt_alike_elsewhere(api: Any, elsewhere: Any) -> None:
    request = (await an_episode(api))["id"]
    await rebuilt(api, request)
    here = (await api.get(f"/studio/requests/{request}/desk")).body
    assert [version["number"] for version in here["versions"]] == [2, 1]

    taken = await send(elsewhere, await exported(api, request))
    assert taken.status == 200, taken.body
    there = (await elsewhere.get(f"/studio/requests/{taken.body['request_id']}/desk")).body
    (version,) = there["versions"]
    assert version["loudness"] == here["versions"][0]["loudness"]
    await rebuilt(elsewhere, taken.body["request_id"])
    specs = [caller.server.engine.submitted[-1].spec for caller in (api, elsewhere)]
    assert specs[1].levels.master_db == 1.5, "the gains that it was mixed with go along"
    assert specs[0].draft == specs[1].draft


async def rebuilt(api: Any, request_id: str) -> None:
    """Rebuild an episode on its desk."""
    assert (await api.post(f"/studio/requests/{request_id}/desk/rebuild")).status == 200
    async with asyncio.timeout(20):
        while True:
            desk = (await api.get(f"/studio/requests/{request_id}/desk")).body
            if desk["rebuild"]["state"] == "done":
                return


async def test_without_pro_the_voices_stay_out_and_it_is_said(api: Any, elsewhere: Any) -> None:
    voice = await a_voice(api)
    script = {"script": SCRIPT, "voice1": voice, "voice2": 1}
    request = (await api.post("/content/CreatePodcastCustomScript", script)).body["request_id"]
    await api.until(request, lambda status: status["status"] == 100)
    await elsewhere.server.client("bob", pro=False)

    taken = (await send(elsewhere, await exported(api, request))).body
    assert "PRO" in taken["notes"][0] and "Ada" in taken["notes"][1]
    assert not [each for each in (await elsewhere.get("/content/GetVoices")).body if each["clientId"]]
    refused = await elsewhere.post(f"/studio/requests/{taken['request_id']}/perform")
    assert (refused.status, refused.body["code"]) == (409, "not_performed")


async def a_voice(api: Any) -> int:
    """A voice of the caller's own."""
    form = aiohttp.FormData()
    form.add_field("name", "Ada")
    form.add_field("audioFile", b"ID3" + bytes(3000), filename="ada.mp3", content_type="audio/mpeg")
    request = (await api.call("POST", "/content/CloneVoice", data=form)).body["request_id"]
    return int((await api.until(request, lambda status: status["status"] == 100))["voice_id"])


async def test_only_ones_own_finished_episodes_are_exported(api: Any) -> None:
    made = await an_episode(api)
    other = await api.server.client("mallory", pro=True)
    assert (await api.get(f"/studio/requests/{made['id']}/bundle", token=other)).status == 404
    assert (await api.post(f"/studio/requests/{made['id']}/perform", token=other)).status == 404
    text = await api.made()
    refused = await api.get(f"/studio/requests/{text['id']}/bundle")
    assert (refused.status, refused.body["code"]) == (409, "not_an_episode")
    assert (await api.post(f"/studio/requests/{text['id']}/perform")).status == 409


async def test_the_container_is_as_it_is_documented(api: Any) -> None:
    bundle = await exported(api, (await an_episode(api, stems=True))["id"])
    assert bundle[30:38] == b"mimetype" and bundle[38:].startswith(b"application/vnd.quillcast.episode+zip")
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert set(manifest["members"]) == set(archive.namelist()) - {"mimetype", "manifest.json"}
        for name, member in manifest["members"].items():
            data = archive.read(name)
            assert (len(data), hashlib.sha256(data).hexdigest()) == (member["size"], member["sha256"])
    assert (manifest["format"], manifest["version"], manifest["draft"]) == ("quillcast-episode", 1, "")
    assert [(take["line"], take["member"][:6]) for take in manifest["takes"]] == [("l1", "takes/"), ("l2", "takes/")]
    assert [media["name"] for media in manifest["media"]] == ["audio", "stem_00"]


Change = Callable[[dict[str, bytes], dict[str, Any]], None]


def _rename(old: str, new: str) -> Change:
    def change(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
        members[new] = members.pop(old)
        manifest["members"][new] = manifest["members"].pop(old)
        manifest["script"] = new if manifest["script"] == old else manifest["script"]

    return change


def _text(name: str, text: str) -> Change:
    def change(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
        members[name] = text.encode()
        digest = hashlib.sha256(members[name]).hexdigest()
        manifest["members"][name] = {"size": len(members[name]), "sha256": digest}

    return change


def _set(**values: Any) -> Change:
    return lambda _members, manifest: manifest.update(values)


def _media(**values: Any) -> Change:
    return lambda _members, manifest: manifest["media"][0].update(values)


HOSTILE: dict[str, Change] = {
    "a way out": _rename("script.json", "../script.json"),
    "an absolute path": _rename("script.json", "/tmp/script.json"),
    "a hidden file": _rename("script.json", ".script.json"),
    "another folder": _rename("script.json", "deep/er/script.json"),
    "a file that nobody names": lambda members, _: members.update({"more.json": b"{}"}),
    "a changed file": lambda members, _: members.update({"script.json": members["script.json"] + b" "}),
    "a bomb": _text("script.json", " " * 30_000_000),
    "a newer version": _set(version=2),
    "another program": _set(format="other"),
    "no manifest": lambda members, _: members.pop("manifest.json"),
    "a file that is not there": _set(imported="gone.json"),
    "a script that is none": _text("script.json", '{"title": 1}'),
    "a script without lines": _text("script.json", '{"title": "t", "language": "en", "lines": []}'),
    "an order that is none": _text("order.json", "[]"),
    "another kind of request": _set(type=18),
    "a page for a recording": _media(media_type="text/html"),
    "a recording that is none": _text("media/000.mp3", "<script>"),
    "another main file": _media(name="document"),
    "an endless title": _set(title="x" * 5000),
}


async def test_a_bundle_made_to_harm_leaves_nothing(api: Any, sound: bytes) -> None:
    for told, change in HOSTILE.items():
        answer = await send(api, changed(sound, change))
        assert (answer.status, answer.body["details"][0]["field"]) == (400, "bundle"), (told, answer.body)
        assert (await api.get("/studio/requests")).body["totalCount"] == 1, told
    for data in (b"PK\x03\x04" + bytes(50), b"not a zip", zipped({"mimetype": b"x"})):
        answer = await send(api, data)
        assert (answer.status, answer.body["code"]) == (400, "bundle_unusable")


async def test_a_path_in_a_bundle_never_becomes_a_voice(api: Any, sound: bytes) -> None:
    def change(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
        recording = json.loads(members["recording.json"])
        recording["cast"][0] |= {"engine": "piper", "key": "x", "source": "/etc/passwd"}
        _text("recording.json", json.dumps(recording))(members, manifest)

    answer = await send(api, changed(sound, change))
    assert answer.status == 200 and "not spoken again" in answer.body["notes"][0]
    assert (await api.post(f"/studio/requests/{answer.body['request_id']}/perform")).status == 409


@pytest.fixture
async def sound(api: Any) -> bytes:
    """A bundle that is taken."""
    return await exported(api, (await an_episode(api))["id"])


def changed(bundle: bytes, change: Change) -> bytes:
    """The bundle with something done to its members or its manifest."""
    with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members["manifest.json"])
    change(members, manifest)
    if "manifest.json" in members:
        members["manifest.json"] = json.dumps(manifest).encode()
    return zipped(members)


def zipped(members: dict[str, bytes]) -> bytes:
    """An archive of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()

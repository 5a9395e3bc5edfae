"""The stub's calls about voices, pronunciations and recordings. As in `stub_api`, nothing lies behind them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from aiohttp import web

if TYPE_CHECKING:
    from stub_api import StubApi

Record = dict[str, Any]
FOLDER = "/home/ada/quillcast/voices"
KINDS = {
    "/content/ModifyPodcast": 15,
    "/content/SeparateSpeakersAudio": 16,
    "/content/CloneVoice": 17,
    "/content/GetTranscript": 18,
}


def add_routes(app: web.Application, api: StubApi) -> None:
    """Let the stub answer these calls."""
    calls = VoiceCalls(api)
    add = app.router.add_route
    add("GET", "/studio/voices", calls.catalogue)
    add("POST", "/studio/voices", calls.blend)
    add("POST", "/studio/voices/scan", calls.scan_folder)
    add("DELETE", "/studio/voices/{id}", calls.remove_blend)
    add("POST", "/content/RemoveVoice", calls.remove_voice)
    add("POST", "/studio/say", calls.say)
    add("GET", "/studio/pronunciations", calls.book)
    add("POST", "/studio/pronunciations", calls.write)
    add("POST", "/studio/pronunciations/scan", calls.doubts)
    add("POST", "/studio/pronunciations/{id}", calls.write)
    add("DELETE", "/studio/pronunciations/{id}", calls.strike)
    for path in KINDS:
        add("POST", path, calls.order)
    add("GET", "/content/GetTranscript/{id}", calls.transcript)


class VoiceCalls:
    """The handlers."""

    def __init__(self, api: StubApi) -> None:
        self._api = api
        self._contents = api.contents

    async def catalogue(self, _request: web.Request) -> web.Response:
        return web.json_response({"voices": [], "unusable": self._contents.unusable, "folder": FOLDER})

    async def scan_folder(self, request: web.Request) -> web.Response:
        self._contents.voices += self._contents.dropped
        self._contents.dropped = []
        return await self.catalogue(request)

    async def blend(self, request: web.Request) -> web.Response:
        from stub_api import refusal

        order = await request.json()
        if any(voice["name"] == order["name"] for voice in self._contents.voices):
            refused = refusal("invalid_field", "name: taken.", ("name", "another voice has this name; choose another"))
            return web.json_response(refused, status=400)
        number = 1000 + len(self._contents.calls)
        made = {"id": number, "name": order["name"], "language": "en", "engine": "kokoro", "origin": "blend"}
        self._contents.voices.append(made | {"parts": order["parts"], "available": True})
        return web.json_response(self._contents.voices[-1])

    async def remove_blend(self, request: web.Request) -> web.Response:
        return self._without(int(request.match_info["id"]))

    async def remove_voice(self, request: web.Request) -> web.Response:
        return self._without((await request.json())["id"])

    def _without(self, number: int) -> web.Response:
        kept = [voice for voice in self._contents.voices if voice["id"] != number]
        if len(kept) == len(self._contents.voices):
            raise KeyError(number)
        self._contents.voices[:] = kept
        return web.json_response({"success": True, "message": "The voice is removed."})

    async def say(self, _request: web.Request) -> web.Response:
        from stub_api import tone

        return web.Response(body=tone(0.3), content_type="audio/wav")

    async def book(self, _request: web.Request) -> web.Response:
        return web.json_response(sorted(self._contents.pronunciations, key=lambda entry: entry["word"].lower()))

    async def write(self, request: web.Request) -> web.Response:
        from stub_api import LANGUAGES, refusal

        order = await request.json()
        identity = request.match_info.get("id")
        others = [entry for entry in self._contents.pronunciations if entry["id"] != identity]
        if any(entry["word"] == order["word"] for entry in others):
            refused = refusal("conflict", "This word is in the book already.", ("word", "is in the book already"))
            return web.json_response(refused, status=409)
        code = dict(LANGUAGES).get(order.get("language", ""), "")
        entry = {
            "id": identity or self._contents.fresh_id(),
            "word": order["word"],
            "said": order["said"],
            "language": code,
            "podcastId": order.get("podcastId") or None,
            "voiceId": order.get("voiceId"),
            "note": order.get("note", ""),
            "forEveryone": order.get("forEveryone", False),
        }
        self._contents.pronunciations[:] = [*others, entry]
        return web.json_response(entry)

    async def strike(self, request: web.Request) -> web.Response:
        identity = request.match_info["id"]
        self._contents.pronunciations[:] = [e for e in self._contents.pronunciations if e["id"] != identity]
        return web.json_response({"success": True, "message": "The entry is out of the book."})

    async def doubts(self, _request: web.Request) -> web.Response:
        return web.json_response(self._contents.doubts)

    async def order(self, request: web.Request) -> web.Response:
        from stub_api import NOW, wire_time

        if request.content_type.startswith("multipart/"):
            form = await request.post()
            file = form["audioFile"]
            assert isinstance(file, web.FileField)
            fields = {name: value for name, value in form.items() if isinstance(value, str)}
            self._contents.uploads.append((request.path, fields, file.file.read()))
            title, order = file.filename, fields
        else:
            order = await request.json()
            title = str(order.get("name") or order.get("audioUrl") or "An episode").rsplit("/", 1)[-1]
        row = {
            "id": self._contents.fresh_id(),
            "title": title,
            "output_type": "",
            "request_type_id": KINDS[request.path],
            "status": 0,
            "stage": "queued",
            "requested_on": wire_time(NOW),
            "order": order,
        }
        self._contents.requests.insert(0, row)
        self._api.emit("request.queued", row["id"], status=0, stage="queued")
        return web.json_response({"request_id": row["id"], "status": 0})

    async def transcript(self, request: web.Request) -> web.Response:
        identity = request.match_info["id"]
        document = {"version": "1.0.0", "segments": self._contents.transcripts[identity]}
        return web.json_response({"success": True, "requestId": identity, "transcript": json.dumps(document)})

"""A small server of the API with its records in memory: what the desktop's tests talk to.

It implements the contract's shapes for the calls the desktop makes, and nothing behind them: an order stays queued
until the test moves it on.
"""

from __future__ import annotations

import asyncio
import io
import json
import math
import struct
import threading
import wave
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import stub_desk
import stub_notebooks
import stub_planning
import stub_storyboards
import stub_voices
from aiohttp import web
from stub_planning import PlanningRoutes, Plans

TOKEN = "stub-token"
NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
Record = dict[str, Any]

PATHS = (
    "/content/Create",
    "/content/Repurpose",
    "/content/GetVoices",
    "/content/Languages",
    "/studio/settings/writing",
    "/studio/requests",
    "/studio/requests/{id}",
    "/studio/requests/{id}/script",
    "/studio/voices/{voice}/sample",
    "/studio/preview",
    "/studio/targets",
    "/studio/search",
    "/podcast/shows",
    "/podcast/shows/{podcastId}/image",
    *stub_desk.PATHS,
    *stub_planning.PATHS,
    *stub_storyboards.PATHS,
)
MAKES = ("audio", "briefing_doc", "datatable", "faq", "quiz", "study_guide", "text", "timeline")
FOUND: list[Record] = [
    {
        "endpoint": "http://127.0.0.1:11434/v1",
        "name": "Ollama",
        "models": ["llama3.1:8b", "qwen2.5:14b"],
        "needsKey": False,
    },
    {"endpoint": "http://127.0.0.1:1234/v1", "name": "LM Studio", "models": [], "needsKey": True},
]
LANGUAGES = (("English", "en"), ("Deutsch", "de"), ("Français", "fr"), ("Español", "es"))
VOICES = (
    (1, "Heart", "en", "US", "female"),
    (2, "Michael", "en", "US", "male"),
    (3, "Emma", "en", "British", "female"),
    (4, "George", "en", "British", "male"),
    (5, "Siwis", "fr", "", "female"),
)
WORD_ERRORS = {
    "Heart": 0.0063,
    "Michael": 0.0158,
    "Nicole": 0.0213,
    "Siwis": 0.1182,
    "Dora (Spanish)": 0.0625,
    "Alex (Spanish)": 0.0625,
    "Deutsch (basic, female)": 0.5204,
    "Deutsch (basic, male)": 0.4388,
    "English": 0.0158,
    "Deutsch": 0.5204,
    "Français": 0.2091,
    "Español": 0.0625,
}
"""Of voices and languages as they were once measured; of the other packaged voices none was heard wrongly."""


def told_errors(name: str) -> Record:
    """What a voice or a language tells of word errors; one without a name was not measured."""
    share = WORD_ERRORS.get(name, 0.0) if name else None
    return {"wordErrors": share, "offeredByDefault": share is not None and share <= 0.03}


def wire_time(moment: datetime) -> str:
    """A time as the wire writes it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def tone(seconds: float, *, rate: int = 8000) -> bytes:
    """A WAV file with a quiet tone."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        samples = (int(2500 * math.sin(n * 0.27)) for n in range(int(seconds * rate)))
        file.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
    return buffer.getvalue()


@dataclass
class Contents:
    """Everything the stub knows. Tests read and change it; the server runs in another thread."""

    requests: list[Record] = field(default_factory=list)
    """Queue rows, newest first, with the result fields of completed ones."""
    scripts: dict[str, Record] = field(default_factory=dict)
    shows: list[Record] = field(default_factory=list)
    episodes: list[Record] = field(default_factory=list)
    files: dict[str, Record] = field(default_factory=dict)
    deleted: dict[str, Record] = field(default_factory=dict)
    artwork: dict[str, bytes] = field(default_factory=dict)
    served: dict[str, tuple[bytes, str]] = field(default_factory=dict)
    """Files of results: path to content and media type."""
    makes: tuple[str, ...] = MAKES
    targets: list[Record] = field(default_factory=list)
    storyboards: dict[str, Record] = field(default_factory=dict)
    notebooks: list[Record] = field(default_factory=list)
    desks: dict[str, Record] = field(default_factory=dict)
    findings: list[Record] = field(default_factory=list)
    """What the checks of a script find."""
    found: list[Record] = field(default_factory=list)
    """What a search can find."""
    scenes: dict[str, bytes] = field(default_factory=dict)
    """Pictures of a storyboard's scenes by their numbers."""
    preview: bytes = b""
    """The picture of a film to come."""
    writing: Record = field(
        default_factory=lambda: {
            "writer": "built_in",
            "endpoint": "",
            "model": "",
            "hasKey": False,
            "gguf": "",
            "contextTokens": 8192,
            "requestTokens": 0,
            "dayTokens": 0,
            "spentToday": 0,
            "timeoutSeconds": 120,
            "fallsBack": False,
            "encyclopaedia": "",
        }
    )
    sound: bytes = field(default_factory=lambda: tone(2))
    sounds: dict[str, bytes] = field(default_factory=dict)
    """Sounds by the last part of their path, in place of `sound`."""
    voices: list[Record] = field(default_factory=list)
    """Voices beyond `VOICES`."""
    unusable: list[Record] = field(default_factory=list)
    dropped: list[Record] = field(default_factory=list)
    """Voices that the next look at the folder finds."""
    pronunciations: list[Record] = field(default_factory=list)
    doubts: list[Record] = field(default_factory=list)
    transcripts: dict[str, list[Record]] = field(default_factory=dict)
    """Segments of transcripts by request."""
    uploads: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    """Path, fields and file of every recording that came as a form."""
    calls: list[tuple[str, str, Any]] = field(default_factory=list)
    """Method, path and JSON body of every call."""
    events: list[tuple[int, str, Record]] = field(default_factory=list)
    faults: dict[str, tuple[int, Record]] = field(default_factory=dict)
    """Path to the refusal it answers instead."""
    plans: Plans = field(default_factory=Plans)
    oldest_event: int = 0
    """Events before this id are gone."""
    number: int = 0

    def fresh_id(self) -> str:
        """A new record id."""
        self.number += 1
        return f"0198f2a0-0000-7000-8000-{self.number:012d}"


def refusal(code: str, sentence: str, *faults: tuple[str, str]) -> Record:
    """An error body."""
    body: Record = {"success": False, "code": code, "error": sentence, "errorMessage": sentence}
    return body | ({"details": [{"field": f, "message": m} for f, m in faults]} if faults else {})


class StubApi:
    """The server. `contents` is what it knows; `address` where it listens once it runs."""

    def __init__(self, contents: Contents | None = None) -> None:
        self.contents = contents or Contents()
        self.planning = PlanningRoutes(self)
        self.address = ""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: set[asyncio.Queue[None]] = set()
        self._streams: set[web.StreamResponse] = set()

    def emit(self, name: str, subject: str, **data: Any) -> None:
        """Tell all followers of an event; may be called from any thread."""
        number = (self.contents.events[-1][0] if self.contents.events else 0) + 1
        self.contents.events.append((number, name, {"id": number, "event": name, "subject": subject, **data}))
        self._wake()

    def move(self, request_id: str, **changes: Any) -> None:
        """Change a request's row and tell of it."""
        row = self._row(request_id)
        row.update(changes)
        self.emit("request.progress", request_id, **changes)

    def drop_streams(self) -> None:
        """Break every event stream, as a lost connection would."""
        assert self._loop is not None

        def drop() -> None:
            for stream in tuple(self._streams):
                if stream._req is not None and stream._req.transport is not None:
                    stream._req.transport.abort()

        self._loop.call_soon_threadsafe(drop)

    @contextmanager
    def running(self) -> Iterator[StubApi]:
        """Serve in a thread of its own until the block ends."""
        started = threading.Event()
        ended: list[asyncio.Event] = []

        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            ended.append(asyncio.Event())
            runner = web.AppRunner(self.application(), shutdown_timeout=0.1)
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            self.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
            started.set()
            await ended[0].wait()
            await runner.cleanup()

        def main() -> None:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(serve())

        thread = threading.Thread(target=main, name="stub", daemon=True)
        thread.start()
        started.wait(20)
        try:
            yield self
        finally:
            assert self._loop is not None
            self._loop.call_soon_threadsafe(ended[0].set)
            thread.join(10)

    def application(self) -> web.Application:
        """The aiohttp application."""
        app = web.Application(middlewares=[self._guard], client_max_size=300 * 1024**2)
        add = app.router.add_route
        add("GET", "/openapi.json", self._openapi)
        add("GET", "/studio/settings/writing", self._writing)
        add("POST", "/studio/settings/writing", self._set_writing)
        add("POST", "/studio/settings/writing/test", self._test_writing)
        add("POST", "/studio/settings/writing/models", self._list_models)
        add("GET", "/studio/settings/writing/found", self._found_models)
        add("GET", "/studio/health", self._health)
        add("GET", "/studio/webhooks", self._no_webhooks)
        add("GET", "/content/Status/{id}", self._status)
        add("POST", "/content/Repurpose", self._repurpose)
        add("GET", "/content/Usage", self._usage)
        add("GET", "/content/Me", self._me)
        add("GET", "/content/QueueStats", self._stats)
        add("GET", "/content/GetVoices", self._voices)
        add("GET", "/content/Languages", self._languages)
        add("POST", "/content/Create", self._create)
        add("POST", "/content/CancelRequest", self._cancel)
        add("POST", "/content/DeleteRequest", self._delete)
        add("GET", "/studio/requests", self._list)
        add("GET", "/studio/search", self._search)
        add("POST", "/podcast/remove", self._remove_show)
        add("GET", "/studio/requests/{id}", self._detail)
        add("GET", "/studio/requests/{id}/script", self._script)
        add("POST", "/studio/requests/{id}/{what:restore|retry|approve}", self._act)
        add("GET", "/studio/voices/{voice}/sample", self._sample)
        add("POST", "/studio/preview", self._preview)
        add("GET", "/studio/targets", self._targets)
        add("GET", "/studio/events", self._events)
        add("POST", "/files", self._upload)
        add("DELETE", "/files/{id}", self._delete_file)
        add("GET", "/podcast/shows", self._shows)
        add("POST", "/podcast/shows", self._create_show)
        add("POST", "/podcast/shows/with-image", self._create_show_with_image)
        add("GET", "/podcast/shows/{id}", self._show)
        add("POST", "/podcast/shows/{id}", self._change_show)
        add("POST", "/podcast/shows/{id}/image", self._change_artwork)
        add("GET", "/podcast/shows/{id}/episodes", self._episodes)
        add("POST", "/podcast/shows/{id}/episodes", self._add_episode)
        add("GET", "/podcast/episodes/unallocated", self._unallocated)
        add("POST", "/podcast/episodes/remove", self._remove_episode)
        add("POST", "/podcast/episodes/{id}", self._change_episode)
        add("GET", "/podcast/rss/{id}", self._feed)
        add("GET", "/media/{id}/{name}", self._media)
        self.planning.add_to(app)
        stub_voices.add_routes(app, self)
        stub_storyboards.add_routes(app, self)
        stub_notebooks.add_routes(app, self)
        stub_desk.add_routes(app, self)
        return app

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        public = request.path.startswith(("/media/", "/podcast/rss/", "/openapi.json"))
        if not public and request.headers.get("Authorization") != f"Bearer {TOKEN}":
            return web.json_response(refusal("unauthorized", "The token is not valid."), status=401)
        body = await request.json() if request.content_type == "application/json" and request.can_read_body else None
        self.contents.calls.append((request.method, request.path, body))
        if request.path in self.contents.faults:
            status, refused = self.contents.faults[request.path]
            return web.json_response(refused, status=status)
        try:
            return await handler(request)
        except KeyError:
            return web.json_response(refusal("not_found", "There is no such record."), status=404)

    async def _openapi(self, _request: web.Request) -> web.Response:
        return web.json_response({"openapi": "3.1.0", "paths": {path: {} for path in PATHS}})

    async def _writing(self, _request: web.Request) -> web.Response:
        return web.json_response(self.contents.writing)

    async def _set_writing(self, request: web.Request) -> web.Response:
        change = await request.json()
        if change.get("writer") == "endpoint" and not change.get("endpoint"):
            message = "is required for a model behind an address"
            return web.json_response(refusal("invalid_field", message, ("endpoint", message)), status=400)
        key = change.pop("key", None)
        if key is not None:
            self.contents.writing["hasKey"] = bool(key)
        self.contents.writing.update(change)
        return web.json_response(self.contents.writing)

    async def _test_writing(self, request: web.Request) -> web.Response:
        change = await request.json()
        if change["endpoint"] not in {found["endpoint"] for found in FOUND}:
            said = "Nothing answers at this address."
            return web.json_response(
                {"reachable": False, "model": "", "models": [], "structuredOutput": "", "error": said}
            )
        models = FOUND[0]["models"]
        model = change["model"] or models[0]
        return web.json_response(
            {"reachable": True, "model": model, "models": models, "structuredOutput": "json_schema", "error": None}
        )

    async def _list_models(self, _request: web.Request) -> web.Response:
        return web.json_response({"models": FOUND[0]["models"]})

    async def _found_models(self, _request: web.Request) -> web.Response:
        return web.json_response(FOUND)

    async def _no_webhooks(self, _request: web.Request) -> web.Response:
        return web.json_response([])

    async def _health(self, _request: web.Request) -> web.Response:
        return web.json_response({"status": "ok", "version": "1.0.0", "makes": list(self.contents.makes)})

    async def _status(self, request: web.Request) -> web.Response:
        row = self._row(request.match_info["id"])
        known = {"audio_title": row["title"], "error_message": row.get("error", "")}
        return web.json_response(self._links(row) | row | known)

    async def _repurpose(self, request: web.Request) -> web.Response:
        wish = await request.json()
        original = self._row(wish["requestId"])
        row = {
            "id": self.contents.fresh_id(),
            "title": original["title"],
            "output_type": wish["outputType"],
            "status": 0,
            "stage": "queued",
            "requested_on": wire_time(NOW),
            "order": {"outputType": wish["outputType"]},
        }
        self.contents.requests.insert(0, row)
        self.emit("request.queued", row["id"], status=0, stage="queued")
        return web.json_response({"request_id": row["id"], "status": 0})

    async def _targets(self, _request: web.Request) -> web.Response:
        return web.json_response(self.contents.targets)

    async def _preview(self, _request: web.Request) -> web.Response:
        return web.Response(body=self.contents.preview, content_type="image/jpeg")

    def serve(self, identity: str, name: str, content: bytes, media_type: str) -> str:
        """Serve a file of a result; answers its address."""
        path = f"/media/{identity}/{name}"
        self.contents.served[path] = (content, media_type)
        return f"{self.address}{path}"

    async def _usage(self, _request: web.Request) -> web.Response:
        return web.json_response(
            {"allowed": 1_000_000, "used": 1_240, "allowedDailyPodcasts": 100_000, "usedDailyPodcasts": 3}
        )

    async def _me(self, _request: web.Request) -> web.Response:
        return web.json_response({"clientId": "owner"})

    async def _stats(self, _request: web.Request) -> web.Response:
        counts = self._counts()
        queued, processing = counts["queued"], counts["processing"]
        return web.json_response(
            {"success": True, "queued": queued, "processing": processing, "active": queued + processing}
        )

    async def _voices(self, _request: web.Request) -> web.Response:
        names = ("id", "name", "language", "accent", "sex")
        packaged = [
            dict(zip(names, voice, strict=True)) | {"clientId": None, "grade": "A"} | told_errors(voice[1])
            for voice in VOICES
        ]
        return web.json_response([*packaged, *self.contents.voices])

    async def _languages(self, _request: web.Request) -> web.Response:
        return web.json_response(
            [
                {"name": name, "code": code, "voices": [v[0] for v in VOICES if v[2] == code]} | told_errors(name)
                for name, code in LANGUAGES
            ]
        )

    async def _create(self, request: web.Request) -> web.Response:
        order = await request.json()
        given = ("resources", "topic", "feedSelections", "templateMode")
        if not any(order.get(name) for name in given):
            body = refusal(
                "invalid_field", "resources: give at least one source.", ("resources", "give at least one source")
            )
            return web.json_response(body, status=400)
        if order.get("voice2") and not order.get("voice1"):
            body = refusal("invalid_field", "voice2: needs voice1.", ("voice2", "needs voice1"))
            return web.json_response(body, status=400)
        if request.query.get("quote") == "true":
            return web.json_response({"credits": 10, "estimatedSeconds": 95.0, "estimatedBytes": 6_400_000})
        kept = self.planning.keep_order(order)
        if kept is not None:
            return web.json_response(kept)
        row = {
            "id": self.contents.fresh_id(),
            "title": order.get("title", ""),
            "output_type": order["outputType"],
            "status": 0,
            "stage": "queued",
            "requested_on": wire_time(NOW),
            "scheduled_on": order.get("scheduledOn"),
            "order": order,
        }
        self.contents.requests.insert(0, row)
        self.emit("request.queued", row["id"], status=0, stage="queued")
        return web.json_response({"request_id": row["id"], "status": 0})

    async def _cancel(self, request: web.Request) -> web.Response:
        row = self._row((await request.json())["id"])
        if row["status"] == 100 or row.get("error_code"):
            return web.json_response(refusal("conflict", "This request has ended already."), status=409)
        row.update(status=0, error_code=499, error="Cancelled.")
        self.emit("request.cancelled", row["id"], status=0, error_code=499, error_message="Cancelled.")
        return web.json_response({"success": True, "id": row["id"], "cancelled": True})

    async def _delete(self, request: web.Request) -> web.Response:
        row = self._row((await request.json())["id"])
        self.contents.requests.remove(row)
        self.contents.deleted[row["id"]] = row
        self.emit("request.deleted", row["id"])
        return web.json_response({"success": True, "message": "The request is deleted."})

    async def _act(self, request: web.Request) -> web.Response:
        identity = request.match_info["id"]
        what = request.match_info["what"]
        if what == "restore" and self.planning.restore(identity):
            return web.json_response({"success": True, "request_id": identity, "status": 0})
        if what == "restore":
            row = self.contents.deleted.pop(identity)
            self.contents.requests.append(row)
            self.contents.requests.sort(key=lambda r: r["requested_on"], reverse=True)
            self.emit("request.restored", identity)
        else:
            row = self._row(identity)
            changes = {"error_code": 0, "error": "", "status": row["status"], "stage": "queued"}
            if what == "approve":
                changes = {"stage": "voicing", "status": 56}
            row.update(changes)
            self.emit("request.queued", identity, **changes)
        return web.json_response({"success": True, "request_id": identity, "status": row["status"]})

    async def _remove_show(self, request: web.Request) -> web.Response:
        wanted = (await request.json()).get("id")
        self.contents.shows = [show for show in self.contents.shows if show["id"] != wanted]
        return web.json_response({"success": True, "message": "The show is removed."})

    async def _search(self, request: web.Request) -> web.Response:
        """What the test laid out, where it holds all words, of the kinds that are asked for."""
        words = request.query.get("q", "").casefold().split()
        kinds = request.query.get("kinds", "").split(",") if request.query.get("kinds") else []
        told = [
            each
            for each in self.contents.found
            if (not kinds or each["kind"] in kinds) and all(word in json.dumps(each).casefold() for word in words)
        ]
        limit = int(request.query.get("limit", "20"))
        return web.json_response({"results": told[:limit], "more": len(told) > limit})

    async def _list(self, request: web.Request) -> web.Response:
        search = request.query.get("search", "").lower()
        state = request.query.get("state", "all")
        limit = int(request.query.get("limit", 50))
        found = [
            row
            for row in self.contents.requests
            if search in row["title"].lower() and state in ("all", state_of(row), _group(row))
        ]
        after = request.query.get("after")
        start = next((place + 1 for place, row in enumerate(found) if row["id"] == after), 0) if after else 0
        page = found[start : start + limit]
        more = start + limit < len(found)
        return web.json_response(
            {
                "requests": page,
                "nextAfter": page[-1]["id"] if more else None,
                "totalCount": len(found),
                "counts": self._counts(),
            }
        )

    async def _detail(self, request: web.Request) -> web.Response:
        row = self._row(request.match_info["id"])
        return web.json_response(row | self._links(row))

    async def _script(self, request: web.Request) -> web.Response:
        return web.json_response(self.contents.scripts[request.match_info["id"]])

    async def _sample(self, _request: web.Request) -> web.Response:
        return web.Response(body=tone(0.3), content_type="audio/wav")

    async def _events(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(b"retry: 2000\n\n")
        news: asyncio.Queue[None] = asyncio.Queue()
        self._listeners.add(news)
        self._streams.add(response)
        known = self.contents.events[-1][0] if self.contents.events else 0
        last = int(request.headers.get("Last-Event-ID") or known)
        try:
            if last < self.contents.oldest_event:
                last = known
                await response.write(f"id: {last}\nevent: refresh\ndata: {{}}\n\n".encode())
            while True:
                for number, name, data in list(self.contents.events):
                    if number > last:
                        last = number
                        await response.write(f"id: {number}\nevent: {name}\ndata: {json.dumps(data)}\n\n".encode())
                await news.get()
        except ConnectionError:
            return response
        finally:
            self._listeners.discard(news)
            self._streams.discard(response)

    async def _upload(self, request: web.Request) -> web.Response:
        part = await (await request.multipart()).next()
        assert part is not None
        content = bytes(await part.read())  # type: ignore[union-attr]
        identity = self.contents.fresh_id()
        record = {
            "success": True,
            "id": identity,
            "fileName": part.filename,  # type: ignore[union-attr]
            "contentType": "application/octet-stream",
            "size": len(content),
            "createdOn": wire_time(NOW),
        }
        self.contents.files[identity] = record
        return web.json_response(record)

    async def _delete_file(self, request: web.Request) -> web.Response:
        self.contents.files.pop(request.match_info["id"])
        return web.json_response({"success": True, "message": "The file is deleted."})

    async def _shows(self, _request: web.Request) -> web.Response:
        return web.json_response(self.contents.shows)

    async def _show(self, request: web.Request) -> web.Response:
        return web.json_response(self._show_record(request.match_info["id"]))

    async def _create_show(self, request: web.Request) -> web.Response:
        return self._created(await request.json())

    async def _create_show_with_image(self, request: web.Request) -> web.Response:
        form = await request.post()
        image = form["imageFile"]
        assert isinstance(image, web.FileField)
        return self._created({k: v for k, v in form.items() if isinstance(v, str)}, image=image.file.read())

    def _created(self, fields: Record, *, image: bytes = b"") -> web.Response:
        missing = [n for n in ("name", "description", "author", "link", "email") if not fields.get(n)]
        wrong = [(name, "is needed") for name in missing]
        if not missing and "@" not in fields["email"]:
            wrong.append(("email", "must look like an e-mail address"))
        if wrong:
            return web.json_response(refusal("invalid_field", f"{wrong[0][0]}: {wrong[0][1]}.", *wrong), status=400)
        record = self.add_show(artwork=image, **fields)
        self.emit("show.created", record["id"])
        return web.json_response(
            {"success": True, "podcastId": record["id"], "rssUrl": record["rssUrl"], "imageUrl": record["imageUrl"]}
        )

    def add_show(self, *, artwork: bytes = b"", public: str = "", **fields: str) -> Record:
        """Put a show in; `public` replaces this server's address in its links."""
        identity = self.contents.fresh_id()
        record: Record = dict(fields)
        record["id"] = identity
        record["rssUrl"] = f"{public or self.address}/podcast/rss/{identity}"
        record["imageUrl"] = f"{self.address}/media/{identity}/cover.jpg" if artwork else ""
        self.contents.artwork[identity] = artwork
        self.contents.shows.append(record)
        return record

    async def _change_show(self, request: web.Request) -> web.Response:
        record = self._show_record(request.match_info["id"])
        record.update(await request.json())
        self.emit("show.changed", record["id"])
        return web.json_response({"success": True, "message": "The show is changed."})

    async def _change_artwork(self, request: web.Request) -> web.Response:
        record = self._show_record(request.match_info["id"])
        image = (await request.post())["imageFile"]
        assert isinstance(image, web.FileField)
        self.contents.artwork[record["id"]] = image.file.read()
        record["imageUrl"] = f"{self.address}/media/{record['id']}/cover.jpg"
        return web.json_response(record)

    async def _episodes(self, request: web.Request) -> web.Response:
        show = self._show_record(request.match_info["id"])
        return web.json_response([e for e in self.contents.episodes if show["id"] in e["podcastShowIds"]])

    async def _unallocated(self, _request: web.Request) -> web.Response:
        found = [e for e in self.contents.episodes if not e["podcastShowIds"]]
        return web.json_response(
            {
                "episodes": found,
                "totalCount": len(found),
                "page": 1,
                "pageSize": 50,
                "totalPages": 1,
                "draftEpisodes": [],
            }
        )

    async def _add_episode(self, request: web.Request) -> web.Response:
        show, body = self._show_record(request.match_info["id"]), await request.json()
        episode = next((e for e in self.contents.episodes if e["requestId"] == body.get("requestId")), None)
        if episode is None:
            refused = refusal("invalid_field", "requestId: no audio of yours.", ("requestId", "no audio of yours"))
            return web.json_response(refused, status=400)
        if show["id"] not in episode["podcastShowIds"]:
            episode["podcastShowIds"].append(show["id"])
        episode["title"] = body.get("title") or episode["audioTitle"]
        episode["description"] = body.get("description") or episode["audioTitle"]
        self.emit("episode.changed", str(episode["id"]))
        return web.json_response(
            {"success": True, "episodeId": episode["id"], "message": "The episode is in the show."}
        )

    async def _change_episode(self, request: web.Request) -> web.Response:
        body = await request.json()
        episode = self._episode(int(request.match_info["id"]))
        episode.update(title=body["title"], description=body["description"])
        return web.json_response({"success": True, "message": "The episode is changed."})

    async def _remove_episode(self, request: web.Request) -> web.Response:
        self._episode((await request.json())["episodeId"])["podcastShowIds"].clear()
        return web.json_response({"success": True, "message": "The episode is removed."})

    async def _feed(self, request: web.Request) -> web.Response:
        show = self._show_record(request.match_info["id"])
        items = "".join(
            f"<item><title>{_escaped(e['title'])}</title><description>{_escaped(e['description'])}</description>"
            f"<pubDate>Fri, 20 Nov 2026 08:00:00 GMT</pubDate>"
            f"<itunes:duration>{e['durationSeconds']}</itunes:duration>"
            f'<enclosure url="{e["audioUrl"]}" length="{e["fileSize"]}" type="audio/mpeg"/></item>'
            for e in self.contents.episodes
            if show["id"] in e["podcastShowIds"]
        )
        xml = (
            '<?xml version="1.0" encoding="UTF-8"?>'
            '<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>'
            f"<title>{_escaped(show['name'])}</title><description>{_escaped(show['description'])}</description>"
            f"<language>en</language><itunes:author>{_escaped(show['author'])}</itunes:author>"
            f'<itunes:category text="Society &amp; Culture"/><itunes:image href="{show["imageUrl"]}"/>'
            f"{items}</channel></rss>"
        )
        return web.Response(text=xml, content_type="application/rss+xml")

    async def _media(self, request: web.Request) -> web.Response:
        if request.path in self.contents.served:
            content, media_type = self.contents.served[request.path]
            return web.Response(body=content, content_type=media_type)
        artwork = self.contents.artwork.get(request.match_info["id"])
        artwork = artwork or self.contents.plans.logos.get(request.match_info["id"])
        if artwork:
            return web.Response(body=artwork, content_type="image/jpeg")
        sound = self.contents.sounds.get(request.match_info["name"], self.contents.sound)
        return web.Response(body=sound, content_type="audio/wav")

    def _row(self, identity: str) -> Record:
        found = next((row for row in self.contents.requests if row["id"] == identity), None)
        if found is None:
            raise KeyError(identity)
        return found

    def _show_record(self, identity: str) -> Record:
        found = next((show for show in self.contents.shows if show["id"] == identity), None)
        if found is None:
            raise KeyError(identity)
        return found

    def _episode(self, identity: int) -> Record:
        found = next((episode for episode in self.contents.episodes if episode["id"] == identity), None)
        if found is None:
            raise KeyError(identity)
        return found

    def _links(self, row: Record) -> Record:
        if row["status"] < 100:
            return {}
        if row["output_type"] != "audio":
            return {"share_url": f"{self.address}/share/{row['id']}"} | row.get("links", {})
        identity = row["id"]
        return {
            "audio_url": f"{self.address}/media/{identity}/episode.mp3",
            "share_url": f"{self.address}/share/{identity}",
        }

    def _counts(self) -> dict[str, int]:
        counts = dict.fromkeys(("queued", "processing", "waiting", "done", "failed", "cancelled"), 0)
        for row in self.contents.requests:
            counts[state_of(row)] += 1
        return counts

    def _wake(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(lambda: [news.put_nowait(None) for news in tuple(self._listeners)])


def state_of(row: Record) -> str:
    """The state that the list filters by."""
    code = row.get("error_code", 0)
    if code:
        return "cancelled" if code == 499 else "failed"
    if row["status"] == 100:
        return "done"
    if row["stage"] == "waiting_for_approval":
        return "waiting"
    return "queued" if row["status"] == 0 else "processing"


def _group(row: Record) -> str:
    return "active" if state_of(row) in ("queued", "processing", "waiting") else ""


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def an_episode(number: int, request: Record, *shows: str, minutes_ago: int = 0) -> Record:
    """An episode record for a completed request."""
    return {
        "id": number,
        "podcastId": shows[0] if shows else "",
        "requestId": request["id"],
        "title": request["title"],
        "description": f"What the sources say about {request['title'].lower()}.",
        "audioTitle": request["title"],
        "audioUrl": f"http://127.0.0.1/media/{request['id']}/episode.mp3",
        "requestedOn": wire_time(NOW - timedelta(minutes=minutes_ago)),
        "succeededOn": wire_time(NOW - timedelta(minutes=minutes_ago)),
        "scheduledOn": None,
        "fileSize": int(request.get("duration", 60) * 16_000),
        "durationSeconds": int(request.get("duration", 60)),
        "podcastShowIds": list(shows),
    }


def a_request(
    contents: Contents, title: str = "Why local-first wins", *, minutes_ago: int = 0, **fields: Any
) -> Record:
    """Put a request into the contents; completed audio by default."""
    row: Record = {
        "id": contents.fresh_id(),
        "title": title,
        "output_type": "audio",
        "status": 100,
        "stage": "completed",
        "progress_text": "",
        "seconds_left": None,
        "requested_on": wire_time(NOW - timedelta(minutes=minutes_ago)),
        "duration": 760.0,
        "error_code": 0,
        "error": "",
        "order": {"outputType": "audio", "resources": [{"type": "text", "content": "Words to speak of."}]},
    } | fields
    contents.requests.append(row)
    return row

"""The stub's script desk: drafts read, kept, looked through; takes are tones, a rebuild stays where it is put."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiohttp import web

if TYPE_CHECKING:
    from stub_api import StubApi

PATHS = ("/studio/requests/{id}/desk",)
Record = dict[str, Any]
WORDS_A_MINUTE = 160.0


def a_take(number: int, text: str, voice: int, *, take: int = 0, pace: float = 1.0) -> Record:
    """A line as it was spoken once."""
    seconds = round(len(text.split()) / WORDS_A_MINUTE * 60 / pace, 2)
    key = f"{number:02d}{take}{voice:03d}"
    return {
        "key": key,
        "text": text,
        "voice": voice,
        "pace": pace,
        "take": take,
        "seconds": seconds,
        "url": f"/studio/takes/{key}",
    }


def a_line(number: int, speaker: int, text: str, voice: int, **more: Any) -> Record:
    """A line that is spoken as it stands."""
    line: Record = {
        "id": f"l{number}",
        "speaker": speaker,
        "text": text,
        "voice": None,
        "pauseMs": None,
        "pace": 1.0,
        "take": 0,
        "kind": "statement",
        "takes": [a_take(number, text, voice)],
        "passages": [],
    }
    return line | more


def a_desk(request_id: str, title: str, lines: list[Record], *, voices: tuple[int, ...] = (1, 2)) -> Record:
    """A desk of these lines, kept never, with one version that was not measured."""
    return {
        "requestId": request_id,
        "version": 0,
        "waiting": False,
        "title": title,
        "language": "en",
        "lines": lines,
        "cast": [
            {"speaker": n, "voice": voice, "levelDb": 0.0, "muted": False, "wordsAMinute": WORDS_A_MINUTE}
            for n, voice in enumerate(voices)
        ],
        "chapters": [{"title": title, "line": lines[0]["id"]}],
        "mixing": {
            "targetLufs": -16.0,
            "music": "none",
            "musicFile": "",
            "musicName": "",
            "musicDb": -2.0,
            "duckingDb": -16.0,
            "fadeInSeconds": 0.4,
            "fadeOutSeconds": 4.0,
        },
        "targetMinutes": None,
        "rebuild": None,
        "versions": [],
    }


def add_routes(app: web.Application, stub: StubApi) -> None:
    """Serve `stub.contents.desks`; the checks find `stub.contents.findings`."""

    async def read(request: web.Request) -> web.Response:
        return web.json_response(stub.contents.desks[request.match_info["id"]])

    async def keep(request: web.Request) -> web.Response:
        desk = stub.contents.desks[request.match_info["id"]]
        kept = await request.json()
        if kept.pop("version") != desk["version"]:
            body = {"success": False, "code": "draft_changed", "error": "The draft was changed."}
            return web.json_response(body, status=409)
        known = {line["id"]: line for line in desk["lines"]}
        lines = [{"takes": [], "passages": []} | known.get(line["id"], {}) | line for line in kept.pop("lines")]
        paces = {member["voice"]: member["wordsAMinute"] for member in desk["cast"]}
        cast = [member | {"wordsAMinute": paces.get(member["voice"], WORDS_A_MINUTE)} for member in kept.pop("cast")]
        mixing = desk["mixing"] | kept.pop("mixing")
        desk |= kept | {"lines": lines, "cast": cast, "mixing": mixing, "version": desk["version"] + 1}
        return web.json_response(desk)

    async def say(request: web.Request) -> web.Response:
        desk, line = stub.contents.desks[request.match_info["id"]], await request.json()
        place = next(n for n, each in enumerate(desk["lines"]) if each["id"] == line["id"])
        made = a_take(place, line["text"], line["voice"], take=line["take"], pace=line["pace"])
        desk["lines"][place]["takes"].append(made)
        return web.json_response(made)

    async def forget(request: web.Request) -> web.Response:
        desk = stub.contents.desks[request.match_info["id"]]
        for line in desk["lines"]:
            line["takes"] = [take for take in line["takes"] if take["key"] != request.match_info["key"]]
        return web.Response(status=204)

    async def check(_request: web.Request) -> web.Response:
        return web.json_response({"findings": stub.contents.findings})

    async def rebuild(request: web.Request) -> web.Response:
        desk = stub.contents.desks[request.match_info["id"]]
        desk["rebuild"] = {"state": "queued", "version": len(desk["versions"]) + 1, "fraction": 0.0, "text": ""}
        return web.json_response(desk["rebuild"])

    async def stop(request: web.Request) -> web.Response:
        stub.contents.desks[request.match_info["id"]]["rebuild"] = None
        return web.Response(status=204)

    async def sound(_request: web.Request) -> web.Response:
        return web.Response(body=stub.contents.sound, content_type="audio/wav")

    add = app.router.add_route
    address = "/studio/requests/{id}/desk"
    add("GET", address, read)
    add("POST", address, keep)
    add("POST", f"{address}/takes", say)
    add("DELETE", f"{address}/lines/{{line}}/takes/{{key}}", forget)
    add("POST", f"{address}/checks", check)
    add("POST", f"{address}/rebuild", rebuild)
    add("DELETE", f"{address}/rebuild", stop)
    add("GET", "/studio/takes/{key}", sound)

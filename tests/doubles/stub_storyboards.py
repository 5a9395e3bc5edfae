"""The stub's videos: storyboards read, previewed, changed, made into versions; two presenters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiohttp import web

if TYPE_CHECKING:
    from stub_api import StubApi

PATHS = ("/studio/requests/{id}/storyboard", "/studio/avatars")
Record = dict[str, Any]


def a_scene(number: int, kind: str, said: str, **more: Any) -> Record:
    """A scene of one line."""
    scene: Record = {
        "scene": number,
        "kind": kind,
        "kinds": [kind, "statement", "recap"],
        "heading": "",
        "text": "",
        "items": [],
        "figure": "",
        "chapter": "",
        "lines": [{"speaker": "SPEAKER_00", "text": said}],
        "startMs": number * 4000 + 500,
        "endMs": number * 4000 + 3800,
    }
    return scene | more


def a_storyboard(request_id: str, *scenes: Record, waiting: bool = False, form: str = "explainer") -> Record:
    """A storyboard of these scenes."""
    return {
        "request_id": request_id,
        "title": "The lake",
        "format": form,
        "isWaiting": waiting,
        "canChange": True,
        "scenes": list(scenes),
    }


def add_routes(app: web.Application, stub: StubApi) -> None:
    """Serve `stub.contents.storyboards`; pictures are `stub.contents.scenes`, or else `preview`."""

    async def board(request: web.Request) -> web.Response:
        found = stub.contents.storyboards.get(request.match_info["id"])
        if found is None:
            body = {"success": False, "code": "storyboard_not_found", "error": "There is no storyboard."}
            return web.json_response(body, status=404)
        return web.json_response(found)

    async def picture(request: web.Request) -> web.Response:
        shown = stub.contents.scenes.get(request.match_info.get("scene", ""), stub.contents.preview)
        return web.Response(body=shown, content_type="image/jpeg")

    async def change(request: web.Request) -> web.Response:
        return web.json_response(stub.contents.storyboards[request.match_info["id"]])

    async def version(_request: web.Request) -> web.Response:
        return web.json_response({"request_id": "version-2", "status": 0})

    async def avatars(_request: web.Request) -> web.Response:
        return web.json_response([{"id": 1, "name": "Ada", "picture": ""}, {"id": 2, "name": "Bo", "picture": ""}])

    add = app.router.add_route
    address = "/studio/requests/{id}/storyboard"
    add("GET", "/studio/avatars", avatars)
    add("GET", address, board)
    add("POST", address, change)
    add("POST", f"{address}/versions", version)
    add("POST", f"{address}/preview", picture)
    add("GET", f"{address}/{{scene}}/picture", picture)

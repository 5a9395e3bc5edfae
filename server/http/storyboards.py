"""Storyboards of videos: the scenes as cards, changed before a video is voiced or made into another version of it."""

from __future__ import annotations

# ruff: noqa: N815 - the wire's names
from typing import Annotated, Literal

import msgspec
from aiohttp import hdrs, web
from pydantic import AfterValidator, Field

from server.domain.requests import State
from server.domain.storyboard_edits import ItemEdit, SceneEdit, kinds_of
from server.domain.storyboards import Scene, SceneKind
from server.http.calls import Call
from server.http.registry import Routes
from server.http.replies import AcceptedReply
from server.http.wire import Order, no_nul
from server.services.storyboards import BoardedRequest

routes = Routes("Requests")
_JPEG = "image/jpeg"

Shown = Annotated[str, Field(max_length=500), AfterValidator(no_nul)]
Said = Annotated[str, Field(max_length=2000), AfterValidator(no_nul)]


class BoardItemReply(msgspec.Struct):
    """One of the things that a scene puts up; `label` stands over it."""

    text: str
    label: str


class BoardLineReply(msgspec.Struct):
    """What is spoken."""

    speaker: str
    text: str


class BoardSceneReply(msgspec.Struct):
    """A scene. `kinds` are those that its content can carry; the times are null until it is voiced."""

    scene: int
    kind: str
    kinds: list[str]
    heading: str
    text: str
    items: list[BoardItemReply]
    figure: str
    """The number that it shows, with its unit; empty for none."""
    chapter: str
    """The chapter that begins here; empty within one."""
    lines: list[BoardLineReply]
    startMs: int | None
    endMs: int | None


class StoryboardReply(msgspec.Struct):
    """A storyboard; `canChange` says whether it can be changed (it waits) or made into another version (it is done)."""

    request_id: str
    title: str
    format: str
    isWaiting: bool
    canChange: bool
    scenes: list[BoardSceneReply]


class ItemChange(Order):
    """Other words for an item; an empty `text` takes it away."""

    text: Shown | None = None
    label: Shown | None = None


class SceneChange(Order):
    """A scene of the present storyboard by its number, and what is to be different. What is left out stays."""

    scene: Annotated[int, Field(ge=0, le=1000)]
    kind: Literal[tuple(kind.value for kind in SceneKind)] | None = None  # type: ignore[valid-type]
    heading: Shown | None = None
    text: Shown | None = None
    items: Annotated[list[ItemChange], Field(max_length=50)] | None = None
    lines: (
        Annotated[list[Said], Field(max_length=50, description="As many as the scene has; an empty one is taken away.")]
        | None
    ) = None
    isNew: Annotated[
        bool,
        Field(
            description=(
                "A further scene: a statement with lines of its own, which rests on the passages of the named scene."
            )
        ),
    ] = False

    def edit(self) -> SceneEdit:
        """The same in the domain's words."""
        return SceneEdit(
            scene=self.scene,
            kind=SceneKind(self.kind) if self.kind else None,
            heading=self.heading,
            text=self.text,
            items=None if self.items is None else tuple(ItemEdit(text=i.text, label=i.label) for i in self.items),
            lines=None if self.lines is None else tuple(self.lines),
            is_new=self.isNew,
        )


class StoryboardChange(Order):
    """Every scene that is to be there, in order; one that is not named is taken out."""

    scenes: Annotated[list[SceneChange], Field(min_length=1, max_length=200)]
    title: Annotated[str, Field(max_length=500), AfterValidator(no_nul)] = ""

    def edits(self) -> tuple[SceneEdit, ...]:
        """The same in the domain's words."""
        return tuple(scene.edit() for scene in self.scenes)


_EXAMPLE = {"scenes": [{"scene": 0}, {"scene": 2, "kind": "list"}, {"scene": 1, "lines": ["Said differently."]}]}


@routes.get("/studio/requests/{id}/storyboard", replies=(StoryboardReply,), errors=(404,))
async def storyboard(call: Call) -> StoryboardReply:
    """Read the storyboard of a video, as it waits for approval or as it was filmed."""
    return _reply(await call.services.storyboards.get(call.params["id"], by=call.by))


@routes.post(
    "/studio/requests/{id}/storyboard",
    body=StoryboardChange,
    replies=(StoryboardReply,),
    errors=(404, 409),
    example=_EXAMPLE,
)
async def change(call: Call, body: StoryboardChange) -> StoryboardReply:
    """Change the storyboard of a video that waits for approval; once approved, the video is made from it."""
    changed = await call.services.storyboards.change(call.params["id"], body.edits(), title=body.title, by=call.by)
    return _reply(changed)


@routes.post(
    "/studio/requests/{id}/storyboard/versions",
    body=StoryboardChange,
    replies=(AcceptedReply,),
    errors=(404, 409),
    example=_EXAMPLE,
)
async def version(call: Call, body: StoryboardChange) -> AcceptedReply:
    """Order a completed video again with a changed storyboard.

    The version is a request of its own, with its progress, events and webhook; the video it comes from stays. Only
    scenes that changed are spoken and painted, and it costs their share of the video's price.
    """
    accepted = await call.services.storyboards.version(call.params["id"], body.edits(), title=body.title, by=call.by)
    return AcceptedReply(accepted.id, accepted.status)


@routes.get("/studio/requests/{id}/storyboard/{scene:int}/picture", media_type=_JPEG, errors=(404, 503))
async def picture(call: Call) -> web.Response:
    """See a scene as it is in the video, or as it would be, as JPEG; `scene` counts from 0."""
    found = await call.services.storyboards.picture(call.params["id"], int(call.params["scene"]), by=call.by)
    return _jpeg(found)


@routes.post(
    "/studio/requests/{id}/storyboard/preview",
    body=SceneChange,
    media_type=_JPEG,
    errors=(404, 503),
    example={"scene": 1, "kind": "statement", "text": "The lake came back."},
)
async def preview(call: Call, body: SceneChange) -> web.Response:
    """See a scene as it would be with a change, as JPEG; nothing is kept."""
    return _jpeg(await call.services.storyboards.preview(call.params["id"], body.edit(), by=call.by))


def _jpeg(picture: bytes) -> web.Response:
    return web.Response(body=picture, headers={hdrs.CONTENT_TYPE: _JPEG, hdrs.CACHE_CONTROL: "no-store"})


def _reply(found: BoardedRequest) -> StoryboardReply:
    board = found.storyboard
    times = found.recording.line_times_ms if found.recording else ()
    scenes, at = [], 0
    for number, scene in enumerate(board.scenes):
        own = times[at : at + len(scene.lines)]
        at += len(scene.lines)
        scenes.append(
            BoardSceneReply(
                scene=number,
                kind=scene.kind.value,
                kinds=[kind.value for kind in kinds_of(scene, board.format)],
                heading=scene.heading,
                text=scene.text,
                items=[BoardItemReply(item.text, item.label) for item in scene.items],
                figure=_figure(scene),
                chapter=scene.chapter,
                lines=[BoardLineReply(line.label, line.text) for line in scene.lines],
                startMs=own[0][0] if own else None,
                endMs=own[-1][1] if own else None,
            )
        )
    return StoryboardReply(
        request_id=found.request.id,
        title=board.title,
        format=board.format.value,
        isWaiting=found.request.state is State.WAITING,
        canChange=found.can_change,
        scenes=scenes,
    )


def _figure(scene: Scene) -> str:
    return f"{scene.figure.value} {scene.figure.unit}".strip() if scene.figure else ""

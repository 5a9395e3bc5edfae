"""The presenters of videos."""

from __future__ import annotations

import base64

import msgspec

from server.http.calls import Call
from server.http.registry import Routes
from server.services.presenters import offered

routes = Routes("Requests")


class AvatarReply(msgspec.Struct):
    """A presenter. `id` is what `avatarId` of an order says; `picture` is a PNG as data URL."""

    id: int
    name: str
    picture: str


@routes.get("/studio/avatars", replies=(list[AvatarReply],))
async def every(call: Call) -> list[AvatarReply]:  # noqa: ARG001
    """List the presenters that an explainer or short video can show."""
    return [
        AvatarReply(each.id, each.name, "data:image/png;base64," + base64.b64encode(each.picture).decode("ascii"))
        for each in await offered()
    ]

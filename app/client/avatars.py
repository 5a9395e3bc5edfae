"""The presenters that a video can show."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass

from app.client.connection import Connection
from app.client.readings import number, records, text


@dataclass(frozen=True, slots=True)
class Avatar:
    """A presenter; `id` is what an order says, `picture` a PNG."""

    id: int
    name: str
    picture: bytes = b""


class Avatars:
    """Calls about presenters."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Avatar, ...]:
        """Every presenter."""
        listed = records(await self._connection.get("/studio/avatars"))
        return tuple(Avatar(number(each, "id"), text(each, "name"), _picture(text(each, "picture"))) for each in listed)


def _picture(address: str) -> bytes:
    """The bytes of a data URL; nothing where it is none."""
    try:
        return base64.b64decode(address.partition(",")[2], validate=True)
    except binascii.Error:
        return b""

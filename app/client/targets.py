"""Where the server publishes videos: the targets that its owner has set up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.client.connection import Connection
from app.client.readings import Record, flag, records, sentence, text


@dataclass(frozen=True, slots=True)
class Target:
    """One target; an order names it by `name`. `kind` is ``folder``, ``webhook`` or ``video_site``."""

    id: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class TargetDetail(Target):
    """A target with what is set of it, under the wire's names. Its secrets are never told."""

    wire: Mapping[str, Any] = field(default_factory=dict)


class Targets:
    """Calls about publishing targets."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Target, ...]:
        """Every target."""
        listed = records(await self._connection.get("/studio/targets"))
        return tuple(Target(text(each, "id"), text(each, "name"), text(each, "kind")) for each in listed)

    async def details(self) -> tuple[TargetDetail, ...]:
        """Every target, for its owner."""
        listed = records(await self._connection.get("/studio/targets"))
        return tuple(_detail(each) for each in listed)

    async def make(self, kind: str, fields: Mapping[str, Any]) -> TargetDetail:
        """Set a target up; `fields` under the wire's names."""
        return _detail(await self._connection.post("/studio/targets", {"kind": kind, **fields}))

    async def change(self, target_id: str, fields: Mapping[str, Any]) -> TargetDetail:
        """Change what is named of a target."""
        return _detail(await self._connection.post(f"/studio/targets/{target_id}", fields))

    async def test(self, target_id: str) -> tuple[bool, str]:
        """Whether it would take a video, and what it says to that."""
        told = await self._connection.post_long(f"/studio/targets/{target_id}/test")
        return flag(told, "success"), sentence(told, "message")

    async def remove(self, target_id: str) -> None:
        """Forget a target with its secrets."""
        await self._connection.delete(f"/studio/targets/{target_id}")


def _detail(record: Record) -> TargetDetail:
    return TargetDetail(text(record, "id"), text(record, "name"), text(record, "kind"), wire=dict(record))

"""What takes space, and the removal of what nothing refers to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

import msgspec
from pydantic import Field

from server.domain.storage import Space
from server.http.calls import Call
from server.http.health import DiskHealth
from server.http.registry import Routes, Scope
from server.http.wire import Order

# ruff: noqa: N815 - the wire's names
routes = Routes("Storage")
GRACE_HOURS = 24
MOST_HOURS = 24 * 365


class CleanOrder(Order):
    """How to clean up."""

    dryRun: Annotated[bool, Field(description="Only tell what would go.")] = True
    graceHours: Annotated[
        int, Field(ge=1, le=MOST_HOURS, description="What somebody touched within this time stays.")
    ] = GRACE_HOURS


class SpaceRecord(msgspec.Struct):
    """What one kind takes; each file counts once."""

    kind: str
    files: int
    bytes: int


class StorageReply(msgspec.Struct):
    """The data directory by kind, the largest first, and the disk it lies on."""

    disk: DiskHealth
    spaces: list[SpaceRecord]
    bytes: int
    files: int


class CleanedReply(msgspec.Struct):
    """What was removed; with `dryRun` what would be."""

    success: bool
    dryRun: bool
    spaces: list[SpaceRecord]
    bytes: int
    files: int


@routes.get("/studio/storage", scope=Scope.OWNER, replies=(StorageReply,))
async def storage(call: Call) -> StorageReply:
    """Tell what takes how much of the disk."""
    spaces = await call.services.disk.spaces(by=call.by)
    room = await call.services.disk.look()
    disk = DiskHealth(room.free, room.total, room.reserve, room.quota, room.used)
    return StorageReply(
        disk, _records(spaces), sum(space.size for space in spaces), sum(space.files for space in spaces)
    )


@routes.post("/studio/storage/clean", body=CleanOrder, scope=Scope.OWNER, replies=(CleanedReply,), example={})
async def clean(call: Call, body: CleanOrder) -> CleanedReply:
    """Remove contents and checkpoints that nothing refers to; without `dryRun: false` only tell what would go."""
    cleaned = await call.services.disk.clean(dry_run=body.dryRun, grace=timedelta(hours=body.graceHours), by=call.by)
    return CleanedReply(True, cleaned.dry_run, _records(cleaned.spaces), cleaned.size, cleaned.files)


def _records(spaces: Sequence[Space]) -> list[SpaceRecord]:
    return [SpaceRecord(space.kind.value, space.files, space.size) for space in spaces]

"""Copies of the data, for the owner."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import AfterValidator, Field

from server.domain.times import wire_time
from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.wire import Order, no_nul

# ruff: noqa: N815 - the wire's names
routes = Routes("Storage")


class BackupOrder(Order):
    """Where a backup goes."""

    path: Annotated[
        str,
        Field(min_length=1, max_length=2_000, description="Of a .zip file on the server's machine that is not there."),
        AfterValidator(no_nul),
    ]
    withSecrets: Annotated[
        bool, Field(description="Signing key, endpoint keys and webhook secrets too: tokens stay valid.")
    ] = False


class CopyReply(msgspec.Struct):
    """A copy of the database: made every day, or before a newer version changed it."""

    name: str
    kind: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["daily", "migration"]})]
    bytes: int
    madeOn: str


class BackupsReply(msgspec.Struct):
    """The copies that are made by themselves, newest first, and where they lie."""

    folder: str
    dataDirectory: str
    copies: list[CopyReply]


class BackupReply(msgspec.Struct):
    """A backup that was written and read back."""

    success: bool
    path: str
    files: int
    bytes: int
    withSecrets: bool


@routes.get("/studio/backups", replies=(BackupsReply,), scope=Scope.OWNER)
async def copies(call: Call) -> BackupsReply:
    """List the copies of the database."""
    backups = call.services.backups
    found = await backups.copies(by=call.by)
    return BackupsReply(
        folder=str(backups.folder),
        dataDirectory=str(backups.folder.parent),
        copies=[CopyReply(each.name, each.kind.value, each.size, wire_time(each.made_on)) for each in found],
    )


@routes.post("/studio/backups", body=BackupOrder, replies=(BackupReply,), scope=Scope.OWNER, errors=(409,))
async def make(call: Call, body: BackupOrder) -> BackupReply:
    """Write a backup of everything to a file on the server's machine, while it works.

    `quillcast restore FILE` brings it back, with the server stopped.
    """
    made = await call.services.backups.make(body.path, with_secrets=body.withSecrets, by=call.by)
    return BackupReply(True, body.path, made.files, made.size, made.with_secrets)

"""Uploaded files, to be named as sources."""

from __future__ import annotations

import msgspec

from server.domain.files import UPLOAD_LIMIT, StoredFile
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.registry import MIB, Form, Routes
from server.http.replies import Done
from server.http.uploads import FormReader
from server.http.wire import WireTime

# ruff: noqa: N815 - the wire's names
routes = Routes("Files")


class FileReply(msgspec.Struct):
    """An uploaded file; name its id as the content of a resource of type `file`."""

    success: bool
    id: str
    fileName: str
    contentType: str
    size: int
    createdOn: WireTime


@routes.post(
    "/files",
    form=Form(file="file", limit=UPLOAD_LIMIT),
    limit=UPLOAD_LIMIT + MIB,
    replies=(FileReply,),
    leads_to={"delete_files_id": "id"},
)
async def upload(call: Call) -> FileReply:
    """Upload a file (multipart, field `file`); name its id as the content of a resource of type `file`."""
    part = await FormReader(call, field="file").file()
    stored = await call.services.files.upload(
        part.chunks, file_name=part.file_name, content_type=part.content_type, by=call.by
    )
    return _record(stored)


@routes.get("/files", replies=(list[FileReply],))
async def files(call: Call) -> list[FileReply]:
    """List the caller's uploads, newest first."""
    return [_record(stored) for stored in await call.services.files.list(by=call.by)]


@routes.delete("/files/{id}", replies=(Done,))
async def delete(call: Call) -> Done:
    """Delete an upload; requests accepted with it keep what they took from it."""
    await call.services.files.delete(call.params["id"], by=call.by)
    return Done(success=True, message="The file is deleted.")


def _record(stored: StoredFile) -> FileReply:
    return FileReply(
        success=True,
        id=stored.id,
        fileName=stored.file_name,
        contentType=stored.content_type,
        size=stored.size,
        createdOn=wire_time(stored.created_on),
    )

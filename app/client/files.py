"""Files that were handed to the server as sources."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.client.connection import Connection
from app.client.readings import number, text


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file on the server; `size` in bytes."""

    id: str
    name: str
    content_type: str
    size: int


class Files:
    """Calls about files."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def add(self, path: Path) -> StoredFile:
        """Upload a file (up to 200 MB) for use as a source."""
        reply = await self._connection.upload("/files", field="file", file_name=path.name, content=path)
        return StoredFile(
            id=text(reply, "id"),
            name=text(reply, "fileName") or path.name,
            content_type=text(reply, "contentType"),
            size=number(reply, "size"),
        )

    async def delete(self, file_id: str) -> None:
        """Remove a file that no request needs any more."""
        await self._connection.delete(f"/files/{file_id}")

"""Files that callers upload, to be named as sources later."""

from __future__ import annotations

from collections.abc import AsyncIterator

from server.domain.accounts import Account
from server.domain.files import UPLOAD_LIMIT, StoredFile


class Files:
    """The caller's uploads."""

    async def upload(
        self,
        chunks: AsyncIterator[bytes],
        *,
        file_name: str,
        content_type: str,
        by: Account,
        limit: int = UPLOAD_LIMIT,
    ) -> StoredFile:
        """Keep a file while it streams in; nothing of a broken or refused upload stays.

        Raises:
            InvalidField: ``file`` is empty or has more than `limit` bytes.
            Unavailable: the disk is full.
        """
        raise NotImplementedError

    async def list(self, *, by: Account) -> tuple[StoredFile, ...]:
        """The caller's files, newest first."""
        raise NotImplementedError

    async def delete(self, file_id: str, *, by: Account) -> None:
        """Forget a file; requests that were accepted with it keep its content. Raises `NotFound`."""
        raise NotImplementedError

"""Where uploads and finished files lie: contents named by their hash, each written once and never changed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

PIECE = 1024 * 1024
"""Bytes copied at a time."""


@dataclass(frozen=True, slots=True)
class Content:
    """What lies in the storage. `sha256` is its name."""

    sha256: str
    size: int


class Draft(Protocol):
    """A content on its way in. Leaving the `with` block without `keep` removes what was written."""

    def __enter__(self) -> Draft: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @property
    def size(self) -> int:
        """Bytes written so far."""
        ...

    def write(self, data: bytes) -> None:
        """Take more bytes."""
        ...

    def keep(self) -> Content:
        """Put it in its place; it is on disk when this returns."""
        ...

    def discard(self) -> None:
        """Remove what was written, unless it was kept."""
        ...


class Storage(Protocol):
    """A place for contents. All of it blocks: call it off the event loop."""

    def draft(self) -> Draft:
        """Begin to write a content."""
        ...

    def put(self, path: Path) -> Content:
        """Copy a file in."""
        ...

    def path(self, sha256: str) -> Path:
        """The file of a content; a storage elsewhere would fetch it first."""
        ...

    def read(self, sha256: str) -> bytes:
        """The bytes of a content. Raises `FileNotFoundError`."""
        ...

    def sweep(self, *, is_kept: Callable[[str], bool], before: float) -> int:
        """Remove contents last put in before `before` (Unix seconds) that nobody keeps, and tell how many they were."""
        ...


class FolderStorage:
    """A folder of contents, in subfolders by the first two digits of their names."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._drafts = folder / "drafts"
        self._drafts.mkdir(parents=True, exist_ok=True)
        # Between looking whether a content is there and dating it anew, no sweep may remove it.
        self._placing = threading.Lock()

    def draft(self) -> Draft:
        """See `Storage`."""
        return _FileDraft(self, self._drafts / secrets.token_hex(8))

    def put(self, path: Path) -> Content:
        """See `Storage`."""
        with self.draft() as draft, path.open("rb") as source:
            while piece := source.read(PIECE):
                draft.write(piece)
            return draft.keep()

    def path(self, sha256: str) -> Path:
        """See `Storage`."""
        return self._folder / sha256[:2] / sha256

    def read(self, sha256: str) -> bytes:
        """See `Storage`."""
        return self.path(sha256).read_bytes()

    def discard_drafts(self) -> None:
        """Remove half-written contents that a killed process left; only while nothing is being written."""
        for draft in self._drafts.iterdir():
            draft.unlink(missing_ok=True)

    def sweep(self, *, is_kept: Callable[[str], bool], before: float) -> int:
        """See `Storage`."""
        removed = 0
        for path, _ in self.strays(is_kept=is_kept, before=before):
            removed += self.remove(path, before=before)
        return removed

    def remove(self, path: Path, *, before: float) -> bool:
        """Remove a stray file, unless it was put in again since `before`; whether it is gone now."""
        # What another sweep has just removed is gone as well.
        with contextlib.suppress(FileNotFoundError), self._placing:
            if path.stat().st_mtime < before:
                path.unlink()
                return True
        return False

    def strays(self, *, is_kept: Callable[[str], bool], before: float) -> Iterator[tuple[Path, int]]:
        """The files that `sweep` would remove, with their sizes."""
        for folder in self._folder.glob("[0-9a-f][0-9a-f]"):
            for path in folder.iterdir():
                with contextlib.suppress(FileNotFoundError):
                    found = path.stat()
                    if found.st_mtime < before and not is_kept(path.name):
                        yield path, found.st_size

    def place(self, draft: Path, sha256: str) -> None:
        """Give a finished draft its name; one that is there already stays and counts as put in now."""
        final = self.path(sha256)
        if not final.parent.exists():
            final.parent.mkdir(exist_ok=True)
            _sync_folder(self._folder)
        with self._placing:
            if final.exists():
                os.utime(final)
                draft.unlink()
            else:
                draft.replace(final)
        _sync_folder(final.parent)


class _FileDraft:
    def __init__(self, storage: FolderStorage, path: Path) -> None:
        self._storage = storage
        self._path = path
        self._file = path.open("xb")
        self._hash = hashlib.sha256()
        self._size = 0

    def __enter__(self) -> _FileDraft:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    @property
    def size(self) -> int:
        return self._size

    def write(self, data: bytes) -> None:
        self._file.write(data)
        self._hash.update(data)
        self._size += len(data)

    def keep(self) -> Content:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        name = self._hash.hexdigest()
        self._storage.place(self._path, name)
        return Content(name, self._size)

    def discard(self) -> None:
        # Closing writes what is buffered, and a full disk refuses that; it goes all the same.
        with contextlib.suppress(OSError):
            self._file.close()
        self._path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    # A new name is only safe once its folder is on disk.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""The work folder of one job: checkpoints keyed by content, written whole or not at all.

Everything a stage makes is a file here whose name holds a hash of what it was made from. A second attempt finds the
file and goes on; a changed order finds nothing and makes it anew. Workers hold a shared lock while they write, so
whoever cleans up can wait until the last of them is gone.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from server.domain.decoding import from_json
from server.domain.errors import Conflict, RenderingFailed

T = TypeVar("T")

_PART = ".part-"


def key_of(*parts: object) -> str:
    """A short content key of any values that msgspec can encode (dataclasses, tuples, enums, paths as text)."""
    encoded = msgspec.json.encode(parts, enc_hook=str, order="sorted")
    return hashlib.sha256(encoded).hexdigest()[:24]


class WorkFolder:
    """A folder of checkpoints. Cheap to make: it holds only its path."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def file(self, stem: str, key: str, suffix: str) -> Path:
        """Where the checkpoint of this name and content lies or will lie."""
        return self.path / f"{stem}-{key}{suffix}"

    def load(self, path: Path, kind: type[T]) -> T | None:
        """The value stored at `path`, or nothing when there is none or it can't be read (it is then made anew)."""
        try:
            return from_json(path.read_bytes(), kind)
        except FileNotFoundError:
            return None
        except msgspec.MsgspecError:
            path.unlink(missing_ok=True)
            return None

    def save(self, path: Path, value: object) -> None:
        """Store a value; readers see the old file or the whole new one."""
        self.write(path, msgspec.json.encode(value))

    def write(self, path: Path, content: bytes) -> None:
        """Write a file atomically.

        Raises:
            RenderingFailed: the disk is full or can't be written; the sentence names the folder.
        """
        part = path.with_name(f"{_PART}{os.getpid()}-{path.name}")
        try:
            with part.open("wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise disk_error(error, self.path) from error

    def take_over(self, name: str, path: Path) -> None:
        """Make a file that is kept elsewhere a checkpoint here, without a second copy where the disk allows it."""
        goal = self.path / name
        if goal.exists() or not path.exists():
            return
        try:
            os.link(path, goal)
        except OSError:
            self.write(goal, path.read_bytes())

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Hold the folder while a worker writes in it."""
        with (self.path / "lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
            yield

    def prepare(self) -> None:
        """Make the folder and take away what an ended worker left half-written."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_error(error, self.path) from error
        self.wait_until_unused(timeout_s=2.0)
        for part in self.path.glob(f"{_PART}*"):
            part.unlink(missing_ok=True)

    def wait_until_unused(self, *, timeout_s: float) -> bool:
        """Wait until no worker writes here any more; whether that came true in time."""
        deadline = time.monotonic() + timeout_s
        with contextlib.suppress(FileNotFoundError), (self.path / "lock").open("a") as lock:
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return True
                except BlockingIOError:
                    if time.monotonic() > deadline:
                        return False
                    time.sleep(0.01)
        return True

    def remove_parts(self) -> None:
        """Remove half-written files, once nothing writes any more."""
        self.wait_until_unused(timeout_s=1.5)
        for part in self.path.glob(f"{_PART}*"):
            part.unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove the folder and all checkpoints in it."""
        self.wait_until_unused(timeout_s=1.5)
        shutil.rmtree(self.path, ignore_errors=True)


@contextlib.contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Hold a work folder for this process as a whole: two programs never work in the same one.

    Raises:
        Conflict: another process has it.
    """
    path.mkdir(parents=True, exist_ok=True)
    with (path / "owner").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Conflict("The same thing is being made by another process; wait for it to end.") from error
        yield


def disk_error(error: OSError, folder: Path) -> RenderingFailed:
    """What a person can do about a file that could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return RenderingFailed(f"The disk of {folder} is full; free some space and run it again.", code="disk_full")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return RenderingFailed(f"{folder} can't be written; choose another folder.", code="not_writable")
    return RenderingFailed(f"Writing in {folder} failed: {error.strerror or error}.", code="not_written")

"""A disk that forgets: what SQLite writes is recorded below it, so that a power cut can be played at any moment.

Only what was synced survives a power cut for sure. Of what was written since, each piece may be there, be missing, or
be cut at a sector. SQLite's own file methods (https://www.sqlite.org/c3ref/io_methods.html) are wrapped in place; this
needs an `sqlite3` module that uses the system's shared library.
"""

from __future__ import annotations

import ctypes
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512
OPEN_MAIN_DB, OPEN_WAL = 0x100, 0x80000
_POINTER = ctypes.sizeof(ctypes.c_void_p)

_Open = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
_Write = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", ctypes.c_void_p),
        ("zName", ctypes.c_char_p),
        ("pAppData", ctypes.c_void_p),
        ("xOpen", ctypes.c_void_p),
    ]


class _Methods(ctypes.Structure):
    _fields_ = [
        ("iVersion", ctypes.c_int),
        ("xClose", ctypes.c_void_p),
        ("xRead", ctypes.c_void_p),
        ("xWrite", ctypes.c_void_p),
        ("xTruncate", ctypes.c_void_p),
        ("xSync", ctypes.c_void_p),
        ("others", ctypes.c_void_p * 13),
    ]


@dataclass(frozen=True)
class Write:
    """Bytes put at a place of a file."""

    file: str
    offset: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    """A file cut to a length."""

    file: str
    size: int


@dataclass(frozen=True)
class Sync:
    """Everything of a file is on disk from here on."""

    file: str


@dataclass(frozen=True)
class Acknowledged:
    """Somebody was told that this is kept."""

    what: str


Step = Write | Truncate | Sync | Acknowledged


@dataclass
class Recorded:
    """Everything that happened, in order."""

    steps: list[Step] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, step: Step) -> None:
        """Note a step; from any thread."""
        with self._lock:
            self.steps.append(step)


def shared_library() -> ctypes.CDLL | None:
    """SQLite's library, if Python uses the system's."""
    import sqlite3  # noqa: F401 - loaded, so that it stands in the list below

    for line in Path("/proc/self/maps").read_text().splitlines():
        if "libsqlite3" in line:
            return ctypes.CDLL(line.split()[-1])
    return None


@contextmanager
def recording(path: Path) -> Iterator[Recorded]:
    """Record what is written into the database at `path` and its log by connections opened within the block."""
    library = shared_library()
    assert library is not None
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None).contents
    recorded = Recorded()
    names = {str(path).encode(): "db", f"{path}-wal".encode(): "wal"}
    files: dict[int, str] = {}
    originals: dict[str, tuple[object, object, object]] = {}
    kept: list[object] = []
    original_open = vfs.xOpen
    open_as_before = _Open(original_open)

    def write(file: int, data: int, size: int, offset: int) -> int:
        recorded.add(Write(files[file], offset, ctypes.string_at(data, size)))
        return originals[files[file]][0](file, data, size, offset)  # type: ignore[operator]

    def truncate(file: int, size: int) -> int:
        recorded.add(Truncate(files[file], size))
        return originals[files[file]][1](file, size)  # type: ignore[operator]

    def sync(file: int, flags: int) -> int:
        code = originals[files[file]][2](file, flags)  # type: ignore[operator]
        recorded.add(Sync(files[file]))
        return int(code)

    wrapped = (_Write(write), _Truncate(truncate), _Sync(sync))

    def opened(vfs_at: int, name: bytes | None, file: int, flags: int, out: object) -> int:
        code = open_as_before(vfs_at, name, file, flags, out)
        if code == 0 and name in names and flags & (OPEN_MAIN_DB | OPEN_WAL):
            place = ctypes.c_void_p.from_address(file)
            known = _Methods.from_address(place.value or 0)
            originals[names[name]] = (_Write(known.xWrite), _Truncate(known.xTruncate), _Sync(known.xSync))
            ours = _Methods()
            ctypes.memmove(ctypes.byref(ours), place.value, ctypes.sizeof(_Methods))
            ours.xWrite, ours.xTruncate, ours.xSync = (ctypes.cast(each, ctypes.c_void_p).value for each in wrapped)
            kept.append(ours)
            files[file] = names[name]
            place.value = ctypes.addressof(ours)
        return int(code)

    ours_open = _Open(opened)
    vfs.xOpen = ctypes.cast(ours_open, ctypes.c_void_p).value
    try:
        yield recorded
    finally:
        vfs.xOpen = original_open
        kept.append((ours_open, wrapped))
        _FOREVER.append(kept)  # connections that outlive the block still call them


_FOREVER: list[object] = []


@dataclass
class Cut:
    """What a power cut left: the bytes of each file, and what had been acknowledged by then."""

    files: dict[str, bytes]
    acknowledged: frozenset[str]


def cuts(steps: list[Step], *, points: int, chance: random.Random) -> Iterator[Cut]:
    """Power cuts at `points` random moments, in the order of time."""
    moments = sorted(chance.sample(range(1, len(steps)), min(points, len(steps) - 1)))
    durable: dict[str, bytearray] = {"db": bytearray(), "wal": bytearray()}
    pending: dict[str, list[Write | Truncate]] = {"db": [], "wal": []}
    acknowledged: set[str] = set()
    due = iter(moments)
    following = next(due, None)
    for number, step in enumerate(steps):
        if number == following:
            left = {name: bytes(_survived(durable[name], pending[name], chance)) for name in durable}
            yield Cut(left, frozenset(acknowledged))
            following = next(due, None)
        match step:
            case Sync(file=name):
                for each in pending[name]:
                    _apply(durable[name], each)
                pending[name].clear()
            case Acknowledged(what=what):
                acknowledged.add(what)
            case _:
                pending[step.file].append(step)


def _survived(durable: bytearray, pending: list[Write | Truncate], chance: random.Random) -> bytearray:
    """What is found after the cut: of each unsynced step all, nothing, or a beginning in whole sectors."""
    found = bytearray(durable)
    for step in pending:
        fate = chance.random()
        if fate < 0.4:
            continue
        if fate < 0.7 and isinstance(step, Write) and len(step.data) > SECTOR:
            size = SECTOR * chance.randrange(1, (len(step.data) + SECTOR - 1) // SECTOR)
            _apply(found, Write(step.file, step.offset, step.data[:size]))
        else:
            _apply(found, step)
    return found


def _apply(content: bytearray, step: Write | Truncate) -> None:
    if isinstance(step, Truncate):
        del content[step.size :]
        return
    end = step.offset + len(step.data)
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    content[step.offset : end] = step.data

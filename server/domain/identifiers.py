"""Record ids: UUIDv7 strings, so that the order of ids is the order of creation."""

from __future__ import annotations

import secrets
import threading
import time
import uuid

_lock = threading.Lock()
_last = 0


def new_id() -> str:
    """A fresh UUIDv7 (RFC 9562, section 5.7).

    Ids made by one process only grow: the 12 bits after the millisecond are its fraction (method 3 of section 6.2),
    and a clock that stands still or runs back is stepped over.
    """
    global _last  # noqa: PLW0603 - the one counter that makes ids grow
    with _lock:
        nanoseconds = time.time_ns()
        ticks = (nanoseconds // 1_000_000 << 12) | (nanoseconds % 1_000_000 * 4096 // 1_000_000)
        _last = max(ticks, _last + 1)
        ticks = _last
    value = (ticks >> 12 & (1 << 48) - 1) << 80 | 0x7 << 76 | (ticks & 0xFFF) << 64 | 0b10 << 62 | secrets.randbits(62)
    return str(uuid.UUID(int=value))


def new_public_key() -> str:
    """An unguessable name for a public link: 128 bits, URL-safe."""
    return secrets.token_urlsafe(16)

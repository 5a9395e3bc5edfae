"""How the server does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Queued:
    """Requests of all clients that have not ended."""

    queued: int
    processing: int
    waiting: int
    """For their scripts to be approved."""
    oldest_queued_on: datetime | None


@dataclass(frozen=True, slots=True)
class Process:
    """A process of ours; the server's own has threads and handles counted too."""

    pid: int
    memory: int
    """Bytes in memory."""
    cpu_s: float
    threads: int = 0
    handles: int = 0


@dataclass(frozen=True, slots=True)
class Failure:
    """A request that failed, without anything of its content."""

    id: str
    type: int
    attempt: int
    error_code: int
    message: str
    failed_on: datetime

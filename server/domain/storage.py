"""What lies in the data directory, how much of it there may be, and what nothing refers to any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What takes space; each file counts once, under the first kind that refers to it."""

    RESULTS = "results"
    PODCASTS = "podcasts"
    """Pictures of shows, recordings of episodes."""
    UPLOADS = "uploads"
    SOURCES = "sources"
    """What orders brought along, and what was imported for them."""
    TAKES = "takes"
    """Spoken lines of episodes, and music chosen for them on their desks."""
    LOOKS = "looks_and_voices"
    """Logos of projects, own voices."""
    DELETED = "deleted"
    """Results of deleted requests, which can still be restored."""
    UNREFERENCED = "unreferenced"
    """Contents and work folders that nothing refers to."""
    WORK = "work"
    """Checkpoints of what is being made."""
    NOTEBOOKS = "notebooks"
    DATABASE = "database"
    BACKUPS = "backups"
    MODELS = "models"
    """Joined from their packages; made anew when they are missing."""
    VOICES = "voices"
    LOGS = "logs"


@dataclass(frozen=True, slots=True)
class Space:
    """What one kind takes."""

    kind: Kind
    files: int
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Room:
    """What the disk has and what Quillcast may use of it, in bytes."""

    free: int
    total: int
    reserve: int
    """What has to stay free: below it nothing new is begun."""
    quota: int
    """What the data directory may hold; 0 for no limit."""
    used: int
    """What the data directory holds; 0 while there is no quota, for it is not measured then."""

    @property
    def is_short(self) -> bool:
        """Whether the disk has less than the reserve."""
        return self.free < self.reserve

    @property
    def is_used_up(self) -> bool:
        """Whether the data directory holds as much as it may."""
        return 0 < self.quota <= self.used


@dataclass(frozen=True, slots=True)
class Cleaned:
    """What was removed, or what would be."""

    dry_run: bool
    spaces: Sequence[Space]

    @property
    def files(self) -> int:
        """Files in all."""
        return sum(space.files for space in self.spaces)

    @property
    def size(self) -> int:
        """Bytes in all."""
        return sum(space.size for space in self.spaces)

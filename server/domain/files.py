"""Uploaded files, and made files that have a public link."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

UPLOAD_LIMIT = 200 * 1024 * 1024
"""Bytes that one upload may have."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that a client uploaded."""

    id: str
    file_name: str
    content_type: str
    size: int
    created_on: datetime
    sha256: str


@dataclass(frozen=True, slots=True)
class Media:
    """A made file. `key` and `file_name` make its public, unguessable link: ``/media/{key}/{file_name}``."""

    key: str
    name: str
    """What it is to its request: ``audio``, ``document``, ``video``, ``image``, ``slide_deck``, …"""
    file_name: str
    media_type: str
    size: int
    sha256: str
    """Of the content; fit for a strong ETag."""
    duration_s: float | None = None


@dataclass(frozen=True, slots=True)
class ServedMedia:
    """A made file as it lies on disk, for the answer to a public link."""

    media: Media
    path: Path
    created_on: datetime

"""Voices that clients have made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class NewVoice:
    """A voice about to be kept; `profile` is the sha256 of its file in the storage."""

    name: str
    engine: str
    language: str
    accent: str
    sex: str
    similarity: float | None
    profile: str


@dataclass(frozen=True, slots=True)
class CustomVoice:
    """A voice of one client's."""

    id: int
    client_id: str
    request_id: str
    name: str
    engine: str
    language: str
    accent: str
    sex: str
    similarity: float | None
    """Likeness to the recording, 0 to 1; None where it was not measured."""
    profile: str
    created_on: datetime

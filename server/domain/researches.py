"""A research: a topic, and a cited report about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from server.domain.requests import Citation, State


@dataclass(frozen=True, slots=True)
class Research:
    """A research as it is listed. `text` is the report in Markdown, empty until it is completed."""

    id: str
    topic: str
    state: State
    status: int
    """The percentage."""
    created_on: datetime
    text: str = ""
    citations: tuple[Citation, ...] = ()
    title: str = ""
    error_code: int = 0
    error_message: str = ""

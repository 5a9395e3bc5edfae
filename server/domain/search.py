"""What a search finds: things by their words, with the passages that carry them and where they are opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec

LONGEST_QUERY = 200
"""Characters of a query."""
MOST_RESULTS = 50
MOST_TEXT = 2_000_000
"""Characters of one thing that are searched; what lies behind them is not."""
MOST_SOURCES = 300_000
"""Characters of what a request was made of that are searched."""
UNTIMED = -1


class FoundKind(StrEnum):
    """What was found, as people call it."""

    EPISODE = "episode"
    TRANSCRIPT = "transcript"
    VIDEO = "video"
    SCRIPT = "script"
    """A script that waits for its approval."""
    DOCUMENT = "document"
    NOTEBOOK = "notebook"
    SOURCE = "source"
    SHOW = "show"


class Subject(StrEnum):
    """Whose record an entry is made of."""

    REQUEST = "request"
    SOURCES = "sources"
    """What a request was made of; its id is the request's."""
    EPISODE = "episode"
    SHOW = "show"


class Place(msgspec.Struct, frozen=True):
    """Where a find is opened; what does not apply is empty, an `episode_id` 0."""

    request_id: str = ""
    output_type: str = ""
    episode_id: int = 0
    show_id: str = ""
    notebook_id: str = ""
    source_id: str = ""


class SearchLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of what is searched; `time_ms` is when it is heard, `UNTIMED` where nobody knows."""

    text: str
    time_ms: int = UNTIMED


@dataclass(frozen=True, slots=True)
class Entry:
    """Everything that the index holds of one thing of a client."""

    subject: Subject
    id: str
    client_id: str
    kind: FoundKind
    title: str
    updated_ms: int
    place: Place
    lines: tuple[SearchLine, ...]

    @property
    def text(self) -> str:
        """All lines, as they are indexed."""
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Words around what was found. `marks` are spans of `text` in code points, in order.

    `time_ms` is None where nothing is heard there; `start` and `end` are the passage's code points in its source.
    """

    text: str
    marks: tuple[tuple[int, int], ...] = ()
    time_ms: int | None = None
    start: int | None = None
    end: int | None = None
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was found, with the best places in it. `title_marks` are spans of its title."""

    kind: FoundKind
    title: str
    place: Place
    excerpts: tuple[Excerpt, ...]
    updated_ms: int
    title_marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class SearchPage:
    """The finds of one search, the best first; `more` tells that there are others."""

    found: tuple[Found, ...]
    more: bool = False


def within(lines: Sequence[SearchLine], most: int = MOST_TEXT) -> tuple[SearchLine, ...]:
    """The lines up to `most` characters, empty ones left out."""
    kept, left = [], most
    for line in lines:
        text = line.text.strip()[:left]
        if text:
            kept.append(SearchLine(text, line.time_ms))
            left -= len(text)
        if left <= 0:
            break
    return tuple(kept)

"""Places in the window that something can be opened at, beyond a panel and an id."""

from __future__ import annotations

from dataclasses import dataclass

from app.client.search import Excerpt, Found
from app.language import mark, tr
from app.models import phrases

KINDS = {
    "episode": (mark("Episode"), "headphones"),
    "video": (mark("Video"), "filmstrip"),
    "script": (mark("Script that waits for approval"), "script-text-outline"),
    "transcript": (mark("Transcript"), "microphone-outline"),
    "document": (mark("Document"), "file-document-outline"),
    "source": (mark("Source"), "text-box-outline"),
    "notebook": (mark("Notebook"), "notebook-outline"),
    "show": (mark("Show"), "podcast"),
}
"""What each kind of find is called, and its icon."""
READ = frozenset({"video", "document"})


@dataclass(frozen=True, slots=True)
class Moment:
    """A request's result at a time, or where it holds these words."""

    request_id: str
    time_ms: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class SourcePassage:
    """Words of a source of a notebook: code points `start` to `end` of its text."""

    notebook_id: str
    source_id: str
    source: str
    text: str
    start: int
    end: int
    page: int | None = None
    time_ms: int | None = None


@dataclass(frozen=True, slots=True)
class EpisodeOfShow:
    """An episode in the list of its show."""

    show_id: str
    episode_id: int


def place_of(found: Found, excerpt: Excerpt | None = None) -> tuple[str, object]:
    """The panel that shows a find, and what it is to open: at this place of it, else at the best."""
    best = excerpt or (found.excerpts[0] if found.excerpts else None)
    if found.notebook_id:
        if not found.source_id or best is None or best.start is None or best.end is None:
            return "notebooks", found.notebook_id
        passage = SourcePassage(
            found.notebook_id, found.source_id, found.title, best.text, best.start, best.end, best.page, best.time_ms
        )
        return "notebooks", passage
    if found.request_id:
        return _panel_of(found), _moment(found, best)
    if found.episode_id and found.show_id:
        return "shows", EpisodeOfShow(found.show_id, found.episode_id)
    return "shows", found.show_id or "unallocated"


def _moment(found: Found, best: Excerpt | None) -> Moment:
    # What something was made of has times and words of its own.
    own = best if found.kind != "source" else None
    words = own.text[slice(*own.marks[0])] if own is not None and own.marks else ""
    return Moment(found.request_id, own.time_ms if own is not None else None, words)


def _panel_of(found: Found) -> str:
    if found.kind == "transcript":
        return "recordings"
    is_read = found.kind in READ or (found.kind == "source" and found.output_type != "audio")
    return "reader" if is_read else "player"


def where(found: Found) -> str:
    """The kind of a find, and where in it the best place is."""
    kind, _ = KINDS.get(found.kind, (found.kind, ""))
    parts = [tr(kind)]
    if found.excerpts:
        best = found.excerpts[0]
        if best.time_ms is not None and found.kind != "source":
            parts.append(phrases.clock(best.time_ms / 1000))
        elif best.page is not None:
            parts.append(tr("page {number}", number=best.page))
    return " · ".join(parts)

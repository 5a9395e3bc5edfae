"""Where cited words stand."""

from __future__ import annotations

from server.domain.notebooks import AnswerCitation, NotebookSource
from server.engine.notebooks.chunks import Chunk


def cited(source: NotebookSource, chunk: Chunk, text: str, start: int, end: int) -> AnswerCitation:
    """Words of a source with their place: `start` to `end` of its text, in a chunk."""
    return AnswerCitation(
        source_id=source.id,
        source=source.title,
        text=text,
        start=start,
        end=end,
        page=chunk.page,
        time_ms=chunk.time_ms,
        slide=chunk.slide,
        row=chunk.row,
        sheet=chunk.sheet,
    )

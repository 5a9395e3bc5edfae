"""What worker processes do with notebooks. Everything heavy is loaded where it runs, never where it is ordered."""

from __future__ import annotations

from pathlib import Path

from server.domain.notebooks import Answer
from server.domain.sources import Source


def prepare(source: Source, target: Path) -> int:
    """See `server.engine.notebooks.indexing.prepare`."""
    from server.engine.notebooks import indexing

    return indexing.prepare(source, target)


def answered(path: Path, question: str, *, blank: Answer, operation_id: str) -> Answer:
    """See `server.engine.notebooks.answering.answered`."""
    from server.engine.notebooks import answering

    return answering.answered(path, question, blank=blank, operation_id=operation_id)


def overview(source: Source) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """See `server.engine.notebooks.overviews.overview`."""
    from server.engine.notebooks import overviews

    return overviews.overview(source)


def suggested(path: Path) -> tuple[str, ...]:
    """See `server.engine.notebooks.overviews.suggested`."""
    from server.engine.notebooks import overviews

    return overviews.suggested(path)

"""The passages that a result rests on, as the wire shows them."""

from __future__ import annotations

from server.domain.requests import Citation
from server.domain.sources import Passage, Source

CITATION_CHARACTERS = 1000


def titles_of(sources: tuple[Source, ...]) -> dict[str, str]:
    """What each source is called, by its id: its title, else its address."""
    return {source.id: source.title or source.address or "Text" for source in sources}


def citations(sources: tuple[Source, ...], passages: tuple[Passage, ...]) -> tuple[Citation, ...]:
    """The passages as the wire shows them, each once, in order of first use; texts of at most 1,000 characters."""
    names = titles_of(sources)
    seen: dict[tuple[str, int, int], Citation] = {}
    for passage in passages:
        key = (passage.source_id, passage.start, passage.end)
        seen.setdefault(
            key,
            Citation(
                text=passage.text[:CITATION_CHARACTERS],
                source=names.get(passage.source_id, "Text"),
                page=passage.page,
                time_ms=passage.time_ms,
                slide=passage.slide,
                sheet=passage.sheet,
                row=passage.row,
            ),
        )
    return tuple(seen.values())

"""Questions that a source answers, from the writer of frequently asked questions."""

from __future__ import annotations

from dataclasses import replace

from server.domain.errors import CannotProduce, NothingUsable
from server.domain.requests import Duration
from server.domain.sources import Source

LOOKED_AT = 12_000
"""Characters of a source that are read for it."""


def questions_of(source: Source) -> list[str]:
    """Questions with their answers in the source's beginning, in its order; none where it has none."""
    from server.engine.writing.builtin import BuiltInWriter
    from server.engine.writing.tasks import FaqTask

    blocks = tuple(block for block in source.blocks if block.end <= LOOKED_AT)
    if not blocks:
        return []
    short = replace(source, blocks=blocks, text=source.text[: blocks[-1].end])
    task = FaqTask(sources=(short,), language=source.language, duration=Duration.SHORT)
    try:
        return [entry.question for entry in BuiltInWriter().write(task).entries]
    except (NothingUsable, CannotProduce):
        return []

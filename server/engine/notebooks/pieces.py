"""What worker processes do with notebooks. Everything heavy is loaded where it runs, never where it is ordered."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from server.domain.notebooks import Answer
from server.domain.sources import Source
from server.engine.specs import WriterSpec

if TYPE_CHECKING:
    from server.engine.notebooks.wording import Evidence


def prepare(source: Source, target: Path) -> int:
    """See `server.engine.notebooks.indexing.prepare`."""
    from server.engine.notebooks import indexing

    return indexing.prepare(source, target)


def answered(path: Path, question: str, *, blank: Answer, operation_id: str) -> Answer:
    """See `server.engine.notebooks.answering.answered`."""
    from server.engine.notebooks import answering

    _hurry()
    return answering.answered(path, question, blank=blank, operation_id=operation_id)


def make_ready(path: Path) -> None:
    """See `server.engine.notebooks.retrieval.make_ready`."""
    from server.engine.notebooks import retrieval

    _hurry()
    retrieval.make_ready(path)


def evident(path: Path, question: str, *, blank: Answer) -> Evidence:
    """See `server.engine.notebooks.answering.evident`."""
    from server.engine.notebooks import answering

    _hurry()
    return answering.evident(path, question, blank=blank)


def worded(evidence: Evidence, spec: WriterSpec, telling: Path) -> Answer:
    """See `server.engine.notebooks.wording.worded`; the sentences so far lie in `telling`."""
    from server.engine.chat.connecting import connected
    from server.engine.notebooks.wording import worded

    told: list[str] = []

    def hear(sentence: str) -> None:
        told.append(sentence)
        draft = telling.with_suffix(".part")
        # Nobody is worse off for a sentence that is only told at the end.
        with contextlib.suppress(OSError):
            draft.write_bytes(msgspec.json.encode(told))
            draft.replace(telling)

    with connected(spec, request=evidence.answer.id) as interview:
        return worded(evidence, interview, hear)


def overview(path: Path, source: Source) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """See `server.engine.notebooks.overviews.overview`; worked out once."""
    from server.engine.notebooks import conversations, overviews

    name = f"overview {source.id}"
    known = conversations.kept(path, name, tuple[tuple[str, ...], tuple[str, ...]])
    if known is None:
        known = overviews.overview(source)
        conversations.keep(path, name, known)
    return known


def suggested(path: Path) -> tuple[str, ...]:
    """See `server.engine.notebooks.overviews.suggested`; worked out once for the same sources."""
    from server.engine.notebooks import conversations, overviews
    from server.engine.notebooks.files import notebook_of

    name = f"suggestions {len(notebook_of(path).sources)}"
    known = conversations.kept(path, name, tuple[str, ...])
    if known is None:
        known = overviews.suggested(path)
        conversations.keep(path, name, known)
    return known


def _hurry() -> None:
    """One process answers, and somebody waits: the models may use two cores."""
    from server.engine.writing import vectors

    vectors.hurry(min(2, len(os.sched_getaffinity(0))))

"""What two sources tell of the same things: the pairs of their sentences that are most alike."""

from __future__ import annotations

import numpy as np

from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.framing import Plan
from server.engine.notebooks.hearing import Asking
from server.engine.notebooks.retrieval import Found
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.static_vectors import SCALE, static_vectors
from server.engine.notebooks.telling import Told, Writing
from server.engine.notebooks.terms import asks, content, stem, words

ALIKE = 0.42
"""Closeness of two sentences from which they are about the same thing."""
MOST_ALIKE = 3
FEWEST = 4
"""Words of a sentence that says something."""
MOST_COMPARED = 400
"""Sentences of a source that are held against those of another."""


def likened(asking: Asking, plan: Plan) -> Told | None:
    """What two sources tell of the same things: pairs of sentences that are most alike."""
    one, other = plan.sides[:2]
    if one.source is None or other.source is None:
        return None
    mine, others = _sentences(asking, one.source), _sentences(asking, other.source)
    if not mine or not others:
        return None
    left, right = (static_vectors([each.told for each in own]).astype(np.float32) / SCALE for own in (mine, others))
    closeness = left @ right.T
    titles = [asking.records[each].title for each in (one.source, other.source)]
    named = {stem(word) for word in words(" ".join([one.thing, other.thing, *titles]))}
    shared = np.array([[len((set(content(a.told)) & set(content(b.told))) - named) for b in others] for a in mine])
    points = np.where((closeness >= ALIKE) & (shared >= 1), closeness + 0.08 * np.minimum(shared, 4), -1.0)
    writing = Writing(asking)
    told: list[Found] = []
    for _ in range(MOST_ALIKE):
        place = int(points.argmax())
        row, column = divmod(place, points.shape[1])
        if points[row, column] < 0:
            break
        points[row, :] = -1.0
        points[:, column] = -1.0
        for side, statement in ((one, mine[row]), (other, others[column])):
            line, _marker = writing.line(side, statement, room=2 * MOST_ALIKE)
            writing.parts.append(line)
            told.append(statement.found)
    writing.parts = [line for line in writing.parts if line]
    return Told(" ".join(writing.parts), writing.citations, tuple(told)) if writing.citations else None


def _sentences(asking: Asking, source: int) -> list[Statement]:
    """The sentences of a source, in order."""
    numbers = [
        row[0]
        for row in asking.db.execute(
            "SELECT seq FROM chunks WHERE source = ? ORDER BY seq LIMIT ?", (source, MOST_COMPARED)
        )
    ]
    rows = chunk_rows(asking.db, numbers)
    founds = [Found(number, source, chunk, 0.0) for number, (_, chunk) in rows.items()]
    return [each for found in founds for each in sentences_of(found)][:MOST_COMPARED]


def sentences_of(found: Found) -> list[Statement]:
    """The sentences of a chunk as they stand, without its questions; none of a table's row."""
    chunk = found.chunk
    out: list[Statement] = []
    for unit in () if chunk.cells else chunk.units:
        text = chunk.said(unit.start, unit.end).strip()
        if len(words(text)) >= FEWEST and not asks(text):
            out.append(Statement(found, unit.start, unit.end, text, text, unit.kind, score=found.score))
    return out

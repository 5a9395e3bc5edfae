"""Pieces of several sources: each told in one piece, and a research under its own topic."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from plain_sources import source_of

from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.ranking import lexrank, nearest_before
from server.engine.writing.tasks import BriefingTask, ResearchTask
from server.engine.writing.vectors import term_vectors

FERRY = """# The ferry at Sallow

The ferry at Sallow carries sixty cars from one bank to the other, and it has done so since the spring of 1931.

## The engine

The new engine cost 84,000 pounds, of which the parish paid a third. It burns eleven litres of diesel an hour.
The old engine was sold to a museum in Harrowby, where visitors may start it on Sundays.

## The crew

Orla Finch and two deckhands steer the boat in three shifts of eight hours. Each of them holds a river licence.
"""
KILN = """# The tile kiln of Marden

The tile kiln of Marden fired its last load in October 1962, after a hundred and four years of work.

## The clay

The clay was dug from a pit of nine hectares behind the chapel. Each winter some forty men turned it over by hand.
Frost broke the lumps, and in April the clay was ground between two granite rollers.

## The chimney

The chimney stands twenty-eight metres high and leans to the west by half a metre. Storks have nested on it since 1989.
"""


def test_the_findings_of_a_source_stand_together(writer: BuiltInWriter) -> None:
    sources = (source_of(FERRY, id="ferry"), source_of(KILN, id="kiln"))
    made = writer.write(BriefingTask(sources=sources, language="en"))
    ids = [p.source_id for section in made.findings for row in section.paragraphs for s in row for p in s.passages]
    assert set(ids) == {"ferry", "kiln"}
    changes = sum(a != b for a, b in pairwise(ids))
    assert changes == 1


def test_a_research_bears_its_topic(writer: BuiltInWriter) -> None:
    sources = (source_of(FERRY, id="ferry"), source_of(KILN, id="kiln"))
    topic = "what the parish paid for its ferry"
    assert writer.write(ResearchTask(sources=sources, language="en", instructions=topic)).title == (
        "What the parish paid for its ferry"
    )
    long = writer.write(ResearchTask(sources=sources, language="en", instructions="ferry " * 40)).title
    assert len(long) <= 92
    assert long.endswith("…")


def test_the_nearest_row_of_an_earlier_origin() -> None:
    rows = term_vectors([frozenset(words.split()) for words in ("a b c", "d e f", "a b x", "d e y", "a b x", "q d e")])
    at, near = nearest_before(rows, [0, 0, 1, 1, 2, 2])
    plain = rows @ rows.T
    assert at.tolist() == [-1, -1, 0, 1, 2, 1]
    assert near[:2].tolist() == [0.0, 0.0]
    assert np.allclose(near[2:], [plain[2, 0], plain[3, 1], plain[4, 2], plain[5, 1]], atol=1e-6)


def test_centrality_is_that_of_all_pairs() -> None:
    words = ["a b c", "a b d", "a c d", "e f", "e g", "a e"]
    rows = term_vectors([frozenset(w.split()) for w in words])
    assert int(np.argmax(lexrank(rows))) in {0, 1, 2, 5}
    assert float(lexrank(rows).min()) == 0.0

"""What a notebook's sources hold for one question: the chunks, their statements judged, and whether they answer."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from server.domain.notebooks import NotebookSource
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.judging import judged_statements
from server.engine.notebooks.listed_rules import told_by_rules
from server.engine.notebooks.refusing import Verdict, judged
from server.engine.notebooks.retrieval import Found, find
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.table_answers import told_by_table
from server.engine.notebooks.terms import names


@dataclass(frozen=True, slots=True)
class Asking:
    """A notebook, open, and the sources of it that count; `all_count` when none is left out."""

    db: sqlite3.Connection
    path: Path
    records: Mapping[int, NotebookSource]
    all_count: bool = True


@dataclass(frozen=True, slots=True)
class Heard:
    """What is held for a question, best first."""

    found: Sequence[Found]
    statements: Sequence[Statement]
    verdict: Verdict
    compared: Sequence[str]
    """The names in the question."""


def heard(asking: Asking, asked: Whole, *, most: int | None = None, also: str = "", bare: str = "") -> Heard:
    """Find, read and judge what may answer a question.

    Args:
        most: chunks that are read, the best; None for as many as may answer.
        also: other words that are looked for.
        bare: the question without the words that name its source, where only that one is asked; it is held against the
            evidence, which need not name its source again.
    """
    db, question = asking.db, asked.text
    compared = names(question)
    queries = [question, *(compared[:3] if len(compared) > 1 else ()), *([also] if also else ())]
    found = find(db, asking.path, question, queries, among=None if asking.all_count else asking.records)
    statements = judged_statements(db, question, found[:most])
    rows = told_by_table(db, question, found) or told_by_rules(db, question, found)
    if rows:
        return Heard(found, rows, Verdict.SAID, compared)
    compare = Whole(bare, asked.added) if bare else asked
    return Heard(found, statements, judged(db, compare, statements, asking.records), compared)

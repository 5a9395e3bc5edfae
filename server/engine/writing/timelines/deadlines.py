"""What is to be done by a day, as a table of tasks says it: who, what and by when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from server.domain.scripts import Statement
from server.domain.sources import Block, Source
from server.engine.writing.timelines.columns import Cell, cells, column_named
from server.engine.writing.timelines.rows import body_of, told_by

DUE = re.compile(
    r"by|by when|(?:action|work|repairs?|reply|decision|payment|to do|needed|required) by|"
    r"due|due (?:by|date|on)|deadline|(?:to be )?(?:done|completed?|finished) by|until|bis|bis wann|frist|"
    r"zu erledigen bis|termin|fällig(?: am)?|échéance|délai|pour le|plazo|fecha límite|para cuándo|scadenza|entro|"
    r"prazo|até",
    re.IGNORECASE,
)
"""Headers of a column that says by when something has to be done."""
_WHO = re.compile(
    r"who|by whom|owner|lead|name|person|responsible|responsibility|assigned to|member|wer|wem|zuständig|"
    r"verantwortlich|qui|responsable|quién|chi|responsabile|quem|responsável",
    re.IGNORECASE,
)
_LEAST_WORDS = 2


def of_deadlines(
    source: Source, code: str, tables: Sequence[Sequence[Block]]
) -> Iterator[tuple[Cell, Statement, Block]]:
    """The rows of tables with a column that says by when something has to be done."""
    for rows in tables:
        at, who = column_named(rows, DUE), column_named(rows, _WHO)
        body = body_of(rows)
        if at < 0 or not body:
            continue
        for block, day in zip(body, cells(source, body, at, code, is_due=True), strict=True):
            said = [c.strip() for n, c in enumerate(block.cells) if n not in {at, who}]
            what = max(said, key=len, default="")
            if day is None or len(what.split()) < _LEAST_WORDS:
                continue
            name = block.cells[who].strip() if 0 <= who < len(block.cells) else _part(said, what)
            yield day, told_by(source, block, f"{name}: {what}" if name else what), block


def _part(said: Sequence[str], what: str) -> str:
    """The thing that a row is about, named in words in a cell before what is to be said of it."""
    before = said[: said.index(what)]
    return next((c for c in before if len(re.findall(r"[^\W\d_]{3,}", c)) >= _LEAST_WORDS), "")

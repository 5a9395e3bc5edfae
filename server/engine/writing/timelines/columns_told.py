"""Columns of tables whose header says what happened at their dates to the thing or person of a row: "Fixes until"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from server.domain.scripts import Statement
from server.domain.sources import Block, Source
from server.engine.writing.timelines.columns import Cell, cells, header_cell
from server.engine.writing.timelines.rows import body_of, told_by

_SAYS = re.compile(
    r"(?:(?:bug |security )?(?:fix(?:es|ed)|updates|support(?:ed)?|maintained)|valid|let|leased|lent|licen[cs]ed|"
    r"in (?:use|service|office|post|force)|guaranteed) (?:until|till|to|since|from)|"
    r"(?:with (?:the|us|our)(?: [a-z]+){0,2}|member|employed|here|trustee|tenant|volunteer) since|since|"
    r"joined(?: (?:the )?[a-z]+)?(?: (?:in|on))?|(?:last )?(?:appointed|retired|returned|demolished|scrapped|"
    r"withdrawn|decommissioned|inspected|serviced|repaired)(?: (?:in|on))?|expires?(?: on)?|"
    r"end of (?:life|support|lease|term)",
    re.IGNORECASE,
)
_LEAST = 2
_NAME_WORDS = 8


def of_columns(source: Source, code: str, tables: Sequence[Sequence[Block]]) -> Iterator[tuple[Cell, Statement, Block]]:
    """What such columns say of each row, named by the first of its other cells."""
    for rows in tables if code == "en" else ():
        body = body_of(rows)
        for at in range(max((len(b.cells) for b in body), default=0)):
            head = header_cell(rows, at)
            if not _SAYS.fullmatch(head):
                continue
            found = cells(source, body, at, code)
            filled = sum(at < len(b.cells) and bool(re.search(r"\w", b.cells[at])) for b in body)
            if sum(day is not None for day in found) < max(_LEAST, filled / 2):
                continue
            for block, day in zip(body, found, strict=True):
                beside = [c.strip(" *_") for n, c in enumerate(block.cells) if n != at and c.strip(" *_")]
                name = next((c for c in beside if not re.search(r"\d{4}", c)), "")
                if day is not None and name and len(name.split()) <= _NAME_WORDS:
                    yield day, told_by(source, block, f"{name}: {head} {block.cells[at].strip()}"), block

"""Tables of people with the years of their birth, their death and what they were."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from server.domain.documents import TimelineEvent
from server.domain.scripts import Statement
from server.domain.sources import Block, Source
from server.engine.writing.dates.words import date_words
from server.engine.writing.timelines.columns import Cell, cells, column_named, header_cell
from server.engine.writing.timelines.rows import body_of

_BORN = re.compile(
    r"born|b\.?|birth|(?:year|date) of birth|born in|geboren|geb\.?|geburt(?:sjahr)?|née?(?: en)?|naissance|nacid[oa]|"
    r"nacimiento|nat[oa]|nascita|nascid[oa]|nascimento",
    re.IGNORECASE,
)
_DIED = re.compile(
    r"died|d\.?|death|(?:year|date) of death|died in|gestorben|gest\.?|tod(?:esjahr)?|morte?|décès|mort[oa]|muerte|"
    r"fallecid[oa]|falecid[oa]",
    re.IGNORECASE,
)
_SERVED = re.compile(
    r"(?:years? )?(?:in office|in post|in charge|in service|served|of service)|term(?: of office)?|tenure|reign(?:ed)?|"
    r"years|from[ –-]+to|amtszeit|dienstzeit|mandat|en fonction|mandato|in carica",
    re.IGNORECASE,
)
_WORD = r"(?:[A-ZÀ-Þ][\w'’-]*\.?|de|van|von|der|den|la|di|da|du|zu|y|und|and)"
_NAME = re.compile(rf"(?:(?:the|der|die|le|la) )?(?=[^\W\d]*[A-ZÀ-Þ]){_WORD}(?: {_WORD})+")
"""Two words or more, as people are named."""
_TELLS_OF = {
    "born": re.compile(r"\b(?:born|birth)\b"),
    "died": re.compile(r"\b(?:died|dead|death|killed|buried|funeral|drowned)\b"),
}
_HE = re.compile(r"(?:He|She)\b")
_LEAST = 2
"""Rows that make a table of people."""


def of_careers(source: Source, code: str, tables: Sequence[Sequence[Block]]) -> Iterator[tuple[Cell, Statement, Block]]:
    """Births, deaths and years of office of tables whose rows are people."""
    labels = date_words(code).labels
    for rows in tables:
        body = body_of(rows)
        who = _names_at(body)
        if who < 0:
            continue
        for named, kind in ((_BORN, "born"), (_DIED, "died"), (_SERVED, "")):
            at = column_named(rows, named)
            if at in {-1, who} or (kind and kind not in labels):
                continue
            for block, day in zip(body, cells(source, body, at, code), strict=True):
                name = _NAME.match(block.cells[who].strip()) if who < len(block.cells) else None
                if day is None or name is None or (not kind and day.last is None):
                    continue
                role = header_cell(rows, who)
                text = labels[kind].format(name[0]) if kind else f"{role}: {block.cells[who].strip()}."
                yield day, Statement(text, (source.passage(block.start, block.end),)), block


def _names_at(body: Sequence[Block]) -> int:
    """The first column in which nearly every cell begins with somebody's name; -1 where none does."""
    for at in range(min(_LEAST, max((len(b.cells) for b in body), default=0))):
        found = [at < len(b.cells) and _NAME.match(b.cells[at].strip()) is not None for b in body]
        if len(body) >= _LEAST and sum(found) * _LEAST > len(body):
            return at
    return -1


def is_told(day: Cell, text: Statement, entry: TimelineEvent) -> bool:
    """Whether an event of that year tells of somebody's birth or death at length, so that the row only bears it out."""
    name, _, said = text.text.rstrip(".").rpartition(" ")
    last = name.removesuffix(" was").split()[-1]
    kind = _TELLS_OF.get(said) if day.last is None else None
    if kind is None or not entry.date.startswith(day.first.iso):
        return False
    return any(kind.search(p.text) and (last in p.text or _HE.match(p.text)) for p in entry.text.passages)

"""What the row of a programme has on the day that opens it: "Sat 8 – Opening night. The players in Haydn."."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from server.domain.scripts import Statement
from server.domain.sources import Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.timelines.logs import Told, on_day

_LEAST_WORDS = 4
"""Of a title that is told alone."""
_MOST_WORDS = 40
_TITLE = re.compile(r"[^.!?]+[.!?]")


def of_row(
    analysis: Analysis, source: Source, head: DayHead, said: Sequence[Sentence], taken: Collection[int]
) -> Told | None:
    """The title of a row, and the sentence behind a short one where that has no date of its own."""
    first, rest = said[0], said[1:]
    text = _plain(source.text[head.block.end : first.end])
    title = _TITLE.match(text)
    if title is not None and (len(text.split()) > _MOST_WORDS or first.id in taken):
        text = title[0]
    own = [first]
    free = rest[0] if rest and rest[0].id not in taken and Role.QUESTION not in rest[0].roles else None
    if free is not None and first.id not in taken and len(text.split()) < _LEAST_WORDS:
        text, own = f"{text} {_plain(free.text)}", [first, free]
    if not re.search(r"\w{3}", text):
        return None
    text = text if re.search(r"[.!?…][\"'”’)]*$", text) else f"{text}."
    passages = on_day(head, source, [analysis.passage(s) for s in own])
    return head.moment, Statement(text[:1].upper() + text[1:], passages), first, True


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[*_]", "", text)).strip()

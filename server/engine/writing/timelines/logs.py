"""Entries of a log that an hour opens: "2137 Mayday from a ship. Cargo shifted."."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from server.domain.scripts import Statement
from server.domain.sources import Passage, Source
from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.words import date_words

_MOST_WORDS = 60
_LEAST_WORDS = 2
"""Of an entry: "Maroons fired."."""

Told = tuple[Moment, Statement, Sentence, bool]
"""When it was, what happened, the sentence that says so, and whether its day had to be worked out."""


def of_log(
    analysis: Analysis,
    source: Source,
    head: DayHead,
    said: Sequence[Sentence],
    *,
    hour: re.Match[str],
    taken: Collection[int],
) -> Told | None:
    """An entry, up to what has a date of its own or is still to come."""
    w = date_words(analysis.rules.code)
    rest = itertools.takewhile(lambda s: s.id not in taken and tense(s.text, w) is not Tense.FUTURE, said[1:])
    own = [said[0], *rest]
    begins = said[0].start + hour.end() - hour.start()
    text = _plain(source.text[begins : own[-1].end])
    if len(text.split()) > _MOST_WORDS:
        own = own[:1]
        text = _plain(source.text[begins : own[-1].end])
    if len(text.split()) < _LEAST_WORDS:
        return None
    moment = replace(head.moment, hour=int(hour["h"]), minute=int(hour["n"]))
    passages = on_day(head, source, [analysis.passage(s) for s in own])
    return moment, Statement(text[:1].upper() + text[1:], passages), own[-1], not head.is_named


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[*_]", "", text)).strip()


def on_day(head: DayHead, source: Source, passages: list[Passage]) -> tuple[Passage, ...]:
    """The passages after the lines that have their day and year."""
    blocks = [head.origin, head.block] if head.origin is not head.block else [head.block]
    return (*(source.passage(b.start, b.end) for b in blocks), *passages)

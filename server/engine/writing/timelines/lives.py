"""Births and deaths that brackets after a name give: "Edmund Thrale (1881–1957)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.domain.scripts import Statement
from server.domain.sources import BlockKind, Passage, Source
from server.engine.writing.analysis import Analysis
from server.engine.writing.dates.lives import lives
from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.words import date_words

_TOLD_AT_LENGTH = re.compile(
    r"\b(?:born|birth|died|dead|death|killed|buried|funeral|drowned|geboren|Geburt|starb|gestorben|Tod|née?|naissance|mort|morte|mourut|"
    r"nació|murió|muerte|nacque|morì|nasceu|morreu)\b",
    re.IGNORECASE,
)


def of_lives(analysis: Analysis, source: Source, index: int) -> Iterator[tuple[Moment, Statement]]:
    """Each person's birth and death once, but for those that a sentence of that year tells itself."""
    labels = date_words(analysis.rules.code).labels
    own = [
        re.sub(r"\([^()]*\)", "", s.text)
        for s in analysis.sentences
        if s.source == index and _TOLD_AT_LENGTH.search(s.text)
    ]
    seen: set[tuple[str, int]] = set()
    for block in source.blocks:
        if block.kind is BlockKind.TABLE_ROW:
            continue
        for life in lives(source.text[block.start : block.end], source.text):
            passage: Passage = source.passage(block.start, block.end)
            for kind, year in (("born", life.born), ("died", life.died)):
                last = life.name.split()[-1]
                told = any(str(year) in text and (last in text or _is_of(text)) for text in own)
                if year is None or kind not in labels or (last, year) in seen or told:
                    continue
                seen.add((last, year))
                yield Moment(year), Statement(labels[kind].format(life.name), (passage,))


def _is_of(text: str) -> bool:
    """Whether a sentence speaks of somebody by pronoun, who may be the one named."""
    return (
        re.search(r"(?:^|, |\d )(?:she|he|er|sie|il|elle)\b|\b(?:starb|wurde) (?:er|sie)\b", text, re.IGNORECASE)
        is not None
    )

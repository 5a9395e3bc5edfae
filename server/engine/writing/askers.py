"""Who asks, by language."""

from __future__ import annotations

from server.engine.writing.analysis import Analysis
from server.engine.writing.asking import Asker
from server.engine.writing.english import English
from server.engine.writing.english.asking import EnglishAsker
from server.engine.writing.european.asking import EuropeanAsker

_known: list[tuple[Analysis, Asker]] = []


def asker_for(analysis: Analysis) -> Asker:
    """The asker of an analysis's language; the last one is kept, with what it has parsed."""
    for known, asker in _known:
        if known is analysis:
            return asker
    made = _made(analysis)
    _known[:] = [(analysis, made)]
    return made


def _made(analysis: Analysis) -> Asker:
    rules = analysis.rules
    if isinstance(rules, English):
        return EnglishAsker(analysis, rules.parsed, rules.nouns)
    return EuropeanAsker(analysis)

"""A report on a topic: the briefing of its sources, steered by the topic, and where two of them differ."""

from __future__ import annotations

import dataclasses

from server.domain.documents import Briefing
from server.domain.scripts import Section, Statement
from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.briefings.writing import briefing
from server.engine.writing.quantities import quantities
from server.engine.writing.research_words import research_words
from server.engine.writing.tasks import ResearchTask, briefing_for

MOST = 5
_SHARED = 4
"""Content words that two sentences have in common when they speak of one thing."""
_OVERLAP = 0.5
_TITLE_MOST = 90
"""Characters of a topic that stand as the title."""
_LONG = 45
"""Words of the longest sentence that is compared."""


def research(analysis: Analysis, task: ResearchTask) -> Briefing:
    """What the sources say about the topic.

    Raises:
        NothingUsable: they hold nothing that can be told.
    """
    told = briefing(
        analysis,
        briefing_for(task, duration=task.duration),
    )
    told = dataclasses.replace(told, title=task.title or _titled(task.instructions) or told.title)
    found = contradictions(analysis)
    if not found:
        return told
    section = Section(research_words(task.language).contradictions, tuple((each,) for each in found))
    return dataclasses.replace(told, findings=(*told.findings, section))


def _titled(topic: str) -> str:
    """The topic as a title: its first line, cut at a word; empty where there is none."""
    words = topic.strip().split("\n", maxsplit=1)[0].strip(" .")
    if len(words) > _TITLE_MOST:
        words = words[:_TITLE_MOST].rsplit(" ", maxsplit=1)[0].rstrip(" ,;:") + "…"
    return words[:1].upper() + words[1:]


def contradictions(analysis: Analysis) -> tuple[Statement, ...]:
    """Pairs of sentences of two sources that say much the same with other figures, both in their own words."""
    figured = [
        s for s in analysis.sentences if analysis.rules.numerals(s.text) and len(s.text.split()) <= _LONG and s.terms
    ]
    by_term: dict[str, list[int]] = {}
    out: list[tuple[float, Sentence, Sentence]] = []
    for n, s in enumerate(figured):
        shared: dict[int, int] = {}
        for term in _words(s):
            for other in by_term.get(term, ())[-40:]:
                shared[other] = shared.get(other, 0) + 1
            by_term.setdefault(term, []).append(n)
        for other, count in shared.items():
            before = figured[other]
            overlap = count / min(len(_words(s)), len(_words(before)))
            if before.source != s.source and count >= _SHARED and overlap >= _OVERLAP and _differ(analysis, before, s):
                out.append((overlap, before, s))
    out.sort(key=lambda each: -each[0])
    used: set[int] = set()
    kept: list[Statement] = []
    for _, first, second in out:
        if id(first) in used or id(second) in used:
            continue
        used |= {id(first), id(second)}
        names = [analysis.sources[s.source].title or "Text" for s in (first, second)]
        words = " – ".join(f"{name}: “{s.text}”" for name, s in zip(names, (first, second), strict=True))
        kept.append(Statement(words, (analysis.passage(first), analysis.passage(second))))
    return tuple(kept[:MOST])


def _words(s: Sentence) -> frozenset[str]:
    return frozenset(term for term in s.terms if not any(character.isdigit() for character in term))


def _differ(analysis: Analysis, first: Sentence, second: Sentence) -> bool:
    """Whether both count the same thing, or date it, and agree in nothing of that."""
    one, two = _counted(analysis, first), _counted(analysis, second)
    return any(not one[unit] & two[unit] for unit in one.keys() & two.keys())


def _counted(analysis: Analysis, s: Sentence) -> dict[str, set[float]]:
    """The numbers of a sentence by their unit or the noun that they count, and its years."""
    out: dict[str, set[float]] = {}
    for each in quantities(s.text, analysis.rules.code):
        if each.unit:
            out.setdefault(each.unit, set()).add(each.number)
    if s.years:
        out["year"] = {float(year) for year in s.years if year.isdigit()}
    return out

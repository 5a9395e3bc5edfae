"""What speaks for an answer and against it, weighed against one another: the gate that an answer has to pass."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from server.domain.notebooks import NotebookSource
from server.engine.notebooks.bounds import contrary
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.contacts import lacks_contact
from server.engine.notebooks.defining import defines
from server.engine.notebooks.eras import told_by_years
from server.engine.notebooks.expecting import MEASURED, Kind, expected, own_question
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.judging import HIGHEST
from server.engine.notebooks.missing_measures import lacks_measure
from server.engine.notebooks.pricing import priced
from server.engine.notebooks.retrieval import Found, holders, numbers_of
from server.engine.notebooks.statements import Statement, worth_of
from server.engine.notebooks.terms import DAY_NAME, asks, names, numbers, stem, words

_NAME_OF = re.compile(r"\b(?:name of|named|called|whose name)\b", re.IGNORECASE)
_KIND_OF = re.compile(r"^(?:in |on |at |to |by |from )?(?:which|what) ((?:[a-z-]+ )??[a-z-]+)\b", re.IGNORECASE)
_OWN_NAMES = frozenset(
    "company firm person river town city village country street brand make publisher newspaper play film novel opera"
    " song".split()
)
"""Kinds of things each of which has a name of its own."""
BESIDE = 2
"""Chunks before and after the evidence in which numbers and names may stand too."""
UNTOLD = 0.4
"""Closeness below which a word of the question is not told of in the sentence that has the amount or time asked for."""
WEIGHTS: Mapping[str, float] = {
    "says": 1.02,
    "missing": -0.2,
    "untold": -0.77,
    "unnamed": -0.98,
    "worded": -1.06,
    "ahead": -0.2,
    "reason": -0.27,
    "length": 0.33,
    "named": -0.45,
    "least": 0.55,
    "overrated": -0.14,
    "defined": 1.5,
    "priced": 0.9,
}
"""What each feature counts for: near to a regression on other questions (`packaging/answer_check/gate.py`), but
for the last two, which are too seldom for one and were set by hand. The reader
of chunks takes the question's own words and names for an answer a little too readily: that they stand there speaks
against one. A long question is harder to read an answer to, and each of its words may be missing: its length makes up
for that."""
SURELY = -0.08
"""What all is raised by, so that of both answers and refusals about as many are right."""
READ_FOR_WORDS = 6
"""Statements, the best, in whose chunks the question's words are looked for."""
SHORT, LONG = 3, 12
"""Words of a question below and beyond which its length changes nothing."""
FAR_AHEAD = 4.0
"""How far ahead a chunk is at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """What speaks for and against an answer."""

    says: float
    """Log odds that a chunk says what is asked for (`checking`), the highest of all that were read."""
    missing: int
    """Names and numbers of the question that stand nowhere near."""
    untold: float
    """Share of the question's words that the sentence with the amount or time does not tell of."""
    unnamed: bool
    """A name is asked for, and the evidence has none."""
    answerless: bool
    """The best sentence is a question itself, or tells of the other end of what is asked for, or the evidence has no
    telephone number, or its row no amount, where one is asked for: it answers none."""
    worded: float = 1.0
    """Share of the question's words that stand in the best chunks, their headings or titles, in any form."""
    ahead: float = 0.0
    """By how much the likeliest chunk is likelier than the next one."""
    reason: bool = False
    """A reason is asked for: many sentences may hold one."""
    length: int = SHORT
    """Words of the question that say what it is about: the more, the more of them may stand nowhere near."""
    named: float = 0.5
    """Share of the question's names that the best sentence says; half where it has none."""
    least: float = 1.0
    """Closeness of that word of the question that the best chunk comes least near to."""
    overrated: float = 0.0
    """By how much the cross-encoder, which judges what a chunk is about, likes the best chunk better than the reader
    does."""
    defined: bool = False
    """The best sentence says what a thing is, or who holds an office, and that is asked for."""
    priced: bool = False
    """The best sentence says for how much it is what the question asks the cost of (`pricing`)."""

    @property
    def values(self) -> Mapping[str, float]:
        """Each as the number that is weighed."""
        return {
            "says": self.says,
            "missing": float(self.missing > 0),
            "untold": self.untold,
            "unnamed": float(self.unnamed),
            "worded": self.worded,
            "ahead": min(self.ahead, FAR_AHEAD),
            "reason": float(self.reason),
            "length": float(min(max(self.length, SHORT), LONG)),
            "named": self.named,
            "least": self.least,
            "overrated": self.overrated,
            "defined": float(self.defined),
            "priced": float(self.priced),
        }

    @property
    def odds(self) -> float:
        """Log odds that the sources answer, by all of this."""
        return -1.0 if self.answerless else SURELY + sum(WEIGHTS[name] * one for name, one in self.values.items())


def features_of(
    db: sqlite3.Connection,
    asked: Whole,
    statements: Sequence[Statement],
    records: Mapping[int, NotebookSource],
) -> Features:
    """Compare the question with the evidence: the best chunks, those beside them, headings and titles.

    Args:
        statements: best first.
    """
    question = own_question(asked.text)
    kind = expected(question)
    by_chunk: dict[int, list[Statement]] = {}
    for each in statements:
        by_chunk.setdefault(each.found.number, []).append(each)
    ranked = sorted(by_chunk.values(), key=lambda own: -worth_of(own))
    near_ones = [own[0] for own in ranked[:3] if worth_of(own) > worth_of(ranked[0]) - 2]
    evidence = " ".join(f"{each.judged} {each.found.chunk.text} {each.found.chunk.context}" for each in near_ones)
    titles = " ".join(records[each.found.source].title for each in near_ones)
    beside = _beside(db, near_ones)
    wide = {stem(word) for word in words(f"{evidence} {titles} {beside}")}
    lacking = [
        name
        for name in names(question)
        if name not in asked.added
        and not told_by_years(name, evidence)
        and not DAY_NAME.fullmatch(name)  # a source may tell it otherwise: "at weekends", "from spring"
        and not all(stem(word) in wide for word in words(name) if len(word) > 1)
        and not _shortened(db, name, wide, near_ones[0].found.source)
    ]
    absent = numbers(question) - numbers(f"{evidence} {titles} {beside}") - {"1", "2"}
    best = near_ones[0]
    chunk = best.found.chunk
    wanted = focus(question)
    told = near(wanted, f"{best.judged} {chunk.context.rpartition(' / ')[2]}")
    answerless = (
        asks(best.told)
        or contrary(question, best.told)
        or lacks_contact(question, evidence)
        or lacks_measure(question, chunk)
    )
    says = max(each.odds for each in statements)
    return Features(
        says=says,
        missing=len(lacking) + len(absent),
        untold=untold_share(question, wanted, told, _about(db, question, best.found, records))
        if kind in MEASURED
        else 0.0,
        unnamed=_unnamed(question, best),
        answerless=answerless,
        worded=_worded(wanted, statements, records),
        ahead=_ahead(statements),
        reason=kind is Kind.REASON,
        length=len(wanted),
        named=_named(question, best.told),
        least=min(near(wanted, chunk.text), default=0.0),
        overrated=max(0.0, min(best.found.score, HIGHEST) - says),
        defined=defines(question, best.told),
        priced=priced(question, wanted, told, best.told),
    )


def _named(question: str, told: str) -> float:
    own = names(question)
    there = {stem(word) for word in words(told)}
    return sum({stem(word) for word in words(name)} <= there for name in own) / len(own) if own else 0.5


def _worded(wanted: Sequence[str], statements: Sequence[Statement], records: Mapping[int, NotebookSource]) -> float:
    told = " ".join(
        f"{each.found.chunk.text} {each.found.chunk.context} {records[each.found.source].title}"
        for each in statements[:READ_FOR_WORDS]
    )
    stems = {stem(word) for word in words(told)}
    return sum(stem(word) in stems for word in wanted) / len(wanted) if wanted else 1.0


def _ahead(statements: Sequence[Statement]) -> float:
    """Between the odds of the two likeliest chunks."""
    first, second, *_ = (*sorted({each.odds for each in statements}, reverse=True), None, None)
    return first - second if first is not None and second is not None else 0.0


def untold_share(question: str, wanted: Sequence[str], told: Sequence[float], opening: str) -> float:
    """The share of the words that are not told of; whom a source is about, it does not name again in each sentence.

    Args:
        opening: the source's title, how it begins, and the names that stand in no other source.
    """
    begins = {stem(word) for word in words(opening)}
    about = {
        word.lower()
        for name in names(question)
        if all(stem(word) in begins for word in words(name))
        for word in words(name)
    }
    counted = [one for word, one in zip(wanted, told, strict=True) if one >= UNTOLD or word not in about]
    return sum(one < UNTOLD for one in counted) / len(counted) if counted else 0.0


def _about(db: sqlite3.Connection, question: str, found: Found, records: Mapping[int, NotebookSource]) -> str:
    """What says whom a source is about: its title, how it begins, and those names of a question that it alone has."""
    own = [
        name
        for name in names(question)
        if len(records) > 1
        and all(holders(db, word) == frozenset({found.source}) for word in words(name) if len(word) > 1)
    ]
    return " ".join((records[found.source].title, _opening(db, found), *own))


def _opening(db: sqlite3.Connection, found: Found) -> str:
    """The first chunk of a source."""
    first = numbers_of(db, found.source)[:1]
    return " ".join(chunk.text for _, chunk in chunk_rows(db, first).values())


def _shortened(db: sqlite3.Connection, name: str, near: Collection[str], source: int) -> bool:
    """Whether the evidence has a part of a name that its source tells in full: "the Singers" of a choir."""
    parts = [word for word in words(name) if len(word) > 1]
    if len(parts) < 2 or not any(stem(word) in near for word in parts):
        return False
    return all(source in (holders(db, word) or ()) for word in parts)


def _unnamed(question: str, best: Statement) -> bool:
    """Whether a question asks for a name where the best sentence has none that is new."""
    known = {stem(word) for word in words(question)}
    fresh = [name for name in names(best.told) if not {stem(word) for word in words(name)} <= known]
    if fresh:
        return False
    if _NAME_OF.search(question):
        return True
    kind = _KIND_OF.search(question)
    return kind is not None and kind[1].lower().split()[-1] in _OWN_NAMES


def _beside(db: sqlite3.Connection, near: Sequence[Statement]) -> str:
    wanted = {each.found.number + step: each.found.source for each in near for step in range(-BESIDE, BESIDE + 1)}
    rows = chunk_rows(db, sorted(wanted))
    return " ".join(row[1].text for number, row in rows.items() if row[0] == wanted[number])

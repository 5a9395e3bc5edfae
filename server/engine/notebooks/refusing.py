"""When the sources do not say: what speaks for an answer and against it, and the sentence that there is none."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from server.domain.notebooks import NotebookSource
from server.engine.notebooks.bounds import contrary
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.contacts import lacks_contact
from server.engine.notebooks.defining import defines
from server.engine.notebooks.expecting import MEASURED, expected, fit, own_question
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.retrieval import holders
from server.engine.notebooks.statements import Statement, worth_of
from server.engine.notebooks.terms import DAY_NAME, asks, names, numbers, stem, words

MAX_NEARBY = 500


class Verdict(Enum):
    """Whether the sources answer a question."""

    SAID = auto()
    NOT_SAID = auto()
    STRANGE = auto()
    """A name or number of the question stands nowhere near."""
    EMPTY = auto()


_SENTENCES: Mapping[str, tuple[str, str, str]] = {
    "en": ("The sources do not say.", "Nearest to it, {source} says: “{text}”", "This notebook has no sources yet."),
    "de": (
        "Die Quellen sagen es nicht.",
        "Am nächsten kommt {source}: „{text}“",
        "Dieses Notizbuch hat noch keine Quellen.",
    ),
    "fr": (
        "Les sources ne le disent pas.",
        "Au plus près, {source} dit : « {text} »",
        "Ce carnet n’a pas encore de sources.",
    ),
    "es": ("Las fuentes no lo dicen.", "Lo más cercano, en {source}: «{text}»", "Este cuaderno aún no tiene fuentes."),
    "it": (
        "Le fonti non lo dicono.",
        "La cosa più vicina, in {source}: «{text}»",
        "Questo taccuino non ha ancora fonti.",
    ),
    "pt": ("As fontes não o dizem.", "O mais próximo, em {source}: «{text}»", "Este caderno ainda não tem fontes."),
}

_NAME_OF = re.compile(r"\b(?:name of|named|called|whose name)\b", re.IGNORECASE)
_KIND_OF = re.compile(r"^(?:in |on |at |to |by |from )?(?:which|what) ((?:[a-z-]+ )??[a-z-]+)\b", re.IGNORECASE)
BESIDE = 2
"""Chunks before and after the evidence in which numbers and names may stand too."""
UNTOLD = 0.4
"""Closeness below which a word of the question is not told of in the sentence that has the amount or time asked for."""
FEW = 0.25
"""Part of the sources in which a word stands at most that points to them: one that is common says nothing."""
MOST_ELSEWHERE = 2
SAYS, ANY_SAYS = 0.23, 0.93
"""What `says` and `any_says` count for. These and the following: a regression on questions of tests/data."""
SURELY = 0.74
"""What all is raised by, so that of both answers and refusals about as many are right."""
MISSING_COSTS = 1.3
UNTOLD_COSTS = 2.2
"""Of a sentence in which none of the question's words is told of."""
ELSEWHERE_COSTS = 0.45
UNNAMED_COSTS = 1.5
OTHER_KIND_COSTS = 1.5
"""Of a sentence without the amount or time that is asked for."""
APART_COSTS = 2.1
APART = -9.0
"""Points of a chunk (`retrieval`) below which it has nothing to do with the question, whatever it seems to say."""
LEAST, LEAST_AT_MOST, LEAST_HALFWAY = 2.2, 0.6, 0.4
"""What the closeness of the question's least told word counts for, from where it counts no more, and where it speaks
neither for nor against."""
DEFINES = 1.6
"""What it counts for that the sentence says what the thing is that is asked about."""


def judged(
    db: sqlite3.Connection, asked: Whole, statements: Sequence[Statement], records: Mapping[int, NotebookSource]
) -> Verdict:
    """Whether the best statement answers the question."""
    if not records:
        return Verdict.EMPTY
    if not statements:
        return Verdict.NOT_SAID
    features = features_of(db, asked, statements, records)
    if features.odds > 0:
        return Verdict.SAID
    return Verdict.STRANGE if features.missing else Verdict.NOT_SAID


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """What speaks for and against an answer."""

    says: float
    """Log odds that the best chunk says what is asked for (`checking`)."""
    any_says: float
    """The highest of all chunks that were read."""
    missing: int
    """Names and numbers of the question that stand nowhere near."""
    untold: float
    """Share of the question's words that the sentence with the amount or time does not tell of."""
    unnamed: bool
    """A name is asked for, and the evidence has none."""
    elsewhere: int
    """Words of the question that few sources have, and not the one with the evidence."""
    answerless: bool
    """The best sentence is a question itself, or tells of the other end of what is asked for, or the evidence has no
    telephone number where one is asked for: it answers none."""
    least: float = LEAST_HALFWAY
    """Closeness of that word of the question that the best chunk, its headings and title tell of least."""
    other_kind: bool = False
    """An amount or time is asked for, and the evidence has none of its kind."""
    apart: bool = False
    """The best chunk has nothing to do with the question."""
    defines: bool = False
    """What a thing is, is asked for, and told."""

    @property
    def odds(self) -> float:
        """Log odds that the sources answer, by all of this."""
        if self.answerless:
            return -1.0
        doubt = (
            MISSING_COSTS * bool(self.missing)
            + UNTOLD_COSTS * self.untold
            + ELSEWHERE_COSTS * min(self.elsewhere, MOST_ELSEWHERE)
            + UNNAMED_COSTS * self.unnamed
            + OTHER_KIND_COSTS * self.other_kind
            + APART_COSTS * self.apart
        )
        told = LEAST * (min(self.least, LEAST_AT_MOST) - LEAST_HALFWAY) + DEFINES * self.defines
        return SAYS * self.says + ANY_SAYS * self.any_says + SURELY + told - doubt


def features_of(
    db: sqlite3.Connection, asked: Whole, statements: Sequence[Statement], records: Mapping[int, NotebookSource]
) -> Features:
    """Compare the question with the evidence: the best chunks, those beside them, headings and titles."""
    question = own_question(asked.text)
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
        and not DAY_NAME.fullmatch(name)  # a source may tell it otherwise: "at weekends", "from spring"
        and not all(stem(word) in wide for word in words(name) if len(word) > 1)
        and not _shortened(db, name, wide, near_ones[0].found.source)
    ]
    absent = numbers(question) - numbers(f"{evidence} {titles} {beside}") - {"1", "2"}
    best = near_ones[0]
    chunk = best.found.chunk
    wanted = focus(question)
    told = near(wanted, f"{best.judged} {chunk.context.rpartition(' / ')[2]}")
    around = f"{chunk.context} {' '.join(chunk.header)}"
    return Features(
        says=best.odds,
        any_says=max(each.odds for each in statements),
        missing=len(lacking) + len(absent),
        untold=sum(one < UNTOLD for one in told) / len(told) if told and expected(question) in MEASURED else 0.0,
        unnamed=_unnamed(question, best),
        elsewhere=_elsewhere(db, wanted, best.found.source, records),
        answerless=asks(best.told) or contrary(question, best.told) or lacks_contact(question, evidence),
        least=min(near(wanted, f"{chunk.text} {chunk.context} {titles}"), default=LEAST_HALFWAY),
        other_kind=expected(question) in MEASURED and fit(question, best.told, around=around) < 0,
        apart=best.found.score < APART,
        defines=defines(question, best.told),
    )


def _shortened(db: sqlite3.Connection, name: str, near: Collection[str], source: int) -> bool:
    """Whether the evidence has a part of a name that its source tells in full: "the Singers" of a choir."""
    parts = [word for word in words(name) if len(word) > 1]
    if len(parts) < 2 or not any(stem(word) in near for word in parts):
        return False
    return all(source in (holders(db, word) or ()) for word in parts)


def _elsewhere(
    db: sqlite3.Connection, wanted: Sequence[str], source: int, records: Mapping[int, NotebookSource]
) -> int:
    """How many of the wanted words point to other sources: what is asked about is told there, if anywhere."""
    count = 0
    for word in wanted:
        # A word that stands everywhere says nothing.
        counting = (holders(db, word) or frozenset()) & records.keys()
        if counting and source not in counting and len(counting) <= max(1, FEW * len(records)):
            count += 1
    return count


def _unnamed(question: str, best: Statement) -> bool:
    """Whether a question asks for a name where the best sentence has none that is new."""
    known = {stem(word) for word in words(question)}
    fresh = [name for name in names(best.told) if not {stem(word) for word in words(name)} <= known]
    if fresh:
        return False
    if _NAME_OF.search(question):
        return True
    kind = _KIND_OF.search(question)
    return kind is not None and kind[1].lower().split()[-1] in {"company", "firm", "person", "river", "town", "city"}


def _beside(db: sqlite3.Connection, near: Sequence[Statement]) -> str:
    wanted = {each.found.number + step: each.found.source for each in near for step in range(-BESIDE, BESIDE + 1)}
    rows = chunk_rows(db, sorted(wanted))
    return " ".join(row[1].text for number, row in rows.items() if row[0] == wanted[number])


def refusal(
    verdict: Verdict,
    statements: Sequence[Statement],
    records: Mapping[int, NotebookSource],
    *,
    language: str,
) -> str:
    """That the sources do not say, with what they do say nearby."""
    said, nearby, empty = _SENTENCES.get(language, _SENTENCES["en"])
    if verdict is Verdict.EMPTY:
        return empty
    if not statements or statements[0].score < -6:
        return said
    best = statements[0]
    text = re.sub(r"\s+", " ", best.told).strip()
    if len(text) > MAX_NEARBY:
        text = text[:MAX_NEARBY].rsplit(" ", 1)[0] + " …"
    return f"{said} {nearby.format(source=records[best.found.source].title[:120], text=text)}"

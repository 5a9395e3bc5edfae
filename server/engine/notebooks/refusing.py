"""When the sources do not say: three rules, and the sentence that tells it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from server.domain.notebooks import NotebookSource
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.statements import Statement, worth_of
from server.engine.notebooks.terms import SMALL, content, names, numbers, stem, words

SURE = 0.5
"""What the best chunk and the best sentence must score together: a chunk about the matter is not yet an answer."""
MAX_NEARBY = 500


class Verdict(Enum):
    """Whether the sources answer a question."""

    SAID = auto()
    NOT_SAID = auto()
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
_COUNTED_THING = re.compile(r"\bhow (?:many|much) ([a-z-]+)", re.IGNORECASE)
_ANYTHING = {"people", "persons", "times", "things", "money", "time", "more", "less", "later", "longer", "of"}
"""Words for what is counted that a source need not use."""
BESIDE = 2
"""Chunks before and after the evidence in which numbers and names may stand too."""


def judged(
    db: sqlite3.Connection, asked: Whole, statements: Sequence[Statement], records: Mapping[int, NotebookSource]
) -> Verdict:
    """Whether the best statement answers the question."""
    if not records:
        return Verdict.EMPTY
    if not statements:
        return Verdict.NOT_SAID
    features = features_of(db, asked, statements, records)
    return Verdict.SAID if features.score + features.sentence > SURE + features.doubt else Verdict.NOT_SAID


@dataclass(frozen=True, slots=True, kw_only=True)
class Features:
    """What speaks for and against an answer."""

    score: float
    """Of the best chunk."""
    sentence: float
    """Of the best sentence."""
    missing: int
    """Numbers and names of the question that stand nowhere near."""
    coverage: float
    """Share of the question's words that the evidence has."""
    unnamed: bool
    """A name is asked for, and the evidence has none."""

    @property
    def doubt(self) -> float:
        """Points that both must have more."""
        if self.missing or self.unnamed:
            return 100.0
        return (0.6 - self.coverage) * 4


def features_of(
    db: sqlite3.Connection, asked: Whole, statements: Sequence[Statement], records: Mapping[int, NotebookSource]
) -> Features:
    """Compare the question with the evidence: the best chunks, those beside them, headings and titles."""
    by_chunk: dict[int, list[Statement]] = {}
    for each in statements:
        by_chunk.setdefault(each.found.number, []).append(each)
    ranked = sorted(by_chunk.values(), key=lambda own: -worth_of(own))
    near = [own[0] for own in ranked[:3] if worth_of(own) > worth_of(ranked[0]) - 2]
    evidence = " ".join(f"{each.judged} {each.found.chunk.text} {each.found.chunk.context}" for each in near)
    titles = " ".join(records[each.found.source].title for each in near)
    beside = _beside(db, near)
    close = {stem(word) for word in words(f"{evidence} {titles}")}
    wide = close | {stem(word) for word in words(beside)}
    lacking = [
        name
        for name in names(asked.text)
        if name not in asked.added and not all(stem(word) in wide for word in words(name) if len(word) > 1)
    ]
    absent = numbers(asked.text) - numbers(f"{evidence} {titles} {beside}") - {"1", "2"}
    wanted = content(asked.text)
    best = near[0]
    counted = _COUNTED_THING.search(asked.text)
    thing = counted[1].lower() if counted else ""
    uncounted = bool(thing) and thing not in SMALL | _ANYTHING and stem(thing) not in close
    return Features(
        score=worth_of(ranked[0]),
        sentence=statements[0].score,
        missing=len(lacking) + len(absent) + uncounted,
        coverage=sum(1 for term in wanted if term in close) / max(1, len(wanted)),
        unnamed=_unnamed(asked.text, best),
    )


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

"""When the sources do not say: three rules, and the sentence that tells it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from server.domain.notebooks import NotebookSource
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.retrieval import Found
from server.engine.notebooks.terms import content, names, numbers, stem, words

if TYPE_CHECKING:
    from server.engine.notebooks.answering import Statement

SURE = 0.0
"""Score that the best sentence must have."""
MAX_NEARBY = 500


class Verdict(Enum):
    """Whether the sources answer a question."""

    SAID = auto()
    NOT_SAID = auto()
    EMPTY = auto()


_SENTENCES: Mapping[str, tuple[str, str, str]] = {
    "en": ("The sources do not say.", "Nearest to it, {source} says: “{text}”", "This notebook has no sources yet."),
    "de": ("Die Quellen sagen es nicht.", "Am nächsten kommt {source}: „{text}“", "Dieses Notizbuch hat noch keine Quellen."),
    "fr": ("Les sources ne le disent pas.", "Au plus près, {source} dit : « {text} »", "Ce carnet n’a pas encore de sources."),
    "es": ("Las fuentes no lo dicen.", "Lo más cercano, en {source}: «{text}»", "Este cuaderno aún no tiene fuentes."),
    "it": ("Le fonti non lo dicono.", "La cosa più vicina, in {source}: «{text}»", "Questo taccuino non ha ancora fonti."),
    "pt": ("As fontes não o dizem.", "O mais próximo, em {source}: «{text}»", "Este caderno ainda não tem fontes."),
}


def judged(
    asked: Whole,
    statements: Sequence[Statement],
    records: Mapping[int, NotebookSource],
    found: Sequence[Found],
) -> Verdict:
    """Whether the best statement answers the question.

    The rules: the best statement's score is high enough; what is asked for by number or by name stands in the
    evidence; the words of the question do, in so far as they are rare.
    """
    if not records:
        return Verdict.EMPTY
    if not statements or not found:
        return Verdict.NOT_SAID
    best = statements[0]
    features = features_of(asked, statements, records)
    return Verdict.SAID if best.score > SURE + features.doubt else Verdict.NOT_SAID


class Features:
    """What speaks for and against an answer."""

    def __init__(self, *, missing_names: int, missing_numbers: int, coverage: float) -> None:
        self.missing_names = missing_names
        self.missing_numbers = missing_numbers
        self.coverage = coverage

    @property
    def doubt(self) -> float:
        """Points that the best statement must have more."""
        if self.missing_names or self.missing_numbers:
            return 100.0
        return max(0.0, (0.5 - self.coverage) * 6)


def features_of(
    asked: Whole, statements: Sequence[Statement], records: Mapping[int, NotebookSource]
) -> Features:
    """Compare the question with the evidence: the best statements, their chunks, headings and titles."""
    near = [each for each in statements[:4] if each.score > statements[0].score - 2]
    evidence = " ".join(
        f"{each.judged} {each.found.chunk.text} {each.found.chunk.context} {records[each.found.source].title}"
        for each in near
    )
    stems = {stem(word) for word in words(evidence)}
    given = asked.added
    lacking = [
        name
        for name in names(asked.text)
        if name not in given and not any(stem(word) in stems for word in words(name) if len(word) > 1)
    ]
    absent = numbers(re.sub(r"\b(?:one|two)\b", "", asked.text)) - numbers(evidence)
    wanted = content(asked.text)
    coverage = sum(1 for term in wanted if term in stems) / max(1, len(wanted))
    return Features(missing_names=len(lacking), missing_numbers=len(absent), coverage=coverage)


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

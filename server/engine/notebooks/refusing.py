"""When the sources do not say: the verdict, and the sentence that says so."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from enum import Enum, auto

from server.domain.notebooks import NotebookSource
from server.domain.plaintext import shortened
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.gating import features_of
from server.engine.notebooks.statements import LONGEST_NAME, Statement

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


def judged(
    db: sqlite3.Connection,
    asked: Whole,
    statements: Sequence[Statement],
    records: Mapping[int, NotebookSource],
) -> Verdict:
    """Whether the best statement answers the question that the evidence is held against."""
    if not records:
        return Verdict.EMPTY
    if not statements:
        return Verdict.NOT_SAID
    features = features_of(db, asked, statements, records)
    if features.odds > 0:
        return Verdict.SAID
    return Verdict.STRANGE if features.missing else Verdict.NOT_SAID


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
    text = shortened(re.sub(r"\s+", " ", best.told).strip(), MAX_NEARBY)
    return f"{said} {nearby.format(source=shortened(records[best.found.source].title, LONGEST_NAME), text=text)}"

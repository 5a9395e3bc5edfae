"""What instructions say of a piece's length: "keep it short", "five questions", "in Stichworten", "en detalle"."""

from __future__ import annotations

import dataclasses
import re

from server.domain.requests import Duration
from server.engine.writing.tasks import FaqTask, QuizTask, R_co, StudyGuideTask, Task

_SHORT = re.compile(
    r"\b(?:(?:keep|make|be|stay|write) (?:it |this |everything )?(?:very )?(?:short|brief|concise)|in brief|briefly|"
    r"short (?:version|piece|text|one|answers?)|a few (?:questions|terms|points)|"
    r"fasse dich kurz|kurz(?:gefasst|fassung)|"
    r"(?:bitte|ganz|möglichst) (?:kurz|knapp)|(?:fais|faites|sois|soyez|reste|restez) (?:\w+ )?(?:court|bref)|"
    r"brièvement|en bref|brevemente|(?:sea|sé|sii|sia|seja) (?:muy |molto |muito )?(?:breve|corto|curto|conciso))\b",
    re.IGNORECASE,
)
_LONG = re.compile(
    r"\b(?:in (?:more |great )?(?:depth|detail)|(?:be|make it|more|very) (?:detailed|thorough|comprehensive)|at length|"
    r"(?:detailed|thorough|comprehensive) (?:answers?|version|account|piece|text|report)|ausführlich|umfassend|"
    r"en détail|en detalle|a fondo|nel dettaglio|em detalhe)\b",
    re.IGNORECASE,
)
_NUMBERS = {
    **{w: n for n, w in enumerate("three four five six seven eight nine ten".split(), 3)},
    **{w: n for n, w in enumerate("drei vier fünf sechs sieben acht neun zehn".split(), 3)},
    **{w: n for n, w in enumerate("trois quatre cinq six sept huit neuf dix".split(), 3)},
    **{w: n for n, w in enumerate("tres cuatro cinco seis siete ocho nueve diez".split(), 3)},
    **{w: n for n, w in enumerate("tre quattro cinque sei sette otto nove dieci".split(), 3)},
    **{w: n for n, w in enumerate("três quatro cinco seis sete oito nove dez".split(), 3)},
    "twelve": 12,
}
_COUNT = re.compile(
    rf"\b(?P<count>\d{{1,2}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}) (?:\w+ )?"
    r"(?:questions?|entries|Fragen|preguntas|domande|perguntas)\b",
    re.IGNORECASE,
)


def as_wished(task: Task[R_co]) -> Task[R_co]:
    """The task with the length and the number of questions that its instructions ask for.

    A length chosen beside the instructions stays: only the default one is changed by words.
    """
    changes: dict[str, object] = {}
    wish = task.instructions
    if getattr(task, "duration", None) is Duration.DEFAULT:
        if _SHORT.search(wish):
            changes["duration"] = Duration.SHORT
        elif _LONG.search(wish):
            changes["duration"] = Duration.LONG
    count = _COUNT.search(wish)
    if count is not None and isinstance(task, FaqTask | QuizTask | StudyGuideTask):
        said = count["count"].lower()
        changes["count"] = int(said) if said.isdigit() else _NUMBERS[said]
    return dataclasses.replace(task, **changes) if changes else task  # type: ignore[arg-type]

"""What instructions say of a piece's length ("keep it short", "five questions", "under 150 words") and wording."""

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

_WORDS = re.compile(
    r"(?P<least>\b(?:at least|more than|over|minimum(?: of)?|mindestens|mehr als|au moins|plus de|al menos|más de|almeno|più di|"  # noqa: E501
    r"pelo menos|mais de) )?\b(?P<count>\d{2,5})[ -](?:words?|Wörtern?|Worten?|mots|palabras|parole|palavras)\b",
    re.IGNORECASE,
)
_WORDS_LEAST = 30
"""Fewer can't hold a piece with a heading and a sentence."""
_WORDS_SHORT = 500
"""Up to so many words a piece is a short one."""
_OTHER_WORDING = re.compile(
    r"\b(?:for (?:\w+ )?(?:children|kids|pupils|beginners|laypeople|toddlers|teenagers|(?:a |\d+[- ])?year[- ]olds?)|"
    r"(?:in|use) (?:very )?(?:simple|plain|easy|simpler|formal|informal) (?:language|words|English|terms)|"
    r"funny|humorous|witty|as a poem|in rhymes?|in the style of|(?:formal|casual|friendly|ironic|serious) tone|"
    r"für (?:\w+ )?(?:Kinder|Laien|Anfänger|Schüler)|in (?:einfacher|leichter) Sprache|lustig|humorvoll|"
    r"pour (?:les |des )?(?:enfants|débutants)|en langage simple|avec humour|"
    r"para (?:los |as )?(?:niñ[oa]s|principiantes|crianças)|en lenguaje sencillo|em linguagem simples|"
    r"per (?:i )?(?:bambini|principianti)|in linguaggio semplice)\b",
    re.IGNORECASE,
)


def words_wished(instructions: str) -> int:
    """The most words that instructions allow; 0 where they name no number, or only the least."""
    for found in _WORDS.finditer(instructions):
        if not found["least"] and int(found["count"]) >= _WORDS_LEAST:
            return int(found["count"])
    return 0


def wants_other_wording(instructions: str) -> bool:
    """Whether instructions ask for words that the sources don't have: for children, in simple language, as a poem."""
    return _OTHER_WORDING.search(instructions) is not None


def as_wished(task: Task[R_co]) -> Task[R_co]:
    """The task with the length, the words and the number of questions that its instructions ask for.

    A length chosen beside the instructions stays: only the default one is changed by words.
    """
    changes: dict[str, object] = {}
    wish = task.instructions
    words = words_wished(wish)
    if words:
        changes["words"] = words
    if getattr(task, "duration", None) is Duration.DEFAULT:
        if _SHORT.search(wish) or 0 < words <= _WORDS_SHORT:
            changes["duration"] = Duration.SHORT
        elif _LONG.search(wish):
            changes["duration"] = Duration.LONG
    count = _COUNT.search(wish)
    if count is not None and isinstance(task, FaqTask | QuizTask | StudyGuideTask):
        said = count["count"].lower()
        changes["count"] = int(said) if said.isdigit() else _NUMBERS[said]
    return dataclasses.replace(task, **changes) if changes else task  # type: ignore[arg-type]

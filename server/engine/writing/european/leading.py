"""Questions that running text puts itself and goes on to answer: "¿Por qué volver, entonces, a andar? …"."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Role, Sentence

_ASKS = {
    "de": r"(?:Warum|Weshalb|Wieso|Wie|Wer|Wo|Wann|Woher|Wohin|Was|Welche[rsn]?|Wozu|Wovon|Womit) ",
    "fr": r"(?:Pourquoi|Comment|Combien|Qui|Où|Quand|Qu['’]est-ce|Que(?:l(?:le)?s?)?) ",
    "es": r"¿(?:Por qué|Para qué|Cómo|Cuánt[oa]s?|Quién(?:es)?|Dónde|Cuándo|Qué|Cuál(?:es)?) ",
    "it": r"(?:Perché|Come|Quant[oaie]|Chi|Dove|Quando|Che cosa|Quale) ",
    "pt": r"(?:Porqu[eê]|Por que|Como|Quant[oa]s?|Quem|Onde|Quando|O que|Qual|Quais) ",
}
_SET_OFF = re.compile(r", (?:entonces|pues|então|pois|alors|donc|allora|dunque),(?= )")
"""What ties a question to the words before it and can be left out."""
_TIED = re.compile(
    r"\b(?:also|dann|denn|das|dies|entonces|esto|eso|então|isto|isso|alors|donc|cela|ça|allora|dunque|ciò|questo)\b|[«»„“”\"]",
    re.IGNORECASE,
)
_LEAST = 4
"""Words of a question that says what it asks for."""


def question(before: Sentence, code: str) -> str:
    """The question that a sentence puts and the next one of its paragraph begins to answer; empty where it puts none."""
    if Role.QUESTION not in before.roles or before.leans or code not in _ASKS:
        return ""
    said = _SET_OFF.sub("", before.told)
    if not re.match(_ASKS[code], said) or len(said.split()) < _LEAST or _TIED.search(said):
        return ""
    return said

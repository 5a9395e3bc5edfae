"""Headings that say what to do, as the question that their section answers: "Choisir le bac", "Comment choisir le bac ?"."""

from __future__ import annotations

import re

from server.engine.writing.european.romance_grammar import GRAMMARS
from server.engine.writing.european.romance_verbs import verbs

_MOST = 7
"""Words of such a heading."""
_HOW = {"fr": "Comment {do} ?", "es": "¿Cómo {do}?", "it": "Come {do}?", "pt": "Como {do}?"}
_GERMAN = re.compile(
    r"^(?:Einen|Eine|Ein|Den|Die|Das) (?:[a-zäöüß]+ )?[A-ZÄÖÜ][\wäöüß-]+(?: [\wäöüß-]+)* [a-zäöüß]{3,}(?:en|ern|eln)$"
)


def asked(heading: str, code: str) -> str:
    """The question that a heading with an infinitive and its object puts; empty for any other."""
    words = heading.split()
    if not 2 <= len(words) <= _MOST or re.search(r"[:;,.?!«»„“”\"()]", heading):
        return ""
    if code == "de":
        return f"Wie kann man {heading[0].lower()}{heading[1:]}?" if _GERMAN.match(heading) else ""
    if code not in _HOW or not verbs(code).is_infinitive(words[0]) or words[0].endswith(("se", "si")):
        return ""
    opens = re.match(rf"(?:{GRAMMARS[code].articles}|{GRAMMARS[code].indefinite})", heading[len(words[0]) + 1 :])
    return _HOW[code].format(do=heading[0].lower() + heading[1:]) if opens is not None else ""

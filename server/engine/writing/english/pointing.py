"""Words of an English sentence that point at something that it doesn't name."""

from __future__ import annotations

from typing import Any

from server.engine.writing.english import answers
from server.engine.writing.english.figures import CURRENT

_CURRENT = frozenset(CURRENT.split("|"))
_POINTING = {"this", "that", "these", "those", "such"}


def points_out(token: Any) -> bool:  # noqa: PLR0911
    """A demonstrative whose noun wasn't named before, `there` for a place, `one` for a thing."""
    low = token.lower_
    if (
        low == "that"
        and token.i
        and token.nbor(-1).text == ","
        and token.i + 1 < len(token.doc)
        and token.nbor().pos_ == "NOUN"
    ):
        return not any(t.lemma_ == token.nbor().lemma_ for t in token.doc[: token.i])
    if low == "this" and token.head.lemma_ in _CURRENT and any(t.dep_ == "case" for t in token.head.children):
        # "This year's theme" is that of the year of the text.
        return False
    if low in _POINTING and token.dep_ in {"det", "predet", "amod"} and token.tag_ in {"DT", "PDT", "JJ", "WDT"}:
        noun = token.head.lemma_.lower()
        return not any(t.lemma_.lower() == noun for t in token.doc[: token.i])
    if low in {"this", "these", "those"} and token.pos_ == "PRON" and token.i < 6:
        following = token.nbor().lower_ if token.i + 1 < len(token.doc) else ""
        return following not in {"who", "which", "that", "of", "in", "with"}
    if low == "there" and token.dep_ == "advmod" and token.pos_ == "ADV":
        return not any(t.pos_ == "PROPN" or t.dep_ == "pobj" for t in token.doc[: token.i])
    if low in {"one", "ones", "others"} and token.dep_ in {"dobj", "pobj", "nsubj"} and token.i > 0:
        plain = not any(True for _ in token.children)
        return plain and not any(
            t.pos_ == "NOUN" for t in token.doc[: token.i] if t.dep_ != "npadvmod" and t.head.i != token.i
        )
    return False


def counts_nothing(token: Any) -> bool:
    """A number whose noun only the sentence before has: "It needed nine." """
    if token.tag_ != "CD" or not token.text.isalpha() or token.dep_ != "dobj":
        return False
    return token.head.lemma_ not in answers.MONEY_VERBS and not any(True for _ in token.children)

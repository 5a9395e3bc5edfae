"""A yes or a no before the evidence, where a sentence of the source says just what was asked, or that it is not so.

Said only where nothing is left open: every word of the question stands in one clause, in the question's order and in
its tense, and nothing in the sentence limits it. All else is left to the evidence, which is told in any case.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from server.engine.notebooks.closeness import focus
from server.engine.notebooks.terms import numbers, stem, words

_ASKS = re.compile(
    r"^(?:and |but |so )?(?P<verb>is|are|was|were|does|do|did|can|could|may|must|has|have|had|will)\b", re.IGNORECASE
)
_OPEN = re.compile(
    r"\b(?:or|not|never|no|what|when|where|which|who|whom|whose|why|how|all|every|each|only|always|both|ever|still|yet"
    r"|already|also|too|more|less|most|least|than|any way|agree)\b|n['’]t\b",
    re.IGNORECASE,
)
"""What makes a question one that neither yes nor no answers alone, or that the sentence would have to say as well."""
_NEGATION = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|forbidden|prohibited|banned|barred)\b|n['’]t\b",
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"\b(?:if|unless|only|except|but|although|though|provided|when|until|before|after|while|instead|than|or|either|some"
    r"|most|many|few|partly|sometimes|usually|often|rarely|hardly|seldom|might|perhaps|probably|possibly|almost|nearly"
    r"|said|says|say|thinks?|thought|hopes?|believes?|claims?|plans?|planned|propos\w+|would|should|could|whether|ask\w*"
    r"|wants?|wanted|suggest\w*|promis\w+|expect\w*|voted|longer|yet|otherwise|because)\b",
    re.IGNORECASE,
)
_TURNS = re.compile(
    r"(?:^|[.!?]\s+)(?:but|however|except|unless|only|otherwise|yet|though|although|instead)\b", re.IGNORECASE
)
_ALLOWS = re.compile(r"^(?:allow|permit|possibl|able)", re.IGNORECASE)
_MAY = r"can|may|could|allowed|permitted|possible|able|welcome"
_IN_TENSE: Mapping[str, str] = {
    **dict.fromkeys(("is", "are"), r"is|are|isn|aren"),
    **dict.fromkeys(("was", "were"), r"was|were|wasn|weren"),
    **dict.fromkeys(("has", "have", "had"), r"has|have|had|hasn|haven|hadn"),
    **dict.fromkeys(("can", "may", "could"), rf"{_MAY}|cannot|couldn|must not|mustn|forbidden|prohibited"),
    "must": r"must|has to|have to|needs?|needn|required|obliged",
    "will": r"will|won",
}
_PAST, _PRESENT = (
    re.compile(r"\b(?:was|were|did|didn|had|will|won)\b", re.IGNORECASE),
    re.compile(r"\b(?:is|are|do|does|doesn|don|will|won)\b", re.IGNORECASE),
)
LEAST_WORDS = 2
"""Words of a question that a sentence is held against: "is it open?" may be about anything."""


def leading(question: str, sentence: str, passage: str) -> str:
    """ "Yes. " or "No. " for a question that a sentence answers so; empty where it can't be told for certain.

    Args:
        sentence: the one that answers best.
        passage: what is told of it, in which nothing may take it back.
    """
    asked = _ASKS.match(question.strip())
    if sentence.startswith(("Yes. ", "No. ")):
        return ""
    if asked is None or _OPEN.search(question[asked.end() :]) or _LIMITS.search(sentence) or _TURNS.search(passage):
        return ""
    verb = asked["verb"].lower()
    wanted = [word for word in focus(question) if not _ALLOWS.match(word) and stem(word) != stem(verb)]
    if len(wanted) < LEAST_WORDS:
        return ""
    clause = next((each for each in re.split(r"[;:]|,\s", sentence) if _tells(wanted, each)), "")
    if not clause or not numbers(question) <= numbers(clause) or not _in_tense(verb, clause):
        return ""
    denials = len(_NEGATION.findall(clause))
    if denials > 1 or (not denials and _NEGATION.search(sentence)):
        return ""
    return "No. " if denials else "Yes. "


def _tells(wanted: list[str], clause: str) -> bool:
    """Whether a clause has all words, in their order: who sold to whom is another matter."""
    stems = [stem(word) for word in words(clause)]
    at = -1
    for word in wanted:
        try:
            at = stems.index(stem(word), at + 1)
        except ValueError:
            return False
    return True


def _in_tense(verb: str, clause: str) -> bool:
    """Whether what is told holds for the time that is asked about, and is allowed or a duty where that is asked."""
    if verb in _IN_TENSE:
        return re.search(rf"\b(?:{_IN_TENSE[verb]})\b", clause, re.IGNORECASE) is not None
    return (_PAST if verb in {"do", "does"} else _PRESENT).search(clause) is None

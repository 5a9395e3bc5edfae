"""Whom or what a question means by "he" or "it": of what was asked and told in the turns before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.domain.notebooks import Answer
from server.engine.notebooks.expecting import own_question
from server.engine.notebooks.terms import DAY_NAME, content, names, words

PERSONS = {"he", "she", "him", "her", "his", "hers"}
_PLACED = r"\bthe (?:[a-z-]+ ){1,3}(?:at|in|of|on|near) (?:the )?"
_WHO = re.compile(r"^(?:and |by |to |with |for )?(?:who|whom|whose)\b", re.IGNORECASE)
_MEN = frozenset("he him his mr sir lord nephew brother brothers father son uncle husband king himself".split())
_WOMEN = frozenset(
    "she her hers mrs ms miss lady madam niece sister sisters mother daughter aunt wife widow queen herself".split()
)
_WHOSE = frozenset(("his", "her", "hers"))
_TITLED = 3
"""Words before a name that may say whether it is a man's or a woman's, and after it."""
ASKING = {"who", "what", "when", "where", "why", "how", "which", "did", "was", "is", "were", "are", "does", "do"}

CONCLUDED = re.compile(r"\b(?:of the two is|The one with [^.:]{1,40}? is) (?P<thing>[^:.]{2,80}):")
"""What a comparison was answered with."""
_ARTICLE = r"(?:the|an?|his|her|its|their|our|your|my)"
_BY = r"(?:at|in|into|on|onto|of|for|by|from|with|to|near|about|through|under|over|after|before|during|as)"
_NO_VERB = (
    r"(?:of|in|on|at|to|that|this|his|its|us|their|is|are|was|were|do|does|did|has|have|had|can|could|may|might"
    r"|must|shall|should|will|would)"
)
_WHICH = re.compile(
    rf"^(?:(?i:and|so)\s+)?(?:(?i:{_BY})\s+)?(?i:which|what)\s+"
    rf"(?P<kind>(?!{_NO_VERB}\b|(?:time|year|day|date|month|percentage|share|part|kind|sort)\b)[a-z-]+"
    rf"(?:\s(?!{_NO_VERB}\b)[a-z-]+)?)"
    rf"\s+(?P<did>(?!{_NO_VERB}\b)[a-z]+(?:s|d|n|t|ew|ave|ang)\s+[^?]{{3,80}}?)\s*\?*$"
)
"""Which thing of a kind did something."""
_OBJECT = re.compile(rf"\b(?P<verb>[\w'’-]+)\s+(?P<thing>{_ARTICLE}\s+(?:[a-z-]+\s+){{0,2}}?[a-z-]+)\s*\?*$")
"""What a question ends with: that which something is done to."""
_OF_IT = re.compile(
    r"\b(?!(?:is|are|was|were|do|does|did|has|have|had|can|will|would)\s)[a-z]+\s+(?:it|them)\s*\?*$", re.IGNORECASE
)
_WHERE = re.compile(r"^(?:and |but |so )?where\b", re.IGNORECASE)
_WHICH_ONE = re.compile(r"^(?:and |but |so )?(?:which|what)\b", re.IGNORECASE)
_ROW = re.compile(r"(?:[^:,.]{1,100}: )?(?P<name>[A-ZÀ-Þ][^:,.]{1,60}), [^:,.]{1,40}: [^:,]{1,40}\.$")
"""An answer that is one row of a table: what it is of, and the cell that was asked for."""
_AUXILIARY = frozenset("is are was were do does did has have had can may must will would could should be".split())


def person_meant(turns: Sequence[Answer], spoken: Sequence[str]) -> str:
    """Whom a "he" or "she" means: of the last turn that names people, the one nearest to what was asked."""
    for turn in reversed(turns):
        asked = set(content(turn.question))
        # "Who did it?" names nobody but in its answer.
        texts = (turn.question, *_stated(turn))
        who = _WHO.match(turn.question) is not None
        for text in reversed(texts) if who else texts:
            # Whom a question names, it does not ask for.
            asked_for = who and text is not turn.question
            found: list[tuple[tuple[float, ...], str]] = []
            for place, name in enumerate(names(text, first_too=text is not turn.question)):
                if name.isupper() or (asked_for and name in turn.question):
                    continue
                if DAY_NAME.fullmatch(name):
                    continue
                name = re.sub(r"['’]s$", "", name)  # noqa: PLW2901 - whose it is, is no part of it
                sentence = next((each for each in re.split(r"(?<=[.!?])\s+", text) if name in each), "")
                suits = _suits(sentence, name, spoken) or _titled(text, name, spoken)
                near = len(asked & set(content(sentence))) if text is not turn.question else 0
                found.append(((suits, -_is_place(sentence, name), near, name.count(" "), -place), name))
            if found:
                return max(found)[1]
    return ""


def _is_place(sentence: str, name: str) -> bool:
    """Whether something is or happens there: "the mill at Hale"."""
    return re.search(rf"\b(?:at|in|near|from|to|on)\s+(?:the\s+)?{re.escape(name)}", sentence) is not None


def _suits(sentence: str, name: str, spoken: Sequence[str]) -> int:
    """Whether what stands around a name fits the pronoun: 1 for yes, -1 for no, 0 where it can't be told."""
    before, _, after = sentence.partition(name)
    own, other = (_MEN, _WOMEN) if _MEN & set(spoken) else (_WOMEN, _MEN)
    # The word next to the name counts: "her nephew Absalom Dray" is a man.
    # "His successor" may be a woman.
    led = [word for word in reversed(words(before)[-_TITLED:]) if word.lower() not in _WHOSE]
    for word in (*words(name)[:1], *led, *words(after)[:_TITLED]):
        if word.lower() in own:
            return 1
        if word.lower() in other:
            return -1
    return 0


def _titled(text: str, name: str, spoken: Sequence[str]) -> int:
    """Whether a title that stands before the same family name elsewhere in a text fits the pronoun, as in `_suits`."""
    last = words(name)[-1:]
    titles = [match[1].lower() for each in last for match in re.finditer(rf"\b(\w+)\.?\s+{re.escape(each)}\b", text)]
    own, other = (_MEN, _WOMEN) if _MEN & set(spoken) else (_WOMEN, _MEN)
    return any(title in own for title in titles) - any(title in other for title in titles)


def place_meant(turn: Answer) -> str:
    """What "there" means after "where …?": the place in that sentence of the answer which has most of the question."""
    if not _WHERE.match(turn.question):
        return ""
    asked = set(content(turn.question))
    found = [
        (len(asked & set(content(sentence))), -place, name)
        for place, sentence in enumerate(each for text in _stated(turn) for each in re.split(r"(?<=[.!?])\s+", text))
        for name in names(sentence)
        if not DAY_NAME.fullmatch(name) and name not in turn.question and _is_place(sentence, name)
    ]
    return max(found)[2] if found else ""


def thing_meant(turns: Sequence[Answer], asked: str = "") -> str:  # noqa: PLR0911 - one for each way of meaning
    """What an "it" means: what a comparison came to, else what the last question was about.

    Args:
        asked: the question that has the pronoun. Where both end with what something is done to, it is the same thing
            (parallel roles; Kameyama 1986).
    """
    for turn in (replace(each, question=own_question(each.question)) for each in reversed(turns)):
        if picked := CONCLUDED.search(turn.answer):
            return picked["thing"]
        if _WHICH_ONE.match(turn.question) and (row := next((_ROW.match(each) for each in _stated(turn)), None)):
            return row["name"]
        if _OF_IT.search(asked) and (done_to := _object(turn.question)):
            return done_to
        if which := _WHICH.match(turn.question):
            return f"the {which['kind']} that {which['did']}"
        named = names(turn.question)
        if named:
            # "The bridge at Tarn" is what is spoken of, not Tarn.
            owner = re.search(rf"{_PLACED}{re.escape(named[0])}\b", turn.question)
            return re.sub(r"['’]s$", "", owner[0] if owner else named[0])
        found = re.search(
            r"\b(?:the|a|an)\s+((?:[\w-]+\s+){0,2}?[\w-]+?)(?=\s+(?:is|was|are|were|do|does|did|has|have|"
            r"in|on|at|of|for|to|from|be|by|with|that|last|run|made|open|begin|end)\b|[?,.]|$)",
            turn.question,
            re.IGNORECASE,
        )
        if found:
            return f"the {found[1]}"
        terms = [word for word in words(turn.question) if len(word) > 4 and word.lower() not in ASKING | _AUXILIARY]
        if terms:
            return terms[-1]
    return ""


def _stated(turn: Answer) -> list[str]:
    if not turn.grounded:
        return []
    return [re.sub(r"\s*\[\d+\]", "", turn.answer)]


def _object(question: str) -> str:
    """What a question ends with, where something is done to it and it is not all that is asked about."""
    found = _OBJECT.search(question)
    if found is None or found["verb"].lower() in _AUXILIARY or re.fullmatch(_BY, found["verb"], re.IGNORECASE):
        return ""
    return found["thing"]

"""Two or three things that a question names side by side, wherever they are told of: the question with a gap for them.

"Which weighs more, the bell or the anchor?", "Does the bell weigh more than the anchor?", "When were the bell and the
anchor made?", "What do the bell and the anchor weigh together?"
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from server.engine.notebooks.degrees import degree_in
from server.engine.notebooks.side_questions import GAP
from server.engine.notebooks.terms import content, words

MOST = 3
"""Things of a question."""
LONGEST = 400
"""Characters of a question that is looked at."""
_AUXILIARY = r"(?:is|are|was|were|did|does|do|has|have|had|will|would|can|could|must|may)"
_BY = r"(?:at|in|on|for|of|to|from|by|with|under|near)"
_THING = (
    r"(?:(?:the|a|an|our|my|his|her|their|each|this|that)\s(?:[\w'’.-]+\s){0,4}?[\w'’.-]+"
    rf"(?:\s{_BY}\s(?:the\s|a\s|an\s)?[\w'’.-]+(?:\s[A-ZÀ-Þ][\w'’.-]*)*)?"
    r"|[A-ZÀ-Þ][\w'’.&-]*(?:\s[A-ZÀ-Þ0-9&][\w'’.-]*){0,4})"
)
"""A thing with its article, and where it is; or a name."""
VERB = (
    r"(?:cost|weigh|pay|paid|earn|open|opened|close|closed|shut|born|built|made|founded|found|hold|last|need|use|have|take"
    r"|begin|end|start|live|die|come|stand|lie|work|run|sell|sold|bought|buy|measure|employ|carry|produce|grow|belong"
    r"|get|bring|eat|contain|serve|leave|finish|released|published|invented|planted|launched|established|treated?|handle"
    r"|used|kept|called|named|written|drawn|held|paid|given|raised|allowed|required|needed|opened|demolished|repaired)"
)
_PLURAL = r"[a-z][a-z-]*(?:\s[a-z-]+)?"
"""Things without an article."""
_EITHER = re.compile(
    rf"^(?P<before>(?:and\s+|so\s+)?(?:{_BY}\s+)?(?:which|what|who|whose|where)\b[^,:]*?)\s*[,:]\s*(?P<one>.+?),?\s+or\s+"
    r"(?P<other>[^?]+?)\s*\?*$",
    re.IGNORECASE,
)
_HOW_MUCH = re.compile(
    r",?\s+and\s+by\s+(?:how\s+(?:much|many)\b[^?]*|what)\s*\?*$|,?\s+and\s+how (?:much|many) more\s*\?*$",
    re.IGNORECASE,
)
_TAIL = re.compile(r",?\s+and\s+(?:when|where|why|how much|in which year|since when)\s*\?*$", re.IGNORECASE)
_THAN = re.compile(rf"^(?P<lead>{_AUXILIARY})\s+(?P<said>.+?)\s+than\s+(?P<other>[^?]+?)\s*\?*$", re.IGNORECASE)
_SPENDS = re.compile(
    rf"^(?P<one>.+?)\s+(?P<how>(?:{VERB}\s+)?(?:(?:more|fewer|less)(?:\s+[\w-]+){{0,3}}|[a-z]+(?:er|ier)))$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"^did\s+(?P<one>(?:(?!\b(?:ever|never|any|anybody|anyone|anything)\b).)+?)\s+(?P<verb>(?!(?:again|ever|only|even)\b)[a-z]+)"
    r"\s+(?P<when>before|after|earlier than|later than)\s+(?P<other>[^?]+?)(?:\s+did)?\s*\?*$",
    re.IGNORECASE,
)
"""Whether something "ever" happened after another is no question of which came first."""
_TOGETHER = re.compile(
    r",?\s*\b(?:in all|altogether|all together|in total|combined|taken together|put together|all told|together"
    r"|between them)\b",
    re.IGNORECASE,
)
_ASKS = (
    rf"(?:{_BY}\s+|until\s+|since\s+)?(?:how\s+(?:many|much)(?:\s+[a-z-]+){{0,3}}?|how(?:\s+[a-z]+)?|what(?:\s+[a-z]+)?"
    r"|when|where|which(?:\s+[a-z-]+){1,2}|who)"
)
_SUBJECTS = re.compile(
    rf"^(?P<before>{_ASKS}\s+{_AUXILIARY}\s+)(?:both\s+)?(?P<one>(?-i:{_THING}))(?:,\s+(?P<next>(?-i:{_THING})))?,?\s+and"
    rf"\s+(?P<other>(?-i:{_THING}))\s+(?:each\s+|both\s+|respectively\s+)?(?P<after>{VERB}\b[^?]*)\?*$",
    re.IGNORECASE,
)
_LISTED = re.compile(
    rf"^(?P<before>{_ASKS}\s+.*?\b(?P<by>{_BY})\s+)(?P<one>(?-i:{_THING}|{_PLURAL})),\s+(?P=by)\s+"
    rf"(?P<next>(?-i:{_THING}|{_PLURAL})),?\s+and\s+(?P=by)\s+(?P<other>(?-i:{_THING}|{_PLURAL}))(?P<after>)\s*\?*$",
    re.IGNORECASE,
)
"""Three things behind the same preposition, said again before each."""
_PLACES = re.compile(
    rf"^(?P<before>{_ASKS}\s+.*?\b(?P<by>{_BY})\s+)(?P<one>(?-i:{_THING}))\s+and\s+(?:(?P=by)\s+)"
    rf"(?P<other>(?-i:{_THING}))(?P<after>)\s*\?*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Things:
    """A question with a gap where it named its things, and these."""

    asked: str
    names: tuple[str, ...]
    than: bool = False
    """The first is held against the others."""
    compared: bool = False
    """By a degree: which of them has more of it, or less, is asked."""
    timed: bool = False
    """Whether something happened to the one before it did to the other."""


def things_in(question: str) -> Things | None:
    """The things that a question names side by side; None where it names none, or it can't be told which."""
    text = " ".join(question.split())
    if len(text) > LONGEST or re.search(r"[.!;]\s", text):
        return None
    found = _either(text) or _before(text) or _than(text) or _joined(text)
    if found is None or any(not content(name) for name in found.names):
        return None
    return found


def _either(text: str) -> Things | None:
    match = _EITHER.match(_HOW_MUCH.sub("", _TAIL.sub("", text)))
    if match is None or degree_in(match["before"]) is None:
        return None
    names = [*re.split(r",\s+", match["one"]), match["other"]]
    if len(names) > MOST:
        return None
    tail = ", and by how much" if _HOW_MUCH.search(text) else ""
    return Things(f"{match['before']}, {GAP}{tail}?", _clean(names), compared=True)


def _before(text: str) -> Things | None:
    match = _BEFORE.match(text)
    if match is None:
        return None
    order = "first" if match["when"].lower() in {"before", "earlier than"} else "last"
    names = _clean([match["one"], match["other"]])
    return Things(f"Which {match['verb']} {order}, {GAP}?", names, than=True, compared=True, timed=True)


def _than(text: str) -> Things | None:
    match = _THAN.match(_TAIL.sub("", _HOW_MUCH.sub("", text)))
    said = _SPENDS.match(match["said"]) if match else None
    if match is None or said is None or degree_in(said["how"]) is None:
        return None
    tail = ", and by how much" if _HOW_MUCH.search(text) else ""
    names = _clean([said["one"], match["other"]])
    return Things(f"{match['lead']} {GAP} {said['how']}{tail}?", names, than=True, compared=True)


def _joined(text: str) -> Things | None:
    if re.search(r"\b(?:compare|differ|between|agree|disagree)\b", text, re.IGNORECASE):
        return None
    bare = _TOGETHER.sub("", text)
    match = _LISTED.match(bare) or _SUBJECTS.match(bare) or _PLACES.match(bare)
    if match is None or degree_in(match["before"]):
        return None
    total = " in total" if bare != text else ""
    asked = f"{match['before']}{GAP} {match['after']}".rstrip(" ?")
    listed = [match["one"], match.groupdict().get("next") or "", match["other"]]
    return Things(f"{asked}{total}?", _clean(listed))


def _clean(names: list[str]) -> tuple[str, ...]:
    return tuple(name.strip(" ,?") for name in names if words(name))

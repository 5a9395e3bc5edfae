"""The second of two questions in one, made whole from the first: "…, and when was it at the other?" (gapping)."""

from __future__ import annotations

import re

from server.engine.notebooks.terms import SMALL, words
from server.engine.notebooks.things import VERB

_PREPOSITION = r"(?:at|in|into|to|for|on|from|of|by|with|under|up to)"
_ASKS = re.compile(
    rf"^(?:{_PREPOSITION}\s+)?(?:what about|how about|which|what|who|when|where|why"
    r"|how(?:\s+(?:much|many|long|often|far))?)\b",
    re.IGNORECASE,
)
_ELIDED = re.compile(
    rf"^(?:do|does|did|is|are|was|were|can|may|must)\s+(?:i|we|you|one)\s+(?P<rest>{_PREPOSITION}\s.+)$",
    re.IGNORECASE,
)
"""All but a place is left to the first: "… and do I at the other hut?"."""
_OF_WHAT_IT_IS = re.compile(
    rf"^(?P<asks>(?:{_PREPOSITION}\s+)?(?:(?:which|what)(?:\s+(?!about\b)[a-z-]+){{0,2}}?|who|when|where|why"
    r"|how(?:\s+(?!about\b)[a-z-]+)?))\s+(?:is|are|was|were)\s+\S",
    re.IGNORECASE,
)
_LEANS = re.compile(r"\b(?:it|they|them|the ones?|that)\b", re.IGNORECASE)
_NAME = re.compile(r"\b[A-ZÀ-Þ][\w'’.-]*(?:\s+(?:(?:of|de|du|der|von|and)\s+)?[A-ZÀ-Þ][\w'’.-]*)*")
_NAMED = re.compile(rf"(?:\b(?P<by>{_PREPOSITION})\s+)?(?:\b(?:the|a|an)\s+)?(?P<name>{_NAME.pattern})")
_ARTICLE = r"(?:the|an?|his|her|its|their|our|your|my)"
_THE_ONE = re.compile(rf"\b(?:the one|that|the ones|those)(?=\s+{_PREPOSITION}\s)", re.IGNORECASE)
_HEAD = re.compile(rf"\b{_ARTICLE}\s+(?:[\w'’-]+\s+){{0,3}}?[a-z][\w'’-]*(?=\s+{_PREPOSITION}\s)", re.IGNORECASE)
"""A thing that is said to be somewhere or of something: "the interval at …"."""
_SUBJECT = re.compile(
    r"^(?P<before>[^,]*?\b(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|must|may)\s+)"
    rf"(?P<subject>(?:{_ARTICLE}\s+(?:[\w'’.-]+\s+)*?[\w'’.-]+|[A-ZÀ-Þ](?-i:[\w'’.-]*(?:\s+[A-ZÀ-Þ][\w'’.-]*)*)))"
    rf"(?P<after>\s+(?:be\s+)?{VERB}\b(?:\s+[a-z]+)?|)$",
    re.IGNORECASE,
)
"""What a question asks about, and the verb after it."""
_BEHIND = re.compile(
    rf"^(?P<by>{_PREPOSITION})\s+{_ARTICLE}\s+(?P<noun>[a-z-]+)(?:\s+[a-z-]+)?\s+(?:{_PREPOSITION})\s+.*[A-ZÀ-Þ]"
)
"""A thing with its place, behind a preposition: "in the railway accident at …"."""
_OTHERS = frozenset({"one", "ones", "other", "others", "same"})
_LAST = re.compile(rf"\b{_ARTICLE}\s+(?:[\w'’-]+\s+){{0,2}}?[\w'’-]+$", re.IGNORECASE)
_AUXILIARIES = frozenset("is are was were do does did has have had will would can could should must may".split())


def name_of(question: str) -> str:
    """The first name of a question, after the word it begins with; empty where it has none."""
    found = _NAME.search(question, question.find(" ") + 1)
    return found[0] if found else ""


def gapped(first: str, second: str) -> str:
    """The second question with what it leaves to the first; as it is where it lacks nothing.

    Both are without their question marks. What the second adds takes the place of the first one's name, or of all from
    that name on where the second says more than a name.
    """
    if elided := _ELIDED.match(second):
        place = f"what about {elided['rest']}"
        return whole if (whole := gapped(first, place)) != place else second
    asks = _ASKS.match(second)
    if asks is None:
        return second
    rest = second[asks.end() :].strip()
    another = _of_another(first, second[: asks.end()], rest) or _placed(first, rest)
    own = _NAMED.search(second, asks.end())
    named = _like(first, own["by"]) if own is not None else None
    stands = bool(another) or _has_its_own(first, second, second[asks.end() :])
    if stands or own is None or named is None or not _lacks(second[asks.end() :], asks[0]):
        return another or second
    adds = second[own.start() :].strip()
    more = second[own.end() :].strip()
    before = first[: named.start()].rstrip()
    if len(words(more)) > 1:
        put = adds if own["by"] else f"{named['by'] or ''} {adds}"
        return f"{before} {put}".replace("  ", " ")
    article = "" if own["by"] or own[0].lower().startswith("the ") else _before_name(named)
    rest = first[named.end() :]
    # "The one hut" and "the other hut": once is enough.
    rest = re.sub(rf"^\s+{re.escape(more)}\b", "", rest) if more else rest
    return f"{before} {article}{adds}{rest}".strip()


def _has_its_own(first: str, second: str, rest: str) -> bool:
    """Whether a clause without a verb but "is" asks something else than the first: "… and how old is Ada Quist"."""
    what = _OF_WHAT_IT_IS.match(second)
    leaning = _LEANS.search(rest) or re.match(rf"\s*{_PREPOSITION}\s", rest, re.IGNORECASE)
    return what is not None and not leaning and not first.lower().startswith(what["asks"].lower())


def _of_another(first: str, asks: str, rest: str) -> str:
    """The second question where it names a thing of its own, or "the one" at another place; empty for any other.

    "… how long is the one at the Regent" has a verb and lacks the noun; "… and what the boat" has a noun and lacks the
    verb.
    """
    spoken = [each.lower() for each in words(rest)]
    if spoken and spoken[0] in _AUXILIARIES:
        head = _HEAD.search(first)
        one = _THE_ONE.search(rest)
        return f"{asks} {rest[: one.start()]}{head[0]}{rest[one.end() :]}" if head and one else ""
    # A thing of another kind: what the first has too is left to the name beside it.
    thing = re.match(rf"^{_ARTICLE}\s+(?:[a-z-]+\s+)*?(?P<noun>[a-z-]+)(?=\s+{_PREPOSITION}\b|$)", rest)
    about = _SUBJECT.match(first)
    known = {each.lower() for each in words(first)} | _OTHERS
    if thing is None or known & set(words(thing[0])[1:]) or _AUXILIARIES & set(spoken):
        return ""
    if about is not None:
        return f"{about['before']}{rest}{about['after']}"
    # "How does Orme support the band, and how the run?": what stands last.
    last = _LAST.search(first)
    return f"{first[: last.start()]}{rest}" if last else ""


def _placed(first: str, rest: str) -> str:
    """The first question with a thing of another kind behind the same preposition; empty where it has none there.

    "What happened to the furnace of one works, and what to the lamp of the other?"
    """
    thing = _BEHIND.match(rest)
    before = re.search(rf"\b{thing['by']}\s+{_ARTICLE}\s", first, re.IGNORECASE) if thing is not None else None
    if thing is None or before is None or thing["noun"].lower() in {each.lower() for each in words(first)} | _OTHERS:
        return ""
    return f"{first[: before.start()]}{rest}"


def _like(first: str, preposition: str | None) -> re.Match[str] | None:
    """The name in the first question that stands like the second's: after the same word, after one like it, anyhow."""
    found = list(_NAMED.finditer(first, first.find(" ") + 1))
    same = [each for each in found if (each["by"] or "").lower() == (preposition or "").lower()]
    after = [each for each in found if each["by"]]
    return next(iter(same or after or found), None)


def _lacks(rest: str, asks: str) -> bool:
    """Whether a clause lacks what the first one has: it leans on it, or has no verb of its own."""
    return bool(
        asks.lower().endswith("about")
        or _LEANS.search(rest)
        or re.match(rf"\s*{_PREPOSITION}\s", rest, re.IGNORECASE)
        or _bare(rest)
    )


def _before_name(named: re.Match[str]) -> str:
    """The preposition and article that stand before a name."""
    return named[0][: named.start("name") - named.start()]


def _bare(rest: str) -> bool:
    """Whether a clause has no words of its own beside a name."""
    left = [each for each in words(_NAME.sub(" ", rest)) if each.lower() not in SMALL | _AUXILIARIES]
    return len(left) <= 1

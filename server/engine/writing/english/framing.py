"""How one asks about a matter that heads a text: by what its noun names, where that says what there is to ask."""

from __future__ import annotations

import re

_BEHIND = re.compile(r" (?:for|of|to|in|at|on|with|from|over|per|by|during|after|before|under|against|among|between)\b")
_MONEY = re.compile(r"[£$€]\s?\d|\d (?:pounds?|euros?|dollars?|crowns?|francs?|pence|p|cents?|marks?)\b|\bfree\b")
_NAME = re.compile(r"\b(?:(?:Mrs?|Ms|Miss|Dr|Prof|Cllr)\.? [A-Z]\w+|[A-Z][a-z]+ [A-Z][a-z]+)")
_NAMES_LEAST = 2
_SOLD = frozenset("tickets subscriptions courses lessons passes permits".split())
"""Of which one asks what they cost, where money is told."""
_ENTERED = frozenset("admission entry membership parking postage delivery".split())
_PRICED = frozenset("price fee fare charge cost tariff deposit rent".split())
_PEOPLE = frozenset(
    "teachers staff volunteers helpers trustees officers judges speakers organisers instructors guides tutors "
    "winners authors editors sponsors partners members trainers leaders performers artists".split()
)
_BODIES = frozenset("jury committee board team panel crew cast".split())
_WORKING = frozenset(
    "mode button guard memory switch alarm system scheme rota queue booking reservation lottery ballot membership "
    "voucher account valve pump lock sensor timer meter app service card programme procedure voting insurance pension "
    "appeal election auction registration enrolment lending exchange heating boiler display".split()
)
"""What works in some way, of which one asks how it does."""
_SEVERAL = frozenset(
    "risk danger hazard effect benefit advantage disadvantage drawback aim goal objective duty task responsibility "
    "requirement condition restriction exception option choice result finding cause symptom reason change difference "
    "limit limitation consequence alternative recommendation deadline date term rule prize award criterion criteria "
    "target plan step ingredient penalty fine stage phase route sign charge price fee".split()
)
"""Of which one asks what they are."""
_ONE = frozenset(
    "purpose aim goal objective cause result outcome plan budget background procedure timetable programme verdict "
    "scope difference deadline penalty prize task problem solution decision idea reason menu route age limit minimum "
    "maximum".split()
)
_ALONE = re.compile(r"\band\b|\bor\b|[,;:&]")


_BEGUN = re.compile(
    r"^(?P<done>Founded|Built|Opened|Dug|Laid out|Planted|Set up|Established|Restored|Rebuilt|Begun|Formed|Bought|"
    r"Closed|Introduced|Launched|Created|Designed|Bred|Raised|Cast|Carved|Painted|Written)\b[^.;:]*\b(?:1[0-9]|20)\d\d\b"
)
_KIND_OF = re.compile(r"^(?:An?|The|One of|Part of|Our)\b")


def by_opening(words: str, opening: str, *, is_verbless: bool) -> str:
    """The question that the first sentence under a heading answers by its form; empty where it answers none.

    Args:
        words: the matter as it stands inside a sentence.
        opening: "Founded in 1861.", "An iron tower of 1878, 13 metres high."
        is_verbless: whether that sentence says no more than what the thing is.
    """
    several = words.endswith("s") and not words.endswith("ss") and _BEHIND.search(words) is None
    definite = re.match(r"(?:the|our) ", words, re.IGNORECASE) is not None or words[:1].isupper()
    if _ALONE.search(words) or not definite:
        return ""
    begun = _BEGUN.match(opening)
    if begun is not None:
        return f"When {'were' if several else 'was'} {words} {begun['done'].lower()}?"
    return f"What {'are' if several else 'is'} {words}?" if is_verbless and _KIND_OF.match(opening) else ""


def own_way(words: str, told: str) -> str:  # noqa: PLR0911
    """The question that the noun of a heading or a label suggests; empty where it suggests none.

    Args:
        words: the matter as it stands inside a sentence: "the side effects", "tickets".
        told: what the text tells under it: what costs nothing there isn't asked for its price.
    """
    if _ALONE.search(words) or not words:
        return ""
    head = _BEHIND.split(words)[0].split()[-1].lower()
    several = head.endswith("s") and not head.endswith("ss")
    one = head[:-3] + "y" if head.endswith("ies") else head.removesuffix("s") if several else head
    definite = re.match(r"(?:the|your|our|an?) ", words, re.IGNORECASE) is not None or words[:1].isupper()
    named = words if definite else f"the {words}"
    if _MONEY.search(told):
        if head in _SOLD:
            return f"What do {words} cost?"
        if head in _ENTERED:
            return f"What does {words} cost?"
        if one in _PRICED:
            return f"What {'are' if several else 'is'} {named}?"
    if head in _PEOPLE | _BODIES:
        if len(set(_NAME.findall(told))) < _NAMES_LEAST:
            return ""
        return f"Who is on {named}?" if head in _BODIES else f"Who are {named}?"
    if one in _WORKING and (several or definite):
        return f"How {'do' if several else 'does'} {words} work?"
    if several and one in _SEVERAL:
        return f"What are {named}?"
    if not several and one in _ONE and definite:
        return f"What is {named}?"
    return ""


_PUT_AT = re.compile(
    r"^(What (?:is|are|was|were) the (?:\w+ )?(?:costs?|price|value|damage|loss|number|total|rate)\b.*) "
    r"(?:put|estimated|valued|fixed|set|reckoned) at\?$"
)
_LASTING = r"(?:seconds|minutes|hours|days|nights|weeks|months|years)"
_LONG = re.compile(rf"^How many {_LASTING} (?=(?:is|was|will|would|can|may|must) (?:the|a|an|its?|your)\b)")
_TAKING = re.compile(rf"^How many {_LASTING} (?=(?:do|does|did|will|would|can|may)\b.* (?:take|last|run|stay|wait)\b)")
_WAY = re.compile(
    r"^How many (?:km|kilomet(?:re|er)s|miles|met(?:re|er)s|yards) (?=(?:is|was) the (?:\w+ )?"
    r"(?:detour|route|path|trail|walk|way|tunnel|road|line|course|bridge|wall|journey)\b)"
)
_SIZED = re.compile(
    r"^How many \w+ (?P<be>is|was) (?:the )?(?P<what>(?:(?!and)[a-z]+ )?"
    r"(?:depth|height|width|length|weight|distance)\b)"
)
_WHEN_DONE = re.compile(r"^When (has|have) (?=.* been \w+)(?P<who>.+) been (?=\w+)")
_PERSONS = re.compile(r"\b([Dd])o (?=(?:the author|[A-Z]\w+ [A-Z]\w+)\b(?! and\b))")
_ARTICLE = re.compile(r"\b(is|are|was|were|do|does|did|about) The (?=[A-Z])")
_PLEASE = re.compile(r",? please(?=\?| )")


def plainer(question: str) -> str:
    """A made question in the words in which people ask it: "How many hours is the hire?" as "How long is the hire?" """
    out = _PLEASE.sub("", question)
    out = _PUT_AT.sub(r"\1?", _ARTICLE.sub(r"\1 the ", out))
    out = _SIZED.sub(r"What \g<be> the \g<what>", out)
    out = _WHEN_DONE.sub(lambda m: f"When {'was' if m[1] == 'has' else 'were'} {m['who']} ", out)
    for form in (_LONG, _TAKING, _WAY):
        out = form.sub("How long ", out)
    return _PERSONS.sub(r"\1oes ", out)

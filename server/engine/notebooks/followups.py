"""Questions that lean on the turns before them, made whole: "and when did she leave?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from server.domain.enumerations import enumerated
from server.domain.notebooks import Answer
from server.engine.notebooks.closeness import near
from server.engine.notebooks.referring import ASKING, CONCLUDED, PERSONS, person_meant, place_meant, thing_meant
from server.engine.notebooks.terms import SMALL, content, names, numbers, stem, words
from server.engine.notebooks.things import things_in

LIKE = 0.4
"""Closeness from which a thing may take another's place: a child an adult's."""
RECENT = 4
"""Turns that are looked back at."""
_THINGS = {"it", "its", "they", "them", "their", "theirs", "this", "that", "these", "those", "there"}
_POSSESSIVE = {"his", "her", "its", "their"}
_LEADS = re.compile(r"^(?:and|but|so|then|also|what about|how about|and what about)\b[\s,]*", re.IGNORECASE)
_GOES_ON = re.compile(r"^(?:and|but|so)\b", re.IGNORECASE)
_ABOUT = re.compile(
    r"^(?:and\s+|so\s+|ok(?:ay)?,?\s+)?(?:(?:what|how)\s+about|what\s+of|same (?:question )?for)\s+(.+?)\??$",
    re.IGNORECASE,
)
_BARE_AND = re.compile(r"^and\s+([^?]{1,60}?)(?:,?\s+(?:then|please))?\s*\?$", re.IGNORECASE)
_BEFORE_IT = re.compile(
    r"^(?:according to|for|at|on|in|of|with|to|by|from|as for|during|after|before|under|over)\s+", re.IGNORECASE
)
_TIMES = re.compile(
    r"^(?:and\s+|so\s+|then\s+)*(?:how much|what)\s+(?:is|would|does|will|do|are|['’]s)\s*(?:that|it|this|we|i"
    r"|they)?\b[^?]*?"
    r"\b(?:for|if there are|with)\s+(?:(?:the|all|us)\s+)*(?P<number>\d{1,3}|two|three|four|five|six|seven|eight"
    r"|nine|ten|twelve|twenty)"
    r"(?:\s+of us)?\b[^?]{0,30}\?*$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:which|what|who|both|either|each|neither|all|one|any) of (?:them|these|those|the two)\b|\bboth\b|\bthe two\b"
    r"|\b(?:is|are|do|does|did|can|has|have) they (?:both|agree|differ)\b|^which (?:one )?(?:is|has|was|opens?"
    r"|closes?|costs?)\b"
    r"|\bthe other(?: one)?\b",
    re.IGNORECASE,
)
_THE_OTHER = re.compile(r"\bthe (?:other|second|first)(?: one)?,\s+(?=(?:the|a|an|[A-Z])\b)", re.IGNORECASE)
"""What a name follows that says which it is: "the other one, the mill"."""
_ORDINAL = re.compile(
    r"\bthe (?P<which>first|former|second|latter|third|other|last)(?:\s+one\b|(?=\s*(?:[?,]|$)|\s+(?:is|was|costs?|has"
    r"|had|did|does|open|opened|weighs?)\b))",
    re.IGNORECASE,
)
_PLACES = {"first": 0, "former": 0, "second": 1, "latter": -1, "last": -1, "third": 2}
_AND_HOW = re.compile(
    r"^(?i:and|but|so)\s+(?P<ask>how (?:much|many|long|far|old|high|deep|big|large|heavy|tall|wide|fast))\s+"
    r"(?:is|was|are|were|did|does|do|about)\s+(?P<what>(?:(?:at|in|for|on)\s+)?(?:the|a|an|[A-Z])[^?]{0,50}?)"
    r"(?:\s+cost)?\s*\?*$"
)
"""The same amount of something else."""
_WAS_IT = re.compile(
    r"^(?:and\s+|but\s+|so\s+)?(?:what|how (?:much|many|long|high|big)|when|where|who)\s+"
    r"(?:is|was|were|are|did|does|will)\s+(?:it|that|they)(?:\s+be)?\s+(?P<tail>(?:before|after|in|on|at|for|during|under|until|since|by)\s[^?]+?)\s*\?*$",
    re.IGNORECASE,
)
"""The same, at another time or place: "And what was it before the war?"."""
_SAYS_SAME = re.compile(
    r"^(?:and\s+|but\s+)?(?:does|do|did|what does|what do|what did)\s+(?P<who>[^?]{2,60}?)\s+(?:(?:also\s+)?(?:say"
    r"|report|give|state|claim|tell us)"
    r"\s+(?:the same(?: thing)?|so too|that too|that as well|about (?:it|this|that))|agree(?: with (?:it|this"
    r"|that))?)\s*\?*$",
    re.IGNORECASE,
)
_APART = re.compile(
    r"^(?:and\s+|so\s+)*(?:(?:by\s+)?how (?:much|many \w+)\s+(?:\w+er|more|less)(?:\s+\w+)?\s+(?:is|was|are|were"
    r"|does|would)\s+(?:that|it|this|they)\b"
    r"|what(?:['’]s| is) the difference)[^?]{0,40}\?*$",
    re.IGNORECASE,
)
_BARE_ASK = re.compile(
    r"^(?:and\s+|but\s+|so\s+)?(?P<ask>(?:since |until |by |with |for |to |from |at |in |on )?"
    r"(?:why|when|where|how|who|whom|what|how (?:much|often|many|long|deep|high|wide|tall|heavy|old|far|fast"
    r"|big|large|hot|warm|thick|loud|soon)|which|(?:what|which) (?:time|year|day|date|month)))"
    r"(?P<rest>\s+(?:not|exactly|so))?\s*\?*$",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(
    r"^(?:and\s+)?(?:(?:in|on|at|for|by|with|to|from|since|until)\s+)?(?P<word>which|what|whose|how many|how much"
    r"|who|whom|when"
    r"|where|why|how(?:\s+(?:often|long|far|old|high|big|fast|soon))?)\b(?P<of>[^?]*?)\s+"
    r"(?=(?:is|are|was|were|do|does|did|has|have|had|can|could|must|may|should|will|would)\b)",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"\b(?:(?:on|in|at|during)\s+)?(?:the\s+)?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weekdays"
    r"|january"
    r"|february|march|april|may|june|july|august|september|october|november|december|winter|summer|spring|autumn"
    r"|(?:public |bank )?holidays?|mornings?|evenings?|afternoons?)\b",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"\b(?:in|of|for|at|with) (?:[a-z]+ )?\d[\d.,]*(?: ?(?:°C|%|[a-z]{1,8}\b))?(?=\s*\?*$)")
"""The size, year or degree that a question ends with: "in size 42"."""
_MEANS = re.compile(r"^(?:by|with|without|for)\s+[^?]{2,40}$", re.IGNORECASE)
_ENDS_WITH = re.compile(r"\b(?:by|with|without|for)\s+(?:[\w'’-]+\s+){0,3}[\w'’-]+\s*\?*$", re.IGNORECASE)
"""For whom, by what or with what something is asked."""
_THERE = re.compile(r"\s+there(?=\s*\?*$)", re.IGNORECASE)
"""The place that was told."""
_EVENT = re.compile(
    r"\b(?:was|is|did|does) (?:that|this)(?: happen(?:ed)?)?\s*\?*$|\b(?:did|does) it happen\s*\?*$", re.IGNORECASE
)
"""In which year was that?"""


@dataclass(frozen=True, slots=True)
class Whole:
    """A question that stands alone. `added` is what the turns before gave it; it need not stand in the evidence."""

    text: str
    added: str = ""
    times: int = 0
    """How often the amount that answers is wanted: "how much is that for two?"."""


class Named(Protocol):
    """Words of a question that name a source: `start` to `end`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def source(self) -> int: ...
    @property
    def text(self) -> str: ...


def _unnamed(_question: str) -> Sequence[Named]:
    return ()


def whole(  # noqa: PLR0911, PLR0912 - one for each way of leaning
    question: str, turns: Sequence[Answer], named: Callable[[str], Sequence[Named]] = _unnamed, *, deep: int = RECENT
) -> Whole:
    """The question with its pronouns and gaps filled from the recent turns; unchanged when it has none.

    Args:
        named: finds the sources that a question names.
        deep: turns that may lean on one another.
    """
    turns = turns[-RECENT:]
    if not turns:
        return Whole(question)
    last = turns[-1]
    if deep and len(turns) > 1:
        # What was asked last may have leant on what stood before it.
        last = replace(last, question=whole(last.question, turns[:-1], named, deep=deep - 1).text)
        turns = (*turns[:-1], last)
    asked = _THE_OTHER.sub("", " ".join(question.split()))
    if ordinal := _ordinal(asked, turns, named):
        asked = ordinal
    if times := _TIMES.match(asked):
        number = numbers(times["number"])
        return Whole(last.question, last.question, times=int(float(min(number, default="0"))))
    if says := _SAYS_SAME.match(asked):
        return Whole(f"{last.question.rstrip('? ')} according to {says['who']}?", added=last.question)
    if _APART.match(asked) and (apart := _difference(turns, named)):
        return Whole(apart, added=apart)
    if _SEVERAL.search(asked):
        return _of_several(asked, turns, named)
    about = _ABOUT.match(asked) or _BARE_AND.match(asked)
    if about and not {word.lower() for word in words(about[1])[:2]} & ASKING:
        return Whole(_exchanged(last.question, about[1].strip(), named), added=f"{last.question} {asked}")
    if (again := _AND_HOW.match(asked)) and last.question.lower().startswith(again["ask"].lower()):
        return Whole(_exchanged(last.question, again["what"].strip(), named), added=f"{last.question} {asked}")
    if (was := _WAS_IT.match(asked)) and not names(last.question.partition(" ")[0]):
        return Whole(f"{last.question.rstrip('? ')} {was['tail']}?", added=last.question)
    if alone := _BARE_ASK.match(asked):
        return Whole(_asked_otherwise(last.question, alone["ask"], alone["rest"] or ""), added=last.question)
    spoken = [word.lower() for word in words(asked)]
    if (place := place_meant(last)) and _THERE.search(asked) and not names(asked):
        bare = _LEADS.sub("", _THERE.sub("", asked)).rstrip("? ")
        return Whole(f"{bare[:1].upper()}{bare[1:]} at {place}?", added=place)
    leans = (bool((PERSONS | _THINGS) & set(spoken)) and not names(asked)) or _before_any_name(asked)
    if not leans and len(content(asked)) > 1:
        return _continued(asked, turns, named)
    if _EVENT.search(asked):
        # What is meant is the whole of what was asked before.
        bare = _LEADS.sub("", asked).rstrip("? ")
        return Whole(f"{bare[:1].upper()}{bare[1:]}: {last.question}", added=last.question)
    subject = person_meant(turns, spoken) if PERSONS & set(spoken) else thing_meant(turns, asked)
    if not subject:
        return Whole(f"{last.question} {asked}", added=last.question)
    bare = _LEADS.sub("", asked)
    filled, count = re.subn(
        r"\b(?:he|she|him|her|his|hers|it|its|they|them|their|theirs)\b",
        lambda match: _fitting(match[0], subject),
        bare,
        count=1,
        flags=re.IGNORECASE,
    )
    text = filled if count else f"{bare.rstrip('?')} ({subject})?"
    return Whole(text[:1].upper() + text[1:], added=subject)


def _continued(asked: str, turns: Sequence[Answer], named: Callable[[str], Sequence[Named]]) -> Whole:
    """A question that stands alone but for an "and" before it: it goes on about what was asked about."""
    subject = thing_meant(turns) if _GOES_ON.match(asked) and not names(asked) and not named(asked) else ""
    if not subject:
        return Whole(asked)
    bare = _LEADS.sub("", asked).rstrip("? ")
    measured = _MEASURED.search(turns[-1].question)
    if measured and not numbers(asked) and f"{subject} {measured[0]}" in turns[-1].question:
        # Of which size it was asked, it is asked still.
        subject = f"{subject} {measured[0]}"
    return Whole(f"{bare[:1].upper()}{bare[1:]} ({subject})?", added=subject)


def _before_any_name(asked: str) -> bool:
    """Whether a "he" or "she" stands before all names of a question: none of these is meant by it."""
    pronoun = re.search(rf"\b(?:{'|'.join(sorted(PERSONS))})\b", asked, re.IGNORECASE)
    return pronoun is not None and not names(asked[: pronoun.start()])


def _fitting(pronoun: str, subject: str) -> str:
    return f"{subject}'s" if pronoun.lower() in _POSSESSIVE - {"her"} else subject


def _ordinal(asked: str, turns: Sequence[Answer], named: Callable[[str], Sequence[Named]]) -> str:
    """The question with what "the second one" or "the other" means, of two that were asked about; empty otherwise."""
    match = _ORDINAL.search(asked)
    if match is None:
        return ""
    which = match["which"].lower()
    for turn in reversed(turns):
        found = things_in(turn.question)
        things = list(found.names) if found else list(dict.fromkeys(each.text for each in named(turn.question)))
        if len(things) < 2:
            continue
        if which == "other":
            picked = CONCLUDED.search(turn.answer)
            things = [each for each in things if picked is None or each.lower() != picked["thing"].lower()]
            thing = things[-1]
        else:
            place = _PLACES[which]
            if place >= len(things):
                return ""
            thing = things[place]
        return f"{asked[: match.start()]}{thing}{asked[match.end() :]}"
    return ""


def _of_several(asked: str, turns: Sequence[Answer], named: Callable[[str], Sequence[Named]]) -> Whole:
    """A question about "both of them": with the names of what was asked about, where these were two or three."""
    found: dict[int, str] = {}
    for turn in turns:
        for each in named(turn.question):
            found.pop(each.source, None)
            found[each.source] = each.text
    things = list(found.values())
    if len(things) < 2 or len(named(asked)) > 1:
        return Whole(asked)
    if re.search(r"\bthe other(?: one)?\b", asked, re.IGNORECASE):
        return Whole(re.sub(r"\bthe other(?: one)?\b", things[-2], asked, flags=re.IGNORECASE), things[-2])
    joined = enumerated(things)
    text, count = re.subn(
        r"\b(?:(?P<which>which|what|who)(?: one)?|both|either|each|neither|all|one|any) of (?:them|these|those"
        r"|the two)\b"
        r"|\b(?:they|the two) both\b|\bboth\b|\bthe two\b|(?P<bare>^which(?: one)?)\b",
        lambda match: f"which of {joined}" if match["which"] or match["bare"] else joined,
        asked,
        count=1,
        flags=re.IGNORECASE,
    )
    text = text if count else asked
    return Whole(text[:1].upper() + text[1:], added=joined)


def _difference(turns: Sequence[Answer], named: Callable[[str], Sequence[Named]]) -> str:
    """The last question asked of the two sources that were asked about, and by how much they differ."""
    last = turns[-1].question
    own = named(last)
    before = [
        each for turn in reversed(turns[:-1]) for each in named(turn.question) if own and each.source != own[-1].source
    ]
    if not own or not before:
        return ""
    both = f"{last[: own[-1].start]}{own[-1].text} and {before[0].text}{last[own[-1].end :]}"
    return f"{both.rstrip('? ')}, and by how much do they differ?"


def _asked_otherwise(before: str, ask: str, rest: str) -> str:
    """The question before with another question word: "why?" """
    match = _QUESTION_WORD.match(before)
    if match is None or rest.strip() == "not":
        return f"{ask}{rest}: {before}"
    of = match["of"].strip()
    kept = before[match.end() :].rstrip("? ")
    # What was asked for is known by now.
    object_ = f" the {of}" if of and match["word"].lower() in {"which", "what", "how many", "how much"} else ""
    return f"{ask[:1].upper()}{ask[1:]}{rest} {kept}{object_}?"


def _exchanged(before: str, wanted: str, named: Callable[[str], Sequence[Named]]) -> str:  # noqa: PLR0911 - as above
    """The question before, asked of something else: a source for a source, a name, a day, a number, a like thing."""
    wanted = wanted.strip().rstrip("?")
    bare = _BEFORE_IT.sub("", wanted)
    own, others = named(f"What about {bare}?"), named(before)
    if own and others and own[-1].source != others[-1].source:
        last = others[-1]
        return f"{before[: last.start]}{bare}{before[last.end :]}"
    if re.fullmatch(r"\d[\d,.]*", bare) and re.search(r"\d[\d,.]*", before):
        return re.sub(r"\d[\d,.]*(?!.*\d)", bare, before, count=1)
    if _DAYS.fullmatch(wanted):
        days = list(_DAYS.finditer(before))
        if days:
            return f"{before[: days[-1].start()]}{wanted}{before[days[-1].end() :]}"
        return f"{before.rstrip('? ')} {wanted}?"
    old = [name for name in names(before) if not _DAYS.fullmatch(name)]
    name = re.sub(r"^(?:the|an?)\s+(?=[A-ZÀ-Þ])", "", bare)
    if old and name[:1].isupper():
        return before.replace(old[-1], name, 1)
    like = _like(before, bare)
    if like:
        return re.sub(rf"\b(?:an?\s+|the\s+)?{re.escape(like)}\b", bare, before, count=1)
    if _MEANS.match(wanted) and (ends := _ENDS_WITH.search(before)) and not re.search(r"\d", ends[0]):
        return f"{before[: ends.start()]}{wanted}?"
    if _BEFORE_IT.match(wanted):
        return f"{before.rstrip('? ')} {wanted}?"
    return f"{before.rstrip('?')} — {wanted}?"


def _like(before: str, wanted: str) -> str:
    """The word of a question that means something like the one that is wanted instead; empty where none does."""
    spoken = words(wanted)
    if not spoken or len(spoken) > 3 or spoken[-1].lower() in ASKING:
        return ""
    candidates = [word for word in words(before) if word.islower() and word not in SMALL and len(word) > 2]
    known = {word: near([spoken[-1].lower()], word)[0] for word in candidates if stem(word) != stem(spoken[-1])}
    best = max(known, key=lambda word: known[word], default="")
    return best if best and known[best] >= LIKE else ""

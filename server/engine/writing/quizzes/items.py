"""A question of a quiz before its options are shuffled, and the rules that all of them keep."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Sentence, Voice

OPTIONS = 4
_LONGER = 1.7
"""How many times as long as the others' mean the right option may be (and the other way round)."""


@dataclass(frozen=True, slots=True)
class Item:
    """A question, the right option, three wrong ones of the same kind, and the statement that proves it."""

    question: str
    right: str
    wrong: tuple[str, ...]
    explanation: Statement
    sentences: tuple[int, ...]
    worth: float
    form: str
    """What kind of question it is, so that a quiz mixes them."""


def is_fair(item: Item) -> bool:
    """Whether four options stand side by side without one giving itself away by being double, empty or long."""
    options = [item.right, *item.wrong]
    if len(options) != OPTIONS or len({_folded(o) for o in options}) != OPTIONS or not all(o.strip() for o in options):
        return False
    if any(_folded(o) and re.search(rf"\b{re.escape(_folded(o))}\b", _folded(item.question)) for o in options):
        return False
    others = sum(len(o) for o in item.wrong) / len(item.wrong)
    longest = max(len(o) for o in options)
    if longest <= 14:
        return True
    return len(item.right) <= _LONGER * others and others <= _LONGER * len(item.right)


def _folded(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


def near(analysis: Analysis, s: Sentence, *, around: int = 2) -> list[Sentence]:
    """The sentence, its neighbours, and all that share two or more of its terms: where another truth may stand."""
    return [
        o
        for o in analysis.sentences
        if (o.source == s.source and abs(o.id - s.id) <= around) or len(o.terms & s.terms) >= 2
    ]


def figures_near(analysis: Analysis, s: Sentence) -> frozenset[str]:
    """Figures, as plain digits, that may be true answers too."""
    found: set[str] = set()
    for other in near(analysis, s):
        found |= analysis.rules.numerals(other.told) | analysis.rules.numerals(other.text)
    return frozenset(found)


def capitalised(options: Sequence[str]) -> list[str]:
    """Options that all begin large."""
    return [o[:1].upper() + o[1:] for o in options]


_SPEAKER = re.compile(r"\b(?:I|we|me|us|my|our|mine|ours|myself|ourselves|[Yy]ou|[Yy]our|[Ww]e|[Mm]y|[Oo]ur)\b")


def is_told(analysis: Analysis, s: Sentence) -> bool:
    """Whether a sentence says something without saying `I`: also what somebody tells of others in an interview."""
    if s.voice is Voice.THIRD:
        return True
    return analysis.rules.code == "en" and s.voice is Voice.INTERVIEW and _SPEAKER.search(s.told) is None


_MONTH_NAMES = re.compile(
    r"^\.? (?:de )?(?:jan|feb|fev|fév|mar|mär|apr|abr|avr|may|mai|mag|jun|jui|giu|jul|lug|aug|ago|aoû|sep|set|oct|okt|ott|out|nov|dec|"  # noqa: E501
    r"dez|dic|déc|gen|ene)[a-zéûçäüö]*\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\b(?:at|from|to|by|before|after|until|till|um|bis|à|a las|alle|às|às|and) $", re.IGNORECASE)
_NAMED = re.compile(r"(?<![.!?:] )(?<!^)\b[A-ZÀ-Þ][\w’'-]+ $")
"""What stands before the number of a name: "the Norvane Pro 20"."""
_PAST = re.compile(r"\b(?:half|quarter|minutes) (?:past|to) $")
_YEAR = re.compile(r"[12]\d{3}")
_NUMBERED = re.compile(
    r"\b(?:items?|sections?|chapters?|pages?|tables?|figures?|no|numbers?|class(?:es)?|Article|Nr|num|n°|menu|rules?|"
    r"clauses?|rooms?|trams?|bus(?:es)?|lines?|platforms?|gates?|bays?|cases?|beds?|wards?|grades?|forms?|steps?|stages?|"
    r"phases?|runs?|rounds?|lots?|plots?|plates?|box(?:es)?|blocks?|floors?|exhibits?|filters?|volumes?|verses?|stops?|"
    r"routes?|motorway|flats?|paragraphs?|appendix|annex|schedule|category|levels?|sizes?|models?|channels?|questions?|"
    r"notes?|day|week|year|half|act|scene|scale|article|track|hall|hut|trench|pit|layer|zone|junction)\.? $",
    re.IGNORECASE,
)
_PART = re.compile(r"(?:\b(?:hundred|thousand|million)(?: and)? |\w-)$", re.IGNORECASE)
"""What stands before the rest of a number in words: "a hundred and fifteen"."""
_GOES_ON = re.compile(r"-\w|:[0-5]\d\b|,? (?:(?:and|or|und|oder|et|ou|y|o|e) )?\d")
_GOES_BACK = re.compile(r"\d,? (?:(?:and|or|und|oder|et|ou|y|o|e) )?$|\b\d{1,2}:$")
"""Other figures right beside one: a list, an hour with its minutes, a telephone number."""
_SPAN_BEFORE = re.compile(r"\d[^\s\d]{0,3} ?(?:to|by|x|×|[–-]) ?$")
_SPAN_AFTER = re.compile(r"[^\s\d]{0,3} ?(?:(?:to|by|x|×|[–-]) ?\d|(?:and|to|until) (?:noon|midnight)\b)")
"""Two figures that say one thing: altered, a stretch may run backwards and a size be turned."""


def _is_part(before: str, after: str) -> bool:
    """Whether what stands around a figure belongs to it: the rest of a number, a list, a stretch."""
    beside = _GOES_ON.match(after) is not None or _GOES_BACK.search(before) is not None
    return beside or any(p.search(before) for p in (_PART, _SPAN_BEFORE)) or _SPAN_AFTER.match(after) is not None


def is_clock_or_day(text: str, at: re.Match[str]) -> bool:
    """Whether a figure is a day, a time of day, a number that names something, part of a longer one, or of a name.

    None of these can be varied freely, and nobody learns them.
    """
    before, after = text[: at.start()], text[at.end() :]
    if _is_part(before, after) or _MONTH_NAMES.match(after) or _NUMBERED.search(before) or _PAST.search(before):
        return True
    if _NAMED.search(before) and not _YEAR.fullmatch(at[0]) and not re.match(r" ?[%°€£$]", after):
        return True
    if re.search(
        r"(?:January|February|March|April|May|June|July|August|September|October|November|December) $", before
    ):
        return True
    if re.fullmatch(r"\d{1,2}[.:h][0-5]\d", at[0]) is None:
        return False
    beside = re.match(r" (?:and|to|until|till|[–-]|bis|et|à|y|a|e) \d{1,2}[.:h][0-5]\d\b", after)
    return beside is not None or _CLOCK.search(before) is not None

"""The figures of a text that are worth a card: a number, its unit, and the clause that says what it counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from server.domain.documents import ColumnType, Figure
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.quantities import Quantity, quantities
from server.engine.writing.standalone import statement

_MOST_WORDS = 18
_LEAST_WORDS = 4
_CUT = re.compile(
    r"(?:;|:|,) (?=(?:and|but|while|whereas|although|which|who|of which|against|compared|according|so|said|with|in place of|"  # noqa: E501
    r"und|aber|während|wobei|der|die|das|et|mais|dont|qui|tandis|y|pero|mientras|que|de los|e|ma|mentre|che|mas|enquanto|more|less|fewer)\b)|; |(?<!\d)\. "  # noqa: E501
)
_HANGS = re.compile(
    r"^(?:which|who|whose|of which|that|and|but|so|against|compared|according|with|in place of|said|wobei|dont|qui|que|che|"  # noqa: E501
    r"more than|less than|fewer than|mais|und|aber|et|y|e|pero|ma|mas|while|whereas|although|during|mehr als|der|die|das|den|dem|deren|dessen|während)\b",  # noqa: E501
    re.IGNORECASE,
)


_FRAGMENT = re.compile(
    r"^(?:At|In|On|By|From|With|Under|Over|About|Within)\b(?:[^a-z]+(?:and|or|to|of|the|an?|per|to))*[^a-z]*(?:[a-z]+)?$"
)
"""A phrase that says where or when, and of nothing."""


_OF_WHAT = re.compile(
    r"^(?:[A-Z][^,]{1,30}\d{4},? )(?:its|his|her|their|it|they|he|she|ihre?|seine?|es|sie|son|sa|ses|elle|il|"
    r"sus?|suo|sua|suoi|seus?|suas?)\b"
)
"""A date and a word that stands for something the card doesn't name: "Between 1791 and 1831 its population"."""
_FROM = re.compile(
    r"\b(?:from|von|de|da|dal|desde)(?: (?:about|some|nearly|over|etwa|rund|environ|unos|circa|cerca de))? $",
    re.IGNORECASE,
)
_TO = re.compile(r"^[^.,;]{0,24}? (?:to|auf|à|a|para|zu) (?:[a-zäöüéèàç]+ ){0,2}\d")
_NAMED = re.compile(r"(?<![.!?:] )(?<!^)\b[A-Z][a-z][\w-]* (?:[A-Z][a-z][\w-]* )$")
"""What stands before the number of a name of two words: "the Norvane Pro 20 stands for"."""
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_COMPOUND = re.compile(
    r" ((?!(?:is|was|has|does|costs|rises|falls|goes|comes|stands|as|this|its|plus|less|across)\b)[a-z]{3,}s"
    r"|children|people|men|women)\b"
)
"""The noun that a unit only describes: "2,600 pleasure boats"."""
_DATIVE = re.compile(r"((?:[Mm]eter|[Ll]iter)|^Jahre|^Tage|^Monate)n$")
"""German: the ending that a unit has behind "von" or "mit", and not by itself."""


@dataclass(frozen=True, slots=True)
class Card:
    """A figure with what it is worth, and when it was."""

    figure: Figure
    quantity: Quantity
    year: str
    sentence: int
    worth: float


def cards(analysis: Analysis, worth: Sequence[float], *, spelled: bool = False) -> Iterator[Card]:
    """Every figure that a clause of its own explains, one for each sentence, in the sources' order.

    Args:
        spelled: numbers in words count too, after the others.
    """
    code = analysis.rules.code
    for s in analysis.sentences:
        if worth[s.id] <= 0 or Role.QUESTION in s.roles or Role.TABLE in s.roles or (s.leans and not s.alone):
            continue
        if not s.figures:
            continue
        best: tuple[float, Quantity, str] | None = None
        told = statement(analysis, s.id, most=60)
        if told is None:
            continue
        for q in _ends(told.text, quantities(told.text, code)):
            label = _label(told.text, q) or _main(s, told.text, q)
            if analysis.rules.opening_pronoun(label) or _FRAGMENT.match(label) or _OF_WHAT.match(label):
                continue
            gain = _gain(q) if not _is_name(told.text, q) else 0.0
            if not q.unit and _YEAR.fullmatch(q.text):
                gain = 0.0
            if spelled and not gain and q.number >= 10 and q.unit and not _is_name(told.text, q):
                gain = 0.05
            if q.kind is ColumnType.NUMBER and q.text.isdigit() and _NAMED.search(told.text[: q.start]):
                gain = 0.0
            if label and gain > 0 and (best is None or gain > best[0]):
                best = (gain, q, label)
        if best is None:
            continue
        gain, q, label = best
        years = [m for m in mentions(s.text, code) if m.first.year is not None]
        alone = len(years) == 1 and years[0].last is None and years[0].first.width == 1
        year = years[0].first.iso[:4] if alone else ""
        unit = _unit(q, told.text[q.end :], code)
        shown = q.text if re.search(r"\d", q.text) or q.number != int(q.number) else f"{int(q.number)}"
        if q.kind is ColumnType.MONEY:
            shown, unit = _amount(shown, unit, told.text[q.start : q.end], code)
        yield Card(Figure(shown, unit, label, told), q, year, s.id, worth[s.id] + gain)


def _ends(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """Without the first of two values that something went between: the card shows where it got to."""
    return [q for q in found if not (_FROM.search(text[: q.start]) and _TO.match(text[q.end :]))]


def _unit(q: Quantity, after: str, code: str) -> str:
    """A number's unit as it is written under it."""
    if q.kind is ColumnType.PERCENT:
        return "%"
    if code == "de":
        return _DATIVE.sub(r"\1", q.unit)
    more = _COMPOUND.match(after) if code == "en" and q.unit and not q.unit.endswith("s") else None
    return f"{q.unit} {more[1]}" if more is not None else q.unit


_SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"}


def _amount(shown: str, unit: str, written: str, code: str) -> tuple[str, str]:
    """An amount as people write it: with the sign that its sentence has, else the currency by its sign or name."""
    sign = _SIGNS.get(unit, "")
    if not sign:
        return shown, unit
    if sign in written and written.strip().startswith(sign):
        return f"{sign}{shown}", ""
    return (f"{sign}{shown}", "") if code == "en" and re.fullmatch(r"[\d.,]+", shown) else (shown, sign)


_NUMBERED = re.compile(
    r"\b(?:pier|gate|room|bay|berth|platform|track|lane|pitch|plot|stall|seat|row|ward|block|flat|lock|shaft|floor|stage|"
    r"zone|field|route|channel|tank|pen|cell|volume|act|scene|verse|phase|group|class|grade|pump|kiln|weir|post|mast) $"
)
"""One thing of a numbered row, before its number: "above pier 5"."""


def _is_name(text: str, q: Quantity) -> bool:
    """Whether a number only names something: "Lock 12", "item 117"."""
    if q.kind is not ColumnType.NUMBER:
        return False
    if q.text.isdigit() and _NUMBERED.search(text[: q.start]):
        return True
    return bool(
        re.search(
            r"(?:\b[A-Z][a-z]+|\b(?:number|no\.|nr\.|item|section|chapter|page|line|step|table|figure)) $",
            text[: q.start],
        )
        and not q.unit
    ) or bool(re.search(r"\b(?:half|quarter|ten|twenty|five) (?:past|to)\b", text[q.start - 6 : q.end + 8]))


def _gain(q: Quantity) -> float:
    """What kind of number makes a good card: shares, amounts, large or measured ones."""
    if q.kind is not ColumnType.NUMBER:
        return 0.6 if re.search(r"\d", q.text) or q.number >= 20 else 0.2
    if abs(q.number) < 10 and not q.unit:
        return 0.0
    if not re.search(r"\d", q.text):
        return 0.0
    return 0.3 + 0.2 * (abs(q.number) >= 1000) + 0.1 * bool(q.unit)


def _main(s: Sentence, text: str, q: Quantity) -> str:
    """What a long sentence opens with, its main clause or what stands before a colon, where the number is in it."""
    units = [u.text for u in s.units if u.relation == "main"]
    for words in (text.partition(": ")[0], *units):
        clause = words.strip(" ,;:.")
        if not text.startswith(clause) or q.end > len(clause) or _GOES_ON.match(text[len(clause) :]):
            continue
        balanced = clause.count('"') % 2 == 0 and clause.count("(") == clause.count(")")
        if balanced and _LEAST_WORDS <= len(clause.split()) <= _MOST_WORDS:
            return clause
    return ""


_GOES_ON = re.compile(r" (?:that|who|whom|whose|of|than)\b")


def _label(text: str, q: Quantity) -> str:
    """The clause that a number stands in, where it says enough and not too much."""
    cuts = [0, *(m.end() for m in _CUT.finditer(text)), len(text)]
    for a, b in pairwise(cuts):
        if a <= q.start < b:
            clause = text[a:b].strip(" ,;:.")
            if (a and _HANGS.match(clause)) or len(clause.split()) < _LEAST_WORDS:
                clause = text[:b].strip(" ,;:.")
            words = len(clause.split())
            if clause.count('"') % 2 or clause.count("(") != clause.count(")"):
                return ""
            return clause[:1].upper() + clause[1:] if words <= _MOST_WORDS else ""
    return ""

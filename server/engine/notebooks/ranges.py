"""Ranges that heads of rows and items of rules have, "42–43", "up to 5 km", "12 °C and above", and amounts in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from server.engine.notebooks.closeness import near
from server.engine.notebooks.measures import Amount, Dimension, amounts_in
from server.engine.notebooks.terms import words

_NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
_UNIT = r"(?:\s?(?:°\s?[CF]\b|%|km/h|m²|m³|km²)|\s?[a-zA-Zß-ÿ]+)?"


def _amount(name: str) -> str:
    return rf"(?P<{name}>[£$€]?\s?{_NUMBER}{_UNIT})"


_LOWEST = r"over|above|more than|older than|longer than|heavier than|exceeding"
_LEAST = r"from|at least|no less than|not less than|minimum(?: of)?|min\.?"
_BELOW = r"under|below|less than|younger than|fewer than|lighter than|shorter than"
_MOST = r"up to|at most|no more than|not more than|not over|to|until|maximum(?: of)?|max\.?"
_AND_MORE = r"and (?:over|above|more|up|upwards?|older|longer|heavier)|or (?:over|above|more|older|longer|heavier)|\+"
_AND_LESS = r"and (?:under|below|less|younger|fewer)|or (?:under|below|less|younger|fewer)"
_BETWEEN = re.compile(
    rf"(?:between|from)?\s*(?P<low>[£$€]?\s?{_NUMBER})(?P<unit>{_UNIT})\s*(?:[-–—]|to|and|until)\s*{_amount('high')}",
    re.IGNORECASE,
)
_OPEN = (
    (re.compile(rf"{_amount('low')}\s*(?:{_AND_MORE})", re.IGNORECASE), "≥"),
    (re.compile(rf"{_amount('high')}\s*(?:{_AND_LESS})", re.IGNORECASE), "≤"),
    (re.compile(rf"(?:{_LOWEST}|>)\s*{_amount('low')}", re.IGNORECASE), ">"),
    (re.compile(rf"(?:{_LEAST}|≥)\s*{_amount('low')}", re.IGNORECASE), "≥"),
    (re.compile(rf"(?:{_BELOW}|<)\s*{_amount('high')}", re.IGNORECASE), "<"),
    (re.compile(rf"(?:{_MOST}|≤)\s*{_amount('high')}", re.IGNORECASE), "≤"),
)
_BEFORE = re.compile(r"^(?:[A-Za-z][\w'’-]*\s+){0,3}", re.IGNORECASE)
_END = re.compile(r"\s*(?:$|[,;:()/]|\bor\b)", re.IGNORECASE)
_AGE = re.compile(r"\bag(?:e|es|ed)\b", re.IGNORECASE)
_PEOPLE = (
    r"child(?:ren)?|kids?|boys?|girls?|teenagers?|youths?|juniors?|adults?|seniors?|pensioners?|students?|pupils?"
    r"|m[ae]n|wom[ae]n|persons?|people|members?|guests?|visitors?|passengers?|non-members?|players?|readers?"
)
SOMEBODY = re.compile(rf"\b(?:{_PEOPLE})\b", re.IGNORECASE)
_AGED = re.compile(
    rf"\b(?:aged?|age of|i['’]m|i am|(?:{_PEOPLE}|someone|anyone|somebody) of|turn(?:s|ed)?)\s*$", re.IGNORECASE
)
_YEARS_OLD = re.compile(r"[\w-]*?[\s-]years?[\s-](?:olds?\b|of age\b)", re.IGNORECASE)
BEFORE = 30
"""Characters before an amount that say what it is of: "size 42"."""


@dataclass(frozen=True, slots=True)
class Range:
    """What lies between two values, in the scale of their dimension (`measures`)."""

    low: float
    high: float
    dimension: Dimension
    of: str
    """The words before it: "Aged", "Children under"."""
    low_counts: bool = True
    high_counts: bool = True

    def has(self, value: float) -> bool:
        """Whether a value lies in it."""
        above = value >= self.low if self.low_counts else value > self.low
        return above and (value <= self.high if self.high_counts else value < self.high)


def range_of(text: str) -> Range | None:
    """The range that a text is, after a few words or a comma at most: "Aged 6–17", "Car, up to 5 m"."""
    text = text.strip()
    lead = _BEFORE.match(text)
    starts = [0, *(match.end() for match in re.finditer(r"[\w'’-]+\s+", lead[0]))] if lead else [0]
    starts += [match.end() for match in re.finditer(r"[,(]\s*", text)]
    for start in starts:
        found = _range_at(text, start)
        if found is not None:
            return found
    return None


def _range_at(text: str, start: int) -> Range | None:
    of = text[:start].strip(" ,(")
    match = _BETWEEN.match(text, start)
    if match and _END.match(text, match.end()):
        high = amounts_in(match["high"])
        low = amounts_in(f"{match['low']}{match['unit'] if match['unit'].strip() else ''}")
        if high and low:
            # "9 to 12 °C": both are degrees.
            other = low[0].value if low[0].dimension is high[0].dimension else low[0].number * high[0].scale
            return Range(other, high[0].value, high[0].dimension, of) if other < high[0].value else None
    for pattern, sign in _OPEN:
        match = pattern.match(text, start)
        if match is None or not _END.match(text, match.end()):
            continue
        limits = amounts_in(match["low" if sign in {"≥", ">"} else "high"])
        if not limits:
            continue
        limit = limits[0]
        if sign in {"≥", ">"}:
            return Range(limit.value, inf, limit.dimension, of, low_counts=sign == "≥")
        return Range(-inf, limit.value, limit.dimension, of, high_counts=sign == "≤")
    return None


def fitting(question: str, ranges: Sequence[Range | None], *, headed: str = "") -> list[int]:
    """The places of the ranges in which an amount of a question lies.

    Args:
        headed: what stands above the ranges and says what they are of, a column's name.
    """
    for amount in amounts_in(question):
        found = [
            place
            for place, each in enumerate(ranges)
            if each is not None and (value := _value(question, amount, each, headed)) is not None and each.has(value)
        ]
        if found:
            return found
    return []


def _value(question: str, amount: Amount, each: Range, headed: str) -> float | None:
    """An amount in the scale of a range; None where it is of something else: a temperature, an age, a size."""
    before, after = question[max(0, amount.start - BEFORE) : amount.start], question[amount.start :].strip()
    aged = _AGED.search(before) or _YEARS_OLD.match(after)
    number = amount.number if amount.dimension is Dimension.COUNT or aged else None
    if each.dimension is Dimension.COUNT:
        named = f"{headed} {each.of}"
        if aged:
            # A bare number of a tariff is an age: "Under 25".
            of_people = _AGE.search(named) or SOMEBODY.search(named) or not headed.strip()
            return number if of_people else None
        beside = [word for word in (*words(before)[-1:], *words(amount.unit)[:1]) if word.isalpha()]
        return number if any(closeness >= SAME for closeness in near(beside, named)) else None
    if aged and number is not None:
        return number * YEAR_S if each.dimension is Dimension.SPAN else None
    return amount.value if amount.dimension is each.dimension else None


SAME = 0.6
"""Closeness from which a word before an amount means what its column is of."""
YEAR_S = 365.25 * 86_400
"""Seconds of a year: the scale of spans."""

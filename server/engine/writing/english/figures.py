"""English numbers and names: what a line claims, and whether its passages carry it."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUE = {w: i for i, w in enumerate(_ONES)} | {w: 20 + 10 * i for i, w in enumerate(_TENS)}
_SCALE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_TENS_WORD = "|".join(_TENS)
_SMALL = "|".join(sorted(_ONES, key=len, reverse=True))
_NUMBER_WORD = rf"(?:(?:{_TENS_WORD})(?:-(?:{_SMALL}))?|{_SMALL})"
_FIGURE = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w])\d+(?:\.\d+)?")
_WORDS = re.compile(
    rf"\b{_NUMBER_WORD}(?:[\s-]+(?:and\s+)?(?:hundred|thousand|million|billion|{_NUMBER_WORD}))*\b", re.IGNORECASE
)
_YEAR = re.compile(r"\b(1[0-9]\d\d|20\d\d)\b")
MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
DAY = rf"(?:\d{{1,2}}(?:st|nd|rd|th)? (?:{MONTH})|(?:{MONTH}) \d{{1,2}})(?:,? \d{{4}})?"
"""A day with its month, and its year where it has one."""
CURRENT = "year|month|week|season|summer|winter|spring|autumn"
"""Times that "this" names without a word before: "this year's theme" is that of the text's own."""
_NAME = re.compile(r"\b[A-Z][\w’'-]*[a-z][\w’'-]*")
_NO_NAMES = frozenset(
    [
        "I",
        "I'm",
        "I'd",
        "I'll",
        "I've",
        "A",
        "An",
        "The",
        "And",
        "But",
        "So",
        "Because",
        "Then",
        "In",
        "On",
        "At",
        "By",
        "For",
        "From",
        "With",
        "To",
        "Of",
        "As",
        "It",
        "Its",
        "This",
        "That",
        "These",
        "Those",
        "He",
        "She",
        "They",
        "We",
        "You",
        "Who",
        "What",
        "When",
        "Where",
        "Why",
        "How",
        "Is",
        "Was",
        "Are",
        "Were",
        "Do",
        "Does",
        "Did",
        "Has",
        "Have",
        "Had",
        "Can",
        "Could",
        "Would",
        "Should",
        "Will",
        "May",
        "Might",
        "If",
        "Not",
        "No",
        "Nor",
        "Or",
        "Yet",
        "Mr",
        "Mrs",
        "Ms",
        "Dr",
        "Next",
        "First",
        "Second",
        "Third",
        "There",
        "Here",
        "Let's",
        "Now",
    ]
)


def _in_words(text: str) -> list[str]:
    out: list[str] = []
    for match in _WORDS.finditer(text):
        total = current = 0
        for word in re.split(r"[\s-]+", match[0].lower()):
            if word in _VALUE:
                current += _VALUE[word]
            elif word == "hundred":
                current = max(1, current) * 100
            elif word in _SCALE:
                total, current = total + max(1, current) * _SCALE[word], 0
        out.append(str(total + current))
    return out


def numerals(text: str) -> frozenset[str]:
    """The numbers of a text, figures and words alike, as plain digits; ``one`` is left out, it counts nothing."""
    found = {m[0].replace(",", "") for m in _FIGURE.finditer(text)} | set(_in_words(text))
    found |= {n.rstrip("0").rstrip(".") for n in found if "." in n}
    return frozenset(found - {"1"})


def figures(text: str) -> tuple[str, ...]:
    """The numbers of a sentence that measure something, as written."""
    return tuple(m[0] for m in _FIGURE.finditer(text)) + tuple(
        m[0] for m in _WORDS.finditer(text) if m[0].lower() not in {"one", "zero"}
    )


def years(text: str) -> tuple[str, ...]:
    """The years of a text, as written."""
    return tuple(dict.fromkeys(m[0] for m in _YEAR.finditer(text)))


def names(text: str) -> tuple[str, ...]:
    """Capitalised words inside a sentence: proper names, as far as spelling tells."""
    out = []
    for match in _NAME.finditer(text):
        before = text[: match.start()].rstrip()
        starts = not before or before[-1] in ".!?:;\"“'‘…" or before.endswith(('."', ".”"))
        word = re.sub(r"['’]s$", "", match[0])
        if word not in _NO_NAMES and not starts:
            out.append(word)
    return tuple(dict.fromkeys(out))


def unsupported(text: str, *, passages: Sequence[str]) -> list[str]:
    """Numbers and names of a line that no passage of it has."""
    carried = " ".join(passages)
    numbers = numerals(carried)
    low = carried.lower()
    missing = [n for n in numerals(text) if n not in numbers and n.split(".")[0] not in numbers]
    missing += [n for n in names(text) if n.lower() not in low]
    return sorted(missing)

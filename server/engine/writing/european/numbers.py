"""Numbers and names of the languages that are read by rules: what a line claims, and whether its passages carry it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

_DIGITS = re.compile(r"(?<![\w.,])\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?:,\d+)?(?![\w])|(?<![\w.,])\d+(?:[.,]\d+)?")
_YEAR = re.compile(r"(?<![\d.,])(1[0-9]\d\d|20\d\d)(?![\d.,]\d|\d)")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_BIG = 10_000
NUMBER_NOUNS = frozenset(
    "cento cem cien ciento cent mil mille mila hundert tausend milliers miles milhares migliaia centinaia centenas centenares "
    "quarti terzi quinti cuartos tercios quintos quartos terços quarts tiers decenas dezenas decine centaines dizaines dozzine docenas dúzias".split()
)
"""Words that count and that no table of number words has, and parts of a whole: nothing is about them."""


@cache
def number_words(code: str) -> dict[str, str]:
    """Number words of one token (``achtundzwanzig``, ``quarenta``) from 2 to 999 and the round thousands, as digits."""
    from num2words import num2words

    spoken: dict[str, str] = {}
    try:
        num2words(2, lang=code)
    except NotImplementedError:
        return spoken
    for number in [*range(2, 1000), *range(1000, _BIG, 1000)]:
        words = str(num2words(number, lang=code))
        if " " not in words:
            spoken.setdefault(words.lower(), str(number))
    return spoken


def plain(figure: str) -> str:
    """A figure as digits with a decimal point: ``1.340`` and ``1 340`` as 1340, ``3,1`` as 3.1."""
    grouped = re.fullmatch(r"\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(,\d+)?", figure)
    if grouped:
        figure = re.sub(r"[.\u00a0\u202f ]", "", figure)
    return figure.replace(",", ".")


def numerals(text: str, code: str) -> frozenset[str]:
    """The numbers of a text, figures and one-token words alike, as plain digits."""
    words = number_words(code)
    found = {plain(m[0]) for m in _DIGITS.finditer(text)}
    found |= {words[w] for m in _WORD.finditer(text) if (w := m[0].lower()) in words}
    return frozenset(found - {"1"})


def figures(text: str, code: str) -> tuple[str, ...]:
    """The numbers of a sentence, as written."""
    words = number_words(code)
    return tuple(m[0] for m in _DIGITS.finditer(text)) + tuple(
        m[0] for m in _WORD.finditer(text) if m[0].lower() in words
    )


def years(text: str) -> tuple[str, ...]:
    """The years of a text."""
    return tuple(dict.fromkeys(m[0] for m in _YEAR.finditer(text)))


def capitalised(text: str) -> list[str]:
    """Words with a capital that do not begin a sentence or a quotation."""
    out = []
    for match in _WORD.finditer(text):
        if not match[0][0].isupper():
            continue
        before = text[: match.start()].rstrip(" \u00a0")
        if not before or before[-1] in ".!?:…¿¡«»„“”\"'‘–—(":
            continue
        out.append(match[0])
    return out


def names(text: str, *, no_names: frozenset[str]) -> tuple[str, ...]:
    """Capitalised words inside a sentence."""
    return tuple(dict.fromkeys(w for w in capitalised(text) if w.lower() not in no_names))


def unsupported(text: str, *, code: str, passages: Sequence[str], own: Iterable[str]) -> list[str]:
    """Numbers and names of a line that no passage of it has; `own` are words the language adds itself."""
    carried = " ".join(passages)
    numbers, low, added = numerals(carried, code), carried.lower(), frozenset(own)
    missing = [n for n in numerals(text, code) if n not in numbers]
    missing += [w for w in capitalised(text) if w.lower() not in low and w.lower() not in added]
    return sorted(missing)

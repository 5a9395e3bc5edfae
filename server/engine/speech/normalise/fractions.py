"""Fractions in words: by their sign, with a stroke, and behind whole numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from server.engine.speech.normalise import numbers, units
from server.engine.speech.normalise.grammar import Grammar

Replacement = Callable[["re.Match[str]"], str]
_SIGNS = {
    "½": (1, 2),
    "⅓": (1, 3),
    "⅔": (2, 3),
    "¼": (1, 4),
    "¾": (3, 4),
    "⅕": (1, 5),
    "⅖": (2, 5),
    "⅗": (3, 5),
    "⅘": (4, 5),
    "⅙": (1, 6),
    "⅚": (5, 6),
    "⅛": (1, 8),
    "⅜": (3, 8),
    "⅝": (5, 8),
    "⅞": (7, 8),
}


def prepared(grammar: Grammar) -> Iterator[tuple[str, Replacement]]:
    """``1 1/2`` becomes ``1½``, and the unit behind such a sign its name: the rules that follow know these."""
    if not grammar.fractions:
        return
    signs = {value: sign for sign, value in _SIGNS.items()}

    def joined(match: re.Match[str]) -> str:
        sign = signs.get((int(match["above"]), int(match["below"])))
        return f"{match['whole']}{sign}" if sign else match[0]

    def named(match: re.Match[str]) -> str:
        if match["unit"] in grammar.not_units:
            return match[0]
        plural = "other" if match["whole"] else "one"
        return f"{match['whole'] or ''}{match['sign']} {units.name(match['unit'], grammar, plural)}"

    yield r"(?<![\w.,/])(?P<whole>\d+) (?P<above>\d)[/⁄](?P<below>\d)(?![\w/]|[.,]\d)", joined
    sign = rf"(?P<whole>\d\s?)?(?P<sign>[{''.join(_SIGNS)}])"
    yield rf"{sign}\s?(?P<unit>{units.PATTERN})(?![\w°²³/])(?!['’]\w)", named


def spoken(grammar: Grammar) -> Iterator[tuple[str, Replacement]]:
    """What a fraction is read as, by sign or with a stroke."""
    if not grammar.fractions:
        return

    def part(above: int, below: int) -> str | None:
        if (above, below) == (1, 2):
            return grammar.half[0]
        if below not in grammar.fractions or above >= below:
            return None
        one, many = grammar.fractions[below]
        return f"{numbers.cardinal(above, grammar, 'm')} {one if above == 1 else many}"

    def sign(match: re.Match[str]) -> str:
        above, below = _SIGNS[match["sign"]]
        said = part(above, below) or ""
        if not match["whole"]:
            return said if match.string[match.end() : match.end() + 1] in (" ", "") else f"{said} "
        tail = grammar.half[1] if (above, below) == (1, 2) else f"{grammar.and_} {said}"
        return f"{numbers.cardinal(int(match['whole']), grammar)} {tail}"

    def slashed(match: re.Match[str]) -> str:
        above, below = int(match["above"]), int(match["below"])
        said = part(above, below)
        if said is None:
            return f"{numbers.cardinal(above, grammar)} {grammar.slash} {numbers.cardinal(below, grammar)}"
        return f"{numbers.cardinal(int(match['whole']), grammar)} {grammar.and_} {said}" if match["whole"] else said

    def counted(match: re.Match[str]) -> str:
        gender = grammar.noun_gender(match["noun"], True)
        tail = grammar.half_of_feminine if gender == "f" else grammar.half[1]
        return f"{numbers.cardinal(int(match['whole']), grammar, gender)} {match['noun']} {tail}"

    if grammar.half_of_feminine:
        yield r"(?<![\w.,])(?P<whole>\d+)\s?½\s(?P<noun>[^\W\d_]{3,})", counted
    yield rf"(?:(?P<whole>(?<![\w.,])\d+)\s?)?(?P<sign>[{''.join(_SIGNS)}])", sign
    yield r"(?<![\w./,])(?:(?P<whole>\d+) )?(?P<above>\d{1,2})[/⁄](?P<below>\d{1,3})(?![\w/])", slashed

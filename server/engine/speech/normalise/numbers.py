"""Numbers in words, by num2words with the grammar around it."""

from __future__ import annotations

import re
from functools import lru_cache

from num2words import num2words

from server.engine.speech.normalise.grammar import Gender, Grammar

_LARGEST = 10**15
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_WELL_FORMED = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")


@lru_cache(maxsize=4096)
def words_of(number: int, language: str, form: str = "cardinal") -> str:
    """num2words without the commas that it puts between thousands: a voice would rest there."""
    return str(num2words(number, lang=language, to=form)).replace(",", "").strip()


def cardinal(number: int, grammar: Grammar, gender: Gender = "") -> str:
    """A whole number in words; too long a one digit by digit."""
    if abs(number) >= _LARGEST:
        return digits(str(abs(number)), grammar)
    said = grammar.agree(words_of(abs(number), grammar.numbers), gender)
    return f"{grammar.minus} {said}" if number < 0 else said


def digits(text: str, grammar: Grammar) -> str:
    """Each digit of `text` by itself."""
    return " ".join(words_of(int(digit), grammar.numbers) for digit in text if digit.isdecimal())


def pattern(grammar: Grammar) -> str:
    """Regular expression of a figure as the language writes it (no sign)."""
    group, point = grammar.grouping, re.escape(grammar.decimal)
    either = point if grammar.decimal == "." else f"(?:{point}|\\.(?!\\d{{3}}(?!\\d)))"
    return rf"(?:\d{{1,3}}(?:[{group}]\d{{3}})+(?!\d)(?:{point}\d+)?|\d+(?:{either}\d+)?)"


def parsed(figure: str, grammar: Grammar) -> tuple[int, str]:
    """The whole part and the digits after the point."""
    if re.fullmatch(rf"\d{{1,3}}(?:[{grammar.grouping}]\d{{3}})+(?:{re.escape(grammar.decimal)}\d+)?", figure):
        figure = re.sub(rf"[{grammar.grouping}](?=\d{{3}})", "", figure)
    whole, _, rest = figure.replace(grammar.decimal, "\0").replace(".", "\0").partition("\0")
    return int(whole), rest


def number(figure: str, grammar: Grammar, gender: Gender = "") -> str:
    """A figure as the language writes it, in words: ``1,200.5``, ``0.05``, ``007``."""
    whole, rest = parsed(figure, grammar)
    if figure.isdecimal() and len(figure) > 1 and figure[0] == "0":
        return digits(figure, grammar)
    if not rest:
        return cardinal(whole, grammar, gender)
    one_by_one = grammar.numbers in ("en", "de") or rest[0] == "0" or len(rest) > 2
    after = digits(rest, grammar) if one_by_one else cardinal(int(rest), grammar)
    return f"{cardinal(whole, grammar)} {grammar.point} {after}"


def roman(text: str) -> int | None:
    """The value of a well-formed roman numeral in capitals."""
    if not text or not _WELL_FORMED.fullmatch(text):
        return None
    values = [_ROMAN[letter] for letter in text]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))

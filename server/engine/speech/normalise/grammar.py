"""What the rules need to know of a language: its words and its ways with numbers. The rules are in `rules`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Gender = Literal["", "m", "f", "n"]
"""Of the noun that is counted; empty when nothing is."""


@dataclass(frozen=True, slots=True)
class Money:
    """A currency: one and several of it, its gender, and its hundredth part."""

    one: str
    many: str
    gender: Gender = "m"
    cent: str = ""
    cents: str = ""


def _as_is(words: str, _gender: Gender) -> str:
    return words


def _unmarked(_mark: str) -> Gender:
    return ""


def _no_gender(_noun: str, _many: bool) -> Gender:
    return ""


def _no_ordinal(number: int, _gender: Gender) -> str:
    return str(number)


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """The data of one language. Empty words mean that the language does without the rule."""

    locale: str
    """Babel's locale, for months, units and plurals."""
    numbers: str
    """num2words' name of the language; empty when it doesn't know it: digits stay for espeak-ng to read."""
    decimal: str
    grouping: str
    """Characters that part thousands, for a regular expression's class."""
    point: str = ""
    minus: str = ""
    to: str = ""
    ratio: str = ""
    per: str = ""
    percent: str = ""
    permille: str = ""
    and_: str = ""
    at: str = ""
    dot: str = ""
    slash: str = ""
    hyphen: str = ""
    underscore: str = ""
    """In a mail address."""
    hundredths: str = ""
    """Between a sum and its cents: ``and`` in "four dollars and fifty cents"."""
    name_cents: bool = False
    of_money: tuple[str, str] = ("", "")
    """Between "million" and the currency, before a consonant and before a vowel: ``("de ", "d'")``."""
    signs: Mapping[str, str] = field(default_factory=dict)
    number_sign: str = ""
    section: str = ""
    money: Mapping[str, Money] = field(default_factory=dict)
    magnitudes: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Abbreviations beside a figure: ``{"bn": ("billion", "billion")}``, one and several."""
    big_words: str = ""
    """Whole words for millions and more, for a regular expression: "million|billion"."""
    units: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Names of units that differ from CLDR's, one and several."""
    not_units: frozenset[str] = frozenset()
    """Signs that are ordinary words of the language: Italian ``ha``, Spanish ``mi``."""
    feminine_units: str = ""
    """Regular expression that a unit's singular matches when it is feminine."""
    abbreviations: tuple[tuple[str, str], ...] = ()
    """(regular expression, replacement), in order, case kept."""
    fractions: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    half: tuple[str, str] = ("", "")
    """"a half" and what follows a whole number: "and a half"."""
    half_of_feminine: str = ""
    """What follows whole feminine things: Spanish "y media"; where it is set, a half stands behind what is counted."""
    roman_cardinal: str = ""
    """Words before a roman numeral that is read as a number: "Chapter|Part"."""
    roman_ordinal: str = ""
    """Words before a roman numeral that is read as an ordinal."""
    regnal: Callable[[int], str] = str
    """How a ruler's number is read."""
    regnal_names: str = ""
    regnal_feminine: Callable[[int], str] = str
    """How the number of a queen is read."""
    queens: str = ""
    """Regular expression of their names; those that are not in it are read as kings."""
    ordinal: Callable[[int, Gender], str] = _no_ordinal
    ordinal_mark: str = ""
    """Regular expression of what makes a figure an ordinal: "st|nd|rd|th"; its text tells the gender."""
    mark_gender: Callable[[str], Gender] = _unmarked
    agree: Callable[[str, Gender], str] = _as_is
    """A cardinal's words bent to the gender of what is counted."""
    noun_gender: Callable[[str, bool], Gender] = _no_gender
    """The likely gender of a counted noun by its ending, and whether several are counted."""
    year: Callable[[int], str] | None = None
    """How a year is read where that is not simply its number."""
    date: Callable[[int, str, int | None, str], str] | None = None
    """(day, month's name, year, the word before) as spoken."""
    day_month: str = ""
    """Regular expression of a written date with groups `day`, `month`, `year`; ``{months}`` stands for the names."""
    clock: Callable[[int, int, str], str] | None = None
    """(hour, minute, half of the day) as spoken."""
    clock_written: tuple[str, ...] = ()
    """Regular expressions of a written time with groups `hour`, `minute` and perhaps `half`."""
    acronym_words: str = ""
    """Words, parted by spaces, that also stand in capitals and are no initials."""
    special: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = ()
    """What only this language has, applied before the numbers."""

"""Amounts and times in a sentence, with their units in one scale: what two sides of a comparison are held against.

Scales: money in its currency, lengths in metres, weights in kilograms, spans in seconds, areas in square metres,
volumes in litres, temperatures in degrees as they stand, power in watts, speed in metres a second; times as years, as
days of a year or as minutes of a day. Counted things keep the words behind their number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from server.engine.notebooks.terms import ONES, TENS


class Dimension(Enum):
    """What an amount is of."""

    MONEY = auto()
    LENGTH = auto()
    WEIGHT = auto()
    SPAN = auto()
    AREA = auto()
    VOLUME = auto()
    TEMPERATURE = auto()
    POWER = auto()
    SPEED = auto()
    SOUND = auto()
    SHARE = auto()
    COUNT = auto()
    YEAR = auto()
    DAY = auto()
    CLOCK = auto()


TIMES = frozenset({Dimension.YEAR, Dimension.DAY, Dimension.CLOCK})


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of a text. `value` is in the scale of its dimension, `number` as the text has it."""

    dimension: Dimension
    value: float
    number: float
    shown: str
    unit: str
    """As it stands: a sign, a unit, the words behind a counted number."""
    start: int
    hyphened: bool = False
    """It is part of a word: the ten of a ten-visit card."""

    @property
    def scale(self) -> float:
        """What one of its unit is in the scale of its dimension."""
        return self.value / self.number if self.number else 1.0


def _units(dimension: Dimension, **factors: float) -> list[tuple[str, Dimension, float]]:
    return [(name.replace("_", " "), dimension, factor) for name, factor in factors.items()]


_DAY_S = 86_400.0
_UNITS: Mapping[str, tuple[Dimension, float]] = {
    name: (dimension, factor)
    for name, dimension, factor in (
        *_units(Dimension.LENGTH, mm=0.001, millimetre=0.001, cm=0.01, centimetre=0.01, m=1, metre=1, meter=1),
        *_units(Dimension.LENGTH, km=1_000, kilometre=1_000, kilometer=1_000, mile=1_609.3, foot=0.3048),
        *_units(Dimension.LENGTH, feet=0.3048, ft=0.3048, inch=0.0254, inche=0.0254, yard=0.9144),
        *_units(Dimension.LENGTH, centimeter=0.01, millimeter=0.001),
        *_units(Dimension.WEIGHT, g=0.001, gram=0.001, kg=1, kilo=1, kilogram=1, tonne=1_000, ton=1_000, lb=0.4536),
        *_units(Dimension.WEIGHT, ounce=0.02835, oz=0.02835),
        *_units(Dimension.SPAN, second=1, minute=60, min=60, hour=3_600, h=3_600, day=_DAY_S, week=7 * _DAY_S),
        *_units(Dimension.SPAN, month=30.44 * _DAY_S, year=365.25 * _DAY_S, decade=3_652.5 * _DAY_S, night=_DAY_S),
        *_units(Dimension.AREA, square_metre=1, square_meter=1, hectare=1e4, acre=4_046.9, square_kilometre=1e6),
        *_units(Dimension.AREA, square_kilometer=1e6, square_mile=2.59e6, square_foot=0.0929, square_feet=0.0929),
        *_units(Dimension.VOLUME, litre=1, liter=1, l=1, ml=0.001, millilitre=0.001, gallon=4.546, pint=0.568),
        *_units(Dimension.VOLUME, cubic_metre=1_000, cubic_meter=1_000),
        *_units(Dimension.POWER, w=1, watt=1, kw=1_000, kilowatt=1_000, horsepower=735.5, hp=735.5, megawatt=1e6),
        *_units(Dimension.SPEED, knot=0.5144, mph=0.447),
        *_units(Dimension.SPEED, miles_an_hour=0.447, miles_per_hour=0.447, kilometres_an_hour=0.2778),
        *_units(Dimension.SPEED, kilometres_per_hour=0.2778, kilometers_per_hour=0.2778, metres_per_second=1),
        *_units(Dimension.SOUND, db=1, decibel=1),
        *_units(Dimension.SHARE, percent=1, per_cent=1),
        *_units(Dimension.MONEY, pound=1, euro=1, dollar=1, crown=1, franc=1, mark=1, guilder=1, shilling=0.05, p=0.01),
        *_units(Dimension.MONEY, pence=0.01, penny=0.01, cent=0.01, eur=1, usd=1, gbp=1, kr=1, chf=1),
        ("km/h", Dimension.SPEED, 0.2778), ("m²", Dimension.AREA, 1.0), ("m³", Dimension.VOLUME, 1_000.0),
        ("km²", Dimension.AREA, 1e6), ("°c", Dimension.TEMPERATURE, 1.0), ("°f", Dimension.TEMPERATURE, 1.0),
        ("degree", Dimension.TEMPERATURE, 1.0), ("%", Dimension.SHARE, 1.0), ("db(a)", Dimension.SOUND, 1.0),
    )
}  # fmt: skip
UNIT_NAMES = frozenset(_UNITS)
"""Names and signs of units, in small letters and without their plural."""
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}
_WORD = "|".join(sorted((*ONES, *TENS), key=len, reverse=True))
_SCALE = "|".join(_SCALES)
_SPOKEN = (
    rf"(?:a(?=\s(?:{_SCALE}))|half a(?=\smillion)|{_WORD})(?:[ -](?:and )?(?:{_WORD}|{_SCALE})\b)*(?:\sand a half\b)?"
)
_FIGURES = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_AMOUNT = re.compile(
    rf"(?P<sign>[$€£]?)\s?(?<![\w.,:/–-])(?P<number>{_FIGURES}|\b{_SPOKEN}\b)(?P<many>\s(?:{_SCALE})s?\b)?"
    r"(?P<unit>\s?(?:%|°[CF]|km/h|m²|m³|km²)|(?P<gap>[ \u00a0-]?)(?:(?:square|cubic|per)\s)?[a-zA-Zß-ÿ]+)?"
    r"(?P<more>(?:\s(?:an|per)\s(?:hour|second))?)(?=(?P<rest>(?:\s[a-z][\w'’-]*){0,2}))",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"(?<![\w.,£$€])(?:1[0-9]\d\d|20\d\d)(?!\w|[.,]\d|\s?(?:kg|km|m|cm|g|w|crowns|pounds|people|members)\b)"
)
_MONTHS = {
    name: number
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
}
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(
    rf"\b(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{_MONTH})"
    rf"|(?P<before>{_MONTH})\s(?P<after>\d{{1,2}})(?:st|nd|rd|th)?)"
    r"\b(?:,?\s(?P<year>1[0-9]\d\d|20\d\d))?",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    # A point parts hours from minutes only where the half of the day is told: 5.20 may be a price.
    r"(?<![\w£$€.,:])(?:(?P<hour>[01]?\d|2[0-4])(?::|\.(?=\d\d\s*[ap]\.?m))(?P<minute>[0-5]\d)(?!\d)\s*"
    r"(?P<half>[ap]\.?m\b)?|(?P<only>1[0-2]|[1-9])\s?(?P<which>[ap]\.?m\b|o['’]clock))",
    re.IGNORECASE,
)


def amounts_in(text: str) -> list[Amount]:
    """The amounts of a text in their order; years, dates and times of the day are none of them."""
    taken = [match.span() for pattern in (_DATE, _CLOCK) for match in pattern.finditer(text)]
    out: list[Amount] = []
    for match in _AMOUNT.finditer(text):
        at = match.start("number")
        if any(start <= at < end for start, end in taken):
            continue
        if not match["sign"] and not match["many"] and _YEAR.match(text, at) and _no_unit(match):
            continue
        number = _number(match["number"])
        if match["many"]:
            number *= _SCALES[match["many"].strip().lower().removesuffix("s")]
        out.append(_amount(match, number))
    return out


def _no_unit(match: re.Match[str]) -> bool:
    return _unit_of(match) is None


def _unit_of(match: re.Match[str]) -> tuple[str, Dimension, float] | None:
    unit = (match["unit"] or "").strip(" \u00a0-")
    for name in (f"{unit}{match['more']}", unit):
        lowered = name.lower()
        for each in (lowered, lowered.removesuffix("s")):
            if each in _UNITS and not (each in {"m", "g", "l", "h", "w", "p"} and name[:1] != each and each != "w"):
                return (name, *_UNITS[each])
    return None


def _amount(match: re.Match[str], number: float) -> Amount:
    known = _unit_of(match)
    shown = f"{match['sign']}{match['number']}{match['many'] or ''}"
    if match["sign"]:
        return Amount(Dimension.MONEY, number, number, shown, match["sign"], match.start())
    if known is not None:
        unit, dimension, factor = known
        gap = "" if (match["unit"] or "")[:1] not in {" ", "\u00a0", "-"} else " "
        plain = unit if number == 1 or match["gap"] != "-" else f"{unit}s"
        return Amount(dimension, number * factor, number, f"{shown}{gap}{plain}", plain, match.start())
    thing = f"{(match['unit'] or '').strip(' -')}{match['more']}{match['rest']}".strip()
    return Amount(Dimension.COUNT, number, number, shown, thing, match.start(), hyphened=match["gap"] == "-")


def _number(text: str) -> float:
    if text[:1].isdigit():
        return float(text.replace(",", ""))
    if text.lower().endswith(" and a half"):
        return _number(text[: -len(" and a half")]) + 0.5
    total, part = 0.0, 0.0
    for word in re.split(r"[ -]+", text.lower()):
        if word in ONES or word in TENS:
            part += ONES.get(word, TENS.get(word, 0))
        elif word == "half":
            part = 0.5
        elif word in _SCALES:
            part = (part or 1) * _SCALES[word]
            if _SCALES[word] >= 1_000:
                total, part = total + part, 0.0
    return total + part


def years_in(text: str) -> list[Amount]:
    """The years of a text, each once."""
    found = {match[0]: match.start() for match in reversed(list(_YEAR.finditer(text)))}
    return [
        Amount(Dimension.YEAR, float(year), float(year), year, "", start)
        for year, start in sorted(found.items(), key=lambda each: each[1])
    ]


def days_in(text: str) -> list[Amount]:
    """Days of the year that are named without one."""
    out = []
    for match in _DATE.finditer(text):
        month = _MONTHS[(match["month"] or match["before"]).lower()]
        day = int(match["day"] or match["after"])
        if not match["year"]:
            out.append(Amount(Dimension.DAY, month * 31.0 + day, day, match[0], "", match.start()))
    return out


def dates_in(text: str) -> list[tuple[int, int, int]]:
    """Whole dates as year, month and day."""
    return [
        (int(match["year"]), _MONTHS[(match["month"] or match["before"]).lower()], int(match["day"] or match["after"]))
        for match in _DATE.finditer(text)
        if match["year"]
    ]


def clocks_in(text: str) -> list[Amount]:
    """Times of the day, in minutes from midnight."""
    out = []
    for match in _CLOCK.finditer(text):
        half = (match["half"] or match["which"] or "").lower()
        hour = int(match["hour"] or match["only"])
        if half.startswith("p") and hour < 12:
            hour += 12
        minutes = 60.0 * hour + int(match["minute"] or 0)
        out.append(Amount(Dimension.CLOCK, minutes, minutes, match[0].strip(), "", match.start()))
    return out


def difference(one: Amount, other: Amount) -> str:
    """How far two amounts of a dimension lie apart, in the unit of the first; empty where it can't be said."""
    if one.dimension in {Dimension.DAY, Dimension.TEMPERATURE} and one.unit != other.unit:
        return ""
    if one.dimension is Dimension.DAY:
        return ""
    if one.dimension is Dimension.YEAR:
        return _counted(abs(one.value - other.value), "year")
    if one.dimension is Dimension.CLOCK:
        hours, minutes = divmod(round(abs(one.value - other.value)), 60)
        parts = [_counted(hours, "hour")] if hours else []
        return " and ".join([*parts, *([_counted(minutes, "minute")] if minutes else [])])
    if one.dimension is Dimension.COUNT:
        return figure(abs(one.value - other.value))
    return in_unit(abs(one.value - other.value) / one.scale, one)


def in_unit(number: float, like: Amount) -> str:
    """A number said in the unit of an amount, in millions where it is told so."""
    many = re.search(rf"\b(?:{_SCALE})\b", like.shown)
    if many and like.shown[:1].isdigit() and number >= _SCALES[many[0]]:
        return f"{figure(number / _SCALES[many[0]])} {many[0]}{f' {like.unit}' if like.unit else ''}"
    if like.dimension is Dimension.MONEY and like.unit in {"£", "$", "€"}:
        return f"{like.unit}{figure(number, money=True)}"
    if like.dimension is Dimension.COUNT or not like.unit:
        return figure(number)
    tight = like.unit in {"p", "%"}
    unit = like.unit
    if number == 1 and len(unit) > 3 and unit.endswith("s"):
        unit = unit[:-1]
    elif number != 1 and like.number == 1 and len(unit) > 3 and not unit.endswith("s"):
        unit = f"{unit}s"
    return f"{figure(number, money=like.dimension is Dimension.MONEY)}{'' if tight else ' '}{unit}"


def figure(number: float, *, money: bool = False) -> str:
    """A number as it is written: thousands parted, no more decimals than it has."""
    rounded = round(number, 2)
    if rounded == int(rounded):
        return f"{int(rounded):,}"
    return f"{rounded:,.2f}" if money else f"{rounded:,.2f}".rstrip("0")


def _counted(number: float, unit: str) -> str:
    return f"{figure(number)} {unit}{'' if number == 1 else 's'}"

"""Dates as a reader of the language writes them."""

from __future__ import annotations

import datetime as dt

from babel.dates import format_date, format_skeleton

from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

_LOCALES = {"en": "en_GB"}
_BOUNDS = {"since", "until", "by", "start"}
_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def label(
    first: Moment,
    last: Moment | None = None,
    *,
    code: str,
    bound: str = "",
    is_approximate: bool = False,
    quarter: int = 0,
) -> str:
    """A date or range in words: ``3 February 1861``, ``Spring 1884``, ``March 1764 – May 1765``, ``1880s``, ``44 BC``.

    Args:
        bound: since, until, by or start (from then on).
    """
    w = date_words(code)
    if quarter and first.year is not None:
        return w.labels.get("quarter", "Q{q} {}").format(_year(first.year, w), q=_ordinal(quarter, code))
    if last is not None and last != first:
        short = first.month == last.month and first.year == last.year and first.day and last.day and first.hour < 0
        head = str(first.day) if short else _point(first, w)
        if first.year == last.year and not short and first.month and first.hour < 0:
            head = _without_year(first, w)
        plain = not first.month and not last.month and not first.part and not last.part
        joined = f"{head}–{_point(last, w)}" if short or plain else f"{head} – {_point(last, w)}"
        return w.labels.get("about", "~ {}").format(joined) if is_approximate else joined
    said = _point(first, w)
    if is_approximate and "about" in w.labels:
        return w.labels["about"].format(_inside(said, code))
    if bound in _BOUNDS and bound in w.labels:
        return w.labels[bound].format(_inside(said, code))
    return said


def _inside(said: str, code: str) -> str:
    """A label after a word of its own: a season or part starts small, but German nouns don't."""
    if (
        code == "de"
        or not said[:1].isalpha()
        or said.split(maxsplit=1)[0] in {"May", "March", "June", "July", "August"}
    ):
        return said
    first = said.split(maxsplit=1)[0]
    known = {"spring", "summer", "autumn", "winter", "early", "late", "end"}
    small = first.lower() in known or first.startswith("Mid-") or code != "en"
    return said[0].lower() + said[1:] if small else said


def _point(m: Moment, w: DateWords) -> str:
    year = m.year if m.year is not None else 0
    if m.width == 100:
        number = (year + 99) // 100 if year > 0 else -(year - 1) // 100
        number = max(1, number)
        spoken = _roman(number) if w.code in {"fr", "es", "it", "pt"} else _ordinal(number, w.code)
        said = w.labels.get("century", "{}").format(spoken)
        said = w.labels.get("bc", "{} BC").format(said) if year <= 0 else said
        return w.labels[m.part].format(said) if m.part in w.labels else said
    if m.width == 10:
        said = w.labels.get("decade", "{}s").format(year)
        part = w.labels.get(m.part, "{}") if m.part else "{}"
        return part.format(said)
    if not m.month or not 1 <= year <= 9999:
        said = _year(year, w)
    else:
        locale = _LOCALES.get(w.code, w.code)
        day = dt.date(year, m.month, m.day or 1)
        said = format_date(day, "long", locale=locale) if m.day else format_skeleton("yMMMM", day, locale=locale)
        if m.hour >= 0:
            said += f", {m.hour:02d}:{m.minute:02d}"
    return w.labels[m.part].format(said) if m.part in w.labels else said


def _without_year(m: Moment, w: DateWords) -> str:
    locale = _LOCALES.get(w.code, w.code)
    day = dt.date(2000, m.month, m.day or 1)
    return format_skeleton("MMMMd", day, locale=locale) if m.day else format_date(day, "LLLL", locale=locale)


def _year(year: int, w: DateWords) -> str:
    return str(year) if year > 0 else w.labels.get("bc", "{} BC").format(1 - year)


def _ordinal(number: int, code: str) -> str:
    if code != "en":
        return str(number)
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _roman(number: int) -> str:
    out = ""
    for value, letters in _ROMAN:
        while number >= value:
            out, number = out + letters, number - value
    return out

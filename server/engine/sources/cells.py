"""A cell's value as its spreadsheet shows it: the number format codes of ECMA-376 part 1, 18.8.30.

Written out are dates, times, percentages, currencies, thousands, decimals, scientific notation and the text around
them; fractions and colours of the code are passed over. Month names are English.
"""

from __future__ import annotations

import functools
import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

_MONTHS = (
    "January February March April May June July August September October November December".split()
)  # fmt: skip
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_TOKEN = re.compile(
    r"\"(?P<quoted>[^\"]*)\"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[(?P<elapsed>h+|m+|s+)\]|\[[^\]]*\]"
    r"|(?P<half>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?)|(?P<rest>.)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.[#0?]*)?(?P<power>E[+-]0+)?", re.IGNORECASE)
_MAX_CELL = 32_767
"""Characters that a spreadsheet's cell can hold."""


def shown(value: object, number_format: str = "General") -> str:  # noqa: PLR0911 - one line per type
    """What a person sees in a cell that holds this value under this number format."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value[:_MAX_CELL]
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime | date | time):
        return _moment(value, number_format)
    if isinstance(value, timedelta):
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    if isinstance(value, int | float):
        return _number(value, number_format)
    return str(value)[:_MAX_CELL]


def _number(value: float, number_format: str) -> str:
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124 - NaN
        return ""
    code, keeps_sign = _section(number_format, value)
    if not code or code.lower() == "general" or "@" in code or "?/" in code or "/?" in code:
        return _general(value)
    try:
        return _formatted(value, code, keeps_sign=keeps_sign)
    except (InvalidOperation, ValueError, OverflowError):
        return _general(value)


def _general(value: float) -> str:
    if isinstance(value, int) or (value.is_integer() and abs(value) < 1e15):
        return str(int(value))
    text = f"{value:.10g}"
    return text if "e" not in text else f"{value:.5E}"


def _section(number_format: str, value: float) -> tuple[str, bool]:
    """The part of the code for a value of this sign, and whether a minus is still to be written."""
    sections = _sections(number_format)
    if value < 0 and len(sections) > 1:
        return sections[1], False
    if value == 0 and len(sections) > 2:
        return sections[2], True
    return sections[0], True


@functools.lru_cache(maxsize=512)
def _sections(number_format: str) -> tuple[str, ...]:
    return tuple(re.findall(r"(?:\"[^\"]*\"|\\.|[^;\"\\])+|(?<=;)(?=;|$)", number_format)) or ("General",)


@functools.lru_cache(maxsize=512)
def _plan(code: str) -> tuple[str, str, str, bool]:
    """What stands before the digits, the digits' pattern, what stands after, and whether it is a percentage."""
    before, digits, after = "", "", ""
    plain = ""
    marks: list[str] = []
    for match in _TOKEN.finditer(code):
        if match["quoted"] is not None or match["escaped"] is not None:
            marks.append(match["quoted"] if match["quoted"] is not None else match["escaped"])
            plain += "\x01"
        elif match["currency"] is not None:
            marks.append(match["currency"])
            plain += "\x01"
        elif match["date"] or match["rest"] or match["half"]:
            plain += match[0]
    found = _DIGITS.search(plain)
    if found is None:
        before = plain
    else:
        before, digits, after = plain[: found.start()], found[0], plain[found.end() :]
    texts = iter(marks)
    before = re.sub("\x01", lambda _: next(texts), before)
    digits = digits.replace("\x01", "")
    after = re.sub("\x01", lambda _: next(texts), after)
    return before, digits, after, "%" in before + after


def _formatted(value: float, code: str, *, keeps_sign: bool) -> str:
    before, digits, after, is_percent = _plan(code)
    if not digits:
        return (before + after).strip() or _general(value)
    number = Decimal(repr(abs(value))) * (100 if is_percent else 1)
    whole, _, decimals = digits.partition(".")
    power = re.search(r"E[+-]0+", digits, re.IGNORECASE)
    sign = "-" if value < 0 and keeps_sign else ""
    if power is not None:
        places = len(decimals.partition("E")[0].partition("e")[0])
        return f"{sign}{before}{number:.{places}E}{after}".strip()
    scaled = len(whole) - len(whole.rstrip(","))  # each comma after the digits divides by a thousand
    number /= 1000**scaled
    rounded = number.quantize(Decimal(1).scaleb(-len(decimals)), rounding=ROUND_HALF_UP)
    text = f"{rounded:,f}" if "," in whole.rstrip(",") else f"{rounded:f}"
    integral, _, fraction = text.partition(".")
    least = len(decimals.rstrip("#?")) if decimals else 0
    while len(fraction) > least and fraction.endswith("0"):
        fraction = fraction[:-1]
    integral = integral.rjust(whole.rstrip(",").replace(",", "").count("0"), "0") if "," not in integral else integral
    if sign and not rounded:
        sign = ""
    return f"{sign}{before}{integral}{'.' + fraction if fraction else ''}{after}".strip()


def _moment(value: datetime | date | time, number_format: str) -> str:
    code = _sections(number_format)[0]
    tokens = [m for m in _TOKEN.finditer(code) if m["date"] or m["half"] or m["elapsed"]]
    if not tokens:
        return _iso(value)
    return _written(value, code) or _iso(value)


def _iso(value: datetime | date | time) -> str:
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    return value.isoformat() if isinstance(value, date) else value.isoformat("minutes")


def _written(value: datetime | date | time, code: str) -> str:
    matches = list(_TOKEN.finditer(code))
    half = any(match["half"] for match in matches)
    out: list[str] = []
    last = ""
    for place, match in enumerate(matches):
        word = (match["date"] or match["elapsed"] or "").lower()
        if match["quoted"] is not None or match["escaped"] is not None or match["rest"]:
            out.append(match["quoted"] or match["escaped"] or match["rest"] or "")
        elif match["half"]:
            out.append("AM" if getattr(value, "hour", 0) < 12 else "PM")
        elif word:
            # "m" after hours or before seconds is minutes (18.8.31).
            after = next((m["date"] for m in matches[place + 1 :] if m["date"]), "") or ""
            is_minute = word[0] == "m" and len(word) <= 2 and (last == "h" or after[:1].lower() == "s")
            out.append(_token(value, "i" * len(word) if is_minute else word, half=half))
            last = word[0]
    return re.sub(r"\s+", " ", "".join(out)).strip(" -/.,:")


def _token(value: datetime | date | time, word: str, *, half: bool) -> str:  # noqa: PLR0911 - one line per letter
    letter, wide = word[0], len(word)
    if isinstance(value, date):
        if letter == "y":
            return f"{value.year:04}" if wide > 2 else f"{value.year % 100:02}"
        if letter == "m":
            name = _MONTHS[value.month - 1]
            return (str(value.month), f"{value.month:02}", name[:3], name)[wide - 1] if wide <= 4 else name[0]
        if letter == "d":
            name = _DAYS[value.weekday()]
            return (str(value.day), f"{value.day:02}", name[:3], name)[min(wide, 4) - 1]
    if isinstance(value, datetime | time):
        if letter == "h":
            hour = (value.hour % 12 or 12) if half else value.hour
            return f"{hour:02}" if wide > 1 else str(hour)
        if letter == "i":
            return f"{value.minute:02}"
        if letter == "s":
            return f"{value.second:02}"
    return ""

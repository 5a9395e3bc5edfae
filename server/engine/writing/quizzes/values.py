"""Figures and dates near a right one: of the same form, unit and magnitude, and none that the sources have too."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection

_PLAIN = re.compile(r"\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+(?![\d])|\d+(?:[.,]\d+)?")
_SPELLED = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip
_WORDS = {v: k for k, v in _SPELLED.items()}
_SPELLED_AT = re.compile(
    r"\b(?:(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(two|three|four|five|six|seven|eight|nine|one)|"
    rf"(?<!hundred )(?<!hundred and )(?<!thousand and )({'|'.join(_SPELLED)}))\b"
    r"(?![ -](?:hundred|thousand|million|billion)|-\w+(?:th|rd|nd|first|half)s?\b)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<![\d.,])(1[0-9]\d\d|20\d\d)(?![\d]|[.,]\d)")
_SHARE = re.compile(r"%|\b(?:per ?cent|prozent|pour ?cent|por ciento|por cento|per cento)\b", re.IGNORECASE)
_CLOCK = re.compile(
    r"\b(?:at|until|till|before|after|um|bis|alle|às)(?: about| around| ca\.)? (\d{1,2})"
    r"(?=[.:h][0-5]\d(?![\d.,]*\d| ?[a-z°%€£$](?![a-z]*\.?m\b)))|"
    r"(?<![\d.,:])(\d{1,2})(?=(?:[.:][0-5]\d)? ?(?:[ap]\.?m\b|o'clock|Uhr\b))",
    re.IGNORECASE,
)
"""The hour of a time of day."""
_DAY = re.compile(
    r"^(?:[A-Z][a-z]+day,? )?(\d{1,2}) (?=[A-Z][a-z]+$)|"
    r"^(?:January|February|March|April|May|June|July|August|September|October|November|December) (\d{1,2})$"
)
_NEAR = 14
"""Characters after a figure in which its unit stands."""
_THIS_YEAR = 2026
_WEEK = 7
_TRIES = 60


def other_values(
    answer: str, *, taken: Collection[str], chance: random.Random, count: int = 3, unit: str = "", language: str = "en"
) -> list[str]:
    """`count` answers of the same form with another figure; fewer where there are none.

    Args:
        answer: words with one figure (``about 2,300 people``, ``nine years``, ``8 May 1971``).
        taken: figures as plain digits that must not come up, since the sources have them near by.
        unit: what follows a bare figure in its sentence.
        language: figures that are written out are only altered in English.
    """
    change = _changer(answer, chance, unit=unit, language=language)
    if change is None:
        return []
    out: list[str] = []
    for step in range(_TRIES):
        made = change(step)
        if made is None or made[0] in out or made[0] == answer or made[1] in taken:
            continue
        out.append(made[0])
        if len(out) == count:
            break
    return out


_Changer = Callable[[int], tuple[str, str] | None]


def _changer(answer: str, chance: random.Random, *, unit: str, language: str) -> _Changer | None:
    clock = _CLOCK.search(f"{answer}{unit[:_NEAR]}")
    if clock is not None and clock.end() <= len(answer):
        return _hours(answer, clock, chance, unit=unit)
    year = _YEAR.search(answer)
    found = _PLAIN.findall(answer)
    if year is not None and len(found) <= 2:
        return _years(answer, year, chance)
    day = _DAY.search(answer)
    if day is not None:
        return _days(answer, day, chance)
    spelled = _SPELLED_AT.search(answer) if language == "en" else None
    if len(found) == 1:
        share = _SHARE.search(f"{answer}{unit[:_NEAR]}") is not None
        return _digits(answer, found[0], chance, share=share)
    if not found and spelled is not None and len(_SPELLED_AT.findall(answer)) == 1:
        return _words(answer, spelled, chance)
    return None


def _hours(answer: str, clock: re.Match[str], chance: random.Random, *, unit: str) -> _Changer:
    """Other hours with the same minutes, on the same half of the day."""
    at = clock.span(1) if clock[1] else clock.span(2)
    value = int(answer[slice(*at)])
    halves = re.match(r"(?:[.:]\d\d)? ?(?:[ap]\.?m|o'clock)", f"{answer[at[1] :]}{unit}", re.IGNORECASE) is not None
    near = [n for n in range(1 if halves else 6, 13 if halves else 24) if n != value and abs(n - value) <= 4]
    chance.shuffle(near)

    def change(step: int) -> tuple[str, str] | None:
        if step >= len(near):
            return None
        return f"{answer[: at[0]]}{near[step]}{answer[at[1] :]}", str(near[step])

    return change


def _years(answer: str, year: re.Match[str], chance: random.Random) -> _Changer:
    value = int(year[1])
    spread = (
        [-9, -7, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 7, 8, 10] if value > 1700 else [-40, -30, -20, -12, 12, 20, 30, 40]
    )
    if re.search(r"\d0s\b", answer):
        spread = [-30, -20, -10, 10, 20, 30]
    chance.shuffle(spread)

    def change(step: int) -> tuple[str, str] | None:
        if step >= len(spread):
            return None
        other = value + spread[step]
        if other > _THIS_YEAR and value <= _THIS_YEAR:
            return None
        return f"{answer[: year.start()]}{other}{answer[year.end() :]}", str(other)

    return change


def _days(answer: str, day: re.Match[str], chance: random.Random) -> _Changer:
    value = int(day[1] or day[2])
    near = [n for n in range(max(1, value - 9), min(28, value + 9) + 1) if n != value]
    if "day" in answer[: day.end()]:  # the same weekday of other weeks
        near = [n for n in range(1, 29) if n != value and (n - value) % _WEEK == 0]
    chance.shuffle(near)
    at = day.span(1) if day[1] else day.span(2)

    def change(step: int) -> tuple[str, str] | None:
        if step >= len(near):
            return None
        return f"{answer[: at[0]]}{near[step]}{answer[at[1] :]}", str(near[step])

    return change


def _digits(answer: str, figure: str, chance: random.Random, *, share: bool) -> _Changer | None:
    grouped = re.fullmatch(r"\d{1,3}(?:([,.\u00a0\u202f ])\d{3})+", figure)
    mark = "." if "." in figure else ","
    places = 0 if grouped or mark not in figure else len(figure.split(mark)[1])
    plain = re.sub(r"\D", "", figure) if grouped else figure.replace(",", ".")
    value = float(plain)
    if value <= 0:
        return None
    unit = _roundness(value, places)
    factors = [0.55, 0.7, 0.8, 0.85, 1.15, 1.25, 1.35, 1.5, 1.75, 0.62, 1.9, 0.9, 1.1]
    steps = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7]
    chance.shuffle(factors)
    chance.shuffle(steps)

    def change(step: int) -> tuple[str, str] | None:
        if step < len(factors):
            made = round(value * factors[step] / unit) * unit
        elif step - len(factors) < len(steps):
            made = value + steps[step - len(factors)] * unit
        else:
            return None
        if made <= 0 or (share and made >= 100 > value) or abs(made - value) < unit / 2:
            return None
        text = f"{made:.{places}f}".replace(".", mark) if places else f"{round(made)}"
        if grouped and len(text) > 3:
            text = f"{round(made):,}".replace(",", grouped[1])
        digits = f"{made:.{places}f}" if places else f"{round(made)}"
        if (
            len(digits.split(".", maxsplit=1)[0]) != len(plain.split(".", maxsplit=1)[0])
            and step < len(factors)
            and value >= 100
        ):
            return None
        return answer.replace(figure, text, 1), digits

    return change


def _roundness(value: float, places: int) -> float:
    """The step in which a figure of this kind is given: 2,300 goes by hundreds, 2,317 by ones."""
    if places:
        return float(10**-places)
    unit = 1
    while value % (unit * 10) == 0 and unit * 10 < value:
        unit *= 10
    return float(unit)


def _words(answer: str, spelled: re.Match[str], chance: random.Random) -> _Changer:
    low = spelled[0].lower()
    value = sum(_SPELLED.get(part, 1) for part in low.split("-"))
    near = [n for n in range(max(2, value - 6), min(value + 8, 100)) if n != value]
    if value >= 20 and value % 10 == 0:
        near = [n for n in range(20, 100, 10) if n != value]
    chance.shuffle(near)

    def change(step: int) -> tuple[str, str] | None:
        if step >= len(near):
            return None
        number = near[step]
        word = _WORDS.get(number) or f"{_WORDS[number // 10 * 10]}-{_WORDS.get(number % 10, 'one')}"
        if spelled[0][:1].isupper():
            word = word.capitalize()
        return f"{answer[: spelled.start()]}{word}{answer[spelled.end() :]}", str(number)

    return change

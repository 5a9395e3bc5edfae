"""Days that count from the day of a text or from the day told before: "yesterday", "the 17th of next month"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from functools import cache

from server.engine.writing.dates.moments import Mention, Moment, Pointer, Turn
from server.engine.writing.dates.tenses import Tense
from server.engine.writing.dates.vocabulary import DateWords, alternatives

_WEEK = 7
_NEAREST = frozenset({"fr", "es", "it", "pt"})
"""Languages in which next Saturday is the first one to come, though it be in the same week."""
_CLOCK = r"(?:[01]?\d|2[0-3])(?:[.:h][0-5]\d| ?[ap]\.?m\b| Uhr| heures)|noon\b|midday\b|midnight\b"
"""The hour after a weekday: "Saturday, 9.30 a.m.", "from Friday noon"."""


_NUMBERS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
_DAY_WORDS = {word: n for n, word in enumerate(_NUMBERS, 1)}
_SPELLED_ENDS = (
    r"(?=[,.;]|$| and (?:will|would|was|were|is|are|has|had|we|I|he|she|they|it)\b| (?:we|I|he|she|they|it) )"
)
_SPELLED = rf"(?P<dw>{'|'.join(sorted(_NUMBERS[3:], key=len, reverse=True))}){_SPELLED_ENDS}"
_ANY_DAY = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_OF_TIME = r"(?:(?:early |late )?(?:night|morning|evening|afternoon|eve|day))"
_THAT_TIME = r"\b(?:that|the same) (?:very )?(?:night|morning|evening|afternoon|day)"
_DAY_ENDS = (
    r"(?= and (?:the|that|nobody|nothing|we|I|he|she|it|they|was|were|is|did|had|has|have|will|in|on|by|at|[a-z]+ed)\b|[,.;:]|"  # noqa: E501
    r" (?:an?|the|we|I|he|she|it|they|my|his|her|our|their|there|at|with|from|when|while)\b|$)"
)
"""What may follow a day of the month that isn't a floor or an attempt: "on the 6th we", not "on the 6th floor"."""
_THAT_ENDS = r"(?=[,.;:)]|$| (?:and|but)\b)"
"""What may follow "the Tuesday after", so that it isn't after something that is named."""
_WEEKDAY_ENDS = (
    r"(?: (?:morning|afternoon|evening|night))?"
    r"(?=[,.;:)]|$| (?:and|but|to|at|with|in|from|there|the|an?|my|his|her|our|their|I|we|he|she|it|they|nobody|no|all|"
    r"was|were|had|came|went)\b)"
)
"""What may follow a weekday that stands for itself: not "on the Saturday train"."""


@cache
def _patterns(w: DateWords) -> tuple[tuple[re.Pattern[str], Turn], ...]:
    days = rf"(?P<wd>{alternatives(w.days)})\b(?!s\b|-|['’]s (?:paper|edition))"
    month = rf"(?P<m>{alternatives({n: m for n, m in w.months.items() if n in w.full_months})})\b"
    of_year = rf"(?:,? (?:(?:{w.of}) )?(?P<y>1\d{{3}}|20\d\d)\b(?!,\d))?"
    nth = rf"(?P<n>{alternatives(w.ordinals)}{'|final' if w.code == 'en' else ''})"
    said = (
        (
            rf"\b(?:{w.nth_of}) {nth} {days} (?:{w.nth_in}) (?:(?P<year>{w.this_year})|{month}{of_year})",
            Turn.NTH,
        ),
        *(_from_told(days, alternatives(w.days)) if w.code == "en" else ()),
        (w.weekday_week.replace("{wd}", days), Turn.AFTER_NEXT),
        (
            r"(?<!than )(?<!for )\b(?P<weeks>(?:a|one|two) (?:weeks?|fortnight)) "
            rf"(?:today|(?P<later>tomorrow)|on {days})\b(?! (?:since|that)\b)",
            Turn.WEEKS,
        )
        if w.code == "en"
        else (r"(?!)", Turn.WEEKS),
        (rf"\b(?:on )?(?:the )?{days} of (?:(?P<last>last)|this) week\b", Turn.OF_WEEK)
        if w.code == "en"
        else (r"(?!)", Turn.OF_WEEK),
        (rf"\b(?:{w.last_day}) {days}", Turn.LAST),
        (rf"\b{days} (?:{w.last_day_after})\b", Turn.LAST),
        (rf"\b(?:{w.next_day}) {days}", Turn.NEXT),
        (rf"\b{days} (?:{w.next_day_after})\b", Turn.NEXT),
        (
            rf"\b(?:on |it was )(?:the )?{days},? the (?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)|{_SPELLED}){_DAY_ENDS}",
            Turn.DAY,
        )
        if w.code == "en"
        else (r"(?!)", Turn.DAY),
        (rf"\b(?:{w.on_day}) {days}(?!,? (?:the )?\d)", Turn.NEAR),
        (rf"{w.bare_weekday}(?<![\w'’-]){days}(?!,? (?:the )?\d)", Turn.NEAR),
        (rf"{days}(?=,? (?:at |um |à |a las |alle |às )?(?:{_CLOCK}))", Turn.TIMED),
        (
            rf"\b(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)|(?P<dw>{_ANY_DAY})) of "
            r"(?:(?P<next>next)|(?P<last>last)|this) month\b",
            Turn.OF_MONTH,
        )
        if w.code == "en"
        else (r"(?!)", Turn.OF_MONTH),
        (
            rf"\b(?:(?:on|by|from|until|till) the|(?:(?:on|during|in|since) )?the {_OF_TIME} of the|(?:in|during) the "
            rf"[a-z]+ of the|{_THAT_TIME}, the) "
            rf"(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)|{_SPELLED}){_DAY_ENDS}",
            Turn.DAY,
        )
        if w.code == "en"
        else (r"(?!)", Turn.DAY),
        (
            r"\b[Aa]t (?:(?:[01]?\d|2[0-3])[.:][0-5]\d(?!\d|[.:]\d| ?(?:%|metres|km|per cent))(?: ?[ap]\.?m\b)?|"
            r"(?:1[0-2]|[1-9]) ?[ap]\.?m\b)\.?",
            Turn.CLOCK,
        )
        if w.code == "en"
        else (r"(?!)", Turn.CLOCK),
        (rf"\b(?:the )?(?P<two>{w.two_days_ago})", Turn.YESTERDAY),
        (rf"\b(?:the )?(?P<two>{w.in_two_days})", Turn.TOMORROW),
        (rf"\b(?:{w.yesterday})(?!['’]s|\w)", Turn.YESTERDAY),
        (rf"(?<!ago )(?<!until )(?<!till )(?<!before )(?<!to )\b(?:{w.today})(?!['’]s|\w)", Turn.TODAY),
        (rf"\b(?:{w.tomorrow})(?!['’]s|\w)", Turn.TOMORROW),
    )
    return tuple((re.compile(p, re.IGNORECASE), turn) for p, turn in said)


def _from_told(days: str, names: str) -> tuple[tuple[str, Turn], ...]:
    """Weekdays and days of the month that count from the day told before, and "Saturday next" of old letters."""
    at = r"\b(?:(?:on|by|until|till) )?"
    number = rf"(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)|(?P<dw>{_ANY_DAY}))"
    return (
        (rf"{at}(?:the )?following {days}", Turn.FOLLOWING),
        (rf"{at}the {days} (?:following{_WEEKDAY_ENDS}|after(?: that)?{_THAT_ENDS})", Turn.FOLLOWING),
        (rf"{at}the (?:previous|preceding) {days}", Turn.PRECEDING),
        (rf"{at}the {days} before(?: that)?{_THAT_ENDS}", Turn.PRECEDING),
        (rf"{at}{days} next{_WEEKDAY_ENDS}", Turn.COMING),
        (rf"{at}{days} last{_WEEKDAY_ENDS}", Turn.GONE),
        (rf"\b(?:on|over|by) the {days}(?: and (?:the )?(?P<to>{names}))?{_WEEKDAY_ENDS}", Turn.THAT),
        (rf"\b{number} of (?:that|the (?:same|(?P<next>next|following)|(?P<last>previous))) month\b", Turn.OF_TOLD),
        (r"\b(?P<d>\d{1,2})(?:st|nd|rd|th)? (?:inst|(?P<last>ult)|(?P<next>prox))\b\.?", Turn.OF_MONTH),
    )


def pointing(text: str, w: DateWords) -> tuple[Mention, ...]:
    """Such days of a sentence in its order, without years of their own.

    Days that come again ("on Mondays", "every Friday", "from Monday to Friday") are none.
    """
    out: list[Mention] = []
    again = [m.span() for m in re.finditer(w.again, text, re.IGNORECASE)]
    for pattern, turn in _patterns(w):
        for m in pattern.finditer(text):
            if any(a < m.end() and m.start() < z for a, z in again):
                continue
            if any(m.start() < o.end and o.start < m.end() for o in out) or _is_quoted(text, m.start(), turn):
                continue
            groups = m.groupdict()
            name = groups.get("wd") or ""
            if name and w.code in {"en", "de"} and not name[0].isupper():
                continue
            pointer = Pointer(
                turn,
                weekday=w.days.get(name.lower(), -1),
                count=_count(groups, w) or int(w.code in _NEAREST and turn in {Turn.NEXT, Turn.LAST}),
                month=w.months.get((groups.get("m") or "").lower(), 0),
                year=int(groups.get("y") or 0),
                to=w.days.get((groups.get("to") or "").lower(), -1),
            )
            out.append(Mention(m.start(), m.end(), Moment(None), core=m.start(), pointer=pointer))
    return tuple(sorted(out, key=lambda m: m.start))


def _count(groups: dict[str, str | None], w: DateWords) -> int:
    if weeks := (groups.get("weeks") or "").lower():
        return _WEEK * (1 + (weeks.endswith("fortnight") or weeks.startswith("two"))) + bool(groups.get("later"))
    if "two" in groups or ("last" in groups and "next" not in groups):
        return int(bool(groups.get("two") or groups.get("last")))
    spelled = groups.get("dw")
    number = _DAY_WORDS[spelled.lower()] if spelled else int(groups.get("d") or 0)
    if number:
        ahead = 1 if groups.get("next") else -1 if groups.get("last") else 0
        return number + 100 * (ahead + 1) if "next" in groups else number
    word = (groups.get("n") or "").lower()
    return -1 if word in {"last", "final", "letzten", "dernier"} else w.ordinals.get(word, 0)


def _is_quoted(text: str, at: int, turn: Turn) -> bool:
    """Whether somebody says it: his yesterday isn't the text's."""
    if turn not in {Turn.YESTERDAY, Turn.TODAY, Turn.TOMORROW}:
        return False
    before = text[:at]
    return before.count("“") > before.count("”") or before.count('"') % 2 == 1 or before.count("«") > before.count("»")


def pointed(p: Pointer, now: Moment, tense: Tense) -> Moment | None:  # noqa: PLR0911, PLR0912
    """The day meant, seen from a day; nothing where it may be either of two.

    Args:
        now: with year, month and day, but for an n-th weekday of the year, which needs the year only.
        tense: whether its clause tells what was or what will be.
    """
    if p.turn is Turn.NTH:
        return _nth(p, now)
    if now.year is None or not now.day or not now.is_real:
        return None
    day = dt.date(now.year, now.month, now.day)
    if p.turn in {Turn.YESTERDAY, Turn.TODAY, Turn.TOMORROW}:
        if p.turn is Turn.TODAY and tense is not Tense.PAST:
            return None
        shift = {Turn.YESTERDAY: -1, Turn.TODAY: 0, Turn.TOMORROW: 1}[p.turn]
        return _moment(day + dt.timedelta(days=shift * (1 + p.count)))
    if p.turn is Turn.OF_WEEK:
        return _moment(day + dt.timedelta(days=p.weekday - day.weekday() - _WEEK * p.count))
    if p.turn is Turn.DAY:
        return _of_near_month(p.count, now, tense)
    if p.turn is Turn.OF_MONTH:
        months = now.year * 12 + now.month - 1 + p.count // 100 - 1
        found = Moment(months // 12, months % 12 + 1, p.count % 100)
        return found if found.is_real else None
    if p.turn is Turn.WEEKS:
        near = (p.weekday - day.weekday()) % _WEEK if p.weekday >= 0 else 0
        is_open = p.weekday == day.weekday() or tense is Tense.PAST or tense is Tense.UNKNOWN
        return None if is_open else _moment(day + dt.timedelta(days=near + p.count))
    behind = (day.weekday() - p.weekday) % _WEEK
    ahead = (p.weekday - day.weekday()) % _WEEK
    if p.turn in {Turn.COMING, Turn.GONE}:
        return _moment(day + dt.timedelta(days=(ahead or _WEEK) if p.turn is Turn.COMING else -(behind or _WEEK)))
    if p.turn is Turn.AFTER_NEXT:
        return _moment(day + dt.timedelta(days=(ahead or _WEEK) + _WEEK))
    if not ahead:
        whole = {Turn.LAST: -_WEEK, Turn.NEXT: _WEEK}.get(p.turn)
        return _moment(day + dt.timedelta(days=whole)) if whole else None
    if p.turn is Turn.LAST:
        # "Last Friday" said on a Sunday may be two days ago or nine.
        return _moment(day - dt.timedelta(days=behind)) if behind > day.weekday() or p.count else None
    if p.turn is Turn.NEXT:
        return _moment(day + dt.timedelta(days=ahead)) if day.weekday() + ahead >= _WEEK or p.count else None
    if tense is Tense.PAST:
        return _moment(day - dt.timedelta(days=behind))
    return _moment(day + dt.timedelta(days=ahead)) if tense in {Tense.FUTURE, Tense.PRESENT} else None


def _of_near_month(number: int, now: Moment, tense: Tense) -> Moment | None:
    """The last tenth of a month for what was, the next one for what will be."""
    if now.year is None or tense is Tense.UNKNOWN or number == now.day:
        return None
    ahead = tense is not Tense.PAST
    shift = (number < now.day) - (not ahead)
    if ahead == (number > now.day):
        shift = 0
    months = now.year * 12 + now.month - 1 + shift
    found = Moment(months // 12, months % 12 + 1, number)
    return found if found.is_real else None


def following(p: Pointer, told: Moment) -> Moment | None:
    """The first such weekday after a day that was told; for a bare weekday only."""
    if p.turn is not Turn.NEAR or told.year is None or not told.day or not told.is_real:
        return None
    day = dt.date(told.year, told.month, told.day)
    ahead = (p.weekday - day.weekday()) % _WEEK
    return _moment(day + dt.timedelta(days=ahead)) if ahead else None


def _nth(p: Pointer, now: Moment) -> Moment | None:
    """The first Monday of this year, the last Friday in June."""
    if now.year is None or not p.count or not 1 <= now.year <= 9998:
        return None
    begins = dt.date(now.year, p.month or 1, 1)
    if p.count < 0:
        end = dt.date(now.year + (p.month in {0, 12}), (p.month or 12) % 12 + 1, 1) - dt.timedelta(days=1)
        return _moment(end - dt.timedelta(days=(end.weekday() - p.weekday) % _WEEK))
    found = begins + dt.timedelta(days=(p.weekday - begins.weekday()) % _WEEK + _WEEK * (p.count - 1))
    return _moment(found) if found.year == now.year and (not p.month or found.month == p.month) else None


def _moment(day: dt.date) -> Moment:
    return Moment(day.year, day.month, day.day)


def besides(found: Sequence[Mention], more: Sequence[Mention]) -> Iterator[Mention]:
    """Both in the sentence's order; of two that overlap the exact one, or the one that holds a counted one within."""
    free = [m for m in more if not any(_meet(m, o) and not _holds(m, o) for o in found)]
    left = [o for o in found if not any(_meet(m, o) for m in free)]
    yield from sorted((*left, *free), key=lambda m: m.start)


def _meet(a: Mention, b: Mention) -> bool:
    return a.start < b.end and b.start < a.end


def _holds(whole: Mention, part: Mention) -> bool:
    """Whether "the first Monday of this year" holds "this year"."""
    is_inside = whole.pointer is not None and whole.pointer.year > 0
    return (part.first.year is None or is_inside) and whole.start <= part.start and part.end <= whole.end

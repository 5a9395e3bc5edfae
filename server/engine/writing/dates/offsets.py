"""Dates that count from another one, as it is said: "three years later", "that autumn", "when she was nine"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from server.engine.writing.dates.elapsed import elapsed
from server.engine.writing.dates.grammar import Grammar, capital, meaning
from server.engine.writing.dates.hundreds import spelled_count
from server.engine.writing.dates.moments import Bound, Mention, Moment, Offset, Reference
from server.engine.writing.dates.tenses import Tense, tense, tense_at
from server.engine.writing.dates.vocabulary import DateWords

_PERIOD = re.compile(r"\b(?:the|than|den|der|die|beiden|les|los|las|os|as|gli|nei|dei|des|nos|dos) $", re.IGNORECASE)
"""Before "fifteen years earlier" it makes a stretch of time of it."""
_SAME_DAY = re.compile(r"\b(?:on|to) the (?:same|very) (?:date|day) $")
"""Before "three years later"."""
_YEARS_AGO = re.compile(r"\byears ago $")
_END_OF = re.compile(
    r"\b(?:by|at|before|towards) the (?:end|close) of (?:the|this) (?P<u>year|month)\b"
    r"(?! of| in)(?! \d{3,4}\b(?![,.]\d))",
    re.IGNORECASE,
)
DEATH = "death"
"""Anchor of "she outlived him by nine years"."""
_OUTLIVED = re.compile(r"outlived|survived|überlebte|survécut|sobrevivió|sopravvisse|sobreviveu", re.IGNORECASE)
_PLURALS = frozenset(
    "days weeks months years decades centuries springs summers autumns winters tage tagen wochen monate monaten jahre "
    "jahren jours semaines ans années días semanas meses años giorni settimane mesi anni dias anos décadas".split()
)


def offsets(text: str, g: Grammar) -> Iterator[Mention]:  # noqa: PLR0912, PLR0915
    w, nothing = g.words, Moment(None)

    def made(m: re.Match[str], offset: Offset) -> Mention:
        return Mention(m.start(), m.end(), nothing, offset=offset, core=m.start())

    yield from _from_events(text, g)
    yield from elapsed(text, g) if w.code == "en" else ()
    for m in g.shift.finditer(text):
        count, begin = _whole_count(text, m, g)
        if _PERIOD.search(text[:begin]):
            continue
        if re.match(r" (?:than\b|as\b|last [A-Z])", text[m.end() :]):
            continue  # "three months earlier than planned"
        goes_on = m["later"] == "on" and text[m.end() : m.end() + 1].isspace()
        if goes_on and not re.search(r"(?:^|[.;:,–—] |\b(?:and|but) )(?:some |about |nearly )?$", text[:begin]):
            continue  # "twenty years on the farm"
        if goes_on and tense(re.split(r"[,;.:]", text[m.end() :])[0], w) is Tense.UNKNOWN:
            continue  # "Three years on the motor, one year on the rest"
        times, unit = _stride(m["u"] or m["u2"], w)
        count *= times
        rough = re.search(rf"(?:{w.roughly}) $", text[:begin], re.IGNORECASE)
        if re.search(rf"(?:{w.unbounded}) $", text[:begin], re.IGNORECASE):
            continue
        if count and m["back"]:
            yield made(m, Offset(Reference.NOW, -count, unit))
        elif count:
            reference = Reference.NOW if m["ago"] else Reference.TOLD
            same = _SAME_DAY.search(text[:begin])
            begin = same.start() if same is not None else begin
            offset = Offset(reference, count if m["later"] else -count, unit, is_exact=same is not None)
            yield replace(made(m, offset), start=begin, core=begin, is_approximate=bool(rough))
    for m in _END_OF.finditer(text) if w.code == "en" else ():
        ahead = m["u"].lower() == "month" and tense_at(text, m.start(), m.end(), w) is not Tense.PAST
        yield made(m, Offset(Reference.TOLD, 0, m["u"].lower(), anchor="end", is_exact=ahead))
    for pattern in g.lasted:
        for m in pattern.finditer(text):
            times, unit = _stride(m["u"], w)
            count = _count(m["n"], g) * times
            if count and unit in {"year", "decade"}:
                anchor = DEATH if _OUTLIVED.match(m[0]) else ""
                yield replace(made(m, Offset(Reference.TOLD, count, unit, anchor=anchor)), is_approximate=True)
    for pattern, count, reference in g.turned:
        for m in pattern.finditer(text):
            groups = m.groupdict()
            month = w.months.get((groups.get("m") or "").lower(), 0)
            if month and not capital(m, g):
                continue
            if (groups.get("u") or "").lower() in _PLURALS:
                continue
            if reference is Reference.NOW and _YEARS_AGO.search(text[: m.start()]):
                continue  # "thirty years ago last June"
            if reference is Reference.NOW and re.match(rf" (?:{w.since})\b", text[m.end() :], re.IGNORECASE):
                continue  # "they have said next year since 2019"
            season = meaning(groups.get("s") or "", w.seasons) if groups.get("s") else ""
            times, unit = _stride(groups["u"] or "", w) if groups.get("u") else (1, "")
            if times > 1 or (unit == "day" and reference is Reference.NOW):
                continue
            if reference is Reference.NOW and unit in {"decade", "century"}:
                continue  # "the last century" is a whole one
            day = int(groups.get("d") or 0)
            if (day or ((month or season) and unit)) and unit != "year":
                continue
            yield made(m, Offset(reference, count, unit, season, month, day=day))
    for pattern in g.ages:
        for m in pattern.finditer(text):
            years = _count(m["n"], g)
            if years:
                is_day = "birthday" in m[0]
                bound = Bound.SINCE if m[0].lower().startswith("since ") else Bound.NONE
                yield replace(made(m, Offset(Reference.BIRTH, years, "year", is_exact=is_day)), bound=bound)


def _from_events(text: str, g: Grammar) -> Iterator[Mention]:
    """Those that count from an event by its name: "two days after the fire"; not stretches ("for two years after")."""
    w = g.words
    opening = rf"\b(?:{w.unbounded}|(?:the |these |those |its |his |her )?(?:first|last|next)|the|these|those) $"
    for m in g.since_words.finditer(text):
        count = _count(m["n"], g)
        if count and not re.search(opening, text[: m.start()], re.IGNORECASE):
            times, unit = _stride(m["u"], w)
            count *= times if m["after"] else -times
            offset = Offset(Reference.WORDS, count, unit, anchor=m["what"], is_exact="to the day" in m[0])
            yield Mention(m.start(), m.end(), Moment(None), offset=offset, core=m.start())


def _stride(word: str, w: DateWords) -> tuple[int, str]:
    """How many of which unit a unit's name is: a fortnight is two weeks."""
    unit = meaning(word, w.units)
    return (2, "week") if unit == "fortnight" else (1, unit)


def _whole_count(text: str, m: re.Match[str], g: Grammar) -> tuple[int, int]:
    """How many units are counted, and where that begins."""
    if g.words.code != "en":
        return _count(m["n"] or m["n2"], g), m.start()
    word = m["n"] or m["n2"]
    if word.lower() == "hundred":
        return 0, m.start()  # nobody counts them
    count, begin = spelled_count(text, m.start(), word, g.counts)
    return (count, begin) if begin < m.start() else (_count(word, g), m.start())


def _count(word: str, g: Grammar) -> int:
    low = word.lower()
    if re.fullmatch(g.words.one, low):
        return 1
    return g.counts.get(low, 0)


def is_whole_week(said: str) -> bool:
    """Whether words name the seven days of a week, and not the day that many days off: "in the following week"."""
    return re.search(r"\b(?:next|following|previous|preceding) week\b|\bweek (?:after|before)\b", said) is not None


def is_one_spelled(said: str) -> bool:
    """Whether words are "a week ago", which names a day, and not "last week", which names seven."""
    return re.match(r"(?:a|an|one|1|eine[rn]?|vor|il y a|une)\b", said, re.IGNORECASE) is not None

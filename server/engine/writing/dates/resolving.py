"""Dates of a whole source: what a sentence leaves out comes from the dates before it, or from the day of the text.

Where the text doesn't settle a date, there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from server.domain.sources import Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import (
    SEASON_LENGTH,
    SEASON_MONTHS,
    Bound,
    Mention,
    Moment,
    Offset,
    Reference,
    Turn,
    moved,
    next_season,
    weekday,
)
from server.engine.writing.dates.pointing import besides, following, pointed, pointing
from server.engine.writing.dates.standing import stands
from server.engine.writing.dates.tenses import Tense, is_habit, is_rule, tense_at
from server.engine.writing.dates.text_days import DayHead, dateline_end, day_heads, day_of, imprints, month_of
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

_NEAR = 3
"""Sentences back to which "three years later" may reach."""
_NEWS = 0.34
"""Part of sentences with a year from which a text tells history, and a bare month belongs to the year told last."""
_RECENT = 3
"""Years before the day of the text that still are its own time."""
_HEAD_BLOCKS = 12
_JUST_OVER = 3
"""Months that are just over, of which a plan may still be told."""
_APPOSED = 2
_BESIDE = 4
"""Characters between a day and the year that is counted for it."""
_OPENING = 2
"""Sentences at the start of a report."""
_WEEK = 7
_EXACT_WEEKS = 2
_OF = re.compile(r"(?:of|de|del|von|vom|du|do|da)\b", re.IGNORECASE)
_VERBS = {
    "wedding": "marry",
    "marriage": "marry",
    "death": "die",
    "birth": "bear",
    "opening": "open",
    "closure": "close",
    "closing": "close",
    "retirement": "retire",
    "foundation": "found",
    "founding": "found",
    "election": "elect",
    "arrival": "arrive",
    "departure": "leave",
    "move": "move",
    "purchase": "buy",
    "sale": "sell",
    "completion": "complete",
    "discovery": "discover",
    "invention": "invent",
}
"""Nouns by which an event is named that a verb told."""
_LOOK_BACK = 400
"""Dated sentences among which a named event is looked for."""


@dataclass(frozen=True, slots=True)
class Dated:
    """A date of a sentence, worked out."""

    sentence: int
    mention: Mention
    first: Moment
    last: Moment | None = None
    is_resolved: bool = False
    is_approximate: bool = False
    stands: bool = True
    """The sentence tells what happened then; a date in passing doesn't."""
    rests_on: int = -1
    """The sentence it was worked out from."""


@dataclass(slots=True)
class _Course:
    """Where the telling has got to."""

    now: Moment
    is_news: bool
    told: Moment | None = None
    is_ahead: bool = False
    """It was still to come when it was told."""
    told_at: int = -99
    is_stretch: bool = False
    """It was the end of a stretch, from which only the next sentence counts."""
    loose: Moment | None = None
    """A date that belonged to a noun ("a roll of 1214"), from which only the next sentence counts."""
    loose_at: int = -1
    told_in: int = -1
    """The paragraph of it."""
    section: int = -1
    named: Moment | None = None
    """The last date with a year, also one that only bounds what is told."""
    named_at: int = -1
    programme: int = 0
    """The year of all days under which the text is ordered; 0 where it has no such days."""
    year: int | None = None
    """The year in which a memory is set: "It was 1978."."""
    year_at: int = -1
    month: int = 0
    """How far it has got in that year."""
    days: list[Moment] = field(default_factory=list)
    """Days with their year, in the order in which they are told."""

    def going_on(self, m: Moment) -> int | None:
        """The year of a day that goes on from one told before: "5 September" after "4 September 2022"."""
        last = next((d for d in reversed(self.days) if d.month == m.month), None)
        if not m.day or last is None or m.day <= last.day:
            return None
        others = {d.year for d in self.days if d.month == m.month}
        return last.year if len(others) == 1 else None

    def remembering(self, s: Sentence, m: Moment, w: DateWords) -> int | None:
        """The year of a month in a memory that goes on through one year; what lay before it isn't of that year."""
        if self.year is None or m.month < self.month or re.search(w.perfect_past, s.text, re.IGNORECASE):
            return None
        self.month = m.month
        return self.year

    def near(self, s: Sentence) -> bool:
        """Whether what was told before still is what a sentence counts from."""
        return 0 <= s.id - self.told_at <= _NEAR and (self.told_in == s.paragraph or s.id - self.told_at <= 2)


def dated(analysis: Analysis) -> tuple[Dated, ...]:
    """Every date of the sources that can be worked out, sentence by sentence."""
    code = analysis.rules.code
    out: list[Dated] = []
    for index, source in enumerate(analysis.sources):
        own = [s for s in analysis.sentences if s.source == index]
        out += _of_source(analysis, own, source, code)
    return tuple(out)


def _of_source(analysis: Analysis, own: Sequence[Sentence], source: Source, code: str) -> list[Dated]:
    now = day_of(source, code)
    heads = day_heads(source, code, now)
    lines = [(b.start, b.end) for b in (h.block for h in heads)]
    lines += imprints(source, code)
    lines += [(b.start, dateline_end(source, b, code)) for b in source.blocks[:_HEAD_BLOCKS]]
    words = date_words(code)
    found: list[tuple[Sentence, tuple[Mention, ...]]] = []
    for s in own:
        if Role.TABLE not in s.roles:
            exact = mentions(s.text, code)
            told = [m for m in besides(exact, pointing(s.text, words)) if not _is_in(s, m, lines)]
            found.append((s, tuple(told)))
    is_news = _is_news(now, found)
    years = {h.moment.year for h in heads}
    programme = (heads[0].moment.year or 0) if len(years) == 1 and not source.published else 0
    course = _Course(now, is_news, programme=programme)
    head: DayHead | None = None
    births: list[tuple[Moment, Sentence]] = []
    born = re.compile(date_words(code).born, re.IGNORECASE)
    out: list[Dated] = []
    for s, ms in found:
        under = next((h for h in heads if h.start <= s.start < h.end), None)
        if under is not head:
            course = (
                _Course(now, is_news, programme=programme) if under is None else _Course(under.moment, is_news=True)
            )
            head = under
        if s.section != course.section:
            course.section = s.section
            course.told_at = min(course.told_at, s.id - _NEAR)
        local: list[Dated] = []
        for m in ms:
            one = _worked_out(analysis, s, m, ms=ms, local=local, course=course, births=births, before=out)
            if one is not None:
                local.append(one)
        if local and not any(d.stands for d in local):
            local = [
                replace(d, stands=True) if d.mention.bound is Bound.START or _is_attribute(s, d) else d for d in local
            ]
        standing = [d for d in local if d.stands]
        _remember(course, s, standing, words)
        states = {Bound.SINCE, Bound.UNTIL, Bound.BY}
        if standing:
            course.named, course.named_at = standing[-1].last or standing[-1].first, s.id
        points = [d for d in standing if d.mention.bound not in states and not _is_attribute(s, d)]
        if len(standing) == 1 and not points and _is_attribute(s, standing[0]):
            course.loose, course.loose_at = standing[0].first, s.id
        before_all = course.year is not None and re.search(words.perfect_past, s.text, re.IGNORECASE)
        if points and not before_all:
            course.is_stretch = points[-1].last is not None
            course.told, course.told_at = points[-1].last or points[-1].first, s.id
            course.is_ahead = bool(re.search(date_words(code).future, s.text, re.IGNORECASE))
            course.told_in = s.paragraph
        if standing and born.search(s.text) and not standing[0].is_resolved:
            births.append((standing[0].first, s))
        out += local
        course.days += [d.first for d in local if d.first.day and d.first.year is not None]
    return out


def _remember(course: _Course, s: Sentence, standing: Sequence[Dated], w: DateWords) -> None:
    """Set the year of a memory where a sentence says it, and end it where another year is told."""
    years = {d.first.year for d in standing if not d.is_resolved and d.first.width == 1}
    if len(years) == 1 and re.match(rf"(?:{w.it_was}) (?:[^\d,;]{{0,20}})\d{{4}}\b", s.text, re.IGNORECASE):
        course.year, course.year_at, course.month = standing[0].first.year, s.id, standing[0].first.month
    elif years - {course.year} and not re.search(w.perfect_past, s.text, re.IGNORECASE):
        course.year = None


def _is_in(s: Sentence, m: Mention, lines: Sequence[tuple[int, int]]) -> bool:
    """Whether a date belongs to a line that says when a text came out, and tells of nothing."""
    at = s.start + m.core
    return any(a <= at < z for a, z in lines)


def _is_news(now: Moment, found: Sequence[tuple[Sentence, Sequence[Mention]]]) -> bool:
    """Whether a text with a day of its own tells of that time, and not of history."""
    if now.year is None:
        return False
    said = [m.first.year for _, ms in found for m in ms if m.first.year is not None]
    said += [now.year for _, ms in found for m in ms if m.pointer is not None]
    said.sort()
    years = sum(any(m.first.year is not None for m in ms) for _, ms in found)
    recent = bool(said) and said[len(said) // 2] >= now.year - _RECENT
    return recent or years < _NEWS * max(1, len(found)) or _opens_on(now, found)


def _opens_on(now: Moment, found: Sequence[tuple[Sentence, Sequence[Mention]]]) -> bool:
    """Whether a text with its own day begins with a day near it, as reports do."""
    first = next((m for _, ms in found[:_OPENING] for m in ms), None)
    return (
        bool(now.day)
        and first is not None
        and (first.pointer is not None or (first.first.year is None and bool(first.first.day)))
    )


def _worked_out(  # noqa: PLR0911
    analysis: Analysis,
    s: Sentence,
    m: Mention,
    *,
    ms: Sequence[Mention],
    local: Sequence[Dated],
    course: _Course,
    births: Sequence[tuple[Moment, Sentence]],
    before: Sequence[Dated],
) -> Dated | None:
    standing = stands(s.text, m, ms)
    if m.pointer is not None:
        return _pointed_at(analysis, s, m, course=course, standing=standing)
    if m.offset is None and m.first.year is not None:
        last = m.last
        return Dated(s.id, m, m.first, last, is_approximate=m.is_approximate, stands=standing)
    if m.offset is None:
        narrowed = next((o for o in ms if _narrows(m, o)), None)
        if narrowed is not None and narrowed.offset is not None and narrowed.offset.unit == "year":
            # "on 3 May in the year after"
            counted = [o for o in ms if o is not m]
            whole = _worked_out(
                analysis, s, narrowed, ms=counted, local=local, course=course, births=births, before=before
            )
            first = replace(m.first, year=whole.first.year) if whole is not None else None
            return replace(whole, mention=m, first=first) if whole is not None and first is not None else None
        year, origin = _year(analysis, s, m, ms=ms, local=local, course=course)
        if year is None:
            return None
        first = replace(m.first, year=year)
        last = None
        if m.last is not None:
            last = replace(m.last, year=year if m.last.year is None else m.last.year)
            if last.order < first.order:
                return None
        return Dated(s.id, m, first, last, True, m.is_approximate, standing, origin)
    if m.offset.unit == "year" and any(_narrows(o, m) for o in ms):
        return None
    explicit = [o for o in ms if o.first.year is not None]
    if m.offset.reference in {Reference.WORDS, Reference.BIRTH} and explicit:
        return None
    if (
        any(_explains(s.text, m, o, date_words(analysis.rules.code)) for o in explicit)
        and m.offset.reference is not Reference.NOW
    ):
        return None
    return _counted(analysis, s, m, local=local, course=course, births=births, before=before, standing=standing)


def _narrows(day: Mention, counted: Mention) -> bool:
    """Whether a day or month without a year stands just before the year that is counted for it."""
    bare = day.offset is None and day.pointer is None and day.first.year is None and day.last is None
    return bare and counted.offset is not None and 0 <= counted.start - day.end <= _BESIDE


def _explains(text: str, m: Mention, later: Mention, w: DateWords) -> bool:
    """Whether a date says what one before it means: "ten years later, in 1803"; a new verb or noun between doesn't."""
    between = text[m.end : later.start]
    if later.core < m.core or len(between.split()) <= _APPOSED:
        return later.core > m.core
    is_attribute = bool(_OF.match(text[later.start : later.end])) and not later.first.day
    return not is_attribute and not re.search(rf"(?:;|, (?:{w.joins})\b)", between)


def _pointed_at(analysis: Analysis, s: Sentence, m: Mention, *, course: _Course, standing: bool) -> Dated | None:
    """A day that counts from the day of the text, else a weekday from the day told just before."""
    w = date_words(analysis.rules.code)
    if m.pointer is None:
        return None
    tense = tense_at(s.text, m.start, m.end, w)
    told = course.told if course.told is not None and course.told.day and course.told_in == s.paragraph else None
    near = told if told is not None and s.id - course.told_at <= 1 else None
    found: Moment | None = None
    origin = -1
    if m.pointer.turn is Turn.NTH:
        found = _nth_day(analysis, s, m, course)
    elif course.now.day:
        away = near is not None and m.pointer.turn is Turn.NEAR and not _same_week(near, course.now)
        found = None if away and tense is Tense.PAST else pointed(m.pointer, course.now, tense)
    elif near is not None and tense is Tense.PAST:
        found, origin = following(m.pointer, near), course.told_at
    return Dated(s.id, m, found, None, True, False, standing, origin) if found is not None else None


def _nth_day(analysis: Analysis, s: Sentence, m: Mention, course: _Course) -> Moment | None:
    """The n-th weekday of the year of the text, or of a month near it."""
    w = date_words(analysis.rules.code)
    if m.pointer is None or is_habit(s.text, m.start, m.end, w):
        return None
    if not m.pointer.month:
        return pointed(m.pointer, course.now, Tense.UNKNOWN)
    year = _by_tense(analysis, s, replace(m, first=Moment(None, m.pointer.month)), course.now)
    return pointed(m.pointer, Moment(year), Tense.UNKNOWN) if course.is_news and year is not None else None


def _same_week(a: Moment, b: Moment) -> bool:
    """Whether two days lie at most a week apart."""
    return any(moved(a, n, "day") == replace(b, hour=-1, minute=0) for n in range(-_WEEK, _WEEK + 1))


def _year(  # noqa: PLR0911
    analysis: Analysis,
    s: Sentence,
    m: Mention,
    *,
    ms: Sequence[Mention],
    local: Sequence[Dated],
    course: _Course,
) -> tuple[int | None, int]:
    """The year of a date that leaves it out, and the sentence that has it."""
    told = [d.first.year for d in local if d.first.year is not None]
    if told and not course.is_news:
        return told[-1], s.id
    w = date_words(analysis.rules.code)
    later = [o.first.year for o in ms if o.first.year is not None and o.core > m.core]
    if m.bound is not Bound.BY and is_habit(s.text, m.start, m.end, w) and not (m.first.day and course.is_news):
        return None, -1
    if m.last is not None and is_rule(s.text, m.start, m.end, w):
        return None, -1
    if not later and course.programme and m.first.day and tense_at(s.text, m.start, m.end, w) is Tense.PRESENT:
        return course.programme, -1
    if course.is_news and course.now.year is not None:
        if m.weekday >= 0 and m.first.day:
            near = (course.now.year, course.now.year + 1, course.now.year - 1)
            fits = [y for y in near if weekday(replace(m.first, year=y)) == m.weekday]
            return (fits[0], -1) if fits else (None, -1)
        if course.told_at == s.id - 1 and course.told is not None and course.told.year is not None:
            past = not re.search(w.future, s.text, re.IGNORECASE)
            if past and course.told.year < course.now.year - 1 and m.bound is not Bound.SINCE:
                return None, -1
        return _by_tense(analysis, s, m, course.now), -1
    if later or re.search(w.future, s.text, re.IGNORECASE):
        return (_by_tense(analysis, s, m, course.now), -1) if not later else (None, -1)
    tells = tense_at(s.text, m.start, m.end, w) if w.past else Tense.PAST
    if tells is Tense.PRESENT or (tells is Tense.UNKNOWN and not m.first.day):
        return None, -1
    if course.told is not None and course.told.year is not None and course.near(s):
        if course.is_ahead:  # what has happened by now does not go on from it
            return course.going_on(m.first), -1
        if course.told.month and m.first.month < course.told.month:
            return course.going_on(m.first), -1
        return course.told.year, course.told_at
    remembered = course.remembering(s, m.first, w)
    return (remembered, course.year_at) if remembered is not None else (course.going_on(m.first), -1)


def _by_tense(analysis: Analysis, s: Sentence, m: Mention, now: Moment) -> int | None:
    """The next such date for what will be, the last one for what was; nothing where it may be either."""
    month = month_of(now)
    if now.year is None or not month:
        return now.year
    w = date_words(analysis.rules.code)
    tense = tense_at(s.text, m.start, m.end, w)
    told = tense if w.past else Tense.FUTURE if re.search(w.future, s.text, re.IGNORECASE) else Tense.PAST
    here, there = (m.first.month, m.first.day or 15), (month, now.day or 15)
    if m.bound is Bound.SINCE:
        return now.year - 1 if here > there else now.year
    if m.bound is Bound.BY and told is not Tense.PAST:
        told = Tense.FUTURE
    if told is Tense.PAST:
        ahead = m.first.month > month or (m.first.day and now.day and here > there)
        if ahead and m.bound in {Bound.UNTIL, Bound.BY, Bound.START}:
            return None
        if ahead and m.first.day and m.first.month - month <= 1:  # added later, or announced
            return now.year if re.search(w.mended, s.text, re.IGNORECASE) else None
        return now.year - 1 if ahead else now.year
    if told is Tense.FUTURE:
        gap = (month - m.first.month) % 12
        if here >= there:
            return now.year
        ahead = gap > _JUST_OVER or _is_told_ahead(s, w) or re.search(w.plan, s.text, re.IGNORECASE)
        return now.year + 1 if ahead else None
    if not m.first.day and (told is Tense.UNKNOWN or m.first.month == month):
        return None
    if m.first.month == month and not now.day:
        return now.year
    return now.year if here >= there else now.year + 1


def _is_told_ahead(s: Sentence, w: DateWords) -> bool:
    """Whether nothing in a sentence tells of what was, so that all of it lies ahead."""
    return not re.search(w.past or r"(?!)", s.text, re.IGNORECASE)


def _counted(
    analysis: Analysis,
    s: Sentence,
    m: Mention,
    *,
    local: Sequence[Dated],
    course: _Course,
    births: Sequence[tuple[Moment, Sentence]],
    before: Sequence[Dated],
    standing: bool,
) -> Dated | None:
    offset = m.offset
    if offset is None:
        return None
    base: Moment | None = None
    origin = -1
    if offset.reference is Reference.NOW:
        base = course.now if course.now.year is not None else None
    elif offset.reference is Reference.BIRTH:
        if len(births) == 1 and _is_about(analysis, s, births[0][1], m):
            base, origin = births[0][0], births[0][1].id
    elif offset.reference is Reference.WORDS:
        named = _named_event(analysis, s, offset.anchor, before)
        if named is not None:
            base, origin = named.first, named.sentence
    elif (
        offset.count == 0
        and offset.unit == "year"
        and not local
        and course.named is not None
        and (s.id - course.named_at <= 1)
    ):
        base, origin = course.named, course.named_at
    elif local:
        base, origin = local[-1].last or local[-1].first, s.id
    elif course.told is not None and s.id - course.told_at <= _NEAR and not _starts_afresh(analysis, s, course.told_at):
        base, origin = course.told, course.told_at
        if course.is_stretch and s.id - course.told_at > 1 and offset.count:
            return None
    if base is None and offset.reference is Reference.TOLD and offset.count and course.loose_at == s.id - 1:
        base, origin = course.loose, course.loose_at
    if base is None or base.year is None or (offset.season == "winter" and offset.count == 0):
        return None
    if base.width > 1:
        return None
    is_now = offset.reference is Reference.NOW
    if offset.unit == "week" and (is_now or abs(offset.count) > _EXACT_WEEKS):
        return _weeks(s, m, base, standing=standing, origin=origin)
    moment = _moved(base, offset, is_now=is_now)
    if moment.year is None or not moment.is_real:
        return None
    vague = m.is_approximate or offset.reference is Reference.BIRTH
    return Dated(s.id, m, moment, None, True, vague, standing, origin)


def _weeks(s: Sentence, m: Mention, base: Moment, *, standing: bool, origin: int) -> Dated | None:
    """Weeks before or after a day: the whole week of "last week", else the month if the count leaves no doubt of it."""
    if m.offset is None or not base.day:
        return None
    day = moved(base, m.offset.count, "week")
    number = weekday(day)
    if number is None:
        return None
    if m.offset.reference is Reference.NOW and abs(m.offset.count) <= 1 and not _is_spelled(s, m):
        monday = moved(day, -number, "day")
        return Dated(s.id, m, monday, moved(monday, 6, "day"), True, False, standing, origin)
    early, late = moved(day, -_WEEK, "day"), moved(day, _WEEK, "day")
    if (early.year, early.month) != (late.year, late.month):
        return None
    return Dated(s.id, m, Moment(day.year, day.month), None, True, True, standing, origin)


def _is_spelled(s: Sentence, m: Mention) -> bool:
    """Whether it is "a week ago", which names a day, and not "last week", which names seven."""
    return bool(re.match(r"(?:a|an|one|1|eine[rn]?|vor|il y a|une)\b", s.text[m.start : m.end], re.IGNORECASE))


def _moved(base: Moment, offset: Offset, *, is_now: bool) -> Moment:
    count, unit, season, month = offset.count, offset.unit, offset.season, offset.month
    if unit:
        moment = moved(base, count, unit) if count else _within(base, unit)
        if moment.year is None or not (month or season):
            return moment
        return replace(moment, month=month, day=offset.day, part=season)
    if season:
        if count > 0:
            return next_season(base, season)
        if count < 0:
            return _before(base, SEASON_MONTHS[season], Moment(base.year, part=season)) if is_now else Moment(None)
        return Moment(base.year, part=season)
    if month and base.year is not None:
        if count > 0:
            return _next_month(base, base.year, month)
        if count < 0:
            return _before(base, month, Moment(base.year, month)) if is_now else Moment(None)
        return Moment(base.year, month)
    return Moment(None)


def _before(now: Moment, month: int, this: Moment) -> Moment:
    """ "Last March" where this year's is still to come; afterwards it may be either."""
    at = month_of(now)
    if this.year is None or not at or month < at or (this.part == "winter"):
        return Moment(None)
    return replace(this, year=this.year - 1)


def _next_month(base: Moment, year: int, month: int) -> Moment:
    """ "The following May": of the same year where the date before is earlier in it."""
    begins = base.month or SEASON_MONTHS.get(base.part, 0)
    if begins and not base.month and (base.part == "winter" or 0 <= month - begins < SEASON_LENGTH):
        return Moment(None)  # of a spring it may be this one or the next
    return Moment(year + (0 if begins and begins < month else 1), month)


def _within(base: Moment, unit: str) -> Moment:
    """The same year, month or day."""
    if unit == "year":
        return Moment(base.year)
    if unit == "month":
        return Moment(base.year, base.month) if base.month else Moment(None)
    return replace(base, hour=-1, minute=0) if unit == "day" and base.day else Moment(None)


def _is_attribute(s: Sentence, d: Dated) -> bool:
    """Whether a date belongs to a noun: "an inventory of 2016"."""
    said = s.text[d.mention.start : d.mention.end]
    return bool(_OF.match(said)) and not d.first.month


def _starts_afresh(analysis: Analysis, s: Sentence, told_at: int) -> bool:
    """Whether a sentence in between counts from something else: "before the opening"."""
    w = date_words(analysis.rules.code)
    between = " ".join(analysis.sentences[i].text for i in range(told_at + 1, s.id))
    return bool(re.search(rf"\b(?:{w.before}|{w.after}) (?:the|der|dem|den|la|le|el|il|a|o)\b", between, re.IGNORECASE))


def _is_about(analysis: Analysis, s: Sentence, birth: Sentence, m: Mention) -> bool:
    """Whether an age is that of the person whose birth is told: by name, or by pronoun in a text about that person."""
    said = s.text[m.start : m.end]
    names = {n for n in birth.names if len(n) > 2} | set(re.findall(r"^[A-Z]\w+|(?<=^\w{3} )[A-Z]\w+", birth.text))
    if any(n in said for n in names):
        return True
    if re.search(r"\bI\b", said) and re.match(r"(?:\S+ ){0,2}I was born\b", birth.text):
        return True
    hero = any(n in analysis.titles[s.source] for n in names)
    other = re.search(r"\bwhen (?:the|a|an|his|her|their) \w+", said, re.IGNORECASE)
    return hero and not other and bool(re.search(r"\b(?:he|she)\b", s.text, re.IGNORECASE))


def _named_event(analysis: Analysis, s: Sentence, words: str, before: Sequence[Dated]) -> Dated | None:
    """The last dated sentence that tells what is named: "the fire", "her patent"."""
    said = words.split()
    for count in (4, 3, 2):
        wanted = analysis.rules.terms(" ".join(said[:count]))
        verbs = {frozenset(_VERBS.get(t, t) for t in wanted)} if analysis.rules.code == "en" else set()
        for d in reversed(before[-_LOOK_BACK:]) if wanted else ():
            other = analysis.sentences[d.sentence]
            if (
                other.source == s.source
                and d.stands
                and (wanted <= other.terms or any(v <= other.terms for v in verbs))
            ):
                return d
    return None

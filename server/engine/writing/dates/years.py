"""The year of a day or month that leaves it out: by the tense of its clause, or the year told before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.doubts import is_of_another_time, is_of_other, is_of_recording, is_open
from server.engine.writing.dates.entry_years import year_near, year_of_list
from server.engine.writing.dates.moments import (
    SEASON_MONTHS,
    Bound,
    Mention,
    Moment,
    weekday,
)
from server.engine.writing.dates.months_told import (
    EARLY,
    LATE,
    month_begun,
    year_by_article,
    year_going_on,
    year_of_scene,
)
from server.engine.writing.dates.nearest_years import by_tense
from server.engine.writing.dates.rules import is_of_many
from server.engine.writing.dates.tenses import Tense, is_habit, is_reported_plan, is_rule, is_yearly, returns, tense_at
from server.engine.writing.dates.text_days import month_of
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words
from server.engine.writing.dates.years_above import in_season

_USUAL = re.compile(r"\b(?:would|used to|sometimes|mostly|generally|whenever|in those days)\b", re.IGNORECASE)
"""Marks of what came again."""
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_LISTED = re.compile(rf"\b{_MONTH}(?:, {_MONTH})*,? (?:and|or) {_MONTH}\b(?! \d)")
_ONLY = re.compile(r"\b(?:only|each|every)\b")
_SINCE_FEAST = re.compile(
    r"\b(?:between|from) (?:Christmas(?: Eve| Day)?|Easter(?: Sunday| Monday)?|New Year(?:['’]s (?:Eve|Day))?|Boxing Day|"  # noqa: E501
    r"Whitsun|Michaelmas|Midsummer|Lent|Advent|All Saints(?:['’] Day)?) (?:and|to|until|till) (?:the )?$",
    re.IGNORECASE,
)
_NEVER_YET = re.compile(
    r"(?:n['’]t|\bnot|\bnever)\b[^.;:]*(?:\bhave|['’]ve|\bhas)\b|(?:\bhave|['’]ve|\bhas)(?: never| not|n['’]t)\b",
    re.IGNORECASE,
)
"""Before a month: what hasn't been in any such month."""
_REPLACES = re.compile(r"(?:This|It|The [a-z]+) replaces\b")
"""What was before a text's own season."""
_KIND = re.compile(
    r"(?:The |Most |All )?(?:[a-z]+ ){0,3}[A-Za-z]+s (?:[A-Za-z'’-]+ ){0,5}have [a-z]+s in [A-Z][a-z]+[.;]"
)
"""What all of a kind have in a month, year by year: "The grey seals have pups in November"."""
_EDITION = re.compile(
    r"(?:The )?[A-Z][\w'’-]*(?: [\w'’&-]+)*? (?<!\bin )(?<!\bof )(?<!\bsince )(?P<year>(?:19|20)\d\d)"
    r" (?:will|is to be|takes|runs|begins|opens|starts)\b"
)
"""Opens a sentence with the one of many that has a year of its own: "Lantern Week 2026 will be held …"."""
_FORBIDDEN = re.compile(r"No [a-z]+(?: [a-z]+){0,3} (?:from|between)\b")
"""A rule without a verb: "No dogs from 1 March to 31 July"."""
_APPLIES = re.compile(r"\b(?:applies|apply|is in force|are in force) $")
"""Before a stretch of the year: a rule that holds in it."""
_PART_OF_YEAR = re.compile(r"\bfrom [A-Z][a-z]+ to [A-Z][a-z]+\b")
"""One of two in a sentence that divides the year: "at six from April to October and at four from November to March"."""
_WEEKS_BEFORE = 2
"""Months before the day of a text that it tells of without a year."""
_NEAR_MONTHS = 4
_STILL_NEAR = 6
"""Months back that somebody who speaks of his life still names without a year."""


def year_of(  # noqa: PLR0911, PLR0912, PLR0915
    analysis: Analysis,
    s: Sentence,
    m: Mention,
    *,
    ms: Sequence[Mention],
    local: Sequence[Dated],
    course: Course,
) -> tuple[int | None, int]:
    """The year of a date that leaves it out, and the sentence that has it."""
    if m.first.part and not m.first.month:
        return _year_of_season(analysis, s, m, course=course)
    on = None if local else course.years.get((s.id, m.core))
    opened = year_of_list(analysis, s, m, course) or year_near(s, m, course) or on
    if opened is not None:
        return opened, -1
    edition = _EDITION.match(s.text) if analysis.rules.code == "en" else None
    if edition is not None and edition.end() <= m.start:
        return int(edition["year"]), s.id
    if _has_none(analysis, s, m, ms=ms, local=local, course=course):
        return None, -1
    if not local and (fitting := _year_by_weekday(m, course)) is not None:
        return fitting, -1
    if course.is_of_no_year and not local and not (course.told_at == s.id - 1 and course.told_in == s.paragraph):
        return None, -1
    told = _years_beside(s, m, local, date_words(analysis.rules.code))
    if told and (not course.is_news or (course.is_spoken and told[-1] < (course.now.year or 0) - 1)):
        is_other = analysis.rules.code == "en" and is_of_other(s.text, m, local)
        return (None, -1) if is_other else (told[-1], s.id)
    w = date_words(analysis.rules.code)
    if m.feast and course.above is None and tense_at(s.text, m.start, m.end, w) is Tense.PRESENT:
        return None, -1
    if course.above is not None and not told and _is_of_entry(s, m, w):
        return course.above, -1
    if course.season is not None and not told and _is_of_season(s, m, course, w):
        return in_season(course.season, m.first.month), -1
    later = [o.first.year for o in ms if o.first.year is not None and o.core > m.core]
    if is_yearly(s.text, m.start, m.end, w):
        return None, -1
    tense = tense_at(s.text, m.start, m.end, w)
    if course.is_rules and m.weekday < 0 and tense is not Tense.PAST:
        return None, -1
    if m.bound is not Bound.BY and is_habit(s.text, m.start, m.end, w) and not (m.first.day and course.is_news):
        return None, -1
    if m.last is not None and is_rule(s.text, m.start, m.end, w):
        return None, -1
    is_due = bool(course.of_event or course.programme) and m.bound is Bound.BY and tense is not Tense.PAST
    if (
        not later
        and course.programme
        and m.first.day
        and (tense is Tense.PRESENT or is_due or (set(told) <= {course.programme} and course.is_after_row(m.first)))
    ):
        return course.programme, -1
    if (by_article := year_by_article(s, m, local=local, course=course, w=w, tense=tense)) is not None:
        return by_article, course.told_at if not local else s.id
    if course.is_news and course.now.year is not None:
        within = year_going_on(analysis, s, m, local=local, course=course, tense=tense)
        if within is not None:
            return within, s.id if local else course.told_at
        if course.is_spoken and _is_of_past(s, m.first, course, tense):
            return None, -1
        if m.weekday >= 0 and m.first.day:
            near = (course.now.year, course.now.year + 1, course.now.year - 1)
            fits = [y for y in near if weekday(replace(m.first, year=y)) == m.weekday]
            return (fits[0], -1) if fits else (None, -1)
        if course.told_at == s.id - 1 and course.told is not None and course.told.year is not None:
            past = not (_is_task(m, tense) or re.search(w.future, s.text, re.IGNORECASE))
            aside = returns(analysis.sentences[course.told_at].text, w)
            is_history = course.year_end is None or course.told_in == s.paragraph
            if past and not aside and _follows(s, m, tense, course):
                return course.told.year, course.told_at
            if (
                past
                and course.told.year < course.now.year - 1
                and m.bound is not Bound.SINCE
                and not aside
                and is_history
            ):
                return None, -1
        return by_tense(analysis, s, m, course), -1
    inside = course.of_period(m.first) if m.last is None and tense is Tense.PAST and not told else None
    if inside is not None:
        return inside, -1
    if later or re.search(w.future, s.text, re.IGNORECASE):
        return (by_tense(analysis, s, m, course), -1) if not later else (None, -1)
    tells = tense if w.past else Tense.PAST
    if tells is Tense.PRESENT or (tells is Tense.UNKNOWN and not m.first.day):
        return None, -1
    if m.first.day and course.now.day and (course.told is None or (not course.told.month and _is_apart(s, course))):
        return _just_before(m.first, course.now), -1
    if course.told is not None and course.told.year is not None and course.told.width == 1 and course.near(s):
        if m.weekday >= 0 and m.first.day and weekday(replace(m.first, year=course.told.year)) == m.weekday:
            return course.told.year, course.told_at
        if w.code == "en" and is_of_another_time(analysis, s, m, course):
            return None, -1
        if course.is_ahead:  # what has happened by now does not go on from it
            return course.going_on(m.first), -1
        begun = month_begun(course.told)
        if begun and m.first.month < begun:
            over = begun >= LATE and m.first.month <= EARLY and s.paragraph == course.told_in
            return (course.told.year + 1, course.told_at) if over else (course.going_on(m.first), -1)
        return course.told.year, course.told_at
    return _gone_on(s, m, course=course, w=w, tense=tense)


def _is_task(m: Mention, tense: Tense) -> bool:
    """Whether a day is that by which something is to be done: "Ann Rell to write to them by 5 May"."""
    return m.bound is Bound.BY and tense is not Tense.PAST


def _years_beside(s: Sentence, m: Mention, local: Sequence[Dated], w: DateWords) -> list[int]:
    """The years of its sentence that may be a date's own; of a plan not that since which something has gone on."""
    said = [d for d in local if (d.stands or d.mention.offset is not None) and d.first.width == 1]
    if is_reported_plan(s.text, m.start, m.end, w):  # "caretaker since 1999, would retire in July"
        said = [d for d in said if d.mention.bound is not Bound.SINCE]
    return [d.first.year for d in said if d.first.year is not None]


def _gone_on(s: Sentence, m: Mention, *, course: Course, w: DateWords, tense: Tense) -> tuple[int | None, int]:
    """The year in which a memory, or the telling of some months, goes on, and the sentence that has it."""
    remembered = course.remembering(s, m.first, w)
    if remembered is not None:
        return remembered, course.year_at
    on = year_of_scene(s, m, course=course, w=w) if tense is Tense.PAST else None
    return (on, course.day_at) if on is not None else (course.going_on(m.first), -1)


def _has_none(
    analysis: Analysis, s: Sentence, m: Mention, *, ms: Sequence[Mention], local: Sequence[Dated], course: Course
) -> bool:
    """Whether nothing around it can lend a date its year."""
    code = analysis.rules.code
    if _comes_again(s, m, date_words(code)) or (code == "en" and is_open(s.text, m, ms, local)):
        return True
    if code == "en" and _is_of_listed(s, m, date_words(code)):
        return True
    return course.now.year is None and is_of_recording(s.text)


def _is_of_listed(s: Sentence, m: Mention, w: DateWords) -> bool:
    """Whether a month is one of several in which something holds year by year: "in July and August it takes longer"."""
    listed = next((found for found in _LISTED.finditer(s.text) if found.start() <= m.core < found.end()), None)
    if listed is None or m.first.day:
        return False
    return tense_at(s.text, m.start, listed.end(), w) is Tense.PRESENT or _ONLY.search(s.text) is not None


def _year_by_weekday(m: Mention, course: Course) -> int | None:
    """The year of "Tuesday 10 June" where that is a Tuesday in the year of the last day told, a few months off it."""
    last = course.days[-1] if course.days and course.now.year is None else None
    if last is None or m.weekday < 0 or abs(last.month - m.first.month) > _NEAR_MONTHS:
        return None
    return last.year if weekday(replace(m.first, year=last.year)) == m.weekday else None


def _is_of_past(s: Sentence, day: Moment, course: Course, tense: Tense) -> bool:
    """Whether somebody who tells of the years before now may mean one of them with a day or month.

    A documentary may also tell of old days as if they were now.
    """
    now, told = course.now, course.told
    if tense is not Tense.PAST:
        return tense is Tense.PRESENT and course.is_of_old_days
    if now.year is None or not month_of(now):
        return False
    is_near = s.id - course.told_at <= 2 * NEAR
    is_old = is_near and told is not None and told.year is not None and told.year < now.year - 1
    return is_old or (month_of(now) - day.month) % 12 > _STILL_NEAR


def _follows(s: Sentence, m: Mention, tense: Tense, course: Course) -> bool:
    """Whether a day goes on, in its paragraph, from one of an earlier year that was told just before it."""
    told, now = course.told, course.now
    if told is None or told.year is None or now.year is None or tense is not Tense.PAST:
        return False
    begun = (told.month, told.day if m.first.day else 0)
    is_later = bool(told.month) and (m.first.month, m.first.day) > begun and m.bound in {Bound.AT, Bound.NONE}
    return told.year < now.year and is_later and course.told_in == s.paragraph and not course.is_ahead


def _is_of_season(s: Sentence, m: Mention, course: Course, w: DateWords) -> bool:
    """Whether a day or month without a year tells what was in the season on which a text reports."""
    is_over = tense_at(s.text, m.start, m.end, w) in {Tense.PAST, Tense.UNKNOWN}
    if _REPLACES.match(s.text):
        return False
    return is_over and _is_of_entry(s, m, w) and bool(m.first.day or not course.now.month)


def _is_of_entry(s: Sentence, m: Mention, w: DateWords) -> bool:
    """Whether a day without a year tells of the year of its entry, no plan and nothing that comes again."""
    if re.search(rf"{w.future}|{w.yearly}", s.text, re.IGNORECASE):
        return False
    tense = tense_at(s.text, m.start, m.end, w)
    return tense is Tense.PAST or not (is_habit(s.text, m.start, m.end, w) or is_rule(s.text, m.start, m.end, w))


def _comes_again(s: Sentence, m: Mention, w: DateWords) -> bool:
    """Whether a stretch of the year is that of an order, or begins with a feast, and so is one of every year."""
    if Role.ORDER in s.roles and m.bound is not Bound.BY and (m.last is not None or not m.first.day):
        return True
    if m.last is not None and (
        _FORBIDDEN.match(s.text) or _APPLIES.search(s.text[: m.start]) or len(_PART_OF_YEAR.findall(s.text)) > 1
    ):
        return True
    if not m.first.day and m.bound is Bound.AT and (_NEVER_YET.search(s.text[: m.start]) or _KIND.match(s.text)):
        return True
    if is_of_many(s.text, m, w):
        return True
    return _SINCE_FEAST.search(s.text[: m.core]) is not None and tense_at(s.text, m.start, m.end, w) is not Tense.PAST


def _year_of_season(analysis: Analysis, s: Sentence, m: Mention, *, course: Course) -> tuple[int | None, int]:
    """The year of "in the autumn": by the tense of a report, or the year told just before; a winter may be of two."""
    w = date_words(analysis.rules.code)
    tense = tense_at(s.text, m.start, m.end, w)
    if m.first.part == "winter" or tense not in {Tense.PAST, Tense.FUTURE} or course.is_rules:
        return None, -1
    if re.search(w.habit, s.text, re.IGNORECASE) or re.search(_USUAL, s.text):
        return None, -1
    middle = replace(m, first=Moment(None, SEASON_MONTHS[m.first.part] + 1))
    if course.is_news and course.now.year is not None:
        history = (
            course.told_at >= s.id - 1 and course.told is not None and (course.told.year or 0) < course.now.year - 1
        )
        return (None, -1) if history else (by_tense(analysis, s, middle, course), -1)
    told = course.told if tense is Tense.PAST and not course.is_ahead else None
    if tense is Tense.PAST and not 0 <= s.id - course.told_at <= 1:
        return course.remembering(s, replace(middle.first, month=middle.first.month + 1), w), course.year_at
    if told is None or told.year is None or told.width > 1 or not 0 <= s.id - course.told_at <= 1:
        return None, -1
    begun = month_begun(told)
    return (told.year, course.told_at) if begun <= middle.first.month else (None, -1)


def _is_apart(s: Sentence, course: Course) -> bool:
    """Whether a year was told in another paragraph, so that a day may as well be one near the day of the text."""
    return course.told_in != s.paragraph and course.now.year is not None


def _just_before(day: Moment, now: Moment) -> int | None:
    """The year in which a day lies in the weeks before the day of the text; nothing where it doesn't."""
    for year in ((now.year or 0), (now.year or 0) - 1):
        months = (now.year or 0) * 12 + now.month - (year * 12 + day.month)
        if 0 <= months <= _WEEKS_BEFORE and replace(day, year=year).order <= now.order:
            return year
    return None

"""The year nearest the day of the text: the last such date for what was, the next one for what will be."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.bounding import is_put_off_to, is_wanted_on
from server.engine.writing.dates.course import Course
from server.engine.writing.dates.moments import Bound, Mention
from server.engine.writing.dates.reported_years import in_year_to, year_reported
from server.engine.writing.dates.tenses import Tense, is_reported_plan, tense_at
from server.engine.writing.dates.text_days import month_of
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

_HAS_DONE = re.compile(
    r"\b(?:has|have) (?:just |now |already )?(?:been |[a-z]+(?:ed|en|wn|ght)\b|made|given|let|put)[^,;:]*$"
)
"""Before "from September": what is settled for then."""
_ASKED = re.compile(r"\b(?:required?|requested|demanded|wanted|needed|asked (?:for|that)|due|invited)\b[^.;:]*$")
"""Before "by 28 February": what was called for, and so lay ahead."""
_DECIDED = re.compile(
    r",? (?:(?!(?:will|shall|would|is|are|was|were|be|has|have|had)\b)[\w'’-]+ ){1,5}?"
    r"(?:agreed|decided|resolved|voted|promised|proposed|asked|offered)\b"
)
"""Behind the day that opens a sentence: it is that of the decision, not of what was decided on."""
_TO_DO = re.compile(r"(?:^|[,;:] )(?:and )?to (?!have\b)[a-z]+ (?:[^,;:]|,(?=\d))*$", re.IGNORECASE)
"""Before "by 31 May": a task among those that a motion lists, "to obtain a report, to mend the roof"."""
_SOON = 35
"""Days behind that of the text in which what it tells of as over was announced, or added later."""
_JUST_OVER = 3
"""Months that are just over, of which a plan may still be told."""


def _of_year_only(analysis: Analysis, s: Sentence, m: Mention, *, course: Course, tense: Tense) -> int | None:
    """The year of a text that names no month of its own; a report on a year that is over looks ahead to the next."""
    if tense is Tense.FUTURE and course.year_end is not None:
        return in_year_to(course.year_end, m.first.month) + 1
    over = tense is Tense.FUTURE and year_reported(analysis.sources[s.source]) == course.now.year
    return course.now.year + over if course.now.year is not None else None


def by_tense(analysis: Analysis, s: Sentence, m: Mention, course: Course) -> int | None:  # noqa: PLR0911, PLR0912
    """The next such date for what will be, the last one for what was; nothing where it may be either."""
    now, month = course.now, month_of(course.now)
    w = date_words(analysis.rules.code)
    tense = tense_at(s.text, m.start, m.end, w)
    if course.year_end is not None and (tense is Tense.PAST or (tense is Tense.UNKNOWN and m.first.day)):
        return in_year_to(course.year_end, m.first.month)
    if now.year is None or not month:
        return _of_year_only(analysis, s, m, course=course, tense=tense)
    told = tense if w.past else Tense.FUTURE if re.search(w.future, s.text, re.IGNORECASE) else Tense.PAST
    here, there = (m.first.month, m.first.day or 15), (month, now.day or 15)
    if m.bound is Bound.SINCE:
        return now.year - 1 if here > there else now.year
    if w.code == "en" and (is_put_off_to(s.text, m) or is_wanted_on(s.text, m)):
        told = Tense.FUTURE
    is_task = m.bound is Bound.BY and w.code == "en" and _TO_DO.search(s.text[: m.start]) is not None
    if is_task or (m.bound is Bound.BY and told is not Tense.PAST) or is_reported_plan(s.text, m.start, m.end, w):
        told = Tense.FUTURE
    if m.bound is Bound.BY and m.first.day and here >= there and w.code == "en" and _ASKED.search(s.text[: m.start]):
        told = Tense.FUTURE
    if w.code == "en" and m.first.day and not s.text[: m.start].strip() and _DECIDED.match(s.text[m.end :]):
        told = Tense.PAST
    if told is Tense.PAST:
        ahead = m.first.month > month or bool(m.first.day and now.day and here > there)
        if ahead and m.bound in {Bound.UNTIL, Bound.BY, Bound.START}:
            settled = m.bound is Bound.START and _HAS_DONE.search(s.text[: m.start]) is not None
            return now.year if settled else None
        if (
            ahead and m.first.day and (m.first.month - month) * 31 + m.first.day - now.day <= _SOON
        ):  # added, or announced
            return now.year if re.search(w.mended, s.text, re.IGNORECASE) else None
        return now.year - 1 if ahead else now.year
    if told is Tense.FUTURE:
        gap = (month - m.first.month) % 12
        if here >= there:
            return now.year
        ahead = gap > _JUST_OVER or _is_told_ahead(s, w) or bool(re.search(w.plan, s.text, re.IGNORECASE))
        return now.year + 1 if ahead else None
    if not m.first.day and (told is Tense.UNKNOWN or m.first.month == month):
        return None
    if told is Tense.UNKNOWN and here < there and month - m.first.month <= _JUST_OVER:
        return None  # "Balance on 28 February": just over, or a year ahead
    if m.first.month == month and not now.day:
        return now.year
    return now.year if here >= there else now.year + 1


def _is_told_ahead(s: Sentence, w: DateWords) -> bool:
    """Whether nothing in a sentence tells of what was, so that all of it lies ahead."""
    return not re.search(w.past or r"(?!)", s.text, re.IGNORECASE)

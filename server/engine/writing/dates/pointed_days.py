"""Days that are pointed at, worked out: from the day of the text, from the day told before, from the event's days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.course import Course, Dated
from server.engine.writing.dates.doubts import is_in_case, same_week, tells_of_scene
from server.engine.writing.dates.moments import Mention, Moment, Turn
from server.engine.writing.dates.months_told import in_month, month_told
from server.engine.writing.dates.nearest_years import by_tense
from server.engine.writing.dates.pointing import following, pointed
from server.engine.writing.dates.tenses import Tense, is_habit, is_reported_plan, tense, tense_at
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

_IF = re.compile(r"\b(?:if|unless|provided|wenn|falls|si|se)\b", re.IGNORECASE)
_FOR = re.compile(r"for\b", re.IGNORECASE)
"""What is called or fixed for a day is still to come."""
_SINCE = re.compile(r"since\b", re.IGNORECASE)
_NEXT = re.compile(r"\bnext (?:week|month),? $", re.IGNORECASE)
"""Before "on the 28th"."""
_MONTHS = re.compile(
    r"(?:,? (?:and|or)|,) (?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
"""Behind "the first Saturday of November": more months that have such a day, so that it comes again."""
_CLOCK = re.compile(r"(?P<h>\d{1,2})(?:[.:](?P<n>\d\d))?(?: ?(?P<half>[ap])\.?m)?", re.IGNORECASE)
_OF_MEETING = re.compile(
    r"The (?:meeting|session|sitting|hearing) (?:was )?(?:closed|ended|rose|adjourned|finished|opened|began|started)\b"
)
_CLOCK_REACH = 5
"""Sentences, each with an hour, in which a report goes on with the day told last."""
_USUAL = re.compile(r"\b(?:in those days|used to|would|normally|as a rule|most|mostly|often)\b", re.IGNORECASE)
_CLOCK_NEAR = 2
"""Sentences in which an hour is of the day told before it."""


def pointed_at(
    analysis: Analysis,
    s: Sentence,
    m: Mention,
    *,
    ms: Sequence[Mention],
    local: Sequence[Dated],
    course: Course,
    standing: bool,
) -> Dated | None:
    """A day that counts from the day of the text, else a weekday from the day told just before."""
    w = date_words(analysis.rules.code)
    if m.pointer is None:
        return None
    if m.pointer.turn is Turn.CLOCK:
        is_alone = m is ms[0] and all(_is_clock(o) or _is_old_year(o, course) for o in ms)
        return _at_clock(analysis, s, m, course=course, w=w) if is_alone and standing else None
    told_as = _tense(s, m, w)
    if m.pointer.turn is Turn.TIMED and not course.of_event:
        return None
    if (Role.ORDER in s.roles and _IF.search(s.text)) or is_in_case(s.text, m, told_as):
        return None  # advice, or what is done only if it comes to that
    told = course.told if course.told is not None and course.told.day and course.told_in == s.paragraph else None
    near = told if told is not None and s.id - course.told_at <= 1 else None
    found: Moment | None = None
    origin = -1
    if course.of_event and m.pointer.turn in {Turn.NEAR, Turn.TIMED} and told_as is not Tense.PAST:
        is_for = _FOR.match(s.text[m.start : m.end]) is not None  # "stewards for Sunday"
        found = None if is_for else course.of_event.get(m.pointer.weekday)
    elif m.pointer.turn is Turn.NTH:
        found = _nth_day(analysis, s, m, course)
    elif m.pointer.turn is Turn.DAY and (inside := in_month(m.pointer, month_told(s, local, course), told_as)):
        found, origin = inside, course.told_at if not local else s.id
    elif course.now.day:
        elsewhere = near is not None and near.month != course.now.month
        # "They met again on the twelfth": of the old days of which somebody tells
        of_old = course.is_spoken and told_as is Tense.PAST and course.is_of_old_days
        if m.pointer.turn is Turn.DAY and (elsewhere or of_old):
            return None
        away = near is not None and m.pointer.turn is Turn.NEAR and not same_week(near, course.now)
        away = away or (m.pointer.turn is Turn.NEAR and tells_of_scene(s.text, course))
        away = away and not m.pointer.count  # "on Wednesday last" counts from the text's own day
        found = None if away and told_as is Tense.PAST else pointed(m.pointer, course.now, told_as)
    elif near is not None and told_as is Tense.PAST:
        found, origin = following(m.pointer, near), course.told_at
    return Dated(s.id, m, found, None, True, False, standing, origin) if found is not None else None


def _is_clock(m: Mention) -> bool:
    return m.pointer is not None and m.pointer.turn is Turn.CLOCK


def _is_old_year(m: Mention, course: Course) -> bool:
    """Whether a year is only told beside, as "the highest since it was built in 1971"."""
    day = course.clock_day
    return day is not None and m.first.year is not None and not m.first.month and m.first.year != day.year


def _tense(s: Sentence, m: Mention, w: DateWords) -> Tense:
    """Whether a day lies behind or ahead, as its clause and the words before it tell."""
    said, before = s.text[m.start : m.end], s.text[: m.start]
    found = tense_at(s.text, m.start, m.end, w)
    is_next = w.code == "en" and _NEXT.search(before) is not None
    if is_next or _FOR.match(said) or is_reported_plan(s.text, m.start, m.end, w):
        return Tense.FUTURE
    return Tense.PAST if w.code == "en" and _SINCE.match(said) and found is not Tense.FUTURE else found


def _at_clock(analysis: Analysis, s: Sentence, m: Mention, *, course: Course, w: DateWords) -> Dated | None:
    """An hour of the day that is told, or under whose heading it stands: "At 03.58 the officer answered a call"."""
    if tense_at(s.text, m.start, m.end, w) is not Tense.PAST or re.search(w.habit, s.text, re.IGNORECASE):
        return None
    if is_reported_plan(s.text, m.start, m.end, w) or _OF_MEETING.match(s.text):
        return None
    is_near = course.told_in == s.paragraph and s.id - course.told_at <= _CLOCK_NEAR and not course.is_ahead
    was = is_near and not course.is_stretch and tense(analysis.sentences[course.told_at].text, w) is Tense.PAST
    told = course.told if was else None
    day, origin = (told, course.told_at) if told is not None and told.day else (None, -1)
    if day is None and course.is_by_clock:
        day = course.now
    is_usual = _USUAL.search(s.text) is not None
    if day is None and course.clock_day is not None and s.id - course.clock_at <= _CLOCK_REACH and not is_usual:
        day, origin = replace(course.clock_day, hour=-1, minute=0), course.clock_at
    said = _CLOCK.search(s.text, m.start, m.end)
    if day is None or said is None:
        return None
    hour = int(said["h"]) % 12 + 12 * (said["half"].lower() == "p") if said["half"] else int(said["h"])
    return Dated(s.id, m, replace(day, hour=hour, minute=int(said["n"] or 0)), None, True, rests_on=origin)


def _nth_day(analysis: Analysis, s: Sentence, m: Mention, course: Course) -> Moment | None:
    """The n-th weekday of the year of the text, or of a month near it."""
    w = date_words(analysis.rules.code)
    if m.pointer is not None and m.pointer.year:
        return pointed(m.pointer, Moment(m.pointer.year), Tense.UNKNOWN)
    if m.pointer is None or is_habit(s.text, m.start, m.end, w) or (w.code == "en" and _MONTHS.match(s.text[m.end :])):
        return None
    if course.is_rules and tense_at(s.text, m.start, m.end, w) is not Tense.PAST:
        return None
    if not m.pointer.month:
        return pointed(m.pointer, course.now, Tense.UNKNOWN)
    year = by_tense(analysis, s, replace(m, first=Moment(None, m.pointer.month)), course)
    if course.is_news:
        return pointed(m.pointer, Moment(year), Tense.UNKNOWN) if year is not None else None
    told = course.told if course.near(s) and tense_at(s.text, m.start, m.end, w) is Tense.PAST else None
    is_before = told is not None and told.month and m.pointer.month < told.month
    return pointed(m.pointer, Moment(told.year), Tense.UNKNOWN) if told is not None and not is_before else None

"""Days that are pointed at, worked out: from the day of the text, from the day told before, from the event's days."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.course import Course, Dated
from server.engine.writing.dates.doubts import is_in_case, same_week, tells_of_scene
from server.engine.writing.dates.moments import Bound, Mention, Moment, Pointer, Turn
from server.engine.writing.dates.months_told import in_month, month_told
from server.engine.writing.dates.nearest_years import by_tense
from server.engine.writing.dates.pointing import following, pointed
from server.engine.writing.dates.tenses import Tense, is_habit, is_reported_plan, tense, tense_at
from server.engine.writing.dates.told_days import from_told
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

_IF = re.compile(r"\b(?:if|unless|provided|wenn|falls|si|se)\b", re.IGNORECASE)
_FOR = re.compile(r"for\b", re.IGNORECASE)
"""What is called or fixed for a day is still to come."""
_SINCE = re.compile(r"since\b", re.IGNORECASE)
_STATE = re.compile(r"(?:by|from|until|till)\b", re.IGNORECASE)
"""Before "the 18th": it is of the month told, and of no other."""
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
_OF_TOLD = frozenset({Turn.FOLLOWING, Turn.PRECEDING, Turn.THAT, Turn.OF_TOLD})
_BESIDE_CLOCK = _OF_TOLD | {Turn.CLOCK}
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
        is_alone = m is ms[0] and all(_leaves_hour(o) for o in ms)
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
    elif m.pointer.turn in _OF_TOLD:
        return from_told(s, m, local=local, course=course, tense=told_as, standing=standing)
    elif m.pointer.turn is Turn.NTH:
        found = _nth_day(analysis, s, m, course)
    elif m.pointer.turn is Turn.DAY and (at := _day_told(s, m, near, local=local, course=course, tense=told_as)):
        found, origin = at
    elif course.now.day:
        away = near is not None and m.pointer.turn is Turn.NEAR and not same_week(near, course.now)
        away = away or (m.pointer.turn is Turn.NEAR and tells_of_scene(s.text, course))
        found = None if away and told_as is Tense.PAST else pointed(m.pointer, course.now, told_as)
    elif near is not None and told_as is Tense.PAST:
        found, origin = following(m.pointer, near), course.told_at
    return Dated(s.id, m, found, None, True, False, standing, origin) if found is not None else None


def _leaves_hour(m: Mention) -> bool:
    """Whether another date of its sentence leaves an hour to the day told before: "stopped at 1.52 until VE Day"."""
    return m.bound is Bound.UNTIL or (m.pointer is not None and m.pointer.turn in _BESIDE_CLOCK)


def _day_told(
    s: Sentence, m: Mention, near: Moment | None, *, local: Sequence[Dated], course: Course, tense: Tense
) -> tuple[Moment | None, int] | None:
    """A day of the month that was told, and the sentence that has it; None where it is seen from the text's own day."""
    if m.pointer is None:
        return None
    inside = in_month(m.pointer, month_told(s, local, course), tense) or _day_ahead(m.pointer, near, course, tense)
    if inside is not None:
        return inside, course.told_at if not local else s.id
    elsewhere = near is not None and near.month != course.now.month
    # "They met again on the twelfth": of the old days of which somebody tells
    of_old = course.is_spoken and tense is Tense.PAST and course.is_of_old_days
    is_other = elsewhere or of_old or _STATE.match(s.text[m.start : m.end]) is not None
    return (None, -1) if is_other else None


def _day_ahead(p: Pointer, near: Moment | None, course: Course, tense: Tense) -> Moment | None:
    """The day of the month that was just told of as still to come: "a week from the 11th of August … on the 15th"."""
    is_ahead = near is not None and course.now.year is not None and near.order > course.now.order
    if near is None or not is_ahead or tense not in {Tense.PRESENT, Tense.FUTURE} or p.weekday >= 0:
        return None
    found = replace(near, day=p.count, hour=-1, minute=0, part="")
    return found if found.is_real and p.count > near.day else None


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

"""The year of a month that goes on from one told just before it in the same telling."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.looking_back import lay_before
from server.engine.writing.dates.moments import SEASON_MONTHS, Bound, Mention, Moment, Pointer, Reference, weekday
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

_ARTICLE = re.compile(r"\b(?:in|by|until|till|before) the $", re.IGNORECASE)
_ENDS = re.compile(r"(?=[,.;:)]|$| (?:and|but|when|because|after|before)\b)")
"""Behind "the December", which is then the month and no part of a noun: "the December issue"."""
LATE, EARLY = 9, 4
"""Months of an autumn and of the spring after it: a telling that goes on from one to the other crosses the year."""
_SCENE, _MONTHS = 40, 6
"""Sentences and months through which a telling goes on from a day."""
_IN_ASIDE = re.compile(r", (?:which|who|whose|where)\b[^,]*$")
_GOES_ON = frozenset({Bound.AT, Bound.NONE, Bound.UNTIL})


def told_before(s: Sentence, course: Course, *, reach: int = NEAR) -> Moment | None:
    """What was told just before a sentence in its paragraph, and was over then."""
    is_near = course.told_in == s.paragraph and 0 < s.id - course.told_at <= reach
    told = course.told if is_near and not course.is_ahead else None
    return told if told is not None and told.year is not None and told.width == 1 else None


def year_by_article(
    s: Sentence, m: Mention, *, local: Sequence[Dated], course: Course, w: DateWords, tense: Tense
) -> int | None:
    """The year of "the December": the one after what was told, or the one before it for what had been.

    Without an article it is only that of what lay before a day: "He died on 2 January 1949; he had seen it in May".
    """
    is_month = bool(m.first.month) and not m.first.day and m.last is None
    if w.code != "en" or not is_month or tense is not Tense.PAST:
        return None
    told = local[-1].last or local[-1].first if local else told_before(s, course)
    if told is None or told.year is None or told.width > 1:
        return None
    begun = month_begun(told)
    if _ARTICLE.search(s.text[: m.core]) is None or _ENDS.match(s.text[m.end :]) is None:
        lay = not local and bool(told.day) and 0 < begun < m.first.month and lay_before(s.text, m, w)
        return told.year - 1 if lay else None
    if re.search(w.perfect_past, s.text, re.IGNORECASE):
        return told.year - (m.first.month > begun) if begun else None
    return told.year + (m.first.month < begun)


def year_within(
    analysis: Analysis, s: Sentence, m: Mention, *, course: Course, w: DateWords, tense_here: Tense
) -> int | None:
    """The year of a day or month that goes on from an old one told in its paragraph, in a text with a day of its own.

    A day of the week that fits that year settles it; else a month has to lie after the one that was told.
    """
    told = told_before(s, course, reach=2 * NEAR) if course.is_spoken or course.is_letter else None
    if told is None or told.year is None or told.year >= (course.now.year or 0) - 1:
        return None
    is_past = tense_here is Tense.PAST and not re.search(w.perfect_past, s.text, re.IGNORECASE)
    if not is_past or m.bound not in _GOES_ON:
        return None
    begun = month_begun(course.begun) if course.is_stretch and course.begun is not None else month_begun(told)
    if m.weekday >= 0 and m.first.day:
        fits = weekday(replace(m.first, year=told.year)) == m.weekday and m.first.month >= begun
        return told.year if fits else None
    between = analysis.sentences[course.told_at + 1 : s.id]
    if any(tense(o.text, w) in {Tense.PRESENT, Tense.FUTURE} for o in between):
        return None
    if told.month >= LATE and m.first.month <= EARLY:
        return told.year + 1
    is_later = m.first.month >= begun if course.is_stretch or not told.month else m.first.month > begun
    return told.year if is_later else None


def year_going_on(
    analysis: Analysis, s: Sentence, m: Mention, *, local: Sequence[Dated], course: Course, tense: Tense
) -> int | None:
    """The year of what goes on from an old date: from one in the same sentence, else from one in its paragraph."""
    if any(_is_this_year(d) for d in local):
        return course.now.year
    if local:
        return _year_beside(s, m, local, course) if tense is Tense.PAST else None
    return year_within(analysis, s, m, course=course, w=date_words(analysis.rules.code), tense_here=tense)


def _is_this_year(d: Dated) -> bool:
    """Whether a date is "this year", of which a day told with it is one."""
    offset = d.mention.offset
    return offset is not None and offset.reference is Reference.NOW and (offset.count, offset.unit) == (0, "year")


def _year_beside(s: Sentence, m: Mention, local: Sequence[Dated], course: Course) -> int | None:
    """The year of the date that was told before in the same sentence of a report on later news."""
    last = local[-1]
    is_old = last.last is None and not last.is_resolved and (last.first.year or 0) < (course.now.year or 0)
    opens = not last.mention.start and not last.first.month  # "In 2020 it was dry for most of June"
    begun = month_begun(last.first)
    is_later = begun <= m.first.month if last.first.part else begun < m.first.month
    follows = begun > 0 and is_later and _IN_ASIDE.search(s.text[: last.mention.start]) is None
    return last.first.year if is_old and (opens or follows) else None


def month_told(s: Sentence, local: Sequence[Dated], course: Course) -> Moment | None:
    """The month of which "the 12th" is, as what was told before it in its paragraph leaves it."""
    if local:
        return local[-1].first if local[-1].first.month else None
    told = course.told if course.told_in == s.paragraph and s.id - course.told_at <= NEAR else None
    begun = course.begun if course.is_stretch else None
    if told is not None and begun is not None and (begun.year, begun.month) == (told.year, told.month):
        told = begun  # "from the 3rd to the 9th": a day after it may be one of them
    return told if told is not None and told.month and not course.is_ahead else None


def in_month(p: Pointer, told: Moment | None, tense: Tense) -> Moment | None:
    """The day of a month that goes on from a date told; nothing where it lies before it."""
    if told is None:
        return None
    found = replace(told, day=p.count, hour=-1, minute=0, part="")
    right = found.is_real and tense in {Tense.PAST, Tense.UNKNOWN} and p.weekday in {-1, weekday(found)}
    return found if right and (not told.day or p.count > told.day) else None


def year_of_scene(s: Sentence, m: Mention, *, course: Course, w: DateWords) -> int | None:
    """The year of a day in the months after the one day with which a long telling began, where it names no other."""
    day = course.day if 0 < s.id - course.day_at <= _SCENE else None
    if day is None or day.year is None or not m.first.day or m.last is not None:
        return None
    if (m.first.month - day.month) % 12 > _MONTHS or re.search(w.perfect_past, s.text, re.IGNORECASE):
        return None
    return day.year + ((m.first.month, m.first.day) < (day.month, day.day))


def month_begun(told: Moment) -> int:
    """The month of what was told, or the first of its season; 0 where it has neither."""
    return told.month or SEASON_MONTHS.get(told.part, 0)

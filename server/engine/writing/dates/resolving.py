"""Dates of a whole source: what a sentence leaves out comes from the dates before it, or from the day of the text.

Where the text doesn't settle a date, there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.domain.sources import Block, Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.births import aged, titled
from server.engine.writing.dates.centuries import in_century
from server.engine.writing.dates.counting import counted, outlives
from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.doubts import (
    in_brackets,
    is_aside,
    is_birth_aside,
    is_in_case,
    is_notice,
    is_of_no_year,
    is_spoken,
    leaves_year_open,
    same_week,
    scene_of,
    tells_of_scene,
)
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound, Mention, Moment, Reference, Turn
from server.engine.writing.dates.months_told import in_month, month_told
from server.engine.writing.dates.pointing import besides, following, pointed, pointing
from server.engine.writing.dates.programmes import event_days, event_span
from server.engine.writing.dates.rules import gives_rules
from server.engine.writing.dates.salutations import is_of_letters
from server.engine.writing.dates.standing import is_compared, is_of_thing, lay_before, names_thing, stands
from server.engine.writing.dates.stretches import as_stretch, until
from server.engine.writing.dates.tenses import Tense, is_habit, is_reported_plan, is_rule, tense_at
from server.engine.writing.dates.text_days import DayHead, dateline_end, day_heads, day_of, imprints
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words
from server.engine.writing.dates.working_months import is_counted_stretch, over_new_year
from server.engine.writing.dates.years import by_tense, year_of
from server.engine.writing.dates.years_above import YearsAbove, season_of

_NEWS = 0.34
"""Part of sentences with a year from which a text tells history, and a bare month belongs to the year told last."""
_RECENT = 3
"""Years before the day of the text that still are its own time."""
_HEAD_BLOCKS = 12
_FEW = 3
"""Dates, and years after the day at its head, by which it is seen that a text was written later."""
_APPOSED = 2
_BESIDE = 4
"""Characters between a day and the year that is counted for it."""
_ON_A = re.compile(r",? on an? (?:[a-z]+ )?[A-Z][a-z]+day(?: [a-z]+)?,?\s*")
"""Between the year that is counted and its month: "five years later, on a Saturday in November"."""
_BEHIND = re.compile(r"\s*,\s*")
_OPENING = 2
"""Sentences at the start of a report."""
_MINE = re.compile(r"(?:(?:In|On|At|One) [^,;]{3,40},? )?(?:I|We) (?!was born|were born)[a-z]+\b")
"""How a sentence begins in which the teller did something."""
_IF = re.compile(r"\b(?:if|unless|provided|wenn|falls|si|se)\b", re.IGNORECASE)
_FOR = re.compile(r"for\b", re.IGNORECASE)
"""What is called or fixed for a day is still to come."""
_THEN = re.compile(r"(?:^|[;,] (?:and |but )?)(?:in|during|throughout) the (?:[a-z-]+ ){1,3}$", re.IGNORECASE)
"""Before "of 1911", where a clause begins with when it was: "In the drought of 1911"."""
_OF = re.compile(r"(?:of|de|del|von|vom|du|do|da)\b", re.IGNORECASE)


def dated(analysis: Analysis) -> tuple[Dated, ...]:
    """Every date of the sources that can be worked out, sentence by sentence."""
    code = analysis.rules.code
    out: list[Dated] = []
    for index, source in enumerate(analysis.sources):
        own = [s for s in analysis.sentences if s.source == index]
        out += _of_source(analysis, own, source, code)
    return tuple(out)


def _of_source(  # noqa: PLR0912, PLR0915
    analysis: Analysis, own: Sequence[Sentence], source: Source, code: str
) -> list[Dated]:
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
    of_event = event_days(source, code)
    span = event_span(source, code)
    programme = programme or ((span[0].year or 0) if span is not None else 0)
    rules = gives_rules(source, words) and (now.month > 0 or now.year is None)  # not those of one season

    said = [m.first.year for _, ms in found for m in ms if m.first.year is not None]
    if now.year is not None and not source.published and 2 * sum(y > now.year + _FEW for y in said) > len(said) > _FEW:
        now, is_news = Moment(None), False  # a day that the text's first lines only tell of

    season = season_of(source) if not source.published else None
    latest = max(said, default=None)

    def begun(under: DayHead | None = None) -> Course:
        if under is not None:
            return Course(under.moment, is_news=True, programme=programme, latest=latest, season=season)
        made = Course(now, is_news, rules, programme=programme, of_event=of_event, latest=latest, season=season)
        made.scene, made.is_spoken, made.is_letter = scene_of(source, code), is_spoken(source), is_of_letters(source)
        made.is_of_no_year = now.year is None and is_of_no_year(source, code)
        return made

    course = begun()
    overs = YearsAbove(source)
    above: Block | None = None
    head: DayHead | None = None
    births = titled(source, own)
    born = re.compile(date_words(code).born, re.IGNORECASE)
    out: list[Dated] = []
    for s, ms in found:
        under = next((h for h in heads if h.start <= s.start < h.end), None)
        if under is not head:
            course = begun(under)
            head = under
        over = overs.at(s.start)
        course.above = over.year if over is not None else None
        if s.section != course.section:
            course.section = s.section
            course.told_at = min(course.told_at, s.id - NEAR)
            course.year = None if course.is_loose_year else course.year
            course.day = None
        if over is not None and over.opens_heading(source) and over.block is not above:
            course.told, course.told_at, course.told_in = Moment(over.year), s.id, s.paragraph
            course.is_stretch = course.is_ahead = False
        above = over.block if over is not None else None
        local: list[Dated] = []
        for m in ms:
            one = _worked_out(analysis, s, m, ms=ms, local=local, course=course, births=births, before=out)
            if one is not None:
                local.append(one)
        local = as_stretch(s, local) if of_event else local
        local = until(s, local)
        if local and not any(d.stands for d in local):
            local = [
                replace(d, stands=True) if d.mention.bound is Bound.START or _is_named_by(s, d) else d
                for d in local
                if not names_thing(s.text, d.mention)
            ]
        standing = [d for d in local if d.stands]
        _remember(course, s, standing, words)
        states = {Bound.SINCE, Bound.UNTIL, Bound.BY}
        if any(m.first.year is not None for m in ms):
            whole = [d.first for d in standing if d.first.day and not d.is_resolved]
            course.day, course.day_at = (whole[-1] if whole else None), s.id
        if standing:
            course.named, course.named_at = standing[-1].last or standing[-1].first, s.id
        points = [
            d
            for d in standing
            if d.mention.bound not in states
            and not outlives(d)
            and not is_attribute(s, d)
            and not lay_before(s.text, d.mention, words)
            and not is_birth_aside(s.text, d.mention)
        ]
        if in_brackets(source, s):
            points = []
        if points and all(is_aside(s.text, d.mention) for d in points) and (course.is_news or course.near(s)):
            course.aside_at, points = s.id, []
        if leaves_year_open(s, ms, local):
            course.open_at = s.id
        if len(standing) == 1 and not points and is_attribute(s, standing[0]):
            course.loose, course.loose_at = standing[0].first, s.id
        before_all = course.year is not None and re.search(words.perfect_past, s.text, re.IGNORECASE)
        had_been = [d for d in standing if before_all or lay_before(s.text, d.mention, words)]
        if len(had_been) == len(standing) == 1:
            course.lay, course.lay_at = had_been[0].last or had_been[0].first, s.id
        if points and not before_all:
            course.is_stretch = points[-1].last is not None
            course.told, course.told_at = points[-1].last or points[-1].first, s.id
            course.begun = points[-1].first
            is_over = (course.told.year or 0) < (course.now.year or 0)
            course.is_ahead = not is_over and bool(re.search(words.future, s.text, re.IGNORECASE))
            course.told_in = s.paragraph
        births += aged(s, course) if code == "en" else []
        if standing and born.search(s.text) and not standing[0].is_resolved:
            births.append((standing[0].first, s))
        out += local
        course.days += [d.first for d in local if d.first.day and d.first.year is not None]
    return out


def _remember(course: Course, s: Sentence, standing: Sequence[Dated], w: DateWords) -> None:
    """Set the year of a memory where a sentence says it, and end it where another year is told."""
    years = {d.first.year for d in standing if not d.is_resolved and d.first.width == 1}
    if len(years) == 1 and re.match(rf"(?:{w.it_was}) (?:[^\d,;]{{0,20}})\d{{4}}\b", s.text, re.IGNORECASE):
        course.year, course.year_at, course.month = standing[0].first.year, s.id, standing[0].first.month
        course.is_loose_year = False
    elif len(years) == 1 and _MINE.match(s.text) and not re.search(w.perfect_past, s.text, re.IGNORECASE):
        course.year, course.year_at, course.month = standing[-1].first.year, s.id, standing[-1].first.month
        course.is_loose_year = True
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


def _worked_out(  # noqa: PLR0911, PLR0912
    analysis: Analysis,
    s: Sentence,
    m: Mention,
    *,
    ms: Sequence[Mention],
    local: Sequence[Dated],
    course: Course,
    births: Sequence[tuple[Moment, Sentence]],
    before: Sequence[Dated],
) -> Dated | None:
    standing = stands(s.text, m, ms)
    if m.pointer is not None:
        return _pointed_at(analysis, s, m, local=local, course=course, standing=standing)
    if m.offset is None and m.first.year is not None:
        last = m.last
        return Dated(s.id, m, m.first, last, is_approximate=m.is_approximate, stands=standing)
    if m.short >= 0:
        settled = in_century(m, s.id, local=local, course=course)
        return Dated(s.id, m, settled, None, True, m.is_approximate, standing) if settled is not None else None
    if m.offset is None:
        if is_notice(s, m, course, date_words(analysis.rules.code)):
            return None
        narrowed = next((o for o in ms if _narrows(m, o, s.text)), None)
        if narrowed is not None and narrowed.offset is not None and narrowed.offset.unit == "year":
            # "on 3 May in the year after"
            w = date_words(analysis.rules.code)
            if is_habit(s.text, m.start, m.end, w) or is_rule(s.text, m.start, m.end, w):
                return None
            others = [o for o in ms if o is not m]
            whole = _worked_out(
                analysis, s, narrowed, ms=others, local=local, course=course, births=births, before=before
            )
            first = replace(m.first, year=whole.first.year) if whole is not None else None
            return replace(whole, mention=m, first=first) if whole is not None and first is not None else None
        year, origin = year_of(analysis, s, m, ms=ms, local=local, course=course)
        if year is None:
            return None
        first = m.in_year(year)
        last = None
        if m.last is not None:
            last = replace(m.last, year=year if m.last.year is None else m.last.year)
            if last.order < first.order:
                over = over_new_year(first, last, m, course) if m.first.day or is_counted_stretch(m, s.text) else None
                if over is None:
                    return None
                first, last = over
        return Dated(s.id, m, first, last, True, m.is_approximate, standing, origin)
    if m.offset.unit == "year" and any(_narrows(o, m, s.text) for o in ms):
        return None
    explicit = [o for o in ms if o.first.year is not None]
    if m.offset.reference is Reference.TOLD and any(_BEHIND.fullmatch(s.text[o.end : m.start]) for o in explicit):
        return None  # "on 15 March 2021, thirteen months later" counts from what lay before
    if m.offset.reference in {Reference.WORDS, Reference.BIRTH} and explicit:
        return None
    if (
        any(_explains(s.text, m, o, date_words(analysis.rules.code)) for o in explicit)
        and m.offset.reference is not Reference.NOW
    ):
        return None
    return counted(analysis, s, m, local=local, course=course, births=births, before=before, standing=standing)


def _narrows(day: Mention, counted: Mention, text: str) -> bool:
    """Whether a day or month without a year stands beside the year that is counted for it."""
    bare = day.offset is None and day.pointer is None and day.first.year is None and day.last is None
    apart = max(counted.start - day.end, day.start - counted.end)
    between = text[min(counted.end, day.end) : max(counted.start, day.start)]
    beside = 0 <= apart <= _BESIDE or _ON_A.fullmatch(between) is not None
    return bare and counted.offset is not None and beside


def _explains(text: str, m: Mention, later: Mention, w: DateWords) -> bool:
    """Whether a date says what one before it means: "ten years later, in 1803"; a new verb or noun between doesn't."""
    between = text[m.end : later.start]
    if later.core < m.core or len(between.split()) <= _APPOSED:
        return later.core > m.core
    is_attribute = bool(_OF.match(text[later.start : later.end])) and not later.first.day
    return not is_attribute and not re.search(rf"(?:;|,? \b(?:{w.joins})\b)", between)


def _pointed_at(
    analysis: Analysis, s: Sentence, m: Mention, *, local: Sequence[Dated], course: Course, standing: bool
) -> Dated | None:
    """A day that counts from the day of the text, else a weekday from the day told just before."""
    w = date_words(analysis.rules.code)
    if m.pointer is None:
        return None
    tense = tense_at(s.text, m.start, m.end, w)
    if _FOR.match(s.text[m.start : m.end]) or is_reported_plan(s.text, m.start, m.end, w):
        tense = Tense.FUTURE
    if m.pointer.turn is Turn.TIMED and not course.of_event:
        return None
    if (Role.ORDER in s.roles and _IF.search(s.text)) or is_in_case(s.text, m, tense):
        return None  # advice, or what is done only if it comes to that
    told = course.told if course.told is not None and course.told.day and course.told_in == s.paragraph else None
    near = told if told is not None and s.id - course.told_at <= 1 else None
    found: Moment | None = None
    origin = -1
    if course.of_event and m.pointer.turn in {Turn.NEAR, Turn.TIMED} and tense is not Tense.PAST:
        is_for = _FOR.match(s.text[m.start : m.end]) is not None  # "stewards for Sunday"
        found = None if is_for else course.of_event.get(m.pointer.weekday)
    elif m.pointer.turn is Turn.NTH:
        found = _nth_day(analysis, s, m, course)
    elif m.pointer.turn is Turn.DAY and (inside := in_month(m.pointer, month_told(s, local, course), tense)):
        found, origin = inside, course.told_at if not local else s.id
    elif course.now.day:
        if m.pointer.turn is Turn.DAY and near is not None and near.month != course.now.month:
            return None
        away = near is not None and m.pointer.turn is Turn.NEAR and not same_week(near, course.now)
        away = away or (m.pointer.turn is Turn.NEAR and tells_of_scene(s.text, course))
        found = None if away and tense is Tense.PAST else pointed(m.pointer, course.now, tense)
    elif near is not None and tense is Tense.PAST:
        found, origin = following(m.pointer, near), course.told_at
    return Dated(s.id, m, found, None, True, False, standing, origin) if found is not None else None


def _nth_day(analysis: Analysis, s: Sentence, m: Mention, course: Course) -> Moment | None:
    """The n-th weekday of the year of the text, or of a month near it."""
    w = date_words(analysis.rules.code)
    if m.pointer is not None and m.pointer.year:
        return pointed(m.pointer, Moment(m.pointer.year), Tense.UNKNOWN)
    if m.pointer is None or is_habit(s.text, m.start, m.end, w):
        return None
    if course.is_rules and tense_at(s.text, m.start, m.end, w) is not Tense.PAST:
        return None
    if not m.pointer.month:
        return pointed(m.pointer, course.now, Tense.UNKNOWN)
    year = by_tense(analysis, s, replace(m, first=Moment(None, m.pointer.month)), course.now)
    if course.is_news:
        return pointed(m.pointer, Moment(year), Tense.UNKNOWN) if year is not None else None
    told = course.told if course.near(s) and tense_at(s.text, m.start, m.end, w) is Tense.PAST else None
    is_before = told is not None and told.month and m.pointer.month < told.month
    return pointed(m.pointer, Moment(told.year), Tense.UNKNOWN) if told is not None and not is_before else None


def _is_named_by(s: Sentence, d: Dated) -> bool:
    """Whether a date belongs to a noun that is told of, and not only to a thing with which something is done."""
    return is_attribute(s, d) and not is_of_thing(s.text, d.mention)


def is_attribute(s: Sentence, d: Dated) -> bool:
    """Whether a date belongs to a noun: "an inventory of 2016"."""
    said = s.text[d.mention.start : d.mention.end]
    is_then = _THEN.search(s.text[: d.mention.start]) is not None
    return bool(_OF.match(said)) and not d.first.month and not is_then and not is_compared(s.text, d.mention)

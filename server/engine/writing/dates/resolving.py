"""Dates of a whole source: what a sentence leaves out comes from the dates before it, or from the day of the text.

Where the text doesn't settle a date, there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from server.domain.sources import Block, Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.added_notes import dated_notes
from server.engine.writing.dates.attributes import is_attribute, is_attributive, is_named_by
from server.engine.writing.dates.births import age_beside, aged, answered, titled
from server.engine.writing.dates.bounding import put_off_to
from server.engine.writing.dates.centuries import in_century
from server.engine.writing.dates.counting import counted, outlives
from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.doubts import (
    in_brackets,
    is_aside,
    is_birth_aside,
    is_notice,
    is_of_no_year,
    is_spoken,
    leaves_year_open,
    scene_of,
)
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.dates.log_hours import log_hours
from server.engine.writing.dates.looking_back import lay_before
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound, Mention, Moment, Reference
from server.engine.writing.dates.month_days import day_of_month, is_of_month
from server.engine.writing.dates.pointed_days import pointed_at
from server.engine.writing.dates.pointing import besides, pointing
from server.engine.writing.dates.programmes import event_days, event_span
from server.engine.writing.dates.reported_years import end_of_year_reported
from server.engine.writing.dates.rules import gives_rules
from server.engine.writing.dates.salutations import is_of_letters
from server.engine.writing.dates.standing import names_thing, stands
from server.engine.writing.dates.stretches import as_stretch, until
from server.engine.writing.dates.tenses import Tense, is_habit, is_rule, tense
from server.engine.writing.dates.text_days import dateline_end, day_heads, day_of, imprints
from server.engine.writing.dates.told_years import told_years
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.weekdays_told import FROM_DAY, weekday_told
from server.engine.writing.dates.words import date_words
from server.engine.writing.dates.working_months import is_counted_stretch, over_new_year
from server.engine.writing.dates.years import year_of
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
_OF_THE = re.compile(r"\s(?:dell['’]|de l['’]|de |del |do |des |der |du )")
"""Between a month and the year that is counted, in other languages: "nel novembre dell'anno seguente"."""
_BEHIND = re.compile(r"\s*,\s*")
_OPENING = 2
"""Sentences at the start of a report."""
_MINE = re.compile(r"(?:(?:In|On|At|One) [^,;]{3,40},? )?(?:I|We) (?!was born|were born)[a-z]+\b")
"""How a sentence begins in which the teller did something."""
_YEAR_TOLD = re.compile(r"(?:It|That|This) was (?:in )?the year (?:of|in|when|that|about) [^\d;.]{3,40}\d{4}\b")
"""How a memory sets its year: "That was in the year of which I want to tell, 1932"."""
_OURS = re.compile(r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur)\b")
_MINE_MOST = 10
"""A report has less than one of so many sentences in which somebody tells of himself."""


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
    is_programme = bool(heads) and heads[0].is_row
    if is_programme and now.year is None:
        now = Moment(heads[0].moment.year, heads[0].moment.month)
    lines = [(b.start, b.end) for b in (h.block for h in heads)]
    added = list(dated_notes(source, code)) if heads else []
    notes = [DayHead(b, b.start, end, day, True, b) for b, _, end, day in added]
    lines += [(b.start, opened) for b, opened, _, _ in added]
    hours = log_hours(source, heads)
    lines += [*imprints(source, code), *hours]
    lines += [(b.start, dateline_end(source, b, code)) for b in source.blocks[:_HEAD_BLOCKS]]
    words = date_words(code)
    found: list[tuple[Sentence, tuple[Mention, ...]]] = []
    for s in own:
        if Role.TABLE not in s.roles:
            exact = [put_off_to(s.text, m) for m in mentions(s.text, code)]
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
    year_end = end_of_year_reported(source, code)
    latest = max(said, default=None)

    of_telling = told_years(found, now, words) if season is None else {}
    period = _period(m for _, ms in found for m in ms)

    def begun(under: DayHead | None = None) -> Course:
        if under is not None:
            made = Course(under.moment, is_news=True, programme=programme, latest=latest, season=season)
            made.of_event = of_event if under.moment in of_event.values() else {}
            made.is_by_clock = is_report and not (under.is_run_in or under.place or under.last)
            if is_programme:
                made.enter_row(under, heads[0].moment)
            return made
        made = Course(now, is_news, rules, programme=programme, of_event=of_event, latest=latest, season=season)
        made.scene, made.is_spoken, made.is_letter = scene_of(source, code), is_spoken(source), is_of_letters(source)
        made.period = period if now.year is None else None
        made.year_end = year_end
        made.years = of_telling
        made.is_of_no_year = now.year is None and is_of_no_year(source, code)
        return made

    is_report = len(own) > _MINE_MOST * sum(_OURS.search(s.text) is not None for s in own)
    course = begun()
    overs = YearsAbove(source)
    above: Block | None = None
    head: DayHead | None = None
    births = titled(source, own)
    born = re.compile(date_words(code).born, re.IGNORECASE)
    out: list[Dated] = []
    for s, ms in found:
        under = next((h for h in (*heads, *notes) if h.start <= s.start < h.end), None)
        if under is not head:
            before = course
            course = begun(under)
            if course.told is not None:
                course.told_at, course.told_in, course.section = s.id - 1, s.paragraph, s.section
            if under is None and before.is_by_clock:  # a report goes on from the day under whose heading it told
                course.told, course.told_at, course.told_in = before.told or before.now, s.id - 1, s.paragraph
                course.is_of_no_year = False
            head = under
        over = overs.at(s.start) if not hours else None
        is_reported = over is not None and year_end is not None and over.year == year_end.year
        course.above = over.year if over is not None and not is_reported else None
        if s.section != course.section:
            course.section, course.clock_day = s.section, None
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
                replace(d, stands=True) if d.mention.bound is Bound.START or is_named_by(s, d) else d
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
            course.is_bound = standing[-1].mention.bound in {Bound.UNTIL, Bound.BY}
        elif len(local) == 1 and local[0].mention.bound in {Bound.BEFORE, Bound.AFTER} and not local[0].is_resolved:
            course.named, course.named_at = local[0].first, s.id  # "Before 1789 there was a farm. In that year …"
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
        days = [d for d in points if d.first.day and d.last is None]
        if days and under is None and not before_all and tense(s.text, words) is Tense.PAST:
            course.clock_day, course.clock_at = days[-1].first, s.id
        if points and not before_all:
            course.is_stretch = points[-1].last is not None
            course.told, course.told_at = points[-1].last or points[-1].first, s.id
            course.begun = points[-1].first
            is_over = (course.told.year or 0) < (course.now.year or 0)
            course.is_ahead = not is_over and bool(re.search(words.future, s.text, re.IGNORECASE))
            course.told_in = s.paragraph
        births += aged(s, course) if code == "en" else []
        births += answered(analysis, s, births, standing[0].first) if code == "en" and standing else []
        if standing and born.search(s.text) and not standing[0].is_resolved:
            births.append((standing[0].first, s))
        out += local
        for d in local:
            course.days += [m for m in (d.first, d.last) if m is not None and m.day and m.year is not None]
    return out


def _remember(course: Course, s: Sentence, standing: Sequence[Dated], w: DateWords) -> None:
    """Set the year of a memory where a sentence says it, and end it where another year is told."""
    years = {d.first.year for d in standing if not d.is_resolved and d.first.width == 1}
    is_set = re.match(rf"(?:{w.it_was}) (?:[^\d,;]{{0,20}})\d{{4}}\b", s.text, re.IGNORECASE) or (
        w.code == "en" and _YEAR_TOLD.match(s.text)
    )
    if len(years) == 1 and is_set:
        course.year, course.year_at, course.month = standing[0].first.year, s.id, standing[0].first.month
        course.is_loose_year = False
    elif len(years) == 1 and _MINE.match(s.text) and not re.search(w.perfect_past, s.text, re.IGNORECASE):
        course.year, course.year_at, course.month = standing[-1].first.year, s.id, standing[-1].first.month
        course.is_loose_year = True
    elif years - {course.year} and not re.search(w.perfect_past, s.text, re.IGNORECASE):
        course.year = None


def _period(ms: Iterable[Mention]) -> tuple[Moment, Moment] | None:
    """The one stretch of days within a year that a text names."""
    spans = {
        (m.first, m.last) for m in ms if m.last is not None and m.first.day and m.last.day and m.first.year is not None
    }
    spans = {(a, z) for a, z in spans if a.year == z.year}
    return spans.pop() if len(spans) == 1 else None


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
    if m.pointer is not None and is_of_month(m.pointer):
        return day_of_month(analysis, s, m, local=local, course=course, standing=standing)
    if m.pointer is not None and m.pointer.turn in FROM_DAY:
        return weekday_told(s, m, local=local, course=course, w=date_words(analysis.rules.code), standing=standing)
    if m.pointer is not None:
        return pointed_at(analysis, s, m, ms=ms, local=local, course=course, standing=standing)
    if m.offset is None and m.first.year is not None:
        last = m.last
        return Dated(s.id, m, m.first, last, is_approximate=m.is_approximate, stands=standing)
    if m.short >= 0:
        settled = in_century(m, s.id, local=local, course=course)
        return Dated(s.id, m, settled, None, True, m.is_approximate, standing) if settled is not None else None
    if m.offset is None:
        if is_notice(s, m, course, date_words(analysis.rules.code)):
            return None
        narrowed = next((o for o in ms if _narrows(m, o, s.text) and not _is_age(o)), None)
        if narrowed is not None and narrowed.offset is not None and narrowed.offset.unit == "year":
            # "on 3 May in the year after"
            w = date_words(analysis.rules.code)
            again = is_habit(s.text, m.start, m.end, w) or is_rule(s.text, m.start, m.end, w)
            if again and _OF_THE.fullmatch(s.text[m.end : narrowed.start]) is None:
                return None
            others = [o for o in ms if o is not m]
            whole = _worked_out(
                analysis, s, narrowed, ms=others, local=local, course=course, births=births, before=before
            )
            first = m.in_year(whole.first.year) if whole is not None and whole.first.year is not None else None
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
    if m.offset.unit in {"week", "month"} and any(
        o.pointer is not None and _BEHIND.fullmatch(s.text[m.end : o.start]) for o in ms
    ):
        return None  # "next week, on the 28th" is that day only
    if m.offset.reference in {Reference.WORDS, Reference.BIRTH} and explicit:
        grown = age_beside(s.text, m, explicit)
        return Dated(s.id, m, grown, None, True, True, standing) if grown is not None else None
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
    beside = 0 <= apart <= _BESIDE or _ON_A.fullmatch(between) is not None or _OF_THE.fullmatch(between) is not None
    return bare and counted.offset is not None and beside


def _is_age(m: Mention) -> bool:
    """Whether it counts from a birth: "on 29 September, aged 93" says nothing of the year of that day."""
    return m.offset is not None and m.offset.reference is Reference.BIRTH


def _explains(text: str, m: Mention, later: Mention, w: DateWords) -> bool:
    """Whether a date says what one before it means: "ten years later, in 1803"; a new verb or noun between doesn't."""
    between = text[m.end : later.start]
    if later.core < m.core or len(between.split()) <= _APPOSED:
        return later.core > m.core
    is_of = is_attributive(text, later) and not later.first.day
    return not is_of and not re.search(rf"(?:;|,? \b(?:{w.joins})\b|, (?:but|which|while)\b)", between)

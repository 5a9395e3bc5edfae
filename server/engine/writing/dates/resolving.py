"""Dates of a whole source: what a sentence leaves out comes from the dates before it, or from the day of the text.

Where the text doesn't settle a date, there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from server.domain.sources import BlockKind, Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import (
    SEASON_LENGTH,
    SEASON_MONTHS,
    Bound,
    Mention,
    Moment,
    Reference,
    moved,
    next_season,
    weekday,
)
from server.engine.writing.dates.standing import stands
from server.engine.writing.dates.words import date_words

_NEAR = 3
"""Sentences back to which "three years later" may reach."""
_NEWS = 0.34
"""Part of sentences with a year from which a text tells history, and a bare month belongs to the year told last."""
_RECENT = 3
"""Years before the day of the text that still are its own time."""
_HEAD_WORDS = 40
_DATELINE = re.compile(
    r"[A-ZÀ-Þ][A-ZÀ-Þ .'’/-]{2,40}(?:, [A-Z][\w .]{2,30})?(?:,| \()? ?(?P<day>[^.:–—]{6,24}?)\)? ?[.:–—]"
)
"""Where and when a report was written, before its first words: "CORRIN, 11 June 2026."."""
_RECORD = re.compile(
    r"\b(?:minutes|meeting|transcript|protokoll|sitzung|niederschrift|procès-verbal|compte rendu|réunion|acta|reunión"
    r"|verbale|riunione|ata|reunião)\b",
    re.IGNORECASE,
)
"""A heading with a day that is the text's own: "Minutes of the meeting of 7 October 2024"."""
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
    told_in: int = -1
    """The paragraph of it."""
    section: int = -1
    days: list[Moment] = field(default_factory=list)
    """Days with their year, in the order in which they are told."""

    def going_on(self, m: Moment) -> int | None:
        """The year of a day that goes on from one told before: "5 September" after "4 September 2022"."""
        last = next((d for d in reversed(self.days) if d.month == m.month), None)
        if not m.day or last is None or m.day <= last.day:
            return None
        others = {d.year for d in self.days if d.month == m.month}
        return last.year if len(others) == 1 else None

    def near(self, s: Sentence) -> bool:
        """Whether what was told before still is what a sentence counts from."""
        return 0 <= s.id - self.told_at <= _NEAR and (self.told_in == s.paragraph or s.id - self.told_at <= 2)


def day_of(source: Source, code: str) -> Moment:
    """When the source was written, as far as it says so; a year of a title counts, of two it is the last."""
    if source.published:
        found = mentions(source.published[:10], "en")
        if found:
            return found[0].first
    for block in source.blocks[:12]:
        words = source.block_text(block)
        line = _DATELINE.match(words) if block.kind is BlockKind.PARAGRAPH else None
        written = [m.first for m in mentions(line["day"], code) if m.first.day] if line else []
        if written and written[0].year is not None:
            return replace(written[0], hour=-1, minute=0)
        recorded = block.kind is BlockKind.HEADING and _RECORD.search(words) is not None
        head = recorded or block.kind in {BlockKind.BYLINE, BlockKind.CAPTION}
        if not head and (block.kind is not BlockKind.PARAGRAPH or len(words.split()) > _HEAD_WORDS or block.end > 1500):
            continue
        if not head and not re.search(r":|\*\*", words[:40]) and len(words.split()) > 25:
            continue
        days = [m.first for m in mentions(words, code) if m.first.year is not None and m.first.day]
        if days:
            return replace(days[0], hour=-1, minute=0)
    years = [int(y) for y in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", source.title)]
    return Moment(max(years)) if years else Moment(None)


def dated(analysis: Analysis) -> tuple[Dated, ...]:
    """Every date of the sources that can be worked out, sentence by sentence."""
    code = analysis.rules.code
    out: list[Dated] = []
    for index, source in enumerate(analysis.sources):
        own = [s for s in analysis.sentences if s.source == index]
        out += _of_source(analysis, own, source, code)
    return tuple(out)


def _of_source(analysis: Analysis, own: Sequence[Sentence], source: Source, code: str) -> list[Dated]:
    found = [(s, mentions(s.text, code)) for s in own if Role.TABLE not in s.roles]
    years = sum(any(m.first.year is not None for m in ms) for _, ms in found)
    now = day_of(source, code)
    course = _Course(now, is_news=_is_news(now, found, years))
    births: list[tuple[Moment, Sentence]] = []
    born = re.compile(date_words(code).born, re.IGNORECASE)
    out: list[Dated] = []
    for s, ms in found:
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
        states = {Bound.SINCE, Bound.UNTIL, Bound.BY}
        points = [d for d in standing if d.mention.bound not in states and not _is_attribute(s, d)]
        if points:
            course.told, course.told_at = points[-1].last or points[-1].first, s.id
            course.is_ahead = bool(re.search(date_words(code).future, s.text, re.IGNORECASE))
            course.told_in = s.paragraph
        if standing and born.search(s.text) and not standing[0].is_resolved:
            births.append((standing[0].first, s))
        out += local
        course.days += [d.first for d in local if d.first.day and d.first.year is not None]
    return out


def _is_news(now: Moment, found: Sequence[tuple[Sentence, Sequence[Mention]]], years: int) -> bool:
    """Whether a text with a day of its own tells of that time, and not of history."""
    if now.year is None:
        return False
    said = sorted(m.first.year for _, ms in found for m in ms if m.first.year is not None)
    recent = bool(said) and said[len(said) // 2] >= now.year - _RECENT
    return recent or years < _NEWS * max(1, len(found))


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
    if m.offset is None and m.first.year is not None:
        last = m.last
        return Dated(s.id, m, m.first, last, is_approximate=m.is_approximate, stands=standing)
    if m.offset is None:
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
    explicit = [o for o in ms if o.first.year is not None]
    if m.offset.reference is Reference.WORDS and explicit:
        return None
    if any(o.core > m.core for o in explicit) and m.offset.reference is not Reference.NOW:
        return None
    return _counted(analysis, s, m, local=local, course=course, births=births, before=before, standing=standing)


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
    later = [o.first.year for o in ms if o.first.year is not None and o.core > m.core]
    if course.is_news and course.now.year is not None:
        if m.weekday >= 0 and m.first.day:
            near = (course.now.year, course.now.year + 1, course.now.year - 1)
            fits = [y for y in near if weekday(replace(m.first, year=y)) == m.weekday]
            return (fits[0], -1) if fits else (None, -1)
        if course.told_at == s.id - 1 and course.told is not None and course.told.year is not None:
            past = not re.search(date_words(analysis.rules.code).future, s.text, re.IGNORECASE)
            if past and course.told.year < course.now.year - 1 and m.bound is not Bound.SINCE:
                return None, -1
        return _by_tense(analysis, s, m, course.now), -1
    if later or re.search(date_words(analysis.rules.code).future, s.text, re.IGNORECASE):
        return (_by_tense(analysis, s, m, course.now), -1) if not later else (None, -1)
    if course.told is not None and course.told.year is not None and course.near(s):
        if course.is_ahead:  # what has happened by now does not go on from it
            return course.going_on(m.first), -1
        if course.told.month and m.first.month < course.told.month:
            return course.going_on(m.first), -1
        return course.told.year, course.told_at
    return course.going_on(m.first), -1


def _by_tense(analysis: Analysis, s: Sentence, m: Mention, now: Moment) -> int | None:
    """The next such date for what will be, the last one for what was."""
    if now.year is None:
        return None
    if not now.month:
        return now.year
    w = date_words(analysis.rules.code)
    future = bool(re.search(w.future, s.text, re.IGNORECASE)) or m.bound is Bound.BY
    began = m.bound is Bound.SINCE
    here, there = (m.first.month, m.first.day or 15), (now.month, now.day or 15)
    unsaid = not future and not began and not re.search(w.past, s.text, re.IGNORECASE)
    if unsaid and now.day and m.first.day:
        # "It takes effect on 1 January": what is and what is announced is not over.
        return now.year if here >= there else now.year + 1
    if began or not future:
        near = m.first.month - now.month
        ahead = here > there and (began or near > 2 or not now.day)
        if here > there and not ahead and not began:
            return now.year
        return now.year - 1 if ahead else now.year
    return now.year + 1 if here < there and now.month - m.first.month > 3 else now.year


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
    elif local:
        base, origin = local[-1].last or local[-1].first, s.id
    elif course.told is not None and s.id - course.told_at <= _NEAR and not _starts_afresh(analysis, s, course.told_at):
        base, origin = course.told, course.told_at
    if base is None or base.year is None or (offset.season == "winter" and offset.count == 0):
        return None
    if base.width > 1:
        return None
    moment = _moved(base, offset.count, offset.unit, season=offset.season, month=offset.month)
    if moment.year is None or not moment.is_real:
        return None
    vague = m.is_approximate or offset.reference is Reference.BIRTH
    return Dated(s.id, m, moment, None, True, vague, standing, origin)


def _moved(base: Moment, count: int, unit: str, *, season: str, month: int) -> Moment:
    if unit:
        moment = moved(base, count, unit) if count else _within(base, unit)
        return replace(moment, month=month, part=season) if (month or season) and moment.year is not None else moment
    if season:
        if count > 0:
            return next_season(base, season)
        return Moment(base.year, part=season) if count == 0 else Moment(None)
    if month and base.year is not None:
        if count > 0:
            return _next_month(base, base.year, month)
        return Moment(base.year, month) if count == 0 else Moment(None)
    return Moment(None)


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
    return bool(re.match(r"(?:of|de|del|von|vom|du|do|da)\b", said, re.IGNORECASE)) and not d.first.month


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
    hero = any(n in analysis.titles[s.source] for n in names)
    other = re.search(r"\bwhen (?:the|a|an|his|her|their) \w+", said, re.IGNORECASE)
    return hero and not other and bool(re.search(r"\b(?:he|she)\b", s.text, re.IGNORECASE))


def _named_event(analysis: Analysis, s: Sentence, words: str, before: Sequence[Dated]) -> Dated | None:
    """The last dated sentence that tells what is named: "the fire", "her patent"."""
    said = words.split()
    for count in (4, 3, 2):
        wanted = analysis.rules.terms(" ".join(said[:count]))
        for d in reversed(before[-_LOOK_BACK:]) if wanted else ():
            other = analysis.sentences[d.sentence]
            if other.source == s.source and d.stands and wanted <= other.terms:
                return d
    return None

"""Finds the dates that a sentence names: exact, partial, ranges, and those that count from another date."""

from __future__ import annotations

import calendar
import re
from dataclasses import replace

from server.engine.writing.dates.figures import (
    closes_entry,
    is_catalogued,
    is_clock,
    is_count,
    is_number_of,
    opens_entry,
)
from server.engine.writing.dates.grammar import Grammar, grammar, meaning
from server.engine.writing.dates.lives import lives
from server.engine.writing.dates.moments import Bound, Mention, Moment, moved, weekday
from server.engine.writing.dates.offsets import offsets
from server.engine.writing.dates.points import points
from server.engine.writing.dates.tenses import Tense, tense_at
from server.engine.writing.dates.working_months import months_to

_FEBRUARY = 2
_BEFORE = 48
"""Characters before a date in which its preposition is looked for."""
_WEEK_OF = re.compile(
    r"\b(?P<in>in |during |for )?(?:the|that) week (?:of|(?P<on>beginning|commencing|starting|from))(?: on)? "
    r"(?:the )?$",
    re.IGNORECASE,
)
"""Before a day that stands for the seven of its week."""
_CLOCK = re.compile(
    r"^,? (?:at |um |à |a las |alle |às |,)?(?P<h>[01]?\d|2[0-3])[.:h](?P<n>[0-5]\d)(?: ?(?P<half>[ap])\.?m\.?)?(?!\d|[.,]\d|\s?%)"  # noqa: E501
)
_CLOCK_BEFORE = re.compile(
    r"\b(?:at|um|à|a las|alle|às) (?P<h>[01]?\d|2[0-3])[.:h](?P<n>[0-5]\d)(?: Uhr)?,? $", re.IGNORECASE
)


_YEAR_WAS = re.compile(r"\b(?:year|season|summer|winter|spring|autumn) (?:of all |ever |so far )?was $", re.IGNORECASE)
"""Before a year that is told of: "The best year was 1913"."""
_UNTIL_EVENT = re.compile(r" (?:until|till) (?:(?:his|her|their|its|the|[A-Z][\w-]*['’]s?) )(?:[a-z]+ ){1,3}")
"""Between two years of a stretch whose end goes by what happened: "from 1903 until her death in 1941"."""
_AT_MEETING = re.compile(r"\b[Aa]t (?:our|the|its|their) $")
_MEETING = re.compile(
    r" (?:committee |council |board |club |general |public )?(?:meeting|session|rehearsal|concert|auction|market)\b"
)
"""Around a month: "At our April meeting"."""
_FROM_FEAST = re.compile(r"\bfrom [A-Z][\w'’]+(?: [A-Z][\w'’]+)?(?:, (?:the )?| )$")
"""Before the day that begins a stretch: "from Easter Sunday, 12 April, until the end of May"."""
_OF_CLAUSE = re.compile(r" (?:after|before) (?:the|he|she|it|they|his|her|we|I)\b")
"""Behind a month: it counts from what happened then, "by the June after the war ended"."""
_EACH = re.compile(r"\b(?:every|each) $")
"""Before a day that comes each year: "every 11 November"."""
_NOT_UNTIL = re.compile(r"(?:\bnot|n['’]t|\bnever|\bonly) $", re.IGNORECASE)
"""Before "until 1903": it was then."""


def mentions(text: str, code: str) -> tuple[Mention, ...]:
    """The dates of a sentence in its order, none over another. Years that a text leaves out are None.

    Args:
        code: ISO 639-1; six languages are known in full, of others only exact dates.
    """
    g = grammar(code)
    found: list[Mention] = []
    for candidate in points(text, g):
        if not any(candidate.core < m.end and m.core < candidate.end for m in found):
            found.append(candidate)
    found.sort(key=lambda m: m.core)
    placed = [months_to(_whole_week(_prefixed(m, text, g), text), text) for m in found]
    kept = _admitted(placed, text, g)
    joined = _listed(_joined(kept, text, g), text, g)
    counted = list(offsets(text, g))
    joined = [m for m in joined if m.first.year is not None or not any(_narrows(o, m) for o in counted)]
    relative = [m for m in counted if not any(m.start < o.end and o.start < m.end for o in joined)]
    out: list[Mention] = []
    for m in sorted((*joined, *relative), key=lambda m: (m.start, -m.end)):
        if not out or m.core >= out[-1].end:
            out.append(m)
    return tuple(out)


def _narrows(offset: Mention, bare: Mention) -> bool:
    """Whether a month without a year is part of "in May of that year"."""
    return offset.core <= bare.core and bare.end <= offset.end


def _whole_week(m: Mention, text: str) -> Mention:
    """The seven days that "in the week of 11 September 2023" names, from its Monday, or from the day it begins on."""
    named = _WEEK_OF.search(text[: m.core])
    day = weekday(m.first) if named is not None and m.last is None else None
    if named is None or day is None:
        return m
    first = replace(m.first, hour=-1, minute=0) if named["on"] else moved(m.first, -day, "day")
    bound = Bound.AT if named["in"] else m.bound
    return replace(m, start=named.start(), first=first, last=moved(first, 6, "day"), bound=bound)


def _prefixed(m: Mention, text: str, g: Grammar) -> Mention:
    """With the preposition, part and mark of approximation that stand before it, and the clock time after it."""
    offset = max(0, m.core - _BEFORE)
    before = text[offset : m.core]
    found = g.prefix.search(before)
    first, last, end = m.first, m.last, m.end
    clock = _CLOCK.match(text[m.end :]) if m.first.day and last is None else None
    if clock:
        hour = int(clock["h"]) % 12 + 12 * (clock["half"].lower() == "p") if clock["half"] else int(clock["h"])
        first, end = replace(first, hour=hour, minute=int(clock["n"])), m.end + clock.end()
    if found is None:
        return replace(m, first=first, end=end)
    begin = offset + found.start()
    earlier = _CLOCK_BEFORE.search(text[:begin]) if first.day and first.hour < 0 and last is None else None
    if earlier:
        first, begin = replace(first, hour=int(earlier["h"]), minute=int(earlier["n"])), earlier.start()
    groups = found.groupdict()
    bound = next((b for b in Bound if b and groups.get(b.value)), Bound.NONE)
    if bound is Bound.UNTIL and _NOT_UNTIL.search(text[:begin]):
        bound = Bound.AT
    part = meaning(groups["part"], g.words.parts) if groups["part"] else ""
    if part and not first.part and not first.day:
        first = replace(first, part=part)
        ahead = bound in {Bound.UNTIL, Bound.BY} and tense_at(text, m.start, m.end, g.words) is not Tense.PAST
        first = _last_day(first) if ahead and g.words.code == "en" else first
    return replace(
        m,
        start=begin,
        end=end,
        first=first,
        bound=bound,
        is_approximate=bool(groups["about"]),
        is_between=m.is_between or bool(groups["between"]),
    )


def _last_day(end: Moment) -> Moment:
    """The day that "until the end of April" names; of a February its year has to be known."""
    is_open = end.month == _FEBRUARY and end.year is None
    if end.part != "end" or not end.month or is_open:
        return end
    return replace(end, day=calendar.monthrange(end.year or 2001, end.month)[1], part="")


def _admitted(found: list[Mention], text: str, g: Grammar) -> list[Mention]:
    """Without numbers that are no years and names that are no months."""
    out: list[Mention] = []
    people = list(lives(text))
    for m in found:
        f = m.first
        if any(life.start <= m.core < life.end for life in people):
            continue
        if f.year is None and g.words.code == "en" and _EACH.search(text[: m.core]):
            continue
        is_plain = f.year is not None and not f.month and f.width == 1 and text[m.core : m.end].isdigit()
        said = m.bound is not Bound.NONE or m.is_approximate or m.is_between or bool(f.part)
        follows = bool(out) and bool(
            g.listing.match(text[out[-1].end : m.core]) or g.joint.match(text[out[-1].end : m.core])
        )
        if m.last is not None and m.is_between and not f.month and is_number_of(text[: m.core]):
            continue
        if is_plain:
            after, before = text[m.end :], text[: m.core]
            closing = bool(out) and out[-1].is_between and bool(g.joint.match(text[out[-1].end : m.core]))
            if (g.measures.match(after) and not closing) or is_count(before, after, f.year or 0, m.bound):
                continue
            if g.words.code == "en" and is_clock(before, text[m.core : m.end], after):
                continue
            leads = not before.strip() and bool(re.match(r"(?: \([^()]{2,20}\))?(?:\s?[:–—,.]|\s-\s)", after))
            alone = before.rstrip().endswith("(") and bool(re.match(r"[),;]", after))
            tells = re.fullmatch(rf"(?:{g.words.it_was}) ", before, re.IGNORECASE) is not None
            listed = is_catalogued(before, after) or (g.words.code == "en" and closes_entry(before, after))
            leads = leads or (g.words.code == "en" and opens_entry(before, after, f.year or 0))
            tells = tells or (g.words.code == "en" and _YEAR_WAS.search(before) is not None)
            if not (said or follows or leads or alone or tells or listed or g.words.bare_years):
                continue
        is_short = m.short >= 0 and f.width == 1 and not f.day
        if is_short and not (m.bound is not Bound.NONE or f.part or follows):
            continue
        is_met = _AT_MEETING.search(text[: m.core]) is not None and _MEETING.match(text[m.end :]) is not None
        if f.year is None and not f.day and m.short < 0 and not (said or follows or is_met):
            continue
        if f.year is None and not f.day and _OF_CLAUSE.match(text[m.end :]):
            continue
        out.append(m)
    return out


def _joined(found: list[Mention], text: str, g: Grammar) -> list[Mention]:
    """With the two ends of a range made one."""
    out: list[Mention] = []
    for m in found:
        before = out[-1] if out else None
        if before is not None and before.last is None and m.last is None:
            joint = g.joint.match(text[before.end : m.start]) or g.joint.match(text[before.end : m.core])
            is_and = (
                joint is not None
                and joint["to"] is not None
                and re.match(rf"(?:{g.words.joins})\b", joint["to"], re.IGNORECASE)
            )
            if before.bound in {Bound.NONE, Bound.AT} and _FROM_FEAST.search(text[: before.core]):
                before = replace(before, bound=Bound.START)
            opened = before.is_between or before.bound in {Bound.START, Bound.SINCE}
            is_whole = before.first.year is not None and m.first.year is not None
            to_event = (
                is_whole
                and before.bound is Bound.START
                and _UNTIL_EVENT.fullmatch(text[before.end : m.start]) is not None
            )
            if joint is None and before.bound in {Bound.START, Bound.SINCE} and m.bound is Bound.UNTIL:
                joint = re.match(r"^,?\s*$", text[before.end : m.start])
            if to_event and before.first.order < m.first.order:
                out[-1] = replace(before, last=m.first, bound=Bound.NONE)
            elif joint is not None and (
                before.is_between
                or (not is_and and (opened or joint["to"] is None or before.first.day))
                or (not is_and and is_whole and before.bound is Bound.NONE and not before.is_approximate)
            ):
                first, last = before.first.lent(m.first), m.first.lent(before.first)
                last = _last_day(last) if first.day else last
                ordered = first.year is None or last.year is None or first.order <= last.order
                if ordered:
                    out[-1] = replace(before, end=m.end, first=first, last=last, bound=Bound.NONE)
                    continue
        out.append(m)
    return out


def _listed(found: list[Mention], text: str, g: Grammar) -> list[Mention]:
    """With three or more bare years in a row made one entry."""
    out: list[Mention] = []
    n = 0
    while n < len(found):
        run = [found[n]]
        while _is_year(run[-1]) and n + len(run) < len(found) and _is_year(found[n + len(run)]):
            following = found[n + len(run)]
            if not g.listing.match(text[run[-1].end : following.core]):
                break
            run.append(following)
        if len(run) >= 3:
            listed = text[run[0].core : run[-1].end]
            out.append(replace(run[0], end=run[-1].end, last=run[-1].first, listed=listed))
            n += len(run)
        else:
            out.append(found[n])
            n += 1
    return out


def _is_year(m: Mention) -> bool:
    f = m.first
    return m.last is None and f.year is not None and not f.month and not f.part and f.width == 1

"""Finds the dates that a sentence names: exact, partial, ranges, and those that count from another date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from server.engine.writing.dates.day_lists import day_lists
from server.engine.writing.dates.holidays import holidays
from server.engine.writing.dates.moments import Bound, Mention, Moment, Offset, Reference
from server.engine.writing.dates.vocabulary import DateWords, alternatives
from server.engine.writing.dates.words import date_words
from server.engine.writing.european.numbers import number_words

_YEAR = r"(?:1\d{3}|20\d{2})(?![\d,.]\d|\d)"
_ROMAN = {"I": 1, "V": 5, "X": 10}
_BEFORE = 48
"""Characters before a date in which its preposition is looked for."""


@dataclass(frozen=True, slots=True)
class _Grammar:
    words: DateWords
    day: re.Pattern[str]
    month_day: re.Pattern[str] | None
    month: re.Pattern[str]
    bare_month: re.Pattern[str]
    season: re.Pattern[str] | None
    decade: re.Pattern[str]
    century: re.Pattern[str]
    quarter: re.Pattern[str]
    era: re.Pattern[str]
    prefix: re.Pattern[str]
    joint: re.Pattern[str]
    listing: re.Pattern[str]
    measures: re.Pattern[str]
    shift: re.Pattern[str]
    since_words: re.Pattern[str]
    turned: tuple[tuple[re.Pattern[str], int, Reference], ...]
    ages: tuple[re.Pattern[str], ...]
    counts: Mapping[str, int]


_ISO = re.compile(
    r"(?<![\d-])(?P<y>\d{4})-(?P<m>0[1-9]|1[0-2])(?:-(?P<d>[0-3]\d))?(?:[T ](?P<h>[0-2]\d):(?P<n>[0-5]\d))?(?![\d-])"
)
_NUMERIC = re.compile(r"(?<![\d./])(?P<a>\d{1,2})[./](?P<b>\d{1,2})[./](?P<y>(?:1[5-9]|20)\d\d)(?![\d/]|\.\d)")
_SPAN = re.compile(rf"(?<![\d.,/–-])(?P<y>{_YEAR})\s?[–—/-]\s?(?P<z>{_YEAR}|\d\d(?!\d|[.,]\d))")
_PLAIN = re.compile(rf"(?<![\w.,/§#€$£–-])(?P<y>{_YEAR})(?![\w%/]|-\w|['’]s\b|\s?[–-]\s?\d)")
_PERIOD = re.compile(r"\b(?:the|than|den|der|die|beiden|les|los|las|os|as|gli|nei|dei|des|nos|dos) $", re.IGNORECASE)
"""Before "fifteen years earlier" it makes a stretch of time of it."""
_PLURALS = frozenset(
    "days weeks months years decades centuries tage tagen wochen monate monaten jahre jahren jours semaines ans années "
    "días semanas meses años giorni settimane mesi anni dias anos décadas".split()
)
_CLOCK = re.compile(
    r"^,? (?:at |um |à |a las |alle |às |,)?(?P<h>[01]?\d|2[0-3])[.:h](?P<n>[0-5]\d)(?: ?(?P<half>[ap])\.?m\.?)?(?!\d|[.,]\d|\s?%)"  # noqa: E501
)
_CLOCK_BEFORE = re.compile(
    r"\b(?:at|um|à|a las|alle|às) (?P<h>[01]?\d|2[0-3])[.:h](?P<n>[0-5]\d)(?: Uhr)?,? $", re.IGNORECASE
)


@cache
def _grammar(code: str) -> _Grammar:
    w = date_words(code)
    months, seasons, units = alternatives(w.months), "|".join(w.seasons) or r"(?!)", "|".join(w.units) or r"(?!)"
    parts, flags = "|".join(w.parts) or r"(?!)", re.IGNORECASE
    days, ordinals = (
        alternatives(w.days),
        alternatives({o: n for o, n in w.ordinals.items() if o != "last"}) if code == "en" else r"(?!)",
    )
    of = rf"(?:,? (?:{w.of}) |,? |, )" if w.of != r"(?!)" else r",? "
    number = rf"\d{{1,2}}(?:st|nd|rd|th|er|\.º|º|ª|\.)?|{ordinals}"
    articles = r"(?:the|dem|den|der|des|le|l['’]|el|il|lo|la|o|do|du|del)"
    kinds = (Bound.SINCE, Bound.UNTIL, Bound.BY, Bound.BEFORE, Bound.AFTER, Bound.START, Bound.AT)
    said = (w.since, w.until, w.by, w.before, w.after, w.start, w.at)
    bounds = "|".join(rf"(?P<{k.value}>{p})" for k, p in zip(kinds, said, strict=True))
    noun = r"(?:years?|jahren?|années?|años?|anno|anos?)"
    counted = rf"(?P<n>[\w-]+) (?P<u>{units})"
    turns: list[tuple[re.Pattern[str], int, Reference]] = []
    full = alternatives({n: m for n, m in w.months.items() if n in w.full_months})
    what = rf"(?:(?P<s>{seasons})|(?P<m>{full})|(?P<u>{units}))\b"
    of_year = rf"(?:(?:(?P<s>{seasons})|(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)? )?(?P<m>{full}))\b,?(?: (?:{w.of}))? )?"
    for ahead, behind, count in (
        (w.following_first, w.following_last, 1),
        (w.previous_first, w.previous_last, -1),
        (w.same_first, w.same_last, 0),
    ):
        turns.append((re.compile(rf"\b{of_year}(?:{ahead}) (?P<u>{units})\b", flags), count, Reference.TOLD))
        turns.append((re.compile(rf"\b(?:{ahead}) {what}", flags), count, Reference.TOLD))
        turns.append((re.compile(rf"\b(?:the |a |l['’]|an )?{what},? (?:{behind})", flags), count, Reference.TOLD))
    for ahead, behind, count in ((w.last, w.last_after, -1), (w.this, r"(?!)", 0), (w.next, w.next_after, 1)):
        free = "" if count else r"(?!['’]s\b)"  # "this year's harvest" needn't be of this year's days
        turns.append((re.compile(rf"\b{of_year}(?:{ahead}) (?P<u>{units})\b{free}", flags), count, Reference.NOW))
        turns.append((re.compile(rf"(?<!the )(?<!of )\b(?:{ahead}) {what}{free}", flags), count, Reference.NOW))
        turns.append((re.compile(rf"\b{what} (?:{behind})\b", flags), count, Reference.NOW))
    counts = {word: int(n) for word, n in number_words(code).items()} | {str(n): n for n in range(1, 1000)}
    article = rf"(?:{articles} )?"
    return _Grammar(
        words=w,
        day=re.compile(
            rf"(?<![\w.,])(?:(?P<wd>{days}),? )?{article}(?P<d>{number})(?: (?:of|de|di))? (?P<m>{months})\b\.?(?:{of}(?P<y>{_YEAR}))?",  # noqa: E501
            flags,
        ),
        month_day=re.compile(
            rf"\b(?:(?P<wd>{days}),? )?(?P<m>{months})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?[–-]\s?(?P<d2>\d{{1,2}}))?(?!\d|[.,:]\d|%| percent)(?:,? (?P<y>{_YEAR}))?",  # noqa: E501
            flags,
        )
        if w.month_first
        else None,
        month=re.compile(rf"\b(?P<m>{months})\b\.?(?:{of})(?P<y>{_YEAR})", flags),
        bare_month=re.compile(rf"\b(?P<m>{full})\b(?!\.? ?\d)", flags),
        season=re.compile(
            rf"\b(?P<s>{seasons})(?: des jahres)?(?:{of})(?P<y>{_YEAR})(?:[/–-](?P<z>\d\d(?!\d)))?", flags
        )
        if w.seasons
        else None,
        decade=re.compile(rf"\b(?:{w.decade})\b", flags),
        century=re.compile(rf"\b(?:{w.century})\b", flags),
        quarter=re.compile(rf"\b(?:{w.quarter}),? (?P<y>{_YEAR})", flags),
        era=re.compile(rf"(?<![\d.,])(?P<y>\d{{1,4}}) (?:(?P<bc>{w.bc})|(?P<ad>{w.ad}))(?!\w)"),
        prefix=re.compile(
            rf"(?:(?<=[\s(,;:–—-])|^)(?:(?P<between>{w.between})|{bounds})?\s*(?:{article}(?P<about>{w.about}))?\s*{article}"
            rf"(?P<part>{parts})?[ -]?{article}(?:{noun} )?$",
            flags,
        ),
        joint=re.compile(rf"^,?\s*(?:(?P<to>{w.to})|[–—-])\s*(?:(?:{w.until}|{w.start}|{w.at}) )?{article}$", flags),
        listing=re.compile(rf"^(?:, |,? (?:{w.joins}|or|y|e|et|und|ou|oder) )$", flags),
        measures=re.compile(rf"^ (?:or )?{w.measures}" if code != "de" else rf"^ (?:{w.measures})"),
        shift=re.compile(
            rf"\b(?:(?P<back>{w.ago_before}) {counted}\b|{counted.replace('<n>', '<n2>').replace('<u>', '<u2>')} "
            rf"(?:(?P<later>{w.later})|(?P<earlier>{w.earlier})|(?P<ago>{w.ago}))(?!\w))",
            flags,
        ),
        since_words=re.compile(
            rf"\b{counted} (?:(?P<after>{w.after})|(?P<before>{w.before})) (?P<what>{article}[^\W\d][\w' ’-]{{2,50}})",
            flags,
        ),
        turned=tuple(turns),
        ages=tuple(re.compile(age.replace("{n}", r"(?P<n>[\w-]+)"), flags) for age in w.ages),
        counts=counts,
    )


def mentions(text: str, code: str) -> tuple[Mention, ...]:
    """The dates of a sentence in its order, none over another. Years that a text leaves out are None.

    Args:
        code: ISO 639-1; six languages are known in full, of others only exact dates.
    """
    g = _grammar(code)
    found: list[Mention] = []
    for candidate in _points(text, g):
        if not any(candidate.core < m.end and m.core < candidate.end for m in found):
            found.append(candidate)
    found.sort(key=lambda m: m.core)
    placed = [_prefixed(m, text, g) for m in found]
    kept = _admitted(placed, text, g)
    joined = _listed(_joined(kept, text, g), text, g)
    offsets = list(_relative(text, g))
    joined = [m for m in joined if m.first.year is not None or not any(_narrows(o, m) for o in offsets)]
    relative = [m for m in offsets if not any(m.start < o.end and o.start < m.end for o in joined)]
    out: list[Mention] = []
    for m in sorted((*joined, *relative), key=lambda m: (m.start, -m.end)):
        if not out or m.core >= out[-1].end:
            out.append(m)
    return tuple(out)


def _narrows(offset: Mention, bare: Mention) -> bool:
    """Whether a month without a year is part of "in May of that year"."""
    return offset.core <= bare.core and bare.end <= offset.end


def _capital(match: re.Match[str], g: _Grammar) -> bool:
    """Whether a month is written as its language writes it."""
    return g.words.code not in {"en", "de"} or match["m"][0].isupper()


def _year(match: re.Match[str]) -> int | None:
    return int(match["y"]) if match["y"] else None


def _points(text: str, g: _Grammar) -> Iterator[Mention]:  # noqa: PLR0912
    """Candidates, what says more first."""
    w = g.words
    for m in _ISO.finditer(text):
        moment = Moment(int(m["y"]), int(m["m"]), int(m["d"] or 0), int(m["h"]) if m["h"] else -1, int(m["n"] or 0))
        yield from _real(m, moment)
    for m in _NUMERIC.finditer(text):
        a, b = int(m["a"]), int(m["b"])
        if w.month_first and a <= 12 and b <= 12 and a != b and "/" in m[0]:
            yield from _real(m, Moment(int(m["y"])))
        else:
            day, month = (b, a) if w.month_first and b > 12 else (a, b)
            yield from _real(m, Moment(int(m["y"]), month, day))
    yield from day_lists(text, w)
    yield from holidays(text, w)
    for m in g.day.finditer(text):
        if _capital(m, g):
            raw = m["d"].lower()
            day = w.ordinals.get(raw, 0) or int(re.sub(r"\D", "", raw) or 0)
            moment = Moment(_year(m), w.months[m["m"].lower()], day)
            yield from _real(m, moment, weekday=w.days.get((m["wd"] or "").lower(), -1))
    for m in g.month_day.finditer(text) if g.month_day else ():
        if _capital(m, g):
            first = Moment(_year(m), w.months[m["m"].lower()], int(m["d"]))
            last_day = replace(first, day=int(m["d2"])) if m["d2"] else None
            yield from _real(m, first, last_day, weekday=w.days.get((m["wd"] or "").lower(), -1))
    for m in g.era.finditer(text):
        yield from _real(m, Moment(1 - int(m["y"]) if m["bc"] else int(m["y"])))
    for m in g.quarter.finditer(text):
        quarter = int(m["q2"]) if "q2" in g.quarter.groupindex and (m["q2"] or "").isdigit() else 0
        word = (m["q"] or (m["q2"] if "q2" in g.quarter.groupindex else "") or "").lower()
        quarter = quarter or w.ordinals.get(re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", word), 0)
        quarter = quarter or int(re.sub(r"\D", "", word) or 0)
        if 1 <= quarter <= 4:
            year = int(m["y"])
            yield Mention(
                m.start(),
                m.end(),
                Moment(year, 3 * quarter - 2),
                Moment(year, 3 * quarter),
                core=m.start(),
                quarter=quarter,
            )
    for m in g.season.finditer(text) if g.season else ():
        yield from _real(m, Moment(int(m["y"]), part=_meaning(m["s"], w.seasons)))
    for m in g.month.finditer(text):
        if _capital(m, g):
            yield from _real(m, Moment(int(m["y"]), w.months[m["m"].lower()]))
    for m in g.decade.finditer(text):
        yield from _real(m, Moment(int(m["y"]), width=10))
    for m in g.century.finditer(text):
        number = _century(next(v for v in m.groupdict().values() if v), w)
        if 1 <= number <= 21:
            era = re.match(rf" (?:{w.bc})", text[m.end() :])
            begins = -100 * number + 1 if era else 100 * number - 99
            end = m.end() + (era.end() if era else 0)
            yield Mention(m.start(), end, Moment(begins, width=100), core=m.start())
    for m in _SPAN.finditer(text):
        a, z = int(m["y"]), m["z"]
        b = int(z) if len(z) == 4 else a // 100 * 100 + int(z)
        if a < b:
            yield Mention(m.start(), m.end(), Moment(a), Moment(b), core=m.start(), is_between=True)
    for m in g.bare_month.finditer(text):
        if _capital(m, g):
            yield from _real(m, Moment(None, w.months[m["m"].lower()]))
    for m in _PLAIN.finditer(text):
        yield from _real(m, Moment(int(m["y"])))


def _real(match: re.Match[str], first: Moment, last: Moment | None = None, *, weekday: int = -1) -> Iterator[Mention]:
    if first.is_real and (last is None or last.is_real):
        yield Mention(match.start(), match.end(), first, last, core=match.start(), weekday=weekday)


def _meaning(word: str, patterns: Mapping[str, str]) -> str:
    return next((v for p, v in patterns.items() if re.fullmatch(p, word, re.IGNORECASE)), "")


def _century(word: str, w: DateWords) -> int:
    if re.fullmatch(r"[IVX]+", word):
        total = 0
        for n, letter in enumerate(word):
            value = _ROMAN[letter]
            total += -value if n + 1 < len(word) and _ROMAN[word[n + 1]] > value else value
        return total
    return w.ordinals.get(word.lower(), 0) or int(re.sub(r"\D", "", word) or 0)


def _prefixed(m: Mention, text: str, g: _Grammar) -> Mention:
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
    part = _meaning(groups["part"], g.words.parts) if groups["part"] else ""
    if part and not first.part and not first.day:
        first = replace(first, part=part)
    return replace(
        m,
        start=begin,
        end=end,
        first=first,
        bound=bound,
        is_approximate=bool(groups["about"]),
        is_between=m.is_between or bool(groups["between"]),
    )


def _admitted(found: list[Mention], text: str, g: _Grammar) -> list[Mention]:
    """Without numbers that are no years and names that are no months."""
    out: list[Mention] = []
    for m in found:
        f = m.first
        is_plain = f.year is not None and not f.month and f.width == 1 and text[m.core : m.end].isdigit()
        said = m.bound is not Bound.NONE or m.is_approximate or m.is_between or bool(f.part)
        follows = bool(out) and bool(
            g.listing.match(text[out[-1].end : m.core]) or g.joint.match(text[out[-1].end : m.core])
        )
        if is_plain:
            after, before = text[m.end :], text[: m.core]
            closing = bool(out) and out[-1].is_between and bool(g.joint.match(text[out[-1].end : m.core]))
            if g.measures.match(after) and not closing:
                continue
            leads = not before.strip() and bool(re.match(r"\s?[:–—,.]|\s-\s", after))
            alone = before.rstrip().endswith("(") and bool(re.match(r"[),;]", after))
            tells = re.fullmatch(rf"(?:{g.words.it_was}) ", before, re.IGNORECASE) is not None
            if not (said or follows or leads or alone or tells or g.words.bare_years):
                continue
        if f.year is None and not f.day and not (said or follows):
            continue
        out.append(m)
    return out


def _joined(found: list[Mention], text: str, g: _Grammar) -> list[Mention]:
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
            opened = before.is_between or before.bound in {Bound.START, Bound.SINCE}
            if joint is None and before.bound in {Bound.START, Bound.SINCE} and m.bound is Bound.UNTIL:
                joint = re.match(r"^\s*$", text[before.end : m.start])
            if joint is not None and (
                before.is_between or (not is_and and (opened or joint["to"] is None or before.first.day))
            ):
                first, last = before.first.lent(m.first), m.first.lent(before.first)
                ordered = first.year is None or last.year is None or first.order <= last.order
                if ordered:
                    out[-1] = replace(before, end=m.end, first=first, last=last, bound=Bound.NONE)
                    continue
        out.append(m)
    return out


def _listed(found: list[Mention], text: str, g: _Grammar) -> list[Mention]:
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


def _relative(text: str, g: _Grammar) -> Iterator[Mention]:  # noqa: PLR0912
    w, nothing = g.words, Moment(None)

    def made(m: re.Match[str], offset: Offset) -> Mention:
        return Mention(m.start(), m.end(), nothing, offset=offset, core=m.start())

    for m in g.since_words.finditer(text):
        count = _count(m["n"], g)
        if count:
            times, unit = _stride(m["u"], w)
            count *= times
            yield made(m, Offset(Reference.WORDS, count if m["after"] else -count, unit, anchor=m["what"]))
    for m in g.shift.finditer(text):
        count = _count(m["n"] or m["n2"], g)
        if _PERIOD.search(text[: m.start()]):
            continue
        times, unit = _stride(m["u"] or m["u2"], w)
        count *= times
        rough = re.search(rf"(?:{w.roughly}) $", text[: m.start()], re.IGNORECASE)
        if re.search(rf"(?:{w.unbounded}) $", text[: m.start()], re.IGNORECASE):
            continue
        if count and m["back"]:
            yield made(m, Offset(Reference.NOW, -count, unit))
        elif count:
            reference = Reference.NOW if m["ago"] else Reference.TOLD
            yield replace(made(m, Offset(reference, count if m["later"] else -count, unit)), is_approximate=bool(rough))
    for pattern, count, reference in g.turned:
        for m in pattern.finditer(text):
            groups = m.groupdict()
            month = w.months.get((groups.get("m") or "").lower(), 0)
            if month and not _capital(m, g):
                continue
            if (groups.get("u") or "").lower() in _PLURALS:
                continue
            season = _meaning(groups.get("s") or "", w.seasons) if groups.get("s") else ""
            times, unit = _stride(groups["u"] or "", w) if groups.get("u") else (1, "")
            if times > 1 or (unit == "day" and reference is Reference.NOW):
                continue
            day = int(groups.get("d") or 0)
            if (day or ((month or season) and unit)) and unit != "year":
                continue
            yield made(m, Offset(reference, count, unit, season, month, day=day))
    for pattern in g.ages:
        for m in pattern.finditer(text):
            years = _count(m["n"], g)
            if years:
                yield made(m, Offset(Reference.BIRTH, years, "year"))


def _stride(word: str, w: DateWords) -> tuple[int, str]:
    """How many of which unit a unit's name is: a fortnight is two weeks."""
    unit = _meaning(word, w.units)
    return (2, "week") if unit == "fortnight" else (1, unit)


def _count(word: str, g: _Grammar) -> int:
    low = word.lower()
    if re.fullmatch(g.words.one, low):
        return 1
    return g.counts.get(low, 0)

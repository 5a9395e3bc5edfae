"""The patterns by which a language's dates are found, made from its words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from server.engine.writing.dates.moments import Bound, Reference
from server.engine.writing.dates.vocabulary import DateWords, alternatives
from server.engine.writing.dates.words import date_words
from server.engine.writing.european.numbers import number_words

YEAR = r"(?:1\d{3}|20\d{2})(?![\d,.]\d|\d)"


@dataclass(frozen=True, slots=True)
class Grammar:
    words: DateWords
    day: re.Pattern[str]
    month_day: re.Pattern[str] | None
    month: re.Pattern[str]
    bare_month: re.Pattern[str]
    season: re.Pattern[str] | None
    bare_season: re.Pattern[str]
    decade: re.Pattern[str]
    century: re.Pattern[str]
    spoken_decade: re.Pattern[str]
    quarter: re.Pattern[str]
    era: re.Pattern[str]
    prefix: re.Pattern[str]
    joint: re.Pattern[str]
    listing: re.Pattern[str]
    measures: re.Pattern[str]
    shift: re.Pattern[str]
    since_words: re.Pattern[str]
    lasted: tuple[re.Pattern[str], ...]
    turned: tuple[tuple[re.Pattern[str], int, Reference], ...]
    ages: tuple[re.Pattern[str], ...]
    counts: Mapping[str, int]


_NO_TIME = r"terms?|months?|holidays?|season|sales?|school|programme|issue|edition|number|of"
"""What makes an attribute of a season: "in the autumn term"."""


def _seasons(w: DateWords) -> str:
    """The seasons' names that are nothing else; "the fall" and "the spring" of a text may be others."""
    return "|".join(p.removesuffix("|fall") for p in w.seasons) or r"(?!)"


_TENS = dict(enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2))
_ROUND = {f"{ten.removesuffix('y')}ieth": 10 * n for n, ten in _TENS.items()} | {"hundredth": 100}


def _birthdays(ordinals: Mapping[str, int]) -> dict[str, int]:
    """Ages as birthdays count them: "sixth", "sixty-fifth", "80th"."""
    low = {word: n for word, n in ordinals.items() if word != "last"}
    ones = [(word, n) for word, n in low.items() if n < 10]
    high = {f"{ten}-{word}": 10 * n + k for n, ten in _TENS.items() for word, k in ones}
    figures = {
        f"{n}{'th' if 10 <= n % 100 <= 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}": n for n in range(1, 111)
    }
    return low | high | _ROUND | figures


@cache
def grammar(code: str) -> Grammar:
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
        own = (
            r"(?<!\bthat )(?<!\bhis )(?<!\bher )(?<!\bits )(?<!\btheir )(?<!\bmy )(?<!\bour )" if w.code == "en" else ""
        )
        free = "" if count else r"(?!['’]s\b)"  # "this year's harvest" needn't be of this year's days
        turns.append(
            (
                re.compile(rf"\b{of_year}(?<!the )(?<!\bone ){own}(?:{ahead}) (?P<u>{units})\b{free}", flags),
                count,
                Reference.NOW,
            )
        )
        turns.append(
            (re.compile(rf"(?<!the )(?<!of )(?<!\bone ){own}\b(?:{ahead}) {what}{free}", flags), count, Reference.NOW)
        )
        turns.append((re.compile(rf"\b{what} (?:{behind})\b", flags), count, Reference.NOW))
    counts = {word: int(n) for word, n in number_words(code).items()} | {str(n): n for n in range(1, 1000)}
    counts = _birthdays(w.ordinals) | counts if code == "en" else counts
    article = rf"(?:{articles} )?"
    return Grammar(
        words=w,
        day=re.compile(
            rf"(?<![\w.,])(?:(?P<wd>{days}),? )?{article}(?P<d>{number})(?: (?:of|de|di))? (?P<m>{months})\b\.?(?:{of}(?P<y>{YEAR}))?",  # noqa: E501
            flags,
        ),
        month_day=re.compile(
            rf"\b(?:(?P<wd>{days}),? )?(?P<m>{months})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?[–-]\s?(?P<d2>\d{{1,2}}))?(?!\d|[.,:]\d|%| percent)(?:,? (?P<y>{YEAR}))?",  # noqa: E501
            flags,
        )
        if w.month_first
        else None,
        month=re.compile(rf"\b(?P<m>{months})\b\.?(?:{of})(?P<y>{YEAR})", flags),
        bare_month=re.compile(rf"\b(?P<m>{full})\b(?!\.? ?\d)", flags),
        bare_season=re.compile(
            rf"(?<=\b(?:in|by) the )(?P<s>{_seasons(w)})"
            rf"(?!['’-]|,? (?:{w.of}|when|that|which|after|before|{_NO_TIME}|\d))\b"
            rf"|(?<=\bby )(?P<s2>{_seasons(w)})(?=[,.;])",
            flags,
        ),
        season=re.compile(rf"\b(?P<s>{seasons})(?: des jahres)?(?:{of})(?P<y>{YEAR})(?:[/–-](?P<z>\d\d(?!\d)))?", flags)
        if w.seasons
        else None,
        decade=re.compile(rf"\b(?:{w.decade})\b", flags),
        spoken_decade=re.compile(
            rf"(?:\b{articles} |\b(?=ann|años|anos))(?:(?P<part>{parts})[ -])?"
            rf"(?P<c>{'|'.join(w.decades) or '(?!)'})(?![\w-]| (?:degrees|percent))",
            flags,
        ),
        century=re.compile(rf"\b(?:{w.century})\b", flags),
        quarter=re.compile(rf"\b(?:{w.quarter}),? (?P<y>{YEAR})", flags),
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
            rf"\b{counted}(?: to the day)? (?:(?P<after>{w.after})|(?P<before>{w.before})) (?!(?:that|this|which)\b)"
            rf"(?P<what>{article}[^\W\d][\w' ’-]{{2,50}})",
            flags,
        ),
        lasted=tuple(
            re.compile(p.replace("{n}", r"(?P<n>[\w-]+)").replace("{u}", rf"(?P<u>{units})"), flags) for p in w.lasted
        ),
        turned=tuple(turns),
        ages=tuple(re.compile(age.replace("{n}", r"(?P<n>[\w-]+)"), flags) for age in w.ages),
        counts=counts,
    )


def capital(match: re.Match[str], g: Grammar) -> bool:
    """Whether a month is written as its language writes it."""
    return g.words.code not in {"en", "de"} or match["m"][0].isupper()


def meaning(word: str, patterns: Mapping[str, str]) -> str:
    return next((v for p, v in patterns.items() if re.fullmatch(p, word, re.IGNORECASE)), "")

"""Times that English texts count in words of their own: "after two years", "the next morning"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from server.engine.writing.dates.grammar import Grammar, grammar, meaning
from server.engine.writing.dates.hundreds import spelled_count
from server.engine.writing.dates.moments import Mention, Moment, Offset, Reference
from server.engine.writing.dates.tenses import Tense, tense

STRETCH = "stretch"
"""Anchor of "for the next thirty years": from the date told, so long."""
_LONGEST = 80
"""Units after which nobody counts from the date told."""
_ROUGHLY = re.compile(r"\b(?:almost|nearly|about|around|some|roughly|perhaps) $", re.IGNORECASE)
_COUNT = r"(?P<n>[A-Za-z]?[a-z]+(?:-[a-z]+)?|\d{1,3})"
_ANY = r"(?P<u>days?|weeks?|fortnights?|months?|years?|decades?|twelvemonth)"
_MORE = r"(?:only |just |another |a further |some |about |nearly |almost |over |more than )?"
_PART = r"(?:morning|afternoon|evening|night|noon|day)"
_ENDS = r"(?=[,.;:)–—]|$| (?:and|but|when)\b)"
_STAYED = (
    r"(?:stayed|remained|served|held|kept|ran|worked|taught|lived|sat|stood|lay|led|edited|managed|conducted|"
    r"chaired|presided|ruled|reigned|owned|occupied|was|were|belonged|played|continued|went on|carried on|lodged)"
)
_HAD = re.compile(r"\b(?:had|has|have|having|['’]d|['’]ve|would|after|who|until)\b[^,;]*$", re.IGNORECASE)


_BESIDE = re.compile(
    r"\d{4}, (?P<d>the day (?P<w>after|before)) (?=(?:he|she|it|they|we|I|the|his|her|my|[A-Z][a-z]+)\b)"
)
"""Behind a day what lay right before or after it: "1 September 1989, the day after she left"."""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str, int], ...]:
    """Pattern, kind, and the sign of its count."""
    said = (
        (
            rf"\b{_COUNT} {_ANY},? to the day,? (?:later|afterwards|after that|after(?=[,.;]|$)|on(?=[,.;]|$))",
            "exact",
            1,
        ),
        (rf"\b{_COUNT} {_ANY} (?:later|afterwards|after that|after|on),? (?P<x>(?:\w+ )?)to the day\b", "exact", 1),
        (rf"\b{_COUNT} {_ANY} ago,? (?:to the day|today|(?P<t>tomorrow))\b", "ago", -1),
        (rf"\b{_COUNT} (?P<u>years) ago,? (?:in )?this (?:very )?(?P<t>month)\b", "ago", -1),
        (
            rf"(?:(?<=[;:–—] )|(?<=\band )|(?<=\bbut )|^)(?:Only |Not until )?[Aa]fter {_MORE}{_COUNT} {_ANY}"
            r"(?=,| of [a-z]+ing\b| (?:more )?(?:he|she|it|they|we|I|the|an?|there|his|her|its|their|no|nobody|[a-z]+ (?:was|were|had|of))\b)",  # noqa: E501
            "after",
            1,
        ),
        (
            rf"\b{_STAYED}\b[^.;,()]{{0,40}}?,? for (?:the (?:next|following) |another |a further |nearly |almost )?{_COUNT} "  # noqa: E501
            r"(?P<u>years|decades|months)\b(?! (?:before|ago|earlier|from|of))",
            "stretch",
            1,
        ),
        (rf"\bfor (?:the (?:next|following)|another|a further) {_COUNT} (?P<u>years|decades|months)\b", "stretch", 1),
        (rf"\b(?:(?:[Tt]he )?(?:[Nn]ext|[Ff]ollowing) {_PART}\b|[Tt]he {_PART} after{_ENDS})", "day", 1),
        (rf"\b(?:[Tt]he (?:previous|preceding) {_PART}\b|[Tt]he {_PART} before{_ENDS})", "day", -1),
        (rf"\b(?:[Tt]hat|[Tt]he) (?:very )?same {_PART}\b(?! (?:as|that|when)\b)", "day", 0),
        (rf"\b(?:[Bb]y |[Ll]ater |[Ee]arlier )?[Tt]hat (?:very )?{_PART}\b(?! (?:that|when|is|was|has)\b)", "day", 0),
    )
    return tuple((re.compile(p), kind, sign) for p, kind, sign in said)


@cache
def _years() -> re.Pattern[str]:
    g = grammar("en")
    months = "|".join(n.capitalize() for n in sorted(g.words.full_months, key=len, reverse=True))
    return re.compile(
        r"\b(?:(?:the )?(?P<s>spring|summer|autumn|fall|winter) of |"
        rf"(?:the )?(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)? )?(?P<m>{months}) of )?"
        rf"the year (?P<w>after next|following|after|before){_ENDS}"
    )


def elapsed(text: str, g: Grammar) -> Iterator[Mention]:
    """Such times of a sentence, as offsets from what was told before."""
    for pattern, kind, sign in _patterns():
        for m in pattern.finditer(text):
            made = _day(text, m, sign, g) if kind == "day" else _counted(text, m, kind, sign, g)
            if made is not None:
                yield made
    for m in _BESIDE.finditer(text):
        offset = Offset(Reference.TOLD, -1 if m["w"] == "after" else 1, "day", anchor="part")
        yield Mention(m.start("d"), m.end(), Moment(None), offset=offset, core=m.start("d"))
    for m in _years().finditer(text):
        count = {"after next": 2, "before": -1}.get(m["w"], 1)
        month = g.words.months.get((m["m"] or "").lower(), 0)
        season = meaning(m["s"], g.words.seasons) if m["s"] else ""
        offset = Offset(Reference.TOLD, count, "year", season, month, day=int(m["d"] or 0))
        yield Mention(m.start(), m.end(), Moment(None), offset=offset, core=m.start())


def _day(text: str, m: re.Match[str], count: int, g: Grammar) -> Mention | None:
    """A day beside the one told; not where it is told how things are."""
    if tense(text, g.words) is Tense.PRESENT or re.search(r"\b(?:every|each|often|always)\b", text, re.IGNORECASE):
        return None
    offset = Offset(Reference.TOLD, count, "day", anchor="part")
    return Mention(m.start(), m.end(), Moment(None), offset=offset, core=m.start())


def _counted(text: str, m: re.Match[str], kind: str, sign: int, g: Grammar) -> Mention | None:
    word = m["n"].lower()
    count, start = (1, m.start()) if word in {"a", "an", "one"} else spelled_count(text, m.start("n"), word, g.counts)
    start = min(start, m.start())
    unit, times = ("year", 1) if m["u"] == "twelvemonth" else (meaning(m["u"], g.words.units), 1)
    if unit == "fortnight":
        unit, times = "week", 2
    if not count or (count > _LONGEST and kind != "ago"):
        return None
    offset = Offset(Reference.NOW if kind == "ago" else Reference.TOLD, sign * count * times, unit)
    if kind in {"exact", "ago"}:
        rough = _ROUGHLY.search(text[:start]) or _ROUGHLY.search(m.groupdict().get("x") or "")
        to = m.groupdict().get("t")
        offset = replace(offset, is_exact=rough is None and to != "month", anchor=to or "")
    elif kind == "stretch":
        start = text.rindex("for ", m.start(), m.end())
        if _HAD.search(text[: m.start()]):
            return None
        offset = replace(offset, anchor=STRETCH)
    return Mention(start, m.end(), Moment(None), offset=offset, core=start)

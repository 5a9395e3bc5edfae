"""Several days that share one month: "on 3, 10 and 17 May", "11/12 and 18/19 January", "8 to 11 June"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from server.engine.writing.dates.moments import Mention, Moment
from server.engine.writing.dates.vocabulary import DateWords, alternatives

_YEAR = r"(?:1\d{3}|20\d{2})(?![\d,.]\d|\d)"


@cache
def _pattern(w: DateWords) -> tuple[re.Pattern[str], re.Pattern[str]]:
    weekday = rf"(?:(?:{alternatives(w.days)}),? )?"
    article = r"(?:(?:the|dem|den|le|el|il|o) )?"
    through = r" ?[/–-] ?" + (rf"| (?:{w.through}) " if w.through else "")
    day = rf"{weekday}{article}\d{{1,2}}(?:st|nd|rd|th|er|º|\.)?"
    piece = rf"{day}(?:(?:{through}){day})?"
    joint = rf"(?:, |,? (?:{w.joins}|&|e|y|et|und) )"
    month = rf"(?: (?:of|de|di))? (?P<m>{alternatives(w.months)})\b\.?"
    year = rf"(?:,? (?:(?:{w.of}) )?(?P<y>{_YEAR}))?"
    whole = rf"(?<![\w.,/–-])(?P<days>{piece}(?:{joint}{piece})*){month}{year}"
    return re.compile(whole, re.IGNORECASE), re.compile(piece, re.IGNORECASE)


def day_lists(text: str, w: DateWords) -> Iterator[Mention]:
    """Each day or stretch of days of such a list; two days that follow each other are one stretch.

    What is a single day with its month is left to others.
    """
    whole, piece = _pattern(w)
    for m in whole.finditer(text):
        if w.code in {"en", "de"} and not m["m"][0].isupper():
            continue
        year = int(m["y"]) if m["y"] else None
        month = w.months[m["m"].lower()]
        parts = [(p.start() + m.start("days"), p.end() + m.start("days"), p[0]) for p in piece.finditer(m["days"])]
        read = [_read(said, year, month) for _, _, said in parts]
        found = [(start, end, *r) for (start, end, _), r in zip(parts, read, strict=True) if r is not None]
        if len(found) < len(parts) or not _ascends([(a, z) for _, _, a, z in found]):
            continue
        if len(found) == 1 and found[0][3] is None:
            continue
        if len(found) == 2 and re.fullmatch(r"\s*,\s*", text[found[0][1] : found[1][0]]):
            continue  # "Version 1, 4 May": two days of one month are joined by a word
        if len(found) == 2 and all(z is None for _, _, _, z in found) and found[1][2].day == found[0][2].day + 1:
            found = [(found[0][0], found[1][1], found[0][2], found[1][2])]
        for n, (start, end, first, last) in enumerate(found):
            stop = m.end() if n + 1 == len(found) else end
            yield Mention(start, stop, first, last, core=start)


def _read(said: str, year: int | None, month: int) -> tuple[Moment, Moment | None] | None:
    days = [int(d) for d in re.findall(r"\d{1,2}", said)]
    first = Moment(year, month, days[0])
    last = replace(first, day=days[1]) if len(days) > 1 else None
    if not first.is_real or (last is not None and not last.is_real):
        return None
    return first, last


def _ascends(found: list[tuple[Moment, Moment | None]]) -> bool:
    """Whether the days stand in order, as days of one month that are listed do."""
    said = [m.day for a, z in found for m in (a, z) if m is not None]
    return all(a < b for a, b in itertools.pairwise(said))

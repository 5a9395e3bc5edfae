"""Two dates of one sentence made a stretch of time: "from Friday noon until Sunday", "until the following May"."""

from __future__ import annotations

import re
from dataclasses import replace

from server.engine.writing.analysis import Sentence
from server.engine.writing.dates.course import Dated
from server.engine.writing.dates.moments import Bound

_FROM = re.compile(r"\bfrom (?:[\w.:]+ ?){0,3}$", re.IGNORECASE)
_UNTIL = re.compile(r" (?:[\w.:]+ ){0,2}(?:until|till|to|through)\b[^,;]{0,30}$", re.IGNORECASE)
_UNTIL_THEN = re.compile(r",? (?:until|till|to|through) (?:the )?")


def as_stretch(s: Sentence, local: list[Dated]) -> list[Dated]:
    """Two days of an event made one stretch: "from noon on Friday until eight o'clock on Sunday"."""
    if any(d.mention.pointer is None for d in local):
        return local
    out: list[Dated] = []
    for d in local:
        a = out[-1] if out else None
        opened = a is not None and a.last is None and _FROM.search(s.text[: a.mention.start]) is not None
        ends = a is not None and opened and _UNTIL.match(s.text[a.mention.end : d.mention.end]) is not None
        if a is not None and ends and a.first.order < d.first.order:
            out[-1] = replace(a, last=d.first)
        else:
            out.append(d)
    return out


def until(s: Sentence, local: list[Dated]) -> list[Dated]:
    """What runs from one date to another that counts from it made one: "from May until the next spring"."""
    out: list[Dated] = []
    for d in local:
        a = out[-1] if out else None
        opened = a is not None and a.last is None and a.mention.bound in {Bound.START, Bound.SINCE}
        between = s.text[a.mention.end : d.mention.start] if a is not None else ""
        if a is not None and opened and d.mention.offset is not None and d.mention.offset.count > 0 and d.last is None:
            begins = _UNTIL_THEN.fullmatch(between) is not None and a.first.order < d.first.order
            if begins:
                out[-1] = replace(a, last=d.first, is_resolved=True)
                continue
        out.append(d)
    return out

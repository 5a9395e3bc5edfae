"""Days that go by a name of their own: "Christmas Eve 2011", "at Christmas"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.engine.writing.dates.moments import Mention, Moment
from server.engine.writing.dates.tenses import Tense, tense_at
from server.engine.writing.dates.vocabulary import DateWords

_YEAR = r",? (?:of |in |von )?(?P<y>1\d{3}|20\d{2})(?![\d,.]\d|\d|[–/-]\d)"
_FIXED = {
    "en": (
        (r"Christmas Eve", 12, 24),
        (r"Christmas Day", 12, 25),
        (r"Boxing Day", 12, 26),
        (r"New Year['’]s Eve", 12, 31),
        (r"New Year['’]s Day", 1, 1),
    ),
    "de": ((r"(?:Heiligabend|Heiliger Abend)", 12, 24), (r"Silvester", 12, 31), (r"Neujahr", 1, 1)),
    "fr": ((r"la veille de Noël", 12, 24), (r"Noël", 12, 25)),
    "es": ((r"Nochebuena", 12, 24), (r"Nochevieja", 12, 31)),
    "it": ((r"la vigilia di Natale", 12, 24),),
    "pt": ((r"véspera de Natal", 12, 24),),
}
"""Pattern, month and day."""
_SEASON = {
    "en": r"(?<=\bat )Christmas(?=[,.;:]| (?:and|but|he|she|they|we|it|I)\b|$)",
    "de": r"(?:(?<=\bzu )|(?<=\ban ))Weihnachten(?=[,.;:]| und\b|$)",
}
"""Names that stand for the end of December, without a year."""
_BEGINNING = {
    "en": r"(?:(?<=\bfrom )|(?<=\bby )|(?<=\bat ))(?:the )?New Year(?=[,.;:]|$| (?:and|but|he|she|they|we|it|I)\b)"
}
"""Names that stand for the beginning of January."""


def holidays(text: str, w: DateWords) -> Iterator[Mention]:
    """Such days with their year, those of what was without one, and seasons whose year is told elsewhere."""
    for name, month, day in _FIXED.get(w.code, ()):
        for m in re.finditer(rf"\b{name}{_YEAR}", text):
            yield Mention(m.start(), m.end(), Moment(int(m["y"]), month, day), core=m.start())
    for name, month, day in _FIXED["en"] if w.code == "en" else ():
        for m in re.finditer(rf"(?<=\b[Oo]n ){name}(?!,? \d|['’]|,? (?:of|in) (?:that|the|\d))", text):
            if tense_at(text, m.start(), m.end(), w) is Tense.PAST:
                yield Mention(m.start(), m.end(), Moment(None, month, day), core=m.start())
    for m in re.finditer(_SEASON.get(w.code, r"(?!)"), text):
        yield Mention(m.start(), m.end(), Moment(None, 12), core=m.start())
    for m in re.finditer(_BEGINNING.get(w.code, r"(?!)"), text):
        yield Mention(m.start(), m.end(), Moment(None, 1), core=m.start())

"""Days that go by a name of their own: "Christmas Eve 2011", "at Christmas"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.engine.writing.dates.feasts import FIXED, feast_day, named_days
from server.engine.writing.dates.moments import Mention, Moment
from server.engine.writing.dates.tenses import Tense, tense_at
from server.engine.writing.dates.vocabulary import DateWords

_YEAR = r",? (?:of |in |von )?(?P<y>1\d{3}|20\d{2})(?![\d,.]\d|\d|[–/-]\d)"
_WAR_DAYS = (
    (r"(?:the )?V-?E[- ]Day", Moment(1945, 5, 8)),
    (r"(?:the )?V-?J[- ]Day", Moment(1945, 8, 15)),
    (r"the Armistice", Moment(1918, 11, 11)),
)
_OF_WAR_DAY = re.compile(
    r"(?:\b[Oo]n|\b[Uu]ntil|\b[Tt]ill|\b[Bb]y|\b[Ss]ince|\b[Aa]t) (?:the (?:day|morning|night|eve) of )?$"
)
_ANNIVERSARY = re.compile(r" (?:\d|[Pp]art|[Cc]eleb|[Aa]nniv|[Ss]ervice|[Cc]ommem|of\b|in\b|with\b)|['’-]")
"""Behind such a day what is of another: "VE Day 2020", "the Armistice of Mudros"."""
_FIXED = {
    "de": ((r"(?:Heiligabend|Heiliger Abend)", 12, 24), (r"Silvester", 12, 31), (r"Neujahr", 1, 1)),
    "fr": ((r"la veille de Noël", 12, 24), (r"Noël", 12, 25)),
    "es": ((r"Nochebuena", 12, 24), (r"Nochevieja", 12, 31)),
    "it": ((r"la vigilia di Natale", 12, 24),),
    "pt": ((r"véspera de Natal", 12, 24),),
}
"""Pattern, month and day."""
_SEASON = {
    "en": r"(?:(?<=\bat )|(?<=\bBy )|(?<=\bby ))Christmas(?=[,.;:]| (?:and|but|he|she|they|we|it|I)\b|$)",
    "de": r"(?:(?<=\bzu )|(?<=\ban ))Weihnachten(?=[,.;:]| und\b|$)",
}
"""Names that stand for the end of December, without a year."""
_BEGINNING = {
    "en": r"(?:(?<=\bfrom )|(?<=\bby )|(?<=\bat ))(?:the )?New Year(?=[,.;:]|$| (?:and|but|he|she|they|we|it|I)\b)"
}
"""Names that stand for the beginning of January."""
_TIMES = {"Easter": "easter+0", "Whitsun": "easter+49", "Christmas": FIXED}
_ABOUT_MONTH = {"Easter": 4, "Whitsun": 5}
_TIME_OF = re.compile(
    r"(?:(?<=\b[Aa]t )|(?<=\b[Bb]y )|(?<=\b[Tt]o )|(?<=\b[Ii]n )|(?<=\b[Uu]ntil )|(?<=\b[Ss]ince )|(?<=\b[Ff]rom )|"
    r"(?<=\b[Ff]or )|(?<=^))(?:the )?(?P<f>Easter|Whitsun|Christmas),? (?:of )?(?P<y>1\d{3}|20\d{2})"
    r"(?![\d,.]\d|\d|[–/-]\d)"
)
_TIME = re.compile(r"(?<=\b[Aa]t )(?P<f>Easter|Whitsun)(?=[,.;]| (?:and|but|to|he|she|they|we|it|I|the|a|an|when)\b|$)")
_NEW_YEAR = re.compile(r"\bNew Year (?:of )?(?P<y>1\d{3}|20\d{2})(?![\d,.]\d|\d|[–/-]\d)")
_ON = re.compile(r"\b(?:[Oo]n|[Oo]n the (?:morning|evening|night|eve) of|[Tt]hat|[Bb]y|[Bb]etween|[Uu]ntil|[Ss]ince) $")
_NO_DAY = re.compile(r"\b(?:with|of|in|called|named|every|each|any) (?:(?:[A-Z][\w'’]* ){1,2}(?:and|or) )?$")
"""Before what is a title, or comes each year: "every Good Friday and Christmas Day"."""
_CLOSES = re.compile(r"(?: (?:morning|night|evening|afternoon))?[.;]?$")


def holidays(text: str, w: DateWords) -> Iterator[Mention]:
    """Such days with their year, those of what was without one, and seasons whose year is told elsewhere."""
    for name, month, day in _FIXED.get(w.code, ()):
        for m in re.finditer(rf"\b{name}{_YEAR}", text):
            yield Mention(m.start(), m.end(), Moment(int(m["y"]), month, day), core=m.start())
    for name, day_of_war in _WAR_DAYS if w.code == "en" else ():
        for m in re.finditer(rf"\b{name}\b", text):
            if _OF_WAR_DAY.search(text[: m.start()]) and not _ANNIVERSARY.match(text[m.end() :]):
                yield Mention(m.start(), m.end(), day_of_war, core=m.start())
    yield from _feasts(text, w) if w.code == "en" else ()
    yield from _feast_times(text, w) if w.code == "en" else ()
    for m in _NEW_YEAR.finditer(text) if w.code == "en" else ():
        yield Mention(m.start(), m.end(), Moment(int(m["y"]), 1), core=m.start())
    for m in re.finditer(_SEASON.get(w.code, r"(?!)"), text):
        yield Mention(m.start(), m.end(), Moment(None, 12), core=m.start())
    for m in re.finditer(_BEGINNING.get(w.code, r"(?!)"), text):
        yield Mention(m.start(), m.end(), Moment(None, 1), core=m.start())


def _feast_times(text: str, w: DateWords) -> Iterator[Mention]:
    """The month of "at Easter 2016" and "the Christmas of 1895", and of "at Easter" in the year told or of the text."""
    for m in _TIME_OF.finditer(text):
        year = int(m["y"])
        on = feast_day(_TIMES[m["f"]], year)
        yield Mention(m.start(), m.end(), Moment(year, on[0] if on is not None else 12), core=m.start())
    for m in _TIME.finditer(text):
        if tense_at(text, m.start(), m.end(), w) in {Tense.PAST, Tense.FUTURE}:
            month = _ABOUT_MONTH[m["f"]]
            yield Mention(m.start(), m.end(), Moment(None, month), core=m.start(), feast=_TIMES[m["f"]])


def _feasts(text: str, w: DateWords) -> Iterator[Mention]:
    """Feasts with their year; without one those on which something was, or that open an entry."""
    if text.startswith(("Christmas. ", "Christmas: ")):
        yield Mention(0, len("Christmas"), Moment(None, 12, 25), core=0, feast=FIXED)
    for m, feast, month, day in named_days(text):
        said = re.match(_YEAR, text[m.end() :])
        if said is not None:
            year = int(said["y"])
            on = feast_day(feast, year) if feast else (month, day)
            if on is not None:
                yield Mention(m.start(), m.end() + said.end(), Moment(year, *on), core=m.start())
            continue
        if re.match(r",? \d|['’]|,? (?:of|in) (?:the|\d)", text[m.end() :]):
            continue
        opens = not text[: m.start()].strip()
        if opens and re.match(r"[.:–—]|,? (?:I|we|he|she|they|the|a)\b", text[m.end() :]):
            yield Mention(m.start(), m.end(), Moment(None, month, day), core=m.start(), feast=feast or FIXED)
            continue
        if _NO_DAY.search(text[: m.start()]):
            continue
        if not _ON.search(text[: m.start()]) and not _CLOSES.match(text[m.end() :]):
            continue
        if tense_at(text, m.start(), m.end(), w) is Tense.PAST or (
            _ON.search(text[: m.start()]) and tense_at(text, m.start(), m.end(), w) is not Tense.FUTURE
        ):
            yield Mention(m.start(), m.end(), Moment(None, month, day), core=m.start(), feast=feast or FIXED)

"""Events of texts that are ordered by days: entries of diaries, and what a programme has at an hour."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from server.domain.scripts import Statement
from server.domain.sources import Passage, Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.text_days import DayHead, day_heads, day_of
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words
from server.engine.writing.standalone import statement

_MOST_OF_A_DAY = 3
"""Paragraphs of one day that become entries; those of a programme, which have an hour, all do."""
_LEAST_WORDS = 5
_MOST_WORDS = 60
_HOUR = re.compile(
    r"^(?:(?:at|um|à|ab|from) )?(?P<h>[01]?\d|2[0-3])(?:[.:h](?P<n>[0-5]\d))?(?: ?(?P<half>[ap])\.?m\.?| (?:Uhr|heures|h)\b)?"  # noqa: E501
    r"(?:(?: ?[–-] ?| (?:to|bis) )\d{1,2}[.:h]\d\d(?: ?[ap]\.?m\.?)?)?(?=[,.: –—-])[,.:–— -]+",
    re.IGNORECASE,
)
_PLACE_WORDS = 5
_IS = re.compile(r"(?:She|He|It|They|You|There) (?!was\b)(?:\w+s|['’]s|are)\b")
"""What a sentence begins with that tells how things are: "She carries"."""

Told = tuple[Moment, Statement, Sentence, bool]
"""When it was, what happened, the sentence that says so, and whether its day had to be worked out."""


def of_days(analysis: Analysis, source: Source, index: int, taken: Collection[int]) -> Iterator[Told]:
    """What a source tells under lines that are days, in its order.

    Args:
        taken: sentences that have a date of their own and tell of that.
    """
    code = analysis.rules.code
    heads = day_heads(source, code, day_of(source, code))
    own = [s for s in analysis.sentences if s.source == index and Role.TABLE not in s.roles] if heads else []
    for head in heads:
        if head.place:
            letter = _letter(analysis, source, head, own, taken)
            if letter is not None:
                yield letter
            continue
        paragraphs: dict[int, list[Sentence]] = {}
        for s in own:
            if head.start <= s.start < head.end:
                paragraphs.setdefault(s.paragraph, []).append(s)
        count = 0
        for said in paragraphs.values():
            hour = _HOUR.match(source.text[said[0].start : said[-1].end])
            if hour is not None and (hour["n"] or hour["half"]):
                found = _at_hour(analysis, source, head, said, hour)
            elif count < _MOST_OF_A_DAY:
                found = _entry(analysis, head, said, taken, is_first=not count)
                count += found is not None
            else:
                found = None
            if found is not None:
                yield found


def _letter(
    analysis: Analysis, source: Source, head: DayHead, own: list[Sentence], taken: Collection[int]
) -> Told | None:
    """That a letter was written, by its place and the first sentence that says something."""
    for s in own:
        inside = head.start <= s.start < head.end and s.id not in taken and Role.QUESTION not in s.roles
        if not inside or len(s.text.split()) < _LEAST_WORDS:
            continue
        made = statement(analysis, s.id, most=_MOST_WORDS, must=True, is_dated=True)
        if made is not None:
            text = f"{head.place}: {made.text}"
            return head.moment, Statement(text, _on(head, source, list(made.passages))), s, not head.is_named
    return None


def _at_hour(
    analysis: Analysis, source: Source, head: DayHead, said: list[Sentence], hour: re.Match[str]
) -> Told | None:
    """A paragraph that begins with an hour: its place and the first sentence that says what there is."""
    start = said[0].start + hour.end()
    first = re.sub(r"\s+", " ", source.text[start : said[0].end]).strip()
    texts = [first, *(s.text for s in said[1:])]
    if first and len(first.split()) <= _PLACE_WORDS and len(texts) > 1:
        text, last = f"{first.rstrip('.:,')}: {texts[1]}", said[1]
    else:
        place = re.match(r"(?P<place>[^.!?:]{2,40})[.:] (?=\w)", first)
        text = f"{place['place']}: {first[place.end() :]}" if place else first
        last = said[0]
    text = text[:1].upper() + text[1:]
    if len(text.split()) < 2 or analysis.rules.broken(text):
        return None
    minutes = int(hour["n"] or 0)
    hours = int(hour["h"]) % 12 + 12 * (hour["half"].lower() == "p") if hour["half"] else int(hour["h"])
    moment = replace(head.moment, hour=hours, minute=minutes)
    passages = _on(head, source, [analysis.passage(s) for s in dict.fromkeys((said[0], last))])
    return moment, Statement(text, passages), last, not head.is_named


def _entry(
    analysis: Analysis, head: DayHead, said: list[Sentence], taken: Collection[int], *, is_first: bool
) -> Told | None:
    """The first sentence of a paragraph that tells what happened that day."""
    code = analysis.rules.code
    w = date_words(code)
    for n, s in enumerate(said):
        if s.id in taken or Role.QUESTION in s.roles or _is_dated(s.text, code):
            continue
        if not _happened(s, w, opens=is_first and n == 0):
            continue
        made = statement(analysis, s.id, most=_MOST_WORDS, must=not n, is_dated=True)
        if made is None:
            continue
        text, passages = made.text, list(made.passages)
        following = said[n + 1] if n + 1 < len(said) else None
        short = len(text.split()) < _LEAST_WORDS
        if short and following is not None and following.id not in taken and not _is_dated(following.text, code):
            text, passages = f"{text} {following.text}", [*passages, analysis.passage(following)]
        elif short:
            continue
        source = analysis.sources[s.source]
        return head.moment, Statement(text, _on(head, source, passages)), s, not head.is_named
    return None


def _is_dated(text: str, code: str) -> bool:
    """Whether a sentence names another day or year."""
    return any(m.first.year is not None or m.first.day for m in mentions(text, code))


def _happened(s: Sentence, w: DateWords, *, opens: bool) -> bool:
    """Whether a sentence tells what was done; the words that open a day do, also without a verb."""
    found = tense(s.text, w)
    opening = tense(re.split(r"[,;:(–—]", s.text, maxsplit=1)[0], w)
    if _IS.match(s.text) or opening in {Tense.PRESENT, Tense.FUTURE}:
        return False
    if found is Tense.PAST:
        return not re.search(w.perfect_past, s.text, re.IGNORECASE)
    return opens and found is Tense.UNKNOWN


def _on(head: DayHead, source: Source, passages: list[Passage]) -> tuple[Passage, ...]:
    """The passages after the lines that have their day and year."""
    blocks = [head.origin, head.block] if head.origin is not head.block else [head.block]
    return (*(source.passage(b.start, b.end) for b in blocks), *passages)

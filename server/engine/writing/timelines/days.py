"""Events of texts that are ordered by days: entries of diaries, and what a programme has at an hour."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from server.domain.scripts import Statement
from server.domain.sources import BlockKind, Passage, Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.added_notes import is_note
from server.engine.writing.dates.clock_lists import clock_heads
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.dates.log_hours import logged
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.salutations import is_of_letters
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.text_days import day_heads, day_of
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words
from server.engine.writing.standalone import statement
from server.engine.writing.timelines.logs import Told, of_log, on_day
from server.engine.writing.timelines.month_rows import of_row

_MOST_OF_A_DAY = 3
"""Paragraphs of one day that become entries; those of a programme, which have an hour, all do."""
_LEAST_WORDS = 5
_MOST_WORDS = 60
_OF_A_DAY_WORDS = 60
"""Words up to which an entry of a diary goes on with what its next sentences tell."""
_HOUR = re.compile(
    r"^(?:(?:at|um|à|ab|from) )?(?P<h>[01]?\d|2[0-3])(?:[.:h](?P<n>[0-5]\d))?(?: ?(?P<half>[ap])\.?m\.?| (?:Uhr|heures|h)\b)?"  # noqa: E501
    r"(?:(?: ?[–-] ?| (?:to|bis) )\d{1,2}[.:h]\d\d(?: ?[ap]\.?m\.?)?)?(?=[,.: –—-])[,.:–— -]+",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"(?:million|billion|thousand|per ?cent|percent|%|tonnes?|kilomet|miles?|lit(?:re|er)s?|times)\b"
)
"""Behind a figure that is no hour: "1.16 million"."""
_PLACE_WORDS = 5
_BACK = 5
"""Sentences before one on which it may lean."""
_ASIDE = re.compile(r",? (?:who|which)\b[^,;:]*,")
_BY_THEN = re.compile(r"\b(?:before|until|till)\b")
"""Before what had been done by then: "twice before we had finished"."""
_NOT_DONE = re.compile(r"(?:Nobody|Nothing|No one|None)\b")
_IS_BACK = re.compile(r"(?:[^,;:.]{1,30} )?(?:is|are|am) (?:back|home|here|up|gone|dead|over|off|away|ashore|aboard)\b")
"""What a sentence begins with that tells what has come about."""
_HAS_DONE = re.compile(
    r"(?:[^,;:.]{1,40} )?(?:has|have)(?: just| not| already)? (?:been|come|gone|\w+(?:ed|en|wn|ght|un|ld))\b"
)
_IS = re.compile(r"(?:She|He|It|They|You|There) (?!was\b)(?:\w+s|['’]s|are)\b")
"""What a sentence begins with that tells how things are: "She carries"."""

ToldOfDays = tuple[Moment, Moment | None, Statement, Sentence, bool]
"""The same with the last day of several."""


def of_days(analysis: Analysis, source: Source, index: int, taken: Collection[int]) -> Iterator[ToldOfDays]:
    """What a source tells under lines that are days, in its order.

    Args:
        taken: sentences that have a date of their own and tell of that.
    """
    code = analysis.rules.code
    heads = day_heads(source, code, day_of(source, code)) or clock_heads(source, code)
    own = [s for s in analysis.sentences if s.source == index and Role.TABLE not in s.roles] if heads else []
    hours = dict(logged(source, heads))
    for head in heads:
        if head.place:
            letter = _letter(analysis, source, head, own, taken)
            if letter is not None:
                yield letter[0], None, *letter[1:]
            continue
        inside = [s for s in own if head.start <= s.start < head.end]
        for told in _of_head(analysis, source, head, inside, hours=hours, taken=taken):
            yield told[0], head.last, *told[1:]


def _of_head(
    analysis: Analysis,
    source: Source,
    head: DayHead,
    own: list[Sentence],
    *,
    hours: dict[int, re.Match[str]],
    taken: Collection[int],
) -> Iterator[Told]:
    """What is told under one line that is a day."""
    if head.is_row:
        row = of_row(analysis, source, head, own, taken) if own and head.moment.day else None
        if row is not None:
            yield row
        return
    paragraphs: dict[int, list[Sentence]] = {}
    for s in own:
        paragraphs.setdefault(s.paragraph, []).append(s)
    count = 0
    own_words = (p for p in paragraphs.values() if not is_note(source, _line_start(source, p[0])))
    for said in (piece for p in own_words for piece in _pieces(source, head, p, taken)):
        found: Told | None = None
        hour = _hour(source, said[0])
        if said[0].start in hours:
            found = of_log(analysis, source, head, said, hour=hours[said[0].start], taken=taken)
        elif hour is not None:
            found = _at_hour(analysis, source, head, said, hour) if said[0].id not in taken else None
        elif head.last is not None and not head.is_run_in and (head.block.kind is BlockKind.HEADING or count):
            found = None  # on which of the days it was stays open
        elif head.is_run_in:
            found = _opened(analysis, source, head, said, taken)
        elif count < _MOST_OF_A_DAY or head.is_by_clock:
            found = _entry(analysis, head, said, taken, is_first=not count)
            count += found is not None
        if found is not None:
            yield found


def _line_start(source: Source, s: Sentence) -> int:
    return source.text.rfind("\n", 0, s.start) + 1


def _pieces(source: Source, head: DayHead, said: list[Sentence], taken: Collection[int]) -> Iterator[list[Sentence]]:
    """A paragraph as its entries; of a report by the clock what stands between those that have an hour themselves."""
    if not head.is_by_clock:
        yield from _by_hours(source, said)
        return
    for is_taken, run in itertools.groupby(said, key=lambda s: s.id in taken):
        if not is_taken:
            yield list(run)


def _by_hours(source: Source, said: list[Sentence]) -> list[list[Sentence]]:
    """A paragraph or list cut before each sentence that begins with an hour; whole where none but the first does."""
    out: list[list[Sentence]] = []
    for s in said:
        if not out or _hour(source, s) is not None:
            out.append([])
        out[-1].append(s)
    return out


def _hour(source: Source, s: Sentence) -> re.Match[str] | None:
    """The hour that a sentence begins with, where it is clear which half of the day is meant."""
    found = _HOUR.match(re.sub(r"[*_]", "", source.text[s.start : s.end]))
    is_clear = found is not None and (found["n"] or found["half"]) and not _QUANTITY.match(found.string[found.end() :])
    return found if is_clear else None


def _letter(
    analysis: Analysis, source: Source, head: DayHead, own: list[Sentence], taken: Collection[int]
) -> Told | None:
    """That a letter was written on its day; of a journal kept in many places what happened there that day."""
    inside = [s for s in own if head.start <= s.start < head.end]
    labels = date_words(analysis.rules.code).labels
    if inside and is_of_letters(source) and "letter" in labels:
        text = labels["letter"].format(head.place)
        return head.moment, Statement(text, on_day(head, source, [])), inside[0], not head.is_named
    found = _entry(analysis, head, inside, taken, is_first=True)
    if found is None:
        return None
    moment, told, s, is_counted = found
    return moment, Statement(f"{head.place}: {told.text}", told.passages), s, is_counted


def _at_hour(
    analysis: Analysis, source: Source, head: DayHead, said: list[Sentence], hour: re.Match[str]
) -> Told | None:
    """A paragraph that begins with an hour: its place and the first sentence that says what there is."""
    first = re.sub(r"\s+", " ", re.sub(r"[*_]", "", source.text[said[0].start : said[0].end])[hour.end() :]).strip()
    texts = [first, *(s.text for s in said[1:])]
    is_place = len(first.split()) <= _PLACE_WORDS and tense(first, date_words(analysis.rules.code)) is Tense.UNKNOWN
    if first and is_place and len(texts) > 1:
        text, last = f"{first.rstrip('.:,')}: {texts[1]}", said[1]
    else:
        place = re.match(r"(?P<place>[^.!?:]{2,40})[.:] (?=\w)", first)
        text = f"{place['place']}: {first[place.end() :]}" if place else first
        last = said[0]
    text = text[:1].upper() + text[1:]
    text = text if re.search(r"[.!?…][\"'”’)]*$", text) else f"{text}."
    if len(text.split()) < 2 or analysis.rules.broken(text):
        return None
    minutes = int(hour["n"] or 0)
    hours = int(hour["h"]) % 12 + 12 * (hour["half"].lower() == "p") if hour["half"] else int(hour["h"])
    moment = replace(head.moment, hour=hours, minute=minutes)
    passages = on_day(head, source, [analysis.passage(s) for s in dict.fromkeys((said[0], last))])
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
        if made is not None and any(p.start < head.start for p in made.passages):
            made = Statement(s.text, (analysis.passage(s),))  # what stands above the line is of another day
        if made is None or (_rests_on_any(analysis, made, s, taken) and not head.is_by_clock):
            continue
        text, passages = _gone_on(analysis, made.text, list(made.passages), said[n + 1 :], taken)
        if len(text.split()) < _LEAST_WORDS:
            continue
        source = analysis.sources[s.source]
        return head.moment, Statement(text, on_day(head, source, passages)), s, not head.is_named
    return None


def _rests_on_any(analysis: Analysis, made: Statement, s: Sentence, taken: Collection[int]) -> bool:
    """Whether a sentence leans on one that has a date of its own, and so may tell of that."""
    before = {analysis.sentences[i].start for i in range(max(0, s.id - _BACK), s.id) if i in taken}
    return any(p.start in before for p in made.passages)


def _opened(
    analysis: Analysis, source: Source, head: DayHead, said: list[Sentence], taken: Collection[int]
) -> Told | None:
    """The first sentence of a paragraph opened by its day that tells what happened; else the first one."""
    code = analysis.rules.code
    w = date_words(code)
    own = [(s, source.text[max(s.start, head.block.end) : s.end].strip()) for s in said]
    free = [(s, text) for s, text in own if s.id not in taken and Role.QUESTION not in s.roles and text.count(" ") > 1]
    told = next(((s, text) for s, text in free if _tells(text, w, analysis.rules.code)), None) or next(iter(free), None)
    if told is None:
        return None
    s, text = told
    begins = max(s.start, head.block.end)
    passages = [
        source.passage(begins + len(source.text[begins : s.end]) - len(source.text[begins : s.end].lstrip()), s.end)
    ]
    first = free[0]
    if (
        s is not said[0]
        and free.index(told) == 1
        and len(first[1].split()) >= _LEAST_WORDS
        and not _is_dated(first[1], code)
    ):
        text = f"{first[1]} {text}"
        passages = [analysis.passage(first[0]), *passages]
    elif s is not said[0]:
        made = statement(analysis, s.id, most=_MOST_WORDS, must=True, is_dated=True)
        text, passages = (made.text, list(made.passages)) if made is not None else (text, passages)
    day = source.text[head.block.start : head.block.end].strip(" .:–—")
    text = re.sub(rf"^{re.escape(day)}[ .:–—]*", "", re.sub(r"\s+", " ", text))
    text = text[:1].upper() + text[1:]
    text, passages = _gone_on(analysis, text, passages, said[said.index(s) + 1 :], taken)
    return head.moment, Statement(text, on_day(head, source, passages)), s, not head.is_named


def _gone_on(
    analysis: Analysis, text: str, passages: list[Passage], after: Sequence[Sentence], taken: Collection[int]
) -> tuple[str, list[Passage]]:
    """An entry with the sentences behind it that go on to tell of the same day; a short one with the next in any
    case."""
    code = analysis.rules.code
    w = date_words(code)
    for s in after:
        is_short = len(text.split()) < _LEAST_WORDS
        goes_on = (tense(s.text, w) is Tense.PAST and _happened(s, w, opens=False)) or _HAS_DONE.match(
            s.text
        ) is not None
        if s.id in taken or Role.QUESTION in s.roles or _is_dated(s.text, code) or not (is_short or goes_on):
            break
        if not is_short and len(text.split()) + len(s.text.split()) > _OF_A_DAY_WORDS:
            break
        text, passages = f"{text} {s.text}", [*passages, analysis.passage(s)]
    return text, passages


def _tells(text: str, w: DateWords, code: str) -> bool:
    """Whether it was done or has been done, or is said without a verb; and has no date of its own."""
    if _is_dated(text, code):
        return False
    opening = tense(re.split(r"[,;:(–—]", text, maxsplit=1)[0], w)
    has_been = opening is Tense.PRESENT and (_HAS_DONE.match(text) or _IS_BACK.match(text)) is not None
    return has_been or opening in {Tense.PAST, Tense.UNKNOWN}


def _is_dated(text: str, code: str) -> bool:
    """Whether a sentence names another day or year."""
    return any(m.first.year is not None or m.first.day for m in mentions(text, code))


def _happened(s: Sentence, w: DateWords, *, opens: bool) -> bool:
    """Whether a sentence tells what was done; the words that open a day do, also without a verb."""
    found = tense(_ASIDE.sub(" ", s.text), w)
    opening = tense(re.split(r"[,;:(–—]", s.text, maxsplit=1)[0], w)
    if _IS.match(s.text) or _NOT_DONE.match(s.text) or opening in {Tense.PRESENT, Tense.FUTURE}:
        return False
    if found is Tense.PAST:
        return not re.search(w.perfect_past, _BY_THEN.split(s.text)[0], re.IGNORECASE)
    return opens and found is Tense.UNKNOWN

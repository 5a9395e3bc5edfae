"""The day of a text: its dateline, byline, imprint or title; and the days that head the entries of a diary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.dates.added_notes import is_note
from server.engine.writing.dates.bare_days import bare_line, next_such
from server.engine.writing.dates.feasts import FIXED
from server.engine.writing.dates.heads import DayHead
from server.engine.writing.dates.hour_reports import told_by_clock
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment, moved, weekday
from server.engine.writing.dates.month_rows import rows_of_months
from server.engine.writing.dates.openings import (
    MADE,
    announced_day,
    byline_of,
    issue_of,
    labelled_on,
    made_on,
    met_on,
    sentences_of,
)
from server.engine.writing.dates.programmes import event_days
from server.engine.writing.dates.reported_years import year_reported
from server.engine.writing.dates.salutations import is_of_letters
from server.engine.writing.dates.signatures import signature
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.vocabulary import DateWords, alternatives
from server.engine.writing.dates.words import date_words
from server.engine.writing.dates.years_above import YearsAbove

_HEAD_BLOCKS = 12
_IMPRINT_BLOCKS = 5
_HEAD_WORDS = 40
_IMPRINT_WORDS = 25
_DAY_WORDS = 9
"""Words of a line that heads the entry of a day."""
_HEADED_LEAST = 2
_OPENED_LEAST = 3
_OPENING_CHARS = 60
_DATELINE = re.compile(
    r"[A-ZÀ-Þ][A-ZÀ-Þ .'’/-]{2,40}(?:, [A-Z][\w .]{2,30})?(?:,| \()? ?(?P<day>[^.:–—]{6,30}?)\)? ?[.:–—]"
)
"""Where and when a report was written, before its first words: "CORRIN, 11 June 2026."."""
RECORD = re.compile(
    r"\b(?:minutes|meeting|transcript|protokoll|sitzung|niederschrift|procès-verbal|compte rendu|réunion|acta|reunión"
    r"|verbale|riunione|ata|reunião)\b",
    re.IGNORECASE,
)
"""A heading with a day that is the text's own: "Minutes of the meeting of 7 October 2024"."""
TRANSCRIPT = re.compile(r"\btranscript\b", re.IGNORECASE)
"""What was said on a day, written down: no meeting and nothing that came out."""
_IMPRINT = re.compile(
    r"\b(?:issue|no\.|vol(?:ume|\.)|text|words|photo(?:graph)?s?|pictures|reporter|correspondent|interview|"
    r"tested by|written by|edition|magazine|newsletter|bulletin|number(?= \d)|revised|updated|valid from|as of|season|heft|ausgabe|nummer|stand|fotos?|numéro|texte|propos "  # noqa: E501
    r"recueillis|número|texto|numero|testo)\b|"
    r"^(?:from the|first published|first printed|published|printed|erschienen|zuerst|aus der|aus dem|paru)\b|"
    r"(?:^|[—–|·,] )(?:by|von|par|por|di) [A-Z]",
    re.IGNORECASE,
)
"""Marks of a line that says who made a text and when."""
_CREDIT = re.compile(
    r"(?:Interview(?:ed)?|Text|Words|Photo(?:graph)?s?|Reporting|Published|First published|From)(?: by\b|:| )"
)
"""How a sentence begins that says at the end of an opening who made it and when."""
_CREDIT_WORDS = 14
_VERSION = re.compile(
    r"\b(?:this version|revised|amended|updated|last changed|geändert|Fassung|modifié|modificad[oa]|modificat[oa])\b",
    re.IGNORECASE,
)
"""Of several days the last is that of the text."""
_NEXT = -1
"""Instead of the count of a journey's day: the day after the last one."""
_NEXT_DAY = re.compile(r"(?:The|Next|The next|The following) (?:day(?: after)?|morning)[.:] ")
_BARE_DAY = re.compile(r"(?P<d>\d{1,2})(?:st|nd|rd|th)[.:] (?=\S)")
"""A day of the month in which the entry before it is: "15th. The second sledge went over."."""
TALK = re.compile(
    r"(?:An? |The |This )?(?:[a-z]+ )?(?:talk|lecture|speech|address|sermon|toast|eulogy)(?: [a-z]+)? "
    r"(?:given|delivered|read|held)\b|(?:given|delivered) (?:by|at|in|on|to)\b",
    re.IGNORECASE,
)
"""How a line begins that says when what was spoken was."""
_OF_LIFE = re.compile(
    r"(?:^|[\s(,;*])(?:b|bp|bapt|m|d)\. |\b(?:born|baptised|died|married|geb\.|née?)\b", re.IGNORECASE
)
"""A line of somebody's life, whose day isn't that of the text."""
_PLACE = re.compile(r"[A-ZÀ-Þ][\w.'’-]*(?:,? [\w.'’-]+){0,4}")
"""What stands before the day at the head of a letter."""
_SEASON_MONTH = {"spring": 4, "summer": 7, "autumn": 10}


def day_of(source: Source, code: str) -> Moment:  # noqa: PLR0912
    """When the source was written, as far as it says so; a year of a title counts, of two it is the last."""
    if source.published:
        found = mentions(source.published[:10], "en")
        if found:
            return found[0].first
    labelled = labelled_on(source, code)
    w = date_words(code)
    for block in source.blocks[:_HEAD_BLOCKS]:
        words = source.block_text(block)
        written = labelled[0] if labelled is not None else dateline(source, block, code)
        if written is not None and written.year is not None:
            return written
        recorded = block.kind is BlockKind.HEADING and RECORD.search(words) is not None
        head = recorded or block.kind in {BlockKind.BYLINE, BlockKind.CAPTION}
        if not head and (block.kind is not BlockKind.PARAGRAPH or len(words.split()) > _HEAD_WORDS or block.end > 1500):
            continue
        is_long = len(words.split()) > _IMPRINT_WORDS and TALK.match(words) is None
        if not head and not re.search(r":|\*\*", words[:40]) and is_long:
            continue
        if not head and ("?" in words or _tells(words, w)):
            continue
        if _OF_LIFE.search(words):
            continue
        days = [m.last or m.first for m in mentions(words, code) if m.first.year is not None and m.first.day]
        if len(days) > 1 and _VERSION.search(words):
            days.sort(key=lambda d: d.order, reverse=True)
        if days:
            return replace(days[0], hour=-1, minute=0)
    issue = issue_of(source, code)
    for start, end in imprints(source, code) if issue is None else ():
        words = source.text[start:end]
        said = [m.first for m in mentions(re.sub(r"\n", ", ", words), code) if m.first.year is not None]
        said += [Moment(int(y)) for y in re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", words)]
        if said:
            return replace(said[0], hour=-1, minute=0)
    opened = issue or made_on(source, code) or met_on(source, code) or byline_of(source, code)
    if opened is not None:
        return opened
    years = [int(y) for y in re.findall(r"(?<![\d/])(?:19|20)\d\d(?!\d|[/–-]\d)", source.title)]
    reported = max(years) if years else year_reported(source)
    return Moment(reported) if reported is not None else announced_day(source, code) or Moment(None)


def _tells(words: str, w: DateWords) -> bool:
    """Whether a short paragraph tells what happened on a day, and doesn't say when it was written."""
    plain = MADE.sub("", words)
    said = sentences_of(_VERSION.sub("", plain))[0]
    told = w.code == "en" and not MADE.match(words) and tense(said, w) is Tense.PAST
    return "**" not in words and (told or bool(re.match(w.telling, plain, re.IGNORECASE)))


def month_of(now: Moment) -> int:
    """The month in which a text was written, in the middle of its season; 0 where it doesn't say."""
    return now.month or _SEASON_MONTH.get(now.part, 0)


def dateline(source: Source, block: Block, code: str) -> Moment | None:
    """The day in the dateline that opens a block."""
    line = _DATELINE.match(source.block_text(block)) if block.kind is BlockKind.PARAGRAPH else None
    written = [m.first for m in mentions(line["day"], code) if m.first.day] if line else []
    return replace(written[0], hour=-1, minute=0) if written else None


def dateline_end(source: Source, block: Block, code: str) -> int:
    """Where the dateline of a block ends, in the source's text; the block's start where it has none."""
    line = _DATELINE.match(source.block_text(block))
    return block.start + line.end() if line and dateline(source, block, code) is not None else block.start


def imprints(source: Source, code: str) -> list[tuple[int, int]]:
    """Where lines at the head and foot of a text say where and when it came out, and tell nothing."""
    w = date_words(code)
    near = [*source.blocks[:_IMPRINT_BLOCKS], *source.blocks[_IMPRINT_BLOCKS:][-2:]]
    labelled = labelled_on(source, code)
    is_record = any(RECORD.search(source.block_text(b)) for b in source.blocks[:1])
    signed = signature(source, code) if not is_record else None
    out = [labelled[1:]] if labelled is not None else []
    for block in near:
        words = source.block_text(block)
        if block.kind in {BlockKind.HEADING, BlockKind.TABLE_ROW, BlockKind.SPEECH}:
            continue
        if block is signed:
            out.append((block.start, block.end))
            continue
        opening, last = sentences_of(words)[0], sentences_of(words)[-1]
        if last != words and _CREDIT.match(last) and re.search(r"\d{4}", last) and len(last.split()) <= _CREDIT_WORDS:
            out.append((block.end - len(last), block.end))
            continue
        is_whole = not _IMPRINT.match(words) and not (_IMPRINT.search(opening) and re.search(r"\d{4}", opening))
        first = words if is_whole else opening
        if len(first.split()) > _IMPRINT_WORDS:
            continue
        plain = _IMPRINT.sub("", first)
        tells = any(re.search(p, plain) for p in (w.past, w.present, w.future) if p)  # "Spoke" with a capital is a name
        if not tells and _IMPRINT.search(first) and re.search(r"\d{4}", first):
            out.append((block.start, block.start + len(first)))
    return out


def day_heads(source: Source, code: str, now: Moment) -> tuple[DayHead, ...]:
    """The days of a diary or programme in order: lines such as "3 June 2019", "Saturday", "Day 3: over the pass".

    A weekday is the next such day after the line before, and a day without a year has that one's. None at all where
    two of them contradict each other.
    """
    w = date_words(code)
    lines = [(n, b, *said) for n, b in enumerate(source.blocks) if (said := _day_line(source, b, code, w)) is not None]
    opened = [] if lines else _opened_by_days(source, code)
    letters = [] if lines or opened else _letter_lines(source, code)
    places = {n: place for n, _, place, _, _ in letters}
    ends = {n: last for n, _, _, _, last in opened}
    ends |= {n: _last_of(source, b, code, w) for n, b, *_ in lines}
    lines = lines or [(n, b, moment, named, 0 if moment is not None else _NEXT) for n, b, moment, named, _ in opened]
    lines = lines or [(n, b, moment, named, 0) for n, b, _, moment, named in letters]
    if len(lines) < _HEADED_LEAST:
        return rows_of_months(source, code, now) or told_by_clock(source, code)
    years = YearsAbove(source)
    out: list[DayHead] = []
    days = event_days(source, code)
    base: Moment | None = None
    first_day: Moment | None = None
    origin: Block | None = None
    bare = [] if opened else [moment for _, _, moment, _, _ in lines if moment is not None]
    told = _year_of_lines(source, bare, code)
    for n, block, moment, named, count in lines:
        if moment is not None and moment.year is None and base is None:
            moment = replace(moment, year=told)  # noqa: PLW2901
        is_named = moment is not None and moment.year is not None
        over = years.at(block.start)
        found = _worked_out(
            moment, named, count, base=base, first_day=first_day, now=now, over=over.year if over is not None else None
        )
        if moment is None and named in days and (base is None or base in days.values()):
            found = days[named]
        if found is None:
            continue
        if base is not None and found.order < base.order:
            return ()
        if count > 0 and moment is not None and first_day is None:
            first_day = moved(found, 1 - count, "day")
        if is_named or origin is None:
            origin = block
        if not is_named and over is not None:
            origin = over.block
        last = ends.get(n)
        last = replace(last, year=found.year, month=last.month or found.month, hour=-1, minute=0) if last else None
        base = last or found
        end = _scope_end(source, n, [at for at, *_ in lines])
        begins = block.start if opened else block.end
        out.append(DayHead(block, begins, end, found, is_named, origin, places.get(n, ""), last, bool(opened)))
    return tuple(out) if len(out) >= _HEADED_LEAST else ()


def _opened_by_days(source: Source, code: str) -> list[tuple[int, Block, Moment | None, int, Moment | None]]:
    """Days that begin paragraphs, each as a block of its own, with the weekday (-1) and the last of several days.

    "The day after" is one without a moment. None where only a few paragraphs begin so.
    """
    out: list[tuple[int, Block, Moment | None, int, Moment | None]] = []
    for n, block in enumerate(source.blocks):
        words = source.block_text(block)
        if block.kind is not BlockKind.PARAGRAPH:
            continue
        number = _BARE_DAY.match(words) if out else None
        before = next((moment for _, _, moment, _, _ in reversed(out) if moment is not None), None)
        if number is not None and before is not None and int(number["d"]) > before.day:
            stop = block.start + number.end()
            out.append((n, replace(block, end=stop), replace(before, day=int(number["d"])), -1, None))
            continue
        m = next(iter(mentions(words[:_OPENING_CHARS], code)), None)
        after = _NEXT_DAY.match(words) if out else None
        if after is not None and words[after.end() :]:
            out.append((n, replace(block, end=block.start + after.end()), None, -1, None))
            continue
        if (
            m is None
            or m.start
            or not m.first.day
            or m.feast not in {"", FIXED}
            or (m.last is not None and not m.last.day)
        ):
            continue
        after = re.match(r"(?:[.:]| ?[–—]) ?(?=\S)", words[m.end :])
        if after is not None or (words[m.end - 1] == "." and words[m.end :].strip()):
            stop = block.start + m.end + (after.end() if after is not None else 0)
            out.append((n, replace(block, end=stop), m.first, m.weekday, m.last))
    return out if sum(moment is not None for _, _, moment, _, _ in out) >= _OPENED_LEAST else []


def _letter_lines(source: Source, code: str) -> list[tuple[int, Block, str, Moment, int]]:
    """Lines that are a place and a day: index, block, place, day and weekday (-1); the last line signs and is none."""
    kinds = {BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CAPTION, BlockKind.BYLINE}
    out: list[tuple[int, Block, str, Moment, int]] = []
    is_letters = is_of_letters(source)
    for n, block in enumerate(source.blocks[:-1]):
        words = source.block_text(block).strip("*_ .")
        if block.kind not in kinds or len(words.split()) > _DAY_WORDS:
            continue
        found = [m for m in mentions(words, code) if m.first.day and m.last is None]
        place = words[: found[0].core].strip(" ,") if len(found) == 1 and found[0].end == len(words) else ""
        if not place or not _PLACE.fullmatch(place):
            continue
        if "," in words[len(place) : found[0].core] or (is_letters and found[0].first.year is not None):
            out.append((n, block, place, found[0].first, found[0].weekday))
    return out


def _worked_out(
    moment: Moment | None,
    named: int,
    count: int,
    *,
    base: Moment | None,
    first_day: Moment | None,
    now: Moment,
    over: int | None = None,
) -> Moment | None:
    """The whole date of a line: its own, else counted from the line before or from the first day."""
    if moment is not None and not moment.month:
        return next_such(moment, named, base) if base is not None else None
    if moment is not None:
        year = moment.year or over or (base.year if base is not None else now.year)
        found = replace(moment, year=year, hour=-1, minute=0)
        if base is not None and moment.year is None and year is not None and found.order < base.order:
            found = replace(found, year=year + 1) if base.month - found.month > 6 else found
        right = year is not None and found.is_real and (named < 0 or weekday(found) == named)
        return found if right else None
    if count == _NEXT:
        return moved(base, 1, "day") if base is not None else None
    if count and first_day is not None:
        return moved(first_day, count - 1, "day")
    before = weekday(base) if base is not None else None
    if named >= 0 and base is not None and before is not None:
        return moved(base, (named - before) % 7 or 7, "day")
    return None


def _day_line(source: Source, block: Block, code: str, w: DateWords) -> tuple[Moment | None, int, int] | None:
    """What a line that is a day says: the date, the weekday (-1), the count of a journey's day (0)."""
    kinds = {BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CAPTION, BlockKind.BYLINE}
    words = source.block_text(block).strip("*_ ")
    if block.kind not in kinds or len(words.split()) > _DAY_WORDS or words.endswith("?"):
        return None
    counted = re.match(rf"(?:{w.day_number}) ?(?P<n>\d{{1,2}})\b[.:,–— -]*", words, re.IGNORECASE)
    count = int(counted["n"]) if counted else 0
    rest = words[counted.end() :].strip("(") if counted else words
    is_head = block.kind is BlockKind.HEADING
    found = [m for m in mentions(rest, code) if m.first.day and (m.last is None or (is_head and m.last.day))]
    if (
        found
        and not rest[: found[0].start].strip(" ,")
        and (is_head or not rest.endswith(".") or len(rest) - found[0].end < 2)
    ):
        return found[0].first, found[0].weekday, count
    bare = bare_line(rest, w)
    if bare is not None and (is_head or not rest.endswith(".")):
        return bare[0], bare[1], count
    name = re.match(rf"(?P<wd>{alternatives(w.days)})(?:\W+(?:{w.day_part}))?(?:\W*$|[,:–—] )", rest, re.IGNORECASE)
    if name:
        return None, w.days[name["wd"].lower()], count
    return (None, -1, count) if count else None


def _last_of(source: Source, block: Block, code: str, w: DateWords) -> Moment | None:
    """The last of the days that a line names: "12 and 13 November", "Sunday 11th to Wednesday 14th"."""
    bare = bare_line(source.block_text(block).strip("*_ "), w)
    if bare is not None:
        return bare[2]
    words = source.block_text(block) if block.kind is BlockKind.HEADING else ""
    return next((m.last for m in mentions(words, code) if m.last is not None and m.last.day), None)


def _year_of_lines(source: Source, lines: Sequence[Moment], code: str) -> int | None:
    """The one year with which paragraphs name a day that a line leaves without: "on 14 November 2019"."""
    days = {(day.month, day.day) for day in lines if day.year is None}
    said = [source.block_text(b) for b in source.blocks if days and b.kind is BlockKind.PARAGRAPH]
    named = [m.first for words in said for m in mentions(words, code) if m.first.year is not None]
    years = {day.year for day in named if (day.month, day.day) in days}
    return years.pop() if len(years) == 1 else None


def _scope_end(source: Source, at: int, heads: Sequence[int]) -> int:
    """Where the text under a line ends: before the next such line, or a heading that is none."""
    level = source.blocks[at].level if source.blocks[at].kind is BlockKind.HEADING else 99
    for n in range(at + 1, len(source.blocks)):
        block = source.blocks[n]
        if n in heads or is_note(source, block.start) or (block.kind is BlockKind.HEADING and block.level <= level):
            return block.start
    return len(source.text)

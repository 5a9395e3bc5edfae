"""Gathers the events of the sources: sentences, entries of chronologies, rows of dated tables, and dated captions."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from server.domain.documents import TimelineEvent
from server.domain.scripts import Statement
from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.attributes import is_attribute
from server.engine.writing.dates.course import Dated
from server.engine.writing.dates.labels import label
from server.engine.writing.dates.looking_back import is_done_before
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound, Mention, Moment
from server.engine.writing.dates.programmes import event_span
from server.engine.writing.dates.resolving import dated
from server.engine.writing.dates.tenses import Tense, tense
from server.engine.writing.dates.text_days import RECORD, TRANSCRIPT, dateline_end
from server.engine.writing.dates.words import date_words
from server.engine.writing.standalone import ascribed, written
from server.engine.writing.timelines.careers import is_told, of_careers
from server.engine.writing.timelines.chronologies import of_chronology
from server.engine.writing.timelines.columns import Cell
from server.engine.writing.timelines.columns_told import of_columns
from server.engine.writing.timelines.days import of_days
from server.engine.writing.timelines.deadlines import of_deadlines
from server.engine.writing.timelines.decisions import is_lost, of_decisions
from server.engine.writing.timelines.dividing import divided, is_sound, named
from server.engine.writing.timelines.fragments import of_fragments
from server.engine.writing.timelines.lives import of_lives
from server.engine.writing.timelines.periods import of_periods
from server.engine.writing.timelines.programmes import of_programme
from server.engine.writing.timelines.published import published
from server.engine.writing.timelines.releases import of_releases
from server.engine.writing.timelines.remarks import of_remarks
from server.engine.writing.timelines.seasons import in_months
from server.engine.writing.timelines.telling import told_in_short

_ENTRY = re.compile(r"^\s*(?:[:–—-]|\s-\s)\s*")
_DONE = re.compile(
    r"\b(?:held|approved|adopted|signed|founded|opened|published|in force|updated|revised|gehalten|adopté|aprobad[oa])\b",  # noqa: E501
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"It (?:was|is|has been) (?:agreed|resolved|decided|noted|reported|proposed|announced|estimated|expected|hoped) ",
)
"""An "it" that stands for nothing told before."""
_FROM = re.compile(r"^(?:von|vom|de|del|du|des|do|da)\b", re.IGNORECASE)
"""In these languages of and from are one word."""
_SERIES = 3
"""Years of one sentence that make one entry, where they share its verb."""
_HEAD_BLOCKS = 12


@dataclass(frozen=True, slots=True)
class Event:
    """A timeline's entry before it is compared with the others."""

    entry: TimelineEvent
    order: tuple[int, int, int, int, int]
    source: int
    sentence: int
    """-1 for what isn't a sentence."""
    terms: frozenset[str]
    date: str
    end: str
    """The dates by which entries are compared, where a season is its year."""


def events(analysis: Analysis) -> list[Event]:
    """Every event, in the sources' order."""
    out: list[Event] = []
    told: dict[int, Statement | None] = {}
    clauses: dict[int, dict[Mention, Statement]] = {}
    found = list(_series_as_one(analysis, [d for d in dated(analysis) if d.stands]))
    timed = _timed(analysis)
    for d in found:
        if d.sentence in timed and is_attribute(analysis.sentences[d.sentence], d):
            continue  # what a talk or walk of a programme is about
        if _leads_in(analysis, analysis.sentences[d.sentence]) or is_lost(analysis, analysis.sentences[d.sentence]):
            continue
        if d.sentence not in told:
            told[d.sentence] = told_in_short(analysis, analysis.sentences[d.sentence])
            clauses[d.sentence] = _clauses(analysis, [o for o in found if o.sentence == d.sentence], told[d.sentence])
        text = clauses[d.sentence].get(d.mention, told[d.sentence])
        if text is not None:
            made = _of_sentence(analysis, d, _without_dateline(analysis, analysis.sentences[d.sentence], text))
            said = ascribed(analysis, analysis.sentences[d.sentence], made.entry.text)
            out.append(dataclasses.replace(made, entry=dataclasses.replace(made.entry, text=said)))
    taken = {e.sentence for e in out}
    for index, source in enumerate(analysis.sources):
        for moment, last, text, s, is_counted in of_days(analysis, source, index, taken):
            at = Mention(0, 0, moment)
            of_day = Dated(s.id, at, moment, last, is_resolved=is_counted)
            out.append(_event(analysis, moment, last, at, text, source=index, sentence=s.id, dated=of_day))
        for moment, text in of_decisions(analysis, source, index, taken):
            of_meeting = Dated(-1, Mention(0, 0, moment), moment, is_resolved=True)
            out.append(_event(analysis, moment, None, of_meeting.mention, text, source=index, dated=of_meeting))
        for d, text in of_fragments(analysis, source, index):
            out.append(_event(analysis, d.first, d.last, d.mention, text, source=index, dated=d))
        for moment, text in of_lives(analysis, source, index):
            out.append(_event(analysis, moment, None, Mention(0, 0, moment), text, source=index))
        for m, text in of_releases(source, analysis.rules.code):
            out.append(_event(analysis, m.first, m.last, m, text, source=index))
        out += _of_imprint(analysis, source, index, out)
        _add_rows(analysis, source, index, out)
        out += _of_captions(analysis, source, index)
    return _once(out)


def _leads_in(analysis: Analysis, s: Sentence) -> bool:
    """Whether a line without a verb only leads into a table or list: "Income and spending for the season of 2022:"."""
    return s.text.rstrip().endswith(":") and tense(s.text, date_words(analysis.rules.code)) is Tense.UNKNOWN


def _timed(analysis: Analysis) -> frozenset[int]:
    """The sentences that a programme has at an hour."""
    return frozenset(
        s.id
        for index, source in enumerate(analysis.sources)
        for moment, _, _, s, _ in of_days(analysis, source, index, ())
        if moment.hour >= 0
    )


def _without_dateline(analysis: Analysis, s: Sentence, told: Statement) -> Statement:
    """What begins with a report's first sentence without the place and day that stand before it."""
    source = analysis.sources[s.source]
    opening = told.passages[0].start if told.passages else s.start
    block = next((b for b in source.blocks[:_HEAD_BLOCKS] if b.start == opening), None)
    length = dateline_end(source, block, analysis.rules.code) - opening if block is not None else 0
    rest = told.text[length:].strip()
    half = length // 2
    opens = length > 0 and told.text[:half] == source.text[opening : opening + half] and rest[:1].isupper()
    return Statement(rest, told.passages) if opens else told


def _clauses(analysis: Analysis, found: Sequence[Dated], told: Statement | None) -> dict[Mention, Statement]:
    """What the dates of one sentence tell each by itself, where it can be divided between them."""
    at = sorted((d.mention for d in found), key=lambda m: m.core)
    own = analysis.sentences[found[0].sentence].text
    looks_back = len(at) > 1 and any(is_done_before(own, m) for m in at)
    if told is None or len({d.first for d in found}) < len(found) or looks_back:
        return {}
    if len(at) == 1:
        s = analysis.sentences[found[0].sentence]
        own = written(analysis, s)
        if _DECIDED.match(own) and not analysis.rules.broken(own):
            return {at[0]: Statement(own, (analysis.passage(s),))}
        alone = named(analysis, s, Statement(own, told.passages), before=told.text) if told.text != own else None
        is_named = alone is not None and alone.text != own
        return {at[0]: alone} if alone is not None and is_named and is_sound(analysis, alone) else {}
    pieces = divided(analysis, analysis.sentences[found[0].sentence], at, told)
    return {at[n]: text for n, text in pieces.items()}


def _series_as_one(analysis: Analysis, found: Sequence[Dated]) -> Iterator[Dated]:
    """Three or more years that share a verb are one entry, so that nobody reads it three times."""
    by_sentence: dict[int, list[Dated]] = {}
    for d in found:
        by_sentence.setdefault(d.sentence, []).append(d)
    for mine in by_sentence.values():
        years = [d for d in mine if d.last is None and not d.first.month and d.first.width == 1 and not d.is_resolved]
        ordered = all(a.first.order < b.first.order for a, b in itertools.pairwise(years))
        if len(years) < _SERIES or not ordered or _has_verbs_between(analysis, years):
            yield from mine
            continue
        said = [str(d.first.year) for d in years]
        joint = analysis.rules.phrases.listing
        listed = joint[0].join(said[:-1]) + (joint[1] if joint[1].strip() != "," else ", ") + said[-1]
        mention = dataclasses.replace(years[0].mention, listed=listed)
        yield dataclasses.replace(years[0], last=years[-1].first, mention=mention)
        yield from (d for d in mine if d not in years)


def _has_verbs_between(analysis: Analysis, years: Sequence[Dated]) -> bool:
    """Whether of several years of one sentence some have their own verb: "In 1800 it was 190, in 1825 it was 455"."""
    s, w = analysis.sentences[years[0].sentence], date_words(analysis.rules.code)
    between = [s.text[a.mention.end : b.mention.start] for a, b in itertools.pairwise(years)]
    return any(tense(text, w) is not Tense.UNKNOWN for text in between)


def _of_sentence(analysis: Analysis, d: Dated, text: Statement) -> Event:
    s = analysis.sentences[d.sentence]
    body = text
    opening = _ENTRY.match(s.text[d.mention.end :]) if not s.text[: d.mention.start].strip() else None
    rest = s.text[d.mention.end + opening.end() :].strip() if opening else ""
    if len(rest.split()) >= 2 and not s.leans:
        shorter = rest[:1].upper() + rest[1:]
        shorter = shorter if re.search(r"[.!?…][\"')]*$", shorter) else f"{shorter}."
        if not analysis.rules.broken(shorter):
            body = Statement(shorter, text.passages)
    if d.rests_on >= 0 and d.rests_on != s.id:
        origin = analysis.passage(analysis.sentences[d.rests_on])
        if origin not in body.passages:
            body = Statement(body.text, (*body.passages, origin))
    return _event(analysis, d.first, d.last, d.mention, body, source=s.source, sentence=s.id, dated=d)


def _event(
    analysis: Analysis,
    first: Moment,
    last: Moment | None,
    m: Mention,
    text: Statement,
    *,
    source: int,
    sentence: int = -1,
    dated: Dated | None = None,
) -> Event:
    vague = dated.is_approximate if dated else m.is_approximate
    of_day = first.day and (m.bound is Bound.START or analysis.rules.code not in {"en", "de"})
    bound = "" if m.bound is Bound.AT or of_day else m.bound.value
    if m.bound is Bound.START and text.passages and _FROM.search(text.passages[-1].text[: m.core + 1][m.start :]):
        bound = ""
    said = m.listed or label(
        first,
        last,
        code=analysis.rules.code,
        bound=bound,
        is_approximate=vague,
        quarter=m.quarter,
    )
    begins, ends = in_months(first, last)
    entry = TimelineEvent(
        date=begins.iso,
        label=said,
        text=text,
        end=_end(begins, ends),
        is_resolved=dated.is_resolved if dated else False,
        is_approximate=vague,
    )
    terms = analysis.sentences[sentence].terms if sentence >= 0 else analysis.rules.terms(text.text)
    return Event(entry, begins.order, source, sentence, terms, first.iso, _end(first, last))


def _end(first: Moment, last: Moment | None) -> str:
    return last.iso if last is not None and last.iso != first.iso else first.last_iso


def _add_rows(analysis: Analysis, source: Source, index: int, out: list[Event]) -> None:
    """What the rows of tables date, each table read as the first kind that fits it."""
    code = analysis.rules.code
    tables = list(runs(source.blocks))
    taken: set[int] = set()
    beside: set[int] = set()
    for day, text, block in of_periods(source, code, tables):
        out.append(_of_row(analysis, day, text, index))
        taken.add(block.start)
    tables = [rows for rows in tables if not any(b.start in taken for b in rows)]
    for moment, text, block in of_programme(source, code, tables):
        at = Mention(0, 0, moment)
        of_day = Dated(-1, at, moment, is_resolved=True)
        out.append(_event(analysis, moment, None, at, text, source=index, dated=of_day))
        taken.add(block.start)
    for day, text, block in of_deadlines(source, code, tables):
        out.append(_of_row(analysis, day, text, index))
        taken.add(block.start)
    for day, text, block in of_careers(source, code, tables):
        e = _of_row(analysis, day, text, index)
        told = next((o for o in out if o.source == index and is_told(day, text, o.entry)), None)
        taken.add(block.start)
        if told is None:
            out.append(e)
            continue
        passages = tuple(dict.fromkeys((*told.entry.text.passages, *text.passages)))
        entry = dataclasses.replace(told.entry, text=Statement(told.entry.text.text, passages))
        out[out.index(told)] = dataclasses.replace(told, entry=entry)
    for day, text, block in of_remarks(source, code, tables):
        if block.start not in taken:
            out.append(_of_row(analysis, day, text, index))
            beside.add(block.start)
    for day, text, block in of_chronology(source, code, tables):
        if block.start not in taken and (block.start not in beside or day.first.month):
            out.append(_of_row(analysis, day, text, index))
    for day, text, block in of_columns(source, code, tables):
        row = source.passage(block.start, block.end)
        if not any(row in e.entry.text.passages and e.date == day.first.iso for e in out):
            out.append(_of_row(analysis, day, text, index))


def _of_row(analysis: Analysis, day: Cell, text: Statement, index: int) -> Event:
    found = Dated(-1, day.mention, day.first, day.last, day.is_resolved, day.mention.is_approximate)
    return _event(analysis, day.first, day.last, day.mention, text, source=index, dated=found)


def _of_captions(analysis: Analysis, source: Source, index: int) -> Iterator[Event]:
    """Lines such as "Held in the Moot Hall on 8 October 2024", which are no sentences but date the whole.

    So do headings of records ("Minutes of the meeting of 7 October 2024") and those that announce the days of an event.
    """
    announced = event_span(source, analysis.rules.code)
    for block in source.blocks:
        words = source.block_text(block).strip("* ")
        is_record = block.kind is BlockKind.HEADING and RECORD.search(TRANSCRIPT.sub("", words)) is not None
        is_line = block.kind is BlockKind.CAPTION and _DONE.search(words) is not None
        is_event = block.kind is BlockKind.HEADING and announced is not None
        if not (is_record or is_line or is_event) or not 4 <= len(words.split()) <= 30:
            continue
        first, last = announced if announced is not None else (None, None)
        for m in mentions(words, analysis.rules.code):
            days = (m.first, m.last)
            if first is not None and not (is_record or is_line):
                if m.last is None or (m.first.month, m.first.day) != (first.month, first.day):
                    continue
                days = (first, last)
            if days[0].year is not None and m.first.day:
                text = words if words.endswith(".") else f"{words}."
                told = Statement(text, (source.passage(block.start, block.end),))
                yield _event(analysis, *days, m, told, source=index)


def _of_imprint(analysis: Analysis, source: Source, index: int, told: Sequence[Event]) -> list[Event]:
    """That the text came out on its day, where a line at its head or foot says so and nothing else tells of it."""
    found = published(source, analysis.rules.code)
    if found is None:
        return []
    moment, text = found
    line = text.passages[-1]
    if any(e.source == index and e.entry.date == moment.iso and line in e.entry.text.passages for e in told):
        return []
    return [_event(analysis, moment, None, Mention(0, 0, moment), text, source=index)]


def runs(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """The tables of a source, each as its rows."""
    run: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.TABLE_ROW and (not run or not block.is_header):
            run.append(block)
            continue
        if run:
            yield run
        run = [block] if block.kind is BlockKind.TABLE_ROW else []
    if run:
        yield run


def _holds(whole: Event, part: Event) -> bool:
    """Whether a date lies in another that says less; a day outside of a season's months isn't in it."""
    is_apart = whole.entry.date != whole.date and len(part.entry.date) > len(whole.date)
    within = not is_apart or whole.entry.date <= part.entry.date[:7] <= whole.entry.end
    return part.date.startswith(whole.date) and within


def _once(found: Sequence[Event]) -> list[Event]:
    """Without a date that the same sentence names twice, or that an event of the same sentence says more exactly."""
    out: list[Event] = []
    by_sentence: dict[int, list[Event]] = {}
    for e in found:
        if e.sentence < 0:
            out.append(e)
            continue
        mine = by_sentence.setdefault(e.sentence, [])
        same = next((o for o in mine if _holds(o, e) or _holds(e, o)), None)
        if same is not None and e.end and not same.end and e.date == same.date:
            mine[mine.index(same)] = e  # a stretch from that date on
            out[out.index(same)] = e
        elif same is None or (e.end and same.end and e.end != same.end):
            mine.append(e)
            out.append(e)
        elif len(e.date) > len(same.date):
            mine[mine.index(same)] = e
            out[out.index(same)] = e
    return out

"""The briefing of a set of sources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from server.domain.documents import Briefing, Chart, Figure, SourceNote, Table, TimelineEvent
from server.domain.errors import NothingUsable
from server.domain.requests import TARGET_MINUTES, Duration
from server.domain.scripts import Section, Statement
from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.announcing import announces
from server.engine.writing.briefings.charts import of_sentences, of_table
from server.engine.writing.briefings.openness import open_questions
from server.engine.writing.cards import cards
from server.engine.writing.datatables.merging import merged
from server.engine.writing.datatables.real import tables_of
from server.engine.writing.datatables.wording import word
from server.engine.writing.gates import alike_pairs
from server.engine.writing.narrowing import kept_to, matter_of
from server.engine.writing.notes import note
from server.engine.writing.outlines import chapters, is_inflected
from server.engine.writing.selection import select, worths
from server.engine.writing.standalone import leans, statement, written
from server.engine.writing.tasks import BriefingTask
from server.engine.writing.timelines.events import events as dated_events
from server.engine.writing.timelines.merging import merged as merged_events

_NOTHING = "The sources hold no sentences that can be told: add a text with running sentences."
_PARAGRAPH_MOST = 5
_OPENING, _LEAD_MOST, _LEAD_WORDS = 6, 3, 80
"""Sentences of a source among which it says what it is about, how many of them at most, and their words."""
_FINDINGS_SHARE = 0.55
"""Part of the words asked for that findings take; the rest is for the summary and the figures."""
_SAME = 0.45
"""Similarity from which two sentences of a summary would say the same."""
_OF_ANOTHER = re.compile(
    r"^(?:The|This|That) (?:increase|decrease|rise|fall|drop|growth|decline|difference|rest|remainder|reason|result|effect|"  # noqa: E501
    r"consequence|cause|latter|former|second|third|other|others|same|idea|change|figure|total|answer|balance)\b(?! of )"
    r"|^(?:Der|Die|Das) (?:Anstieg|Rückgang|Rest|Grund|Folge|Unterschied|Ergebnis|andere|zweite)\b"
    r"|^(?:La|Le|L['’]|El|Il|O|A) ?(?:hausse|baisse|reste|raison|différence|résultat|autre|aumento|descenso|resto|razón|motivo|"  # noqa: E501
    r"diferencia|diferença|differenza|calo|risultato|resultado|altro|outro|outra|otro|otra|segundo|segunda|secondo|seconda)\b"
)
"""A sentence about a change or a part of something that another one names: no summary begins with it."""
_Draft = tuple[float, str, list[list[tuple[int, Statement]]]]
"""A section's weight, heading and paragraphs of sentences with their ids."""


@dataclass(frozen=True, slots=True)
class _Measure:
    """How much of each part a length holds."""

    words: int
    share: float
    """Of the sources' words, the part that findings may take; `words` is the least, `most` the most."""
    most: int
    summary: int
    figures: int
    events: int
    questions: int
    tables: int
    charts: int


_MEASURES = {
    Duration.SHORT: _Measure(360, 0.2, 600, 2, 4, 4, 2, 1, 1),
    Duration.DEFAULT: _Measure(950, 0.55, 2_400, 3, 6, 8, 4, 3, 3),
    Duration.LONG: _Measure(1_500, 0.75, 5_000, 4, 9, 14, 8, 6, 6),
}


def briefing(analysis: Analysis, task: BriefingTask) -> Briefing:
    """What somebody has to know before a meeting.

    Raises:
        NothingUsable: the sources hold no running sentences.
    """
    measure = _MEASURES[task.duration]
    worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
    total = sum(s.words for s in analysis.sentences)
    words = round(min(measure.most, max(measure.words, measure.share * total)))
    if task.words:
        words = min(words, round(_FINDINGS_SHARE * task.words))
    ids = select(analysis, words=words, instructions=task.instructions, avoid=task.avoid)
    free = _free(analysis, ids)
    summary = _summary(analysis, worth, most=measure.summary, free=free)
    used = {i for i, _ in summary}
    questions = open_questions(analysis, worth, most=measure.questions, taken=frozenset(used | free.tied))
    used |= {i for i, _ in questions}
    dates = _dates(analysis, worth, most=measure.events, taken=used | free.tied)
    used |= {i for i, _ in dates}
    title = task.title or analysis.titles[0]
    tables = [f.table for f in merged([t for n in range(len(analysis.sources)) for t in tables_of(analysis, n)])]
    matter = matter_of(analysis, task.instructions)
    if matter is not None and kept_to(analysis, task.instructions) is not None:
        tables = [t for t in tables if matter.is_in(_words_of(t), analysis.rules.terms(_words_of(t)))]
    tables = [t for t in tables if len(t.rows) >= 2][: measure.tables]
    ids = [i for i in ids if not tables or Role.TABLE not in analysis.sentences[i].roles]
    findings = _findings(analysis, worth, task, ids=ids, used=frozenset(used), title=title)
    made = Briefing(
        title=title,
        language=task.language,
        notes=(note(analysis.rules.code, "thin"),) if total < measure.words else (),
        summary=tuple(s for _, s in summary),
        figures=_figures(analysis, worth, most=measure.figures),
        findings=findings,
        charts=_charts(analysis, tables, worth, most=measure.charts),
        tables=tuple(_named(analysis, t) for t in tables),
        events=tuple(e for _, e in dates),
        open_questions=tuple(s for _, s in questions),
        sources=_sources(analysis),
    )
    if not made.summary and not made.findings:
        raise NothingUsable(_NOTHING)
    return made


@dataclass(frozen=True, slots=True)
class _Free:
    """Which sentences can be taken out of the findings."""

    tied: frozenset[int]
    """Those that a chosen sentence right behind them leans on."""


def _free(analysis: Analysis, ids: Sequence[int]) -> _Free:
    chosen = frozenset(ids)
    return _Free(frozenset(i for i in ids if i + 1 in chosen and leans(analysis, analysis.sentences[i + 1])))


def _summary(analysis: Analysis, worth: Sequence[float], *, most: int, free: _Free) -> list[tuple[int, Statement]]:
    """Sentences that say what it is: what the sources open with, what is central, nothing that leans."""
    ranked: list[tuple[float, int]] = []
    firsts = {next((s.id for s in analysis.sentences if s.source == n), -1) for n in range(len(analysis.sources))}
    terms = [analysis.rules.terms(t) for t in analysis.titles]
    for s in analysis.sentences:
        if (
            worth[s.id] <= 0
            or leans(analysis, s)
            or s.in_list
            or s.roles & {Role.TABLE, Role.QUESTION, Role.STEP, Role.QUOTATION}
        ):
            continue
        if not 8 <= s.words <= 45 or _OF_ANOTHER.match(s.told) or announces(analysis, s):
            continue
        place = (1.0 if s.id in firsts else 0.0) - 2.5 * (s.id in free.tied)
        central = float(analysis.centrality[s.id])
        title = 0.25 * min(4, len(s.terms & terms[s.source]))
        ranked.append((worth[s.id] + place + 1.2 * central + title + 0.5 * (Role.DEFINITION in s.roles), s.id))
    out = _leads(analysis, worth, most=most)
    for _, i in sorted(ranked, key=lambda r: (-r[0], r[1])):
        if len(out) >= most and len(out) > 1:
            break
        if any(i == j for j, _ in out):
            continue
        if any(_close(analysis, i, j) for j, _ in out):
            continue
        told = statement(analysis, i)
        if told is not None:
            out.append((i, told))
    return sorted(out, key=lambda pair: pair[0])


def _leads(analysis: Analysis, worth: Sequence[float], *, most: int) -> list[tuple[int, Statement]]:
    """What the sources open with, each with what goes on about the same; nobody's own story."""
    out: list[tuple[int, Statement]] = []
    for n in range(min(len(analysis.sources), max(1, most - 1))):
        own = [s for s in analysis.sentences if s.source == n][:_OPENING]
        first = next((s for s in own if _is_lead(analysis, s, worth)), None)
        told = statement(analysis, first.id) if first is not None else None
        if first is None or told is None or any(_close(analysis, first.id, i) for i, _ in out):
            continue
        out.append((first.id, told))
        room = _LEAD_WORDS - first.words
        for s in analysis.sentences[first.id + 1 : first.id + (_LEAD_MOST if len(analysis.sources) == 1 else 1)]:
            said = _told(analysis, s.id, s.id - 1)
            tied = s.source == n and s.paragraph == first.paragraph and worth[s.id] > 0
            tied = tied and (leans(analysis, s) or bool(analysis.rules.opening_pronoun(s.told)))
            if not tied or said is None or s.words > room:
                break
            out.append((s.id, said))
            room -= s.words
    return out


def _is_lead(analysis: Analysis, s: Sentence, worth: Sequence[float]) -> bool:
    other = s.roles & {Role.TABLE, Role.QUESTION, Role.STEP, Role.QUOTATION}
    if announces(analysis, s):
        return False
    plain = s.voice is Voice.THIRD and not s.in_list and not other
    return plain and worth[s.id] > 0 and 8 <= s.words <= 45 and not leans(analysis, s)


def _close(analysis: Analysis, i: int, j: int) -> bool:
    return float(analysis.vectors[i] @ analysis.vectors[j]) > _SAME


def _dates(
    analysis: Analysis, worth: Sequence[float], *, most: int, taken: set[int]
) -> list[tuple[int, TimelineEvent]]:
    """The dates that matter most, in order; of one sentence the first only."""
    found = [e for e in dated_events(analysis) if e.sentence >= 0 and e.sentence not in taken]
    entries, _ = merged_events(analysis, found)
    by_entry = {id(e.entry): e.sentence for e in found}
    ranked: list[tuple[float, int, TimelineEvent]] = []
    seen: set[int] = set()
    for n, entry in enumerate(entries):
        i = by_entry.get(id(entry), -1)
        if i < 0 or i in seen or worth[i] <= 0 or len(entry.text.text.split()) > 45:
            continue
        seen.add(i)
        ranked.append((worth[i] + 0.2 * (len(entry.date) > 4) - 0.01 * len(entry.text.text.split()), n, entry))
    best = sorted(ranked, key=lambda r: -r[0])[:most]
    return [(by_entry[id(e)], e) for _, _, e in sorted(best, key=lambda r: r[1])]


def _findings(
    analysis: Analysis,
    worth: Sequence[float],
    task: BriefingTask,
    *,
    ids: Sequence[int],
    used: frozenset[int],
    title: str,
) -> tuple[Section, ...]:
    ids = [i for i in ids if Role.QUESTION not in analysis.sentences[i].roles]
    plan = chapters(analysis, ids, minutes=TARGET_MINUTES[task.duration], title=title)
    drafts: list[_Draft] = []
    for chapter in plan:
        rows: list[list[tuple[int, Statement]]] = []
        last = -9
        for i in chapter.sentences:
            if i in used:
                continue
            told = _told(analysis, i, last)
            if told is None:
                continue
            tied = last == i - 1 and leans(analysis, analysis.sentences[i])
            same = bool(rows) and analysis.sentences[rows[-1][-1][0]].paragraph == analysis.sentences[i].paragraph
            if rows and ((same and len(rows[-1]) < _PARAGRAPH_MOST) or tied):
                rows[-1].append((i, told))
            else:
                rows.append([(i, told)])
            last = i
        if rows:
            flat = [i for row in rows for i, _ in row]
            heading = "" if is_inflected(analysis, chapter.title) else chapter.title
            weight = sum(worth[i] for i in flat) / len(flat) + 0.05 * len(flat)
            if drafts and not heading:
                drafts[-1] = (max(weight, drafts[-1][0]), drafts[-1][1], [*drafts[-1][2], *rows])
            else:
                drafts.append((weight, heading, rows))
    if drafts and not drafts[0][1]:
        named = analysis.rules.phrases.headings.get("opening", "") or title
        drafts[0] = (drafts[0][0], named, drafts[0][2])
    in_order = _is_chronicle(analysis, drafts) if task.by_weight else len(analysis.sources) == 1
    return _without_repeats(analysis, drafts, in_order=in_order)


def _told(analysis: Analysis, i: int, last: int) -> Statement | None:
    """A sentence after the one before it, or by itself."""
    s = analysis.sentences[i]
    follows = last == i - 1 and analysis.sentences[last].source == s.source
    if follows and leans(analysis, s) and not any(p.kind == "asked" for p in s.prompts):
        for text in (written(analysis, s), s.told):
            passage = analysis.passage(s)
            before = analysis.passage(analysis.sentences[last])
            if analysis.rules.broken(text):
                continue
            if not analysis.rules.unsupported(text, passages=[passage.text]):
                return Statement(text, (passage,))
            if not analysis.rules.unsupported(text, passages=[before.text, passage.text]):
                return Statement(text, (before, passage))
    return statement(analysis, i)


def _is_chronicle(analysis: Analysis, drafts: Sequence[_Draft]) -> bool:
    """Whether one source tells its sections in the order of time, which then is the order to read them in."""
    years: list[int] = []
    for _, _, rows in drafts:
        said = [int(y) for row in rows for i, _ in row for y in analysis.sentences[i].years]
        if said:
            years.append(min(said))
    ascending = sum(a <= b for a, b in pairwise(years))
    return (
        len(analysis.sources) == 1 and len(years) >= max(3, 0.6 * len(drafts)) and ascending >= 0.6 * (len(years) - 1)
    )


def _without_repeats(analysis: Analysis, drafts: Sequence[_Draft], *, in_order: bool) -> tuple[Section, ...]:
    """The sections without what another sentence says already.

    One source keeps its order. Of several, each is told in one piece: the first one first, the others by the weight of
    their sections; what opens a source comes first, then its weightiest sections.
    """
    flat = [s.text for _, _, rows in drafts for row in rows for _, s in row]
    twice = {b for _, b in alike_pairs(flat)}
    out: list[tuple[float, int, Section]] = []
    at = 0
    for weight, heading, rows in drafts:
        kept: list[tuple[Statement, ...]] = []
        for row in rows:
            kept_for = {i - 1 for i, _ in row if leans(analysis, analysis.sentences[i])}
            mine = tuple(s for n, (i, s) in enumerate(row, at) if n not in twice or i in kept_for)
            at += len(row)
            if mine:
                kept.append(mine)
        if kept:
            out.append((weight, analysis.sentences[rows[0][0][0]].source, Section(heading, tuple(kept))))
    if in_order:
        return tuple(section for _, _, section in out)
    of_source: dict[int, list[tuple[float, int, Section]]] = {}
    for each in out:
        of_source.setdefault(each[1], []).append(each)
    opening = out[0][1] if out else 0
    ordered: list[Section] = []
    for _, told in sorted(of_source.items(), key=lambda s: (s[0] != opening, -max(w for w, _, _ in s[1]))):
        ordered += [section for _, _, section in (*told[:1], *sorted(told[1:], key=lambda each: -each[0]))]
    return tuple(ordered)


def _figures(analysis: Analysis, worth: Sequence[float], *, most: int) -> tuple[Figure, ...]:
    """The weightiest figures, each number once."""
    out: list[tuple[int, Figure]] = []
    seen: set[tuple[float, str]] = set()
    for card in sorted(cards(analysis, worth), key=lambda c: -c.worth):
        number = (card.quantity.number, card.figure.unit)
        if number in seen or (card.year and card.quantity.number == float(card.year)):
            continue
        seen.add(number)
        out.append((card.sentence, card.figure))
        if len(out) >= most:
            break
    return tuple(f for _, f in sorted(out, key=lambda pair: pair[0]))


def _charts(analysis: Analysis, tables: Sequence[Table], worth: Sequence[float], *, most: int) -> tuple[Chart, ...]:
    """Charts of the tables, then of sentences that may be told."""
    made = [c for t in tables for c in of_table(t, most=2)]
    told = {analysis.passage(s) for s in analysis.sentences if worth[s.id] > 0}
    return tuple((made + [c for c in of_sentences(analysis, most=most) if told & set(c.passages)])[:most])


def _words_of(table: Table) -> str:
    """What a table is about: its title, its columns and its first cells."""
    return " ".join((table.title, *(c.name for c in table.columns), *(row[0].text for row in table.rows)))


def _named(analysis: Analysis, table: Table) -> Table:
    first = table.columns[0]
    if first.name:
        return table
    return replace(table, columns=(replace(first, name=word(analysis.rules.code, "item")), *table.columns[1:]))


def _sources(analysis: Analysis) -> tuple[SourceNote, ...]:
    return tuple(
        SourceNote(s.id, analysis.titles[n] or s.title, s.address, analysis.authors[n] or s.author, s.published)
        for n, s in enumerate(analysis.sources)
    )

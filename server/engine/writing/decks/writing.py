"""The slide deck of a set of sources."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from server.domain.decks import Deck, DeckFormat, Point, Slide, SlideKind, Theme
from server.domain.documents import Briefing, Table
from server.domain.errors import NothingUsable
from server.domain.requests import Duration
from server.domain.scripts import Section, Statement
from server.engine.writing.analysis import Analysis, Role
from server.engine.writing.briefings.writing import briefing
from server.engine.writing.datatables.writing import gathered
from server.engine.writing.decks.exhibits import around, beside, cut, parted, quotations, steps, united
from server.engine.writing.selection import worths
from server.engine.writing.shortening import point, sentence_of, shortened, shortened_event, whole, without_ends
from server.engine.writing.standalone import statement
from server.engine.writing.tasks import DeckTask, briefing_for

_NOTHING = "The sources hold no sentences that can be told: add a text with running sentences."
_CUT = "A table of {rows} rows and {columns} columns is shown with its first {kept_rows} and {kept_columns}."
SLIDES = {Duration.SHORT: 6, Duration.DEFAULT: 10, Duration.LONG: 16}
AROUND = {Duration.SHORT: 3, Duration.DEFAULT: 4, Duration.LONG: 6}
"""Slides around the content: title, agenda, section titles, recap, sources."""
_POINTS, _POINT_WORDS, _SLIDE_WORDS = 4, 34, 84
_SHORT_WORDS = 12
_FINDINGS = (3.2, 2.7, 2.3, 2.1, 1.95, 1.8, 1.65, 1.5, 1.35, 1.2)
_PULL = 1.5
_HEADLINE = 84
"""Characters of a point that can stand over the others."""
_LONE = 7
"""Words that a slide's only point has at least."""
_UNCLEAR = 4.0
"""What a sentence loses that points outside itself."""
_ROWS, _COLUMNS = 10, 6
_STEPS = 12
_EVENTS = 6
_TALK = 6


@dataclass(frozen=True, slots=True)
class _Draft:
    """A slide that could be taken: what it is worth, and the sentence it comes from."""

    weight: float
    at: int
    slide: Slide


@dataclass(slots=True)
class _Writing:
    analysis: Analysis
    task: DeckTask
    worth: list[float]
    told: Briefing
    notes: list[str] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    spent: set[tuple[str, int]] = field(default_factory=set)
    """Where the sentences of steps and quotations begin, which no finding repeats."""

    @property
    def is_presenter(self) -> bool:
        return self.task.format is DeckFormat.PRESENTER

    def drafts(self) -> list[_Draft]:
        """Every slide that the sources have, each statement on one of them."""
        made = [
            *self._opening(),
            *self._figures(),
            *self._charts(),
            *self._tables(),
            *self._timeline(),
            *self._steps(),
            *self._quotations(),
        ]
        made += self._findings()
        made += self._open()
        wanted = self.analysis.rules.terms(self.task.instructions)
        return [dataclasses.replace(d, weight=d.weight + _PULL * self._pull(d.slide, wanted)) for d in made]

    def _pull(self, slide: Slide, wanted: frozenset[str]) -> float:
        if not wanted:
            return 0.0
        words = " ".join((slide.heading, *(s.text for s in slide.statements)))
        if slide.chart is not None:
            words += " ".join((slide.chart.title, *slide.chart.labels))
        if slide.table is not None:
            words += " ".join((slide.table.title, *(c.name for c in slide.table.columns)))
        return min(2.0, len(wanted & self.analysis.rules.terms(words)))

    def _at(self, statement_: Statement) -> int:
        """The first sentence that a statement rests on."""
        if not statement_.passages:
            return 0
        place = statement_.passages[0]
        for s in self.analysis.sentences:
            if self.analysis.sources[s.source].id == place.source_id and s.start <= place.start < s.end:
                return s.id
        return 0

    def _worth_of(self, statement_: Statement) -> float:
        """What a statement that may stand alone is worth to somebody who remembers only a few."""
        clear = self.analysis.rules.self_contained(statement_.text)
        return self.worth[self._at(statement_)] - _UNCLEAR * (not clear)

    def _shown(self, statement_: Statement, *, name: str = "") -> Point | None:
        """A statement as this deck's format shows it; nothing where it is too long."""
        if statement_.text in self.used:
            return None
        if self.is_presenter:
            return point(self.analysis, statement_, most=_SHORT_WORDS, name=name)
        fits = len(statement_.text.split()) <= _POINT_WORDS and not self.analysis.rules.opening_pronoun(statement_.text)
        return whole(statement_, name=name) if fits else None

    def _take(self, points: Iterable[Point]) -> tuple[Point, ...]:
        kept = tuple(points)
        self.used |= {p.statement.text for p in kept}
        if not self.is_presenter:
            return kept
        texts = without_ends([p.text for p in kept])
        return tuple(dataclasses.replace(p, text=text) for p, text in zip(kept, texts, strict=True))

    def _opening(self) -> list[_Draft]:
        """One sentence to begin with, large."""
        for told in self.told.summary:
            text = shortened(self.analysis, told, most=14 if self.is_presenter else 26)
            clear = told.text not in self.used and self.analysis.rules.self_contained(text)
            if clear and len(text.split()) >= 6:
                self.used.add(told.text)
                rest = () if text == told.text else (told,)
                return [_Draft(2.4, -2, Slide(kind=SlideKind.STATEMENT, points=(Point(text, told),), talk=rest))]
        return []

    def lead(self) -> tuple[Point, ...]:
        """A sentence for the cover: what it is about."""
        for told in self.told.summary:
            text = "" if told.text in self.used else shortened(self.analysis, told, most=20)
            if len(text.split()) >= 6 and ":" not in text and self.analysis.rules.self_contained(text):
                self.used.add(told.text)
                return (Point(text, told),)
        return ()

    def _figures(self) -> list[_Draft]:
        figures = united(self.told.figures)[: 3 if self.task.duration is Duration.SHORT else 6]
        if len(figures) < 3:
            return []
        figures = figures[:3] if len(figures) < 6 else figures
        slide = Slide(kind=SlideKind.FIGURES, theme=Theme.FIGURES, figures=figures)
        return [_Draft(3.0, -1, slide)]

    def _charts(self) -> list[_Draft]:
        out: list[_Draft] = []
        for number, chart in enumerate(self.told.charts):
            said = [s for s in beside(self.analysis, self.worth, chart.passages, most=4) if s.text not in self.used]
            points = self._take([p for s in said if (p := self._shown(s)) is not None][:2])
            talk = tuple(s for s in said if s.text not in {p.text for p in points})
            slide = Slide(
                kind=SlideKind.CHART, theme=Theme.NUMBERS, heading=chart.title, chart=chart, points=points, talk=talk
            )
            home = self._at(said[0]) if said else len(self.analysis.sentences)
            out.append(_Draft(2.9 - 0.75 * number, home, slide))
        return out

    def _tables(self) -> list[_Draft]:
        charted = {chart.title for chart in self.told.charts}
        found = [f.table for f in gathered(self.analysis)] or list(self.told.tables)
        named = {t.title: t for t in self.told.tables}
        out: list[_Draft] = []
        for number, table in enumerate(found[:3]):
            chosen = named.get(table.title, table)
            if len(chosen.rows) < 2 or len(chosen.columns) < 2:
                continue
            shown = self._fitting(chosen)
            passages = [p for row in shown.rows for cell in row for p in cell.passages]
            said = [s for s in beside(self.analysis, self.worth, passages, most=3) if s.text not in self.used]
            slide = Slide(
                kind=SlideKind.TABLE, theme=Theme.COMPARISON, heading=shown.title, table=shown, talk=tuple(said)
            )
            weight = (1.3 if chosen.title in charted else 2.5) - 0.6 * number
            out.append(_Draft(weight, self._at(said[0]) if said else len(self.analysis.sentences), slide))
        return out

    def _fitting(self, table: Table) -> Table:
        rows, columns = min(_ROWS, len(table.rows)), min(_COLUMNS, len(table.columns))
        if (rows, columns) == (len(table.rows), len(table.columns)):
            return table
        note = _CUT.format(rows=len(table.rows), columns=len(table.columns), kept_rows=rows, kept_columns=columns)
        self.notes.append(note)
        return cut(table, rows=rows, columns=columns)

    def _timeline(self) -> list[_Draft]:
        events = []
        for event in self.told.events:
            if event.text.text in self.used:
                continue
            text = shortened_event(self.analysis, event, most=18 if self.is_presenter else 24)
            if text:
                events.append((event, dataclasses.replace(event, text=Statement(text, event.text.passages))))
        if len(events) < 3:
            return []
        most = 4 if self.task.duration is Duration.SHORT else _EVENTS
        step = len(events) / min(most, len(events))
        chosen = [events[int(n * step)] for n in range(min(most, len(events)))]
        slide = Slide(
            kind=SlideKind.TIMELINE,
            theme=Theme.DATES,
            events=tuple(shown for _, shown in chosen),
            talk=tuple(full.text for full, shown in chosen if full.text.text != shown.text.text),
        )
        self.used |= {full.text.text for full, _ in chosen}
        return [_Draft(2.6, len(self.analysis.sentences) // 2, slide)]

    def _steps(self) -> list[_Draft]:
        out: list[_Draft] = []
        for number, (heading, ids, points) in enumerate(steps(self.analysis)[:3]):
            most = 16 if self.is_presenter else _POINT_WORDS
            texts = [shortened(self.analysis, p.statement, most=most) or p.text for p in points]
            shown = self._take(Point(t, p.statement) for t, p in zip(texts, points, strict=True))
            if max(len(t.split()) for t in texts) <= _POINT_WORDS:
                self.spent |= {(q.source_id, q.start) for p in points for q in p.statement.passages}
                slide = Slide(
                    kind=SlideKind.STEPS,
                    theme=Theme.STEPS,
                    heading=heading,
                    points=shown[:_STEPS],
                    talk=tuple(p.statement for p in points) if self.is_presenter else (),
                )
                out.append(_Draft(3.1 - 0.4 * number, ids[0], slide))
        return out

    def _quotations(self) -> list[_Draft]:
        found = quotations(self.analysis, self.worth)[:2]
        self.spent |= {(q.source_id, q.start) for _, p in found for q in p.statement.passages[:1]}
        return [
            _Draft(2.2 - 0.9 * number, i, Slide(kind=SlideKind.QUOTATION, theme=Theme.QUOTATION, points=(p,)))
            for number, (i, p) in enumerate(found)
        ]

    def _findings(self) -> list[_Draft]:
        made = [self._section(section) for section in parted(self.analysis, self.told.findings)]
        shown = [(slide, at) for slide, at in made if slide is not None]
        # What stands in the source's order is told from its beginning to its end, however few slides there are.
        places = [at for _, at in shown]
        order = spread(len(shown)) if places == sorted(places) else range(len(shown))
        return [
            _Draft(_FINDINGS[min(rank, len(_FINDINGS) - 1)], shown[n][1], shown[n][0]) for rank, n in enumerate(order)
        ]

    def _section(self, section: Section) -> tuple[Slide | None, int]:
        told = [s for paragraph in section.paragraphs for s in paragraph]
        if not self.is_presenter:
            told += around(self.analysis, self.worth, told, most=_POINTS)
        ranked: list[tuple[float, int, Point]] = []
        seen: set[tuple[str, int]] = set()
        for s in told:
            own = sentence_of(self.analysis, s)
            alone = statement(self.analysis, own.id, most=40) if own is not None else s
            if own is None or alone is None or Role.TABLE in own.roles or len(alone.text.split()) < 5:
                continue
            places = {(p.source_id, p.start) for p in alone.passages}
            shown = self._shown(alone)
            if shown is None or places & (seen | self.spent):
                continue
            seen |= places
            clear = self.analysis.rules.self_contained(shown.text) and len(shown.text.split()) > 5
            ranked.append((self.worth[own.id] + 0.4 * bool(own.figures) - _UNCLEAR * (not clear), own.id, shown))
        if sum(score > 0 for score, _, _ in ranked) >= 2:
            ranked = [r for r in ranked if r[0] > 0]
        best: list[tuple[int, Point]] = []
        words = 0
        for _, i, p in sorted(ranked, key=lambda r: -r[0]):
            if len(best) < _POINTS and words + len(p.text.split()) <= _SLIDE_WORDS:
                best.append((i, p))
                words += len(p.text.split())
        best.sort(key=lambda pair: pair[0])
        lead = self._lead(best)
        if lead is not None:
            best = [lead, *(pair for pair in best if pair is not lead)]
        points = self._take(p for _, p in best)
        if not points or (len(points) == 1 and len(points[0].text.split()) < _LONE):
            return None, 0
        shown_texts = {p.text for p in points}
        rest = tuple(s for s in told if s.text not in shown_texts)
        kind = SlideKind.POINTS if len(points) > 1 else SlideKind.STATEMENT
        talk = rest[: 2 * _TALK if self.is_presenter else _TALK]
        slide = Slide(
            kind=kind,
            theme=Theme.FINDINGS,
            heading=section.heading,
            points=points,
            talk=talk,
            has_lead=lead is not None,
        )
        return slide, min(i for i, _ in best)

    def _lead(self, points: Sequence[tuple[int, Point]]) -> tuple[int, Point] | None:
        """The point that says most of what a slide shows in one short sentence; none among the items of a list."""
        if len(points) < 3 or any(self.analysis.sentences[i].in_list for i, _ in points):
            return None
        short = [
            pair
            for pair in points
            if len(pair[1].text) <= _HEADLINE
            and not any(mark in pair[1].text[:-1] for mark in ".;:?!")
            and not self.analysis.rules.opening_pronoun(pair[1].text)
            and (self.analysis.rules.self_contained(pair[1].text) or self.analysis.sentences[pair[0]].figures)
        ]
        return max(short, key=lambda pair: self.worth[pair[0]], default=None)

    def _open(self) -> list[_Draft]:
        shown = [p for s in self.told.open_questions if (p := self._shown(s)) is not None]
        if len(shown) < 2:
            return []
        points = self._take(shown[:3])
        talk = tuple(s for s in self.told.open_questions if s.text not in {p.text for p in points})
        at = len(self.analysis.sentences) + 1
        return [_Draft(1.9, at, Slide(kind=SlideKind.POINTS, theme=Theme.OPEN, points=points, talk=talk))]

    def recap(self, slides: Sequence[Slide]) -> list[Slide]:
        """What to keep in mind, in three or four short points."""
        most = _SHORT_WORDS if self.is_presenter else 24
        points: list[Point] = []
        ranked = [
            sorted((p.statement for p in slide.points), key=self._worth_of, reverse=True)
            for slide in slides
            if slide.kind is SlideKind.POINTS
        ]
        leading = [best[n] for n in range(2) for best in ranked if n < len(best)]
        # What it is about, then what its parts come to.
        for told in (*self.told.summary[:1], *leading, *self.told.summary[1:]):
            text = shortened(self.analysis, told, most=most)
            if text and len(points) < 4 and all(told.text != p.statement.text for p in points):
                points.append(Point(text, told))
        if len(points) < 2:
            return []
        points.sort(key=lambda p: self._at(p.statement))
        texts = without_ends([p.text for p in points]) if self.is_presenter else [p.text for p in points]
        kept = tuple(dataclasses.replace(p, text=text) for p, text in zip(points, texts, strict=True))
        return [Slide(kind=SlideKind.RECAP, theme=Theme.RECAP, points=kept)]


def spread(count: int) -> list[int]:
    """The numbers below `count` so that any first few of them lie evenly: each the farthest from those before it."""
    order = list(range(min(count, 1)))
    while len(order) < count:
        order.append(max(range(count), key=lambda n: min(abs(n - taken) for taken in order)))
    return order


def deck(analysis: Analysis, task: DeckTask) -> Deck:
    """The slide deck of a set of sources.

    Raises:
        NothingUsable: the sources hold no running sentences.
    """
    told = briefing(
        analysis,
        briefing_for(task, duration=Duration.LONG if task.duration is Duration.LONG else Duration.DEFAULT),
    )
    worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
    writing = _Writing(analysis, task, worth, told)
    lead = writing.lead()
    drafts = sorted(writing.drafts(), key=lambda d: -d.weight)
    if not drafts:
        raise NothingUsable(_NOTHING)
    most = SLIDES[task.duration] - AROUND[task.duration]
    recap = writing.recap([d.slide for d in drafts[:most]])
    most += 1 - len(recap)
    content = [d.slide for d in sorted(drafts[:most], key=lambda d: d.at)]
    body = _parted(content) if task.duration is Duration.LONG else content
    authors = tuple(dict.fromkeys(note.author for note in told.sources if note.author))
    title = Slide(kind=SlideKind.TITLE, heading=told.title, names=authors[:3], points=lead)
    agenda = [Slide(kind=SlideKind.AGENDA, theme=Theme.AGENDA)] if len(content) >= 5 else []
    last = Slide(kind=SlideKind.SOURCES, theme=Theme.SOURCES)
    return Deck(
        title=told.title,
        language=task.language,
        notes=(*told.notes, *dict.fromkeys(writing.notes)),
        format=task.format,
        slides=(title, *agenda, *body, *recap, last),
        sources=told.sources,
    )


_IN_NUMBERS = frozenset({SlideKind.FIGURES, SlideKind.CHART, SlideKind.TABLE})


def _parted(slides: Sequence[Slide]) -> list[Slide]:
    """A long deck in two parts with a title each: what is told, and what is counted."""
    opening = [s for s in slides if s.kind is SlideKind.STATEMENT and not s.heading]
    counted = [s for s in slides if s.kind in _IN_NUMBERS]
    told = [s for s in slides if s not in counted and s not in opening]
    if len(counted) < 2 or len(told) < 3:
        return list(slides)
    return [
        *opening,
        Slide(kind=SlideKind.SECTION, theme=Theme.FINDINGS),
        *told,
        Slide(kind=SlideKind.SECTION, theme=Theme.NUMBERS),
        *counted,
    ]

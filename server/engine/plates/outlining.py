"""Decks and infographics in Markdown: what they show, in their order, with numbered notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from server.domain.decks import Deck, Point, Slide, SlideKind
from server.domain.documents import Chart, Figure, Table, TimelineEvent
from server.domain.infographics import Infographic, Panel
from server.engine.papers.labels import Labels, labels_of
from server.engine.papers.markdown import as_markdown
from server.engine.papers.references import Origin, References, clean
from server.engine.papers.sheets import (
    Block,
    Card,
    Cards,
    Graph,
    Grid,
    Heading,
    Moment,
    Moments,
    Points,
    Prose,
    Run,
    Sheet,
)
from server.engine.plates.words import said


def deck_markdown(deck: Deck, *, origins: tuple[Origin, ...], with_notes: bool) -> str:
    """The slides as headings and lists; what is talked over them stands under each."""
    outlining = _Outlining(deck.language, origins)
    blocks = [block for slide in deck.slides for block in outlining.slide(slide)]
    return outlining.markdown(deck.title, deck.written_by, blocks, with_notes=with_notes)


def infographic_markdown(piece: Infographic, *, origins: tuple[Origin, ...], with_notes: bool) -> str:
    """The panels as headings and lists."""
    outlining = _Outlining(piece.language, origins)
    blocks: list[Block] = []
    if piece.lead is not None:
        blocks.append(Prose((outlining.run(piece.lead),)))
    blocks += [block for panel in piece.panels for block in outlining.panel(panel)]
    return outlining.markdown(piece.title, piece.written_by, blocks, with_notes=with_notes)


class _Outlining:
    def __init__(self, language: str, origins: tuple[Origin, ...]) -> None:
        self._language = language
        self._labels: Labels = labels_of(language)
        self._references = References(origins, self._labels)

    def run(self, point: Point) -> Run:
        """A point with its notes, after its name where it has one."""
        run = self._references.run(point.text, point.statement.passages)
        return replace(run, text=f"{clean(point.name)}: {run.text}") if clean(point.name) else run

    def slide(self, slide: Slide) -> Iterator[Block]:
        """A slide's blocks."""
        if slide.kind in {SlideKind.TITLE, SlideKind.AGENDA, SlideKind.SOURCES}:
            return
        heading = clean(slide.heading) or said(slide.theme, self._language)
        if heading:
            yield Heading(heading, 1 if slide.kind is SlideKind.SECTION else 2)
        yield from self._shown(slide.points, slide.figures, slide.events, slide.chart, slide.table)
        talk = tuple(self._references.run(s.text, s.passages) for s in slide.talk)
        if talk:
            yield Prose(talk)

    def panel(self, panel: Panel) -> Iterator[Block]:
        """A panel's blocks."""
        heading = clean(panel.heading) or said(panel.theme, self._language)
        if heading:
            yield Heading(heading, 2)
        yield from self._shown(panel.points, panel.figures, panel.events, panel.chart, panel.table)

    def _shown(
        self,
        points: Sequence[Point],
        figures: Sequence[Figure],
        events: Sequence[TimelineEvent],
        chart: Chart | None,
        table: Table | None,
    ) -> Iterator[Block]:
        numbers = self._references.numbers_of
        if points:
            yield Points(tuple((self.run(point),) for point in points))
        if figures:
            yield Cards(
                tuple(
                    Card(clean(f.value), clean(f.unit), clean(f.label), numbers(f.statement.passages)) for f in figures
                )
            )
        if events:
            yield Moments(
                tuple(
                    Moment(
                        clean(e.label) or e.date,
                        self._references.run(e.text.text, e.text.passages),
                        e.is_approximate,
                    )
                    for e in events
                )
            )
        if chart is not None:
            yield Graph(chart, numbers(chart.passages))
        if table is not None:
            width = len(table.columns)
            rows = tuple(
                tuple(self._references.run(cell.text, cell.passages) for cell in row[:width]) for row in table.rows
            )
            yield Grid(clean(table.title), table.columns, rows)

    def markdown(self, title: str, written_by: str, blocks: list[Block], *, with_notes: bool) -> str:
        """The blocks as Markdown under their title."""
        labels = self._labels
        sheet = Sheet(
            kind="",
            title=clean(title) or labels.untitled,
            language=self._language,
            facts=(),
            blocks=tuple(blocks),
            sources_heading=labels.sources,
            sources=self._references.listed(),
            remarks_heading=labels.remarks,
            remarks=(),
            written_by=labels.written_by.format(name=clean(written_by)),
        )
        return as_markdown(sheet, with_notes=with_notes)

"""Random decks and infographics in many languages and scripts, the same for the same seed."""

from __future__ import annotations

import random

from sample_documents import ORIGINS, WORDS, cell, said

from server.domain.decks import Deck, DeckFormat, Point, Slide, SlideKind, Theme
from server.domain.documents import Chart, ChartKind, Column, ColumnType, Figure, Table, TimelineEvent
from server.domain.infographics import Detail, Infographic, Orientation, Panel, PanelKind

SCRIPTS = {"de", "hi", "ar", "he", "ja", "ru", "th"}


class Dice:
    """Random parts of pieces."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.main, self.other = self.r.choice(list(WORDS)), self.r.choice(list(WORDS))
        self.language = self.main if self.main in SCRIPTS else "en"

    def words(self, low: int, high: int) -> str:
        kind = self.r.choice((self.main, self.main, self.other))
        return " ".join(self.r.choice(WORDS[kind]) for _ in range(self.r.randint(low, high)))

    def point(self, most: int = 34) -> Point:
        text = self.words(2, most)
        return Point(text, said(text), self.r.choice(("", self.words(1, 3))))

    def points(self, low: int, high: int, most: int = 34) -> tuple[Point, ...]:
        return tuple(self.point(most) for _ in range(self.r.randint(low, high)))

    def figure(self) -> Figure:
        value = self.r.choice(("3.2×", "1,234,567.89 billion", "7", self.words(1, 2)))
        return Figure(value, self.words(0, 2), self.words(1, 18), said(self.words(3, 20)))

    def chart(self) -> Chart:
        count, lines = self.r.randint(1, 12), self.r.randint(1, 4)
        values = [
            tuple(self.r.choice((0.0, -3.5, 12.0, 1e9, 123456.789, 0.00012)) for _ in range(count))
            for _ in range(lines)
        ]
        return Chart(
            self.r.choice(list(ChartKind)),
            self.words(1, 10),
            self.r.choice(("%", "t", self.words(1, 3))),
            tuple(self.words(1, 4) for _ in range(count)),
            tuple((self.words(1, 3), some) for some in values),
            said(self.words(2, 9)).passages,
        )

    def table(self) -> Table:
        width = self.r.randint(1, 6)
        columns = tuple(
            Column(self.words(1, 3), self.r.choice(list(ColumnType)), self.r.choice(("", "km"))) for _ in range(width)
        )
        rows = tuple(
            tuple(cell(self.words(0, self.r.choice((1, 2, 6)))) for _ in columns) for _ in range(self.r.randint(1, 10))
        )
        return Table(self.words(0, 8), columns, rows)

    def events(self) -> tuple[TimelineEvent, ...]:
        return tuple(
            TimelineEvent("1897", self.words(1, 3), said(self.words(2, 24)), is_approximate=self.r.random() < 0.3)
            for _ in range(self.r.randint(1, 7))
        )


def random_deck(seed: int) -> Deck:
    """A deck with a slide of every kind."""
    d = Dice(seed)
    slides = [Slide(kind=SlideKind.TITLE, heading=d.words(1, d.r.choice((4, 14, 30))), names=(d.words(1, 3),))]
    makers = {
        SlideKind.AGENDA: dict,
        SlideKind.SECTION: dict,
        SlideKind.STATEMENT: lambda: {"points": (d.point(),)},
        SlideKind.POINTS: lambda: {"points": d.points(1, 4)},
        SlideKind.FIGURES: lambda: {"figures": tuple(d.figure() for _ in range(d.r.randint(1, 6)))},
        SlideKind.CHART: lambda: {"chart": d.chart(), "points": d.points(0, 2)},
        SlideKind.TABLE: lambda: {"table": d.table()},
        SlideKind.TIMELINE: lambda: {"events": d.events()},
        SlideKind.QUOTATION: lambda: {"points": (d.point(),)},
        SlideKind.STEPS: lambda: {"points": d.points(1, 12)},
        SlideKind.RECAP: lambda: {"points": d.points(2, 4, 24)},
        SlideKind.SOURCES: dict,
    }
    for kind, make in makers.items():
        theme = d.r.choice([t for t in Theme if t])
        heading = d.words(0, d.r.choice((3, 12)))
        talk = (said(d.words(3, 30)),) if d.r.random() < 0.6 else ()
        slides.append(Slide(kind=kind, theme=theme, heading=heading, talk=talk, **make()))
    return Deck(
        title=slides[0].heading,
        language=d.language,
        format=d.r.choice(list(DeckFormat)),
        slides=tuple(slides),
        sources=tuple(origin.note for origin in ORIGINS),
    )


def random_infographic(seed: int) -> Infographic:
    """An infographic of panels of any kind."""
    d = Dice(seed)
    makers = {
        PanelKind.FIGURES: lambda: {"figures": tuple(d.figure() for _ in range(d.r.randint(2, 6)))},
        PanelKind.CHART: lambda: {"chart": d.chart()},
        PanelKind.TABLE: lambda: {"table": d.table()},
        PanelKind.TIMELINE: lambda: {"events": d.events()},
        PanelKind.STEPS: lambda: {"points": d.points(3, 8, 18)},
        PanelKind.PLACES: lambda: {"points": d.points(3, 4, 18)},
        PanelKind.QUOTATION: lambda: {"points": (d.point(),)},
        PanelKind.POINTS: lambda: {"points": d.points(2, 6, 18)},
    }
    kinds = d.r.sample(list(makers), d.r.randint(1, 7))
    return Infographic(
        title=d.words(1, d.r.choice((4, 14))),
        language=d.language,
        orientation=d.r.choice(list(Orientation)),
        detail=Detail.DETAILED,
        lead=d.point(26) if d.r.random() < 0.7 else None,
        panels=tuple(
            Panel(kind=kind, theme=d.r.choice(list(Theme)[1:]), heading=d.words(0, 6), **makers[kind]())
            for kind in kinds
        ),
        sources=tuple(origin.note for origin in ORIGINS),
    )

"""A slide deck as a writer hands it over: slides of a few kinds, whose every statement names its passages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from server.domain.documents import Chart, Document, Figure, SourceNote, Table, TimelineEvent
from server.domain.scripts import Statement
from server.domain.sources import Passage


class DeckFormat(StrEnum):
    """How a deck is used: read alone in full sentences, or talked over with the talk in the notes."""

    DETAILED = "detailed"
    PRESENTER = "presenter"


class SlideKind(StrEnum):
    """What a slide shows."""

    TITLE = "title"
    AGENDA = "agenda"
    SECTION = "section"
    STATEMENT = "statement"
    """One point, large."""
    POINTS = "points"
    FIGURES = "figures"
    CHART = "chart"
    TABLE = "table"
    TIMELINE = "timeline"
    QUOTATION = "quotation"
    STEPS = "steps"
    RECAP = "recap"
    SOURCES = "sources"


class Theme(StrEnum):
    """What part of a piece something belongs to; said above it in the piece's language."""

    NONE = ""
    AGENDA = "agenda"
    FINDINGS = "findings"
    FIGURES = "figures"
    NUMBERS = "numbers"
    COMPARISON = "comparison"
    DATES = "dates"
    STEPS = "steps"
    QUOTATION = "quotation"
    PLACES = "places"
    OPEN = "open_questions"
    RECAP = "recap"
    SOURCES = "sources"


@dataclass(frozen=True, slots=True)
class Point:
    """What stands on a slide, at most as long as the statement that it rests on."""

    text: str
    statement: Statement
    name: str = ""
    """Who or what it is about: of a quotation, who says it; of a place, its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a slide, or a panel of an infographic, can show. Only the fields of its kind are filled."""

    theme: Theme = Theme.NONE
    heading: str = ""
    """Empty where the theme says enough."""
    points: tuple[Point, ...] = ()
    figures: tuple[Figure, ...] = ()
    chart: Chart | None = None
    table: Table | None = None
    events: tuple[TimelineEvent, ...] = ()

    @property
    def shown(self) -> tuple[Statement, ...]:
        """What can be read on it, in reading order."""
        return (
            *(point.statement for point in self.points),
            *(figure.statement for figure in self.figures),
            *(event.text for event in self.events),
        )

    @property
    def statements(self) -> tuple[Statement, ...]:
        """All that it says, in reading order."""
        return self.shown

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage that it rests on, those of its chart and table too."""
        cells = (cell for row in self.table.rows for cell in row) if self.table else ()
        return (
            *(passage for statement in self.statements for passage in statement.passages),
            *(self.chart.passages if self.chart else ()),
            *(passage for cell in cells for passage in cell.passages),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide(Shown):
    """One slide."""

    kind: SlideKind
    names: tuple[str, ...] = ()
    """Of an agenda: the headings to come; of a title: what stands under it."""
    talk: tuple[Statement, ...] = ()
    """What is said over the slide; it goes into the notes."""
    has_lead: bool = False
    """Whether the first of its points stands over the others, as the slide's headline."""

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What the slide and its notes say, in reading order."""
        return (*self.shown, *self.talk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck(Document):
    """Slides in order."""

    format: DeckFormat
    slides: tuple[Slide, ...]
    sources: tuple[SourceNote, ...] = ()

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What the slides and their notes say."""
        return tuple(statement for slide in self.slides for statement in slide.statements)

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage, those of charts and tables too."""
        return tuple(passage for slide in self.slides for passage in slide.passages)

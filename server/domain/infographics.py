"""An infographic as a writer hands it over: a few panels, chosen by what the sources have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from server.domain.decks import Point, Shown
from server.domain.documents import Document, SourceNote
from server.domain.scripts import Statement
from server.domain.sources import Passage


class Orientation(StrEnum):
    """The shape of the picture."""

    LANDSCAPE = "landscape"
    PORTRAIT = "portrait"
    SQUARE = "square"


class Detail(StrEnum):
    """How much it holds."""

    CONCISE = "concise"
    STANDARD = "standard"
    DETAILED = "detailed"


class PanelKind(StrEnum):
    """What a panel shows."""

    FIGURES = "figures"
    CHART = "chart"
    TABLE = "table"
    TIMELINE = "timeline"
    STEPS = "steps"
    PLACES = "places"
    QUOTATION = "quotation"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel(Shown):
    """One part of an infographic."""

    kind: PanelKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Infographic(Document):
    """Panels in order of weight."""

    orientation: Orientation
    detail: Detail
    lead: Point | None = None
    """What it is about, in one sentence."""
    panels: tuple[Panel, ...]
    sources: tuple[SourceNote, ...] = ()

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The lead and what the panels say."""
        lead = (self.lead.statement,) if self.lead else ()
        return (*lead, *(statement for panel in self.panels for statement in panel.statements))

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage, those of charts and tables too."""
        lead = self.lead.statement.passages if self.lead else ()
        return (*lead, *(passage for panel in self.panels for passage in panel.passages))

"""What a writer hands over for filming: scenes, each with what it shows and the lines that are spoken over it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from server.domain.documents import Chart, Document, Figure
from server.domain.scripts import Chapter, Line, Script, Statement


class VideoFormat(StrEnum):
    """What kind of film it is."""

    EXPLAINER = "explainer"
    """Teaches, with diagrams built up step by step."""
    SHORT = "short"
    """Upright, under a minute, large moving captions."""
    CINEMATIC = "cinematic"
    """Title cards, slow camera, letterbox, music."""


class SceneKind(StrEnum):
    """What a scene shows."""

    TITLE = "title"
    STATEMENT = "statement"
    NUMBER = "number"
    LIST = "list"
    COMPARISON = "comparison"
    CHART = "chart"
    TIMELINE = "timeline"
    QUOTATION = "quotation"
    TERMS = "terms"
    """A map of terms around what the film is about."""
    STEPS = "steps"
    RECAP = "recap"


@dataclass(frozen=True, slots=True)
class SceneItem:
    """One of the things that a scene puts up one after the other."""

    text: str
    label: str = ""
    """What stands over it: a date, a term, whoever said it."""
    line: int = 0
    """The line of the scene that brings it, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One picture of a film, as long as its lines are heard."""

    kind: SceneKind
    lines: tuple[Line, ...]
    """At least one; a line's passages are what it rests on."""
    heading: str = ""
    text: str = ""
    """The sentence or quotation that is shown."""
    emphasis: tuple[str, ...] = ()
    """Words of `text` that stand out."""
    items: tuple[SceneItem, ...] = ()
    figure: Figure | None = None
    chart: Chart | None = None
    chapter: str = ""
    """The title of the chapter that begins here; empty within a chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Storyboard(Document):
    """A film before it is voiced and drawn."""

    format: VideoFormat
    scenes: tuple[Scene, ...]
    description: str = ""
    """What the film is about, in sentences of the sources."""

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Every line, as a statement of its passages."""
        return tuple(Statement(line.text, line.passages) for scene in self.scenes for line in scene.lines)

    def script(self) -> Script:
        """All lines in order, with the chapters."""
        lines: list[Line] = []
        chapters: list[Chapter] = []
        for scene in self.scenes:
            if scene.chapter:
                chapters.append(Chapter(scene.chapter, len(lines)))
            lines += scene.lines
        return Script(
            title=self.title,
            language=self.language,
            lines=tuple(lines),
            chapters=tuple(chapters),
            written_by=self.written_by,
            notes=self.notes,
        )

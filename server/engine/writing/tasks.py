"""The seam of writing: a task goes in, its typed result comes out, whoever writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from server.domain.decks import Deck, DeckFormat
from server.domain.documents import Briefing, DataTable, Difficulty, Faq, Quiz, StudyGuide, Timeline
from server.domain.infographics import Detail, Infographic, Orientation
from server.domain.requests import Duration, Style
from server.domain.scripts import Composition, Script
from server.domain.sources import Source
from server.domain.storyboards import Storyboard, VideoFormat

R_co = TypeVar("R_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[R_co]):
    """What every task is told. Its type parameter is what a writer answers it with."""

    sources: tuple[Source, ...]
    language: str
    """ISO 639-1 code of the result."""
    instructions: str = ""
    title: str = ""
    avoid: tuple[str, ...] = ()
    words: int = 0
    """Words at most that the instructions ask for; 0 where they name no number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueTask(Task[Script]):
    """A conversation of one or two speakers."""

    style: Style = Style.DEEP_DIVE
    duration: Duration = Duration.DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTask(Task[Composition]):
    """A written piece with headings."""

    style: Style = Style.DEEP_DIVE
    duration: Duration = Duration.DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class FaqTask(Task[Faq]):
    """Questions that people would ask, with their answers."""

    duration: Duration = Duration.DEFAULT
    count: int = 0
    """Questions at most; 0 for as many as the length has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyGuideTask(Task[StudyGuide]):
    """Key terms, an outline, questions."""

    duration: Duration = Duration.DEFAULT
    count: int = 0
    """Questions at most; 0 for as many as the length has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineTask(Task[Timeline]):
    """Every dated event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefingTask(Task[Briefing]):
    """What somebody has to know before a meeting."""

    duration: Duration = Duration.DEFAULT
    by_weight: bool = False
    """The weightiest findings first, for pieces that have room for some of them; else in the order of one source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizTask(Task[Quiz]):
    """Questions with four options each."""

    difficulty: Difficulty = Difficulty.MEDIUM
    duration: Duration = Duration.DEFAULT
    count: int = 0
    """Questions at most; 0 for as many as the length has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataTableTask(Task[DataTable]):
    """The things and properties that the sources compare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchTask(Task[Briefing]):
    """What the sources say about the topic in `instructions`, and where they differ."""

    duration: Duration = Duration.DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckTask(Task[Deck]):
    """Slides, to be read alone or talked over."""

    format: DeckFormat = DeckFormat.DETAILED
    duration: Duration = Duration.DEFAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class InfographicTask(Task[Infographic]):
    """What the sources have to show, on one picture."""

    orientation: Orientation = Orientation.LANDSCAPE
    detail: Detail = Detail.STANDARD


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryboardTask(Task[Storyboard]):
    """The scenes of a film."""

    format: VideoFormat = VideoFormat.EXPLAINER
    speakers: int = 1
    """One voice tells it, or two in turn."""
    title_prompt: str = ""
    description_prompt: str = ""


def briefing_for(task: Task[Any], *, duration: Duration = Duration.DEFAULT) -> BriefingTask:
    """The briefing that another piece is drawn from, with the same sources and wishes."""
    return BriefingTask(
        sources=task.sources,
        language=task.language,
        instructions=task.instructions,
        title=task.title,
        avoid=task.avoid,
        duration=duration,
        by_weight=True,
    )


class Writer(Protocol):
    """Whoever writes. A writer that can't do a task raises `CannotProduce` and says what could."""

    name: str

    def write(self, task: Task[R_co]) -> R_co:
        """The task's result; every statement in it names the passages it rests on."""
        ...

"""What a writer hands over for voicing: lines by speaker, each with the passages it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from server.domain.sources import Passage


class LineKind(StrEnum):
    """What a line does in the conversation. Only a statement brings something new from a source."""

    STATEMENT = "statement"
    QUESTION = "question"
    REACTION = "reaction"
    FRAME = "frame"
    """Opening, transition or close that says nothing beyond the passages it names."""


@dataclass(frozen=True, slots=True)
class Line:
    """One turn of one speaker; `speaker` counts from 0 (SPEAKER_00)."""

    speaker: int
    text: str
    kind: LineKind = LineKind.STATEMENT
    passages: tuple[Passage, ...] = ()
    markup: str = ""
    """The text with its marks (``[pause 1s]``, ``*emphasis*``, ``[word](/phonemes/)``) where it has any; `text` shows
    none."""

    @property
    def label(self) -> str:
        """The wire's name of the speaker."""
        return f"SPEAKER_{self.speaker:02d}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A stretch of lines under one title, from line `first_line` to the next chapter."""

    title: str
    first_line: int


@dataclass(frozen=True, slots=True)
class Script:
    """A conversation ready to be voiced."""

    title: str
    language: str
    lines: tuple[Line, ...]
    chapters: tuple[Chapter, ...] = ()
    written_by: str = "Built-in (extractive)"
    notes: tuple[str, ...] = ()
    """What a person should know of how it was made, for example that the source carried less than was asked."""
    source_titles: tuple[tuple[str, str], ...] = ()
    """Id and title (or address) of each source that the passages point into."""

    def as_text(self) -> str:
        """The wire's ``SPEAKER_00: …`` form, one line a turn."""
        return "\n".join(f"{line.label}: {line.text}" for line in self.lines)

    @property
    def speakers(self) -> tuple[int, ...]:
        """The speakers that have a line, in order."""
        return tuple(sorted({line.speaker for line in self.lines}))


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of a written piece with the passages it rests on."""

    text: str
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its paragraphs, each a run of statements."""

    heading: str
    paragraphs: tuple[tuple[Statement, ...], ...]


@dataclass(frozen=True, slots=True)
class Composition:
    """A written piece: the result of the `text` task."""

    title: str
    language: str
    sections: tuple[Section, ...]
    written_by: str = "Built-in (extractive)"
    notes: tuple[str, ...] = ()

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Every statement, in reading order."""
        return tuple(s for section in self.sections for paragraph in section.paragraphs for s in paragraph)

    def as_markdown(self) -> str:
        """The piece as Markdown, title first; a section without a heading has none."""
        parts = [f"# {self.title}"]
        for section in self.sections:
            if section.heading:
                parts.append(f"## {section.heading}")
            parts += [" ".join(s.text for s in paragraph) for paragraph in section.paragraphs]
        return "\n\n".join(parts) + "\n"

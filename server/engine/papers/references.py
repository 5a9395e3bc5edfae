"""Numbered notes: which words of which source each statement rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from server.domain.documents import SourceNote
from server.domain.sources import Passage, Source
from server.engine.papers.labels import Labels
from server.engine.papers.sheets import CitedSource, Note, Run, Runs

QUOTE_CHARACTERS = 300
"""A note quotes at most this much of its passage."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A source as notes need it: how it is listed, and where its slides and rows begin."""

    note: SourceNote
    slides: tuple[tuple[int, int, int], ...] = ()
    """Code points at which each slide's block begins and ends, and its number."""
    rows: tuple[tuple[int, int, int], ...] = ()


def origin_of(source: Source) -> Origin:
    """What is kept of a source for its notes."""
    return Origin(
        SourceNote(source.id, source.title, source.address, source.author, source.published),
        tuple((block.start, block.end, block.slide) for block in source.blocks if block.slide is not None),
        tuple((block.start, block.end, block.row) for block in source.blocks if block.row is not None),
    )


@dataclass(slots=True)
class References:
    """Gives every passage a number at its first use.

    Args:
        origins: the sources, in the order in which they are listed.
    """

    origins: tuple[Origin, ...]
    labels: Labels
    _numbers: dict[tuple[str, int, int], int] = field(default_factory=dict)
    _passages: list[Passage] = field(default_factory=list)

    def numbers_of(self, passages: Iterable[Passage]) -> tuple[int, ...]:
        """The numbers of these passages, each once, rising."""
        numbers = set()
        for passage in passages:
            key = (passage.source_id, passage.start, passage.end)
            if key not in self._numbers:
                self._passages.append(passage)
                self._numbers[key] = len(self._passages)
            numbers.add(self._numbers[key])
        return tuple(sorted(numbers))

    def run(self, text: str, passages: Iterable[Passage] = ()) -> Run:
        """A text with the numbers of its passages."""
        return Run(clean(text), self.numbers_of(passages))

    def listed(self) -> tuple[CitedSource, ...]:
        """Every source with the notes that point into it, also one that no note points into."""
        by_source: dict[str, list[Note]] = {}
        for number, passage in enumerate(self._passages, 1):
            note = Note(number, clipped(clean(passage.text), QUOTE_CHARACTERS), self._place(passage))
            by_source.setdefault(passage.source_id, []).append(note)
        known = {origin.note.id: self._titled(origin.note) for origin in self.origins}
        for source_id in by_source:
            known.setdefault(source_id, SourceNote(source_id, self.labels.source))
        return tuple(CitedSource(note, tuple(by_source.get(note.id, ()))) for note in known.values())

    def _titled(self, note: SourceNote) -> SourceNote:
        title = clean(note.title) or clean(note.address) or self.labels.source
        address = clean(note.address)
        return SourceNote(
            note.id, title, "" if address == title else address, clean(note.author), clean(note.published)
        )

    def _place(self, passage: Passage) -> str:
        if passage.page is not None:
            return self.labels.page.format(n=passage.page)
        if passage.time_ms is not None:
            return clock(passage.time_ms)
        origin = next((o for o in self.origins if o.note.id == passage.source_id), None)
        if origin is not None:
            for pattern, places in ((self.labels.slide, origin.slides), (self.labels.row, origin.rows)):
                number = next((number for start, end, number in places if start <= passage.start < end), None)
                if number is not None:
                    return pattern.format(n=number)
        return ""


def in_ranges(numbers: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    """Rising numbers as they are shown: three or more in a row as a range, each with its first number."""
    shown: list[tuple[int, str]] = []
    at = 0
    while at < len(numbers):
        end = at
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        if end - at < 2:
            shown.append((numbers[at], str(numbers[at])))
            at += 1
        else:
            shown.append((numbers[at], f"{numbers[at]}–{numbers[end]}"))
            at = end + 1
    return tuple(shown)


def clock(time_ms: int) -> str:
    """A time in a recording as people write it: ``4:05``, ``1:02:03``."""
    minutes, seconds = divmod(time_ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def clean(text: str) -> str:
    """A text in one line: white space runs are single spaces, and what can't be shown (controls) is gone."""
    return " ".join("".join(c if c.isprintable() or c in _JOINERS else " " for c in text).split())


_JOINERS = "\u200c\u200d\u00ad"
"""Not printable to Python, yet part of words in Persian and Hindi; and the soft hyphen."""


def clipped(text: str, characters: int) -> str:
    """The text, or its beginning up to a whole word and an ellipsis."""
    if len(text) <= characters:
        return text
    cut = text[: characters - 1]
    head, space, _ = cut.rpartition(" ")
    return f"{head if space and len(head) > characters // 2 else cut}…"


def joined(runs: Runs) -> str:
    """The words of a paragraph."""
    return " ".join(run.text for run in runs)

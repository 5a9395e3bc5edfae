"""Measures of documents made of the sibling sets: texts like tests/data/texts by authors who knew no rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from document_measures import dates, lines
from plain_sources import TEXTS
from script_measures import facts_of, kept

from server.domain.documents import Briefing, Faq
from server.domain.errors import NothingUsable
from server.domain.sources import Source, SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.tasks import BriefingTask, FaqTask, TimelineTask

HELD_OUT = TEXTS.parent / "held_out"
SIBLINGS = ("twentyseventh_blind", "twentyeighth_blind", "twentyninth_blind", "tongues_one", "tongues_two")
_LANGUAGES = frozenset({"de", "fr", "es", "it", "pt"})


@dataclass(frozen=True, slots=True)
class Kept:
    """What documents of a set of texts keep: dates right and marked, and means over the texts of facts by weight."""

    right: int
    marked: int
    faq: float
    briefing: float

    @property
    def dates(self) -> float:
        """The part of the marked dates that is right."""
        return self.right / self.marked


def kept_of(name: str) -> Kept:
    """What timelines, FAQs and briefings keep of the texts of one sibling set."""
    folder = HELD_OUT / name
    right = marked = 0
    faqs: list[float] = []
    briefings: list[float] = []
    for path, source, language in _texts(folder):
        writer = BuiltInWriter()
        timeline = writer.write(TimelineTask(sources=(source,), language=language))
        found = dates(timeline, path.name, folder)
        right, marked = right + found.right, marked + found.marked
        try:
            faq = writer.write(FaqTask(sources=(source,), language=language))
        except NothingUsable:
            faqs.append(0.0)
        else:
            faqs.append(_share(read_of(faq), path.name, folder))
        briefing: Briefing = writer.write(BriefingTask(sources=(source,), language=language))
        briefings.append(_share(lines(briefing), path.name, folder))
    return Kept(right, marked, sum(faqs) / len(faqs), sum(briefings) / len(briefings))


def read_of(faq: Faq) -> list[str]:
    """Every entry of an FAQ as a line."""
    return [f"{e.question} {' '.join(s.text for s in e.answer)}" for e in faq.entries]


def _texts(folder: Path) -> Iterator[tuple[Path, Source, str]]:
    for path in sorted((*folder.glob("*.md"), *folder.glob("*.txt"))):
        ending = path.stem.rsplit("_", 1)[-1]
        source = import_source(SourceSpec(SourceKind.FILE, path=path, name=path.name))
        yield path, source, ending if ending in _LANGUAGES else "en"


def _share(read: list[str], name: str, folder: Path) -> float:
    marked = facts_of(name, folder=folder)
    return sum(f.weight for f in marked if kept(read, f)) / sum(f.weight for f in marked)

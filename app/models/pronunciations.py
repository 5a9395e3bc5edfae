"""The pronunciation book and a scan's doubts as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.client.pronunciations import Doubt, Pronunciation
from app.language import mark, tr
from app.models.tables import Column, Rows

REASONS = {
    "name": mark("A name"),
    "acronym": mark("Letters or a word?"),
    "mixed": mark("Letters with figures"),
    "foreign": mark("From another language"),
    "unknown": mark("In no word list"),
}


@dataclass(frozen=True, slots=True)
class BookEntry:
    """An entry with the names of what it is for."""

    entry: Pronunciation
    language: str = ""
    show: str = ""
    voice: str = ""

    @property
    def scope(self) -> str:
        """Where it holds."""
        if self.show or self.voice:
            return " · ".join(filter(None, (self.show, self.voice)))
        return tr("Everyone") if self.entry.for_everyone else tr("All your shows")


BOOK: tuple[Column[BookEntry], ...] = (
    Column(mark("Word"), lambda e: e.entry.word, tip=lambda e: e.entry.note),
    Column(mark("Said"), lambda e: e.entry.said, tip=lambda e: e.entry.said),
    Column(mark("Language"), lambda e: e.language or tr("All")),
    Column(mark("Holds for"), lambda e: e.scope, tip=lambda e: e.scope),
)

DOUBTS: tuple[Column[Doubt], ...] = (
    Column(mark("Word"), lambda d: d.word, tip=lambda d: d.example),
    Column(mark("Why"), lambda d: tr(REASONS.get(d.reason, d.reason)), tip=lambda d: d.example),
    Column(mark("Said now"), lambda d: d.guess or "—", tip=lambda d: d.guess),
    Column(mark("Times"), lambda d: str(d.count), right=True),
)


def book_rows(parent: QObject | None = None) -> Rows[BookEntry]:
    """Rows for the book."""
    return Rows(BOOK, key=lambda e: e.entry.id, parent=parent)


def doubt_rows(parent: QObject | None = None) -> Rows[Doubt]:
    """Rows for what a scan found."""
    return Rows(DOUBTS, key=lambda doubt: doubt.word, parent=parent)


def named(
    entry: Pronunciation, *, languages: Mapping[str, str], shows: Mapping[str, str], voices: Mapping[int, str]
) -> BookEntry:
    """An entry with names: of the language by its code, the show and the voice by their ids."""
    return BookEntry(
        entry,
        languages.get(entry.language, entry.language),
        shows.get(entry.podcast_id, tr("A show that is gone")) if entry.podcast_id else "",
        voices.get(entry.voice_id, tr("A voice that is gone")) if entry.voice_id is not None else "",
    )

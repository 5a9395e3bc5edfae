"""The lists beside a document: its numbered notes, and a timeline's events."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.language import mark
from app.models.pages import Moment, Note
from app.models.tables import Column, Rows

NOTES: tuple[Column[Note], ...] = (
    Column(mark("Passage"), lambda note: f"{note.number}. “{note.quote}” {note.where}", tip=lambda note: note.quote),
)


class NoteRows(Rows[Note]):
    """Notes by their numbers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(NOTES, key=lambda note: note.number, parent=parent)


EVENTS: tuple[Column[tuple[int, Moment]], ...] = (
    Column(mark("Event"), lambda each: f"{each[1].when}: {each[1].what}", tip=lambda each: each[1].what),
)


class MomentRows(Rows[tuple[int, Moment]]):
    """Events with their places, in order of time."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(EVENTS, key=lambda each: each[0], parent=parent)

    def show(self, moments: tuple[Moment, ...]) -> None:
        """Show these events."""
        self.replace(enumerate(moments))

"""Notes below each other: what was asked, what was kept, and a way back to its passages."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.client.notebooks import Note
from app.language import tr
from app.models import phrases
from app.models.notebook_answers import pieces_of
from app.theme import look
from app.widgets.answers import AnswerText
from app.widgets.buttons import flat_button
from app.widgets.cards import ElidedLabel, label, row


class NoteCard(QFrame):
    """One note. `cited` carries the marker that was opened."""

    cited = Signal(object, str)
    removed = Signal(object)
    copied = Signal(object)

    def __init__(self, note: Note) -> None:
        super().__init__()
        look(self, "told")
        self.note = note
        self.setAccessibleName(tr("Note: {question}", question=note.question or note.text[:80]))
        self.text = AnswerText(name=tr("Note"))
        self.text.show_answer(pieces_of(note.text, note.citations), note.citations)
        self.text.opened.connect(lambda marker: self.cited.emit(note, marker))
        self.remove_button = flat_button("delete-outline", tr("Delete the note"), lambda: self.removed.emit(note))
        copy = flat_button("content-copy", tr("Copy the note"), lambda: self.copied.emit(note))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 6)
        column.setSpacing(6)
        if note.question:
            column.addWidget(ElidedLabel(note.question, "strong"))
        column.addWidget(self.text)
        column.addLayout(row(label(phrases.ago(note.created_on), "small"), None, copy, self.remove_button, spacing=2))


class NoteCards(QWidget):
    """Every note, newest first."""

    cited = Signal(object, str)
    removed = Signal(object)
    copied = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Notes"))
        self.cards: list[NoteCard] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 4, 0)
        self._column.setSpacing(10)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)

    def show_notes(self, notes: tuple[Note, ...]) -> None:
        """Show these; cards that are there stay."""
        known = {card.note: card for card in self.cards if card.note in notes}
        for card in self.cards:
            if card.note not in known:
                self._column.removeWidget(card)
                card.hide()
                card.deleteLater()
        self.cards = []
        for place, note in enumerate(notes):
            shown = known.get(note)
            if shown is None:
                shown = NoteCard(note)
                shown.cited.connect(self.cited)
                shown.removed.connect(self.removed)
                shown.copied.connect(self.copied)
                self._column.insertWidget(place, shown)
            self.cards.append(shown)

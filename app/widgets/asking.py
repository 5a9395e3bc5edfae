"""Where a question is written: Enter asks, Shift+Enter begins a line; and questions to begin with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.language import tr
from app.theme import look
from app.widgets.cards import Glyph, WrappedLabel, row

LONGEST = 5_000
FEW_LINES, MOST_LINES = 1, 5


class AskField(QPlainTextEdit):
    """A field that grows with its words. `sent` tells that they are to be asked."""

    sent = Signal()

    def __init__(self, placeholder: str) -> None:
        super().__init__()
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(tr("Question"))
        self.setAccessibleDescription(tr("Enter asks, Shift and Enter begin another line."))
        self.setTabChangesFocus(True)
        self.textChanged.connect(self._fit)
        self._fit()

    @property
    def words(self) -> str:
        """What is to be asked."""
        return self.toPlainText().strip()[:LONGEST]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter asks."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.sent.emit()
            return
        super().keyPressEvent(event)

    def _fit(self) -> None:
        lines = round(self.document().size().height())
        shown = min(max(lines, FEW_LINES), MOST_LINES)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * shown + 25)


class SuggestionButton(QPushButton):
    """A question to begin with, on as many lines as it needs."""

    def __init__(self, question: str) -> None:
        super().__init__()
        look(self, "choice")
        self.question = question
        self.setAutoDefault(False)
        self.setAccessibleName(question)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        words = WrappedLabel(question)
        words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        line = row(Glyph("comment-question-outline", size=18, tone="accent"), words, spacing=10, stretch_at=1)
        line.setContentsMargins(12, 9, 12, 9)
        self.setLayout(line)
        for shown in self.findChildren(QWidget):
            shown.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


class Suggestions(QWidget):
    """Questions below each other. `chosen` carries the one that was taken."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Questions to begin with"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.buttons: list[SuggestionButton] = []

    def show_questions(self, questions: tuple[str, ...]) -> None:
        """Show these."""
        if tuple(made.question for made in self.buttons) == questions:
            return
        for old in self.buttons:
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.buttons = []
        for question in questions:
            made = SuggestionButton(question)
            made.clicked.connect(lambda _on=False, question=question: self.chosen.emit(question))
            self._column.addWidget(made)
            self.buttons.append(made)

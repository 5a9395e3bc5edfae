"""The text of a source, with passages marked in it; half a million characters are shown at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QFont, QResizeEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from app.client.notebooks import Section
from app.language import tr
from app.models.notebook_answers import position
from app.theme import colour, current, faded, look

MOST_HEADINGS = 400
Span = tuple[int, int]


class SourceTextView(QPlainTextEdit):
    """Text to read. Places come in as code points."""

    def __init__(self) -> None:
        super().__init__()
        look(self, "passage")
        self.setReadOnly(True)
        self.setAccessibleName(tr("Text of the source"))
        self._passage: Span | None = None
        self._others: tuple[Span, ...] = ()
        self._whole = ""
        self._palette = ""

    def show_text(self, text: str, sections: Sequence[Section]) -> None:
        """Show a source's text, its headings in bold."""
        self._whole, self._passage, self._others = text, None, ()
        self.setExtraSelections([])
        self.setPlainText(text)
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.DemiBold)
        cursor = QTextCursor(self.document())
        headings = [each for each in sections if each.kind == "heading"][:MOST_HEADINGS]
        cursor.beginEditBlock()
        for each in headings:
            self._select(cursor, (each.start, each.end))
            cursor.mergeCharFormat(bold)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_passage(self, passage: Span, others: Sequence[Span] = ()) -> None:
        """Mark a passage and go there; `others` are marked more quietly."""
        self._passage, self._others = passage, tuple(others)
        self._mark()
        cursor = QTextCursor(self.document())
        self._select(cursor, passage)
        cursor.setPosition(cursor.selectionStart())
        self.setTextCursor(cursor)
        self.centerCursor()
        # Once more when it has its place in the window: until then it does not know how high it is.
        QTimer.singleShot(0, self, self.centerCursor)

    @property
    def marked(self) -> str:
        """The words that are marked most strongly."""
        if self._passage is None:
            return ""
        cursor = QTextCursor(self.document())
        self._select(cursor, self._passage)
        return cursor.selectedText().replace("\u2029", "\n")

    def find_term(self, term: str) -> bool:
        """Go to the next place of a word, and select it; from the beginning again behind the last one."""
        if self.find(term):
            return True
        before = self.textCursor()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        found = self.find(term, QTextDocument.FindFlag(0))
        if not found:
            self.setTextCursor(before)
        return found

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the passage in sight when lines break anew."""
        super().resizeEvent(event)
        if self._passage is not None:
            QTimer.singleShot(0, self, self.centerCursor)

    def changeEvent(self, event: QEvent) -> None:
        """Another palette: other marks."""
        super().changeEvent(event)
        restyled = event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)
        if restyled and self._palette and self._palette != current().name:
            self._mark()

    def _mark(self) -> None:
        self._palette = current().name
        marks = []
        strengths = [*((span, 0.13) for span in self._others), *([(self._passage, 0.30)] if self._passage else [])]
        for span, strength in strengths:
            made = QTextEdit.ExtraSelection()
            made.cursor = QTextCursor(self.document())
            self._select(made.cursor, span)
            made.format.setBackground(faded("accent", strength))
            made.format.setForeground(colour("text"))
            marks.append(made)
        self.setExtraSelections(marks)

    def _select(self, cursor: QTextCursor, span: Span) -> None:
        last = max(self.document().characterCount() - 1, 0)
        start, end = (min(position(self._whole, place), last) for place in span)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)

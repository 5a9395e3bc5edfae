"""Code and messages to read and copy, and what is shown once only."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout

from app.language import tr
from app.theme import look
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, label, row
from app.widgets.forms import Line

CODE_PIXELS = 12


class CodeView(QPlainTextEdit):
    """Text in letters of one width, to read and select; lines are as long as they are."""

    def __init__(self, name: str) -> None:
        super().__init__()
        look(self, "code")
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(CODE_PIXELS)
        # The sheet names one size for all text; a font set on the document stays as it is.
        self.document().setDefaultFont(font)

    def show_text(self, text: str) -> None:
        """Show a text from its beginning; the place stays where the text stays."""
        if text != self.toPlainText():
            self.setPlainText(text)


class OnceShown(QFrame):
    """A secret that is told this once: to read, copy and put away."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "once")
        self._title = label("", "strong")
        self._words = WrappedLabel("", "small")
        self.line = Line()
        self.line.setReadOnly(True)
        self.copy_button = button(tr("Copy"), self.copy, icon="content-copy", kind="main")
        self.done_button = button(tr("Done"), self.put_away)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._words)
        column.addLayout(row(self.line, self.copy_button, self.done_button, stretch_at=0))
        self.hide()

    def tell(self, secret: str, *, title: str, words: str) -> None:
        """Show a secret."""
        self._title.setText(title)
        self._words.setText(words)
        self.line.setAccessibleName(title)
        self.line.setText(secret)
        self.line.setCursorPosition(0)
        self.show()
        self.copy_button.setFocus()

    def copy(self) -> None:
        """Put the secret on the clipboard."""
        QGuiApplication.clipboard().setText(self.line.text())

    def put_away(self) -> None:
        """Forget it."""
        self.line.clear()
        self.hide()
        self.closed.emit()

    @property
    def secret(self) -> str:
        """What is shown; empty when nothing is."""
        return "" if self.isHidden() else self.line.text()

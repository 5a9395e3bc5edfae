"""A description with the few kinds of formatting that podcast apps show."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QPalette, Qt, QTextCharFormat, QTextCursor, QTextListFormat
from PySide6.QtWidgets import QHBoxLayout, QInputDialog, QTextEdit, QToolButton, QVBoxLayout, QWidget

from app.language import tr
from app.models import rich_text
from app.theme import colour, look
from app.widgets.buttons import flat_button

INDENT = 20
"""How far lists stand in, in pixels; a third of the usual."""
BULLETS, NUMBERS = QTextListFormat.Style.ListDisc, QTextListFormat.Style.ListDecimal


class RichEdit(QTextEdit):
    """The text itself; what is pasted comes without fonts, colours and pictures."""

    def __init__(self, placeholder: str, *, lines: int) -> None:
        super().__init__()
        look(self, "rich")
        self.setPlaceholderText(placeholder)
        self.setTabChangesFocus(True)
        self.document().setIndentWidth(INDENT)
        self.setMinimumHeight(self.fontMetrics().lineSpacing() * lines + 26)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste the words, and of their formatting what is kept."""
        if source.hasHtml():
            held = QTextEdit()
            held.setHtml(source.html())
            words = rich_text.written(held.document())
            if rich_text.is_formatted(words):
                self.textCursor().insertHtml(words)
                return
        self.insertPlainText(source.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter is the form's, not the text's."""
        modified = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and modified:
            event.ignore()
            return
        super().keyPressEvent(event)


class RichText(QWidget):
    """The text under a bar: bold, italic, link, bullets, numbers. `changed` tells of every change."""

    changed = Signal()

    def __init__(self, placeholder: str = "", *, lines: int = 6, name: str = "") -> None:
        super().__init__()
        self.edit = RichEdit(placeholder, lines=lines)
        self.edit.setAccessibleName(name or tr("Description"))
        self.setFocusProxy(self.edit)
        self._shown = ""
        self._bold = self._tool("format-bold", tr("Bold"), self._make_bold, "Ctrl+B")
        self._italic = self._tool("format-italic", tr("Italic"), self._make_italic, "Ctrl+I")
        self.link_button = self._tool("link-variant", tr("Link"), self._ask_link, "Ctrl+K")
        self._bullets = self._tool("format-list-bulleted", tr("Bullets"), lambda: self._make_list(BULLETS), "")
        self._numbers = self._tool("format-list-numbered", tr("Numbers"), lambda: self._make_list(NUMBERS), "")
        self._plain = self._tool("format-clear", tr("Without formatting"), self._make_plain, "")
        self.link_button.setCheckable(False)
        self._plain.setCheckable(False)
        bar = QHBoxLayout()
        bar.setContentsMargins(0, 0, 0, 0)
        bar.setSpacing(2)
        for made in (self._bold, self._italic, self.link_button, self._bullets, self._numbers, self._plain):
            bar.addWidget(made)
        bar.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(bar)
        column.addWidget(self.edit, 1)
        self.edit.textChanged.connect(self.changed)
        self.edit.currentCharFormatChanged.connect(lambda _format: self._show_state())
        self.edit.cursorPositionChanged.connect(self._show_state)

    def show_text(self, text: str) -> None:
        """Show another description."""
        self.edit.blockSignals(True)
        palette = self.edit.palette()
        palette.setColor(QPalette.ColorRole.Link, colour("accent"))
        self.edit.setPalette(palette)
        rich_text.show(self.edit.document(), text)
        self.edit.moveCursor(QTextCursor.MoveOperation.Start)
        self._shown = rich_text.written(self.edit.document())
        self._given = text.strip()
        self.edit.blockSignals(False)
        self._show_state()

    def changeEvent(self, event: QEvent) -> None:
        """Links keep the colour that they were shown with: where nothing was changed they are shown anew."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._given and self.text == self._given:
            self.show_text(self._given)

    @property
    def text(self) -> str:
        """The description as it stands: as it was given while nobody has changed it."""
        now = rich_text.written(self.edit.document())
        return self._given if now == self._shown else now

    _given = ""

    def link(self, address: str) -> None:
        """Make the selected words, or the address itself, a link."""
        if not rich_text.SAFE_LINK.fullmatch(address.strip()):
            return
        cursor = self.edit.textCursor()
        shape = QTextCharFormat()
        shape.setAnchor(True)
        shape.setAnchorHref(address.strip())
        shape.setForeground(colour("accent"))
        shape.setFontUnderline(True)
        if cursor.hasSelection():
            cursor.mergeCharFormat(shape)
        else:
            cursor.insertText(address.strip(), shape)

    def _tool(self, icon: str, name: str, does: object, keys: str) -> QToolButton:
        spoken = f" ({QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)})" if keys else ""
        made = flat_button(icon, name, does)  # type: ignore[arg-type]
        made.setCheckable(True)
        made.setToolTip(f"{name}{spoken}")
        if keys:
            made.setShortcut(QKeySequence(keys))
        return made

    def _merge(self, shape: QTextCharFormat) -> None:
        cursor = self.edit.textCursor()
        cursor.mergeCharFormat(shape)
        self.edit.mergeCurrentCharFormat(shape)
        self._show_state()

    def _make_bold(self) -> None:
        shape = QTextCharFormat()
        on = self.edit.fontWeight() >= QFont.Weight.DemiBold
        shape.setFontWeight(QFont.Weight.Normal if on else QFont.Weight.Bold)
        self._merge(shape)

    def _make_italic(self) -> None:
        shape = QTextCharFormat()
        shape.setFontItalic(not self.edit.fontItalic())
        self._merge(shape)

    def _make_list(self, style: QTextListFormat.Style) -> None:
        cursor = self.edit.textCursor()
        found = cursor.currentList()
        if found is not None and found.format().style() == style:
            block = cursor.block()
            found.remove(block)
            shape = block.blockFormat()
            shape.setIndent(0)
            cursor.setBlockFormat(shape)
        else:
            cursor.createList(style)
        self._show_state()

    def _make_plain(self) -> None:
        self.edit.setPlainText(self.edit.toPlainText())

    def _ask_link(self) -> None:
        before = self.edit.textCursor().charFormat().anchorHref()
        address, kept = QInputDialog.getText(self, tr("Link"), tr("Address (https://…)"), text=before or "https://")
        if kept:
            self.link(address)

    def _show_state(self) -> None:
        self._bold.setChecked(self.edit.fontWeight() >= QFont.Weight.DemiBold)
        self._italic.setChecked(self.edit.fontItalic())
        found = self.edit.textCursor().currentList()
        style = found.format().style() if found is not None else None
        self._bullets.setChecked(style == BULLETS)
        self._numbers.setChecked(style == NUMBERS)

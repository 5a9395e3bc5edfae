"""A transcript whose words can be corrected in place: F2 or a double click edits, Enter keeps, Escape leaves it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QPlainTextEdit, QStyleOptionViewItem, QWidget

from app.language import tr
from app.models.transcripts import TranscriptLines
from app.widgets.transcripts import MARK, LineDelegate, TranscriptView


class WordsDelegate(LineDelegate):
    """Edits the words of a line where they stand."""

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """Several lines of text without a frame."""
        editor = QPlainTextEdit(parent)
        editor.setAccessibleName(tr("Words of {data}", data=index.data(Qt.ItemDataRole.AccessibleTextRole)))
        editor.setTabChangesFocus(True)
        editor.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return editor

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Begin with the words as they are."""
        assert isinstance(editor, QPlainTextEdit)
        if not editor.document().isModified():
            editor.setPlainText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Hand the words over."""
        assert isinstance(editor, QPlainTextEdit)
        model.setData(QModelIndex(index), editor.toPlainText())  # type: ignore[arg-type]

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Over the words, with room for one more line."""
        room = option.rect.adjusted(self.side(option.font) - 12, 0, -MARK + 12, 0)
        room.setHeight(max(room.height(), 64))
        editor.setGeometry(room)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Enter keeps; Shift+Enter is a space like any other in the end."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and not event.modifiers()
            and isinstance(editor, QWidget)
        ):
            self.commitData.emit(editor)
            self.closeEditor.emit(editor)
            return True
        return super().eventFilter(editor, event)


class TranscriptEditor(TranscriptView):
    """The view. A click or Enter seeks, F2 or a double click edits."""

    def __init__(self, lines: TranscriptLines) -> None:
        super().__init__(lines)
        self._delegate = WordsDelegate(self, lines)
        self.setItemDelegate(self._delegate)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)

    def edit_current(self) -> None:
        """Edit the words of the selected line."""
        if self.currentIndex().isValid():
            self.edit(self.currentIndex())

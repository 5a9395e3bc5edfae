"""Rows of a form: label, editor, help, and the fault that belongs to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from app.client.faults import Fault
from app.theme import mark
from app.widgets.cards import WrappedLabel, label
from app.widgets.sight import set_seen


class Field(QWidget):
    """One row. `editor` gets the label's words as its accessible name, and a red border while it is at fault."""

    def __init__(self, caption: str, editor: QWidget, *, help_text: str = "", beside: QWidget | None = None) -> None:
        super().__init__()
        self.editor = editor
        self._caption = label(caption, "muted")
        self._caption.setBuddy(editor)
        if not editor.accessibleName():
            editor.setAccessibleName(caption)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self._caption)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(editor, 1)
        if beside is not None:
            line.addWidget(beside)
        column.addLayout(line)
        self._help = WrappedLabel(help_text, "small")
        self._fault = WrappedLabel("", "fault")
        self._fault.hide()
        column.addWidget(self._help)
        column.addWidget(self._fault)
        # Only in its place: shown before, it would become a window of its own.
        set_seen(self._help, bool(help_text))

    def caption_hidden(self) -> None:
        """Leave the caption out: the row around says it."""
        self._caption.hide()

    def set_help(self, text: str) -> None:
        """Say something else below the editor."""
        self._help.setText(text)
        set_seen(self._help, bool(text) and self._fault.isHidden())

    def set_fault(self, sentence: str) -> None:
        """Show what is wrong with the value; an empty sentence clears it."""
        self._fault.setText(sentence)
        self._fault.setVisible(bool(sentence))
        set_seen(self._help, bool(self._help.text()) and not sentence)
        self.editor.setAccessibleDescription(sentence)
        mark(self.editor, "faulty", bool(sentence))

    @property
    def fault(self) -> str:
        """The fault that is shown; empty when there is none."""
        return "" if self._fault.isHidden() else self._fault.text()


class Faults:
    """Shows the server's faults at their fields, by wire name; what has no field here is handed back."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._fields = dict(fields)

    def clear(self) -> None:
        """Take every fault away."""
        for field in self._fields.values():
            field.set_fault("")

    def show(self, faults: Iterable[tuple[str, str]]) -> list[str]:
        """Show these faults. Returns the sentences that belong to no field of this form."""
        self.clear()
        homeless = []
        first: Field | None = None
        for name, sentence in faults:
            field = self._fields.get(name) or self._fields.get(name.split("[")[0].split(".")[0])
            if field is None:
                homeless.append(sentence)
                continue
            field.set_fault(sentence[:1].upper() + sentence[1:])
            first = first or field
        if first is not None:
            first.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        return homeless

    def show_all(
        self, faults: Sequence[Fault], elsewhere: Callable[[str], None], wire: Collection[str]
    ) -> list[str] | None:
        """Show the faults of a refusal, those of the names in `wire` by `elsewhere`; None where it names no field."""
        if not faults:
            return None
        for fault in faults:
            if fault.field in wire:
                elsewhere(fault.message)
        return self.show((fault.field, fault.message) for fault in faults if fault.field not in wire)


class Choice(QComboBox):
    """A list to choose from, by value. The wheel scrolls the page, not the choice."""

    picked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(6)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.view().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.activated.connect(lambda _index: self.picked.emit())

    def offer(self, choices: Iterable[tuple[object, str]], *, keep: bool = True) -> None:
        """Offer these values under these texts; the chosen value stays where it still exists."""
        before = self.currentData()
        self.blockSignals(True)
        self.clear()
        for value, text in choices:
            self.addItem(text, value)
        self.blockSignals(False)
        if keep:
            self.choose(before)

    def choose(self, value: object) -> None:
        """Take a value without telling anybody; one that isn't offered changes nothing."""
        place = self.findData(value)
        if place >= 0:
            self.setCurrentIndex(place)

    def wheelEvent(self, event: object) -> None:
        """Leave the wheel to the page."""
        event.ignore()  # type: ignore[attr-defined]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it; words that are too long end in an ellipsis."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        controls, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(controls, option, field, self).width()
        option.currentText = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        painter.drawComplexControl(controls, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


class Line(QLineEdit):
    """A line of text."""

    def __init__(self, placeholder: str = "", *, text: str = "") -> None:
        super().__init__(text)
        self.setPlaceholderText(placeholder)


class Paragraph(QPlainTextEdit):
    """Several lines of text; Tab goes to the next field. One that grows takes the height that is left."""

    def __init__(self, placeholder: str = "", *, lines: int = 3, grows: bool = False) -> None:
        super().__init__()
        self.setPlaceholderText(placeholder)
        self.setTabChangesFocus(True)
        height = self.fontMetrics().lineSpacing() * lines + 26
        self.setMinimumHeight(height)
        if not grows:
            self.setMaximumHeight(height)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter is the form's, not the text's."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers():
            event.ignore()
            return
        super().keyPressEvent(event)

"""Rows of the settings page: words on the left, the editor on the right; and the cards that are made of them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from app.language import tr
from app.panels.panel import Desk
from app.settings import SETTINGS, Kind, Setting
from app.widgets.buttons import Segments, Switch
from app.widgets.cards import WrappedLabel, card, label, rule
from app.widgets.forms import Choice, Field, Line

EDITOR_WIDTH = 300
MOST_SEGMENTS = 3


def headed(title: str, words: str) -> tuple[QFrame, QVBoxLayout]:
    """A card with a title and a sentence, and the column below them."""
    frame, column = card(spacing=12)
    head = QVBoxLayout()
    head.setSpacing(2)
    head.addWidget(label(title, "heading"))
    head.addWidget(WrappedLabel(words, "muted"))
    column.addLayout(head)
    return frame, column


def row_of(name: str, help_text: str, editor: QWidget, *, beside: QWidget | None = None) -> tuple[QHBoxLayout, Field]:
    """A row: what is set, what it means, and its editor, whose field shows what is wrong."""
    editor.setAccessibleName(name)
    editor.setAccessibleDescription(help_text)
    field = Field("", editor, beside=beside)
    field.caption_hidden()
    words = QVBoxLayout()
    words.setSpacing(3)
    words.addWidget(label(name))
    words.addWidget(WrappedLabel(help_text, "small"))
    line = QHBoxLayout()
    line.setSpacing(24)
    line.addLayout(words, 1)
    field.setFixedWidth(EDITOR_WIDTH)
    line.addWidget(field, 0, Qt.AlignmentFlag.AlignVCenter)
    return line, field


class WindowSettings(QWidget):
    """The card of one group of the window's own settings. A value is kept as soon as it is chosen."""

    def __init__(self, desk: Desk, group: str, *, title: str, words: str) -> None:
        super().__init__()
        self._desk = desk
        self.editors: dict[str, QWidget] = {}
        self.fields: dict[str, Field] = {}
        frame, column = headed(title, words)
        for setting in SETTINGS:
            if setting.group == group and setting.shown:
                column.addWidget(rule())
                editor = self._editor(setting)
                line, field = row_of(tr(setting.label), tr(setting.help), editor)
                self.editors[setting.key], self.fields[setting.key] = editor, field
                column.addLayout(line)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def _editor(self, setting: Setting) -> QWidget:
        value = self._desk.values.get(setting.key)
        if setting.kind is Kind.CHOICE and len(setting.choices) <= MOST_SEGMENTS:
            segments = Segments([(c.value, tr(c.label)) for c in setting.choices], name=tr(setting.label))
            segments.choose(value)
            segments.chosen.connect(lambda chosen: self._keep(setting, chosen))
            return segments
        if setting.kind is Kind.CHOICE:
            choice = Choice()
            choice.offer([(c.value, tr(c.label)) for c in setting.choices])
            choice.choose(value)
            choice.picked.connect(lambda: self._keep(setting, choice.currentData()))
            return choice
        if setting.kind is Kind.SWITCH:
            switch = Switch("")
            switch.setChecked(bool(value))
            switch.toggled.connect(lambda on: self._keep(setting, on))
            return switch
        if setting.kind is Kind.NUMBER:
            number = number_box(
                setting.ge or 0, setting.le if setting.le is not None else 1_000_000, unit=tr(setting.unit)
            )
            number.setValue(int(value))
            number.editingFinished.connect(lambda: self._keep(setting, number.value()))
            return number
        line = Line(text=str(value))
        if setting.kind is Kind.SECRET:
            line.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        line.editingFinished.connect(lambda: self._keep(setting, line.text().strip()))
        return line

    def _keep(self, setting: Setting, value: str | int | float | bool) -> None:
        try:
            self._desk.values.keep(setting.key, value)
        except ValueError as fault:
            self.fields[setting.key].set_fault(str(fault))
        else:
            self.fields[setting.key].set_fault("")


def number_box(least: int, most: int, *, unit: str = "") -> QSpinBox:
    """A field for a whole number; the wheel scrolls the page."""
    number = QSpinBox()
    number.setRange(least, most)
    number.setGroupSeparatorShown(most > 100_000)
    number.setSuffix(f" {unit}" if unit else "")
    number.lineEdit().setTextMargins(8, 0, 8, 0)
    number.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return number

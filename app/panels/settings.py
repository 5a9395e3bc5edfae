"""The settings page, made from the settings' declarations."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from app.client import writing_settings
from app.client.faults import ApiError
from app.panels.panel import Desk, Panel
from app.panels.writing_settings import WritingCard
from app.settings import GROUPS, SETTINGS, Kind, Setting
from app.widgets.buttons import Segments, Switch
from app.widgets.cards import WrappedLabel, card, label, rule, scrolled
from app.widgets.forms import Choice, Field, Line

EDITOR_WIDTH = 300
PAGE_WIDTH = 820


class SettingsPanel(Panel):
    """Every declared setting, group by group. A value is kept as soon as it is chosen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.editors: dict[str, QWidget] = {}
        self.fields: dict[str, Field] = {}
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label("Settings", "title"))
        words.addWidget(label("Kept as soon as you change them.", "muted"))
        self.page.addLayout(words)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 10, 0)
        column.setSpacing(16)
        for group, (title, sentence) in GROUPS.items():
            column.addWidget(self._group(group, title, sentence))
        self.writing = WritingCard(desk)
        self.writing.hide()
        column.addWidget(self.writing)
        column.addStretch(1)
        holder = QHBoxLayout()
        content.setMaximumWidth(PAGE_WIDTH)
        self.area = scrolled(content)
        holder.addWidget(self.area)
        self.page.addLayout(holder, 1)

    async def refresh(self) -> None:
        """Read what the server keeps; a server that has no such settings, or another owner, shows none."""
        offered = writing_settings.PATH in self.desk.offered
        if offered:
            try:
                await self.writing.refresh()
            except ApiError as refused:
                if refused.code != "owner_only":
                    raise
                offered = False
        self.writing.setVisible(offered)

    def _group(self, group: str, title: str, sentence: str) -> QWidget:
        frame, column = card(spacing=12)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(title, "heading"))
        words.addWidget(label(sentence, "muted"))
        column.addLayout(words)
        for setting in SETTINGS:
            if setting.group == group and setting.shown:
                column.addWidget(rule())
                column.addLayout(self._row(setting))
        return frame

    def _row(self, setting: Setting) -> QHBoxLayout:
        editor = self._editor(setting)
        editor.setAccessibleName(setting.label)
        editor.setAccessibleDescription(setting.help)
        self.editors[setting.key] = editor
        field = Field("", editor)
        field.caption_hidden()
        self.fields[setting.key] = field
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(label(setting.label))
        words.addWidget(WrappedLabel(setting.help, "small"))
        line = QHBoxLayout()
        line.setSpacing(24)
        line.addLayout(words, 1)
        field.setFixedWidth(EDITOR_WIDTH)
        line.addWidget(field, 0, Qt.AlignmentFlag.AlignVCenter)
        return line

    def _editor(self, setting: Setting) -> QWidget:
        value = self.desk.values.get(setting.key)
        if setting.kind is Kind.CHOICE and len(setting.choices) <= 3:
            segments = Segments([(c.value, c.label) for c in setting.choices], name=setting.label)
            segments.choose(value)
            segments.chosen.connect(lambda chosen: self._keep(setting, chosen))
            return segments
        if setting.kind is Kind.CHOICE:
            choice = Choice()
            choice.offer([(c.value, c.label) for c in setting.choices])
            choice.choose(value)
            choice.picked.connect(lambda: self._keep(setting, choice.currentData()))
            return choice
        if setting.kind is Kind.SWITCH:
            switch = Switch("")
            switch.setChecked(bool(value))
            switch.toggled.connect(lambda on: self._keep(setting, on))
            return switch
        if setting.kind is Kind.NUMBER:
            number = QSpinBox()
            number.setRange(setting.ge or 0, setting.le if setting.le is not None else 1_000_000)
            number.setSuffix(f" {setting.unit}" if setting.unit else "")
            number.lineEdit().setTextMargins(8, 0, 8, 0)
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
            self.desk.values.keep(setting.key, value)
        except ValueError as fault:
            self.fields[setting.key].set_fault(str(fault))
        else:
            self.fields[setting.key].set_fault("")

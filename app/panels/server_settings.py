"""Settings of the server, made from what the server declares: kept at once, used from its next start on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.server_settings import ServerSetting, ServerState, SettingsGroup, Value
from app.language import mark, tr
from app.panels.panel import Desk
from app.panels.settings_rows import headed, number_box, row_of
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import Switch, button, icon_button
from app.widgets.cards import Glyph, WrappedLabel, rule
from app.widgets.forms import Field, Line

LARGEST = 2_000_000_000
ELSEWHERE = {
    "environment": mark("Set by an environment variable where the server was started."),
    "option": mark("Set by an option of the command that started the server."),
}
KEPT_SECRET = mark("Kept; type another to replace it")
NO_SECRET = mark("None is kept")


class ServerGroupCard(QWidget):
    """The card of one group. `changed` asks for a value to be kept: name, value."""

    changed = Signal(str, object)

    def __init__(self, group: SettingsGroup) -> None:
        super().__init__()
        self.name = group.name
        self.editors: dict[str, QWidget] = {}
        self.fields: dict[str, Field] = {}
        self._settings: dict[str, ServerSetting] = {}
        self._forget: dict[str, QWidget] = {}
        self._notes: dict[str, QLabel] = {}
        frame, column = headed(tr(group.title), tr(group.words))
        for setting in group.settings:
            column.addWidget(rule())
            column.addLayout(self._row(setting))
            note = WrappedLabel("", "small")
            self._notes[setting.name] = note
            column.addWidget(note)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        self.show_group(group)

    def show_group(self, group: SettingsGroup) -> None:
        """Show how the settings stand; what is being typed stays."""
        for setting in group.settings:
            self._settings[setting.name] = setting
            editor = self.editors[setting.name]
            editor.setEnabled(not setting.is_fixed)
            note = tr(ELSEWHERE.get(setting.origin, "")) or (
                tr("Used from the next start of the server.") if setting.waits else ""
            )
            self._notes[setting.name].setText(note)
            self._notes[setting.name].setVisible(bool(note))
            if setting.name in self._forget:
                self._forget[setting.name].setVisible(setting.is_set and not setting.is_fixed)
            if not editor.hasFocus() or isinstance(editor, Switch):
                _put(editor, setting)

    def show_fault(self, name: str, words: str) -> bool:
        """Show what is wrong with a setting; False when it is not in this card."""
        if name not in self.fields:
            return False
        self.fields[name].set_fault(words[:1].upper() + words[1:])
        return True

    def clear_fault(self, name: str) -> None:
        """Take a fault away."""
        if name in self.fields:
            self.fields[name].set_fault("")

    def _row(self, setting: ServerSetting) -> QHBoxLayout:
        editor, beside = self._editor(setting)
        line, field = row_of(tr(setting.label), tr(setting.help), editor, beside=beside)
        self.editors[setting.name], self.fields[setting.name] = editor, field
        return line

    def _editor(self, setting: ServerSetting) -> tuple[QWidget, QWidget | None]:
        name = setting.name
        if setting.kind == "switch":
            switch = Switch("")
            switch.clicked.connect(lambda on: self.changed.emit(name, on))
            return switch, None
        if setting.kind == "number":
            number = number_box(setting.least or 0, setting.most if setting.most is not None else LARGEST)
            number.editingFinished.connect(lambda: self._tell(name, number.value()))
            return number, None
        line = Line()
        if setting.kind != "secret":
            line.editingFinished.connect(lambda: self._tell(name, line.text().strip()))
            return line, None
        line.setEchoMode(QLineEdit.EchoMode.PasswordEchoOnEdit)
        line.editingFinished.connect(lambda: self._tell_secret(name, line))
        forget = icon_button(
            "key-remove", tr("Forget: {label}", label=tr(setting.label)), lambda: self.changed.emit(name, "")
        )
        self._forget[name] = forget
        return line, forget

    def _tell(self, name: str, value: Value) -> None:
        if value != self._settings[name].value:
            self.changed.emit(name, value)

    def _tell_secret(self, name: str, line: Line) -> None:
        secret = line.text().strip()
        line.clear()
        if secret:
            self.changed.emit(name, secret)


class ServerSettingsForm(QWidget):
    """The cards of all groups, handed out to the sections they belong to."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.cards: dict[str, ServerGroupCard] = {}
        self.notices: list[RestartNotice] = []
        self._values: dict[str, ServerSetting] = {}

    async def refresh(self, place: Callable[[ServerGroupCard], None]) -> ServerState:
        """Read the settings; `place` is given every card that is new."""
        assert self._desk.client is not None
        state = await self._desk.client.server_settings.all()
        self._show(state, place)
        return state

    def notice(self) -> RestartNotice:
        """A notice that tells when changes wait for the next start."""
        made = RestartNotice(self._desk)
        self.notices.append(made)
        return made

    def _show(self, state: ServerState, place: Callable[[ServerGroupCard], None] | None = None) -> None:
        for group in state.groups:
            self._values.update({each.name: each for each in group.settings})
            known = self.cards.get(group.name)
            if known is not None:
                known.show_group(group)
            elif place is not None:
                made = self.cards[group.name] = ServerGroupCard(group)
                made.changed.connect(self._keep)
                place(made)
        for notice in self.notices:
            notice.setVisible(state.restart)

    def _keep(self, name: str, value: Value) -> None:
        before = self._values[name]
        self._tasks.start(self._save(before, value), on_error=partial(self._refused, name))

    async def _save(self, before: ServerSetting, value: Value) -> None:
        assert self._desk.client is not None
        state = await self._desk.client.server_settings.save({before.name: value})
        for each in self.cards.values():
            each.clear_fault(before.name)
        self._show(state)
        # A secret's value before is not known here: it can't be brought back.
        undo = None if before.kind == "secret" else lambda: self._keep(before.name, before.value)
        self._desk.bar.tell(
            tr("{label} is kept; the server uses it from its next start on.", label=tr(before.label)),
            action=tr("Undo") if undo else "",
            todo=undo,
        )

    def _refused(self, name: str, error: Exception) -> None:
        words = error.fields[0].message if isinstance(error, ApiError) and error.fields else ""
        if not words or not any(each.show_fault(name, words) for each in self.cards.values()):
            self._desk.bar.complain(error)
        elif isinstance(editor := self._editor_of(name), Switch):
            _put(editor, self._values[name])

    def _editor_of(self, name: str) -> QWidget | None:
        return next((each.editors[name] for each in self.cards.values() if name in each.editors), None)


class RestartNotice(QFrame):
    """Says that changes wait, with a button where this window started the server."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        look(self, "notice")
        self._desk = desk
        self._words = WrappedLabel("")
        self.restart_button = button(tr("Restart the server"), desk.restart_asked.emit, icon="restart")
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 9, 12, 9)
        line.setSpacing(10)
        line.addWidget(Glyph("restart-alert", tone="warning"), 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self._words, 1)
        line.addWidget(self.restart_button)
        self.hide()

    def setVisible(self, visible: bool) -> None:
        """Say what has to be done, as things stand now."""
        mine = self._desk.restarts
        self.restart_button.setVisible(mine)
        self._words.setText(
            tr("Some changes wait for the server's next start. What runs is continued after it.")
            if mine
            else tr("Some changes wait for the server's next start: start it again on its machine.")
        )
        super().setVisible(visible)


def _put(editor: QWidget, setting: ServerSetting) -> None:
    """Show a setting's value in its editor, without telling anybody."""
    editor.blockSignals(True)
    if isinstance(editor, Switch):
        editor.setChecked(bool(setting.value))
        editor.blockSignals(False)
        editor._set_at(1.0 if setting.value else 0.0)
    elif isinstance(editor, QSpinBox):
        editor.setValue(int(setting.value))
    elif isinstance(editor, Line):
        if setting.kind == "secret":
            editor.setPlaceholderText(tr(KEPT_SECRET) if setting.is_set else tr(NO_SECRET))
        else:
            editor.setText(str(setting.value))
            editor.setCursorPosition(0)
    editor.blockSignals(False)

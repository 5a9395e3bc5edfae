"""What lives at an address: a list with a field to add one, and beside it the one that is selected."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from app.widgets.buttons import button
from app.widgets.cards import card
from app.widgets.empty import EmptyState
from app.widgets.forms import Faults, Field, Line
from app.widgets.list_rows import ListRow
from app.widgets.page_stack import PageStack

WIDTH = 276
ROW_HEIGHT = 56
ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: `value` is what it stands for, `key` tells it from the others."""

    key: Hashable
    value: object
    icon: str
    name: str
    state: str
    tone: str = "muted"


class AddressList(QWidget):
    """The field, the list, and `shown` beside them, or `empty` where there is nothing.

    Args:
        wire: names of fields of the API whose faults are shown at the address.
        ask: what is said when the address is missing.
    """

    chosen = Signal()
    added = Signal(str)
    """An address to add; the button rests until `rest_over`."""

    def __init__(
        self,
        name: str,
        field: Field,
        *,
        add: str,
        ask: str,
        wire: Sequence[str],
        shown: QWidget,
        empty: EmptyState,
    ) -> None:
        super().__init__()
        assert isinstance(field.editor, Line)
        self.address: Line = field.editor
        self.address.returnPressed.connect(self._ask_for_it)
        self._ask, self._wire = ask, wire[0]
        self._entries: tuple[Entry, ...] = ()
        self.field, self.empty = field, empty
        self.faults = Faults(dict.fromkeys(wire, field))
        self.add_button = button(add, self._ask_for_it, icon="plus", kind="main")
        self.add_button.setMinimumHeight(36)
        self.list = QListWidget()
        self.list.setAccessibleName(name)
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda _now, _before: self.chosen.emit())
        self._shown = shown
        self._lay_out()

    @property
    def selected(self) -> object | None:
        """What is selected."""
        item = self.list.currentItem()
        value: object = None if item is None else item.data(ROLE)
        return value

    def show_entries(self, entries: Sequence[Entry], key: Hashable) -> None:
        """Show these; the one with this key is selected, or else the first."""
        self._entries = tuple(entries)
        self.list.blockSignals(True)
        self.list.clear()
        for each in entries:
            item = QListWidgetItem()
            item.setData(ROLE, each.value)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{each.name}, {each.state}")
            item.setSizeHint(QSize(0, ROW_HEIGHT))
            self.list.addItem(item)
            self.list.setItemWidget(item, ListRow(each.icon, each.name, each.state, tone=each.tone))
        keys = [each.key for each in entries]
        if keys:
            self.list.setCurrentRow(keys.index(key) if key in keys else 0)
        self.list.blockSignals(False)
        self._pages.setCurrentWidget(self._shown if entries else self._none)

    def arrive(self) -> None:
        """The arrow keys go from one to the next; where there is none, the address is asked for."""
        (self.list if self._entries else self.address).setFocus()

    def done(self) -> None:
        """What was asked for is added."""
        self.address.clear()
        self.rest_over()

    def rest_over(self) -> None:
        """The next one can be added."""
        self.add_button.setEnabled(True)

    def _ask_for_it(self) -> None:
        address = self.address.text().strip()
        if not address:
            self.faults.show([(self._wire, self._ask)])
        elif self.add_button.isEnabled():
            self.add_button.setEnabled(False)
            self.faults.clear()
            self.added.emit(address)

    def _lay_out(self) -> None:
        left, column = card(padding=14, spacing=12)
        left.setFixedWidth(WIDTH)
        column.addWidget(self.field)
        column.addWidget(self.add_button)
        column.addWidget(self.list, 1)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        self._none, inside = card(padding=0, spacing=0)
        inside.addWidget(self.empty)
        self._pages.addWidget(self._none)
        self._pages.addWidget(self._shown)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(16)
        layout.addWidget(left)
        layout.addWidget(holder, 1)

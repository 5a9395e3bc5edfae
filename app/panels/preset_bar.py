"""Presets of Create: take one, keep the present options as one, forget one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.errors import MessageBar
from app.language import tr
from app.models import presets
from app.models.orders import Order
from app.models.presets import Preset
from app.settings import Values
from app.widgets.buttons import button, icon_button
from app.widgets.forms import Choice, Line
from app.widgets.page_stack import PageStack

KEY = "create.presets"
WIDTH = 330


class PresetBar(QWidget):
    """`taken` carries a preset that is to be used, `asked` wants the present order to keep its options."""

    taken = Signal(object)
    asked = Signal()

    def __init__(self, values: Values, bar: MessageBar) -> None:
        super().__init__()
        self._values, self._bar = values, bar
        self.setFixedWidth(WIDTH)
        self.choice = Choice()
        self.choice.setAccessibleName(tr("Preset"))
        self.choice.picked.connect(self._picked)
        self.keep_button = icon_button("content-save-plus-outline", tr("Save these options as a preset"), self._begin)
        self.forget_button = icon_button("delete-outline", tr("Forget this preset"), self._forget)
        self.name = Line(tr("Name of the preset"))
        self.name.setAccessibleName(tr("Name of the preset"))
        self.name.setMaxLength(60)
        self.name.returnPressed.connect(self._keep)
        self.name.installEventFilter(self)
        self.name_button = button(tr("Save"), self._keep, kind="main")
        self.cancel_button = icon_button("close", tr("Cancel"), self._leave)
        self._build()
        self.show_presets()

    @property
    def presets(self) -> tuple[Preset, ...]:
        """What is kept."""
        return presets.read(str(self._values.get(KEY)))

    def show_presets(self, chosen: str = "") -> None:
        """Offer what is kept."""
        names = [preset.name for preset in self.presets]
        self.choice.offer([("", tr("Presets")), *((name, name) for name in names)], keep=False)
        self.choice.choose(chosen)
        self.forget_button.setEnabled(bool(chosen))
        self.keep_button.setEnabled(len(names) < presets.MOST)

    def keep(self, order: Order) -> None:
        """Keep the options of an order under the name that was written."""
        name = " ".join(self.name.text().split())
        kept = presets.with_preset(self.presets, presets.preset_of(name, order))
        self._values.keep(KEY, presets.written(kept))
        self._leave()
        self.show_presets(name)
        self._bar.tell(tr("The preset “{name}” is kept.", name=name))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape leaves the name."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._leave()
            return True
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        choosing, naming = QWidget(), QWidget()
        for page, widgets in (
            (choosing, (self.choice, self.keep_button, self.forget_button)),
            (naming, (self.name, self.name_button, self.cancel_button)),
        ):
            line = QHBoxLayout(page)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(8)
            line.addWidget(widgets[0], 1)
            for made in widgets[1:]:
                line.addWidget(made)
        for made in (self.keep_button, self.forget_button, self.cancel_button):
            made.setFixedSize(QSize(36, 36))
        self._pages = PageStack(self)
        self._pages.setContentsMargins(0, 0, 0, 0)
        self._pages.addWidget(choosing)
        self._pages.addWidget(naming)

    def _picked(self) -> None:
        chosen = str(self.choice.currentData() or "")
        self.forget_button.setEnabled(bool(chosen))
        found = next((preset for preset in self.presets if preset.name == chosen), None)
        if found is not None:
            self.taken.emit(found)

    def _begin(self) -> None:
        self.name.setText(str(self.choice.currentData() or ""))
        self._pages.setCurrentIndex(1)
        self.name.setFocus()
        self.name.selectAll()

    def _keep(self) -> None:
        if self.name.text().strip():
            self.asked.emit()
        else:
            self.name.setFocus()

    def _leave(self) -> None:
        self._pages.setCurrentIndex(0)
        self.choice.setFocus()

    def _forget(self) -> None:
        before, name = self.presets, str(self.choice.currentData() or "")
        self._values.keep(KEY, presets.written(preset for preset in before if preset.name != name))
        self.show_presets()
        self._bar.tell(
            tr("The preset “{name}” is forgotten.", name=name), action=tr("Undo"), todo=lambda: self._bring_back(before)
        )

    def _bring_back(self, before: tuple[Preset, ...]) -> None:
        self._values.keep(KEY, presets.written(before))
        self.show_presets()

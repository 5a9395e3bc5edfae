"""Where a video is published when it is done: a switch for each target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.targets import Target
from app.widgets.buttons import Switch


class TargetChoice(QWidget):
    """The targets by name. What an order says of a target beyond its name is kept."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.switches: dict[str, Switch] = {}
        self._wanted: dict[str, Mapping[str, Any]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)

    def offer(self, targets: Sequence[Target]) -> None:
        """Offer these; what was chosen stays so."""
        names = [target.name for target in targets]
        if names == list(self.switches):
            return
        for old in self.switches.values():
            self._column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.switches = {}
        for name in names:
            made = Switch(name)
            made.setChecked(name in self._wanted)
            made.toggled.connect(lambda _on: self.changed.emit())
            self._column.addWidget(made)
            self.switches[name] = made

    def choose(self, targets: Sequence[Mapping[str, Any]]) -> None:
        """Take an order's targets; one that isn't offered is not ordered again."""
        self._wanted = {str(target.get("channel")): target for target in targets}
        for name, made in self.switches.items():
            made.setChecked(name in self._wanted)

    def value(self) -> tuple[Mapping[str, Any], ...]:
        """What is chosen, as the order carries it."""
        return tuple(
            self._wanted.get(name, {"channel": name}) for name, made in self.switches.items() if made.isChecked()
        )

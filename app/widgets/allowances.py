"""Meters of what is used in 24 hours: a name, a bar, what is left, and when the oldest use comes back."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.notebooks import Allowance
from app.language import tr
from app.models.notebooks import CAPABILITIES, resets
from app.widgets.cards import label, row
from app.widgets.progress import ProgressLine


class _Meter(QWidget):
    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.count = label("", "small")
        self.bar = ProgressLine()
        self.until = label("", "small")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        column.addLayout(row(label(name), None, self.count))
        column.addWidget(self.bar)
        column.addWidget(self.until)

    def show_allowance(self, allowance: Allowance) -> None:
        """Show how much is used."""
        limit = allowance.limit
        self.count.setText(
            tr("{used} of {limit} used", used=allowance.used, limit=limit)
            if limit is not None
            else tr("{used} used", used=allowance.used)
        )
        self.bar.setVisible(limit is not None)
        self.bar.show_fraction(min(allowance.used / limit, 1.0) if limit else 0.0)
        words = resets(allowance)
        if words and limit is not None and allowance.used >= limit:
            words = tr("All used, {words}", words=words)
        self.until.setText(words[:1].upper() + words[1:] if limit is not None else tr("No limit"))
        self.until.setVisible(bool(self.until.text()))
        self.setAccessibleName(f"{self._name}: {self.count.text()}. {self.until.text()}".strip())


class AllowanceMeters(QWidget):
    """The windows of a licence below each other; those without a number come last."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(14)
        self.meters: dict[str, _Meter] = {}

    def show_allowances(self, allowances: Mapping[str, Allowance]) -> None:
        """Show these."""
        for name in (*CAPABILITIES, *allowances):
            found = allowances.get(name)
            if found is None:
                continue
            meter = self.meters.get(name)
            if meter is None:
                meter = self.meters[name] = _Meter(
                    tr(CAPABILITIES[name]) if name in CAPABILITIES else name.replace("_", " ").capitalize()
                )
                self._column.addWidget(meter)
            meter.show_allowance(found)

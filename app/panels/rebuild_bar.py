"""How far a rebuild is, in words and as a line, with a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.client.episode_drafts import Rebuild
from app.language import tr
from app.widgets.buttons import button
from app.widgets.cards import label, row
from app.widgets.progress import ProgressLine


class RebuildBar(QWidget):
    """Shown while a rebuild is to end."""

    stopped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.progress = ProgressLine()
        self.doing = label("", "muted")
        self.stop_button = button(tr("Stop"), self.stopped.emit, kind="link")
        bar = row(self.progress, self.doing, self.stop_button, spacing=12, stretch_at=0)
        bar.setContentsMargins(4, 0, 0, 0)
        self.setLayout(bar)

    def show_rebuild(self, rebuild: Rebuild | None) -> bool:
        """Show the newest rebuild; whether it is still to end."""
        is_open = rebuild is not None and rebuild.is_open
        self.setVisible(is_open)
        if rebuild is not None and is_open:
            self.progress.show_fraction(rebuild.fraction)
            self.doing.setText(rebuild.text or tr("Rebuilding"))
        return is_open

"""What came of a voice match: how far it is, the likeness as a figure, the plain sentence, the voice to hear."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.client.outcomes import Outcome
from app.language import tr
from app.models import phrases
from app.panels.panel import Desk
from app.panels.samples import Samples
from app.theme import icons
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, label, row, rule
from app.widgets.progress import ProgressLine

_FIGURE = re.compile(r"\b0[.,]\d{1,3}\b|\b\d{1,3}(?:[.,]\d)?\s?%")


class MatchResult(QWidget):
    """Empty until a match runs. `use_asked` carries the id of the voice that was made."""

    use_asked = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._voice = 0
        self.samples = Samples(desk, self)
        self.samples.playing.connect(self._show_play)
        self.title = label("", "heading")
        self.progress = ProgressLine()
        self.figure = label("", "figure")
        self.caption = label(tr("likeness to the recording"), "muted")
        self.told = WrappedLabel("", "muted")
        self.play = button(tr("Hear it"), self._hear, icon="play")
        self.use = button(tr("Show it"), self._use, icon="account-voice", kind="main")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(10)
        self._rule = rule()
        for made in (self._rule, self.title, self.progress):
            column.addWidget(made)
        self._likeness = QWidget()
        line = row(self.figure, self.caption, None, spacing=10)
        self._likeness.setLayout(line)
        column.addWidget(self._likeness)
        column.addWidget(self.told)
        self._buttons = QWidget()
        self._buttons.setLayout(row(self.play, self.use, stretch_at=1))
        column.addWidget(self._buttons)
        column.addStretch(1)
        self.clear()

    def clear(self) -> None:
        """Nothing runs."""
        self.samples.stop()
        for made in (self._rule, self.title, self.progress, self._likeness, self.told, self._buttons):
            made.hide()

    def begin(self) -> None:
        """A match is on its way."""
        self.clear()
        self.title.setText(tr("Sending the recording…"))
        self.progress.show_fraction(0.02)
        for made in (self._rule, self.title, self.progress):
            made.show()

    def show_outcome(self, outcome: Outcome) -> None:
        """Show how far it is, or what came of it."""
        self._rule.show()
        self.title.show()
        over = outcome.done or bool(outcome.error_code)
        self.progress.setVisible(not over)
        self.progress.show_fraction(outcome.status / 100)
        self._likeness.hide()
        self._buttons.setVisible(bool(outcome.voice_id))
        self.told.setVisible(over)
        self._voice = outcome.voice_id
        if outcome.error_code:
            self.title.setText(tr("It can't be matched"))
            self.told.setText(outcome.error)
        elif outcome.done:
            self.title.setText(tr("{title} is there", title=outcome.title or tr("The voice")))
            told = outcome.text or " ".join(outcome.notes)
            self.told.setText(told)
            found = _FIGURE.search(told)
            self.figure.setText(found.group().replace(",", ".") if found else "")
            self._likeness.setVisible(found is not None)
        else:
            self.title.setText(phrases.progress(outcome.progress_text, outcome.stage or "queued"))

    def _hear(self) -> None:
        if self._voice:
            self.samples.toggle_voice(self._voice)

    def _use(self) -> None:
        if self._voice:
            self.use_asked.emit(self._voice)

    def _show_play(self, on: bool) -> None:
        self.play.setText(tr(" Stop") if on else tr(" Hear it"))
        self.play.setIcon(icons.icon("stop" if on else "play", tone="text"))

"""The names of a transcript's speakers, each in its colour, to be changed."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.language import tr
from app.models.edited_lines import EditedLines
from app.widgets.cards import Dot, row
from app.widgets.forms import Line
from app.widgets.transcripts import SPEAKER_TONES


class SpeakerNames(QVBoxLayout):
    """A field for each speaker; what is typed becomes the name in the lines."""

    def __init__(self, lines: EditedLines) -> None:
        super().__init__()
        self._lines = lines
        self.fields: dict[str, Line] = {}
        self.setSpacing(8)

    def show_names(self) -> None:
        """Show the speakers that the lines have now."""
        while (item := self.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.fields = {}
        for place, (speaker, name) in enumerate(self._lines.names.items()):
            field = Line(text=name)
            field.setAccessibleName(tr("Name of speaker {place}", place=place + 1))
            field.editingFinished.connect(lambda speaker=speaker, field=field: self._rename(speaker, field))
            self.fields[speaker] = field
            holder = QWidget()
            tone = SPEAKER_TONES[place % len(SPEAKER_TONES)]
            holder.setLayout(row(Dot(tone), field, spacing=10, stretch_at=1))
            self.addWidget(holder)

    def _rename(self, speaker: str, field: Line) -> None:
        self._lines.rename(speaker, field.text())
        field.setText(self._lines.names[speaker])

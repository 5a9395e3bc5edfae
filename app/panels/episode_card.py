"""The selected episode beside its show: title and description at hand, the rest a key away."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from app.client.episodes import Episode
from app.language import tr
from app.models import phrases
from app.theme import look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import label, row
from app.widgets.forms import Field, Line
from app.widgets.rich_text import RichText


class EpisodeEditor(QFrame):
    """Title and description of the selected episode."""

    kept = Signal()
    removed = Signal()
    whole_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "card")
        self.episode: Episode | None = None
        self._title = Line()
        self._description = RichText(lines=2)
        self._title_field = Field(tr("Title"), self._title)
        self._description_field = Field(tr("Description"), self._description)
        self._facts = label("", "small")
        self.keep_button = button(tr("Save"), self.kept.emit, kind="main")
        self.whole_button = button(
            tr("All details…"), self.whole_asked.emit, tip=tr("Season, schedule, chapters, transcript (F2)")
        )
        self.remove_button = icon_button("delete-outline", tr("Remove from the show"), self.removed.emit)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 18, 18, 18)
        column.setSpacing(12)
        column.addLayout(row(label(tr("Episode"), "heading"), None, self.whole_button))
        column.addWidget(self._title_field)
        column.addWidget(self._description_field, 1)
        column.addWidget(self._facts)
        self.remove_button.setFixedSize(38, 38)
        self.keep_button.setFixedHeight(38)
        column.addLayout(row(self.remove_button, self.keep_button, stretch_at=1))
        self._title.textChanged.connect(lambda _text: self._changed())
        self._description.changed.connect(self._changed)
        self.show_episode(None)

    def show_episode(self, episode: Episode | None) -> None:
        """Edit another episode, or none."""
        self.episode = episode
        self._title.setText(episode.title if episode else "")
        self._description.show_text(episode.description if episode else "")
        self._facts.setText(
            " · ".join(filter(None, (phrases.clock(episode.duration), phrases.size(episode.size)))) if episode else ""
        )
        self.setEnabled(episode is not None)
        self._changed()

    @property
    def title_text(self) -> str:
        """The title as it stands in the field."""
        return self._title.text().strip()

    @property
    def description_text(self) -> str:
        """The description as it stands in the field."""
        return self._description.text

    def _changed(self) -> None:
        episode = self.episode
        changed = episode is not None and (self.title_text, self.description_text) != (
            episode.title,
            episode.description.strip(),
        )
        self._title_field.set_fault("" if episode is None or self.title_text else tr("An episode needs a title."))
        self.keep_button.setEnabled(changed and bool(self.title_text) and bool(self.description_text))

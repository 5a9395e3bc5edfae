"""The panels of the navigation: each is imported and built when it is first shown."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from app.language import mark
from app.panels.panel import Desk, Panel


@dataclass(frozen=True, slots=True)
class Entry:
    """A panel in the navigation; it is imported and built when it is first shown. `begins` a group of its own."""

    name: str
    title: str
    icon: str
    module: str
    panel: str
    begins: bool = False

    def build(self, desk: Desk) -> Panel:
        """Make the panel."""
        made = getattr(importlib.import_module(self.module), self.panel)(desk)
        assert isinstance(made, Panel)
        return made


PANELS = (
    Entry("create", mark("Create"), "plus-circle-outline", "app.panels.create", "CreatePanel"),
    Entry("queue", mark("Queue"), "playlist-play", "app.panels.queue", "QueuePanel"),
    Entry("player", mark("Player"), "headphones", "app.panels.player", "PlayerPanel", begins=True),
    Entry("desk", mark("Script desk"), "text-box-edit-outline", "app.panels.script_desk", "ScriptDeskPanel"),
    Entry("reader", mark("Reader"), "book-open-page-variant-outline", "app.panels.reader", "ReaderPanel"),
    Entry("notebooks", mark("Notebooks"), "notebook-outline", "app.panels.notebooks", "NotebooksPanel"),
    Entry("shows", mark("Shows"), "podcast", "app.panels.shows", "ShowsPanel", begins=True),
    Entry("planning", mark("Feeds and schedules"), "calendar-clock", "app.panels.planning", "PlanningPanel"),
    Entry("voices", mark("Voices"), "account-voice", "app.panels.voices", "VoicesPanel", begins=True),
    Entry("recordings", mark("Recordings"), "microphone-outline", "app.panels.recordings", "RecordingsPanel"),
    Entry("webhooks", mark("Webhooks"), "webhook", "app.panels.webhooks", "WebhooksPanel"),
    Entry("search", mark("Search"), "text-search", "app.panels.search", "SearchPanel", begins=True),
    Entry("settings", mark("Settings"), "cog-outline", "app.panels.settings", "SettingsPanel"),
)
"""The navigation, in order. A panel appears here once it exists."""

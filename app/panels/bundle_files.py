"""Episode bundles as files on this computer: saved, and taken in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.client.bundles import ENDING
from app.language import tr
from app.panels import downloads
from app.panels.panel import Desk

LONGEST = 40
"""Characters of a title in a menu."""


class BundleFiles:
    """Saves the episode that was selected or opened last, and makes episodes of files."""

    def __init__(self, desk: Desk, owner: QWidget) -> None:
        self._desk, self._owner = desk, owner

    @property
    def words(self) -> str:
        """What saving is called now."""
        episode = self._desk.episode
        if episode is None:
            return tr("Save a bundle…")
        title = episode.title
        brief = title if len(title) <= LONGEST else f"{title[: LONGEST - 1].rstrip()}…"
        return tr("Save “{title}” as a bundle…", title=brief)

    def save(self) -> None:
        """Save the episode with all that it was made of, under a name that is asked for."""
        episode = self._desk.episode
        if self._desk.client is None or episode is None:
            return
        downloads.save(
            self._desk,
            self._owner,
            asked=tr("Save the episode as a bundle"),
            name=f"{downloads.file_name_of(episode.title, '').strip()}{ENDING}",
            what=tr("the bundle of {title}", title=episode.title),
            fetch=lambda client, path, progress: client.bundles.save(episode.id, path, progress=progress),
        )

    def ask(self) -> None:
        """Ask for a bundle, and make an episode of it."""
        kinds = tr("Episode bundles ({pattern})", pattern=f"*{ENDING}")
        name, _ = QFileDialog.getOpenFileName(self._owner, tr("Import an episode bundle"), "", kinds)
        if name:
            self.take(Path(name))

    def take(self, bundle: Path) -> None:
        """Make an episode of a bundle and show it."""
        self._desk.tasks.start(self._take(bundle))

    async def _take(self, bundle: Path) -> None:
        client = self._desk.client
        if client is None:
            return
        self._desk.bar.tell(tr("Reading {name}…", name=bundle.name))
        taken = await client.bundles.take(bundle)
        told = tr("“{title}” is here, with everything it was made of.", title=taken.title)
        self._desk.bar.tell(" ".join((told, *taken.notes)))
        self._desk.go("player", taken.request_id)

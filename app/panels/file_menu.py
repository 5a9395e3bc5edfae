"""The File menu: shows and recordings in and out, for the selected show and for everything."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.client.bundles import ENDING
from app.client.shows import Show
from app.language import tr
from app.panels import downloads
from app.panels.actions import Actions
from app.panels.panel import Desk
from app.settings.actions import Action, Menu, Needs
from app.theme import icons

LONGEST = 40
"""Characters of a title in the menu."""


class FileMenu(QMenu):
    """Filled when it opens: what it offers follows the server and the selected show."""

    def __init__(self, desk: Desk, owner: QWidget, actions: Actions) -> None:
        super().__init__(tr("File"), owner)
        self._desk, self._owner, self._actions = desk, owner, actions
        self.setAccessibleName(tr("File"))
        self.setToolTipsVisible(True)
        actions.bind("save-opml", self.save_opml)
        actions.bind("save-csv", self.save_csv)
        actions.bind("save-bundle", self.save_bundle)
        actions.bind("take-bundle", self.take_bundle)
        actions.bind("save-zip", self.save_zip)
        actions.bind("save-show-csv", lambda: self.save_csv(self._desk.show))
        actions.bind("save-show-zip", lambda: self.save_zip(self._desk.show))
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Offer what can be done now."""
        self.clear()
        for menu in (Menu.SHOWS, Menu.EVERYTHING, Menu.BUNDLES, Menu.SHOW):
            if menu is Menu.SHOW and self._desk.show is None:
                continue
            if not self.isEmpty():
                self.addSeparator()
            if menu is Menu.SHOW and self._desk.show is not None:
                self.addSection(self._desk.show.name)
            for action in self._actions.on_menu(menu):
                made = self.addAction(icons.icon(action.icon), self._title(action))
                made.triggered.connect(lambda _on=False, name=action.name: self._actions.run(name))
                made.setEnabled(self._actions.can(action))

    def _title(self, action: Action) -> str:
        episode = self._desk.episode
        if action.needs is Needs.EPISODE and episode is not None:
            return tr("Save “{title}” as a bundle…", title=_brief(episode.title))
        return tr(action.title)

    def save_csv(self, show: Show | None = None) -> None:
        """Save the list of a show's episodes, or of all."""
        client = self._desk.client
        target = downloads.ask_target(self._owner, "Save episodes as CSV", _named(show, "episodes.csv"))
        if target is not None and client is not None:
            identity = show.id if show else ""
            downloads.start(
                self._desk,
                f"the episodes of {show.name}" if show else "the list of all episodes",
                target,
                lambda path, _progress: client.imports.save_csv(path, show_id=identity),
            )

    def save_zip(self, show: Show | None = None) -> None:
        """Save the recordings of a show, or all."""
        client = self._desk.client
        target = downloads.ask_target(self._owner, "Save recordings as ZIP", _named(show, "recordings.zip"))
        if target is not None and client is not None:
            identity = show.id if show else ""
            downloads.start(
                self._desk,
                f"the recordings of {show.name}" if show else "all recordings",
                target,
                lambda path, progress: client.imports.save_audio(path, show_id=identity, progress=progress),
            )

    def save_opml(self) -> None:
        """Save the list of shows."""
        client = self._desk.client
        target = downloads.ask_target(self._owner, "Save the list of shows", "shows.opml")
        if target is not None and client is not None:
            downloads.start(
                self._desk, "the list of shows", target, lambda path, _progress: client.imports.save_opml(path)
            )

    def save_bundle(self) -> None:
        """Save the episode that was last selected or opened, with all that it was made of."""
        client, episode = self._desk.client, self._desk.episode
        if client is None or episode is None:
            return
        name = f"{downloads.file_name_of(episode.title, '').strip()}{ENDING}"
        target = downloads.ask_target(self._owner, tr("Save the episode as a bundle"), name)
        if target is not None:
            downloads.start(
                self._desk,
                tr("the bundle of {title}", title=episode.title),
                target,
                lambda path, progress: client.bundles.save(episode.id, path, progress=progress),
            )

    def take_bundle(self) -> None:
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


def _brief(title: str) -> str:
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 1].rstrip()}…"


def _named(show: Show | None, rest: str) -> str:
    return downloads.file_name_of(show.name, rest) if show else rest

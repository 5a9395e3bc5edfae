"""The File menu: shows and recordings in and out, for the selected show and for everything."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.client.shows import Show
from app.language import tr
from app.models.show_places import ShowPlace
from app.panels import downloads
from app.panels.bundle_files import BundleFiles
from app.panels.panel import Desk
from app.theme import icons


class FileMenu(QMenu):
    """Filled when it opens: what it offers follows the server and the selected show."""

    def __init__(self, desk: Desk, owner: QWidget) -> None:
        super().__init__("File", owner)
        self._desk, self._owner = desk, owner
        self.bundles = BundleFiles(desk, owner)
        self.setAccessibleName("File")
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Offer what can be done now."""
        self.clear()
        there = self._desk.client is not None
        self._add("New show…", "podcast", lambda: self._go(ShowPlace.NEW), there)
        self._add("Import a show…", "import", lambda: self._go(ShowPlace.IMPORT), there)
        self._add("Import a list of shows (OPML)…", "playlist-plus", lambda: self._go(ShowPlace.LIST), there)
        self._add("Save the list of shows (OPML)…", "format-list-bulleted", self.save_opml, there)
        self.addSeparator()
        self._add("All episodes as CSV…", "file-delimited-outline", self.save_csv, there)
        self._add("All recordings as ZIP…", "folder-zip-outline", self.save_zip, there)
        self.addSeparator()
        self._add(tr("Import an episode bundle…"), "package-down", self.bundles.ask, there)
        self._add(self.bundles.words, "package-up", self.bundles.save, there and self._desk.episode is not None)
        show = self._desk.show
        if show is not None:
            self.addSeparator()
            self.addSection(show.name)
            self._add("Episodes as CSV…", "file-delimited-outline", lambda: self.save_csv(show), there)
            self._add("Recordings as ZIP…", "folder-zip-outline", lambda: self.save_zip(show), there)
            self._add("Website for any host…", "web", lambda: self._go(ShowPlace.SITE), there)

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

    def _go(self, place: ShowPlace) -> None:
        self._desk.go("shows", place)

    def _add(self, text: str, icon: str, does: object, on: bool) -> QAction:
        made = self.addAction(icons.icon(icon), text)
        made.triggered.connect(lambda _on=False: does())  # type: ignore[operator]
        made.setEnabled(on)
        return made


def _named(show: Show | None, rest: str) -> str:
    return downloads.file_name_of(show.name, rest) if show else rest

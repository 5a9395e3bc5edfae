"""The File menu: shows, recordings, episodes and conversations in and out, for what is selected and for everything."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from app.client.shows import Show
from app.language import tr
from app.panels import downloads
from app.panels.actions import Actions
from app.panels.bundle_files import BundleFiles
from app.panels.panel import Desk
from app.settings.actions import Action, Menu, Needs
from app.theme import icons


class FileMenu(QMenu):
    """Filled when it opens: what it offers follows the server and the selected show."""

    def __init__(self, desk: Desk, owner: QWidget, actions: Actions) -> None:
        super().__init__(tr("File"), owner)
        self._desk, self._owner, self._actions = desk, owner, actions
        self.bundles = BundleFiles(desk, owner)
        self.setAccessibleName(tr("File"))
        self.setToolTipsVisible(True)
        actions.bind("save-opml", self.save_opml)
        actions.bind("save-csv", self.save_csv)
        actions.bind("save-bundle", self.bundles.save)
        actions.bind("take-bundle", self.bundles.ask)
        actions.bind("save-conversation", self.save_conversation)
        actions.bind("save-zip", self.save_zip)
        actions.bind("save-show-csv", lambda: self.save_csv(self._desk.show))
        actions.bind("save-show-zip", lambda: self.save_zip(self._desk.show))
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Offer what can be done now."""
        self.clear()
        for menu in (Menu.SHOWS, Menu.EVERYTHING, Menu.BUNDLES, Menu.NOTEBOOK, Menu.SHOW):
            if menu is Menu.SHOW and self._desk.show is None:
                continue
            if not self.isEmpty():
                self.addSeparator()
            if menu is Menu.SHOW and self._desk.show is not None:
                # A style sheet leaves a section's words out.
                self.addAction(self._desk.show.name).setEnabled(False)
            for action in self._actions.on_menu(menu):
                made = self.addAction(icons.icon(action.icon), self._title(action))
                made.triggered.connect(lambda _on=False, name=action.name: self._actions.run(name))
                made.setEnabled(self._actions.can(action))

    def _title(self, action: Action) -> str:
        return self.bundles.words if action.needs is Needs.EPISODE else tr(action.title)

    def save_csv(self, show: Show | None = None) -> None:
        """Save the list of a show's episodes, or of all."""
        identity = show.id if show else ""
        downloads.save(
            self._desk,
            self._owner,
            asked=tr("Save episodes as CSV"),
            name=_named(show, "episodes.csv"),
            what=tr("the episodes of {name}", name=show.name) if show else tr("the list of all episodes"),
            fetch=lambda client, path, _progress: client.imports.save_csv(path, show_id=identity),
        )

    def save_zip(self, show: Show | None = None) -> None:
        """Save the recordings of a show, or all."""
        identity = show.id if show else ""
        downloads.save(
            self._desk,
            self._owner,
            asked=tr("Save recordings as ZIP"),
            name=_named(show, "recordings.zip"),
            what=tr("the recordings of {name}", name=show.name) if show else tr("all recordings"),
            fetch=lambda client, path, progress: client.imports.save_audio(path, show_id=identity, progress=progress),
        )

    def save_conversation(self) -> None:
        """Save the conversation with the notebook that is open."""
        if self._desk.save_conversation is not None:
            self._desk.save_conversation()

    def save_opml(self) -> None:
        """Save the list of shows."""
        downloads.save(
            self._desk,
            self._owner,
            asked=tr("Save the list of shows"),
            name="shows.opml",
            what=tr("the list of shows"),
            fetch=lambda client, path, _progress: client.imports.save_opml(path),
        )


def _named(show: Show | None, rest: str) -> str:
    return downloads.file_name_of(show.name, rest) if show else rest

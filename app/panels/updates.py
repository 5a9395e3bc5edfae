"""Looking for a newer version: by itself only when that is switched on, and whenever somebody asks."""

from __future__ import annotations

import importlib.metadata
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.client.faults import ApiError
from app.language import tr
from app.panels.panel import Desk

if TYPE_CHECKING:
    from app.client.updates import Release

log = logging.getLogger(__name__)

OWN = "quillcast"


class Updates:
    """Asks the address that the settings name."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.version = _own_version()

    def look_by_itself(self) -> None:
        """Look once a day, where it is switched on."""
        today = datetime.now(UTC).date().isoformat()
        values = self._desk.values
        if values.get("about.updates") and values.get("about.address") and values.get("about.looked") != today:
            values.keep("about.looked", today)
            self._desk.tasks.start(self._look(asked=False), replacing="updates")

    def look(self) -> None:
        """Look now, and say what comes of it."""
        if not self._desk.values.get("about.address"):
            self._desk.bar.tell(
                tr("No address tells of newer versions yet."),
                action=tr("Settings"),
                todo=lambda: self._desk.go("settings", "about"),
            )
            return
        self._desk.bar.tell(tr("Looking for a newer version…"))
        self._desk.tasks.start(self._look(asked=True), replacing="updates")

    async def _look(self, *, asked: bool) -> None:
        from app.client import updates

        try:
            release = await updates.newest(str(self._desk.values.get("about.address")))
        except ApiError as error:
            if asked:
                raise
            log.info("no newer version was looked for: %s", error)
            return
        if release is not None and updates.is_newer(release, self.version):
            self._tell(release)
        elif asked:
            self._desk.bar.tell(tr("This is the newest version: {version}.", version=self.version))

    def _tell(self, release: Release) -> None:
        words = tr("Quillcast {newer} is out; this is {own}.", newer=release.version, own=self.version)
        page = release.page if release.page.startswith(("https://", "http://")) else ""
        self._desk.bar.tell(
            words,
            action=tr("What is new") if page else "",
            todo=(lambda: QDesktopServices.openUrl(QUrl(page))) if page else None,
        )


def _own_version() -> str:
    try:
        return importlib.metadata.version(OWN)
    except importlib.metadata.PackageNotFoundError:
        return "0"

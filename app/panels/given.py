"""Files and addresses that the program was opened with: sources of a new order, and bundles, which become episodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl

from app.client.bundles import ENDING
from app.language import tr
from app.panels.panel import Desk


class Given:
    """What was given waits until there is a server to take it."""

    def __init__(self, desk: Desk, take_bundle: Callable[[Path], None]) -> None:
        self._desk = desk
        self._take_bundle = take_bundle
        self._waiting: list[str] = []

    def take(self, given: Sequence[str] = ()) -> None:
        """Make sources or episodes of these (paths and URLs), and of what waits."""
        self._waiting += [each for each in given if each.strip()]
        if not self._waiting or not self._desk.offered:
            return
        urls = [QUrl(each) if "://" in each else QUrl.fromLocalFile(each) for each in self._waiting]
        self._waiting = []
        bundles = [url for url in urls if url.isLocalFile() and url.toLocalFile().lower().endswith(ENDING)]
        for bundle in bundles:
            self._take_bundle(Path(bundle.toLocalFile()))
        urls = [url for url in urls if url not in bundles]
        if not urls:
            return
        self._desk.go("create")
        for wanted in ([url for url in urls if url.isLocalFile()], [url for url in urls if not url.isLocalFile()]):
            data = QMimeData()
            data.setUrls(wanted)
            self._desk.go("create", data)
        missing = [url.toLocalFile() for url in urls if url.isLocalFile() and not Path(url.toLocalFile()).is_file()]
        if missing:
            self._desk.bar.warn(tr("There is no file {name}.", name=missing[0]))

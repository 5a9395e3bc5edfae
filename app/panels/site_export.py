"""A show as a website for any host: where the folder lies here, where it will lie there, and what was written."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.imports import FeedCheck
from app.client.shows import Show
from app.language import mark, tr, trn
from app.models import phrases, site_folder
from app.models.site_folder import NotUnpacked, Place
from app.panels import downloads
from app.panels.panel import Desk
from app.tasks import Tasks
from app.widgets.buttons import button, icon_button
from app.widgets.cards import Facts, Glyph, WrappedLabel, card, label, row, scrolled
from app.widgets.forms import Faults, Field, Line

KEY = "shows.sites"
STEPS = (
    mark(
        "Everything the world needs is in the folder: the feed, the recordings, the picture, "
        "transcripts, chapters and a page. Upload its contents to any web host, such as a "
        "page of your provider or an object store. Nothing has to run on this computer. "
        "After each change export again into the same folder: only what differs is written."
    ),
    mark(
        "Or let the world read from this computer: a proxy with a certificate passes calls "
        "on to the public port. Both are set in Settings → Server; every link in the feed "
        "starts with that address then."
    ),
)


class SiteExport(QWidget):
    """The page. `left` asks to go back."""

    left = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._show: Show | None = None
        self.heading = label("", "heading")
        self.base = Line("https://example.com/show")
        self.folder = Line(tr("A folder on this computer"))
        choose = button(tr("Choose…"), self._browse, icon="folder-outline")
        self.fields = {
            "base": Field(
                tr("Address at which the folder will lie"),
                self.base,
                help_text=tr("Every link in the feed starts with it."),
            ),
            "folder": Field(tr("Folder"), self.folder, beside=choose),
        }
        self.faults = Faults(self.fields)
        self.export_button = button(tr("Export"), self._export, kind="main", icon="web", keys="Ctrl+Return")
        self.verdict = label("", "strong")
        self.facts = Facts()
        self._build()

    def begin(self, show: Show) -> None:
        """Export this show."""
        self._show = show
        place = site_folder.read_places(str(self._desk.values.get(KEY))).get(show.id, Place())
        self.heading.setText(tr("{name} as a website", name=show.name))
        self.base.setText(place.base)
        self.folder.setText(place.folder)
        self.faults.clear()
        self._done.hide()

    def arrive(self) -> None:
        """Type at once."""
        self.base.setFocus()

    def _export(self) -> None:
        show, base, folder = self._show, self.base.text().strip(), self.folder.text().strip()
        faults = []
        if not base.startswith(("http://", "https://")):
            faults.append(("base", tr("Write the whole address, such as https://example.com/show.")))
        if not folder or not Path(folder).is_absolute():
            faults.append(("folder", tr("Choose a folder.")))
        self.faults.show(faults)
        if faults or show is None or not self.export_button.isEnabled():
            return
        places = site_folder.read_places(str(self._desk.values.get(KEY))) | {show.id: Place(folder, base)}
        self._desk.values.keep(KEY, site_folder.written_places(places))
        self.export_button.setEnabled(False)
        self._done.hide()
        downloads.start(
            self._desk,
            tr("{name} as a website", name=show.name),
            Path(folder),
            lambda path, progress: self._lay(show, path, progress),
        )

    async def _lay(self, show: Show, folder: Path, progress: downloads.Progress) -> str:
        client = self._desk.client
        assert client is not None
        try:
            await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
            # Beside the files, so that there is room for both on one disk and the free space is that of the right one.
            held = await asyncio.to_thread(tempfile.TemporaryDirectory, dir=folder, prefix=".part-")
            try:
                archive = Path(held.name) / "show.zip"
                await client.imports.save_site(show.id, archive, base=self.base.text().strip(), progress=progress)
                laid = await asyncio.to_thread(site_folder.unpack, archive, folder)
            finally:
                await asyncio.to_thread(held.cleanup)
        except OSError as error:
            reason = tr("{folder} can't be written: {reason}.", folder=folder, reason=error.strerror or error)
            raise ApiError(0, "not_saved", reason) from error
        except NotUnpacked as error:
            raise ApiError(0, "not_saved", str(error)) from error
        finally:
            self.export_button.setEnabled(True)
        checked = await client.imports.check_site(show.id, base=self.base.text().strip())
        self.verdict.setText(tr("The website is in the folder"))
        feed = f"{self.base.text().strip().rstrip('/')}/feed.xml"
        self.facts.show_facts(
            (
                (tr("Files written"), str(laid.written)),
                (tr("As they were"), str(laid.same)),
                (tr("In all"), phrases.size(laid.bytes)),
                (tr("Address of the feed"), feed),
                (tr("Feed check"), _told(checked)),
            )
        )
        self._done.show()
        return trn("{count} file is new in {name}.", "{count} files are new in {name}.", laid.written, name=folder.name)

    def _browse(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, tr("Folder of the website"), self.folder.text())
        if chosen:
            self.folder.setText(chosen)

    def _build(self) -> None:
        frame, column = card(spacing=14)
        back = icon_button("arrow-left", tr("Back to the show"), self.left.emit, keys="Alt+Left")
        back.setFixedSize(34, 34)
        column.addLayout(row(back, self.heading, None))
        for step in STEPS:
            column.addWidget(WrappedLabel(tr(step), "muted"))
        for field in self.fields.values():
            column.addWidget(field)
        self.export_button.setMinimumHeight(38)
        column.addLayout(row(None, self.export_button))
        self._done = QWidget()
        inside = QVBoxLayout(self._done)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(12)
        inside.addLayout(row(Glyph("check-circle", size=22, tone="good"), self.verdict, None))
        inside.addWidget(self.facts)
        column.addWidget(self._done)
        column.addStretch(1)
        holder = QWidget()
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 0, 8, 0)
        across.addWidget(frame, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(holder))


def _told(checked: FeedCheck) -> str:
    """What the check of the folder found, in a line."""
    failing = [rule for rule in checked.rules if rule.status == "fail" and rule.level == "MUST"]
    if not failing:
        return tr("Every rule that must hold holds.")
    first = failing[0].text.rstrip(".")
    more = trn(" and {count} more rule", " and {count} more rules", len(failing) - 1) if len(failing) > 1 else ""
    return tr("Does not hold: {first}{more}. The show's Check feed tells what mends it.", first=first, more=more)

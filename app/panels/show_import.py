"""A show brought from another host: looked at first, imported with progress, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.imports import Imported
from app.language import mark, tr, trn
from app.panels.opml_import import OpmlImport
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import look
from app.widgets.buttons import Segments, Switch, button, icon_button
from app.widgets.cards import Facts, Glyph, WrappedLabel, card, label, row, scrolled
from app.widgets.forms import Faults, Field, Line
from app.widgets.progress import ProgressLine

STAGES = {
    "reading": (0.15, mark("Reading the feed")),
    "picture": (0.6, mark("Fetching the picture")),
    "keeping": (0.8, mark("Keeping the episodes")),
    "done": (1.0, mark("Done")),
}
"""How far an import is by its stages, and what to call them."""
LOCKED = "show_locked"


class ShowImport(QWidget):
    """The page. `left` asks to go back, `check_asked` to look at a feed first, `open_asked` for a show."""

    left = Signal()
    check_asked = Signal(str)
    open_asked = Signal(str)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.address = Line("https://…/feed.xml")
        self.email = Line("you@example.org")
        self.host_audio = Switch(tr("Take the recordings over too, in the background"))
        self.is_owner = Switch(tr("The show is mine"))
        fields = {
            "rssUrl": Field(tr("Address of the show's feed"), self.address),
            "email": Field(
                tr("Owner's e-mail"),
                self.email,
                help_text=tr("Taken only where the feed names no address of its owner."),
            ),
        }
        self.fields = fields
        self.faults = Faults(fields)
        self.check_button = button(tr("Check it first"), self._check, icon="clipboard-check-outline")
        self.import_button = button(tr("Import"), self._import, kind="main", icon="import", keys="Ctrl+Return")
        self.line = ProgressLine()
        self.stage = label("", "muted")
        self.result: Imported | None = None
        self.verdict = label("", "heading")
        self.facts = Facts()
        self.warnings = WrappedLabel("")
        self.open_button = button(tr("Open the show"), self._open, kind="main")
        self.views = Segments((("one", tr("One show")), ("list", tr("A list of shows (OPML)"))), name=tr("Import"))
        self.views.chosen.connect(self.show_view)
        self.list = OpmlImport(desk, tasks)
        self.address.returnPressed.connect(self._import)
        self.is_owner.toggled.connect(lambda _on: self._show_ready())
        self._build()
        self.begin()

    def begin(self, address: str = "") -> None:
        """Start anew, perhaps with an address."""
        self.result = None
        self.address.setText(address)
        self.faults.clear()
        self.is_owner.setChecked(False)
        for part in (self._locked, self._progress, self._done):
            part.hide()
        self._show_ready()
        self.show_view("one")

    def show_view(self, view: str) -> None:
        """Show the import of one show, or of a list."""
        self.views.choose(view)
        self._one.setVisible(view == "one")
        self.list.setVisible(view == "list")

    def arrive(self) -> None:
        """Type at once."""
        self.address.setFocus()

    def take(self, event: Event) -> None:
        """An import went on."""
        stage = str(event.data.get("stage", ""))
        if self._progress.isHidden() or stage not in STAGES:
            return
        done, words = STAGES[stage]
        items, page = int(event.data.get("items") or 0), int(event.data.get("page") or 0)
        said = [tr(words)]
        if page > 1:
            said.append(tr("page {page}", page=page))
        if items:
            said.append(trn("{count} episode", "{count} episodes", items))
        self.stage.setText(" · ".join(said))
        self.line.show_fraction(done)

    def _check(self) -> None:
        if self.address.text().strip():
            self.check_asked.emit(self.address.text().strip())
        else:
            self.faults.show([("rssUrl", tr("Write the address of a feed."))])

    def _import(self) -> None:
        if not self.address.text().strip():
            self.faults.show([("rssUrl", tr("Write the address of a feed."))])
            return
        if not self.import_button.isEnabled():
            return
        self.faults.clear()
        self._working(True)
        self._tasks.start(self._run(), replacing="import", on_error=self._failed)

    async def _run(self) -> None:
        client = self._desk.client
        assert client is not None
        done = await client.imports.show(
            self.address.text().strip(),
            email=self.email.text().strip(),
            is_owner=self.is_owner.isChecked(),
            host_audio=self.host_audio.isChecked(),
        )
        self._working(False)
        self._locked.hide()
        self.show_result(done)

    def show_result(self, done: Imported) -> None:
        """Show what an import came to."""
        self.result = done
        self.verdict.setText(tr("The show is here") if done.is_new else tr("The show is up to date"))
        self.facts.show_facts(
            (
                (tr("New episodes"), str(done.added)),
                (tr("Brought up to date"), str(done.updated) if done.updated else ""),
                (tr("Unchanged"), str(done.unchanged) if done.unchanged else ""),
                (tr("Left out"), str(done.left_out) if done.left_out else ""),
                (
                    tr("Recordings"),
                    tr("are coming in the background") if self.host_audio.isChecked() else tr("stay where they are"),
                ),
            )
        )
        self.warnings.setText("\n".join(f"•  {warning}" for warning in done.warnings))
        for shown in (self._warned, self.warnings):
            shown.setVisible(bool(done.warnings))
        self._done.show()
        self.open_button.setFocus()

    def _failed(self, error: Exception) -> None:
        self._working(False)
        if not isinstance(error, ApiError):
            self._desk.bar.complain(error)
            return
        if error.code == LOCKED or any(fault.field == "confirmOwnership" for fault in error.fields):
            self._locked.show()
            self.is_owner.setFocus()
            self._show_ready()
            return
        homeless = self.faults.show((fault.field, fault.message) for fault in error.fields)
        if homeless or not error.fields:
            self._desk.bar.warn(" ".join(homeless) or error.message)

    def _working(self, on: bool) -> None:
        self._progress.setVisible(on)
        self._done.hide()
        for made in (self.check_button, self.address, self.email):
            made.setEnabled(not on)
        self.import_button.setEnabled(not on)
        if on:
            self.line.show_fraction(0.04)
            self.stage.setText(tr("Asking for the feed"))
        else:
            self._show_ready()

    def _show_ready(self) -> None:
        """A locked show is imported only by who says that it is his."""
        self.import_button.setEnabled(self._locked.isHidden() or self.is_owner.isChecked())

    def _open(self) -> None:
        if self.result is not None:
            self.open_asked.emit(self.result.show_id)

    def _build(self) -> None:
        self._one = QWidget()
        column = QVBoxLayout(self._one)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        for field in self.fields.values():
            column.addWidget(field)
        column.addWidget(self.host_audio)
        self._locked = QFrame()
        look(self._locked, "notice")
        words = WrappedLabel(
            tr(
                "Its host has locked this show against being moved (podcast:locked). If it is yours, "
                "say so; else ask its owner to unlock it there."
            )
        )
        told = QVBoxLayout()
        told.setSpacing(8)
        told.addWidget(words)
        told.addWidget(self.is_owner)
        inside = QHBoxLayout(self._locked)
        inside.setContentsMargins(12, 10, 12, 10)
        inside.setSpacing(10)
        inside.addWidget(Glyph("lock-outline", tone="warning"), 0, Qt.AlignmentFlag.AlignTop)
        inside.addLayout(told, 1)
        column.addWidget(self._locked)
        for made in (self.check_button, self.import_button):
            made.setMinimumHeight(38)
        column.addLayout(row(None, self.check_button, self.import_button))
        self._progress = QWidget()
        going = QVBoxLayout(self._progress)
        going.setContentsMargins(0, 0, 0, 0)
        going.setSpacing(8)
        going.addWidget(self.stage)
        going.addWidget(self.line)
        column.addWidget(self._progress)
        column.addWidget(self._outcome())
        column.addStretch(1)
        frame, around = card(spacing=14)
        back = icon_button("arrow-left", tr("Back to the shows"), self.left.emit, keys="Alt+Left")
        back.setFixedSize(34, 34)
        around.addLayout(row(back, label(tr("Import"), "heading"), None))
        self.views.setFixedHeight(38)
        around.addLayout(row(self.views, None))
        around.addWidget(self._one, 1)
        around.addWidget(self.list, 1)
        holder = QWidget()
        across = QHBoxLayout(holder)
        across.setContentsMargins(0, 0, 8, 0)
        across.addWidget(frame, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(holder))

    def _outcome(self) -> QWidget:
        self._done = QFrame()
        look(self._done, "told")
        column = QVBoxLayout(self._done)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(12)
        column.addLayout(row(Glyph("check-circle", size=22, tone="good"), self.verdict, None))
        column.addWidget(self.facts)
        again = button(tr("Import another"), self.begin)
        for made in (again, self.open_button):
            made.setMinimumHeight(36)
        column.addLayout(row(None, again, self.open_button))
        self._warned = label(tr("What to know"), "strong")
        column.addWidget(self._warned)
        column.addWidget(self.warnings)
        return self._done

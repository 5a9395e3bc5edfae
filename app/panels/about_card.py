"""Settings, About: versions, licences, and a report for whoever helps."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from app.client.storage import REPORT
from app.language import tr
from app.panels.panel import Desk
from app.panels.settings_rows import headed
from app.settings.notices import Notice, notices
from app.tasks import Tasks
from app.widgets.buttons import button
from app.widgets.cards import Facts, WrappedLabel, label, row, rule
from app.widgets.codes import CodeView
from app.widgets.forms import Choice

TEXT_HEIGHT = 320


class AboutCard(QWidget):
    """Three cards: the program, a report, and the notices."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._notices: tuple[Notice, ...] = ()
        self.facts = Facts()
        self.save_button = button(tr("Save a report…"), self._ask, icon="lifebuoy")
        self.notice = Choice()
        self.notice.setAccessibleName(tr("Notice"))
        self.notice.picked.connect(self._show_notice)
        self.text = CodeView(tr("Words of the notice"))
        self.text.setFixedHeight(TEXT_HEIGHT)
        self._build()

    async def refresh(self) -> None:
        """Read the server's versions, and the notices once."""
        client = self._desk.client
        if not self._notices:
            self._notices = await asyncio.to_thread(notices)
            self.notice.offer([(each.title, each.title) for each in self._notices])
            self._show_notice()
        if client is None:
            return
        health = await client.connection.get("/studio/health")
        versions = health.get("versions")
        known = versions if isinstance(versions, dict) else {}
        self.facts.show_facts(
            [
                ("Quillcast", str(known.get("quillcast", ""))),
                (tr("Interface"), str(health.get("version", ""))),
                (tr("Server"), client.base_url),
                ("Python", str(known.get("python", ""))),
                ("SQLite", str(known.get("sqlite", ""))),
                (tr("Qt"), qVersion()),
                (tr("Data"), str(self._desk.values.folder)),
            ]
        )
        self._report.setVisible(REPORT in self._desk.offered)

    def _build(self) -> None:
        program, column = headed(
            "Quillcast",
            tr(
                "A workstation for creators. Free software under the GNU General Public License, "
                "version 3 or later: you may use, study, share and change it. It comes without any "
                "warranty."
            ),
        )
        column.addWidget(rule())
        column.addWidget(self.facts)
        self._report, told = headed(
            tr("A report for whoever helps"),
            tr(
                "Versions, settings, health and the end of the log in one file: without secrets, and "
                "without your content."
            ),
        )
        told.addLayout(row(self.save_button, None))
        self._report.hide()
        made, notes = headed(tr("Made of"), tr("The work of many people, each under its own licence."))
        notes.addWidget(rule())
        self.notice.setMinimumWidth(260)
        notes.addLayout(row(label(tr("Notice"), "muted"), self.notice, None, spacing=12))
        notes.addWidget(self.text)
        notes.addWidget(WrappedLabel(tr("The files themselves lie in the program's folder."), "small"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(16)
        for frame in (program, self._report, made):
            outer.addWidget(frame)

    def _show_notice(self) -> None:
        chosen = self.notice.currentData()
        self.text.show_text(next((each.text for each in self._notices if each.title == chosen), ""))

    def _ask(self) -> None:
        proposed = Path.home() / f"quillcast-report-{datetime.now(UTC).astimezone():%Y%m%d-%H%M}.zip"
        name, _ = QFileDialog.getSaveFileName(self, tr("Save a report"), str(proposed), tr("Reports (*.zip)"))
        if name:
            self.save_report(Path(name))

    def save_report(self, target: Path) -> None:
        """Write the server's report to a file."""
        self._tasks.start(self._save(target))

    async def _save(self, target: Path) -> None:
        assert self._desk.client is not None
        await self._desk.client.connection.save(REPORT, target)
        self._desk.bar.tell(tr("The report is saved as {name}.", name=target.name))

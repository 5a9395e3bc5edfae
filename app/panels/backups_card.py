"""Settings, Backups: the copies that are there, a whole backup to a file, and how to go back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from app.client import Client
from app.client.faults import ApiError
from app.client.storage import Copies
from app.language import tr, trn
from app.models import phrases, storage
from app.panels.panel import Desk
from app.panels.settings_rows import headed
from app.tasks import Tasks
from app.widgets.buttons import Switch, button
from app.widgets.cards import ElidedLabel, WrappedLabel, label, row, rule
from app.widgets.codes import CodeView
from app.widgets.forms import Faults, Field, Line

COMMANDS_HEIGHT = 92


class BackupsCard(QWidget):
    """Three cards: make one, the daily copies, and restoring."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._copies = Copies("", "", ())
        self.path = Line(text=str(Path.home() / storage.backup_name()))
        self.choose_button = button(tr("Choose…"), self._choose)
        self.field = Field(tr("File"), self.path, beside=self.choose_button, help_text=tr("On the server's machine."))
        self.faults = Faults({"path": self.field})
        self.secrets = Switch(tr("With secrets: tokens and webhooks go on working after restoring"))
        self.make_button = button(tr("Back up now"), self._make, icon="content-save-outline", kind="main")
        self.verdict = WrappedLabel("", "muted")
        self.folder = ElidedLabel("", "muted", middle=True)
        self.open_button = button(tr("Open the folder"), self._open_folder, icon="folder-open-outline")
        self.commands = CodeView(tr("Commands that restore a backup"))
        self.commands.setFixedHeight(COMMANDS_HEIGHT)
        self.copy_button = button(tr("Copy"), self._copy, icon="content-copy")
        self.path.textChanged.connect(lambda _text: self._show_commands())
        self._build()

    async def refresh(self) -> None:
        """Read which copies there are."""
        self._show(await self._client.storage.copies())

    @property
    def _client(self) -> Client:
        assert self._desk.client is not None
        return self._desk.client

    def _build(self) -> None:
        made, column = headed(
            tr("A backup of everything"),
            tr("Requests, results, shows, notebooks and settings in one file, checked once written."),
        )
        column.addWidget(rule())
        column.addWidget(self.field)
        column.addWidget(self.secrets)
        column.addWidget(self.verdict)
        self.verdict.hide()
        column.addLayout(row(self.make_button, None))
        daily, copies = headed(
            tr("Copies of the database"),
            tr("Made by themselves every day and before each update; seven days are kept."),
        )
        copies.addWidget(rule())
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        copies.addLayout(self._list)
        copies.addLayout(row(self.folder, self.open_button, stretch_at=0))
        restore, back = headed(
            tr("Go back to a backup"),
            tr(
                "With Quillcast closed. What is there now is kept beside it. A copy of the database "
                "can be given in place of a backup: files stay as they are then."
            ),
        )
        back.addWidget(rule())
        back.addWidget(self.commands)
        back.addLayout(row(self.copy_button, None))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(16)
        for frame in (made, daily, restore):
            outer.addWidget(frame)

    def _show(self, copies: Copies) -> None:
        self._copies = copies
        while (item := self._list.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for copy in copies.copies:
            self._list.addWidget(label(storage.copy_words(copy)))
        if not copies.copies:
            self._list.addWidget(label(tr("None yet: the first is made within the hour."), "muted"))
        self.folder.setText(copies.folder)
        self._show_commands()

    def _show_commands(self) -> None:
        self.commands.show_text(storage.restoring(self._copies, self.path.text().strip()))

    def _make(self) -> None:
        self.faults.clear()
        self.make_button.setEnabled(False)
        self.verdict.setText(tr("Backing up… this takes as long as the data is large; you can go on working."))
        self.verdict.show()
        work = self._back_up(self.path.text().strip(), with_secrets=self.secrets.isChecked())
        self._tasks.start(work, on_error=self._refused)

    async def _back_up(self, path: str, *, with_secrets: bool) -> None:
        made = await self._client.storage.back_up(path, with_secrets=with_secrets)
        self.make_button.setEnabled(True)
        files = trn("{count} file", "{count} files", made.files)
        kept = tr("with secrets: keep it safe") if made.with_secrets else tr("without secrets")
        self.verdict.setText(
            tr(
                "{path} holds {files}, {size}, {kept}. It was read back and is sound.",
                path=made.path,
                files=files,
                size=phrases.size(made.size),
                kept=kept,
            )
        )

    def _refused(self, error: Exception) -> None:
        self.make_button.setEnabled(True)
        self.verdict.hide()
        if isinstance(error, ApiError) and error.fields:
            self.faults.show((fault.field, fault.message) for fault in error.fields)
        else:
            self._desk.bar.complain(error)

    def _choose(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, tr("Back up to"), self.path.text(), tr("Backups (*.zip)"))
        if name:
            self.path.setText(name if name.endswith(".zip") else f"{name}.zip")

    def _open_folder(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(self._copies.folder)):
            QGuiApplication.clipboard().setText(self._copies.folder)
            self._desk.bar.tell(tr("The folder is {folder}; its path is on the clipboard.", folder=self._copies.folder))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.commands.toPlainText())
        self._desk.bar.tell(tr("The commands are on the clipboard."))

"""Settings, Publishing: where finished videos go. Targets are set up, tried, changed and taken out here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.client import Client
from app.client.targets import TargetDetail
from app.language import mark, tr
from app.panels.panel import Desk
from app.panels.settings_rows import headed
from app.tasks import Tasks
from app.widgets.buttons import Segments, Switch, button, icon_button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, label, row, rule
from app.widgets.forms import Choice, Faults, Field, Line

KINDS = (("folder", mark("Folder")), ("webhook", mark("Webhook")), ("video_site", mark("Video site")))
ICONS = {"folder": "folder-outline", "webhook": "webhook", "video_site": "video-outline"}
PRIVACY = (("private", mark("Only you")), ("unlisted", mark("Whoever has the link")), ("public", mark("Everybody")))
FIELDS: Mapping[str, tuple[str, str, str]] = {
    "name": (mark("Name"), mark("What orders call it by"), ""),
    "folder": (mark("Folder"), mark("Its whole path on the server's machine"), "folder"),
    "url": (mark("Address"), mark("https://example.com/videos"), "webhook"),
    "key": (mark("Key"), mark("Sent as a bearer token; kept apart"), "webhook"),
    "accountId": (mark("Account"), mark("What orders call the account by"), "video_site"),
    "clientId": (mark("Client id"), mark("Of your OAuth client"), "video_site"),
    "clientSecret": (mark("Client secret"), mark("Kept apart"), "video_site"),
    "refreshToken": (mark("Refresh token"), mark("Kept apart"), "video_site"),
}
"""Caption, hint and kind of each text; no kind for what all have."""
SECRETS = {"key": "hasKey", "clientSecret": "hasClientSecret", "refreshToken": "hasRefreshToken"}


class TargetsCard(QWidget):
    """The targets in a list, and a form for a new one or the one that is changed."""

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._changing: TargetDetail | None = None
        self.targets: tuple[TargetDetail, ...] = ()
        self.rows: dict[str, QWidget] = {}
        self.told: dict[str, WrappedLabel] = {}
        self.none = WrappedLabel(tr("No target is set up yet. Finished videos stay here."), "muted")
        self.kind = Segments([(key, tr(words)) for key, words in KINDS], name=tr("Kind of target"))
        self.texts = {name: Line(tr(hint)) for name, (_caption, hint, _kind) in FIELDS.items()}
        self.sends_file = Switch(tr("Send the video itself, not only where it is"))
        self.shared = Switch(tr("Every client may publish there, not only you"))
        self.privacy = Choice()
        self.privacy.offer([(key, tr(words)) for key, words in PRIVACY])
        self.fields = {name: Field(tr(FIELDS[name][0]), line) for name, line in self.texts.items()}
        self.privacy_field = Field(tr("Who sees the videos"), self.privacy)
        self._faults = Faults(self.fields)
        self.title = label(tr("New target"), "strong")
        self.keep_button = button(tr("Set up"), self._keep, kind="main")
        self.leave_button = button(tr("Leave as it was"), self._begin)
        for name in SECRETS:
            self.texts[name].setEchoMode(QLineEdit.EchoMode.Password)
        self.kind.chosen.connect(lambda _kind: self._show_fields())
        self._build()
        self._begin()

    @property
    def _client(self) -> Client:
        assert self._desk.client is not None
        return self._desk.client

    async def refresh(self) -> None:
        """Read the targets."""
        self._show(await self._client.targets.details())

    def _build(self) -> None:
        frame, column = headed(
            tr("Publishing targets"),
            tr("An order of a video names its targets; what fails there is tried again, and the video stays here."),
        )
        column.addWidget(rule())
        self._list = QVBoxLayout()
        self._list.setSpacing(10)
        column.addLayout(self._list)
        column.addWidget(self.none)
        column.addWidget(rule())
        column.addLayout(row(self.title, None, self.kind))
        for field in self.fields.values():
            column.addWidget(field)
        column.addWidget(self.privacy_field)
        column.addWidget(self.sends_file)
        column.addWidget(self.shared)
        column.addLayout(row(self.keep_button, self.leave_button, None))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)

    def _show(self, targets: tuple[TargetDetail, ...]) -> None:
        self.targets = targets
        for old in self.rows.values():
            self._list.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.rows, self.told = {}, {}
        self.none.setVisible(not targets)
        for target in targets:
            made = self._row(target)
            self.rows[target.id] = made
            self._list.addWidget(made)

    def _row(self, target: TargetDetail) -> QWidget:
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(ElidedLabel(target.name, "strong"))
        where = str(target.wire.get("folder") or target.wire.get("url") or target.wire.get("accountId") or "")
        words.addWidget(ElidedLabel(f"{tr(dict(KINDS)[target.kind])} · {where}", "muted", middle=True))
        told = self.told[target.id] = WrappedLabel("", "small")
        told.hide()
        words.addWidget(told)
        line = row(Glyph(ICONS.get(target.kind, "publish"), size=22, tone="accent"), spacing=12)
        line.addLayout(words, 1)
        line.addWidget(button(tr("Test"), lambda: self._test(target.id)))
        line.addWidget(icon_button("pencil-outline", tr("Change {name}", name=target.name), lambda: self._open(target)))
        out = icon_button("delete-outline", tr("Remove {name}", name=target.name), lambda: self._remove(target))
        line.addWidget(out)
        holder = QWidget()
        holder.setLayout(line)
        return holder

    def _begin(self) -> None:
        """The form for a new target."""
        self._changing = None
        self._faults.clear()
        for name, line in self.texts.items():
            line.clear()
            line.setPlaceholderText(tr(FIELDS[name][1]))
        self.sends_file.setChecked(False)
        self.shared.setChecked(False)
        self.privacy.choose("private")
        self._show_fields()

    def _open(self, target: TargetDetail) -> None:
        """The form for a target that there is."""
        self._begin()
        self._changing = target
        self.kind.choose(target.kind)
        for name, line in self.texts.items():
            kept = name in SECRETS and target.wire.get(SECRETS[name])
            line.setText("" if name in SECRETS else str(target.wire.get(name) or ""))
            line.setPlaceholderText(tr("Kept; write another one to change it") if kept else tr(FIELDS[name][1]))
        self.sends_file.setChecked(target.wire.get("sendsFile") is True)
        self.shared.setChecked(target.wire.get("shared") is True)
        self.privacy.choose(target.wire.get("privacy"))
        self._show_fields()
        self.texts["name"].setFocus()

    def _show_fields(self) -> None:
        kind, changing = self.kind.value(), self._changing
        for name, field in self.fields.items():
            field.setVisible(FIELDS[name][2] in ("", kind))
        self.privacy_field.setVisible(kind == "video_site")
        self.sends_file.setVisible(kind == "webhook")
        self.kind.setEnabled(changing is None)
        self.leave_button.setVisible(changing is not None)
        self.title.setText(tr("Change {name}", name=changing.name) if changing else tr("New target"))
        self.keep_button.setText(tr("Save") if changing else tr("Set up"))

    def _said(self) -> dict[str, Any]:
        kind = self.kind.value()
        said: dict[str, Any] = {
            name: line.text().strip()
            for name, line in self.texts.items()
            if FIELDS[name][2] in ("", kind) and (name not in SECRETS or line.text().strip())
        }
        if self._changing is not None:
            # An address is shown with its credentials hidden: only what was written anew is sent.
            said = {name: value for name, value in said.items() if value != self._changing.wire.get(name)}
        said["shared"] = self.shared.isChecked()
        if kind == "webhook":
            said["sendsFile"] = self.sends_file.isChecked()
        if kind == "video_site":
            said["privacy"] = self.privacy.currentData()
        return said

    def _keep(self) -> None:
        self._faults.clear()
        if not self.texts["name"].text().strip():
            self._faults.show([("name", tr("Give the target a name."))])
            return
        self._tasks.start(self._kept(), on_error=lambda error: self._desk.complain_at(self._faults, error))

    async def _kept(self) -> None:
        if self._changing is None:
            kept = await self._client.targets.make(self.kind.value(), self._said())
        else:
            kept = await self._client.targets.change(self._changing.id, self._said())
        self._begin()
        await self.refresh()
        await self._tested(kept.id)

    def _test(self, target_id: str) -> None:
        self._tasks.start(self._tested(target_id), replacing=f"target-{target_id}")

    async def _tested(self, target_id: str) -> None:
        told = self.told[target_id]
        told.setText(tr("Trying…"))
        told.show()
        is_well, message = await self._client.targets.test(target_id)
        if target_id in self.told:
            self.told[target_id].setText(tr("It takes videos.") if is_well else message)

    def _remove(self, target: TargetDetail) -> None:
        self._tasks.start(self._removed(target))

    async def _removed(self, target: TargetDetail) -> None:
        await self._client.targets.remove(target.id)
        if self._changing is not None and self._changing.id == target.id:
            self._begin()
        await self.refresh()
        if target.kind == "folder":
            # A folder has no secrets, so that it can be set up again as it was.
            again = {name: target.wire[name] for name in ("name", "folder", "shared") if name in target.wire}
            self._desk.bar.tell(
                tr("{name} is removed.", name=target.name),
                action=tr("Undo"),
                todo=lambda: self._tasks.start(self._again(again)),
            )
        else:
            self._desk.bar.tell(tr("{name} is removed, with its keys.", name=target.name))

    async def _again(self, fields: dict[str, Any]) -> None:
        await self._client.targets.make("folder", fields)
        await self.refresh()

"""The sections of the settings page that show what the server keeps, against the real server."""

from __future__ import annotations

import asyncio
import json
import subprocess
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QPushButton, QSpinBox
from stub_api import TOKEN, StubApi

from app.application import Desktop
from app.client import Client
from app.client.clients import ApiClient, Token
from app.client.events import Link
from app.client.storage import Cleaned, Copies, Disk, Space
from app.models import clients, storage
from app.models.clients import ClientRows, TokenRows
from app.panels.settings import SettingsPanel
from app.settings.notices import LIBRARIES, notices
from app.settings.sections import SECTIONS
from app.settings.shortcuts import SHORTCUTS
from app.theme import Theme
from app.widgets.buttons import Switch
from app.widgets.forms import Line
from app.window import PANELS, Window

pytest.importorskip("server.embedded", reason="the server is not part of this tree")

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
async def panel(window: Window, tmp_path: Path, until: Until, idle: Idle) -> AsyncIterator[SettingsPanel]:
    """The settings page, connected to a real server as its owner."""
    from fake_engine import FakeEngine
    from live_server import FewVoices, judge

    from server.config.settings import ServerConfig
    from server.embedded import EmbeddedServer

    config = ServerConfig(data_dir=tmp_path / "data", port=0)
    server = EmbeddedServer(config, engine=FakeEngine, catalogue=FewVoices(), judge=judge)
    access = await asyncio.to_thread(server.start)
    window.connect_to(Client(access.address, access.token))
    await until(lambda: window._link is Link.LIVE, "a connection")
    window.show_panel("settings")
    made = window.panels["settings"]
    assert isinstance(made, SettingsPanel)
    await idle(window)
    yield made
    await window.leave_server()
    await asyncio.to_thread(server.stop)


async def test_the_owner_is_offered_every_section(panel: SettingsPanel) -> None:
    shown = [panel.list.item(n).text() for n in range(panel.list.count()) if not panel.list.item(n).isHidden()]
    assert shown == [section.title for section in SECTIONS]
    for section in SECTIONS:
        panel.show_section(section.key)
        assert panel.section == section.key
        assert panel.area.isVisible()
    assert set(panel.form.cards) == {group for section in SECTIONS for group in section.groups}


async def test_a_setting_of_the_server_is_kept_taken_back_and_refused(
    panel: SettingsPanel, window: Window, until: Until, tmp_path: Path
) -> None:
    panel.show_section("server")
    kept = tmp_path / "data" / "settings.json"
    public = panel.form.cards["public"]
    address = public.editors["public_url"]
    assert isinstance(address, Line)
    address.setText("https://cast.example")
    address.editingFinished.emit()
    await until(lambda: window.bar.text.startswith("Public address is kept"), "the answer")
    assert json.loads(kept.read_text()) == {"public_url": "https://cast.example"}
    assert all(notice.isVisibleTo(notice.parentWidget()) for notice in panel.form.notices)
    assert window.bar.act()
    await until(lambda: json.loads(kept.read_text()) == {}, "the undo")
    await until(lambda: address.text() == "", "the value before")

    address.setText("cast")
    address.editingFinished.emit()
    await until(lambda: public.fields["public_url"].fault, "the fault")
    assert public.fields["public_url"].fault == "Must be an http or https address, or empty"
    switch = panel.form.cards["reach"].editors["allow_local_webhooks"]
    assert isinstance(switch, Switch)
    switch.click()
    await until(lambda: json.loads(kept.read_text()) == {"allow_local_webhooks": True}, "the switch")

    panel.show_section("speech")
    key = panel.form.cards["speech_endpoint"].editors["speech_endpoint_key"]
    assert isinstance(key, Line)
    key.setText("sk-secret")
    key.editingFinished.emit()
    await until(lambda: "Kept" in key.placeholderText(), "the key")
    assert key.text() == ""
    assert json.loads(kept.read_text())["speech_endpoint_key"] == "sk-secret"


async def test_what_an_option_says_is_shown_and_not_changed_here(panel: SettingsPanel) -> None:
    port = panel.form.cards["network"].editors["port"]
    assert isinstance(port, QSpinBox)
    assert not port.isEnabled()
    assert "option of the command" in panel.form.cards["network"]._notes["port"].text()


async def test_the_restart_is_asked_for_where_this_program_started_the_server(
    panel: SettingsPanel, window: Window
) -> None:
    asked: list[bool] = []
    window.desk.restart_asked.connect(lambda: asked.append(True))
    notice = panel.form.notices[0]
    notice.setVisible(True)
    assert not notice.restart_button.isVisibleTo(notice)
    window.desk.restarts = True
    notice.setVisible(True)
    notice.restart_button.click()
    assert asked == [True]


async def test_a_client_gets_rights_and_a_token_that_a_shell_can_use(
    panel: SettingsPanel, window: Window, until: Until, idle: Idle
) -> None:
    panel.show_section("clients")
    card = panel.clients
    await until(lambda: card.current is not None, "the owner")
    await until(lambda: any(token.current for token in card.tokens.rows), "the owner's token")
    assert not card.revoke_button.isEnabled()
    card.name.setText("newsroom")
    card.add_button.click()
    await until(lambda: card.current is not None and card.current.id == "newsroom", "the client")
    await idle(window)
    card.pro.click()
    await until(lambda: card.current is not None and card.current.pro, "its rights")
    assert window.bar.act()
    await until(lambda: card.current is not None and not card.current.pro, "the undo")
    await until(lambda: not card.pro.isChecked(), "the switch")
    card.credits.setValue(1_234)
    card.credits.editingFinished.emit()
    await until(lambda: card.current is not None and card.current.credits == 1_234, "the credits")

    card.issue_button.click()
    await until(lambda: card.once.secret, "the token")
    token = card.once.secret
    card.copy_button.click()
    script = QGuiApplication.clipboard().text().replace('"…"', f'"{token}"').replace("curl", "curl -sS")
    ran = await asyncio.to_thread(
        subprocess.run, ["bash", "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(ran.stdout)["allowed"] == 1_234
    card.once.done_button.click()
    await idle(window)
    card.revoke_button.click()
    await until(lambda: [clients.state_of(each) for each in card.tokens.rows] == ["Revoked"], "its end")
    card.name.setText("newsroom")
    card.add_button.click()
    assert "already" in card.field.fault
    await idle(window)


async def test_the_disk_is_shown_and_cleaned_after_a_look(panel: SettingsPanel, window: Window, until: Until) -> None:
    panel.show_section("storage")
    card = panel.storage
    await until(lambda: "database" in card.bars, "what uses the disk")
    assert "free on the disk" in card.room.text()
    assert not card.clean_button.isEnabled()
    card.look_button.click()
    await until(card.look_button.isEnabled, "the look")
    assert "nothing to clean up" in card.verdict.text()
    card._tell(Cleaned(True, 3, 4_000_000))
    assert card.clean_button.isEnabled()
    card.clean_button.click()
    await until(card.look_button.isEnabled, "the end")
    assert window.bar.text == ""


async def test_a_backup_is_made_and_its_way_back_is_told(
    panel: SettingsPanel, window: Window, until: Until, tmp_path: Path
) -> None:
    panel.show_section("backups")
    card = panel.backups
    target = tmp_path / "studio.zip"
    card.path.setText(str(target))
    card.make_button.click()
    await until(card.make_button.isEnabled, lambda: f"the backup ({window.bar.text})")
    assert "without secrets" in card.verdict.text()
    assert "manifest.json" in zipfile.ZipFile(target).namelist()
    assert f"quillcast restore {target} --data-dir {tmp_path / 'data'}" in card.commands.toPlainText()
    card.make_button.click()
    await until(lambda: card.field.fault, "the refusal")
    assert "there already" in card.field.fault


async def test_about_names_licences_and_saves_a_report(
    panel: SettingsPanel, window: Window, until: Until, tmp_path: Path
) -> None:
    panel.show_section("about")
    about = panel.about
    titles = [about.notice.itemText(n) for n in range(about.notice.count())]
    assert titles[0] == "Quillcast"
    assert titles[-1] == LIBRARIES
    assert "GNU GENERAL PUBLIC LICENSE" in about.text.toPlainText()
    about.save_report(tmp_path / "report.zip")
    await until(lambda: window.bar.text.startswith("The report is saved"), "the report")
    assert "health.json" in zipfile.ZipFile(tmp_path / "report.zip").namelist()


async def test_who_is_not_the_owner_sees_what_is_theirs(
    panel: SettingsPanel, window: Window, until: Until, idle: Idle
) -> None:
    owner = window.desk.client
    assert owner is not None
    await owner.clients.save("guest", {})
    token = await owner.clients.issue("guest")
    await window.leave_server()
    window.connect_to(Client(owner.base_url, token))
    await until(lambda: window._link is Link.LIVE, "a connection")
    panel.reload()
    await idle(window)
    shown = {panel.list.item(n).text() for n in range(panel.list.count()) if not panel.list.item(n).isHidden()}
    assert shown == {
        "Appearance",
        "Playback",
        "Tray and notifications",
        "Create",
        "Server",
        "Shortcuts",
        "About Quillcast",
    }
    assert window.bar.text == ""


def test_every_notice_of_the_program_is_there() -> None:
    found = notices()
    assert {"Quillcast", "Fonts", "Voices", "Icons"} <= {each.title for each in found}
    assert "aiohttp 3." in found[-1].text


ALIASES = {QKeySequence("Ctrl+=")}
"""What does the same as a shortcut that is listed."""


@pytest.mark.slow
async def test_every_shortcut_is_listed_and_bound(connected: Window, idle: Idle) -> None:
    for place in ("", *(entry.name for entry in PANELS)):
        if place:
            connected.show_panel(place)
            await idle(connected)
            found = connected.panels[place]
            bound = {shortcut.key() for shortcut in found.findChildren(QShortcut)}
            bound |= {made.shortcut() for made in found.findChildren(QPushButton) if not made.shortcut().isEmpty()}
        else:
            own = [shortcut for shortcut in connected.findChildren(QShortcut) if shortcut.parent() is connected]
            digits = {QKeySequence(f"Ctrl+{digit}") for digit in range(1, 10)}
            bound = {shortcut.key() for shortcut in own} - digits
        listed = {QKeySequence(each.keys) for each in SHORTCUTS if each.place == place and "…" not in each.keys}
        missing = {keys.toString() for keys in bound - listed - ALIASES}
        assert not missing, f"list them in app/settings/shortcuts.py for {place!r}: {missing}"
        assert listed <= bound, f"{place!r} has no {[keys.toString() for keys in listed - bound]}"


async def test_the_server_of_this_program_is_started_again(
    api: StubApi, tmp_path: Path, until: Until, theme: Theme
) -> None:
    class OneServer:
        starts = stops = 0

        def start(self) -> tuple[str, str]:
            self.starts += 1
            return api.address, TOKEN

        def stop(self) -> None:
            self.stops += 1

        def put_back(self, copy: str) -> str:
            return copy

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    server = OneServer()
    desktop = Desktop(application, data_dir=tmp_path, server=server)
    desktop.window.desk.restart_asked.connect(desktop._restart)
    await desktop._connect()
    await until(lambda: desktop.window._link is Link.LIVE, "a connection")
    assert desktop.window.desk.restarts
    desktop.window.desk.restart_asked.emit()
    await until(lambda: (server.starts, server.stops) == (2, 1), "the next start")
    await until(lambda: desktop.window._link is Link.LIVE, "a connection again")
    desktop._server_died("The loop broke.")
    assert desktop.window.side.status.text() == "The server has ended"
    assert "goes on once it runs again. (The loop broke.)" in desktop.window.bar.text
    assert desktop.window.bar.act()
    await until(lambda: (server.starts, server.stops) == (3, 2), "the start after its death")
    await until(lambda: desktop.window._link is Link.LIVE, "a connection after its death")
    await desktop.window.leave_server()
    desktop.window.deleteLater()
    theme.choose("dark")


def test_the_models_keep_qts_rules() -> None:
    listed = ClientRows()
    first = QAbstractItemModelTester(listed, QAbstractItemModelTester.FailureReportingMode.Fatal)
    listed.replace([ApiClient("owner", pro=True, licence=True, credits=1_000, used=300), ApiClient("guest")])
    assert [listed.index(0, column).data() for column in range(3)] == ["owner", "PRO, Notebooks", "700"]
    tokens = TokenRows()
    second = QAbstractItemModelTester(tokens, QAbstractItemModelTester.FailureReportingMode.Fatal)
    tokens.replace([Token("a", current=True), Token("b", revoked_on=NOW), Token("c", expires_on=NOW)])
    assert [clients.state_of(each, now=NOW) for each in tokens.rows] == ["In use here", "Revoked", "Expired"]
    assert clients.state_of(Token("d", expires_on=NOW + timedelta(1)), now=NOW) == "Valid"
    assert all((first, second))


def test_shortage_and_restoring_are_said() -> None:
    disk = Disk((Space("results", 1, 5),), used=5, files=1, free=10, total=100, reserve=50, quota=0)
    assert "nothing new is begun" in storage.shortage(disk)
    full = Disk((), used=60, files=1, free=100, total=100, reserve=50, quota=60)
    assert "allow more under Server" in storage.shortage(full)
    assert storage.shortage(Disk((), used=1, files=1, free=100, total=100, reserve=50, quota=60)) == ""
    assert "'/my data'" in storage.restoring(Copies("", "/my data", ()), "/b.zip")


async def test_a_publishing_target_is_set_up_tried_changed_and_removed(
    panel: SettingsPanel, tmp_path: Path, until: Until, idle: Idle, window: Window
) -> None:
    card = panel.targets
    panel.show_section("targets")
    assert card.none.isVisible()
    assert card.texts["folder"].isVisible() and not card.texts["url"].isVisible()
    card.texts["folder"].setText("films")
    card.keep_button.click()
    assert card.fields["name"].fault
    card.texts["name"].setText("Archive")
    card.keep_button.click()
    await until(lambda: card.fields["folder"].fault, "a fault")
    (tmp_path / "films").mkdir()
    card.texts["folder"].setText(str(tmp_path / "films"))
    card.keep_button.click()
    await until(lambda: card.told and next(iter(card.told.values())).text() == "It takes videos.", "a test")
    (target,) = card.targets
    card._open(target)
    assert (card.texts["name"].text(), card.kind.isEnabled()) == ("Archive", False)
    card.texts["name"].setText("Films")
    card.keep_button.click()
    await until(lambda: [each.name for each in card.targets] == ["Films"], "another name")
    await idle(window)
    (tmp_path / "films").rmdir()
    card._test(target.id)
    await until(lambda: "is not there" in card.told[target.id].text(), "a failure")
    card._remove(target)
    await until(lambda: not card.targets, "its end")

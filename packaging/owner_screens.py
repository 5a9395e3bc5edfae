"""The screens of what the owner of an installation sees, drawn with the real server behind the window."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import example_webhooks
from camera import Camera, Shot, settled, until
from fake_engine import FakeEngine
from live_server import FewVoices, judge
from PySide6.QtWidgets import QApplication

from app.client import Client
from app.window import Window
from server.config.settings import ServerConfig
from server.embedded import EmbeddedServer

HOME = "/home/ada/.local/share/quillcast"


async def draw(application: QApplication, data: Path, camera: Camera) -> None:
    """Start a server with an example studio's webhooks and clients, and go through the screens."""
    config = ServerConfig(data_dir=data / "server", port=0, allow_local_webhooks=True)
    server = EmbeddedServer(config, engine=FakeEngine, catalogue=FewVoices(), judge=judge)
    access = await asyncio.to_thread(server.start)
    window, shot = camera.open(application, data / "window")
    try:
        window.connect_to(Client(access.address, access.token))
        await until(lambda: window.desk.offered, "a connection")
        await webhook_screens(window, config.data_dir / "quillcast.db", shot)
        await asyncio.to_thread(some_files, config.data_dir)
        await settings_screens(window, shot)
    finally:
        await window.leave_server()
        window.deleteLater()
        await asyncio.to_thread(server.stop)


async def webhook_screens(window: Window, database: Path, shot: Shot) -> None:
    """The list with its log, a message, a new secret, the code and the receiver."""
    from app.panels.webhooks import WebhooksPanel

    window.show_panel("webhooks")
    panel = window.panels["webhooks"]
    assert isinstance(panel, WebhooksPanel)
    await settled(window)
    await shot("webhooks-empty")
    await asyncio.to_thread(example_webhooks.fill, database)
    panel.reload()
    card = panel.hooks.card
    await until(lambda: card.rows.rows, "the log")
    card.table.selectRow(0)
    await shot("webhooks")
    card.open_message(card.rows.rows[3])
    await until(card.message.isVisible, "the message")
    await shot("webhooks-message")
    card.close_message()
    panel.hooks.list.setCurrentRow(1)
    await until(lambda: len(card.rows.rows) == 5, "the log")
    await shot("webhooks-failing")
    panel.hooks.list.setCurrentRow(3)
    await settled(window)
    card.rotate_button.click()
    await until(lambda: card.once.secret, "the secret")
    await shot("webhooks-secret")
    card.once.put_away()
    panel.show_page("signatures")
    await shot("webhooks-signatures")
    panel.show_page("try")
    await shot("webhooks-try")
    page = panel.receiver
    page.start_button.click()
    await until(lambda: page.receiver.is_open and page.test_button.isVisible(), "the receiver")
    for count in (1, 2):
        page.test_button.click()
        await until(lambda count=count: len(page.rows.rows) == count, "a message")
    window.bar.dismiss()
    await shot("webhooks-received")
    await page.end()


def some_files(data: Path) -> None:
    """Files without content, as large as an example studio's."""
    sizes = {
        "models/kokoro.onnx": 92_400_000,
        "models/whisper.bin": 148_000_000,
        "voices/amy.onnx": 63_200_000,
        "notebooks/one.db": 38_600_000,
        "backups/daily-2026-11-20.db": 18_200_000,
        "backups/daily-2026-11-19.db": 17_900_000,
        "backups/before-0027-20261118T091502Z.db": 17_100_000,
        "logs/server.jsonl.1": 9_800_000,
    }
    for name, size in sizes.items():
        with (data / name).open("wb") as file:
            file.truncate(size)


def as_at_home(panel) -> None:
    """Paths as they are on a person's computer, and copies of several days."""
    from app.client.storage import Copies, DatabaseCopy

    now = datetime.now(UTC)
    days = [now.replace(hour=7, minute=12) - timedelta(days=count) for count in range(5)]
    copies = [
        DatabaseCopy(f"daily-{day:%Y-%m-%d}.db", "daily", 18_200_000 - 310_000 * n, day) for n, day in enumerate(days)
    ]
    copies.insert(3, DatabaseCopy("before-0027.db", "migration", 17_100_000, days[3] + timedelta(hours=2)))
    panel.backups._show(Copies(f"{HOME}/backups", HOME, tuple(copies)))
    panel.backups.path.setText("/home/ada/quillcast-2026-11-21.zip")
    panel.voice_folder.place.setText(f"{HOME}/voices")
    facts = [(name.text(), value.text()) for name, value in panel.about.facts._pairs]
    panel.about.facts.show_facts([(name, HOME if name == "Data" else value) for name, value in facts])


async def settings_screens(window: Window, shot: Shot) -> None:
    """The sections that show what the server keeps."""
    from app.panels.settings import SettingsPanel

    client = window.desk.client
    assert client is not None
    for name, rights in (
        ("automation", {"credits": 5_000, "dailyPodcasts": 40}),
        ("newsroom", {"pro": True, "licence": True, "credits": 120_000, "dailyPodcasts": 200}),
        ("reading-group", {"licence": True}),
    ):
        await client.clients.save(name, rights)
    tokens = [await client.clients.issue("newsroom") for _ in range(2)]
    del tokens
    await client.clients.revoke((await client.clients.tokens("newsroom"))[1].id)
    window.desk.restarts = True
    window.show_panel("settings")
    panel = window.panels["settings"]
    assert isinstance(panel, SettingsPanel)
    await settled(window)
    panel.reload()
    await settled(window)
    as_at_home(panel)
    plain = (
        "appearance",
        "playback",
        "notices",
        "create",
        "speech",
        "storage",
        "backups",
        "targets",
        "shortcuts",
        "about",
    )
    for name in plain:
        panel.show_section(name)
        await shot(f"settings-{name}")
    await client.server_settings.save({"public_url": "https://cast.fieldnotes.example", "public_port": 0})
    panel.show_section("server")
    panel.reload()
    await shot("settings-server")
    panel.show_section("clients")
    card = panel.clients
    card.table.selectRow(card.rows.place_of("newsroom"))
    await shot("settings-clients")
    card.issue_button.click()
    await until(lambda: card.once.secret, "the token")
    card.once.line.setText("eyJhbGciOiJIUzI1NiJ9.ZXhhbXBsZSBmb3IgYSBwaWN0dXJl.bm90IGEgcmVhbCBvbmU")
    card.once.line.setCursorPosition(0)
    window.bar.dismiss()
    panel.area.ensureWidgetVisible(card.code, 0, 40)
    await shot("settings-token")
    card.once.put_away()

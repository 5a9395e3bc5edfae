"""A damaged database does not end the desktop: it says so and offers the newest sound copy."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.application import Desktop
from app.embedded import Embedded
from app.errors import CannotStart, MessageBar
from server.commands.token import make_token
from server.config.directories import DataDirectory
from server.config.settings import SETTINGS
from server.domain.accounts import ClientChange
from server.store.backups import daily_copy


class DamagedServer:
    """Starts once the copy was put back."""

    def __init__(self, copy: str) -> None:
        self.copy = copy
        self.calls: list[str] = []

    def start(self) -> tuple[str, str]:
        self.calls.append("start")
        if "put back" not in " ".join(self.calls):
            raise CannotStart("The database is damaged.", exit_code=4, copy=self.copy)
        return "http://127.0.0.1:1", "token"

    def put_back(self, copy: str) -> str:
        self.calls.append(f"put back {copy}")
        return "aside"


def desktop_of(server: object, qtbot) -> Desktop:
    bar = MessageBar()
    qtbot.addWidget(bar)
    desktop = Desktop.__new__(Desktop)
    desktop._server = server
    desktop._unmended = None
    desktop.window = SimpleNamespace(bar=bar)
    return desktop


async def test_the_copy_is_put_back_when_it_is_wanted(qtbot, tmp_path: Path) -> None:
    copy = tmp_path / "daily-2026-05-01.db"
    copy.write_bytes(b"copy")
    os.utime(copy, (1_777_593_600, 1_777_593_600))
    server = DamagedServer(str(copy))
    desktop = desktop_of(server, qtbot)

    starting = asyncio.create_task(desktop._started())
    async with asyncio.timeout(20):
        while not desktop.window.bar.text:
            await asyncio.wait({starting}, timeout=0.01)
    assert "nothing was written to it" in desktop.window.bar.text
    assert "2026" in desktop.window.bar.text
    assert server.calls == ["start"]
    assert desktop._unmended.exit_code == 4  # what the program ends with if the window is closed now

    assert desktop.window.bar.act()
    assert await starting == ("http://127.0.0.1:1", "token")
    assert server.calls == ["start", f"put back {copy}", "start"]
    assert desktop._unmended is None


async def test_without_a_copy_the_program_ends_as_it_says(qtbot) -> None:
    with pytest.raises(CannotStart) as told:
        await desktop_of(DamagedServer(""), qtbot)._started()
    assert told.value.exit_code == 4


def test_the_server_inside_puts_a_copy_back_itself(tmp_path: Path) -> None:
    directory = DataDirectory(tmp_path).prepare()
    make_token(tmp_path, ClientChange(), client="early")
    copy = daily_copy(directory, day="2026-05-01")
    directory.database.write_bytes(b"nonsense" * 1000)

    aside = Embedded(tmp_path, {}).put_back(str(copy))

    assert (Path(aside) / "quillcast.db").read_bytes() == b"nonsense" * 1000
    assert directory.database.read_bytes()[:15] == b"SQLite format 3"
    with pytest.raises(CannotStart, match="Nothing was changed"):
        Embedded(tmp_path, {}).put_back(str(Path(aside) / "quillcast.db"))


def test_no_secret_is_an_option_of_the_desktop(capsys: pytest.CaptureFixture[str]) -> None:
    for setting in SETTINGS:
        if setting.is_secret:
            with pytest.raises(SystemExit):
                Embedded.from_options([f"--{setting.name.replace('_', '-')}", "x"])
    assert "unrecognized arguments: --cloning-key" in capsys.readouterr().err

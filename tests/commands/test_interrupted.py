"""Ctrl-C at any moment ends a command with 0 and without a traceback."""

import importlib
from pathlib import Path
from typing import Any

import pytest

from server.__main__ import COMMANDS, main

WORDS = {
    "backup": ["out.zip"],
    "bundle": ["export", "1", "out.zip"],
    "make": ["in.txt", "--type", "text"],
    "restore": ["in.zip"],
    "serve": [],
    "token": ["--client", "somebody"],
}


def interrupted(*_: Any, **__: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("name", COMMANDS)
def test_ctrl_c_ends_every_command_with_nothing_but_its_word(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.import_module(f"server.commands.{name}"), "run", interrupted)
    try:
        assert main([name, *WORDS[name]]) == 0
    except SystemExit as ended:
        pytest.fail(f"{name} refused its words: {ended} {capsys.readouterr().err}")
    assert capsys.readouterr() == ("", "")


def test_make_says_how_to_go_on_also_before_the_engine_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.txt").write_text("The mill stands by the river. " * 20)
    monkeypatch.setattr("server.commands.make._generate", interrupted)
    assert main(["make", str(tmp_path / "in.txt"), "--type", "text", "--data-dir", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().err == "Stopped. The same command goes on from here.\n"

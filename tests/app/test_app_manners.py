"""What the window never does: ask whether somebody is sure, or show that it waits without saying for what."""

from __future__ import annotations

import ast
from pathlib import Path

APP = Path(__file__).resolve().parents[2] / "app"
ASKING = {"QMessageBox", "QErrorMessage", "QDialogButtonBox"}
"""Boxes that stand in the way of everything else."""
WORDLESS = {"QProgressDialog", "QProgressBar", "QMovie", "QSplashScreen", "WaitCursor", "BusyCursor"}
"""Ways to wait without a word: how far something is is a line that fills, beside words (`ProgressLine`)."""


def named() -> dict[str, set[str]]:
    """By module, every name and attribute that it uses."""
    return {
        str(path.relative_to(APP)): {
            each.id if isinstance(each, ast.Name) else each.attr
            for each in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(each, ast.Name | ast.Attribute)
        }
        for path in APP.rglob("*.py")
    }


def test_nobody_is_asked_whether_they_are_sure() -> None:
    assert {module: names & ASKING for module, names in named().items() if names & ASKING} == {}


def test_nothing_turns_without_words() -> None:
    assert {module: names & WORDLESS for module, names in named().items() if names & WORDLESS} == {}


def test_a_line_of_progress_stands_beside_words() -> None:
    with_progress = [path for path in APP.rglob("*.py") if "ProgressLine()" in path.read_text("utf-8")]
    assert len(with_progress) >= 8
    for path in with_progress:
        words = path.read_text("utf-8")
        assert "label(" in words or "Label(" in words, f"{path.name} fills a line without words beside it"

"""A walk through every panel: nothing is nameless, cut, faint or out of the Tab key's reach.

Each walk is a program of its own (`tests/doubles/walk_window.py`), since Qt reads its scale once; four in the ordinary
run, all of them behind ``slow``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WALKER = Path(__file__).resolve().parents[1] / "doubles" / "walk_window.py"
ORDINARY = [("en", "light", 100), ("de", "dark", 150)]
WIDE = ("ar", "light-contrast", 200, "1280x780")
"""From right to left, as large as the window opens: with the words of the navigation."""
ALL = [
    *(
        (language, theme, scale)
        for language in ("en", "de", "ar")
        for theme in ("light", "dark")
        for scale in (100, 150)
    ),
    *((language, theme, 200) for language in ("en", "de") for theme in ("light", "dark")),
    *((language, f"{theme}-contrast", 100) for language in ("en", "de", "ar") for theme in ("light", "dark")),
    *(("de", f"{theme}-contrast", 200) for theme in ("light", "dark")),
    ("ar", "dark", 200),
]
LARGE = "3840x2160"


def faults(language: str, theme: str, scale: int, *others: str) -> list[str]:
    """What a walk finds."""
    command = [sys.executable, str(WALKER), language, theme, str(scale), *others]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=540)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.parametrize(("language", "theme", "scale"), ORDINARY)
def test_the_window_can_be_read_and_worked_by_everybody(language: str, theme: str, scale: int) -> None:
    assert faults(language, theme, scale) == []


def test_the_window_can_be_read_from_right_to_left() -> None:
    assert faults(*WIDE) == []


def test_a_window_without_anything_can_be_read_and_worked() -> None:
    assert faults("de", "dark-contrast", 150, "--empty") == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_window_without_anything_can_be_read_in_every_way(language: str) -> None:
    assert faults(language, "light", 100, "--empty") == []


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme", "scale"), [each for each in ALL if each not in ORDINARY])
def test_the_window_can_be_read_and_worked_in_every_way(language: str, theme: str, scale: int) -> None:
    assert faults(language, theme, scale) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "ar"])
def test_the_window_fills_a_large_screen(language: str) -> None:
    assert faults(language, "light", 100, LARGE) == []

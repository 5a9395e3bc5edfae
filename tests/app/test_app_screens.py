"""The pictures of the manual: every screen that is declared has something that draws it, and one is drawn."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtGui import QImage

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"
DRAWER = PACKAGING / "screenshots"


@pytest.fixture(scope="module")
def groups() -> ModuleType:
    """The declarations."""
    spec = importlib.util.spec_from_file_location("screen_groups", PACKAGING / "screen_groups.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules["screen_groups"] = made
    spec.loader.exec_module(made)
    return made


def test_every_declared_screen_has_a_module_that_draws_and_one_group(groups: ModuleType) -> None:
    seen: set[str] = set()
    for name, group in groups.GROUPS.items():
        assert group.names, name
        assert not group.names & seen, f"{name} draws what another group draws"
        seen |= group.names
        for module in (group.module,) if group.module else tuple(group.parts):
            text = (PACKAGING / f"{module}.py").read_text("utf-8")
            assert "async def draw(" in text, module
    assert len(seen) > 100


def test_a_screen_that_nobody_draws_is_refused(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(DRAWER), str(tmp_path), "no-such-screen"],
        check=False, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1
    assert "There are no screens of these names: no-such-screen" in done.stdout


def test_a_screen_is_drawn_in_both_colours(tmp_path: Path, groups: ModuleType) -> None:
    (group,) = (name for name, each in groups.GROUPS.items() if "queue-empty" in each.names)
    command = [sys.executable, str(DRAWER), "--language=en", "--group", group, str(tmp_path), "queue-empty"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    dark, light = (QImage(str(tmp_path / f"queue-empty-{colours}.png")) for colours in ("dark", "light"))
    assert dark.size().toTuple() == light.size().toTuple() == (1280, 800)
    assert dark.pixelColor(300, 5).lightness() < 60 < 200 < light.pixelColor(300, 5).lightness()

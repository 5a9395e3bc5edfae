"""Settings: declared once, checked, kept, and shown on a page made from them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QSpinBox

from app.panels.settings import SettingsPanel
from app.settings import GROUPS, SETTINGS, Kind, Setting, Values
from app.settings.secrets import Secrets
from app.theme import Theme, current
from app.widgets.buttons import Segments, Switch
from app.widgets.forms import Choice, Line
from app.window import Window

SHOWN = [setting for setting in SETTINGS if setting.shown]


class RingInMemory:
    """A keyring that forgets with the process."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service_name: str, username: str) -> str | None:
        return self.kept.get((service_name, username))

    def set_password(self, service_name: str, username: str, password: str) -> None:
        self.kept[(service_name, username)] = password


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.key)
def test_every_default_is_allowed_and_every_key_is_once(setting: Setting) -> None:
    assert setting.fault(setting.default) == ""
    assert [other.key for other in SETTINGS].count(setting.key) == 1


@pytest.mark.parametrize("setting", SHOWN, ids=lambda s: s.key)
def test_every_shown_setting_explains_itself(setting: Setting) -> None:
    assert setting.group in GROUPS
    assert setting.label
    assert setting.help.endswith(".")


def test_values_are_kept_and_told(values: Values, tmp_path: Path) -> None:
    told: list[str] = []
    values.changed.connect(told.append)

    values.keep("playback.skip", 30)
    values.keep("playback.skip", 30)

    assert told == ["playback.skip"]
    assert Values(tmp_path / "settings").get("playback.skip") == 30
    assert [path.name for path in (tmp_path / "settings").iterdir()] == ["desktop.json"]


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("appearance.theme", "pink", "must be one of: System, Light, Dark"),
        ("playback.skip", 0, "must be between 1 and 120 seconds"),
        ("playback.skip", "ten", "must be a number"),
        ("create.approve", "yes", "must be on or off"),
        ("server.address", "studio:8787", "Write the whole address"),
        ("server.address", "http://u@studio/?x=1", "nothing but scheme, host, port and path"),
    ],
)
def test_what_is_not_allowed_is_refused_in_words(values: Values, key: str, value: str | int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        values.keep(key, value)


def test_a_file_that_was_tampered_with_reads_as_defaults(tmp_path: Path) -> None:
    (tmp_path / "desktop.json").write_text(json.dumps({"playback.skip": "never", "appearance.theme": "light"}))
    values = Values(tmp_path)
    assert (values.get("playback.skip"), values.get("appearance.theme")) == (10, "light")

    (tmp_path / "desktop.json").write_text("{")
    assert Values(tmp_path).get("appearance.theme") == "system"


def test_secrets_go_to_the_keyring_where_there_is_one(tmp_path: Path) -> None:
    ring = RingInMemory()
    values = Values(tmp_path, secrets=Secrets(tmp_path, keyring=ring))

    values.keep("server.token", "abc")

    assert values.get("server.token") == "abc"
    assert list(ring.kept.values()) == ["abc"]
    assert list(tmp_path.iterdir()) == []


async def test_the_page_has_an_editor_for_every_shown_setting(window: Window) -> None:
    window.show_panel("settings")
    page = window.panels["settings"]
    assert isinstance(page, SettingsPanel)

    assert set(page.editors) == {setting.key for setting in SHOWN}
    for setting in SHOWN:
        assert page.editors[setting.key].accessibleName() == setting.label
        assert page.editors[setting.key].accessibleDescription() == setting.help


async def test_editors_keep_their_values_at_once(window: Window) -> None:
    window.show_panel("settings")
    page = window.panels["settings"]
    assert isinstance(page, SettingsPanel)
    by_kind = {setting.kind: page.editors[setting.key] for setting in SHOWN}
    assert {type(editor) for editor in by_kind.values()} == {Segments, Choice, Switch, QSpinBox, Line} - {Choice}

    skip = page.editors["playback.skip"]
    assert isinstance(skip, QSpinBox)
    skip.setValue(30)
    skip.editingFinished.emit()
    speed = page.editors["playback.speed"]
    assert isinstance(speed, Choice)
    speed.choose("1.5")
    speed.picked.emit()
    approve = page.editors["create.approve"]
    assert isinstance(approve, Switch)
    approve.click()

    assert window.values.get("playback.skip") == 30
    assert window.values.get("playback.speed") == "1.5"
    assert window.values.get("create.approve") is True
    assert set(Kind) >= set(by_kind)


async def test_a_wrong_address_shows_its_fault_in_place(window: Window) -> None:
    window.show_panel("settings")
    page = window.panels["settings"]
    assert isinstance(page, SettingsPanel)
    line = page.editors["server.address"]
    assert isinstance(line, Line)

    line.setText("studio")
    line.editingFinished.emit()
    assert page.fields["server.address"].fault.startswith("Write the whole address")
    line.setText("")
    line.editingFinished.emit()

    assert page.fields["server.address"].fault == ""


async def test_colours_change_at_once(window: Window, theme: Theme) -> None:
    window.values.keep("appearance.theme", "light")
    assert current().name == "light"
    window.values.keep("appearance.theme", "dark")
    assert current().name == "dark"


async def test_high_contrast_is_a_switch_of_the_appearance(window: Window, theme: Theme) -> None:
    window.values.keep("appearance.theme", "dark")
    window.values.keep("appearance.contrast", True)
    assert current().name == "dark-contrast"
    window.values.keep("appearance.contrast", False)
    assert current().name == "dark"


@pytest.mark.parametrize("percent", ["100", "150", "200"])
def test_the_window_is_as_large_as_was_chosen(tmp_path: Path, percent: str) -> None:
    Values(tmp_path, secrets=Secrets(tmp_path, keyring=RingInMemory())).keep("appearance.scale", percent)
    script = (
        "from pathlib import Path; import sys; from PySide6.QtWidgets import QApplication, QWidget\n"
        "from app.application import scale; from app.settings import Values\n"
        "scale(Values(Path(sys.argv[1]))); application = QApplication([]); shown = QWidget(); shown.show()\n"
        "print(shown.devicePixelRatio())"
    )
    environ = {name: value for name, value in os.environ.items() if name != "QT_SCALE_FACTOR"}
    ran = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True, env=environ
    )
    assert float(ran.stdout) == int(percent) / 100

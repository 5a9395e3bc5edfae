"""The page of the settings is made from their declarations."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from app.settings import SETTINGS
from server.config.settings import SETTINGS as SERVER_SETTINGS

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_what_the_declarations_say() -> None:
    made = runpy.run_path(str(ROOT / "packaging" / "settings_docs.py"))["page"]()
    written = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert written == made, "run: python packaging/settings_docs.py"
    for setting in SETTINGS:
        assert not setting.shown or f"| {setting.label} |" in written
    for setting in SERVER_SETTINGS:
        assert f"`{setting.environment}`" in written
    for picture in re.findall(r"\]\((images/[^)]+)\)", written):
        assert (ROOT / "docs" / picture).exists(), picture

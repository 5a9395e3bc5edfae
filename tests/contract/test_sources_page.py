"""The page on sources and the readers stay together."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_on_sources_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "packaging" / "sources_docs.py"))["page"]()

    assert (ROOT / "docs" / "sources.md").read_text(encoding="utf-8") == made, "run: python packaging/sources_docs.py"

"""docs/voices.md says what the code does."""

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_made_from_todays_code() -> None:
    made = runpy.run_path(str(ROOT / "packaging" / "voices_docs.py"))["page"]()
    assert (ROOT / "docs" / "voices.md").read_text(encoding="utf-8") == made, "run: python packaging/voices_docs.py"

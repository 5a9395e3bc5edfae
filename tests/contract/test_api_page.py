"""docs/api.md says what the routes are."""

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_made_from_todays_routes() -> None:
    made = runpy.run_path(str(ROOT / "packaging" / "api_docs.py"))["page"]()
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == made, "run: python packaging/api_docs.py"

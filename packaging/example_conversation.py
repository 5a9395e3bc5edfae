"""Writes docs/examples/notebook-conversation.md: a conversation with a notebook of texts in tests/data.

.venv/bin/python packaging/example_conversation.py
"""

from __future__ import annotations

import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from server.domain.notebooks import Answer, Notebook  # noqa: E402
from server.domain.sources import SourceKind  # noqa: E402
from server.engine.notebooks.answering import answered  # noqa: E402
from server.engine.notebooks.files import fill  # noqa: E402
from server.engine.notebooks.indexing import prepare  # noqa: E402
from server.engine.sources import import_source  # noqa: E402
from server.engine.specs import SourceSpec  # noqa: E402
from server.services.conversations import markdown_of  # noqa: E402

TEXTS = ("canal_history.md", "annual_report_reuse.md", "biography_lisk.md", "manual_pump.md")
QUESTIONS = (
    "What are these sources about?",
    "When was the canal opened throughout, and what had it cost?",
    "How many people were employed in City at the end of 2024?",
    "How many tonnes did Valley take in in 2024?",
    "And in 2023?",
    "Where was Teodora Lisk born?",
    "Why were her indentures made out to Emil?",
    "What does E14 mean?",
    "What is the telephone number of the pump's manufacturer?",
)
HEAD = """<!-- made by packaging/example_conversation.py -->
A conversation with a notebook of four texts from `tests/data/texts`, answered by the built-in writer and exported as
Markdown. The footnotes are the sources' own words.

"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.db"
        items: list[tuple[Path | None, str]] = []
        for name in TEXTS:
            file = ROOT / "tests" / "data" / "texts" / name
            target = path.with_name(f"{name}.prepared")
            prepare(import_source(SourceSpec(SourceKind.FILE, path=file, name=name)), target)
            items.append((target, ""))
        fill(path, items, notebook=Notebook("n", "Examples", 0, 0), operation_id="made", now_ms=0)
        asked_ms = int(datetime(2026, 1, 5, 9, 30, tzinfo=UTC).timestamp() * 1000)
        turns = [
            answered(
                path,
                question,
                blank=Answer(f"q{number}", "n", "c", question, "", False, {}, asked_ms + number * 60_000),
                operation_id=f"asked-{number}",
            )
            for number, question in enumerate(QUESTIONS)
        ]
    target = ROOT / "docs" / "examples" / "notebook-conversation.md"
    target.write_text(HEAD + markdown_of(turns), encoding="utf-8")


if __name__ == "__main__":
    main()

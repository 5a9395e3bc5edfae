"""A notebook's file of a few texts, asked without a server."""

from __future__ import annotations

from pathlib import Path

from server.domain.notebooks import Answer, Notebook
from server.domain.sources import SourceKind
from server.engine.notebooks.answering import answer
from server.engine.notebooks.files import fill, opened
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.indexing import prepare
from server.engine.sources import import_source
from server.engine.specs import SourceSpec


def turn(question: str, said: str) -> Answer:
    return Answer("q", "n", "c", question, said, True, {}, 0)


def filled(path: Path, *texts: str) -> Path:
    items: list[tuple[Path | None, str]] = []
    for number, text in enumerate(texts):
        prepared = path / f"{number}"
        prepare(import_source(SourceSpec(SourceKind.TEXT, text, name="text")), prepared)
        items.append((prepared, ""))
    file = path / "notebook.db"
    fill(file, items, notebook=Notebook("n", "N", 0, 0), operation_id="o", now_ms=0)
    return file


def asked(file: Path, question: str) -> Answer:
    with opened(file) as db:
        return answer(db, file, Whole(question), turn(question, ""))

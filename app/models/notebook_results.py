"""What is made from a notebook: the output types with their choices, and the body that orders one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject

from app.client.requests import Row
from app.language import mark
from app.models import outputs, phrases
from app.models.outputs import Output
from app.models.requests import now_text, status_text
from app.models.tables import Column, Rows


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be made from a notebook. Empty means: leave it to the server."""

    output: Output
    language: str = ""
    text: str = ""
    choices: Mapping[str, Any] | None = None

    def wire(self, notebook_id: str) -> dict[str, Any]:
        """The body of the call. Every statement of what is made from a notebook names its passages."""
        body: dict[str, Any] = {"outputType": self.output.kind, "notebookId": notebook_id}
        body |= {"language": self.language, "text": self.text}
        for name, value in (self.choices or {}).items():
            if name in self.output.options:
                body[outputs.WIRE_NAMES.get(name, name)] = value
        return {name: value for name, value in body.items() if value not in ("", None)}


RESULTS: tuple[Column[Row], ...] = (
    Column(mark("Result"), lambda r: r.title or phrases.output(r.output_type), tip=lambda r: r.title),
    Column(mark("Status"), status_text, tip=phrases.happening),
    Column(mark("Now"), now_text, tip=phrases.happening),
)


def result_rows(parent: QObject | None = None) -> Rows[Row]:
    """Rows for what was made from a notebook."""
    return Rows(RESULTS, key=lambda row: row.id, parent=parent)

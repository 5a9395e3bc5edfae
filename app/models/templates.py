"""Templates as a table."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject

from app.client.templates import Template
from app.models import phrases
from app.models.tables import Column, Rows


def template_rows(parent: QObject | None = None) -> Rows[Template]:
    """Rows for every template."""
    return Rows(COLUMNS, key=lambda template: template.id, parent=parent)


def feeds_of(template: Template, names: Mapping[int, str]) -> str:
    """The feeds that a template runs for, in one line."""
    return ", ".join(names.get(feed, f"Feed {feed}") for feed in template.feed_ids)


COLUMNS: tuple[Column[Template], ...] = (
    Column("Template", lambda t: t.name or "Untitled template"),
    Column("Makes", lambda t: phrases.output(t.output_type) if t.output_type else "—"),
    Column("Runs for", lambda t: phrases.count(len(t.feed_ids), "feed", "feeds") if t.feed_ids else "No feed yet"),
    Column("Saved", lambda t: phrases.ago(t.created_on) or "—"),
)

"""Templates as a table."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject

from app.client.templates import Template
from app.language import mark, tr, trn
from app.models import phrases
from app.models.tables import Column, Rows


def template_rows(parent: QObject | None = None) -> Rows[Template]:
    """Rows for every template."""
    return Rows(COLUMNS, key=lambda template: template.id, parent=parent)


def feeds_of(template: Template, names: Mapping[int, str]) -> str:
    """The feeds that a template runs for, in one line."""
    return ", ".join(names.get(feed, tr("Feed {feed}", feed=feed)) for feed in template.feed_ids)


COLUMNS: tuple[Column[Template], ...] = (
    Column(mark("Template"), lambda t: t.name or tr("Untitled template")),
    Column(mark("Makes"), lambda t: phrases.output(t.output_type) if t.output_type else "—"),
    Column(
        mark("Runs for"),
        lambda t: trn("{count} feed", "{count} feeds", len(t.feed_ids)) if t.feed_ids else tr("No feed yet"),
    ),
    Column(mark("Saved"), lambda t: phrases.ago(t.created_on) or "—"),
)

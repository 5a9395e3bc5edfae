"""A show's episodes, and the completed audio that could become one."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.client.episodes import Episode
from app.models import phrases
from app.models.tables import Column, Rows

EPISODES: tuple[Column[Episode], ...] = (
    Column("Episode", lambda e: e.title or "Untitled", tip=lambda e: e.description),
    Column("Published", lambda e: phrases.ago(e.published_on) or "—"),
    Column("Length", lambda e: phrases.clock(e.duration) if e.duration else "—", right=True),
)

CANDIDATES: tuple[Column[Episode], ...] = (
    Column("Completed audio", lambda e: e.title or "Untitled"),
    Column("Made", lambda e: phrases.ago(e.published_on) or "—"),
    Column("Length", lambda e: phrases.clock(e.duration) if e.duration else "—", right=True),
)


def episode_rows(parent: QObject | None = None) -> Rows[Episode]:
    """Rows for the episodes of one show."""
    return Rows(EPISODES, key=lambda e: e.id, parent=parent)


def candidate_rows(parent: QObject | None = None) -> Rows[Episode]:
    """Rows for audio that no show holds yet."""
    return Rows(CANDIDATES, key=lambda e: e.id, parent=parent)

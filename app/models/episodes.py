"""A show's episodes, and the completed audio that could become one."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QObject

from app.client.episodes import Episode
from app.language import mark, tr
from app.models import phrases
from app.models.tables import Column, Rows

TYPES = {"trailer": mark("Trailer"), "bonus": mark("Bonus")}


def appears(episode: Episode) -> str:
    """When an episode came out or is to, or that it is hidden."""
    if episode.hidden:
        return tr("Hidden")
    if episode.publish_on is not None and episode.publish_on > datetime.now(UTC):
        return phrases.soon(episode.publish_on)
    return phrases.ago(episode.published_on) or "—"


def place(episode: Episode) -> str:
    """Season and number: ``S2 E7``; or the type of what has none."""
    if episode.type in TYPES:
        return tr(TYPES[episode.type])
    parts = (
        tr("S{season}", season=episode.season) if episode.season else "",
        tr("E{number}", number=episode.number) if episode.number else "",
    )
    return " ".join(filter(None, parts)) or "—"


EPISODES: tuple[Column[Episode], ...] = (
    Column(mark("Episode"), lambda e: e.title or tr("Untitled"), tip=lambda e: e.description),
    Column(mark("Published"), appears),
    Column(mark("Length"), lambda e: phrases.clock(e.duration) if e.duration else "—", right=True),
    Column(mark("Place"), place),
    Column(
        mark("Plays"), lambda e: str(e.plays) if e.plays else "—", tip=lambda _e: tr("In the last 30 days"), right=True
    ),
)

CANDIDATES: tuple[Column[Episode], ...] = (
    Column(mark("Completed audio"), lambda e: e.title or tr("Untitled")),
    Column(mark("Made"), lambda e: phrases.ago(e.published_on) or "—"),
    Column(mark("Length"), lambda e: phrases.clock(e.duration) if e.duration else "—", right=True),
)


def episode_rows(parent: QObject | None = None) -> Rows[Episode]:
    """Rows for the episodes of one show."""
    return Rows(EPISODES, key=lambda e: e.id, parent=parent)


def candidate_rows(parent: QObject | None = None) -> Rows[Episode]:
    """Rows for audio that no show holds yet."""
    return Rows(CANDIDATES, key=lambda e: e.id, parent=parent)

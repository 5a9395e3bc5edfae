"""Channels of the video site and their newest videos, which can be sources."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject

from app.client.channels import Channel, Video
from app.language import mark, tr, trn
from app.models import orders, phrases
from app.models.orders import Source
from app.models.tables import Column
from app.models.ticked import TickedRows

VIDEOS: tuple[Column[Video], ...] = (
    Column(mark("Video"), lambda video: video.title or video.url, tip=lambda video: video.url),
    Column(mark("Published"), lambda video: phrases.ago(video.published_on) or "—"),
)


def name_of(channel: Channel) -> str:
    """What people call a channel."""
    return channel.name or channel.title or channel.url


def state_of(channel: Channel) -> str:
    """How a channel does, in a few words."""
    if channel.error:
        return tr("Last reading failed")
    return trn("{count} video", "{count} videos", len(channel.videos)) if channel.is_connected else tr("Not read yet")


def video_rows(parent: QObject | None = None) -> TickedRows[Video]:
    """Rows for the newest videos of a channel."""
    return TickedRows(VIDEOS, key=lambda video: video.url, parent=parent)


def sources_of(videos: Iterable[Video]) -> tuple[Source, ...]:
    """Videos as sources of an order."""
    return tuple(orders.address(video.url) for video in videos)

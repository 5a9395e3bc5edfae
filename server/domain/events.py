"""What happened, for those who follow along."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class EventKind(StrEnum):
    """The kinds of events; the value is the `event:` line of the stream."""

    QUEUED = "request.queued"
    PROGRESS = "request.progress"
    WAITING = "request.waiting"
    """The script is written and waits to be approved."""
    COMPLETED = "request.completed"
    FAILED = "request.failed"
    CANCELLED = "request.cancelled"
    DELETED = "request.deleted"
    RESTORED = "request.restored"
    FILE_ADDED = "file.added"
    FILE_DELETED = "file.deleted"
    SHOW_CHANGED = "show.changed"
    """A show was made, changed or deleted, or its feed holds something else now."""
    EPISODE_CHANGED = "episode.changed"
    FEED_CHANGED = "feed.changed"
    """A feed that is read from was added, read or removed, or a subscription to it."""
    IMPORT_PROGRESS = "import.progress"
    """How far the import of a show, or the taking over of its recordings, has come."""
    PROJECT_CHANGED = "project.changed"
    CHANNEL_CHANGED = "channel.changed"
    SCHEDULE_CHANGED = "schedule.changed"
    """A recurring schedule has run, was paused, resumed or removed."""
    DESK_CHANGED = "desk.changed"
    """The draft of an episode, its takes or its versions changed; the subject is its request."""
    DESK_PROGRESS = "desk.progress"
    """How far the rebuild of an episode has come."""
    NOTEBOOK_CHANGED = "notebook.changed"
    """A notebook was made, filled or deleted."""
    NOTEBOOK_PROGRESS = "notebook.progress"
    """Sources of a notebook are being read."""
    USAGE = "usage.changed"
    REFRESH = "refresh"
    """Events between the last one seen and this one are gone: read everything anew."""


@dataclass(frozen=True, slots=True)
class StudioEvent:
    """One event of one client. Ids only grow, also over restarts."""

    id: int
    client_id: str
    kind: EventKind
    created_on: datetime
    subject: str = ""
    """Id of the request or file that it is about."""
    data: dict[str, object] = field(default_factory=dict)
    """What changed, in the wire's names: `status`, `stage`, `progress_text`, `error_code`, `audio_title` …"""

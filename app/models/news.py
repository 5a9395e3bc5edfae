"""What goes on, as the tray and notifications tell it: requests under way, and those that ended or wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.client.events import Event
from app.client.requests import Row, State
from app.language import said, tr, trn

DONE_STATUS = 100


class Occurrence(StrEnum):
    """What somebody may want to be told of; the values are the names of the settings."""

    DONE = "done"
    FAILED = "failed"
    WAITING = "waiting"


OF_EVENT: Mapping[str, Occurrence] = {
    "request.completed": Occurrence.DONE,
    "request.failed": Occurrence.FAILED,
    "request.waiting": Occurrence.WAITING,
}


@dataclass(frozen=True, slots=True)
class News:
    """Something to tell: what happened, a title, a sentence, and the panel with what it opens."""

    occurrence: Occurrence
    title: str
    text: str
    place: tuple[str, object]


@dataclass(frozen=True, slots=True)
class Running:
    """A request under way; `percent` from 0 to 99."""

    id: str
    title: str
    percent: int
    text: str


class Progress:
    """The requests under way, as events tell of them."""

    def __init__(self) -> None:
        self._running: dict[str, Running] = {}

    @property
    def running(self) -> tuple[Running, ...]:
        """The requests under way, the one that was heard of first before the others."""
        return tuple(self._running.values())

    @property
    def fraction(self) -> float:
        """How far all of them are together, 0 to 1."""
        return sum(each.percent for each in self.running) / (100 * len(self._running)) if self._running else 0.0

    def begin(self, rows: tuple[Row, ...]) -> None:
        """Begin with what the server lists."""
        self._running = {
            row.id: Running(row.id, row.title, row.status, row.progress_text)
            for row in rows
            if row.state is State.PROCESSING
        }

    def take(self, event: Event) -> bool:
        """Note what an event tells; whether that changed anything."""
        if event.noun != "request":
            return False
        status, stage = event.data.get("status", 0), event.data.get("stage", "")
        is_running = event.name == "request.progress" and stage not in ("queued", "completed")
        if not is_running:
            return self._running.pop(event.subject, None) is not None
        percent = min(int(status), DONE_STATUS - 1) if isinstance(status, int | float) else 0
        title = str(event.data.get("audio_title") or "")
        now = Running(event.subject, title, percent, str(event.data.get("progress_text") or ""))
        before, self._running[event.subject] = self._running.get(event.subject), now
        return before != now

    @property
    def sentence(self) -> str:
        """How things stand, in one line."""
        if not self._running:
            return tr("Nothing is under way")
        told = trn("{count} under way", "{count} under way", len(self._running))
        return f"{told} · {int(self.fraction * 100)} %"


def news_of(event: Event) -> News | None:
    """What an event is worth telling; None for most."""
    occurrence = OF_EVENT.get(event.name)
    if occurrence is None:
        return None
    title = str(event.data.get("audio_title") or "") or tr("Untitled")
    match occurrence:
        case Occurrence.DONE:
            return News(
                occurrence, tr("Ready: {title}", title=title), tr("Click to open it."), ("queue", event.subject)
            )
        case Occurrence.FAILED:
            reason = said(str(event.data.get("error_message") or ""))
            return News(occurrence, tr("Failed: {title}", title=title), reason, ("queue", event.subject))
        case Occurrence.WAITING:
            words = tr("Its script waits for your approval.")
            return News(occurrence, title, words, ("player", event.subject))

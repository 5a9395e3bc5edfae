"""Orders about recordings: what is filled in, what it costs, and the list of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject

from app.client.outcomes import Kind
from app.client.requests import Row
from app.language import mark, tr
from app.models import phrases
from app.models.requests import now_text, status_text
from app.models.tables import Column, Rows

TRANSCRIBE, SEPARATE, REVOICE = "transcribe", "separate", "revoice"
TASKS = ((TRANSCRIBE, mark("Transcribe")), (SEPARATE, mark("Separate speakers")), (REVOICE, mark("Re-voice")))
PRICES = {TRANSCRIBE: 30, SEPARATE: 200, REVOICE: 200}
"""Credits by the standard price list."""
LARGEST = 50 * 1024 * 1024
"""Bytes of a recording that is uploaded."""
ENDINGS = (".mp3", ".wav")
MOST_SPEAKERS = 10
LONGEST_INSTRUCTIONS = 5000

TELLS = {
    TRANSCRIBE: mark("Who says what, and when: words with their times, in the language that is heard."),
    SEPARATE: mark("One track for each speaker, aligned to the recording; together they add up to it."),
    REVOICE: mark("The recording spoken again by two other voices, turn by turn and in the same time."),
}
DOES = {TRANSCRIBE: mark("Transcribe"), SEPARATE: mark("Separate"), REVOICE: mark("Re-voice")}
KINDS = frozenset(Kind)


@dataclass(frozen=True, slots=True)
class Recorded:
    """Where a recording is: a file of this computer, an address, or the request that made an episode."""

    file: Path | None = None
    address: str = ""
    episode: str = ""

    @property
    def given(self) -> bool:
        """Whether there is one."""
        return bool(self.file or self.address or self.episode)


RECORDINGS: tuple[Column[Row], ...] = (
    Column(mark("Recording"), lambda r: r.title or tr("Untitled"), tip=lambda r: r.title),
    Column(mark("Made"), phrases.made),
    Column(mark("Status"), status_text, tip=phrases.happening),
    Column(mark("Now"), now_text, tip=phrases.happening),
)


def recording_rows(parent: QObject | None = None) -> Rows[Row]:
    """Rows for orders about recordings."""
    return Rows(RECORDINGS, key=lambda row: row.id, parent=parent)


def is_recording(row: Row) -> bool:
    """Whether a request is an order about a recording."""
    return row.kind in KINDS

"""What the window shows of notebooks: the list of them, their sources with ticks, and what is left of the licence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from app.client.notebooks import Allowance, Notebook, NotebookSource
from app.language import mark, number, tr, trn
from app.models import phrases
from app.models.orders import Source
from app.models.tables import Column, Index, Rows

LARGEST_FILE = 50 * 1024 * 1024
LARGEST_TEXT = 500_000
MOST_SOURCES = 100
ENDINGS = (
    *(".pdf", ".txt", ".md", ".csv", ".docx", ".pptx", ".xlsx"),
    *(".mp3", ".wav", ".m4a", ".png", ".jpg", ".jpeg", ".webp"),
)
"""Of the files that a notebook reads."""

CAPABILITIES = {
    "questions": mark("Questions and articles"),
    "audio": mark("Podcasts"),
    "video": mark("Videos"),
    "reports": mark("Reports"),
    "quizzes": mark("Quizzes"),
    "infographics": mark("Infographics"),
    "slide_decks": mark("Slides"),
    "datatables": mark("Data tables"),
}
CAPABILITY_OF = {
    "audio": "audio",
    "text": "questions",
    "faq": "reports",
    "study_guide": "reports",
    "timeline": "reports",
    "briefing_doc": "reports",
    "quiz": "quizzes",
    "video": "video",
    "infographic": "infographics",
    "slide_deck": "slide_decks",
    "datatable": "datatables",
}
"""Which of the windows an output type is counted in."""

_KINDS = {
    "text": mark("Text"),
    "website": mark("Web page"),
    "video_site": mark("Video"),
    "pdf": "PDF",
    "file": mark("File"),
    "audio": mark("Audio"),
}
_ICONS = {
    ".pdf": "file-pdf-box",
    ".mp3": "waveform",
    ".wav": "waveform",
    ".m4a": "waveform",
    ".csv": "table",
    ".xlsx": "table",
    ".pptx": "presentation",
    ".png": "image-outline",
    ".jpg": "image-outline",
    ".jpeg": "image-outline",
    ".webp": "image-outline",
}

NOTEBOOKS: tuple[Column[Notebook], ...] = (
    Column(mark("Notebook"), lambda n: n.title or tr("Untitled notebook"), tip=lambda n: n.title),
    Column(mark("Sources"), lambda n: trn("{count} source", "{count} sources", n.source_count)),
    Column(mark("Changed"), lambda n: phrases.ago(n.updated_on)),
)


def notebook_rows(parent: QObject | None = None) -> Rows[Notebook]:
    """Rows for notebooks."""
    return Rows(NOTEBOOKS, key=lambda notebook: notebook.id, parent=parent)


class Stage(StrEnum):
    """How far a source is."""

    READING = "reading"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Given:
    """A source as a person gave it: a file of this computer, or a text or address."""

    path: Path | None = None
    source: Source | None = None

    @property
    def name(self) -> str:
        """What people call it."""
        if self.path is not None:
            return self.path.name
        return self.source.label if self.source else ""

    def fault(self) -> str:
        """Why it can't be sent, as a sentence; empty when it can. Reads the file's size: call it off the loop."""
        if self.path is None:
            many = len(self.source.content) if self.source else 0
            too_long = self.source is not None and self.source.type == "text" and many > LARGEST_TEXT
            return (
                tr(
                    "A text may have up to {largest_text} characters; this one has {many}.",
                    largest_text=number(LARGEST_TEXT),
                    many=number(many),
                )
                if too_long
                else ""
            )
        if self.path.suffix.lower() not in ENDINGS:
            return tr("Files of this kind can't be read: give one of {listed}.", listed=", ".join(ENDINGS))
        size = self.path.stat().st_size
        if size > LARGEST_FILE:
            return tr("It has {size}; a source may have up to 50 MB.", size=phrases.size(size))
        return "" if size else tr("The file is empty.")


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A source in the list. `key` is its id, or the key of the operation that brings it while it is on its way."""

    key: str
    title: str
    stage: Stage
    words: str = ""
    """What it is, what is done with it now, or why it is not there."""
    icon: str = "file-document-outline"
    fraction: float = 0.0
    given: Given | None = None


SOURCES: tuple[Column[SourceEntry], ...] = (
    Column(mark("Source"), lambda e: e.title, tip=lambda e: e.words if e.stage is Stage.FAILED else e.title),
)


class SourceEntries(Rows[SourceEntry]):
    """The sources of a notebook. Those that are ready carry ticks: they count for questions."""

    ticks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(SOURCES, key=lambda entry: entry.key, parent=parent)
        self._off: set[str] = set()
        self.hidden: set[str] = set()
        """Ids of sources that are about to be taken out: out of sight, though the notebook still holds them."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What is ready can be ticked."""
        flags = super().flags(index)
        if index.isValid() and self.rows[index.row()].stage is Stage.READY:
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """As of every table, and whether the source counts."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        entry = self.rows[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole:
            if entry.stage is not Stage.READY:
                return None
            return Qt.CheckState.Unchecked if entry.key in self._off else Qt.CheckState.Checked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            counts = "" if entry.stage is not Stage.READY else ("" if self.counts(entry) else tr(", does not count"))
            return f"{entry.title}, {entry.words}{counts}"
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Have a source count, or leave it out."""
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        entry = self.rows[index.row()]
        if entry.stage is not Stage.READY:
            return False
        on = Qt.CheckState(value) == Qt.CheckState.Checked
        if on != self.counts(entry):
            (self._off.discard if on else self._off.add)(entry.key)
            self.dataChanged.emit(index, index)
            self.ticks_changed.emit()
        return True

    def counts(self, entry: SourceEntry) -> bool:
        """Whether a source counts for questions."""
        return entry.stage is Stage.READY and entry.key not in self._off

    def tick_all(self) -> None:
        """Have every source count, or none when all do."""
        wanted = Qt.CheckState.Unchecked if self.all_count else Qt.CheckState.Checked
        for place in range(len(self.rows)):
            self.setData(self.index(place, 0), wanted, Qt.ItemDataRole.CheckStateRole)

    @property
    def ready(self) -> tuple[SourceEntry, ...]:
        """The sources that are read."""
        return tuple(entry for entry in self.rows if entry.stage is Stage.READY)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The ids of those that count."""
        return tuple(entry.key for entry in self.rows if self.counts(entry))

    @property
    def all_count(self) -> bool:
        """Whether every source that is read counts."""
        return len(self.chosen) == len(self.ready)

    def show_sources(self, sources: Iterable[NotebookSource]) -> None:
        """Show what the notebook holds now; what is on its way, or failed, stays below it."""
        held = [entry_of(source) for source in sources if source.id not in self.hidden]
        waiting = [entry for entry in self.rows if entry.stage is not Stage.READY]
        self._off &= {entry.key for entry in held}
        wanted = [*held, *waiting]
        if wanted != list(self.rows):
            self.replace(wanted)
        self.ticks_changed.emit()

    def hide(self, entry: SourceEntry) -> None:
        """Take a source out of sight that is about to be taken out."""
        self.hidden.add(entry.key)
        self.remove(entry.key)

    def begin(self) -> None:
        """Another notebook: nothing is there yet."""
        self._off.clear()
        self.replace(())

    def progress(self, key: str, fraction: float, words: str) -> None:
        """Show how far a source is."""
        entry = self.row_of(key)
        if entry is not None and entry.stage is Stage.READING:
            words = tr("Almost ready") if fraction >= 1 else words or entry.words
            self.update(replace(entry, fraction=fraction, words=words))


def entry_of(source: NotebookSource) -> SourceEntry:
    """A source that the notebook holds."""
    return SourceEntry(source.id, source.title or tr("Untitled"), Stage.READY, about(source), icon_of(source))


def entry_on_its_way(key: str, given: Given) -> SourceEntry:
    """A source that was just given."""
    return SourceEntry(key, given.name, Stage.READING, tr("Waiting to be read"), "progress-clock", 0.0, given)


def failed(entry: SourceEntry, sentence: str) -> SourceEntry:
    """A source that did not come, and why."""
    words = sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
    if not words.startswith(entry.title):
        words = words[:1].upper() + words[1:]
    return replace(entry, stage=Stage.FAILED, words=words, icon="alert-circle-outline", fraction=0.0)


def about(source: NotebookSource) -> str:
    """What a source is and how long: ``PDF · 14 pages``."""
    long = (
        trn("{count} page", "{count} pages", source.pages)
        if source.pages
        else trn("{count} character", "{count} characters", source.characters)
    )
    kind = "PDF" if source.pages else tr(_KINDS.get(source.type, "File"))
    return f"{kind} · {long}"


def icon_of(source: NotebookSource) -> str:
    """The sign of a source, by its ending where its title still has one."""
    if source.type == "website":
        return "web"
    if source.type == "video_site":
        return "youtube"
    if source.type == "text":
        return "text-box-outline"
    if source.type == "pdf" or source.pages:
        return "file-pdf-box"
    return _ICONS.get(Path(source.title).suffix.lower(), "file-document-outline")


def remaining_of(allowances: Mapping[str, Allowance], output_type: str) -> int | None:
    """How many of an output type may still be made; None where there is no number."""
    found = allowances.get(CAPABILITY_OF.get(output_type, output_type))
    return None if found is None or found.limit is None else max(found.limit - found.used, 0)


def left_of(allowances: Mapping[str, Allowance], output_type: str) -> str:
    """What is left for an output type, in few words: ``5 of 6 left``; empty where there is no number."""
    remaining = remaining_of(allowances, output_type)
    if remaining is None:
        return ""
    limit = allowances[CAPABILITY_OF.get(output_type, output_type)].limit
    return tr("{number} of {limit} left", number=remaining, limit=limit)


def used_up(allowances: Mapping[str, Allowance], output_type: str) -> bool:
    """Whether nothing is left for an output type."""
    found = allowances.get(CAPABILITY_OF.get(output_type, output_type))
    return found is not None and found.limit is not None and found.used >= found.limit


def resets(allowance: Allowance) -> str:
    """When the oldest use comes back, in the time of this computer."""
    if not allowance.used or allowance.resets_on is None:
        return ""
    return tr("next free at {soon}", soon=phrases.soon(allowance.resets_on))

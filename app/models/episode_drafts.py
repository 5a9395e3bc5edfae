"""A draft as it is edited: changes that can be undone, and its lines as a list."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from app.client.episode_drafts import DeskState, Draft, DraftLine
from app.client.requests import SpokenLine, SpokenScript
from app.language import short, tr
from app.models.draft_sounds import DraftSounds, LineSound
from app.models.tables import Index
from app.models.transcripts import TranscriptLines

NEW_WORDS = "…"
"""What a new line holds until somebody writes."""


class Editing(QObject):
    """The draft under work. Every change is a step of the `stack`; `changed` tells of each, undone ones too."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stack = QUndoStack(self)
        self.draft = Draft()

    def begin(self, draft: Draft) -> None:
        """Edit another draft; there is nothing to undo."""
        self.draft = draft
        self.stack.clear()
        self.changed.emit()

    def change(self, words: str, draft: Draft, *, joins: str = "") -> None:
        """Make one step, named for people. Steps with the same `joins` in a row become one."""
        if draft != self.draft:
            self.stack.push(_Step(self, words, draft, joins))

    def put(self, draft: Draft) -> None:
        """What a step does."""
        self.draft = draft
        self.changed.emit()

    def line(self, place: int) -> DraftLine | None:
        """The line at this place."""
        return self.draft.lines[place] if 0 <= place < len(self.draft.lines) else None

    def place_of(self, line_id: str) -> int:
        """Where a line is; -1 when it is gone."""
        return next((n for n, line in enumerate(self.draft.lines) if line.id == line_id), -1)

    def set_line(self, place: int, words: str, *, joins: str = "", **values: Any) -> None:
        """Change one line. Other words, voice or pace begin with the first way of saying them."""
        line = self.draft.lines[place]
        made = replace(line, **values)
        if "take" not in values and (made.text, made.voice, made.pace, made.speaker) != (
            line.text,
            line.voice,
            line.pace,
            line.speaker,
        ):
            made = replace(made, take=0)
        lines = (*self.draft.lines[:place], made, *self.draft.lines[place + 1 :])
        self.change(words, replace(self.draft, lines=lines), joins=f"{joins}{line.id}" if joins else "")

    def insert(self, place: int, *, speaker: int | None = None) -> int:
        """A new line behind this place, of the next speaker; where it is."""
        speakers = [member.speaker for member in self.draft.cast] or [0]
        before = self.line(place)
        if speaker is None:
            here = speakers.index(before.speaker) if before and before.speaker in speakers else -1
            speaker = speakers[(here + 1) % len(speakers)]
        made = DraftLine(f"n{secrets.token_hex(6)}", speaker, NEW_WORDS)
        at = place + 1
        lines = (*self.draft.lines[:at], made, *self.draft.lines[at:])
        self.change(tr("Insert a line"), replace(self.draft, lines=lines))
        return at

    def delete(self, place: int) -> None:
        """Take a line out; a chapter that begins with it begins with the next one."""
        if len(self.draft.lines) < 2 or self.line(place) is None:
            return
        gone = self.draft.lines[place]
        lines = (*self.draft.lines[:place], *self.draft.lines[place + 1 :])
        heir = lines[min(place, len(lines) - 1)].id
        taken = {line for _, line in self.draft.chapters}
        chapters = tuple(
            (title, heir if line == gone.id else line)
            for title, line in self.draft.chapters
            if line != gone.id or heir not in taken
        )
        self.change(tr("Delete a line"), replace(self.draft, lines=lines, chapters=chapters))

    def move(self, place: int, by: int) -> int:
        """Move a line up (-1) or down (1); where it is then."""
        target = place + by
        if self.line(place) is None or self.line(target) is None:
            return place
        lines = list(self.draft.lines)
        lines.insert(target, lines.pop(place))
        self.change(tr("Move a line"), replace(self.draft, lines=tuple(lines)))
        return target

    def chapter_at(self, place: int) -> str:
        """The title of the chapter that begins with the line at this place; empty where none does."""
        line = self.line(place)
        return next((title for title, own in self.draft.chapters if line is not None and own == line.id), "")

    def set_chapter(self, place: int, title: str) -> None:
        """Let a chapter of this title begin with a line; without a title none does."""
        line, title = self.line(place), " ".join(title.split())
        if line is None or title == self.chapter_at(place):
            return
        titles = {own: known for known, own in self.draft.chapters if own != line.id}
        if title:
            titles[line.id] = title
        chapters = tuple((titles[each.id], each.id) for each in self.draft.lines if each.id in titles)
        self.change(tr("Chapter"), replace(self.draft, chapters=chapters))

    def set_member(self, speaker: int, words: str, *, joins: str = "", **values: Any) -> None:
        """Change who speaks for a speaker, or how loud."""
        cast = tuple(replace(m, **values) if m.speaker == speaker else m for m in self.draft.cast)
        self.change(words, replace(self.draft, cast=cast), joins=f"{joins}{speaker}" if joins else "")

    def set_mixing(self, words: str, *, joins: str = "", **values: Any) -> None:
        """Change how it is mixed."""
        self.change(words, replace(self.draft, mixing=replace(self.draft.mixing, **values)), joins=joins)


class _Step(QUndoCommand):
    """From one draft to another; drafts are values, so that a step holds both."""

    def __init__(self, editing: Editing, words: str, after: Draft, joins: str) -> None:
        super().__init__(words)
        self._editing, self._before, self.after, self.joins = editing, editing.draft, after, joins

    def redo(self) -> None:
        self._editing.put(self.after)

    def undo(self) -> None:
        self._editing.put(self._before)

    def id(self) -> int:
        return 1 if self.joins else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Step) or other.joins != self.joins:
            return False
        self.after = other.after
        return True


@dataclass(frozen=True, slots=True)
class LineFacts:
    """What is shown of a line beside its words."""

    said: bool
    """Whether its sound is there."""
    notes: tuple[str, ...] = ()


class DraftLines(TranscriptLines):
    """The lines of a draft as a list. `worded` carries place and words of a line that was written over."""

    worded = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[LineFacts, ...] = ()
        self._finding: Mapping[str, str] = {}
        self._ids: tuple[str, ...] = ()
        self._told: dict[tuple[LineSound, str], LineFacts] = {}
        self._told_of: DeskState | None = None

    def show_draft(self, sounds: DraftSounds, *, name_of: Callable[[int], str], findings: Mapping[str, str]) -> None:
        """Show a draft; where only words changed, the selection stays."""
        desk, draft = sounds.desk, sounds.draft
        starts = [round(start * 1000) for start in sounds.starts]
        lines = tuple(
            SpokenLine(
                f"SPEAKER_{line.speaker:02d}",
                line.text,
                starts[place],
                starts[place + 1],
                desk.passages.get(line.id, ()),
            )
            for place, line in enumerate(draft.lines)
        )
        self._show_facts(sounds, name_of)
        self._finding = findings
        script = SpokenScript(draft.title, lines)
        names = {f"SPEAKER_{m.speaker:02d}": name_of(m.voice).partition(" (")[0] for m in draft.cast}
        ids = tuple(line.id for line in draft.lines)
        if ids == self._ids and names == self._names:
            self._script = script
            self._speakers = {label: place for place, label in enumerate(sorted(names))}
            if lines:
                self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, 0))
            return
        self.beginResetModel()
        self._ids, self._script, self._sounding = ids, script, -1
        self._speakers = {label: place for place, label in enumerate(sorted(names))}
        self._names = names
        self.endResetModel()

    def facts(self, place: int) -> LineFacts:
        """What is known of a line."""
        return self._facts[place] if 0 <= place < len(self._facts) else LineFacts(said=False)

    def finding(self, place: int) -> str:
        """What the checks say of a line; empty for nothing."""
        return self._finding.get(self._ids[place], "") if 0 <= place < len(self._ids) else ""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every line can be written over."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable if index.isValid() else super().flags(index)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take other words for a line; nothing but spaces is refused."""
        words = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or not words:
            return False
        self.worded.emit(index.row(), words)
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """As in any transcript; a screen reader hears too what is to be done about a line."""
        if role == Qt.ItemDataRole.AccessibleTextRole and index.isValid():
            extra = (*self.facts(index.row()).notes, self.finding(index.row()))
            return ". ".join(filter(None, (super().data(index, role), *extra)))
        return super().data(index, Qt.ItemDataRole.DisplayRole if role == Qt.ItemDataRole.EditRole else role)

    def _show_facts(self, sounds: DraftSounds, name_of: Callable[[int], str]) -> None:
        """What is known of lines that are the same on the same desk is not put into words anew."""
        chapters = {own: title for title, own in sounds.draft.chapters}
        known = self._told if self._told_of is sounds.desk else {}
        keys = [(sound, chapters.get(sound.line.id, "")) for sound in sounds.lines]
        facts = [known.get(key) or _about(sounds.desk, *key, name_of) for key in keys]
        self._told, self._told_of, self._facts = dict(zip(keys, facts, strict=True)), sounds.desk, tuple(facts)


def _about(desk: DeskState, sound: LineSound, chapter: str, name_of: Callable[[int], str]) -> LineFacts:
    line, said = sound.line, sound.take is not None
    notes = [tr("Chapter: {title}", title=chapter)] if chapter else []
    # Of a script that waits for its approval nothing is spoken, which its heading says.
    if not said and not desk.waiting:
        notes.append(tr("Not spoken yet"))
    if line.voice is not None:
        notes.append(tr("Voice: {name}", name=name_of(line.voice)))
    if line.pace != 1.0:
        notes.append(tr("Pace: {pace}×", pace=short(line.pace)))
    if line.take:
        notes.append(tr("Take {number}", number=line.take + 1))
    if line.pause_ms is not None:
        notes.append(tr("Pause: {seconds} s", seconds=short(line.pause_ms / 1000)))
    return LineFacts(said, tuple(notes))

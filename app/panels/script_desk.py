"""The script desk: an episode as lines to be edited, spoken, checked and rebuilt; its mix on the second page."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.client.episode_drafts import DeskState, Finding, Rebuild, Take, rebuild_of
from app.client.events import Event
from app.client.faults import ApiError
from app.client.requests import State
from app.client.voices import Voice
from app.language import tr
from app.models.draft_sounds import DraftSounds, length_words, sounds_of, take_of, to_be_spoken
from app.models.episode_drafts import DraftLines, Editing
from app.models.voices import offered
from app.panels.latest import Latest
from app.panels.line_card import LineCard, Number
from app.panels.mix_desk import MixDesk
from app.panels.panel import PODCASTS, Desk, Panel
from app.panels.rebuild_bar import RebuildBar
from app.panels.samples import Samples
from app.theme import icons
from app.widgets.buttons import Segments, button, icon_button
from app.widgets.cards import card, label, row
from app.widgets.heads import page_head
from app.widgets.page_stack import PageStack
from app.widgets.script_lines import ScriptLines
from app.widgets.titles import EditableTitle

SETTLE_MS = 600
"""How long a change rests before it is kept."""
CONFLICT = 409
MAX_TITLE = 300


class ScriptDeskPanel(Panel):
    """One episode under work. Every change is kept on the server a moment later, and can be undone."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.on_desk: DeskState | None = None
        self._wanted = ""
        self._voices: dict[int, Voice] = {}
        self._findings: tuple[Finding, ...] | None = None
        self._kept_draft: object = None
        self._sounds: DraftSounds | None = None
        self.editing = Editing(self)
        self.lines = DraftLines(self)
        self.view = ScriptLines(self.lines)
        self.card = LineCard()
        self.mix = MixDesk(desk, self.editing)
        self.samples = Samples(desk, self)
        self.title = EditableTitle(name=tr("Title of the episode"), most=MAX_TITLE, tip=tr("Change the title"))
        self.length = label("", "muted")
        self.target = Number(tr("Target length"), 0, 600, 0.5, unit=tr(" min"))
        self.target.setSpecialValueText(tr("None"))
        self.page_choice = Segments((("script", tr("Script")), ("mix", tr("Mix"))), name=tr("Page"))
        self.undo_button = icon_button("undo", tr("Undo"), self.editing.stack.undo)
        self.redo_button = icon_button("redo", tr("Redo"), self.editing.stack.redo)
        self.check_button = button(tr("Look through"), self._check, icon="text-search", keys="Ctrl+Shift+L")
        self.rebuild_button = button(tr("Rebuild"), self._rebuild, icon="refresh", kind="main", keys="Ctrl+Return")
        self.rebuilding = RebuildBar()
        self.told = label("", "muted")
        self.empty = Latest(
            desk,
            "desk",
            "text-box-edit-outline",
            tr("No episode on the desk"),
            tr("Edit a finished episode line by line, or a script that waits for your approval."),
            fits=lambda row: row.kind in PODCASTS and row.state in (State.DONE, State.WAITING),
        )
        self._is_showing = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._keep_now)
        self._build()
        self._listen()

    def open(self, payload: object) -> None:
        """Put an episode on the desk, by its request."""
        self._wanted = str(payload)
        self._findings = None
        self.reload()

    async def refresh(self) -> None:
        """Read the desk."""
        if not self._wanted:
            await self.empty.refresh()
            return
        if not self._voices:
            self._voices = {voice.id: voice for voice in await self.client.voices.catalogue()}
        self._read(await self.client.episode_drafts.desk(self._wanted))

    def take(self, event: Event) -> None:
        """The desk's own request moved on."""
        if self.on_desk is None or event.subject != self.on_desk.request_id:
            return
        if event.name == "desk.progress":
            moved = rebuild_of(event.data)
            self._show_rebuild(moved)
            if moved.state == "failed":
                self.desk.bar.warn(moved.error)
            elif moved.state == "done":
                self.desk.bar.tell(tr("The episode is rebuilt."))
        if event.name == "request.deleted":
            self.on_desk, self._wanted = None, ""
            self._pages.setCurrentWidget(self.empty)
        elif event.name in ("desk.progress", "request.completed", "request.waiting") and self._has_ended(event):
            self.reload()

    def arrive(self) -> None:
        """The arrow keys go from line to line."""
        (self.view if self.on_desk is not None else self.empty).setFocus()

    def take_back(self) -> bool:
        """Undo the last step on the desk."""
        if not self.editing.stack.canUndo():
            return False
        self.editing.stack.undo()
        return True

    async def leave(self) -> None:
        """Keep what was edited a moment ago while the server is still there."""
        if self._settle.isActive():
            self._settle.stop()
            with contextlib.suppress(ApiError):
                await self.keep()

    async def keep(self) -> None:
        """Keep the draft on the server, unless it is there already."""
        state, draft = self.on_desk, self.editing.draft
        if state is None or draft == self._kept_draft:
            return
        self.told.setText(tr("Saving…"))
        try:
            kept = await self.client.episode_drafts.keep(state.request_id, draft, follows=state.version)
        except ApiError as error:
            self.told.setText("")
            if error.status == CONFLICT and error.code == "draft_changed":
                self.desk.bar.warn(
                    tr("This draft was changed elsewhere."), action=tr("Read it again"), todo=self._read_again
                )
                return
            raise
        self._kept_draft = draft
        self.on_desk = kept
        self.told.setText(tr("Kept"))
        self._show()

    def _build(self) -> None:
        self._content = QWidget()
        self._pages = PageStack()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._content)
        self.page.addLayout(self._pages, 1)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        head = page_head(
            icon_button("arrow-left", tr("Back to the episode"), self._go_back, keys="Alt+Left"),
            (self.title, self.length),
            *(self.page_choice, self.check_button, self.rebuild_button),
        )
        column.addLayout(head)
        column.addWidget(self.rebuilding)
        self._stack = PageStack()
        column.addLayout(self._stack, 1)
        script = QWidget()
        body = QHBoxLayout(script)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(16)
        frame, left = card(padding=10, spacing=8)
        left.addLayout(self._tools())
        left.addWidget(self.view, 1)
        body.addWidget(frame, 1)
        body.addWidget(self.card)
        self._stack.addWidget(script)
        self._stack.addWidget(self.mix)

    def _tools(self) -> QHBoxLayout:
        edit = button(tr("Write"), self.view.edit_current, icon="pencil-outline", keys="F2")
        add = icon_button("plus", tr("Insert a line"), self._insert, keys="Ctrl+Shift+N")
        up = icon_button("arrow-up", tr("Move up"), lambda: self._move(-1), keys="Alt+Up")
        down = icon_button("arrow-down", tr("Move down"), lambda: self._move(1), keys="Alt+Down")
        gone = icon_button("delete-outline", tr("Delete the line"), self._delete)
        self.target.setFixedWidth(96)
        made = row(
            *(edit, add, up, down, gone, self.undo_button, self.redo_button),
            None,
            self.told,
            label(tr("Target"), "muted"),
            self.target,
            spacing=4,
        )
        made.setContentsMargins(4, 2, 4, 0)
        return made

    def _listen(self) -> None:
        stack = self.editing.stack
        self.editing.changed.connect(self._edited)
        # A method, not a lambda: it is let go of before the stack tells of its own end.
        stack.canUndoChanged.connect(self._stepped)
        stack.canRedoChanged.connect(self._stepped)
        self.lines.worded.connect(lambda place, text: self.editing.set_line(place, tr("Write a line"), text=text))
        self.view.selectionModel().currentChanged.connect(lambda *_indices: self._show_line())
        self.page_choice.chosen.connect(lambda value: self._stack.setCurrentIndex(1 if value == "mix" else 0))
        self.target.valueChanged.connect(self._aim)
        self.rebuilding.stopped.connect(self._stop)
        self.title.renamed.connect(self._rename)
        self.card.chapter_named.connect(lambda title: self.editing.set_chapter(self._place, title))
        self.mix.version_wanted.connect(lambda number: self.tasks.start(self.take_version(number)))
        self.card.speaker_chosen.connect(lambda speaker: self._set(tr("Another speaker"), speaker=speaker))
        self.card.voice_chosen.connect(lambda voice: self._set(tr("Another voice"), voice=voice))
        self.card.pause_chosen.connect(lambda pause: self._set(tr("Pause"), joins="pause", pause_ms=pause))
        self.card.pace_chosen.connect(lambda pace: self._set(tr("Pace"), joins="pace", pace=pace))
        self.card.take_chosen.connect(self._use)
        self.card.take_dropped.connect(lambda take: self.tasks.start(self._drop_take(take)))
        self.card.heard.connect(self._hear)
        self.card.worded.connect(lambda text: self._set(tr("Pronunciation"), text=text))
        self.card.another.connect(self._another)
        self.card.went_to.connect(lambda line: self.view.go_to(self.editing.place_of(line)))
        self.mix.music_wanted.connect(lambda name: self.tasks.start(self._send_music(Path(name))))
        redo = QShortcut(QKeySequence("Ctrl+Shift+Z"), self)
        redo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        redo.activated.connect(stack.redo)
        for sequence, does in {"Delete": self._delete, "Space": lambda: self._hear(None)}.items():
            shortcut = QShortcut(QKeySequence(sequence), self.view)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(does)

    @property
    def _place(self) -> int:
        return self.view.currentIndex().row()

    def _read(self, state: DeskState) -> None:
        other = self.on_desk is None or self.on_desk.request_id != state.request_id
        # What is edited and not kept yet stays; the desk's facts are read anew.
        is_dirty = not other and self.editing.draft != self._kept_draft
        self.on_desk = state
        if not is_dirty:
            self._kept_draft = state.draft
        if not is_dirty and (other or state.draft != self.editing.draft):
            self.editing.begin(state.draft)  # which has it shown
        else:
            self._show()
        self._pages.setCurrentWidget(self._content)
        self._show_rebuild(state.rebuild)
        if other:
            self.view.go_to(0)
            self.card.show_findings(None)
            if self.isVisible():
                self.arrive()

    def _keep_now(self) -> None:
        if self.desk.client is not None:
            self.tasks.start(self.keep(), replacing="keep")

    def _edited(self) -> None:
        if self.on_desk is None:
            return
        self._show()
        if self.editing.draft != self._kept_draft:
            self.told.setText("")
            self._settle.start()

    def _show(self) -> None:
        state, draft = self.on_desk, self.editing.draft
        if state is None:
            return
        here = self._place
        told = {finding.line: finding.message for finding in reversed(self._findings or ())}
        sounds = self._sounds = sounds_of(state, draft, self._sounds)
        self.lines.show_draft(sounds, name_of=self._name_of, findings=told)
        if draft.lines:
            self._is_showing = True
            self.view.setCurrentIndex(self.lines.index(min(max(here, 0), len(draft.lines) - 1), 0))
            self._is_showing = False
        self.title.show_title(draft.title)
        told_length, _ = length_words(sounds.starts[-1], draft.target_minutes)
        parts = [told_length, to_be_spoken(sounds)]
        self.length.setText(" · ".join(filter(None, parts)))
        self.target.put(draft.target_minutes or 0)
        self.rebuild_button.setText(f" {tr('Approve') if state.waiting else tr('Rebuild')}")
        self.rebuild_button.setIcon(icons.icon("check" if state.waiting else "refresh", tone="on_accent"))
        self.rebuild_button.setAccessibleName(tr("Approve") if state.waiting else tr("Rebuild"))
        self._show_line()
        self._show_steps()
        self.mix.show_desk(state, draft, voices=self._offered(), name_of=self._name_of)

    def _show_line(self) -> None:
        if self.on_desk is not None and not self._is_showing:
            line = self.editing.line(self._place)
            self.card.show_line(self.on_desk, self.editing.draft, line, voices=self._offered(), name_of=self._name_of)

    def _stepped(self, _can: bool) -> None:
        self._show_steps()

    def _show_steps(self) -> None:
        stack = self.editing.stack
        self.undo_button.setEnabled(stack.canUndo())
        self.redo_button.setEnabled(stack.canRedo())
        self.undo_button.setToolTip(tr("Undo: {step}", step=stack.undoText()) if stack.canUndo() else tr("Undo"))
        self.redo_button.setToolTip(tr("Redo: {step}", step=stack.redoText()) if stack.canRedo() else tr("Redo"))

    def _show_rebuild(self, rebuild: Rebuild | None) -> None:
        self.rebuild_button.setEnabled(not self.rebuilding.show_rebuild(rebuild))

    def _has_ended(self, event: Event) -> bool:
        return event.name != "desk.progress" or not rebuild_of(event.data).is_open

    def _offered(self) -> list[tuple[int, str]]:
        return offered(self._voices.values(), language=self.on_desk.language if self.on_desk else "")

    def _name_of(self, voice: int) -> str:
        known = self._voices.get(voice)
        return known.name if known else tr("Voice {number}", number=voice)

    def _set(self, words: str, *, joins: str = "", **values: object) -> None:
        if self.editing.line(self._place) is not None:
            self.editing.set_line(self._place, words, joins=joins, **values)

    def _aim(self, minutes: float) -> None:
        self.editing.change(
            tr("Target length"), replace(self.editing.draft, target_minutes=minutes or None), joins="target"
        )

    def _rename(self, title: str) -> None:
        self.editing.change(tr("Title"), replace(self.editing.draft, title=" ".join(title.split())))

    async def take_version(self, number: int) -> None:
        """Put what an earlier version was made of on the desk, as a step that can be undone."""
        if self.on_desk is None:
            return
        await self.keep()
        earlier = await self.client.episode_drafts.version(self.on_desk.request_id, number)
        self.editing.change(tr("Back to version {number}", number=number), earlier.draft)
        self.desk.bar.tell(
            tr("Version {number} is on the desk. Rebuild the episode to publish it again.", number=number),
            action=tr("Undo"),
            todo=self.editing.stack.undo,
        )

    def _insert(self) -> None:
        place = self.editing.insert(self._place)
        self.view.go_to(place)
        self.view.edit_current()

    def _delete(self) -> None:
        if self._place >= 0:
            self.editing.delete(self._place)

    def _move(self, by: int) -> None:
        self.view.go_to(self.editing.move(self._place, by))

    def _use(self, take: Take) -> None:
        line = self.editing.line(self._place)
        if line is None:
            return
        own = next((m.voice for m in self.editing.draft.cast if m.speaker == line.speaker), 0)
        voice = None if take.voice == own else take.voice
        self._set(tr("Another take"), text=take.text, voice=voice, pace=take.pace, take=take.take)

    def _another(self) -> None:
        line = self.editing.line(self._place)
        if line is None or self.on_desk is None:
            return
        used = {take.take for take in self.on_desk.takes.get(line.id, ()) if take.text == line.text} | {line.take}
        self._set(tr("Another take"), take=max(used) + 1)
        self._hear(None)

    def _hear(self, take: object) -> None:
        place = self._place
        line = self.editing.line(place)
        if line is None or self.on_desk is None:
            return
        state, wanted = self.on_desk, take if isinstance(take, Take) else None

        async def fetch() -> bytes:
            found = wanted or take_of(state, line, self.editing.draft.voice_of(line))
            if found is None:
                self.told.setText(tr("Speaking…"))
                # The line's voice may have been changed and not kept yet: it is named.
                named = replace(line, voice=self.editing.draft.voice_of(line))
                found = await self.client.episode_drafts.say(state.request_id, named)
                self.told.setText("")
                self.reload()
            return await self.client.episode_drafts.sound(found)

        name = wanted.key if wanted else f"{line.id} {line.text} {line.voice} {line.pace} {line.take}"
        self.samples.toggle(name, fetch)

    async def _drop_take(self, take: Take) -> None:
        line = self.editing.line(self._place)
        if line is not None and self.on_desk is not None:
            await self.client.episode_drafts.forget_take(self.on_desk.request_id, line.id, take.key)
            await self.refresh()

    async def _send_music(self, path: Path) -> None:
        sent = await self.client.files.add(path)
        self.mix.take_music(sent.id)

    def _check(self) -> None:
        self.tasks.start(self.look_through(), replacing="check")

    async def look_through(self) -> None:
        """Run the checks on the draft as it stands."""
        if self.on_desk is None:
            return
        self.told.setText(tr("Looking through…"))
        await self.keep()
        try:
            self._findings = await self.client.episode_drafts.check(self.on_desk.request_id)
        finally:
            self.told.setText("")
        self.card.show_findings(self._findings)
        self._show()

    def _rebuild(self) -> None:
        self.tasks.start(self.rebuild(), replacing="rebuild")

    async def rebuild(self) -> None:
        """Keep the draft and make the episode of it; a script that waits is approved."""
        if self.on_desk is None:
            return
        self._settle.stop()
        await self.keep()
        if self.editing.draft != self._kept_draft:
            return
        request_id = self.on_desk.request_id
        if self.on_desk.waiting:
            await self.client.requests.approve(request_id)
            self.desk.go("queue", request_id)
        else:
            self._show_rebuild(await self.client.episode_drafts.rebuild(request_id))

    def _stop(self) -> None:
        if self.on_desk is not None:
            self.tasks.start(self.client.episode_drafts.stop_rebuild(self.on_desk.request_id))

    def _read_again(self) -> None:
        self._kept_draft = self.editing.draft
        self.reload()

    def _go_back(self) -> None:
        self.desk.go("queue" if self.on_desk is None or self.on_desk.waiting else "player", self._wanted or None)

"""The catalogue: every voice by language, searched and filtered, the selected one beside the table."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.client.voices import Voice, VoiceFolder
from app.language import told, tr, trn
from app.models import voices
from app.models.voices import Entry
from app.panels.panel import Desk
from app.panels.voice_card import VoiceCard
from app.tasks import Tasks
from app.theme import icons, look
from app.widgets.buttons import button
from app.widgets.cards import ElidedLabel, Glyph, WrappedLabel, card, label, row
from app.widgets.empty import EmptyState
from app.widgets.forms import Choice
from app.widgets.page_stack import PageStack
from app.widgets.search import SearchField
from app.widgets.tables import Pill, PillDelegate, Table

SHOWN_FAULTS = 3
"""Damaged voice files that are named; the rest is counted."""


class VoiceCatalogue(QWidget):
    """Table, filters, the selected voice and the folder of voices. `match_asked` asks for a voice of one's own."""

    match_asked = Signal()
    changed = Signal()

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self._voices: tuple[Voice, ...] = ()
        self._names: dict[str, str] = {}
        self._favourites = voices.favourites_of(str(desk.values.get("voices.favourites")))
        self.entries: tuple[Entry, ...] = ()
        self.rows = voices.voice_rows(self)
        self.search = SearchField(tr("Search voices…"))
        self.search.searched.connect(lambda _text: self._filter())
        self.language, self.kind = Choice(), Choice()
        self.language.setAccessibleName(tr("Language"))
        self.kind.setAccessibleName(tr("Shown"))
        self.language.offer([("", tr("All languages"))])
        self.kind.offer(told(voices.KINDS))
        for choice in (self.language, self.kind):
            choice.picked.connect(self._filter)
        self.count = label("", "muted")
        self.table = VoiceTable(name=tr("Voices"), widths={1: 132, 2: 150, 3: 104, 4: 132}, optional=1, below=624)
        self.table.setModel(self.rows)
        self.table.setItemDelegateForColumn(4, PillDelegate(self.table, lambda entry: Pill(entry.tone)))
        self.table.quiet(1, 2, 3)
        self.none = EmptyState(
            "account-voice", tr("No voice fits"), tr("Search for something else, or show all voices.")
        )
        self.card = VoiceCard(desk)
        self.folder_path = ElidedLabel("", "muted", middle=True)
        self.scan_button = button(
            tr("Scan now"), self._scan, icon="refresh", tip=tr("Looks at the folder of voices again")
        )
        self.folder = QFrame()
        self.faults = WrappedLabel("", "fault")
        self._place = ""
        self._build()
        self._listen()

    def show_voices(self, listed: tuple[Voice, ...], names: dict[str, str]) -> None:
        """Show the catalogue; `names` are the languages' own names by their codes."""
        self._voices, self._names = listed, dict(names)
        self._make_entries()

    def show_folder(self, folder: VoiceFolder) -> None:
        """Show where voice files are dropped, and which of them could not be used."""
        self._place = folder.place
        self.folder.setVisible(bool(folder.place or folder.unusable))
        self.folder_path.setText(folder.place)
        reasons = [
            each.reason if each.file in each.reason else f"{each.file}: {each.reason}"
            for each in folder.unusable[:SHOWN_FAULTS]
        ]
        more = len(folder.unusable) - SHOWN_FAULTS
        if more > 0:
            reasons.append(trn("And {count} file more.", "And {count} files more.", more))
        self.faults.setText("\n".join(reasons))
        self.faults.setVisible(bool(reasons))

    def select(self, voice_id: int) -> bool:
        """Select a voice, whatever is filtered; False when there is none of this id."""
        if self.rows.place_of(voice_id) < 0:
            self.search.clear()
            self.language.choose("")
            self.kind.choose("")
            self._filter()
        place = self.rows.place_of(voice_id)
        if place >= 0:
            self.table.selectRow(place)
        return place >= 0

    def arrive(self) -> None:
        """The arrow keys go from voice to voice."""
        self.table.setFocus()

    def toggle_favourite(self) -> None:
        """Make the selected voice a favourite, or no longer."""
        entry = self.table.current()
        if entry is None:
            return
        self._favourites ^= {entry.voice.id}
        self._desk.values.keep("voices.favourites", voices.kept_of(self._favourites))
        self._make_entries()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self.search.setFixedWidth(240)
        self.language.setFixedWidth(170)
        self.kind.setFixedWidth(170)
        for made in (self.search, self.language, self.kind):
            made.setFixedHeight(38)
        column.addLayout(row(self.search, self.language, self.kind, None, self.count))
        frame, inner = card(padding=6, spacing=0)
        self._pages = PageStack()
        holder = QWidget()
        holder.setLayout(self._pages)
        self._pages.addWidget(self.table)
        self._pages.addWidget(self.none)
        inner.addWidget(holder)
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addWidget(frame, 1)
        left.addWidget(self._folder_card())
        body = QHBoxLayout()
        body.setSpacing(16)
        body.addLayout(left, 1)
        body.addWidget(self.card)
        column.addLayout(body, 1)

    def _folder_card(self) -> QFrame:
        look(self.folder, "card")
        inner = QVBoxLayout(self.folder)
        inner.setContentsMargins(16, 10, 10, 10)
        inner.setSpacing(6)
        title = label(tr("Voices from files"))
        title.setToolTip(tr("Kokoro packs as .npz or .bin, Piper voices as .onnx with .onnx.json"))
        open_button = button(tr("Open folder"), self._open_folder, icon="folder-open-outline")
        inner.addLayout(
            row(Glyph("folder-outline"), title, self.folder_path, open_button, self.scan_button, stretch_at=2)
        )
        inner.addWidget(self.faults)
        self.folder.hide()
        return self.folder

    def _listen(self) -> None:
        self.table.current_changed.connect(self.card.show_entry)
        self.table.opened.connect(lambda _entry: self.card.toggle_sample())
        self.table.deleted.connect(self._remove)
        self.table.menu_asked.connect(self._menu)
        self.card.favourite_asked.connect(self.toggle_favourite)
        self.card.remove_asked.connect(lambda: self._remove(self.table.current()))
        self.table.heard.connect(self.card.toggle_sample)
        self.table.starred.connect(self.toggle_favourite)

    def _make_entries(self) -> None:
        self.entries = voices.entries_of(self._voices, self._names, self._favourites)
        languages = dict.fromkeys(entry.language for entry in self.entries)
        self.language.offer([("", tr("All languages")), *((name, name) for name in languages)])
        self._filter()

    def _filter(self) -> None:
        selected = self.table.current()
        found = voices.chosen(
            self.entries,
            search=self.search.text(),
            language=str(self.language.currentData() or ""),
            kind=str(self.kind.currentData() or ""),
        )
        place = max(self.table.currentIndex().row(), 0)
        self.rows.replace(found)
        # The panel's heading counts all of them.
        self.count.setText(
            trn("{count} match", "{count} matches", len(found)) if len(found) < len(self.entries) else ""
        )
        self._pages.setCurrentWidget(self.table if found or not self.entries else self.none)
        if not found:
            self.card.show_entry(None)
            return
        kept = self.rows.place_of(selected.voice.id) if selected is not None else 0
        self.table.selectRow(kept if kept >= 0 else min(place, len(found) - 1))
        self.card.show_entry(self.table.current())

    def _menu(self, entry: Entry, place: QPoint) -> None:
        menu = QMenu(self)
        offered = [("play", tr("Play the sample"), self.card.toggle_sample)] if entry.voice.available else []
        star = tr("Remove from favourites") if entry.favourite else tr("Add to favourites")
        offered.append(("star-outline", star, self.toggle_favourite))
        if entry.removable:
            offered.append(("delete-outline", tr("Remove"), lambda: self._remove(entry)))
        for icon, text, does in offered:
            menu.addAction(icons.icon(icon), text).triggered.connect(lambda _on=False, does=does: does())
        menu.exec(place)
        menu.deleteLater()

    def _remove(self, entry: Entry | None) -> None:
        if entry is None:
            return
        if not entry.removable:
            self._desk.bar.warn(
                tr("{name} can't be removed here: it {whence}.", name=entry.voice.name, whence=_whence(entry))
            )
            return
        self._tasks.start(self._removed(entry.voice))

    async def _removed(self, voice: Voice) -> None:
        client = self._desk.client
        assert client is not None
        if voice.origin == "own":
            await client.recordings.remove_voice(voice.id)
            self._desk.bar.tell(tr("{name} is removed, with the recording it was made of.", name=voice.name))
        else:
            await client.voices.remove_blend(voice.id)
            undo = bool(voice.parts)
            self._desk.bar.tell(
                tr("{name} is removed.", name=voice.name),
                action=tr("Undo") if undo else "",
                todo=(lambda: self._tasks.start(self._put_back(voice))) if undo else None,
            )
        self.changed.emit()

    async def _put_back(self, voice: Voice) -> None:
        client = self._desk.client
        assert client is not None
        made = await client.voices.blend(voice.name, dict(voice.parts))
        self._desk.bar.tell(tr("{name} is back, under a new number.", name=made.name))
        self.changed.emit()

    def _scan(self) -> None:
        if self._desk.client is not None:
            self.scan_button.setEnabled(False)
            self._tasks.start(self._scanned(), replacing="scan", on_end=lambda: self.scan_button.setEnabled(True))

    async def _scanned(self) -> None:
        client = self._desk.client
        assert client is not None
        before = {voice.id for voice in self._voices}
        unusable = await client.voices.rescan()
        listed = await client.voices.catalogue()
        self.show_voices(listed, self._names)
        self.show_folder(VoiceFolder(self._place, unusable))
        fresh = [voice for voice in listed if voice.id not in before]
        told = trn("{count} new voice", "{count} new voices", len(fresh)) if fresh else tr("No new voice")
        self._desk.bar.tell(tr("{told} in the folder.", told=told))
        if fresh:
            self.select(fresh[0].id)

    def _open_folder(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(self._place)):
            QGuiApplication.clipboard().setText(self._place)
            self._desk.bar.tell(tr("The folder is {place}; its path is on the clipboard.", place=self._place))


class VoiceTable(Table):
    """Voices: Space asks to hear one, F makes it a favourite."""

    heard = Signal()
    starred = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and F; the rest as in any table."""
        if event.key() == Qt.Key.Key_Space:
            self.heard.emit()
        elif event.key() == Qt.Key.Key_F and not event.modifiers():
            self.starred.emit()
        else:
            super().keyPressEvent(event)


def _whence(entry: Entry) -> str:
    if entry.voice.origin == "file":
        return tr("comes from a file of the folder of voices; take the file out and scan again")
    if entry.voice.origin == "endpoint":
        return tr("belongs to the endpoint of the server's settings")
    return tr("is packaged")

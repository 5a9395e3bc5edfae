"""The settings: sections on the left, the cards of one of them on the right."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cached_property

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.client.faults import ApiError
from app.language import tr
from app.panels.about_card import AboutCard
from app.panels.backups_card import BackupsCard
from app.panels.clients_card import ClientsCard
from app.panels.panel import MARGIN, Desk, Panel
from app.panels.server_settings import ServerGroupCard, ServerSettingsForm
from app.panels.settings_rows import WindowSettings
from app.panels.shortcuts_card import ShortcutsCard
from app.panels.storage_card import StorageCard
from app.panels.targets_card import TargetsCard
from app.panels.voice_folder_card import VoiceFolderCard
from app.panels.writing_settings import WritingCard
from app.settings import GROUPS
from app.settings.sections import SECTIONS, Section
from app.settings.session import Shown
from app.theme import icons, look
from app.widgets.by_turns import dressed
from app.widgets.cards import card, label, scrolled
from app.widgets.forms import Field

LIST_WIDTH = 220
PAGE_WIDTH = 820
ROLE = int(Qt.ItemDataRole.UserRole)
SERVER_PATH = "/studio/settings/server"
VOICES_PATH = "/studio/voices"


class SettingsPanel(Panel):
    """Every setting, section by section. It opens with a section's name.

    A section that the server does not have, or does not show to others than its owner, is left out.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._editors: dict[str, QWidget] = {}
        self._fields: dict[str, Field] = {}
        self.areas: dict[str, QScrollArea] = {}
        self._columns: dict[str, QVBoxLayout] = {}
        self._wanted = ""
        self._pieces: dict[str, Iterator[None]] = {}
        self.form = ServerSettingsForm(desk, self.tasks)
        self.list = QListWidget()
        self._stack = QStackedWidget()
        self._build()

    @cached_property
    def writing(self) -> WritingCard:
        """Who writes."""
        return WritingCard(self.desk)

    @cached_property
    def voice_folder(self) -> VoiceFolderCard:
        """Voices of the user's own."""
        return VoiceFolderCard(self.desk)

    @cached_property
    def storage(self) -> StorageCard:
        """What uses the disk."""
        return StorageCard(self.desk, self.tasks)

    @cached_property
    def backups(self) -> BackupsCard:
        """Copies of everything."""
        return BackupsCard(self.desk, self.tasks)

    @cached_property
    def clients(self) -> ClientsCard:
        """Who may use the server."""
        return ClientsCard(self.desk, self.tasks)

    @cached_property
    def targets(self) -> TargetsCard:
        """Where episodes are published."""
        return TargetsCard(self.desk, self.tasks)

    @cached_property
    def about(self) -> AboutCard:
        """The program itself."""
        return AboutCard(self.desk, self.tasks)

    @property
    def editors(self) -> Mapping[str, QWidget]:
        """What the window's own settings are changed with, by their keys."""
        for section in SECTIONS:
            self._fill(section)
        return self._editors

    @property
    def fields(self) -> Mapping[str, Field]:
        """The rows that hold the editors, by the settings' keys."""
        for section in SECTIONS:
            self._fill(section)
        return self._fields

    @property
    def area(self) -> QScrollArea:
        """The part of the page that scrolls."""
        return self.areas[self.section]

    @property
    def section(self) -> str:
        """The section that is shown."""
        item = self.list.currentItem()
        return str(item.data(ROLE)) if item is not None else SECTIONS[0].key

    def show_section(self, key: str) -> None:
        """Turn to a section, now or once the server is known to have it."""
        self._wanted = key
        for place in range(self.list.count()):
            item = self.list.item(place)
            if item.data(ROLE) == key and not item.isHidden():
                self.list.setCurrentRow(place)

    def state(self) -> Shown:
        """The section."""
        return {"section": self.section}

    def resume(self, state: Shown) -> None:
        """Turn to it again."""
        if state.get("section"):
            self.show_section(str(state["section"]))

    def open(self, payload: object) -> None:
        """Show a section."""
        self.show_section(str(payload))
        self.reload()

    def arrive(self) -> None:
        """The arrow keys go from section to section."""
        self.list.setFocus()

    async def refresh(self) -> None:
        """Read what the server keeps; what it does not show is left out."""
        for section in SECTIONS:
            offered = not section.needs or await self._can(self._reading(section), needs=section.needs)
            self._offer(section, offered)
            if offered:
                for _piece in self._filling(section):
                    await asyncio.sleep(0)  # the window's turn: each piece takes some milliseconds to be made
        if SERVER_PATH in self.desk.offered:
            await self._can(self._read_form, needs=SERVER_PATH)
        offered = VOICES_PATH in self.desk.offered and await self._can(self.voice_folder.refresh, needs=VOICES_PATH)
        self.voice_folder.setVisible(offered)
        await self.about.refresh()

    def _reading(self, section: Section) -> Callable[[], Awaitable[None]]:
        if section.key == "speech":
            return self._read_form
        part = self._part(section)
        assert part is not None
        refresh: Callable[[], Awaitable[None]] = part.refresh  # type: ignore[attr-defined]
        return refresh

    async def _read_form(self) -> None:
        await self.form.refresh(self._place)

    async def _can(self, read: Callable[[], Awaitable[None]], *, needs: str) -> bool:
        """Read a part; False where the server does not have it or keeps it to its owner."""
        if needs not in self.desk.offered:
            return False
        try:
            await read()
        except ApiError as refused:
            if refused.code != "owner_only":
                raise
            return False
        return True

    def _place(self, made: ServerGroupCard) -> None:
        section = next((each for each in SECTIONS if made.name in each.groups), SECTIONS[-1])
        column = self._columns[section.key]
        column.insertWidget(column.count() - 1, made)

    def _offer(self, section: Section, offered: bool) -> None:
        place = next(n for n, each in enumerate(SECTIONS) if each.key == section.key)
        self.list.item(place).setHidden(not offered)
        if offered and self._wanted == section.key:
            self.list.setCurrentRow(place)
        if not offered and self.section == section.key:
            self.list.setCurrentRow(0)

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(tr("Settings"), "title"))
        words.addWidget(label(tr("Changes are saved as you make them."), "muted"))
        self.page.addLayout(words)
        left, column = card(padding=8, spacing=0)
        left.setFixedWidth(LIST_WIDTH)
        self.list.setAccessibleName(tr("Sections"))
        look(self.list, "lines")
        self.list.setSpacing(1)
        self.list.setIconSize(QSize(18, 18))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column.addWidget(self.list)
        for section in SECTIONS:
            item = QListWidgetItem(icons.icon(section.icon), tr(section.title))
            item.setData(ROLE, section.key)
            item.setToolTip(tr(section.words))
            item.setSizeHint(QSize(0, 40))
            item.setHidden(bool(section.needs))
            self.list.addItem(item)
            self._stack.addWidget(self._page(section))
        self.list.currentRowChanged.connect(self._turn)
        self.list.itemClicked.connect(lambda item: self.show_section(str(item.data(ROLE))))
        self.list.setCurrentRow(0)
        line = QHBoxLayout()
        line.setSpacing(16)
        sections = QVBoxLayout()
        sections.setContentsMargins(0, 0, 0, MARGIN)
        sections.addWidget(left)
        line.addLayout(sections)
        line.addWidget(self._stack, 1)
        self.run_to_the_end()
        self.page.addLayout(line, 1)

    def _page(self, section: Section) -> QWidget:
        content = QWidget()
        content.setMaximumWidth(PAGE_WIDTH)
        column = self._columns[section.key] = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 10, MARGIN)
        column.setSpacing(16)
        column.addStretch(1)
        area = self.areas[section.key] = scrolled(content)
        return area

    def _turn(self, place: int) -> None:
        self._fill(SECTIONS[place])
        self._stack.setCurrentIndex(place)

    def _fill(self, section: Section) -> None:
        """Make what a section holds, or what of it is not made yet."""
        for _piece in self._filling(section):
            pass

    def _filling(self, section: Section) -> Iterator[None]:
        """Make it in pieces; who asks again goes on from where it stands."""
        if section.key not in self._pieces:
            self._pieces[section.key] = self._made(section)
        return self._pieces[section.key]

    def _made(self, section: Section) -> Iterator[None]:
        """What a section holds comes before the groups of the server's settings that are there already."""
        made: list[QWidget] = [self.form.notice()] if section.groups else []
        if section.key in GROUPS:
            title, words = GROUPS[section.key]
            settings = WindowSettings(self.desk, section.key, title=tr(title), words=tr(words))
            self._editors.update(settings.editors)
            self._fields.update(settings.fields)
            made.append(settings)
            yield
        part = self._part(section)
        yield
        for place, each in enumerate([*made, part] if part is not None else made):
            self._columns[section.key].insertWidget(place, each)
            yield
        yield from dressed(self.areas[section.key])

    def _part(self, section: Section) -> QWidget | None:
        """The card that a section has of its own."""
        makers: dict[str, Callable[[], QWidget]] = {
            "writing": lambda: self.writing,
            "speech": lambda: self.voice_folder,
            "storage": lambda: self.storage,
            "backups": lambda: self.backups,
            "clients": lambda: self.clients,
            "targets": lambda: self.targets,
            "about": lambda: self.about,
            "shortcuts": ShortcutsCard,
        }
        return makers[section.key]() if section.key in makers else None

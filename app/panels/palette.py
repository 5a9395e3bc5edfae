"""The palette (Ctrl+K): every panel, action, setting and thing, found by a few letters of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.search import PATH, Found
from app.language import tr
from app.models import places, recents
from app.models.ranking import ranked
from app.models.recents import Thing
from app.panels.actions import Actions
from app.panels.panel import Desk
from app.settings import GROUPS, SETTINGS
from app.tasks import Tasks
from app.theme import icons, look
from app.widgets.cards import label
from app.widgets.finds import FindList, FindRow, shown_from

WIDTH, HEIGHT = 680, 520
ABOVE = 64
"""Between the top of the window and the palette, where there is room."""
MOST = 24
FIRST_THINGS = 6
FOUND = 6
LEAST_LETTERS = 2
"""Typed letters from which on everything is searched."""
PAUSE_MS = 220
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


class Palette(QWidget):
    """Lies over the window while it is open. Escape, or a click beside it, closes it."""

    def __init__(self, desk: Desk, actions: Actions, owner: QWidget, *, panels: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(owner)
        self._desk, self._actions = desk, actions
        self._panels = tuple(panels)
        self._things: tuple[Thing, ...] = ()
        self._found: tuple[Found, ...] = ()
        self._moved = False
        self._before: QWidget | None = None
        self.tasks = Tasks(self)
        self.tasks.failed.connect(self._not_searched)
        self.field = QLineEdit()
        self.list = FindList(tr("Actions and things"))
        self._build()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self.field.textChanged.connect(self._typed)
        self.list.chosen.connect(self._choose)
        self.field.installEventFilter(self)
        owner.installEventFilter(self)
        self.hide()

    def open(self, typed: str = "") -> None:
        """Show it, empty or with these words."""
        if self.isVisible():
            self.close_again()
            return
        self._before = QApplication.focusWidget()
        self._found, self._moved = (), False
        self.field.setText(typed)
        self.field.selectAll()
        self._lie()
        self.show()
        self.raise_()
        self.field.setFocus()
        self._fill()
        if self._desk.client is not None:
            self.tasks.start(self._read_things(), replacing="things")

    def close_again(self) -> None:
        """Hide it; the keys go where they were."""
        self._pause.stop()
        self.tasks.cancel()
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()
        self._before = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrow keys go through the list while one types; the palette is as large as the window."""
        if watched is self.parent() and event.type() == QEvent.Type.Resize and self.isVisible():
            self._lie()
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in STEPS:
                self._moved = True
                self.list.step(STEPS[key])
                self._say()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.list.take()
                return True
            if key == Qt.Key.Key_Escape:
                self.close_again()
                return True
            if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                return True  # there is nowhere else to go
        return False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside it closes it."""
        if not self.frame.geometry().contains(event.position().toPoint()):
            self.close_again()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The window behind it steps back."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(0, 0, 0, 110))

    def _build(self) -> None:
        self.setAccessibleName(tr("Palette"))
        self.frame = QFrame(self)
        look(self.frame, "card")
        self.field.setPlaceholderText(tr("An action, a setting, or words of anything you made"))
        self.field.setAccessibleName(tr("Find an action or a thing"))
        self.field.addAction(icons.icon("magnify"), QLineEdit.ActionPosition.LeadingPosition)
        self.field.setMinimumHeight(42)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._nothing = label("", "muted")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        foot = QHBoxLayout()
        foot.setContentsMargins(4, 0, 4, 0)
        foot.addWidget(label(tr("↑ ↓ to choose, Enter to open, Esc to close"), "small"))
        foot.addStretch(1)
        column = QVBoxLayout(self.frame)
        column.setContentsMargins(12, 12, 12, 10)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self._nothing)
        column.addWidget(self.list, 1)
        column.addLayout(foot)

    def _lie(self) -> None:
        owner = self.parent()
        assert isinstance(owner, QWidget)
        self.setGeometry(owner.rect())
        width, height = min(WIDTH, self.width() - 48), min(HEIGHT, self.height() - 64)
        top = min(ABOVE, (self.height() - height) // 2)
        self.frame.setGeometry((self.width() - width) // 2, top, width, height)

    async def _read_things(self) -> None:
        client = self._desk.client
        if client is not None:
            self._things = await recents.things(client, str(self._desk.values.get("recent.opened")))
            self._fill(keep=self._moved)

    def _typed(self) -> None:
        self._found, self._moved = (), False
        self._fill()
        if self._desk.client is not None and PATH in self._desk.offered and len(self._words) >= LEAST_LETTERS:
            self._pause.start()
        else:
            self._pause.stop()

    @property
    def _words(self) -> str:
        return self.field.text().strip()

    def _search(self) -> None:
        if self.isVisible():
            self.tasks.start(self._read_found(self._words), replacing="search")

    async def _read_found(self, words: str) -> None:
        client = self._desk.client
        if client is None:
            return
        finds = await client.search.find(words, limit=FOUND)
        if words == self._words:
            self._found = finds.found
            self._fill(keep=self._moved)

    def _not_searched(self, error: Exception) -> None:
        """What can be done without the server stays; what went wrong is said below the list's end."""
        if not isinstance(error, ApiError):
            self._desk.bar.complain(error)

    def _fill(self, *, keep: bool = False) -> None:
        typed = self._words
        own = [*self._of_panels(), *self._of_actions(), *self._of_settings()]
        things = [self._of_thing(thing) for thing in self._things]
        rows: list[FindRow] = []
        if typed:
            best = _ranked(typed, [*own, *things])
            rows += best
            found = [self._of_found(each) for each in self._found]
            if found or (PATH in self._desk.offered and len(typed) >= LEAST_LETTERS):
                rows.append(FindRow(tr("In all my things"), heading=True))
                rows += found
                more = partial(self._desk.go, "search", typed)
                rows.append(FindRow(tr("Search for “{words}”", words=typed), "text-search", subject=more))
        else:
            if things:
                rows += [FindRow(tr("Lately"), heading=True), *things[:FIRST_THINGS]]
            rows += [FindRow(tr("Go to"), heading=True), *self._of_panels()]
            rows += [FindRow(tr("Do"), heading=True), *self._of_actions()]
        self.list.show_rows(rows, keep=keep)
        self._nothing.setVisible(not rows)
        self._nothing.setText(tr("Nothing is called like that."))
        self._say()

    def _of_panels(self) -> list[FindRow]:
        return [
            FindRow(title, icon, detail=tr("Panel"), keys=_native(keys), subject=partial(self._desk.go, name))
            for (name, title, icon), keys in zip(self._panels, _digits(), strict=False)
        ]

    def _of_actions(self) -> list[FindRow]:
        return [
            FindRow(
                self._actions.title(action),
                action.icon,
                detail=tr("Settings") if action.name.startswith("settings-") else "",
                keys=_native(action.keys),
                enabled=self._actions.can(action),
                subject=_Named(tr(action.words), partial(self._actions.run, action.name)),
            )
            for action in self._actions.offered
            if action.name != "palette"
        ]

    def _of_settings(self) -> list[FindRow]:
        return [
            FindRow(
                tr(setting.label),
                "tune-variant",
                detail=tr("Settings · {section}", section=tr(GROUPS[setting.group][0])),
                subject=_Named(tr(setting.help), partial(self._desk.go, "settings", setting.group)),
            )
            for setting in SETTINGS
            if setting.shown
        ]

    def _of_thing(self, thing: Thing) -> FindRow:
        return FindRow(thing.title, thing.icon, detail=thing.about, subject=partial(self._desk.go, *thing.place))

    def _of_found(self, found: Found) -> FindRow:
        _, icon = places.KINDS.get(found.kind, ("", "file-outline"))
        text, marks = found.title, found.title_marks
        if not marks and found.excerpts:
            text, marks = shown_from(found.excerpts[0].text, found.excerpts[0].marks)
        about = places.where(found) if found.title_marks else f"{found.title} · {places.where(found)}"
        go = partial(self._desk.go, *places.place_of(found))
        return FindRow(text or tr("Untitled"), icon, marks, detail=about, subject=go)

    def _choose(self, row: FindRow) -> None:
        self.close_again()
        does = row.subject
        if callable(does):
            does()

    def _say(self) -> None:
        row = self.list.current()
        self.field.setAccessibleDescription(row.said if row is not None else tr("Nothing is called like that."))


class _Named:
    """What is done, and further words that it is found by."""

    def __init__(self, words: str, does: Callable[[], object]) -> None:
        self.words = words
        self._does = does

    def __call__(self) -> object:
        return self._does()


def _ranked(typed: str, rows: Sequence[FindRow]) -> list[FindRow]:
    words = [" ".join(filter(None, (row.text, row.detail, *_further(row)))) for row in rows]
    return ranked(typed, rows, names=[row.text for row in rows], words=words, most=MOST)


def _further(row: FindRow) -> tuple[str, ...]:
    return (row.subject.words,) if isinstance(row.subject, _Named) else ()


def _digits() -> list[str]:
    return [*(f"Ctrl+{digit}" for digit in range(1, 10)), *[""] * 20]


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""

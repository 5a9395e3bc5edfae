"""The icon in the tray: how far running work is, what ended while nobody looked, and the way back to the window."""

from __future__ import annotations

from typing import Any, Protocol, cast

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from app.client.events import GAP, Event
from app.language import tr
from app.models.news import News, Progress, news_of
from app.panels.actions import Actions
from app.panels.panel import Desk
from app.tasks import Tasks
from app.theme import colour, icons

SIZE = 64
LISTED = 5
SHOWN_MS = 10_000
LONGEST = 46
"""Characters of a title in the menu."""


class TrayIcon(Protocol):
    """What is used of `QSystemTrayIcon`."""

    activated: Any
    messageClicked: Any  # noqa: N815 - Qt's name

    def setIcon(self, icon: QIcon, /) -> None: ...
    def setToolTip(self, tip: str, /) -> None: ...
    def setContextMenu(self, menu: QMenu | None, /) -> None: ...
    def setVisible(self, visible: bool, /) -> None: ...
    def showMessage(self, title: str, text: str, icon: QIcon, ms: int, /) -> None: ...


class Tray(QObject):
    """The icon where the platform has a tray, and notifications where it shows them.

    Without a tray the window's entry in the task bar asks for attention. `shown` asks for the window.
    """

    shown = Signal()

    def __init__(self, desk: Desk, actions: Actions, window: QWidget, *, icon: TrayIcon | None = None) -> None:
        super().__init__(window)
        self._desk, self._actions, self._window = desk, actions, window
        self.progress = Progress()
        self._last: News | None = None
        self._percent, self._tip = -1, ""
        self._tasks = Tasks(self)
        self._icon = icon if icon is not None else self._of_platform()
        self.menu = QMenu(window)
        self.menu.aboutToShow.connect(self.fill)
        if self._icon is not None:
            self._icon.setContextMenu(self.menu)
            self._icon.activated.connect(self._activated)
            self._icon.messageClicked.connect(self._open_last)
        desk.values.changed.connect(lambda _key: self.dress())
        self.dress()

    @property
    def keeps(self) -> bool:
        """Whether the program goes on in the tray when the window is closed."""
        return self._visible and bool(self._desk.values.get("notices.keep"))

    @property
    def _visible(self) -> bool:
        return self._icon is not None and bool(self._desk.values.get("notices.tray"))

    def begin(self) -> None:
        """Read what is under way."""
        if self._desk.client is not None:
            self._tasks.start(self._read(), replacing="running", on_error=lambda _error: None)

    def take(self, event: Event) -> None:
        """Something happened on the server."""
        if event.name == GAP.name:
            self.begin()
            return
        if self.progress.take(event):
            self.dress()
        news = news_of(event)
        if news is not None and self._desk.values.get(f"notices.{news.occurrence}") and not self._in_front():
            self.tell(news)

    def tell(self, news: News) -> None:
        """Tell it outside the window."""
        self._last = news
        if self._visible and self._icon is not None:
            self._icon.showMessage(news.title, news.text, _window_icon(), SHOWN_MS)
        else:
            QApplication.alert(self._window)

    def tell_that_it_stays(self) -> None:
        """Say once where the program is after the window was closed."""
        if self._icon is not None and not self._desk.values.get("notices.told"):
            self._desk.values.keep("notices.told", True)
            words = tr("Running work goes on. The icon brings the window back and ends the program.")
            self._icon.showMessage(tr("Quillcast is in the tray"), words, _window_icon(), SHOWN_MS)

    def dress(self) -> None:
        """Show how things stand."""
        if self._icon is None:
            return
        percent = int(self.progress.fraction * 100) if self.progress.running else -1
        if percent != self._percent or percent < 0:
            self._percent = percent
            self._icon.setIcon(_drawn(self.progress.fraction if self.progress.running else None))
        # Each change goes to the desktop environment by a message of its own: only what is new does.
        tip = f"Quillcast · {self.progress.sentence}"
        if tip != self._tip:
            self._tip = tip
            self._icon.setToolTip(tip)
        self._icon.setVisible(self._visible)

    def close(self) -> None:
        """Take the icon away."""
        if self._icon is not None:
            self._icon.setVisible(False)

    def fill(self) -> None:
        """Offer the window, what is under way, and the end."""
        self.menu.clear()
        self.menu.addAction(tr("Show the window")).triggered.connect(lambda _on=False: self.shown.emit())
        self._add("new-order")
        self.menu.addSeparator()
        for each in self.progress.running[:LISTED]:
            title = each.title if len(each.title) <= LONGEST else each.title[: LONGEST - 1] + "…"
            made = self.menu.addAction(f"{each.percent} %  {title}")
            made.triggered.connect(lambda _on=False, subject=each.id: self._go("queue", subject))
        if not self.progress.running:
            self.menu.addAction(self.progress.sentence).setEnabled(False)
        self.menu.addSeparator()
        self._add("quit")

    async def _read(self) -> None:
        client = self._desk.client
        if client is not None:
            self.progress.begin((await client.requests.page(state="processing", limit=50)).rows)
            self.dress()

    def _add(self, name: str) -> None:
        action = next(each for each in self._actions.offered if each.name == name)
        made = self.menu.addAction(icons.icon(action.icon), self._actions.title(action))
        made.triggered.connect(lambda _on=False: self._run(name))
        made.setEnabled(self._actions.can(action))

    def _run(self, name: str) -> None:
        if name != "quit":
            self.shown.emit()
        self._actions.run(name)

    def _go(self, panel: str, subject: object) -> None:
        self.shown.emit()
        self._desk.go(panel, subject)

    def _open_last(self) -> None:
        if self._last is not None:
            self._go(*self._last.place)

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.shown.emit()

    def _in_front(self) -> bool:
        return self._window.isActiveWindow() and not self._window.isMinimized()

    def _of_platform(self) -> TrayIcon | None:
        return cast("TrayIcon", QSystemTrayIcon(self)) if QSystemTrayIcon.isSystemTrayAvailable() else None


def _window_icon() -> QIcon:
    return icons.icon("waveform", tone="accent")


def _drawn(fraction: float | None) -> QIcon:
    """The program's sign; with a ring around it while something is under way."""
    picture = QPixmap(SIZE, SIZE)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inset = 4 if fraction is None else 13
    icons.draw(painter, QRectF(inset, inset, SIZE - 2 * inset, SIZE - 2 * inset), "waveform", colour("accent"))
    if fraction is not None:
        ring = QRectF(4, 4, SIZE - 8, SIZE - 8)
        painter.setPen(QPen(colour("edge"), 6))
        painter.drawEllipse(ring)
        painter.setPen(QPen(colour("accent"), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawArc(ring, 90 * 16, -int(fraction * 360 * 16))
    painter.end()
    return QIcon(picture)

"""What every screen is drawn with: the window in the asked size and language, and a picture in light and dark."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from app.application import speak
from app.settings import Values
from app.tasks import Tasks
from app.theme import Theme
from app.window import Window

WAIT_S = 300.0
PALETTES = ("dark", "light")
LATE = "try again."
"""How the message ends that a server answers late, as on a machine at its limit: not what is to be shown."""
Shot = Callable[..., Awaitable[None]]
"""Draws what it is given a name for: the window, or what ``drawn`` answers; with ``moving`` it waits for nothing that
is under way."""


@dataclass(slots=True)
class Camera:
    """How pictures are made. `wanted` names them, none for all; `size` is the window's, in points."""

    folder: Path
    wanted: frozenset[str] = frozenset()
    language: str = "en"
    size: tuple[int, int] = (1280, 800)
    contrast: bool = False
    mirrored: bool = False
    made: list[str] = field(default_factory=list)

    def wants(self, *names: str) -> bool:
        """Whether any of these is to be drawn."""
        return not self.wanted or not self.wanted.isdisjoint(names)

    def open(self, application: QApplication, data: Path) -> tuple[Window, Shot]:
        """A window with settings of its own, and what draws it as it stands."""
        speak(application, self.language)
        if self.mirrored:
            application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        theme = Theme(application)
        theme.choose("dark", contrast=self.contrast)
        window = Window(Values(data), theme)
        window.resize(*self.size)
        window.show()

        in_use = ["dark"]

        async def shot(name: str, *, moving: bool = False, drawn: Callable[[], QPixmap] | None = None) -> None:
            if self.wanted and name not in self.wanted:
                return
            await (asyncio.sleep(0.4) if moving else settled(window))
            if window.bar.text.endswith(LATE):
                window.bar.dismiss()
                await asyncio.sleep(0.1)
            # Painting in other colours is dear: a screen begins with those that the one before ended with.
            for palette in PALETTES:
                picture = drawn() if drawn is not None else window.grab()
                picture.save(str(self.folder / f"{name}-{in_use[-1]}.png"))
                if palette != PALETTES[-1]:
                    in_use.append("light" if in_use.pop() == "dark" else "dark")
                    theme.choose(in_use[-1], contrast=self.contrast)
                    theme.finish()
                    # Documents are set anew.
                    await (asyncio.sleep(0.4) if moving else settled(window))
            self.made.append(name)

        return window, shot


async def until(condition: Callable[[], object], what: str) -> None:
    """Let the window work until a condition holds."""
    ends = asyncio.get_running_loop().time() + WAIT_S
    while not condition():
        if asyncio.get_running_loop().time() > ends:
            raise TimeoutError(f"the screen never showed {what}")
        await asyncio.sleep(0.05)


async def settled(window: Window) -> None:
    """Let all calls end and the last paint happen."""
    await asyncio.sleep(0.05)
    await until(
        lambda: not any(tasks.running for tasks in window.findChildren(Tasks) if tasks is not window.tasks),
        "everything loaded",
    )
    await asyncio.sleep(0.25)


async def patiently(window: Window, act: Callable[[], object], done: Callable[[], object], what: str) -> None:
    """Do something until it is done: a worker has little time, and may miss it on a machine at its limit."""
    for _try in range(6):
        act()
        await settled(window)
        if done():
            return
    raise TimeoutError(f"{what} never came")


def with_popup(window: Window, popup: QWidget) -> QPixmap:
    """The window with what is open over it, which is a window of its own."""
    picture = window.grab()
    painter = QPainter(picture)
    painter.drawPixmap(popup.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0)), transparent(popup))
    painter.end()
    return picture


def transparent(widget: QWidget) -> QPixmap:
    """A widget without what is behind its corners."""
    picture = QPixmap(widget.size() * widget.devicePixelRatio())
    picture.setDevicePixelRatio(widget.devicePixelRatio())
    picture.fill(Qt.GlobalColor.transparent)
    widget.render(picture)
    return picture

"""A change of colours reaches everything, part by part: what is seen at once, what is hidden before it is seen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import window_pages
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QMenu, QWidget
from stub_api import TOKEN, StubApi

from app.client import Client
from app.settings import Values
from app.theme import DARK, LIGHT, Theme, dressing, look
from app.widgets.cards import label
from app.window import PANELS, Window

Until = Callable[..., Awaitable[None]]
ALL = tuple(entry.name for entry in PANELS)


def sheet_of(widget: QWidget | None) -> str:
    """The style sheet that counts for a widget: the nearest one."""
    while widget is not None and not widget.styleSheet():
        widget = widget.parentWidget()
    return "" if widget is None else widget.styleSheet()


class Painted(QObject):
    """Notes every widget of a window that is painted in colours that are no longer the present ones."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__()
        self._theme, self._window = theme, window
        self.stale: list[str] = []
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and watched.window() is self._window:
            self.count += 1
            if not dressing._only_holds(watched) and sheet_of(watched) != self._theme._sheet:
                self.stale.append(f"{type(watched).__name__} {watched.accessibleName()}")
        return False


@asynccontextmanager
async def a_window(theme: Theme, folder: Path, api: StubApi, names: Sequence[str] = ALL) -> AsyncIterator[Window]:
    """A connected window in which these panels are built."""
    window = Window(Values(folder, secrets=window_pages.NoKeyring(folder)), theme)
    window.show()
    window.connect_to(Client(api.address, TOKEN))
    await window_pages.until(lambda: window.desk.offered, "a connection")
    for name in names:
        window.show_panel(name)
        await window_pages.settled(window)
    yield window
    window.hide()
    await window.leave_server()
    window.deleteLater()
    await asyncio.sleep(0)


async def pictures(window: Window) -> dict[str, QImage]:
    """Every panel, as it is painted."""
    made: dict[str, QImage] = {}
    for name in ALL:
        window.show_panel(name)
        await window_pages.settled(window)
        window.setFocus()
        made[name] = window.grab().toImage()
    return made


async def test_after_a_change_every_panel_looks_as_if_it_had_been_built_so(
    theme: Theme, tmp_path: Path, api: StubApi, until: Until
) -> None:
    window_pages.fill(api)
    theme.choose("light")
    async with a_window(theme, tmp_path / "first", api) as window:
        window.finder.open()
        window.finder.close_again()
        theme.choose("dark")
        await until(lambda: theme.settled, "the last part")
        changed = await pictures(window)
    async with a_window(theme, tmp_path / "second", api) as window:
        built = await pictures(window)

    assert [name for name, image in changed.items() if image != built[name]] == []


async def test_nothing_is_painted_in_the_old_colours(theme: Theme, tmp_path: Path, api: StubApi, until: Until) -> None:
    window_pages.fill(api)
    theme.choose("light")
    names = ("queue", "settings", "create")
    async with a_window(theme, tmp_path, api, names) as window:
        painted = Painted(theme, window)
        QApplication.instance().installEventFilter(painted)  # type: ignore[union-attr]
        for choice in ("dark", "light"):
            theme.choose(choice, contrast=choice == "light")
            for name in names:
                # Before the parts of these panels have had their turn.
                window.show_panel(name)
                await until(window.updatesEnabled, "a picture")
                await asyncio.sleep(0)
        await until(lambda: theme.settled, "the last part")
        QApplication.instance().removeEventFilter(painted)  # type: ignore[union-attr]

    assert painted.count > 0
    assert painted.stale == []


@pytest.fixture
async def large(theme: Theme) -> AsyncIterator[QWidget]:
    """A window of two holders with more widgets than one part may have, of which the second is hidden."""
    theme.choose("light")
    window = QWidget()
    row = QHBoxLayout(window)
    for _place in range(2):
        holder = QWidget()
        inside = QHBoxLayout(holder)
        for number in range(dressing.PART):
            inside.addWidget(label(str(number)))
        row.addWidget(holder)
    theme.adopt(window)
    window.show()
    row.itemAt(1).widget().hide()  # type: ignore[union-attr]
    yield window
    window.hide()
    window.deleteLater()
    await asyncio.sleep(0)
    theme.choose("dark")


def held(window: QWidget, place: int) -> list[QLabel]:
    """The labels of a holder."""
    return window.layout().itemAt(place).widget().findChildren(QLabel)  # type: ignore[union-attr]


async def test_what_is_seen_is_dressed_first_and_the_window_keeps_its_picture_until_then(
    theme: Theme, large: QWidget, until: Until
) -> None:
    theme.choose("dark")
    assert not large.updatesEnabled()
    await until(large.updatesEnabled, "a new picture")

    assert {sheet_of(each) for each in held(large, 0)} == {theme._sheet}
    await until(lambda: theme.settled, "the last part")
    assert {sheet_of(each) for each in held(large, 1)} == {theme._sheet}


async def test_a_hidden_part_is_dressed_before_it_is_seen(theme: Theme, large: QWidget, until: Until) -> None:
    theme.choose("dark")
    large.layout().itemAt(1).widget().show()  # type: ignore[union-attr]
    await until(large.updatesEnabled, "a new picture")

    assert {sheet_of(each) for each in held(large, 1)} == {theme._sheet}
    shown = held(large, 1)[0]
    assert shown.palette().windowText().color().name() == DARK.text


async def test_what_comes_later_has_the_present_colours(theme: Theme, large: QWidget, until: Until) -> None:
    theme.choose("dark")
    await until(lambda: theme.settled, "the last part")
    holder = large.layout().itemAt(0).widget()  # type: ignore[union-attr]
    late, menu = label("late"), QMenu(holder)
    holder.layout().addWidget(late)  # type: ignore[union-attr]
    menu.ensurePolished()
    await until(late.isVisible, "the label")

    assert (sheet_of(late), sheet_of(menu)) == (theme._sheet, theme._sheet)


async def test_a_part_that_moves_into_another_is_dressed_with_it(theme: Theme, large: QWidget, until: Until) -> None:
    theme.choose("dark")
    await until(lambda: theme.settled, "the last part")
    moved, card = held(large, 0)[0], QWidget(large)
    look(card, "card")
    QHBoxLayout(card).addWidget(moved)
    theme.choose("light")
    theme.finish()

    assert theme.settled
    assert sheet_of(moved) == theme._sheet
    assert moved.palette().windowText().color().name() == LIGHT.text


async def test_a_window_that_was_not_shown_yet_is_dressed_whole(theme: Theme) -> None:
    theme.choose("light")
    window = QWidget()
    theme.adopt(window)
    theme.choose("dark")

    assert theme.settled
    assert window.styleSheet() == theme._sheet
    window.deleteLater()

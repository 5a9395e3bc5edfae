"""Screens of what belongs to the whole window: the File menu, the palette, the search, the first steps, the tray."""

from __future__ import annotations

# ruff: noqa: N802 - Qt's names
import asyncio
from types import SimpleNamespace

from camera import settled, transparent, until, with_popup
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap

from app.application import Desktop
from app.client.bundles import Bundles, TakenBundle
from app.client.events import Link
from app.panels.tray import Tray
from app.theme import colour

TRAY_SIZE = QSize(760, 420)
BAR_HEIGHT = 40


def found(api) -> list[dict[str, object]]:
    """What a search for "lake water" finds in the example studio."""
    done = [row for row in api.contents.requests if row["status"] == 100]
    audio = next(row for row in done if row["output_type"] == "audio")
    paper = next(row for row in done if row["output_type"] == "briefing_doc")

    def excerpt(text: str, *words: str, **place: int) -> dict[str, object]:
        marks = sorted([text.index(word), text.index(word) + len(word)] for word in words)
        return {"text": text, "marks": marks, **place}

    return [
        {
            "kind": "episode",
            "title": audio["title"],
            "titleMarks": [],
            "updatedOn": audio["requested_on"],
            "requestId": audio["id"],
            "outputType": "audio",
            "excerpts": [
                excerpt("The lake rose by forty centimetres, and the water came back.", "lake", "water", timeMs=61_000),
                excerpt("Why does the water of a lake matter to a town?", "water", "lake", timeMs=4_000),
            ],
        },
        {
            "kind": "document",
            "title": paper["title"],
            "titleMarks": [],
            "updatedOn": paper["requested_on"],
            "requestId": paper["id"],
            "outputType": "briefing_doc",
            "excerpts": [
                excerpt(
                    "Measurements at the weir show that the lake held more water than in any year before.",
                    "lake",
                    "water",
                )
            ],
        },
        {
            "kind": "source",
            "title": "Hydrological yearbook",
            "titleMarks": [],
            "updatedOn": paper["requested_on"],
            "notebookId": "n1",
            "sourceId": "s1",
            "excerpts": [excerpt("Lake water is sampled twice a week.", "Lake water", start=5, end=40, page=12)],
        },
    ]


async def draw(window, api, shot) -> None:
    """Draw all of them."""
    api.contents.found = found(api)
    window.show_panel("queue")
    await settled(window)
    window.finder.open()
    await until(lambda: window.finder._things, "what was worked with lately")
    await shot("palette")
    window.finder.field.setText("lake water")
    await until(lambda: window.finder._found, "what was found")
    await shot("palette-found")
    window.finder.close_again()
    window.show_panel("search")
    await shot("search-empty")
    window.show_panel("search", "lake water")
    await until(lambda: window.panels["search"].finds.found, "what was found")
    window.panels["search"].list.setFocus()
    await shot("search")
    window.show_panel("queue")
    window.tour.start()
    window.tour.action.click()
    await until(lambda: "create" in window.panels and window.panels["create"].sources.sources, "the sample")
    await settled(window)
    await shot("tour")
    made = next(row for row in api.contents.requests if row["status"] == 63)
    window.desk.go("queue", made["id"])
    window.tour._tell_progress("Voicing line 14 of 38", 63)
    await shot("tour-making")
    window.tour.leave()
    await file_menu(window, api, shot)
    await tray(window, shot)
    await bundle(window, api, shot)
    await ended(window, shot)


async def file_menu(window, api, shot) -> None:
    """The File menu, with an episode and a show that were opened."""
    window.show_panel("shows")
    await until(lambda: window.desk.show, "a show")
    done = next(row for row in api.contents.requests if row["status"] == 100 and row["output_type"] == "audio")
    window.show_panel("player", done["id"])
    await until(lambda: window.desk.episode, "an episode")
    await settled(window)
    button = window.side._file_button
    window.file_menu.popup(button.mapToGlobal(QPoint(0, button.height() + 4)))
    await shot("file-menu", drawn=lambda: with_popup(window, window.file_menu))
    window.file_menu.close()


class DrawnIcon(SimpleNamespace):
    """What a desktop's tray is told to show."""

    def __init__(self) -> None:
        unheard = SimpleNamespace(connect=lambda _slot: None)
        super().__init__(activated=unheard, messageClicked=unheard, icon=QIcon(), tip="")

    def setIcon(self, icon: QIcon) -> None:
        self.icon = icon

    def setToolTip(self, tip: str) -> None:
        self.tip = tip

    def setContextMenu(self, menu: object) -> None:
        """It is opened by the picture."""

    def setVisible(self, visible: bool) -> None:
        """A picture shows it."""


async def tray(window, shot) -> None:
    """The tray's icon with its tip and its menu, at the foot of a desktop."""
    icon = DrawnIcon()
    shown = Tray(window.desk, window.deeds, window, icon=icon)
    shown.begin()
    await until(lambda: shown.progress.running, "what is under way")
    shown.menu.popup(window.mapToGlobal(QPoint(300, 200)))
    await settled(window)

    def drawn() -> QPixmap:
        shown._percent = -1
        shown.dress()
        return a_desktop(icon, transparent(shown.menu))

    await shot("tray", drawn=drawn)
    shown.menu.close()
    shown.deleteLater()


def a_desktop(icon: DrawnIcon, menu: QPixmap) -> QPixmap:
    """The lower right of a desktop, with the icon in its bar, the menu and the tip above it."""
    picture = QPixmap(TRAY_SIZE * menu.devicePixelRatio())
    picture.setDevicePixelRatio(menu.devicePixelRatio())
    whole = QRect(QPoint(0, 0), TRAY_SIZE)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ground = QLinearGradient(0, 0, TRAY_SIZE.width(), TRAY_SIZE.height())
    ground.setColorAt(0, colour("side"))
    ground.setColorAt(1, colour("accent"))
    painter.fillRect(whole, ground)
    bar = QRect(0, TRAY_SIZE.height() - BAR_HEIGHT, TRAY_SIZE.width(), BAR_HEIGHT)
    painter.fillRect(bar, colour("side"))
    painter.setPen(colour("text"))
    painter.drawText(bar.adjusted(0, 0, -20, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, "14:32")
    place = QRect(TRAY_SIZE.width() - 104, bar.center().y() - 11, 24, 24)
    icon.icon.paint(painter, place)
    size = menu.deviceIndependentSize().toSize()
    painter.drawPixmap(QPoint(place.right() - size.width() + 60, bar.top() - size.height() - 10), menu)
    words = painter.fontMetrics().horizontalAdvance(icon.tip) + 24
    tip = QRectF(place.right() + 60 - size.width() - words - 14, bar.top() - 44, words, 34)
    painter.setPen(QPen(QColor(colour("edge")), 1))
    path = QPainterPath()
    path.addRoundedRect(tip, 6, 6)
    painter.fillPath(path, colour("raised"))
    painter.drawPath(path)
    painter.setPen(colour("text"))
    painter.drawText(tip, Qt.AlignmentFlag.AlignCenter, icon.tip)
    painter.end()
    return picture


async def bundle(window, api, shot) -> None:
    """An episode that came as a bundle."""
    done = next(row for row in api.contents.requests if row["status"] == 100 and row["output_type"] == "audio")
    taken = TakenBundle(done["id"], done["title"])
    real = Bundles.take
    Bundles.take = answering(taken)  # type: ignore[method-assign]
    try:
        await window.file_menu.bundles._take(SimpleNamespace(name="lake-vell.quillcast"))
    finally:
        Bundles.take = real  # type: ignore[method-assign]
    window.bar._leave.stop()
    await settled(window)
    await shot("bundle-taken")
    window.bar.dismiss()


def answering(taken: TakenBundle):
    """A call that answers this."""

    async def take(*_given: object) -> TakenBundle:
        return taken

    return take


async def ended(window, shot) -> None:
    """What the window says when the server inside of the program is gone."""
    window.show_panel("queue")
    await settled(window)
    program = SimpleNamespace(_ended=asyncio.Event(), values=window.values, window=window, _restart=lambda: None)
    Desktop._server_died(program, "")  # type: ignore[arg-type]
    await shot("server-ended")
    window.bar.dismiss()
    window._has_ended = False
    window.show_link(Link.LIVE, "")

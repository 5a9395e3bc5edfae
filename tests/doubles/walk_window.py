"""Walks through every panel of the window and prints what is wrong with what it shows, a line each.

    walk_window.py LANGUAGE THEME SCALE [SIZE [PICTURES]]

LANGUAGE is ``en`` or ``de``, or ``ar`` for English words laid out from right to left; THEME ``light`` or ``dark``, or
one of them with ``-contrast`` for high contrast; SCALE a percentage. The window is as small as it may be, or of a SIZE
in points (``3840x2160``), and the server the stub with the example studio. With PICTURES, a folder, every page is also
drawn there. A run of its own: Qt reads the scale once.
"""

from __future__ import annotations

# ruff: noqa: E402 - Qt reads the environment when it is imported
import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

LANGUAGE, THEME, SCALE = sys.argv[1:4]
SIZE = sys.argv[4] if len(sys.argv) > 4 else ""
PICTURES = Path(sys.argv[5]) if len(sys.argv) > 5 else None
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = f"{int(SCALE) / 100:g}"
os.environ.setdefault("QT_LOGGING_RULES", "qt.multimedia.*=false;qt.qpa.*=false")

import example_desk
import example_plans
import example_results
import example_studio
import example_voices
import qasync
import stub_api
import stub_storyboards
import window_measures
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from app.application import speak
from app.client import Client
from app.language import catalogue
from app.models.outputs import OUTPUTS
from app.settings import Values
from app.settings.secrets import Secrets
from app.tasks import Tasks
from app.theme import Theme
from app.widgets.buttons import Segments
from app.window import PANELS, SMALLEST, Window

WAIT_S = 30.0
RIGHT_TO_LEFT = "ar"


class NoKeyring(Secrets):
    """Secrets in the file only."""

    def _keyring(self) -> None:
        return None


class Marked(catalogue.gettext.NullTranslations):
    """The catalogue in use, taking down what is looked up in it: what is shown of it is not a person's words."""

    def __init__(self, real: catalogue.gettext.NullTranslations) -> None:
        super().__init__()
        self._real = real
        self.told: set[str] = set()

    def gettext(self, message: str) -> str:
        found = self._real.gettext(message)
        self.told.add(found)
        return found

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._real.ngettext(msgid1, msgid2, n)


async def until(condition: Callable[[], object], what: str) -> None:
    """Let the window work until a condition holds."""
    ends = asyncio.get_running_loop().time() + WAIT_S
    while not condition():
        if asyncio.get_running_loop().time() > ends:
            raise TimeoutError(f"{what} never came")
        await asyncio.sleep(0.005)


async def settled(window: Window) -> None:
    """Let all calls end and the layouts settle."""
    for _turn in range(3):
        await asyncio.sleep(0.01)
        await until(
            lambda: not any(tasks.running for tasks in window.findChildren(Tasks) if tasks is not window.tasks), "rest"
        )
    QApplication.processEvents()


async def pages(window: Window, api: stub_api.StubApi) -> AsyncIterator[str]:
    """Show every panel, each of its views, and some of what opens in them; the name of each."""
    row = {each["output_type"]: each for each in reversed(api.contents.requests) if each["status"] == 100}
    for entry in PANELS:
        window.show_panel(entry.name)
        await settled(window)
        yield entry.name
        if entry.name == "player":
            window.show_panel("player", row["audio"]["id"])
            await settled(window)
            yield "player-open"
        if entry.name == "desk":
            window.show_panel("desk", example_desk.a_desk(api)["requestId"])
            await settled(window)
            await window.panels["desk"].look_through()
            window.panels["desk"].view.go_to(4)
            await settled(window)
            yield "desk-open"
        if entry.name == "reader":
            window.show_panel("reader", a_storyboard(api))
            await settled(window)
            yield "reader-storyboard"
            for kind in example_results.FILES:
                window.show_panel("reader", row[kind]["id"])
                await settled(window)
                yield f"reader-{kind}"
        async for name in views(window, entry.name):
            yield name
        async for name in forms(window, entry.name):
            yield name


def a_storyboard(api: stub_api.StubApi) -> str:
    """A video of three scenes in the stub; its id."""
    row = stub_api.a_request(api.contents, title="The lake that came back", output_type="video", duration=12.0)
    items = [{"text": words, "label": ""} for words in ("The wetland on the northern shore", "Winter floods")]
    api.contents.storyboards[row["id"]] = stub_storyboards.a_storyboard(
        row["id"],
        stub_storyboards.a_scene(0, "title", "Three years of measurements.", text="The lake that came back"),
        stub_storyboards.a_scene(1, "list", "Two things brought it back.", heading="Why", items=items),
        stub_storyboards.a_scene(2, "number", "Forty centimetres in one summer.", figure="40 cm"),
    )
    picture = QImage(160, 90, QImage.Format.Format_RGB32)
    picture.fill(QColor("#20506a"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "JPEG")
    api.contents.preview = bytes(buffer.data().data())
    return str(row["id"])


async def views(window: Window, panel: str) -> AsyncIterator[str]:
    """Each side of what can be turned: segments, output types, sections."""
    shown = window.panels[panel]
    # Those of the settings would change what is walked through.
    turned = [each for each in shown.findChildren(Segments) if each.isVisible() and panel != "settings"]
    for segments in turned:
        for value, button in list(segments._buttons.items()):
            if button.isVisible() and button.isEnabled():
                button.click()
                await settled(window)
                yield f"{panel}-{value or 'none'}"
    if panel == "create":
        for each in OUTPUTS:
            shown.output.card(each.kind).click()
            await settled(window)
            yield f"create-{each.kind}"
    if panel == "settings":
        for place in range(shown.list.count()):
            shown.list.item(place).setHidden(False)
            shown.list.setCurrentRow(place)
            await settled(window)
            yield f"settings-{place}"


async def forms(window: Window, panel: str) -> AsyncIterator[str]:
    """What opens inside a panel."""
    if panel == "shows":
        shows = window.panels["shows"]
        for name, does in (
            ("show-add", shows.show_page.add_asked.emit),
            ("show-new", lambda: shows._edit(None)),
        ):
            does()
            await settled(window)
            yield name
        from app.models.show_places import ShowPlace

        for place in ShowPlace:
            window.show_panel("shows", place)
            await settled(window)
            yield f"shows-{place}"


async def walk(application: QApplication, folder: Path) -> list[str]:
    """All faults, each with the first page that has it."""
    real = catalogue._catalogue[0]
    marked = catalogue._catalogue[0] = Marked(real)
    found: dict[str, str] = {}
    with stub_api.StubApi().running() as api:
        example_studio.fill(api)
        api.contents.makes = tuple(each.kind for each in OUTPUTS)
        example_voices.fill(api)
        example_plans.fill(api)
        for kind in example_results.FILES:
            example_results.a_result(api, kind, written_by="Built-in (extractive)")
        theme = Theme(application)
        palette, _, contrast = THEME.partition("-")
        theme.choose(palette, contrast=bool(contrast))
        theme.calm(True)
        window = Window(Values(folder, secrets=NoKeyring(folder)), theme)
        size = tuple(int(side) for side in SIZE.split("x")) if SIZE else SMALLEST
        window.resize(*size)
        window.show()
        window.connect_to(Client(api.address, stub_api.TOKEN))
        await until(lambda: window.desk.offered, "a connection")
        number = 0
        ways: set[tuple[str, ...]] = set()
        async for page in pages(window, api):
            number += 1
            way = tuple(window_measures.called(each) for each in window_measures.tabbed(window))
            if PICTURES is not None:
                window.grab().save(str(PICTURES / f"{number:03d}-{page}.png"))
            here = window_measures.faults(
                window,
                catalogue=frozenset(marked.told),
                tabs=way not in ways,
                mirrored=LANGUAGE == RIGHT_TO_LEFT,
            )
            ways.add(way)
            for fault in here:
                found.setdefault(fault, page)
            if (window.width(), window.height()) != size:
                found.setdefault(f"the window grew to {window.width()} × {window.height()}", page)
        await window.leave_server()
        window.hide()
    return [f"{page}: {fault}" for fault, page in found.items()]


def main() -> int:
    """Walk, and print."""
    application = QApplication(sys.argv[:1])
    application.setQuitOnLastWindowClosed(False)
    speak(application, "en" if LANGUAGE == RIGHT_TO_LEFT else LANGUAGE)
    if LANGUAGE == RIGHT_TO_LEFT:
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    if PICTURES is not None:
        PICTURES.mkdir(parents=True, exist_ok=True)
    loop = qasync.QEventLoop(application)
    with loop, tempfile.TemporaryDirectory() as folder:
        for fault in loop.run_until_complete(walk(application, Path(folder))):
            sys.stdout.write(f"{fault}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

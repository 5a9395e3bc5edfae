"""Walks through every panel of the window and prints what is wrong with what it shows, a line each.

    walk_window.py [--empty] LANGUAGE THEME SCALE [SIZE [PICTURES]]

LANGUAGE is ``en`` or ``de``, or ``ar`` for English words laid out from right to left; THEME ``light`` or ``dark``, or
one of them with ``-contrast`` for high contrast; SCALE a percentage. The window is as small as it may be, or of a SIZE
in points (``3840x2160``), and the server the stub with the example studio, or with nothing on it. With PICTURES, a
folder, every page is also drawn there. A run of its own: Qt reads the scale once.
"""

from __future__ import annotations

# ruff: noqa: E402 - Qt reads the environment when it is imported
import os
import sys
import tempfile
from pathlib import Path

IS_EMPTY = "--empty" in sys.argv
LANGUAGE, THEME, SCALE, *OTHERS = (each for each in sys.argv[1:] if each != "--empty")
SIZE = OTHERS[0] if OTHERS else ""
PICTURES = Path(OTHERS[1]) if len(OTHERS) > 1 else None
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = f"{int(SCALE) / 100:g}"
os.environ.setdefault("QT_LOGGING_RULES", "qt.multimedia.*=false;qt.qpa.*=false")

import qasync
import stub_api
import window_measures
import window_pages
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.application import speak
from app.client import Client
from app.language import catalogue
from app.settings import Values
from app.theme import Theme
from app.window import SMALLEST, Window

RIGHT_TO_LEFT = "ar"


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


async def walk(application: QApplication, folder: Path) -> list[str]:
    """All faults, each with the first page that has it."""
    real = catalogue._catalogue[0]
    marked = catalogue._catalogue[0] = Marked(real)
    found: dict[str, str] = {}
    with stub_api.StubApi().running() as api:
        if not IS_EMPTY:
            window_pages.fill(api)
        theme = Theme(application)
        palette, _, contrast = THEME.partition("-")
        theme.choose(palette, contrast=bool(contrast))
        theme.calm(True)
        window = Window(Values(folder, secrets=window_pages.NoKeyring(folder)), theme)
        size = tuple(int(side) for side in SIZE.split("x")) if SIZE else SMALLEST
        window.resize(*size)
        window.show()
        window.connect_to(Client(api.address, stub_api.TOKEN))
        await window_pages.until(lambda: window.desk.offered, "a connection")
        number = 0
        ways: set[tuple[str, ...]] = set()
        async for page in window_pages.empty_pages(window) if IS_EMPTY else window_pages.pages(window, api):
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

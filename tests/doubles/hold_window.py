"""Opens every page of the window for the first time, and prints how long each holds the window's loop.

    hold_window.py [--stacks | --bare] [LEAST]

A line of JSON for each page whose longest stretch between two turns of the loop takes at least LEAST milliseconds of
processor time (0 unless it is said): ``page``, ``ms``, ``culprits``, with ``--stacks`` also ``seen``. Against the stub
with the example studio, and with things as large as people have them: a script of two hours, a table of 10,000 rows.
With ``--bare`` nobody looks what the loop does: nothing but the times, without what looking adds to them.
"""

from __future__ import annotations

# ruff: noqa: E402 - Qt reads the environment when it is imported
import gc
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "doubles")]
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_LOGGING_RULES", "qt.multimedia.*=false;qt.qpa.*=false")

import qasync
import stub_api
import window_pages
from loop_watch import Hold, LoopWatch
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.application import Collector, speak
from app.client import Client
from app.client.episode_drafts import CastMember, DeskState, Draft, DraftLine, Take
from app.client.imports import Imported
from app.client.requests import Chapter, Detail, Row, SpokenLine, SpokenScript
from app.loading import Loader, unloaded
from app.models.pages import Page, PageTable, TableCell
from app.settings import Values
from app.theme import Theme
from app.window import Window

LINES = 1_600
"""Of an episode of two hours."""
ROWS = 10_000
COLUMNS = ("Lake", "Measured", "Level", "Note")
SIZE = (1400, 900)


def longer(window: Window) -> dict[str, Callable[[], object]]:
    """Pages with much on them, and what lies over the window: how each is opened."""
    words = "The lake fell by forty centimetres in the first dry summer and came back within five months. "
    said = [words * (1 + place % 3) for place in range(LINES)]
    drafted = tuple(DraftLine(f"l{place}", place % 2, text) for place, text in enumerate(said))
    takes = {line.id: (Take(line.id, line.text, 1 + line.speaker, 1.0, 0, 4.2, ""),) for line in drafted}
    draft = Draft("Two hours", drafted, (CastMember(0, 1), CastMember(1, 2)))
    state = DeskState("episode", 0, waiting=False, draft=draft, takes=takes, pace_of={1: 150.0, 2: 150.0})
    lines = tuple(
        SpokenLine(f"SPEAKER_{place % 2:02d}", text, place * 4500, place * 4500 + 4200)
        for place, text in enumerate(said)
    )
    script = SpokenScript(
        "Two hours", lines, tuple(Chapter(f"Part {n}", n * 300_000) for n in range(24)), (0.5,) * 1200
    )
    detail = Detail(
        Row("episode", "Two hours", status=100, duration=7200.0),
        audio_url="http://127.0.0.1:1/a.mp3",
        voices=("A", "B"),
    )
    imported = Imported(
        "s1",
        "https://vellwater.example/feed.xml",
        is_new=True,
        added=300,
        updated=2,
        unchanged=1,
        left_out=3,
        warnings=tuple(f"Warning {n}" for n in range(40)),
    )

    rows = tuple(
        (TableCell(f"Lake {n}"), TableCell("2026-03-02"), TableCell(str(n * 37 % 101)), TableCell(words))
        for n in range(ROWS)
    )
    table = Page(tables=(PageTable("Lakes", COLUMNS, (False, False, True, False), rows),))

    def a_desk() -> None:
        window.show_panel("desk")
        window.panels["desk"]._read(state)

    def an_episode() -> None:
        window.show_panel("player")
        window.panels["player"]._show(detail, script)

    def an_edit() -> None:
        desk = window.panels["desk"]
        desk.lines.setData(desk.lines.index(LINES // 2), "Something else.")
        desk._settle.stop()
        desk.on_desk = None

    def an_import() -> None:
        window.show_panel("shows")
        shows = window.panels["shows"].pages
        shows.start_import("")
        shows.importing.show_result(imported)

    return {
        "search-many": lambda: window.show_panel("search", "lake"),
        "palette": lambda: window.finder.open(),  # noqa: PLW0108 - built only then
        "palette-typed": lambda: window.finder.field.setText("la"),
        "palette-closed": lambda: window.finder.close_again(),  # noqa: PLW0108
        "tour": lambda: window.tour.start(),  # noqa: PLW0108
        "player-two-hours": an_episode,
        "desk-two-hours": a_desk,
        "desk-two-hours-edit": an_edit,
        "show-imported": an_import,
        "table-of-10000": lambda: window.panels["reader"].table_view.show_page(table),
        "table-of-10000-sorted": lambda: window.panels["reader"].table_view.view.sortByColumn(
            2, Qt.SortOrder.DescendingOrder
        ),
        "dark": lambda: window.values.keep("appearance.theme", "dark"),
        "contrast": lambda: window.values.keep("appearance.contrast", True),
        "smaller": lambda: window.resize(1024, 700),
        "larger": lambda: window.resize(1920, 1080),
    }


async def pages(window: Window, api: stub_api.StubApi) -> AsyncIterator[str]:
    """Every page, and the larger ones."""
    async for page in window_pages.pages(window, api):
        yield page
    for name, does in longer(window).items():
        does()
        await window_pages.paused(window)
        yield name


async def holds(folder: Path, *, looks: bool) -> AsyncIterator[tuple[str, Hold]]:
    """Every page with its longest hold."""
    with stub_api.StubApi().running() as api:
        window_pages.fill(api)
        excerpt = {"text": "Its lake was dug. " * 20, "marks": [[4, 8]], "timeMs": 61_000, "start": None, "end": None}
        api.contents.found = [
            {"kind": "episode", "title": f"The lake {n}", "titleMarks": [], "excerpts": [excerpt] * 3, "requestId": "r"}
            for n in range(60)
        ]
        theme = Theme(QApplication.instance())  # type: ignore[arg-type]
        theme.choose("light")
        window = Window(Values(folder, secrets=window_pages.NoKeyring(folder)), theme)
        collector = Collector(window)
        window.resize(*SIZE)
        loader = Loader(window)
        loader.begin()
        await window_pages.until(lambda: not unloaded(), "the modules")
        with LoopWatch(looks=looks) as watch:
            window.show()
            # The program has one from the start, and the others come while it is seen.
            window.show_panel("search")
            window.connect_to(Client(api.address, stub_api.TOKEN))
            await window_pages.until(lambda: window.desk.offered, "a connection")
            yield "window", watch.take()
            async for page in pages(window, api):
                yield page, watch.take()
        await window.leave_server()
        window.hide()
        collector.close()
        gc.collect()


async def told(folder: Path, least: float, *, stacks: bool, looks: bool) -> None:
    """Print them."""
    async for page, hold in holds(folder, looks=looks):
        if hold.ms >= least:
            line = {"page": page, "ms": hold.ms, "culprits": hold.culprits} | ({"seen": hold.seen} if stacks else {})
            sys.stdout.write(json.dumps(line) + "\n")


def main() -> int:
    """Open, and print."""
    given = sys.argv[1:]
    least = float(next((each for each in given if not each.startswith("-")), 0))
    application = QApplication(sys.argv[:1])
    application.setQuitOnLastWindowClosed(False)
    speak(application, "en")
    loop = qasync.QEventLoop(application)
    with loop, tempfile.TemporaryDirectory() as folder:
        loop.run_until_complete(told(Path(folder), least, stacks="--stacks" in given, looks="--bare" not in given))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

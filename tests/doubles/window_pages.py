"""Every page of the window, with the example studio behind it, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import example_desk
import example_plans
import example_results
import example_studio
import example_voices
import stub_api
import stub_notebooks
import stub_storyboards
from PySide6.QtCore import QBuffer, QIODevice, QTimer
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from app.models.outputs import OUTPUTS
from app.models.show_places import ShowPlace
from app.settings.secrets import Secrets
from app.tasks import Tasks
from app.widgets.buttons import Segments
from app.window import PANELS, Window

WAIT_S = 30.0
LONGEST_PAUSE_MS = 700
"""Until the window does by itself what somebody has stopped changing; messages that leave by themselves stay longer."""


class NoKeyring(Secrets):
    """Secrets in the file only."""

    def _keyring(self) -> None:
        return None


def fill(api: stub_api.StubApi) -> None:
    """The example studio, with something of every kind."""
    example_studio.fill(api)
    api.contents.makes = tuple(each.kind for each in OUTPUTS)
    example_voices.fill(api)
    example_plans.fill(api)
    api.contents.notebooks = [stub_notebooks.a_notebook()]
    for kind in example_results.FILES:
        example_results.a_result(api, kind, written_by="Built-in (extractive)")


async def until(condition: Callable[[], object], what: str) -> None:
    """Let the window work until a condition holds."""
    ends = asyncio.get_running_loop().time() + WAIT_S
    while not condition():
        if asyncio.get_running_loop().time() > ends:
            raise TimeoutError(f"{what} never came")
        await asyncio.sleep(0.005)


async def settled(window: Window) -> None:
    """Let all calls end, the colours reach every part and the layouts settle."""

    def resting() -> bool:
        calls = any(tasks.running for tasks in window.findChildren(Tasks) if tasks is not window.tasks)
        return not calls and window.settled

    for _turn in range(3):
        await asyncio.sleep(0.01)
        await until(resting, "rest")
    QApplication.processEvents()


async def paused(window: Window) -> None:
    """Let begin what waits until nobody types or turns any more, and let it end."""

    def waits(timer: QTimer) -> bool:
        return timer.isActive() and timer.isSingleShot() and timer.interval() <= LONGEST_PAUSE_MS

    await settled(window)
    await until(lambda: not any(waits(timer) for timer in window.findChildren(QTimer)), "a pause")
    await settled(window)


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
        if entry.name == "notebooks":
            async for name in notebook(window):
                yield name
        async for name in views(window, entry.name):
            yield name
        async for name in forms(window, entry.name):
            yield name


async def notebook(window: Window) -> AsyncIterator[str]:
    """A notebook: its sources, a conversation with it, and the passage behind an answer."""
    panel = window.panels["notebooks"]
    window.show_panel("notebooks", "n1")
    await settled(window)
    yield "notebook"
    await panel.notebook.conversation.resume("c1")
    await settled(window)
    yield "notebook-conversation"
    panel.notebook.open_citation(panel.notebook.conversation.turns[0].answer, "1")
    await settled(window)
    yield "notebook-source"


async def empty_pages(window: Window) -> AsyncIterator[str]:
    """Every panel and each of its views while there is nothing on the server."""
    for entry in PANELS:
        window.show_panel(entry.name)
        await settled(window)
        yield entry.name
        # The sides of these are choices of a form.
        if entry.name not in ("create", "settings"):
            async for name in views(window, entry.name):
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
        for place in ShowPlace:
            window.show_panel("shows", place)
            await settled(window)
            yield f"shows-{place}"

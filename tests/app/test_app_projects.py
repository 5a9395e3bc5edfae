"""Projects: made, changed, deleted and brought back; their logos and colours are checked first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from example_plans import logo
from PySide6.QtCore import QBuffer, QIODevice, QMimeData, Qt, QUrl
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot
from stub_api import StubApi, refusal
from stub_planning import a_project

from app.panels.planning import PlanningPanel
from app.panels.projects_page import ProjectsPage
from app.widgets.colours import ColourLine
from app.widgets.logos import MAX_BYTES, LogoView, read_logo
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


async def shown(connected: Window, idle: Idle) -> ProjectsPage:
    connected.show_panel("planning", "projects")
    panel = connected.panels["planning"]
    assert isinstance(panel, PlanningPanel)
    await idle(connected)
    return panel.projects


@pytest.fixture
async def page(api: StubApi, connected: Window, idle: Idle) -> ProjectsPage:
    """The page with two projects, one of them with a logo."""
    a_project(api, "Dev Notes", description="Software, said plainly.")
    a_project(api, "Lake Vell", logo=logo("Lake Vell", "#1d6f5c"), brandColor="#1d6f5c", url="https://vell.example")
    return await shown(connected, idle)


async def test_a_project_is_made_with_its_logo(api: StubApi, connected: Window, idle: Idle) -> None:
    page = await shown(connected, idle)
    assert page.empty.action is not None
    page.empty.action.click()
    page.form.name.setText("Harbour")
    page.form.description.setPlainText("Ships and weather.")
    page.form.colours["brandColor"].setText("#2f4bd6")
    page.form.logo.take(logo("Harbour", "#2f4bd6"))

    page.form.keep_button.click()
    await idle(connected)

    [made] = api.contents.plans.projects
    assert (made["name"], made["description"], made["brandColor"]) == ("Harbour", "Ships and weather.", "#2f4bd6")
    assert QImage.fromData(api.contents.plans.logos[made["id"]]).width() == 480
    assert page.current is not None
    assert page.current.name == "Harbour"
    assert page.form.keep_button.text() == "Save changes"


async def test_a_project_needs_a_name(api: StubApi, connected: Window, idle: Idle) -> None:
    page = await shown(connected, idle)
    page._begin()

    page.form.keep_button.click()
    await idle(connected)

    assert page.form.fields["name"].fault == "A project needs a name."
    assert api.contents.plans.projects == []


async def test_only_what_was_changed_is_sent(api: StubApi, page: ProjectsPage, connected: Window, idle: Idle) -> None:
    assert page.form.name.text() == "Lake Vell"
    page.form.description.setPlainText("A lake.")
    page.form.url.clear()

    page.form.keep_button.click()
    await idle(connected)

    path = f"/projects/{api.contents.plans.projects[0]['id']}"
    assert ("POST", path, {"description": "A lake.", "url": ""}) in api.contents.calls


async def test_faults_stand_at_their_fields(api: StubApi, page: ProjectsPage, connected: Window, idle: Idle) -> None:
    path = f"/projects/{api.contents.plans.projects[0]['id']}"
    faults = (("brandColor", "must be a colour"), ("imageData", "is damaged"), ("other", "Something else."))
    api.contents.faults[path] = (400, refusal("x", "No.", *faults))
    page.form.colours["brandColor"].setText("teal-ish")

    page.form.keep_button.click()
    await idle(connected)

    assert page.form.fields["brandColor"].fault == "Must be a colour"
    assert page.form.logo.fault == "Is damaged"
    assert connected.bar.text == "Something else."
    assert page.form.keep_button.isEnabled()


async def test_a_deleted_project_comes_back_whole(
    api: StubApi, page: ProjectsPage, connected: Window, idle: Idle
) -> None:
    before = dict(api.contents.plans.projects[0])

    page.form.remove_button.click()
    await idle(connected)
    assert page.form.name.text() == "Dev Notes"

    assert connected.bar.act()
    await idle(connected)
    after = api.contents.plans.projects[0]
    assert {k: v for k, v in after.items() if k not in ("id", "logoUrl")} == {
        k: v for k, v in before.items() if k not in ("id", "logoUrl")
    }
    assert api.contents.plans.logos[after["id"]] == api.contents.plans.logos[before["id"]]


async def test_what_is_typed_stays_when_the_server_has_news(
    api: StubApi, page: ProjectsPage, connected: Window, idle: Idle, until: Until
) -> None:
    page.form.name.setText("Half a na")
    api.contents.plans.projects[0]["notes"] = ["The page could not be read."]
    api.emit("project.changed", api.contents.plans.projects[0]["id"])

    await until(page.form.notes.isVisible, "the note")

    assert page.form.notes.text() == "The page could not be read."
    assert page.form.name.text() == "Half a na"
    await idle(connected)


async def test_a_new_project_in_the_form_stays_when_the_server_has_news(
    api: StubApi, page: ProjectsPage, connected: Window, idle: Idle, until: Until
) -> None:
    page.new_button.click()
    page.form.name.setText("Not yet")
    a_project(api, "From elsewhere")
    api.emit("project.changed", "x")

    await until(lambda: page.list.count() == 3, "the list")

    assert page.form.editing is None
    assert page.form.name.text() == "Not yet"
    page.form.cancel_button.click()
    await idle(connected)
    assert page.form.name.text() == "From elsewhere"


async def test_a_logo_can_be_dropped_on_the_page(page: ProjectsPage, connected: Window, tmp_path: Path) -> None:
    file = tmp_path / "logo.png"
    file.write_bytes(logo("New", "#123456"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])

    assert connected.panels["planning"].drop(data)
    assert page.form.logo.chosen == file.read_bytes()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (lambda: b"GIF89a", "PNG or JPG"),
        (lambda: b"\x89PNG\r\n\x1a\n" + bytes(MAX_BYTES), "5 MB"),
        (lambda: logo("x", "#000000", opaque=False), "partly transparent"),
        (lambda: logo("x", "#000000")[:200], "can't be read"),
    ],
    ids=["kind", "size", "transparent", "damaged"],
)
async def test_a_logo_that_cannot_be_used_is_refused_in_place(
    page: ProjectsPage, content: Callable[[], bytes], words: str
) -> None:
    page.form.logo.take(content())

    assert words in page.form.logo.fault
    assert page.form.logo.chosen == b""


def test_a_logo_with_an_alpha_channel_that_lets_nothing_through_is_opaque(qapp: object) -> None:
    image = QImage(31, 9, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.darkCyan)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")

    assert read_logo(bytes(buffer.data().data())).fault == ""


def test_a_logo_is_shown_whole_in_its_strip(qtbot: QtBot) -> None:
    view = LogoView()
    qtbot.addWidget(view)
    view.show_bytes(logo("", "#ff0000"))

    assert view.grab().toImage().pixelColor(100, 25).name() == "#ff0000"
    assert view.accessibleName() == "Logo"


@pytest.mark.parametrize(
    ("typed", "colour"), [("#2F4bD6", "#2f4bd6"), ("#fff", "#ffffff"), ("red", ""), ("#12345", ""), ("", "")]
)
def test_a_colour_is_read_from_its_code(qtbot: QtBot, typed: str, colour: str) -> None:
    line = ColourLine("Brand colour", placeholder="#123456")
    qtbot.addWidget(line)
    line.setText(typed)

    assert line.colour == colour
    assert line.swatch.accessibleDescription() == (colour or ("None" if typed else ""))


async def test_the_contrast_is_told_while_colours_are_typed(page: ProjectsPage) -> None:
    page.form.colours["textColor"].setText("#cccccc")
    page.form.colours["backgroundColor"].setText("#ffffff")

    assert "hard to read" in page.form.contrast.text()

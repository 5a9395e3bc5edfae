"""Shows: made, changed, filled, and seen as a podcast app sees them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from example_studio import cover, wide
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request, an_episode, refusal

from app.panels.show_page import LOCAL_NOTICE
from app.panels.shows import ShowsPanel
from app.widgets.cards import WrappedLabel
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]
FIELDS = {
    "name": "Field Notes",
    "description": "Places that changed.",
    "author": "Ada Brook",
    "link": "https://fieldnotes.example",
    "email": "ada@fieldnotes.example",
    "language": "English",
}


async def shown(connected: Window, until: Until, idle: Idle) -> ShowsPanel:
    connected.show_panel("shows")
    panel = connected.panels["shows"]
    assert isinstance(panel, ShowsPanel)
    await idle(connected)
    return panel


@pytest.fixture
async def shows(api: StubApi, connected: Window, until: Until, idle: Idle) -> ShowsPanel:
    """The panel with one show of one episode, and one episode more to add."""
    show = api.add_show(artwork=cover("F", "#123456", "#654321"), **FIELDS)
    for number, title in enumerate(("Lake Vell", "Night trains"), 1):
        row = a_request(api.contents, title)
        api.contents.episodes.append(an_episode(number, row, *((show["id"],) if number == 1 else ())))
    panel = await shown(connected, until, idle)
    await until(lambda: panel.show_page.episodes.rows, "the episode")
    return panel


def fill(panel: ShowsPanel) -> None:
    form = panel.form
    form.name.setText(FIELDS["name"])
    form.author.setText(FIELDS["author"])
    form.description.setPlainText(FIELDS["description"])
    form.link.setText(FIELDS["link"])
    form.email.setText(FIELDS["email"])


async def test_without_a_show_it_offers_to_make_one(connected: Window, until: Until, idle: Idle) -> None:
    panel = await shown(connected, until, idle)
    assert panel.empty.action is not None
    assert panel.empty.isVisible()

    panel.empty.action.click()

    assert panel.form.isVisible()
    assert panel.form.keep_button.text() == "Create show"


async def test_a_show_is_made_with_cropped_artwork(api: StubApi, connected: Window, until: Until, idle: Idle) -> None:
    panel = await shown(connected, until, idle)
    panel.new_button.click()
    fill(panel)
    panel.form.art.take(wide())
    await idle(connected)

    panel.form.keep_button.click()
    await until(panel.show_page.isVisible, "the show")
    await idle(connected)

    [show] = api.contents.shows
    assert {name: show[name] for name in FIELDS} == FIELDS
    assert QImage.fromData(api.contents.artwork[show["id"]]).width() == 1700
    assert panel.show_page.address.text() == show["rssUrl"]
    assert panel.show_page.none.isVisible()


async def test_a_show_without_artwork_gets_the_servers_cover(
    api: StubApi, connected: Window, until: Until, idle: Idle
) -> None:
    panel = await shown(connected, until, idle)
    panel.new_button.click()
    fill(panel)

    panel.form.keep_button.click()
    await until(panel.show_page.isVisible, "the show")
    await idle(connected)

    assert ("POST", "/podcast/shows", FIELDS) in api.contents.calls


async def test_what_is_missing_is_told_before_the_call(
    api: StubApi, connected: Window, until: Until, idle: Idle
) -> None:
    panel = await shown(connected, until, idle)
    panel.new_button.click()
    panel.form.name.setText("Field Notes")

    panel.form.keep_button.click()

    faulty = {name for name, field in panel.form.fields.items() if field.fault}
    assert faulty == {"description", "author", "link", "email"}
    assert api.contents.shows == []


async def test_the_servers_faults_stand_in_the_form(api: StubApi, connected: Window, until: Until, idle: Idle) -> None:
    panel = await shown(connected, until, idle)
    panel.new_button.click()
    fill(panel)
    panel.form.email.setText("nobody")
    api.contents.faults["/podcast/shows/with-image"] = (
        400,
        refusal("x", "No.", ("imageFile", "The picture is damaged."), ("email", "must look like an address")),
    )
    panel.form.art.take(wide())
    await idle(connected)

    panel.form.keep_button.click()
    await until(lambda: panel.form.fields["email"].fault, "the fault")
    await idle(connected)

    assert panel.form.art.fault == "The picture is damaged."
    assert panel.form.isVisible()
    assert panel.form.keep_button.isEnabled()


async def test_artwork_that_is_too_small_is_refused_in_place(connected: Window, until: Until, idle: Idle) -> None:
    panel = await shown(connected, until, idle)
    panel.new_button.click()

    panel.form.art.take(cover("F", "#123456", "#654321", side=500))
    await idle(connected)

    assert panel.form.art.fault.startswith("This picture has 500 × 500 pixels")
    assert await panel.form.artwork() == b""


async def test_a_show_is_edited(api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle) -> None:
    shows.show_page.edit_asked.emit()
    assert shows.form.values == FIELDS
    shows.form.description.setPlainText("Places, told well.")

    shows.form.keep_button.click()
    await until(shows.show_page.isVisible, "the show")
    await idle(connected)

    assert api.contents.shows[0]["description"] == "Places, told well."
    assert shows.show_page.description.text() == "Places, told well."


async def test_a_show_gets_another_cover(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle
) -> None:
    show = api.contents.shows[0]
    before = api.contents.artwork[show["id"]]
    shows.show_page.edit_asked.emit()
    shows.form.art.take(wide())
    await idle(connected)

    shows.form.keep_button.click()
    await until(lambda: api.contents.artwork[show["id"]] != before, "the cover")
    await until(shows.show_page.isVisible, "the show")
    await idle(connected)

    assert QImage.fromData(api.contents.artwork[show["id"]]).width() == 1700


async def test_a_server_that_takes_no_other_cover_is_told(connected: Window, shows: ShowsPanel) -> None:
    connected.desk.offered = frozenset()

    shows.show_page.edit_asked.emit()

    assert not shows.form.art.choose_button.isVisible()


async def test_an_episode_is_added_from_what_is_finished(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle
) -> None:
    shows.show_page.add_button.click()
    await until(lambda: shows.choice.candidates.rows, "what can be added")
    assert shows.choice.title.text() == "Night trains"
    shows.choice.title.setText("Night trains are back")
    shows.choice.add_button.click()
    await until(lambda: len(shows.show_page.episodes.rows) == 2, "the episode")
    await idle(connected)

    assert [e["title"] for e in api.contents.episodes] == ["Lake Vell", "Night trains are back"]
    assert shows.show_page.isVisible()
    assert shows.show_page.views._buttons["episodes"].text() == "Episodes · 2"


async def test_with_nothing_to_add_it_says_so(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle
) -> None:
    api.contents.episodes.pop()
    shows.show_page.add_button.click()
    await until(shows.choice.none.isVisible, "the words")
    await idle(connected)

    shows.choice.left.emit()
    assert shows.show_page.isVisible()


async def test_title_and_description_of_an_episode_change(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle
) -> None:
    editor = shows.show_page.editor
    assert not editor.keep_button.isEnabled()
    editor._title.setText("")
    assert editor._title_field.fault == "An episode needs a title."
    editor._title.setText("Lake Vell, three years on")

    editor.keep_button.click()
    await until(lambda: api.contents.episodes[0]["title"] == "Lake Vell, three years on", "the change")
    await idle(connected)

    assert shows.show_page.episodes.rows[0].title == "Lake Vell, three years on"


async def test_a_removed_episode_comes_back_by_undo(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle, qtbot: QtBot
) -> None:
    qtbot.keyClick(shows.show_page.table, Qt.Key.Key_Delete)
    await until(lambda: connected.bar.text == "“Lake Vell” is out of the feed.", "the bar")
    await idle(connected)
    assert api.contents.episodes[0]["podcastShowIds"] == []

    connected.bar.act()
    await until(lambda: api.contents.episodes[0]["podcastShowIds"], "the return")
    await idle(connected)


async def test_a_removed_show_comes_back_by_undo_and_goes_with_its_message(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle
) -> None:
    shows._ask_to_remove()
    await idle(connected)
    assert shows.current is None and len(api.contents.shows) == 1
    assert connected.bar.act()
    await idle(connected)
    assert shows.current is not None and len(api.contents.shows) == 1

    shows._ask_to_remove()
    connected.bar.tell("Something else.")
    await until(lambda: api.contents.shows == [], "the removal")
    await idle(connected)
    assert connected.bar.text == "Something else."


async def test_a_removed_show_is_removed_before_the_server_is_left(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until
) -> None:
    shows._ask_to_remove()
    await connected.leave_server()
    assert api.contents.shows == []


async def test_the_feed_is_seen_as_an_app_shows_it(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle
) -> None:
    shows.show_page.views._buttons["preview"].click()
    await until(lambda: shows.show_page.preview.feed is not None, "the feed")
    await idle(connected)

    feed = shows.show_page.preview.feed
    assert feed is not None
    assert (feed.title, [item.title for item in feed.items]) == ("Field Notes", ["Lake Vell"])
    said = [label.text() for label in shows.show_page.preview.findChildren(WrappedLabel)]
    assert "Field Notes" in said
    assert "Lake Vell" in said


async def test_the_address_is_copied_and_a_local_one_is_told(
    api: StubApi, connected: Window, shows: ShowsPanel, until: Until, idle: Idle
) -> None:
    shows.show_page.copy_button.click()
    assert QGuiApplication.clipboard().text() == api.contents.shows[0]["rssUrl"]
    assert shows.show_page.notice.isVisible()
    assert "Settings → Server" in LOCAL_NOTICE

    api.contents.shows[0]["rssUrl"] = "https://studio.example/podcast/rss/1"
    shows.reload()
    await until(lambda: not shows.show_page.notice.isVisible(), "the public address")
    await idle(connected)


async def test_the_list_shows_name_author_and_cover(shows: ShowsPanel) -> None:
    item = shows.list.item(0)

    assert item.data(Qt.ItemDataRole.AccessibleTextRole) == "Field Notes, by Ada Brook"
    assert not shows.show_page.cover._picture.isNull()

"""Feeds, their items and subscriptions, and templates, as a person works with them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request, refusal
from stub_planning import a_feed, a_template

from app.panels.create import CreatePanel
from app.panels.feeds_page import FeedsPage
from app.panels.planning import PlanningPanel
from app.panels.templates_page import TemplatesPage
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


async def shown(connected: Window, idle: Idle, page: str = "feeds") -> PlanningPanel:
    connected.show_panel("planning", page)
    panel = connected.panels["planning"]
    assert isinstance(panel, PlanningPanel)
    await idle(connected)
    return panel


@pytest.fixture
async def feeds(api: StubApi, connected: Window, idle: Idle, until: Until) -> FeedsPage:
    """The page with two feeds and a template."""
    a_feed(api.contents.plans, "Rail Forum", items=2, status="failing", error="It answered 503.")
    a_feed(api.contents.plans, "Valley Gazette", items=130)
    a_template(api.contents, "Brief")
    panel = await shown(connected, idle)
    await until(lambda: len(panel.feeds.card.items.rows) == 130, "every item")
    return panel.feeds


async def test_without_a_feed_it_says_what_feeds_are_for(connected: Window, idle: Idle) -> None:
    panel = await shown(connected, idle)

    assert panel.feeds.empty.isVisible()
    assert not panel.feeds.card.isVisible()


async def test_a_feed_is_added_by_its_address(api: StubApi, connected: Window, idle: Idle, qtbot: QtBot) -> None:
    page = (await shown(connected, idle)).feeds
    page.address.setText(" https://valley.example/feed.xml ")

    qtbot.keyClick(page.address, Qt.Key.Key_Return)
    await idle(connected)

    assert [feed["internalId"] for feed in api.contents.plans.feeds] == ["https://valley.example/feed.xml"]
    assert page.address.text() == ""
    assert page.card.isVisible()
    assert "Not read yet" in page.card.about.text()


@pytest.mark.parametrize(("address", "words"), [("", "address of a feed"), ("gopher://a", "http or https")])
async def test_a_refused_address_is_told_at_its_field(connected: Window, idle: Idle, address: str, words: str) -> None:
    page = (await shown(connected, idle)).feeds
    page.address.setText(address)

    page.add_button.click()
    await idle(connected)

    assert words in page.field.fault
    assert page.add_button.isEnabled()


async def test_a_feed_tells_how_it_does_and_why(feeds: FeedsPage, connected: Window, idle: Idle) -> None:
    assert feeds.card.name.text() == "Valley Gazette"
    feeds.list.setCurrentRow(1)
    await idle(connected)

    assert "It answered 503." in feeds.card._fault.text()
    assert feeds.card._notice.isVisible()
    assert feeds.list.currentItem().data(Qt.ItemDataRole.AccessibleTextRole) == "Rail Forum, Last reading failed"


async def test_refreshing_takes_the_fault_away(feeds: FeedsPage, connected: Window, idle: Idle) -> None:
    feeds.list.setCurrentRow(1)

    feeds.card.refresh_button.click()
    await idle(connected)

    assert feeds.card.feed is not None
    assert feeds.card.feed.status == "active"
    assert not feeds.card._notice.isVisible()
    assert feeds.card.refresh_button.isEnabled()


async def test_ticked_items_become_sources_beside_those_that_are_there(
    feeds: FeedsPage, connected: Window, idle: Idle, qtbot: QtBot, until: Until
) -> None:
    connected.show_panel("create")
    create = connected.panels["create"]
    assert isinstance(create, CreatePanel)
    create.sources.add_words("Words that were there before.")
    connected.show_panel("planning")
    table = feeds.card.table
    table.selectRow(1)
    qtbot.keyClick(table, Qt.Key.Key_Space)
    box = table.visualRect(table.model().index(0, 0)).topLeft() + QPoint(20, 20)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert feeds.card.ticked.text() == "2 items ticked"

    feeds.card.make_button.click()
    await until(lambda: "10" in create.price.price.text(), "the price")

    assert connected.current is create
    assert len(create.sources.chips) == 3
    [chosen] = create.order.wire["feedSelections"]
    assert chosen["feedId"] == 2
    assert len(chosen["feedItemIds"]) == 2
    assert not feeds.card.make_button.isEnabled()
    await idle(connected)


async def test_a_click_on_the_title_does_not_tick(feeds: FeedsPage, qtbot: QtBot) -> None:
    table = feeds.card.table
    place = table.visualRect(table.model().index(0, 0)).topLeft() + QPoint(160, 20)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert feeds.card.items.ticked == ()


async def test_all_that_was_found_is_ticked_at_once(feeds: FeedsPage, connected: Window, qtbot: QtBot) -> None:
    panel = connected.panels["planning"]
    panel.go_to_search()
    feeds.card.search.setText("part 13")
    feeds.card.search.returnPressed.emit()
    assert [item.title[-3:].strip() for item in feeds.card.items.rows] == ["130", "113", "13"]

    qtbot.keyClick(feeds.card.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert len(feeds.card.items.ticked) == 3
    qtbot.keyClick(feeds.card.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert feeds.card.items.ticked == ()

    feeds.card.search.setText("nothing like it")
    feeds.card.search.returnPressed.emit()
    assert feeds.card.empty.title == "Nothing found"


async def test_a_template_runs_for_new_items_until_it_is_taken_off(
    api: StubApi, feeds: FeedsPage, connected: Window, idle: Idle, until: Until
) -> None:
    runs = feeds.card.subscriptions
    assert runs.chips == ()

    runs.add_button.click()
    await until(lambda: len(runs.chips) == 1, "the subscription")
    assert api.contents.plans.subscriptions[0]["feedId"] == 2
    assert not runs.add_button.isVisible()

    runs.chips[0].removed.emit()
    await until(lambda: not runs.chips, "its end")
    assert connected.bar.act()
    await until(lambda: len(runs.chips) == 1, "its return")
    await idle(connected)


async def test_a_refused_subscription_is_told_at_its_field(
    api: StubApi, feeds: FeedsPage, connected: Window, idle: Idle
) -> None:
    api.contents.faults["/feeds/subscriptions"] = (400, refusal("x", "No.", ("requestId", "is no template")))

    feeds.card.subscriptions.add_button.click()
    await idle(connected)

    assert feeds.card.subscriptions.field.fault == "Is no template"


async def test_a_removed_feed_comes_back_with_what_ran_for_it(
    api: StubApi, feeds: FeedsPage, connected: Window, idle: Idle, until: Until
) -> None:
    feeds.card.subscriptions.add_button.click()
    await until(lambda: feeds.card.subscriptions.chips, "the subscription")
    await idle(connected)

    feeds.card.remove_button.click()
    await idle(connected)
    assert [feed["name"] for feed in api.contents.plans.feeds] == ["Rail Forum"]

    assert connected.bar.act()
    await until(lambda: len(api.contents.plans.subscriptions) == 1, "the subscription")
    await idle(connected)
    assert [feed["name"] for feed in api.contents.plans.feeds] == ["Valley Gazette", "Rail Forum"]


async def test_a_feed_that_changes_elsewhere_is_read_again(
    api: StubApi, feeds: FeedsPage, connected: Window, until: Until, idle: Idle
) -> None:
    a_feed(api.contents.plans, "Seed Savers")
    api.emit("feed.changed", "3")

    await until(lambda: feeds.list.count() == 3, "the feed")
    assert feeds.current is not None
    assert feeds.current.name == "Valley Gazette"
    await idle(connected)


@pytest.fixture
async def templates(api: StubApi, connected: Window, idle: Idle) -> TemplatesPage:
    """The page with two templates."""
    feed = a_feed(api.contents.plans, "Valley Gazette")
    a_template(api.contents, "Brief", feedIds=[feed["id"]])
    a_template(api.contents, "Article", outputType="text")
    return (await shown(connected, idle, "templates")).templates


async def test_templates_tell_what_they_run_for(templates: TemplatesPage) -> None:
    assert [row.name for row in templates.rows.rows] == ["Article", "Brief"]
    assert templates.note.text().startswith("Choose it at a feed")

    templates.table.selectRow(1)

    assert templates.name.text() == "Brief"
    assert templates.note.text().startswith("Runs now")


async def test_a_template_runs_now(api: StubApi, templates: TemplatesPage, connected: Window, idle: Idle) -> None:
    templates.run_button.click()
    await idle(connected)

    assert any(path.endswith("/run") for _, path, _ in api.contents.calls)
    assert "runs" in connected.bar.text
    a_request(api.contents, "Made")
    connected.bar.act()
    assert connected.current is connected.panels["queue"]
    await idle(connected)


async def test_a_template_is_deleted_and_brought_back(
    templates: TemplatesPage, connected: Window, idle: Idle, until: Until, qtbot: QtBot
) -> None:
    qtbot.keyClick(templates.table, Qt.Key.Key_Delete)
    await until(lambda: len(templates.rows.rows) == 1, "its end")
    await idle(connected)

    assert connected.bar.act()
    await until(lambda: len(templates.rows.rows) == 2, "its return")
    await idle(connected)


async def test_without_a_template_it_leads_to_create(connected: Window, idle: Idle) -> None:
    page = (await shown(connected, idle, "templates")).templates
    assert page.empty.action is not None

    page.empty.action.click()

    assert connected.current is connected.panels["create"]
    await idle(connected)

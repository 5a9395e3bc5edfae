"""Create beyond one order now: projects, earlier requests, times, repetitions, templates and presets."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import QMimeData, Qt
from pytestqt.qtbot import QtBot
from stub_api import StubApi, a_request, refusal
from stub_planning import a_project

from app.models.orders import Order
from app.models.timings import When
from app.panels.create import CreatePanel
from app.panels.planning import PlanningPanel
from app.settings import Values
from app.window import Window

Until = Callable[..., Awaitable[None]]
Idle = Callable[[Window], Awaitable[None]]


@pytest.fixture
async def create(api: StubApi, connected: Window, idle: Idle, until: Until) -> CreatePanel:
    """The panel with a source, a project and an earlier result to choose from."""
    a_project(api, "Lake Vell")
    a_project(api, "Dev Notes")
    a_request(api.contents, "Lake Vell, part one")
    connected.show_panel("create")
    panel = connected.panels["create"]
    assert isinstance(panel, CreatePanel)
    await idle(connected)
    data = QMimeData()
    data.setText("Words to speak of.")
    panel.drop(data)
    return panel


def choose(panel: CreatePanel, when: When) -> None:
    panel.timing.when.choose(when.value)
    panel.timing.when.chosen.emit(when.value)


async def test_projects_are_chosen_as_chips(create: CreatePanel) -> None:
    context = create.context
    for _ in range(2):
        context.project.setCurrentIndex(1)
        context.project.picked.emit()
    assert [chip.accessibleName() for chip in context.chips] == ["Dev Notes", "Lake Vell"]
    assert not context.project.isEnabled()

    context.chips[0].removed.emit()

    assert create.order.wire["projects"] == [context.projects[0]]
    assert [chip.accessibleName() for chip in context.chips] == ["Lake Vell"]
    assert context.project.isEnabled()


async def test_an_order_goes_on_from_an_earlier_one(create: CreatePanel, api: StubApi) -> None:
    create.context.related.setCurrentIndex(1)
    create.context.related.picked.emit()

    assert create.order.wire["relatedId"] == api.contents.requests[0]["id"]


async def test_what_is_duplicated_keeps_its_projects(create: CreatePanel, connected: Window, idle: Idle) -> None:
    create.open(Order(projects=("gone",), related_id="gone too"))
    create.reload()
    await idle(connected)

    assert create.order.projects == ("gone",)
    assert create.order.related_id == "gone too"
    assert create.context.chips[0].accessibleName() == "A project"


async def test_an_order_for_a_time_waits_in_the_queue(
    create: CreatePanel, connected: Window, idle: Idle, api: StubApi
) -> None:
    choose(create, When.AT)
    later = datetime.now().astimezone().replace(second=0, microsecond=0) + timedelta(days=2)
    create.timing.at.show_moment(later)
    assert create.create_button.accessibleName() == "Schedule"
    assert not create.timing.fields["dailyCount"].isVisible()

    create.create_button.click()
    await idle(connected)

    assert datetime.fromisoformat(api.contents.requests[0]["order"]["scheduledOn"]) == later
    assert connected.current is connected.panels["queue"]
    assert create.timing.timing.when is When.NOW


async def test_an_order_that_repeats_is_shown_in_the_calendar(
    create: CreatePanel, connected: Window, idle: Idle, api: StubApi
) -> None:
    choose(create, When.REPEAT)
    create.title.setText("Morning")
    create.timing.count.setValue(2)
    create.timing.ends.setChecked(True)
    assert create.create_button.accessibleName() == "Start repeating"

    create.create_button.click()
    await idle(connected)

    [kept] = api.contents.plans.schedules
    assert (kept["title"], kept["dailyCount"]) == ("Morning", 2)
    assert datetime.fromisoformat(kept["endDate"]) > datetime.now().astimezone() + timedelta(days=29)
    panel = connected.panels["planning"]
    assert isinstance(panel, PlanningPanel)
    assert connected.current is panel
    assert panel.calendar.calendar.current is not None
    assert panel.calendar.calendar.current.title == "Morning"


async def test_a_template_needs_no_source(create: CreatePanel, connected: Window, idle: Idle, api: StubApi) -> None:
    create.sources.show_sources(())
    assert not create.create_button.isEnabled()
    choose(create, When.TEMPLATE)
    create.timing.template_name.setText("Brief")
    assert create.create_button.isEnabled()

    create.create_button.click()
    await idle(connected)

    [kept] = api.contents.plans.templates
    assert kept["order"]["templateMode"] == {"type": "feed", "name": "Brief"}
    panel = connected.panels["planning"]
    assert isinstance(panel, PlanningPanel)
    assert panel.tabs.value() == "templates"
    assert panel.templates.name.text() == "Brief"


async def test_faults_of_the_new_fields_stand_at_them(
    create: CreatePanel, api: StubApi, until: Until, connected: Window, idle: Idle
) -> None:
    choose(create, When.REPEAT)
    faults = (
        ("scheduleEndDate", "ends the schedule before its first run"),
        ("projects[0]", "there is no such project"),
        ("relatedId", "there is no such request"),
        ("dailyCount", "is too many"),
        ("feedSelections[0].feedItemIds[0]", "there is no such item"),
    )
    api.contents.faults["/content/Create"] = (400, refusal("x", "No.", *faults))
    create.timing.ends.setChecked(True)

    await until(lambda: create.timing.fields["scheduleEndDate"].fault, "the fault")

    assert create.context.fields["projects"].fault == "There is no such project"
    assert create.context.fields["relatedId"].fault == "There is no such request"
    assert create.timing.fields["dailyCount"].fault == "Is too many"
    assert create.sources.fault == "There is no such item"
    await idle(connected)


async def test_a_preset_is_kept_taken_and_forgotten(
    create: CreatePanel, connected: Window, idle: Idle, qtbot: QtBot, values: Values
) -> None:
    bar = create.presets
    create.style_choice.choose("debate")
    bar.keep_button.click()
    assert bar.name.isVisible()
    bar.name.setText("  Evening   debate ")
    qtbot.keyClick(bar.name, Qt.Key.Key_Return)
    assert [preset.name for preset in bar.presets] == ["Evening debate"]
    assert Values(values._file.parent).get("create.presets") == values.get("create.presets")

    create.style_choice.choose("brief")
    create.title.setText("One title")
    bar.show_presets()
    bar.choice.setCurrentIndex(1)
    bar.choice.picked.emit()
    assert (create.order.style, create.order.title) == ("debate", "One title")
    assert len(create.order.sources) == 1

    bar.forget_button.click()
    assert bar.presets == ()
    assert not bar.forget_button.isEnabled()
    assert connected.bar.act()
    assert [preset.name for preset in bar.presets] == ["Evening debate"]
    await idle(connected)


async def test_a_preset_needs_a_name_and_escape_leaves_it(
    create: CreatePanel, connected: Window, idle: Idle, qtbot: QtBot
) -> None:
    bar = create.presets
    bar.keep_button.click()
    bar.name_button.click()
    assert bar.presets == ()
    assert bar.name.isVisible()

    qtbot.keyClick(bar.name, Qt.Key.Key_Escape)

    assert not bar.name.isVisible()
    await idle(connected)


async def test_projects_are_one_step_away(create: CreatePanel, connected: Window, idle: Idle) -> None:
    create.context.manage_button.click()
    await idle(connected)

    panel = connected.panels["planning"]
    assert isinstance(panel, PlanningPanel)
    assert connected.current is panel
    assert panel.projects.isVisible()

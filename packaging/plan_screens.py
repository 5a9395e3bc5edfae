"""Feeds, the calendar, templates and projects."""

from __future__ import annotations

import example_plans
from camera import settled, until


async def draw(window, api, shot) -> None:
    """Draw all of them."""
    from app.panels.planning import PlanningPanel
    from app.widgets.calendar_layout import Span

    window.show_panel("planning")
    planning = window.panels["planning"]
    assert isinstance(planning, PlanningPanel)
    await shot("feeds-empty")
    await turned(window, planning, "projects")
    await shot("projects-empty")
    example_plans.fill(api)
    planning.reload()
    await turned(window, planning, "feeds")
    await until(lambda: planning.feeds.card.items.rows, "items")
    for place in (0, 2):
        planning.feeds.card.items.tick(planning.feeds.card.items.rows[place], True)
    planning.feeds.card.table.selectRow(2)
    await shot("feeds")
    planning.feeds.list.setCurrentRow(3)
    await shot("feeds-failing")
    await turned(window, planning, "calendar")
    calendar = planning.calendar.calendar
    planning.calendar.open(
        next(row["id"] for row in api.contents.requests if row["title"].startswith("Night trains are back, a"))
    )
    await shot("calendar-month")
    planning.calendar.spans.choose("week")
    calendar.show_span(Span.WEEK)
    await shot("calendar-week")
    await turned(window, planning, "templates")
    await shot("templates")
    await turned(window, planning, "projects")
    await until(lambda: planning.projects.form.editing is not None, "a project")
    await shot("projects")
    await kept_order(window, api, planning, shot)


async def kept_order(window, api, planning, shot) -> None:
    """Create with items of a feed, a project, and runs again and again."""
    from app.models.presets import Preset, written
    from app.models.timings import Timing, When
    from app.panels.create import CreatePanel
    from app.panels.preset_bar import KEY

    window.show_panel("create")
    await settled(window)
    create = window.panels["create"]
    assert isinstance(create, CreatePanel)
    window.values.keep(KEY, written([Preset("Evening, two voices", {"outputType": "audio"})]))
    create.presets.show_presets("Evening, two voices")
    create._reset()
    window.show_panel("planning")
    await turned(window, planning, "feeds")
    planning.feeds.list.setCurrentRow(0)
    await until(lambda: len(planning.feeds.card.items.rows) > 4, "items")
    for place in (0, 2):
        planning.feeds.card.items.tick(planning.feeds.card.items.rows[place], True)
    planning.feeds.card.make_button.click()
    create.reload()
    await settled(window)
    create.context.choose([api.contents.plans.projects[0]["id"]], "")
    create.context.related.setCurrentIndex(1)
    create.context._related_picked()
    create.title.setText("Morning in the valley")
    create.timing.show_timing(Timing(When.REPEAT, daily_count=2))
    create.timing.ends.setChecked(True)
    await until(lambda: create.price.price.text() != "—", "a price")
    area = create.timing.parentWidget().parentWidget().parentWidget()
    area.ensureWidgetVisible(create.timing)
    await shot("create-repeating")


async def turned(window, planning, page: str) -> None:
    """Show a page of the panel."""
    planning.tabs.choose(page)
    planning._turn(page)
    await settled(window)

"""Screens of an episode and a film under work: the script desk, the mix desk, the storyboard."""

from __future__ import annotations

import example_desk
import example_pictures
from camera import settled, until

from app.client.episode_drafts import Rebuild


async def draw(window, api, shot) -> None:
    """Draw all of them."""
    from app.panels.script_desk import ScriptDeskPanel

    state = example_desk.a_desk(api)
    window.show_panel("desk")
    panel = window.panels["desk"]
    assert isinstance(panel, ScriptDeskPanel)
    await shot("desk-empty")
    window.show_panel("desk", state["requestId"])
    await until(lambda: panel.on_desk is not None, "the desk")
    await settled(window)
    panel.view.go_to(4)
    await shot("desk")
    await panel.look_through()
    panel.view.go_to(6)
    await settled(window)
    await shot("desk-checked")
    panel._show_rebuild(Rebuild("running", 3, 0.62, "Mixing"))
    panel.view.go_to(2)
    await shot("desk-rebuilding")
    panel._show_rebuild(None)
    panel.page_choice.choose("mix")
    panel._stack.setCurrentIndex(1)
    panel.mix.transport.seek(24_000)
    await shot("mix")
    panel.page_choice.choose("script")
    panel._stack.setCurrentIndex(0)
    waits = next(row for row in api.contents.requests if row["stage"] == "waiting_for_approval")
    example_desk.a_desk(api, title=waits["title"], measured=False)
    desk = api.contents.desks[waits["id"]]
    desk |= {"waiting": True, "versions": []}
    for line in desk["lines"]:
        line["takes"] = []
    window.show_panel("desk", waits["id"])
    await until(lambda: panel.on_desk is not None and panel.on_desk.waiting, "the script that waits")
    await settled(window)
    await shot("desk-waiting")
    await storyboard(window, api, shot)


async def storyboard(window, api, shot) -> None:
    """A film's scenes, one of them changed."""
    row = example_pictures.a_storyboard(api)
    window.show_panel("reader", row["id"])
    reader = window.panels["reader"]
    await until(lambda: reader.detail is not None and reader.detail.row.id == row["id"], "the film")
    await settled(window)
    reader.views.choose("storyboard")
    reader._view_chosen("storyboard")
    await settled(window)
    board = reader.storyboard_view
    board._choose(2)
    await shot("storyboard")
    board.form.lines[0].setPlainText("Three things brought it back, and the first of them is a wetland.")
    await settled(window)
    await shot("storyboard-changed")

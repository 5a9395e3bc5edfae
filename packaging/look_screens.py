"""Panels as others see them: with high contrast, from right to left, and in German."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import example_desk
from camera import Camera, settled, until
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from stub_stage import stage

LOOKS = {
    "high-contrast": ({"contrast": True}, ("create", "queue", "desk")),
    "right-to-left": ({"mirrored": True}, ("queue", "player")),
    "german": ({"language": "de"}, ("create", "queue", "desk")),
}
"""What the camera is told, and the panels, by the beginnings of the pictures' names."""


async def draw(application: QApplication, data: Path, camera: Camera) -> None:
    """Draw all of them."""
    for name, (looks, panels) in LOOKS.items():
        if camera.wants(*(f"{name}-{panel}" for panel in panels)):
            with_looks = replace(camera, **looks)
            await panels_of(application, data / name, with_looks, name, panels)
            application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


async def panels_of(application: QApplication, data: Path, camera: Camera, name: str, panels: tuple[str, ...]) -> None:
    """Draw these panels under this beginning of their names."""
    async with stage(application, data, camera) as (window, api, shot):
        done = next(row for row in api.contents.requests if row["title"].startswith("Lake Vell"))
        state = example_desk.a_desk(api)
        for panel in panels:
            window.show_panel(panel, {"player": done["id"], "desk": state["requestId"]}.get(panel))
            await settled(window)
            shown = window.panels[panel]
            if panel == "queue":
                await until(lambda shown=shown: shown.rows.rows, "requests")
                shown.table.selectRow(next(n for n, r in enumerate(shown.rows.rows) if r.id == done["id"]))
            elif panel == "create":
                await _order(shown)
            elif panel == "player":
                await until(lambda shown=shown: shown.detail is not None, "the episode")
                shown.transport.seek(104_000)
                shown._moved(104_000)
            await settled(window)
            await shot(f"{name}-{panel}")


async def _order(create) -> None:
    """Something to make, with its price."""
    create.sources.add_words("https://vellwater.example/wetland")
    create.title.setText("Forty centimetres: the lake that came back")
    create._changed()
    await until(lambda: create.price.price.text() != "—", "a price")

"""What panels show where nothing was made yet."""

from __future__ import annotations

from pathlib import Path

from camera import Camera, settled
from PySide6.QtWidgets import QApplication
from stub_stage import stage

PANELS = ("queue", "shows", "recordings")
PAGES = ("calendar", "templates", "channels")


async def draw(application: QApplication, data: Path, camera: Camera) -> None:
    """Draw all of them."""
    async with stage(application, data, camera, is_empty=True) as (window, _api, shot):
        for name in PANELS:
            window.show_panel(name)
            await settled(window)
            await shot(f"{name}-empty")
        for name in PAGES:
            window.show_panel("planning", name)
            await settled(window)
            await shot(f"{name}-empty")

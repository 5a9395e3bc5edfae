"""Panels at twice the size, in the smallest window."""

from __future__ import annotations

from pathlib import Path

from camera import Camera
from look_screens import panels_of
from PySide6.QtWidgets import QApplication


async def draw(application: QApplication, data: Path, camera: Camera) -> None:
    """Draw all of them."""
    await panels_of(application, data, camera, "large", ("create", "queue", "player"))

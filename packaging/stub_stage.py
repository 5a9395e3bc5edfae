"""A window that works with the stub, filled with the example studio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import example_results
import example_studio
import example_voices
import stub_api
from camera import Camera, Shot, until
from PySide6.QtWidgets import QApplication

from app.client import Client
from app.models.outputs import OUTPUTS
from app.window import Window


@asynccontextmanager
async def stage(
    application: QApplication, data: Path, camera: Camera, *, is_empty: bool = False
) -> AsyncIterator[tuple[Window, stub_api.StubApi, Shot]]:
    """The window, its server and what draws it; with nothing on the server where it `is_empty`."""
    with stub_api.StubApi().running() as api:
        api.contents.makes = tuple(each.kind for each in OUTPUTS)
        if not is_empty:
            example_studio.fill(api)
            example_voices.fill(api)
            for kind in example_results.FILES:
                example_results.a_result(api, kind, written_by="Built-in (extractive)")
        await asyncio.to_thread(data.mkdir, exist_ok=True)
        window, shot = camera.open(application, data)
        window.connect_to(Client(api.address, stub_api.TOKEN))
        await until(lambda: window.desk.offered, "a connection")
        try:
            yield window, api, shot
        finally:
            await window.leave_server()
            window.deleteLater()

"""The groups of screens that `packaging/screenshots` draws, and the display it draws them on.

A group has a window and a server of its own: what one makes would turn up in the lists of another.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DISPLAY_SIZE = "3900x2300x24"


@dataclass(frozen=True, slots=True)
class Group:
    """Screens that are drawn one after another, by `module`, or on the stub by each of `parts`.

    `scale` in per cent and `size` in points are what they begin with.
    """

    names: frozenset[str]
    module: str = ""
    parts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    scale: int = 100
    size: str = "1280x800"

    async def draw(self, application: Any, data: Path, camera: Any) -> None:
        """Draw those that the camera wants. What draws is imported only now: its servers take their time."""
        if self.module:
            await importlib.import_module(self.module).draw(application, data, camera)
            return
        from stub_stage import stage

        async with stage(application, data, camera) as (window, api, shot):
            for module, names in self.parts.items():
                if camera.wants(*names):
                    await importlib.import_module(module).draw(window, api, shot)


def _names(*beginnings: str) -> frozenset[str]:
    """Names from lines such as ``queue: running failed``, which names queue-running and queue-failed; - is queue."""
    made = []
    for line in beginnings:
        begin, _, ends = line.partition(": ")
        made += [begin if end == "-" else f"{begin}-{end}" for end in ends.split()]
    return frozenset(made)


def _alone(module: str, *names: str) -> Group:
    return Group(_names(*names), module)


def _on_stub(**parts: tuple[str, ...]) -> Group:
    named = {f"{module}_screens": _names(*names) for module, names in parts.items()}
    return Group(frozenset[str]().union(*named.values()), parts=named)


GROUPS = {
    "notebooks": _alone(
        "notebook_screens",
        "notebooks: - empty",
        "notebook: - empty reading answer cited pdf about refused notes usage form changed small",
    ),
    "shows": _alone(
        "show_screens",
        "show: page editor-words editor import-locked import-done import-list website unallocated order ideas",
        "episode: - chapters transcript",
        "feed-check: - all elsewhere",
        "article: articles episode show done",
        "channels: -",
        "share-page: -",
    ),
    "results": _on_stub(
        reader=(
            "reader: empty film infographic slides briefing briefing-charts pdf faq article timeline table",
            "reader-quiz: - answered score",
        ),
        desk=("desk: - empty checked rebuilding waiting", "mix: -", "storyboard: - changed"),
    ),
    "owner": _alone(
        "owner_screens",
        "webhooks: - empty failing message secret signatures try received",
        "settings: appearance playback notices create speech storage backups server clients token targets",
        "settings: shortcuts about",
    ),
    "studio": _on_stub(
        shell=(
            "palette: - found",
            "search: - empty",
            "tour: - making",
            "file-menu: -",
            "tray: -",
            "bundle-taken: -",
            "server-ended: -",
        ),
        studio=(
            "create: - empty briefing video slides faults",
            "queue: - running failed undo nothing",
            "player: - empty",
            "shows: - preview add new",
            "settings: - writing",
        ),
    ),
    "plans": _on_stub(
        plan=(
            "feeds: - empty failing",
            "projects: - empty",
            "calendar: month week",
            "templates: -",
            "create-repeating: -",
        ),
        voice=(
            "voices: - needs blend match matched book scan",
            "recordings: - revoice transcript tracks",
        ),
    ),
    "looks": _alone(
        "look_screens", "high-contrast: create queue desk", "right-to-left: queue player", "german: create queue desk"
    ),
    "large": Group(_names("large: create queue player"), "large_screens", scale=200, size="1024x700"),
    "empty": _alone(
        "empty_screens",
        *(f"{name}: empty" for name in ("queue", "shows", "recordings", "calendar")),
        "templates: empty",
        "channels: empty",
    ),
}
"""By name, those that take longest first."""


@contextlib.contextmanager
def display() -> Iterator[None]:
    """A display while this is open: the one there is, one of Xvfb, or none."""
    if os.environ.get("DISPLAY"):
        yield
        return
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    found = shutil.which("Xvfb")
    if found is None:
        yield
        return
    reading, writing = os.pipe()
    command = [found, "-displayfd", str(writing), "-screen", "0", DISPLAY_SIZE, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        if number:
            os.environ |= {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
        yield
    finally:
        server.terminate()
        server.wait()

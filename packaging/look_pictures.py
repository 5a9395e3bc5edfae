#!/usr/bin/env python3
"""Makes resources/looks: a small frame of every look of a video, for choosing one by its picture.

    .venv/bin/python packaging/look_pictures.py

Each is a scene of the same text, painted as in a film.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from server.domain.documents import Chart, ChartKind  # noqa: E402
from server.domain.scripts import Line  # noqa: E402
from server.domain.storyboards import Scene, SceneKind, VideoFormat  # noqa: E402
from server.engine.films.looks import LOOKS  # noqa: E402
from server.engine.films.plans import FPS, TimedScene  # noqa: E402
from server.engine.painting.pieces import PieceSpec, still  # noqa: E402

FOLDER = ROOT / "resources" / "looks"
PIXELS = 320
QUALITY = 82
SECONDS = 7
SCENE = Scene(
    kind=SceneKind.CHART,
    heading="A lake comes back",
    lines=(Line(0, "The lake fell in the first dry summer and came back within five months."),),
    chart=Chart(ChartKind.BARS, "", "cm", ("2023", "2024", "2025"), (("", (18.0, 27.0, 40.0)),), ()),
)


def main() -> int:
    """Paint every look once."""
    from PySide6.QtCore import Qt

    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, look in LOOKS.items():
        timed = TimedScene(SCENE, 0, SECONDS * FPS, ((500, (SECONDS - 1) * 1000),))
        picture = still(PieceSpec(timed, look, VideoFormat.EXPLAINER, (1920, 1080), "en", seed=7))
        small = picture.scaledToWidth(PIXELS, Qt.TransformationMode.SmoothTransformation)
        small.save(str(FOLDER / f"{name.replace(' ', '-')}.jpg"), "JPG", QUALITY)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

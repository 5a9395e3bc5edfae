"""Where everything of a scene stands and when it comes: one layout for each kind of scene, wide and upright."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF

from server.domain.storyboards import SceneKind, VideoFormat
from server.engine.films.looks import Look
from server.engine.films.plans import TimedScene
from server.engine.painting.boards import Board
from server.engine.painting.diagrams import comparison, listed, steps, terms, timeline
from server.engine.painting.numbers import chart, number
from server.engine.painting.sayings import quotation, recap, statement, title

_LAYOUTS: dict[SceneKind, Callable[[Board, TimedScene, VideoFormat, float], None]] = {
    SceneKind.TITLE: title,
    SceneKind.STATEMENT: statement,
    SceneKind.NUMBER: number,
    SceneKind.LIST: listed,
    SceneKind.COMPARISON: comparison,
    SceneKind.CHART: chart,
    SceneKind.TIMELINE: timeline,
    SceneKind.QUOTATION: quotation,
    SceneKind.TERMS: terms,
    SceneKind.STEPS: steps,
    SceneKind.RECAP: recap,
}


def composed(
    timed: TimedScene,
    look: Look,
    *,
    size: tuple[int, int],
    film: VideoFormat,
    language: str,
    seed: int,
    has_presenter: bool = False,
) -> Board:
    """The board of a scene with all its marks; beside a presenter, who stands at the right of a wide film."""
    width, height = size
    area = {
        VideoFormat.EXPLAINER: QRectF(width * 0.07, height * 0.08, width * 0.86, height * 0.78),
        VideoFormat.SHORT: QRectF(width * 0.08, height * 0.11, width * 0.84, height * 0.5),
        VideoFormat.CINEMATIC: QRectF(width * 0.12, height * 0.185, width * 0.76, height * 0.5),
    }[film]
    if has_presenter and film is VideoFormat.EXPLAINER:
        area.setWidth(width * 0.7)
    has_drawings = not has_presenter and film is not VideoFormat.CINEMATIC
    board = Board(look, area, min(width, height), language, seed, has_drawings=has_drawings)
    first = 0.0 if film is VideoFormat.SHORT else 0.15
    _LAYOUTS[timed.scene.kind](board, timed, film, first)
    return board

"""What is drawn in one piece of work and told in a file of facts: made once, and found there by a second attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from server.domain.errors import RenderingFailed
from server.domain.requests import Stage
from server.engine.stages.context import Context
from server.engine.workers import DRAWING

F = TypeVar("F")


def drawn_once(
    context: Context, draw: Callable[[], None], facts: Path, kind: type[F], *, paths: Iterable[Path], what: str
) -> F:
    """The facts, of type `kind`, that `draw` leaves beside the files at `paths`; what is there is not drawn again.

    `draw` runs its piece in a worker for drawing; `what` names in the progress what is drawn ("the document").

    Raises:
        RenderingFailed: nothing can be read back.
    """
    told = context.work.load(facts, kind) if all(path.exists() for path in paths) else None
    if told is None:
        context.report(Stage.DRAWING, 0.0, f"Drawing {what}")
        draw()
        context.workers.retire(DRAWING)
        told = context.work.load(facts, kind)
    if told is None:
        raise RenderingFailed("What was drawn could not be read back; run it again.")
    return told

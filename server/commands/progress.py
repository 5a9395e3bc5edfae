"""The progress bar of the command line, on stderr and only where a person looks at it."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

from server.domain.requests import status_of
from server.engine.jobs import Progressed

if TYPE_CHECKING:
    from rich.progress import Progress


class ProgressBar:
    """Shows the stages of one generation. Does nothing when stderr is not a terminal."""

    def __init__(self) -> None:
        self._bar: Progress | None = None

    def __enter__(self) -> ProgressBar:
        if sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

            self._bar = Progress(
                TextColumn("[bold]{task.fields[stage]:<9}"),
                BarColumn(bar_width=32),
                TaskProgressColumn(),
                TextColumn("{task.description}"),
                TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task("Starting", total=100, stage="starting")
            self._bar.start()
        return self

    def show(self, event: Progressed) -> None:
        """Move the bar; it never moves back."""
        if self._bar is not None:
            done = max(status_of(event.stage, event.fraction), self._bar.tasks[0].completed)
            self._bar.update(self._task, completed=done, description=event.text, stage=event.stage.value)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

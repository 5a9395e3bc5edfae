"""What a reader may need besides the bytes: models, time, and somebody to tell how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from server.domain.errors import CannotProduce

Tell = Callable[[float, str], None]
"""Takes how much is done, from 0 to 1, and one sentence."""


def silent(fraction: float, text: str) -> None:
    """Tell nobody."""
    del fraction, text


@dataclass(frozen=True, slots=True)
class Equipment:
    """What one import works with.

    Attributes:
        models: the cache folder of model files; without it pictures and recordings can't be read.
        seconds: how long the reading may take before it stops with what it has, or says that it is too much.
        tell: takes the progress.
        since: when the import began, by the monotonic clock.
    """

    models: Path | None = None
    seconds: float = 3600.0
    tell: Tell = silent
    since: float = field(default_factory=time.monotonic)

    def model_cache(self, name: str) -> Path:
        """Where model files lie. Raises `CannotProduce` for a source that needs one where there is none."""
        if self.models is None:
            raise CannotProduce(f"{name} is a picture or recording, and none can be read here; add its text instead.")
        return self.models

    @property
    def seconds_left(self) -> float:
        """What is left of the time; below 0 when it is over."""
        return self.since + self.seconds - time.monotonic()

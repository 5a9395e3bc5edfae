"""A place where small films are made in this process, with a voice of tones, and the pieces of work counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sample_storyboards import small_board

from server.domain.requests import OutputType, Quality, Stage
from server.domain.sources import SourceKind
from server.domain.storyboards import VideoFormat
from server.engine.films.plans import SIZES
from server.engine.generating import generate
from server.engine.specs import RenderSpec, SourceSpec
from server.engine.stages.context import Context
from server.engine.workers import Supervision
from server.engine.workfolders import WorkFolder
from server.engine.writing.builtin import BuiltInWriter

TEXT = "The canal carried stone and coal for eleven weeks before winter closed the locks again. " * 10
SMALL = {VideoFormat.EXPLAINER: (320, 180), VideoFormat.SHORT: (180, 320), VideoFormat.CINEMATIC: (320, 180)}


class HereAndNow:
    """Workers that run each piece in this process, and count them by kind."""

    cores = 1

    def __init__(self) -> None:
        self.kinds: list[str] = []

    def run(self, kind: Any, supervision: Any, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.kinds.append(kind.name)
        return function(*args, **kwargs)

    def retire(self, kind: Any) -> None:
        pass


def tones(text: str, *_: Any, **__: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    """As long as the words would take, hard at its beginning."""
    time = np.arange(int(24_000 * 0.045 * len(text))) / 24_000
    return (0.3 * np.sin(2 * np.pi * 220 * time)).astype(np.float32)


def film_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Any, list[str]]]:
    """A function that makes a film of a storyboard and answers it with the kinds of pieces that were run.

    Its `stages` are the stages reported, with their shares.
    """
    monkeypatch.setattr("server.engine.speech.synthesis.speak", tones)
    for film, size in SMALL.items():
        monkeypatch.setitem(SIZES, film, size)
    stages: list[tuple[Stage, float]] = []

    def run(board: Any = None, *, work: str = "work", **changes: Any) -> tuple[Any, list[str]]:
        asked = next((f for f in VideoFormat if f == changes.get("format")), VideoFormat.EXPLAINER)
        monkeypatch.setattr(BuiltInWriter, "write", lambda _writer, _task: board or small_board(asked))
        spec = RenderSpec(
            OutputType.VIDEO,
            (SourceSpec(SourceKind.TEXT, content=TEXT, name="text"),),
            language="en",
            style="classic",
            quality=Quality.DRAFT,
        )
        workers = HereAndNow()
        context: Any = Context(
            spec=replace(spec, **changes),
            work=WorkFolder(folder / work),
            cache=folder,
            workers=workers,  # type: ignore[arg-type]
            supervision=Supervision(),
            report=lambda stage, fraction, text, seconds_left=None: stages.append((stage, fraction)),
        )
        return generate(context), workers.kinds

    run.stages = stages  # type: ignore[attr-defined]
    return run

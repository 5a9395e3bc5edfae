"""One picture of a film to come, at once and beside the queue: the first scene of a text in a look, or a scene that
somebody is changing."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from server.domain.storyboards import Scene, Storyboard, VideoFormat
from server.engine.films.looks import Look
from server.engine.workers import Supervision, Workers, WorkKind

if TYPE_CHECKING:
    from server.engine.writing.builtin import BuiltInWriter

PREVIEWING = WorkKind("previewing", processes=1, timeout_s=60, memory_mib=2500)
IDLE_S = 120.0
"""The process that paints stays so long, with what it has read of the text: the next look is there at once."""
WIDTH = 960
"""Pixels of the longer side."""
QUALITY = 85
MS_A_CHARACTER = 62
"""About how long a character takes to be said."""


@dataclass(frozen=True, slots=True)
class FrameSpec:
    """What is to be seen: `text` is what the film is made of, `title` its own title where it has one."""

    style: str
    format: VideoFormat = VideoFormat.EXPLAINER
    text: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class SceneSpec:
    """One scene of a storyboard as it would be painted."""

    scene: Scene
    look: Look
    format: VideoFormat
    language: str
    presenter: int = 0
    backdrop: Path | None = None
    logo: Path | None = None


class Easel(Protocol):
    """What paints previews. Everything blocks: call it on a thread."""

    def paint(self, frame: FrameSpec) -> bytes:
        """A JPEG. Raises `GenerationError`."""
        ...

    def paint_scene(self, scene: SceneSpec) -> bytes:
        """A JPEG. Raises `GenerationError`."""
        ...

    def stop(self) -> None:
        """End whatever runs."""
        ...


class WorkerEasel:
    """`Easel` by a worker process that starts when it is first needed."""

    def __init__(self, *, idle_s: float = IDLE_S) -> None:
        self._workers = Workers(cores=1, idle_s=idle_s, crash_limit=1)

    def paint(self, frame: FrameSpec) -> bytes:
        """A JPEG of the first scene with everything there.

        Raises:
            GenerationError: there is nothing to show, or painting failed.
        """
        return self._workers.run(PREVIEWING, Supervision(), painted, frame)

    def paint_scene(self, scene: SceneSpec) -> bytes:
        """A JPEG of the scene with everything there. Raises `GenerationError` where painting failed."""
        return self._workers.run(PREVIEWING, Supervision(), painted_scene, scene)

    def stop(self) -> None:
        """End the process."""
        self._workers.stop()


@functools.cache
def _writer() -> BuiltInWriter:
    """The process's writer: it keeps what it read, so that another look of the same text is there at once."""
    from server.engine.writing.builtin import BuiltInWriter

    return BuiltInWriter()


def painted(frame: FrameSpec) -> bytes:
    """The picture as JPEG, painted in this process. Raises `NothingUsable` where there is nothing to show."""
    from server.engine.films.looks import look_of
    from server.engine.films.plans import FPS, OPENING_MS, SIZES, TimedScene
    from server.engine.painting.pieces import jpeg_of
    from server.engine.painting.specs import PieceSpec

    storyboard = first_scene(frame)
    look, _remark = look_of(frame.style, storyboard)
    width, height = SIZES[frame.format]
    start = OPENING_MS[frame.format]
    timed = TimedScene(storyboard.scenes[0], 0, (start // 1000 + 6) * FPS, ((start, start + 4000),))
    spec = PieceSpec(timed, look, frame.format, (width, height), storyboard.language, seed=11, is_first=True)
    return jpeg_of(spec, longest=WIDTH, quality=QUALITY)


def painted_scene(wanted: SceneSpec) -> bytes:
    """The picture of a scene as JPEG, painted in this process: as it would be when its lines are spoken evenly."""
    from server.engine.films.plans import FPS, LEAD_MS, SIZES, TimedScene
    from server.engine.painting.pieces import jpeg_of
    from server.engine.painting.specs import PieceSpec

    times, at = [], LEAD_MS[wanted.format]
    for line in wanted.scene.lines:
        long = max(600, MS_A_CHARACTER * len(line.text))
        times.append((at, at + long))
        at += long + 400
    timed = TimedScene(wanted.scene, 0, (at // 1000 + 2) * FPS, tuple(times))
    spec = PieceSpec(
        timed,
        wanted.look,
        wanted.format,
        SIZES[wanted.format],
        wanted.language,
        seed=11,
        is_first=True,
        presenter=wanted.presenter,
        backdrop=wanted.backdrop,
        logo=wanted.logo,
    )
    return jpeg_of(spec, longest=WIDTH, quality=QUALITY)


def first_scene(frame: FrameSpec) -> Storyboard:
    """The scene that the built-in writer begins a film of the text with, or a title card where it can't make one."""
    from dataclasses import replace

    from server.domain.errors import GenerationError, NothingUsable
    from server.domain.scripts import Line
    from server.domain.sources import SourceKind
    from server.domain.storyboards import SceneKind
    from server.engine.sources.importing import import_source
    from server.engine.specs import SourceSpec
    from server.engine.writing.tasks import StoryboardTask

    try:
        source = import_source(SourceSpec(SourceKind.TEXT, frame.text))
        task = StoryboardTask(sources=(source,), language=source.language, title=frame.title, format=frame.format)
        made = _writer().write(task)
        first = made.scenes[0]
        return replace(made, scenes=(replace(first, lines=first.lines[:1]),))
    except GenerationError:
        title = frame.title or " ".join(frame.text.split()[:9])
    if not title:
        raise NothingUsable("There is nothing to show yet: add a text or a title.")
    card = Scene(kind=SceneKind.TITLE, lines=(Line(0, title),), text=title)
    return Storyboard(title=title, language="en", format=frame.format, scenes=(card,))

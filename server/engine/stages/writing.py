"""From sources to words, in one piece whose result is a checkpoint; here it is decided who writes."""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from server.domain.errors import CannotProduce, Refused, RenderingFailed
from server.domain.requests import Stage, Style
from server.domain.sources import Source
from server.engine.specs import RenderSpec, WriterSpec
from server.engine.stages.context import Context
from server.engine.stages.telling import Teller, followed
from server.engine.workers import ASKING, RUNNING_A_MODEL, WRITING
from server.engine.workfolders import WorkFolder, key_of
from server.engine.writing.tasks import (
    BriefingTask,
    DataTableTask,
    DeckTask,
    DialogueTask,
    FaqTask,
    InfographicTask,
    QuizTask,
    ResearchTask,
    StoryboardTask,
    StudyGuideTask,
    Task,
    TextTask,
    TimelineTask,
)

if TYPE_CHECKING:
    from server.engine.writing.builtin import BuiltInWriter

R = TypeVar("R")

FORMAT = 2
"""Counts up when the built-in writer words the same sources differently."""
ASKED: frozenset[type[Task[Any]]] = frozenset(
    {
        DialogueTask,
        TextTask,
        FaqTask,
        StudyGuideTask,
        TimelineTask,
        BriefingTask,
        ResearchTask,
        QuizTask,
        DataTableTask,
        DeckTask,
        InfographicTask,
        StoryboardTask,
    }
)
"""What a connected model writes."""


def write(context: Context, task: Task[R], kind: type[R]) -> R:
    """What answers a task, from its checkpoint where there is one.

    Args:
        kind: the class of the result, which `Task`'s type parameter names.

    Raises:
        CannotProduce: no writer here can do the task.
        NothingUsable: the sources hold too little for it.
    """
    stem = type(task).__name__.removesuffix("Task").lower()
    # What a connected model has no form for, the built-in writer writes, and says so.
    writer = context.spec.writer if type(task) in ASKED else None
    by = (writer.endpoint, writer.model, writer.gguf) if writer else ()
    path = context.work.file(stem, key_of(FORMAT, type(task).__name__, task, *by), ".json")
    written = context.work.load(path, kind)
    if written is None:
        context.report(Stage.WRITING, 0.0, "Writing")
        if writer is None:
            because = "it has no form for this kind of piece." if context.spec.writer else ""
            context.workers.run(WRITING, context.supervision, _write_piece, task, path, because=because)
            context.workers.retire(WRITING)
        else:
            _ask(context, writer, task, path)
        written = context.work.load(path, kind)
    if written is None:
        raise RenderingFailed("What was written could not be read back; run it again.")
    context.report(Stage.WRITING, 1.0, f"Written: {getattr(written, 'title', '')}")
    return written


@functools.cache
def _built_in() -> BuiltInWriter:
    """The process's writer: it keeps the last analysis, so that another piece of the same sources begins at once."""
    from server.engine.writing.builtin import BuiltInWriter

    return BuiltInWriter()


def _write_piece(task: Task[R], path: Path, *, because: str = "") -> None:
    folder = WorkFolder(path.parent)
    with folder.in_use():
        try:
            written = _built_in().write(task)
        except MemoryError as error:
            raise RenderingFailed("The sources are too long to be worked on at once; use fewer.") from error
        if because:
            note = f"Written by the built-in writer, because the connected model could not: {because}"
            told: Any = written
            written = dataclasses.replace(told, notes=(*told.notes, note))
        folder.save(path, written)


def _ask(context: Context, writer: WriterSpec, task: Task[R], path: Path) -> None:
    kind = RUNNING_A_MODEL if writer.gguf else ASKING
    telling = path.with_suffix(".progress")
    try:
        with followed(telling, context.report, Stage.WRITING):
            context.workers.run(kind, context.supervision, _asked_piece, task, path, telling, writer)
    except (CannotProduce, Refused) as error:
        if not writer.falls_back:
            raise
        context.report(Stage.WRITING, 0.0, "The connected model could not write; the built-in writer does")
        context.workers.run(WRITING, context.supervision, _write_piece, task, path, because=error.message)
        context.workers.retire(WRITING)
    finally:
        context.workers.retire(kind)


def _asked_piece(task: Task[R], path: Path, telling: Path, spec: WriterSpec) -> None:
    from server.engine.chat.connecting import connected
    from server.engine.writing.connected.writer import ConnectedWriter

    folder = WorkFolder(path.parent)
    with folder.in_use(), connected(spec, request=folder.path.name) as interview:
        writer = ConnectedWriter(interview, context_tokens=spec.context_tokens, work=folder, tell=Teller(telling))
        try:
            written = writer.write(task)
        except MemoryError as error:
            raise RenderingFailed("The sources are too long to be worked on at once; use fewer.") from error
        folder.save(path, written)


def language_of(spec: RenderSpec, sources: tuple[Source, ...]) -> str:
    """The language of the result: the one asked for, else the one that most of the sources are in."""
    if spec.language:
        return spec.language
    by_length: dict[str, int] = {}
    for source in sources:
        by_length[source.language] = by_length.get(source.language, 0) + len(source.text)
    return max(by_length, key=lambda code: by_length[code])


def style_of(spec: RenderSpec) -> Style:
    """The style asked for. Raises `CannotProduce` for one that there is not."""
    try:
        return Style(spec.style or Style.DEEP_DIVE)
    except ValueError as error:
        styles = ", ".join(style.value for style in Style)
        raise CannotProduce(f"There is no style {spec.style[:40]!r} for this; take one of: {styles}.") from error

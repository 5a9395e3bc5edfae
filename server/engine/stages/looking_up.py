"""From a topic to sources: the asker's own, then the encyclopaedia; the connected model where both say nothing."""

from __future__ import annotations

from pathlib import Path

from server.domain.errors import NothingUsable, SourceNotImported
from server.domain.requests import Stage
from server.domain.sources import MIN_WORDS, Source
from server.engine.specs import Reference, WriterSpec
from server.engine.stages.context import Context
from server.engine.workers import ASKING, IMPORTING, RUNNING_A_MODEL
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 1
_SHOWN = 80


def look_up(context: Context, reference: Reference) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """The sources that there are about a topic, and notes for a person.

    Raises:
        NothingUsable: nothing here says anything about it; nothing is made up.
        CannotProduce: the encyclopaedia or the model can't be asked.
    """
    context.report(Stage.IMPORTING, 0.0, "Looking the topic up")
    path = context.work.file("topic", key_of(FORMAT, reference), ".json")
    found = context.work.load(path, tuple[Source, ...])
    if found is None:
        found = context.workers.run(IMPORTING, context.supervision, _find_piece, reference, path)
    asked = "your own sources and the encyclopaedia" if reference.encyclopaedia else "your own sources"
    notes: tuple[str, ...] = (f"No source was given: this rests on {asked}.",)
    if sum(source.word_count for source in found) < MIN_WORDS:
        found, notes = _asked(context, reference), ()
    if sum(source.word_count for source in found) < MIN_WORDS:
        topic = " ".join(reference.topic.split())[:_SHOWN]
        raise NothingUsable(
            f"Nothing here says enough about “{topic}”: add sources, or name an encyclopaedia file or a model in the "
            "settings, under Writing."
        )
    context.report(Stage.IMPORTING, 1.0, f"Found {len(found)} sources about the topic")
    warnings = tuple(warning for source in found for warning in source.warnings)
    return found, notes + warnings


def _asked(context: Context, reference: Reference) -> tuple[Source, ...]:
    writer = context.spec.writer
    if writer is None:
        return ()
    by = (writer.endpoint, writer.model, writer.gguf)
    path = context.work.file("known", key_of(FORMAT, reference.topic, context.spec.language, *by), ".json")
    known = context.work.load(path, tuple[Source, ...])
    if known is None:
        kind = RUNNING_A_MODEL if writer.gguf else ASKING
        context.report(Stage.IMPORTING, 0.5, "Asking the connected model about the topic")
        context.workers.run(kind, context.supervision, _ask_piece, reference, writer, context.spec.language, path)
        context.workers.retire(kind)
        known = context.work.load(path, tuple[Source, ...])
    return known or ()


def _find_piece(reference: Reference, path: Path) -> tuple[Source, ...]:
    """What was found; kept at `path` unless some of it is from a notebook."""
    from server.engine.topics.encyclopaedia import articles_about
    from server.engine.topics.own import FROM_NOTEBOOK, said_about

    folder = WorkFolder(path.parent)
    with folder.in_use():
        try:
            found = said_about(reference.topic, reference.own, reference.notebooks)
            if reference.encyclopaedia is not None:
                found += articles_about(reference.topic, reference.encyclopaedia)
        except MemoryError as error:
            raise SourceNotImported("Looking the topic up needs more memory than it may take; add sources.") from error
        every = tuple({source.id: source for source in found}.values())
        if not any(source.id.startswith(FROM_NOTEBOOK) for source in every):
            folder.save(path, every)
        return every


def _ask_piece(reference: Reference, writer: WriterSpec, language: str, path: Path) -> None:
    from server.engine.chat.connecting import connected
    from server.engine.topics.background import known_of

    folder = WorkFolder(path.parent)
    with folder.in_use(), connected(writer, request=folder.path.name) as interview:
        known = known_of(reference.topic, interview, language=language, context_tokens=writer.context_tokens)
        folder.save(path, known)

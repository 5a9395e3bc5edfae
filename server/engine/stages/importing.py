"""From source specs to imported sources, each a checkpoint of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from server.domain.errors import GenerationError, NothingUsable, SourceNotImported, WorkerLost
from server.domain.requests import Stage
from server.domain.sources import Source, SourceKind
from server.engine.sources.equipment import Tell, silent
from server.engine.specs import SourceSpec
from server.engine.stages.context import Context
from server.engine.stages.looking_up import look_up
from server.engine.stages.progress_notes import Note, followed
from server.engine.workers import IMPORTING, RECOGNISING, Supervision, Workers, WorkKind
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 2
"""Counts up when importers change what they make of the same file."""
_SHARE_OF_TIME = 0.9
"""Of a worker's time that an import may plan with."""


def import_sources(context: Context) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """Import every source of the spec.

    Returns:
        The sources, the same one named twice only once, and a note for each that was left out.

    Raises:
        SourceNotImported: one can't be had, and the spec does not allow to leave it out, or none can.
        NothingUsable: together they hold too little.
    """
    specs = context.spec.sources
    if not specs and not context.spec.imported and context.spec.reference is not None:
        return look_up(context, context.spec.reference)
    known = {source.id: source for source in context.spec.imported}
    done = 0

    def piece(spec: SourceSpec) -> Callable[[Supervision], Source | GenerationError]:
        def run(supervision: Supervision) -> Source | GenerationError:
            nonlocal done
            try:
                return import_one(
                    context.workers,
                    supervision,
                    spec,
                    context.work,
                    models=context.cache,
                    allow_private=context.spec.allow_private_urls,
                    tell=lambda share, text: context.report(Stage.IMPORTING, (done + share) / len(specs), text),
                )
            except (SourceNotImported, NothingUsable) as error:
                if not context.spec.skip_failed_sources:
                    raise
                return error
            finally:
                done += 1
                context.report(Stage.IMPORTING, done / len(specs), f"Read {done} of {len(specs)} sources")

        return run

    context.report(Stage.IMPORTING, 0.0, f"Reading {_named(specs)}" if specs else "The sources are there already")
    outcomes = context.each([piece(spec) for spec in specs])
    context.workers.retire(RECOGNISING)
    sources = known | {o.id: o for o in outcomes if isinstance(o, Source)}
    failures = [o for o in outcomes if isinstance(o, GenerationError)]
    if not sources and failures:
        raise failures[0]
    from server.engine.sources import check_enough

    check_enough(tuple(sources.values()))
    notes = tuple(f"Left out: {failure.message}" for failure in failures)
    warnings = tuple(warning for source in sources.values() for warning in source.warnings)
    return tuple(sources.values()), notes + warnings


def _named(specs: tuple[SourceSpec, ...]) -> str:
    if len(specs) == 1:
        return specs[0].name or "the text"
    return f"{len(specs)} sources"


def kind_of_work(spec: SourceSpec) -> WorkKind:
    """Which limits an import runs under, by what can be known of it beforehand."""
    from server.engine.sources.formats import PDF, PICTURE, RECORDINGS, named_format
    from server.engine.sources.signatures import HEAD, signature_of

    if spec.kind is SourceKind.VIDEO_SITE:
        return RECOGNISING
    if spec.path is not None:
        try:
            with spec.path.open("rb") as file:
                found = signature_of(file.read(HEAD))
        except OSError:
            return IMPORTING
        return RECOGNISING if found and found.kind in ("pdf", "picture", "recording") else IMPORTING
    if spec.kind in (SourceKind.PDF, SourceKind.FILE):
        return RECOGNISING
    extension = PurePosixPath(urlsplit(spec.content).path[-300:]).suffix.lower() if "://" in spec.content[:20] else ""
    named = named_format(extension=extension, media_type="")
    return RECOGNISING if named in (PDF, PICTURE, RECORDINGS) else IMPORTING


def import_one(
    workers: Workers,
    supervision: Supervision,
    spec: SourceSpec,
    work: WorkFolder,
    *,
    models: Path,
    allow_private: bool,
    tell: Tell = silent,
) -> Source:
    """Import one source in a worker process; what was imported before from the same is taken from the work folder.

    Args:
        workers, supervision: where it runs and under whose supervision.
        spec: what to import.
        work: takes the source as a checkpoint.
        models: the cache of model files.
        allow_private: the owner's switch.
        tell: takes the progress while it lasts; called from another thread.

    Raises:
        SourceNotImported, NothingUsable: as `import_source`; also when the file brought its worker down.
    """
    key = key_of(FORMAT, spec, _stamp(spec.path))
    path = work.file("source", key, ".json")
    source = work.load(path, Source)
    if source is not None:
        return source
    kind = kind_of_work(spec)
    note = path.with_name(f"progress-{key}.json")
    shown = spec.name or "The text"
    try:
        with followed(note, tell):
            workers.run(
                kind, supervision, _import_piece, spec, path, note, models, kind.timeout_s, allow_private=allow_private
            )
    except WorkerLost as error:
        if not error.was_slow:
            raise  # whoever counts crashes decides whether it runs again
        raise SourceNotImported(
            f"{shown} could not be read: it takes more time than a source may; split it, or save it anew and add that",
            source=spec.name,
        ) from error
    source = work.load(path, Source)
    if source is None:
        raise SourceNotImported(f"{shown} could not be read back; run it again.", source=spec.name)
    return source


def _stamp(path: Path | None) -> tuple[int, int]:
    if path is None or not path.is_file():
        return (0, 0)
    state = path.stat()
    return (state.st_size, state.st_mtime_ns)


def _import_piece(
    spec: SourceSpec, path: Path, note: Path, models: Path, timeout_s: float, *, allow_private: bool
) -> None:
    from server.engine.sources import Equipment, import_source

    folder = WorkFolder(path.parent)
    with folder.in_use():
        try:
            equipment = Equipment(models=models, seconds=_SHARE_OF_TIME * timeout_s, tell=Note(note))
            source = import_source(spec, allow_private_urls=allow_private, equipment=equipment)
        except MemoryError as error:
            raise SourceNotImported(
                f"{spec.name or 'The text'} needs more memory than a source may take; split it.", source=spec.name
            ) from error
        folder.save(path, source)

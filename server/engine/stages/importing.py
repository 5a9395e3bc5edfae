"""From source specs to imported sources, each a checkpoint of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from server.domain.errors import GenerationError, NothingUsable, SourceNotImported
from server.domain.requests import Stage
from server.domain.sources import Source
from server.engine.specs import SourceSpec
from server.engine.stages.context import Context
from server.engine.workers import IMPORTING, Supervision
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 1
"""Counts up when importers change what they make of the same file."""


def import_sources(context: Context) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """Import every source of the spec.

    Returns:
        The sources, the same one named twice only once, and a note for each that was left out.

    Raises:
        SourceNotImported: one can't be had, and the spec does not allow to leave it out, or none can.
        NothingUsable: together they hold too little.
    """
    specs = context.spec.sources
    known = {source.id: source for source in context.spec.imported}
    done = 0

    def piece(spec: SourceSpec) -> Callable[[Supervision], Source | GenerationError]:
        def run(supervision: Supervision) -> Source | GenerationError:
            nonlocal done
            try:
                return _import_one(context, spec, supervision)
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


def _import_one(context: Context, spec: SourceSpec, supervision: Supervision) -> Source:
    path = context.work.file("source", key_of(FORMAT, spec, _stamp(spec.path)), ".json")
    source = context.work.load(path, Source)
    if source is None:
        allow_private = context.spec.allow_private_urls
        context.workers.run(IMPORTING, supervision, _import_piece, spec, path, allow_private=allow_private)
        source = context.work.load(path, Source)
    if source is None:
        raise SourceNotImported(f"{spec.name or 'The text'} could not be read back; run it again.", source=spec.name)
    return source


def _stamp(path: Path | None) -> tuple[int, int]:
    if path is None or not path.is_file():
        return (0, 0)
    state = path.stat()
    return (state.st_size, state.st_mtime_ns)


def _import_piece(spec: SourceSpec, path: Path, *, allow_private: bool) -> None:
    from server.engine.sources import import_source

    folder = WorkFolder(path.parent)
    with folder.in_use():
        try:
            source = import_source(spec, allow_private_urls=allow_private)
        except MemoryError as error:
            raise SourceNotImported(
                f"{spec.name or 'The text'} needs more memory than a source may take; split it.", source=spec.name
            ) from error
        folder.save(path, source)

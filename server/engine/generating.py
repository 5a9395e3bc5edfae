"""One generation from spec to result: which stages an output type runs through, and what they hand on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from server.domain.errors import CannotProduce
from server.domain.requests import OutputType, Stage
from server.domain.scripts import Composition, Script
from server.domain.sources import Passage, Source
from server.engine.jobs import Citation, RenderResult
from server.engine.specs import Artefact
from server.engine.stages.context import Context
from server.engine.stages.importing import import_sources
from server.engine.stages.mixing import mix
from server.engine.stages.scripting import given_script
from server.engine.stages.voicing import choose_voices, voice_lines
from server.engine.stages.writing import language_of, write_script, write_text
from server.engine.workers import IMPORTING, MIXING, VOICING
from server.engine.workfolders import key_of

CITATION_CHARACTERS = 1000


class ScriptWaits(Exception):
    """The script is written and the spec asks for approval before it is voiced."""

    def __init__(self, script: Script) -> None:
        super().__init__("the script waits to be approved")
        self.script = script


def generate(context: Context) -> RenderResult:
    """Run every stage that the spec's output type needs.

    Raises:
        GenerationError: what went wrong, in one sentence.
        ScriptWaits: the script is written and waits.
    """
    try:
        make = _MAKERS[context.spec.output_type]
    except KeyError:
        made = " and ".join(sorted(_MAKERS))
        raise CannotProduce(f"{context.spec.output_type} can't be made; this installation makes {made}.") from None
    context.work.prepare()
    context.report(Stage.PICKED_UP, 1.0, "Started")
    return make(context)


def _audio(context: Context) -> RenderResult:
    spec = context.spec
    notes: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    if spec.script:
        script = given_script(spec)
    else:
        sources, notes = import_sources(context)
        context.workers.retire(IMPORTING)
        choose_voices(spec, language_of(spec, sources))
        script = replace(write_script(context, sources), source_titles=tuple(_titles(sources).items()))
    if spec.approve_script:
        raise ScriptWaits(script)
    voices = choose_voices(spec, script.language, speakers=len(script.speakers))
    recordings = voice_lines(context, script, voices)
    context.workers.retire(VOICING)
    audio, recording = mix(context, script, recordings)
    context.workers.retire(MIXING)
    recording = replace(recording, voices=tuple(voice.name for voice in voices))
    return RenderResult(
        title=script.title,
        language=script.language,
        response_text=script.as_text(),
        artefacts=(audio,),
        citations=citations(sources, tuple(p for line in script.lines for p in line.passages))
        if spec.include_citations
        else (),
        script=script,
        recording=recording,
        notes=notes + script.notes,
    )


def _text(context: Context) -> RenderResult:
    sources, notes = import_sources(context)
    context.workers.retire(IMPORTING)
    composition = write_text(context, sources)
    markdown = composition.as_markdown()
    path = context.work.file("text", key_of(markdown), ".md")
    context.work.write(path, markdown.encode())
    return RenderResult(
        title=composition.title,
        language=composition.language,
        response_text=markdown,
        artefacts=(Artefact.of(path, name="document", media_type="text/markdown"),),
        citations=citations(sources, _passages(composition)) if context.spec.include_citations else (),
        notes=notes + composition.notes,
    )


_MAKERS: dict[OutputType, Callable[[Context], RenderResult]] = {OutputType.AUDIO: _audio, OutputType.TEXT: _text}
MADE_HERE = frozenset(_MAKERS)
"""The output types that this engine makes."""


def _passages(composition: Composition) -> tuple[Passage, ...]:
    return tuple(passage for statement in composition.statements for passage in statement.passages)


def _titles(sources: tuple[Source, ...]) -> dict[str, str]:
    return {source.id: source.title or source.address or "Text" for source in sources}


def citations(sources: tuple[Source, ...], passages: tuple[Passage, ...]) -> tuple[Citation, ...]:
    """The passages as the wire shows them, each once, in order of first use; texts of at most 1,000 characters."""
    names = _titles(sources)
    seen: dict[tuple[str, int, int], Citation] = {}
    for passage in passages:
        key = (passage.source_id, passage.start, passage.end)
        seen.setdefault(
            key,
            Citation(
                text=passage.text[:CITATION_CHARACTERS],
                source=names.get(passage.source_id, "Text"),
                page=passage.page,
                time_ms=passage.time_ms,
                slide=passage.slide,
                sheet=passage.sheet,
                row=passage.row,
            ),
        )
    return tuple(seen.values())

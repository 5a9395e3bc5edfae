"""Audio: sources, a script, its lines spoken, and the recording mixed of them."""

from __future__ import annotations

from dataclasses import replace

from server.domain.scripts import Script
from server.domain.sources import Source
from server.engine.jobs import RenderResult
from server.engine.making.citing import citations, titles_of
from server.engine.stages.context import Context
from server.engine.stages.importing import import_sources
from server.engine.stages.mixing import mix
from server.engine.stages.scripting import given_script, with_marks_apart
from server.engine.stages.voicing import choose_voices, voice_by_speaker, voice_lines
from server.engine.stages.writing import language_of, style_of, write
from server.engine.workers import IMPORTING, MIXING, VOICING
from server.engine.writing.tasks import DialogueTask


class ScriptWaits(Exception):
    """The script is written and the spec asks for approval before it is voiced."""

    def __init__(self, script: Script) -> None:
        super().__init__("the script waits to be approved")
        self.script = script


def make_episode(context: Context) -> RenderResult:
    """Write (or take) the script, speak it and mix it.

    Raises:
        GenerationError: what went wrong, in one sentence.
        ScriptWaits: the script is written and waits.
    """
    spec = context.spec
    notes: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    if spec.script:
        script = given_script(spec)
    else:
        sources, notes = import_sources(context)
        context.workers.retire(IMPORTING)
        choose_voices(spec, language_of(spec, sources))
        task = DialogueTask(
            sources=sources,
            language=language_of(spec, sources),
            instructions=spec.instructions,
            title=spec.title,
            avoid=spec.avoid,
            style=style_of(spec),
            duration=spec.duration,
        )
        script = replace(write(context, task, Script), source_titles=tuple(titles_of(sources).items()))
    if spec.approve_script:
        raise ScriptWaits(script)
    script = with_marks_apart(script)
    voices = choose_voices(spec, script.language, speakers=script.speakers[-1] + 1)
    recordings = voice_lines(context, script, voices)
    context.workers.retire(VOICING)
    audio, recording, stems = mix(context, script, recordings)
    context.workers.retire(MIXING)
    heard = voice_by_speaker(script, voices)
    recording = replace(recording, voices=tuple(heard[speaker].name for speaker in script.speakers))
    return RenderResult(
        title=script.title,
        language=script.language,
        response_text=script.as_text(),
        artefacts=(audio, *stems),
        citations=citations(sources, tuple(p for line in script.lines for p in line.passages))
        if spec.include_citations
        else (),
        script=script,
        recording=recording,
        notes=notes + script.notes,
        sources=sources,
    )

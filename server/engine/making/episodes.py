"""Audio: sources, a script, its lines spoken, and the recording mixed of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from server.domain.episode_drafts import line_id
from server.domain.errors import RenderingFailed
from server.domain.requests import Stage
from server.domain.scripts import Script
from server.domain.sources import Source
from server.domain.voices import SpeechEngine, Voice
from server.engine.jobs import RenderResult
from server.engine.making.approving import ScriptWaits
from server.engine.making.citing import citations, titles_of
from server.engine.making.episode_drafts import kept_takes, make_from_draft
from server.engine.specs import Artefact
from server.engine.stages.context import Context
from server.engine.stages.importing import import_sources
from server.engine.stages.listening import get_ready, require_language
from server.engine.stages.mixing import Mixed, kept_music, mix
from server.engine.stages.scripting import given_script, with_marks_apart
from server.engine.stages.voicing import choose_voices, speak_all, voice_by_speaker, wishes_for
from server.engine.stages.writing import language_of, style_of, write
from server.engine.workers import IMPORTING, LISTENING, MIXING, VOICING, Supervision
from server.engine.writing.tasks import DialogueTask

LEAST_HEARD_S = 15.0
"""A shorter recording says too little of its language."""


def make_episode(context: Context) -> RenderResult:
    """Write (or take) the script, speak it and mix it.

    Raises:
        GenerationError: what went wrong, in one sentence.
        ScriptWaits: the script is written and waits.
    """
    spec = context.spec
    if spec.draft is not None:
        return make_from_draft(context, spec.draft)
    notes: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    if spec.performance is not None:
        script, sources = spec.performance.script, spec.imported
    elif spec.script:
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
    if spec.approve_script and spec.performance is None:
        raise ScriptWaits(script)
    script = with_marks_apart(script)
    if spec.performance is not None:
        voices = spec.performance.cast
    else:
        voices = choose_voices(spec, script.language, speakers=script.speakers[-1] + 1)
    wishes = wishes_for(spec, script, voices)
    recordings = speak_all(context, wishes, language=script.language)
    context.workers.retire(VOICING)
    mixed: list[Mixed] = []

    def mixing(_: Supervision) -> None:
        mixed.append(mix(context, script, recordings))

    # Mixing is the work of one core; whoever listens to the result gets ready on the other.
    context.each([mixing, lambda supervision: get_ready(context, supervision)])
    ((audio, recording, stems),) = mixed
    texts = {line_id(number): line.markup or line.text for number, line in enumerate(script.lines)}
    takes = kept_takes(context, wishes, texts, recordings) if spec.keeps_takes else ()
    context.workers.retire(MIXING)
    heard = voice_by_speaker(script, voices)
    notes += _language_checked(context, audio, script, tuple(heard.values()))
    cast = tuple(heard[speaker] for speaker in script.speakers)
    names = tuple(voice.name for voice in cast)
    recording = replace(recording, voices=names, cast=cast, pronunciations=spec.pronunciations)
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
        details={"stems": [_stem(each.name) for each in stems]} if stems else {},
        notes=notes + script.notes,
        takes=takes,
        sources=sources,
        music=kept_music(context),
    )


def _language_checked(context: Context, audio: Artefact, script: Script, voices: Sequence[Voice]) -> tuple[str, ...]:
    """Listen whether the episode speaks its language.

    Somebody's own script may change its language, and formant voices are often taken for another one: then it is only
    told. A few words are no measure.

    Raises:
        RenderingFailed: another language is heard beyond doubt.
    """
    if (audio.duration_s or 0.0) < LEAST_HEARD_S:
        return ()
    context.report(Stage.MIXING, 1.0, "Listening to the result")
    try:
        require_language(context, audio.path, script.language)
    except RenderingFailed as error:
        own_words = context.spec.script or context.spec.performance
        if not own_words and all(voice.engine is not SpeechEngine.ESPEAK for voice in voices):
            raise
        return (error.message,)
    finally:
        context.workers.retire(LISTENING)
    return ()


def _stem(name: str) -> dict[str, str]:
    """What the record tells of a stem."""
    part = name.removeprefix("stem_")
    return {"speaker": f"SPEAKER_{part}" if part.isdecimal() else part, "artefact": name}

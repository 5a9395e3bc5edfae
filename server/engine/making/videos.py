"""Video: sources, a storyboard, its lines spoken, its scenes painted, and the film joined of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from server.domain.errors import CannotProduce
from server.domain.requests import Stage
from server.domain.storyboards import Storyboard, VideoFormat
from server.domain.voices import Voice
from server.engine.films.looks import Look, grounded, look_of, recolored
from server.engine.films.plans import SIZES, without_weakest
from server.engine.jobs import RenderResult
from server.engine.making.citing import citations, titles_of
from server.engine.specs import RenderSpec
from server.engine.stages.backdrops import backdrop
from server.engine.stages.context import Context
from server.engine.stages.filming import Pictures, Spoken, film, lay_out
from server.engine.stages.importing import import_sources
from server.engine.stages.logos import brand_logo
from server.engine.stages.pictures import made_pictures
from server.engine.stages.voicing import choose_voices, voice_by_speaker, voice_lines
from server.engine.stages.writing import language_of, write
from server.engine.workers import FILMING, IMPORTING, MIXING, VOICING
from server.engine.writing.tasks import StoryboardTask

SHORT_MOST_MS = 59_000
"""An upright film is shorter than a minute."""
_VOICED = 0.4
"""The part of the way from words to pictures that speaking takes; painting takes the rest."""


def make_video(context: Context) -> RenderResult:
    """Write the storyboard, speak it, paint it and join it.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    asked = format_of(spec)
    sources, notes = import_sources(context)
    behind = backdrop(context, SIZES[asked])
    logo = brand_logo(context) if spec.brand.logo is not None else None
    context.workers.retire(IMPORTING)
    language = language_of(spec, sources)
    speakers = min(2, len(spec.voices)) or 1
    choose_voices(spec, language, speakers=speakers)
    task = StoryboardTask(
        sources=sources,
        language=language,
        instructions=spec.instructions,
        title=spec.title,
        avoid=spec.avoid,
        format=asked,
        speakers=speakers,
        title_prompt=spec.title_prompt,
        description_prompt=spec.description_prompt,
    )
    storyboard = write(context, task, Storyboard)
    look, remark = look_of(spec.style, storyboard)
    look = branded(look, spec)
    made = made_pictures(context, storyboard, SIZES[asked])
    context.workers.retire(IMPORTING)
    shown = Pictures(behind or made.ground, made.intro, made.thumbnail, logo)
    storyboard, recordings, spoken, voices = _spoken(context, storyboard, speakers)
    picture, thumbnail, recording = film(
        _sharing(context, painting=True), storyboard, recordings, spoken, look, scene_pictures=shown
    )
    context.workers.retire(FILMING)
    context.workers.retire(MIXING)
    script = replace(storyboard.script(), source_titles=tuple(titles_of(sources).items()))
    heard = voice_by_speaker(script, voices)
    recording = replace(recording, voices=tuple(heard[speaker].name for speaker in script.speakers))
    return RenderResult(
        title=storyboard.title,
        language=language,
        response_text=script.as_text(),
        artefacts=(picture, thumbnail),
        citations=citations(sources, storyboard.passages) if spec.include_citations else (),
        script=script,
        recording=recording,
        notes=(*notes, *storyboard.notes, *((remark,) if remark else ()), *made.notes),
        details={"written_by": storyboard.written_by}
        | ({"description": storyboard.description} if storyboard.description else {}),
        sources=sources,
    )


def format_of(spec: RenderSpec) -> VideoFormat:
    """The format asked for. Raises `CannotProduce` for one that there is not."""
    try:
        return VideoFormat(spec.format or VideoFormat.EXPLAINER)
    except ValueError as error:
        raise CannotProduce(
            f"There is no format {spec.format[:40]!r} for a video; take one of: {', '.join(VideoFormat)}."
        ) from error


def branded(look: Look, spec: RenderSpec) -> Look:
    """The look in the brand's colours, where the brand has any and the style is the plain one."""
    brand = spec.brand
    if look.name != "classic":
        return look
    colors = [c for c in (spec.brand.brand_color, spec.brand.accent_color) if c]
    worn = recolored(look, colors) if colors else look
    if brand.background_color:
        worn = grounded(worn, brand.background_color, brand.text_color)
    return replace(worn, name=look.name)


def _spoken(
    context: Context, storyboard: Storyboard, speakers: int
) -> tuple[Storyboard, tuple[Path, ...], Spoken, tuple[Voice, ...]]:
    """The lines spoken and laid out; an upright film that is too long loses scenes until it is short enough."""
    voices = choose_voices(context.spec, storyboard.language, speakers=speakers)
    sharing = _sharing(context, painting=False)
    while True:
        recordings = voice_lines(sharing, storyboard.script(), voices)
        spoken = lay_out(context, storyboard, recordings)
        shorter = without_weakest(storyboard) if spoken.duration_ms > SHORT_MOST_MS else None
        if storyboard.format is not VideoFormat.SHORT or shorter is None:
            context.workers.retire(VOICING)
            return storyboard, recordings, spoken, voices
        storyboard = shorter


def _sharing(context: Context, *, painting: bool) -> Context:
    """A context whose reports of voicing and painting share one stretch of the way, one after the other."""

    def report(stage: Stage, fraction: float, text: str, seconds_left: float | None = None) -> None:
        if stage is Stage.DRAWING and painting:
            fraction = _VOICED + (1 - _VOICED) * fraction
        elif stage is Stage.VOICING:
            fraction *= _VOICED
        context.report(stage, fraction, text, seconds_left)

    return replace(context, report=report)

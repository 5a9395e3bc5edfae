"""Video: sources, a storyboard, its lines spoken, its scenes painted, and the film joined of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from server.domain.errors import CannotProduce
from server.domain.requests import Stage
from server.domain.sources import Source
from server.domain.storyboards import Storyboard, VideoFormat
from server.domain.voices import Voice
from server.engine.films.kept import KeptFilm
from server.engine.films.looks import Look, grounded, look_of, recolored
from server.engine.films.plans import SIZES, without_weakest
from server.engine.jobs import RenderResult
from server.engine.making.approving import ScriptWaits
from server.engine.making.citing import citations, titles_of
from server.engine.specs import RenderSpec
from server.engine.stages.backdrops import backdrop
from server.engine.stages.context import Context
from server.engine.stages.filming import Pictures, Spoken, film, lay_out, presenter_of
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
        ScriptWaits: the storyboard is written and waits.
    """
    spec = context.spec
    asked = spec.film.storyboard.format if spec.film is not None else format_of(spec)
    for piece in spec.pieces:
        context.work.take_over(piece.name, piece.path)
    sources, notes = _sources(context)
    behind = backdrop(context, SIZES[asked])
    logo = brand_logo(context) if spec.brand.logo is not None else None
    context.workers.retire(IMPORTING)
    speakers = min(2, len(spec.voices)) or 1
    kept, remark = (spec.film, "") if spec.film is not None else _boarded(context, sources, asked, speakers)
    storyboard, look, language = kept.storyboard, kept.look, kept.storyboard.language
    if spec.approve_script:
        raise ScriptWaits(storyboard.script(), kept)
    made = made_pictures(context, storyboard, SIZES[asked])
    context.workers.retire(IMPORTING)
    shown = Pictures(behind or made.ground, made.intro, made.thumbnail, logo)
    written = len(storyboard.scenes)
    storyboard, recordings, spoken, voices = _spoken(context, storyboard, speakers)
    if left_out := written - len(storyboard.scenes):
        notes += (_left_out(left_out),)
    filmed = film(_sharing(context, painting=True), storyboard, recordings, spoken, look, scene_pictures=shown)
    context.workers.retire(FILMING)
    context.workers.retire(MIXING)
    script = replace(storyboard.script(), source_titles=tuple(titles_of(sources).items()))
    heard = voice_by_speaker(script, voices)
    recording = replace(filmed.recording, voices=tuple(heard[speaker].name for speaker in script.speakers))
    return RenderResult(
        title=storyboard.title,
        language=language,
        response_text=script.as_text(),
        artefacts=(filmed.film, filmed.thumbnail),
        citations=citations(sources, storyboard.passages) if spec.include_citations else (),
        script=script,
        recording=recording,
        notes=(*notes, *storyboard.notes, *((remark,) if remark else ()), *made.notes),
        details={"written_by": storyboard.written_by}
        | ({"description": storyboard.description} if storyboard.description else {}),
        sources=sources,
        film=replace(
            kept,
            storyboard=storyboard,
            stills=tuple(still.name for still in filmed.stills),
            backdrop=_named(shown.backdrop),
            intro=_named(shown.intro),
            logo=_named(shown.logo),
        ),
        pieces=(*filmed.pieces, *(path for path in (shown.backdrop, shown.intro, shown.logo) if path is not None)),
    )


def _sources(context: Context) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """What the film is made of; a storyboard that is given may have no sources any more."""
    spec = context.spec
    if spec.film is not None and not (spec.sources or spec.imported or spec.reference):
        return (), ()
    return import_sources(context)


def _boarded(context: Context, sources: tuple[Source, ...], asked: VideoFormat, speakers: int) -> tuple[KeptFilm, str]:
    """The storyboard written and its look chosen, with a remark where the style could not be read."""
    spec = context.spec
    language = language_of(spec, sources)
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
    return KeptFilm(storyboard, branded(look, spec), presenter_of(spec, storyboard)), remark


def _named(path: Path | None) -> str:
    return path.name if path is not None else ""


def _left_out(count: int) -> str:
    what = "One scene was" if count == 1 else f"{count} scenes were"
    return f"{what} left out, because an upright film is shorter than a minute."


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

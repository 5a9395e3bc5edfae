"""From voiced lines to the finished recording, in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from server.domain.errors import RenderingFailed
from server.domain.languages import language_by_code
from server.domain.recordings import ChapterTime, Recording
from server.domain.requests import Stage
from server.domain.script_marks import LONGEST_PAUSE_S
from server.domain.scripts import Line, Script
from server.engine.audio.assembling import VoicedLine
from server.engine.specs import Artefact, SourceSpec
from server.engine.speech.markup import taken_apart
from server.engine.stages.context import Context
from server.engine.workers import IMPORTING, MIXING
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 2
MUSIC_BYTES = 100 * 1024 * 1024


Mixed = tuple[Artefact, Recording, tuple[Artefact, ...]]
"""The episode, its times, and the stems."""


def mix(context: Context, script: Script, recordings: tuple[Path, ...]) -> Mixed:
    """Mix, master, tag and check the episode; the stems come last, where the spec asks for them.

    Raises:
        SourceNotImported: the intro music can't be had.
        RenderingFailed: the recording did not pass its check.
    """
    spec = context.spec
    music = music_of(context)
    made_from = (script.title, script.language, script.chapters, script.lines, recordings, music)
    key = key_of(FORMAT, *made_from, spec.music_bed, spec.stems)
    path = context.work.file("episode", key, ".mp3")
    facts = context.work.file("episode", key, ".json")
    recording = context.work.load(facts, Recording) if path.exists() else None
    if recording is None:
        context.report(Stage.MIXING, 0.0, "Mixing and mastering")
        context.workers.run(
            MIXING,
            context.supervision,
            _mix_piece,
            script,
            recordings,
            music=music,
            music_name=context.spec.intro_music.name if context.spec.intro_music else "",
            path=path,
            facts=facts,
            has_bed=spec.music_bed,
            with_stems=spec.stems,
        )
        recording = context.work.load(facts, Recording)
    if recording is None:
        raise RenderingFailed("The recording could not be read back; run it again.")
    context.report(Stage.MIXING, 1.0, "The recording is finished")
    artefact = Artefact.of(path, name="audio", media_type="audio/mpeg", duration_s=recording.duration_s)
    stems = sorted(path.parent.glob(f"{path.stem}_*.wav")) if spec.stems else []
    return (
        artefact,
        recording,
        tuple(
            Artefact.of(
                stem,
                name=f"stem{stem.stem.removeprefix(path.stem)}",
                media_type="audio/wav",
                duration_s=recording.duration_s,
            )
            for stem in stems
        ),
    )


def kept_music(context: Context) -> Artefact | None:
    """The music that was mixed in, to be kept with what it was made of: its address may lead nowhere one day."""
    path, spec = music_of(context), context.spec.intro_music
    if path is None or spec is None:
        return None
    return Artefact.of(path, name=spec.name, media_type="application/octet-stream")


def music_of(context: Context) -> Path | None:
    """The file of the music that the spec asks for, fetched if need be. Raises `SourceNotImported`."""
    spec = context.spec.intro_music
    if spec is None or spec.path is not None:
        return spec.path if spec else None
    path = context.work.file("music", key_of(spec.content), Path(spec.content.split("?")[0]).suffix.lower())
    if not path.exists():
        context.report(Stage.MIXING, 0.0, "Fetching the music")
        context.workers.run(
            IMPORTING,
            context.supervision,
            _music_piece,
            spec,
            path,
            allow_private=context.spec.allow_private_urls,
        )
        context.workers.retire(IMPORTING)
    return path


def _music_piece(spec: SourceSpec, path: Path, *, allow_private: bool) -> None:
    from server.fetch.downloads import Limits, fetch_now

    with WorkFolder(path.parent).in_use():
        fetch_now(spec.content, limits=Limits(max_bytes=MUSIC_BYTES), allow_private=allow_private, into=path)


def _mix_piece(
    script: Script,
    recordings: tuple[Path, ...],
    *,
    music: Path | None,
    music_name: str,
    path: Path,
    facts: Path,
    has_bed: bool,
    with_stems: bool,
) -> None:
    from server.engine.audio.rendering import EpisodeSpec, render_episode

    folder = WorkFolder(path.parent)
    language = language_by_code(script.language)
    with folder.in_use():
        audio = render_episode(
            EpisodeSpec(
                title=script.title,
                lines=voiced(script.lines, recordings),
                chapters=script.chapters,
                artist="Quillcast",
                language=language.code if language else script.language,
                music=music,
                music_name=music_name,
                has_bed=has_bed,
                with_stems=with_stems,
            ),
            path,
        )
        folder.save(
            facts,
            Recording(
                duration_s=audio.duration_ms / 1000,
                line_times_ms=tuple((t.start_ms, t.end_ms) for t in audio.line_times),
                chapters=tuple(ChapterTime(c.title, c.start_ms, c.end_ms) for c in audio.chapters),
                loudness_lufs=audio.loudness,
                true_peak_dbtp=audio.true_peak,
                waveform=tuple(audio.waveform.rms),
            ),
        )


def voiced(
    lines: Sequence[Line], recordings: Sequence[Path], *, pauses: Sequence[int | None] = ()
) -> tuple[VoicedLine, ...]:
    """The lines with their sound and the pauses that were asked for around and inside them.

    `pauses` are what somebody set after each line, in milliseconds; they go before what the marks ask for.
    """
    marked = [taken_apart(line.markup) if line.markup else None for line in lines]
    out: list[VoicedLine] = []
    for number, (line, pcm) in enumerate(zip(lines, recordings, strict=True)):
        own, following = marked[number], marked[number + 1] if number + 1 < len(lines) else None
        asked_s = (own.after_s if own else 0.0) + (following.before_s if following else 0.0)
        asked_ms = round(min(asked_s, LONGEST_PAUSE_S) * 1000) if asked_s else None
        if pauses and pauses[number] is not None:
            asked_ms = pauses[number]
        out.append(
            VoicedLine(
                pcm,
                line.speaker,
                line.text,
                line.kind,
                pause_after_ms=asked_ms,
                longest_rest_ms=round(own.longest_rest_s * 1000) if own else 0,
            )
        )
    return tuple(out)

"""Re-voiced recordings: heard, taken apart by speaker, and spoken again by other voices in the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from server.domain.errors import CannotProduce, NotFound, NothingUsable, RenderingFailed
from server.domain.languages import language_by_code
from server.domain.recordings import ChapterTime, Recording
from server.domain.requests import Stage
from server.domain.scripts import Line, Script
from server.domain.transcripts import Transcript
from server.domain.voices import SpeechEndpoint, Voice
from server.engine.jobs import RenderResult
from server.engine.listening.recordings import require_speech
from server.engine.listening.turns import turns
from server.engine.listening.utterances import BETWEEN_MS, Utterance, pressed, speed_for, starts, utterances
from server.engine.listening.wishes import Wishes, read_wishes, without_fillers
from server.engine.specs import Artefact, RevoicingSpec
from server.engine.speech.book import pronounced
from server.engine.speech.catalogue import voice as packaged
from server.engine.stages.context import Context
from server.engine.stages.listening import (
    Recorded,
    language_heard,
    overlap_told,
    require_language,
    take_file,
    take_recording,
    voices_heard,
    words_heard,
)
from server.engine.workers import LISTENING, MIXING, VOICING, Supervision
from server.engine.workfolders import WorkFolder, key_of

FORMAT = 1
_VOICE_RATE = 24_000
_TELLING_SHARE = 0.05


def make_revoicing(context: Context[RevoicingSpec]) -> RenderResult:
    """Speak a recording again.

    Raises:
        GenerationError: what went wrong, in one sentence.
    """
    spec = context.spec
    music = take_file(context, spec.music, "music", allow_private=spec.allow_private_urls) if spec.music else None
    recorded = take_recording(context, spec.recording, allow_private=spec.allow_private_urls)
    require_speech(recorded.survey, name=recorded.name)
    language = language_heard(context, recorded)
    voices = _voices(spec, language)
    transcript, heard_notes = _heard(context, recorded, language)
    wishes = read_wishes(spec.instructions)
    said = _said(transcript, wishes)
    context.workers.retire(LISTENING)
    paths = _spoken(context, said, voices, wishes)
    context.workers.retire(VOICING)
    script = Script(
        title=spec.title or recorded.name,
        language=language,
        lines=tuple(Line(utterance.speaker, utterance.text) for utterance in said),
        written_by=transcript.heard_by,
    )
    audio, recording = _mixed(context, script, said, paths, wishes=wishes, music=music)
    require_language(context, audio.path, language)
    context.workers.retire(MIXING)
    context.workers.retire(LISTENING)
    return RenderResult(
        title=script.title,
        language=language,
        response_text=transcript.as_text() if not wishes.leave_out_fillers else script.as_text(),
        artefacts=(audio,),
        script=script,
        recording=replace(recording, voices=tuple(voice.name for voice in voices[: len(transcript.speakers)])),
        notes=(*heard_notes, *_notes(wishes, recorded, recording)),
    )


def _voices(spec: RevoicingSpec, language: str) -> tuple[Voice, ...]:
    """Who speaks.

    Raises:
        CannotProduce: a voice was removed, needs something, or does not speak the recording's language.
    """
    chosen: list[Voice] = []
    for number in spec.voices:
        voice = next((own for own in spec.own_voices if own.id == number), None)
        try:
            voice = voice or packaged(number)
        except NotFound as error:
            raise CannotProduce(
                f"The voice {number} that this was ordered with is no longer there; choose another one and order again."
            ) from error
        if not voice.available:
            raise CannotProduce(f"The voice {voice.name} needs {voice.needs}; choose another voice.")
        if not voice.speaks(language):
            found = language_by_code(language)
            raise CannotProduce(
                f"The voice {voice.name} does not speak {found.name if found else language}, "
                "which this recording is in; choose a voice of that language."
            )
        chosen.append(voice)
    return tuple(chosen)


def _heard(context: Context[RevoicingSpec], recorded: Recorded, language: str) -> tuple[Transcript, tuple[str, ...]]:
    """Who says what, by at most as many speakers as there are voices."""
    spec = context.spec
    words = words_heard(context, recorded, language=language, endpoint=spec.endpoint)
    if not words:
        raise NothingUsable(f"No word could be made out in {recorded.name}; choose a clearer recording of speech.")
    stretches = voices_heard(context, recorded, speakers=None)
    notes = overlap_told(context, recorded, "what was made out there may be wrong")
    found = len({stretch.speaker for stretch in stretches})
    if found > len(spec.voices):
        stretches = voices_heard(context, recorded, speakers=len(spec.voices))
        notes += (f"{found} speakers were heard and share {len(spec.voices)} voices: the most alike speak with one.",)
    elif found < len(spec.voices):
        notes += ("Only one speaker was heard, so the second voice is not used.",)
    heard = turns(words, stretches, language=language)
    return Transcript(language, round(recorded.survey.seconds * 1000), heard), notes


def _said(transcript: Transcript, wishes: Wishes) -> tuple[Utterance, ...]:
    said = utterances(transcript.turns, language=transcript.language)
    if wishes.leave_out_fillers:
        said = tuple(replace(each, text=without_fillers(each.text, transcript.language)) for each in said)
    kept = tuple(
        replace(each, start_ms=round(each.start_ms / wishes.pace), end_ms=round(each.end_ms / wishes.pace))
        for each in said
        if any(character.isalnum() for character in each.text)
    )
    if not kept:
        raise NothingUsable("Nothing but hesitations was said, so there is nothing to speak again.")
    return kept


def _spoken(
    context: Context[RevoicingSpec], said: Sequence[Utterance], voices: tuple[Voice, ...], wishes: Wishes
) -> tuple[Path, ...]:
    spec, done = context.spec, 0
    total = sum(len(utterance.text) for utterance in said)
    places: list[Path] = []
    pieces: list[Callable[[Supervision], None]] = []

    def piece(utterance: Utterance, voice: Voice, room_ms: int, path: Path) -> Callable[[Supervision], None]:
        def run(supervision: Supervision) -> None:
            nonlocal done
            if not path.exists():
                context.workers.run(
                    VOICING,
                    supervision,
                    _say_piece,
                    utterance,
                    voice,
                    path,
                    context.cache,
                    room_ms=room_ms,
                    pace=wishes.pace,
                    endpoint=spec.speech_endpoint,
                )
            done += len(utterance.text)
            context.report(Stage.VOICING, done / total, f"Spoken {done / total:.0%} of the words")

        return run

    for index, utterance in enumerate(said):
        following = said[index + 1].start_ms if index + 1 < len(said) else utterance.end_ms + 1500
        room_ms = max(300, following - utterance.start_ms - BETWEEN_MS)
        voice = voices[utterance.speaker]
        words = pronounced(utterance.text, spec.pronunciations, language=voice.language or "en", voice_id=voice.id)
        spelled = replace(utterance, text=words)
        path = context.work.file("said", key_of(FORMAT, spelled, room_ms, wishes.pace, voice), ".f32")
        places.append(path)
        pieces.append(piece(spelled, voice, room_ms, path))
    context.each(pieces)
    return tuple(places)


def _say_piece(
    utterance: Utterance,
    voice: Voice,
    path: Path,
    cache: Path,
    *,
    room_ms: int,
    pace: float,
    endpoint: SpeechEndpoint | None,
) -> None:
    from server.engine.speech.synthesis import speak

    folder = WorkFolder(path.parent)
    with folder.in_use():
        try:
            sound = speak(utterance.text, voice, models=cache, endpoint=endpoint)
            natural_ms = len(sound) / _VOICE_RATE * 1000
            speed = speed_for(natural_ms, utterance.end_ms - utterance.start_ms, pace=pace)
            if abs(speed - 1.0) > 0.04:
                sound = speak(utterance.text, voice, models=cache, endpoint=endpoint, speed=speed)
        except MemoryError as error:
            raise RenderingFailed(
                "Speaking needs more memory than a worker may take; shorten the recording."
            ) from error
        folder.write(path, pressed(sound, room_ms=room_ms, rate=_VOICE_RATE).astype("<f4").tobytes())


def _mixed(
    context: Context[RevoicingSpec],
    script: Script,
    said: Sequence[Utterance],
    paths: tuple[Path, ...],
    *,
    wishes: Wishes,
    music: Path | None,
) -> tuple[Artefact, Recording]:
    key = key_of(FORMAT, script, paths, wishes, music)
    path, facts = context.work.file("revoiced", key, ".mp3"), context.work.file("revoiced", key, ".json")
    recording = context.work.load(facts, Recording) if path.exists() else None
    if recording is None:
        context.report(Stage.MIXING, 0.0, "Mixing and mastering")
        shown = context.spec.music.name if context.spec.music else ""
        context.workers.run(
            MIXING,
            context.supervision,
            _mix_piece,
            script,
            tuple(said),
            paths,
            music=music,
            music_name=shown,
            path=path,
            facts=facts,
        )
        recording = context.work.load(facts, Recording)
    if recording is None:
        raise RenderingFailed("The recording could not be read back; run it again.")
    context.report(Stage.MIXING, 0.9, "Listening to the result")
    return Artefact.of(path, name="audio", media_type="audio/mpeg", duration_s=recording.duration_s), recording


def _mix_piece(
    script: Script,
    said: tuple[Utterance, ...],
    paths: tuple[Path, ...],
    *,
    music: Path | None,
    music_name: str,
    path: Path,
    facts: Path,
) -> None:
    from server.engine.audio.assembling import VoicedLine, survey
    from server.engine.audio.rendering import EpisodeSpec, render_episode

    folder = WorkFolder(path.parent)
    with folder.in_use():
        lines = [VoicedLine(pcm, each.speaker, each.text) for each, pcm in zip(said, paths, strict=True)]
        found = [survey(line, number=number) for number, line in enumerate(lines, 1)]
        lengths = [round((each.last - each.first) / _VOICE_RATE * 1000) for each in found]
        begins = starts(said, lengths, keeps_pauses=music is not None)
        ends = [begin + length for begin, length in zip(begins, lengths, strict=True)]
        timed = [
            replace(line, pause_after_ms=max(0, following - end))
            for line, end, following in zip(lines, ends, [*begins[1:], ends[-1]], strict=True)
        ]
        audio = render_episode(
            EpisodeSpec(
                title=script.title,
                lines=tuple(timed),
                artist="Quillcast",
                language=script.language,
                music=music,
                has_bed=music is not None,
                music_name=music_name,
                lead_in_ms=begins[0],
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


def _notes(wishes: Wishes, recorded: Recorded, recording: Recording) -> tuple[str, ...]:
    notes = [f"This wish was not understood and left aside: {part}" for part in wishes.not_understood]
    wanted = recorded.survey.seconds / wishes.pace
    change = recording.duration_s / wanted - 1
    if abs(change) > _TELLING_SHARE:
        notes.append(
            f"It plays {abs(change):.0%} {'longer' if change > 0 else 'shorter'} than the original: "
            f"{'the voices need more time' if change > 0 else 'stretches without speech were left out'}."
        )
    return tuple(notes)

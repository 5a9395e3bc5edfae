"""A fast engine for tests: it keeps the protocol of `server.engine.jobs` and makes real, tiny files."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

from sample_storyboards import small_board

from server.domain.episode_drafts import Levels, LoudnessReport, MixReport, first_draft
from server.domain.errors import GenerationError, WorkerLost
from server.domain.recordings import ChapterTime, Recording
from server.domain.requests import Citation, OutputType, Stage
from server.domain.scripts import Line, Script
from server.domain.sources import Block, BlockKind, Passage, Source, SourceKind
from server.domain.transcripts import SpokenWord, Transcript, Turn
from server.domain.voices import SpeechEngine, Voice
from server.engine.films.kept import KeptFilm
from server.engine.films.looks import LOOKS
from server.engine.jobs import (
    Event,
    Failed,
    Finished,
    Job,
    Listener,
    Progressed,
    RenderResult,
    SpokenTake,
    Stopped,
    Waiting,
)
from server.engine.specs import Artefact, RenderSpec, RevoicingSpec, SeparationSpec, TranscriptSpec, VoiceMatchSpec
from server.engine.speech.takes import packed

SILENT_FRAME = b"\xff\xfb\x90\x64" + bytes(413)
"""One frame of silence: MPEG-1 layer III, 44.1 kHz, 128 kbit/s, 1,152 samples."""
FRAMES = 40
SECONDS = FRAMES * 1152 / 44100

_TITLES = ((Stage.IMPORTING, "Reading the sources"), (Stage.WRITING, "Writing"))
_AUDIO_TITLES = ((Stage.VOICING, "Voicing the lines"), (Stage.MIXING, "Mixing"))


@dataclass(frozen=True)
class Succeed:
    """Run through every stage and finish."""

    title: str = ""


@dataclass(frozen=True)
class Fail:
    """Stop in `stage` with an error that would come again."""

    error: GenerationError
    stage: Stage = Stage.IMPORTING


@dataclass(frozen=True)
class Crash:
    """Lose the worker in `stage`."""

    stage: Stage = Stage.WRITING


@dataclass(frozen=True)
class Hold:
    """Stay in `stage` until released or cancelled, then succeed."""

    stage: Stage = Stage.WRITING


Outcome = Succeed | Fail | Crash | Hold
Plan = Callable[[Job], Outcome]


@dataclass
class _Running:
    job: Job
    thread: threading.Thread
    cancelled: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)
    interrupted: bool = False

    def wake(self) -> None:
        self.cancelled.set()
        self.released.set()


class FakeEngine:
    """Runs each job on a thread of its own, as its `plan` says; the standard plan succeeds.

    `submitted` keeps every job in order, for tests that look at specs and attempts.
    """

    def __init__(self, plan: Plan = lambda _job: Succeed()) -> None:
        self.plan = plan
        self.submitted: list[Job] = []
        self.cancelled: list[str] = []
        self._listeners: list[Listener] = []
        self._running: dict[str, _Running] = {}
        self._lock = threading.Lock()

    @property
    def makes(self) -> frozenset[OutputType]:
        return frozenset(OutputType)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def submit(self, job: Job) -> None:
        with self._lock:
            if job.id in self._running:
                raise RuntimeError(f"job {job.id} runs already")
            self.submitted.append(job)
            thread = threading.Thread(target=self._run, args=(job,), name=f"fake-{job.id[-6:]}", daemon=True)
            self._running[job.id] = _Running(job, thread)
            thread.start()

    def cancel(self, job_id: str) -> None:
        self.cancelled.append(job_id)
        with self._lock:
            running = self._running.get(job_id)
        if running is not None:
            running.wake()

    def reattach(self) -> tuple[str, ...]:
        return ()

    def stop(self) -> None:
        with self._lock:
            every = tuple(self._running.values())
        for running in every:
            running.interrupted = True
            running.wake()
        for running in every:
            running.thread.join(5)

    def release(self, job_id: str) -> None:
        """Let a held job go on."""
        with self._lock:
            running = self._running[job_id]
        running.released.set()

    @property
    def running(self) -> tuple[str, ...]:
        """Ids of the jobs that run."""
        with self._lock:
            return tuple(self._running)

    def _run(self, job: Job) -> None:
        with self._lock:
            mine = self._running[job.id]
        last = self._outcome(job, mine)
        with self._lock:
            del self._running[job.id]
        self._tell(last)

    def _tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)

    def _outcome(self, job: Job, mine: _Running) -> Event:
        outcome = self.plan(job)
        job.work.mkdir(parents=True, exist_ok=True)
        with (job.work / "attempts.txt").open("a") as checkpoint:
            checkpoint.write(f"{job.attempt}\n")
        is_audio = isinstance(job.spec, RenderSpec) and job.spec.output_type is OutputType.AUDIO
        stages = _TITLES + (_AUDIO_TITLES if is_audio else ())
        for stage, text in stages:
            if mine.cancelled.is_set():
                return Stopped(job.id, job.attempt, mine.interrupted)
            self._tell(Progressed(job.id, job.attempt, stage, 0.5, text, seconds_left=1.0))
            if isinstance(outcome, Hold) and outcome.stage is stage:
                mine.released.wait()
            if isinstance(outcome, Fail) and outcome.stage is stage:
                return Failed(job.id, job.attempt, outcome.error)
            if isinstance(outcome, Crash) and outcome.stage is stage:
                return Failed(job.id, job.attempt, WorkerLost("The worker ended without a result."), crashed=True)
            if stage is Stage.WRITING and isinstance(job.spec, RenderSpec) and job.spec.approve_script:
                return Waiting(job.id, job.attempt, script_of(job), film_of(job))
        if mine.cancelled.is_set():
            return Stopped(job.id, job.attempt, mine.interrupted)
        if not isinstance(job.spec, RenderSpec):
            return Finished(job.id, job.attempt, result_of_recording(job))
        title = outcome.title if isinstance(outcome, Succeed) and outcome.title else job.spec.title
        return Finished(job.id, job.attempt, result_of(job, title or "A short piece"))


def script_of(job: Job) -> Script:
    """The conversation that the fake writes; the draft of a job that has one, or what it was performed from."""
    if isinstance(job.spec, RenderSpec) and job.spec.draft is not None:
        return job.spec.draft.script()
    if isinstance(job.spec, RenderSpec) and job.spec.performance is not None:
        return job.spec.performance.script
    return Script(
        title=job.spec.title or "A short piece",
        language=job.spec.language or "en",
        lines=(
            Line(0, "What is this about?"),
            Line(
                1, "It is about what the source says.", passages=(Passage("s1", 0, 20, "what the source says", page=2),)
            ),
        ),
        source_titles=(("s1", "A source"),),
    )


def film_of(job: Job) -> KeptFilm | None:
    """The storyboard of a video: the one that is given, or three scenes."""
    spec = job.spec
    if not isinstance(spec, RenderSpec) or spec.output_type is not OutputType.VIDEO:
        return None
    return spec.film or KeptFilm(small_board(), LOOKS["classic"])


def _pieces(job: Job, film: KeptFilm) -> tuple[Path, ...]:
    """A small picture of each scene, named after what it shows; what is taken over is not made again."""
    given = {piece.name: piece.path for piece in job.spec.pieces} if isinstance(job.spec, RenderSpec) else {}
    made = []
    for scene in film.storyboard.scenes:
        path = job.work / f"still-{hashlib.sha256(repr(scene).encode()).hexdigest()[:8]}.jpg"
        made.append(path)
        if path.name in given:
            path.write_bytes(given[path.name].read_bytes())
        else:
            path.write_bytes(b"\xff\xd8\xff" + f"{job.id}|{scene.kind}".encode())
    return tuple(dict.fromkeys(made))


def result_of(job: Job, title: str) -> RenderResult:
    """A finished result with real files: an MP3 of silence, Markdown, or bytes under the right names."""
    script = script_of(job)
    is_audio = job.spec.output_type is OutputType.AUDIO
    text = script.as_text() if is_audio or job.spec.output_type is OutputType.VIDEO else text_of(job, title)
    document_format = (job.spec.format or "pdf") if job.spec.output_type is OutputType.BRIEFING_DOC else ""
    has_stems = is_audio and job.spec.stems
    film = film_of(job)
    pieces = _pieces(job, film) if film else ()
    if film:
        film = replace(film, stills=tuple(path.name for path in pieces))
        title = film.storyboard.title if job.spec.film else title
    return RenderResult(
        title=title,
        language=job.spec.language or "en",
        response_text=text,
        artefacts=(
            *(_artefact(job, *kind, text) for kind in _FILES.get(job.spec.output_type, _DOCUMENT)),
            *((_artefact(job, "stem_00", "stem_00.wav", "audio/wav", "one alone"),) if has_stems else ()),
        ),
        citations=(Citation("What the source says.", "A source", page=1),) if job.spec.include_citations else (),
        script=script if is_audio else None,
        recording=replace(_recording(script), **_cast(job, script)) if is_audio else None,
        document_format=document_format,
        details=({"document_content": f"<h1>{title}</h1>"} if document_format == "html" else {})
        | ({"stems": [{"speaker": "SPEAKER_00", "artefact": "stem_00"}]} if has_stems else {}),
        takes=_takes(job, script) if is_audio and job.spec.keeps_takes else (),
        mix=_mix(job) if job.spec.draft is not None else None,
        sources=(imported_source(), *job.spec.imported[:1]),
        film=film,
        pieces=pieces,
    )


def _takes(job: Job, script: Script) -> tuple[SpokenTake, ...]:
    """Every line spoken as long as it has words: 0.4 s each. What the job brought along is not spoken again."""
    assert isinstance(job.spec, RenderSpec)
    draft = job.spec.draft or first_draft(script, (1, 2))
    kept = {key for key, _ in job.spec.takes}
    made = []
    for line in draft.lines:
        key = hashlib.sha256(f"{line.text} {draft.voice_of(line)} {line.pace} {line.take}".encode()).hexdigest()[:24]
        path = job.work / f"take-{key}.flac"
        path.write_bytes(packed(bytes(4 * 240 * (1 + len(line.text)))))
        seconds = 0.4 * len(line.text.split()) / line.pace
        known = key in kept
        made.append(
            SpokenTake(
                line.id,
                key,
                Path() if known else path,
                seconds,
                line.text,
                draft.voice_of(line),
                line.pace,
                line.take,
            )
        )
    return tuple(made)


def _mix(job: Job) -> MixReport:
    assert isinstance(job.spec, RenderSpec) and job.spec.draft is not None
    target = job.spec.draft.mixing.target_lufs
    levels = job.spec.levels or Levels(((1, 2.0),), 1.5, target)
    return MixReport(LoudnessReport(-18.0, -15.0, 4.0, 1.0), LoudnessReport(target, -13.0, 3.0, -1.5), levels)


def result_of_recording(job: Job) -> RenderResult:
    """What comes of a recording: a transcript, tracks, another cast or a voice."""
    said = Transcript("en", 1000, (Turn(0, 0, 900, "Good day.", (SpokenWord(0, 400, "Good"),)),))
    match job.spec:
        case TranscriptSpec(title=title):
            files = (_artefact(job, "transcript", "transcript.json", "application/json", said.as_json()),)
            return RenderResult(title or "A talk", "en", said.as_text(), files)
        case SeparationSpec(title=title):
            track = _artefact(job, "speaker_00", "track.wav", "audio/wav", "a track")
            speaker = {"speaker": "SPEAKER_00", "artefact": "speaker_00", "duration": 1.0, "segments": [[0.0, 0.9]]}
            return RenderResult(title, "", "", (track,), details={"speakers": [speaker]})
        case RevoicingSpec(title=title):
            script = Script(title, "en", (Line(0, "Good day."),))
            audio = _artefact(job, "audio", "episode.mp3", "audio/mpeg", "")
            return RenderResult(title, "en", script.as_text(), (audio,), script=script, recording=_recording(script))
        case VoiceMatchSpec(name=name):
            profile = _artefact(job, "voice", "voice.json", "application/json", _profile(name, job.id))
            voice = {"name": name, "engine": "matched", "language": "en", "accent": "", "sex": "", "similarity": 0.7}
            return RenderResult(name, "en", f"{name} is a voice match.", (profile,), details={"voice": voice})
    raise AssertionError(f"no fake for {job.spec}")


def _profile(name: str, job_id: str) -> str:
    """The file of a matched voice, one for each job."""
    facts = {"name": name, "key": "af_heart", "language": "en", "accent": "", "sex": "", "made_of": [job_id]}
    return json.dumps(facts | {"similarity": 0.7, "nearest_similarity": 0.6})


def imported_source() -> Source:
    """What the fake says it has read."""
    text = "What the source says."
    block = Block(BlockKind.PARAGRAPH, 0, len(text))
    return Source("s1", SourceKind.TEXT, "A source", "", "en", text, (block,))


def text_of(job: Job, title: str) -> str:
    """The `response_text` of what is read: Markdown, or the quiz's JSON."""
    if job.spec.output_type is not OutputType.QUIZ:
        return f"# {title}\n\nWhat the source says.\n"
    question = {"question": "What?", "options": ["a", "b", "c", "d"], "answerIndex": 0, "explanation": "The source."}
    return json.dumps({"title": title, "difficulty": job.spec.quiz_difficulty, "questions": [question]})


_DOCUMENT = (("document", "text.md", "text/markdown"),)
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_SLIDES = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_PAGE = '<!doctype html><html><head><meta charset="utf-8"></head><body><main>{}</main><footer></footer></body></html>'
_FILES = {
    OutputType.FAQ: (*_DOCUMENT, ("document_html", "page.html", "text/html")),
    OutputType.AUDIO: (("audio", "episode.mp3", "audio/mpeg"),),
    OutputType.VIDEO: (("video", "film.mp4", "video/mp4"), ("image", "thumbnail.png", "image/png")),
    OutputType.INFOGRAPHIC: (("image", "poster.png", "image/png"),),
    OutputType.BRIEFING_DOC: (("briefing_doc", "briefing.pdf", "application/pdf"),),
    OutputType.SLIDE_DECK: (("slide_deck", "deck.pptx", _SLIDES), ("slide_deck_pdf", "deck.pdf", "application/pdf")),
    OutputType.DATATABLE: (("datatable", "table.xlsx", _SHEET), ("datatable_csv", "table.csv", "text/csv")),
}


def _cast(job: Job, script: Script) -> dict[str, Any]:
    """Who speaks, as the real engine notes it: the voices that were asked for, else any."""
    own = {voice.id: voice for voice in job.spec.own_voices}
    asked = [
        own.get(number, Voice(number, f"Voice {number}", SpeechEngine.KOKORO, "af_heart", "en"))
        for number in job.spec.voices
    ]
    spare = [
        Voice(1, "Heart", SpeechEngine.KOKORO, "af_heart", "en"),
        Voice(2, "Michael", SpeechEngine.KOKORO, "am_michael", "en"),
    ]
    cast = job.spec.performance.cast if job.spec.performance else tuple((asked + spare)[: len(script.speakers)])
    return {"cast": cast, "pronunciations": job.spec.pronunciations}


def _artefact(job: Job, name: str, file_name: str, media_type: str, text: str) -> Artefact:
    sounds = media_type in {"audio/mpeg", "video/mp4"}
    words = _PAGE.format(escape(text)) if media_type == "text/html" else text
    content = SILENT_FRAME * FRAMES + job.id.encode() if sounds else words.encode()
    path = job.work / file_name
    path.write_bytes(content)
    seconds = SECONDS if sounds else None
    return Artefact(name, path, media_type, len(content), hashlib.sha256(content).hexdigest(), seconds)


def _recording(script: Script) -> Recording:
    return Recording(
        duration_s=SECONDS,
        line_times_ms=_times(len(script.lines)),
        chapters=(ChapterTime("All of it", 0, int(SECONDS * 1000)),),
        loudness_lufs=-16.0,
        true_peak_dbtp=-1.5,
        waveform=(0, 64, 128, 64),
    )


def _times(lines: int) -> tuple[tuple[int, int], ...]:
    """Start and end of each line, as if all were spoken equally long."""
    share = int(SECONDS * 1000) // max(lines, 1)
    return tuple((n * share, (n + 1) * share) for n in range(lines))

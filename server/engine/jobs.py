"""The engine's seam: jobs go in, events come out. One implementation today (`pool`), room for a cluster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from server.domain.episode_drafts import MixReport
from server.domain.errors import GenerationError
from server.domain.recordings import Recording
from server.domain.requests import Citation, OutputType, Stage
from server.domain.scripts import Script
from server.domain.sources import Passage, Source
from server.engine.films.kept import KeptFilm
from server.engine.specs import Artefact, Spec


@dataclass(frozen=True, slots=True)
class Job:
    """One attempt at one generation. `work` is the folder of its checkpoints; the same folder serves every attempt."""

    id: str
    attempt: int
    spec: Spec
    work: Path


@dataclass(frozen=True, slots=True)
class SpokenTake:
    """The sound of a line of the desk: a FLAC file in the work folder (none where it is kept already), and what it was
    made from."""

    line: str
    key: str
    path: Path
    seconds: float
    text: str
    voice: int
    pace: float = 1.0
    take: int = 0


@dataclass(frozen=True, slots=True)
class RenderResult:
    """A finished job. `artefacts` lie in the work folder until somebody stores them; the first one is the main one."""

    title: str
    language: str
    response_text: str
    artefacts: tuple[Artefact, ...]
    citations: tuple[Citation, ...] = ()
    script: Script | None = None
    recording: Recording | None = None
    passages: tuple[Passage, ...] = ()
    document_format: str = ""
    notes: tuple[str, ...] = ()
    """What a person should be told beside the result (a source left out, less material than asked for)."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What the Status record tells beyond files and texts, JSON-able, by wire name (`speakers`, `voice_id`,
    `document_content`), and who wrote it (`written_by`). Where a value stands for an artefact,
    ``{"artefact": name}`` becomes its link."""
    takes: tuple[SpokenTake, ...] = ()
    """The lines as they were spoken, where the spec keeps them."""
    mix: MixReport | None = None
    """How loud it is, where it was mixed from a draft."""
    sources: tuple[Source, ...] = ()
    """What it was made of, kept so that it can be made into something else without importing again."""
    film: KeptFilm | None = None
    """Of a video: what it takes to change it."""
    pieces: tuple[Path, ...] = ()
    """Of a video: the files in the work folder that a changed version takes over."""
    music: Artefact | None = None
    """The music in it, kept so that it can be mixed again as it was."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to an attempt. Events of one job come in order."""

    job_id: str
    attempt: int


@dataclass(frozen=True, slots=True)
class Progressed(Event):
    """`fraction` (0 to 1) of `stage` is done; `text` is one human sentence."""

    stage: Stage
    fraction: float
    text: str
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class Waiting(Event):
    """The script is written and waits to be approved; submitting the job again without the wish goes on."""

    script: Script
    film: KeptFilm | None = None
    """Of a video: its storyboard, to be looked at and changed before it is voiced."""


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """The job is done."""

    result: RenderResult


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """The job ended without a result. `crashed` tells a lost worker from an error that would come again."""

    error: GenerationError
    crashed: bool = False


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """The job was cancelled, and nothing of it runs any more. `interrupted` when the engine itself shut down."""

    interrupted: bool = False


Listener = Callable[[Event], None]
"""Called from the engine's own threads; it must return at once and not raise."""


class Engine(Protocol):
    """What makes things."""

    @property
    def makes(self) -> frozenset[OutputType]:
        """The output types that it makes."""
        ...

    def listen(self, listener: Listener) -> None:
        """Send every event to `listener` from now on."""
        ...

    def submit(self, job: Job) -> None:
        """Start a job; its events follow. Returns at once. One attempt per job id runs at a time."""
        ...

    def cancel(self, job_id: str) -> None:
        """End a job's processes within 2 seconds and remove its half-written files; `Stopped` follows. Returns at once.

        An unknown id is ignored: the job may just have ended.
        """
        ...

    def reattach(self) -> tuple[str, ...]:
        """Ids of jobs that went on while the caller was away; always empty on one machine."""
        ...

    def stop(self) -> None:
        """End every process. Jobs still running get `Stopped(interrupted=True)`; their checkpoints stay."""
        ...

"""An episode on the desk: its lines as they are to be spoken, who speaks them, and how they are mixed.

A draft is a value: whoever edits makes a new one, and the store keeps the newest under a version. What was spoken is
kept apart from it, as takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from server.domain.errors import FieldFault, Invalid
from server.domain.scripts import Chapter, Line, LineKind, Script
from server.domain.sources import Passage

MAX_LINES = 5_000
MAX_TEXT = 5_000
"""Characters of one line."""
MAX_TITLE = 300
LONGEST_PAUSE_MS = 10_000
PACE = (0.5, 2.0)
LEVEL_DB = (-24.0, 12.0)
TARGET_LUFS = (-24.0, -14.0)
MUSIC_DB = (-40.0, 0.0)
LONGEST_FADE_S = 20.0
MOST_TAKES = 50
"""Takes of one line that are told apart by number."""


class MusicUse(StrEnum):
    """Where the music of an episode is heard."""

    NONE = "none"
    INTRO = "intro"
    """Alone before the first words, then under them, then gone."""
    BED = "bed"
    """Under the whole episode."""


@dataclass(frozen=True, slots=True)
class DraftLine:
    """One turn. `text` may carry marks (``[pause 1s]``, ``*emphasis*``, ``[word](/phonemes/)``)."""

    id: str
    """Never changes, wherever the line is moved."""
    speaker: int
    text: str
    voice: int | None = None
    """Somebody else's voice than the speaker's, for this line."""
    pause_ms: int | None = None
    """Silence after the line; None for the usual."""
    pace: float = 1.0
    """A factor on how fast it is said."""
    take: int = 0
    """Which of several ways of saying the same: 0 is the voice's own, each further one is said a little differently."""
    kind: LineKind = LineKind.STATEMENT
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class CastMember:
    """Who speaks for a speaker, and how loud: `level_db` is relative to all speakers being equally loud."""

    speaker: int
    voice: int
    level_db: float = 0.0
    muted: bool = False


@dataclass(frozen=True, slots=True)
class DraftChapter:
    """A chapter begins with the line of this id."""

    title: str
    line: str


@dataclass(frozen=True, slots=True)
class Mixing:
    """How the episode is mixed. Voices and music are mono: they stay in the middle."""

    target_lufs: float = -16.0
    music: MusicUse = MusicUse.NONE
    music_file: str = ""
    """Id of the caller's upload, or the name that the desk gave to the music of the order."""
    music_db: float = -2.0
    """The music alone, relative to the speech, in LU."""
    ducking_db: float = -16.0
    """How much softer the music is while somebody speaks."""
    fade_in_s: float = 0.4
    fade_out_s: float = 4.0


ORDERED_MUSIC = "order"
"""`music_file` of music that came with the order."""


@dataclass(frozen=True, slots=True)
class EpisodeDraft:
    """The whole desk of one episode."""

    title: str
    language: str
    """ISO 639-1 code."""
    lines: tuple[DraftLine, ...]
    cast: tuple[CastMember, ...]
    chapters: tuple[DraftChapter, ...] = ()
    mixing: Mixing = Mixing()
    target_minutes: float | None = None
    source_titles: tuple[tuple[str, str], ...] = ()
    written_by: str = ""
    removed: tuple[DraftLine, ...] = ()
    """Lines that were taken out: one that comes back, by Undo or with an earlier version, has its passages again."""

    def voice_of(self, line: DraftLine) -> int:
        """The id of the voice that says a line."""
        if line.voice is not None:
            return line.voice
        return self.member(line.speaker).voice

    def member(self, speaker: int) -> CastMember:
        """Who speaks for a speaker."""
        return next(member for member in self.cast if member.speaker == speaker)

    @property
    def voices(self) -> tuple[int, ...]:
        """Every voice that is heard, in the order of its first line."""
        return tuple(dict.fromkeys(self.voice_of(line) for line in self.lines))

    def script(self) -> Script:
        """The lines as a script, texts with their marks; chapters whose line is gone are left out."""
        places = {line.id: place for place, line in enumerate(self.lines)}
        chapters = sorted(
            (Chapter(chapter.title, places[chapter.line]) for chapter in self.chapters if chapter.line in places),
            key=lambda chapter: chapter.first_line,
        )
        return Script(
            title=self.title,
            language=self.language,
            lines=tuple(Line(line.speaker, line.text, line.kind, line.passages) for line in self.lines),
            chapters=tuple(chapters),
            written_by=self.written_by or "Built-in (extractive)",
            source_titles=self.source_titles,
        )


@dataclass(frozen=True, slots=True)
class Take:
    """A line as it was spoken once. `key` names its sound: the same words, voice, pace and number have the same."""

    line: str
    key: str
    text: str
    voice: int
    pace: float
    take: int
    seconds: float
    sha256: str = ""
    created_on: datetime | None = None


class RebuildState(StrEnum):
    """How far the newest rebuild of an episode is."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """Whether it is still to end."""
        return self in {RebuildState.QUEUED, RebuildState.RUNNING}


@dataclass(frozen=True, slots=True)
class Rebuild:
    """The newest rebuild of an episode."""

    id: str
    state: RebuildState
    version: int
    """Of the draft that it makes."""
    fraction: float = 0.0
    text: str = ""
    error: str = ""
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class LoudnessReport:
    """Loudness by BS.1770 and EBU Tech 3342; levels in LUFS and dBTP, the range in LU."""

    integrated: float
    loudest_short_term: float
    range: float
    true_peak: float


@dataclass(frozen=True, slots=True)
class Levels:
    """The gains (dB) that an episode was mixed with: kept from one rebuild to the next, so that what nobody changed
    stays the same to the sample. `voices` are pairs of id and gain; `master_db` reaches `target_lufs`.
    `places` are pairs of a line's id and the sample of the music at which it began, for the bed called `bed`."""

    voices: tuple[tuple[int, float], ...]
    master_db: float
    target_lufs: float
    bed: str = ""
    places: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MixReport:
    """The mix as it went into mastering, the written file, and what was done between."""

    before: LoudnessReport
    after: LoudnessReport
    levels: Levels


@dataclass(frozen=True, slots=True)
class EpisodeVersion:
    """An audio that the episode had or has; the highest number is heard now."""

    number: int
    media_key: str
    file_name: str
    duration_s: float
    report: MixReport | None
    created_on: datetime
    has_draft: bool = False
    """Whether its script is kept, so that one can go back to it."""


def line_id(place: int) -> str:
    """The id of a line (from 0) as an episode comes to the desk."""
    return f"l{place + 1}"


def first_draft(
    script: Script, voices: Sequence[int], *, mixing: Mixing = Mixing(), target_minutes: float | None = None
) -> EpisodeDraft:
    """The desk as an episode comes to it: lines ``l1``, ``l2`` … as they were written; `voices` by speaker."""
    ids = [line_id(place) for place in range(len(script.lines))]
    return EpisodeDraft(
        title=script.title,
        language=script.language,
        lines=tuple(
            DraftLine(own, line.speaker, line.markup or line.text, kind=line.kind, passages=line.passages)
            for own, line in zip(ids, script.lines, strict=True)
        ),
        cast=tuple(CastMember(speaker, voices[speaker]) for speaker in range(len(voices))),
        chapters=tuple(
            DraftChapter(chapter.title, ids[chapter.first_line])
            for chapter in script.chapters
            if chapter.first_line < len(ids)
        ),
        mixing=mixing,
        target_minutes=target_minutes,
        source_titles=script.source_titles,
        written_by=script.written_by,
    )


def with_passages_of(draft: EpisodeDraft, known: EpisodeDraft) -> EpisodeDraft:
    """`draft` as a client sends it, with what no client sends: passages and kinds of known lines, titles of sources.

    A line keeps the passages that it came with, whatever becomes of its words: they are what it is checked against.
    """
    before = {line.id: line for line in (*known.removed, *known.lines)}
    lines = tuple(
        replace(line, kind=before[line.id].kind, passages=before[line.id].passages) if line.id in before else line
        for line in draft.lines
    )
    here = {line.id for line in lines}
    removed = tuple(line for line in before.values() if line.id not in here and line.passages)[-MAX_LINES:]
    return replace(draft, lines=lines, source_titles=known.source_titles, written_by=known.written_by, removed=removed)


def require_sound(draft: EpisodeDraft) -> None:
    """Judge a draft by the rules of its fields.

    Raises:
        Invalid: `details` lists every fault.
    """
    faults = list(_faults(draft))
    if faults:
        raise Invalid("The draft can't be kept as it is.", details=faults)


def require_sound_line(line: DraftLine) -> None:
    """Judge one line by the rules of its fields. Raises `Invalid`."""
    faults = list(_line_faults(line, ""))
    if faults:
        raise Invalid("The line can't be spoken as it is.", details=faults)


def _line_faults(line: DraftLine, at: str) -> Iterator[FieldFault]:
    if not line.text.strip() or len(line.text) > MAX_TEXT:
        yield FieldFault(f"{at}text", f"must hold 1 to {MAX_TEXT:,} characters")
    if line.pause_ms is not None and not 0 <= line.pause_ms <= LONGEST_PAUSE_MS:
        yield FieldFault(f"{at}pauseMs", f"must be 0 to {LONGEST_PAUSE_MS:,} ms")
    if not PACE[0] <= line.pace <= PACE[1]:
        yield FieldFault(f"{at}pace", f"must be {PACE[0]:g} to {PACE[1]:g}")
    if not 0 <= line.take < MOST_TAKES:
        yield FieldFault(f"{at}take", f"must be 0 to {MOST_TAKES - 1}")


def _faults(draft: EpisodeDraft) -> Iterator[FieldFault]:  # noqa: PLR0912 - one branch a rule
    if not 0 < len(draft.title.strip()) <= MAX_TITLE:
        yield FieldFault("title", f"must hold 1 to {MAX_TITLE} characters")
    if not 0 < len(draft.lines) <= MAX_LINES:
        yield FieldFault("lines", f"must hold 1 to {MAX_LINES:,} lines")
    speakers = [member.speaker for member in draft.cast]
    if len(set(speakers)) != len(speakers):
        yield FieldFault("cast", "names a speaker twice")
    ids: set[str] = set()
    for place, line in enumerate(draft.lines):
        at = f"lines[{place}]"
        if not 0 < len(line.id) <= 64 or line.id in ids:
            yield FieldFault(f"{at}.id", "must be a name of 1 to 64 characters that no other line has")
        ids.add(line.id)
        if line.speaker not in speakers:
            yield FieldFault(f"{at}.speaker", "is not in the cast")
        yield from _line_faults(line, f"{at}.")
    for place, member in enumerate(draft.cast):
        if not LEVEL_DB[0] <= member.level_db <= LEVEL_DB[1]:
            yield FieldFault(f"cast[{place}].levelDb", f"must be {LEVEL_DB[0]:g} to {LEVEL_DB[1]:g} dB")
    if draft.lines and all(member.muted for member in draft.cast):
        yield FieldFault("cast", "mutes everybody: let somebody be heard")
    for place, chapter in enumerate(draft.chapters):
        if not 0 < len(chapter.title.strip()) <= 255:
            yield FieldFault(f"chapters[{place}].title", "must hold 1 to 255 characters")
    mixing = draft.mixing
    for name, value, (low, high) in (
        ("targetLufs", mixing.target_lufs, TARGET_LUFS),
        ("musicDb", mixing.music_db, MUSIC_DB),
        ("duckingDb", mixing.ducking_db, MUSIC_DB),
        ("fadeInSeconds", mixing.fade_in_s, (0.0, LONGEST_FADE_S)),
        ("fadeOutSeconds", mixing.fade_out_s, (0.0, LONGEST_FADE_S)),
    ):
        if not low <= value <= high:
            yield FieldFault(f"mixing.{name}", f"must be {low:g} to {high:g}")
    if mixing.music is not MusicUse.NONE and not mixing.music_file:
        yield FieldFault("mixing.musicFile", "must name the music: upload it first")
    if draft.target_minutes is not None and not 0.1 <= draft.target_minutes <= 600:
        yield FieldFault("targetMinutes", "must be 0.1 to 600")


@dataclass(frozen=True, slots=True)
class Pacing:
    """How fast voices speak, in words a minute, measured on what they have said; the usual where they said little."""

    by_voice: dict[int, float] = field(default_factory=dict)

    def of(self, voice: int) -> float:
        """Words a minute of a voice."""
        return self.by_voice.get(voice, USUAL_WORDS_A_MINUTE)


USUAL_WORDS_A_MINUTE = 150.0
LEAST_MEASURED_WORDS = 40
"""Fewer words say too little of a voice's pace."""
USUAL_PAUSE_MS = 430
FRAMING_S = 1.25
"""Silence before the first word and after the last."""


def pacing_of(takes: Sequence[Take]) -> Pacing:
    """Words a minute of each voice, as its takes were spoken, brought to a pace of 1."""
    words: dict[int, int] = {}
    minutes: dict[int, float] = {}
    for take in {take.key: take for take in takes}.values():
        words[take.voice] = words.get(take.voice, 0) + words_in(take.text)
        minutes[take.voice] = minutes.get(take.voice, 0.0) + take.seconds * take.pace / 60
    return Pacing(
        {
            voice: count / minutes[voice]
            for voice, count in words.items()
            if count >= LEAST_MEASURED_WORDS and minutes[voice] > 0
        }
    )


def words_in(text: str) -> int:
    """How many words are said of a text."""
    return sum(any(character.isalnum() for character in word) for word in text.split())


def estimated_seconds(draft: EpisodeDraft, pacing: Pacing, spoken: dict[str, float] | None = None) -> float:
    """How long a draft will play: lines in `spoken` (id to seconds) are known, the others counted by their words."""
    known = spoken or {}
    total = FRAMING_S
    for line in draft.lines:
        said = known.get(line.id)
        if said is None:
            said = words_in(line.text) / (pacing.of(draft.voice_of(line)) * line.pace) * 60
        total += said + (USUAL_PAUSE_MS if line.pause_ms is None else line.pause_ms) / 1000
    return total

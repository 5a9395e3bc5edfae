"""How a draft sounds: what was spoken of each line, how long it plays, and when each begins."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from app.client.episode_drafts import DeskState, Draft, DraftLine, Take
from app.language import tr, trn
from app.models import phrases

USUAL_WORDS_A_MINUTE = 150.0
USUAL_PAUSE_MS = 430
FRAMING_S = 1.25
"""Silence before the first line and behind the last one, together."""


@dataclass(frozen=True, slots=True, eq=False)
class LineSound:
    """A line with the voice that says it. Each is itself only: what is known of one need not be compared."""

    line: DraftLine
    voice: int
    take: Take | None
    """None until it is spoken as it stands."""
    seconds: float
    """Heard, or counted by its words at the voice's measured pace; without the pause behind it."""

    @property
    def with_pause(self) -> float:
        """Seconds until the next line begins."""
        pause = self.line.pause_ms
        return self.seconds + (USUAL_PAUSE_MS if pause is None else pause) / 1000


@dataclass(frozen=True, slots=True, eq=False)
class DraftSounds:
    """A draft on its desk, with the sound of each line in their order."""

    desk: DeskState
    draft: Draft
    lines: tuple[LineSound, ...]
    starts: tuple[float, ...]
    """When each line begins, and when all is over, in seconds."""

    @property
    def unspoken(self) -> int:
        """How many lines a rebuild has to speak."""
        return sum(sound.take is None for sound in self.lines)


def sounds_of(desk: DeskState, draft: Draft, before: DraftSounds | None = None) -> DraftSounds:
    """How a draft sounds. What `before` knows of lines that are the same is taken over: an edit touches one of many."""
    known = {id(sound.line): sound for sound in before.lines} if before is not None and before.desk is desk else {}
    voices = {member.speaker: member.voice for member in reversed(draft.cast)}
    lines = []
    for line in draft.lines:
        voice = voices.get(line.speaker, 0) if line.voice is None else line.voice
        sound = known.get(id(line))
        lines.append(sound if sound is not None and sound.voice == voice else _sound_of(desk, line, voice))
    *starts, end = accumulate((sound.with_pause for sound in lines), initial=FRAMING_S / 2)
    return DraftSounds(desk, draft, tuple(lines), (*starts, end + FRAMING_S / 2))


def take_of(desk: DeskState, line: DraftLine, voice: int) -> Take | None:
    """The newest take that says a line as it stands, in this voice."""
    wanted = (line.text, voice, round(line.pace, 3), line.take)
    for take in reversed(desk.takes.get(line.id, ())):
        if (take.text, take.voice, round(take.pace, 3), take.take) == wanted:
            return take
    return None


def words_in(text: str) -> int:
    """How many words are said of a text."""
    return sum(any(character.isalnum() for character in word) for word in text.split())


def length_words(seconds: float, target_minutes: float | None) -> tuple[str, bool]:
    """How long it will play, against its target; and whether it is within a tenth of it."""
    told = tr("About {length}", length=phrases.clock(seconds))
    if not target_minutes:
        return told, True
    off = seconds / 60 / target_minutes - 1
    if abs(off) <= 0.1:
        return tr("{told}, as long as wanted", told=told), True
    difference = phrases.clock(abs(seconds - target_minutes * 60))
    if off > 0:
        return tr("{told}, {difference} too long", told=told, difference=difference), False
    return tr("{told}, {difference} too short", told=told, difference=difference), False


def to_be_spoken(sounds: DraftSounds) -> str:
    """How many lines a rebuild has to speak, in words; empty for none."""
    count = sounds.unspoken
    return trn("1 line to be spoken", "{count} lines to be spoken", count) if count else ""


def _sound_of(desk: DeskState, line: DraftLine, voice: int) -> LineSound:
    take = take_of(desk, line, voice)
    if take is not None:
        return LineSound(line, voice, take, take.seconds)
    pace = desk.pace_of.get(voice, USUAL_WORDS_A_MINUTE) or USUAL_WORDS_A_MINUTE
    return LineSound(line, voice, None, words_in(line.text) / (pace * line.pace) * 60)

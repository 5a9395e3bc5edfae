"""What was said in a recording, by whom and when."""

from __future__ import annotations

import json
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word and when it is heard, in milliseconds from the start."""

    start_ms: int
    end_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker says before another one does; `speaker` counts from 0 (SPEAKER_00)."""

    speaker: int
    start_ms: int
    end_ms: int
    text: str
    words: tuple[SpokenWord, ...] = ()

    @property
    def label(self) -> str:
        """The wire's name of the speaker."""
        return f"SPEAKER_{self.speaker:02d}"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole recording, turn by turn."""

    language: str
    """ISO 639-1."""
    duration_ms: int
    turns: tuple[Turn, ...]
    heard_by: str = "Built-in (Whisper base)"

    def as_text(self) -> str:
        """The wire's ``SPEAKER_00: …`` form, one line a turn."""
        return "\n".join(f"{turn.label}: {turn.text}" for turn in self.turns)

    def as_json(self) -> str:
        """In the Podcasting 2.0 form: segments with `speaker`, `startTime`, `endTime` (seconds), `body` and `words`."""
        segments = [
            {
                "speaker": turn.label,
                "startTime": turn.start_ms / 1000,
                "endTime": turn.end_ms / 1000,
                "body": turn.text,
                "words": [
                    {"startTime": w.start_ms / 1000, "endTime": w.end_ms / 1000, "body": w.text} for w in turn.words
                ],
            }
            for turn in self.turns
        ]
        return json.dumps({"version": "1.0.0", "segments": segments}, ensure_ascii=False)

    @property
    def speakers(self) -> tuple[int, ...]:
        """The speakers that say something, in order."""
        return tuple(sorted({turn.speaker for turn in self.turns}))


@dataclass(frozen=True, slots=True)
class ListeningEndpoint:
    """An OpenAI-compatible ``/v1/audio/transcriptions``. `url` ends before ``/audio/transcriptions``."""

    url: str
    key: str = field(default="", repr=False)
    model: str = "whisper-1"

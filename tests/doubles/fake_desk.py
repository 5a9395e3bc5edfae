"""A desk without models: what it says is a tenth of a second of silence, and it looks at files in this process."""

from __future__ import annotations

import io
import wave
from collections.abc import Sequence
from pathlib import Path

from server.domain.errors import NothingUsable
from server.domain.pronunciations import Doubt, Pronunciation
from server.domain.voices import SpeechEndpoint, Voice
from server.engine.speech.dropped import DroppedVoice, Unusable, looked_at


class FakeDesk:
    """`Desk` at once; `spoken` keeps what was said for takes."""

    def __init__(self) -> None:
        self.spoken: list[str] = []

    def say(self, text: str, voice: Voice, *, endpoint: SpeechEndpoint | None, language: str, speed: float) -> bytes:
        if not any(character.isalnum() for character in text):
            raise NothingUsable(f"There is nothing that {voice.name} can say in {text[:60]!r}.")
        written = io.BytesIO()
        with wave.open(written, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(24_000)
            file.writeframes(bytes(4_800))
        return written.getvalue()

    def take(
        self, said: str, voice: Voice, *, endpoint: SpeechEndpoint | None, language: str, speed: float
    ) -> tuple[bytes, float]:
        if not any(character.isalnum() for character in said):
            raise NothingUsable(f"There is nothing that {voice.name} can say in {said[:60]!r}.")
        self.spoken.append(said)
        return f"fLaC {said} by {voice.name} at {speed:g}".encode(), 0.4 * len(said.split()) / speed

    def sample(self, voice: Voice, *, endpoint: SpeechEndpoint | None) -> bytes:
        return f"sample of {voice.name}".encode()

    def doubts(self, text: str, language: str, book: Sequence[Pronunciation]) -> tuple[Doubt, ...]:
        known = {entry.word for entry in book}
        return tuple(Doubt(w, "name", 1, text[:200]) for w in text.split() if w.istitle() and w not in known)

    def look_at(self, path: Path) -> tuple[DroppedVoice, ...] | Unusable:
        return looked_at(path)

    def stop(self) -> None:
        return

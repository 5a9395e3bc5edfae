"""The desktop's calls about voices and the pronunciation book, as they go over the wire."""

from __future__ import annotations

from typing import Any

from app.client.pronunciations import Pronunciation, Pronunciations
from app.client.voices import Voices


class Wire:
    """Keeps what is asked and answers what it was given."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[tuple[Any, ...]] = []

    async def get(self, path: str) -> Any:
        self.asked.append(("GET", path))
        return self.answer

    async def post(self, path: str, body: Any = None) -> Any:
        self.asked.append(("POST", path, body))
        return self.answer

    async def delete(self, path: str) -> Any:
        self.asked.append(("DELETE", path))
        return self.answer

    async def made(self, path: str, body: Any) -> bytes:
        self.asked.append(("POST", path, body))
        return b"RIFF"


ENTRY = {"id": "e", "word": "Quill", "said": "kwill", "language": "en", "voiceId": 3, "forEveryone": True}


async def test_entries_go_out_and_come_in() -> None:
    wire = Wire(ENTRY)
    book = Pronunciations(wire)  # type: ignore[arg-type]

    made = await book.add(Pronunciation("Quill", "kwill", voice_id=3, for_everyone=True), language="English")
    await book.change(made)
    await book.remove("e")

    assert made == Pronunciation("Quill", "kwill", "e", "en", voice_id=3, for_everyone=True)
    sent = {"word": "Quill", "said": "kwill", "note": "", "voiceId": 3, "forEveryone": True}
    assert wire.asked == [
        ("POST", "/studio/pronunciations", {**sent, "language": "English"}),
        ("POST", "/studio/pronunciations/e", sent),
        ("DELETE", "/studio/pronunciations/e"),
    ]


async def test_a_scan_gives_doubts() -> None:
    wire = Wire([{"word": "Wexcombe", "reason": "name", "count": 2, "example": "To Wexcombe.", "guess": "/w/"}])

    (doubt,) = await Pronunciations(wire).scan("To Wexcombe.", language="English")  # type: ignore[arg-type]

    assert (doubt.word, doubt.reason, doubt.count) == ("Wexcombe", "name", 2)


async def test_a_blend_is_made_and_a_text_is_said() -> None:
    wire = Wire({"id": 10_001, "name": "Morning", "available": True, "engine": "kokoro"})
    voices = Voices(wire)  # type: ignore[arg-type]

    made = await voices.blend("Morning", {1: 2.0, 3: 1.0})
    said = await voices.say("Hello", voice_id=1, speed=0.9)

    assert (made.id, made.engine, said) == (10_001, "kokoro", b"RIFF")
    assert wire.asked[0][2] == {"name": "Morning", "parts": [{"voice": 1, "share": 2.0}, {"voice": 3, "share": 1.0}]}
    assert wire.asked[1] == ("POST", "/studio/say", {"text": "Hello", "voice": 1, "speed": 0.9})


async def test_files_that_could_not_be_used_are_told() -> None:
    wire = Wire({"voices": [], "unusable": [{"file": "bad.bin", "reason": "bad.bin gives no voice."}]})

    (found,) = await Voices(wire).rescan()  # type: ignore[arg-type]

    assert (found.file, found.reason) == ("bad.bin", "bad.bin gives no voice.")

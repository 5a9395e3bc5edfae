"""A marked line taken apart into what is said in one way, and the silences between."""

from __future__ import annotations

from dataclasses import dataclass

from server.domain.script_marks import EMPHASIS, LONGEST_PAUSE_S, PAUSE, pause_seconds


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words that are said in one way, and the silence asked for after them, in seconds."""

    text: str
    is_emphasised: bool = False
    rest_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Marked:
    """A line taken apart. `before_s` and `after_s` are the pauses asked for at its ends, in seconds."""

    stretches: tuple[Stretch, ...]
    before_s: float = 0.0
    after_s: float = 0.0

    @property
    def longest_rest_s(self) -> float:
        """The longest silence inside the line."""
        return max((stretch.rest_s for stretch in self.stretches), default=0.0)


def taken_apart(text: str) -> Marked:
    """A line's stretches; phonemes stay in their text, for the voices read them."""
    stretches: list[Stretch] = []
    before = 0.0
    position = 0
    for found in PAUSE.finditer(text):
        stretches += _emphasised(text[position : found.start()])
        position = found.end()
        rest = min(pause_seconds(found), LONGEST_PAUSE_S)
        if stretches:
            last = stretches[-1]
            stretches[-1] = Stretch(last.text, last.is_emphasised, min(last.rest_s + rest, LONGEST_PAUSE_S))
        else:
            before = min(before + rest, LONGEST_PAUSE_S)
    stretches += _emphasised(text[position:])
    after = stretches[-1].rest_s if stretches else 0.0
    if after:
        stretches[-1] = Stretch(stretches[-1].text, stretches[-1].is_emphasised)
    return Marked(tuple(stretches), before, after)


def _emphasised(text: str) -> list[Stretch]:
    parts: list[Stretch] = []
    position = 0
    for found in EMPHASIS.finditer(text):
        parts.append(Stretch(text[position : found.start()].strip()))
        parts.append(Stretch(found["words"].strip(), is_emphasised=True))
        position = found.end()
    parts.append(Stretch(text[position:].strip()))
    return _joined([part for part in parts if part.text])


def _joined(parts: list[Stretch]) -> list[Stretch]:
    """A stretch that is only punctuation belongs to the words before it."""
    joined: list[Stretch] = []
    for part in parts:
        if joined and not any(character.isalnum() for character in part.text):
            joined[-1] = Stretch(joined[-1].text + part.text, joined[-1].is_emphasised)
        else:
            joined.append(part)
    return [part for part in joined if any(character.isalnum() for character in part.text)]

"""How single words of a line are said: ``[word](/phonemes/)`` in its text."""

from __future__ import annotations

import re

_HELD = re.compile(r"\[(?P<word>[^\]\[\n]+)\]\(/(?P<said>[^)\n]*)/\)")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a line that can be said in another way, each once, in order."""
    plain = _HELD.sub(lambda found: found["word"], text)
    return tuple(dict.fromkeys(_WORD.findall(re.sub(r"\[[^\]]*\]", " ", plain))))


def said_of(text: str, word: str) -> str:
    """The phonemes that a word of the line carries; empty for the voice's own."""
    return next((found["said"] for found in _HELD.finditer(text) if found["word"] == word), "")


def with_said(text: str, word: str, phonemes: str) -> str:
    """The line with a word said by these phonemes wherever it stands; without any, as the voice says it."""
    wanted = phonemes.strip().strip("/").strip()
    plain = _HELD.sub(lambda found: found["word"] if found["word"] == word else found[0], text)
    if not wanted:
        return plain
    held = [(found.start(), found.end()) for found in re.finditer(r"\[[^\]\[\n]+\](?:\(/[^)\n]*/\))?", plain)]

    def say(found: re.Match[str]) -> str:
        inside = any(start <= found.start() < end for start, end in held)
        return found[0] if inside else f"[{found[0]}](/{wanted}/)"

    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", say, plain)

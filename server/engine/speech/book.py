"""The pronunciation book applied to a text: words become respellings or carry their phonemes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.domain.pronunciations import Pronunciation

_MARKED = re.compile(r"\[[^\]\[\n]+\](?:\(/[^)\n]*/\))?")
"""A pause or a word with its phonemes: both stay as they are."""


def pronounced(text: str, book: Sequence[Pronunciation], *, language: str, voice_id: int = 0) -> str:
    """`text` as the book wants it said; what already carries phonemes stays.

    Longer entries go before shorter ones; of two for the same word the one for the voice goes first, then the one for
    the show, then an asker's own, then the installation's. Whole words only. An entry that is all lower case or only
    begins with a capital is found in any case; one with capitals inside (``GIF``, ``iOS``) as it is written.
    """
    entries = [entry for entry in book if _holds(entry, language, voice_id)]
    if not entries:
        return text
    by_word: dict[str, Pronunciation] = {}
    for entry in sorted(entries, key=_nearness):
        by_word.setdefault(_key(entry.word), entry)
    words = sorted((entry.word for entry in by_word.values()), key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){_written(word)}(?!\w)" for word in words))

    def say(found: re.Match[str]) -> str:
        written = " ".join(found[0].split())
        entry = by_word.get(written) or by_word.get(written.casefold())
        if entry is None:
            return found[0]
        return f"[{found[0]}]({entry.said})" if entry.is_phonemes else entry.said

    pieces: list[str] = []
    position = 0
    for held in _MARKED.finditer(text):
        pieces += [pattern.sub(say, text[position : held.start()]), held[0]]
        position = held.end()
    return "".join([*pieces, pattern.sub(say, text[position:])])


def _holds(entry: Pronunciation, language: str, voice_id: int) -> bool:
    if entry.voice_id and entry.voice_id != voice_id:
        return False
    return not entry.language or entry.language.partition("-")[0] == language.partition("-")[0]


def _nearness(entry: Pronunciation) -> int:
    if entry.voice_id:
        return 0
    if entry.podcast_id:
        return 1
    return 2 if entry.client_id else 3


def _has_inner_capitals(word: str) -> bool:
    return any(part[1:] != part[1:].lower() for part in word.split())


def _key(word: str) -> str:
    return word if _has_inner_capitals(word) else word.casefold()


def _written(word: str) -> str:
    escaped = r"\s+".join(re.escape(part) for part in word.split())
    return escaped if _has_inner_capitals(word) else f"(?i:{escaped})"

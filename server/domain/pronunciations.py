"""Entries of the pronunciation book: how a word is said where the rules would say it otherwise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """One entry. It holds for the whole installation, or for one show or one voice where those are named."""

    id: str
    word: str
    """The word or words as they are written; case counts only where the entry has capitals inside a word."""
    said: str
    """A respelling (``Shiv-awn``) or phonemes between slashes (``/ʃɪvˈɔːn/``)."""
    language: str = ""
    """ISO 639-1 code; empty for every language."""
    client_id: str = ""
    """Its owner; empty for an entry of the installation."""
    podcast_id: str = ""
    voice_id: int = 0
    note: str = ""

    @property
    def is_phonemes(self) -> bool:
        """Whether `said` gives phonemes."""
        return len(self.said) > 2 and self.said[0] == self.said[-1] == "/"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A word of a script that a voice may say wrongly, how often it stands there, and why it is doubted."""

    word: str
    reason: str
    """``name``, ``acronym``, ``mixed``, ``foreign`` or ``unknown``."""
    count: int
    example: str
    """The first sentence that it stands in."""
    guess: str = ""
    """How it would be said now: phonemes, or words for an acronym."""

"""Lets statements in that their passages carry, sends the others back once, and drops what stays unsupported."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import Statement
from server.domain.sources import Passage
from server.engine.writing.connected.answers import Said
from server.engine.writing.connected.numbering import Numbering
from server.engine.writing.connected.support import unsupported

_MARK = re.compile(r"\s*\[\d+(?:\s*[,;–-]\s*\d+)*\](?=[\s.,;:!?)]|$)")
_BOLD = re.compile(r"\*\*|__|`|^#+\s*|^[-*•]\s+")
_WORD = re.compile(r"[^\W_]{3,}")
_FEWEST_WORDS = 5
_NEARLY_ALL = 0.85
"""Part of a statement's words from which it is the passage's own sentence, shortened or joined."""
NO_PASSAGE = "it names no passage"


@dataclass(frozen=True, slots=True)
class Sent:
    """A statement that was not let in, and what is wrong with it."""

    text: str
    numbers: tuple[int, ...]
    faults: tuple[str, ...]


class Gate:
    """Judges one answer. `replacements` are statements that were worded anew, by their first wording.

    Args:
        numbering: the passages that numbers stand for.
        language: of what is written.
    """

    def __init__(self, numbering: Numbering, *, language: str, replacements: dict[str, Said] | None = None) -> None:
        self.numbering = numbering
        self.language = language
        self._replacements = replacements or {}
        self._spoken = {source.id: source.language for source in numbering.sources}
        self._all = tuple(each.passage for each in numbering.all)
        self.sent_back: list[Sent] = []
        self.admitted = 0

    def statement(self, text: str, numbers: Sequence[int]) -> Statement | None:
        """The statement with its passages, or nothing where they don't carry it."""
        said = self._replacements.get(clean(text)) or Said(text, list(numbers))
        words, passages = clean(said.text), self.numbering.passages(said.passages)
        if not words:
            return None
        faults = self.faults(words, passages)
        if faults and (found := self._carrying(words)):
            passages, faults = found, []
        if faults:
            self.sent_back.append(Sent(words, tuple(numbers), tuple(faults)))
            return None
        self.admitted += 1
        return Statement(words, passages)

    def statements(self, said: Sequence[Said]) -> tuple[Statement, ...]:
        """Those of them that are let in, none twice."""
        found = (self.statement(each.text, each.passages) for each in said)
        kept: dict[str, Statement] = {}
        for each in found:
            if each is not None:
                kept.setdefault(each.text.casefold(), each)
        return tuple(kept.values())

    def faults(self, text: str, passages: Sequence[Passage]) -> list[str]:
        """What a text says and its passages don't carry."""
        if not passages:
            return [NO_PASSAGE]
        return unsupported(text, passages, language=self.language, spoken=self._spoken[passages[0].source_id])

    def _carrying(self, text: str) -> tuple[Passage, ...]:
        """The one passage that says nearly all of a statement in its words, where the model named another or none."""
        said = _words(text)
        if len(said) < _FEWEST_WORDS:
            return ()
        best = max(self._all, key=lambda passage: len(said & _words(passage.text)), default=None)
        if best is None or len(said & _words(best.text)) < _NEARLY_ALL * len(said) or self.faults(text, (best,)):
            return ()
        return (best,)

    def heading(self, text: str, fallback: str = "") -> str:
        """A title or heading whose numbers and names stand somewhere in the sources, else the fallback."""
        words = clean(text).rstrip(".")
        if not words or len(words) > 160 or self.faults(words, self._all):
            return fallback
        return words

    def asked(self, question: str, answer: Sequence[Statement]) -> str:
        """A question that brings in nothing that its answer's passages don't have; empty where it does."""
        words = clean(question)
        passages = tuple(passage for statement in answer for passage in statement.passages)
        return "" if not words or self.faults(words, passages) else words


def _words(text: str) -> frozenset[str]:
    return frozenset(match[0].lower() for match in _WORD.finditer(text))


def clean(text: str) -> str:
    """One line without citation marks, markup and control characters."""
    text = _BOLD.sub("", _MARK.sub("", " ".join(text.split())))
    return "".join(character for character in text if character.isprintable()).strip()

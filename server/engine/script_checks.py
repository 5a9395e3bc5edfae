"""The checks of a draft that need a language's rules or the meaning of words: in a process of their own."""

from __future__ import annotations

from typing import Protocol

from server.domain.episode_drafts import EpisodeDraft
from server.domain.errors import CannotProduce
from server.domain.script_checks import Finding, FindingKind
from server.domain.scripts import LineKind
from server.engine.workers import Supervision, Workers, WorkKind

CHECKING = WorkKind("checking scripts", processes=1, timeout_s=120, memory_mib=2500)
IDLE_S = 120.0
LEAST_WORDS = 4
"""Shorter lines that are alike (“Right.”) repeat no idea."""


class Checker(Protocol):
    """What checks drafts. It blocks: call it on a thread."""

    def check(self, draft: EpisodeDraft) -> tuple[Finding, ...]:
        """Repeated ideas, unsupported lines and unknown phonemes. Raises `GenerationError`."""
        ...

    def stop(self) -> None:
        """End whatever runs."""
        ...


class WorkerChecker:
    """`Checker` by a worker process, which stays a while with what it has loaded."""

    def __init__(self, *, idle_s: float = IDLE_S) -> None:
        self._workers = Workers(cores=1, idle_s=idle_s, crash_limit=1)

    def check(self, draft: EpisodeDraft) -> tuple[Finding, ...]:
        """See `Checker`."""
        return self._workers.run(CHECKING, Supervision(), checked, draft)

    def stop(self) -> None:
        """See `Checker`."""
        self._workers.stop()


def _unsayable(draft: EpisodeDraft) -> list[Finding]:
    """Lines with phonemes that no packaged voice knows: they would be left out."""
    from server.domain.script_marks import OVERRIDE
    from server.engine.speech.kokoro import known_symbols

    found = []
    for line in draft.lines:
        unknown = sorted({s for each in OVERRIDE.finditer(line.text) for s in each[2] if s not in known_symbols()})
        if unknown:
            message = f"The voices don't know {' '.join(unknown)} in the phonemes of this line; they are left out."
            found.append(Finding(FindingKind.MARKS, line.id, message))
    return found


def checked(draft: EpisodeDraft) -> tuple[Finding, ...]:
    """Lines that say the same, lines that no source says, and phonemes that no voice says."""
    from server.domain.script_marks import plain
    from server.engine.writing.gates import alike_pairs
    from server.engine.writing.rules import rules_for

    texts = [plain(line.text) for line in draft.lines]
    told = [place for place, text in enumerate(texts) if len(text.split()) >= LEAST_WORDS]
    found = [
        Finding(
            FindingKind.REPEATED,
            draft.lines[told[second]].id,
            f"It says the same as line {told[first] + 1}.",
            draft.lines[told[first]].id,
        )
        for first, second in alike_pairs([texts[place] for place in told])
    ]
    found += _unsayable(draft)
    try:
        rules = rules_for(draft.language)
    except CannotProduce:
        return tuple(found)
    has_sources = any(line.passages for line in draft.lines)
    for line, text in zip(draft.lines, texts, strict=True):
        if not has_sources:
            break
        if not line.passages:
            if line.kind is LineKind.STATEMENT:
                found.append(Finding(FindingKind.UNSUPPORTED, line.id, "It rests on no passage of the sources."))
            continue
        missing = rules.unsupported(text, passages=[passage.text for passage in line.passages])
        if missing:
            words = ", ".join(missing)
            found.append(Finding(FindingKind.UNSUPPORTED, line.id, f"Its passages don't have {words}."))
    return tuple(found)

"""What a script editor looks for in an episode on the desk: findings that name a line to jump to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from server.domain.episode_drafts import EpisodeDraft, Pacing, estimated_seconds, words_in
from server.domain.script_marks import LONGEST_PAUSE_S, PAUSE, pause_seconds

LONGEST_TURN_WORDS = 60
"""A longer turn is a lecture: nobody else has spoken for 25 seconds."""
LEAST_LINES = 6
"""Fewer lines say nothing of how a conversation is shared."""
FAIREST_SHARES = 0.6, 1.4
"""A speaker's share of the words, against an equal one, that counts as balanced (two speakers: 30 to 70 %)."""
OFF_TARGET = 0.1


class FindingKind(StrEnum):
    """What is wrong."""

    REPEATED = "repeated"
    UNSUPPORTED = "unsupported"
    LONG_TURN = "long_turn"
    BALANCE = "balance"
    LENGTH = "length"
    MARKS = "marks"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to look at. `line` is the id of the line to go to; `other` one that it repeats."""

    kind: FindingKind
    line: str
    message: str
    other: str = ""


def own_findings(draft: EpisodeDraft, pacing: Pacing, *, spoken: dict[str, float] | None = None) -> tuple[Finding, ...]:
    """What can be told by counting.

    Long turns, an uneven conversation, a length that misses its target, and pauses that are cut.
    """
    return (*_long_turns(draft), *_balance(draft), *_length(draft, pacing, spoken or {}), *_long_pauses(draft))


def _long_turns(draft: EpisodeDraft) -> list[Finding]:
    found: list[Finding] = []
    run: list[str] = []
    words, speaker = 0, -1
    told = False
    for line in draft.lines:
        if line.speaker != speaker:
            run, words, speaker, told = [], 0, line.speaker, False
        run.append(line.id)
        words += words_in(line.text)
        if words > LONGEST_TURN_WORDS and not told:
            told = True
            found.append(
                Finding(
                    FindingKind.LONG_TURN,
                    run[0],
                    f"{words} words without a word of anybody else; let another speaker ask or react.",
                )
            )
    return found


def _balance(draft: EpisodeDraft) -> list[Finding]:
    speakers = sorted({line.speaker for line in draft.lines})
    if len(speakers) < 2 or len(draft.lines) < LEAST_LINES:
        return []
    counts = {s: sum(words_in(line.text) for line in draft.lines if line.speaker == s) for s in speakers}
    total = sum(counts.values()) or 1
    found = []
    low, high = FAIREST_SHARES
    for speaker, count in counts.items():
        share = count / total
        if low / len(speakers) <= share <= high / len(speakers):
            continue
        longest = max((line for line in draft.lines if line.speaker == speaker), key=lambda line: words_in(line.text))
        what = "little" if share < low / len(speakers) else "much"
        found.append(
            Finding(
                FindingKind.BALANCE,
                longest.id,
                f"Speaker {speaker + 1} has {share:.0%} of the words, {what} for {len(speakers)} who talk together.",
            )
        )
    return found


def _length(draft: EpisodeDraft, pacing: Pacing, spoken: dict[str, float]) -> list[Finding]:
    if draft.target_minutes is None or not draft.lines:
        return []
    minutes = estimated_seconds(draft, pacing, spoken) / 60
    off = minutes / draft.target_minutes - 1
    if abs(off) <= OFF_TARGET:
        return []
    longest = max(draft.lines, key=lambda line: words_in(line.text))
    more = "longer" if off > 0 else "shorter"
    return [
        Finding(
            FindingKind.LENGTH,
            longest.id,
            f"It will play about {minutes:.1f} minutes, {abs(off):.0%} {more} than its target of "
            f"{draft.target_minutes:g}.",
        )
    ]


def _long_pauses(draft: EpisodeDraft) -> list[Finding]:
    found = []
    for line in draft.lines:
        longest = max((pause_seconds(each) for each in PAUSE.finditer(line.text)), default=0.0)
        if longest > LONGEST_PAUSE_S:
            message = f"A pause of {longest:g} seconds is cut to {LONGEST_PAUSE_S:g}; a longer silence sounds broken."
            found.append(Finding(FindingKind.MARKS, line.id, message))
    return found


def in_order(findings: Sequence[Finding], draft: EpisodeDraft) -> tuple[Finding, ...]:
    """Findings in the order of the lines that they name."""
    places = {line.id: place for place, line in enumerate(draft.lines)}
    return tuple(sorted(findings, key=lambda finding: places.get(finding.line, len(places))))

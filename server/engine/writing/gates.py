"""What every script must keep before it is voiced: a check that names each fault."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from server.domain.scripts import Line, LineKind, Script
from server.domain.sources import BlockKind, Source
from server.engine.writing.languages import LanguageRules
from server.engine.writing.rules import rules_for
from server.engine.writing.selection import MAX_TURN, WORDS_A_MINUTE
from server.engine.writing.turns import GUEST_LEAST, HOST_MOST, opening
from server.engine.writing.vectors import meanings

ALIKE = 0.9
"""Cosine of two lines' meanings from which they say the same."""
SHARED_WORDS = 7
SHARES = (0.30, 0.70)
FACTS_A_MINUTE = (4.0, 9.0)
_REVERSED_MOST = 0.34
"""Part of a speaker's lines that may be of the other one's length: now and then the other way round."""
_ASKING = 0.2
"""Part of its turns from which the first speaker is a host who asks; below it two equals speak."""
_BARE_EVERY = 8
_WHOLE_FACT = 12
"""Words from which a sentence counts as a fact of its own; a shorter one is a part of one."""
_SAME_LENGTH = 1
_MIN_LINES_FOR_SHARES = 6


class Gate(StrEnum):
    """The rules a script can break."""

    PASSAGES = "passages"
    SUPPORT = "support"
    ALIKE = "alike"
    PRONOUN = "pronoun"
    LANGUAGE = "language"
    HEADING = "heading"
    SHARE = "share"
    PACE = "pace"
    BARE = "bare"
    OPENING = "opening"
    LENGTH = "length"
    MONOTONE = "monotone"


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken rule; `line` counts from 0 and is -1 for the whole script."""

    gate: Gate
    line: int
    message: str


def faults(script: Script, sources: Sequence[Source]) -> list[Fault]:
    """Everything that is wrong with a script, line by line; an empty list passes it for voicing.

    Args:
        sources: the sources the script was made of.
    """
    rules = rules_for(script.language)
    lines = script.lines
    out: list[Fault] = []
    heads = {_plain(s.block_text(b)) for s in sources for b in s.blocks if b.kind == BlockKind.HEADING}
    texts = {s.id: s.text for s in sources}
    for n in range(len(lines)):
        out += _line_faults(rules, lines, n, heads, texts)
    out += _alike(lines)
    out += _openings(lines)
    out += _lengths(lines)
    out += _bare(lines)
    out += _whole(script)
    return sorted(out, key=lambda f: (f.line, f.gate))


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


def _line_faults(
    rules: LanguageRules, lines: Sequence[Line], n: int, heads: set[str], texts: dict[str, str]
) -> list[Fault]:
    line = lines[n]
    out = []
    if not line.passages:
        out.append(Fault(Gate.PASSAGES, n, "it rests on no passage"))
    out += [
        Fault(Gate.PASSAGES, n, "a passage is not the source's own words")
        for p in line.passages
        if texts.get(p.source_id, "")[p.start : p.end] != p.text
    ]
    missing = rules.unsupported(line.text, passages=[p.text for p in line.passages])
    if missing:
        out.append(Fault(Gate.SUPPORT, n, f"its passages don't have {', '.join(missing)}"))
    out += [Fault(Gate.LANGUAGE, n, what) for what in rules.broken(line.text)]
    if _plain(line.text) in heads:
        out.append(Fault(Gate.HEADING, n, "it is a heading"))
    if unresolved_pronoun(rules, lines, n):
        out.append(
            Fault(Gate.PRONOUN, n, f"it starts with {rules.opening_pronoun(line.text)!r} and nothing to refer to")
        )
    return out


def unresolved_pronoun(rules: LanguageRules, lines: Sequence[Line], n: int) -> bool:
    """Whether a line starts with a pronoun whose noun is not in the two lines before.

    The noun is there when the sentence just before it in the source is: who reads on, knows.
    """
    line = lines[n]
    if line.kind is not LineKind.STATEMENT or not line.passages or not rules.opening_pronoun(line.text):
        return False
    first = line.passages[0]
    for before in lines[max(0, n - 2) : n]:
        for p in before.passages:
            if p.source_id == first.source_id and 0 <= first.start - p.end <= 4 and before.kind is LineKind.STATEMENT:
                return False
            if p.source_id == first.source_id and p.start == first.start:
                return False
    return True


def seven_in_a_row(text: str) -> set[tuple[str, ...]]:
    """Every run of seven words of a line."""
    words = _plain(text).split()
    return {tuple(words[i : i + SHARED_WORDS]) for i in range(len(words) - SHARED_WORDS + 1)}


def alike_pairs(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of lines that say the same: seven words in a row, or a cosine of 0.9.

    Meaning is only compared where lines share a third of their words: in pieces made of a source's own
    sentences nothing else comes near 0.9, and the number of comparisons stays linear.
    """
    out: list[tuple[int, int]] = []
    seen: dict[tuple[str, ...], int] = {}
    bags = [frozenset(w for w in _plain(t).split() if len(w) > 3) for t in texts]
    index: dict[str, list[int]] = {}
    suspects: set[tuple[int, int]] = set()
    for n, text in enumerate(texts):
        for run in seven_in_a_row(text):
            if run in seen and seen[run] != n:
                out.append((seen[run], n))
            seen.setdefault(run, n)
        counts: dict[int, int] = {}
        for word in bags[n]:
            for other in index.get(word, ())[-60:]:
                counts[other] = counts.get(other, 0) + 1
            index.setdefault(word, []).append(n)
        for other, shared in counts.items():
            if shared >= 2 and shared / (len(bags[n] | bags[other]) or 1) >= 0.34:
                suspects.add((other, n))
    pairs = sorted(suspects)
    if pairs:
        wanted = sorted({i for p in pairs for i in p})
        rows = meanings([texts[i] for i in wanted])
        at = {i: k for k, i in enumerate(wanted)}
        out += [(a, b) for a, b in pairs if float(rows[at[a]] @ rows[at[b]]) >= ALIKE]
    return sorted(set(out))


def _alike(lines: Sequence[Line]) -> list[Fault]:
    return [
        Fault(Gate.ALIKE, b, f"it says the same as line {a + 1}") for a, b in alike_pairs([line.text for line in lines])
    ]


def _openings(lines: Sequence[Line]) -> list[Fault]:
    seen: dict[str, int] = {}
    out = []
    for n, line in enumerate(lines):
        phrase = opening(line.text)
        if phrase in seen:
            out.append(Fault(Gate.OPENING, n, f"it opens like line {seen[phrase] + 1}: {phrase!r}"))
        seen.setdefault(phrase, n)
    return out


def _lengths(lines: Sequence[Line]) -> list[Fault]:
    out = []
    counts = [len(line.text.split()) for line in lines]
    for n, words in enumerate(counts):
        if not 2 <= words <= MAX_TURN + 5:
            out.append(Fault(Gate.LENGTH, n, f"{words} words in one turn"))
    asks = sum(line.kind is LineKind.QUESTION and line.speaker == 0 for line in lines)
    host_and_guest = asks >= _ASKING * sum(line.speaker == 0 for line in lines)
    for speaker in (0, 1) if host_and_guest else ():
        own = [w for w, line in zip(counts, lines, strict=True) if line.speaker == speaker]
        reversed_ = sum(w > HOST_MOST + 4 if speaker == 0 else w < GUEST_LEAST for w in own)
        if len(own) >= 3 and reversed_ > max(1, _REVERSED_MOST * len(own)):
            message = f"{reversed_} of {len(own)} turns of speaker {speaker} have the other's length"
            out.append(Fault(Gate.LENGTH, -1, message))
    out += [
        Fault(Gate.MONOTONE, n, "three turns of one length in a row")
        for n in range(2, len(counts))
        if max(counts[n - 2 : n + 1]) - min(counts[n - 2 : n + 1]) <= _SAME_LENGTH
    ]
    return out


def _bare(lines: Sequence[Line]) -> list[Fault]:
    out = []
    last = -_BARE_EVERY
    for n, line in enumerate(lines):
        if re.fullmatch(r"\w+(?: \w+)?[.!]", line.text) and line.kind is LineKind.REACTION:
            if n - last < _BARE_EVERY:
                out.append(Fault(Gate.BARE, n, "a bare reaction too soon after another"))
            last = n
    return out


def minutes(script: Script) -> float:
    """Minutes a script takes to say."""
    return sum(len(line.text.split()) for line in script.lines) / WORDS_A_MINUTE


def _whole(script: Script) -> list[Fault]:
    out = []
    words = {0: 0, 1: 0}
    facts: dict[tuple[str, int], float] = {}
    for line in script.lines:
        words[line.speaker] = words.get(line.speaker, 0) + len(line.text.split())
        if line.kind is LineKind.STATEMENT:
            facts |= {(p.source_id, p.start): min(1.0, len(p.text.split()) / _WHOLE_FACT) for p in line.passages}
    total = sum(words.values())
    if total and len(script.lines) >= _MIN_LINES_FOR_SHARES:
        share = words[0] / total
        if not SHARES[0] <= share <= SHARES[1]:
            out.append(Fault(Gate.SHARE, -1, f"speaker 0 has {share:.0%} of the words"))
    if total >= 2 * WORDS_A_MINUTE:
        pace = sum(facts.values()) / (total / WORDS_A_MINUTE)
        if not FACTS_A_MINUTE[0] <= pace <= FACTS_A_MINUTE[1]:
            out.append(Fault(Gate.PACE, -1, f"{pace:.1f} facts a minute"))
    return out

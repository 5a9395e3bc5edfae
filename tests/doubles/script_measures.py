"""Measures of scripts: facts kept by weight, words, shares; for tests and for whoever tunes the writer."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from server.domain.scripts import Composition, Script

TEXTS = Path(__file__).resolve().parent.parent / "data" / "texts"
ENGLISH = (
    "news_ferry.md",
    "science_anchor_ice.md",
    "company_scales.md",
    "minutes_council.md",
    "manual_pump.md",
    "travel_essay.md",
    "interview_seedbank.txt",
    "comparison_trailers.md",
    "policy_instruments.md",
    "biography_lisk.md",
    "opinion_fines.md",
    "annual_report_reuse.md",
    "messy_page.txt",
    "canal_history.md",
)
TUNED_ON = frozenset(ENGLISH[0::2])
"""The weights of sentences started from a fit on these. They were rounded with all texts in view, and scripts of both
halves were read while tuning, so the other half is no held-out set."""
_NUMBER_WORD = re.compile(
    r"(zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety)$",
    re.IGNORECASE,
)
_NEAR = 2


@dataclass(frozen=True, slots=True)
class Fact:
    """A hand-marked fact: of each group of `must` one alternative has to occur."""

    text: str
    weight: int
    must: tuple[tuple[str, ...], ...]


def facts_of(name: str, *, folder: Path = TEXTS) -> tuple[Fact, ...]:
    """The facts of a development text by its file name."""
    path = folder / f"{name.split('.')[0]}.facts.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return tuple(Fact(r["fact"], r["weight"], tuple(tuple(g) for g in r["must"])) for r in rows)


def occurs(alternative: str, text: str) -> bool:
    """Any case, from a word's start; figures and number words whole."""
    pattern = re.escape(" ".join(alternative.split()))
    head = r"(?<![\w])(?<!\d[.,])" if alternative[0].isalnum() else ""
    tail = r"(?![.,]?\d)" if alternative[-1].isdigit() else r"(?!-?\w)" if _NUMBER_WORD.search(alternative) else ""
    return re.search(head + pattern + tail, text, re.IGNORECASE) is not None


def kept(lines: list[str], fact: Fact) -> bool:
    """Whether a fact is told within a line and the two on either side of it."""
    for n in range(len(lines)):
        near = " ".join(" ".join(lines[max(0, n - _NEAR) : n + _NEAR + 1]).split())
        if all(any(occurs(a, near) for a in group) for group in fact.must):
            return True
    return False


def coverage(script: Script | Composition, name: str, *, weight: int = 0) -> float:
    """The part of a text's facts, by weight, that a script keeps; `weight` looks at facts of that weight only."""
    lines = [x.text for x in (script.lines if isinstance(script, Script) else script.statements)]
    facts = [f for f in facts_of(name) if not weight or f.weight == weight]
    return sum(f.weight for f in facts if kept(lines, f)) / sum(f.weight for f in facts)


def words(script: Script) -> int:
    """Spoken words."""
    return sum(len(line.text.split()) for line in script.lines)

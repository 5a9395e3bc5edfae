"""What a meeting decided, where its minutes give the votes: events of the meeting's own day."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from server.domain.scripts import Statement
from server.domain.sources import BlockKind, Passage, Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Moment
from server.engine.writing.dates.text_days import RECORD, TRANSCRIPT, day_of
from server.engine.writing.standalone import written
from server.engine.writing.timelines.telling import told_in_short

_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_VOTES = re.compile(
    rf"\b{_NUMBER} votes?\b|\b(?:for|against|in favour|abstentions?|abstaining):? \d+|"
    rf"\b{_NUMBER} (?:votes? )?(?:for|against|in favour|abstentions?)\b|\bby {_NUMBER} (?:votes? )?to {_NUMBER}\b|"
    r"\bunanimous(?:ly)?\b|\bwithout (?:a vote|dissent|opposition)\b|\bnem\.? ?con\b",
    re.IGNORECASE,
)
_WHAT = r"(?:approved|adopted|carried|accepted|elected|re-elected|rejected|defeated|lost|agreed|resolved|decided)"
_DECIDES = re.compile(rf"\W*(?:Resolved|Agreed|Decided)\b|\b(?:was|were|is|are) (?:further |then |also )?{_WHAT}\b")
_LABEL = re.compile(r"\W*Resolved\W*[:,]")
_LABELLED = re.compile(r"\W*(?:Resolved|Agreed)\W* (?:unanimously|nem\.? ?con|without dissent)\b")
"""How a decision begins that was taken on the day, whatever it puts off to another."""
_TALLY = re.compile(r"\W*(?:For|In favour|Votes for):? \d", re.IGNORECASE)
_OUTCOME = re.compile(r"\W*(?:Carried|Lost|Rejected|Defeated|Adopted|Not carried)\b")
"""What becomes of a motion, behind the votes."""
_LOST = re.compile(r"\W*(?:Lost|Rejected|Defeated|Not carried)\b")
_MOTION = re.compile(r"\W*(?:Motion|Proposal|Amendment|Resolution)\b")
_MINUTES = re.compile(r"\W*The minutes\b")
_HEAD_BLOCKS = 12
_MOST_WORDS = 100
_AFTER = 4
"""Sentences behind a motion in which its votes stand."""

Decided = tuple[Moment, Statement]


def of_decisions(analysis: Analysis, source: Source, index: int, taken: Collection[int]) -> Iterator[Decided]:
    """The decisions of a meeting, but for those that have a date of their own.

    Args:
        taken: sentences that have a date of their own.
    """
    day = day_of(source, analysis.rules.code) if analysis.rules.code == "en" and _is_record(source) else Moment(None)
    head = _head(source, day, analysis.rules.code) if day.day else None
    if head is None:
        return
    own = [s for s in analysis.sentences if s.source == index and not s.roles & {Role.TABLE, Role.QUESTION}]
    for n, s in enumerate(own):
        made = _tallied(analysis, own, n) if _TALLY.match(s.text) else None
        is_free = s.id not in taken or _LABELLED.match(s.text) is not None
        if made is None and is_free and _is_decision(s.text):
            made = told_in_short(analysis, s)
        if made is not None:
            yield replace(day, hour=-1, minute=0), Statement(made.text, (head, *made.passages))


def _is_decision(text: str) -> bool:
    if _MINUTES.match(text):
        return False
    return _LABEL.match(text) is not None or (_DECIDES.search(text) is not None and _VOTES.search(text) is not None)


def _is_record(source: Source) -> bool:
    headings = [source.block_text(b) for b in source.blocks[:_HEAD_BLOCKS] if b.kind is BlockKind.HEADING]
    return any(RECORD.search(TRANSCRIPT.sub("", h)) for h in headings)


def _head(source: Source, day: Moment, code: str) -> Passage | None:
    """The line that has the day of the meeting."""
    for block in source.blocks[:_HEAD_BLOCKS]:
        found = [m.first for m in mentions(source.block_text(block), code)]
        if any((d.year, d.month, d.day) == (day.year, day.month, day.day) for d in found):
            return source.passage(block.start, block.end)
    return None


def is_lost(analysis: Analysis, s: Sentence) -> bool:
    """Whether a sentence is a motion that wasn't carried, so that nothing comes of its dates."""
    if analysis.rules.code != "en":
        return False
    after = [o for o in analysis.sentences[s.id + 1 : s.id + 1 + _AFTER] if o.section == s.section]
    tally = next((n for n, o in enumerate(after) if _TALLY.match(o.text)), -1)
    is_other = any(_MOTION.match(o.text) for o in after[: max(tally, 0)])
    said = after[tally : tally + 2] if tally >= 0 and not is_other else []
    return any(_LOST.search(o.text) for o in said)


def _tallied(analysis: Analysis, own: Sequence[Sentence], n: int) -> Statement | None:
    """A motion with the votes on it and what became of it: "To shut the pool. For 7, against 2. Carried."."""
    tally = own[n]
    before = [o for o in own[max(0, n - _AFTER) : n] if o.section == tally.section]
    motion = next((o for o in reversed(before) if _MOTION.match(o.text)), before[-1] if before else None)
    after = own[n + 1] if n + 1 < len(own) else None
    outcome = after if after is not None and _OUTCOME.match(after.text) else None
    if motion is None or (outcome is None and not _OUTCOME.search(tally.text)):
        return None
    last = outcome or tally
    said = [o for o in own if motion.id <= o.id <= last.id]
    whole = analysis.sources[tally.source].text[motion.start : last.end]
    if len(whole.split()) > _MOST_WORDS:
        said = [motion, tally, *([outcome] if outcome is not None else [])]
        whole = " ".join(written(analysis, s) for s in said)
    text = re.sub(r"\s+", " ", re.sub(r"[*_]", "", whole))
    return Statement(text, tuple(analysis.passage(s) for s in said)) if not analysis.rules.broken(text) else None

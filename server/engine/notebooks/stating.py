"""What is told of the statements that answer: passages, each once, with their marks; where sources differ, that too."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from server.domain.decoding import from_msgpack
from server.domain.notebooks import AnswerCitation, NotebookSource
from server.domain.plaintext import shortened
from server.domain.sources import Source
from server.engine.notebooks.chunks import Chunk, Unit
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.expecting import MEASURED, expected
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.judging import LEANS
from server.engine.notebooks.placing import cited
from server.engine.notebooks.statements import LONGEST_NAME, MAX_CITATION, Statement, worth_of
from server.engine.notebooks.terms import NUMBER_WORDS, asks, content, numbers, stem, words

MAX_ANSWER = 1_190
NEAR = 2.5
"""Points below the best chunk within which another one is told as well."""
AS_WELL = 1.5
"""Points below the best within which a passage contradicts it: what answers less well tells something else."""
MOST_STATED = 4
PASSAGE = 380
"""Characters of the passage that answers best."""
EXPLAINED = 600
"""Characters of it where a reason, a way or several things are asked for: sentences stand between what happens and why,
and between one thing and the next; and where its next best sentence is hardly worse, and stands no further off."""
BESIDE = 260
"""Characters of the others."""
BRIEF = 480
"""Characters of the passages of all sides of an answer."""
GAP = 1
"""Characters between two sentences of a paragraph."""
BETWEEN = 3
"""Characters between two paragraphs, lines or items, at most."""
LIKE = 0.5
"""Closeness from which a word is told of."""
HARDLY_WORSE = 1.4
"""Points below the best sentence of a chunk within which another one may as well be what answers."""
SUBJECT = 200
"""Characters of the sentence before a passage that says "it" first, at most."""
SHORT = 120
"""Characters of a passage that is told with the paragraphs beside it: a reply, a line."""
_EXPLAINS = re.compile(
    r"^(?:and |but |so )?(?:why\b|how (?:is|are|was|were|do|does|did|can|could|should|must|has|have|had)\b"
    r"|for what reason|how come|what (?:is|are|was|were) the (?:reasons?|causes?)\b|what happen(?:s|ed)\b)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    rf"^(?:and |but |so )?(?:(?:in|at|on|for|to|from|by|with) )?"
    rf"(?:(?:which|what|who)\b(?:(?: \w+){{0,3}})? (?:{'|'.join(sorted(NUMBER_WORDS - {'zero', 'one'}))})\b"
    r"|which (?:[\w-]+ )?[\w-]+[^\Wsui]s\b|(?:which|what|who) (?:are|were) (?:the|its|their|his|her)\b)",
    re.IGNORECASE,
)
"""How several things are asked for at once: "which three objections", "which workshops"."""
_COMPARES = re.compile(
    r"\b(?:compare|compared|comparison|differ|differs|difference|versus|vs|than|both)\b", re.IGNORECASE
)


def chosen_of(
    db: sqlite3.Connection, question: str, statements: Sequence[Statement], compared: Sequence[str]
) -> list[Statement]:
    """Passages of the chunks that answer best: the best sentence of each, with those around it."""
    by_chunk: dict[int, list[Statement]] = {}
    for each in statements:
        by_chunk.setdefault(each.found.number, []).append(each)
    ranked = sorted(by_chunk.values(), key=lambda own: -worth_of(own))
    best = worth_of(ranked[0])
    longest = EXPLAINED if _EXPLAINS.match(question) or _SEVERAL.match(question) else PASSAGE
    chosen: list[Statement] = []
    for own in ranked:
        if len(chosen) == MOST_STATED or worth_of(own) < best - NEAR:
            break
        passage = _passage(db, own, most=BESIDE) if chosen else _passage(db, own, most=longest, reach=EXPLAINED)
        if any(own[0].within(other) for other in chosen):
            continue
        beside = next((place for place, other in enumerate(chosen) if passage.overlaps(other)), None)
        if beside is not None:
            # What reaches into another passage goes on from it.
            joined = _joined(db, chosen[beside], passage)
            chosen[beside] = joined if joined.end - joined.start <= MAX_CITATION else chosen[beside]
        elif not any(_same(passage, other) for other in chosen):
            chosen.append(passage)
    for name in compared if len(compared) > 1 or _COMPARES.search(question) else ():
        if not any(_names_it(name, each) for each in chosen):
            more = next((own for own in ranked if worth_of(own) > best - 7 and _names_it(name, own[0])), None)
            if more is not None:
                chosen.append(_passage(db, more, most=BESIDE))
    first = chosen[0]
    rest = sorted(chosen[1:], key=lambda each: (each.found.source != first.found.source, each.found.source, each.start))
    return [first, *rest]


def brief(db: sqlite3.Connection, own: Sequence[Statement], *, of: int) -> Statement:
    """The best sentence of a chunk, with little around it: one of so many sides of an answer."""
    return _passage(db, own, most=BRIEF // max(of, 2))


def _passage(db: sqlite3.Connection, own: Sequence[Statement], *, most: int, reach: int = 0) -> Statement:
    """The best sentence of a chunk, with those around it while they are few words, also beyond the chunk's ends.

    Args:
        most: characters of it, at most.
        reach: characters within which its next best sentence may stand, where that is more.
    """
    best = own[0]
    chunk, number = best.found.chunk, best.found.number
    if chunk.cells or best.complete or best.end > chunk.end:
        return best
    rows = chunk_rows(db, [number - 1, number + 1])
    near = [
        row[1]
        for row in rows.values()
        if row[0] == best.found.source
        and not row[1].cells
        and (row[1].context, row[1].page, row[1].slide) == (chunk.context, chunk.page, chunk.slide)
    ]
    start, end = _with_next_best(own, max(most, reach))
    units = sorted((unit for each in (chunk, *near) for unit in each.units if not _asks(each, unit)), key=_start)
    for gap in (GAP, BETWEEN):
        if gap == BETWEEN and end - start >= SHORT:
            break
        for grown in _around(units, start, end):
            touches = grown.start - end <= gap and start - grown.end <= gap
            if touches and max(end, grown.end) - min(start, grown.start) <= most:
                start, end = min(start, grown.start), max(end, grown.end)
    start = _with_subject(db, best, units, start)
    passage = replace(best, start=start, end=end)
    return replace(passage, told=words_of(db, passage))


def _with_next_best(own: Sequence[Statement], most: int) -> tuple[int, int]:
    """From where to where a chunk's best sentence goes, with its next best where that is hardly worse and not far."""
    best = own[0]
    start, end = best.start, best.end
    for other in own[1:]:
        if other.score < best.score - HARDLY_WORSE:
            break
        if max(end, other.end) - min(start, other.start) <= most:
            start, end = min(start, other.start), max(end, other.end)
    return start, end


def _with_subject(db: sqlite3.Connection, best: Statement, units: Sequence[Unit], start: int) -> int:
    """Where a passage begins that says "it" or "he" first: with the sentence before, which says who that is."""
    first = next((unit for unit in units if unit.start == start), None)
    before = next((unit for unit in reversed(units) if unit.end <= start), None)
    if first is None or before is None or start - before.end > BETWEEN or before.end - before.start > SUBJECT:
        return start
    own = words_of(db, replace(best, start=first.start, end=first.end))
    return before.start if LEANS.match(own) else start


def _joined(db: sqlite3.Connection, one: Statement, other: Statement) -> Statement:
    joined = replace(one, start=min(one.start, other.start), end=max(one.end, other.end))
    return replace(joined, told=words_of(db, joined))


def _asks(chunk: Chunk, unit: Unit) -> bool:
    """Whether a sentence is a question of the source's own: a passage neither has one nor goes beyond it."""
    return asks(chunk.said(unit.start, unit.end))


def _start(unit: Unit) -> int:
    return unit.start


def _around(units: Sequence[Unit], start: int, end: int) -> list[Unit]:
    """The units beside a stretch, those that follow first: an answer begins with what was asked for."""
    after = [unit for unit in units if unit.start >= end]
    before = [unit for unit in reversed(units) if unit.end <= start]
    return [*after, *before]


def _names_it(name: str, statement: Statement) -> bool:
    wanted = {stem(word) for word in words(name)}
    return wanted <= {stem(word) for word in words(statement.judged + " " + statement.found.chunk.context)}


def _same(one: Statement, other: Statement) -> bool:
    if one.overlaps(other):
        return True
    a, b = set(content(one.told)) | numbers(one.told), set(content(other.told)) | numbers(other.told)
    return len(a & b) >= 0.85 * max(1, min(len(a), len(b))) and numbers(one.told) == numbers(other.told)


def written(
    question: str,
    chosen: Sequence[Statement],
    records: dict[int, NotebookSource],
    words_of: Callable[[Statement], str],
) -> tuple[str, dict[str, AnswerCitation]]:
    parts: list[str] = []
    citations: dict[str, AnswerCitation] = {}
    length = 0
    differ = _contradict(question, chosen)
    for each in chosen:
        marker = str(len(citations) + 1)
        source = records[each.found.source]
        said = _sentence(each.told)
        if differ:
            title = shortened(source.title, LONGEST_NAME)
            said = f"{title}: {said.removeprefix(source.title).lstrip(' .:') or said}"
        part = f"{said} [{marker}]"
        if length + len(part) + 30 > MAX_ANSWER:
            if citations:
                break
            part = f"{said[: MAX_ANSWER - 40].rsplit(' ', 1)[0]} … [{marker}]"
        parts.append(part)
        length += len(part) + 1
        citations[marker] = _citation(each, source, words_of(each))
    return (f"The sources differ. {' '.join(parts)}" if differ else " ".join(parts)), citations


def _contradict(question: str, chosen: Sequence[Statement]) -> bool:
    """Whether two sources give the amount or time that is asked for otherwise, in sentences about the same thing."""
    asked = focus(question)
    if expected(question) not in MEASURED or not asked:
        return False
    enough = min(len(asked), max(2, -(-2 * len(asked) // 3)))
    told = [
        (
            each.found.source,
            _told_of(asked, f"{each.judged} {each.found.chunk.context}"),
            numbers(each.judged) - numbers(f"{question} {each.found.chunk.context}"),
        )
        for each in chosen
        if each.score > max(one.score for one in chosen) - AS_WELL
    ]
    return any(
        source != other_source and mine and others and not mine & others and len(words_one & words_other) >= enough
        for (source, words_one, mine), (other_source, words_other, others) in combinations(told, 2)
    )


def _told_of(asked: Sequence[str], text: str) -> set[str]:
    """The words of a question that a text tells of, also in like words: who is hurt is injured."""
    return {word for word, closeness in zip(asked, near(asked, text), strict=True) if closeness >= LIKE}


def _sentence(told: str) -> str:
    told = re.sub(r"\s+", " ", told).strip()
    return told if told[-1:] in {".", "!", "?", "”", '"', "…", ")"} else f"{told.rstrip(',;:')}."


def words_of(db: sqlite3.Connection, statement: Statement) -> str:
    """The source's own words of a statement; a list or a passage may reach beyond its chunk."""
    chunk = statement.found.chunk
    if chunk.start <= statement.start and statement.end <= chunk.end:
        return chunk.said(statement.start, statement.end)
    (body,) = db.execute("SELECT body FROM sources WHERE seq = ?", (statement.found.source,)).fetchone()
    return from_msgpack(body, Source).text[statement.start : statement.end]


def _citation(statement: Statement, source: NotebookSource, text: str) -> AnswerCitation:
    return cited(source, statement.found.chunk, text, statement.start, statement.end)

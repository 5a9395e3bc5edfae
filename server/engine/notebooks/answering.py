"""Answers from a notebook by the built-in writer: the sources' own sentences, each marked, or that they do not say."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from server.domain.decoding import from_msgpack
from server.domain.notebooks import Answer, AnswerCitation, NotebookSource
from server.engine.notebooks.affirming import leading
from server.engine.notebooks.asking_each import named_alone, plan_of, times_told, told_by_sources
from server.engine.notebooks.comparing import compared, of_all, told_by_each, told_of_named
from server.engine.notebooks.files import conversation, keep_answer, opened
from server.engine.notebooks.followups import Whole, whole
from server.engine.notebooks.framing import Wanted
from server.engine.notebooks.gist import gist
from server.engine.notebooks.halves import carried, leans, together
from server.engine.notebooks.hearing import Asking, heard
from server.engine.notebooks.naming import mentions_of
from server.engine.notebooks.paired_questions import Side, taken_apart
from server.engine.notebooks.placing import cited
from server.engine.notebooks.refusing import Verdict, refusal
from server.engine.notebooks.retrieval import Found
from server.engine.notebooks.statements import MAX_CITATION
from server.engine.notebooks.stating import chosen_of, words_of, written
from server.engine.notebooks.telling import Told
from server.engine.notebooks.wording import Evidence

TOLD = 12
"""Passages that a connected model reads, at most."""
TOLD_WITHIN = 9.0
"""Points below the best passage within which they lie."""


def answered(path: Path, question: str, *, blank: Answer, operation_id: str) -> Answer:
    """Answer a question and keep the answer, with its operation's reply, in the notebook's file.

    Args:
        path: the notebook's file.
        blank: everything of the answer but what the sources say.
    """
    turns = conversation(path, blank.conversation_id, most=4)
    with opened(path) as db:
        complete = answer(db, path, standing_alone(db, question, turns, blank), blank)
    keep_answer(path, complete, operation_id=operation_id)
    return complete


def evident(path: Path, question: str, *, blank: Answer) -> Evidence:
    """What a connected model may answer a question from, and the built-in writer's own answer."""
    turns = conversation(path, blank.conversation_id, most=4)
    with opened(path) as db:
        return _evidence(db, path, standing_alone(db, question, turns, blank), blank)


def standing_alone(db: sqlite3.Connection, question: str, turns: Sequence[Answer], blank: Answer) -> Whole:
    """The question made whole from the turns before, with the sources in mind that it may name."""
    if not turns:
        return Whole(question)
    records = _records(db, blank)
    return whole(question, turns, lambda text: mentions_of(db, text, records))


def _records(db: sqlite3.Connection, blank: Answer) -> dict[int, NotebookSource]:
    """The sources that count, by their numbers."""
    records = {
        number: from_msgpack(record, NotebookSource) for number, record in db.execute("SELECT seq, record FROM sources")
    }
    if blank.source_ids:
        records = {number: record for number, record in records.items() if record.id in blank.source_ids}
    return records


def answer(db: sqlite3.Connection, path: Path, asked: Whole, blank: Answer) -> Answer:
    """What the sources say to a question that stands alone."""
    return _evidence(db, path, asked, blank).answer


def _evidence(db: sqlite3.Connection, path: Path, asked: Whole, blank: Answer, *, half: bool = False) -> Evidence:
    """What answers a question.

    Args:
        half: it was cut from another one, and is not cut again.
    """
    records = _records(db, blank)
    asking = Asking(db, path, records, all_count=not blank.source_ids)
    question = asked.text
    about = gist(asking, question) if records and not half else None
    if about is not None:
        return _worded(about, asking, question, blank)
    paired = taken_apart(question) if records and not half else None
    halves = paired.sides if paired is not None and paired.own else ()
    plan = plan_of(asking, question) if records else None
    if halves and not any(each.thing or leans(each.question) for each in halves[1:]):
        # Questions with nothing of one another are no comparison, though two sources are named side by side in them.
        plan = None
    told = told_by_sources(asking, asked, plan) if plan is not None else None
    if told is not None:
        return _worded(told, asking, question, blank)
    # What its sources were asked for one by one, and none of them says, is not asked for by halves.
    weighed = plan is not None and plan.wanted is Wanted.DEGREE and plan.every
    if halves and not weighed and (both := _by_halves(asking, asked, halves, blank)) is not None:
        return both
    told = compared(asking, asked, paired) if paired is not None and not halves and not weighed else None
    if told is not None:
        return _worded(told, asking, question, blank)
    everywhere = of_all(question)
    own = heard(asking, replace(asked, text=everywhere) if everywhere else asked)
    if weighed and plan is not None and plan.degree is not None and plan.degree.cues:
        # Neither has an amount of it with words for it: what stands near is of something else.
        own = replace(own, verdict=Verdict.NOT_SAID)
    told = told_by_each(asking, everywhere, own) if everywhere and own.statements else None
    if told is not None:
        return _worded(told, asking, question, blank)
    if own.verdict is not Verdict.SAID and (asked.added or half):
        # Its turn has put a name into it that its source need not say again.
        own = named_alone(asking, asked) or own
    found, statements, verdict = own.found, own.statements, own.verdict
    language = records[found[0].source].language if found else "en"
    refused = refusal(verdict, statements, records, language=language)
    given = replace(blank, answer=refused)
    if verdict is Verdict.SAID:
        chosen = chosen_of(db, question, statements, own.compared)
        text, citations = written(question, chosen, records, partial(words_of, db))
        if language == "en" and not asked.added:
            text = f"{leading(question, statements[0].told, chosen[0].told)}{text}"
        if asked.times > 1:
            text = f"{times_told(asked, statements)}{text}"
        given = replace(blank, answer=text, grounded=True, citations=citations)
    may_answer = verdict in {Verdict.SAID, Verdict.NOT_SAID}
    return Evidence(
        answer=given,
        refusal=refused,
        passages=_passages(found if may_answer else (), records),
        question=question,
        language=language,
    )


def _by_halves(asking: Asking, asked: Whole, sides: Sequence[Side], blank: Answer) -> Evidence | None:
    """Each of several questions in one as if it were asked alone, one after another; None where none is answered."""
    heard_so_far: list[Evidence] = []
    turns: list[Answer] = []
    blank = replace(blank, grounded=False)
    for side in sides:
        text = carried(side.question, turns[-1]) if turns else side.question
        leant = whole(text, turns, lambda words: mentions_of(asking.db, words, asking.records)) if leans(text) else None
        own = _evidence(asking.db, asking.path, leant or Whole(text, asked.added), blank, half=True)
        heard_so_far.append(own)
        turns.append(replace(own.answer, question=own.question))
    said = [each for each in heard_so_far if each.answer.grounded]
    if not said:
        return None
    for place, side in enumerate(sides):
        # Of what one source is asked, as much as for a side of a comparison is enough where the other is answered.
        own = heard_so_far[place]
        told = None if own.answer.grounded else told_of_named(asking, asked, replace(side, question=own.question))
        if told is not None:
            heard_so_far[place] = _worded(told, asking, own.question, blank)
    text, citations = together([(side.question, own.answer) for side, own in zip(sides, heard_so_far, strict=True)],
                               said[0].language)  # fmt: skip
    passages = dict.fromkeys(passage for each in heard_so_far for passage in each.passages)
    return Evidence(
        answer=replace(blank, answer=text, grounded=True, citations=citations),
        refusal=refusal(Verdict.NOT_SAID, (), asking.records, language=said[0].language),
        passages=tuple(passages)[:TOLD],
        question=asked.text,
        language=said[0].language,
    )


def _worded(told: Told, asking: Asking, question: str, blank: Answer) -> Evidence:
    language = asking.records[told.found[0].source].language
    return Evidence(
        answer=replace(blank, answer=told.answer, grounded=True, citations=told.citations),
        refusal=refusal(Verdict.NOT_SAID, (), asking.records, language=language),
        passages=_passages(told.found, asking.records),
        question=question,
        language=language,
    )


def _passages(found: Sequence[Found], records: Mapping[int, NotebookSource]) -> tuple[AnswerCitation, ...]:
    best = found[0].score if found else 0.0
    return tuple(_whole_chunk(each, records[each.source]) for each in found[:TOLD] if each.score > best - TOLD_WITHIN)


def _whole_chunk(found: Found, source: NotebookSource) -> AnswerCitation:
    text = found.chunk.text[:MAX_CITATION]
    return cited(source, found.chunk, text, found.chunk.start, found.chunk.start + len(text))

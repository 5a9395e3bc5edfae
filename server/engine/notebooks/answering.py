"""Answers from a notebook by the built-in writer: the sources' own sentences, each marked, or that they do not say."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path

from server.domain.decoding import from_msgpack
from server.domain.notebooks import Answer, AnswerCitation, NotebookSource
from server.engine.notebooks.files import conversation, keep_answer, opened
from server.engine.notebooks.followups import Whole, whole
from server.engine.notebooks.judging import judged_statements
from server.engine.notebooks.refusing import Verdict, judged, refusal
from server.engine.notebooks.retrieval import Found, find
from server.engine.notebooks.statements import MAX_CITATION
from server.engine.notebooks.stating import chosen_of, words_of, written
from server.engine.notebooks.terms import names
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
        complete = answer(db, path, whole(question, turns), blank)
    keep_answer(path, complete, operation_id=operation_id)
    return complete


def evident(path: Path, question: str, *, blank: Answer) -> Evidence:
    """What a connected model may answer a question from, and the built-in writer's own answer."""
    turns = conversation(path, blank.conversation_id, most=4)
    with opened(path) as db:
        return _evidence(db, path, whole(question, turns), blank)


def answer(db: sqlite3.Connection, path: Path, asked: Whole, blank: Answer) -> Answer:
    """What the sources say to a question that stands alone."""
    return _evidence(db, path, asked, blank).answer


def _evidence(db: sqlite3.Connection, path: Path, asked: Whole, blank: Answer) -> Evidence:
    records = {
        number: from_msgpack(record, NotebookSource) for number, record in db.execute("SELECT seq, record FROM sources")
    }
    if blank.source_ids:
        records = {number: record for number, record in records.items() if record.id in blank.source_ids}
    question = asked.text
    compared = names(question)
    queries = [question, *(compared[:3] if len(compared) > 1 else ())]
    found = find(db, path, question, queries, among=records if blank.source_ids else None)
    statements = judged_statements(db, question, found)
    verdict = judged(db, asked, statements, records)
    language = records[found[0].source].language if found else "en"
    refused = refusal(verdict, statements, records, language=language)
    given = replace(blank, answer=refused)
    if verdict is Verdict.SAID:
        chosen = chosen_of(db, question, statements, compared)
        text, citations = written(question, chosen, records, partial(words_of, db))
        given = replace(blank, answer=text, grounded=True, citations=citations)
    may_answer = verdict in {Verdict.SAID, Verdict.NOT_SAID}
    passages = [each for each in found[:TOLD] if each.score > found[0].score - TOLD_WITHIN] if may_answer else []
    return Evidence(
        answer=given,
        refusal=refused,
        passages=tuple(_whole_chunk(each, records[each.source]) for each in passages),
        question=question,
        language=language,
    )


def _whole_chunk(found: Found, source: NotebookSource) -> AnswerCitation:
    chunk = found.chunk
    text = chunk.text[:MAX_CITATION]
    return AnswerCitation(
        source_id=source.id,
        source=source.title,
        text=text,
        start=chunk.start,
        end=chunk.start + len(text),
        page=chunk.page,
        time_ms=chunk.time_ms,
        slide=chunk.slide,
        row=chunk.row,
    )

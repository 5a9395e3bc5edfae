"""Written pieces: the same choice of sentences as sections and paragraphs."""

from __future__ import annotations

from collections.abc import Sequence

from server.domain.requests import TARGET_MINUTES, Duration, Style
from server.domain.scripts import Composition, Section, Statement
from server.engine.writing.analysis import Analysis, Role
from server.engine.writing.bulletins import items
from server.engine.writing.critiques import examine
from server.engine.writing.debates import sides
from server.engine.writing.gates import alike_pairs
from server.engine.writing.outlines import chapters
from server.engine.writing.selection import select
from server.engine.writing.standalone import carried, plain_quotes, question_before, written

_PARAGRAPH_MOST = 5
_SECTION_LEAST = 12
_BACK = 3
"""Sentences just before one, at most, that are given with it for the names it takes up."""


def article(
    analysis: Analysis,
    *,
    style: Style,
    duration: Duration,
    words: int,
    worth: Sequence[float],
    instructions: str,
    avoid: Sequence[str],
    title: str,
) -> Composition:
    """A piece of about `words` words in the structure of its style."""
    heads = analysis.rules.phrases.headings
    sections: list[tuple[str, list[list[int]]]]
    if style is Style.CRITIQUE:
        found = examine(analysis, worth=worth, words=words)
        sections = [
            (heads["claims"], _paragraphs(analysis, found.claims)),
            (heads["support"], _paragraphs(analysis, found.supports)),
            (heads["open"], [[i] for i in (*found.lone_figures, *found.bare_claims, *found.certain)]),
            (heads["against"], _paragraphs(analysis, found.others)),
        ]
    elif style is Style.DEBATE and (both := sides(analysis, worth=worth, words=words)).two:
        sections = [
            (
                heads["exchange"],
                [
                    list(run)
                    for e in both.exchanges
                    for run in dict.fromkeys((e.claim, e.answer if e.answer != e.claim[-1:] else e.claim))
                ],
            ),
            (heads["close"], [list(both.close)]),
        ]
    else:
        ids = select(analysis, words=words, instructions=instructions, avoid=avoid)
        ids = [i for i in ids if Role.QUESTION not in analysis.sentences[i].roles]
        if style is Style.BRIEF:
            sections = [(heads["brief"], items(analysis, ids, worth=worth))] if ids else []
        else:
            plan = chapters(analysis, ids, minutes=TARGET_MINUTES[duration], title=title, least=_SECTION_LEAST)
            sections = [
                (c.title if n or c.title != title else "", _paragraphs(analysis, c.sentences))
                for n, c in enumerate(plan)
            ]
    return _composed(analysis, sections, title=title)


def _paragraphs(analysis: Analysis, ids: Sequence[int]) -> list[list[int]]:
    out: list[list[int]] = []
    for i in ids:
        s = analysis.sentences[i]
        if out:
            last = analysis.sentences[out[-1][-1]]
            together = s.paragraph == last.paragraph or (s.leans and not s.alone)
            if together and len(out[-1]) < _PARAGRAPH_MOST:
                out[-1].append(i)
                continue
        out.append([i])
    return out


def _composed(analysis: Analysis, sections: Sequence[tuple[str, list[list[int]]]], *, title: str) -> Composition:
    texts: list[str] = []
    flat: list[int] = []
    last = -9
    for _, paragraphs in sections:
        for paragraph in paragraphs:
            for i in paragraph:
                s = analysis.sentences[i]
                said = written(analysis, s) if not s.leans or last == i - 1 else s.alone or s.told
                put = question_before(analysis, s)
                texts.append(f"{plain_quotes(put.text)} {said}" if put is not None else said)
                flat.append(i)
                last = i
    twice = {b for _, b in alike_pairs(texts)}
    at = 0
    made: list[Section] = []
    for heading, paragraphs in sections:
        rows: list[tuple[Statement, ...]] = []
        for paragraph in paragraphs:
            row = []
            for i in paragraph:
                text, keep = texts[at], at not in twice
                at += 1
                statement = _statement(analysis, i, text)
                if keep and statement is not None:
                    row.append(statement)
            if row:
                rows.append(tuple(row))
        if rows:
            made.append(Section(heading, tuple(rows)))
    return Composition(title=title, language=analysis.rules.code, sections=tuple(made))


def _statement(analysis: Analysis, i: int, text: str) -> Statement | None:
    """A sentence with its passages, or nothing where they don't carry it."""
    s = analysis.sentences[i]
    put = question_before(analysis, s)
    rests = [analysis.passage(s)] if put is None else [put, analysis.passage(s)]
    return carried(analysis, s, text, rests=rests, back=_BACK)

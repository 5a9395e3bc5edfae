"""Frequently asked questions: what people would ask about the sources, each answered in their own sentences."""

from __future__ import annotations

import numpy as np

from server.domain.documents import Faq
from server.domain.errors import NothingUsable
from server.domain.requests import Duration
from server.engine.writing.analysis import Analysis, Role
from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Asked, Kind, Term
from server.engine.writing.entries import Choice, answered, in_reading_order
from server.engine.writing.notes import note
from server.engine.writing.selection import select, worths
from server.engine.writing.tasks import FaqTask

ENTRIES = {Duration.SHORT: 8, Duration.DEFAULT: 24, Duration.LONG: 48}
"""At most, of sources of an article's length; longer ones have more."""
_WORDS = {Duration.SHORT: 320, Duration.DEFAULT: 1_150, Duration.LONG: 3_000}
LOOKED_AT = {Duration.SHORT: 90, Duration.DEFAULT: 170, Duration.LONG: 300}
"""Sentences that are searched for questions, the weightiest ones."""
_ARTICLE = 2_200
"""Words of sources up to which these numbers hold."""
_LONGER_MOST = 1.9
"""By how much more the longest sources get."""
_PUT_MOST = 120
"""Questions of the sources' own that are looked at."""
_LESS = 0.6
_HEADED = (
    "The built-in writer has no questions in this language: the sources' own headings and questions stand for them."
)


def faq(analysis: Analysis, task: FaqTask) -> Faq:
    """The weightiest questions and answers, in the order in which the sources tell of them.

    Raises:
        NothingUsable: no sentence answers a question by itself.
    """
    worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
    longer = 1.0 if task.count else lengthened(analysis)
    words = round(_WORDS[task.duration] * longer)
    most = task.count or round(ENTRIES[task.duration] * longer)
    chosen = select(analysis, words=words, instructions=task.instructions, avoid=task.avoid)
    asker = asker_for(analysis)
    asked = gathered(analysis, worth, chosen, duration=task.duration)
    choice = Choice(analysis, asker, worth, frozenset(chosen), is_checked=analysis.rules.code == "en")
    entries = choice.run(asked, most=most, words=words)
    entries = in_reading_order(analysis, entries)
    made = [qa for entry in entries if (qa := answered(analysis, asker, entry)) is not None]
    if not made:
        raise NothingUsable("The sources answer no question by themselves: add a text with running sentences.")
    notes = list(unasked(analysis))
    if not task.count and len(made) < _LESS * most:
        notes.append(note(analysis.rules.code, "faq_fewer", count=len(made), most=most))
    return Faq(
        title=task.title or analysis.titles[0],
        language=analysis.rules.code,
        entries=tuple(made),
        notes=tuple(notes),
    )


def lengthened(analysis: Analysis) -> float:
    """By how much an FAQ of these sources is longer than one of an article: slower than they grow."""
    words = sum(s.words for s in analysis.sentences)
    return float(np.clip((words / _ARTICLE) ** 0.5, 1.0, _LONGER_MOST))


def unasked(analysis: Analysis) -> tuple[str, ...]:
    """A note where the language has no questions of its own."""
    return (_HEADED,) if analysis.rules.phrases.is_silent else ()


def looked_at(worth: list[float], *, most: int) -> list[int]:
    """The weightiest sentences, in reading order."""
    best = np.argsort(-np.asarray(worth), kind="stable")[:most]
    return sorted(int(i) for i in best if worth[int(i)] > 0)


def gathered(analysis: Analysis, worth: list[float], chosen: list[int], *, duration: Duration) -> list[Asked]:
    """All questions that may be put: the sentences' own, and what the explained terms are."""
    asker = asker_for(analysis)
    answering = [s.id for s in analysis.sentences if any(p.kind == "asked" for p in s.prompts)]
    answering += [s.id for s in analysis.sentences if ":" in s.told[:40]]
    answering += [s.id + 1 for s in analysis.sentences[:-1] if Role.QUESTION in s.roles]
    most = round(LOOKED_AT[duration] * lengthened(analysis))
    few = range(len(analysis.sentences)) if len(analysis.sentences) <= most else ()
    ids = sorted({*looked_at(worth, most=most), *chosen, *answering[:_PUT_MOST], *few})
    asked = asker.questions(ids)
    defined = [t for t in asker.terms(ids) if t.question and t.said == asker.tellings.text(t.sentence)]
    return [*asked, *(_what_it_is(t) for t in defined)]


def _what_it_is(term: Term) -> Asked:
    return Asked(term.question, Kind.DEFINITION, term.sentence, term.meaning, 0.6 + 0.35 * term.strength)

"""Study guides: key terms with what the sources say they are, the matter in order, questions with answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.domain.documents import KeyTerm, QuestionAnswer, StudyGuide
from server.domain.errors import NothingUsable
from server.domain.requests import Duration, Style
from server.domain.scripts import Section
from server.engine.writing.analysis import Analysis, Role
from server.engine.writing.articles import article
from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Asker, Term
from server.engine.writing.entries import Choice, answered, in_reading_order
from server.engine.writing.faqs import LOOKED_AT, gathered, looked_at, unasked
from server.engine.writing.growing import supported
from server.engine.writing.narrowing import kept_to
from server.engine.writing.notes import note
from server.engine.writing.selection import select, worths
from server.engine.writing.tasks import StudyGuideTask

TERMS = {Duration.SHORT: 6, Duration.DEFAULT: 12, Duration.LONG: 24}
_LEAST_TERMS = {Duration.SHORT: 4, Duration.DEFAULT: 8, Duration.LONG: 14}
"""So many are filled up with what the sources speak of most."""
QUESTIONS = {Duration.SHORT: 6, Duration.DEFAULT: 12, Duration.LONG: 24}
_OUTLINE_WORDS = {Duration.SHORT: 220, Duration.DEFAULT: 600, Duration.LONG: 1_500}
_QUESTION_WORDS = {Duration.SHORT: 260, Duration.DEFAULT: 640, Duration.LONG: 1_500}
_STEERED = 0.75
"""Of these words are left to questions that instructions lead to something: the rest of the sources stands back."""


def study_guide(analysis: Analysis, task: StudyGuideTask) -> StudyGuide:
    """Terms, outline and questions.

    Raises:
        NothingUsable: the sources hold no sentences that can be told.
    """
    worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
    asker = asker_for(analysis)
    title = task.title or analysis.titles[0]
    terms = _terms(analysis, asker, looked_at(worth, most=LOOKED_AT[task.duration]), worth, task)
    outline = _outline(analysis, task, worth, title)
    questions = _questions(analysis, task, asker, worth)
    if not outline and not questions:
        raise NothingUsable("The sources hold no sentences that can be told: add a text with running sentences.")
    notes = [*([] if terms else [note(analysis.rules.code, "no_terms")]), *unasked(analysis)]
    return StudyGuide(
        title=title,
        language=analysis.rules.code,
        terms=tuple(terms),
        outline=tuple(outline),
        questions=tuple(questions),
        notes=tuple(notes),
    )


def _terms(
    analysis: Analysis, asker: Asker, ids: Sequence[int], worth: Sequence[float], task: StudyGuideTask
) -> list[KeyTerm]:
    """The best explanation of each term, in the order in which the sources bring them.

    Where few are explained, what the sources keep coming back to is added, with what they say of it.
    """
    most, least = TERMS[task.duration], _LEAST_TERMS[task.duration]
    text = " ".join(s.text for s in analysis.sources).lower()
    best: dict[str, tuple[float, Term]] = {}
    kept = kept_to(analysis, task.instructions)
    telling = [s.id for s in analysis.sentences if worth[s.id] > 0 or s.roles & {Role.DEFINITION}]
    explained = asker.terms([i for i in telling if kept is None or i in kept])
    further = asker.concepts(ids)
    for term in (*explained, *(t for t in further if t.made and asker.stands(t.said))):
        often = min(6, len(re.findall(rf"\b{re.escape(term.term.lower())}", text)))
        score = term.strength + 0.12 * often + 0.1 * worth[term.sentence]
        key = " ".join(sorted(_stems(term.term)))
        if key not in best or score > best[key][0]:
            best[key] = (score, term)
    chosen = [term for _, term in sorted(best.values(), key=lambda st: (-st[0], st[1].sentence))]
    chosen = chosen[:most]
    spoken_of = sorted((t for t in further if t.made is None), key=lambda t: (-t.strength, t.sentence))
    chosen += _new(spoken_of, chosen)[: max(0, least - len(chosen))]
    out: list[KeyTerm] = []
    for term in sorted(chosen, key=lambda t: (t.sentence, t.term)):
        own = asker.tellings.alone(term.sentence)
        said = own if own is not None and own.text == term.said else supported(analysis, term.sentence, term.said)
        if (made := term.made or said) is not None:
            out.append(KeyTerm(term.term, made))
    return out


def _new(terms: Sequence[Term], chosen: Sequence[Term]) -> list[Term]:
    """The terms whose words and whose sentence neither those chosen nor any before them has."""
    taken, told = [_stems(t.term) for t in chosen], {t.said for t in chosen}
    out: list[Term] = []
    for term in terms:
        words = _stems(term.term)
        if not any(words <= t or t <= words for t in taken) and term.said not in told:
            taken.append(words)
            told.add(term.said)
            out.append(term)
    return out


def _stems(term: str) -> frozenset[str]:
    return frozenset(w.removesuffix("s") for w in re.findall(r"\w+", term.lower()))


def _outline(analysis: Analysis, task: StudyGuideTask, worth: Sequence[float], title: str) -> tuple[Section, ...]:
    piece = article(
        analysis,
        style=Style.DEEP_DIVE,
        duration=task.duration,
        words=_OUTLINE_WORDS[task.duration],
        worth=worth,
        instructions=task.instructions,
        avoid=task.avoid,
        title=title,
    )
    return piece.sections


def _questions(analysis: Analysis, task: StudyGuideTask, asker: Asker, worth: list[float]) -> list[QuestionAnswer]:
    words = _QUESTION_WORDS[task.duration]
    if analysis.rules.terms(task.instructions) & frozenset().union(*(s.terms for s in analysis.sentences)):
        words = int(_STEERED * words)
    chosen = select(analysis, words=words, instructions=task.instructions, avoid=task.avoid)
    choice = Choice(analysis, asker, worth, frozenset(chosen), is_checked=analysis.rules.code == "en")
    entries = choice.run(
        gathered(analysis, worth, chosen, duration=task.duration),
        most=task.count or QUESTIONS[task.duration],
        words=words,
    )
    ordered = in_reading_order(analysis, entries)
    return [qa for entry in ordered if (qa := answered(analysis, asker, entry)) is not None]

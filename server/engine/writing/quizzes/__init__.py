"""Quizzes: four options of one kind, exactly one right, the passage as explanation.

What is asked depends on the difficulty: easy names what is said plainly, medium asks for figures, causes and
meanings, hard needs two places of the sources, the order of steps, or every word of a statement.
"""

from __future__ import annotations

import dataclasses
import hashlib
import math
import random
from collections.abc import Sequence

from server.domain.documents import Difficulty, Quiz, QuizQuestion
from server.domain.errors import NothingUsable
from server.domain.requests import Duration
from server.engine.writing.analysis import Analysis
from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Asked
from server.engine.writing.faqs import looked_at
from server.engine.writing.narrowing import kept_to
from server.engine.writing.notes import note
from server.engine.writing.quizzes.facts import FactMaker
from server.engine.writing.quizzes.items import OPTIONS, Item
from server.engine.writing.quizzes.orders import OrderMaker
from server.engine.writing.quizzes.places import PlaceMaker
from server.engine.writing.quizzes.statements import StatementMaker
from server.engine.writing.quizzes.steps import StepMaker
from server.engine.writing.quizzes.tables import TableMaker
from server.engine.writing.quizzes.words import WORDS, quiz_words
from server.engine.writing.selection import worths
from server.engine.writing.tasks import QuizTask

QUESTIONS = {Duration.SHORT: 8, Duration.DEFAULT: 12, Duration.LONG: 18}
_LEVELS = {
    Difficulty.EASY: (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD),
    Difficulty.MEDIUM: (Difficulty.MEDIUM, Difficulty.EASY, Difficulty.HARD),
    Difficulty.HARD: (Difficulty.HARD, Difficulty.MEDIUM, Difficulty.EASY),
}
_LEAST = 3
"""So many a quiz gets where its level carries a single question."""
_LOOKED_AT = 320
_ASKED_MOST = {Duration.SHORT: 30, Duration.DEFAULT: 40, Duration.LONG: 60}
"""Questions of a kind that are looked at: each costs a comparison by meaning."""
_FORM_MOST = 0.5
"""Part of a quiz that may be of one form, while there are others."""
_SAME_QUESTION = 0.7
_BARE = "The built-in writer has no questions in this language: it leaves gaps in the sources' own sentences."


def quiz(analysis: Analysis, task: QuizTask) -> Quiz:
    """About 8, 12 or 18 questions by duration, fewer where the sources carry less.

    Where they carry none of the difficulty asked for, those of the nearest one, and where they carry a single one, some
    of the nearest besides; a note says so.

    Raises:
        NothingUsable: the sources carry no question of any difficulty.
    """
    worth = worths(analysis, instructions=task.instructions, avoid=task.avoid)
    most = task.count or QUESTIONS[task.duration]
    made: list[Item] = []
    level = task.difficulty
    for level in _LEVELS[task.difficulty]:
        made = chosen(_items(analysis, dataclasses.replace(task, difficulty=level), worth), most=most)
        if made:
            break
    else:
        raise NothingUsable("The sources carry no questions: add a text with names, figures and dates.")
    filled = _filled_up(analysis, task, made, worth, level=level, least=min(_LEAST, most))
    title = task.title or analysis.titles[0]
    notes = [] if analysis.rules.code in WORDS else [_BARE]
    if filled:
        notes.append(note(analysis.rules.code, "quiz_filled", count=len(filled)))
    if level is not task.difficulty:
        notes.append(note(analysis.rules.code, "quiz_level"))
    elif len(made) < most:
        notes.append(note(analysis.rules.code, "quiz_fewer", count=len(made), most=most))
    return Quiz(
        title=title,
        language=analysis.rules.code,
        difficulty=level,
        questions=tuple(_laid_out([*made, *filled])),
        notes=tuple(notes),
    )


def _filled_up(
    analysis: Analysis, task: QuizTask, made: Sequence[Item], worth: list[float], *, level: Difficulty, least: int
) -> list[Item]:
    """Questions of the nearest levels, so that nobody is handed a quiz of one."""
    out: list[Item] = []
    for other in _LEVELS[level][1:] if len(made) == 1 else ():
        used = {i for item in (*made, *out) for i in item.sentences}
        for item in chosen(_items(analysis, dataclasses.replace(task, difficulty=other), worth), most=3 * least):
            known = used & set(item.sentences) or any(_is_same(item, m) for m in (*made, *out))
            if not known and len(made) + len(out) < least:
                out.append(item)
    return out


def _items(analysis: Analysis, task: QuizTask, worth: list[float]) -> list[Item]:
    asker = asker_for(analysis)
    chance = random.Random(_seed([s.text for s in analysis.sources]))
    words = quiz_words(analysis.rules.code)
    tabled = kept_to(analysis, task.instructions) is None
    ids = looked_at(worth, most=_LOOKED_AT)
    facts = FactMaker(analysis, asker, worth, chance, words)
    most = task.count or QUESTIONS[task.duration]
    places = PlaceMaker(analysis, asker, worth, chance, words)
    if task.difficulty is Difficulty.HARD:
        return [
            *places.places(ids, most=most // 2),
            *StepMaker(analysis, asker, worth, chance, words).items(ids, most=most // 2),
            *OrderMaker(analysis, asker, worth, chance, words).items(ids, most=most // 2),
            *StatementMaker(analysis, asker, worth, chance, words).items(ids, most=most),
            *(TableMaker(analysis, chance, words).items(most=most // 2) if tabled else ()),
        ]
    asked = _weightiest(asker.questions(ids), worth, most=_ASKED_MOST[task.duration])
    terms = asker.terms(ids)
    if task.difficulty is Difficulty.EASY:
        cells = TableMaker(analysis, chance, words).cells(most=most // 2) if tabled else []
        made = [*facts.names(asked), *facts.named_terms(terms), *facts.dates(asked), *cells]
        gaps = [*facts.gaps(ids, kinds=frozenset({"name", "date"})), *places.nouns(ids)]
    else:
        made = [*facts.reasons(asked), *facts.figures(asked), *facts.meanings(terms)]
        gaps = facts.gaps(ids, kinds=frozenset({"figure"}))
    told = {i for item in made for i in item.sentences}
    return [*made, *(g for g in gaps if not told & set(g.sentences))]


def _weightiest(asked: Sequence[Asked], worth: Sequence[float], *, most: int) -> list[Asked]:
    """The best questions of each kind, and all that only serve as other options."""
    out: list[Asked] = []
    counts: dict[str, int] = {}
    for a in sorted(asked, key=lambda a: (-worth[a.sentence] * (0.4 + a.quality), a.sentence, a.question)):
        if not a.answer or a.since >= 0:
            continue
        counts[a.kind] = counts.get(a.kind, 0) + 1
        if counts[a.kind] <= most:
            out.append(a)
    return out


def chosen(items: Sequence[Item], *, most: int) -> list[Item]:
    """The weightiest items, forms mixed, none about a sentence that another one asks about."""
    out: list[Item] = []
    used: set[int] = set()
    forms: dict[str, int] = {}
    waiting = sorted(items, key=lambda i: (-_standing(i), i.question, i.right))
    shared = math.ceil(most / max(1, len({i.form for i in items})))
    for limit in (max(2, min(shared, round(_FORM_MOST * most))), max(2, round(_FORM_MOST * most)), most):
        for item in waiting:
            if len(out) >= most:
                break
            if item in out or used & set(item.sentences) or forms.get(item.form, 0) >= limit:
                continue
            if any(_is_same(item, other) for other in out):
                continue
            out.append(item)
            used |= set(item.sentences)
            forms[item.form] = forms.get(item.form, 0) + 1
    return sorted(out, key=lambda i: (-i.worth, i.question, i.right))


def _standing(item: Item) -> float:
    """Questions before gaps: a gap only asks what the sentence around it says."""
    return item.worth - 3.0 * item.form.startswith("gap")


def _is_same(one: Item, two: Item) -> bool:
    if one.form == two.form == "placed":
        return one.right == two.right or one.question == two.question
    if one.question == two.question:
        return one.form not in {"supported", "unsupported", "order"} or one.right == two.right
    if one.right.casefold() == two.right.casefold() and one.form == two.form:
        return True
    mine, theirs = set(one.question.lower().split()), set(two.question.lower().split())
    return len(mine & theirs) / len(mine | theirs) > _SAME_QUESTION


def _laid_out(items: Sequence[Item]) -> list[QuizQuestion]:
    """The options in an order that the content decides; every four questions use every place once."""
    out: list[QuizQuestion] = []
    places: list[int] = []
    chance = random.Random(_seed([i.question + i.right for i in items]))
    for item in items:
        if not places:
            places = list(range(OPTIONS))
            chance.shuffle(places)
        at = places.pop()
        options = list(item.wrong)
        chance.shuffle(options)
        options.insert(at, item.right)
        out.append(QuizQuestion(item.question, (options[0], options[1], options[2], options[3]), at, item.explanation))
    return out


def _seed(texts: Sequence[str]) -> int:
    return int.from_bytes(hashlib.sha256("\n".join(texts).encode()).digest()[:8], "big")

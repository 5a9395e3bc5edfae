"""Answers about two things: what the sources say of each, and which of two found values is the larger or earlier.

Each thing is asked for on its own (`paired_questions`). Only years and amounts that were found are compared, and only
where the sentence about each thing has one of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.degrees import Degree, Order
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.framing import Asked as Aimed
from server.engine.notebooks.framing import Plan, Wanted
from server.engine.notebooks.hearing import Asking, Heard
from server.engine.notebooks.measures import TIMES, Dimension
from server.engine.notebooks.naming import mentions_of
from server.engine.notebooks.paired_questions import Paired, Side
from server.engine.notebooks.refusing import Verdict
from server.engine.notebooks.sides import TELLS, Answered, likely, side_of
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.stating import chosen_of
from server.engine.notebooks.telling import MISSING, Told, Writing, found_for
from server.engine.notebooks.terms import content

SURE = -1.0
"""Log odds from which a statement of another source is told as well, where all sources are asked."""
BEHIND = 6.0
"""Points behind the best one that it may be."""
MOST_SOURCES = 4
_ALL = re.compile(
    r"\s*\b(?:in|of|from|among|across) (?:all |any of )?(?:the|these|those|my|your|our) "
    r"(?:texts|sources|documents|files)\b",
    re.IGNORECASE,
)
_PARTS: Mapping[str, tuple[str, str, str, str, str]] = {
    "en": (
        MISSING,
        "The earlier of the two is {thing}: {one} against {other}.",
        "The later of the two is {thing}: {one} against {other}.",
        "The lower figure is that of {thing}: {one} against {other}.",
        "The higher figure is that of {thing}: {one} against {other}.",
    ),
    "de": (
        "Zu {thing} sagen die Quellen das nicht.",
        "Früher: {thing}, {one} gegenüber {other}.",
        "Später: {thing}, {one} gegenüber {other}.",
        "Der kleinere Wert: {thing}, {one} gegenüber {other}.",
        "Der größere Wert: {thing}, {one} gegenüber {other}.",
    ),
    "fr": (
        "Pour {thing}, les sources ne le disent pas.",
        "Le plus tôt : {thing}, {one} contre {other}.",
        "Le plus tard : {thing}, {one} contre {other}.",
        "La valeur la plus basse : {thing}, {one} contre {other}.",
        "La valeur la plus haute : {thing}, {one} contre {other}.",
    ),
    "es": (
        "De {thing}, las fuentes no lo dicen.",
        "Antes: {thing}, {one} frente a {other}.",
        "Después: {thing}, {one} frente a {other}.",
        "El valor menor: {thing}, {one} frente a {other}.",
        "El valor mayor: {thing}, {one} frente a {other}.",
    ),
    "it": (
        "Di {thing} le fonti non lo dicono.",
        "Prima: {thing}, {one} contro {other}.",
        "Dopo: {thing}, {one} contro {other}.",
        "Il valore minore: {thing}, {one} contro {other}.",
        "Il valore maggiore: {thing}, {one} contro {other}.",
    ),
    "pt": (
        "De {thing}, as fontes não o dizem.",
        "Mais cedo: {thing}, {one} contra {other}.",
        "Mais tarde: {thing}, {one} contra {other}.",
        "O valor menor: {thing}, {one} contra {other}.",
        "O valor maior: {thing}, {one} contra {other}.",
    ),
}
"""One side missing; the earlier, the later, the lower, the higher."""

_PLAIN = Plan((), Wanted.EACH)


def compared(asking: Asking, asked: Whole, paired: Paired) -> Told | None:
    """What the sources say of each side; None when they say nothing of either."""
    answers: list[tuple[Side, Answered, Statement | None]] = []
    dimensions = tuple(TIMES) if paired.dates else tuple(each for each in Dimension if each not in TIMES)
    degree = Degree("", "", paired.order, dimensions) if paired.order is not Order.NONE else None
    plan = Plan((), Wanted.EACH, degree=degree)
    for side in paired.sides:
        own = _heard_alone(asking, asked, plan, side)
        answers.append((side, own, _passage(asking, own, own.statement)))
    if any(chosen is not None for *_, chosen in answers):
        answers = [
            (side, own, chosen or (_passage(asking, own, likely(own)) if own.asked.source is not None else None))
            for side, own, chosen in answers
        ]
    said = [chosen for _, _, chosen in answers if chosen is not None]
    if not said:
        return None
    language = asking.records[said[0].found.source].language
    missing, *_ = _PARTS.get(language, _PARTS["en"])
    writing = Writing(asking, named=len({each.found.source for each in said}) > 1)
    for side, _, chosen in answers:
        if chosen is not None:
            writing.tell(side.question, chosen)
        elif side.thing:
            writing.add(missing.format(thing=side.thing))
    if len(said) == len(answers) == 2:
        writing.add(_ordered(paired, [own for _, own, _ in answers], said, language))
    return Told(" ".join(writing.parts), writing.citations, found_for([own.heard for _, own, _ in answers]))


def _passage(asking: Asking, own: Answered, statement: Statement | None) -> Statement | None:
    """A statement with those around it."""
    if statement is None:
        return None
    number = statement.found.number
    around = [each for each in own.heard.statements if each.found.number == number and each != statement]
    return chosen_of(asking.db, own.asked.question, [statement, *around], ())[0]


def told_of_named(asking: Asking, asked: Whole, side: Side) -> Told | None:
    """What the one source that a side names says to it, surely or probably; None where it names none, or several."""
    own = _heard_in_named(asking, asked, _PLAIN, side)
    statement = _passage(asking, own, own.statement or likely(own)) if own is not None else None
    if own is None or statement is None:
        return None
    writing = Writing(asking, named=False)
    writing.tell(side.question, statement)
    return Told(" ".join(writing.parts), writing.citations, tuple(own.heard.found))


def _heard_alone(asking: Asking, asked: Whole, plan: Plan, side: Side) -> Answered:
    """One side: asked of the source that it names, where that is one, else of all."""
    own = _heard_in_named(asking, asked, plan, side)
    return own or side_of(asking, asked, plan, Aimed(None, side.thing, side.question, side.question, alone=False))


def _heard_in_named(asking: Asking, asked: Whole, plan: Plan, side: Side) -> Answered | None:
    mentions = mentions_of(asking.db, side.question, asking.records) if len(asking.records) > 1 else []
    if len({each.source for each in mentions}) != 1:
        return None
    (first, *_) = mentions
    bare = f"{side.question[: first.start]}it{side.question[first.end :]}"
    if not content(bare):
        return None
    own = side_of(asking, asked, plan, Aimed(first.source, first.text, side.question, bare))
    return own if own.statement is not None or likely(own) is not None else None


def of_all(question: str) -> str:
    """A question that all sources are asked, without the words that say so; empty for any other."""
    stripped = _ALL.sub("", question)
    return stripped if stripped != question else ""


def told_by_each(asking: Asking, question: str, own: Heard) -> Told | None:
    """What each source says by itself, the best first; None where no more than one does."""
    best: dict[int, Statement] = {}
    for each in own.statements:
        if each.odds >= SURE and each.score >= own.statements[0].score - BEHIND and _tells(question, each):
            best.setdefault(each.found.source, each)
    if len(best) < 2 and own.verdict is not Verdict.SAID:
        return None
    writing = Writing(asking, named=True)
    for each in list(best.values())[:MOST_SOURCES]:
        around = [one for one in own.statements if one.found.number == each.found.number]
        writing.tell(question, chosen_of(asking.db, question, around, ())[0])
    return Told(" ".join(writing.parts), writing.citations, tuple(own.found)) if writing.parts else None


def _tells(question: str, statement: Statement) -> bool:
    """Whether a statement tells of half of what a question is about, at least."""
    told = near(focus(question), f"{statement.judged} {statement.found.chunk.context}")
    return 2 * sum(each >= TELLS for each in told) >= len(told)


def _ordered(paired: Paired, answers: Sequence[Answered], said: Sequence[Statement], language: str) -> str:
    """Which side is the one asked for, by an amount or a time in each; empty where these are not plain."""
    one, other = (each.weights for each in answers)
    common = [dimension for dimension in one if dimension in other]
    if paired.order is Order.NONE or not common:
        return ""
    values = [each.weights[common[0]].amount for each in answers]
    alike = values[0].dimension is not Dimension.MONEY or values[0].unit == values[1].unit
    # The words that it rests on must be those that are told.
    if (
        not alike
        or values[0].value == values[1].value
        or not all(value.shown in each.told for value, each in zip(values, said, strict=True))
    ):
        return ""
    least = min if paired.order is Order.LEAST else max
    wins = values.index(least(values, key=lambda each: each.value))
    sentence = _PARTS.get(language, _PARTS["en"])[(1 if paired.dates else 3) + (paired.order is Order.MOST)]
    shown = [each.shown for each in values]
    return sentence.format(thing=paired.sides[wins].thing, one=shown[wins], other=shown[1 - wins]) + " [1][2]"

"""Answers about two things: what the sources say of each, and which of two found values is the larger or earlier.

Each thing is asked for on its own (`paired_questions`). Only years and amounts that were found are compared, and only
where the sentence about each thing has one of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from server.domain.notebooks import AnswerCitation, NotebookSource
from server.engine.notebooks.degrees import Order
from server.engine.notebooks.followups import Whole
from server.engine.notebooks.framing import Asked
from server.engine.notebooks.hearing import Asking, Heard, heard
from server.engine.notebooks.paired_questions import Paired, Side
from server.engine.notebooks.refusing import Verdict
from server.engine.notebooks.retrieval import Found
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.stating import MAX_ANSWER, chosen_of, words_of, written
from server.engine.notebooks.terms import names, stem, words

SURE = -1.0
"""Log odds from which a statement of another source is told as well, where all sources are asked."""
BEHIND = 6.0
"""Points behind the best one that it may be."""
MOST_SOURCES = 4
DATED_BEHIND = 3.0
"""Points that a chunk may be behind the best one and still say when it happened."""
READ = 3
"""Chunks that are read for each side: half of what a question alone has."""
_ALL = re.compile(
    r"\s*\b(?:in|of|from|among|across) (?:all |any of )?(?:the|these|those|my|your|our) "
    r"(?:texts|sources|documents|files)\b",
    re.IGNORECASE,
)
_SAME = re.compile(r"\bthe same (?P<kind>name|place|town|year)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\w.,])(?:1[0-9]\d\d|20\d\d)(?![\w]|[.,]\d)")
_AMOUNT = re.compile(
    r"(?P<before>[$€£]?)\s?(?<![\w.,])(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<after>\s?%|\s[a-zß-ÿ°²³]+|°C)?"
)
_CLAUSE = re.compile(r"[.;:!?](?:\s|$)|,\s|\s(?:and|und|et|y|e)\s")
MISSING = "The sources do not say this of {thing}."
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


@dataclass(frozen=True, slots=True)
class Told:
    """An answer about two things, and the chunks that were found for them."""

    answer: str
    citations: dict[str, AnswerCitation]
    found: tuple[Found, ...]


def compared(asking: Asking, asked: Whole, paired: Paired) -> Told | None:
    """What the sources say of each side; None when they say nothing of either."""
    answers: list[tuple[Side, Heard, Statement | None]] = []
    best: list[Statement] = []
    for side in paired.sides:
        question = _carried(side.question, answers)
        also = f"{side.thing} {' '.join(side.happened)}" if side.happened else ""
        own = heard(asking, Whole(question, asked.added), most=READ, also=also)
        statements = _dated(own.statements, side)
        chosen = None
        if own.verdict is Verdict.SAID:
            chosen = chosen_of(asking.db, question, statements, ())[0]
            best.append(statements[0])
        answers.append((side, own, chosen))
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
    if len(said) == len(answers) == len(paired.sides) == 2:
        writing.add(_ordered(paired, best, said, language))
    return Told(" ".join(writing.parts), writing.citations, found_for([own for _, own, _ in answers]))


def found_for(sides: Sequence[Heard]) -> tuple[Found, ...]:
    """The chunks that were found for any of the sides, each once, best first."""
    once: dict[int, Found] = {}
    for each in sorted((each for own in sides for each in own.found), key=lambda each: -each.score):
        once.setdefault(each.number, each)
    return tuple(once.values())


def of_all(question: str) -> str:
    """A question that all sources are asked, without the words that say so; empty for any other."""
    stripped = _ALL.sub("", question)
    return stripped if stripped != question else ""


def told_by_each(asking: Asking, question: str, own: Heard) -> Told | None:
    """What each source says by itself, the best first; None where no more than one does."""
    best: dict[int, Statement] = {}
    for each in own.statements:
        if each.odds >= SURE and each.score >= own.statements[0].score - BEHIND:
            best.setdefault(each.found.source, each)
    if len(best) < 2 and own.verdict is not Verdict.SAID:
        return None
    writing = Writing(asking, named=True)
    for each in list(best.values())[:MOST_SOURCES]:
        around = [one for one in own.statements if one.found.number == each.found.number]
        writing.tell(question, chosen_of(asking.db, question, around, ())[0])
    return Told(" ".join(writing.parts), writing.citations, tuple(own.found)) if writing.parts else None


def _carried(question: str, answers: Sequence[tuple[Side, Heard, Statement | None]]) -> str:
    """A second question that leans on what the first one found: "the same name"."""
    same = _SAME.search(question)
    first = answers[0][2] if answers else None
    if same is None or first is None:
        return question
    known = {stem(word) for word in words(answers[0][0].question)}
    told = answers[0][1].statements[0].told
    fresh = [name for name in names(told, first_too=True) if not {stem(word) for word in words(name)} <= known]
    fresh = [re.sub(r"^(?:The|A|An)\s+", "", name) for name in fresh]
    return _SAME.sub(f"the {same['kind']} {fresh[0]}", question) if fresh else question


class Writing:
    """The statements in their order, each with its marker and, where there are several, its source's name."""

    def __init__(self, asking: Asking, *, named: bool = True) -> None:
        self._asking = asking
        self._named = named
        self._told: list[Statement] = []
        self.parts: list[str] = []
        self.citations: dict[str, AnswerCitation] = {}

    def tell(self, question: str, statement: Statement) -> None:
        """Tell a statement, unless its words were told."""
        if any(
            one.found.source == statement.found.source and one.start < statement.end and statement.start < one.end
            for one in self._told
        ):
            return
        records: dict[int, NotebookSource] = dict(self._asking.records)
        text, citations = written(question, [statement], records, partial(words_of, self._asking.db))
        marker = str(len(self.citations) + 1)
        said = f"{text.removesuffix(' [1]')} [{marker}]"
        if self._named:
            said = f"{records[statement.found.source].title[:120]}: {said}"
        if self.add(said):
            self._told.append(statement)
            self.citations[marker] = citations["1"]

    def line(self, side: Asked, statement: Statement, *, room: int) -> tuple[str, str]:
        """A statement under its side's name, and its marker; the marker alone where its words were told.

        Args:
            room: how many lines share the answer.
        """
        for place, one in enumerate(self._told, 1):
            if one.found.source == statement.found.source and one.start <= statement.start and statement.end <= one.end:
                return "", f"[{place}]"
        records: dict[int, NotebookSource] = dict(self._asking.records)
        text, citations = written(side.question, [statement], records, partial(words_of, self._asking.db))
        said = text.removesuffix(" [1]")
        most = (MAX_ANSWER - 250) // room - len(side.thing)
        if len(said) > most:
            said = f"{said[: max(most, 60)].rsplit(' ', 1)[0]} …"
        marker = str(len(self.citations) + 1)
        self._told.append(statement)
        self.citations[marker] = citations["1"]
        thing = f"{side.thing[:1].upper()}{side.thing[1:]}"
        plain = re.sub(r"^(?:the|a|an)\s+", "", side.thing, flags=re.IGNORECASE)
        # A sentence that begins with the name says whose it is.
        lead = "" if plain.lower() in said[: len(plain) + 24].lower() else f"{thing}: "
        return f"{lead}{said} [{marker}]", f"[{marker}]"

    def add(self, sentence: str) -> bool:
        """Put a sentence at the end; whether there was room."""
        if not sentence or len(" ".join([*self.parts, sentence])) > MAX_ANSWER:
            return False
        self.parts.append(sentence)
        return True


def _ordered(paired: Paired, best: Sequence[Statement], said: Sequence[Statement], language: str) -> str:
    """Which side is the one asked for, by a year or an amount in each; empty where these are not plain."""
    if paired.order is Order.NONE:
        return ""
    values = [
        _year(each.told, side) if paired.dates else _amount(each.told, side)
        for each, side in zip(best, paired.sides, strict=True)
    ]
    one, other = values
    # The words that it rests on must be those that are told.
    if one is None or other is None or one[2] != other[2] or one[0] == other[0]:
        return ""
    if not all(value[1] in each.told for value, each in zip((one, other), said, strict=True)):
        return ""
    first_less = one[0] < other[0]
    wins = 0 if first_less == (paired.order is Order.LEAST) else 1
    sentence = _PARTS.get(language, _PARTS["en"])[(1 if paired.dates else 3) + (paired.order is Order.MOST)]
    shown = [one[1], other[1]]
    return sentence.format(thing=paired.sides[wins].thing, one=shown[wins], other=shown[1 - wins]) + " [1][2]"


_Value = tuple[float, str, str]
"""The number, as it stands, and its unit."""


def _year(told: str, side: Side) -> _Value | None:
    """The year of what happened, where the words for it stand with one; where there are none, the only year."""
    clauses = [told]
    if side.happened:
        stems = {stem(word) for word in side.happened}
        clauses = [each for each in _CLAUSE.split(told) if stems & {stem(word) for word in words(each)}]
    years = list(dict.fromkeys(year for clause in clauses for year in _YEAR.findall(clause)))
    return (float(years[0]), years[0], "") if len(years) == 1 else None


def _dated(statements: Sequence[Statement], side: Side) -> Sequence[Statement]:
    """Only those that say in which year it happened, where there are any in a chunk that fits."""
    least = max((each.found.score for each in statements), default=0.0) - DATED_BEHIND
    dated = [each for each in statements if each.found.score >= least and _year(each.told, side) is not None]
    return dated if dated and side.happened else statements


def _amount(told: str, side: Side) -> _Value | None:
    found = [
        (float(match["number"].replace(",", "")), match["number"], _unit(match["before"], match["after"] or ""))
        for match in _AMOUNT.finditer(told)
        if match["number"] not in side.question
    ]
    return found[0] if len(found) == 1 else None


def _unit(before: str, after: str) -> str:
    after = after.strip()
    plain = after in {
        "per",
        "a",
        "an",
        "for",
        "each",
        "and",
        "in",
        "on",
        "at",
        "against",
        "of",
        "is",
        "was",
        "pro",
        "par",
        "por",
    }
    return before or ("" if plain else stem(after))

"""Which amount or time of a source answers for its side of a comparison, and the sentence that says who has more."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.degrees import DEGREES, Degree, Order
from server.engine.notebooks.measures import (
    TIMES,
    Amount,
    Dimension,
    amounts_in,
    clocks_in,
    dates_in,
    days_in,
    difference,
    in_unit,
    years_in,
)
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.terms import stem, words

LOOKED_AT = 12
"""Statements of a source, the best, in which an amount is looked for."""
BEHIND = 6.0
"""Points that they may be behind the best one."""
SAME = 0.6
"""Closeness from which a counted word is the one that was asked for."""
CUED = 1.0
"""What the words of a degree beside an amount count for, in words of the question that are told."""
EXACTLY = 0.9
"""Closeness of the same word: what holds for a child is not what holds for an adult, however near the two words are."""
GROWN = 0.4
"""What it counts for that a price is that of an adult, where no one else is asked about."""
SCORED = 0.2
"""What a point of a statement counts for."""
CARRIED = 0.7
"""What a word counts for that stands in the sentence, but in another part of it than the amount."""
CLEAR = 0.25
"""By how much the best clause must be ahead of one with another amount."""
_CLAUSE = re.compile(
    r"[.;!?](?:\s|$)|,\s(?!\d{3})|\s(?:and(?!\sa\shalf)|but|while|instead of|against|or)\s(?=[\w£$€])|\s[–—]\s|[()]"
)
_RANGE = re.compile(r"\bbetween \w+(?:-\w+)? and \w+", re.IGNORECASE)
"""Four and fifteen of "between four and fifteen" are no clauses."""
_ADULT = re.compile(r"\b(?:adults?|grown-ups?|single|standard|full price|ordinary|regular)\b", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:child(?:ren)?|kids?|under|over|famil(?:y|ies)|seniors?|pensioners?|students?|return|weekly|season|monthly|locker"
    r"|dogs?|ten|group|hire|hired|member|towel|yearly|annual)\b",
    re.IGNORECASE,
)
_GUESTS = re.compile(
    r"^(?:visitors?|guests?|people|persons|bathers?|swimmers?|walkers?|hikers?|customers?|passengers?|users?|readers?"
    r"|spectators?|listeners?|participants?|riders?|attendees|ticket-holders)$",
    re.IGNORECASE,
)
"""People who come: texts and those who ask name them otherwise."""
_BORN = re.compile(r"\b(?:born|birth|came into the world|saw the light)\b", re.IGNORECASE)
_LIFE = re.compile(r"\((?P<born>1\d\d\d|20\d\d)\s?[–-]\s?(?P<died>1\d\d\d|20\d\d)\)")
_AGED = re.compile(r"\b(?:aged|at the age of|at)\s(?P<age>\d{1,3})\b")
_OLD_IN = re.compile(r"\b(?P<age>\d{1,3}) years old in (?P<year>1\d\d\d|20\d\d)\b")
_DIED = re.compile(r"\b(?:died|death|passed away|killed)\b", re.IGNORECASE)
_MEANT: Mapping[str, str] = {
    "kid": "child",
    "kids": "children",
    "grown": "adult",
    "grown-up": "adult",
    "grown-ups": "adults",
    "grownup": "adult",
}
"""Words as texts have them for words as people ask."""
_PAYS = "cost costs much power pay pays paid spend spends spent charge charges price priced fee fare it".split()
_UNDER = re.compile(
    r"^(?:if|when|because|although|though|unless|within|after|until|provided|before|instead|than)\b", re.IGNORECASE
)
"""How a clause begins that limits what was said before it."""
LIMITS = 0.5
"""What it costs that an amount stands in one."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """An amount, and the statement that has it. `sure` says that its words fit even where the gate has doubts."""

    amount: Amount
    statement: Statement
    sure: bool
    points: float = 0.0
    """How well its clause fits, for choosing among dimensions."""
    beside: Statement | None = None
    """Another statement that it was worked out from."""


def weighed(degree: Degree, question: str, statements: Sequence[Statement], title: str) -> dict[Dimension, Weighed]:
    """The amount that answers, for each dimension in which there is one.

    Args:
        question: what is asked of the side, without its name.
        title: the source's; "(1835–1907)" in it are years of birth and death.
    """
    if degree.origin:
        return _origin(degree, statements, title)
    if degree.lifetime:
        return _lifetime(statements)
    wanted = _wanted(question, degree)
    found: dict[Dimension, list[tuple[float, Weighed]]] = {}
    best = max((each.score for each in statements), default=0.0)
    cues = re.compile(degree.cues, re.IGNORECASE) if degree.cues else None
    against = re.compile(degree.against, re.IGNORECASE) if degree.against else None
    others = bool(_OTHERS.search(question))
    for statement in statements[:LOOKED_AT]:
        if statement.score < best - BEHIND:
            continue
        for clause in [statement.told] if statement.found.chunk.cells else _clauses(statement.told, degree.dimensions):
            above, parted, heading = statement.found.chunk.context.rpartition(" / ")
            if against is not None and against.search(clause):
                continue
            own = near(wanted, f"{clause} {heading}" if parted and above else clause)
            # What a sentence said before holds for its later parts as well, if less.
            told = [max(one, CARRIED * all_) for one, all_ in zip(own, near(wanted, statement.told), strict=True)]
            cued = cues is not None and cues.search(clause) is not None
            for amount in _amounts(clause, degree.dimensions):
                if not _fits(degree, amount, clause, row=bool(statement.found.chunk.cells)):
                    continue
                if cues is not None and not cued and not (degree.backwards and told and min(told) >= SAME):
                    continue
                points = sum(one for one in told if one >= SAME / 2) + CUED * cued + SCORED * (statement.score - best)
                if amount.dimension is Dimension.MONEY and not others:
                    points += GROWN * (_ADULT.search(clause) is not None) - GROWN * (_OTHERS.search(clause) is not None)
                if others and told and max(told) < EXACTLY:
                    points -= GROWN
                points -= LIMITS * (_UNDER.match(clause) is not None)
                sure = cued or bool(degree.counted) or (bool(told) and min(told) >= SAME)
                found.setdefault(amount.dimension, []).append((points, Weighed(amount, statement, sure, points)))
    return {dimension: picked for dimension, each in found.items() if (picked := _clearest(each)) is not None}


def _fits(degree: Degree, amount: Amount, clause: str, *, row: bool) -> bool:
    """Whether an amount is of what is counted; a number in a row's name is none."""
    if degree.counted:
        named = row and ":" not in clause[: amount.start].rsplit(",", maxsplit=1)[-1]
        return not named and _counts(degree.counted, amount)
    if amount.dimension is Dimension.COUNT:
        return bool(degree.cues) and re.search(degree.cues, amount.unit, re.IGNORECASE) is not None
    return True


def _wanted(question: str, degree: Degree) -> tuple[str, ...]:
    skipped = {stem(word) for word in (*words(degree.word), *words(degree.counted), *_PAYS)}
    return tuple(_MEANT.get(word, word) for word in focus(question) if stem(word) not in skipped)


def _amounts(clause: str, dimensions: Sequence[Dimension]) -> list[Amount]:
    found: list[Amount] = []
    if Dimension.YEAR in dimensions:
        found += years_in(clause)
    if Dimension.DAY in dimensions:
        found += days_in(clause)
    if Dimension.CLOCK in dimensions:
        found += clocks_in(clause)
    if not TIMES.issuperset(dimensions):
        found += [each for each in amounts_in(clause) if each.dimension in dimensions]
    return found


def _counts(counted: str, amount: Amount) -> bool:
    """Whether the words behind a number are what is counted."""
    if amount.dimension is not Dimension.COUNT:
        return False
    if not amount.unit or amount.hyphened:
        return False
    asked, first = words(counted)[-1:], words(amount.unit)[:1]
    if _GUESTS.match(asked[0] if asked else "") and _GUESTS.match(first[0] if first else ""):
        return True
    return max(near(asked, amount.unit), default=0.0) >= SAME


def _clearest(found: list[tuple[float, Weighed]]) -> Weighed | None:
    """The amount of the best clause; the first of it where no other is as good."""
    found = sorted(found, key=lambda each: -each[0])
    points, best = found[0]
    rivals = {each.amount.value for score, each in found[1:] if score > points - CLEAR}
    return (
        best
        if rivals <= {best.amount.value} or (len(rivals) == 1 and best.amount.dimension is Dimension.CLOCK)
        else None
    )


def _clauses(told: str, dimensions: Sequence[Dimension] = ()) -> list[str]:
    """The parts of a statement. With dimensions: one without an amount of them goes with what follows it, as "A ticket
    for two adults | and two children is 13"."""
    held = _RANGE.sub(lambda match: match[0].replace(" and ", "–"), told)
    out: list[str] = []
    for sentence in re.split(r"(?<=[.;!?])\s", held):
        waiting = ""
        for each in _CLAUSE.split(sentence):
            part = (each or "").strip()
            if not part:
                continue
            whole = f"{waiting} {part}".strip()
            if dimensions and not _amounts(part, dimensions):
                waiting = whole
                continue
            out.append(whole)
            waiting = ""
        if waiting:
            out.append(waiting)
    return out


def _origin(degree: Degree, statements: Sequence[Statement], title: str) -> dict[Dimension, Weighed]:
    """The first year of a thing: its birth, where one is told, or the earliest with words for a beginning."""
    cues = re.compile(degree.cues, re.IGNORECASE)
    born, begun = [], []
    for statement in statements[:LOOKED_AT]:
        life = _LIFE.search(f"{title} {statement.told}")
        if life is not None:
            year = years_in(life["born"])[0]
            born.append(Weighed(year, statement, sure=True))
        old = _OLD_IN.search(statement.told)
        if old is not None:
            since = str(int(old["year"]) - int(old["age"]))
            begun.append(Weighed(years_in(since)[0], statement, sure=True))
            continue
        years = years_in(statement.told)
        clauses = [statement.told] if len(years) == 1 else _clauses(statement.told)
        for clause in clauses:
            for year in years_in(clause)[:1]:
                if _BORN.search(clause):
                    born.append(Weighed(year, statement, sure=True))
                elif cues.search(clause):
                    begun.append(Weighed(year, statement, sure=True))
    if born:
        told = [each for each in born if each.amount.shown in each.statement.told and _BORN.search(each.statement.told)]
        return {Dimension.YEAR: (told or born)[0]}
    return {Dimension.YEAR: min(begun, key=lambda each: each.amount.value)} if begun else {}


def _lifetime(statements: Sequence[Statement]) -> dict[Dimension, Weighed]:
    """The age at death: as it is told, or from the days of birth and death."""
    born: tuple[tuple[int, int, int], Statement] | None = None
    died: tuple[tuple[int, int, int], Statement] | None = None
    for statement in statements[:LOOKED_AT]:
        for clause in re.split(r"[.;!?](?:\s|$)", statement.told):
            aged = _AGED.search(clause) if _DIED.search(clause) else None
            if aged is not None:
                return {Dimension.SPAN: Weighed(_years(float(aged["age"])), statement, sure=True)}
            dates = dates_in(clause)
            if dates and born is None and _BORN.search(clause):
                born = dates[0], statement
            elif dates and died is None and _DIED.search(clause):
                died = dates[-1], statement
    if born is None or died is None:
        return {}
    age = died[0][0] - born[0][0] - (died[0][1:] < born[0][1:])
    return {Dimension.SPAN: Weighed(_years(float(age)), died[1], sure=True, beside=born[1])}


def _years(number: float) -> Amount:
    return Amount(Dimension.SPAN, number * 365.25 * 86_400, number, f"{number:.0f} years", "years", 0)


def concluded(
    degree: Degree,
    things: Sequence[str],
    weights: Sequence[Weighed],
    markers: str,
    *,
    claimed: bool,
    differs: bool,
    total: bool,
) -> str:
    """The sentences that say who has the most or least of it, by how much, or how much in all; with the markers."""
    amounts = [each.amount for each in weights]
    if total:
        summed = " + ".join(each.shown for each in amounts)
        number = sum(each.value / amounts[0].scale for each in amounts)
        return f"In all: {in_unit(number, amounts[0])} ({summed}). {markers}"
    if degree.lifetime and not degree.word:
        ages = ", ".join(f"{thing} {each.shown}" for thing, each in zip(things, amounts, strict=True))
        return f"Age at death: {ages}. {markers}"
    least = (degree.order is Order.LEAST) != (amounts[0].dimension in degree.backwards)
    apart = difference(amounts[0], amounts[1]) if differs and len(amounts) == 2 else ""
    pick = min if least else max
    top = pick(each.value for each in amounts)
    winners = [place for place, each in enumerate(amounts) if each.value == top]
    if len(winners) == len(amounts):
        says = f"They are the same: {amounts[0].shown}." if len({each.shown for each in amounts}) == 1 else ""
        return f"{'No. ' if claimed else ''}{says} {markers}".strip() if says else ""
    if len(winners) > 1:
        return ""
    won = winners[0]
    order = [won, *sorted((place for place in range(len(amounts)) if place != won), key=lambda one: amounts[one].value)]
    against = " and ".join(amounts[place].shown for place in order[1:])
    sentence = _winning(degree, things[won], len(amounts))
    said = f"{sentence}: {amounts[won].shown} against {against}." if sentence else ""
    if claimed and said:
        said = f"{'Yes' if won == 0 else 'No'}. {said}"
    return " ".join(part for part in (said, f"The difference is {apart}." if apart else "", markers) if part)


def _winning(degree: Degree, thing: str, many: int) -> str:
    word = degree.word
    if not word:
        return ""
    if degree.lifetime:
        return f"The one who lived {'longer' if degree.order is Order.MOST else 'shorter'} is {thing}"
    if word.split()[0] in {"more", "less", "fewer"} and word not in DEGREES:
        return (
            f"The one with {word} is {thing}"
            if " " in word
            else f"The {'higher' if word == 'more' else 'lower'} figure is that of {thing}"
        )
    if word in {"first", "last"}:
        word = "earlier" if word == "first" else "later"
    if word.split()[0] in {"most", "least", "fewest"} or many > 2:
        superlative = word if word.split()[0] in {"most", "least", "fewest"} else f"{word.removesuffix('r')}st"
        return f"{thing} comes first ({superlative})"
    return f"The {word} of the two is {thing}"

"""Which rows of a table a question names: by an amount in a row's range, by a head, or by a name that one head has."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.measures import amounts_in
from server.engine.notebooks.ranges import SOMEBODY, fitting, range_of
from server.engine.notebooks.retrieval import Found
from server.engine.notebooks.table_rows import has_amount, label, named_in
from server.engine.notebooks.terms import SMALL, content, names, numbers, stem, words

MOST_NAMED = 4
"""Rows that are told; a question that fits more names none."""
SYNONYM = 0.78
"""Closeness from which a word is another for the same thing: bike and bicycle, and no motorcycle."""
PART = 0.5
"""Part of a head's words that name it where no other head has them."""
_MAIN_PART = re.compile(r"[,(;:]|\b(?:if|when|per)\b", re.IGNORECASE)
_INSTEAD = re.compile(
    r"\b(?:instead of|rather than|not) (?:in |at |by |with |on )?(?:an? |the |my |one's )?[\w-]+", re.IGNORECASE
)
"""What is just not meant."""

_CLASSES = tuple(
    (re.compile(rf"\b(?:{asked})\b", re.IGNORECASE), re.compile(rf"\b(?:{heads})\b", re.IGNORECASE))
    for asked, heads in (
        (
            "students?|undergraduates?|apprentices?|trainees?",
            "students?|(?:in )?education|training|stud(?:y|ying|ies)|universit(?:y|ies)|concessions?",
        ),
        ("pensioners?|seniors?|retired|retirees?", "pensioners?|seniors?|retired|concessions?"),
        ("child(?:ren)?|kids?|teenagers?", "child(?:ren)?|juniors?|youths?|young people"),
        ("famil(?:y|ies)", "household|famil(?:y|ies)"),
        ("grown-ups?|adults?", "adults?|full (?:price|fare|rate)"),
        ("outsiders?|strangers?", "non-members?|visitors?|guests?"),
    )
)
"""Classes of people that pay, as questions call them and as tariffs do."""
_LAST_DAYS = {
    **dict.fromkeys(("january", "march", "may", "july", "august", "october", "december"), "31"),
    **dict.fromkeys(("april", "june", "september", "november"), "30"),
    "february": "28",
}
_NUMBERED_NAME = re.compile(r"\b(?P<name>[A-Z][\w-]*) \d+\b")
OF_WHICH = re.compile(r"^\W*(?:of which|thereof|including)\b", re.IGNORECASE)
_MONTH_END = re.compile(rf"\b(?:the )?end of (?P<month>{'|'.join(_LAST_DAYS)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Named:
    """Rows that a question names."""

    rows: tuple[Found, ...]
    by: frozenset[str]
    """The stems and numbers of the question that name them."""
    whole: bool
    """By all the words of their heads."""
    place: int = 0
    """The column whose cells name them: where the heads are days, it is another one than the first."""


def named_rows(question: str, table: Sequence[Found], about: str) -> Named | None:
    """The rows that a question names, all that fit alike; None where it names none of them.

    Args:
        about: what stands above the table, and its source's title.
    """
    question = _without_own_numbers(_INSTEAD.sub(" ", question), about)
    ranged = fitting(question, [range_of(each.chunk.cells[0]) for each in table], headed=table[0].chunk.header[0])
    asked = _Asked(question)
    if ranged:
        rows = [table[place] for place in ranged]
        # "A car of 4.5 metres": of cars and lorries up to 5 m the car.
        by = {each.number: asked.names(_main_part(each)) for each in rows}
        rows = [each for each in rows if by[each.number]] or rows
        named_by = frozenset[str]().union(*(by[each.number] for each in rows))
        said = " ".join(f"{each.shown} {each.unit}" for each in amounts_in(question))
        people = " ".join(SOMEBODY.findall(question))
        measured = {stem(word) for word in words(f"{said} {people} years old aged age")}
        return Named(tuple(rows[:MOST_NAMED]), named_by | numbers(question) | measured, whole=True)
    for way, whole in ((_whole_head, True), (_main_part, False)):
        own = [(each, named_by) for each in table if (named_by := asked.names(way(each)))]
        if own:
            return _told_apart(own, asked, way, whole=whole)
    return (
        _by_own_name(question, table, about)
        or _by_named_cell(question, table, about)
        or _by_key(question, table, about)
        or _by_part(asked, table, about)
        or _by_amount(question, table)
        or _by_class(question, table)
    )


class _Asked:
    """The words of a question, with those of a like meaning."""

    def __init__(self, question: str) -> None:
        self.stems = named_in(question)
        self._words = focus(question)

    def names(self, head: str) -> frozenset[str]:
        """The words of the question by which it names a head; none where a word of the head is not in it."""
        by: set[str] = set()
        for word in [*focus(head), *numbers(head)]:
            if stem(word) in self.stems or word in self.stems:
                by.add(word if word.isdigit() else stem(word))
            elif word.isalpha() and (other := self._alike(word)):
                by.add(other)
            else:
                return frozenset()
        return frozenset(by)

    def _alike(self, word: str) -> str:
        closest = max(zip(near(self._words, word), self._words, strict=True), default=(0.0, ""))
        return stem(closest[1]) if closest[0] >= SYNONYM else ""


def with_last_days(question: str) -> str:
    """A question with the last day of a month where it says "the end of June"."""
    return _MONTH_END.sub(lambda match: f"{_LAST_DAYS[match['month'].lower()]} {match['month']}", question)


def _whole_head(row: Found) -> str:
    """The head, with a condition only where that has words of its own: "above that" says nothing alone."""
    head = row.chunk.cells[0]
    main = _main_part(row)
    return "" if main != head and not named_in(head[len(main) :]) else head


def _main_part(row: Found) -> str:
    """What a head names before a condition: "Own car, above that"."""
    return _MAIN_PART.split(row.chunk.cells[0])[0]


def _told_apart(
    own: Sequence[tuple[Found, frozenset[str]]], asked: _Asked, way: Callable[[Found], str], *, whole: bool
) -> Named | None:
    """Of the rows that are named those that are named by most: "oak chips" is not "oak"."""
    heads = [named_in(way(row)) for row, _ in own]
    # "Of which export" is part of what the row before is: of both it is meant.
    heads = [
        head | heads[place - 1] if place and OF_WHICH.match(row.chunk.cells[0]) else head
        for place, ((row, _), head) in enumerate(zip(own, heads, strict=True))
    ]
    own = [each for each, head in zip(own, heads, strict=True) if not any(head < other for other in heads)]
    # What stands in the cells of all of them tells none from the others.
    shared = set[str].intersection(*(named_in(" ".join(row.chunk.cells[1:])) for row, _ in own))
    counts = [len((label(row) & asked.stems) - shared) for row, _ in own]
    kept = [each for each, count in zip(own, counts, strict=True) if count == max(counts)]
    if len(kept) > MOST_NAMED:
        return None
    return Named(tuple(row for row, _ in kept), frozenset().union(*(by for _, by in kept)), whole=whole)


def _by_own_name(question: str, table: Sequence[Found], about: str) -> Named | None:
    """The row whose head alone has a name of the question: "the Corvid" of the Corvid Workmate."""
    wanted = _own_names(question, about)
    held = [(each, wanted & set(content(each.chunk.cells[0]))) for each in table]
    held = [each for each in held if each[1]]
    return Named((held[0][0],), frozenset(held[0][1]), whole=False) if len(held) == 1 else None


def _own_names(question: str, about: str) -> set[str]:
    """The stems of the names of a question, without those of the whole, which name none of its rows."""
    wanted = {
        stem(word)
        for name in [*names(question), *(word for word in words(question) if re.search(r"\d", word))]
        for word in words(name)
        if word.lower() not in SMALL and not word.isdigit()
    }
    return wanted - set(content(about))


def _by_named_cell(question: str, table: Sequence[Found], about: str) -> Named | None:
    """The one row with a name of the question in another cell than the first, where the first cells are days or dates
    that several rows share: the concert of a programme."""
    heads = [each.chunk.cells[0] for each in table]
    if len(set(heads)) == len(heads):
        return None
    wanted = _own_names(question, about)
    held = [
        (each, place, by)
        for each in table
        for place in range(1, len(each.chunk.header))
        if len(by := wanted & set(content(each.chunk.cells[place]))) == len(wanted) > 0
    ]
    if len(held) != 1:
        return None
    row, place, by = held[0]
    return Named((row,), frozenset(by), whole=False, place=place)


def _without_own_numbers(question: str, about: str) -> str:
    """A question without the numbers that are part of the name of what the whole table is about: "the Piccola 2"."""
    return _NUMBERED_NAME.sub(
        lambda match: match["name"] if re.search(rf"\b{re.escape(match[0])}\b", about) else match[0], question
    )


def _by_key(question: str, table: Sequence[Found], about: str) -> Named | None:
    """The one row all the words of whose cell are in the question, in a column that tells its rows apart: "hard"."""
    asked = named_in(question) - named_in(about)
    spoken = set(words(question))
    held: dict[int, tuple[Found, set[str], int]] = {}
    for place, name in enumerate(table[0].chunk.header[1:], 1):
        cells = [each.chunk.cells[place].strip() for each in table]
        if len({cell.lower() for cell in cells}) < len(table) or any(re.search(r"\d", cell) for cell in cells):
            continue
        for row, cell in zip(table, cells, strict=True):
            by = named_in(cell)
            lettered = len(cell) == 1 and cell.isupper() and cell in spoken and named_in(name) <= named_in(question)
            if lettered or (by and by <= asked and not by <= named_in(" ".join(table[0].chunk.header))):
                known = held.get(row.number, (row, set(), place))
                held[row.number] = (row, known[1] | by, known[2])
    if len(held) != 1:
        return None
    ((row, named, place),) = held.values()
    return Named((row,), frozenset(named), whole=False, place=place) if named else None


def _by_part(asked: _Asked, table: Sequence[Found], about: str) -> Named | None:
    """The row at least half of whose head is in the question, by words that no other head has."""
    heads = [set(content(each.chunk.cells[0])) for each in table]
    common = {word for word, count in Counter(word for head in heads for word in head).items() if count > 1}
    own = asked.stems - common - set(content(about))
    held = [(each, head & own) for each, head in zip(table, heads, strict=True) if head]
    held = [(each, by) for each, by in held if by and len(by) >= PART * len(content(each.chunk.cells[0]))]
    return Named((held[0][0],), frozenset(held[0][1]), whole=False) if len(held) == 1 else None


def _by_amount(question: str, table: Sequence[Found]) -> Named | None:
    """The one row that has an amount of the question in one of its cells: "the firing of 950 °C"."""
    places = range(1, len(table[0].chunk.header))
    held = [each for each in table if any(has_amount(question, each, place) for place in places)]
    said = " ".join(f"{each.shown} {each.unit}" for each in amounts_in(question))
    by = {stem(word) for word in words(said)} | numbers(said)
    return Named((held[0],), frozenset(by), whole=False) if len(held) == 1 else None


def _by_class(question: str, table: Sequence[Found]) -> Named | None:
    """The rows of a tariff for people of a class that is called otherwise: students are in education."""
    for asked, heads in _CLASSES:
        said = asked.findall(question)
        rows = [each for each in table if heads.search(each.chunk.cells[0])] if said else []
        if rows:
            return Named(tuple(rows[:MOST_NAMED]), frozenset(stem(word) for word in said), whole=False)
    return None

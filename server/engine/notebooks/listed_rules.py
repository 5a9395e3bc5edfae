"""Rules in a list by ranges, "9 to 12 °C: fifteen minutes", and the one in whose range an amount of a question lies."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from server.engine.notebooks.chunks import Chunk
from server.engine.notebooks.closeness import focus, near
from server.engine.notebooks.expecting import MEASURED, expected, fit
from server.engine.notebooks.measures import amounts_in
from server.engine.notebooks.ranges import Range, fitting, range_of
from server.engine.notebooks.retrieval import Found, holders, titles_of
from server.engine.notebooks.statements import Statement
from server.engine.notebooks.table_rows import bare_heading
from server.engine.notebooks.terms import numbers

LISTS_AT = 4
"""Chunks whose lists are looked at."""
TOLD_OF = 0.5
"""Closeness from which a word of the question is told of; others must stand in the source."""
LIKE = 0.6
"""Closeness of every word where any kind of thing may be asked for."""
_RULE = re.compile(r"^\W*(?P<head>[^:]{1,60}?)\s*(?::|\s[–—-])\s+(?P<rest>\S.*)$", re.DOTALL)
_PARTS = re.compile(r"[^;\n]+")


@dataclass(frozen=True, slots=True)
class _Rule:
    start: int
    end: int
    text: str
    of: Range
    said: str


def told_by_rules(db: sqlite3.Connection, question: str, found: Sequence[Found]) -> list[Statement]:
    """The rules of a list in whose ranges an amount of the question lies; none where nothing is listed so."""
    if not numbers(question):
        return []
    for each in found[:LISTS_AT]:
        chunk = each.chunk
        rules = [] if chunk.cells else list(_rules(chunk))
        heading = chunk.context.rpartition(" / ")[2]
        places = fitting(question, [rule.of for rule in rules], headed=heading) if len(rules) > 1 else []
        if places and _are_asked_for(db, question, each, rules):
            return [_stated(each, rules[place], first=not count) for count, place in enumerate(places)]
    return []


def _rules(chunk: Chunk) -> Iterator[_Rule]:
    for unit in chunk.units:
        text = chunk.said(unit.start, unit.end)
        for part in _PARTS.finditer(text):
            # A line may announce the list that begins behind its colon.
            at = part.start() + (part[0].find(": ") + 2 if part[0].count(": ") > 1 else 0)
            said = text[at : part.end()]
            rule = _RULE.match(said.strip())
            of = range_of(rule["head"]) if rule else None
            if rule and of:
                at += len(said) - len(said.lstrip())
                own = said.strip().rstrip(".")
                yield _Rule(unit.start + at, unit.start + at + len(own), own, of, rule["rest"])


def _are_asked_for(db: sqlite3.Connection, question: str, found: Found, rules: Sequence[_Rule]) -> bool:
    """Whether the rules say the kind of thing that is asked for, and its other words are told of."""
    kinds = [fit(question, rule.said, around=rule.text) for rule in rules]
    if expected(question) in MEASURED and 2 * sum(kind > 0 for kind in kinds) < len(kinds):
        return False
    chunk, source = found.chunk, found.source
    title = titles_of(db, {source})[source]
    units = {word for amount in amounts_in(question) for word in amount.unit.lower().split()[:1]}
    wanted = [word for word in focus(question) if not numbers(word) and word not in units]
    told = near(wanted, f"{chunk.text} {chunk.context.replace(' / ', ' ')} {title}")
    if expected(question) not in MEASURED:
        # No kind of answer tells that it is meant: its words do.
        return min(told, default=0.0) >= LIKE
    return all(
        one >= TOLD_OF or source in (holders(db, word) or frozenset({source}))
        for word, one in zip(wanted, told, strict=True)
    )


def _stated(found: Found, rule: _Rule, *, first: bool) -> Statement:
    lead = _announced(found.chunk, rule.start) if first else ""
    told = f"{lead}{rule.text}."
    kind = found.chunk.units[0].kind
    return Statement(found, rule.start, rule.end, told, told, kind, score=10.0, odds=5.0, complete=True)


def _announced(chunk: Chunk, start: int) -> str:
    """The line that announces a list: the last one before a rule that ends in a colon; else the heading."""
    lines = [chunk.said(unit.start, unit.end) for unit in chunk.units if unit.end <= start]
    line = next((each for each in reversed(lines) if each.rstrip().endswith(":")), "")
    heading = bare_heading(chunk.context.rpartition(" / ")[2]) if " / " in chunk.context else ""
    return f"{line.strip()} " if line else f"{heading}: " if heading else ""

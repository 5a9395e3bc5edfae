"""An answer of several statements: each told once, with its marker and its source's name, as long as there is room."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from server.domain.notebooks import AnswerCitation, NotebookSource
from server.domain.plaintext import shortened
from server.engine.notebooks.framing import Asked
from server.engine.notebooks.hearing import Asking, Heard
from server.engine.notebooks.retrieval import Found
from server.engine.notebooks.statements import LONGEST_NAME, Statement
from server.engine.notebooks.stating import MAX_ANSWER, words_of, written

MISSING = "The sources do not say this of {thing}."


@dataclass(frozen=True, slots=True)
class Told:
    """An answer about two things, and the chunks that were found for them."""

    answer: str
    citations: dict[str, AnswerCitation]
    found: tuple[Found, ...]


def found_for(sides: Sequence[Heard]) -> tuple[Found, ...]:
    """The chunks that were found for any of the sides, each once, best first."""
    once: dict[int, Found] = {}
    for each in sorted((each for own in sides for each in own.found), key=lambda each: -each.score):
        once.setdefault(each.number, each)
    return tuple(once.values())


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
        if any(one.overlaps(statement) for one in self._told):
            return
        records: dict[int, NotebookSource] = dict(self._asking.records)
        text, citations = written(question, [statement], records, partial(words_of, self._asking.db))
        marker = str(len(self.citations) + 1)
        said = f"{text.removesuffix(' [1]')} [{marker}]"
        if self._named:
            said = f"{shortened(records[statement.found.source].title, LONGEST_NAME)}: {said}"
        if self.add(said):
            self._told.append(statement)
            self.citations[marker] = citations["1"]

    def line(self, side: Asked, statement: Statement, *, room: int) -> tuple[str, str]:
        """A statement under its side's name, and its marker; the marker alone where its words were told.

        Args:
            room: how many lines share the answer.
        """
        for place, one in enumerate(self._told, 1):
            if statement.within(one):
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

"""Which of the questions made from a sentence can be printed: an editor would strike the others."""

from __future__ import annotations

import re

from server.engine.writing.asking import Asked, Kind

_HERS = re.compile(r"\b(?:he|she|him|her|his|hers)\b")
_ITS = re.compile(r"\b(?:its|they|them|their|theirs)\b")
_NAME = re.compile(r"(?<!^)\b[A-Z][a-z]")
_NOUN = re.compile(
    r"\b(?:the|a|an|these|each|every|most|all|some|of|does|do|did|are|is|were|was) [a-z]{3,}", re.IGNORECASE
)
_BESIDE = re.compile(r"\b([a-z]{3,}s?) ((?:[A-Z][\w'’-]+)(?: [A-Z][\w'’-]+)*)")
_ASKING = frozenset(
    "what when where which who whose whom why how did does was were had has have is are can could will would should do "
    "may might must if about know the and for that with from into over under near after before since until while when "
    "between among through towards against without within upon".split()
)
_FIGURES = re.compile(r"\bfrom [\d.,]+ (?:\w+ )?to [\d.,]+")
_MEANS = re.compile(r"^Why (?:do|does|did)n?'?t? .*\bmean\b")
_TWICE_FOR = re.compile(r"\bonly \w+ for \w+ for\b")
_EMPTY_VERB = re.compile(r"^What (?:do|does|did) .* (?:play|take|give|make|have|hold|keep|bear|pay)\?$")
"""Verbs that mean something only with their nouns: nobody asks "What do earthworms play?"."""


def printable(asked: Asked, text: str) -> bool:
    """Whether a question can be read by itself and is worded as people do; `text` is the sentence it was made from."""
    question = asked.question
    if asked.kind in {Kind.ASKED, Kind.HEADED}:
        return True
    hers, its = _HERS.search(question), _ITS.search(question)
    if (hers and not _NAME.search(question[: hers.start()])) or (
        its and not _NAME.search(question[: its.start()]) and not _NOUN.search(question[: its.start()])
    ):
        return False
    if _FIGURES.search(question) or _MEANS.match(question) or _TWICE_FOR.search(question):
        return False
    if _EMPTY_VERB.match(question):
        return False
    # Two words that the sentence holds apart: what stood between them was left out, and they don't belong together.
    for word, name in _BESIDE.findall(question):
        apart = word not in _ASKING and word in text and name in text
        if apart and not re.search(rf"\b{re.escape(word)}\W{{1,3}}{re.escape(name)}", text):
            return False
    return True

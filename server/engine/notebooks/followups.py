"""Questions that lean on the turns before them, made whole: "and when did she leave?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.notebooks import Answer
from server.engine.notebooks.terms import content, names, words

RECENT = 4
"""Turns that are looked back at."""
_PERSONS = {"he", "she", "him", "her", "his", "hers"}
_THINGS = {"it", "its", "they", "them", "their", "theirs", "this", "that", "these", "those", "there"}
_POSSESSIVE = {"his", "her", "its", "their"}
_LEADS = re.compile(r"^(?:and|but|so|then|also|what about|how about|and what about)\b[\s,]*", re.IGNORECASE)
_ABOUT = re.compile(r"^(?:and\s+)?(?:what|how)\s+about\s+(.+?)\??$", re.IGNORECASE)
_BARE_AND = re.compile(r"^and\s+(?:the\s+|in\s+|for\s+|of\s+)?([^?]{1,60})\?$", re.IGNORECASE)
_EVENT = re.compile(
    r"\b(?:was|is|did|does) (?:that|this)(?: happen(?:ed)?)?\s*\?*$|\b(?:did|does) it happen\s*\?*$", re.IGNORECASE
)
"""In which year was that?"""
_WHO = re.compile(r"^(?:and |by |to |with |for )?(?:who|whom|whose)\b", re.IGNORECASE)
_MEN = frozenset("he him his mr sir lord nephew brother brothers father son uncle husband king himself".split())
_WOMEN = frozenset(
    "she her hers mrs ms miss lady madam niece sister sisters mother daughter aunt wife widow queen herself".split()
)
_TITLED = 3
"""Words before a name that may say whether it is a man's or a woman's, and after it."""
_ASKING = {"who", "what", "when", "where", "why", "how", "which", "did", "was", "is", "were", "are", "does", "do"}


@dataclass(frozen=True, slots=True)
class Whole:
    """A question that stands alone. `added` is what the turns before gave it; it need not stand in the evidence."""

    text: str
    added: str = ""


def whole(question: str, turns: Sequence[Answer]) -> Whole:
    """The question with its pronouns and gaps filled from the recent turns; unchanged when it has none."""
    turns = turns[-RECENT:]
    if not turns:
        return Whole(question)
    last = turns[-1]
    asked = " ".join(question.split())
    about = _ABOUT.match(asked) or _BARE_AND.match(asked)
    if about and not {word.lower() for word in words(about[1])[:1]} & _ASKING:
        return Whole(_exchanged(last.question, about[1].strip()), added=last.question)
    spoken = [word.lower() for word in words(asked)]
    leans = bool((_PERSONS | _THINGS) & set(spoken)) and not names(asked)
    if not leans and len(content(asked)) > 1:
        return Whole(question)
    if _EVENT.search(asked):
        # What is meant is the whole of what was asked before.
        bare = _LEADS.sub("", asked).rstrip("? ")
        return Whole(f"{bare[:1].upper()}{bare[1:]}: {last.question}", added=last.question)
    subject = _person(turns, spoken) if _PERSONS & set(spoken) else _thing(turns)
    if not subject:
        return Whole(f"{last.question} {asked}", added=last.question)
    bare = _LEADS.sub("", asked)
    filled, count = re.subn(
        r"\b(?:he|she|him|her|his|hers|it|its|they|them|their|theirs)\b",
        lambda match: _fitting(match[0], subject),
        bare,
        count=1,
        flags=re.IGNORECASE,
    )
    text = filled if count else f"{bare.rstrip('?')} ({subject})?"
    return Whole(text[:1].upper() + text[1:], added=subject)


def _fitting(pronoun: str, subject: str) -> str:
    return f"{subject}'s" if pronoun.lower() in _POSSESSIVE - {"her"} else subject


def _person(turns: Sequence[Answer], spoken: Sequence[str]) -> str:
    """Whom a "he" or "she" means: of the last turn that names people, the one nearest to what was asked."""
    for turn in reversed(turns):
        asked = set(content(turn.question))
        # "Who did it?" names nobody but in its answer.
        texts = (turn.question, *_stated(turn))
        for text in reversed(texts) if _WHO.match(turn.question) else texts:
            found: list[tuple[tuple[float, ...], str]] = []
            for place, name in enumerate(names(text, first_too=text is not turn.question)):
                if name.isupper():
                    continue
                name = re.sub(r"['’]s$", "", name)  # noqa: PLW2901 - whose it is, is no part of it
                sentence = next((each for each in re.split(r"(?<=[.!?])\s+", text) if name in each), "")
                suits = _suits(sentence, name, spoken)
                near = len(asked & set(content(sentence))) if text is not turn.question else 0
                found.append(((suits, near, name.count(" "), -place), name))
            if found:
                return max(found)[1]
    return ""


def _suits(sentence: str, name: str, spoken: Sequence[str]) -> int:
    """Whether what stands around a name fits the pronoun: 1 for yes, -1 for no, 0 where it can't be told."""
    before, _, after = sentence.partition(name)
    own, other = (_MEN, _WOMEN) if _MEN & set(spoken) else (_WOMEN, _MEN)
    # The word next to the name counts: "her nephew Absalom Dray" is a man.
    for word in (*words(name)[:1], *reversed(words(before)[-_TITLED:]), *words(after)[:_TITLED]):
        if word.lower() in own:
            return 1
        if word.lower() in other:
            return -1
    return 0


def _thing(turns: Sequence[Answer]) -> str:
    for turn in reversed(turns):
        named = names(turn.question)
        if named:
            return re.sub(r"['’]s$", "", named[0])
        found = re.search(
            r"\b(?:the|a|an)\s+((?:[\w-]+\s+){0,2}?[\w-]+?)(?=\s+(?:is|was|are|were|do|does|did|has|have|"
            r"in|on|at|of|for|to|from|be|by|with|that|last|run|made|open|begin|end)\b|[?,.]|$)",
            turn.question,
            re.IGNORECASE,
        )
        if found:
            return f"the {found[1]}"
        terms = [word for word in words(turn.question) if len(word) > 4 and word.lower() not in _ASKING]
        if terms:
            return terms[-1]
    return ""


def _stated(turn: Answer) -> list[str]:
    if not turn.grounded:
        return []
    return [re.sub(r"\s*\[\d+\]", "", turn.answer)]


def _exchanged(before: str, wanted: str) -> str:
    """The question before, asked of something else: a name for a name, a number for a number."""
    if re.fullmatch(r"(?:in\s+)?\d[\d,.]*", wanted) and re.search(r"\d[\d,.]*", before):
        number = re.search(r"\d[\d,.]*", wanted)
        return re.sub(r"\d[\d,.]*(?!.*\d)", number[0] if number else wanted, before, count=1)
    old = names(before)
    if old and wanted[:1].isupper():
        return before.replace(old[-1], wanted.rstrip("?"), 1)
    return f"{before.rstrip('?')} — {wanted}?"

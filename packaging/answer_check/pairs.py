"""The questions of the training texts, each with sentences that answer it and sentences that do not."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
_SMALL = frozenset(
    """a an the of in on at to for and or is was were are be been it its he she they his her their by with from as that
    this which who what when where how why did does do has have had not no one many much long old there more
    than""".split()
)
_LEANS = re.compile(r"(It|He|She|They|This|That|Its|His|Her|These|Those|But|And|So|There)\b")
MISSES = 2
"""Sentences that each near miss is asked of."""
SHORTEST = 25
"""Characters of a sentence whose answer was cut out, at least."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and a passage, and where in the passage the answer stands; `None` where it holds none."""

    text: int
    question: str
    passage: str
    answer: tuple[int, int] | None
    kind: str
    """`answer`, `miss` (a near miss), `other` (a sentence beside the answer), `cut` (its answer was taken out)."""


@dataclass(frozen=True, slots=True)
class Text:
    title: str
    sentences: tuple[str, ...]
    asked: tuple[tuple[str, str], ...]
    """Questions, each with its answer; empty where the text has none."""


def texts() -> Iterator[Text]:
    for path in sorted(HERE.glob("*.txt")):
        for part in re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            title, *lines = part.strip().split("\n")
            asked = [line for line in lines if re.match(r"[+~-] ", line)]
            body = " ".join(line.strip() for line in lines if line.strip() and line not in asked)
            cut = (line[2:].partition(" | ") for line in asked)
            yield Text(
                title,
                tuple(re.split(r"(?<=[.!?])\s+(?=[A-Z])", body)),
                tuple((question.strip(), answer.strip()) for question, _, answer in cut),
            )


def pairs(all_texts: Iterable[Text], chance: random.Random) -> Iterator[Pair]:
    """Pairs of all questions; of `cut`, `other` and `miss` together more than of `answer`."""
    for number, text in enumerate(all_texts):
        for question, answer in text.asked:
            wanted = _stems(question)
            weights = [-len(wanted & _stems(each)) - chance.random() * 0.9 for each in text.sentences]
            order = sorted(range(len(weights)), key=weights.__getitem__)
            if not answer:
                for place in order[:MISSES]:
                    yield Pair(number, question, _passage(text, place, chance.random()), None, "miss")
                continue
            (place,) = (i for i, each in enumerate(text.sentences) if answer.lower() in each.lower())
            for draw in (chance.uniform(0, 0.5), chance.uniform(0.5, 0.8)):
                passage = _passage(text, place, draw)
                at = passage.lower().rfind(answer.lower())
                yield Pair(number, question, passage, (at, at + len(answer)), "answer")
            for other in [each for each in order if each != place][:2]:
                passage = _passage(text, other, chance.random())
                if answer.lower() not in passage.lower():
                    yield Pair(number, question, passage, None, "other")
            own = text.sentences[place]
            at = own.lower().find(answer.lower())
            rest = f"{own[:at]}{own[at + len(answer) :]}".replace("  ", " ").strip(" ,;")
            if len(rest) > SHORTEST:
                yield Pair(number, question, f"{text.title}: {rest}" if chance.random() < 0.5 else rest, None, "cut")


def _passage(text: Text, place: int, draw: float) -> str:
    """A sentence as a notebook's writer reads it: alone, behind the one before, with its heading, or both."""
    said = text.sentences[place]
    if place and (draw < 0.25 or (draw < 0.7 and _LEANS.match(said))):
        said = f"{text.sentences[place - 1]} {said}"
    return f"{text.title}: {said}" if 0.2 < draw < 0.5 or draw > 0.8 else said


def _stems(said: str) -> set[str]:
    found = (
        re.sub(r"(ing|ed|es|s|e)$", "", word) for word in re.findall(r"[a-z0-9]+", said.lower()) if word not in _SMALL
    )
    return set(found)

"""The questions of the training texts, each with passages that answer it and passages that do not."""

from __future__ import annotations

import random
import re
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
_SMALL = frozenset(
    """a an the of in on at to for and or is was were are be been it its he she they his her their by with from as that
    this which who what when where how why did does do has have had not no one many much long old there more
    than""".split()
)
_LEANS = re.compile(r"(It|He|She|They|This|That|Its|His|Her|These|Those|But|And|So|There)\b")
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[\"“‘(]?[A-Z0-9])")
SHORTEST = 25
"""Characters of a sentence whose answer was cut out, at least."""
SHORT, LONG = 220, 760
"""Characters of the passages of several sentences; a notebook's chunks have some 500."""
AGAIN = 0.5
"""Part of the questions that are asked of a second chunk with the same answer, or of a second near one."""
LEFT_OUT = 9
"""One of so many texts and documents is left out of training, by lot."""
TITLED = 0.7
"""Part of the passages that begin with their text's title: so many chunks stand under a heading."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and a passage, and where in the passage the answer stands; `None` where it holds none."""

    text: int
    question: str
    passage: str
    answer: tuple[int, int] | None
    kind: str
    """`answer`, `miss` (a near miss), `other` (what stands beside the answer), `cut` (its answer was taken out),
    `strange` (a passage of another text); of a whole chunk with `chunk ` before it."""
    unsure: tuple[int, int] | None = None
    """Round the answer: how much of it is the answer too isn't known."""


@dataclass(frozen=True, slots=True)
class Text:
    file: str
    title: str
    sentences: tuple[str, ...]
    asked: tuple[tuple[str, str], ...]
    """Questions, each with its answer; empty where the text has none."""


def left_out(title: str) -> bool:
    """Whether nothing is learned from a text or document of this title: it is what the reader is judged by."""
    return zlib.crc32(title.encode()) % LEFT_OUT == 0


def texts() -> Iterator[Text]:
    for path in sorted(HERE.glob("*.txt")):
        for part in re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            title, *lines = part.strip().split("\n")
            asked = [line for line in lines if re.match(r"[+~-] ", line)]
            body = " ".join(line.strip() for line in lines if line.strip() and line not in asked)
            cut = (line[2:].partition(" | ") for line in asked)
            yield Text(
                path.name,
                title,
                tuple(_SENTENCES.split(body)),
                tuple((question.strip(), answer.strip()) for question, _, answer in cut),
            )


def pairs(all_texts: Sequence[Text], chance: random.Random) -> Iterator[Pair]:
    """Pairs of all questions: whole chunks, as they are found, and single sentences, as they are told."""
    likest = _likest(all_texts)
    for number, text in enumerate(all_texts):
        for question, answer in text.asked:
            places = _places(text, answer) if answer else ()
            if answer and not places:
                raise ValueError(f"{text.title}: {answer!r} is not in the text")
            order = _order(question, text.sentences, chance)
            if not answer:
                for place in order[: 1 + (chance.random() < AGAIN)]:
                    yield _asked(number, question, _chunk(text, (place,), chance), "", "chunk miss", chance)
                yield Pair(number, question, _sentence(text, order[0], chance.random()), None, "miss")
                continue
            for _ in range(1 + (chance.random() < AGAIN)):
                yield _asked(number, question, _chunk(text, places, chance), answer, "chunk answer", chance)
            yield from _without(number, text, question, answer, places, chance)
            if chance.random() < 0.4:
                strange = all_texts[likest[number]]
                place = _order(question, strange.sentences, chance)[0]
                yield _asked(number, question, _chunk(strange, (place,), chance), "", "chunk strange", chance)
            if len(places) == 1:
                yield from _of_sentences(number, text, question, answer, places[0], order, chance)


def _of_sentences(
    number: int, text: Text, question: str, answer: str, place: int, order: Sequence[int], chance: random.Random
) -> Iterator[Pair]:
    """The sentence that answers, one beside it, and itself without the answer."""
    passage = _sentence(text, place, chance.random())
    at = passage.lower().rfind(answer.lower())
    yield Pair(number, question, passage, (at, at + len(answer)), "answer")
    for other in [each for each in order if each != place][:1]:
        passage = _sentence(text, other, chance.random())
        if answer.lower() not in passage.lower():
            yield Pair(number, question, passage, None, "other")
    own = text.sentences[place]
    at = own.lower().find(answer.lower())
    rest = f"{own[:at]}{own[at + len(answer) :]}".replace("  ", " ").strip(" ,;")
    if len(rest) > SHORTEST and chance.random() < 0.5:
        yield Pair(number, question, f"{text.title}: {rest}" if chance.random() < 0.5 else rest, None, "cut")


def _without(
    number: int, text: Text, question: str, answer: str, places: Sequence[int], chance: random.Random
) -> Iterator[Pair]:
    """A chunk of the same text from which the sentences with the answer were taken."""
    left = [each for place, each in enumerate(text.sentences) if place not in places]
    if len(left) < 2 or answer.lower() in " ".join(left).lower():
        return
    rest = Text(text.file, text.title, tuple(left), ())
    beside = min(places[0], len(left) - 1)
    yield _asked(number, question, _chunk(rest, (beside,), chance), "", "chunk cut", chance)


def _asked(number: int, question: str, chunk: tuple[str, str], answer: str, kind: str, chance: random.Random) -> Pair:
    title, passage = chunk
    at = passage.lower().find(answer.lower()) if answer else -1
    if chance.random() < TITLED:
        passage, at = f"{title}: {passage}", at + len(title) + 2
    return Pair(number, question, passage, (at, at + len(answer)) if answer else None, kind)


def _chunk(text: Text, places: Sequence[int], chance: random.Random) -> tuple[str, str]:
    """The title and sentences in a row that hold `places`, of a length drawn by lot."""
    first, last = places[0], places[-1]
    wanted = chance.uniform(SHORT, LONG)
    while sum(map(len, text.sentences[first : last + 1])) < wanted and (first > 0 or last + 1 < len(text.sentences)):
        if last + 1 == len(text.sentences) or (first > 0 and chance.random() < 0.5):
            first -= 1
        else:
            last += 1
    return text.title, " ".join(text.sentences[first : last + 1])


def _places(text: Text, answer: str) -> tuple[int, ...]:
    """The sentences an answer stands in: mostly one, and those it runs over."""
    for count in (1, 2, 3):
        for first in range(len(text.sentences) - count + 1):
            if answer.lower() in " ".join(text.sentences[first : first + count]).lower():
                return tuple(range(first, first + count))
    return ()


def _order(question: str, sentences: Sequence[str], chance: random.Random) -> list[int]:
    """The places of sentences, those with the most of the question's words first."""
    wanted = _stems(question)
    weights = [-len(wanted & _stems(each)) - chance.random() * 0.9 for each in sentences]
    return sorted(range(len(weights)), key=weights.__getitem__)


def _likest(all_texts: Sequence[Text]) -> list[int]:
    """For each text the other one that shares the most rare words with it."""
    stems = [_stems(f"{text.title} {' '.join(text.sentences)}") for text in all_texts]
    counts = Counter(each for own in stems for each in own)
    out = []
    for place, own in enumerate(stems):
        shared = [sum(1 / counts[each] for each in own & other) for other in stems]
        shared[place] = -1.0
        out.append(max(range(len(shared)), key=shared.__getitem__))
    return out


def _sentence(text: Text, place: int, draw: float) -> str:
    """A sentence as a notebook's writer reads it: alone, behind the one before, with its heading, or both."""
    said = text.sentences[place]
    if place and (draw < 0.25 or (draw < 0.7 and _LEANS.match(said))):
        said = f"{text.sentences[place - 1]} {said}"
    return f"{text.title}: {said}" if 0.2 < draw < 0.5 or draw > 0.8 else said


def _stems(said: str) -> set[str]:
    return stems_of(said, but=_SMALL)


def stems_of(said: str, *, but: Collection[str] = ()) -> set[str]:
    """The words of a text without their endings."""
    return {re.sub(r"(ing|ed|es|s|e)$", "", word) for word in re.findall(r"[a-z0-9]+", said.lower()) if word not in but}

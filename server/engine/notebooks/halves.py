"""The answers to several questions in one, put one after another; what is not answered is said to be."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from server.domain.notebooks import Answer, AnswerCitation
from server.engine.notebooks.stating import MAX_ANSWER
from server.engine.notebooks.terms import names, stem, words

_MARKER = re.compile(r"\[(\d+)\]")
_LEANS = re.compile(
    r"^which\s+(?:one|is|are|was|were|has|costs?)\b|\b(?:it|its|they|them|their|he|his|him|she|her)\b|\bthe two\b"
    r"|\bof (?:these|those)\b",
    re.IGNORECASE,
)
_SAME = re.compile(r"\bthe same (?P<kind>name|place|town|year)\b", re.IGNORECASE)
_UNANSWERED: Mapping[str, str] = {
    "en": "To “{question}” the sources give no answer.",
    "de": "Auf „{question}“ geben die Quellen keine Antwort.",
    "fr": "À « {question} », les sources ne donnent pas de réponse.",
    "es": "A «{question}» las fuentes no dan respuesta.",
    "it": "A «{question}» le fonti non danno risposta.",
    "pt": "A «{question}» as fontes não dão resposta.",
}


def leans(question: str) -> bool:
    """Whether a question may mean something that the one before it in the same sentence names."""
    return _LEANS.search(question) is not None


def carried(question: str, before: Answer) -> str:
    """A second question with what the first one found for it: "and which school has the same name?"."""
    same = _SAME.search(question)
    if same is None or not before.grounded:
        return question
    known = {stem(word) for word in words(before.question)}
    told = _MARKER.sub("", before.answer)
    fresh = [name for name in names(told, first_too=True) if not {stem(word) for word in words(name)} <= known]
    fresh = [re.sub(r"^(?:The|A|An)\s+", "", name) for name in fresh]
    return _SAME.sub(f"the {same['kind']} {fresh[0]}", question) if fresh else question


def together(answers: Sequence[tuple[str, Answer]], language: str) -> tuple[str, dict[str, AnswerCitation]]:
    """The answers to the questions in their order, with markers that go on from one to the next.

    Args:
        answers: each question with what the sources say to it; of an ungrounded one it is said that they do not.
        language: of the sentence that says so.
    """
    lacks = _UNANSWERED.get(language, _UNANSWERED["en"])
    sources = {citation.source_id for _, each in answers for citation in list(each.citations.values())[:1]}
    citations: dict[str, AnswerCitation] = {}
    parts: list[str] = []
    spared = sum(len(lacks) + len(question) for question, each in answers if not each.grounded)
    room = (MAX_ANSWER - spared) // max(1, sum(each.grounded for _, each in answers)) - 1
    for question, each in answers:
        if not each.grounded:
            parts.append(lacks.format(question=question))
            continue
        own = {marker: each.citations[marker] for marker in _MARKER.findall(each.answer) if marker in each.citations}
        if own and all(any(_within(one, other) for other in citations.values()) for one in own.values()):
            # Its words stand in what was told.
            continue
        titles = {one.source[:120] for one in own.values()}
        title = titles.pop() if len(titles) == 1 and len(sources) > 1 else ""
        lead = "" if not title or each.answer.startswith(title) else f"{title}: "
        told, own = _beyond(each.answer, own, citations.values())
        text = _shortened(told, room - len(lead))
        fresh: dict[str, str] = {}
        for marker in dict.fromkeys(_MARKER.findall(text)):
            if marker in own:
                fresh[marker] = str(len(citations) + 1)
                citations[fresh[marker]] = own[marker]
        parts.append(lead + _MARKER.sub(lambda match, to=fresh: f"[{to.get(match[1], match[1])}]", text))  # type: ignore[misc]
    return " ".join(parts), citations


def _shortened(text: str, room: int) -> str:
    """The passages of an answer that fit: the first, and others while there is room for them."""
    ends = [match.end() for match in _MARKER.finditer(text) if text[match.end() : match.end() + 1] != "["]
    fitting = [end for end in ends if end <= room]
    if fitting or not ends:
        return text[: fitting[-1]] if fitting else text[:room]
    first = text[: ends[0]]
    if len(first) <= room:
        return first
    marks = re.search(r"(?:\[\d+\])+$", first)
    return f"{first[: room - 8].rsplit(' ', 1)[0]} … {marks[0] if marks else ''}".rstrip()


def _beyond(
    text: str, own: Mapping[str, AnswerCitation], before: Collection[AnswerCitation]
) -> tuple[str, dict[str, AnswerCitation]]:
    """An answer without the words that a passage told before ends with, where one of its own begins among them."""
    kept: dict[str, AnswerCitation] = {}
    for marker, one in own.items():
        kept[marker] = one
        for other in before:
            again = one.text[: max(0, other.end - one.start)]
            goes_on = other.source_id == one.source_id and other.start <= one.start < other.end < one.end
            if goes_on and len(one.text) == one.end - one.start and again in text:
                text = text.replace(again, "", 1).strip()
                rest = one.text[len(again) :]
                left = rest.lstrip()
                kept[marker] = replace(one, text=left, start=other.end + len(rest) - len(left))
                break
    return text, kept


def _within(one: AnswerCitation, other: AnswerCitation) -> bool:
    return one.source_id == other.source_id and other.start <= one.start and one.end <= other.end

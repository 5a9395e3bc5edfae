"""Several questions in one sentence, cut where the next begins: "When was it built, and who pays?", in six languages.

A cut is made before a question word only, or after a comma before a verb that asks. What is told in the first ("Does it
say when it opens and how it closes?") is no question of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from server.engine.notebooks.gapping import gapped, name_of
from server.engine.notebooks.terms import content, names, words

MOST = 3
"""Questions that one is cut into, at most."""
LEAST_WORDS = 4
"""Words of a question that is asked by itself."""
_BY = (
    r"(?:(?:on|in|into|at|to|from|by|for|of|with|without|within|under|above|over|below|until|since|after|before|during"
    r"|through|between|against|towards?|behind|beyond|across|along|about|around|near|via|up to|down to|out of"
    r"|because of|as of)\s+)?"
)
_AUXILIARY = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|shall|should|will|would)"
_WORD = r"(?:which|what|who|whom|whose|when|where|why|how)"
_BEGINS = re.compile(rf"^(?:{_BY}{_WORD}|{_AUXILIARY})\b", re.IGNORECASE)
_CUT = re.compile(
    rf"(?:,?\s+and(?:\s+also|\s+then)?\s+|,\s+but\s+|;\s+(?:and\s+)?|\?\s+(?:(?:and|but|so)\s+)?)(?={_BY}{_WORD}\b)"
    rf"|(?:,\s+and\s+|,\s+but\s+|;\s+(?:and\s+)?|\?\s+(?:(?:and|but|so)\s+)?)(?={_AUXILIARY}\b)"
    rf"|,\s+(?=(?:how|why|what|when|where)\s+(?:[a-z]+\s+)?{_AUXILIARY}\b)",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\b(?:says?|said|tells?|told|knows?|explains?|describes?|shows?|decides?|decided|mentions?|states?|reports?|learn"
    rf"|depends? on|find out|found out)\b[^,;?]*\b{_WORD}\b",
    re.IGNORECASE,
)
_ASKS_ITSELF = re.compile(
    rf"^{_BY}(?:{_WORD}|how (?!(?:the|an?|it|he|she|they|we|you|this|that)\b)[a-z]+"
    rf"|(?:which|what|how many|how much) (?:[a-z-]+ ){{0,2}}[a-z-]+)\s+{_AUXILIARY}\b",
    re.IGNORECASE,
)
_OF_THE_FIRST = re.compile(
    rf"^(?:by\s+(?:how|what)\b|{_AUXILIARY}\b[^?]*\b(?:agree|differ|disagree|say the same|contradict|vary|in agreement"
    r"|at one)\b)",
    re.IGNORECASE,
)
"""What is asked of the answers to the question before: "and by how much?", "and do the papers agree?"."""


@dataclass(frozen=True, slots=True)
class _Language:
    """How questions of a language begin, what joins two of them, and the articles that a thing stands with."""

    begins: re.Pattern[str]
    cut: re.Pattern[str]
    articles: re.Pattern[str]
    leans: re.Pattern[str]


def _language(joins: str, by: str, asks: str, articles: str, leans: str) -> _Language:
    begins = rf"¿?(?:(?:{by})\s+)?(?:{asks})"
    return _Language(
        re.compile(rf"^{begins}(?![\w])", re.IGNORECASE),
        re.compile(rf"(?:,?\s+{joins}\s+|\?\s+(?:{joins}\s+)?)(?={begins}(?!\w))", re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{articles})(?!\w)|l['’]\w", re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{leans})(?!\w)", re.IGNORECASE),
    )


_OTHERS = (
    _language(
        "und",
        "in|bis|seit|ab|von|mit|auf|zu|an|bei|um|für|nach|aus|gegen|unter|über|vor|durch",
        r"wer|wen|wem|wessen|was|wann|wo|wohin|woher|wie|warum|wieso|weshalb|wozu|womit|welche[rsnm]?|wieviele?",
        "de[rsnm]|die|das|ein|eine[rsnm]?|im|am|zum|zur|beim",
        "er|es|sie|ihn|ihm|ihr|dort|dessen|deren",
    ),
    _language(
        "et",
        "à|de|en|depuis|pour|avec|par|dans|sur|jusqu['’]à|chez|sous|contre",
        r"qui|qu['’]est-ce qu(?:i|e)|quoi|quel(?:le)?s?|quand|où|comment|combien|pourquoi",
        "le|la|les|un|une|des|du|au|aux",
        r"(?:\w+-(?:t-)?)?(?:il|elle|ils|elles)|celui-ci|celle-ci",
    ),
    _language(
        "y",
        "a|de|en|desde|hasta|por|para|con|sobre|contra",
        r"quién(?:es)?|qué|cuál(?:es)?|cuándo|dónde|adónde|cómo|cuánt[oa]s?",
        "el|la|los|las|un|una|del|al",
        "él|ella|ellos|ellas|éste|ésta",
    ),
    _language(
        "e",
        "a|di|da|in|con|su|per|tra|fra|fino a",
        r"chi|che cosa|cosa|che|quale|quali|quando|dove|come|quant[oaie]|perché",
        "il|lo|la|i|gli|le|un|uno|una|del|della|dei|al|alla|nel|nella",
        "lui|lei|loro|esso|essa",
    ),
    _language(
        "e",
        "a|de|em|desde|até|por|para|com|sobre|contra",
        r"quem|o que|que|qual|quais|quando|onde|aonde|como|quant[oa]s?|por que|porque",
        "o|a|os|as|um|uma|do|da|no|na|dos|das|ao|à",
        "ele|ela|eles|elas",
    ),
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A question that stands alone, and the name it asks for where it took its words from the one before."""

    thing: str
    question: str


def clauses_of(question: str) -> tuple[Clause, ...]:
    """The questions that one asks, in their order, each with its question mark; none where it asks one only."""
    text = question.rstrip("? ")
    if _BEGINS.match(text):
        pieces = _cut(text)
        if len(pieces) > 1:
            return _filled(pieces)
    for language in _OTHERS:
        if language.begins.match(text):
            pieces = _cut_elsewhere(text, language)
            if len(pieces) > 1:
                opens = "¿" if text.startswith("¿") else ""
                return tuple(Clause("", f"{opens}{_sentence(each.lstrip('¿'))}") for each in pieces)
    return ()


def _cut(text: str) -> list[str]:
    """The pieces of an English question, the later ones as they stand."""
    pieces: list[str] = []
    start = 0
    for match in _CUT.finditer(text):
        before, after = text[start : match.start()], text[match.end() :]
        if len(pieces) + 2 > MOST:
            break
        if not content(before) or len(words(before)) < LEAST_WORDS or _OF_THE_FIRST.match(after):
            continue
        if _TELLS.search(before) and not _ASKS_ITSELF.match(after):
            continue
        following = _CUT.search(after)
        next_one = after[: following.start()] if following else after
        whole = gapped(before.rstrip("?"), next_one)
        if whole == next_one and len(words(next_one)) < LEAST_WORDS:
            continue
        if whole == next_one and not content(next_one):
            continue
        pieces.append(before)
        start = match.end()
    return [*pieces, text[start:]]


def _filled(pieces: list[str]) -> tuple[Clause, ...]:
    """The pieces with what each leaves to the one before."""
    first = pieces[0].rstrip("?")
    out = [Clause("", _sentence(first))]
    before = first
    for piece in pieces[1:]:
        bare = piece.rstrip("? ")
        whole = gapped(before, bare)
        if whole != bare and not out[0].thing:
            out[0] = Clause(name_of(first), out[0].question)
        out.append(Clause(name_of(whole) if whole != bare else "", _sentence(whole)))
        before = whole
    return tuple(out)


def _cut_elsewhere(text: str, language: _Language) -> list[str]:
    for match in language.cut.finditer(text):
        before, after = text[: match.start()].rstrip("? "), text[match.end() :]
        stands = language.articles.search(after) or names(after)
        if (
            len(content(before)) > 1
            and len(words(after)) >= LEAST_WORDS
            and stands
            and not language.leans.search(after)
        ):
            return [before, after]
    return [text]


def _sentence(question: str) -> str:
    return f"{question[:1].upper()}{question[1:]}?"

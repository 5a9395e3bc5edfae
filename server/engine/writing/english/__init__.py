"""The built-in writer's English."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from server.domain.sources import Source
from server.engine.writing.english import cues, figures, grammar, parser, telling
from server.engine.writing.english.phrases import PHRASES
from server.engine.writing.english.reading import Reader, terms_of
from server.engine.writing.english.splitting import split
from server.engine.writing.languages import Phrases, Reading

_PRONOUN = re.compile(
    r"^(?:And |But |So |Yet |Then |Because of that,? )?(It|He|She|They|Both|Neither|His|Her|Their|Its|Him|Them|"
    r"(?:This|That|These|Those)(?= (?:is|are|was|were|has|have|had|will|would|can|could|may|might|means?|meant|led|leads|makes?|"  # noqa: E501
    r"made|takes?|took|gives?|gave|did|does|do|goes|went|brought|comes?|came|upsets?|\w+ed)\b))\b(?! is why\b)",
    re.IGNORECASE,
)
_NO_REFERENCE = re.compile(
    r"^(?:And |But |So )?It(?:'s| is| was|'ll| will| has| had| would| takes| took)? .{0,60}\b(?:that|to(?! \w+[,.;])|who|whether|since)\b",  # noqa: E501
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"(?i)\b(great question|good question|fascinating|amazing|incredible|delve|wow|absolutely|exactly!)\b"
)
_FURNITURE = re.compile(
    r"(?i)https?://|www\.|\b(see (figure|table|fig\.|section|chapter|page)|click|cookies?|subscribe|sign up(?! (?:by|before|until|at|on|in)\b))\b|[#*_]{2,}|\|"  # noqa: E501
)


_POINTING = re.compile(
    r"(?i)\b(it|its|he|his|she|her|they|their|them|this|that|these|those|such|one|ones|we|our|us|i|my|both|the other|the others|"  # noqa: E501
    r"so|then|there|here|the two|the three|half of)\b|^(the|since|between|in|by|from|if|when|as|after|before|without)\b|\bof the \w+ "  # noqa: E501
    r"(had|have|were|are)\b"
)
_ARTICLES = frozenset(
    [
        "The",
        "A",
        "An",
        "In",
        "On",
        "At",
        "By",
        "For",
        "From",
        "It",
        "He",
        "She",
        "They",
        "This",
        "That",
        "These",
        "Those",
        "With",
        "Since",
        "Between",
        "After",
        "Its",
        "His",
        "Her",
        "Their",
        "Some",
        "About",
        "When",
        "As",
        "If",
        "During",
        "Under",
        "Over",
        "Most",
        "Many",
        "One",
        "Two",
        "Three",
        "Four",
        "Five",
        "There",
        "To",
        "Of",
        "No",
        "Not",
    ]
)
_UNLED = frozenset(["And", "But", "So", "Yet", "Then", "Because", "Or", "Nor", "However", "Still", "That's"])


class English:
    """English for the built-in writer: read with spaCy, ranked and checked as every language is."""

    code = "en"
    phrases: Phrases = PHRASES

    def __init__(self) -> None:
        self._read: Mapping[str, Any] = {}
        """Parses of the sentences that were read last."""

    @cached_property
    def _nlp(self) -> Any:
        return parser.load()

    def read(self, sources: tuple[Source, ...]) -> Reading:
        """The sentences and sections of the sources, in their order."""
        reader = Reader(self._nlp)
        reading = reader.read(sources)
        self._read = reader.parses
        return reading

    def unsupported(self, text: str, *, passages: Sequence[str]) -> list[str]:
        """Numbers and names of a line that its passages do not carry."""
        return figures.unsupported(telling.plain_quotes(text), passages=[telling.plain_quotes(p) for p in passages])

    def opening_pronoun(self, text: str) -> str:
        """The pronoun or demonstrative that a line starts with, or nothing."""
        found = _PRONOUN.match(text)
        if found and found[1].lower() == "it" and _NO_REFERENCE.match(text):
            return ""
        return found[1].lower() if found else ""

    def broken(self, text: str) -> list[str]:
        """What is wrong with a line as a piece of English."""
        out = []
        bare = text.strip()
        if not bare or not (bare[0].isupper() or bare[0].isdigit() or bare[0] in "\"'£$€"):
            out.append("starts small")
        if not re.search(r"[.?!…][\"')]*$", bare):
            out.append("has no end")
        if re.search(r"\s[,.;:?!](\s|$)|,,|,\.|\.\.(?!\.)", bare):
            out.append("stray mark")
        doubled = re.search(r"\b(\w+) \1\b", bare, re.IGNORECASE)
        if (
            doubled
            and doubled[1].lower() not in {"that", "had", "very", "on", "in", "long"}
            and not doubled[1].isdigit()
        ):
            out.append(f"doubled word {doubled[1]!r}")
        if bare.count('"') % 2 or bare.count("(") != bare.count(")"):
            out.append("unbalanced quotation or bracket")
        if re.search(r"\b(which|who|that|and|or|but|the|a|an|of|to)[.?!]$", bare) and not re.search(
            r"\b(like|for|of|about|said|than|with|in|just|at|do|not|after|before) that[.?!]$|\bon to\.", bare
        ):
            out.append("dangling end")
        if _PRAISE.search(bare):
            out.append("praise")
        if _FURNITURE.search(bare):
            out.append("page furniture")
        return out

    def numerals(self, text: str) -> frozenset[str]:
        """The numbers of a text as plain digits."""
        return figures.numerals(text)

    def terms(self, text: str) -> frozenset[str]:
        """The content words of a text, by their lemma."""
        return terms_of(self._nlp(text, disable=["parser", "ner"]))

    def subject_of(self, text: str) -> tuple[int, int]:
        """Where the noun phrase that a clause is about stands in it; (0, 0) where none can be told."""
        doc = self._nlp(text)
        sent = next(iter(doc.sents), None)
        subject = grammar.subject_of(sent.root) if sent is not None else None
        if subject is None or subject.pos_ not in {"NOUN", "PROPN"}:
            return 0, 0
        own = [t for t in subject.subtree if t.i <= subject.i or not grammar.beyond(t, subject)]
        while own and own[-1].is_punct:
            own.pop()
        return own[0].idx, own[-1].idx + len(own[-1])

    def self_contained(self, text: str) -> bool:
        """Whether nothing in a sentence points outside it."""
        return not _POINTING.search(text)

    def strikes(self, text: str) -> bool:
        """Whether a sentence can open an episode: an extreme or a turn, and nothing in it that points outside."""
        return bool(cues.STRIKING.search(text)) and not _POINTING.search(text)

    def led_in(self, text: str, words: str) -> str:
        """A line with an opener before it, or nothing where it can't take one."""
        first = text.split(maxsplit=1)[0] if text.split() else ""
        if not first[:1].isalpha() or text.endswith("?") or first in _UNLED:
            return ""
        small = telling.lower_start(text) if first in _ARTICLES else text
        if small == text and first not in figures.names(f"x {text}"):
            return ""
        return f"{words} {small}"

    def sentences_of(self, text: str) -> list[str]:
        """A line split into its sentences."""
        return [text[a:b] for a, b in split(text)]

    def parsed(self, texts: Sequence[str]) -> list[Any]:
        """The spaCy parses of lines, in their order."""
        known = self._read
        fresh = [t for t in dict.fromkeys(texts) if t not in known]
        made = dict(zip(fresh, self._nlp.pipe(fresh, batch_size=64), strict=True))
        return [known[t] if t in known else made[t] for t in texts]

    @cached_property
    def nouns(self) -> frozenset[str]:
        """The common nouns of English that the lemmatizer's word list has, small."""
        lookups = self._nlp.get_pipe("lemmatizer").lookups
        table = lookups.get_table("lemma_index") if lookups.has_table("lemma_index") else {}
        return frozenset(table.get("noun", ()))

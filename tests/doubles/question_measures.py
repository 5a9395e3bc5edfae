"""Measures of FAQs, study guides and quizzes: facts kept, passages verbatim, questions that can be printed."""

from __future__ import annotations

import re
from pathlib import Path

from plain_sources import TEXTS, source_of
from script_measures import facts_of, kept

from server.domain.documents import Document, Faq
from server.domain.sources import Source

MORE_TEXTS = TEXTS.parent / "more_texts"
FURTHER = ("orchard", "rowing_rules", "tunnel_news", "glaze_guide", "moulin_fr", "funivia_it")
"""Texts of other kinds that no rule was made for."""


def language_of(name: str) -> str:
    """The language of a text by its file name."""
    found = re.search(r"_(de|fr|es|it|pt)(?:\.|$)", name)
    return found[1] if found else "en"


def further(name: str) -> Source:
    """One of the further texts."""
    return _read(MORE_TEXTS / f"{name}.md")


def development(name: str) -> Source:
    """One of the development texts, in its own language."""
    return _read(TEXTS / name)


def _read(path: Path) -> Source:
    return source_of(path.read_text(encoding="utf-8"), id=path.stem, title=path.stem, language=language_of(path.name))


def facts_kept(faq: Faq, name: str, *, folder: Path = TEXTS) -> tuple[int, int]:
    """Weight of a text's facts that the entries keep, and of all."""
    lines = [f"{entry.question} {' '.join(s.text for s in entry.answer)}" for entry in faq.entries]
    facts = facts_of(name, folder=folder)
    return sum(f.weight for f in facts if kept(lines, f)), sum(f.weight for f in facts)


def unfaithful(document: Document, sources: tuple[Source, ...]) -> list[str]:
    """Statements without passages, or with passages that aren't their source's own words."""
    texts = {s.id: s.text for s in sources}
    return [
        s.text
        for s in document.statements
        if not s.passages or any(texts[p.source_id][p.start : p.end] != p.text for p in s.passages)
    ]


def unprintable(question: str) -> list[str]:
    """What an editor would strike in a question, by its form."""
    out = []
    if not question.rstrip().endswith("?"):
        out.append("no question mark")
    if not (question[0].isupper() or question[0] in '¿«"'):
        out.append("starts small")
    if re.search(r"(?<!['’\w])(?:he|she|him|they|them|theirs)\b", question) and not re.search(r"\bor she\b", question):
        out.append("a pronoun")
    if re.search(
        r"\b(?:did|does|is|was|are|were|do) (?:The|A|An|This|In|On)\b|\s[,.?]|\?\?|,\?", question.replace(" ?", "?")
    ):
        out.append("case or marks")
    if not 3 <= len(question.split()) <= 60:
        out.append("length")
    return out

"""What a source is about, and questions that a notebook answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from pathlib import Path

from server.domain.sources import BlockKind, Source
from server.engine.notebooks.chunks import Chunk, Unit, chunks_of
from server.engine.notebooks.files import sources_of
from server.engine.notebooks.judging import LEANS
from server.engine.notebooks.terms import SMALL, content, has_number, names, words
from server.engine.writing.ranking import lexrank
from server.engine.writing.vectors import term_vectors

SENTENCES = 4
TERMS = 12
MOST_SENTENCES = 600
MOST_CHUNKS = 250
"""Chunks in which a question's answer looks for them: the first ones of a source, shared among several."""
FEWEST_WORDS, MOST_WORDS = 6, 45
CENTRAL = 1.5
"""Points of a central sentence at most; the mean one has 1."""
EARLY, OPENS, TITLED, NAMED, COUNTED = 1.6, 0.4, 0.5, 0.3, 0.3
"""Points of the first sentence (of the third half as many), of one that opens a chunk, for each of two words of the
title, for a name and for a figure."""
OF_ITSELF = 1.5
"""Points of a sentence that says what the text itself is about."""
_OF_ITSELF = re.compile(
    r"(?:In )?(?:this|the present) (?:chapter|document|report|leaflet|guide|article|paper|manual|handbook|study|section"
    r"|text|essay|booklet|page|agreement|policy|notice|newsletter|interview|episode|lecture)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"[.!…][\"”’»)]*$")
_ASIDE = re.compile(r"\b(?:I|I'm|I've|me|nobody|would have|might have|of course|perhaps|you)\b|^[^.]{0,24}:")
SUGGESTED = 6
_TOLD = (BlockKind.PARAGRAPH, BlockKind.SPEECH, BlockKind.QUOTATION)


def overview(source: Source) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The source's most central sentences in reading order, and its key terms, most frequent first."""
    told = tuple(source.text[unit.start : unit.end].strip() for _, unit in central(chunks_of(source), source.title))
    return told, _terms(source)


def central(chunks: Sequence[Chunk], title: str, many: int = SENTENCES) -> list[tuple[int, Unit]]:
    """The sentences that tell best what a source is about, in reading order, each with its chunk's place.

    Central ones (LexRank) count, and those that stand early, open a paragraph, tell of the title or have names and
    figures. A question, an aside, and what leans on the sentence before or can't stand alone, is told only where
    nothing else is there.
    """
    units = [(place, unit) for place, chunk in enumerate(chunks) for unit in chunk.units if unit.kind in _TOLD]
    units = units[:MOST_SENTENCES]
    said = [chunks[place].said(unit.start, unit.end).strip() for place, unit in units]
    fit = [i for i, one in enumerate(said) if FEWEST_WORDS <= len(one.split()) <= MOST_WORDS and _WHOLE.search(one)]
    own = [i for i in fit if said[i].count('"') % 2 == 0 and (_OF_ITSELF.match(said[i]) or not LEANS.match(said[i]))]
    fit = own or fit
    plain = [i for i in fit if not _ASIDE.search(said[i])]
    fit = plain if len(plain) > 1 else fit
    if not fit:
        return units[:many]
    ranks = lexrank(term_vectors([frozenset(content(said[i])) for i in fit]))
    about = set(content(title))
    opens = {chunk.units[0].start for chunk in chunks if chunk.units}
    points = {
        i: min(CENTRAL, float(rank) * len(fit))
        + EARLY / (1 + i / 2)
        + _telling(said[i], about)
        + OPENS * (units[i][1].start in opens)
        for i, rank in zip(fit, ranks, strict=True)
    }
    return [units[i] for i in sorted(sorted(points, key=lambda i: (-points[i], i))[:many])]


def _telling(sentence: str, about: Set[str]) -> float:
    """What a sentence gains by what it holds."""
    titled = min(2, len(about & set(content(sentence))))
    of_itself = _OF_ITSELF.match(sentence) is not None
    return OF_ITSELF * of_itself + TITLED * titled + NAMED * bool(names(sentence)) + COUNTED * has_number(sentence)


def _terms(source: Source) -> tuple[str, ...]:
    counts: Counter[str] = Counter()
    for block in source.blocks:
        text = source.block_text(block)
        for name in names(text):
            counts[name] += 2
        counts.update(word for word in words(text) if len(word) > 5 and word.islower() and word not in SMALL)
    return tuple(term for term, count in counts.most_common(TERMS) if count > 1)


def suggested(path: Path) -> tuple[str, ...]:
    """Questions of the kind that people ask, each answered by a source; sources take turns."""
    from server.engine.notebooks.suggesting import questions_of

    lists = [questions_of(source) for source in sources_of(path)[:20]]
    out: list[str] = []
    for place in range(SUGGESTED):
        for questions in lists:
            if place < len(questions) and questions[place] not in out and len(out) < SUGGESTED:
                out.append(questions[place])
    return tuple(out)

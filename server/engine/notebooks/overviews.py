"""What a source is about, and questions that a notebook answers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np

from server.domain.sources import BlockKind, Source
from server.engine.notebooks.chunks import chunks_of
from server.engine.notebooks.files import sources_of
from server.engine.notebooks.terms import SMALL, content, names, words
from server.engine.writing.ranking import lexrank
from server.engine.writing.vectors import term_vectors

SENTENCES = 4
TERMS = 12
MOST_SENTENCES = 600
SUGGESTED = 6
_TOLD = (BlockKind.PARAGRAPH, BlockKind.SPEECH, BlockKind.QUOTATION)


def overview(source: Source) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The source's most central sentences in reading order, and its key terms, most frequent first."""
    units = [unit for chunk in chunks_of(source) for unit in chunk.units if unit.kind in _TOLD]
    sentences = [source.text[unit.start : unit.end].strip() for unit in units][:MOST_SENTENCES]
    fit = [i for i, sentence in enumerate(sentences) if 6 <= len(sentence.split()) <= 45 and not sentence.endswith("?")]
    if not fit:
        return tuple(sentences[:SENTENCES]), _terms(source)
    ranks = lexrank(term_vectors([frozenset(content(sentences[i])) for i in fit]))
    # What stands early says what it is about.
    order = np.argsort([-float(rank) * (1.15 if place < 6 else 1.0) for place, rank in enumerate(ranks)], kind="stable")
    chosen = sorted(int(fit[i]) for i in order[:SENTENCES])
    return tuple(sentences[i] for i in chosen), _terms(source)


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

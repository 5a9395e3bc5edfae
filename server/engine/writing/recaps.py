"""What sums a piece up in its own words: short statements for a conversation, subjects for a bulletin."""

from __future__ import annotations

from collections.abc import Sequence

from server.engine.writing.analysis import Analysis, Role, Sentence, Voice

_STATEMENT_WORDS = (3, 6)
"""Seven words in a row would repeat a line."""
_FEWEST, _MOST = 2, 3
_OFTEN = 3
"""Sentences that a subject's main word comes back in, where the title doesn't name it."""
_MAIN = frozenset({"main", "and", "but", "so"})
_NOT_SUMMED = frozenset({Role.QUESTION, Role.QUOTATION, Role.STEP, Role.WARNING, Role.TABLE, Role.EXAMPLE})


def statements(analysis: Analysis, ids: Sequence[int]) -> list[tuple[str, int]]:
    """Short clauses of the told sentences that stand alone and say what the title is about, each with its sentence.

    Fewer than two are none: a flat recap is worse than the source's own last word.
    """
    titles = [analysis.rules.terms(t) for t in analysis.titles]
    found: list[tuple[float, int, str]] = []
    for i in ids:
        s = analysis.sentences[i]
        if s.roles & _NOT_SUMMED or s.voice is Voice.INTERVIEW or s.in_list:
            continue
        for words in _clauses(analysis, s):
            terms = analysis.rules.terms(words)
            own = len(terms & titles[s.source])
            compared = Role.COMPARISON in s.roles and bool(analysis.rules.numerals(words))
            if own or compared:
                found.append((own + compared + float(analysis.centrality[i]), i, words))
    found.sort(key=lambda f: (-f[0], f[1]))
    taken: list[tuple[str, int]] = []
    seen: set[str] = set()
    for _, i, words in found:
        terms = analysis.rules.terms(words)
        if any(i == j for _, j in taken) or len(terms & seen) >= len(terms) / 2:
            continue
        taken.append((words, i))
        seen |= terms
        if len(taken) == _MOST:
            break
    return sorted(taken, key=lambda t: t[1]) if len(taken) >= _FEWEST else []


def _clauses(analysis: Analysis, s: Sentence) -> list[str]:
    """The sentence itself and its main clauses, as they are told, where they are short and whole."""
    out = []
    low, high = _STATEMENT_WORDS
    for text in dict.fromkeys((s.told, *(u.text for u in s.units if u.relation in _MAIN))):
        words = text.strip(" ,.;:")
        if not low <= len(words.split()) <= high or words not in s.told or any(c in words for c in ',;:"()?'):
            continue
        whole = f"{words[:1].upper()}{words[1:]}."
        if (
            analysis.rules.self_contained(whole)
            and not analysis.rules.opening_pronoun(whole)
            and not analysis.rules.broken(whole)
        ):
            out.append(words)
    return out


def subjects(analysis: Analysis, ids: Sequence[int], *, most: int = 3) -> list[tuple[str, int]]:
    """Noun phrases that the told sentences come back to, in their order, each with its sentence.

    The title's own words count double.
    """
    found: list[tuple[float, int, str]] = []
    titles = analysis.rules.terms(" ".join(analysis.titles))
    counts: dict[str, int] = {}
    for i in ids:
        for term in analysis.sentences[i].terms:
            counts[term] = counts.get(term, 0) + 1
    for i in ids:
        for words in analysis.sentences[i].gist:
            content = [w.lower().strip("'s") for w in words.split() if len(w) > 3]
            weights = [max((c for t, c in counts.items() if t[:5] == w[:5]), default=0) for w in content]
            own = bool(titles & analysis.rules.terms(words))
            if len(weights) < 2 or min(weights) < 2 or (not own and max(weights) < _OFTEN):
                continue
            found.append((sum(weights) / len(weights) * (2 if own else 1) + 0.4 * len(weights), i, words))
    found.sort(key=lambda f: (-f[0], f[1]))
    taken: list[tuple[str, int]] = []
    seen: set[str] = set()
    for _, i, words in found:
        terms = {w.lower().strip("'s") for w in words.split() if len(w) > 3}
        if terms & seen or any(i == j for _, j in taken):
            continue
        taken.append((words, i))
        seen |= terms
        if len(taken) == most:
            break
    return sorted(taken, key=lambda t: t[1])

"""The chapters of a piece: stretches of the chosen sentences, each with a short title of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from server.engine.writing.analysis import Analysis, Sentence

TITLE_MOST = 48
"""Characters of the longest title."""


_SPOKEN_LEAST = 40
"""A listener isn't led to another subject for a few words; a reader sees the heading."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A stretch of chosen sentences, by id, in the order they are told."""

    title: str
    spoken: str
    sentences: tuple[int, ...]
    source: int


def chapters(
    analysis: Analysis, chosen: Sequence[int], *, minutes: float, title: str = "", least: int = _SPOKEN_LEAST
) -> list[Chapter]:
    """The chosen sentences under their headings, else cut where the topic shifts; short stretches join the one before.

    Args:
        minutes: the length asked for, which bounds the chapters where there are no headings.
        title: the title of the piece, which no chapter repeats.
        least: words below which a stretch joins the one before.
    """
    groups: list[list[int]] = []
    last: tuple[int, int] | None = None
    for i in chosen:
        s = analysis.sentences[i]
        key = (s.source, s.section)
        if key != last:
            groups.append([])
            last = key
        groups[-1].append(i)
    merged: list[list[int]] = []
    for group in groups:
        small = sum(analysis.sentences[i].words for i in group) < least
        same = merged and analysis.sentences[merged[-1][0]].source == analysis.sentences[group[0]].source
        if merged and same and (small and len(groups) > 2):
            merged[-1].extend(group)
        else:
            merged.append(list(group))
    most = max(2, round(minutes * 1.0))
    out: list[list[int]] = []
    for group in merged:
        out.extend(_by_topic(analysis, group, most=most) if len(merged) <= 2 else [group])
    used = {_folded(title)} if title else set()
    result = []
    for number, group in enumerate(out):
        section = analysis.section_of(analysis.sentences[group[0]])
        whole = len(merged) > 2 or (
            section.title and group[0] == next((i for i in chosen if analysis.sentences[i].section == section.id), -1)
        )
        headed = whole and _fits(section.title, used) and section.title not in analysis.titles
        named = section.title if headed else _subject(analysis, group, used) if not number else ""
        named = named or _named(analysis, group, used)
        if not named and not number and _fits(analysis.rules.phrases.headings["opening"], used):
            named = analysis.rules.phrases.headings["opening"]
        used.add(_folded(named))
        result.append(
            Chapter(
                named,
                section.spoken if headed else "",
                tuple(group),
                analysis.sentences[group[0]].source,
            )
        )
    return result


_RANKED = re.compile(r"(?:the )?(?:only|first|second|last|next|same|other|whole)\b", re.IGNORECASE)
"""One of several things, or what was named before: no subject of a whole source."""


def _folded(title: str) -> str:
    return title.strip(" .").casefold()


def _fits(title: str, used: set[str]) -> bool:
    return bool(title) and len(title) <= TITLE_MOST and _folded(title) not in used


def is_inflected(analysis: Analysis, heading: str) -> bool:
    """Whether a heading is one German word in the genitive, which nobody would write over a section."""
    return analysis.rules.code == "de" and re.fullmatch(r"[A-ZÄÖÜ]\w+es", heading) is not None


def _subject(analysis: Analysis, group: Sequence[int], used: set[str]) -> str:
    """What the source is about, for the chapter that opens it: a noun phrase with the title's words that comes back."""
    source = analysis.sentences[group[0]].source
    own = [s for s in analysis.sentences if s.source == source]
    wanted = analysis.rules.terms(analysis.titles[source])
    ranked: list[tuple[float, int, str]] = []
    for s in own:
        for words in dict.fromkeys((s.topic, *s.gist)):
            terms = analysis.rules.terms(words) if words else frozenset()
            if not terms & wanted or len(words.split()) > 5 or _RANKED.match(words) or analysis.rules.numerals(words):
                continue
            back = [sum(term in other.terms for other in own) for term in sorted(terms)]
            if min(back) >= 2:
                ranked.append((sum(back) / len(back) + 2 * len(terms & wanted), -s.id, words))
    for _, _, words in sorted(ranked, reverse=True):
        title = words[:1].upper() + words[1:]
        if _fits(title, used) and not is_inflected(analysis, title):
            return title
    return ""


def _by_topic(analysis: Analysis, group: list[int], *, most: int) -> list[list[int]]:
    """Cut at the paragraph borders where the words change most (TextTiling on the chosen sentences)."""
    borders = []
    for at in range(2, len(group) - 1):
        a, b = analysis.sentences[group[at - 1]], analysis.sentences[group[at]]
        if a.paragraph == b.paragraph or (b.leans and not b.alone):
            continue
        left = analysis.vectors[group[max(0, at - 3) : at]].sum(axis=0)
        right = analysis.vectors[group[at : at + 3]].sum(axis=0)
        norm = float(np.linalg.norm(left) * np.linalg.norm(right)) + 1e-9
        borders.append((float(left @ right) / norm, at))
    cuts: list[int] = []
    for _, at in sorted(borders):
        if len(cuts) + 1 >= most:
            break
        if all(abs(at - c) >= 3 for c in [0, len(group), *cuts]):
            cuts.append(at)
    edges = [0, *sorted(cuts), len(group)]
    return [group[a:b] for a, b in pairwise(edges)]


def salient(analysis: Analysis, s: Sentence, group: Sequence[int]) -> list[str]:
    """The noun phrases of a sentence whose words come back in a stretch of sentences, the most present first."""
    counts: dict[str, int] = {}
    for i in group:
        for term in analysis.sentences[i].terms:
            counts[term] = counts.get(term, 0) + 1
    out = []
    for words in s.gist:
        content = [w.lower().strip("'s") for w in words.split() if len(w) > 3]
        if not content:
            continue
        weights = [
            max((c for t, c in counts.items() if t.startswith(w[: max(4, len(w) - 2)])), default=0) for w in content
        ]
        if min(weights) >= 1 and max(weights) >= 2:
            out.append((sum(weights) / len(weights) + 0.1 * len(content), words))
    return [w for _, w in sorted(out, key=lambda x: (-x[0], x[1]))]


def _named(analysis: Analysis, group: Sequence[int], used: set[str]) -> str:
    """A short title out of the text: the noun phrase the weightiest sentence is about."""
    ranked = sorted(group, key=lambda i: (-float(analysis.centrality[i]) - analysis.sentences[i].interest, i))
    for i in ranked:
        s = analysis.sentences[i]
        for words in (*salient(analysis, s, group), s.topic):
            title = words[:1].upper() + words[1:]
            if _fits(title, used) and not analysis.rules.numerals(words) and not is_inflected(analysis, title):
                return title
    return ""

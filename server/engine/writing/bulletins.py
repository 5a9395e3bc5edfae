"""The brief: a headline, five to seven items in order of weight, one closing line; two voices, no questions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from server.domain.scripts import LineKind
from server.engine.writing.analysis import Analysis, Role
from server.engine.writing.conversation import SHARE, Conversation, narrator
from server.engine.writing.recaps import subjects
from server.engine.writing.turns import GUEST, HOST, HOST_MOST, Turn

MOST_ITEMS = 7


def items(analysis: Analysis, ids: Sequence[int], *, worth: Sequence[float]) -> list[list[int]]:
    """The chosen sentences in at most seven items, the headline's first, then by weight.

    What follows in the source stays together; items that are too many are joined with the one before them.
    """
    groups: list[list[int]] = []
    for i in ids:
        s = analysis.sentences[i]
        if groups:
            last = analysis.sentences[groups[-1][-1]]
            bound = s.leans and not s.alone
            if bound or (s.source == last.source and s.section == last.section and s.paragraph == last.paragraph):
                groups[-1].append(i)
                continue
        groups.append([i])
    while len(groups) > MOST_ITEMS:
        sizes = [
            (
                sum(analysis.sentences[i].words for i in a)
                + sum(analysis.sentences[i].words for i in b)
                + 400 * (analysis.sentences[a[-1]].section != analysis.sentences[b[0]].section),
                n,
            )
            for n, (a, b) in enumerate(pairwise(groups))
        ]
        _, at = min(sizes)
        groups[at : at + 2] = [groups[at] + groups[at + 1]]
    head, rest = groups[0], groups[1:]
    rest.sort(key=lambda g: (-max(worth[i] for i in g), g[0]))
    return [head, *rest]


def brief(
    analysis: Analysis, *, ids: Sequence[int], worth: Sequence[float], share: float = SHARE
) -> tuple[list[Turn], list[tuple[str, int]]]:
    """The turns of a bulletin; it has one chapter for each item that has a title of its own."""
    talk = Conversation(analysis, share=share)
    note = narrator(talk)
    if note:
        talk.add(Turn(HOST, note, LineKind.FRAME, (), frame=True))
    most = HOST_MOST + round(60 * max(0.0, share - SHARE))
    for group in items(analysis, [i for i in ids if Role.QUESTION not in analysis.sentences[i].roles], worth=worth):
        at = 0
        talk.last_told = -9
        while at < len(group):
            speaker = talk.next_speaker
            run = talk.run(group, at) if speaker == GUEST else shorter_run(analysis, group, at, most=most)
            parts = []
            for i in run:
                parts.append(talk.said_as(i))
                talk.last_told = i
            talk.add(Turn(speaker, " ".join(parts), LineKind.STATEMENT, run))
            at += len(run)
    points = subjects(analysis, ids)
    if len(points) >= 2:
        before, last = analysis.rules.phrases.listing
        joined = before.join(p for p, _ in points[:-1]) + last + points[-1][0]
        text = talk.stock.frame("brief_close", points=joined)
        talk.add(Turn(talk.next_speaker, text, LineKind.FRAME, tuple(i for _, i in points)))
    return talk.turns, []


def shorter_run(analysis: Analysis, group: Sequence[int], at: int, *, most: int) -> tuple[int, ...]:
    """One sentence, or two short ones: what the first voice reads at a time."""
    out = [group[at]]
    words = analysis.sentences[group[at]].words
    for i in group[at + 1 :]:
        words += analysis.sentences[i].words
        if words > most:
            break
        out.append(i)
    return tuple(out)


__all__ = ["HOST", "brief", "items"]

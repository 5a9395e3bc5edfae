"""The debate: two sides out of a text's own contrasts, opinions, problems and remedies; each answers the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import LineKind
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.conversation import GUEST, HOST, HOST_MOST, SHARE, Conversation, Turn, narrator
from server.engine.writing.selection import needs

_LEAST = 3
_SIDED = 0.05
_POINT_MOST = 50


@dataclass(frozen=True, slots=True)
class Sides:
    """Points for and against (each a run of sentence ids told together), and the source's own last word."""

    favour: tuple[tuple[int, ...], ...]
    against: tuple[tuple[int, ...], ...]
    close: tuple[int, ...]

    @property
    def two(self) -> bool:
        """Whether each side has enough to stand on."""
        return min(len(self.favour), len(self.against)) >= _LEAST


def sides(analysis: Analysis, *, worth: Sequence[float], words: int) -> Sides:
    """The points of both sides, best first, within about `words` spoken words."""
    need = needs(analysis)
    close = _close(analysis, worth)
    used = set(close)
    half = words * 0.45
    out: dict[int, list[tuple[int, ...]]] = {1: [], -1: []}
    spent = {1: 0, -1: 0}
    ranked = sorted(analysis.sentences, key=lambda s: (-_weight(s, worth), s.id))
    lean = _leanings(analysis)
    for s in ranked:
        group = tuple(i for i in (*need[s.id], s.id))
        side = 1 if lean[s.id] > _SIDED else -1 if lean[s.id] < -_SIDED else 0
        if not side or worth[s.id] <= 0 or s.roles & {Role.STEP, Role.QUESTION, Role.TABLE}:
            continue
        cost = sum(analysis.sentences[i].words for i in group)
        if any(i in used for i in group) or len(group) > 3 or cost > _POINT_MOST or spent[side] + cost > half or s.words < 6:
            continue
        out[side].append(group)
        spent[side] += cost
        used.update(group)
        out[side][-1] = longer = _grown(analysis, group, side=side, lean=lean, used=used, worth=worth)
        spent[side] += sum(analysis.sentences[i].words for i in longer[len(group) :])
        used.update(longer)
    least = min(len(out[1]), len(out[-1]))
    return Sides(tuple(out[1][: least + 1]), tuple(out[-1][: least + 1]), close)


def _grown(
    analysis: Analysis, group: tuple[int, ...], *, side: int, lean: Sequence[float], used: set[int], worth: Sequence[float]
) -> tuple[int, ...]:
    """A point with the sentences right after it that don't speak for the other side."""
    out = list(group)
    words = sum(analysis.sentences[i].words for i in out)
    for i in range(out[-1] + 1, len(analysis.sentences)):
        s, home = analysis.sentences[i], analysis.sentences[group[-1]]
        words += s.words
        if i in used or words > _POINT_MOST or s.paragraph != home.paragraph or s.source != home.source:
            break
        if worth[i] <= 0 or lean[i] * side < -_SIDED or Role.QUESTION in s.roles:
            break
        out.append(i)
    return tuple(out)


def _leanings(analysis: Analysis) -> list[float]:
    """The side of each sentence: its own words, and a third of its paragraph's."""
    sums: dict[int, list[float]] = {}
    for s in analysis.sentences:
        sums.setdefault(s.paragraph, []).append(s.leaning)
    return [s.leaning + sum(sums[s.paragraph]) / len(sums[s.paragraph]) / 3 for s in analysis.sentences]


def _weight(s: Sentence, worth: Sequence[float]) -> float:
    return worth[s.id] + 0.8 * abs(s.leaning) + 0.3 * bool(s.roles & {Role.OPINION, Role.CONTRAST})


def _close(analysis: Analysis, worth: Sequence[float]) -> tuple[int, ...]:
    """The last sentences of the first source that can be told together."""
    own = [s for s in analysis.sentences if s.source == 0 and s.words > 1]
    tail: list[int] = []
    for s in reversed(own):
        if sum(analysis.sentences[i].words for i in tail) + s.words > 50:
            break
        if worth[s.id] <= 0 or s.in_list:
            continue
        tail.insert(0, s.id)
        if (not s.leans or s.alone) and sum(analysis.sentences[i].words for i in tail) >= 12:
            break
    if tail and analysis.sentences[tail[0]].leans and not analysis.sentences[tail[0]].alone:
        return ()
    return tuple(tail)


def debate(
    analysis: Analysis, *, worth: Sequence[float], words: int, share: float = SHARE
) -> tuple[list[Turn], list[tuple[str, int]]]:
    """The turns of a debate and its chapters; a text with one side only is tested instead."""
    found = sides(analysis, worth=worth, words=words)
    talk = Conversation(analysis, share=share)
    heads = analysis.rules.phrases.headings
    marks: list[tuple[str, int]] = []
    if found.two:
        marks.append((f"{heads['for']}, {heads['against'][:1].lower()}{heads['against'][1:]}", 0))
        _exchange(talk, found)
    else:
        marks.append((heads["test"], 0))
        _tested(talk, found, words=words)
    if found.close:
        marks.append((heads["close"], len(talk.turns)))
        if talk.next_speaker == HOST:
            talk.add(Turn(HOST, talk.stock.frame("debate_close"), LineKind.QUESTION, found.close, frame=True))
        talk.last_told = -9
        parts = []
        for i in found.close:
            parts.append(talk.said_as(i))
            talk.last_told = i
        talk.add(Turn(talk.next_speaker, " ".join(parts), LineKind.STATEMENT, found.close))
    return talk.turns, marks


def _point(talk: Conversation, group: Sequence[int]) -> str:
    talk.last_told = -9
    parts = []
    for i in group:
        parts.append(talk.said_as(i))
        talk.last_told = i
    return " ".join(parts)


def _exchange(talk: Conversation, found: Sides) -> None:
    """Point against point: the answer is the one nearest to what was just said."""
    analysis = talk.analysis
    left = {HOST: list(found.favour), GUEST: list(found.against)}
    speaker = HOST
    last: tuple[int, ...] = ()
    turn = 0
    while left[speaker]:
        group = _nearest(analysis, left[speaker], last, short=speaker == HOST)
        left[speaker].remove(group)
        said = _point(talk, group)
        if turn == 0:
            text = f"{narrator(talk)} {talk.stock.frame('debate_open')} {talk.stock.frame('debate_for', said=said)}".strip()
        elif turn == 1:
            text = talk.stock.frame("debate_against", said=said)
        elif turn % 3 == 2 and talk.stock.has(analysis.rules.phrases.frames["debate_reply"]):
            text = talk.stock.frame("debate_reply", said=said)
        else:
            text = said
        talk.add(Turn(speaker, text, LineKind.STATEMENT, group))
        last = group
        speaker = 1 - speaker
        turn += 1


def _nearest(
    analysis: Analysis, groups: Sequence[tuple[int, ...]], last: tuple[int, ...], *, short: bool
) -> tuple[int, ...]:
    if not last:
        return groups[0]

    def fit(n: int) -> float:
        group = groups[n]
        near = max(float(analysis.vectors[i] @ analysis.vectors[j]) for i in group for j in last)
        words = sum(analysis.sentences[i].words for i in group)
        same = analysis.sentences[group[0]].section == analysis.sentences[last[0]].section
        return near + 0.1 * same - 0.02 * n - 0.1 * (short and words > HOST_MOST)

    return groups[max(range(len(groups)), key=fit)]


def _tested(talk: Conversation, found: Sides, *, words: int) -> None:
    """One side only: say so, and ask of every point what it stands on."""
    from server.engine.writing.selection import select

    analysis = talk.analysis
    ids = [i for i in select(analysis, words=words) if i not in found.close]
    talk.check(ids)
    text = f"{talk.stock.frame('debate_one_side')} {narrator(talk)}".strip()
    talk.add(Turn(HOST, text, LineKind.FRAME, tuple(ids[:1]), frame=True))
    talk.tell(ids)

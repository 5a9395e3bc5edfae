"""The debate: what a text puts forward against what it sets against it; each answers the other's last point.

The sides are not guessed from the tone of words. They are where the text itself turns: a contrast ("But …"), a
remedy after a problem, a second person's view after a first one's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import LineKind
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.conversation import SHARE, Conversation, narrator
from server.engine.writing.selection import select
from server.engine.writing.turns import GUEST, HOST, Turn

_LEAST = 3
_ENOUGH = 0.3
"""Part of the words asked for that the exchanges have to fill; below it a debate would leave out too much."""
_CLAIM_MOST, _ANSWER_MOST = 55, 50
_CLOSE_MOST = 50


@dataclass(frozen=True, slots=True)
class Exchange:
    """A claim and what the text answers it with: runs of sentence ids, each told together."""

    claim: tuple[int, ...]
    answer: tuple[int, ...]
    """The same sentence as the claim's last where one sentence holds both."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The exchanges of a text in its own order, and its last word."""

    exchanges: tuple[Exchange, ...]
    close: tuple[int, ...]

    def words(self, analysis: Analysis) -> int:
        """Spoken words of all exchanges."""
        return sum(analysis.sentences[i].words for e in self.exchanges for i in {*e.claim, *e.answer})

    @property
    def two(self) -> bool:
        """Whether there is enough on both sides to debate."""
        return len(self.exchanges) >= _LEAST


def sides(analysis: Analysis, *, worth: Sequence[float], words: int) -> Sides:
    """The weightiest exchanges of the sources within about `words` spoken words."""
    close = _close(analysis, worth)
    used = set(close)
    found: list[tuple[float, Exchange, int]] = []
    for s in analysis.sentences:
        if s.id in used or worth[s.id] <= 0:
            continue
        claim: tuple[int, ...]
        answer: tuple[int, ...]
        if s.contrast[0] and not s.in_list:
            claim, answer = _claim(analysis, s.id, used, worth), (s.id,)
        elif s.id and _turns(analysis, s):
            claim, answer = _claim(analysis, s.id - 1, used, worth), _answer(analysis, s.id, used, worth)
        else:
            continue
        if not claim or not answer:
            continue
        cost = sum(analysis.sentences[i].words for i in {*claim, *answer})
        gain = sum(worth[i] for i in (*claim, *answer)) / len((*claim, *answer))
        gain += 0.5 * bool(s.roles & {Role.OPINION, Role.QUOTATION})
        found.append((gain, Exchange(claim, answer), cost))
        used.update((*claim, *answer))
    found.sort(key=lambda f: (-f[0], f[1].claim))
    taken: list[Exchange] = []
    spent = 0
    for _, exchange, cost in found:
        if spent + cost <= words:
            taken.append(exchange)
            spent += cost
    return Sides(tuple(sorted(taken, key=lambda e: e.claim)), close)


def _turns(analysis: Analysis, s: Sentence) -> bool:
    """Whether the text turns at a sentence against what it just said."""
    before = analysis.sentences[s.id - 1]
    if (
        before.source != s.source
        or before.section != s.section
        or s.in_list
        or s.roles & {Role.TABLE, Role.STEP, Role.QUESTION}
    ):
        return False
    if Role.CONTRAST in s.roles and s.leans and (s.alone != s.told or not s.alone):
        return True
    views = {Role.OPINION, Role.QUOTATION}
    if s.roles & views and before.roles & views and s.names and before.names and not set(s.names) & set(before.names):
        return True
    return Role.REMEDY in s.roles and Role.PROBLEM in before.roles and Role.PROBLEM not in s.roles


def _claim(analysis: Analysis, last: int, used: set[int], worth: Sequence[float]) -> tuple[int, ...]:
    """What is put forward: the sentences before the turn, back to one that stands by itself."""
    out: list[int] = []
    words = 0
    for i in range(last, max(-1, last - 5), -1):
        s = analysis.sentences[i]
        if i in used or s.source != analysis.sentences[last].source or s.section != analysis.sentences[last].section:
            break
        words += s.words
        if words > _CLAIM_MOST or analysis.rules.broken(s.told) or Role.QUESTION in s.roles:
            break
        out.insert(0, i)
        if (not s.leans or s.alone) and worth[i] > 0 and words >= 8:
            return tuple(out)
    return ()


def _answer(analysis: Analysis, first: int, used: set[int], worth: Sequence[float]) -> tuple[int, ...]:
    """What is set against it: the sentence that turns and those that go on from it."""
    out: list[int] = []
    words = 0
    home = analysis.sentences[first]
    for i in range(first, len(analysis.sentences)):
        s = analysis.sentences[i]
        words += s.words
        if i in used or words > _ANSWER_MOST or s.paragraph != home.paragraph or s.source != home.source:
            break
        if i > first and (_turns(analysis, s) or worth[i] <= 0):
            break
        out.append(i)
        if words >= 24:
            break
    return tuple(out)


def _close(analysis: Analysis, worth: Sequence[float]) -> tuple[int, ...]:
    """The last sentences of the first source that can be told together."""
    own = [s for s in analysis.sentences if s.source == 0]
    tail: list[int] = []
    for s in reversed(own[-6:]):
        if sum(analysis.sentences[i].words for i in tail) + s.words > _CLOSE_MOST or s.in_list or Role.TABLE in s.roles:
            break
        if tail and tail[0] != s.id + 1:
            break
        if worth[s.id] <= 0 and not tail:
            continue
        tail.insert(0, s.id)
        if (not s.leans or s.alone) and sum(analysis.sentences[i].words for i in tail) >= 12:
            return tuple(tail)
    return ()


def debate(
    analysis: Analysis, *, worth: Sequence[float], words: int, share: float = SHARE
) -> tuple[list[Turn], list[tuple[str, int]]]:
    """The turns of a debate and its chapters; a text that doesn't turn against itself is tested instead."""
    found = sides(analysis, worth=worth, words=words)
    talk = Conversation(analysis, share=share)
    heads = analysis.rules.phrases.headings
    marks: list[tuple[str, int]] = []
    carried = min(words, sum(s.words for s in analysis.sentences))
    if found.two and found.words(analysis) >= _ENOUGH * carried:
        marks.append((heads["exchange"], 0))
        _exchange(talk, found)
    else:
        marks.append((heads["test"], 0))
        _tested(talk, found, words=words)
    if found.close:
        decides = _takes_a_side(analysis, found.close)
        marks.append((heads["close" if decides else "end"], len(talk.turns)))
        if talk.next_speaker == HOST:
            question = talk.stock.frame("debate_close" if decides else "last_word")
            talk.add(Turn(HOST, question, LineKind.QUESTION, found.close, frame=True))
            talk.last_told = -9
        told = _said(talk, found.close)
        talk.add(Turn(talk.next_speaker, told, LineKind.STATEMENT, found.close))
    return talk.turns, marks


def _takes_a_side(analysis: Analysis, close: Sequence[int]) -> bool:
    """Whether the last sentences weigh or decide: a view, a plan or a turn, not just the last thing that happened."""
    return any(analysis.sentences[i].roles & {Role.OPINION, Role.PLAN, Role.CONTRAST} for i in close)


def _half(analysis: Analysis, exchange: Exchange, which: int) -> str:
    """The claim or the counterpoint of a sentence that holds both, or nothing."""
    if exchange.claim[-1] != exchange.answer[0]:
        return ""
    return analysis.sentences[exchange.answer[0]].contrast[which]


def _said(talk: Conversation, ids: Sequence[int], *, last: str = "") -> str:
    parts = []
    for n, i in enumerate(ids):
        parts.append(last if last and n == len(ids) - 1 else talk.said_as(i))
        talk.last_told = i
    return " ".join(parts)


def _exchange(talk: Conversation, found: Sides) -> None:
    """Claim and answer, again and again; the first two say which side they keep."""
    frames = talk.analysis.rules.phrases.frames
    for n, exchange in enumerate(found.exchanges):
        if talk.last_told != exchange.claim[0] - 1:
            talk.last_told = -9
        said = _said(talk, exchange.claim, last=_half(talk.analysis, exchange, 0))
        if n == 0:
            text = f"{narrator(talk)} {talk.stock.frame('debate_for', said=said)}".strip()
        elif talk.stock.has(frames["debate_next"]) and n % 2:
            text = talk.stock.frame("debate_next", said=said)
        else:
            text = said
        talk.add(Turn(HOST, text, LineKind.STATEMENT, exchange.claim))
        talk.last_told = exchange.claim[-1]
        said = _half(talk.analysis, exchange, 1) or _said(talk, exchange.answer)
        text = talk.stock.frame("debate_against", said=said) if n == 0 else said
        talk.add(Turn(GUEST, text, LineKind.STATEMENT, exchange.answer))


def _tested(talk: Conversation, found: Sides, *, words: int) -> None:
    """One side only: say so, and ask of the points what they stand on."""
    ids = [i for i in select(talk.analysis, words=words) if i not in found.close]
    talk.questions.check(ids)
    talk.questions.testing = True
    text = f"{talk.stock.frame('debate_one_side')} {narrator(talk)}".strip()
    talk.add(Turn(HOST, text, LineKind.FRAME, tuple(ids[:1]), frame=True))
    talk.tell(ids)

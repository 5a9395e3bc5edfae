"""The critique: what a text claims, what it brings as support, what it leaves open. All of it is read off the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.scripts import LineKind
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.conversation import SHARE, Conversation, narrator
from server.engine.writing.selection import needs
from server.engine.writing.turns import GUEST, HOST, HOST_MOST, Turn

_CLAIM_SHARE, _SUPPORT_SHARE = 0.4, 0.35


@dataclass(frozen=True, slots=True)
class Findings:
    """Sentence ids by what they are in a critique."""

    claims: tuple[int, ...]
    supports: tuple[int, ...]
    lone_figures: tuple[int, ...]
    bare_claims: tuple[int, ...]
    certain: tuple[int, ...]
    others: tuple[int, ...]
    """Sentences in which somebody sees it differently."""


def is_support(s: Sentence) -> bool:
    """A figure that is compared or attributed."""
    return bool(s.figures) and (is_compared(s) or s.attributed) and Role.TABLE not in s.roles


def is_compared(s: Sentence) -> bool:
    """Two figures set against each other."""
    return len(s.figures) >= 2 and Role.COMPARISON in s.roles


def _stands_alone(s: Sentence) -> bool:
    return not s.leans or bool(s.alone)


def _plain(s: Sentence) -> bool:
    """Neither an event nor a step nor a plan: something that could have been backed."""
    return (
        not s.roles & {Role.STEP, Role.WARNING, Role.TABLE, Role.QUOTATION, Role.QUESTION, Role.LIST, Role.EVENT}
        and not s.in_list
    )


def examine(analysis: Analysis, *, worth: Sequence[float], words: int) -> Findings:
    """Sort the sentences of the sources; each is used once, about `words` spoken words in all."""
    need = needs(analysis)
    ranked = sorted((s for s in analysis.sentences if worth[s.id] > 0), key=lambda s: (-worth[s.id], s.id))
    used: set[int] = set()

    def take(wanted: Sequence[Sentence], budget: float, *, alone: bool = False, most: int = 99) -> tuple[int, ...]:
        taken: list[int] = []
        spent = 0
        for s in wanted:
            group = [*need[s.id], s.id]
            if any(i in used for i in group) or (
                alone and (not _stands_alone(s) or s.words > 40 or not analysis.rules.self_contained(s.told))
            ):
                continue
            if alone:
                group = [s.id]
            cost = sum(analysis.sentences[i].words for i in group)
            if len(group) > 3 or spent + cost > budget or len(taken) >= most:
                continue
            taken += group
            used.update(group)
            spent += cost
        return tuple(sorted(taken))

    lead = analysis.sentences[0]
    opening = (lead.id,) if worth[lead.id] > 0 else ()
    used.update(opening)
    certain = take(
        [s for s in ranked if s.certain and _plain(s) and not s.attributed and not s.figures and s.words >= 6],
        words * 0.1,
        alone=True,
        most=max(1, words // 300),
    )
    lone = take(
        [
            s
            for s in ranked
            if len(s.figures) == 1
            and s.figures[0][0].isdigit()
            and Role.COMPARISON not in s.roles
            and not s.attributed
            and not s.years
            and not s.roles & {Role.STEP, Role.PLAN}
            and not s.in_list
        ],
        words * 0.15,
        alone=True,
        most=max(1, words // 250),
    )
    bare = take(
        [
            s
            for s in ranked
            if not s.figures
            and not s.attributed
            and not s.certain
            and _plain(s)
            and not s.names
            and Role.PLAN not in s.roles
            and s.words >= 7
        ],
        words * 0.15,
        alone=True,
        most=max(1, words // 250),
    )
    others = take(
        [s for s in ranked if Role.OPINION in s.roles and (s.names or Role.QUOTATION in s.roles)],
        words * 0.15,
        most=max(2, words // 200),
    )
    supports = take([s for s in ranked if is_support(s)], words * _SUPPORT_SHARE)
    claims = take([s for s in ranked if not is_support(s)], words * _CLAIM_SHARE)
    return Findings((*opening, *claims), supports, lone, bare, certain, others)


def critique(
    analysis: Analysis, *, worth: Sequence[float], words: int, share: float = SHARE
) -> tuple[list[Turn], list[tuple[str, int]]]:
    """The turns of a critique and its chapters."""
    found = examine(analysis, worth=worth, words=words)
    talk = Conversation(analysis, share=share)
    talk.questions.check((*found.claims, *found.supports))
    heads = analysis.rules.phrases.headings
    marks: list[tuple[str, int]] = []
    ids = list(found.claims)
    if ids:
        marks.append((heads["claims"], 0))
        _opened(talk, ids)
        talk.tell(ids)
    ids = list(found.supports)
    if ids:
        marks.append((heads["support"], len(talk.turns)))
        _asked(talk, ids, "critique_support")
        _weighed(talk, ids)
    gaps = [
        *(("critique_alone", i) for i in found.lone_figures),
        *(("critique_bare", i) for i in found.bare_claims),
        *(("critique_certain", i) for i in found.certain),
    ]
    if gaps:
        marks.append((heads["open"], len(talk.turns)))
        _gaps(talk, gaps)
    if found.others:
        _sided(talk, "critique_two_sides", list(found.others))
    elif talk.next_speaker == HOST:
        talk.add(Turn(HOST, talk.stock.frame("critique_one_side"), LineKind.FRAME, tuple(found.claims[:1]), frame=True))
    marks.append((heads["verdict"], len(talk.turns)))
    if talk.turns:
        text = talk.stock.frame("critique_close")
        told = (*found.supports[:1], *found.bare_claims[:1]) or found.claims[:1]
        talk.add(Turn(talk.next_speaker, text, LineKind.FRAME, tuple(told), frame=True))
    return talk.turns, marks


def _asked(talk: Conversation, ids: list[int], frame: str) -> None:
    """A question by the host, if it is the host's turn, and the first run that answers it."""
    if talk.next_speaker == HOST:
        talk.add(Turn(HOST, talk.stock.frame(frame), LineKind.QUESTION, (), frame=True))
    _guest(talk, ids)


def _opened(talk: Conversation, ids: list[int]) -> None:
    text = f"{talk.stock.frame('critique_open')} {narrator(talk)}".strip()
    talk.add(Turn(HOST, text, LineKind.FRAME, (), frame=True))
    _guest(talk, ids)


def _guest(talk: Conversation, ids: list[int]) -> tuple[int, ...]:
    run = talk.run(ids, 0)
    parts = []
    for i in run:
        parts.append(talk.said_as(i))
        talk.last_told = i
    talk.add(Turn(talk.next_speaker, " ".join(parts), LineKind.STATEMENT, run))
    del ids[: len(run)]
    return run


def _weighed(talk: Conversation, ids: list[int]) -> None:
    """The rest of the support; once or twice the host says in which way it is strong."""
    sentences = talk.analysis.sentences
    last = talk.turns[-1].told
    while ids:
        strong = [i for i in last if is_compared(sentences[i])]
        frames = talk.analysis.rules.phrases.frames["critique_strong"]
        if strong and talk.next_speaker == HOST and talk.stock.has(frames[:2]):
            text = talk.stock.pick(frames[:2])
            talk.add(Turn(HOST, text, LineKind.REACTION, tuple(strong[:1])))
            last = _guest(talk, ids)
            talk.tell(ids[:3])
            del ids[:3]
            last = talk.turns[-1].told
            continue
        talk.tell(ids)
        ids.clear()


def _gaps(talk: Conversation, gaps: Sequence[tuple[str, int]]) -> None:
    """What is thin, sentence by sentence, each named for what it lacks."""
    analysis = talk.analysis
    if talk.next_speaker == HOST:
        talk.add(Turn(HOST, talk.stock.frame("critique_open_points"), LineKind.QUESTION, (gaps[0][1],), frame=True))
    for n, (frame, i) in enumerate(gaps):
        talk.last_told = -9
        said = talk.said_as(i)
        if n and talk.next_speaker == HOST and (analysis.sentences[i].words > HOST_MOST or n % 3 == 1):
            left = analysis.rules.phrases.frames["critique_why"]
            talk.add(Turn(HOST, talk.stock.pick(left), LineKind.QUESTION, (i,), frame=True))
        text = talk.stock.frame(frame, said=said)
        talk.add(Turn(talk.next_speaker, text, LineKind.STATEMENT, (i,)))


def _sided(talk: Conversation, frame: str, ids: list[int]) -> None:
    if talk.next_speaker == HOST:
        talk.add(Turn(HOST, talk.stock.frame(frame), LineKind.FRAME, tuple(ids[:1]), frame=True))
        _guest(talk, ids)
    talk.last_told = -9
    if ids:
        talk.tell(ids)


__all__ = ["GUEST", "Findings", "critique", "examine", "is_support"]

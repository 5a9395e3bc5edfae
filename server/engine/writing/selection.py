"""What of the sources goes into a piece: the worth of each sentence and the choice within its length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from server.domain.requests import TARGET_MINUTES, Duration
from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.announcing import announces
from server.engine.writing.narrowing import kept_to
from server.engine.writing.ranking import TORN, choose, nearest_before
from server.engine.writing.vectors import meanings

WORDS_A_MINUTE = 155
MAX_TURN = 55
"""Words of the longest turn."""
_ROLE_WORTH = {
    Role.MEASURE: 0.4,
    Role.PLAN: 0.5,
    Role.DEFINITION: 0.35,
    Role.PROBLEM: 0.25,
    Role.REMEDY: 0.2,
    Role.CONSEQUENCE: 0.2,
    Role.OPINION: 0.18,
    Role.QUOTATION: 0.15,
    Role.WARNING: 0.3,
    Role.CAUSE: 0.1,
    Role.CONTRAST: 0.08,
    Role.COMPARISON: 0.08,
    Role.STEP: -0.1,
}
"""Started from a ridge regression on the hand-marked facts of seven texts, then rounded with all fourteen in view."""
_MAX_CHAIN = 5
_MEANING_LIMIT = 400
"""Sentences that are compared with the instructions by meaning, the most central ones."""
_PULL = 1.6
_LEFT_OUT = -1.0
"""Worth of what a piece that is kept to one thing doesn't tell."""
_TOLD_TWICE = 0.5
"""Similarity from which two sources say the same."""
_ROOMY, _TIGHT = 0.5, 0.3
"""Parts of the sources' words; in between, causes, outcomes and definitions gain."""


def target_words(duration: Duration) -> int:
    """Spoken words of a length."""
    return round(TARGET_MINUTES[duration] * WORDS_A_MINUTE)


def worths(analysis: Analysis, *, instructions: str = "", avoid: Sequence[str] = ()) -> list[float]:
    """What each sentence is worth telling, 0 for what can't be told, less for what instructions leave out."""
    firsts = _firsts(analysis)
    title_terms = [analysis.rules.terms(t) for t in analysis.titles]
    pull = _pull(analysis, instructions)
    shun = _pull(analysis, " ".join(avoid), each=avoid) if avoid else np.zeros(len(analysis.sentences))
    out = []
    for s in analysis.sentences:
        worth = 0.15 + 0.3 * float(analysis.centrality[s.id]) + 0.7 * s.interest + 0.55 * min(45, s.words) / 20
        worth += sum(_ROLE_WORTH.get(r, 0.0) for r in sorted(s.roles)) + 0.12 * min(3, len(s.figures))
        if Role.TABLE in s.roles:
            worth = s.interest + 0.4
        worth += firsts.get(s.id, 0.0)
        shared = len(s.terms & title_terms[s.source])
        worth += 0.18 * min(3, shared)
        worth -= 0.15 * s.leans + 0.2 * (s.voice is Voice.FIRST)
        worth += _PULL * float(pull[s.id]) - 3.0 * float(shun[s.id])
        if s.words > MAX_TURN or s.words < 2 or Role.QUESTION in s.roles or analysis.rules.broken(s.told):
            worth = 0.0
        elif s.words < 5:
            worth -= 0.25
        out.append(max(0.0, worth))
    kept = kept_to(analysis, instructions)
    return out if kept is None else [worth if i in kept else _LEFT_OUT for i, worth in enumerate(out)]


def _firsts(analysis: Analysis) -> dict[int, float]:
    out: dict[int, float] = {}
    section = paragraph = source = -1
    for s in analysis.sentences:
        bonus = 0.0
        if s.source != source:
            bonus = 0.5
        elif s.section != section:
            bonus = 0.15
        elif s.paragraph != paragraph:
            bonus = 0.05
        if s.source == source and s.id <= 1:
            bonus += 0.2
        if any(p.kind == "asked" for p in s.prompts):
            bonus += 0.1
        source, section, paragraph = s.source, s.section, s.paragraph
        if bonus:
            out[s.id] = bonus
    return out


def _pull(analysis: Analysis, wish: str, *, each: Sequence[str] = ()) -> np.ndarray:
    """How near each sentence is to a wish, 0 to 1: shared words, and meaning for the most central ones."""
    n = len(analysis.sentences)
    near = np.zeros(n, dtype=np.float32)
    wishes = [w for w in (each or [wish]) if w.strip()][:50]
    if not wishes or not n:
        return near
    terms = [analysis.rules.terms(w) for w in wishes]
    for s in analysis.sentences:
        section = analysis.rules.terms(analysis.section_of(s).title) if not each else frozenset()
        for wanted in terms:
            if wanted:
                share = len(wanted & (s.terms | section)) / len(wanted)
                near[s.id] = max(near[s.id], share if each else min(1.0, 0.6 * share + 0.4 * bool(wanted & s.terms)))
    top = np.argsort(-(analysis.centrality + near), kind="stable")[:_MEANING_LIMIT]
    rows = meanings([analysis.sentences[int(i)].told for i in top])
    asked = meanings(wishes)
    close = (rows @ asked.T).max(axis=1)
    low, high = (0.8, 0.9) if each else (0.6, 0.8)
    for i, value in zip(top, close, strict=True):
        scaled = float(np.clip((value - low) / (high - low), 0, 1))
        near[i] = scaled if each and near[i] < 0.7 else max(float(near[i]), scaled)
    if each:
        near[near < 0.7] *= 0.3
    return near


def needs(analysis: Analysis) -> list[tuple[int, ...]]:
    """For each sentence, those that have to be told right before it."""
    out: list[tuple[int, ...]] = []
    steps: dict[tuple[int, int], tuple[int, ...]] = {}
    opening = 0
    for s in analysis.sentences:
        if any(p.kind == "asked" for p in s.prompts) or s.id == 0:
            opening = s.id
        before: tuple[int, ...] = ()
        if s.leans and not s.alone:
            if s.id and analysis.sentences[s.id - 1].source == s.source:
                before = (*out[s.id - 1], s.id - 1)
        elif s.in_list and Role.STEP in s.roles and (s.source, s.paragraph) in steps:
            before = steps[s.source, s.paragraph]
        elif s.voice is Voice.INTERVIEW and s.speaker and s.id != opening:
            before = (opening,)
        if s.introduced >= 0 and s.introduced not in before and len(out[s.introduced]) + len(before) < _MAX_CHAIN:
            before = tuple(dict.fromkeys((*out[s.introduced], s.introduced, *before)))
        out.append(before)
        if s.in_list and Role.STEP in s.roles:
            steps[s.source, s.paragraph] = (*steps.get((s.source, s.paragraph), ()), s.id)
    return out


def select(
    analysis: Analysis,
    *,
    words: int,
    instructions: str = "",
    avoid: Sequence[str] = (),
    only: Sequence[int] | None = None,
) -> list[int]:
    """The sentences of a piece of about `words` spoken words, by id."""
    scores = worths(analysis, instructions=instructions, avoid=avoid)
    tight = _tightness(analysis, words)
    if tight:
        scores = _weighed(analysis, scores, tight=tight)
    need = needs(analysis)
    lost = [s.id for s in analysis.sentences if len(need[s.id]) > _MAX_CHAIN and not _close(s)]
    for i in lost:
        scores[i] = 0.0
    for i, before in enumerate(need):
        if any(
            analysis.sentences[j].words > MAX_TURN
            or (scores[j] <= 0 and analysis.rules.broken(analysis.sentences[j].told))
            for j in before
        ):
            scores[i] = 0.0
        if before and _first_leans(analysis, i):
            scores[i] = 0.0
    if only is not None:
        allowed = set(only)
        scores = [w if i in allowed else 0.0 for i, w in enumerate(scores)]
    if len(analysis.sources) > 1:
        _one_of_each(analysis, scores)
    announcing = [s.id for s in analysis.sentences if scores[s.id] > 0 and announces(analysis, s)]
    for i in announcing:
        scores[i] = 0.0
    chosen = choose(
        scores=scores,
        words=[s.words for s in analysis.sentences],
        needs=need,
        vectors=analysis.vectors,
        budget=words,
        torn=TORN + (1.0 - TORN) * tight,
        follows=[
            s.id > 0
            and analysis.sentences[s.id - 1].paragraph == s.paragraph
            and analysis.sentences[s.id - 1].source == s.source
            and not s.in_list
            and Role.TABLE not in s.roles
            for s in analysis.sentences
        ],
    )
    told = frozenset(chosen)
    return sorted({*chosen, *(i for i in announcing if i + 1 in told)})


def _tightness(analysis: Analysis, words: int) -> float:
    """0 where half of the sources can be told, 1 from less than a third on."""
    share = words / max(1, sum(s.words for s in analysis.sentences))
    return float(np.clip((_ROOMY - share) / (_ROOMY - _TIGHT), 0.0, 1.0))


def _weighed(analysis: Analysis, scores: Sequence[float], *, tight: float) -> list[float]:
    """What matters to the whole gains where there is room for little of it.

    That is causes, outcomes, definitions, and what the heading of a section announces.
    """
    heads = [analysis.rules.terms(section.title) for section in analysis.sections]
    out = []
    for s, score in zip(analysis.sentences, scores, strict=True):
        change = 0.3 * bool(s.roles & {Role.CAUSE, Role.CONSEQUENCE}) + 0.3 * (Role.DEFINITION in s.roles)
        change += 0.2 * min(2, len(s.terms & heads[s.section]))
        out.append(score + tight * change if score > 0 else 0.0)
    return out


def _first_leans(analysis: Analysis, index: int) -> bool:
    """Whether a sentence leans on one that isn't there, being the first of its source."""
    s = analysis.sentences[index]
    return s.leans and not s.alone and (index == 0 or analysis.sentences[index - 1].source != s.source)


def _close(s: Sentence) -> bool:
    return s.in_list or s.voice is not Voice.THIRD


def _one_of_each(analysis: Analysis, scores: list[float]) -> None:
    """What two sources both say is told once: the better telling stays, the other is worth nothing."""
    at, near = nearest_before(analysis.vectors, [s.source for s in analysis.sentences])
    for s in analysis.sentences:
        if s.source == 0 or scores[s.id] <= 0:
            continue
        twin = analysis.sentences[int(at[s.id])]
        if float(near[s.id]) >= _TOLD_TWICE and scores[twin.id] > 0:
            mine, theirs = analysis.rules.numerals(s.told), analysis.rules.numerals(twin.told)
            if mine <= theirs:
                scores[s.id] = 0.0

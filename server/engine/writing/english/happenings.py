"""Questions for what became of something, and for what happened at a date."""

from __future__ import annotations

import re

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.subjects import NOTED, STATES, Made, good_subject, weight

_FATES = frozenset(
    (
        "abandon abolish arrest ban bomb break burn cancel close collapse convert damage demolish destroy die "
        "disappear dismiss dissolve divide drain drown evacuate fail fill flood forbid forget freeze injure kill lapse "
        "lose lower merge move nationalise nationalize neglect pardon postpone privatise privatize rebuild reject "
        "release remove rename repair repeal replace rescue restore revoke rob ruin sack save scrap sell shut sink "
        "split steal stop survive suspend vanish withdraw wreck"
    ).split()
)
"""What somebody asks after who wants to know what became of something."""


_AROUND = frozenset(("after", "during", "following"))
_AROUND_MOST = 9
"""Words that name what something happened after."""


def around(clause: Clause, _people: frozenset[str]) -> Made:
    """ "During the war the lights were dark.": "What happened during the war?" """
    root = clause.root
    if clause.finite.tag_ != "VBD" or any(t.dep_ == "neg" for t in root.children):
        return
    for child in root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ not in _AROUND or child.i > clause.subject.i or noun is None:
            continue
        tokens = answers.span(child, clause.kept)
        said = joined(tokens, common=_AROUND)
        definite = any(t.lower_ == "the" for t in noun.children) or noun.pos_ == "PROPN"
        short = len(tokens) <= _AROUND_MOST and not re.search(r"[,;:()\d]", said)
        event = noun.pos_ in {"NOUN", "PROPN"} and noun.ent_type_ not in {"DATE", "TIME"}
        if definite and event and short and not dangles(f"what happened then all {said}"):
            yield Kind.CONDITION, f"What happened {said[0].lower()}{said[1:]}?", "", 0.64
        return


_USUALLY = frozenset(("after", "during", "in", "following", "without"))
_EVENTS = re.compile(r"(?:tion|ment|ance|ence|shower|storm)s?$")
_OCCURRING = frozenset(
    (
        "avalanche storm flood fire accident crash emergency drought frost war race match ceremony heatwave attack "
        "strike power-cut outage fight trial test experiment winter summer thunderstorm eclipse"
    ).split()
)
"""Of which somebody asks what happens in it."""


def usual(clause: Clause, _people: frozenset[str]) -> Made:
    """ "In a booming avalanche the grains fall into step.": "What happens in a booming avalanche?" """
    root = clause.root
    now = clause.tense in {"VBZ", "VBP"} or clause.finite.lower_ in {"may", "can", "will"}
    if not now or any(t.dep_ == "neg" for t in root.children):
        return
    child = next((t for t in root.children if t.dep_ == "prep" and t.i < clause.subject_tokens[0].i), None)
    noun = next((t for t in child.children if t.dep_ == "pobj"), None) if child is not None else None
    if child is None or noun is None or child.lower_ not in _USUALLY or noun.ent_type_ in {"DATE", "TIME", "GPE"}:
        return
    tokens = answers.span(child, clause.kept)
    said = joined(tokens, common=_USUALLY)
    event = (
        noun.lemma_.lower() in _OCCURRING
        or child.lower_ not in {"in", "without"}
        or (
            child.lower_ == "in" and _EVENTS.search(noun.lower_) and any(t.lower_ in {"a", "an"} for t in noun.children)
        )
    )
    if noun.pos_ != "NOUN" or not event or noun.lemma_.lower() in {"time", "while", "bit", "addition"}:
        return
    if (
        len(tokens) <= _AROUND_MOST
        and not re.search(r"[,;:()\d]", said)
        and not dangles(f"what happened then all {said}")
    ):
        yield Kind.CONDITION, f"What happens {said[0].lower()}{said[1:]}?", "", 0.62


def happened(clause: Clause, _people: frozenset[str]) -> Made:
    root = clause.root
    if clause.finite.tag_ != "VBD" or root.lemma_ in STATES or any(t.dep_ == "neg" for t in root.children):
        return
    if good_subject(clause):
        named = clause.subject_words()
        first = clause.subject_tokens[0].lower_
        passive = any(t.dep_ == "auxpass" for t in root.children) and root.lemma_ not in STATES
        acts = any(t.dep_ in {"dobj", "agent"} for t in root.children)
        if (
            (
                (passive or not acts)
                and root.lemma_ in _FATES
                and 2 <= len(named.split()) <= 8
                and first not in {"a", "an", "every", "all"}
                and not clause.subject_tokens[0].like_num
            )
            and not dangles(f"what happened to {named}")
            and not re.search(r"[,;:()]", named)
        ):
            dated = [t for _, tokens in answers.times(root, clause.kept) for t in tokens]
            when = joined(dated, common=frozenset({"in", "on"})) if dated and not re.search(r"\d", named) else ""
            yield Kind.EVENT, f"What happened to {named} {when}".strip() + "?", "", weight(clause, 0.6)
    if clause.subject.pos_ == "PRON" or (len(clause.subject_tokens) == 1 and clause.subject.lower_ in NOTED):
        return
    for prep, tokens in answers.times(root, clause.kept):
        said = joined(tokens, common=frozenset({"in", "on"}))
        if prep in {"in", "on"}:
            yield Kind.EVENT, f"What happened {said[0].lower()}{said[1:]}?", "", 0.35

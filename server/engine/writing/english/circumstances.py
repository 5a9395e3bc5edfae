"""Questions for the circumstances of a clause: when, where, how long, how often, by how much."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles
from server.engine.writing.english.figures import MONTH
from server.engine.writing.english.subjects import MEASURES, RISING, Made, good_subject, weight


def when(clause: Clause, _people: frozenset[str]) -> Made:
    counts = clause.root.lemma_ == "be" and any(
        t.dep_ in {"attr", "acomp"} and t.like_num for t in clause.root.children
    )
    if not good_subject(clause) or counts or clause.root.lemma_ == "stand":
        return
    dated = list(answers.times(clause.root, clause.kept))
    timed = clause.subject.lemma_.lower() not in MEASURES
    dated = dated or [("at", tokens) for tokens in answers.hours(clause.root, clause.kept) if timed]
    for prep, tokens in dated if len(dated) == 1 else ():
        wh = {"since": "Since when", "by": "By when", "until": "Until when", "from": "From when"}.get(prep, "When")
        opens = prep == "from" and clause.finite.lower_ in {"can", "may", "will", "must"}
        wh = "From when" if opens else wh
        if (
            prep in {"before", "after"}
            or (prep == "from" and not (opens or _is_now(clause)))
            or clause.root.lemma_ == "date"
        ):
            continue
        said = answers.words(tokens)
        said = (
            said.split(" ", 1)[1] if said.split()[0].lower() in {"in", "on", "since", "by", "until", "from"} else said
        )
        if wh == "By when" and clause.root.lemma_ in {"be", "have"}:
            continue
        by = next((t for t in clause.root.children if t.dep_ == "agent"), None)
        after = [c for c in clause.root.children if by is not None and c.dep_ == "prep" and c.i > by.i]
        more = [t for c in (by, *after) if c is not None for t in c.subtree]
        text = clause.turned(wh, without=[*tokens, *more, *_also_timed(clause, tokens)])
        if len(re.findall(r"\b\d[\d,.]*", text)) > 1:
            continue
        yield Kind.WHEN, text, said, weight(clause, 0.45 if re.search(r"\d", text) else 0.7)


def _is_now(clause: Clause) -> bool:
    """Whether a clause tells of what holds, by its tense."""
    return clause.tense in {"VBZ", "VBP"} and clause.finite == clause.root and clause.root.lemma_ != "be"


_DAY_OR_HOUR = re.compile(
    r"^(?:on|in|at) (?:(?:an? |the |one )?(?:\w+day|morning|afternoon|evening|night))\b(?: \w+)?$"
)


def _also_timed(clause: Clause, dated: Sequence[Any]) -> list[Any]:
    """The hour and the day of the week that stand beside a date: "at noon on a Friday in March 2018"."""
    hours = [t for tokens in answers.hours(clause.root, clause.kept) for t in tokens]
    days = [
        t
        for c in clause.root.children
        if c.dep_ == "prep" and c.i > clause.root.i and _DAY_OR_HOUR.match(answers.words(answers.span(c, clause.kept)))
        for t in answers.span(c, clause.kept)
    ]
    known = {t.i for t in dated}
    return [t for t in (*hours, *days) if t.i not in known]


_ENDS = re.compile(rf"^from (?:\w+ )?(?:{MONTH}|\d{{4}})\b.*\b(?:to|until) (?:\w+ )?(?:{MONTH}|\d{{4}})\b")


def spanning(clause: Clause, _people: frozenset[str]) -> Made:
    """ "Data were collected from February to November 2022.": "When were data collected?" """
    root = clause.root
    ends = [t for t in root.children if t.dep_ == "prep" and t.i > root.i and t.lower_ in {"from", "to", "until"}]
    tokens = [t for c in ends for t in answers.span(c, clause.kept)]
    said = answers.words(tokens) if tokens else ""
    if ends and ends[0].lower_ == "from" and _ENDS.match(said) and good_subject(clause) and root.lemma_ not in RISING:
        yield Kind.WHEN, clause.turned("When", without=tokens), said, weight(clause, 0.66)


def lasting(clause: Clause, _people: frozenset[str]) -> Made:
    if not good_subject(clause) or any(t.dep_ == "neg" for t in clause.root.children):
        return
    for tokens in answers.lasting(clause.root, clause.kept):
        said = answers.words(tokens).split(" ", 1)[-1]
        yield Kind.HOW_LONG, clause.turned("How long", without=tokens), said, weight(clause, 0.75)


_AS_LONG = re.compile(r"^(?:for )?(?:as|so) long as\b")


def as_long(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The heater runs for as long as the door is shut.": "How long does the heater run?" """
    root = clause.root
    if not good_subject(clause) or any(t.dep_ in {"neg", "acomp", "attr"} for t in root.children):
        return
    for child in root.children:
        tokens = answers.span(child, clause.kept)
        if child.i > root.i and tokens and _AS_LONG.match(answers.words(tokens)):
            yield Kind.HOW_LONG, clause.turned("How long", without=tokens), answers.words(tokens), weight(clause, 0.72)


def after_every(clause: Clause, _people: frozenset[str]) -> Made:
    """ "should be oiled after every 30 hours of use": "How often should the blades be oiled?" """
    if not good_subject(clause):
        return
    for child in clause.root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        every = child.dep_ == "prep" and child.lower_ == "after" and child.i > clause.root.i and noun is not None
        if every and noun is not None and any(t.lower_ in {"every", "each"} for t in noun.children):
            tokens = answers.span(child, clause.kept)
            yield Kind.HOW_LONG, clause.turned("How often", without=tokens), answers.words(tokens), weight(clause, 0.76)


_LENGTHS = frozenset(("kilometre kilometer metre meter mile foot yard").split())
"""Of a way: where it leads is no place where something is."""


_CAUSED = re.compile(r"\b(?:due|owing|thanks|because)\b")
"""The place is the cause's: "was due to the new shop in Haldane"."""


def where(clause: Clause, _people: frozenset[str]) -> Made:
    if not good_subject(clause) or any(t.like_num and t.head.lemma_ in _LENGTHS for t in clause.kept):
        return
    for tokens in answers.places(clause.root, clause.kept):
        text = clause.turned("Where", without=tokens)
        if _CAUSED.search(text):
            continue
        yield Kind.WHERE, text, answers.words(tokens), weight(clause, 0.4 if re.search(r"\d|,", text) else 0.66)


_GOING = frozenset(("go", "come"))
"""Verbs that tell of a change only with where from and where to: "has gone from three weeks to seven"."""


def change(clause: Clause, _people: frozenset[str]) -> Made:
    if clause.root.lemma_ not in RISING | _GOING or not good_subject(clause) or clause.finite.tag_ == "MD":
        return
    sums = [
        t
        for c in clause.root.children
        if c.dep_ == "prep" and c.lower_ in {"from", "to", "by"}
        for t in c.subtree
        if re.search(r"\d", " ".join(x.text for x in c.subtree))
    ]
    ways = {c.lower_ for c in clause.root.children if c.dep_ == "prep" and any(t in sums for t in c.subtree)}
    if clause.root.lemma_ in _GOING and ways != {"from", "to"}:
        return
    if not ways & {"from", "by"} or any(t.dep_ == "dobj" for t in clause.root.children):
        return
    dated = {t.i for _, tokens in answers.times(clause.root, clause.kept) for t in tokens}
    gone = [t for t in sums if t.i not in dated]
    text = clause.turned("How", without=gone)
    text = re.sub(rf"\b{clause.root.lemma_}\b", "change", text, count=1)
    if clause.root.tag_ == "VBN":
        text = re.sub(rf"\b{clause.root.text}\b", "changed", text, count=1)
    if re.search(r"\band change\b|\bbetween (?!.*\band\b)", text):
        return
    yield Kind.CHANGE, text, "", weight(clause, 0.85)


_MOVING = frozenset(("lower raise reduce cut increase lift shorten").split())


def moved(clause: Clause, _people: frozenset[str]) -> Made:
    """ "lowers the noise from 41 dB to 38 dB": "By how much does … lower the noise?" """
    root = clause.root
    if root.lemma_ not in _MOVING or not good_subject(clause) or not any(t.dep_ == "dobj" for t in root.children):
        return
    ends = [
        list(t.subtree)
        for t in root.subtree
        if t.dep_ == "prep" and t.lower_ in {"from", "to"} and t.i > root.i and any(x.like_num for x in t.subtree)
    ]
    if {tokens[0].lower_ for tokens in ends} == {"from", "to"}:
        gone = [t for tokens in ends for t in tokens]
        yield Kind.CHANGE, clause.turned("By how much", without=gone), "", weight(clause, 0.85)


_EVERY = re.compile(
    r"^(?:every|each) (?:\w+ )?(?:year|month|week|day|hour|morning|evening|night|minute|decade)s?$|^(?:once|twice|three times) (?:a|in|every) .+$"  # noqa: E501
)


def often(clause: Clause, _people: frozenset[str]) -> Made:
    """ "must be tested every two years": "How often must the fluid be tested?" """
    for child in clause.root.children:
        tokens = answers.span(child, clause.kept)
        if (
            child.dep_ in {"npadvmod", "advmod"}
            and child.i > clause.root.i
            and tokens
            and _EVERY.match(answers.words(tokens))
        ) and good_subject(clause):
            yield (
                Kind.HOW_LONG,
                clause.turned("How often", without=tokens),
                answers.words(tokens),
                weight(clause, 0.78),
            )


_AT = frozenset(
    "in at on under behind beside above below between opposite inside outside near against beneath beyond by".split()
)
_STANDING = frozenset(
    (
        "be lie stand sit hang keep store find live grow hide bury put place park meet wait sleep land end build "
        "display exhibit fix mount fit hold sell buy wash show print write work stay spend"
    ).split()
)
"""Verbs of which somebody asks where."""
_NO_PLACE = frozenset(
    (
        "way case process middle beginning hurry position form state shape mood kind time moment stage phase condition "
        "trouble danger turn use fact hand mind eye sense language voice name word list range favour charge risk dark "
        "rain sun wind minority majority order row danger basis behalf average whole detail particular business sale "
        "principle theory practice number amount price rate cost level degree future past present meeting view opinion"
    ).split()
)
"""Behind `in`, `on` or `at`, and no place."""
_PLACE_MOST = 12
"""Words of a place that is asked for."""


def stood(clause: Clause, people: frozenset[str]) -> Made:
    """ "The keys are kept in a tin behind the bar.": "Where are the keys kept?" """
    root = clause.root
    if root.lemma_ not in _STANDING or not good_subject(clause) or not _has_place(clause, people):
        return
    found = [c for c in root.children if c.dep_ == "prep" and c.i > root.i and c.lower_ in _AT and _is_place(c)]
    tokens = answers.span(found[0], clause.kept) if len(found) == 1 else []
    if not tokens or len(tokens) > _PLACE_MOST or any(t.like_num for t in tokens):
        return
    text = clause.turned("Where", without=tokens)
    if text and not re.search(r"\d|,", text) and not _CAUSED.search(text):
        yield Kind.WHERE, text, answers.words(tokens), weight(clause, 0.5)


def _has_place(clause: Clause, people: frozenset[str]) -> bool:
    """Whether somebody may ask where a thing is or is done: "Where was the cork?" is asked of no tale."""
    root = clause.root
    if any(t.dep_ in {"neg", "acomp", "attr", "ccomp", "xcomp", "agent", "expl", "oprd"} for t in root.children):
        return False
    passive = any(t.dep_ == "auxpass" for t in root.children)
    thing = any(t.dep_ == "dobj" for t in root.children)
    somebody = answers.is_person(clause.subject, people) or clause.subject.lower_ == "you" or bool(clause.instead)
    told = clause.tense == "VBD" and not passive
    ruled = root.lemma_ == "be" and clause.finite != root
    bare = root.lemma_ in _DOING and not (passive or thing)
    trifle = told and (root.lemma_ in _RESTING or (somebody and root.lemma_ not in _DWELLING))
    return not (ruled or bare or trifle) and clause.subject_tokens[0].lower_ not in {"a", "an"}


_DOING = frozenset(("hold", "work", "write", "show", "print", "spend", "find", "end"))
"""Verbs that say where only with what is held or written."""
_RESTING = frozenset(("be", "lie", "stand", "sit", "hang"))
_DWELLING = frozenset(("live", "work", "grow", "find", "hide", "bury"))
"""What somebody did that is asked where."""


def _is_place(prep: Any) -> bool:
    """Whether a phrase tells of a place by a common noun: "in a tin behind the bar"."""
    noun = next((t for t in prep.children if t.dep_ == "pobj"), None)
    if noun is None or noun.pos_ != "NOUN" or noun.ent_type_ in {"DATE", "TIME", "MONEY", "PERCENT", "CARDINAL"}:
        return False
    many = noun.tag_ == "NNS" and not any(t.dep_ in {"det", "poss", "nummod"} for t in noun.children)
    own = bool(many) or any(t.dep_ == "det" and t.lower_ in {"the", "a", "an"} for t in noun.children)
    lemma = noun.lemma_.lower()
    return own and lemma not in _NO_PLACE | answers.TIME_UNITS and re.search(r"(?:tion|ment|ness|ity)$", lemma) is None


_COMING = frozenset("come originate stem derive rise flow".split())


def origin(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The water comes out of the chalk.": "Where does the water come from?" """
    root = clause.root
    if root.lemma_ not in _COMING or clause.auxes or not good_subject(clause):
        return
    named, helper = clause.subject_words(), {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(clause.tense, "")
    from_ = next(
        (t for t in root.children if t.dep_ == "prep" and t.i > root.i and t.lower_ in {"from", "out"}),
        None,
    )
    if from_ is None or not helper or any(t.dep_ in {"neg", "advmod", "prt"} for t in root.children):
        return
    of = next((t for t in from_.children if t.lower_ == "of"), None) if from_.lower_ == "out" else from_
    noun = next((t for t in of.children if t.dep_ == "pobj"), None) if of is not None else None
    if noun is None or noun.pos_ not in {"NOUN", "PROPN"} or noun.ent_type_ in {"DATE", "TIME"}:
        return
    if len(named.split()) <= _NAMED_MOST and not re.search(r"[,;:()\d]", named) and not dangles(f"what of all {named}"):
        verb = root.lemma_ if root.lemma_ in {"come", "stem", "derive"} else "come"
        yield Kind.WHERE, f"Where {helper} {named} {verb} from?", answers.words([noun]), weight(clause, 0.62)


_NAMED_MOST = 7
"""Words of a subject that a short question is built round."""


def soon(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The glass goes black within an hour.": "How quickly does the glass go black?" """
    root = clause.root
    if not good_subject(clause) or any(t.dep_ == "neg" for t in root.children):
        return
    for child in root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ != "within" or noun is None or noun.tag_ != "NN":
            continue
        one = any(t.lower_ in {"a", "an"} for t in noun.children)
        if one and noun.lemma_.lower() in answers.TIME_UNITS:
            tokens = answers.span(child, clause.kept)
            yield (
                Kind.HOW_LONG,
                clause.turned("How quickly", without=tokens),
                answers.words(tokens),
                weight(clause, 0.66),
            )

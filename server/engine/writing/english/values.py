"""Questions for a limit, a sum, a share, a rhythm or a date that a clause gives otherwise than as a plain count."""

from __future__ import annotations

import re
from typing import Any

from server.engine.writing.asking import Kind
from server.engine.writing.english import answers
from server.engine.writing.english.clauses import Clause, dangles, joined
from server.engine.writing.english.subjects import NO_SUBJECT, Made, good_subject, weight

_SUMS = frozenset(
    "deposit fee rent fund grant loan fine prize discount charge pension salary wage budget subsidy donation bonus "
    "allowance premium fare toll tax debt profit loss surplus deficit bill legacy reserve balance".split()
)
"""Of which one asks how large it is."""
_MONEY = re.compile(r"[£$€]|\b(?:pounds?|euros?|dollars?|pence|francs|crowns|shillings|percent|per cent)\b|%")
_LIMITS = frozenset("below under above over within between".split())
_BOUNDS = re.compile(
    r"^(?:at (?:least|most)|(?:no|not) (?:more|less|fewer|longer|higher|wider|lower|later|thicker) than)\b"
)
_LIMITED_MOST = 6
"""Words of what has a limit."""
_PARTS = re.compile(
    r"(?i)^(?:(?:at least|at most|about|almost|nearly|more than|less than|over|up to|only|some) )?"
    r"(?:a |one |two |three )?"
    r"(?:half|third|thirds|quarter|quarters|fifth|tenth|(?:\d+(?:\.\d+)? ?(?:%|percent|per cent)))$"
)
_EVERY = re.compile(
    r"^every (?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|sixty|\d+) "
    r"(?:years|months|weeks|days|hours|minutes|seconds)$"
)
_ANYBODY = frozenset("whoever anyone anybody those".split())
_TOLD_MOST = 14
"""Words of a question for what happens to somebody."""


def limited(clause: Clause, people: frozenset[str]) -> Made:
    """ "Moisture must be below 20 %": "What is the limit for moisture?" """
    root = clause.root
    if root.lemma_ != "be" or not good_subject(clause) or answers.is_person(clause.subject, people):
        return
    ruled = clause.finite.lower_ in {"must", "should", "may", "can", "shall"}
    bound = [t for t in clause.kept if t.i > root.i and not t.is_punct]
    said = joined(bound, common=frozenset())
    first = bound[0].lower_ if bound else ""
    if not ruled or not any(t.like_num for t in bound) or not (first in _LIMITS or _BOUNDS.match(said)):
        return
    named = clause.subject_words()
    if (
        len(named.split()) <= _LIMITED_MOST
        and not re.search(r"[,;:()\d]", named)
        and (clause.subject.tag_ == "NN" or named[0].islower())
    ):
        yield Kind.HOW_MANY, f"What is the limit for {named}?", said, weight(clause, 0.6)


def sums(clause: Clause, _people: frozenset[str]) -> Made:
    """ "A new tenant pays a deposit of 50 pounds": "How large a deposit does a new tenant pay?" """
    thing = next((t for t in clause.root.children if t.dep_ == "dobj" and t.lemma_.lower() in _SUMS), None)
    if thing is None or not good_subject(clause) or any(t.dep_ == "neg" for t in clause.root.children):
        return
    of = next((t for t in thing.children if t.dep_ == "prep" and t.lower_ == "of" and t.i == thing.i + 1), None)
    tokens = answers.span(thing, clause.kept)
    article = next((t for t in thing.children if t.dep_ == "det"), None)
    if of is None or article is None or article.lower_ not in {"a", "an"} or not tokens:
        return
    size = joined([t for t in tokens if t.i > of.i], common=frozenset())
    if not _MONEY.search(size) or not re.search(r"\d|\b(?:two|three|four|five|ten|hundred|thousand)\b", size):
        return
    what = joined([t for t in tokens if article.i < t.i <= thing.i], common=frozenset())
    text = clause.turned(f"How large a{'n' if what[0] in 'aeiou' else ''} {what}", without=tokens)
    if text and not re.search(r"\d", text):
        yield Kind.HOW_MANY, text, size, weight(clause, 0.72)


def stands_at(clause: Clause, _people: frozenset[str]) -> Made:
    """ "The reserve now stands at £11,230.": "How large is the reserve?" """
    root = clause.root
    at = next((t for t in root.children if t.dep_ == "prep" and t.lower_ == "at" and t.i > root.i), None)
    plain = root.lemma_ == "stand" and clause.tense in {"VBZ", "VBD"} and not clause.auxes
    if at is None or not plain or not good_subject(clause) or clause.subject.tag_ != "NN":
        return
    size, named = joined(list(at.subtree), common=frozenset()), clause.subject_words()
    if clause.subject.lemma_.lower() in _SUMS and _MONEY.search(size) and len(named.split()) <= _LIMITED_MOST:
        yield Kind.HOW_MANY, f"How large {'was' if clause.tense == 'VBD' else 'is'} {named}?", size, 0.72


def given_off(clause: Clause, people: frozenset[str]) -> Made:
    """ "Apples give off ethylene.": "What do apples give off?" """
    root = clause.root
    off = next((t for t in root.children if t.dep_ == "prt" and t.lower_ in {"off", "out", "away"}), None)
    thing = next((t for t in root.children if t.dep_ == "dobj"), None)
    if off is None or thing is None or off.i != root.i + 1 or thing.i < off.i or thing.pos_ != "NOUN":
        return
    wrong = any(t.dep_ in {"neg", "xcomp", "ccomp"} for t in root.children) or answers.is_person(thing, people)
    tokens = answers.span(thing, clause.kept)
    if wrong or not good_subject(clause) or not tokens or tokens[0].lower_ in NO_SUBJECT - {"a", "an"}:
        return
    if answers.is_person(clause.subject, people) or any(t.like_num for t in tokens):
        return
    yield Kind.WHAT, clause.turned("What", without=tokens), answers.words(tokens), weight(clause, 0.56)


def part(clause: Clause, _people: frozenset[str]) -> Made:
    """ "At least three quarters of a plot must be cultivated.": "How much of a plot must be cultivated?" """
    subject = clause.subject
    of = next((t for t in subject.children if t.dep_ == "prep" and t.lower_ == "of"), None)
    whole = next((t for t in of.children if t.dep_ == "pobj"), None) if of is not None else None
    if of is None or whole is None or subject.dep_ not in {"nsubj", "nsubjpass"}:
        return
    head = joined([t for t in clause.subject_tokens if t.i < of.i], common=frozenset())
    named = joined([t for t in clause.subject_tokens if t.i >= of.i], common=frozenset())
    if not _PARTS.match(head) or whole.pos_ not in {"NOUN", "PROPN"} or dangles(f"how much may be {named}"):
        return
    if re.search(r"[,;:()]", named) or whole.left_edge.lower_ in {"this", "that", "these", "those", "its", "their"}:
        return
    many = whole.tag_ in {"NNS", "NNPS"}
    text = clause.opened(f"How many {named}" if many else f"How much {named}", instead_of=clause.subject_tokens)
    if text and not re.search(r"\d", text):
        yield Kind.SHARE, text, head, 0.72


def rhythm(clause: Clause, _people: frozenset[str]) -> Made:
    """ "Bus 17 will run every twenty minutes.": "How often will bus 17 run?" """
    if not good_subject(clause):
        return
    for child in clause.root.subtree:
        tokens = [t for t in answers.span(child, clause.kept) if t.i <= child.i]
        if (
            child.dep_ in {"npadvmod", "dobj"}
            and child.i > clause.root.i
            and tokens
            and _EVERY.match(answers.words(tokens))
        ):
            comma = next((t.i for t in clause.kept if t.text == "," and t.i > child.i), len(clause.doc))
            behind = [t for t in clause.kept if t.i >= comma]
            text = clause.turned("How often", without=[*tokens, *behind])
            yield Kind.HOW_LONG, text, answers.words(tokens), 0.78


def deadline(clause: Clause, _people: frozenset[str]) -> Made:
    """ "Owners are to label their bicycles by 30 April.": "By when are owners to label their bicycles?" """
    duty = next((t for t in clause.root.children if t.dep_ == "xcomp" and t.tag_ == "VB"), None)
    if clause.root.lemma_ != "be" or duty is None or clause.tense not in {"VBZ", "VBP"} or not good_subject(clause):
        return
    for prep, tokens in answers.times(duty, clause.kept):
        if prep == "by":
            yield Kind.WHEN, clause.turned("By when", without=tokens), answers.words(tokens), weight(clause, 0.7)


def since(clause: Clause, _people: frozenset[str]) -> Made:
    """ "have been shut since the landslip of February 2023": "Since when have … been shut?" """
    perfect = clause.finite.lower_ in {"has", "have"} and clause.auxes
    if not perfect or not good_subject(clause) or any(t.dep_ == "neg" for t in clause.root.children):
        return
    for child in clause.root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ != "since" or noun is None or child.i < clause.root.i:
            continue
        tokens = answers.span(child, clause.kept)
        if noun.pos_ in {"NOUN", "PROPN"} and len(tokens) > 2 and not any(t.dep_ == "poss" for t in noun.children):
            yield Kind.WHEN, clause.turned("Since when", without=tokens), answers.words(tokens), weight(clause, 0.7)


def befalls(clause: Clause, _people: frozenset[str]) -> Made:
    """ "Whoever hasn't paid by 1 June loses the plot.": "What happens to whoever hasn't paid by 1 June?" """
    tokens = clause.subject_tokens
    if tokens[0].lower_ not in _ANYBODY or len(tokens) < 4 or clause.finite.tag_ not in {"VBZ", "VBP", "MD"}:
        return
    if tokens[0].lower_ == "those" and (len(tokens) < 3 or tokens[1].lower_ != "who"):
        return
    if clause.finite.lower_ in {"would", "could", "might"} or any(t.dep_ == "neg" for t in clause.root.children):
        return
    said = f"What happens to {joined(tokens, common=frozenset({'whoever', 'anyone', 'anybody', 'those'}))}?"
    low = f"{said[:16]}{said[16].lower()}{said[17:]}"
    if len(low.split()) <= _TOLD_MOST and not re.search(r"[,;:()]", low):
        yield Kind.CONDITION, low, "", 0.7


def gained(clause: Clause, people: frozenset[str]) -> Made:
    """ "won second prize at the exhibition of 1864": "What did … win at the exhibition of 1864?" """
    root = clause.root
    thing = next((t for t in root.children if t.dep_ == "dobj"), None)
    if root.lemma_ not in _GAINING or thing is None or thing.pos_ not in {"NOUN", "PROPN"} or not good_subject(clause):
        return
    if any(t.dep_ in {"neg", "xcomp", "ccomp", "conj", "dative", "oprd"} for t in root.children) or answers.is_person(
        thing, people
    ):
        return
    where = {
        x.i for t in thing.children if t.dep_ == "prep" and t.lower_ in {"at", "in", "from", "for"} for x in t.subtree
    }
    tokens = [t for t in answers.span(thing, clause.kept) if t.i not in where]
    if not tokens or tokens[0].lower_ in NO_SUBJECT - {"a", "an", "the", "its", "her", "his", "their"}:
        return
    if clause.subject.pos_ == "PRON" or any(t.lower_ in {"it", "them", "him"} for t in clause.kept):
        return
    yield Kind.WHAT, clause.turned("What", without=tokens), answers.words(tokens), weight(clause, 0.6)


_GAINING = frozenset("win invent discover receive inherit refuse reject produce emit hold cause".split())
"""Of which one asks what, whatever it is."""


_BEING_SOMEWHERE = frozenset(
    "stand lie hang sit stay go belong live remain keep store find put place display sell".split()
)
_SOMEWHERE = frozenset("in on at under behind beside near above below inside outside next".split())
_NOWHERE = frozenset(
    "danger hurry mood position state interest middle way case time moment beginning end start year day "
    "week month night morning evening winter summer spring autumn season charge use force order place "
    "part average sense word form fact favour need trouble love debt risk rate speed price cost level age "
    "temperature scale market basis team list rise increase run move go show sale loan strike hand turn "
    "watch duty holiday trial test study report number colour size shape best worst".split()
)


def whereabouts(clause: Clause, people: frozenset[str]) -> Made:
    """ "Boots go on the rack.": "Where do boots go?" """
    root = clause.root
    passive = any(t.dep_ == "auxpass" for t in root.children)
    acts = any(
        t.dep_ in {"dobj", "attr", "acomp", "xcomp", "ccomp", "advcl", "neg", "agent", "prt"} for t in root.children
    )
    if root.lemma_ not in _BEING_SOMEWHERE or acts or not good_subject(clause) or (root.lemma_ in _PUT and not passive):
        return
    if clause.subject_tokens[0].lower_ in {"a", "an"} or answers.is_person(clause.subject, people):
        return
    there = next((t for t in root.children if t.dep_ == "prep" and t.i > root.i), None)
    noun = next((t for t in there.children if t.dep_ == "pobj"), None) if there is not None else None
    if there is None or noun is None or there.lower_ not in _SOMEWHERE or noun.pos_ != "NOUN":
        return
    tokens = answers.span(there, clause.kept)
    held = any(t.dep_ in {"det", "poss"} and t.lower_ in _HELD for t in noun.children)
    after = [t for t in clause.kept if t.i > max(x.i for x in tokens) and not t.is_punct] if tokens else []
    if not held or noun.lemma_.lower() in _NOWHERE or after or any(t.like_num for t in tokens):
        return
    yield (
        Kind.WHERE,
        clause.turned("Where", without=tokens),
        answers.words(tokens),
        weight(clause, 0.5),
    )


_PUT = frozenset("keep store find put place display sell".split())
_HELD = frozenset("the a an his her its their my our".split())


def origin(clause: Clause, people: frozenset[str]) -> Made:
    """ "The water of the Hallam comes out of the chalk.": "Where does the water of the Hallam come from?" """
    root = clause.root
    if (
        root.lemma_ not in {"come", "stem", "originate"}
        or not good_subject(clause)
        or answers.is_person(clause.subject, people)
    ):
        return
    out = next((t for t in root.children if t.dep_ == "prep" and t.i == root.i + 1), None)
    said = joined(list(out.subtree), common=frozenset()) if out is not None else ""
    named = clause.subject_words()
    if not re.match(r"(?:from|out of) (?:the |an? |[A-Z])", said) or len(named.split()) > _TOLD_MOST // 2:
        return
    helper = {"VBZ": "does", "VBP": "do", "VBD": "did"}.get(clause.tense, "")
    if helper and not clause.auxes and not re.search(r"[,;:()\d]", named):
        yield Kind.WHERE, f"Where {helper} {named} come from?", said, weight(clause, 0.62)


_TRIALS = frozenset("trial test study experiment survey poll investigation inquiry trials tests experiments".split())
_TRIAL_MOST = 10
"""Words that name a trial."""


def tried(clause: Clause, _people: frozenset[str]) -> Made:
    """ "In a trial with 46 students, those who …": "What was found in a trial with 46 students?" """
    front = next(
        (t for t in clause.root.children if t.dep_ == "prep" and t.lower_ == "in" and t.i < clause.subject.i), None
    )
    noun = next((t for t in front.children if t.dep_ == "pobj"), None) if front is not None else None
    if front is None or noun is None or noun.lower_ not in _TRIALS or clause.finite.tag_ != "VBD":
        return
    said = joined(sorted(front.subtree, key=lambda t: t.i), common=frozenset({"in"}))
    if (
        len(said.split()) <= _TRIAL_MOST
        and not re.search(r"[,;:()]", said)
        and not dangles(f"what was then found {said}")
    ):
        yield Kind.WHAT, f"What was found {said[0].lower()}{said[1:]}?", "", 0.66


def makers() -> tuple[Any, ...]:
    """All of them, those that ask most exactly first."""
    return (
        limited,
        sums,
        stands_at,
        part,
        rhythm,
        deadline,
        since,
        befalls,
        gained,
        given_off,
        whereabouts,
        origin,
        tried,
    )

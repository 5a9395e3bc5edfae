"""Questions that English instructions answer: what to do, how to do it, and what to do when something goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english import answers, procedures
from server.engine.writing.english.clauses import dangles, joined
from server.engine.writing.english.grammar import subject_of

_NEVER = re.compile(r"^(?:Never|Do not|Don't) (?P<rest>[a-z][^.:;,]{10,80})")
_EXPLAINED = re.compile(r"^(?:Never|Do not|Don't) [^:;]+: (?:an?|the|some|many|most|\w+s?) [a-z]+ [a-z]")
"""What is forbidden, and behind a colon why."""
_RULED_MOST = 14
"""Words of what is forbidden."""
_MARKS = frozenset(("if", "when", "before", "after"))
_HANDLED = frozenset(("in", "on", "at", "with", "from", "into", "across", "along", "through", "by", "over", "under"))
"""Words behind what is handled that begin with how or where it is handled."""
_LIGHT = frozenset(
    (
        "put",
        "do",
        "leave",
        "write",
        "bring",
        "send",
        "make",
        "have",
        "keep",
        "give",
        "let",
        "see",
        "note",
        "use",
        "take",
        "read",
        "look",
    )
)
_FRONTED = re.compile(r"^(?P<said>(?:On|In|At|For|With) (?:an? |the )?(?:[a-z-]+ )?[a-z-]+), (?=[a-z])")
_PAST_TOO = frozenset(("lay", "set", "put", "cut", "shut", "split", "spread", "let", "fit", "cast", "slit", "hit"))
"""Orders that a parse may take for something past."""
_PROPERTIES = frozenset(
    (
        "pack",
        "supply",
        "include",
        "locate",
        "place",
        "deliver",
        "mount",
        "keep",
        "hold",
        "contain",
        "consist",
        "measure",
        "weigh",
        "come",
        "belong",
        "include",
        "cost",
        "mean",
    )
)
_TROUBLE_MOST = 9
"""Words of a sentence that names a fault and that an instruction follows."""
_HEADED = re.compile(r"^(?:Before|After|If|When) (?:you|something|anything|nothing|an?|the) [a-z' -]+$")


def ordered(root: Any, number: int, *, common: frozenset[str], instead: str = "", whole: str = "") -> Iterator[Asked]:
    """What an order answers: "Should you …?", "How long should you …?", "What should you do if the pressure falls?"

    Args:
        instead: what `it` or `they` in a condition stand for.
        whole: the sentence, where the order is only what stands before its colon.
    """
    match = _NEVER.match(root.sent.text)
    if match is not None:
        rest = match["rest"].strip()
        for reason in answers.reasons(root, list(root.subtree)):
            said = joined([t for t in root.subtree if t.i < reason[0].i and t.i >= root.i], common=common)
            if 3 <= len(said.split()) <= _RULED_MOST and not dangles(f"why should you never {said}"):
                yield Asked(f"Why should you never {said}?", Kind.WHY, number, answers.words(reason), 0.9)
        explained = _EXPLAINED.search(whole or root.sent.doc.text) is not None and len(rest.split()) <= _RULED_MOST
        if explained and not dangles(f"why should you all never {rest}"):
            yield Asked(f"Why should you never {rest}?", Kind.WHY, number, "", 0.92)
        rest = re.split(r" (?:because|since|as it|as they)\b", rest)[0]
        if len(rest.split()) <= _RULED_MOST and not dangles(f"should you all {rest}"):
            yield Asked(f"Should you {rest}?", Kind.WHETHER, number, "", 0.75)
        return
    if not is_order(root):
        return
    yield from _conditional(root, number, common=common, instead=instead)
    for text, kind, answer, quality in procedures.procedure(root, common=common):
        yield Asked(text, kind, number, answer, quality)
    yield from _lasting(root, number, common=common)
    yield from _within(root, number, common=common)
    yield from _chosen(root, number, common=common)
    yield from _let(root, number, common=common)
    yield from _fronted(root, number)
    yield from _handled(root, number, common=common)


def is_order(root: Any) -> bool:
    """Whether a sentence tells its reader to do something."""
    plain = not any(t.dep_ in {"aux", "neg", "auxpass"} for t in root.children)
    if root.lower_ in _PAST_TOO and root.tag_ in {"VBD", "VBN"} and plain and subject_of(root) is None:
        # "When the embers glow, put on two logs."
        return bool(root.i == root.sent.start or root.nbor(-1).text == ",")
    mistaken = root.tag_ in {"JJ", "NN"} and root.i == root.sent.start and any(t.dep_ == "dobj" for t in root.children)
    return (root.tag_ in {"VB", "VBP"} or mistaken) and subject_of(root) is None and plain


_TORN = re.compile(r"\b(?:out|off|up|down|in|on|away|over)$")


def _lasting(root: Any, number: int, *, common: frozenset[str]) -> Iterator[Asked]:
    for child in root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ != "for" or noun is None or noun.lemma_ not in answers.TIME_UNITS:
            continue
        rest = [t for t in root.sent if t.i not in {x.i for x in child.subtree} and not t.is_punct]
        said = joined(rest, common=common | {rest[0].text.lower()}) if rest else ""
        counted = any(t.like_num for t in child.subtree)
        if 2 <= len(said.split()) <= 12 and counted and not dangles(f"how long should all {said}"):
            length = answers.words([t for t in child.subtree if t != child])
            asked = f"How long should you {said[0].lower()}{said[1:]}?"
            yield Asked(asked, Kind.HOW_LONG, number, length, 0.75)


def _within(root: Any, number: int, *, common: frozenset[str]) -> Iterator[Asked]:
    """ "Tell the warden of any loss within two days.": "How soon should you tell the warden of any loss?" """
    for child in root.children:
        noun = next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ != "prep" or child.lower_ != "within" or noun is None or noun.lemma_ not in answers.TIME_UNITS:
            continue
        rest = [t for t in root.sent if t.i < child.i and not t.is_punct]
        said = joined(rest, common=common | {rest[0].text.lower()}) if rest else ""
        if rest and rest[0] == root and 2 <= len(said.split()) <= 12 and not dangles(f"how soon should all {said}"):
            asked = f"How soon should you {said[0].lower()}{said[1:]}?"
            yield Asked(asked, Kind.HOW_LONG, number, answers.words(list(child.subtree)), 0.78)


_CHOOSING = frozenset(("choose", "pick", "buy", "use", "take", "find", "select"))


def _chosen(root: Any, number: int, *, common: frozenset[str]) -> Iterator[Asked]:
    """ "Choose a shed that stays below 20 °C.": "What kind of shed should you choose?" """
    thing = next((t for t in root.children if t.dep_ == "dobj" and t.pos_ == "NOUN"), None)
    if root.lemma_ not in _CHOOSING or root.i != root.sent.start or thing is None or thing.left_edge.i != root.i + 1:
        return
    told = [t for t in thing.children if t.dep_ in {"relcl", "prep", "acl"} and t.lower_ != "of" and t.i > thing.i]
    article = next((t for t in thing.children if t.dep_ == "det"), None)
    named = joined([t for t in thing.subtree if t.i <= thing.i and t != article], common=common)
    bare = article is None and thing.tag_ == "NNS"
    if told and named and (bare or (article is not None and article.lower_ in {"a", "an"})) and len(named.split()) <= 3:
        yield Asked(f"What kind of {named} should you {root.lemma_}?", Kind.WHAT, number, "", 0.7)


def _let(root: Any, number: int, *, common: frozenset[str]) -> Iterator[Asked]:
    """ "Let every club choose one old boat.": "What should every club do?" """
    done = next((t for t in root.children if t.dep_ == "ccomp" and t.tag_ == "VB"), None)
    doer = subject_of(done) if done is not None else None
    if root.lower_ != "let" or root.i != root.sent.start or done is None or doer is None or doer.pos_ != "NOUN":
        return
    said = joined(list(doer.subtree), common=common)
    human = answers.HUMANS.search(doer.text) or answers.BODIES.search(doer.text)
    if human and len(said.split()) <= _NAMED_MOST and not dangles(f"what should all of {said}"):
        yield Asked(f"What should {said} do?", Kind.CONDITION, number, "", 0.8)


_NAMED_MOST = 4
"""Words of who is to do something."""


def _conditional(root: Any, number: int, *, common: frozenset[str], instead: str) -> Iterator[Asked]:
    for child in root.children:
        mark = next((t for t in child.children if t.dep_ in {"mark", "advmod"} and t.lower_ in _MARKS), None)
        doer = subject_of(child) if mark is not None else None
        if child.dep_ != "advcl" or mark is None or doer is None:
            continue
        said = joined(sorted(child.subtree, key=lambda t: t.i), common=common | _MARKS)
        if doer.pos_ == "PRON" and doer.lower_ != "you":
            named = instead if doer.lower_ in {"it", "they"} and doer.i == mark.i + 1 else ""
            said = re.sub(rf"^(\w+) {doer.text}\b", rf"\1 {named}", said) if named else ""
        if not 4 <= len(said.split()) <= 12 or "," in said or mark.i != min(t.i for t in child.subtree):
            continue
        last = max(t.i for t in child.subtree)
        if child.i < root.i and last + 1 < len(root.doc) and not root.doc[last + 1].is_punct and _TORN.search(said):
            # "If your red comes out orange your water's too soft": the parse has cut it short.
            continue
        if not dangles(f"what should all do {said}"):
            yield Asked(f"What should you do {said[0].lower()}{said[1:]}?", Kind.CONDITION, number, "", 0.8)


def _fronted(root: Any, number: int) -> Iterator[Asked]:
    """ "On a slope, cut the trench in steps": "What should you do on a slope?" """
    match = _FRONTED.match(root.sent.text)
    first = root.doc[root.sent.start]
    if match is None or first.head != root or root.idx < root.sent.start_char + match.end():
        return
    noun = next((t for t in first.children if t.dep_ == "pobj"), None)
    if noun is None or noun.pos_ != "NOUN" or noun.lemma_ in answers.TIME_UNITS | {"case", "addition", "general"}:
        return
    said = match["said"]
    yield Asked(f"What should you do {said[0].lower()}{said[1:]}?", Kind.CONDITION, number, "", 0.6)


def _handled(root: Any, number: int, *, common: frozenset[str]) -> Iterator[Asked]:
    """ "Close the top with a layer of slabs": "How should you close the top?" """
    thing = next((t for t in root.children if t.dep_ == "dobj" and t.i > root.i), None)
    if thing is None or root.i != root.sent.start or root.lemma_ in _LIGHT or thing.pos_ not in {"NOUN", "PROPN"}:
        return
    off = next((t for t in root.children if t.dep_ == "prt"), None)
    if any(t.dep_ == "dative" for t in root.children) or (off is not None and off.i != root.i + 1):
        return
    own = [t for t in thing.subtree if t.i <= thing.i]
    after = root.doc[thing.i + 1 : thing.i + 2].text.lower()
    verb = root.lemma_.lower() if off is None else f"{root.lemma_.lower()} {off.lower_}"
    if own[0].i != (off or root).i + 1 or (after not in _HANDLED and off is None) or len(own) > 4:
        return
    definite = own[0].lower_ in {"the", "each", "every", "all"} or (thing.tag_ == "NNS" and own[0].lower_ != "any")
    if not definite or any(t.like_num for t in own):
        return
    said = joined(own, common=common)
    if not dangles(f"how should you all handle {said}"):
        yield Asked(f"How should you {verb} {said}?", Kind.HOW, number, "", 0.55)


def troubled(told: str, doc: Any, after: list[Any]) -> str:
    """What to do about a fault that a short sentence names and an instruction right behind it mends; else nothing.

    Args:
        told: the sentence: "The face has a bulge."
        doc: its parse.
        after: the parses of what follows in its paragraph.
    """
    sent = next(iter(doc.sents))
    root, words = sent.root, told.split()
    subject = subject_of(root)
    if any(t.dep_ in {"ccomp", "xcomp"} for t in root.children):
        # "The stock decides how big it grows." is no fault.
        return ""
    if not 3 <= len(words) <= _TROUBLE_MOST or subject is None or subject.pos_ != "NOUN" or not told.endswith("."):
        return ""
    if any(t.like_num for t in sent) or root.lemma_ in _PROPERTIES:
        # "The tank holds 4.2 litres." says what the thing is like, not what is wrong with it.
        return ""
    finite = next((t for t in sent if t.tag_ in {"VBZ", "VBP", "MD"}), None)
    if (
        words[0].lower() not in {"the", "a", "an"}
        or finite is None
        or finite.tag_ == "MD"
        or re.search(r",|\bnow\b", told)
    ):
        return ""
    mended = next((d for d in after if d is not None), None)
    if mended is None or not is_order(next(iter(mended.sents)).root):
        return ""
    said = f"{told[0].lower()}{told[1:].rstrip('.')}"
    return "" if dangles(f"what should you do if {said}") else f"What should you do if {said}?"


def headed(heading: str, doc: Any) -> str:
    """What a section of instructions answers: "Lay the foundation": "How do you lay the foundation?"; else nothing."""
    if _HEADED.match(heading) and len(heading.split()) <= 7:
        return f"What should you do {heading[0].lower()}{heading[1:]}?"
    root = next((t for t in doc if t.dep_ == "ROOT"), None)
    words = [t for t in doc if not t.is_punct]
    if root is None or root.i or not 2 <= len(words) <= 7:
        return ""
    if root.tag_ not in {"VB", "VBP"} and root.lower_ not in _PAST_TOO:
        return ""
    has_object = any(t.dep_ in {"dobj", "prt", "prep"} for t in root.children)
    if not has_object or any(t.text[:1].isupper() for t in words[1:]):
        return ""
    return f"How do you {heading[0].lower()}{heading[1:]}?"

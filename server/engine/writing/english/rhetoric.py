"""Questions that an English source puts itself: an interviewer's, and those an author asks to answer them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from server.engine.writing.english.clauses import Clause, dangles
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.splitting import split

_MOST_WORDS, _MOST_SPOKEN = 25, 40
_LEADING = re.compile(r"^(?:And|But|So|Or|Well|Then|Now|Yet)\b,? (?=\w)")
_SAYING = re.compile(
    r"^(?:You(?:'ve| have)? (?:mentioned|said|told \w+|wrote|argue|say|claim)|"
    r"(?:I|We) (?:heard|read|understand|gather)|"
    r"(?:People|Some) say) (?:that )?(?=\w)"
)
_AUTHOR = re.compile(r"\b(do|am|have|can|should|would|will|could|must|did|was) I\b", re.IGNORECASE)
_HIS = {"do": "does", "am": "is", "have": "has"}
_YOU = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_YOU_DO = re.compile(
    r"\b(do|are|were|have|did|had|can|could|will|would|should|might|must) you\b(?! (?:all|both|two|lot|girls|boys)\b)",
    re.IGNORECASE,
)
_FOR_ONE = {"do": "does", "are": "is", "were": "was", "have": "has"}
_UNBENT = frozenset(
    (
        "can could will would shall should may might must did had was to in on at by for from with of and or as not now"
    ).split()
)
"""What may follow a name as it follows `you`."""
_ME = re.compile(r"\b(?:me|my|us|our)\b", re.IGNORECASE)
_MINE = re.compile(r"\b(?:me|my|mine|myself|I|we|us|our|ours)\b")

Parse = Callable[[Sequence[str]], list[Any]]


def spoken(text: str, parse: Parse) -> tuple[str, float]:
    """What an interviewer said, as a question that can be printed by itself, and how well it reads from 0 to 1.

    A remark ("You throw some away.") is turned into the question that it puts. Nothing where what was said hangs on
    the answer before it.
    """
    spans = [text[a:b].strip() for a, b in split(text)]
    spans = [s for n, s in enumerate(spans) if n == len(spans) - 1 or not _COURTESY.search(s)]
    if not spans:
        return "", 0.0
    spans[-1] = _CALLED.sub(lambda m: m[1].upper(), spans[-1])
    spans[-1] = _OUT_THERE.sub("?", _FOR_WHOM.sub("", spans[-1]))
    if not spans[-1].endswith("?"):
        return _of_remark(spans, parse), 0.8
    whole = _opened(" ".join(spans))
    last = _opened(spans[-1])
    for said, quality in ((whole, 1.0), (last, 0.95)):
        if 3 <= len(said.split()) <= _MOST_SPOKEN and not dangles(said) and not _hangs(said):
            return said, quality
    unnamed = _hangs(whole) or _UNNAMED.search(whole) or _MINE.search(whole)
    return (whole, 0.75) if 5 <= len(whole.split()) <= _MOST_WORDS and not unnamed else ("", 0.0)


_COURTESY = re.compile(
    r"(?i:\bquestions?\b|\bthank(?:s| you)\b|\bwelcome\b|\blistening to\b)|"
    r"\bI'm (?:[A-Z]|sitting\b|standing\b|here with\b|talking to\b|joined by\b)"
)
"""What only leads up to a question: "Last question.", "You're listening to …" """
_FOR_WHOM = re.compile(r"^(?:For|To) [^:?]{3,60}: (?=(?:wh|how)[a-z]*\b)")
"""For whose sake something is asked: "For anyone who's never heard the word: what is …?" """
_CALLED = re.compile(
    r"^(?!Yes\b|No\b|Well\b|Now\b|So\b)(?:[A-Z][\w'’.-]+ ){0,2}[A-Z][\w'’-]+, "
    r"([a-z])(?=[a-z'’]* (?:\w+ )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|you)\b)"
)
"""Whom an interviewer calls by name before the question: "Ada, what time did you start?"."""
_OUT_THERE = re.compile(r"(?<=\w) (?:up|out|down|over|in) there\?$")
"""A place that both speakers know, and that a question can do without."""
_UNNAMED = re.compile(
    r"^(?:(?!(?:will|would|can|could|should|did|does|do)\b)[\w'’]+ ){0,3}?"
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)(?:n['’]t)? "
    r"(?:it|he|she|they|this|that|these|those)\b|\bof (?:these|those|them)\b",
    re.IGNORECASE,
)
"""A question whose subject only what was said before it names."""


_WHEN_YOU = re.compile(
    r"\b(?:when|if|before|after|once) you (?!(?:go|do|have|are|were|will|can)\b)[a-z]{3,}[^eshxy]?e?\?"
)
"""A question that ends with what is yet to come: "What will happen when you retire?" """


def addressed(text: str, name: str) -> str:
    """A question put to `name` as a question about `name`: "When did Edith Marwood start?"; else as it is."""
    last = re.escape(name.rsplit(maxsplit=1)[-1])
    text = re.sub(rf", (?:(?:Mrs?|Ms|Miss|Dr|Prof)\.? )?{last}\?$", "?", text)
    text = re.sub(rf"^(?:{re.escape(name)}|{re.escape(name.split(maxsplit=1)[0])}), (?=\w)", "", text)
    text = text[:1].upper() + text[1:]
    text = re.sub(r"\b([Yy]ou)['’](ve|re)\b", lambda m: f"{m[1]} {'have' if m[2] == 've' else 'are'}", text)
    if len(_YOU.findall(text)) != 1 or _ME.search(text):
        return text
    said = _YOU_DO.sub(lambda m: f"{_FOR_ONE.get(m[1].lower(), m[1])} {name}", text)
    if said == text:
        after = re.search(r"\byou ([a-z]+)", text)
        if after is not None and after[1] in _FOR_ONE:
            text = f"{text[: after.start(1)]}{_FOR_ONE[after[1]]}{text[after.end(1) :]}"
        elif after is not None and _WHEN_YOU.search(text):
            text = f"{text[: after.end(1)]}s{text[after.end(1) :]}"
        elif after is not None and after[1] not in _UNBENT and not after[1].endswith("ed"):
            return text
        said = re.sub(r"\byou\b", name, re.sub(r"\byour\b(?= \w)", f"{name}'s", text))
    return said[:1].upper() + said[1:] if _YOU.search(said) is None else text


def authors(text: str, name: str) -> str:
    """A question that the author asks as `I`, asked of the author: "What do I propose?"; else nothing."""
    if not text.endswith("?") or len(_MINE.findall(text)) != 1 or _AUTHOR.search(text) is None:
        return ""
    said = _opened(_AUTHOR.sub(lambda m: f"{_HIS.get(m[1].lower(), m[1].lower())} {name}", text))
    return said if 4 <= len(said.split()) <= _MOST_WORDS and not dangles(said) and '"' not in said else ""


def readers(text: str, answer: str) -> str:
    """A question that a page puts in its reader's mouth: "Can I book a lane?"; nothing where the author asks himself.

    Who answers as `I` has asked as `I`.
    """
    mine = re.findall(r"\b(?:I|me|my|we|us|our)\b", text)
    if not text.endswith("?") or "I" not in mine or re.search(r"\b(?:I|me|my|mine)\b", answer):
        return ""
    said = _opened(text)
    rest = re.sub(r"\b(?:I|me|my)\b", "all", said)
    return said if 3 <= len(said.split()) <= _MOST_WORDS and not dangles(f"what do all {rest}") else ""


_ME_DO = {"does": "do", "is": "am", "has": "have"}


def of_me(question: str, name: str) -> str:
    """A question about who speaks, as he would put it: "Why does Ada Brook go?": "Why do I go?"; else nothing."""
    said = re.sub(rf"\b{re.escape(name)}'s\b", "my", question)
    said = re.sub(rf"\b(?:(does|is|has) )?{re.escape(name)}\b", lambda m: f"{_ME_DO[m[1]]} I" if m[1] else "I", said)
    return said if said != question else ""


def whole(text: str) -> bool:
    """Whether a question that the text puts can be read by itself."""
    words = len(text.split())
    return 4 <= words <= _MOST_WORDS and text.endswith("?") and not _LEADING.match(text) and not dangles(text)


def _opened(text: str) -> str:
    said = _LEADING.sub("", text.strip())
    return said[:1].upper() + said[1:]


_HANGING = re.compile(
    r"\b(?:one|ones|there|then|so|else|(?:he|she|they) \w+)\?$|, (?:you see|you know|right|then)\?$|"
    r"^(?:he|she|they|i|we|because|that|this|it|those)\b|"
    r"^(?:(?:in|on|at|for|with|by) (?:which|what) (?:\w+ ){0,2}\w+\?$)",
    re.IGNORECASE,
)


def _hangs(said: str) -> bool:
    """Whether it names nothing: "And then?", "What did she answer?", "On which slopes?" """
    return _HANGING.search(said) is not None


_TOLD = re.compile(
    r"^(?:You(?:'ve| have)? (?:told|spoke|spoken|wrote|written|mentioned)(?: (?:me|us))?"
    r"(?: (?!about\b|of\b)[\w ]{1,30}?)?|"
    r"I (?:have|need|want|ought|wanted|'d like) to ask(?: you)?|Do (?:tell|talk to) (?:me|us)|(?:Let's|Let us) talk|"
    r"(?:Tell|Talk to) (?:me|us)(?: (?:a little|something|a bit|more))?) "
    r"(?:about|of) (?P<what>(?:an?|the|your) [^,;:.]{3,60})\.$|"
    r"^(?:Please )?[Dd]escribe (?P<shown>(?:an?|the|your) [^,;:.]{3,50}?)(?: (?:to|for) (?:me|us))?\.$"
)
_NAMED_BY_YOU = re.compile(r"^an? [\w ]+? (?:that|which) you (?:call|called) (?=the |an? )")


_ASKING = frozenset(("ask", "wonder"))


def of_him(text: str, name: str) -> str:
    """A question about `he` or `she` with the name of whom it is about; as it is where more than one is meant."""
    found = re.findall(r"\b(?:he|she|him)\b", text)
    return re.sub(r"\b(?:he|she|him)\b", name, text) if len(found) == 1 and name else text


def _of_remark(spans: Sequence[str], parse: Parse) -> str:
    told = _TOLD.match(spans[-1].replace("’", "'"))
    what = _NAMED_BY_YOU.sub("", told["what"] or told["shown"]) if told is not None else ""
    if what and not _YOU.search(what.removeprefix("your ")):
        return f"What do you say about {what}?" if not what.startswith("your ") else f"What about {what}?"
    for said in reversed(spans):
        bare = _SAYING.sub("", _LEADING.sub("", said))
        bare = bare[:1].upper() + bare[1:]
        doc = parse([bare])[0]
        root = next((t for t in doc if t.dep_ == "ROOT"), None) if doc is not None else None
        subject = subject_of(root) if root is not None else None
        if root is None or subject is None or root.pos_ not in {"VERB", "AUX"} or root.lemma_ in _ASKING:
            continue
        common = frozenset(t.text.lower() for t in doc if t.pos_ != "PROPN")
        clause = Clause(root, subject, common=common)
        asked = clause.turned("") if clause.is_sound and not bare.endswith(("?", "!")) else ""
        least = 4 if subject.lower_ == "you" else 5
        if least <= len(asked.split()) <= _MOST_WORDS and not _MINE.search(asked):
            return asked
    return ""

"""Questions built from an English sentence's own words, each answered by the sentence."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from server.engine.writing.analysis import Prompt
from server.engine.writing.english.grammar import beyond, inside, noun_phrase, root_of, subject_of, text_of
from server.engine.writing.english.subjects import VIEWS
from server.engine.writing.english.telling import aloud, contracted, ended, lower_start, plain_quotes, tidy
from server.engine.writing.lettering import capital

_PRONOUNS = {
    "he",
    "she",
    "it",
    "they",
    "this",
    "that",
    "these",
    "those",
    "we",
    "i",
    "you",
    "one",
    "some",
    "others",
    "who",
    "which",
    "both",
    "neither",
    "there",
    "such",
    "none",
    "all",
    "many",
    "most",
    "each",
    "another",
    "everybody",
    "everyone",
    "nobody",
    "somebody",
    "anybody",
    "nothing",
    "everything",
    "what",
    "few",
    "several",
}

_REPORTING = {
    "say",
    "argue",
    "think",
    "find",
    "report",
    "show",
    "reply",
    "warn",
    "suggest",
    "claim",
    "believe",
    "explain",
    "conclude",
    "propose",
    "note",
    "remark",
    "estimate",
    "object",
    "mean",
    "hold",
    "maintain",
    "insist",
    "predict",
    "discover",
    "reveal",
    "point",
    "complain",
    "recommend",
    "agree",
    "answer",
    "tell",
}

_SUPERLATIVE = {
    "first",
    "last",
    "next",
    "main",
    "only",
    "biggest",
    "largest",
    "greatest",
    "oldest",
    "second",
    "third",
    "most",
    "best",
    "worst",
    "highest",
    "lowest",
    "chief",
    "real",
    "key",
    "important",
    "other",
    "problem",
    "reason",
    "difference",
    "aim",
    "purpose",
    "goal",
    "idea",
    "result",
    "answer",
    "trick",
    "condition",
}


def prompts(doc: Any, *, told: str, common: frozenset[str] = frozenset()) -> list[Prompt]:
    """The questions built from a sentence's own words that the sentence answers for certain, best first."""
    out: list[Prompt] = []
    root = root_of(doc)
    subject = subject_of(root)
    text = told
    if '"' in text:
        return quoted(text)
    makers = (
        _how_many,
        _who_is,
        partial(_what_is, common=common),
        partial(_reported, common=common),
        _superlative,
    )
    for make in makers:
        prompt = make(doc, root, subject, text)
        if prompt is not None:
            out += prompt if isinstance(prompt, list) else [prompt]
    out += quoted(text)
    dated = _dated(text)
    if dated is not None:
        out.append(dated)
    return out


def _after(doc: Any, token: Any) -> str:
    """What the sentence says from a token on, without the full stop."""
    return tidy(plain_quotes(doc.text[token.idx :])).rstrip(".")


def _how_many(doc: Any, root: Any, subject: Any | None, _text: str) -> Prompt | None:
    """A counted subject: "How many people use the ferry on a weekday?" """
    if subject is None or subject.tag_ != "NNS" or (root.tag_ not in {"VBD", "VBP", "VBZ"} and not _aux(root)):
        return None
    number = next((t for t in subject.children if t.dep_ == "nummod"), None)
    if number is None:
        return None
    span = sorted(subject.subtree, key=lambda t: t.i)
    verb = min([root, *[t for t in root.children if t.dep_ in {"aux", "auxpass"}]], key=lambda t: t.i)
    if span[0].i != 0 or any(t.lower_ == "such" for t in span) or span[-1].i >= verb.i or number.i > subject.i:
        return None
    noun = text_of([t for t in subject.subtree if t.i > number.i and not beyond(t, subject) and t.i <= subject.i])
    rest = re.split(r"[,;:]", _after(doc, verb))[0]
    if not 3 <= len(rest.split()) <= 11 or '"' in rest or len(noun.split()) > 3 or re.search(r"\d", rest):
        return None
    if subject.lower_ in {"years", "months", "weeks", "days", "percent", "times", "hours", "minutes"}:
        return None
    tail = _after(doc, verb)[len(rest) :]
    answer = ended(capital(tidy(text_of(span) + tail)))
    return Prompt(f"How many {noun} {rest}?", "how many", 0.9, answer=contracted(aloud(answer)))


def _aux(root: Any) -> bool:
    return any(t.dep_ in {"aux", "auxpass"} and t.tag_ in {"VBD", "VBZ", "VBP"} for t in root.children)


def _who_is(_doc: Any, root: Any, subject: Any | None, _text: str) -> Prompt | None:
    """A person introduced: "Who was Caleb Ruddock?" """
    if subject is None or root.lemma_ != "be" or subject.ent_type_ != "PERSON" or subject.i > 3:
        return None
    attribute = next((t for t in root.children if t.dep_ == "attr"), None)
    if attribute is None or attribute.pos_ != "NOUN":
        return None
    article = next((t for t in attribute.children if t.dep_ == "det"), None)
    name = noun_phrase(subject)
    if any(t.dep_ == "det" for t in subject.children):
        return None
    if article is None or article.lower_ not in {"a", "an", "the"} or not name or root.lower_ not in {"is", "was"}:
        return None
    return Prompt(f"Who {root.lower_} {name}?", "who", 0.95)


def _what_is(  # noqa: PLR0911
    _doc: Any, root: Any, subject: Any | None, _text: str, *, common: frozenset[str]
) -> Prompt | None:
    """A thing defined: "What is frazil?" """
    if subject is None or subject.i > 4 or subject.pos_ != "NOUN" or root.lower_ not in {"is", "are", "means"}:
        return None
    words = noun_phrase(subject, most=4)
    if not words or words.split()[0].lower() in {"this", "that", "these", "those", "its", "their", "one", "no"}:
        return None
    if words.split()[0].lower() == "the" and root.lower_ != "means":
        return None
    attribute = next((t for t in root.children if t.dep_ in {"attr", "dobj"}), None)
    if attribute is None or attribute.pos_ != "NOUN" or any(t.dep_ in {"neg", "advmod", "aux"} for t in root.children):
        return None
    if attribute.lower_ in {
        "thing",
        "matter",
        "example",
        "part",
        "bit",
        "lot",
        "way",
        "problem",
        "reason",
        "worry",
        "question",
    }:
        return None
    article = next((t for t in attribute.children if t.dep_ == "det"), None)
    if article is None or article.lower_ not in {"a", "an"}:
        return None
    first = min(subject.subtree, key=lambda t: t.i)
    said = inside(words, first, common=common)
    if root.lower_ == "means":
        return Prompt(f"What does {said} mean here?", "what", 0.8)
    return Prompt(f"What {root.lower_} {said}, exactly?", "what", 0.85)


def _reported(_doc: Any, root: Any, subject: Any | None, text: str, *, common: frozenset[str]) -> list[Prompt] | None:
    """Somebody says that …: "What did the Clerk say?" """
    if subject is None or root.lemma_ not in _REPORTING or subject.i > 5 or subject.pos_ == "PRON":
        return None
    if any(t.dep_ in {"neg", "aux", "auxpass"} for t in root.children) or root.tag_ not in {"VBD", "VBZ", "VBP"}:
        return None
    match = re.search(rf"\b{re.escape(root.text)} that (?P<rest>.+)$", text)
    named = next((t for t in subject.children if t.dep_ == "appos" and t.ent_type_ == "PERSON"), None)
    name = noun_phrase(named if named is not None else subject)
    if match is None or not name or len(match["rest"].split()) < 5:
        return None
    before = text[: match.start()].strip()
    if len(before.split()) > len(name.split()) + (_INTRODUCED_MOST if named is not None else 2):
        return None
    first = min(subject.subtree, key=lambda t: t.i)
    aux = {"VBD": "did", "VBZ": "does", "VBP": "do"}[root.tag_]
    rest = re.sub(r"\band that\b", "and that", match["rest"])
    who = inside(name, named if named is not None else first, common=common)
    verb = VIEWS.get(root.lemma_, root.lemma_)
    answer = ended(capital(f"that {rest}"))
    return [
        Prompt(f"What {aux} {who} {verb}?", "reported", 0.85, answer=answer, checked=False),
        Prompt(f"And what {aux} {who} {verb}?", "reported", 0.8, answer=answer, checked=False),
    ]


_INTRODUCED_MOST = 6
"""Words that say who somebody is before his name."""


def _superlative(doc: Any, root: Any, subject: Any | None, _text: str) -> Prompt | None:  # noqa: PLR0911
    """ "The first ice to appear is frazil": "What is the first ice to appear?" """
    if subject is None or root.lower_ not in {"is", "was"} or subject.pos_ != "NOUN":
        return None
    span = sorted(subject.subtree, key=lambda t: t.i)
    if span[0].i != 0 or span[0].lower_ != "the" or span[-1].i + 1 != root.i or len(span) > 9:
        return None
    if not any(t.lower_ in _SUPERLATIVE or t.tag_ in {"JJS", "RBS"} for t in span):
        return None
    if any(t.dep_ == "neg" for t in root.children) or any(t.pos_ == "PRON" for t in span):
        return None
    attribute = next((t for t in root.children if t.dep_ == "attr"), None)
    if attribute is None or attribute.pos_ not in {"NOUN", "PROPN"}:
        return None
    words = lower_start(text_of(span))
    rest = _after(doc, root).split(" ", 1)
    if len(rest) < 2 or ":" in words or "," in words or re.search(r"\d", words):
        return None
    answer = contracted(aloud(capital(rest[1])))
    return Prompt(f"What {root.lower_} {words}?", "superlative", 0.85, answer=answer)


_VIEWS = _REPORTING | {"consider", "prefer", "reject", "want", "doubt", "oppose", "support", "expect", "ask", "move"}


def views(root: Any, name: str) -> list[Prompt]:
    """Somebody takes a position: "Where does Rolf Standing stand?" """
    if root is None or root.lemma_ not in _VIEWS:
        return []
    return [
        Prompt(form, "view", 0.55, checked=False)
        for form in (f"What about {name}?", f"And {name}?", f"What is {name}'s view?")
    ]


_QUOTED = re.compile(r'^(?P<who>[A-Z][^":,]*?) (?P<verb>[a-z]+)(?P<rest>[^":]{0,30}): (?P<quote>"[^"]+"[.?!]?)$')

_QUOTED_LONG = re.compile(r'^(?P<who>[A-Z][^":,]*?), (?P<what>[^":]+), (?P<verb>says|said): (?P<quote>"[^"]+"[.?!]?)$')


def quoted(text: str) -> list[Prompt]:
    """Somebody's own words: "What does Mr Abelow say?" and other ways to ask for them."""
    match = _QUOTED.match(text)
    if (
        match is not None
        and len(match["who"].split()) <= 4
        and match["who"].split()[0].lower()
        not in _PRONOUNS | {"the", "a", "one", "his", "her", "their", "its", "in", "on", "at", "asked", "my", "our"}
    ):
        now = match["verb"].endswith("s") and not match["verb"].endswith("ss")
        aux = "does" if now else "did"
        who = match["who"]
        short = "" if match["rest"].strip() else match["quote"]
        forms = (
            f"What {aux} {who} say?",
            f"How {aux} {who} put it?",
            f"And in {who}'s own words?",
            f"What {'is' if now else 'was'} {who}'s comment?",
            f"Do we hear from {who}?",
        )
        return [
            Prompt(form, "quoted", 0.8, answer=short if n < 4 else "", checked=False) for n, form in enumerate(forms)
        ]
    match = _QUOTED_LONG.match(text)
    if match is not None and len(match["who"].split()) <= 4 and len(match["what"].split()) <= 12:
        who, aux = match["who"], "does" if match["verb"] == "says" else "did"
        return [
            Prompt(form, "quoted", 0.6, checked=False)
            for form in (f"What {aux} {who} say?", f"And what {aux} {who} say?", f"Do we hear from {who}?")
        ]
    return []


_DATE = (
    r"(?:(?:early |late |mid-?)?(?:January|February|March|April|May|June|July|August|September|October|November|"
    r"December)(?: \d{1,2})?,? )?\d{4}|the (?:spring|summer|autumn|winter|fall) of \d{4}"
)

_LEADING_DATE = re.compile(
    rf"^(?P<prep>In|On|By|Since|Between|From|After|Until) (?P<date>(?:\d{{1,2}} )?(?:{_DATE}))(?P<comma>,?) (?P<rest>.+)$"  # noqa: E501
)


def _dated(text: str) -> Prompt | None:
    """A sentence that opens with its date: "What happened in 2015?", the rest is the answer."""
    match = _LEADING_DATE.match(text)
    if match is None or match["prep"] in {"By", "Between", "From", "Until", "Since", "After"}:
        return None
    rest = match["rest"]
    if (
        len(rest.split()) < 5
        or not re.match(r"(the|a|an|some|[A-Z])", rest)
        or rest.split()[0].lower() in {"and", "it"}
    ):
        return None
    date = match["date"]
    return Prompt(
        f"What happened {match['prep'].lower()} {date}?", "dated", 0.75, answer=ended(capital(rest)), checked=False
    )

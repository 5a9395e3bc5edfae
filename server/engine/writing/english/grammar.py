"""What the parse of one English sentence gives: clauses, noun phrases, and the questions it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from server.engine.writing.analysis import Halves, Prompt, Unit
from server.engine.writing.english.telling import aloud, capital, contracted, ended, lower_start, plain_quotes, tidy

_SUBJECT = {"nsubj", "nsubjpass", "csubj"}
_CLAUSES = {"advcl": "when", "relcl": "which", "acl": "which", "ccomp": "that", "appos": "apposition", "conj": "and"}
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
_PARTICIPLE_START = {"VBG", "VBN"}
_MAX_TOPIC = 5
common_words: frozenset[str] = frozenset()
"""Words that the source being read writes small somewhere: at the start of a sentence they are no names."""


def text_of(tokens: Sequence[Any]) -> str:
    """The words of tokens in their order, as written."""
    ordered = sorted(tokens, key=lambda t: t.i)
    return plain_quotes("".join(t.text_with_ws for t in ordered)).strip()


def subject_of(verb: Any) -> Any | None:
    """The subject of a verb, if it has one of its own."""
    return next((t for t in verb.children if t.dep_ in _SUBJECT), None)


def root_of(doc: Any) -> Any:
    """The head of the first sentence the parser sees."""
    return next((t for t in doc if t.head == t and t.pos_ in {"VERB", "AUX"}), next(t for t in doc if t.head == t))


def is_finite(doc: Any) -> bool:
    """Whether a finite verb holds the sentence together."""
    return any(t.tag_ in {"VBZ", "VBP", "VBD", "MD"} for t in doc)


def is_imperative(doc: Any) -> bool:
    """Whether the sentence tells somebody to do something."""
    root = root_of(doc)
    if root.tag_ not in {"VB", "VBP"} or subject_of(root) is not None:
        return bool(re.match(r"(Do not|Don't|Never|Please) [a-z]+", doc.text))
    return not any(t.dep_ == "aux" and t.tag_ == "MD" for t in root.children) and not any(
        t.dep_ == "aux" and t.lower_ == "to" for t in root.children
    )


def units(doc: Any, *, offset: int) -> tuple[Unit, ...]:
    """The clauses, appositions and the rest of a sentence, each with its place in the source."""
    out: list[Unit] = []
    taken: set[int] = set()
    for token in doc:
        relation = _CLAUSES.get(token.dep_)
        if relation is None or (token.dep_ == "conj" and (token.pos_ not in {"VERB", "AUX"} or not subject_of(token))):
            continue
        span = list(token.subtree)
        if len(span) < 3 or span[-1].i - span[0].i + 1 != len(span):
            continue
        mark = next((t.lower_ for t in token.children if t.dep_ in {"mark", "advmod"} and t.i < token.i), "")
        if token.dep_ == "advcl" and mark in {"because", "since", "as", "if", "while", "although", "though", "so"}:
            relation = mark
        start, end = span[0].idx, span[-1].idx + len(span[-1])
        out.append(Unit(offset + start, offset + end, doc.text[start:end], relation))
        taken.update(t.i for t in span)
    rest = [t for t in doc if t.i not in taken and not t.is_punct]
    if rest:
        start, end = rest[0].idx, rest[-1].idx + len(rest[-1])
        out.insert(0, Unit(offset + start, offset + end, doc.text[start:end], "main"))
    return tuple(sorted(out, key=lambda u: (u.start, -u.end)))


def noun_phrase(token: Any, *, most: int = _MAX_TOPIC) -> str:
    """The noun phrase around a noun, up to its prepositional phrases, or nothing if that is too long or odd."""
    if token.pos_ not in {"NOUN", "PROPN"}:
        return ""
    span = [t for t in token.subtree if not _beyond(t, token)]
    kept = {t.i for t in span}
    if any(t.dep_ == "conj" and t.head.i in kept and t.i not in kept for t in token.subtree):
        return ""
    while span and (span[-1].is_punct or span[-1].dep_ == "case"):
        span.pop()
    if not span or span[-1].i - span[0].i + 1 != len(span) or len(span) > most + 2:
        return ""
    words = text_of(span)
    if len(words.split()) > most or re.search(r'[",;:()]', words) or span[-1].pos_ in {"ADP", "DET", "CCONJ", "PRON"}:
        return ""
    if any(t.pos_ == "PRON" and t.lower_ not in {"its", "their", "his", "her"} for t in span):
        return ""
    return words


def _beyond(token: Any, noun: Any) -> bool:
    """Whether a token hangs below a relative clause, an apposition or a conjunct of the noun."""
    while token != noun:
        if token.dep_ in {"relcl", "acl", "appos", "conj", "cc", "punct", "advcl", "ccomp", "parataxis", "advmod"}:
            return True
        token = token.head
    return False


def _inside(words: str, first: Any) -> str:
    """A noun phrase as it stands inside a sentence."""
    if first.i == 0 and words.split(maxsplit=1)[0].lower() in common_words:
        return lower_start(words)
    if first.ent_type_ in {"PERSON", "ORG", "GPE", "LOC", "FAC", "NORP", "PRODUCT", "WORK_OF_ART", "EVENT", "DATE"}:
        return words
    if first.pos_ == "PROPN" and first.i == 0 and len(first.doc) > 1 and first.nbor().pos_ == "PROPN":
        return words
    return words if first.pos_ == "PROPN" else lower_start(words)


def topic(doc: Any) -> str:
    """The definite noun phrase a sentence is about, fit for "What about …?"; empty if it has none."""
    root = root_of(doc)
    subject = subject_of(root)
    if subject is None or subject.pos_ not in {"NOUN", "PROPN"}:
        return ""
    if any(t.dep_ == "conj" for t in subject.children):
        return ""
    words = noun_phrase(subject, most=5)
    if not words or not plain_quotes(doc.text).startswith(words):
        return ""
    first = min(subject.subtree, key=lambda t: t.i)
    low = words.lower().split()
    if len(low) == 1 and subject.pos_ == "NOUN":
        return ""
    if low[0] in {"the", "their", "its", "his", "her"} and len(low) > 1:
        if low[0] != "the":
            return ""
        bad = {
            "same",
            "other",
            "latter",
            "former",
            "rest",
            "result",
            "difference",
            "first",
            "second",
            "third",
            "way",
            "last",
            "next",
            "more",
            "less",
            "number",
            "only",
            "answer",
            "reason",
            "whole",
            "others",
            "following",
        }
        return "" if low[1] in bad or low[-1] in bad else _inside(words, first)
    if low[0] in {
        "a",
        "an",
        "this",
        "that",
        "these",
        "those",
        "some",
        "any",
        "no",
        "every",
        "each",
        "another",
        "such",
        "both",
        "all",
        "many",
        "most",
        "more",
        "few",
        "several",
        "half",
        "our",
        "my",
        "your",
        "what",
        "one",
    }:
        return ""
    if first.pos_ == "NUM" or first.like_num or any(c.isdigit() for c in words):
        return ""
    if subject.pos_ == "PROPN":
        return _inside(words, first) if words[0].isupper() else ""
    if subject.tag_ == "NNS" and first.pos_ in {"NOUN", "ADJ"}:
        return _inside(words, first)
    return ""


def gists(doc: Any) -> tuple[str, ...]:
    """Noun phrases of three to six words that a recap can name."""
    out = []
    for token in doc:
        if token.pos_ != "NOUN" or token.dep_ not in {"nsubj", "nsubjpass", "dobj", "attr", "pobj"}:
            continue
        words = noun_phrase(token, most=6)
        first = min(token.subtree, key=lambda t: t.i)
        if not 3 <= len(words.split()) <= 6 or first.pos_ == "PRON" or first.like_num or words[0].isdigit():
            continue
        if first.lower_ in {
            "up",
            "about",
            "some",
            "more",
            "less",
            "fewer",
            "most",
            "all",
            "over",
            "nearly",
            "almost",
            "other",
        }:
            continue
        if re.match(
            r"(?i)(this|that|these|those|such|any|no|every|each|another|one of|the same|what|which|its|their)\b", words
        ):
            continue
        out.append(_inside(words, first))
    return tuple(dict.fromkeys(out))


def _question_head(doc: Any) -> str:
    words = doc.text
    return tidy(plain_quotes(words))


def prompts(doc: Any, *, told: str) -> list[Prompt]:
    """The questions built from a sentence's own words that the sentence answers for certain, best first."""
    out: list[Prompt] = []
    root = root_of(doc)
    subject = subject_of(root)
    text = told
    if '"' in text:
        return quoted(text)
    for make in (_how_many, _who_is, _what_is, _reported, _superlative):
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


def _how_many(doc: Any, root: Any, subject: Any | None, text: str) -> Prompt | None:
    """A counted subject: "How many people use the ferry on a weekday?" """
    if subject is None or subject.tag_ != "NNS" or (root.tag_ not in {"VBD", "VBP", "VBZ"} and not _aux(root)):
        return None
    number = next((t for t in subject.children if t.dep_ == "nummod"), None)
    if number is None:
        return None
    span = sorted(subject.subtree, key=lambda t: t.i)
    verb = min([root, *[t for t in root.children if t.dep_ in {"aux", "auxpass"}]], key=lambda t: t.i)
    if span[0].i > 1 or span[-1].i >= verb.i or number.i > subject.i:
        return None
    noun = text_of([t for t in subject.subtree if t.i > number.i and not _beyond(t, subject) and t.i <= subject.i])
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


def _who_is(doc: Any, root: Any, subject: Any | None, text: str) -> Prompt | None:
    """A person introduced: "Who was Caleb Ruddock?" """
    if subject is None or root.lemma_ != "be" or subject.ent_type_ != "PERSON" or subject.i > 3:
        return None
    attribute = next((t for t in root.children if t.dep_ == "attr"), None)
    if attribute is None or attribute.pos_ != "NOUN":
        return None
    article = next((t for t in attribute.children if t.dep_ == "det"), None)
    name = noun_phrase(subject)
    if article is None or article.lower_ not in {"a", "an", "the"} or not name or root.lower_ not in {"is", "was"}:
        return None
    return Prompt(f"Who {root.lower_} {name}?", "who", 0.95)


def _what_is(doc: Any, root: Any, subject: Any | None, text: str) -> Prompt | None:
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
    inside = _inside(words, first)
    if root.lower_ == "means":
        return Prompt(f"What does {inside} mean here?", "what", 0.8)
    return Prompt(f"What {root.lower_} {inside}, exactly?", "what", 0.85)


def _reported(doc: Any, root: Any, subject: Any | None, text: str) -> list[Prompt] | None:
    """Somebody says that …: "What did the Clerk say?" """
    if subject is None or root.lemma_ not in _REPORTING or subject.i > 5 or subject.pos_ == "PRON":
        return None
    if any(t.dep_ in {"neg", "aux", "auxpass"} for t in root.children) or root.tag_ not in {"VBD", "VBZ", "VBP"}:
        return None
    match = re.search(rf"\b{re.escape(root.text)} that (?P<rest>.+)$", text)
    name = noun_phrase(subject)
    if match is None or not name or len(match["rest"].split()) < 5:
        return None
    before = text[: match.start()].strip()
    if len(before.split()) > len(name.split()) + 2:
        return None
    first = min(subject.subtree, key=lambda t: t.i)
    aux = {"VBD": "did", "VBZ": "does", "VBP": "do"}[root.tag_]
    rest = re.sub(r"\band that\b", "and that", match["rest"])
    who = _inside(name, first)
    answer = ended(capital(f"that {rest}"))
    return [
        Prompt(f"What {aux} {who} {root.lemma_}?", "reported", 0.85, answer=answer, checked=False),
        Prompt(f"And what {aux} {who} {root.lemma_}?", "reported", 0.8, answer=answer, checked=False),
    ]


def _superlative(doc: Any, root: Any, subject: Any | None, text: str) -> Prompt | None:
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
    rf"^(?P<prep>In|On|By|Since|Between|From|After|Until) (?P<date>(?:\d{{1,2}} )?(?:{_DATE}))(?P<comma>,?) (?P<rest>.+)$"
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


_BECAUSE = re.compile(
    r"^(?P<first>.+?),? (?P<how>(?:mainly|mostly|largely|partly|simply|chiefly|probably) )?(?P<mark>because|owing to|due to|thanks to)(?P<second> .+)$"
)
_SO_THAT = re.compile(r"^(?P<first>.+?),? (?P<mark>so that|in order to|in order that)(?P<second> .+)$")


def halves(text: str, doc: Any) -> Halves | None:
    """A sentence in cause and effect for two voices, where both halves stand by themselves."""
    if '"' in text or ";" in text or ":" in text or text.endswith("?"):
        return None
    match = _BECAUSE.match(text)
    bridge = "Why?"
    if match is None or match["mark"] in {"due to"}:
        return None
    first, second = match["first"], f"{match['how'] or ''}{match['mark']}{match['second']}"
    words = first.split()
    if (
        not 4 <= len(words) <= 16
        or len(second.split()) < 4
        or re.search(r"\b(not|just|only|and|but|or|is|was|that|,)$", first)
    ):
        return None
    if re.search(r"\b(not|n't)\b.*$", first) and re.search(r"\bbut\b", second):
        return None
    if re.search(r"\b(and|but|that|who|which|if|when|where|whether|what|while|as|says|said|thinks)\b", first):
        return None
    return Halves(ended(first), bridge, ended(capital(second)))


_TURN = re.compile(r"^(?P<one>.+?),? (?P<mark>but|yet|whereas|although|though) (?P<two>.+)$")


def contrast(text: str, doc: Any) -> tuple[str, str]:
    """Claim and counterpoint of one sentence, where both are clauses with a subject of their own."""
    match = _TURN.match(text)
    if match is None or '"' in text or ";" in text or ":" in text or ". " in text or text.endswith("?"):
        return "", ""
    mark = next((t for t in doc if t.lower_ == match["mark"] and t.dep_ in {"cc", "mark"}), None)
    if mark is None:
        return "", ""
    clause = (
        mark.head
        if mark.dep_ == "mark"
        else next((t for t in mark.head.children if t.dep_ == "conj" and t.i > mark.i), None)
    )
    subject = subject_of(clause) if clause is not None else None
    if clause is None or subject is None or min(t.i for t in subject.subtree) != mark.i + 1:
        return "", ""
    one, two = match["one"], match["two"]
    if (
        (mark.dep_ == "cc" and mark.head.dep_ != "ROOT")
        or min(len(one.split()), len(two.split())) < 5
        or not _clause_like(one)
    ):
        return "", ""
    if (
        re.search(r"\b(not|n't|only|nothing|nobody|never)\b[^,]*$", one)
        and match["mark"] == "but"
        and len(one.split()) < 6
    ):
        return "", ""
    return ended(one), ended(capital(f"{match['mark']} {two}"))


def lightened(text: str, doc: Any, *, most: int = 28) -> str:
    """A long sentence as two or more: cut at semicolons and where a clause with its own subject is joined on."""
    if len(text.split()) <= most or '"' in text:
        return text
    pieces = [p.strip() for p in re.split(r"; (?=[a-z])", text)]
    if len(pieces) > 1 and all(_clause_like(p) for p in pieces):
        text = " ".join(ended(capital(p)) for p in pieces)
    joints: list[int] = []
    for token in doc:
        if token.dep_ != "cc" or token.lower_ not in {"and", "but"} or token.i + 1 >= len(doc):
            continue
        clause = next((t for t in token.head.children if t.dep_ == "conj" and t.i > token.i), None)
        if clause is None or token.head.dep_ != "ROOT" or not subject_of(clause):
            continue
        subject = subject_of(clause)
        if (
            subject is None
            or min(t.i for t in subject.subtree) != token.i + 1
            or (clause.tag_ in {"VB", "VBG", "VBN"} and not any(t.dep_ in {"aux", "auxpass"} for t in clause.children))
        ):
            continue
        if token.i and doc[token.i - 1].text == ",":
            joints.append(token.i)
    for i in joints:
        tail = plain_quotes(doc.text[doc[i].idx :])[:24]
        at = text.find(", " + tail[:18])
        if at < 0:
            continue
        left, right = text[:at], text[at + 2 :]
        if len(left.split(". ")[-1].split()) >= 7 and len(right.split()) >= 6:
            text = ended(left) + " " + capital(right)
    return text


def _clause_like(piece: str) -> bool:
    first = piece.split(maxsplit=1)[0].lower().strip(",") if piece.split() else ""
    if len(piece.split()) < 4 or first in {"that", "which", "who", "whose", "to", "of", "and", "or", "with", "for"}:
        return False
    return (
        re.search(
            r"\b(is|are|was|were|has|have|had|will|would|can|could|may|must|should|does|do|did|\w+ed|\w+s|takes|took|gave|"
            r"made|came|went|fell|rose|lost|held|kept|said|says)\b",
            piece,
        )
        is not None
    )

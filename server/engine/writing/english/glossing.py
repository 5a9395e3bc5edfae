"""Terms that an English sentence explains: "X is a …", "X means …", "is called X", "X, the …, does …", "X: a …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from server.engine.writing.asking import Term
from server.engine.writing.english.answers import HUMANS
from server.engine.writing.english.clauses import joined
from server.engine.writing.english.grammar import subject_of
from server.engine.writing.english.telling import ended
from server.engine.writing.lettering import capital

_EMPTY = frozenset(
    (
        "thing matter example part bit lot way problem reason worry question one kind time place case result man "
        "woman day year success failure pity mistake number point sign fact figure step story nuisance difference "
        "majority minority record name friend choice option solution answer bet idea"
    ).split()
)
_NOT_TERMS = frozenset(
    (
        "this that these those its their his her one no some such another each every my our both all most many other "
        "first second last next only same what it there here who"
    ).split()
)
_VAGUE_HEADS = frozenset(
    (
        "result difference reason answer problem rest aim idea fact remedy effect exception condition trouble point "
        "purpose goal question time day year alternative"
    ).split()
)
_LISTING = re.compile(r"\b(?:and|or) (?:the|an?|some|two|three) |, \w+$|\b(?:one|it|them|him|her)$")
"""What a list has and an explanation hasn't, and an end that points back: "a kettle, chocolate"."""
_KINDS_OF = frozenset(("part", "way", "place", "point", "step", "line"))
"""Nouns that say something once more is said of them: "the part into which the handle locks"."""
_MEANT = re.compile(
    r'^"?(?P<term>[A-Z][^",:.]{1,48}?)"? (?:means|refers to|stands for|is defined as|denotes) (?P<said>.{12,})$'
)
_LISTED = re.compile(r"^(?P<term>[A-Z][\w /-]{1,40}?)(?:: | [–—-] )(?P<said>[aA]n? .{15,}|[tT]he .{15,})$")
_CALLED = re.compile(
    r"^(?P<said>(?:An?|The) .{6,80}?) (?:is|are) (?:called|known as|termed) (?P<term>(?:an? |the )?[\w'’ -]{3,40}?)(?P<rest>[,.].*)$"  # noqa: E501
)


def terms(doc: Any, number: int, *, common: frozenset[str]) -> Iterator[Term]:
    """The terms of one sentence, with the sentence (or what of it explains) as the definition."""
    text = doc.text
    match = _MEANT.match(text)
    if match is not None and _is_term(match["term"]) and len(match["term"].split()) <= 4:
        term = match["term"].strip('" ')
        yield Term(term, text, number, 1.0, f"What does {_inside(term, common)} mean?", match["said"])
        return
    match = _LISTED.match(text)
    verbal = any(t.tag_ in {"VBZ", "VBP", "VBD", "MD"} for t in doc if match is not None and t.idx < match.end("term"))
    if match is not None and _is_term(match["term"]) and not verbal and not _tells(doc, match.start("said")):
        yield Term(match["term"], text, number, 0.9, f"What is {_inside(match['term'], common)}?", match["said"])
        return
    for sent in doc.sents:
        yield from _is_a(sent, number, common=common)
        yield from _named(sent, number, common=common)
        yield from _apposed(sent, number, common=common)


def _tells(doc: Any, start: int) -> bool:
    """Whether a whole statement stands behind a label, and no explanation: "Laundry: the unit runs at full power." """
    label = doc.text[:start].strip(" :–—-").lower()
    if re.match(rf"(?:an?|the) {re.escape(label)}\b", doc.text[start:].lower()):
        # What explains a word doesn't begin with it: "Boiler: The boiler dates from 1994."
        return True
    finite = (t for t in doc if t.idx >= start and t.tag_ in {"VBZ", "VBP", "VBD", "MD"})
    verbs = {t.head if t.tag_ == "MD" or t.dep_ in {"aux", "auxpass"} else t for t in finite}
    return any(subject_of(v) is not None and v.dep_ not in {"relcl", "acl", "ccomp", "advcl", "pcomp"} for v in verbs)


def _is_term(words: str) -> bool:
    first = words.strip('" ').split()[0].lower() if words.strip('" ') else ""
    units = {"litres", "metres", "kilograms", "percent", "euros", "pounds", "dollars"}
    return bool(first) and first not in _NOT_TERMS | units and not re.search(r"\d", words)


def _inside(term: str, common: frozenset[str]) -> str:
    words = term.strip('" ')
    first = words.split()[0]
    if words == first and words not in common and words[1:] == words[1:].lower():
        # One word that is never written large inside a sentence is no name.
        return words[0].lower() + words[1:]
    if first.lower() in {"a", "an", "the"} or (first.lower() in common and first[1:] == first[1:].lower()):
        words = words[0].lower() + words[1:]
    return words


def _is_a(sent: Any, number: int, *, common: frozenset[str]) -> Iterator[Term]:  # noqa: PLR0911
    """ "Frazil is a …": a subject without much around it, and a noun that says what kind of thing it is."""
    root = sent.root
    subject = subject_of(root)
    if root.lemma_ != "be" or root.tag_ not in {"VBZ", "VBP", "VBD"} or subject is None or subject.dep_ != "nsubj":
        return
    attribute = next((t for t in root.children if t.dep_ == "attr" and t.i > root.i), None)
    if attribute is None or attribute.pos_ not in {"NOUN", "PROPN"}:
        return
    if attribute.lower_ in _EMPTY and not (attribute.lower_ in _KINDS_OF and _is_told(attribute)):
        return
    if any(t.dep_ in {"neg", "aux"} for t in root.children) or subject.pos_ not in {"NOUN", "PROPN"}:
        return
    if attribute.i > root.i + 6 or any(t.dep_ == "acomp" for t in root.children):
        return
    article = next((t for t in attribute.children if t.dep_ == "det"), None)
    own = list(subject.subtree)
    if len(own) > 7 or own[0].i != sent.start or own[0].lower_ in _NOT_TERMS or any(t.like_num for t in own):
        return
    if subject.lower_ in _VAGUE_HEADS or any(t.dep_ == "conj" for t in own):
        return
    whole = len(list(attribute.subtree)) >= 3
    if any(t.tag_ in {"JJS", "RBS"} for t in own) or (not whole and sent.end - attribute.i < 6):
        return
    definite = own[0].lower_ == "the"
    if article is None or article.lower_ not in {"a", "an", "the"} or (root.tag_ == "VBD" and subject.pos_ != "PROPN"):
        return
    if definite and root.tag_ != "VBZ":
        return
    term = joined(own, common=common)
    if len(own) == 1 and not subject.ent_type_ and term not in common and term[1:] == term[1:].lower():
        term = term.lower()
    bare = re.sub(r"^(the|an?) ", "", term)
    pointing = re.search(r"\b(?:of|for|to|with|in|by|from) (?:it|them|him|her)\b", sent.text)
    if not bare or len(bare.split()) > 5 or re.search(r'[",;:()]', bare) or pointing:
        return
    person = (
        subject.ent_type_ == "PERSON"
        and not definite
        and attribute.ent_type_ != "PERSON"
        and (" " in bare or bare in common)
    )
    named = subject.pos_ == "PROPN" and " " not in bare and HUMANS.search(attribute.text) is not None
    wh = "Who" if person or named else "What"
    rest = list(attribute.subtree) if whole else [t for t in sent if t.i >= article.i and not t.is_punct]
    meaning = joined(rest, common=common)
    strength = 0.95 if article.lower_ != "the" and not definite else 0.7
    yield Term(capital(bare), sent.text.strip(), number, strength, f"{wh} {root.lower_} {term}?", meaning)


def _is_told(attribute: Any) -> bool:
    """Whether what a plain noun is is said by more than an article."""
    inner = list(attribute.subtree)
    return len(inner) >= 6 and any(t.dep_ in {"relcl", "acl"} for t in inner)


def _is_closed(token: Any, inner: list[Any], sent: Any) -> bool:
    """Whether an apposition is one: no list goes on after it, and it isn't the subject after "In Florida, …"."""
    last = inner[-1].i + 1
    after = list(sent.doc[last : last + 2])
    if len(after) == 2 and after[0].text == "," and after[1].lower_ in {"and", "or"}:
        return False
    if len(after) == 2 and after[0].lower_ in {"and", "or"} and after[1].pos_ in {"DET", "NOUN"}:
        return False
    top = token.head
    while top.dep_ in {"pobj", "prep"} and top.head is not top:
        if top.is_sent_start or top.head.is_sent_start:
            return False
        top = top.head
    return not any(t.dep_ == "conj" for t in token.head.children)


def _is_one_of_several(head: Any, inner: list[Any]) -> bool:
    """Whether a seeming apposition is the second of a list: "the library, the second dome, the guest house"."""
    if any(t.text == "," and t.nbor().pos_ in {"DET", "NUM"} for t in inner[:-1]):
        return True
    after = inner[-1].i + 1
    return list(head.doc[after : after + 1].text) == [","] and head.doc[after + 1 : after + 2].text in {
        "a",
        "an",
        "the",
    }


def _bounded(inner: list[Any], sent: Any) -> list[Any]:
    """An apposition up to the mark that closes it, whatever the parser took along after that or left out."""
    going_on = {"NOUN", "PROPN", "ADJ", "DET", "NUM"}
    out: list[Any] = []
    for t in sent.doc[inner[0].i : sent.end]:
        lists = t.text == "," and t.i + 1 < sent.end and t.nbor().pos_ in going_on
        if t.text in {";", ":", ".", "(", ")"} or (t.text == "," and not lists):
            break
        out.append(t)
    return out


def _named(sent: Any, number: int, *, common: frozenset[str]) -> Iterator[Term]:
    """ "The stuff that … is called anchor ice": the words after `called` are the term."""
    match = _CALLED.match(sent.text.strip())
    if match is None or not _is_term(match["term"]) or len(match["said"].split()) < 5:
        return
    term = re.sub(r"^(?:an? |the )", "", match["term"])
    if len(term.split()) <= 4:
        asked = f"What is {_inside(match['term'], common)}?"
        yield Term(capital(term), sent.text.strip(), number, 0.85, asked, match["said"])


def _says_no_kind(head: Any, first: Any, meaning: str) -> bool:
    """Whether what stands beside a noun is the rest of a list, or the noun is told by whose it is or cut in two."""
    owned = any(t.dep_ == "poss" and t.pos_ == "NOUN" for t in head.children)
    return owned or _LISTING.search(meaning) is not None or (first.i > 0 and first.nbor(-1).text == "-")


def _apposed(sent: Any, number: int, *, common: frozenset[str]) -> Iterator[Term]:
    """ "weighbridges, the large platforms on which lorries are weighed": the apposition is the definition."""
    for token in sent:
        if token.dep_ != "appos" or token.pos_ != "NOUN" or token.head.pos_ not in {"NOUN", "PROPN"}:
            continue
        inner = sorted(token.subtree, key=lambda t: t.i)
        head = token.head
        if inner[0].i != head.i + 2 or sent.doc[head.i + 1].text != "," or inner[0].lower_ not in {"a", "an", "the"}:
            continue
        if any(t.dep_ == "conj" for t in token.children) or not _is_closed(token, inner, sent):
            continue
        inner = _bounded(inner, sent)
        if (
            _is_one_of_several(head, inner)
            or len(inner) < 4
            or token.lower_ in _EMPTY
            or any(t.dep_ == "conj" for t in head.children)
        ):
            continue
        name = [
            t for t in head.subtree if (t.i <= head.i and t.dep_ in {"compound", "amod", "nmod", "flat"}) or t == head
        ]
        name = [t for t in name if all(x.i in {y.i for y in name} for x in [t])]
        term = joined(name, common=common)
        if not _is_term(term) or len(term.split()) > 4 or (head.pos_ == "PROPN" and not term[:1].isupper()):
            continue
        if head.lower_ in _VAGUE_HEADS | _EMPTY or head.lemma_.lower() in {"week", "month", "price", "cost"}:
            continue
        meaning = joined(inner, common=common)
        if (
            _says_no_kind(head, name[0], meaning)
            or re.search(r'["():;]', meaning)
            or meaning.split()[-1].lower() in {"of", "the", "and", "to"}
        ):
            continue
        plural = head.tag_ in {"NNS", "NNPS"}
        person = head.ent_type_ == "PERSON"
        verb = "are" if plural else "is"
        article = (
            ""
            if plural or head.pos_ == "PROPN"
            else next((f"{t.lower_} " for t in head.children if t.dep_ == "det"), "")
        )
        if article not in {"", "a ", "an ", "the "}:
            article = ""
        if not article and not plural and any(t.dep_ == "poss" for t in head.children):
            article = "the "
        if person:
            past = any(t.tag_ == "VBD" for t in sent)
            yield Term(term, sent.text.strip(), number, 0.45, f"Who {'was' if past else 'is'} {term}?", meaning)
        else:
            said = ended(f"{capital(article + term)} {verb} {meaning}")
            question = f"What {verb} {article}{term}?"
            yield Term(capital(term), said, number, 0.8, question, meaning)

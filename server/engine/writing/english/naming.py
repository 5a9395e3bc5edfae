"""Terms that an English text names in passing: "called X", "known as X", "X, or Y,", "Long Name (LN)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.asking import Term
from server.engine.writing.lettering import capital
from server.engine.writing.standalone import plain_quotes, statement, written

_MOST = 55
"""Words of an explanation together with the sentences it leans on."""
_LEAST = 7
_END = r"(?=[,.;:)]|$| (?:and|in which|which|that|since|because|by|in|after|where|who|for|from|when|with|of|to|or)\b)"
_NAMED = re.compile(
    r"\b(?:called|known as|known locally as|termed|nicknamed|dubbed|by the name of|under the name(?: of)?|"
    r"referred to as|so-called|calls? (?:it|them|this|these)) "
    rf"(?:an? |the )?(?P<term>\"[^\"]{{3,36}}\"|(?!(?:an?|the)\b)[A-Za-z][\w'-]+"
    rf"(?: (?!and\b|or\b|in\b|of\b)[\w'-]+){{0,3}}?){_END}"
)
_QUOTED = re.compile(
    r"\bcall(?:s|ed)?\b[^.;:\"]{0,60}\"(?P<one>[^\",.;:?!]{3,36})\""
    r"(?: (?:or|and) (?:an? |the )?\"(?P<two>[^\",.;:?!]{3,36})\")?"
)
_ALSO = re.compile(
    r"\b(?P<first>[Tt]he|[Aa]n?) (?P<head>(?:[\w-]+ ){0,2}[\w-]+), or (?:the )?(?P<term>[a-z][\w-]+(?: [a-z][\w-]+)?),"
)
_WHICH_MEANS = re.compile(r"(?P<before>[^,;:]+), which means (?P<said>[^.;]{12,})")
_SHORT = re.compile(r"(?P<long>[A-Za-z][\w-]+(?: [\w-]+){1,6}) \((?P<term>[A-Z]{2,6})s?\)")
_GOES_ON = re.compile(
    r"^(?:It|This|They|These) (?P<verb>is|are|was|were) (?P<said>(?:an?|the|made|small|large|long|short)\b.*)$"
)
_BARE = re.compile(
    r"^The (?:stuff|remedy|process|method|effect|phenomenon|practice|technique|trick|result|device|system) (?:is|was)\b"
)
_NO_NAME = frozenset(
    "for on in off upon out back to by it them him her us me at up down into after so what this that".split()
)


def named(analysis: Analysis, s: Sentence, docs: Any) -> Iterator[Term]:
    """The terms that a sentence names, each with what it and its neighbours say of it.

    Args:
        docs: gives spaCy's parses of texts.
    """
    if Role.TABLE in s.roles or Role.QUESTION in s.roles:
        return
    text = plain_quotes(s.text)
    found: list[tuple[str, bool]] = []
    found += [(m["term"], m.end() >= len(text.rstrip()) - 1) for m in _NAMED.finditer(text)]
    for match in _QUOTED.finditer(text):
        found += [(w, False) for w in (match["one"], match["two"]) if w]
    found += [(m["term"], False) for m in _ALSO.finditer(text)]
    for match in _SHORT.finditer(text):
        letters = [w[0].lower() for w in re.split(r"[ -]", match["long"]) if w]
        if "".join(letters[-len(match["term"]) :]) == match["term"].lower():
            found.append((match["term"], False))
    for match in _WHICH_MEANS.finditer(text):
        chunks = [
            c for c in docs([match["before"].strip()])[0].noun_chunks if c.end_char == len(match["before"].strip())
        ]
        found += [(re.sub(r"^(?:an?|the) ", "", c.text), False) for c in chunks]
    made: Statement | None = None
    for raw, is_last in found:
        term = raw.strip('" ')
        if not _is_name(analysis, s, term, docs):
            continue
        told = _told_next(analysis, s, term) if is_last else None
        made = made or _explained(analysis, s)
        said = told or made
        if said is not None and len(said.text.split()) >= _LEAST:
            yield Term(capital(term), said.text, s.id, 0.75, made=said)


def _explained(analysis: Analysis, s: Sentence) -> Statement | None:
    """The sentence, after the one before it where only that one says what is meant: "The stuff is called …" """
    made = statement(analysis, s.id, most=_MOST)
    before = analysis.sentences[s.id - 1] if s.id else None
    if made is None or before is None or not _BARE.match(made.text) or before.source != s.source:
        return made
    first = statement(analysis, before.id, most=_MOST)
    return first and Statement(f"{first.text} {made.text}", (*first.passages, *made.passages))


def _told_next(analysis: Analysis, s: Sentence, term: str) -> Statement | None:
    """What the next sentence says `it` is, said of the term: "The remedy is called puddle. It is a mixture …" """
    if s.id + 1 >= len(analysis.sentences):
        return None
    after = analysis.sentences[s.id + 1]
    match = _GOES_ON.match(plain_quotes(written(analysis, after)))
    if match is None or after.source != s.source or after.paragraph != s.paragraph:
        return None
    article = re.search(rf"\b(an?|the) \"?{re.escape(term)}", plain_quotes(s.text))
    name = f"{capital(article[1])} {term}" if article else capital(term)
    said = f"{name} {match['verb']} {match['said']}"
    passages = (analysis.passage(s), analysis.passage(after))
    if analysis.rules.unsupported(said, passages=[p.text for p in passages]) or analysis.rules.broken(said):
        return None
    return Statement(said, passages)


def _is_name(analysis: Analysis, s: Sentence, term: str, docs: Any) -> bool:
    words = term.split()
    if not 1 <= len(words) <= 4 or words[0].lower() in _NO_NAME or re.search(r"\d", term) or len(term) < 3:
        return False
    if term[:1].isupper() and not term.isupper():
        # A name that is given once and never used again is nobody's key term.
        return len(re.findall(rf"\b{re.escape(words[-1])}\b", analysis.sources[s.source].text)) >= 3
    doc = docs([f"They saw {'the ' if term[:1].islower() else ''}{term}."])[0]
    own = [t for t in doc[2:] if not t.is_punct and t.dep_ != "det"]
    plain = all(t.pos_ in {"NOUN", "PROPN", "ADJ"} or t.tag_ in {"VBG", "VBN"} for t in own)
    return bool(own) and plain and own[-1].pos_ in {"NOUN", "PROPN"}

"""What an entry says of its date: no more of the sentences before it than a reader needs to understand it."""

from __future__ import annotations

import re

from server.domain.scripts import Statement
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.heroes import Hero, heroes
from server.engine.writing.standalone import statement, written

_MOST_WORDS = 100
_CONNECTIVE = re.compile(
    r"^(?:Then|But|And|So|Still|Now|However|Meanwhile|Instead|Besides|Moreover|Yet|Later|Again|Finally|At last|"
    r"Of course),? (?=[A-Za-z])"
)
_POINTS = re.compile(
    r"^(?:(?:In|On|At|By|From|After|Before|Since|Until|During|Then|Later|For|When|While|Where|What|As|Only|Not|Even|With|"
    r"Without|Of|To|Within|Because|Although|Though|If|[A-Z][a-z]+ed)\b[^;:]{0,48}?,? )?"
    r"(?:he|she|it|they|his|her|its|their|him|them|there|this|these|those|that|both|one|ones|another|others?|such)\b",
    re.IGNORECASE,
)
"""A sentence that begins with what only one before it names."""
_IT_WAS = re.compile(
    r"^(?:(?:In|On|By|At|Since|Until) [^,;:]{3,30},? )?(?:there (?:was|were|came)|it was) ", re.IGNORECASE
)
"""A beginning that stands for nothing told before."""
_ELLIPTIC = re.compile(
    r"^(?:(?:Several|Some|Two|Three|Four|Five|Six|Many|Most|None|Neither|Each|All|Few|A few|Both|Half|The (?:first|"
    r"second|third|fourth|last|next|rest|remainder|latter|former|others?|longest|oldest|largest|smallest))"
    r" (?:of (?:them|these|those) |was |were |had |has |came |went |took |[a-z]+ed )|And |With )|"
    r"\b(?:[Tt]he others?|another|others|both|these|those|such|the same|the latter|the former|as well|did so|"
    r"do so|so did|nor did|neither did)\b",
)
"""Words that stand for something told before."""
_HOUR = re.compile(r"^(?:[01]\d|2[0-3])[0-5]\d (?=[A-Z])")
"""Opens an entry of a log."""
_WEATHER = re.compile(r"It (?:had |was )?(?:rain|snow|hail|drizzl|thaw|thunder|pour)(?:ed|ing)\b|It (?:froze|blew)\b")
"""A beginning that stands for nobody."""
_LEAST = 6
"""Words of a sentence that can be understood by itself."""
_BACK = 5
_FAR = 40
_PASSED = 3
"""Sentences back in which the one is looked for whom a pronoun goes on about."""
_SUBORDINATE = re.compile(r"(?:After|Before|When|While|Since|Once|Until|As|Because|Although|Though)\b")
_PRONOUN = re.compile(r"(?P<who>He|She)\b")
_OWNER = re.compile(r"(?P<who>His|Her)(?= [a-z])(?! own\b)")
_SUBJECT = re.compile(
    r"(?P<lead>(?:In|On|At|By|From|After|Before|Since|Until|During|For|When|While|What|As|Because|[A-Z][a-z]+ed)\b"
    r"[^;:]{0,48}? )?(?P<who>[Hh]e|[Ss]he)\b"
)
"""A sentence whose subject is a pronoun, behind what it opens with."""


def told_in_short(analysis: Analysis, s: Sentence) -> Statement | None:
    """The sentence as an entry tells it, with what it leans on only where it can't be understood by itself.

    The whole run of sentences back to one that needs nothing is much to read beside a date, and mostly tells of other
    times: the sentence alone is enough where it begins with what it is about, and else the fewest of them before it.
    """
    whole = statement(analysis, s.id, most=_MOST_WORDS, must=True, is_dated=True)
    if whole is None and _WEATHER.match(s.text) and analysis.rules.code == "en":
        whole = _carried(analysis, written(analysis, s), [s])
    if whole is None or analysis.rules.code != "en" or Role.QUESTION in s.roles:
        return whole
    own = written(analysis, s)
    if _is_named_wrongly(analysis, s, whole):
        before = analysis.sentences[s.id - 1]
        told = f"{written(analysis, before)} {own}"
        return _carried(analysis, told, [before, s]) or whole
    chain = _chain(analysis, s, whole)
    left = _after_break(analysis, chain) if len(chain) > 1 else chain
    if len(left) < len(chain) and whole.text.endswith(own):
        told = " ".join([_opening(written(analysis, left[0])), *(written(analysis, c) for c in left[1:])])
        whole, chain = _carried(analysis, told, left) or whole, left
    if len(chain) < 2 or not whole.text.endswith(own):
        return _without_connective(analysis, whole)
    plain = _opening(own)
    alone = is_clear(plain) and not _answers(analysis, s)
    made = _carried(analysis, plain, [s]) if alone else None
    made = made or _by_subject(analysis, s, own) or _by_fewest(analysis, chain)
    return made or _without_connective(analysis, whole)


def _by_fewest(analysis: Analysis, chain: list[Sentence]) -> Statement | None:
    """The last sentences of a run, from the nearest one that can be understood by itself."""
    for n in range(len(chain) - 2, 0, -1):
        opening = _opening(written(analysis, chain[n]))
        if is_clear(opening):
            rest = " ".join(written(analysis, c) for c in chain[n + 1 :])
            return _carried(analysis, f"{opening} {rest}", chain[n:])
    return None


def _opening(text: str) -> str:
    """A sentence without the word that ties it to the one before it."""
    plain = _CONNECTIVE.sub("", text)
    return plain[:1].upper() + plain[1:]


def is_clear(text: str) -> bool:
    """Whether a sentence begins with what it is about, so that it can be understood by itself."""
    text = _HOUR.sub("", text)
    if len(text.split()) < _LEAST or not text[:1].isupper():
        return False
    points = _POINTS.match(text) is not None and _IT_WAS.match(text) is None
    return not points and _ELLIPTIC.search(text) is None


def _chain(analysis: Analysis, s: Sentence, whole: Statement) -> list[Sentence]:
    """The sentences of which an entry is made, in the source's order."""
    near = [o for o in analysis.sentences[max(0, s.id - _BACK) : s.id + 1] if o.source == s.source]
    starts = {p.start for p in whole.passages}
    return [o for o in near if analysis.passage(o).start in starts]


def _after_break(analysis: Analysis, chain: list[Sentence]) -> list[Sentence]:
    """Those of a run behind the last line between them that is no sentence: a signature, the head of another letter."""
    source = analysis.sources[chain[-1].source]
    for n in range(len(chain) - 1, 0, -1):
        if re.search(r"\n[^\n]*\w", source.text[chain[n - 1].end : chain[n].start]):
            return chain[n:]
    return chain


def _answers(analysis: Analysis, s: Sentence) -> bool:
    """Whether a sentence is the answer to a question just before it."""
    before = analysis.sentences[s.id - 1] if s.id else None
    return before is not None and before.source == s.source and Role.QUESTION in before.roles


def _by_subject(analysis: Analysis, s: Sentence, own: str) -> Statement | None:
    """The sentence with the one whom the text is about for its opening pronoun, where those before go on about them."""
    hero = heroes(analysis)[s.source]
    opening = _SUBJECT.match(own)
    owner = _OWNER.match(own)
    if hero is not None and owner is not None and owner["who"] == {"he": "His", "she": "Her"}[hero.pronoun]:
        named = f"{hero.name}'s{own[owner.end() :]}"
        return _about(analysis, s, hero, named) if _goes_on_about(analysis, s, hero) else None
    if hero is None or opening is None or opening["who"].lower() != hero.pronoun:
        return None
    if re.search(r"[A-Z]", (opening["lead"] or "")[1:]) or not _goes_on_about(analysis, s, hero):
        return None
    return _about(analysis, s, hero, own[: opening.start("who")] + hero.name + own[opening.end("who") :])


def _about(analysis: Analysis, s: Sentence, hero: Hero, text: str) -> Statement | None:
    """What names the one whom the text is about, with the sentence that named them last."""
    last = hero.name.split()[-1]
    back = reversed(analysis.sentences[max(0, s.id - _FAR) : s.id])
    named = next((o for o in back if o.source == s.source and last in o.text), None)
    if named is None:
        return None
    return _carried(analysis, text, [named, s])


def _goes_on_about(analysis: Analysis, s: Sentence, hero: Hero) -> bool:
    """Whether the sentence before tells of the one whom the text is about; those that name nobody are passed over."""
    for o in reversed(analysis.sentences[max(0, s.id - _PASSED) : s.id]):
        if o.source != s.source or o.section != s.section:
            return False
        opening = _SUBJECT.match(o.text) or _OWNER.match(o.text)
        if opening is not None:
            return opening["who"].lower() in {hero.pronoun, {"he": "his", "she": "her"}[hero.pronoun]}
        if hero.name.split()[-1] in o.text:
            return True
        if o.names:
            return False
    return False


def _is_named_wrongly(analysis: Analysis, s: Sentence, whole: Statement) -> bool:
    """Whether the name in place of a pronoun is of one beside whom the sentence before has the pronoun already.

    "After Weyl was killed she gave up flying. She married …" goes on about her, not about Weyl.
    """
    pronoun = _PRONOUN.match(s.text)
    before = analysis.sentences[s.id - 1] if s.id else None
    if pronoun is None or before is None or before.source != s.source or whole.text.startswith(pronoun["who"]):
        return False
    own = s.text[pronoun.end() : pronoun.end() + _BACK * _BACK]
    name = whole.text[: whole.text.find(own)] if own in whole.text else ""
    at = before.text.find(name.split()[-1]) if name and len(name.split()) <= _BACK else -1
    if at <= 0:
        return False
    he = re.compile(rf"\b{pronoun['who'].lower()}\b", re.IGNORECASE)
    return he.search(before.text[:at]) is not None or (
        _SUBORDINATE.match(before.text) is not None and he.search(before.text[at:]) is not None
    )


def _without_connective(analysis: Analysis, made: Statement) -> Statement:
    """What is told without the word that ties its beginning to something before."""
    text = _opening(made.text)
    return Statement(text, made.passages) if text != made.text and not analysis.rules.broken(text) else made


def _carried(analysis: Analysis, text: str, rests: list[Sentence]) -> Statement | None:
    """A text with its passages; nothing where they don't carry it."""
    passages = tuple(analysis.passage(s) for s in rests)
    if analysis.rules.broken(text) or analysis.rules.unsupported(text, passages=[p.text for p in passages]):
        return None
    return Statement(text, passages)

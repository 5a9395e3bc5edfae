"""A sentence of a source as a reader can take it by itself: with its passages, and with what it leans on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.domain.scripts import Statement
from server.domain.sources import Passage
from server.engine.writing.analysis import Analysis, Role, Sentence, Voice
from server.engine.writing.heroes import FULL_NAME, heroes

MOST_WORDS = 85
_BACK = 4
_LEADING = re.compile(
    r"^(?:In|From|On|By|Between|Since|After|Until|At|During|Within|Around|About|Over|For|As|Only|Not|Late|Early|"
    r"Under|Before|With|Without|(?:A|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Some) "
    r"(?:years?|months?|weeks?|days?))\b[^;:]{0,60}?\b(he|she)\b"
)
_LEADING_OWN = re.compile(
    r"^(?:After|Before|During|In|On|At|By|Since|Until|For|Throughout|From|With) (his|her)\b(?! own\b)"
)
_CITATIONS = re.compile(
    r"\s*\[(?:\d+(?:[,–-]\s*\d+)*|[a-z]|citation needed|note \d+)\]|\s*\((?:see|vgl\.|cf\.) [^()]*\)"
)
_DATE_PRONOUN = re.compile(
    r"^(?:In|By|Since|Until|On|From|At|Around|About|During)\b[^,;]{0,30}?\b\d{4},? (?:it|they|he|she|this|these|there (?:was|were))\b"  # noqa: E501
)
_DATE_THERE = re.compile(
    r"^(?:In|By|Since|Until|On|From|At|Around|About|During)\b[^,;]{0,30}?\b\d{4},? there (?:was|were) "
)
_BARE_NUMBER = re.compile(r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\.$")
_OBJECT = re.compile(
    r"^(?:The )?[A-Z][^,;:]{0,60} (?:her(?= (?:by|to|in|at|on|with|from|for|and|as|that|what|why|whether)\b|[,.;])|him|them)\b"  # noqa: E501
)
_AFTER_PHRASE = re.compile(
    r"^(?:With|Without|At|By|After|For|Under|Within|Over|During|On) (?:a|an|the|this|such|\d+)\b[^,;:]{0,40} (?:it|they) [a-z]+(?:ed|s|w|d|t|ll|rew|ell)\b"  # noqa: E501
)
_PERIOD = "night|day|morning|evening|afternoon|year|month|week|summer|winter|spring|autumn"
_THAT_TIME = re.compile(rf"(?<!:) (?:that|the same) (?:{_PERIOD})\b(?! (?:that|when|as)\b)")
_TIME_BEFORE = re.compile(
    rf"^(?:(?:In|On|At|By) (?:that|the same) (?:{_PERIOD})|"
    r"(?:A|One|\d+|Some \w+|[A-Z][a-z]+(?:-[a-z]+)?) (?:years?|months?|weeks?|days?) (?:later|earlier)),? "
)
_POINTING = re.compile(
    r"\b(?:he|she|it|they|him|her|his|its|their|them|these|those|such|there|one|ones|others?|both|neither|this|"
    rf"that (?!(?:{_PERIOD})\b))\b",
    re.IGNORECASE,
)
_LINKED = re.compile(
    r"^([A-Z][^,;:.\"]{1,60}?),? (?:therefore|moreover|nevertheless|consequently|accordingly|however),? (?=[a-z])"
)
"""A sentence tied to the one before it by a word within: "Finance therefore waited"."""
_ANSWERING = re.compile(
    r"\bthe (?:suggestion|proposal|idea|subject|claim|offer|request|demand|objection|accusation|allegation|criticism|"
    r"complaint|invitation|charge|rumour)s?(?=[.,;]| (?:was|is|were|are|has|had|and|but|at once)\b)",
    re.IGNORECASE,
)
"""What somebody has just said, taken up: "The company rejected the suggestion."."""
_ANSWERING_MOST = 16
"""Words of a sentence that does so."""
_WE = re.compile(r"\b(?:we|our|us|ours)\b", re.IGNORECASE)
_OURS = re.compile(r"\b(?:we|us|our|ours|ourselves)(?:['’](?:re|ve|ll|d))?\b", re.IGNORECASE)
_THEIRS = re.compile(
    r"\bthe authors(?:['’](?!\w))?|\b(?:they|them|their|theirs|themselves)(?:['’](?:re|ve|ll|d))?\b", re.IGNORECASE
)
"""Who speaks in the source as `we`, in its own words and as the others tell of him."""
_OWN = re.compile(
    r"\b(?:I|we|me|us|my|our|We|My|Our|ich|wir|mein\w*|uns\w*|je|nous|mon|ma|notre|yo|nosotros|mi|io|noi|eu|nós)\b"
)
"""Words with which a speaker means himself."""
_PERSONAL = re.compile(
    r"^(?:(?:When|After|Before|Until|As|Though|Although|In \d{4},?|At [\w-]+,?) )?(?P<who>He|She|His|Her|he|she|his|her)\b"  # noqa: E501
)
"""A sentence that goes on about a person."""
_FAR = 80
"""Sentences between a person's name and a pronoun for the one whom the whole text is about."""
_BARE = 4
"""Words of a sentence like "I don't mind.", which brings nothing in that the next one could lean on."""
_INITIALS = 2
"""Characters of a speaker that is only a letter: "Q", "A"."""
_WHOLE = 12
"""Words from which an answer can be read without its question."""


def written(analysis: Analysis, s: Sentence) -> str:
    """A sentence as it is written in a paper: the source's own words where they are prose."""
    text = _CITATIONS.sub("", plain_quotes(s.text)).strip()
    text = re.sub(r"\s+([,.;:?!])", r"\1", re.sub(r"\s+", " ", text))
    made = Role.TABLE in s.roles or (s.in_list and not _same_but_for_us(text, s.told))
    voiced = bool(_WE.search(text)) and not _WE.search(s.told) and "the authors" not in s.told.lower()
    if made or voiced or not text.lstrip('"')[:1].isupper() or analysis.rules.broken(text):
        return s.told
    return text


def _same_but_for_us(text: str, told: str) -> bool:
    """Whether a point of a list is told in its own words, only that its `we` is "the authors" there."""
    if not _WE.search(text) or "the authors" not in told.lower():
        return False
    ours, theirs = (re.findall(r"[\w]+", line.lower()) for line in (_OURS.sub("", text), _THEIRS.sub("", told)))
    return ours == theirs


def question_before(analysis: Analysis, s: Sentence) -> Passage | None:
    """The question that a sentence answers so shortly that it says nothing without it: "Mine is boxwood." """
    asked = next((p for p in s.prompts if p.kind == "asked"), None)
    if asked is None or asked.span[1] <= asked.span[0] or (s.words >= _WHOLE and s.alone):
        return None
    return analysis.sources[s.source].passage(*asked.span)


def introducing(analysis: Analysis, s: Sentence) -> Passage | None:
    """Where an interview says who speaks here; nothing where nobody is named."""
    if s.voice is not Voice.INTERVIEW or len(s.speaker) <= _INITIALS:
        return None
    for other in analysis.sentences:
        if other.source == s.source and s.speaker in other.text:
            return analysis.passage(other)
    return None


def ascribed(analysis: Analysis, s: Sentence, made: Statement) -> Statement:
    """What somebody says of himself in an interview with his name before it; anything else as it is."""
    named = introducing(analysis, s)
    if named is None or s.speaker in made.text or not _OWN.search(made.text):
        return made
    passages = (named, *(p for p in made.passages if p != named))
    said = f"{s.speaker}: {made.text}"
    return made if analysis.rules.unsupported(said, passages=[p.text for p in passages]) else Statement(said, passages)


def plain_quotes(text: str) -> str:
    """Straight quotation marks instead of curly ones."""
    return text.replace("“", '"').replace("”", '"').replace("’", "'").replace("‘", "'")


def statement(
    analysis: Analysis, i: int, *, most: int = MOST_WORDS, must: bool = False, is_dated: bool = False
) -> Statement | None:
    """A sentence that needs nothing before it, with every passage it rests on.

    What it leans on is named, or told before it. Nothing where that can't be done, or where the passages don't
    carry its numbers and names.

    Args:
        most: words at most, together with what it leans on.
        must: a sentence that stays unclear is given with what there is before it.
        is_dated: it stands beside its date, so that "that year" and "three years later" need nothing before them.
    """
    s = analysis.sentences[i]
    for text, rests in _tellings(analysis, s, most=most, must=must, is_dated=is_dated):
        passages = _supported(analysis, s, text, rests)
        if passages is not None and not analysis.rules.broken(text):
            return Statement(text, passages)
    return None


def _tellings(
    analysis: Analysis, s: Sentence, *, most: int, must: bool, is_dated: bool
) -> list[tuple[str, list[Passage]]]:
    own = analysis.passage(s)
    text = written(analysis, s)
    if analysis.rules.code == "en" and (linked := _LINKED.match(text)) is not None:
        text = f"{linked[1]} {text[linked.end() :]}"
    out: list[tuple[str, list[Passage]]] = []
    question = question_before(analysis, s)
    if question is not None:
        asked = plain_quotes(question.text)
        named = introducing(analysis, s)
        if named is not None:
            out.append((f"{asked} {s.speaker}: {text}", [*([named] if named != question else []), question, own]))
        out.append((f"{asked} {text}", [question, own]))
        return out
    if not leans(analysis, s) or (is_dated and _leans_on_a_time(analysis, s, text)):
        return [(text, [own]), (s.told, [own])]
    hero = _by_hero(analysis, s, text, opens=is_dated and _opens_section(analysis, s))
    if hero is not None:
        out.append(hero)
    if s.alone and s.leans:
        out.append((s.alone, [own]))
    chain = _chain(analysis, s, most=most, must=must)
    if is_dated and analysis.rules.code == "en":
        chain = _without_middle(chain)
    if not chain and must and is_dated:
        out += _led_by_hero(analysis, s, most=most)
    if chain:
        out.append(
            (
                " ".join(
                    written(analysis, c) if n or not c.alone or not c.leans else c.alone for n, c in enumerate(chain)
                ),
                [analysis.passage(c) for c in chain],
            )
        )
    if must and not analysis.rules.opening_pronoun(text) and leans(analysis, s, plainly=True) is False:
        out.append((text, [own]))
        out.append((s.told, [own]))
    return out


def leans(analysis: Analysis, s: Sentence, *, plainly: bool = False) -> bool:
    """Whether a sentence needs the one before it.

    Beyond what the reading says: a date and a pronoun ("In 1800 it was 190,000"), and a number without its noun at
    the end ("In 1931 there were three.").

    Args:
        plainly: only what can be seen from its words.
    """
    if s.leans and not plainly:
        return True
    if analysis.rules.code != "en":
        return False
    if not plainly and (_AFTER_PHRASE.match(s.text) or _OBJECT.search(s.text) or _THAT_TIME.search(s.text)):
        return True
    if not plainly and s.words <= _ANSWERING_MOST and _ANSWERING.search(s.text) and _goes_on(analysis, s):
        return True
    return bool(_DATE_PRONOUN.match(s.text) or (s.words <= 7 and _BARE_NUMBER.search(s.text)))


def _goes_on(analysis: Analysis, s: Sentence) -> bool:
    """Whether a sentence continues the paragraph of the one before it."""
    before = analysis.sentences[s.id - 1] if s.id else None
    return before is not None and before.source == s.source and before.paragraph == s.paragraph


def _leans_on_a_time(analysis: Analysis, s: Sentence, text: str) -> bool:
    """Whether all that a sentence leans on is a time that another one names: "In that year a share cost 9 pounds." """
    if analysis.rules.code != "en":
        return False
    there = _DATE_THERE.match(text)
    if there is not None and not s.leans:
        return not _POINTING.search(text[there.end() :])
    if _POINTING.search(text):
        return False
    opening = _TIME_BEFORE.match(text)
    if opening is not None:
        return bool(re.match(r"(?:an?|the (?!other|same|two|three|others)|[A-Z])", text[opening.end() :]))
    return not s.leans and bool(_THAT_TIME.search(s.text))


def _chain(analysis: Analysis, s: Sentence, *, most: int, must: bool) -> list[Sentence]:
    chain = [s]
    while len(chain) <= _BACK:
        first = chain[0]
        names_nothing = len(chain) > 1 and first.words <= _BARE and not first.names and len(first.terms) <= 1
        if not names_nothing and (not leans(analysis, first) or (first is not s and first.alone and first.leans)):
            return chain
        if first.id == 0:
            break
        before = analysis.sentences[first.id - 1]
        if before.source != s.source or before.section != s.section or Role.TABLE in before.roles:
            break
        if sum(c.words for c in chain) + before.words > most or Role.QUESTION in before.roles:
            break
        chain.insert(0, before)
    if not leans(analysis, chain[0]):
        return chain
    for n in range(len(chain) - 2, -1, -1):
        if must and not analysis.rules.opening_pronoun(written(analysis, chain[n])):
            return chain[n:]
    return []


def _without_middle(chain: Sequence[Sentence]) -> list[Sentence]:
    """The sentence that names a person and the last one, where those between go on about the same one only.

    "Ann ran it alone. She let people suppose … . When she retired in 1909 …" needs the first for the last.
    """
    own = [_PERSONAL.match(c.text) for c in chain[1:]]
    if len(chain) < 3 or _PERSONAL.match(chain[0].text) or not all(own):
        return list(chain)
    kinds = {m["who"].lower() in {"he", "his"} for m in own if m is not None}
    return [chain[0], chain[-1]] if len(kinds) == 1 else list(chain)


def _led_by_hero(analysis: Analysis, s: Sentence, *, most: int) -> list[tuple[str, list[Passage]]]:
    """What leans on a sentence or two before it, of which the first goes on about the person the source is about."""
    chain = [s]
    while len(chain) <= _BACK and chain[0].id and leans(analysis, chain[0]):
        before = analysis.sentences[chain[0].id - 1]
        words = sum(c.words for c in chain) + before.words
        if (
            before.source != s.source
            or before.section != s.section
            or before.roles & {Role.TABLE, Role.QUESTION}
            or words > most
        ):
            break
        chain.insert(0, before)
        opening = _by_hero(analysis, before, written(analysis, before), opens=_opens_section(analysis, before))
        if opening is not None:
            rest = " ".join(written(analysis, c) for c in chain[1:])
            return [(f"{opening[0]} {rest}", [*opening[1], *(analysis.passage(c) for c in chain[1:])])]
    return []


def _opens_section(analysis: Analysis, s: Sentence) -> bool:
    """Whether nothing stands between a heading and a sentence."""
    before = analysis.sentences[s.id - 1] if s.id else None
    return before is None or before.source != s.source or before.section != s.section


def _by_hero(analysis: Analysis, s: Sentence, text: str, *, opens: bool = False) -> tuple[str, list[Passage]] | None:
    """The sentence with its leading pronoun read as the person the source is about, where nobody else was named.

    Args:
        opens: it is the first of its section, where a pronoun means nobody of the section before.
    """
    hero = heroes(analysis)[s.source]
    if hero is None:
        return None
    own = {"she": ("She", "Her"), "he": ("He", "His")}[hero.pronoun]
    first = text.split(maxsplit=1)[0] if text.split() else ""
    surname = hero.name.split()[-1]
    named_at = -1
    for back in range(s.id - 1, max(-1, s.id - _FAR), -1):
        other = analysis.sentences[back]
        if other.source != s.source:
            break
        near = s.id - back <= 2 and not opens
        others = [n for n in FULL_NAME.findall(other.told) if hero.name not in n and surname not in n]
        if near and others and hero.name not in other.told:
            return None
        if hero.name in other.text or (hero.name.split()[0] in other.text and surname in other.text):
            named_at = back
            break
    if named_at < 0:
        return None
    if first in own:
        named = hero.name if first == own[0] else f"{hero.name}'s"
        said = named + text[len(first) :]
    elif (own_of := _LEADING_OWN.match(text)) is not None and own_of[1] == own[1].lower():
        said = f"{text[: own_of.start(1)]}{hero.name}'s{text[own_of.end(1) :]}"
    else:
        inner = _LEADING.match(text)
        if inner is None or inner[1] != hero.pronoun or FULL_NAME.search(text[: inner.start(1)]):
            return None
        said = text[: inner.start(1)] + hero.name + text[inner.end(1) :]
    return said, [analysis.passage(analysis.sentences[named_at]), analysis.passage(s)]


def carried(analysis: Analysis, s: Sentence, text: str, *, rests: Sequence[Passage], back: int) -> Statement | None:
    """What is said of a sentence with the passages that carry it; nothing where they don't, or it can't be said.

    Args:
        rests: passages that it rests on in any case.
        back: sentences just before it, at most, that are added for names and numbers which stand there only.
    """
    passages = list(rests)
    for i in range(s.id - 1, max(-1, s.id - back - 1), -1):
        missing = analysis.rules.unsupported(text, passages=[p.text for p in passages])
        before = analysis.sentences[i]
        if not missing or before.source != s.source:
            break
        if any(m in before.text for m in missing):
            passages.append(analysis.passage(before))
    if analysis.rules.unsupported(text, passages=[p.text for p in passages]) or analysis.rules.broken(text):
        return None
    return Statement(text, tuple(passages))


def _supported(analysis: Analysis, s: Sentence, text: str, rests: Sequence[Passage]) -> tuple[Passage, ...] | None:
    """The passages, with up to three sentences before where a name comes from there; nothing if it isn't carried."""
    passages = list(rests)
    missing = analysis.rules.unsupported(text, passages=[p.text for p in passages])
    if not missing:
        return tuple(passages)
    for back in range(s.id - 1, max(-1, s.id - 5), -1):
        before = analysis.sentences[back]
        if before.source != s.source:
            break
        if any(m in before.text for m in missing):
            passages.insert(0, analysis.passage(before))
            missing = analysis.rules.unsupported(text, passages=[p.text for p in passages])
        if not missing:
            return tuple(passages)
    return None

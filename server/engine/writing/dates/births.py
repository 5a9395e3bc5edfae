"""Whose age a sentence gives: the birth, told before, from which "when she was nine" counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.domain.sources import BlockKind, Source
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.course import Course
from server.engine.writing.dates.lives import lives
from server.engine.writing.dates.moments import Mention, Moment, Reference
from server.engine.writing.european.numbers import number_words

_I = re.compile(r"\bI\b")
_I_WAS_BORN = re.compile(
    r"(?:\S+ ){0,3}I(?: was|['’]m|['’]d been| had been)? "
    r"(?:born\b|(?:only |just )?[\w-]+(?=[,.;]| when\b| then\b))"
)
_SUBJECT = re.compile(
    r"^(?P<he>He|She) was born\b|"
    r"(?P<who>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)(?:, [^,]{3,60},)? (?:was|were) (?:\w+ )?born\b"
)
_TOLD_OF = re.compile(
    r"(?:^|[.;:] |, (?:and|but) )(?!In |On |At |The |He |She |They |It |We |I )"
    r"(?P<who>[A-Z][a-z'’-]+(?: [A-Z][a-z'’-]+)*)(?: (?:him|her)self)?(?:, [^,]{3,60},)? "
    r"(?:is|was|had|has|did|went|came|took|left|became|found|made|gave|met|got|kept|told|wrote|ran|(?!need)[a-z]{2,}ed)\b"
)
"""Somebody of whom something is told."""
_NAMED_NEAR = 3
"""Sentences before an age in which another may be told of."""
_HOUR = re.compile(r"(?:at|aged) (?:five|six|seven|eight|nine|ten|eleven|twelve)", re.IGNORECASE)
"""What may be an hour as well as an age."""
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:when|while|by the time|until) (?:the|a|an|his|her|their|my|our) \w+|"
    r"\b(?:my|his|her|their|our|the|a) (?:\w+ )?(?:father|mother|son|daughter|brother|sister|wife|husband|uncle|aunt|"
    r"friend|grand\w+|nephew|niece|cousin)\b[^,;]{0,40}$",
    re.IGNORECASE,
)
"""The age is that of somebody else."""
_HEAD_BLOCKS = 3
_QUESTIONS = 3
_OF_TITLE = re.compile(r"(?:(?!He |She )[^.;:]{0,90}, )?born\b[^.:]*[,;] (?:and )?died\b", re.IGNORECASE)
"""A line that gives the dates of the one whom the title names: "Cook, born 1 May 1931, died 3 June 2016"."""
_BESIDE = re.compile(r", born (?:(?:in|at) [A-Z][^,;]{2,40},? )?$")
_ANOTHER = re.compile(r"[;:]|, (?:and|but|while) (?:the|a|an|his|her|their|he|she|they|[A-Z])")
_ASKED = re.compile(r"\byou (?:were )?born\b|\byour (?:date of )?birth\b", re.IGNORECASE)
_PRONOUNS = {"his": "he", "her": "she"}
_AGED = re.compile(r"I was (?:only |just )?(?P<n>[a-z]+(?:-[a-z]+)?)(?: years old)?(?: then| at the time)?[.,;]")

_BORN_IN = re.compile(r"\bborn (?:[^,;:.]{0,40} )?$")
_AND_THEN = re.compile(r",? and (?:was |were )?(?:[a-z]+ ){0,4}")
"""Between a birth and an age: no other subject."""
Birth = tuple[Moment, Sentence]


def own_birth(analysis: Analysis, s: Sentence, m: Mention, births: Sequence[Birth]) -> Birth | None:
    """The birth of the one whose age is given; nothing where it may be that of another."""
    said, before = s.text[m.start : m.end], s.text[: m.start]
    beside = next((b for b in births if b[1] is s), None)
    if beside is not None:
        return beside
    named = [b for b in births if any(n in said for n in _names(analysis, b[1]))]
    if named:
        return named[0] if len(named) == 1 else None
    if _is_mine(analysis, s, said) or (not re.search(r"\bwhen\b|\bby the time\b", said) and _I.search(s.text)):
        mine = [b for b in births if _I_WAS_BORN.match(b[1].text) or _answers(analysis, b[1])]
        if not mine and _is_told_in_talk(analysis, s):
            mine = [b for b in births if _SUBJECT.search(b[1].text) and not _in_talk(analysis, b[1])]
        return mine[0] if len(mine) == 1 and not _OTHER.search(said) else None
    owner = re.match(r"\w+ (his|her)\b", said)
    pronoun = re.search(r"\b(he|she)\b", f"{_PRONOUNS[owner[1]] if owner else said} {s.text}", re.IGNORECASE)
    if pronoun is None or _OTHER.search(said) or (_OTHER.search(before) and not re.search(r"\b(?:he|she)\b", said)):
        return None
    near = _born_just_before(s, births)
    if _HOUR.fullmatch(said):
        return near if near is not None and _is_named_last(analysis, s, m, near) else None
    heroes = [b for b in births if _is_hero(analysis, b[1], pronoun[1].lower())] or ([near] if near else [])
    return heroes[0] if len(heroes) == 1 and _is_named_last(analysis, s, m, heroes[0]) else None


def _is_mine(analysis: Analysis, s: Sentence, said: str) -> bool:
    """Whether an age is the teller's own: "on my sixtieth birthday", or that of an answer that names nobody."""
    if _I.search(said) or re.search(r"\bmy\b", said):
        return True
    alone = re.search(r"\b(?:he|she|they|his|her|their)\b", s.text, re.IGNORECASE) is None
    return alone and s.text.startswith(("That ", "This ")) and _is_told_in_talk(analysis, s)


def _answers(analysis: Analysis, birth: Sentence) -> bool:
    """Whether a sentence stands in a talk in the answer to the question when somebody was born."""
    source = analysis.sources[birth.source]
    at = next((n for n, b in enumerate(source.blocks) if b.start <= birth.start < b.end), 0)
    asked = source.block_text(source.blocks[at - 1]) if at else ""
    return asked.endswith("?") and _ASKED.search(asked) is not None and _in_talk(analysis, birth)


def answered(analysis: Analysis, s: Sentence, births: Sequence[Birth], day: Moment) -> list[Birth]:
    """The birth of the one who is asked for it, as the first date of his answer gives it."""
    known = any(_answers(analysis, b[1]) for b in births)
    return [(day, s)] if not known and _answers(analysis, s) else []


def _born_just_before(s: Sentence, births: Sequence[Birth]) -> Birth | None:
    """The one birth that was told a few sentences before in the same paragraph, of somebody named in it."""
    near = [b for b in births if b[1].paragraph == s.paragraph and 0 < s.id - b[1].id <= _NAMED_NEAR]
    return near[0] if len(near) == 1 and _SUBJECT.search(near[0][1].text) else None


def _is_named_last(analysis: Analysis, s: Sentence, m: Mention, birth: Birth) -> bool:
    """Whether nobody else was told of between the one who was born and the pronoun whose age is given."""
    names = _names(analysis, birth[1]) | set(analysis.titles[birth[1].source].split())
    near = [o.text for o in analysis.sentences[max(0, s.id - _NAMED_NEAR) : s.id] if o.section == s.section]
    people = {word for o in analysis.sentences if o.source == s.source for name in o.names for word in name.split()}
    for told in (s.text[: m.start], *reversed(near)):
        subjects = [set(found["who"].split()) for found in _TOLD_OF.finditer(told)]
        subjects = [who for who in subjects if who & people]
        if subjects:
            return bool(subjects[-1] & names)
    return True


def tells_of_birth(s: Sentence) -> bool:
    """Whether a sentence speaks of a birth, and doesn't only give an age."""
    return _BORN.search(s.text) is not None


def titled(source: Source, own: Sequence[Sentence]) -> list[Birth]:
    """The births that brackets of a heading give, each with the first sentence that has the name."""
    out: list[Birth] = []
    for block in source.blocks[:_HEAD_BLOCKS]:
        for life in lives(source.block_text(block)) if block.kind is BlockKind.HEADING else ():
            named = next((s for s in own if life.name.split()[-1] in s.text), None)
            told = any(_BORN.search(s.text) and str(life.born) in s.text for s in own)
            if life.born is not None and named is not None and not told:
                out.append((Moment(life.born), named))
    return out


def aged(s: Sentence, course: Course) -> list[Birth]:
    """The teller's birth, as an age and the year told with it give it: "I was five."."""
    said = _AGED.match(s.text)
    told = course.told if course.told_at in {s.id, s.id - 1} else None
    years = int(number_words("en").get(said["n"].lower(), 0)) if said else 0
    return [(Moment(told.year - years), s)] if years and told is not None and told.year is not None else []


def _is_hero(analysis: Analysis, birth: Sentence, pronoun: str) -> bool:
    """Whether a birth is that of the one whom the text's title names, spoken of by this pronoun."""
    subject = _SUBJECT.search(birth.text)
    title = analysis.titles[birth.source]
    if _OF_TITLE.match(birth.text):
        return True
    if subject is None:
        return any(n in title for n in _names(analysis, birth))
    if subject["he"]:
        return subject["he"].lower() == pronoun and bool(re.search(r"\b[A-Z]\w+ [A-Z]\w+", title))
    return any(n in title for n in subject["who"].split() if len(n) > 2)


def _names(analysis: Analysis, birth: Sentence) -> set[str]:
    """The names of the one who was born: those before the verb, or the title's for a pronoun."""
    if re.match(r"(?:He|She) was born\b", birth.text) or _OF_TITLE.match(birth.text):
        return set(re.findall(r"\b[A-Z][\w'’-]{2,}", analysis.titles[birth.source])) - {"The"}
    verb = _BORN.search(birth.text)
    return set(re.findall(r"\b[A-Z][\w'’-]{2,}", birth.text[: verb.start()] if verb else birth.text)) - {"The"}


def _is_told_in_talk(analysis: Analysis, s: Sentence) -> bool:
    """Whether somebody who is asked says it, in a text of questions and answers."""
    return Role.QUESTION not in s.roles and _in_talk(analysis, s)


def _in_talk(analysis: Analysis, s: Sentence) -> bool:
    """Whether it stands in a turn of speech, or under one of several headings that ask."""
    source = analysis.sources[s.source]
    asked = [b.start for b in source.blocks if b.kind is BlockKind.HEADING and source.block_text(b).endswith("?")]
    is_turn = any(b.kind is BlockKind.SPEECH and b.start <= s.start < b.end for b in source.blocks)
    return is_turn or (len(asked) >= _QUESTIONS and s.start > asked[0])


def age_beside(text: str, m: Mention, years: Sequence[Mention]) -> Moment | None:
    """The year of an age that counts from the birth in its sentence: "was born in 1902 and apprenticed at ten"."""
    born = years[0] if len(years) == 1 else None
    if m.offset is None or m.offset.reference is not Reference.BIRTH or born is None or born.first.year is None:
        return None
    is_birth = _BORN_IN.search(text[: born.start]) is not None
    between = text[born.end : m.start] if born.end <= m.start else None
    if between is None or born.last is not None:
        return None
    is_apposed = _BESIDE.search(text[: born.start]) is not None and _ANOTHER.search(between) is None
    goes_on = is_birth and _AND_THEN.fullmatch(between) is not None
    return Moment(born.first.year + m.offset.count) if goes_on or is_apposed else None

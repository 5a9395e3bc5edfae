"""Whether the year of a day or month that leaves it out stays open, though another date was told before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.domain.sources import BlockKind, Source
from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.course import Course, Dated
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import Bound, Mention, Moment, Reference, moved
from server.engine.writing.dates.standing import TELLS
from server.engine.writing.dates.tenses import Tense, tense, tense_at
from server.engine.writing.dates.text_days import TALK
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.words import date_words

_BORN = re.compile(r"\bborn\b|\bb\. ", re.IGNORECASE)
_DIED = re.compile(r"\b(?:died|buried|killed|drowned|cremated)\b|\bd\. ", re.IGNORECASE)
_BIRTH_ASIDE = re.compile(r"(?<!was )(?<!were )(?<!been )(?<!am )\b(?:born (?:[^.;,()]{0,40} )?|b\. ?)$", re.IGNORECASE)
"""Before a year that only says how old somebody is: "Speaker: Ann Rell, born 1938."."""
_RECORDED = re.compile(r"\b(?:recorded|interviewed|filmed|taped|transcribed)\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|unless|provided|supposing)\b[^,;:]*$", re.IGNORECASE)
_IF_IT_IS = re.compile(r"\b(?:if|unless) (?:[\w'’-]+ ){1,5}(?:is|are) [^,;:]*$", re.IGNORECASE)
"""Before a day: "if the post is empty on 1 May"."""
_BARE_SHORT = re.compile(r"(?<![\w’'])['’]\d\d\b(?![\w’'])")
"""A year without its century, with nothing before it that says so: "the long one, '70"."""
_WHEN = re.compile(r",? (?:when|where|on|and (?:on|by)|by) ?$")
"""Between a year and a day that tells when in it."""
_SINCE_THEN = re.compile(r"\b(?:has|have) (?:had|been|now|since|[a-z]+ed)\b")
"""Between a year and a day: what has come about by now, "came in 2010; they have had five young, the last in March"."""
_OF_ATTRIBUTE = re.compile(r"of\b", re.IGNORECASE)
_ASIDE_YEAR = re.compile(
    r"(?:\([^()]*|, (?:(?:first|itself|newly|then|now) )?(?:an? [^,;:.]{0,40}|[a-z]{3,}ed|built|begun|bought|laid|cut|"
    r"made|found|won|sold|born|set up|put up|drawn|written|(?:which|who) (?:was|were|had been) [a-z]+) "
    r"(?:[^,;:.()]{0,40} )?)$"
)
"""Before a year that only tells how old a thing is of which another time is told: "the hall, built in 1890, burned"."""
_ASIDE_ENDS = re.compile(r"[,)]")
_SAYS = re.compile(
    r"\b(?:said|says|told|announced|confirmed|added|agreed|voted|decided|warned|asked|called|died|published|reported|"
    r"approved|rejected|ruled|opened|launched)\b"
)
"""What is news on its own day."""
_WEEK = 7
_HOLDS = re.compile(
    r"(?:It|He|She|This|That|The [a-z-]+(?: [a-z-]+)?) (?:now |still )?(?!this\b|his\b|its\b|thus\b|less\b)[a-z]{2,}s\b"
)
"""A sentence that begins as those do that tell how things are: "It lasts an hour"."""
_LIFETIME = 70
"""Years after which nobody tells what he did himself."""
_OWN = re.compile(r"(?:(?:In|On|At|From|By|Between) [\w ]{3,30}?,? |(?:\S+ ){0,2})(?:I|[Ww]e|[Oo]urs?|[Mm]y)\b")
_IN_CASE = re.compile(
    r"(?:In (?:case|the event)\b|If\b|Should (?:it|the)\b|"
    r"(?:In|With) (?:(?:an? )?(?:strong |heavy |bad |high |wet |very )?"
    r"(?:winds?|rain|storms?|weather|fog|snow|heat)|an emergency)\b)"
)
"""How a sentence begins that says what happens only in bad weather."""
_HOURS = re.compile(
    r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days\b|\b(?:open|closed|shut) (?:daily|all|from|on|until|in)\b|"
    r"\b(?:opening|office|visiting) hours\b|\badmission\b|\bas a rule\b|\bdaily (?:from|\d)",
    re.IGNORECASE,
)
"""Marks of a notice that says when something is open."""
_OPEN = re.compile(r"Open:? (?:daily|all|from|every|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)\b")
_HEAD_BLOCKS, _HEAD_WORDS = 4, 14


def is_open(text: str, m: Mention, ms: Sequence[Mention], local: Sequence[Dated]) -> bool:
    """Whether nothing that its sentence says settles the year of a day or month, nor may anything before it.

    A last year that can't be worked out isn't the one told before, and what is only supposed was in no year.

    Args:
        ms: all that the sentence names.
        local: what of that, before this one, was worked out.
    """
    if not m.first.day and m.bound is not Bound.BY and _CONDITION.search(text[: m.start]):
        return True
    if _IF_IT_IS.search(text[: m.start]):
        return True
    return any(_is_unsettled(o, local) for o in ms if o.core < m.core)


def is_of_other(text: str, m: Mention, local: Sequence[Dated]) -> bool:
    """Whether the year that its sentence names before a day is that of something else.

    The year of a birth isn't that of a death, and one that belongs to a verb isn't that of the next verb.
    """
    if not local or local[-1].mention.first.year is None:
        return False
    year = local[-1].mention
    between = text[year.end : m.start]
    if _BORN.search(text[: year.core]) and _DIED.search(between):
        return True
    if is_aside(text, year):
        return False
    is_whole = bool(year.first.month) or year.last is not None or _OF_ATTRIBUTE.match(text[year.start : year.end])
    opens = not text[: year.start].strip()
    is_next = TELLS.search(between) is not None or _SINCE_THEN.search(between) is not None
    return is_next and not (is_whole or opens or _WHEN.match(between))


def is_of_another_time(analysis: Analysis, s: Sentence, m: Mention, course: Course) -> bool:
    """Whether a sentence no longer goes on from the year told before it.

    It is the head of an item of a list, or what stands between tells how things are, or the year lies so far back
    that who says "we" can't have been there.
    """
    w = date_words(analysis.rules.code)
    if not any(re.search(r"[^\W\d]{2}", piece) for piece in (s.text[: m.start], s.text[m.end :])):
        return True  # the day at the head of an item, and not of what the one before told
    between = analysis.sentences[course.told_at + 1 : s.id] if course.told_at >= 0 else ()
    is_year = course.told is not None and not course.told.month
    if is_year and m.first.day and s.paragraph != course.told_in:
        return True
    if is_year and any(_is_now(o.text, tense(o.text, w)) for o in between):
        return True
    told = course.told.year if course.told is not None else None
    return told is not None and (course.latest or told) - told > _LIFETIME and _OWN.match(s.text) is not None


def _is_now(text: str, found: Tense) -> bool:
    """Whether a sentence tells how things are."""
    return found is Tense.PRESENT or (found is Tense.UNKNOWN and _HOLDS.match(text) is not None)


def is_of_recording(text: str) -> bool:
    """Whether a sentence says when its text was recorded: the years it tells of are others."""
    return _RECORDED.search(text) is not None


def leaves_year_open(s: Sentence, ms: Sequence[Mention], local: Sequence[Dated]) -> bool:
    """Whether a sentence names a year that isn't worked out, so that nothing after it counts from one told before."""
    rest = s.text
    for m in ms:
        rest = rest[: m.start] + " " * (m.end - m.start) + rest[m.end :]
    return any(_is_unsettled(m, local) for m in ms) or _BARE_SHORT.search(rest) is not None


def is_birth_aside(text: str, m: Mention) -> bool:
    """Whether a year only says when somebody was born of whom something else is told."""
    return _BIRTH_ASIDE.search(text[: m.start]) is not None


def is_aside(text: str, m: Mention) -> bool:
    """Whether a year stands in an aside that ends before the sentence does."""
    is_inner = _ASIDE_YEAR.search(text[: m.start]) is not None and _ASIDE_ENDS.match(text[m.end :]) is not None
    return is_inner and not m.first.month


def scene_of(source: Source, code: str) -> Moment | None:
    """The day of which a text tells, as its first heading has it: "Loss of vaccine, 19–22 July 2024"."""
    first = next((b for b in source.blocks[:1] if b.kind is BlockKind.HEADING), None)
    named = mentions(source.block_text(first), code) if first is not None else ()
    days = [m.last or m.first for m in named if m.first.day and m.first.year is not None]
    return days[0] if len(days) == 1 else None


def tells_of_scene(text: str, course: Course) -> bool:
    """Whether a weekday is of days told of that lie well before the text's own, where nobody says something on it."""
    told = course.scene or (course.told if course.told is not None and course.told.month else None)
    if told is None or told.year is None or course.now.year is None or _SAYS.search(text):
        return False
    if course.scene is None and (course.now.year - told.year > 1 or course.is_ahead):
        return False  # what lay long before is only told beside the news
    if not told.day:
        return (told.year, told.month) != (course.now.year, course.now.month)
    return not same_week(told, course.now)


def same_week(a: Moment, b: Moment) -> bool:
    """Whether two days lie at most a week apart."""
    a, b = replace(a, hour=-1, minute=0, part=""), replace(b, hour=-1, minute=0, part="")
    return any(moved(a, n, "day") == b for n in range(-_WEEK, _WEEK + 1))


def is_of_no_year(source: Source, code: str) -> bool:
    """Whether a text has a day of its own but no year, as minutes may: "Thursday 6 February, 19.00, school library"."""
    w = date_words(code)
    for block in source.blocks[:_HEAD_BLOCKS]:
        words = source.block_text(block)
        if len(words.split()) <= _HEAD_WORDS and tense(words, w) is Tense.UNKNOWN:
            days = [m.first for m in mentions(words, code) if m.first.day]
            if days:
                return days[0].year is None
    return False


def is_in_case(text: str, m: Mention, tense: Tense) -> bool:
    """Whether a day is one on which something is only supposed, or happens only in bad weather or an emergency."""
    is_supposed = text.startswith("If ") and "," in text[m.end :] and "," not in text[: m.start]
    return is_supposed or (tense is not Tense.PAST and _IN_CASE.match(text) is not None)


def is_notice(s: Sentence, m: Mention, course: Course, w: DateWords) -> bool:
    """Whether a day without a year only says when something is open."""
    is_open = _HOURS.search(s.text) is not None and not (course.of_event or course.programme)
    if is_open and _OPEN.match(s.text):
        return True
    return is_open and tense_at(s.text, m.start, m.end, w) not in {Tense.PAST, Tense.FUTURE}


def in_brackets(source: Source, s: Sentence) -> bool:
    """Whether a whole sentence stands in brackets, from which nothing after them goes on."""
    block = next((b for b in source.blocks if b.start <= s.start < b.end), None)
    before = source.text[block.start : s.start] if block is not None else ""
    return s.text.startswith("(") or before.count("(") > before.count(")")


def is_spoken(source: Source) -> bool:
    """Whether a text is made of turns of speech, or is a talk, in which people tell of their past."""
    is_talk = any(TALK.match(source.block_text(b).lstrip("*_ ")) for b in source.blocks[:_HEAD_BLOCKS])
    return is_talk or any(b.kind is BlockKind.SPEECH for b in source.blocks)


def _is_unsettled(m: Mention, local: Sequence[Dated]) -> bool:
    """Whether a mention is of some year that wasn't worked out: "last May", "in '78", "at eighteen"."""
    if any(d.mention is m for d in local):
        return False
    away = m.offset is not None and not m.offset.season and m.offset.reference in {Reference.NOW, Reference.BIRTH}
    return m.short >= 0 or away

"""Dates that count from another one: "three years later", "two days after the fire", "when she was nine"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from server.engine.writing.analysis import Analysis, Sentence
from server.engine.writing.dates.births import Birth, own_birth, tells_of_birth
from server.engine.writing.dates.centuries import LAST_OVER
from server.engine.writing.dates.course import NEAR, Course, Dated
from server.engine.writing.dates.elapsed import STRETCH
from server.engine.writing.dates.moments import (
    Mention,
    Moment,
    Offset,
    Reference,
    moved,
    weekday,
)
from server.engine.writing.dates.moving import moved_by
from server.engine.writing.dates.offsets import DEATH, is_one_spelled, is_whole_week
from server.engine.writing.dates.tenses import Tense, is_habit, is_reported_plan, tense_at
from server.engine.writing.dates.vocabulary import DateWords
from server.engine.writing.dates.winters import of_winter
from server.engine.writing.dates.words import date_words

_END = "end"
"""Anchor of "by the end of the year"."""
_STOCK = re.compile(
    r",? (?:[\w'’-]+ ){0,3}(?:employed|had|was|were|numbered|held|owned|counted|stood|totalled|amounted)(?: at| to)? "
    r"(?:(?![a-z]+(?:ed|ght|en)\b)[a-z]+ ){0,2}[£$€]?\d"
)
"""Behind the end of a year: how much there was of something then, which is no event."""
_WORKING_YEAR = re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d) ?[/–—-] ?(?P<z>(?:(?:19|20)\d\d|\d\d))(?!\d)")
_AT_LATEST = re.compile(
    r"\b(?:must|has to|have to|at the latest|no later than|not later than)\b[^.;:]*$", re.IGNORECASE
)
"""Before "four weeks before that": by when something has to be done, whenever it comes."""
_EVERY = re.compile(r"\b(?:every|each|always|never|daily)\b", re.IGNORECASE)
_AT_AGE = re.compile(
    r"\b(?:at|aged|by) (?:[1-9]\d?|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?)|five|six|"
    r"seven|eight|nine|ten|eleven|twelve|\w+teen)(?=,| (?:kept|he|she|and|his|her)\b)"
)
"""An age, from which what went on counts."""
_THAT = re.compile(r"\b(?:after|before) that$", re.IGNORECASE)
_EXACT_WEEKS = 2
WEEK = 7
_VERBS = {
    "wedding": "marry",
    "marriage": "marry",
    "death": "die",
    "birth": "bear",
    "opening": "open",
    "closure": "close",
    "closing": "close",
    "retirement": "retire",
    "foundation": "found",
    "founding": "found",
    "election": "elect",
    "arrival": "arrive",
    "departure": "leave",
    "move": "move",
    "purchase": "buy",
    "sale": "sell",
    "completion": "complete",
    "discovery": "discover",
    "invention": "invent",
}
"""Nouns by which an event is named that a verb told."""
_DIED = re.compile(
    r"\b(?:died|death|was killed|drowned|was drowned|starb|gestorben|Tod|mourut|mort|décès|murió|falleció|muerte|morì|"
    r"morte|morreu|faleceu)\b"
)
_DEATH_NEAR = 6
"""Sentences back in which the death is looked for that somebody outlived."""
_LOOK_BACK = 400
"""Dated sentences among which a named event is looked for."""


def counted(  # noqa: PLR0911, PLR0912
    analysis: Analysis,
    s: Sentence,
    m: Mention,
    *,
    local: Sequence[Dated],
    course: Course,
    births: Sequence[tuple[Moment, Sentence]],
    before: Sequence[Dated],
    standing: bool,
) -> Dated | None:
    offset = m.offset
    if offset is None:
        return None
    w = date_words(analysis.rules.code)
    if _comes_again(s, m, offset, w, local):
        return None
    base: Moment | None = None
    origin = -1
    if offset.reference is Reference.NOW:
        if offset.unit == "year" and _is_of_working_year(analysis.titles[s.source]):
            return None
        base = course.now if course.now.year is not None else None
    elif offset.reference is Reference.BIRTH:
        birth = own_birth(analysis, s, m, births)
        if birth is not None and not _is_past_all(birth, offset, course):
            base, origin = birth[0], birth[1].id
    elif offset.anchor == _END and _STOCK.match(s.text[m.end :]):
        return None
    elif offset.anchor == _END:
        base, origin = _its_own(analysis, s, m, local=local, course=course)
    elif offset.anchor == DEATH:
        base, origin = _death(analysis, s, m, local=local, before=before)
    elif offset.reference is Reference.WORDS:
        holds = tense_at(s.text, m.start, m.end, w) is Tense.PRESENT  # "is paid two days after the harvest"
        named = _named_event(analysis, s, offset.anchor, before) if not holds else None
        if named is not None:
            base, origin = named.first, named.sentence
    elif (
        offset.count == 0
        and (offset.unit == "year" or (offset.month and course.is_bound and course.named_at > course.told_at))
        and not local
        and course.named is not None
        and (s.id - course.named_at <= 1)
    ):
        base, origin = course.named, course.named_at
    elif points := [d for d in local if not outlives(d)]:
        base, origin = points[-1].last or points[-1].first, s.id
    elif (
        course.told is not None
        and s.id - course.told_at <= _reach(offset, course)
        and (offset.count == 0 or not offset.unit or _goes_on(analysis, s, course))
        and not _starts_afresh(analysis, s, course.told_at)
    ):
        base, origin = course.told, course.told_at
        if offset.count and course.told_at < max(course.aside_at, course.open_at):
            return None
        if course.is_stretch and s.id - course.told_at > 1 and offset.count:
            return None
    if offset.reference is Reference.TOLD and offset.count and not local:
        base, origin = _from_last(s, m, course, base, origin)
    if offset.reference is Reference.TOLD and not offset.count and offset.month and not offset.unit and not local:
        same = next((d for d in reversed(course.days) if d.month == offset.month), None)
        base = same or base
    if base is None or base.year is None:
        return None
    is_same = offset.reference is Reference.TOLD and not offset.count and not local
    if is_same and tense_at(s.text, m.start, m.end, w) is Tense.PRESENT:
        return None  # "That November afternoon deserves a paragraph"
    if offset.season == "winter":
        return of_winter(s, m, base, standing=standing, origin=origin)
    if base.width > 1:
        return None
    is_now = offset.reference is Reference.NOW
    if offset.anchor == STRETCH and not _lasts_from(analysis, s, m, origin):
        return None
    if offset.unit == "week" and not offset.count and not re.match(r"(?:the )?same\b", s.text[m.start : m.end]):
        return None
    if (
        offset.unit == "week"
        and not offset.is_exact
        and (is_now or is_whole_week(s.text[m.start : m.end]) or abs(offset.count) > _EXACT_WEEKS)
    ):
        return _weeks(s, m, base, standing=standing, origin=origin)
    moment = moved_by(base, offset, is_now=is_now)
    if moment.year is None or not moment.is_real:
        return None
    if _is_beyond(analysis, s, m, moment, course) or (offset.anchor == STRETCH and moment.year > LAST_OVER):
        return None
    vague = m.is_approximate or (offset.reference is Reference.BIRTH and not moment.day)
    if offset.anchor == STRETCH:
        return Dated(s.id, m, replace(base, hour=-1, minute=0), moment, True, vague, standing, origin)
    return Dated(s.id, m, moment, None, True, vague, standing, origin)


def _comes_again(s: Sentence, m: Mention, offset: Offset, w: DateWords, local: Sequence[Dated]) -> bool:
    """Whether it counts from what comes again: "the following May", "at the latest ten days before departure"."""
    if offset.month and offset.reference is Reference.TOLD and is_habit(s.text, m.start, m.end, w):
        return True
    if local and local[-1].first.day and _THAT.search(s.text[m.start : m.end]):
        return False  # of a day that the sentence names itself
    is_latest = offset.reference is not Reference.NOW and _AT_LATEST.search(s.text[: m.start]) is not None
    return is_latest and tense_at(s.text, m.start, m.end, w) is not Tense.PAST


def _from_last(s: Sentence, m: Mention, course: Course, base: Moment | None, origin: int) -> tuple[Moment | None, int]:
    """What the sentence just before says in passing, where nothing else is counted from, or "after that" means it."""
    if course.lay_at == s.id - 1 and _THAT.search(s.text[m.start : m.end]):
        return course.lay, course.lay_at
    if base is None and course.loose_at == s.id - 1:
        return course.loose, course.loose_at
    return base, origin


def _lasts_from(analysis: Analysis, s: Sentence, m: Mention, origin: int) -> bool:
    """Whether what is told to have gone on for some years did so from the date told before: no habit, and no birth."""
    w = date_words(analysis.rules.code)
    if tense_at(s.text, m.start, m.end, w) is not Tense.PAST or _EVERY.search(s.text) or _AT_AGE.search(s.text):
        return False
    return origin < 0 or origin == s.id or not tells_of_birth(analysis.sentences[origin])


def _is_of_working_year(title: str) -> bool:
    """Whether a text reports on a year that ends in the one after it, "2022/23": so does the next of which it tells."""
    found = _WORKING_YEAR.search(title)
    return found is not None and (int(found["y"]) + 1) % 100 == int(found["z"]) % 100


def _is_past_all(birth: Birth, offset: Offset, course: Course) -> bool:
    """Whether an age would lie after every year of a text, where the birth itself counts from an age."""
    year = (birth[0].year or 0) + offset.count
    return not tells_of_birth(birth[1]) and course.now.year is None and year > (course.latest or 0)


def _its_own(
    analysis: Analysis, s: Sentence, m: Mention, *, local: Sequence[Dated], course: Course
) -> tuple[Moment | None, int]:
    """Of which year or month an end is: of the text's own for what is to come, else of the one told just before."""
    w = date_words(analysis.rules.code)
    tense = tense_at(s.text, m.start, m.end, w)
    if course.is_news:
        ahead = tense is Tense.FUTURE or is_reported_plan(s.text, m.start, m.end, w)
        of_year = not course.now.month and tense is Tense.PAST and s.paragraph != course.told_in  # a report on a year
        return (course.now if (ahead or of_year) and not local else None), -1
    if tense is not Tense.PAST:
        return None, -1
    if local:
        return local[-1].last or local[-1].first, s.id
    near = s.paragraph == course.told_in and not course.is_ahead
    return (course.told, course.told_at) if near and s.id - course.told_at <= NEAR else (None, -1)


def outlives(d: Dated) -> bool:
    """Whether a date is when somebody died who had lived on after another, from which nothing else counts."""
    return d.mention.offset is not None and d.mention.offset.anchor == DEATH


def _death(
    analysis: Analysis, s: Sentence, m: Mention, *, local: Sequence[Dated], before: Sequence[Dated]
) -> tuple[Moment | None, int]:
    """The year of the one death that was told just before, from which it counts how long somebody lived on."""
    said = re.search(r"\b(?:him|her|it)\b", s.text[m.start : m.end], re.IGNORECASE)
    if said is not None and said[0].lower() == "it":
        return None, -1
    opposite = {"him": "She", "her": "He"}.get(said[0].lower(), "-") if said is not None else "-"
    near = [d for d in (*before[-_LOOK_BACK:], *local) if 0 <= s.id - d.sentence <= _DEATH_NEAR and d.stands]
    told: list[Dated] = []
    for d in near:
        other = analysis.sentences[d.sentence]
        clause = other.text if d.sentence != s.id else s.text[: m.start]
        if other.source == s.source and _DIED.search(clause) and not clause.startswith(f"{opposite} "):
            told.append(d)
    years = {d.first.year for d in told}
    return (told[-1].first, told[-1].sentence) if len(years) == 1 else (None, -1)


def _goes_on(analysis: Analysis, s: Sentence, course: Course) -> bool:
    """Whether a sentence still counts from what was told: in the same paragraph, or as the first of the next one."""
    opens = s.id == 0 or analysis.sentences[s.id - 1].paragraph != s.paragraph
    return s.paragraph == course.told_in or opens or s.id - course.told_at <= 1


def _is_beyond(analysis: Analysis, s: Sentence, m: Mention, moment: Moment, course: Course) -> bool:
    """Whether a counted date lies after the day of the text, though it isn't to come, or before it, though it is."""
    if m.offset is None or m.offset.reference is Reference.NOW or course.now.year is None or moment.year is None:
        return False
    is_ahead = tense_at(s.text, m.start, m.end, date_words(analysis.rules.code)) is Tense.FUTURE
    if m.offset.reference is Reference.WORDS and is_ahead:
        return moment.year < course.now.year  # "will look at it two years after the opening"
    return moment.year > course.now.year and not is_ahead


def _reach(offset: Offset, course: Course) -> int:
    """Sentences back to which a date may count; "the following January" goes further than "a year later"."""
    is_last = offset.count == 0 and not offset.unit and course.named_at <= course.told_at  # "that November"
    is_named = (offset.count > 0 or is_last) and (offset.month or offset.season)
    return 2 * NEAR if is_named else NEAR


def _weeks(s: Sentence, m: Mention, base: Moment, *, standing: bool, origin: int) -> Dated | None:
    """Weeks before or after a day: the whole week of "last week", else the month if the count leaves no doubt of it."""
    if m.offset is None or not base.day:
        return None
    day = moved(base, m.offset.count, "week")
    number = weekday(day)
    if number is None:
        return None
    if re.match(r" to(?:day|night)\b| heute\b", s.text[m.end :]):
        return Dated(s.id, m, day, None, True, False, standing, origin)
    is_whole = m.offset.reference is Reference.NOW or is_whole_week(s.text[m.start : m.end])
    if is_whole and abs(m.offset.count) <= 1 and not is_one_spelled(s.text[m.start : m.end]):
        monday = moved(day, -number, "day")
        return Dated(s.id, m, monday, moved(monday, 6, "day"), True, False, standing, origin)
    early, late = moved(day, -WEEK, "day"), moved(day, WEEK, "day")
    if (early.year, early.month) != (late.year, late.month):
        return None
    return Dated(s.id, m, Moment(day.year, day.month), None, True, True, standing, origin)


def _starts_afresh(analysis: Analysis, s: Sentence, told_at: int) -> bool:
    """Whether a sentence in between counts from something else: "before the opening"."""
    w = date_words(analysis.rules.code)
    between = " ".join(analysis.sentences[i].text for i in range(told_at + 1, s.id))
    return bool(re.search(rf"\b(?:{w.before}|{w.after}) (?:the|der|dem|den|la|le|el|il|a|o)\b", between, re.IGNORECASE))


def _is_beside(analysis: Analysis, s: Sentence, m: Mention, named: Sequence[frozenset[str]]) -> bool:
    """Whether the clause of a date itself tells of an event that is named by one word only."""
    cuts = [c.start() for c in re.finditer(r"[,;:()–—]", s.text)]
    first = max((c for c in cuts if c < m.start), default=0)
    last = min((c for c in cuts if c >= m.end), default=len(s.text))
    if not re.search(r"\w{3}", s.text[first : m.start] + s.text[m.end : last]):
        last = len(s.text) if not first else last
        first = 0
    said = analysis.rules.terms(s.text[first:last])
    return any(n <= said for n in named)


def _named_event(analysis: Analysis, s: Sentence, words: str, before: Sequence[Dated]) -> Dated | None:
    """The last dated sentence that tells what is named: "the fire", "her patent"."""
    said = words.split()
    for count in (4, 3, 2):
        wanted = analysis.rules.terms(" ".join(said[:count]))
        verbs = {frozenset(_VERBS.get(t, t) for t in wanted)} if analysis.rules.code == "en" else set()
        for d in reversed(before[-_LOOK_BACK:]) if wanted else ():
            other = analysis.sentences[d.sentence]
            if (
                other.source == s.source
                and d.stands
                and (wanted <= other.terms or any(v <= other.terms for v in verbs))
                and (len(wanted) > 1 or _is_beside(analysis, other, d.mention, [wanted, *verbs]))
            ):
                return d
    return None

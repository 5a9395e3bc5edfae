"""Which sources a question names, and where: by words of their titles, and by names that stand in one source alone."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from server.domain.notebooks import NotebookSource
from server.domain.plaintext import shortened
from server.engine.notebooks.files import chunk_rows
from server.engine.notebooks.retrieval import holders
from server.engine.notebooks.statements import LONGEST_NAME
from server.engine.notebooks.terms import DAY_NAME, SMALL, stem

MOST_SIDES = 4
"""Sources that are asked one by one, at most."""
OPENING = 3
"""Chunks at the beginning of a source that say what it is about."""
_TOKEN = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*", re.UNICODE)
KINDS = frozenset(
    stem(word)
    for word in (
        "article text document source file paper newspaper report account story manual guide handbook instruction"
        " minutes meeting leaflet page note letter interview review biography life notice faq summary piece author"
        " side one version witness"
    ).split()
)
"""Kinds of sources: "both papers", "each report"."""
_COMMON = KINDS | frozenset(
    stem(word)
    for word in (
        "rules prices price information user visitor passenger club history programme plan survey questions answers"
        " committee annual year new introduction overview part chapter general the and for with about day time"
        " statement press release letter diary log list table data newsletter bulletin conditions terms agreement"
    ).split()
)
"""Words of titles that say nothing of what a source is about."""
_BY = r"(?:at|in|on|of|for|by|from|with|to|against)"
_JOIN = re.compile(
    r"^(?:,?\s*(?:and|or|and/or|nor|than|with|vs\.?|versus|against|as against|compared (?:to|with)|,|/|&|und|oder"
    r"|et|ou)"
    r"\s*,?)(?:\s+(?:who|what|when|where|how|which))?(?:\s+(?:also|then|did|does|do|is|was))?"
    rf"(?:\s+{_BY})?(?:\s+(?:that|those|the (?:one|ones|other)|(?:the|a|an) [a-z]+(?=\s+{_BY}\b)))?"
    rf"(?:\s+{_BY})?(?:\s+(?:the|a|an|your|our|my))?\s*$",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"^(?:please\s+)?(?:compare|contrast|how (?:does|do|did|is|are)\b.*\bcompared?\b)", re.IGNORECASE
)
_FAR = re.compile(
    r"^(?P<between>.*\S)\s+(?:than|as|before|after)(?:\s+(?:that|those|the (?:one|ones)))?"
    r"(?:\s+(?:at|in|on|of|for|by|from|with|to))?(?:\s+(?:the|a|an))?\s*$",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"(?:\s(?!(?:and|or|than|to|with|in|on|at|of|is|are|was|were|as|for|by|from|vs|versus|when|if|who|that|do|does"
    r"|did)\b)"
    r"(?![a-z]+(?:er|est)\b)[a-z][a-z-]*(?=,|\s(?:and|or)\b))?",
)
"""What a name stands before: "the Riverside bus"."""
_PAST = re.compile(r"(?:ed|ing)$")
_WITHIN = {"of", "the", "on", "in", "at"}


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a question that name a source: `start` to `end`, with the article before them."""

    start: int
    end: int
    source: int
    text: str


@dataclass(frozen=True, slots=True)
class _Titles:
    """The stems of each title, and in how many titles each stands."""

    own: Mapping[int, Sequence[str]]
    standing: Mapping[str, int]
    records: Mapping[int, NotebookSource]


@dataclass(frozen=True, slots=True)
class Frame:
    """A question with a gap where its sources were named: `asked` up to the gap and from it on."""

    before: str
    after: str
    mentions: tuple[Mention, ...]

    def filled(self, thing: str) -> str:
        """The question asked of one thing alone."""
        return re.sub(r"\s+", " ", f"{self.before}{thing}{self.after}").strip()


def titles(records: Mapping[int, NotebookSource]) -> dict[int, list[str]]:
    """The stems of each source's title, in order."""
    return {number: [stem(word) for word in _TOKEN.findall(each.title)] for number, each in records.items()}


def short_title(title: str) -> str:
    """The part of a title that names what it is about, without what kind of text it is."""
    first = re.split(r"\s*[:(|]\s*|\s+[–—-]\s+|,\s", title.strip(), maxsplit=1)[0].strip()
    return shortened(first if len(first) > 2 else title, LONGEST_NAME)


def mentions_of(db: sqlite3.Connection, question: str, records: Mapping[int, NotebookSource]) -> list[Mention]:
    """The sources that a question names, in the order of its words."""
    own = titles(records)
    standing = Counter(word for each in own.values() for word in set(each))
    tokens = list(_TOKEN.finditer(question))
    known = _Titles(own, standing, records)
    marks = [_marked(db, question, tokens, place, known) for place in range(len(tokens))]
    _keep_names_whole(db, question, tokens, marks, known)
    out: list[Mention] = []
    place = 0
    while place < len(tokens):
        source = marks[place]
        if source is None:
            place += 1
            continue
        first = last = place
        titled = set(own[source])
        while first and _extends(
            tokens[first - 1][0], titled, question[tokens[first - 1].end() : tokens[first].start()]
        ):
            first -= 1
        last = _last(question, tokens, last, own[source])
        while last + 1 < len(tokens) and marks[last + 1] == source and _touch(question, tokens, last):
            last += 1
        start = tokens[first].start()
        article = re.search(r"\b(?:the|our|your)\s+(?:[a-z]+\s+)?$", question[:start], re.IGNORECASE)
        if article and article[0].strip().lower() in {"the", "our", "your"}:
            start = article.start()
        end = tokens[last].end()
        if article:
            head = _HEAD.match(question[end:])
            end += len(head[0]) if head else 0
        text = re.sub(r"['’]s?$", "", question[start:end])
        if not out or start >= out[-1].end:
            out.append(Mention(start, end, source, text))
        place = last + 1
    return out


def _keep_names_whole(
    db: sqlite3.Connection,
    question: str,
    tokens: Sequence[re.Match[str]],
    marks: list[int | None],
    known: _Titles,
) -> None:
    """Take a mark from a word of a name that does not stand in its source: the Picture Bus is no night bus."""
    first = 0
    while first < len(tokens):
        last = first
        while last + 1 < len(tokens) and _capital(tokens[last]) and _capital(tokens[last + 1]):
            if not _touch(question, tokens, last):
                break
            last += 1
        sources = {each for each in marks[first : last + 1] if each is not None}
        run = tokens[first : last + 1]
        if sources and first and last > first and not _titled(run, sources, known):
            name = re.sub(r"['’]s?$", "", question[run[0].start() : run[-1].end()])
            held = (holders(db, name) or frozenset()) & known.records.keys()
            if held and held != sources:
                marks[first : last + 1] = [next(iter(held)) if len(held) == 1 else None] * len(run)
        first = last + 1


def _titled(run: Sequence[re.Match[str]], sources: set[int], known: _Titles) -> bool:
    """Whether a name stands in the title of its source."""
    return any({stem(token[0]) for token in run} <= set(known.own[each]) for each in sources)


def _capital(token: re.Match[str]) -> bool:
    return token[0][:1].isupper()


def _touch(question: str, tokens: Sequence[re.Match[str]], place: int) -> bool:
    """Whether nothing stands between a token and the next."""
    return not question[tokens[place].end() : tokens[place + 1].start()].strip()


def _last(question: str, tokens: Sequence[re.Match[str]], last: int, title: Sequence[str]) -> int:
    """The last token of a mention: words of the title go on, also over "of the" between them.

    What happens to it may stand in its title too: "closed" is no part of "the ferry" in "Ferry at Hale to close".
    """
    place = last + 1
    while place < len(tokens) and _touch(question, tokens, place - 1):
        word = tokens[place][0]
        follows = stem(tokens[place - 1][0]) in {each for each, after in pairwise(title) if after == stem(word)}
        named = _extends(word, set(title), "") and word.lower() not in SMALL
        if named and (follows or not _PAST.search(word)):
            last = place
        elif word.lower() not in _WITHIN or place - last > 2:
            break
        place += 1
    return last


def _extends(word: str, titled: set[str], between: str) -> bool:
    """Whether a word beside a mention belongs to it: it stands in the same title."""
    return not between.strip() and stem(word) in titled and word.lower() not in {"the", "of", "and", "at", "in", "on"}


def _marked(  # noqa: PLR0911 - one for each way of naming
    db: sqlite3.Connection,
    question: str,
    tokens: Sequence[re.Match[str]],
    place: int,
    titled: _Titles,
) -> int | None:
    """The source that a word of the question names: a word of its title alone, or a name that it alone has."""
    own, standing, records = titled.own, titled.standing, titled.records
    word = tokens[place][0]
    root = stem(word)
    if word.lower() in SMALL:
        return None
    within = [number for number, title in own.items() if root in title]
    capital = word[:1].isupper() and (place > 0 or standing.get(root, 0) == 1)
    if len(within) == 1:
        (source,) = within
        if word[:1].isdigit():
            before = stem(tokens[place - 1][0]) if place else ""
            return source if before in own[source] else None
        if DAY_NAME.fullmatch(word):
            # The same month stands in many texts: one names a source with the words beside it only.
            beside = [tokens[each][0] for each in (place - 1, place + 1) if 0 <= each < len(tokens)]
            return source if any(stem(each) in own[source] for each in beside) else None
        if capital and (place or root not in _COMMON):
            return source if root not in _COMMON or _named_beside(tokens, place, own[source]) else None
        if root in _COMMON or len(word) < 4:
            return None
        article = re.search(
            r"\b(?:the|at|in|on|this|that|our|and|or|than)\s+$", question[: tokens[place].start()], re.IGNORECASE
        )
        return source if article and _often(db, word, source) else None
    if within or not capital or not place or DAY_NAME.fullmatch(word):
        return None
    held = (holders(db, re.sub(r"['’]s$", "", word)) or frozenset()) & records.keys()
    return next(iter(held)) if len(held) == 1 else None


def _named_beside(tokens: Sequence[re.Match[str]], place: int, title: Sequence[str]) -> bool:
    beside = [tokens[each][0] for each in (place - 1, place + 1) if 0 <= each < len(tokens)]
    return any(stem(word) in title and stem(word) not in _COMMON for word in beside)


def _often(db: sqlite3.Connection, word: str, source: int) -> bool:
    """Whether a word of a title is what its source is about: no other source begins with it."""
    held = holders(db, word)
    return held is not None and set(held) == {source}


def frame_of(question: str, mentions: Sequence[Mention]) -> Frame | None:
    """The question with one gap for the sources that it names side by side; None where it does not join them."""
    joined: list[Mention] = []
    for each in mentions:
        if joined and each.source in {one.source for one in joined}:
            continue
        between = question[joined[-1].end : each.start] if joined else ""
        if _COMPARES.match(question):
            between = re.sub(r"^\s+to\b", " with", between)
        if joined:
            between = _same_head(question[: joined[0].start], between)
        if joined and not _JOIN.match(between):
            if len(joined) > 1:
                break
            far = _FAR.match(question[joined[0].end : each.start])
            if far is not None and not re.search(r"[,;.?!]", far["between"]):
                after = f"{far['between'] and ' ' + far['between'].strip()}{question[each.end :]}"
                return Frame(question[: joined[0].start], after, (joined[0], each))
            joined = []
        joined.append(each)
    if len(joined) < 2 or len(joined) > MOST_SIDES:
        return None
    before = re.sub(r"\b(?:both|between|either)\s+$", "", question[: joined[0].start], flags=re.IGNORECASE)
    return Frame(before, question[joined[-1].end :], tuple(joined))


def _same_head(before: str, between: str) -> str:
    """What stands between two names without the words that stood before the first too: "the weight of"."""
    spoken = before.split()
    for size in range(min(len(spoken), 8), 1, -1):
        head = " ".join(spoken[-size:])
        if between.rstrip().lower().endswith(f" {head.lower()}"):
            return f"{between.rstrip()[: -len(head)]}"
    return between


def sources_of_noun(db: sqlite3.Connection, noun: str, records: Mapping[int, NotebookSource]) -> list[int]:
    """The sources that are, or are about, one of what a noun names: it stands in their title or at their beginning."""
    root = stem(noun)
    if root in KINDS:
        return list(records)
    own = titles(records)
    found = [number for number in records if root in own[number]]
    for number, first in db.execute("SELECT source, min(first) FROM vectors GROUP BY source"):
        if number not in records or number in found:
            continue
        rows = chunk_rows(db, list(range(first, first + OPENING)))
        opening = " ".join(chunk.text for source, chunk in rows.values() if source == number)
        if any(stem(word) == root for word in _TOKEN.findall(opening)):
            found.append(number)
    return sorted(found)

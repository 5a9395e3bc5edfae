"""What of a source set can be shown rather than told: quotations, steps, places, and what a chart or a table says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from server.domain.decks import Point
from server.domain.documents import Figure, Table
from server.domain.scripts import Section, Statement
from server.domain.sources import BlockKind, Passage
from server.engine.writing.analysis import Analysis, Role, Sentence
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.shortening import sentence_of, shortened
from server.engine.writing.standalone import statement, written

_QUOTED = re.compile(r"[\"“„«]\s?([^\"“”„«»]{20,260}?)[,.]?\s?[\"”“»]")
_PERSON = r"((?:[A-ZÀ-Þ][\w'’-]+)(?: (?:(?:de|von|van|di|da|del|le|la) )?[A-ZÀ-Þ][\w'’-]+){0,3})"
_VERBS = (
    r"(?:says?|said|adds|added|recalls?|recalled|explains|explained|asks|asked|writes|wrote|argues|argued|notes|noted|"
    r"answers|answered|replies|replied|remembers|remembered|insists|insisted|complains|complained|announced|"
    r"puts? it|declared|sagte?|meinte?|erklärte?|fragte?|schrieb|schreibt|erinnert sich|antwortete?|"
    r"dit|disait|explique|raconte|résume|confie|affirme|écrit|écrivait|dice|dijo|explica|explicó|escribió|recuerda|"
    r"diz|disse|escreveu|recorda|racconta|spiega|scrisse|ricorda)"
)
_SAYING = re.compile(rf"(?<!\w){_VERBS} {_PERSON}")
"""A verb of saying and the name after it, in the six languages that are written here."""
_NAMED_SAYING = re.compile(rf"(?<!\w){_PERSON}(?:, [^,]{{3,60}},)? (?:[a-zà-ÿ]+ ){{0,2}}?{_VERBS}(?!\w)")
_PRONOUN_SAYING = re.compile(
    rf"(?<!\w)(?:(?:he|she|er|sie|il|elle|él|ella|egli|lui|lei|ele|ela) (?:[a-zà-ÿ]+ ){{0,2}}?{_VERBS}|"
    rf"{_VERBS}(?:-(?:il|elle)| (?:he|she|er|sie|él|ella|ele|ela)))(?!\w)",
    re.IGNORECASE,
)
_OPENING_NAME = re.compile(r"([A-ZÀ-Þ][\w'’-]+ (?:(?:de|von|van|di|da|del|le|la) )?[A-ZÀ-Þ][\w'’-]+) (?=[a-zà-ÿ])")
_NO_PERSON = frozenset(
    (
        "the",
        "a",
        "an",
        "he",
        "she",
        "it",
        "they",
        "one",
        "but",
        "and",
        "when",
        "as",
        "in",
        "at",
        "on",
        "we",
        "i",
        "you",
        "who",
        "this",
        "that",
        "wir",
        "ich",
        "sie",
        "er",
        "nous",
        "je",
    )
)
_QUOTE_WORDS = (5, 34)
_NEAR = 3
_PREPOSITIONS = {
    "en": "in|at|near|from|to|of",
    "de": "in|bei|aus|nach|von",
    "fr": "à|de|vers|près de",
    "es": "en|de|a|hacia",
    "it": "a|di|da|presso",
    "pt": "em|de|para",
}
_NAME = r"([A-ZÀ-Þ][\w'’-]{2,}(?: (?:(?:de|of|del|la|sur|am) )?[A-ZÀ-Þ][\w'’-]+){0,2})"


def quotations(analysis: Analysis, worth: Sequence[float]) -> list[tuple[int, Point]]:
    """What the sources quote word for word and whom they name as saying it, the weightiest first."""
    out: list[tuple[float, int, Point]] = []
    for s in analysis.sentences:
        if Role.QUOTATION not in s.roles or Role.TABLE in s.roles:
            continue
        passage = analysis.passage(s)
        found = _QUOTED.search(passage.text)
        words = found[1].strip(" ,") if found else ""
        low, high = _QUOTE_WORDS
        if not found or not low <= len(words.split()) <= high or not words[:1].isupper():
            continue
        if analysis.rules.opening_pronoun(f"{words}."):
            continue
        outside = passage.text[: found.start()] + " " + passage.text[found.end() :]
        who = s.speaker or speaker_in(outside) or _meant(analysis, s, outside)
        if not who:
            continue
        rests = (passage, *_introducing(analysis, s, who))
        score = worth[s.id] + 0.8 - abs(len(words.split()) - 14) / 40
        if score > 0:
            out.append((score, s.id, Point(words, Statement(words, rests), who)))
    return [(i, point) for _, i, point in sorted(out, key=lambda each: (-each[0], each[1]))]


def speaker_in(text: str) -> str:
    """Who is said to say something: "says Ines Corrigan", "Frau Albers sagte"; empty where nobody is."""
    for pattern in (_SAYING, _NAMED_SAYING):
        found = pattern.search(text)
        if found and found[1].split()[0].lower() not in _NO_PERSON:
            return re.sub(r"['’]s$", "", found[1])
    return ""


def _meant(analysis: Analysis, s: Sentence, outside: str) -> str:
    """Whom "she said" stands for: the one name of the nearest sentences before that name anybody; else nobody."""
    if not _PRONOUN_SAYING.search(outside):
        return ""
    for back in range(s.id - 1, max(-1, s.id - _NEAR - 1), -1):
        before = analysis.sentences[back]
        if before.source != s.source or before.section != s.section:
            return ""
        names = [n for n in before.names if analysis.rules.code == "de" or len(n.split()) > 1]
        opening = _OPENING_NAME.match(before.text)
        names += [opening[1]] if opening is not None and opening[1] not in names else []
        if not names and Role.PERSON in before.roles:
            names = list(before.names)
        if names:
            return names[0] if len(names) == 1 else ""
    return ""


def _introducing(analysis: Analysis, s: Sentence, who: str) -> tuple[Passage, ...]:
    """The sentence before that names the speaker, where the quoting one does not."""
    if not who or who in s.text:
        return ()
    for back in range(s.id - 1, max(-1, s.id - 6), -1):
        if who in analysis.sentences[back].text:
            return (analysis.passage(analysis.sentences[back]),)
    return ()


def steps(analysis: Analysis) -> list[tuple[str, tuple[int, ...], tuple[Point, ...]]]:
    """Runs of at least three steps under one heading, with the ids of their sentences, the longest first."""
    found: list[tuple[str, tuple[int, ...], tuple[Point, ...]]] = []
    marked = [s for s in analysis.sentences if Role.STEP in s.roles]
    for _, group in groupby(marked, key=lambda s: (s.source, s.section)):
        rows = _items(analysis, list(group))
        points: list[Point] = []
        ids: list[int] = []
        for s in rows:
            text = written(analysis, s)
            passage = analysis.passage(s)
            if analysis.rules.unsupported(text, passages=[passage.text]) or analysis.rules.broken(text):
                continue
            points.append(Point(text, Statement(text, (passage,))))
            ids.append(s.id)
        if len(points) >= 3:
            found.append((analysis.section_of(rows[0]).title, tuple(ids), tuple(points)))
    return sorted(found, key=lambda each: -len(each[1]))


def _items(analysis: Analysis, marked: list[Sentence]) -> list[Sentence]:
    """Steps that are items of a list, with the items between and around them that read less like one."""
    blocks = analysis.sources[marked[0].source].blocks
    begins = {block.start for block in blocks if block.kind is BlockKind.LIST_ITEM}
    first, last = marked[0].id, marked[-1].id
    while first and _goes_on(analysis, first - 1, marked[0]) and analysis.sentences[first].start in begins:
        first -= 1
    while last + 1 < len(analysis.sentences) and _goes_on(analysis, last + 1, marked[0]):
        last += 1
    span = analysis.sentences[first : last + 1]
    items = [s for s in span if s.section == marked[0].section and s.start in begins]
    return items if len(marked) <= len(items) <= 2.5 * len(marked) else marked


def _goes_on(analysis: Analysis, i: int, step: Sentence) -> bool:
    s = analysis.sentences[i]
    return s.in_list and (s.source, s.section) == (step.source, step.section)


def places(analysis: Analysis, worth: Sequence[float], *, most: int) -> list[tuple[int, Point]]:
    """Places that come back, each with a short statement that names it."""
    prepositions = _PREPOSITIONS.get(analysis.rules.code)
    if prepositions is None:
        return []
    pattern = re.compile(rf"(?<!\w)(?:{prepositions}) {_NAME}")
    text = " ".join(source.text for source in analysis.sources)
    counts: dict[str, int] = {}
    for name in pattern.findall(text):
        if not mentions(name, analysis.rules.code):
            counts[name] = counts.get(name, 0) + 1
    people = {name for s in analysis.sentences for name in (s.speaker,) if name}
    out: list[tuple[int, Point]] = []
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        where = len(re.findall(rf"(?<!\w)(?:in|at|near|bei|à|en|em|a) {re.escape(name)}\b", text))
        if count < 3 or where < 2 or any(name in other or other in name for other in people):
            continue
        if any(name in p.name or p.name in name for _, p in out):
            continue
        best = _naming(analysis, worth, name, taken={i for i, _ in out})
        if best is not None:
            out.append(best)
        if len(out) >= most:
            break
    return out


def _naming(analysis: Analysis, worth: Sequence[float], name: str, *, taken: set[int]) -> tuple[int, Point] | None:
    ranked = sorted((s for s in analysis.sentences if name in s.text and s.id not in taken), key=lambda s: -worth[s.id])
    for s in ranked[:8]:
        if worth[s.id] <= 0 or s.roles & {Role.TABLE, Role.QUESTION, Role.QUOTATION}:
            continue
        told = statement(analysis, s.id, most=40)
        text = shortened(analysis, told, most=18) if told is not None else ""
        if told is not None and name in text:
            return s.id, Point(text, told, name)
    return None


def beside(analysis: Analysis, worth: Sequence[float], passages: Iterable[Passage], *, most: int) -> list[Statement]:
    """What the sources say about the numbers that stand in these passages: sentences of the same section."""
    wanted = {(p.source_id, p.start) for p in passages}
    homes = {
        (s.source, s.section)
        for s in analysis.sentences
        if any(analysis.sources[s.source].id == sid and s.start <= at < s.end for sid, at in wanted)
    }
    if not homes:
        homes = {
            (n.source, n.id)
            for n in analysis.sections
            if any(analysis.sources[n.source].id == sid and n.start <= at < n.end for sid, at in wanted)
        }
    ranked = [
        s
        for s in analysis.sentences
        if (s.source, s.section) in homes
        and worth[s.id] > 0
        and not s.roles & {Role.TABLE, Role.QUESTION, Role.STEP}
        and s.figures
    ]
    out: list[Statement] = []
    for s in sorted(ranked, key=lambda s: (-worth[s.id], s.id))[: 4 * most]:
        told = statement(analysis, s.id, most=32)
        if told is not None and len(out) < most:
            out.append(told)
    return out


def parted(analysis: Analysis, findings: Sequence[Section]) -> list[Section]:
    """Findings by the sections of the sources: what a chapter has taken together goes back under its own headings."""
    out: list[Section] = []
    for section in findings:
        groups: dict[str, list[Statement]] = {}
        heading = section.heading
        for said in (s for paragraph in section.paragraphs for s in paragraph):
            own = sentence_of(analysis, said)
            title = analysis.section_of(own).title if own is not None else ""
            heading = title if title and title not in analysis.titles else heading
            groups.setdefault(heading, []).append(said)
        out += [Section(name, (tuple(told),)) for name, told in groups.items()]
    return out


def around(analysis: Analysis, worth: Sequence[float], told: Sequence[Statement], *, most: int) -> list[Statement]:
    """More of the sections that statements come from, the weightiest first."""
    known = [s for each in told if (s := sentence_of(analysis, each)) is not None]
    homes = {(s.source, s.section) for s in known}
    ids = {s.id for s in known}
    more = [
        s
        for s in analysis.sentences
        if (s.source, s.section) in homes
        and s.id not in ids
        and worth[s.id] > 0
        and not s.in_list
        and not s.roles & {Role.TABLE, Role.QUESTION, Role.STEP, Role.QUOTATION}
    ]
    made = (statement(analysis, s.id, most=34) for s in sorted(more, key=lambda s: (-worth[s.id], s.id))[:most])
    return [each for each in made if each is not None]


_CLOCK = frozenset("uhr h hrs o'clock am pm a.m. p.m. heures horas".split())
"""Units of a time of day, which is no figure to remember."""
_NO_UNITS = frozenset("even apiece each more less only again together alone away ago also".split())


def united(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Figures in digits, with units that can stand beside the number by themselves."""
    kept = [replace(f, unit="") if f.unit.lower() in _NO_UNITS else f for f in figures]
    return tuple(f for f in kept if any(c.isdigit() for c in f.value) and f.unit.lower() not in _CLOCK)


def cut(table: Table, *, rows: int, columns: int) -> Table:
    """A table's first rows and columns."""
    return Table(table.title, table.columns[:columns], tuple(row[:columns] for row in table.rows[:rows]))

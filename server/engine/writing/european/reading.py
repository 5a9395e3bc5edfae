"""Reads sources of languages without a packaged parser: blocks into sentences with roles, figures, names and sides.

Sentences stay whole. What points back is marked as leaning, so that it is told right after the sentence it leans on.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.analysis import Halves, Prompt, Role, Section, Sentence, Unit, Voice
from server.engine.writing.european import numbers, telling
from server.engine.writing.european.splitting import split
from server.engine.writing.european.words import Words
from server.engine.writing.languages import Reading
from server.engine.writing.lettering import capital

_TOLD = {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTATION, BlockKind.SPEECH, BlockKind.TABLE_ROW}
_HEAD_NUMBER = re.compile(r"^(?:\(?\d+(?:\.\d+)*[.):]?|[IVXLC]+\.)\s+")
_WORD = re.compile(r"[^\W\d_]{3,}")
_FIRST_PERSON_SHARE = 0.12
_TURNS_WITHIN = 8
_COMES_BACK = 3
"""A noun that the source names this often is one of its subjects."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a sentence stands."""

    source: int
    section: int
    paragraph: int
    start: int
    end: int
    opens: bool
    speaker: str = ""
    asked: str = ""
    in_list: bool = False
    told: str = ""


class Reader:
    """Reads sources in the language of `words`."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._places: list[_Place] = []
        self._sections: list[Section] = []
        self._stems: list[Counter[str]] = []

    def read(self, sources: tuple[Source, ...]) -> Reading:
        """Read every source; sentence ids run through all of them."""
        titles, voices = [], []
        for index, source in enumerate(sources):
            titles.append(self._walk(source, index))
            voices.append(self._voice(source))
            self._stems.append(Counter(_stem(m[0].lower(), self._words) for m in _WORD.finditer(source.text)))
        sentences = tuple(
            self._sentence(i, place, sources[place.source], voices[place.source])
            for i, place in enumerate(self._places)
        )
        return Reading(
            sentences=sentences,
            sections=tuple(self._sections),
            titles=tuple(titles),
            voices=tuple(voices),
            authors=tuple(source.author for source in sources),
        )

    def _walk(self, source: Source, index: int) -> str:
        title, paragraph, asker, asked = _title(source), -1, _asker(source), ""
        self._open("", 0, index, source)
        blocks = source.blocks
        for at, block in enumerate(blocks):
            text = source.block_text(block)
            if block.kind is BlockKind.HEADING:
                words = re.sub(r"\s+", " ", _HEAD_NUMBER.sub("", text)).strip(" *_#:")
                if words and words != title and self._has_prose_below(blocks, at):
                    self._open(words, block.start, index, source, depth=block.level)
                continue
            if block.kind not in _TOLD:
                continue
            if block.kind is BlockKind.SPEECH and block.speaker == asker and asker:
                asked = text.strip()
                continue
            paragraph += 1
            if block.kind is BlockKind.TABLE_ROW:
                told = _row(blocks, at)
                if told:
                    self._add(index, paragraph, block.start, block.end, opens=True, told=told)
                continue
            self._prose(block, text, index, paragraph, asked)
            asked = ""
        return title

    @staticmethod
    def _has_prose_below(blocks: tuple[Block, ...], at: int) -> bool:
        below = next((b for b in blocks[at + 1 :] if b.kind in _TOLD or b.kind is BlockKind.HEADING), None)
        return below is not None and (below.kind in _TOLD or below.level > blocks[at].level)

    def _open(self, title: str, start: int, index: int, source: Source, *, depth: int = 1) -> None:
        spoken = title if title and len(title.split()) <= 9 and not re.search(r"[:;?/|\"«„]", title) else ""
        self._sections.append(Section(len(self._sections), index, title, spoken, start, len(source.text), depth))

    def _prose(self, block: Block, text: str, index: int, paragraph: int, asked: str) -> None:
        is_list = block.kind is BlockKind.LIST_ITEM
        if len(text.split()) <= 6 and not re.search(r"[.!?…»”“\"]$", text.strip()) and not is_list:
            return
        for n, (a, b) in enumerate(split(text, self._words.abbreviations, ordinal=self._words.ordinal)):
            self._add(
                index,
                paragraph,
                block.start + a,
                block.start + b,
                opens=n == 0,
                speaker=block.speaker,
                asked=asked if n == 0 else "",
                in_list=is_list,
            )

    def _add(
        self,
        index: int,
        paragraph: int,
        start: int,
        end: int,
        *,
        opens: bool,
        speaker: str = "",
        asked: str = "",
        in_list: bool = False,
        told: str = "",
    ) -> None:
        section = len(self._sections) - 1
        self._places.append(_Place(index, section, paragraph, start, end, opens, speaker, asked, in_list, told))

    def _sentence(self, number: int, place: _Place, source: Source, voice: Voice) -> Sentence:
        words = self._words
        text = source.text[place.start : place.end]
        told = place.told or telling.aloud(text)
        names = numbers.names(told, no_names=words.no_topic) if not words.nouns_are_capitalised else ()
        figures, years = numbers.figures(told, words.code), numbers.years(told)
        roles = self._roles(told, years=bool(years), table=bool(place.told))
        leans = not place.asked and not place.told and self._leans(told)
        mine = bool(words.first_person.search(re.sub(r"[„“«\"][^”“»\"]*[”“»\"]", "", told)))
        good, bad = len(words.positive.findall(told)), len(words.negative.findall(told))
        return Sentence(
            id=number,
            source=place.source,
            section=place.section,
            paragraph=place.paragraph,
            start=place.start,
            end=place.end,
            text=text,
            told=told,
            alone="" if leans else told,
            roles=roles,
            units=(Unit(place.start, place.end, text, "main"),),
            names=names,
            figures=figures,
            years=years,
            leans=leans,
            prompts=(Prompt(place.asked, "asked", 1.0, checked=False),) if place.asked else (),
            halves=self._halves(told) if not leans and not place.told else None,
            gist=self._gist(told, place.source),
            speaker=place.speaker,
            voice=Voice.FIRST
            if mine and voice is not Voice.INTERVIEW
            else voice
            if voice is Voice.INTERVIEW
            else Voice.THIRD,
            interest=self._interest(told, figures=len(figures), names=len(names)),
            leaning=0.0 if good == bad else (good - bad) / (good + bad),
            certain=bool(words.certain.search(told)) and not figures,
            terms=terms(told, words),
            in_list=place.in_list,
        )

    def _leans(self, told: str) -> bool:
        if points_outside(told, self._words):
            return True
        return bool(re.match(r"[„“«\"]", told)) and telling.is_bare_quotation(told)

    def _roles(self, told: str, *, years: bool, table: bool) -> frozenset[Role]:
        found = {role for role, cue in self._words.cues.items() if cue.search(told)}
        if years:
            found.add(Role.EVENT)
        if re.search(r"\d", told):
            found.add(Role.MEASURE)
        if re.search(r"[„«“\"][^”“»\"]{25,}", told):
            found.add(Role.QUOTATION)
        if told.endswith("?"):
            found.add(Role.QUESTION)
        if table:
            found |= {Role.TABLE, Role.MEASURE}
        return frozenset(found)

    def _interest(self, told: str, *, figures: int, names: int) -> float:
        worth = 0.16 * min(figures, 3) + 0.07 * min(names, 3)
        worth += 0.14 * bool(self._words.superlative.search(told))
        contrast, comparison = self._words.cues.get(Role.CONTRAST), self._words.cues.get(Role.COMPARISON)
        worth += 0.12 * bool(contrast and contrast.search(told))
        return worth + 0.1 * bool(figures and comparison and comparison.search(told))

    def _halves(self, told: str) -> Halves | None:
        if re.search(r"[„“”«»\"?]", told):
            return None
        for bridge in self._words.bridges:
            cut = bridge.at.search(told)
            if cut is None:
                continue
            first, second = told[: cut.start()], told[cut.end() :]
            if bridge.lead.endswith(": "):
                second = capital(second)
            if len(first.split()) >= 5 and len(second.split()) >= 5 and len(bridge.at.findall(told)) == 1:
                return Halves(telling.ended(first), bridge.question, telling.ended(f"{bridge.lead}{second}"))
        return None

    def _gist(self, told: str, source: int) -> tuple[str, ...]:
        """Short noun phrases that the source comes back to, most often named first."""
        counted = [
            (self._stems[source][_stem(m["noun"].lower(), self._words)], m["phrase"])
            for m in self._words.noun_phrase.finditer(re.sub(r"[„“«\"][^”“»\"]*[”“»\"]", "", told))
            if m["noun"].lower() not in self._words.stop | self._words.no_topic | numbers.NUMBER_NOUNS
            and not set(m["phrase"].lower().split()) & numbers.NUMBER_NOUNS
        ]
        often = sorted((c for c in counted if c[0] >= _COMES_BACK), key=lambda c: -c[0])
        return tuple(dict.fromkeys(phrase for _, phrase in often))[:2]

    def _voice(self, source: Source) -> Voice:
        if _asker(source):
            return Voice.INTERVIEW
        texts = [source.block_text(b) for b in source.blocks if b.kind is BlockKind.PARAGRAPH]
        spans = [t[a:b] for t in texts for a, b in split(t, self._words.abbreviations, ordinal=self._words.ordinal)]
        mine = sum(bool(self._words.first_person.search(re.sub(r"[„“«\"][^”“»\"]*[”“»\"]", "", s))) for s in spans)
        return Voice.FIRST if spans and mine >= _FIRST_PERSON_SHARE * len(spans) else Voice.THIRD


def points_outside(told: str, words: Words) -> bool:
    """Whether a sentence begins with what was said before it, or turns against it in its first words."""
    if words.points_back.match(told) or words.turns.search(" ".join(told.split()[:_TURNS_WITHIN])):
        return True
    return words.verb_first is not None and words.verb_first.match(told) is not None


def terms(text: str, words: Words) -> frozenset[str]:
    """The content words of a text, cut to their stems; figures count as they are."""
    stems = {_stem(m[0].lower(), words) for m in _WORD.finditer(text) if m[0].lower() not in words.stop}
    return frozenset(stems) | {numbers.plain(f) for f in numbers.figures(text, words.code)}


def _stem(word: str, words: Words) -> str:
    for ending in words.endings:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _title(source: Source) -> str:
    first = next((b for b in source.blocks if b.kind is BlockKind.HEADING), None)
    words = source.block_text(first) if first is not None and first.level <= 1 else source.title
    return re.sub(r"\s+", " ", words or source.title).strip(" *_#")


def _asker(source: Source) -> str:
    turns = [(b.speaker, source.block_text(b)) for b in source.blocks if b.kind is BlockKind.SPEECH]
    asked = Counter(speaker for speaker, text in turns if text.rstrip().endswith("?"))
    if len(turns) < 4 or not asked:
        return ""
    who, count = max(asked.items(), key=lambda item: (item[1], item[0]))
    return who if count >= 2 and count >= 0.5 * sum(speaker == who for speaker, _ in turns) else ""


def _row(blocks: tuple[Block, ...], at: int) -> str:
    row = blocks[at]
    if row.is_header or len(row.cells) < 2:
        return ""
    header = next((b for b in reversed(blocks[:at]) if b.kind is BlockKind.TABLE_ROW and b.is_header), None)
    if header is None or len(header.cells) != len(row.cells):
        return ""
    pairs = [
        f"{name.strip()} {cell.strip()}"
        for name, cell in zip(header.cells[1:], row.cells[1:], strict=True)
        if cell.strip()
    ]
    return telling.ended(f"{row.cells[0].strip()}: {', '.join(pairs)}") if pairs else ""

"""Reads English sources: blocks into sentences with roles, names, figures, questions and what they lean on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.analysis import Prompt, Role, Section, Sentence, Voice
from server.engine.writing.english import cues, figures, grammar, tables, telling
from server.engine.writing.english.splitting import split
from server.engine.writing.languages import Reading

_CONNECTIVE = re.compile(
    r"^(But|And|So|Yet|Then|Still|However|Moreover|Also|Nevertheless|Therefore|Thus|Besides|In addition|Even so|"
    r"Nonetheless|Consequently|Accordingly|Meanwhile|Or|Nor|Instead|Otherwise|On the other hand|By contrast|"
    r"In that way|At the same time|In this way|In contrast|Likewise|Similarly|Hence|As a result|Finally|Secondly|"
    r"Second|Third|Worst of all|Since then|Since that|From then on|After that|Later|Afterwards|Soon|"
    r"(?:Two|Three|Four|Five|Six|Eighteen|A few|Some) (?:years|months|weeks|days) later)\b,? ?"
)
_REMOVABLE = {
    "But",
    "And",
    "Yet",
    "Still",
    "However",
    "Moreover",
    "Also",
    "Nevertheless",
    "Besides",
    "In addition",
    "Even so",
    "Nonetheless",
    "Meanwhile",
    "So",
    "Finally",
    "Consequently",
    "Accordingly",
    "On the other hand",
    "By contrast",
    "In contrast",
    "At the same time",
}
_POINTS_BACK = re.compile(
    r"^(It|He|She|They|This|That|These|Those|Such|Both|Neither|Another|One of (?:them|these|those)|One|Others|Some|Each|"
    r"Many|Most|Few|None|All of (?:it|them)|Half of|His|Her|Their|Its|There,|Here,|The (?:same|other|others|latter|former|"
    r"rest|second|third|(?:last|first|next|new|old) ones?|reply|answer|difference|result|reason|two|three|whole|alternative|gap|balance|remaining)|A (?:second|third|further)|"
    r"Nothing|Not so|Nor|Here|There (?:it|he|she|they)|In (?:this|that|these|those|it|them|such|both)|"
    r"(?:By|At|For|With|From|To|On|Under|Of|After|Since) (?:this|that|these|those|it|them|then|him|her|which|such)|"
    r"(?:\w+ ){1,4}then (?!a\b)|As (?:it|he|she|they)|When (?:it|he|she|they)|If (?:it|he|she|they)|Because (?:it|he|she|they))\b"
)
_EXPLETIVE = re.compile(
    r"^It (?:takes|took|seems|seemed|appears|turned out|turns out)\b.{2,60}?\b(?:that|to)\b|"
    r"^It (?:is|was|will be|would be|has been|had been)(?: not| also)? (?:\S+ ){1,6}?(?:that|who) |"
    r"^It (?:is|was|will be|would be) (?:not |also |often )?(?:possible|impossible|easy|hard|difficult|important|necessary|"
    r"better|best|fair|worth|wise|time|cheaper|safer|useful|cold|dark|late|early|five|\d+|one thing)\b|"
    r"^It (?:is|was|has|had|will|would|can|may|must|should) (?:also |often |not |been |be )*(?:said|thought|known|believed|"
    r"agreed|argued|estimated|hoped|resolved|decided|reported|objected|clear|possible|true|important)\b|"
    r"^It's (?:the|a|not|only)\b.{2,60}?\b(?:that|who|to)\b"
)
_ELLIPSIS = re.compile(
    r"\b(?:did|does|do|had|have|has|was|were|is|are|can|could|will|would|should|might|may)(?:n't| not| so)?(?=[,.;]|$)"
)
_SAID_BY = re.compile(
    r"^[^\"]*, (?:he|she|they) (?:said|says|thinks|points out|argues|adds|claims|added|argued|thought|told \w+)\b(?<!told me)"
)
_SUCH = re.compile(
    r"\b(no such|such an? |any such|the former|the latter|the other (?:side|one|hand|three|two)|of (?:the|those) two\b)|^(?:On|In|At|By|For) (?:the other|both)\b"
)
_ENDS_BACK = re.compile(r"\b(too|either|as well|instead|in the same way|otherwise|the same)[.\"]*$")
_HEAD_NUMBER = re.compile(
    r"^(?:chapter\s+)?(?:\(?\d+(?:\.\d+)*[.):]?|[IVXLC]+\.)\s+|^chapter\s+\d+\s*[:.]\s*", re.IGNORECASE
)
_FURNITURE = re.compile(
    r"(?i)\b(subscribe|sign up|log ?in|cookies?|click here|newsletter|read also|advertisement|all rights reserved|"
    r"privacy policy|terms of (use|service)|share this|follow us|back to top|load more|comments? \(\d+\))\b"
)
_DOC_TALK = re.compile(
    r"(?i)^(this (chapter|section|article|report|document|page|manual|paper|table|figure)|table [\d-]+|the (table|figure|"
    r"chart|graph) (below|above)|figure \d)|\b(in the next (section|chapter)|we shall meet|this is (its|the) story|"
    r"as (we|you) (have seen|saw|will see)|repeat \d|described (below|above))\b|^let us begin|\bsection \d"
)
_TITLES = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Cllr|Colonel|Lady|Lord|Judge|Captain)\.?"
_COLLECTIVE = re.compile(
    r"\bthe (cooperative|council|committee|board|company|team|association|society|university|foundation|institute|"
    r"department|museum|hospital|school|club|charity|firm|agency|authority|trust|union|group)\b",
    re.IGNORECASE,
)
_ORGANS = {"board", "committee", "department", "group", "trust", "union", "council"}
_PARTS = {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTATION, BlockKind.SPEECH, BlockKind.TABLE_ROW}


@dataclass(slots=True)
class _Raw:
    """A sentence before it is parsed."""

    source: int
    section: int
    paragraph: int
    start: int
    end: int
    text: str
    speaker: str = ""
    in_list: bool = False
    step: bool = False
    warned: bool = False
    asked: str = ""
    asked_at: tuple[int, int] = (0, 0)
    told: str = ""
    """Set where the spoken form isn't the text's own."""
    labelled: bool = False
    """It stands under a label that was told with the sentence before it."""
    chained: bool = False
    """It can't be told without the one before it."""
    table: float = 0.0
    opens: bool = False
    """First of its paragraph."""


@dataclass(slots=True)
class _Gathered:
    raws: list[_Raw] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    voices: list[Voice] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)


class Reader:
    """Turns English sources into a `Reading`; `nlp` is a spaCy pipeline with tagger, parser, lemmatizer and names."""

    def __init__(self, nlp: Any) -> None:
        self._nlp = nlp

    def _finite(self, words: str) -> bool:
        doc = self._nlp(words)
        return grammar.is_finite(doc) or grammar.is_imperative(doc)

    def read(self, sources: tuple[Source, ...]) -> Reading:
        """Read every source; sentence ids run through all of them."""
        gathered = _Gathered()
        for index, source in enumerate(sources):
            _Gatherer(gathered, source, index, self._finite).run()
        docs = list(self._nlp.pipe((_parsable(r.told or r.text) for r in gathered.raws), batch_size=64))
        who = [_collective(s, v) for s, v in zip(sources, gathered.voices, strict=True)]
        built: list[Sentence] = []
        memory = _Memory()
        surnames = [frozenset(m[0].split()[-1] for m in _NAME_LIKE.finditer(s.text)) for s in sources]
        small = [frozenset(re.findall(r"(?<![.!?:] )(?<!^)\b[a-z][\w'-]+", s.text)) for s in sources]
        for i, (raw, doc) in enumerate(zip(gathered.raws, docs, strict=True)):
            grammar.common_words = small[raw.source]
            memory.surnames = surnames[raw.source]
            sentence = _build(i, raw, doc, who=who[raw.source], voice=gathered.voices[raw.source], memory=memory)
            built.append(sentence)
        titles = list(self._nlp.pipe(s.title for s in gathered.sections))
        sections = [
            replace(s, spoken=_spoken_heading(s.title, d, sources[s.source].text))
            for s, d in zip(gathered.sections, titles, strict=True)
        ]
        return Reading(
            sentences=tuple(built),
            sections=tuple(sections),
            titles=tuple(gathered.titles),
            voices=tuple(gathered.voices),
            authors=tuple(gathered.authors),
        )


def _parsable(text: str) -> str:
    return re.sub(r"[\r\n\t]", " ", text)


class _Gatherer:
    """Walks the blocks of one source and lists the sentences that may be told."""

    def __init__(self, into: _Gathered, source: Source, index: int, finite: Callable[[str], bool]) -> None:
        self._into, self._source, self._index, self._finite = into, source, index, finite
        self._paragraph = -1
        self._asker = _asker(source)

    def run(self) -> None:
        """Fill the sentences, sections, title, voice and author of the source in."""
        source = self._source
        title = self._title()
        self._into.titles.append(title)
        self._open_section("", 0)
        blocks = list(source.blocks)
        at = 0
        while at < len(blocks):
            block = blocks[at]
            if block.kind == BlockKind.HEADING:
                words = re.sub(r"\s+", " ", _HEAD_NUMBER.sub("", source.block_text(block))).strip(" *_#:")
                if words and words.casefold() != title.casefold():
                    self._open_section(words, block.start, depth=block.level)
                at += 1
            elif block.kind == BlockKind.TABLE_ROW:
                run = self._run(blocks, at, BlockKind.TABLE_ROW)
                self._table(run, caption=self._caption(blocks, at))
                at += len(run)
            elif block.kind == BlockKind.LIST_ITEM:
                run = self._run(blocks, at, BlockKind.LIST_ITEM)
                self._list(run)
                at += len(run)
            elif block.kind == BlockKind.SPEECH:
                self._speech(blocks, at)
                at += 1
            else:
                if block.kind in _PARTS:
                    self._prose(block, speaker="")
                at += 1
        self._into.voices.append(_voice(source, interview=bool(self._asker)))
        self._into.authors.append(source.author or self._byline())

    def _byline(self) -> str:
        for block in self._source.blocks:
            if block.kind == BlockKind.BYLINE:
                found = re.search(r"\b[Bb]y ((?:[A-Z][\w'’-]+ ?){2,4})", self._source.block_text(block))
                if found:
                    return found[1].strip()
        return ""

    def _title(self) -> str:
        first = next((b for b in self._source.blocks if b.kind == BlockKind.HEADING), None)
        words = self._source.block_text(first) if first and first.level <= 1 else self._source.title
        words = re.sub(r"\s+", " ", words or self._source.title).strip(" *_#")
        if words.isupper():
            words = words.capitalize()
        return telling.plain_quotes(words).strip('"') if words.count('"') + words.count("“") == 2 else words

    def _open_section(self, title: str, start: int, *, depth: int = 1) -> None:
        section = Section(len(self._into.sections), self._index, title, "", start, len(self._source.text), depth)
        self._into.sections.append(section)

    @staticmethod
    def _run(blocks: Sequence[Block], at: int, kind: BlockKind) -> list[Block]:
        out = []
        for block in blocks[at:]:
            if block.kind != kind:
                break
            out.append(block)
        return out

    def _caption(self, blocks: Sequence[Block], at: int) -> str:
        if at and blocks[at - 1].kind in {BlockKind.CAPTION, BlockKind.PARAGRAPH, BlockKind.HEADING}:
            words = self._source.block_text(blocks[at - 1]).strip("* ")
            if len(words.split()) <= 8 and not words.endswith("."):
                return words
        return ""

    def _add(self, start: int, end: int, **more: Any) -> None:
        self._into.raws.append(
            _Raw(
                self._index,
                len(self._into.sections) - 1,
                self._paragraph,
                start,
                end,
                self._source.text[start:end],
                **more,
            )
        )

    def _prose(self, block: Block, *, speaker: str, asked: str = "", asked_at: tuple[int, int] = (0, 0)) -> None:
        text = self._source.block_text(block)
        if len(text.split()) <= 8 and not re.search(r"[.!?…:\"”')]$", text.strip()):
            return
        self._paragraph += 1
        first, warned, kept, label = True, False, "", False
        spans = split(text)
        for a, b in spans:
            words = text[a:b]
            if _asks(words) and b < spans[-1][1] and not asked:
                asked, asked_at = telling.contracted(telling.aloud(words)), (block.start + a, block.start + b)
                first = True
                continue
            if _FURNITURE.search(words) and len(words.split()) < 25:
                continue
            if re.fullmatch(r"\W*(Warning|Caution|Danger|Note|Important|Tip)\W*", words):
                warned = warned or words.strip("*. :!")[0] in "WCD"
                continue
            if (
                first
                and not kept
                and not speaker
                and len(words.split()) <= 5
                and words.endswith((".", ":"))
                and b < len(text)
                and (":" not in words[:-1] and _verbless(words) and not self._finite(words))
            ):
                kept, kept_at = words.rstrip(".:"), a
                continue
            start = a
            told = ""
            if kept:
                told, start, kept, label = f"{kept}: {telling.aloud(words)}", kept_at, "", True
                self._add(block.start + start, block.start + b, speaker=speaker, warned=warned, told=told, opens=first)
                first = False
                continue
            self._add(
                block.start + start,
                block.start + b,
                speaker=speaker,
                asked=asked if first else "",
                asked_at=asked_at,
                warned=warned,
                told=told,
                opens=first,
                labelled=label or words[0].islower(),
            )
            first, warned, asked = False, False, ""
        if kept:
            self._add(block.start + kept_at, block.start + len(text), speaker=speaker, asked=asked, opens=True)

    def _speech(self, blocks: Sequence[Block], at: int) -> None:
        block = blocks[at]
        if self._asker and block.speaker == self._asker:
            return
        asked, where = "", (0, 0)
        before = blocks[at - 1] if at else None
        if self._asker and before is not None and before.kind == BlockKind.SPEECH and before.speaker == self._asker:
            asked, where = telling.aloud(self._source.block_text(before)), (before.start, before.end)
        self._prose(block, speaker=self._guest(block), asked=asked, asked_at=where)

    def _guest(self, block: Block) -> str:
        """The name of who answers; an "A" is named by the paragraphs before the first turn."""
        if not self._asker or len(block.speaker) > 2:
            return block.speaker
        for other in self._source.blocks:
            if other.kind == BlockKind.SPEECH:
                break
            if other.kind == BlockKind.PARAGRAPH:
                found = re.search(r"\b[A-Z][a-z]+(?: [A-Z][\w'’-]+){1,2}", self._source.block_text(other))
                if found:
                    return found[0]
        return block.speaker

    def _list(self, run: Sequence[Block]) -> None:
        texts = [self._source.block_text(b).strip() for b in run]
        intro = self._into.raws[-1] if self._into.raws and self._into.raws[-1].text.rstrip().endswith(":") else None
        short = [t for t in texts if len(t.split()) <= 6 and _verbless(t)]
        if len(short) == len(texts) and 2 <= len(texts) <= 8 and sum(len(t.split()) for t in texts) <= 36:
            items = [telling.lower_start(_bare(t)) if not _verbless_name(t) else _bare(t) for t in texts]
            joined = ", ".join(items[:-1]) + " and " + items[-1]
            if intro is not None and intro.source == self._index:
                intro.told = f"{telling.aloud(intro.text[:-1]).rstrip('.')}: {joined}."
                intro.end = run[-1].end
                intro.text = self._source.text[intro.start : intro.end]
                return
            self._paragraph += 1
            self._add(run[0].start, run[-1].end, told=telling.ended(telling.capital(joined)), in_list=True)
            return
        if intro is not None:
            words = telling.aloud(intro.text.rstrip(": ")).rstrip(".")
            intro.told = words + "."
        self._paragraph += 1
        numbered = all(re.match(r"[A-Z]", _bare(t)) for t in texts)
        for n, (block, text) in enumerate(zip(run, texts, strict=True)):
            body = _bare(text)
            if not body:
                continue
            if (
                body[0].islower()
                and intro is not None
                and re.match(r"(that|to|by|for|of|with|a|an|the)\b", body)
                and _verbless_clause(body)
            ):
                lead = intro.told.rstrip(".") if n == 0 and intro.told else "And"
                if n == 0:
                    intro.told = telling.ended(f"{lead} {body.rstrip(';,. ')}")
                    intro.end = block.end
                    intro.text = self._source.text[intro.start : intro.end]
                else:
                    self._add(
                        block.start,
                        block.end,
                        told=telling.ended(f"And {body.rstrip(';,. ')}"),
                        chained=True,
                        in_list=True,
                    )
                continue
            self._paragraph += 0 if numbered else 1
            spans = split(text)
            for k, (a, b) in enumerate(spans):
                words = _bare(text[a:b]) if k == 0 else text[a:b]
                told = telling.ended(telling.capital(words.rstrip(";, "))) if words else ""
                if not told or _FURNITURE.search(told):
                    continue
                self._add(
                    block.start + a,
                    block.start + b,
                    told=telling.aloud(told),
                    in_list=True,
                    step=k == 0,
                    opens=k == 0,
                    chained=k > 0,
                )

    def _table(self, run: Sequence[Block], *, caption: str) -> None:
        self._paragraph += 1
        for made in tables.sentences(run, caption=caption):
            first, last = run[min(made.rows)], run[max(made.rows)]
            self._add(first.start, last.end, told=made.text, table=made.worth)


def _asks(words: str) -> bool:
    """Whether the text itself puts a question that a host can put for it."""
    return (
        words.endswith("?")
        and not re.search(r'["“”]', words)
        and 2 <= len(words.split()) <= 18
        and not telling.says_i(words)
        and not telling.says_we(words)
    )


def _bare(text: str) -> str:
    return re.sub(r"^(?:[-•*–]|\(?\d+[.)]|[a-z]\))\s+", "", text.strip()).strip()


def _verbless(text: str) -> bool:
    return not re.search(
        r"\b(is|are|was|were|has|have|had|will|can|could|must|may|should|does|did|do|be|been|said|says|"
        r"[a-z]{3,}(?:ed|es))\b|n't\b|\?",
        text,
    ) and not re.search(r"\b(I|he|she|it|they|we|you|nobody|there)\b", text, re.IGNORECASE)


def _verbless_name(text: str) -> bool:
    words = _bare(text).split()
    return len(words) > 1 and all(w[0].isupper() for w in words[:2])


def _verbless_clause(text: str) -> bool:
    return text.startswith(("that ", "to ", "by ", "for ", "of ", "with ")) or _verbless(text)


def _asker(source: Source) -> str:
    """The speaker who mostly asks, in a source that is an interview."""
    turns = [(b.speaker, source.block_text(b)) for b in source.blocks if b.kind == BlockKind.SPEECH]
    if len(turns) < 4:
        return ""
    asked = Counter(s for s, t in turns if t.rstrip().endswith("?"))
    total = Counter(s for s, _ in turns)
    if not asked or len(total) > 3:
        return ""
    who, count = max(asked.items(), key=lambda x: (x[1], x[0]))
    return who if count >= 0.5 * total[who] and count >= 2 else ""


def _voice(source: Source, *, interview: bool) -> Voice:
    if interview:
        return Voice.INTERVIEW
    blocks = [source.block_text(b) for b in source.blocks if b.kind in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}]
    sentences = [t[a:b] for t in blocks for a, b in split(t)]
    first = sum(telling.says_i(s) for s in sentences)
    return Voice.FIRST if sentences and first >= 0.12 * len(sentences) else Voice.THIRD


def _collective(source: Source, voice: Voice) -> str:
    """Who `we` is, as a plural; empty where `we` stays."""
    if voice is not Voice.THIRD:
        return ""
    counts = Counter(m[1].lower() for m in _COLLECTIVE.finditer(source.text))
    sentences = [source.block_text(b) for b in source.blocks if b.kind == BlockKind.PARAGRAPH]
    if sum(telling.says_we(t) for t in sentences) < 3:
        return ""
    found = sorted(counts.items(), key=lambda c: (-c[1] * (0.4 if c[0] in _ORGANS else 1), c[0]))
    return f"the {found[0][0]}" if found and found[0][1] >= 3 else "the authors"


def _with_article(words: str, text: str) -> str:
    """A heading that is a bare singular noun with the article the text gives it; empty where only "a" goes with it."""
    bare = re.escape(words)
    if re.search(rf"\b(?:of|with|in|for|by|from|to|and|or|much|more|is|was) {bare}\b", text):
        return words
    if re.search(rf"\bthe {bare}\b", text, re.IGNORECASE):
        return f"the {words}"
    if re.search(rf"\ban? {bare}\b", text, re.IGNORECASE):
        return ""
    return words if re.search(r"(?:ing|ship|tion|sion|ment|ity|ness|ance|ence)$", words) else ""


def _spoken_heading(title: str, doc: Any, text: str) -> str:
    """A heading as it goes into "Let's turn to …"; a question word in front makes it an embedded question."""
    words = telling.plain_quotes(title).strip(" .!")
    if not words or len(words.split()) > 9 or '"' in words or words.isupper() or re.search(r"[:;/|]", words):
        return ""
    if re.search(r"[?]|\b(we|our|us|I|my|you|your)\b", words):
        return ""
    low = words.split()[0].lower()
    if low in {"why", "how", "what", "where", "who"}:
        second = words.split()[1].lower() if len(words.split()) > 1 else ""
        return (
            ""
            if second in {"is", "are", "do", "does", "did", "can", "should"} and low != "what"
            else telling.lower_start(words)
        )
    if low in {
        "about",
        "before",
        "after",
        "from",
        "in",
        "on",
        "at",
        "for",
        "to",
        "up",
        "down",
        "under",
        "by",
        "with",
        "introduction",
        "conclusion",
        "conclusions",
        "summary",
        "abstract",
        "overview",
        "background",
        "results",
        "appendix",
        "date",
        "references",
        "more",
        "further",
        "not",
    }:
        return ""
    root = next((t for t in doc if t.head == t), None)
    if root is None or any(t.tag_ in {"VBZ", "VBD", "VBP", "MD"} for t in doc):
        return ""
    if root.pos_ not in {"NOUN", "PROPN"} and root.tag_ != "VBG":
        return ""
    named = [t for t in doc if t.i > 0 and t.text[:1].isupper()]
    if root.tag_ == "NN" and not any(t.dep_ in {"det", "poss", "nummod"} for t in root.children) and not named:
        return _with_article(telling.lower_start(words), text)
    return (
        words if named or (root.i == 0 and root.ent_type_ in {"PERSON", "ORG", "GPE"}) else telling.lower_start(words)
    )


@dataclass(slots=True)
class _Memory:
    """What the last sentences were about: who `she` and what `it` is."""

    source: int = -1
    person: str = ""
    person_at: int = -9
    first_seen: dict[str, int] = field(default_factory=dict)
    section: int = -1
    people: set[str] = field(default_factory=set)
    """Surnames, and whatever else is spelled like a person's name, since the section began."""

    surnames: frozenset[str] = frozenset()
    """The last words of all names of the source."""

    def sole(self, index: int) -> bool:
        """Whether `he` or `she` can only be one person: named just before, and nobody else in this section."""
        return bool(self.person) and len(self.people) == 1 and index - self.person_at <= 1


_PERSON_NAME = re.compile(rf"\b{_TITLES} [A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")


def _people(doc: Any, text: str) -> list[str]:
    found = [m[0] for m in _PERSON_NAME.finditer(text)]
    for ent in doc.ents:
        words = re.sub(r"['’]s$", "", ent.text)
        if ent.label_ == "PERSON" and not any(words in f or f in words for f in found) and words[:1].isupper():
            found.append(words)
    return found


def _build(index: int, raw: _Raw, doc: Any, *, who: str, voice: Voice, memory: _Memory) -> Sentence:
    text = raw.text
    if memory.source != raw.source:
        memory.source, memory.person, memory.first_seen = raw.source, "", {}
    if memory.section != raw.section:
        memory.section, memory.person, memory.people = raw.section, "", set()
    told = raw.told or telling.aloud(text)
    told = telling.speaker_first(told)
    first_person = telling.says_i(told)
    if who and telling.says_we(told):
        told = telling.in_third_person(told, who=who)
    base = told
    told = telling.contracted(grammar.lightened(told, doc)) if not raw.table else told
    leans, alone = (False, told) if raw.table else _leaning(raw, doc, told, memory, index)
    sentence_names = figures.names(told)
    numbers = figures.figures(told)
    years = figures.years(told)
    people = _people(doc, text)
    has_quote = told.count('"') >= 2 and len(re.findall(r'"[^"]+"', told)[0].split()) >= 4
    roles = set(cues.roles(told, has_date=bool(years), has_quote=has_quote))
    if raw.table:
        roles |= {Role.TABLE, Role.MEASURE}
    if people:
        roles.add(Role.PERSON)
    if raw.step and grammar.is_imperative(doc):
        roles.add(Role.STEP)
    if raw.warned:
        roles.add(Role.WARNING)
    prompts = [Prompt(raw.asked, "asked", 1.0, checked=False, span=raw.asked_at)] if raw.asked else []
    own_words = not raw.told and base == telling.speaker_first(telling.aloud(text))
    ok = own_words and not first_person and len(told.split()) <= 45 and not (leans and not alone)
    if ok and not raw.table and grammar.is_finite(doc):
        prompts += grammar.prompts(doc, told=told)
    root = grammar.root_of(doc) if len(doc) else None
    subject = grammar.subject_of(root) if root is not None else None
    acts = subject is not None and subject.ent_type_ == "PERSON"
    worth = raw.table or cues.interest(told, figures=len(numbers), names=len(sentence_names), person_acts=acts)
    fragment = (
        not raw.table
        and not raw.in_list
        and not raw.asked
        and len(doc)
        and not (grammar.is_finite(doc) or grammar.is_imperative(doc))
    )
    if fragment:
        worth -= 3.0
    if _DOC_TALK.search(told):
        worth -= 0.6
    if voice is Voice.THIRD and (first_person or (not who and telling.says_we(told))):
        worth -= 0.4
    topic = grammar.topic(doc) if ok and not raw.table else ""
    if subject is not None and topic and (acts or any(topic.split()[-1] in p for p in people)):
        prompts += grammar.views(root, topic)
        topic = ""
    instead = "" if not topic or subject is None else "They" if subject.tag_ in {"NNS", "NNPS"} else "It"
    introduced = _introduced(subject, memory, index) if not raw.table else -1
    for token in doc:
        if token.pos_ in {"NOUN", "PROPN"}:
            memory.first_seen.setdefault(token.lemma_.lower(), index)
    _remember(memory, people, text, subject, index)
    return Sentence(
        id=index,
        source=raw.source,
        section=raw.section,
        paragraph=raw.paragraph,
        start=raw.start,
        end=raw.end,
        text=text,
        told=told,
        alone=alone,
        roles=frozenset(roles),
        units=grammar.units(doc, offset=raw.start) if not raw.told and not raw.table else (),
        names=sentence_names,
        figures=numbers,
        years=years,
        introduced=introduced,
        leans=leans,
        prompts=tuple(prompts),
        halves=grammar.halves(told, doc) if ok and not leans else None,
        contrast=grammar.contrast(base, doc) if not raw.table and not raw.told else ("", ""),
        gist=grammar.gists(doc) if ok else (),
        remark=remark(told),
        topic=topic,
        pronoun=instead,
        speaker=raw.speaker,
        voice=voice if voice is Voice.INTERVIEW else Voice.FIRST if first_person else Voice.THIRD,
        interest=worth,
        leaning=cues.side(told),
        certain=bool(cues.CERTAIN.search(told)) and not numbers,
        attributed=bool(cues.ATTRIBUTED.search(told)) or has_quote,
        terms=terms_of(doc),
        in_list=raw.in_list,
    )


def _leaning(raw: _Raw, doc: Any, told: str, memory: _Memory, index: int) -> tuple[bool, str]:
    """Whether the sentence points back, and how it is said without what it points at (empty if that can't be)."""
    if raw.asked:
        back = len(raw.asked.split()) <= 9 and re.search(
            r"(?i)^(and|so|but) |\b(she|he|him|her|they|them)\b", raw.asked
        )
        return (True, "") if back else (False, told)
    if raw.chained or raw.labelled:
        return True, ""
    text, leans = told, False
    match = _CONNECTIVE.match(text)
    if match:
        leans = True
        if match[1] not in _REMOVABLE:
            return True, ""
        text = telling.capital(text[match.end() :])
        if not re.search(r"\b\w+(?:s|ed|t|d|n)\b", text) or len(text.split()) < 4:
            return True, ""
    if text.startswith('"') and len(text.split()) <= 40 and not _CONNECTIVE.match(text):
        return True, ""
    pronoun = _POINTS_BACK.match(text)
    if pronoun and not _EXPLETIVE.match(text):
        leans = True
        word = pronoun[1]
        said = _resolved(word, text, memory, index)
        return True, said
    if not grammar.is_finite(doc) and not raw.in_list and not grammar.is_imperative(doc) and ":" not in text:
        return True, ""
    if _ELLIPSIS.search(text) and len(text.split()) <= 12:
        return True, ""
    root = grammar.root_of(doc) if len(doc) else None
    head = grammar.subject_of(root) if root is not None else None
    if head is not None and head.pos_ == "NUM" and not head.text[0].isdigit():
        return True, ""
    if _ENDS_BACK.search(text) or _SUCH.search(text) or _SAID_BY.search(text):
        return True, ""
    inner = _inner_pronoun(doc)
    if inner is not None:
        if inner.lower_ in {"he", "she"} and memory.sole(index):
            at = text.find(f" {inner.text} ")
            if at > 0:
                return True, text[: at + 1] + memory.person + text[at + 1 + len(inner.text) :]
        return True, ""
    return leans, text


def _inner_pronoun(doc: Any) -> Any | None:
    """The first personal pronoun that has no noun before it in its own sentence that it could stand for."""
    root = grammar.root_of(doc) if len(doc) else None
    subject = grammar.subject_of(root) if root is not None else None
    if subject is not None and subject.lower_ in {"he", "she", "they"}:
        earlier = [t for t in doc[: subject.i] if t.dep_ in {"nsubj", "nsubjpass"} and t.pos_ in {"NOUN", "PROPN"}]
        if not earlier:
            return subject
    for token in doc:
        if token.lower_ in {"he", "she", "they", "him", "his", "her", "their", "them", "it", "its"}:
            if (
                token.lower_ == "it"
                and token.dep_ in {"nsubj", "nsubjpass"}
                and token.head.lemma_ in {"be", "seem", "take", "turn", "say"}
            ):
                return None
            before = [t for t in doc[: token.i] if t.pos_ in {"NOUN", "PROPN"} and t.ent_type_ not in {"DATE", "TIME"}]
            return None if before else token
    return None


def _resolved(word: str, text: str, memory: _Memory, index: int) -> str:
    rest = text[len(word) :]
    if rest[:1] == "'":
        return ""
    if word in {"He", "She"} and memory.sole(index):
        return memory.person + rest
    if word in {"His", "Her"} and memory.sole(index):
        return memory.person + "'s" + rest
    return ""


_NEAR = 6


def _introduced(subject: Any | None, memory: _Memory, index: int) -> int:
    """Where a definite subject first came up, if that was only a few sentences ago."""
    if subject is None or subject.pos_ != "NOUN":
        return -1
    article = next((t for t in subject.children if t.dep_ == "det"), None)
    first = memory.first_seen.get(subject.lemma_.lower(), -1)
    if article is None or article.lower_ != "the" or not 0 < index - first <= _NEAR or first < 2:
        return -1
    return first


_NAME_LIKE = re.compile(rf"(?:{_TITLES} )?\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+|{_TITLES} [A-Z][\w'’-]+")


def _remember(memory: _Memory, people: Sequence[str], text: str, subject: Any | None, index: int) -> None:
    memory.people |= set(re.findall(r"[A-Z][\w'’-]+", text)) & memory.surnames
    for name in (*people, *(m[0] for m in _NAME_LIKE.finditer(text))):
        memory.people.add(re.sub(r"['’]s$", "", name).split()[-1])
    if people:
        memory.person, memory.person_at = people[0], index
    elif subject is not None and subject.lower_ in {"he", "she"} and memory.person:
        memory.person_at = index


def terms_of(doc: Any) -> frozenset[str]:
    """The content words of a parse, by their lemma."""
    return frozenset(
        (t.lemma_ or t.text).lower()
        for t in doc
        if not t.is_stop and not t.is_punct and not t.is_space and (t.pos_ in {"NOUN", "PROPN", "VERB", "ADJ", "NUM"})
    )


_FROM_TO = re.compile(
    r"\bfrom (?:an? \w+ of |about |some |nearly )?(?P<a>\d[\d,]*(?:\.\d+)?)(?P<ua> [a-z%]+)?(?: (?:in|on|a|to)\b[^.;]{0,30}?)? to (?:about |some |nearly )?(?P<b>\d[\d,]*(?:\.\d+)?)(?![\d-])(?P<ub> [a-z%]+)?"
)


def remark(text: str) -> str:
    """What plain arithmetic says of a change "from … to …", or nothing where it isn't worth a word."""
    match = _FROM_TO.search(text)
    if match is None:
        return ""
    a, b = (float(match[k].replace(",", "")) for k in ("a", "b"))
    if a <= 0 or b <= 0 or (1500 < a < 2100 and 1500 < b < 2100 and a == int(a)):
        return ""
    if not re.search(
        r"\b(rose|grew|fell|dropped|went|gone|fallen|risen|grown|increase\w*|decrease\w*|shrank|raised|cut)\b", text
    ):
        return ""
    ratio = b / a
    for low, high, said in (
        (1.9, 2.1, "So it about doubled."),
        (2.1, 2.9, "So it more than doubled."),
        (2.9, 3.1, "So it about tripled."),
        (3.1, 9.5, "So it more than tripled."),
        (0.45, 0.55, "So it was about halved."),
        (0.05, 0.45, "That's less than half."),
    ):
        if low <= ratio < high:
            return said
    return ""


def read_terms(docs: Iterable[Any]) -> list[frozenset[str]]:
    """The content words of several parses."""
    return [terms_of(d) for d in docs]

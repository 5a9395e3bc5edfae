"""Walks the blocks of an English source and lists the sentences that may be told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from server.domain.enumerations import enumerated
from server.domain.sources import Block, BlockKind, Source
from server.engine.writing.analysis import Section, Voice
from server.engine.writing.english import tables, telling
from server.engine.writing.english.splitting import split
from server.engine.writing.lettering import as_written, capital

_HEAD_NUMBER = re.compile(
    r"^(?:chapter\s+)?(?:\(?\d+(?:\.\d+)*[.):]?|[IVXLC]+\.)\s+|^chapter\s+\d+\s*[:.]\s*", re.IGNORECASE
)

_LETTERED, _LETTERED_LEAST = re.compile(r"^\W*[A-Z][.)] +(?=[A-Z])"), 2
"""The letters of a text's sections, and how many headings bear one: a single one may be somebody's initial."""

_FURNITURE = re.compile(
    r"(?i)\b(subscribe|sign up(?! (?:by|before|until|at|on|in)\b)|log ?in|cookies?|click here|newsletter|read also|advertisement|all rights reserved|"  # noqa: E501
    r"privacy policy|terms of (use|service)|share this|follow us|back to top|load more|comments? \(\d+\))\b"
)

_COLLECTIVE = re.compile(
    r"\bthe (cooperative|council|committee|board|company|team|association|society|university|foundation|institute|"
    r"department|museum|hospital|school|club|charity|firm|agency|authority|trust|union|group)\b",
    re.IGNORECASE,
)

_ORGANS = {"board", "committee", "department", "group", "trust", "union", "council"}

_PARTS = {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTATION, BlockKind.SPEECH, BlockKind.TABLE_ROW}


@dataclass(slots=True)
class Raw:
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
class Gathered:
    raws: list[Raw] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    voices: list[Voice] = field(default_factory=list)
    authors: list[str] = field(default_factory=list)


class Gatherer:
    """Walks the blocks of one source and lists the sentences that may be told."""

    def __init__(self, into: Gathered, source: Source, index: int, finite: Callable[[str], bool]) -> None:
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
        headings = [source.block_text(b) for b in blocks if b.kind == BlockKind.HEADING]
        lettered = sum(bool(_LETTERED.match(h)) for h in headings) >= _LETTERED_LEAST
        at = 0
        while at < len(blocks):
            block = blocks[at]
            if block.kind == BlockKind.HEADING:
                heading = _LETTERED.sub("", source.block_text(block)) if lettered else source.block_text(block)
                words = re.sub(r"\s+", " ", _HEAD_NUMBER.sub("", heading)).strip(" *_#:")
                if words and telling.plain_quotes(words).strip('"').casefold() != title.casefold():
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
            words = as_written(words, self._source.text)
        quoted = re.fullmatch(r'"([^"]+)"', telling.plain_quotes(words))
        return quoted[1] if quoted is not None else words

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
            Raw(
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
            joined = enumerated(items)
            if intro is not None and intro.source == self._index:
                intro.told = f"{telling.aloud(intro.text[:-1]).rstrip('.')}: {joined}."
                intro.end = run[-1].end
                intro.text = self._source.text[intro.start : intro.end]
                return
            self._paragraph += 1
            self._add(run[0].start, run[-1].end, told=telling.ended(capital(joined)), in_list=True)
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
                told = telling.ended(capital(words.rstrip(";, "))) if words else ""
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
            # The header is cited too only where its figures (years) are told.
            told = [run[row] for row in made.rows]
            named = [row for row in told if not row.is_header or any(c.isdigit() for cell in row.cells for c in cell)]
            first, last = (named or told)[0], (named or told)[0]
            for row in named or told:
                first = row if row.start < first.start else first
                last = row if row.end > last.end else last
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


_HEAD_MOST = 8
"""Words of a line that names somebody's part and is no turn."""


def _asker(source: Source) -> str:
    """The speaker who mostly asks, in a source that is an interview."""
    turns = [(b.speaker, source.block_text(b)) for b in source.blocks if b.kind == BlockKind.SPEECH]
    count_of = Counter(s for s, _ in turns)
    # "Host: Priya Lund": a line of the head, which only says who takes part.
    turns = [(s, t) for s, t in turns if count_of[s] > 1 or len(t.split()) > _HEAD_MOST]
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


def collective(source: Source, voice: Voice) -> str:
    """Who `we` is, as a plural; empty where `we` stays."""
    if voice is not Voice.THIRD:
        return ""
    counts = Counter(m[1].lower() for m in _COLLECTIVE.finditer(source.text))
    sentences = [source.block_text(b) for b in source.blocks if b.kind == BlockKind.PARAGRAPH]
    if sum(telling.says_we(t) for t in sentences) < 3:
        return ""
    found = sorted(counts.items(), key=lambda c: (-c[1] * (0.4 if c[0] in _ORGANS else 1), c[0]))
    return f"the {found[0][0]}" if found and found[0][1] >= 3 else "the authors"

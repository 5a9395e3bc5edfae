"""Letters in a source: who wrote each of them to whom, and on which day."""

from __future__ import annotations

import re
from dataclasses import dataclass

from server.domain.sources import Source
from server.engine.writing.english.figures import DAY
from server.engine.writing.heroes import BY_HAND

_SALUTATION = re.compile(r"^(?:My )?(?:[Dd]ear(?:est)?) (?P<to>[A-Z][\w'’. -]{1,40}?)[,:!]?$")
_SIGNED = re.compile(r"^[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,3}\.?$")
_DAY = re.compile(rf"\b{DAY}\b")
_HEAD_WORDS = 12
"""Words of a line with place and day above a salutation."""
_LEAST = 2
"""Letters of a source that is made of them."""
_NAME = r"(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){1,3})"


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter: where its text stands in its source, and who wrote it to whom and when, as far as it says so."""

    start: int
    end: int
    writer: str
    to: str
    day: str

    @property
    def question(self) -> str:
        """What somebody asks who wants to know what is in it; empty where nobody signed it."""
        to = f" to {self.to}" if self.to else ""
        on = f" on {self.day}" if self.day else ""
        return f"What does {self.writer} write{to}{on}?" if self.writer and (to or on) else ""


def letters(source: Source) -> tuple[Letter, ...]:
    """The letters of a source that is made of them, in its order."""
    blocks = [(b, source.block_text(b).strip(" *_")) for b in source.blocks]
    greeted = [(n, m["to"].strip()) for n, (_, text) in enumerate(blocks) if (m := _SALUTATION.match(text))]
    if len(greeted) < _LEAST:
        return ()
    heads = [n - 1 if n and _is_head(blocks[n - 1][1]) else n for n, _ in greeted]
    ends = [*heads[1:], len(blocks)]
    opening = source.text[: blocks[heads[0]][0].start]
    signed = [
        _signature([text for _, text in blocks[n:end]], opening) for (n, _), end in zip(greeted, ends, strict=True)
    ]
    pair = {name for name in signed if name}
    out: list[Letter] = []
    for (n, to), head, end, writer in zip(greeted, heads, ends, signed, strict=True):
        day = _DAY.search(blocks[head][1])
        others = pair - {writer}
        read_by = others.pop() if writer and len(pair) == _LEAST and len(others) == 1 else to
        stop = blocks[end][0].start if end < len(blocks) else len(source.text) + 1
        out.append(Letter(blocks[n][0].start, stop, writer, read_by, day[0] if day is not None else ""))
    return tuple(out)


def by_hand(title: str) -> str:
    """Whose own words a title announces: "From the diary of Ada Rell"; empty where it names nobody."""
    found = BY_HAND.search(title)
    named = re.match(rf"\s*{_NAME}", title[found.end() :]) if found is not None else None
    return named["name"] if named is not None else ""


def _is_head(text: str) -> bool:
    return len(text.split()) <= _HEAD_WORDS and _DAY.search(text) is not None


def _signature(texts: list[str], opening: str) -> str:
    """Who signed a letter, in full where the opening of the source has the full name."""
    last = re.split(r"\n|(?<=,) ", texts[-1].strip())[-1].strip(" *_–—-") if texts else ""
    if _SIGNED.match(last) is None or _SALUTATION.match(texts[-1]) or len(texts) < _LEAST:
        return ""
    name = last.rstrip(".")
    longer = re.search(rf"\b{re.escape(name)}(?: [A-Z][\w'’-]+)+", opening) if len(name.split()) == 1 else None
    return longer[0] if longer is not None else name

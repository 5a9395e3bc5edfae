"""Headings of release notes that have a version and its day: "4.1 (11 June 2024)", "[1.2.0] - 2024-06-11"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.domain.scripts import Statement
from server.domain.sources import BlockKind, Source
from server.engine.writing.dates.mentions import mentions
from server.engine.writing.dates.moments import SEASON_MONTHS, Mention, Moment

_VERSION = re.compile(
    r"(?:(?P<name>[^\W\d][\w-]*(?: [^\W\d][\w-]*){0,2}) )?"
    r"\[?(?P<number>v?\d+(?:\.\d+){1,3}(?:-?(?:alpha|beta|rc)[.\d]*)?)\]?"
    r"(?: ?[(,:–—-] ?| )",
    re.IGNORECASE,
)
_LEAST = 2
"""Headings of this kind in a text; one alone may be the number of a section."""


def of_releases(source: Source, code: str) -> Iterator[tuple[Mention, Statement]]:
    """That each version came out on its day, where the headings of several say so."""
    found: list[tuple[Mention, Statement]] = []
    for n, block in enumerate(source.blocks):
        words = source.block_text(block).strip(" *_")
        version = _VERSION.match(words) if block.kind is BlockKind.HEADING else None
        days = mentions(words[version.end() :], code) if version is not None else ()
        if version is None or len(days) != 1 or days[0].first.year is None or not _is_exact(days[0].first):
            continue
        rest = words[version.end() :]
        if re.sub(r"\W", "", rest[: days[0].core] + _MARK.sub("", rest[days[0].end :])):
            continue
        name = version["name"] or _RELEASE.get(code, _RELEASE["en"])
        passages = [source.passage(block.start, block.end)]
        told = _first_told(source, n)
        if told is not None:
            passages.append(source.passage(*told))
        said = re.sub(r"\s+", " ", source.text[told[0] : told[1]]).strip(" .") if told is not None else ""
        text = f"{name} {version['number']}: {said}." if said else f"{name} {version['number']}."
        found.append((days[0], Statement(text, tuple(passages))))
    if len(found) >= _LEAST:
        yield from found


def _is_exact(day: Moment) -> bool:
    """Whether a version's day is at least a month or a season."""
    return bool(day.month) or day.part in SEASON_MONTHS


def _first_told(source: Source, at: int) -> tuple[int, int] | None:
    """Where the first thing stands that the notes under a version say."""
    level = source.blocks[at].level
    for block in source.blocks[at + 1 :]:
        if block.kind is BlockKind.HEADING and block.level <= level:
            return None
        if block.kind in {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM}:
            words = source.block_text(block)
            end = _END.search(words)
            return block.start, block.start + (end.end() if end is not None else len(words))
    return None


_END = re.compile(r"[.!?](?=\s+[A-ZÀ-Þ])")
_MARK = re.compile(r"\[[A-Z]+\]")
"""Behind the day: "[YANKED]"."""
_RELEASE = {"en": "Release", "de": "Version", "fr": "Version", "es": "Versión", "it": "Versione", "pt": "Versão"}

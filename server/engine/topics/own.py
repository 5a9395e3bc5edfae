"""What earlier requests imported and notebooks hold, searched for a topic: sources about it, excerpts of others."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from server.domain.decoding import from_json
from server.domain.sources import Block, BlockKind, Source
from server.engine.notebooks.files import sources_of
from server.engine.topics.terms import ENOUGH, share_of, terms_of

MOST_SOURCES = 8
MOST_WORDS = 12_000
FROM_NOTEBOOK = "notebook-"
"""What a notebook holds lies in its file and nowhere else: a source with such an id is never kept."""
_AROUND = 1
"""Paragraphs before and after one that is about the topic."""


def said_about(topic: str, files: Sequence[Path], notebooks: Sequence[Path] = ()) -> tuple[Source, ...]:
    """Sources about the topic, and excerpts of others that speak of it, the ones that say most first.

    Args:
        files: each holds the sources of one request; one that is gone or can't be read is passed over.
        notebooks: files of notebooks; the ids of what comes from them begin with `FROM_NOTEBOOK`.
    """
    terms = terms_of(topic)
    seen: set[str] = set()
    found: list[tuple[float, Source]] = []
    for read, path in (*((_read, path) for path in files), *((_noted, path) for path in notebooks)):
        for source in read(path):
            if source.id in seen:
                continue
            seen.add(source.id)
            about = _about(source, terms)
            if about is not None:
                named = replace(about, id=f"{FROM_NOTEBOOK}{about.id}") if read is _noted else about
                found.append((share_of(terms, f"{about.title} {about.text}"), named))
    kept: list[Source] = []
    words = 0
    for _, source in sorted(found, key=lambda each: -each[0]):
        if len(kept) < MOST_SOURCES and words < MOST_WORDS:
            kept.append(source)
            words += source.word_count
    return tuple(kept)


def _read(path: Path) -> tuple[Source, ...]:
    try:
        return from_json(path.read_bytes(), tuple[Source, ...])
    except (OSError, msgspec.MsgspecError):
        return ()


def _noted(path: Path) -> tuple[Source, ...]:
    try:
        return sources_of(path)
    except (sqlite3.Error, msgspec.MsgspecError):
        return ()


def _about(source: Source, terms: tuple[str, ...]) -> Source | None:
    """The source, where it is about the topic as a whole; else what it says of it, if anything."""
    if share_of(terms, source.title) >= ENOUGH:
        return source
    if share_of(terms, source.text) < ENOUGH:
        return None
    texts = [source.block_text(block) for block in source.blocks]
    chosen: set[int] = set()
    for n, block in enumerate(source.blocks):
        if block.kind is not BlockKind.HEADING and share_of(terms, texts[n]) >= min(ENOUGH, 0.5):
            chosen |= set(range(max(0, n - _AROUND), min(len(texts), n + _AROUND + 1)))
        elif block.kind is BlockKind.HEADING and share_of(terms, texts[n]) >= ENOUGH:
            chosen |= set(_section(source.blocks, n))
    return _excerpt(source, sorted(chosen)) if chosen else None


def _section(blocks: Sequence[Block], heading: int) -> range:
    end = next(
        (
            n
            for n in range(heading + 1, len(blocks))
            if blocks[n].kind is BlockKind.HEADING and blocks[n].level <= blocks[heading].level
        ),
        len(blocks),
    )
    return range(heading, end)


def _excerpt(source: Source, chosen: Sequence[int]) -> Source:
    blocks: list[Block] = []
    pieces: list[str] = []
    at = 0
    for n in chosen:
        text = source.block_text(source.blocks[n])
        blocks.append(replace(source.blocks[n], start=at, end=at + len(text)))
        pieces.append(text)
        at += len(text) + 2
    text = "\n\n".join(pieces)
    return replace(
        source,
        id=hashlib.sha256(f"{source.id}\0{text}".encode()).hexdigest()[:24],
        text=text,
        blocks=tuple(blocks),
        warnings=(),
    )

"""Sources from Markdown and plain text, read just well enough for the writer's own tests."""

from __future__ import annotations

import re
from pathlib import Path

from server.domain.sources import Block, BlockKind, Source, SourceKind
from server.engine.sources.documents import Part
from server.engine.sources.interviews import set_turns_apart

TEXTS = Path(__file__).resolve().parent.parent / "data" / "texts"


def read_text(name: str) -> Source:
    """One of the development texts by its file name."""
    return source_of((TEXTS / name).read_text(encoding="utf-8"), id=name.split(".")[0], title=name.split(".")[0])


def source_of(markdown: str, *, id: str = "s1", title: str = "Untitled", language: str = "en") -> Source:
    """A source whose blocks follow Markdown's marks; lines that begin with who speaks are an interview's turns."""
    blocks: list[tuple[BlockKind, str, dict[str, object]]] = []
    author = ""
    page = "Skip to main content" in markdown
    if page:
        markdown = _article_only(markdown)
    for raw in re.split(r"\n\s*\n|\n(?=[#|>-] |\d+\. |\|)", markdown):
        text = raw.strip()
        if not text:
            continue
        heading = re.match(r"(#+)\s+(.*)", text, re.DOTALL)
        speech = re.match(r"([QA]|[A-Z][\w. -]{1,30}):\s+(.*)", text, re.DOTALL)
        if heading:
            blocks.append((BlockKind.HEADING, heading[2], {"level": len(heading[1])}))
        elif text.startswith("|"):
            for line in text.splitlines():
                cells = tuple(_plain(c) for c in line.strip().strip("|").split("|"))
                if all(re.fullmatch(r":?-+:?", c) for c in cells):
                    kind, words, more = blocks[-1]
                    blocks[-1] = (kind, words, {**more, "is_header": True})
                else:
                    blocks.append((BlockKind.TABLE_ROW, " | ".join(cells), {"cells": cells}))
        elif re.match(r"[-*•] |\d+\. ", text):
            lines = re.split(r"\n(?=[-*•] |\d+\. )", text)
            blocks += [(BlockKind.LIST_ITEM, re.sub(r"^([-*•]|\d+\.)\s+", "", line), {"level": 1}) for line in lines]
        elif speech and (speech[1] in {"Q", "A"}):
            blocks.append((BlockKind.SPEECH, speech[2], {"speaker": speech[1]}))
        elif re.fullmatch(r"\*[^*]+\*", text) and len(text.split()) < 15:
            found = re.search(r"[Bb]y ((?:[A-Z][\w-]+ ?){2,3})", text)
            author = author or (found[1].strip() if found else "")
            blocks.append((BlockKind.BYLINE, text, {}))
        elif re.fullmatch(r"\*\*[^*]+\*\*", text) and len(text.split()) < 12:
            blocks.append((BlockKind.CAPTION, text, {}))
        elif not blocks and len(text.split()) < 15 and not text.endswith("."):
            blocks.append((BlockKind.HEADING, text.strip('"'), {"level": 1}))
        else:
            blocks.append((BlockKind.PARAGRAPH, re.sub(r"^>\s*", "", text, flags=re.MULTILINE), {}))
    turns = set_turns_apart([Part(kind, words) for kind, words, _ in blocks])
    blocks = [
        (part.kind, part.text, {**more, "speaker": part.speaker} if part.speaker else more)
        for part, (_, _, more) in zip(turns, blocks, strict=True)
    ]
    out: list[Block] = []
    parts: list[str] = []
    at = 0
    for kind, words, more in blocks:
        clean = _plain(words)
        if not clean:
            continue
        out.append(Block(kind=kind, start=at, end=at + len(clean), **more))  # type: ignore[arg-type]
        parts.append(clean)
        at += len(clean) + 2
    first = next((b for b in out if b.kind == BlockKind.HEADING), None)
    text = "\n\n".join(parts)
    return Source(
        id=id,
        kind=SourceKind.TEXT,
        title=text[first.start : first.end] if first else title,
        address="",
        language=language,
        text=text,
        blocks=tuple(out),
        author=author,
    )


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\*\*|(?<!\w)[*_]|[*_](?!\w)", "", text)).strip()


def _article_only(text: str) -> str:
    """The running text of the saved page: long lines before the list of other articles, and the headline."""
    kept = []
    for line in text.split("Most read")[0].splitlines():
        words = line.strip()
        if words.startswith("The baker who"):
            kept.append("# " + words)
        elif len(words.split()) > 25 and "cookies" not in words and not words.startswith("["):
            kept.append(words)
    return "\n\n".join(kept)

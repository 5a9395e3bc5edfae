"""A finished report as a source of something else: what it tells, without the furniture of a document."""

from __future__ import annotations

import re

from server.engine.papers.labels import every_language

_MARK = re.compile(r" ?\[\d+\]")
_HEADING = re.compile(r"^(#{1,6}) (.+)$")
_DATED = re.compile(r"^- \*\*(?P<date>[^*]+)\*\*: (?P<what>.+)$")
_CAPTION = re.compile(r"^\*\*[^*]+\*\*$")


def as_source(markdown: str) -> str:
    """A briefing or research in Markdown as plain Markdown that can be read like any text.

    The numbers of its notes go, with the list of what they quote; so do cards, charts and remarks, which say again what
    the findings say or speak of the document itself. Headings that only name a part of a document ("Findings") give way
    to those below them.
    """
    parts: list[str] = []
    dropping, promoted = False, False
    frames, repeats = _labels()
    for part in re.split(r"\n{2,}", markdown.strip()):
        heading = _HEADING.match(part)
        if heading is not None:
            level, words = len(heading[1]), heading[2].strip()
            if level == 2:
                dropping, promoted = words in repeats, words in frames
                if dropping or promoted:
                    continue
            if not dropping:
                parts.append(f"{'#' * (level - (promoted and level > 2))} {words}")
            continue
        if dropping or _CAPTION.match(_MARK.sub("", part)) or _is_chart(part):
            continue
        lines = [_entry(line) for line in part.split("\n")]
        table = part.startswith("|")
        parts.append(_MARK.sub("", "\n".join(lines) if table else "\n\n".join(lines)))
    return "\n\n".join(parts) + "\n"


def _entry(line: str) -> str:
    """An entry of a list as a sentence; its date stays only where the sentence doesn't name it."""
    found = _DATED.match(line)
    if found is None:
        return re.sub(r"^- ", "", line)
    year = re.search(r"\d{3,4}", found["date"])
    return found["what"] if year is not None and year[0] in found["what"] else f"{found['date']}: {found['what']}"


def _is_chart(part: str) -> bool:
    """Whether a table is a chart's numbers, whose first column has no name."""
    return re.match(r"^\| +\|", part) is not None


def _labels() -> tuple[frozenset[str], frozenset[str]]:
    """Headings that name a part of a document, and those of parts that a text is better without."""
    known = every_language()
    frames = frozenset(
        w for labels in known for w in (labels.summary, labels.findings, labels.dates, labels.open_questions)
    )
    repeats = frozenset(w for labels in known for w in (labels.figures, labels.sources, labels.remarks))
    return frames, repeats

"""A conversation with a notebook as a Markdown document."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.domain.notebooks import Answer, AnswerCitation
from server.domain.times import from_ms

_MARKER = re.compile(r"\[(\d+)\]")


def markdown_of(turns: Sequence[Answer]) -> str:
    """Questions as headings, answers with footnotes, each passage once."""
    numbers: dict[tuple[str, int, int], int] = {}
    cited: list[AnswerCitation] = []

    def note(citation: AnswerCitation) -> str:
        place = (citation.source_id, citation.start, citation.end)
        if place not in numbers:
            cited.append(citation)
            numbers[place] = len(cited)
        return f"[^{numbers[place]}]"

    lines = []
    for turn in turns:
        lines += [f"## {_plain(turn.question)}", ""]

        def mark(match: re.Match[str], turn: Answer = turn) -> str:
            known = turn.citations.get(match[1])
            return note(known) if known else match[0]

        lines += [_MARKER.sub(mark, turn.answer), ""]
    for number, citation in enumerate(cited, 1):
        lines.append(f"[^{number}]: {_plain(citation.source)}{_place(citation)}: “{_plain(citation.text)}”")
    began = f"{from_ms(turns[0].created_ms):%Y-%m-%d %H:%M} UTC" if turns else ""
    return f"# Conversation of {began}\n\n" + "\n".join(lines).rstrip() + "\n"


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _place(citation: AnswerCitation) -> str:
    if citation.page is not None:
        return f", page {citation.page}"
    if citation.slide is not None:
        return f", slide {citation.slide}"
    if citation.time_ms is not None:
        seconds = citation.time_ms // 1000
        return f", {seconds // 60}:{seconds % 60:02}"
    sheet = f", sheet “{_plain(citation.sheet)}”" if citation.sheet else ""
    return f"{sheet}, row {citation.row}" if citation.row is not None else sheet

"""The article in a page that was saved as text, with everything that stood around it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.sources import BlockKind
from server.engine.sources.bylines import read_byline
from server.engine.sources.clutter import (
    Clutter,
    clutter_of,
    is_advertising,
    is_caption,
    is_consent,
    is_correction,
    is_image_marker,
    is_sign_up,
    is_telling,
)
from server.engine.sources.documents import Part
from server.engine.sources.footnotes import is_reference_heading, without_marks

_SIGNALS = 3
"""Kinds of furniture that must be seen before a text is taken for a page."""
_PROSE_WORDS = 18
_CLOSING = "\"”’»'“)]*_"
_TITLE_WORDS = range(3, 26)
_BYLINE_LINES = 6
"""Lines from a standfirst on among which the byline may stand."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page; lines of one group stand together without a blank line between them."""

    part: Part
    group: int

    @property
    def text(self) -> str:
        """The line's text."""
        return self.part.text

    @property
    def is_sentence(self) -> bool:
        """Whether it ends as a sentence does."""
        return without_marks(self.text).rstrip(_CLOSING + " ").endswith((".", "!", "?", "…", ":"))

    @property
    def is_prose(self) -> bool:
        """Whether it is a paragraph of running text, as articles have and furniture seldom."""
        words = self.part.words
        return (words >= _PROSE_WORDS and self.is_sentence) or words >= 2 * _PROSE_WORDS


def is_saved_page(lines: Sequence[Line]) -> bool:
    """Whether at least three different kinds of furniture stand in the text."""
    seen: set[str] = set()
    for line in lines:
        text = line.text
        if line.part.words > 60:
            continue
        kind = clutter_of(text)
        if kind is Clutter.LINE:
            seen.add("line:" + text.strip("[ ").lower()[:5])
        elif kind is not None:
            seen.add(kind.value)
        elif is_image_marker(text):
            seen.add("image")
        elif "cookie" in text.lower() and is_consent(text):
            seen.add("consent")
        if len(seen) >= _SIGNALS + 2:
            return True
    telling = any(not name.startswith("line:") for name in seen) or any(is_telling(line.text) for line in lines)
    return len(seen) >= _SIGNALS and telling


def article_of(lines: Sequence[Line]) -> list[Part]:
    """The parts of the page's article: title, byline, captions, headings, paragraphs and correction notes.

    Lines before the title and everything from the comments on are left out, and so are boxes between paragraphs.
    """
    lines = _without_consent(lines)
    body = next((index for index, line in enumerate(lines) if line.is_prose and clutter_of(line.text) is None), None)
    if body is None:
        return [line.part for line in lines if clutter_of(line.text) is None and not is_image_marker(line.text)]
    title = _title_index(lines, body)
    parts: list[Part] = []
    if title is not None:
        parts.append(Part(BlockKind.HEADING, lines[title].text.strip("*_# "), level=1))
    start = title + 1 if title is not None else body
    parts += _Walk(lines, start, body).parts()
    return parts


class _Walk:
    """One pass over the lines from the title on, remembering which piece of furniture it is in."""

    def __init__(self, lines: Sequence[Line], start: int, body: int) -> None:
        self._lines = lines
        self._sizes = Counter(line.group for line in lines)
        self._start = start
        self._body = body
        self._skipping: Clutter | None = None
        self._group = -1
        """The group that the furniture began in."""
        self._tail = 0
        """Sections of teasers, author and comments since the last paragraph."""
        self._after_image = -1

    def parts(self) -> list[Part]:
        found: list[Part] = []
        for index in range(self._start, len(self._lines)):
            part = self._step(index)
            if part is not None:
                found.append(part)
        while found and found[-1].kind is BlockKind.HEADING and found[-1].level > 1:
            found.pop()
        return found

    def _step(self, index: int) -> Part | None:
        line = self._lines[index]
        if is_correction(line.text):
            return Part(BlockKind.NOTE, line.text)
        kind = clutter_of(line.text) if line.part.kind is not BlockKind.SPEECH else None
        if self._skipping is Clutter.COMMENTS:
            return None
        if kind is not None:
            self._begin(kind, line)
            return None
        if is_image_marker(line.text):
            self._after_image = line.group
            return None
        if self._skipping is not None and self._is_skipped(index):
            return None
        self._skipping = None
        return self._kept(index)

    def _begin(self, kind: Clutter, line: Line) -> None:
        if kind is Clutter.LINE:
            return
        self._skipping, self._group = kind, line.group
        if kind is not Clutter.PROMOTION:
            self._tail += 1

    def _is_skipped(self, index: int) -> bool:
        line = self._lines[index]
        if line.group == self._group:
            return True
        match self._skipping:
            case Clutter.PROMOTION:
                nearby = line.group <= self._group + 2
                return nearby and (is_advertising(line.text) or is_sign_up(line.text)) and not line.is_prose
            case Clutter.AUTHOR:
                # The heading stood alone: its note is the next group.
                alone = self._sizes[self._group] == 1
                return (alone and line.group == self._group + 1) or not line.is_prose or self._tail > 1
            case _:
                return not line.is_prose or self._tail > 1

    def _kept(self, index: int) -> Part | None:  # noqa: PLR0911 - one line per role
        line, part = self._lines[index], self._lines[index].part
        if line.group == self._after_image and part.words <= 45:
            return Part(BlockKind.CAPTION, line.text)
        if is_caption(line.text):
            return Part(BlockKind.CAPTION, line.text)
        byline = read_byline(line.text) if index < self._body + _BYLINE_LINES else None
        if byline is not None and not line.is_sentence:
            return Part(BlockKind.BYLINE, byline.text)
        if index < self._body:
            return part if part.words >= 8 and line.is_sentence else None
        if part.kind is not BlockKind.PARAGRAPH:
            return part
        if line.is_sentence or part.words >= _PROSE_WORDS:
            self._tail = 0 if line.is_prose else self._tail
            return part
        if self._is_heading(index) or is_reference_heading(line.text):
            return Part(BlockKind.HEADING, line.text, level=2)
        return None

    def _is_heading(self, index: int) -> bool:
        """A short line that stands alone and has running text under it."""
        line = self._lines[index]
        if line.part.words > 12 or self._sizes[line.group] > 1:
            return False
        following = self._lines[index + 1] if index + 1 < len(self._lines) else None
        return following is not None and (following.is_prose or following.part.kind is BlockKind.LIST_ITEM)


def _without_consent(lines: Sequence[Line]) -> list[Line]:
    bad = {line.group for line in lines if is_consent(line.text)}
    return [line for line in lines if line.group not in bad or (line.is_prose and not is_consent(line.text))]


def _title_index(lines: Sequence[Line], body: int) -> int | None:
    """The line before the first paragraph that is most like a headline."""
    best, best_score = None, 0.0
    sizes = Counter(line.group for line in lines)
    opening = _significant(" ".join(line.text for line in lines[body : body + 2]))
    for index in range(body):
        line = lines[index]
        words = line.part.words
        if words not in _TITLE_WORDS and line.part.kind is not BlockKind.HEADING:
            continue
        if clutter_of(line.text) or is_image_marker(line.text) or is_caption(line.text) or read_byline(line.text):
            continue
        if index and lines[index - 1].group == line.group and clutter_of(lines[index - 1].text) is Clutter.PROMOTION:
            continue  # the advertisement below its label
        alone = sizes[line.group] <= 3
        score = min(words, 12) / 12 + (0.5 if alone else 0.0) + index / (2 * body)
        score -= 1.0 if re.search(r"[.:;,]$", line.text) else 0.0
        if line.part.kind is BlockKind.HEADING:
            score += 2.0 if line.part.level == 1 else 0.7
        own = _significant(line.text)
        score += len(own & opening) / len(own) if own else 0.0
        below = lines[index + 1 : index + 6]
        score += 1.5 if any(read_byline(other.text) for other in below) else 0.0
        if score > best_score:
            best, best_score = index, score
    return _above_subtitle(lines, best)


def _above_subtitle(lines: Sequence[Line], index: int | None) -> int | None:
    """The short headline over a long one, which is then the subtitle."""
    if index is None or index == 0 or lines[index].part.words <= 12:
        return index
    above = lines[index - 1]
    is_title = above.part.words in _TITLE_WORDS and above.part.words <= 12 and not re.search(r"[.:;,]$", above.text)
    return index - 1 if is_title and clutter_of(above.text) is None and not read_byline(above.text) else index


def _significant(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3}

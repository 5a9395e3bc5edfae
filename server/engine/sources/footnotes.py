"""Footnote marks in running text, and the lists that they point to."""

from __future__ import annotations

import re
from dataclasses import replace

from server.domain.sources import BlockKind
from server.engine.sources.documents import Part

_BRACKET_MARK = re.compile(r"[ \u00a0]?\[(?:\d{1,3}(?:\s?[,–-]\s?\d{1,3})*|\^[^\]\s]{1,40}|note \d{1,3}|[a-z])\](?!\()")
_WIKI_MARK = re.compile(r"\s?\[(?:citation needed|edit|clarification needed|who\?|when\?|update)\]", re.IGNORECASE)
# m² and km³ are units; a raised figure after a longer word or a full stop is a mark.
_RAISED_MARK = re.compile(r"(?:(?<=[^\W\d_]{4})|(?<=[.,;:!?”’»\")]))[⁰¹²³⁴-⁹]{1,3}(?![\w⁰¹²³⁴-⁹])")
_DAGGER = re.compile(r"(?<=[\w.,;])[†‡]+")

_REFERENCES = re.compile(
    r"(?:\d+\.?\s+)?(?:references|bibliography|works cited|literature cited|cited works|footnotes|endnotes|citations|"
    r"further reading|external links|see also|notes and references|references and notes|"
    r"literatur(?:verzeichnis)?|einzelnachweise|quellen(?:verzeichnis)?|weblinks|siehe auch|fußnoten|anmerkungen|"
    r"références|notes et références|bibliographie|liens externes|voir aussi|"
    r"referencias|bibliografía|enlaces externos|véase también|notas al pie|"
    r"riferimenti|bibliografia|collegamenti esterni|voci correlate|note a piè di pagina|"
    r"referências|ligações externas|ver também|notas e referências)\s*:?",
    re.IGNORECASE,
)
_MAYBE_REFERENCES = re.compile(r"(?:notes?|sources|notas|fonti|fontes|fuentes|quellen)\s*:?", re.IGNORECASE)
_ENTRY = re.compile(
    r"^(?:\[?\^?\d{1,3}[\].):]?\s|\^|[*†‡]\s?\w)|\((?:19|20)\d\d[a-z]?\)|\bdoi\b|\bISBN\b|https?://|\bet al\b|"
    r"\bpp?\.\s?\d",
)
_NOTE_LINE = re.compile(
    r"^(?:\^\s|\[\^?[\w-]{1,40}\]:\s|[†‡]\s?\w|[¹²³⁴-⁹⁰]{1,3}\s?\w|"
    r"(?:footnote|fußnote|note de bas de page|nota al pie|nota)\s*\d*\s*:)",
    re.IGNORECASE,
)


def without_marks(text: str) -> str:
    """The text without the marks that point to footnotes and references."""
    if "[" in text:
        text = _WIKI_MARK.sub("", _BRACKET_MARK.sub("", text))
    if not text.isascii():
        text = _DAGGER.sub("", _RAISED_MARK.sub("", text))
    return text


def is_reference_heading(text: str) -> bool:
    """Whether a heading stands over a list of references or links, beyond doubt."""
    return bool(_REFERENCES.fullmatch(without_marks(text)))


def set_notes_apart(parts: list[Part]) -> list[Part]:
    """Reference lists and footnotes become NOTE; the marks that point to them go."""
    result = []
    depth: int | None = None
    for index, part in enumerate(parts):
        if part.kind is BlockKind.HEADING:
            if depth is None or part.level <= depth:
                depth = part.level if _begins_references(parts, index) else None
            heading = replace(part, text=without_marks(part.text))
            result.append(replace(heading, kind=BlockKind.NOTE, level=0) if depth is not None else heading)
        elif depth is not None or _NOTE_LINE.match(part.text):
            result.append(replace(part, kind=BlockKind.NOTE, level=0, speaker=""))
        elif part.kind in (BlockKind.NOTE, BlockKind.TABLE_ROW):
            result.append(part)
        else:
            text = without_marks(part.text)
            result.append(part if text == part.text else replace(part, text=text))
    return result


def _begins_references(parts: list[Part], index: int) -> bool:
    heading = parts[index]
    if is_reference_heading(heading.text):
        return True
    if not _MAYBE_REFERENCES.fullmatch(heading.text):
        return False
    below = []
    for part in parts[index + 1 :]:
        if part.kind is BlockKind.HEADING and part.level <= heading.level:
            break
        below.append(part)
    return bool(below) and sum(1 for part in below if _ENTRY.search(part.text)) >= 0.5 * len(below)

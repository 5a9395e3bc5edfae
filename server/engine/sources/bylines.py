"""Who wrote a piece and when: the lines under a title that say so."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from babel import Locale

from server.domain.sources import BlockKind
from server.engine.sources.documents import Document, Part

_HEAD = 8
"""Parts after the title among which a byline is looked for."""
_MAX_WORDS = 24

_NAME_WORD = r"(?:[^\W\d_a-zß-öø-ÿ][\w'’.-]*)"
_PARTICLE = r"(?:de|da|do|dos|del|della|di|du|la|le|van|von|der|den|ten|zu|af|y|e|et|und|and|&)"
_NAME = rf"{_NAME_WORD}(?:\s+(?:{_PARTICLE}\s+){{0,2}}{_NAME_WORD}){{0,5}}"
_BY = (
    r"(?:by|von|par|por|di|door|text|texte|texto|testo|words|author|autor|autora|auteur|autore|"
    r"written by|story by|interview)"
)
_AUTHOR = re.compile(rf"(?:(?i:{_BY})\s*:?\s+)(?P<name>{_NAME})(?P<rest>\s*[,|–—(].*)?")
_COLUMN = re.compile(rf"[^.!?:]{{0,40}}\b(?i:by|von|par|por|di)\s+(?P<name>{_NAME})")
_STAMP = re.compile(
    r"(?:(?:first )?published|updated|last (?:updated|modified|changed|edited)|changed|edited|amended|posted|created|"
    r"veröffentlicht|aktualisiert|stand|"
    r"publié|mis à jour|"
    r"publicado|actualizado|pubblicato|aggiornato|atualizado|date|datum|fecha|data)\b(?: (?:on|am|le|el|il|em|"
    r"at))?\s*:?",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"(?:(?:reading|read) time\b.*|\d+ ?min(?:ute)?s?(?:\.| read| reading)?.*|\d+ (?:comments?|kommentare?|"
    r"commentaires?|comentarios?|shares?|views?)"
    r"|lesezeit.*|temps de lecture.*|tiempo de lectura.*|tempo di lettura.*|tempo de leitura.*)",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?:,|\bat\b|\bum\b|\bà\b)?\s*\d{1,2}[:.h]\d{2}(?::\d{2})?(?:\s*(?:am|pm|uhr|h|[a-z]{3,4}))?", re.IGNORECASE
)
_WIRE = re.compile(
    r"(?P<place>[^\W\d_a-zß-ÿ]{3,}(?:[ .,'’/-]{1,2}[^\W\d_a-zß-ÿ]+){0,4}(?:, [^\W\d_][\w.]* ?\d{0,2})?"
    r"(?:\s*\([\w ./-]{2,20}\))?)\s*[—–-]{1,2}\s+(?=[^\W_])"
)
_PRESENTS = (
    r"(?:is|was|has|writes|lives|works|teaches|ist|war|schreibt|lebt|est|écrit|vit|es|escribe|vive|"
    r"è|scrive|é|escreve)\b"
)
_DATE_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da")


@dataclass(frozen=True, slots=True)
class Byline:
    """What a byline says; `text` is what is worth keeping of it."""

    text: str
    author: str = ""
    published: str = ""


def set_bylines_apart(document: Document) -> Document:
    """Lines near the top that name the author or the date become BYLINE, and what they say is kept."""
    parts = list(_parted(document.parts))
    author, published = document.author, iso_date(document.published)
    last = min(len(parts), _HEAD + 2)
    for index in range(last):
        part = parts[index]
        if part.kind not in (BlockKind.PARAGRAPH, BlockKind.BYLINE):
            continue
        found = read_byline(part.text)
        if found is None:
            if part.words > 40:
                break
            continue
        parts[index] = Part(BlockKind.BYLINE, found.text, page=part.page)
        author, published = author or found.author, published or found.published
    author = author.title() if author.isupper() and " " in author else author
    _set_vita_apart(parts, author)
    return replace(document, parts=parts, author=author, published=published)


def _set_vita_apart(parts: list[Part], author: str) -> None:
    """A last paragraph that presents the author becomes a NOTE."""
    index = next((at for at in range(len(parts) - 1, 0, -1) if parts[at].kind is BlockKind.PARAGRAPH), 0)
    part = parts[index] if index else None
    if part is None or not author or part.words > 80 or index < len(parts) - 3:
        return
    if re.match(rf"{re.escape(author)}(?:, [^.]{{1,60}},)? {_PRESENTS}", part.text, re.IGNORECASE):
        parts[index] = Part(BlockKind.NOTE, part.text, page=part.page)


def read_byline(text: str) -> Byline | None:
    """What a line says about author and date, or None when it is no byline."""
    if not text or len(text.split()) > _MAX_WORDS:
        return None
    kept = []
    author = published = ""
    matched = 0
    for segment in re.split(r"\s+[|·•]\s+|\s{2,}|\t", text.strip()):
        if _COUNT.fullmatch(segment.strip()):
            matched += 1
            continue
        kept.append(segment)
        found = _segment(segment.strip())
        if found is None:
            if len(segment.split()) > 5 or segment.rstrip().endswith((".", "?", "!")):
                return None
            continue
        matched += 1
        author, published = author or found.author, published or found.published
    if not matched or not kept:
        return None
    return Byline(" | ".join(kept), author, published)


def iso_date(text: str) -> str:
    """The first date in a text as YYYY-MM-DD, or empty."""
    return next((found for _, _, found in _dates(text) if found), "")


def _segment(segment: str) -> Byline | None:
    stamp = _STAMP.match(segment)
    if stamp and not _without_dates(segment[stamp.end() :]):
        return Byline(segment, published=iso_date(segment))
    author = _AUTHOR.fullmatch(segment)
    if author and len((author["rest"] or "").split()) <= 8 and not _is_date(author["name"]):
        return Byline(segment, author=author["name"].strip(" ,.-"), published=iso_date(author["rest"] or ""))
    if len(segment.split()) <= 8 and not segment.endswith((".", "?", "!")):
        column = _COLUMN.fullmatch(segment)
        if column and " " in column["name"]:
            return Byline(segment, author=column["name"], published=iso_date(segment))
    # A place and a date, or a date alone.
    rest = _without_dates(segment)
    if rest != segment and len(rest.split()) <= 4 and re.fullmatch(rf"(?:{_NAME})?,?", rest.strip()):
        return Byline(segment, published=iso_date(segment))
    return None


def _parted(parts: list[Part]) -> Iterator[Part]:
    """An agency's place line at the head of the first paragraph becomes a part of its own."""
    seen = False
    for part in parts:
        wire = None
        if part.kind is BlockKind.PARAGRAPH and part.words > 15 and not seen:
            seen = True
            wire = _WIRE.match(part.text[:90])
        if wire is not None:
            yield Part(BlockKind.BYLINE, wire["place"], page=part.page)
            yield replace(part, text=part.text[wire.end() :])
        else:
            yield part


def _is_date(name: str) -> bool:
    words = name.lower().replace(",", " ").split()
    return any(word in _days_and_months() for word in words)


def _without_dates(text: str) -> str:
    for start, end, _ in reversed(list(_dates(text))):
        text = text[:start] + text[end:]
    weekdays = "|".join(map(re.escape, sorted(_weekdays(), key=len, reverse=True)))
    text = re.sub(rf"\b(?:{weekdays})\b,?", "", _TIME.sub("", text), flags=re.IGNORECASE)
    return text.strip(" ,;|")


def _dates(text: str) -> list[tuple[int, int, str]]:
    """Start, end and ISO form (empty without a year) of each date in a text."""
    found = []
    for match in _date_pattern().finditer(text):
        parts = match.groupdict()
        month_name = parts["month1"] or parts["month2"]
        try:
            if parts["iso"]:
                stamp = date.fromisoformat(parts["iso"]).isoformat()
            elif month_name:
                year = parts["year1"] or parts["year2"]
                day = int(parts["day1"] or parts["day2"])
                stamp = date(int(year), _months()[month_name.lower()], day).isoformat() if year else ""
            else:
                first, second, year = int(parts["first"]), int(parts["second"]), int(parts["year3"])
                day, month = (first, second) if second <= 12 else (second, first)
                stamp = date(year, month, day).isoformat()
        except ValueError:
            continue
        found.append((match.start(), match.end(), stamp))
    return found


@functools.cache
def _date_pattern() -> re.Pattern[str]:
    month = "|".join(re.escape(name) for name in sorted(_months(), key=len, reverse=True))
    return re.compile(
        r"(?P<iso>\d{4}-\d\d-\d\d)(?:T[\d:.+Z-]*)?"
        rf"|\b(?P<day1>\d{{1,2}})(?:st|nd|rd|th|er|º|\.)?\s+(?:de\s+)?(?P<month1>{month})\b\.?,?(?:\s+(?:de\s+|"
        rf"del\s+)?(?P<year1>\d{{4}}))?"
        rf"|\b(?P<month2>{month})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year2>\d{{4}}))?"
        r"|\b(?P<first>\d{1,2})[./](?P<second>\d{1,2})[./](?P<year3>\d{4})\b",
        re.IGNORECASE,
    )


@functools.cache
def _months() -> dict[str, int]:
    names: dict[str, int] = {}
    for code in _DATE_LANGUAGES:
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in Locale(code).months[context][width].items():
                    names.setdefault(name.lower().strip("."), number)
    return names


@functools.cache
def _weekdays() -> frozenset[str]:
    return frozenset(name.lower() for code in _DATE_LANGUAGES for name in Locale(code).days["format"]["wide"].values())


@functools.cache
def _days_and_months() -> frozenset[str]:
    return _weekdays() | frozenset(name for name in _months() if len(name) > 3)
